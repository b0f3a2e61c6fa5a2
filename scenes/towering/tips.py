"""What the table of Towering explains: beforehand what a play would do, and whatever is pointed at."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.engine import Seat
from game.text import counted, signed
from game.towering.cards import COLOUR_NAMES, Colour, card_words
from game.towering.rules import PATIENCE
from game.towering.scoring import BONUS, BONUS_CARDS
from game.towering.state import View
from scenes.kit.plates import draw_tooltip
from scenes.kit.stage import Stage
from scenes.match.cards.hit_area import HitArea
from scenes.towering.animator import Animator
from scenes.towering.drawing.fan import draw_fan
from scenes.towering.drawing.table import target_rect
from scenes.towering.selection import SITE_NAMES, Selection, Target, Zone, pile_line

STREAK = 20
"""From so many draws in a row from the discards, the end for want of draws is spoken of (T6)."""


def draw_tips(
    stage: Stage,
    animator: Animator,
    selection: Selection | None,
    area: HitArea | None,
    explain: Callable[[HitArea], tuple[str, str]],
) -> None:
    """Explain what is pointed at; else what the main button would do with a chosen card."""
    kit, layout = animator.kit, animator.layout
    if area and area.target and area.target.zone is Zone.RIVER:
        _tip_of_river(stage, animator, selection, area.target.colour)
    elif animator.motion.busy:
        return
    elif selection and area and area.target and (selection.card is not None or _is_to_draw(selection, area.target)):
        _tip_of_choice(stage, animator, selection, area.target)
    elif selection and selection.card is not None and selection.aim and (area is None or area.card is not None):
        _tip_of_choice(stage, animator, selection, selection.aim)
    elif area and (words := explain(area))[0]:
        above = not (area.target and area.target.zone is Zone.SITE)
        draw_tooltip(stage, kit, area.rect, *words, above=above, right=layout.right + 8)


def _is_to_draw(selection: Selection, target: Target) -> bool:
    """Tell whether a card is to be drawn, and here it might be; a card just built leaves the pointer at its site."""
    return selection.draws and target.zone is not Zone.SITE


def _tip_of_choice(stage: Stage, animator: Animator, selection: Selection, target: Target) -> None:
    """Say what would be done at a place: beside a site, so that its discards above it stay in sight."""
    layout = animator.layout
    rect, above = target_rect(layout, animator.view, target), target.zone is not Zone.SITE
    draw_tooltip(stage, animator.kit, rect, *selection.preview(target), above=above, right=layout.right + 8)


def _tip_of_river(stage: Stage, animator: Animator, selection: Selection | None, colour: Colour) -> None:
    target, cards = Target(Zone.RIVER, colour), animator.view.discards[colour]
    title, line = "", ""
    if selection and (selection.draws or selection.card is not None):
        title, line = selection.preview(target)
    elif not cards:
        title, line = f"{SITE_NAMES[colour].capitalize()}: no {COLOUR_NAMES[colour]} discards", ""
    draw_fan(stage, animator.kit, animator.layout, colour, cards, title, line)


def explain(view: View, names: Sequence[str], area: HitArea) -> tuple[str, str]:
    """Return a title and a line about a pile, the scores or a tower."""
    if area.name == "pile":
        return "Draw pile", f"{pile_line(view.draw_pile)}. {_materials(view)}{_called_soon(view)}"
    if area.name == "scores":
        return (
            "Scores",
            "Before this round, the towers as they stand now, and the sum. Press for every tower of every round.",
        )
    if area.seat is not None:
        return _tower(view, names[area.seat], area.seat, int(area.name.split()[1]))
    return "", ""


def _materials(view: View) -> str:
    count = view.variant.materials[view.round]
    if not count:
        return "This round has no materials."
    return f"This round has {counted(count, 'material')} of each colour."


def _called_soon(view: View) -> str:
    if view.streak < STREAK:
        return ""
    return f" {PATIENCE - view.streak} more draws in a row from the discards, and the round is called."


def hand_words(view: View, seat: Seat) -> str:
    """Return how many cards a seat holds, and which of them everybody knows."""
    line, known = f"{counted(view.hand_sizes[seat], 'card')} in hand", view.known[seat]
    if known:
        names = ", ".join(map(card_words, known))
        line += f"; taken from the discards, for all to see: {names}"
    return line


def _tower(view: View, name: str, seat: Seat, colour: Colour) -> tuple[str, str]:
    """Return a tower's account in words."""
    score = view.score(seat, colour)
    if not score.cards:
        return f"{name}: {SITE_NAMES[colour]}", f"No {COLOUR_NAMES[colour]} tower, so no cost: 0 points"
    title = f"{name}: {COLOUR_NAMES[colour]} tower, {counted(score.cards, 'card')}"
    line = f"{score.sum} for its floors, less {score.cost}: {signed(score.value)}"
    if score.materials:
        line += f"; × {score.multiplier} for {counted(score.materials, 'material')}: {signed(score.product)}"
    if score.bonus:
        return title, f"{line}; {BONUS} more for {score.cards} cards: {signed(score.total)}"
    missing = BONUS_CARDS - score.cards
    if missing <= 3:
        line += f". {counted(missing, 'more card')} would bring {BONUS} extra"
    return title, line
