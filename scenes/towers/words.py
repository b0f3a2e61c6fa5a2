"""Words about the table of Towers, in sentences and tooltips, and the moments at which characters speak."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr, tr_context, tr_count, tr_label
from topping_out.game.match import SeenEvent
from topping_out.game.roster import Moment
from topping_out.game.text import commas, paragraph, semicolons, sentence
from topping_out.game.towers.actions import HAND, Built, Claimed, Demolished, Drew, Event, FloorScored
from topping_out.game.towers.floors import HIDDEN, CardId, Effect, EffectVerb, Floor
from topping_out.game.towers.rules import preview
from topping_out.game.towers.state import View
from topping_out.game.towers.words import floor_words, points_words

from ..kit.kit import Kit
from ..kit.plates import draw_tooltip
from ..kit.stage import Stage
from ..match.table.game import Said
from ..match.table.selection import HitArea, Selection, card_count, drawn_words
from ..match.table.table import Table
from ..ui.layout import Rect
from . import art
from .art import SeatSigns, line_height, lines
from .places import Layout, Target, owner_points, worth_words
from .scoring import LastPlay, deed_words, summarize_floors

# -- words


def height_words(view: View, plot: int) -> str:
    return tr("{number} of {total} floors", number=len(view.towers[plot]), total=view.variant.height)


def tower_label(plot: int, height: int) -> str:
    """Return the label of a tower, such as "Tower 1, 4 floors"."""
    if not height:
        return tr("Tower {tower}, free plot", tower=plot + 1)
    return tr_count("Tower {tower}, {number} floor", "Tower {tower}, {number} floors", height, tower=plot + 1)


def floor_name(view: View, card: CardId) -> str:
    return tr(view.floor(card).name)


def counted_floors(view: View, cards: Sequence[CardId]) -> str:
    """Return the number of cards of each floor, the most first, such as "3 OFFICE, 1 SUITE"; "" if there are none."""
    counts = Counter(floor_name(view, card) for card in cards)
    return commas(
        # Translators: {floor} is a floor's name; so many cards of it lie in a pile.
        tr_context("cards of a pile", "{number} {floor}", number=number, floor=name)
        for name, number in counts.most_common()
    )


def worth_now(view: View, plot: int, names: Sequence[str]) -> str:
    """Return in words what each seat would score if a tower were scored now; "" if nobody would score."""
    return points_words(preview(view, plot).points, names)


# -- what happened


def details(seen: Sequence[SeenEvent], names: Sequence[str]) -> list[str]:
    """Return sentences on the towers that were built on or claimed in, and on the cards that the viewer drew."""
    sentences, drawn, drawer = list[str](), list[str](), ""
    for event, view in seen:
        match event:
            case Built(_, plot):
                sentences += _state_words(view, plot, names)
            case Claimed(_, plot):
                points = worth_now(view, plot, names) or tr("nobody scores")
                sentences.append(tr("Scored as it stands: {points}.", points=points))
            case Drew(seat, cards) if seat == view.seat:
                drawn += [floor_name(view, card) for card in cards]
                drawer = names[seat]
    if drawn:
        sentences.append(drawn_words(drawer, commas(drawn)))
    return sentences


def _state_words(view: View, plot: int, names: Sequence[str]) -> list[str]:
    """Return a sentence on a tower that was just built on; none if it has one floor and would score nothing."""
    tower = view.towers[plot]
    if view.is_due(plot) or worth_now(view, plot, names):
        return [tr("{sentence}.", sentence=worth_words(view, plot, names))]
    return [tr("{sentence}.", sentence=height_words(view, plot))] if len(tower) > 1 else []


# -- on request


def describe_scores(view: View, names: Sequence[str]) -> str:
    """Return each seat's points, and what each tower would score now."""
    points = (score_words(view, seat) for seat in range(len(names)))
    scores = (tr("{name}: {points}.", name=tr_label(name), points=words) for name, words in zip(names, points))
    return paragraph([*scores, *_towers(view, names)])


def score_words(view: View, seat: Seat) -> str:
    return tr_count("{number} point", "{number} points", view.scores[seat])


def _towers(view: View, names: Sequence[str]) -> Iterator[str]:
    for plot, tower in enumerate(view.towers):
        if points := worth_now(view, plot, names):
            label = tower_label(plot, len(tower))
            yield tr("{tower}, scored as it stands: {points}.", tower=label, points=points)


def describe_hand(view: View) -> str:
    """Return the viewer's cards."""
    if view.seat is None:
        return tr("You hold no cards: you're watching.")
    if not view.hand:
        return tr("Your hand is empty.")
    count = card_count(len(view.hand))
    return tr("{count}: {cards}.", count=count, cards=commas(floor_name(view, card) for card in view.hand))


def describe_towers(view: View, names: Sequence[str]) -> str:
    """Return for each tower what it would score now, and its floors from the top, with their owners."""
    towers = [_tower(view, plot, names) for plot, tower in enumerate(view.towers) if tower]
    return paragraph(towers) or tr("No towers are standing.")


def describe_table(view: View, names: Sequence[str]) -> str:
    """Return the towers, the piles, the number of cards in the others' hands, and whether this is the last round."""
    hands = [
        tr("{name}: {cards} in hand.", name=tr_label(names[seat]), cards=card_count(view.hand_sizes[seat]))
        for seat in range(len(names))
        if seat != view.seat
    ]
    draw = tr("Draw pile: {cards}.", cards=card_count(view.draw_pile))
    discards = counted_floors(view, view.discards)
    pile = tr("Discards: {cards}.", cards=discards) if discards else tr("No discards.")
    return paragraph([describe_towers(view, names), draw, pile, *hands, *last_round_words(view)])


def _tower(view: View, plot: int, names: Sequence[str]) -> str:
    """Return what a tower would score now, and its floors from the top, with their owners."""
    floors = (_floor(view, plot, level, names) for level in reversed(range(len(view.towers[plot]))))
    points = worth_now(view, plot, names) or tr("nobody scores")
    text = mark("Tower {tower}, {points}, from the top: {floors}.")
    return tr(text, tower=plot + 1, points=points, floors=semicolons(floors))


def _floor(view: View, plot: int, level: int, names: Sequence[str]) -> str:
    storey = view.towers[plot][level]
    owner = tr("vacant") if storey.owner is None else tr_label(names[storey.owner])
    return tr("{floor}, {owner}", floor=floor_name(view, storey.card), owner=owner)


def last_round_words(view: View) -> list[str]:
    return [tr("This is the last round.")] * view.last_round


# -- moments


TALL, MANY = 4, 3
"""A seat is proud of a claim if the tower has at least this many floors, and it owns at least this many of them."""


def moments(event: Event, past: Sequence[Event]) -> list[tuple[Seat, Moment]]:
    match event:
        case FloorScored(_, step) if step.owner is not None:
            lost: list[tuple[Seat, Moment]] = [
                (change.before, "hurt") for change in step.changes if change.before not in (None, step.owner)
            ]
            return [*lost, (step.owner, "attacks")] if lost else []
        case Claimed(seat, plot):
            here = [*takewhile(lambda e: not (isinstance(e, Demolished) and e.plot == plot), reversed(past))]
            floors = sum(isinstance(e, Built) and e.plot == plot for e in here)
            own = 1 + sum(isinstance(e, Claimed) and (e.plot, e.seat) == (plot, seat) for e in here)
            return [(seat, "proud")] if floors >= TALL and own >= MANY else []
    return []


# -- tip of a plan


def draw_plan_tip(stage: Stage, kit: Kit, layout: Layout, selection: Selection, target: Target) -> None:
    """Draw a tooltip on what the chosen card would do at a target, where it covers no other target and no card."""
    floor, others = _plan_place(layout, selection, target), [other for other in selection.targets() if other != target]
    title, line, *_ = selection.preview(target)
    hand = Rect(0, layout.hand_top - 8, kit.width, kit.height)
    clear = [hand, *(_plan_place(layout, selection, other) for other in others)]
    draw_tooltip(stage, kit, floor, title, sentence(line), above=False, right=layout.tips_right, clear=clear)


def _plan_place(layout: Layout, selection: Selection, target: Target) -> Rect:
    """Return the rectangle of the floor to be built or claimed, with the end of a tucked card."""
    level = len(selection.view.towers[target.plot]) if target.level is None else target.level
    floor = layout.floor_rect(target.plot, min(level, selection.view.variant.height - 1))
    floor.w += art.STICKS_OUT + 4
    return floor


# -- tips of cards, piles and seats


def draw_tip(stage: Stage, table: Table, area: HitArea, said: Said) -> None:
    """Draw the tooltip of a card of the hand, a pile or a seat.

    With keys or a gamepad the focus is on a card most of the time. So only cards whose text is cut off have one then.
    """
    kit, layout = table.kit, table.layout
    if area.card is None:
        draw_tooltip(stage, kit, area.rect, said.title, said.line, above=area.seat is None)
    elif table.context.devices.active == "mouse" or art.is_cut(kit, table.view.floor(area.card), layout.card):
        tip = low_tip(kit, layout, area.rect.centerx, len(table.tokens.kept or table.tokens.hand), said)
        _draw_low_tip(stage, kit, tip, said.title)


LOW, LOW_TITLE = 13.5, 14.5
"""Text sizes of the tooltip of a card of the hand."""


class LowTip(NamedTuple):
    """The tooltip of a card of the hand, with the lines of its text to the right of its title."""

    place: Rect
    lines: Sequence[str]
    left: float
    """Distance of the lines from its left edge."""


def low_tip(kit: Kit, layout: Layout, x: float, held: int, said: Said) -> LowTip:
    """Return the tooltip of a card at `x` in a hand of `held` cards: between towers and hand, so it covers no floor."""
    left, room = kit.text_size(said.title, LOW_TITLE, "bold")[0] + 26, layout.tips_right - 8
    widths = ((room - left - 16) * share for share in (0.55, 0.7, 0.85, 1))
    rows = min((kit.wrap(said.line, width, LOW) for width in widths), key=len)
    wide = left + max(kit.text_size(words, LOW)[0] for words in rows) + 16
    high, foot = kit.line(LOW) * len(rows) + 10, layout.hand_place(0, held).y - layout.card[1] / 2 - 6
    edge = max(8.0, min(kit.flip_x(x) - wide / 2, 8 + room - wide))
    return LowTip(kit.flip(Rect(edge, max(layout.ground + 3, foot - high), wide, high)), rows, left)


def _draw_low_tip(stage: Stage, kit: Kit, tip: LowTip, title: str) -> None:
    theme, step, (x, y, wide, high) = kit.theme, kit.line(LOW), tip.place
    stage.blit(kit.plate(wide, high, (*theme.night, 250), theme.brass, 1.2, 8), x, y)
    heading = kit.text(title, LOW_TITLE, "bold", theme.brass)
    stage.blit(heading, x + 14, y + 5 + (step - kit.size_of(heading)[1]) / 2)
    for number, words in enumerate(tip.lines):
        stage.blit(kit.text(words, LOW), x + tip.left, y + 5 + number * step)


def pile_said(view: View, name: str) -> Said:
    if name == "discards":
        return Said(tr("Discards"), counted_floors(view, view.discards) or tr("No card yet."))
    line = tr_count(
        "{number} card. You draw {drawn} a turn, up to {most} in hand.",
        "{number} cards. You draw {drawn} a turn, up to {most} in hand.",
        view.draw_pile,
        drawn=view.variant.drawn,
        most=view.variant.hand,
    )
    return Said(tr("Draw pile"), paragraph([line, *[tr("This is the last round.")] * view.last_round]))


def effects_in_full(floor: Floor, most: int = HAND) -> str:
    """Return everything that a floor does, in sentences; `most` is the hand limit."""
    sentences = [effect_in_full(effect, floor.name, most) for effect in floor.effects]
    if floor.triggers_scoring:
        sentences.append(tr("Claimed or not, it triggers scoring in the turn it's built."))
    return paragraph(sentences) or tr("It does nothing.")


def effect_in_full(effect: Effect, name: str, most: int = HAND) -> str:
    """Return what an effect of the floor of that name does, in a sentence."""
    n = effect.amount
    match effect.verb:
        case EffectVerb.DRAW:
            return tr_count(
                "Its owner draws {number} card, up to {most} in hand.",
                "Its owner draws {number} cards, up to {most} in hand.",
                n,
                most=most,
            )
        case EffectVerb.SCORE:
            return tr("Its owner scores {n}.", n=n)
        case EffectVerb.SCORE_MATCHING:
            text = mark("Its owner scores {n} for each {floor} in the tower, vacant ones too.")
            return tr(text, n=n, floor=tr(name))
        case EffectVerb.SCORE_ABOVE:
            return tr("Its owner scores {n} for each floor above it.", n=n)
        case EffectVerb.SCORE_BELOW:
            return tr("Its owner scores {n} for each floor below it.", n=n)
        case EffectVerb.SCORE_OWN:
            return tr("Its owner scores {n} for each floor they own in the tower.", n=n)
        case EffectVerb.SCORE_VACANT:
            return tr("Its owner scores {n} for each vacant floor in the tower.", n=n)
        case EffectVerb.SCORE_KINDS:
            return tr("Its owner scores {n} for each different floor in the tower, vacant ones too.", n=n)
        case EffectVerb.SCORE_TUCKS:
            text = mark("If it's owned, everyone scores {n} for each card they tucked in the tower.")
            return tr(text, n=n)
        case EffectVerb.TAKE_BELOW:
            return tr_count(
                "The owner now also owns the floor directly below, vacant or not.",
                "The owner now also owns the {number} floors directly below, vacant or not.",
                n,
            )
    return tr_count(
        "If owned, it makes the floor directly below vacant.",
        "If owned, it makes the {number} floors directly below vacant.",
        n,
    )


# -- tucked cards


def peeked(view: View, plot: int, level: int) -> CardId | None:
    """Return the card tucked under a floor if it is the viewer's own, else None."""
    storey = view.towers[plot][level]
    is_own = storey.owner is not None and storey.owner == view.seat
    return storey.tuck if is_own and storey.tuck != HIDDEN else None


# -- towers and floors


def tower_said(view: View, plot: int, names: Sequence[str]) -> Said:
    """Return the words about a tower as a place to build on: its height, and what it would score now."""
    label, height = tr("Tower {tower}", tower=plot + 1), len(view.towers[plot])
    if not height:
        return Said(label=label, value=tr("free plot"))
    points = worth_now(view, plot, names) or tr("nobody scores")
    about = tr("It's scored at the end of this turn.") if view.is_due(plot) else ""
    worth = tr("Scored as it stands: {points}.", points=points)
    floors = tr_context("floors", "{number} of {total}", number=height, total=view.variant.height)
    return Said(line=paragraph([worth, about]), label=label, value=f"{floors}, {points}")


def floor_said(view: View, plot: int, level: int, names: Sequence[str], plays: Collection[LastPlay] = ()) -> Said:
    """Return the words about a floor: its owner, what is tucked there, its effect, and what it would do now.

    `plays` has the last turns of the others.
    """
    card = view.towers[plot][level].card
    label = tr("{floor}, floor {level}", floor=floor_name(view, card), level=level + 1)
    owner = view.towers[plot][level].owner
    news = [tr("{sentence}.", sentence=sentence(clause)) for clause in _news(plot, level, names, plays)]
    if (tucked := peeked(view, plot, level)) is not None:
        news.append(tr("{floor} is tucked under it.", floor=floor_name(view, tucked)))
    effects, deed = tr("Effect: {effects}.", effects=floor_words(view.floor(card))), _deed(view, plot, level, names)
    worth = [tr("Scored as it stands: {points}.", points=deed)] if deed else []
    state = tr("vacant") if owner is None else tr_label(names[owner])
    return Said(line=paragraph([*news, effects, *worth]), label=label, value=state)


def _deed(view: View, plot: int, level: int, names: Sequence[str]) -> str:
    """Return in words what a floor would do if its tower were scored now; "" if it is vacant and stays vacant."""
    before = view.towers[plot][level].owner
    summary = next(row for row in summarize_floors(preview(view, plot).steps) if row.level == level)
    if summary.owner is None:
        return "" if before is None else tr("vacant")
    deed, owner = deed_words(summary, names), summary.owner
    return deed if owner == before else tr("{name}: {points}", name=tr_label(names[owner]), points=deed)


def _news(plot: int, level: int, names: Sequence[str], plays: Collection[LastPlay]) -> list[str]:
    """Return in words the marks on a floor: what the others did there in their last turns."""
    here = [play for play in plays if (play.plot, play.level) == (plot, level)]
    built = [tr("just built by {name}", name=tr_label(names[play.seat])) for play in here if not play.is_claim]
    return [*built, *(tr("just claimed") for play in here if play.is_claim)]


# -- tip of what a tower would score


def draw_account_tip(stage: Stage, kit: Kit, layout: Layout, signs: SeatSigns, plot: int) -> None:
    """Draw beside a tower what each of its floors would do if it were scored now, and the total."""
    account = preview(signs.view, plot)
    rows = summarize_floors(account.steps)
    names = [f"{row.level + 1}  {tr(row.floor)}" for row in rows]
    left = max(kit.text_size(name, 14, "bold")[0] for name in names) + 16
    inks = [kit.theme.mist if row.owner is None else kit.theme.paper for row in rows]
    room = 300 * kit.text_scale
    cells = [lines(kit, signs.parts(row.parts), 14, ink, room) for row, ink in zip(rows, inks)]
    title = tr("Tower {tower}, if it were scored now", tower=plot + 1)
    totals = signs.parts((seat, f"{signs.name(seat)} {n}") for seat, n in owner_points(account.points))
    total = lines(kit, totals or ((None, tr("Nobody scores.")),), 15, kit.theme.paper, face="bold")
    inner = max(
        left + max(kit.size_of(cell)[0] for cell in cells), kit.size_of(total)[0], kit.text_size(title, 15, "bold")[0]
    )
    step = line_height(kit, 14) + 2
    heights = [max(step, kit.size_of(cell)[1] + 2) for cell in cells]
    wide, high = inner + 32, sum(heights) + 2 * step + 36
    x, y = beside_tower(kit, layout, layout.column(plot, len(signs.view.towers[plot])), wide, high)
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


def beside_tower(kit: Kit, layout: Layout, column: Rect, width: float, height: float) -> tuple[float, float]:
    """Return the upper left corner of a plate beside a tower, below the bar at the top and clear of the seats."""
    tower = kit.flip(Rect(column.x, column.y, column.w + art.STICKS_OUT, column.h))
    x, left = tower.right + 12, tower.x - 14 - width
    if x + width > layout.tips_right:
        x = left if left >= 8 else min(x, kit.width - 8 - width)
    return kit.flip(Rect(x, max(70.0, min(column.y, layout.ground - height)), width, height)).topleft
