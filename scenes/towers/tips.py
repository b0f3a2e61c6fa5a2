"""What a thing on the table says when it is pointed at: small plates beside it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from game.towers.floors import HIDDEN, CardId, Effect, Floor, Verb
from game.towers.scoring import preview
from game.towers.state import DRAW, HAND
from scenes.kit.pieces import draw_tip
from scenes.kit.stage import Stage
from scenes.towers.art import card_art
from scenes.towers.scoring.lines import Part, line_height, lines
from scenes.towers.scoring.narration import tell_floors
from scenes.towers.selection import Target, owner_points
from scenes.ui.widgets import Rect

if TYPE_CHECKING:
    from scenes.towers.board import TowersBoard
    from scenes.towers.hit_areas import HitArea


def draw_tips(stage: Stage, board: TowersBoard, area: HitArea | None) -> None:
    """Explain what is pointed at, or what the chosen card would do there."""
    if board.motion.busy or board.finale:
        return
    selection = board.selection
    if selection and selection.card is not None:
        target = board.meant or (area.target if area else None)
        if target is not None and (target == board.meant or area):
            title, line = selection.preview(target)
            _tip_beside(stage, board, target, title, line)
        return
    if area is None:
        return
    if area.target is None:
        _explain(stage, board, area)
    elif area.target.level is not None:
        _peek(stage, board, area.target)
    elif board.view.towers[area.target.plot]:
        _draw_account(stage, board, area.target.plot)


def _tip_beside(stage: Stage, board: TowersBoard, target: Target, title: str, line: str) -> None:
    layout = board.layout
    level = len(board.view.towers[target.plot]) if target.level is None else target.level
    floor = layout.floor_rect(target.plot, min(level, 5))
    floor.w += card_art.STICKS_OUT + 4
    draw_tip(stage, board.kit, floor, title, line, above=False)


# -- things that lie about


def _explain(stage: Stage, board: TowersBoard, area: HitArea) -> None:
    title, line = words_for(board, area)
    if not title:
        return
    if area.card is None:
        draw_tip(stage, board.kit, area.rect, title, line, above=area.seat is None)
    elif board.context.devices.used == "mouse" or card_art.is_cut(
        board.kit, board.view.floor(area.card), board.layout.card
    ):
        # The focus is on a card most of the time, and the ground floors must be seen then.
        over_the_hand = Rect(area.rect.x, board.layout.hand_top - 4, area.rect.w, 10)
        draw_tip(stage, board.kit, over_the_hand, title, line, room=440)


def words_for(board: TowersBoard, area: HitArea) -> tuple[str, str]:
    """Return a title and a line about a card of the hand, a pile or a seat."""
    view = board.view
    if area.card is not None:
        floor = view.floor(area.card)
        return floor.name, effects_in_full(floor)
    if area.seat is not None:
        number = view.number_of(area.seat)
        line = "This number stands on the cards that the seat tucked."
        return f"{board.name(area.seat)}: number {number}", f"{board.motto(area.seat)} {line}".lstrip()
    if area.name == "draw pile":
        last = " This is the last round." if view.last_round else ""
        return "Draw pile", f"{_cards(view.draw_pile)}. A turn draws {DRAW}, up to {HAND} in hand.{last}"
    counts = Counter(view.floor(card).name for card in view.discards)
    return "Discards", ", ".join(f"{n} {name}" for name, n in counts.most_common()) or "No card yet."


def _cards(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"


def effects_in_full(floor: Floor) -> str:
    """Return all that a floor does, in sentences."""
    said = [_sentence(effect, floor.name) for effect in floor.effects]
    if floor.triggers_scoring:
        said.append("It has its tower scored in the turn in which it is built, owned or not.")
    return " ".join(said) or "It does nothing."


def _sentence(effect: Effect, name: str) -> str:
    n = effect.amount
    below = "The floor directly below" if n == 1 else f"The {n} floors directly below"
    return {
        Verb.DRAW: f"Its owner draws {_cards(n)}, up to {HAND} in hand.",
        Verb.SCORE: f"Its owner scores {n}.",
        Verb.SCORE_MATCHING: f"Its owner scores {n} for each {name} in the tower, vacant ones too.",
        Verb.SCORE_ABOVE: f"Its owner scores {n} for each floor above it.",
        Verb.SCORE_TUCKS: f"Owned, it scores {n} for every seat for each card that the seat tucked in the tower.",
        Verb.TAKE_BELOW: f"{below} now belong{'s' if n == 1 else ''} to its owner, vacant or not.",
        Verb.VACATE_BELOW: f"Owned, it makes {below[0].lower()}{below[1:]} vacant.",
    }[effect.verb]


# -- tucked cards


def peeked(board: TowersBoard, target: Target) -> CardId | None:
    """Return the tucked card that the viewer may look at there: one's own alone."""
    tower = board.view.towers[target.plot]
    storey = tower[target.level] if target.level is not None else None
    own = storey is not None and storey.owner is not None and storey.owner == board.view.seat
    return storey.tuck if own and storey and storey.tuck != HIDDEN else None


def _peek(stage: Stage, board: TowersBoard, target: Target) -> None:
    """Show the viewer's own tucked card; of another's, only whose it is."""
    kit, size, (plot, level) = board.kit, board.layout.card, (target.plot, target.level or 0)
    owner, card = board.view.towers[plot][level].owner, peeked(board, target)
    if owner is None:
        return
    side = board.layout.side_rect(plot, level)
    if card is None:
        title, line = f"{board.name(owner)} owns this floor", "The tucked card lies face down."
        draw_tip(stage, kit, side, title, line, above=False)
        return
    x = side.right + 12 if side.right + 12 + size[0] < kit.width - 8 else side.x - 12 - size[0]
    stage.blit(kit.shadow(size[0], size[1], 6, 12, 0.6), x - 12, side.y - 8)
    stage.blit(card_art.face(kit, board.view.floor(card), size), x, side.y - 2)
    colour = kit.theme.seats[board.sign(owner)[0]]
    stage.blit(kit.outline(size[0] + 6, size[1] + 6, colour, 3, 7), x - 3, side.y - 5)
    label = kit.text("tucked here by you", 13.5, "bold")
    wide, high = kit.size_of(label)
    stage.blit(kit.plate(wide + 18, high + 6, colour, colour, 1, (high + 6) / 2), x + 6, side.y - high - 14)
    stage.blit(label, x + 15, side.y - high - 11)


# -- what a tower would score


def _draw_account(stage: Stage, board: TowersBoard, plot: int) -> None:
    """Tell beside a tower, floor by floor, what it would score if it were scored now."""
    kit, view = board.kit, board.view
    account = preview(view, plot)
    told = tell_floors(account.steps)
    names = [f"{row.level + 1}  {row.floor}" for row in told]
    left = max(kit.text_size(name, 14, "bold")[0] for name in names) + 16
    inks = [kit.theme.mist if row.owner is None else kit.theme.paper for row in told]
    room = 300 * kit.text_scale
    cells = [lines(kit, board.row(row), 14, ink, room) for row, ink in zip(told, inks)]
    title = f"Tower {plot + 1}, if it were scored now"
    totals: tuple[Part, ...] = tuple((board.sign(s), f"{board.name(s)} {n}") for s, n in owner_points(account.points))
    total = lines(kit, totals or ((None, "Nobody scores."),), 15, kit.theme.paper, face="bold")
    inner = max(
        left + max(kit.size_of(cell)[0] for cell in cells), kit.size_of(total)[0], kit.text_size(title, 15, "bold")[0]
    )
    step = line_height(kit, 14) + 2
    heights = [max(step, kit.size_of(cell)[1] + 2) for cell in cells]
    wide, high = inner + 32, sum(heights) + 2 * step + 36
    x, y = _beside(board, plot, wide, high)
    stage.blit(kit.shadow(wide, high, 10, 12, 0.5), x - 12, y - 8)
    stage.blit(kit.plate(wide, high, (*kit.theme.night, 250), kit.theme.brass, 1.2, 10), x, y)
    stage.blit(kit.text(title, 15, "bold", kit.theme.brass), x + 16, y + 10)
    row_y = y + 16 + step
    for name, cell, row_high, ink in zip(names, cells, heights, inks):
        stage.blit(kit.text(name, 14, "bold", ink), x + 16, row_y)
        stage.blit(cell, x + 16 + left, row_y)
        row_y += row_high
    stage.blit(kit.plate(wide - 32, 1.4, kit.theme.rim, kit.theme.rim, 0.5, 0), x + 16, row_y + 4)
    stage.blit(total, x + 16, row_y + 11)


def _beside(board: TowersBoard, plot: int, width: float, height: float) -> tuple[float, float]:
    kit, layout = board.kit, board.layout
    column = layout.column(plot, len(board.view.towers[plot]))
    x = column.right + card_art.STICKS_OUT + 12
    if x + width > kit.width - 8:
        x = column.x - 14 - width
    return max(8.0, x), max(70.0, min(column.y, layout.ground - height))
