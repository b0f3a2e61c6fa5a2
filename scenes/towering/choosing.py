"""What players can choose at the table of Towering, what that would do, and the descriptions of things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from topping_out.game.engine import Seat, why_not
from topping_out.game.language import mark, tr, tr_count, tr_label, tr_player
from topping_out.game.text import commas, full_stop, listed, paragraph, semicolons, sentence, signed, with_minus
from topping_out.game.towering.actions import (
    Action,
    Build,
    CardId,
    Colour,
    Discard,
    Draw,
    colour_name,
    colour_of,
    kind_of,
    without,
)
from topping_out.game.towering.core import BONUS, BONUS_CARDS
from topping_out.game.towering.rules import GAME
from topping_out.game.towering.state import RoundEnded, TowerScore, View
from topping_out.game.towering.words import card_moved, why_not_build

from ..accessibility.semantics import Role
from ..match.table.game import Said
from ..match.table.selection import Aim, Preview, Selection, Way, tried
from . import words
from .words import (
    card_count,
    material_count,
    points_words,
    short_name,
    short_names,
    site_and_letter,
    site_name,
    the_card,
)

# -- choosing


class Target(NamedTuple):
    """A place where a card can go or come from: an own site, a discard pile, or the draw pile."""

    kind: Literal["site", "river", "pile"]
    colour: Colour = -1


PILE = Target("pile")


def way(action: Action) -> Way:
    match action:
        case Build(card):
            return Way((card,), Target("site", colour_of(card)))
        case Discard(card):
            return Way((card,), Target("river", colour_of(card)))
        case Draw(colour):
            return Way((), PILE if colour is None else Target("river", colour))


def first_aim(selection: Selection) -> Aim:
    """Return the tower of the card, or its discard pile if it cannot be built.

    If building it would shut out other cards of the hand, the player must decide.
    """
    target: Target | None = next(iter(selection.targets()), None)
    lost = _shut_out(selection, selection.cards[0]) if target and target.kind == "site" else []
    if not lost:
        return Aim(target)
    text = mark("Build {card} or discard it? Once it's built, your {cards} won't fit.")
    return Aim(caution=tr(text, card=the_card(selection.cards[0]), cards=listed(lost)))


def label(selection: Selection) -> str:
    match selection.action:
        case Build(card):
            return tr("Build {card}", card=card_moved(card))
        case Discard(card):
            return tr("Discard {card}", card=card_moved(card))
        case Draw(None):
            return tr("Draw a card")
        case Draw(int(colour)):
            return tr("Take {card}", card=card_moved(selection.view.discards[colour][-1]))
    return tr("Build or discard?") if selection.cards else tr("Choose a card")


def refusal(selection: Selection, target: Target | None) -> str:
    """Return why nothing can be done at a target or, if it is None, with a card of the hand."""
    view = selection.view
    if not selection.needs_cards:
        if target is None or target.kind == "site":
            return why_not(GAME, view, Build(kind_of(view.hand[0])))
        return why_not(GAME, view, Draw(None if target == PILE else target.colour))
    if target == PILE:
        return why_not(GAME, view, Draw(None))
    if target is None or selection.card is None:
        return tr("Choose a card in your hand first.")
    if target.colour != colour_of(selection.card):
        texts = words.ONLY_TO_TOWER if target.kind == "site" else words.ONLY_TO_DISCARDS
        return tr(texts[colour_of(selection.card)], card=sentence(the_card(selection.card)))
    return why_not(GAME, view, Build(kind_of(selection.card)))


def preview(selection: Selection, target: Target) -> Preview:
    match action := selection.action_at(target):
        case Build(card):
            return Preview(tr("Build {card}", card=card_moved(card)), _gain(selection, action), tr("onto your tower"))
        case Discard(card):
            line = _rival_on(selection, card)
            return Preview(tr("Discard {card}", card=card_moved(card)), line, tr("to the discards"))
        case Draw(int(colour)):
            card = selection.view.discards[colour][-1]
            line = _use_of(selection, card)
            if tried(GAME, selection.view, action).first(RoundEnded):
                line = tr("{line}. Taking it ends the round at once", line=line)
            return Preview(tr("Take {card}", card=card_moved(card)), line)
    return Preview(tr("Draw a card"), pile_line(selection.view.draw_pile))


def _gain(selection: Selection, build: Build) -> str:
    card = build.card
    then: View = tried(GAME, selection.view, build).after
    before, after = (view.score(selection.seat, colour_of(card)) for view in (selection.view, then))
    line = f"{after.text} = {signed(after.product)}"
    if after.bonus:
        text = mark("{line}, and {bonus} for {cards} cards: {points}")
        line = tr(text, line=line, bonus=after.bonus, cards=after.cards, points=signed(after.total))
    if before.cards:
        line = tr("{line} (now {points})", line=line, points=signed(before.total))
    if shut := _shut_out(selection, card):
        return tr("{line}. After this, your {cards} won't fit", line=line, cards=listed(shut))
    return line


def _shut_out(selection: Selection, card: CardId) -> list[str]:
    """Return the cards of the hand that could not be built any more after building `card`."""
    tower = [*selection.view.towers[selection.seat][colour_of(card)], card]
    before = tower[:-1]
    lost = [c for c in without(bytes(selection.view.hand), [kind_of(card)]) if colour_of(c) == colour_of(card)]
    lost = [c for c in lost if why_not_build(tower, c) and not why_not_build(before, c)]
    return list(dict.fromkeys(map(short_name, lost)))


def _rival_on(selection: Selection, card: CardId) -> str:
    rival, tower = selection.names[1 - selection.seat], selection.view.towers[1 - selection.seat][colour_of(card)]
    if not tower:
        return tr(words.NO_TOWER_OF_RIVAL[colour_of(card)], name=rival)
    if why_not_build(tower, card):
        return tr("{name}'s tower can't use it", name=rival)
    return tr("{name}'s tower could use it", name=rival)


def _use_of(selection: Selection, card: CardId) -> str:
    tower = selection.view.towers[selection.seat][colour_of(card)]
    if not tower:
        return tr(words.NO_TOWER_OF_YOURS[colour_of(card)])
    return tr("Your tower can't use it") if why_not_build(tower, card) else tr("Your tower could use it")


def pile_line(left: int) -> str:
    """Return the line about a draw pile with `left` cards."""
    if not left:
        return tr("It's empty, so the round is over")
    if left == 1:
        return tr("It's the last card, and taking it ends the round at once")
    return tr_count(
        "{number} card is left; the round ends with the last one",
        "{number} cards are left; the round ends with the last one",
        left,
    )


# -- said


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
    cards = tr("{colour}, from the ground up: {cards}.", colour=name, cards=short_names(tower))
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
        "{number} more draw in a row from the discards ends the round.",
        "{number} more draws in a row from the discards end the round.",
        view.patience_left,
    )


def _account(score: TowerScore) -> str:
    """Return the sum behind a tower's worth in words."""
    line = tr(
        "{sum} for its building cards, less {cost}: {points}",
        sum=score.sum,
        cost=score.cost,
        points=signed(score.value),
    )
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
        "{line}. {number} more card would score {bonus} extra",
        "{line}. {number} more cards would score {bonus} extra",
        missing,
        line=line,
        bonus=BONUS,
    )
