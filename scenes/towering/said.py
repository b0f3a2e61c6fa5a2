"""Descriptions of the things on Towering's table, for tooltips and screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr, tr_count, tr_label, tr_player
from topping_out.game.text import commas, full_stop, paragraph, semicolons, sentence, signed, with_minus
from topping_out.game.towering.actions import Colour, colour_name
from topping_out.game.towering.core import BONUS, BONUS_CARDS
from topping_out.game.towering.events import TowerScore
from topping_out.game.towering.state import View

from ..accessibility.semantics import Role
from ..match.table.game import Said
from ..match.table.selection import Selection
from . import words
from .choosing import Target, pile_line
from .words import card_count, material_count, points_words, short_names, site_and_letter, site_name

MIN_STREAK_MENTIONED = 20
"""The end of the round by draws from the discards only (T6) is mentioned from this many such draws in a row."""


def tip_of_river(selection: Selection | None, view: View, target: Target) -> tuple[str, str]:
    """Return title and line over a fanned discard pile: what choosing it would do, or that it is empty."""
    if selection and selection.chooses:
        return selection.preview(target)[:2]
    if not view.discards[target.colour]:
        return tr(words.NO_DISCARDS[target.colour], site=site_name(target.colour).capitalize()), ""
    return "", ""


def scores_said(view: View, names: Sequence[str]) -> Said:
    """Return the description of the scores' plate."""
    line = tr("Earlier rounds, this round as the towers stand, and the total. Press for every tower of every round.")
    seats = range(len(names))
    totals = commas(tr("{name} {points}", name=tr_label(names[s]), points=with_minus(view.total(s))) for s in seats)
    points = full_stop(semicolons(points_words(view, seat, names) for seat in seats))
    return Said(tr("Scores"), line, value=totals, about=paragraph([points, line]), role=Role.BUTTON)


def draw_pile_said(view: View) -> Said:
    return Said(tr("Draw pile"), _pile_words(view))


def river_said(view: View, colour: Colour) -> Said:
    """Return the description of a discard pile, with all its cards if there are several."""
    pile, top = view.discards[colour], short_names(view.discards[colour][-1:])
    value = tr_count("{number} discard: {top}", "{number} discards, {top} on top", len(pile), top=top)
    cards = tr("From the top: {cards}.", cards=short_names(pile[::-1])) if len(pile) > 1 else ""
    return Said(label=site_and_letter(colour), value=value if pile else tr("no discards"), more=cards)


def site_said(view: View, names: Sequence[str], seat: Seat, colour: Colour, owner: str) -> Said:
    """Return the description of a site: its owner, its tower's worth with the sum behind it, and its cards."""
    score, tower = view.score(seat, colour), view.towers[seat][colour]
    label = tr_player(owner, mark("Your {site}"), mark("{name}'s {site}"), site=site_and_letter(colour))
    name = tr_label(names[seat])
    if not tower:
        return Said(tr("{name}: {site}", name=name, site=site_name(colour)), tr(words.NO_COST[colour]), label)
    title, name = tr(words.TOWER[colour], name=name, cards=card_count(score.cards)), sentence(colour_name(colour))
    cards = tr("{colour}, from the ground: {cards}.", colour=name, cards=short_names(tower))
    return Said(title, _account(score), label, signed(score.total), more=cards)


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
    if view.streak < MIN_STREAK_MENTIONED:
        return ""
    return tr_count(
        "{number} more draw in a row from the discards, and the round is called.",
        "{number} more draws in a row from the discards, and the round is called.",
        view.patience_left,
    )


def _account(score: TowerScore) -> str:
    """Return the sum behind a tower's worth in words."""
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
