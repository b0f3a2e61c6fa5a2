"""What the table of Towering explains: beforehand what a play would do, and whatever is pointed at."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from topping_out.game.engine import Seat
from topping_out.game.language import tr, tr_count, tr_label
from topping_out.game.text import paragraph, signed
from topping_out.game.towering.cards import Colour
from topping_out.game.towering.core.sets import BONUS, BONUS_CARDS
from topping_out.game.towering.scoring import TowerScore
from topping_out.game.towering.state import View
from topping_out.scenes.kit.plates import draw_tooltip
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.match.cards.hit_area import HitArea
from topping_out.scenes.towering import by_colour
from topping_out.scenes.towering.animator import Animator
from topping_out.scenes.towering.drawing.fan import draw_fan
from topping_out.scenes.towering.drawing.table import target_rect
from topping_out.scenes.towering.selection import Selection, Target, Zone, pile_line
from topping_out.scenes.towering.words import card_count, material_count, site_name

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
    elif selection and area and area.target and selection.may_choose(area.target):
        _tip_of_choice(stage, animator, selection, area.target)
    elif selection and selection.card is not None and selection.aim and not (area and area.target):
        _tip_of_choice(stage, animator, selection, selection.aim)
    elif area and (words := explain(area))[0]:
        above = not (area.target and area.target.zone is Zone.SITE)
        draw_tooltip(stage, kit, area.rect, *words, above=above, right=layout.right + 8)


def _tip_of_choice(stage: Stage, animator: Animator, selection: Selection, target: Target) -> None:
    """Say what would be done at a place: beside a site, so that its discards stay in sight, not over the scores."""
    layout, words, above = animator.layout, selection.preview(target), target.zone is not Zone.SITE
    beside = target_rect(layout, animator.view, target)
    draw_tooltip(stage, animator.kit, beside, *words, above=above, left=layout.tips_left, right=layout.right + 8)


def _tip_of_river(stage: Stage, animator: Animator, selection: Selection | None, colour: Colour) -> None:
    target, cards = Target(Zone.RIVER, colour), animator.view.discards[colour]
    title, line = "", ""
    if selection and selection.may_choose(target):
        title, line = selection.preview(target)
    elif not cards:
        title = tr(by_colour.NO_DISCARDS[colour], site=site_name(colour).capitalize())
    draw_fan(stage, animator.kit, animator.layout, colour, cards, title, line)


def explain(view: View, names: Sequence[str], area: HitArea) -> tuple[str, str]:
    """Return a title and a line about a pile, the scores or a tower."""
    if area.name == "pile":
        return tr("Draw pile"), _pile_words(view)
    if area.name == "scores":
        return (
            tr("Scores"),
            tr("Earlier rounds, this round as the towers stand, and the total. Press for every tower of every round."),
        )
    if area.seat is not None:
        return _tower(view, tr_label(names[area.seat]), area.seat, int(area.name.split()[1]))
    return "", ""


def _pile_words(view: View) -> str:
    sentences = tr("{sentence}.", sentence=pile_line(view.draw_pile)), _materials(view), _called_soon(view)
    return paragraph(sentences)


def _materials(view: View) -> str:
    count = view.materials
    if not count:
        return tr("This round has no materials.")
    return tr_count(
        "This round has {number} material of each colour.", "This round has {number} materials of each colour.", count
    )


def _called_soon(view: View) -> str:
    if view.streak < STREAK:
        return ""
    return tr_count(
        "{number} more draw in a row from the discards, and the round is called.",
        "{number} more draws in a row from the discards, and the round is called.",
        view.patience_left,
    )


def _tower(view: View, name: str, seat: Seat, colour: Colour) -> tuple[str, str]:
    """Return a tower's account in words."""
    score = view.score(seat, colour)
    if not score.cards:
        return tr("{name}: {site}", name=name, site=site_name(colour)), tr(by_colour.NO_COST[colour])
    title = tr(by_colour.TOWER[colour], name=name, cards=card_count(score.cards))
    return title, _account(score)


def _account(score: TowerScore) -> str:
    """Return how a tower's worth comes about."""
    line = tr("{sum} for its floors, less {cost}: {points}", sum=score.sum, cost=score.cost, points=signed(score.value))
    if score.materials:
        line = tr(
            "{line}; × {multiplier} for {materials}: {points}",
            line=line,
            multiplier=score.multiplier,
            materials=material_count(score.materials),
            points=signed(score.product),
        )
    if score.bonus:
        total = signed(score.total)
        return tr(
            "{line}; {bonus} more for {cards} cards: {points}", line=line, bonus=BONUS, cards=score.cards, points=total
        )
    missing = BONUS_CARDS - score.cards
    if missing > 3:
        return line
    return tr_count(
        "{line}. {number} more card would bring {bonus} extra",
        "{line}. {number} more cards would bring {bonus} extra",
        missing,
        line=line,
        bonus=BONUS,
    )
