"""What the table of Towering explains: beforehand what a play would do, and whatever is pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine import Seat
from game.towering.cards import COLOUR_NAMES, Colour, card_words
from game.towering.rules import PATIENCE
from game.towering.scoring import BONUS, BONUS_CARDS
from scenes.kit.pieces import draw_tip
from scenes.kit.stage import Stage
from scenes.match.cards.board import HitArea
from scenes.towering import drawing
from scenes.towering.fan import draw_fan
from scenes.towering.selection import SITE_NAMES, Selection, Target, Zone, pile_line, signed

if TYPE_CHECKING:
    from scenes.towering.board import ToweringBoard

WEARY = 20
"""From so many draws in a row from the discards, the end for want of draws is spoken of (T6)."""


def draw_tips(stage: Stage, board: ToweringBoard, area: HitArea | None) -> None:
    """Explain what is pointed at; else what the main button would do with a chosen card."""
    selection = board.selection
    if area and area.target and area.target.zone is Zone.RIVER:
        _tip_of_river(stage, board, area.target.colour)
    elif board.motion.busy:
        return
    elif selection and area and area.target and (selection.card is not None or _is_to_draw(selection, area.target)):
        _tip_of_choice(stage, board, area.target)
    elif selection and selection.card is not None and selection.aim and (area is None or area.card is not None):
        _tip_of_choice(stage, board, selection.aim)
    elif area and (words := explain(board, area))[0]:
        above = not (area.target and area.target.zone is Zone.SITE)
        draw_tip(stage, board.kit, area.rect, *words, above=above, right=board.layout.right + 8)


def _is_to_draw(selection: Selection, target: Target) -> bool:
    """Tell whether a card is to be drawn, and here it might be; a card just built leaves the pointer at its site."""
    return selection.draws and target.zone is not Zone.SITE


def _tip_of_choice(stage: Stage, board: ToweringBoard, target: Target) -> None:
    """Say what would be done at a place: beside a site, so that its discards above it stay in sight."""
    assert board.selection
    rect = drawing.target_rect(board, target)
    above = target.zone is not Zone.SITE
    draw_tip(stage, board.kit, rect, *board.selection.preview(target), above=above, right=board.layout.right + 8)


def _tip_of_river(stage: Stage, board: ToweringBoard, colour: Colour) -> None:
    selection, target = board.selection, next(t for t in board.river_targets if t.colour == colour)
    title, line = "", ""
    if selection and (selection.draws or selection.card is not None):
        title, line = selection.preview(target)
    elif not board.view.discards[colour]:
        title, line = f"{SITE_NAMES[colour].capitalize()}: no {COLOUR_NAMES[colour]} discards", ""
    draw_fan(stage, board, colour, title, line)


def explain(board: ToweringBoard, area: HitArea) -> tuple[str, str]:
    """Return a title and a line about a thing on the table."""
    if area.name == "pile":
        return "Draw pile", f"{pile_line(board.view.draw_pile)}. {_materials(board)}{_weariness(board)}"
    if area.name == "scores":
        return (
            "Scores",
            "Before this round, the towers as they stand now, and the sum. Press for every tower of every round.",
        )
    if area.name.endswith("plate") and area.seat is not None:
        return board.name(area.seat), " ".join(filter(None, (board.motto(area.seat), _known(board, area.seat))))
    if area.seat is not None:
        return _tower(board, area.seat, int(area.name.split()[1]))
    return "", ""


def _materials(board: ToweringBoard) -> str:
    count = board.view.variant.materials[board.view.round]
    if not count:
        return "This round has no materials."
    return f"This round has {count} material{'s' * (count > 1)} of each colour."


def _weariness(board: ToweringBoard) -> str:
    streak = board.view.streak
    if streak < WEARY:
        return ""
    return f" {PATIENCE - streak} more draws in a row from the discards, and the round is called."


def _known(board: ToweringBoard, seat: Seat) -> str:
    cards = board.view.hand_sizes[seat]
    line = f"{cards} card{'s' * (cards != 1)} in hand"
    known = board.view.known[seat]
    if known:
        names = ", ".join(map(card_words, known))
        line += f"; taken from the discards, for all to see: {names}"
    return line


def _tower(board: ToweringBoard, seat: Seat, colour: Colour) -> tuple[str, str]:
    """Return a tower's account in words."""
    score, where = board.view.score(seat, colour), SITE_NAMES[colour]
    if not score.cards:
        return f"{board.name(seat)}: {where}", f"No {COLOUR_NAMES[colour]} tower, so no cost: 0 points"
    title = f"{board.name(seat)}: {COLOUR_NAMES[colour]} tower, {score.cards} card{'s' * (score.cards > 1)}"
    line = f"{score.sum} for its floors, less {score.cost}: {signed(score.value)}"
    if score.materials:
        laid = f"{score.materials} material{'s' * (score.materials > 1)}"
        line += f"; × {score.multiplier} for {laid}: {signed(score.product)}"
    if score.bonus:
        return title, f"{line}; {BONUS} more for {score.cards} cards: {signed(score.total)}"
    missing = BONUS_CARDS - score.cards
    if missing <= 3:
        line += f". {missing} more card{'s' * (missing > 1)} would bring {BONUS} extra"
    return title, line
