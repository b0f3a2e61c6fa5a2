"""How players choose an action at the table of Towering, and what the choice would do."""

from __future__ import annotations

from typing import Literal, NamedTuple

from topping_out.game.engine import why_not
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.text import listed, sentence, signed
from topping_out.game.towering.actions import (
    Action,
    Build,
    CardId,
    Colour,
    Discard,
    Draw,
    card_words,
    colour_of,
    kind_of,
    without,
)
from topping_out.game.towering.events import RoundEnded
from topping_out.game.towering.rules import GAME
from topping_out.game.towering.state import View
from topping_out.game.towering.words import why_not_build

from ..match.table.selection import Aim, Preview, Selection, Way, tried
from . import words
from .words import short_name, the_card


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
            return tr("Build {card}", card=card_words(card))
        case Discard(card):
            return tr("Discard {card}", card=card_words(card))
        case Draw(None):
            return tr("Draw a card")
        case Draw(int(colour)):
            return tr("Take {card}", card=card_words(selection.view.discards[colour][-1]))
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
            return Preview(tr("Build {card}", card=the_card(card)), _gain(selection, action), tr("onto your tower"))
        case Discard(card):
            line = _rival_on(selection, card)
            return Preview(tr("Discard {card}", card=the_card(card)), line, tr("to the discards"))
        case Draw(int(colour)):
            card = selection.view.discards[colour][-1]
            line = _use_of(selection, card)
            if tried(GAME, selection.view, action).first(RoundEnded):
                line = tr("{line}. Taking it ends the round at once", line=line)
            return Preview(tr("Take {card}", card=the_card(card)), line)
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
    if left == 1:
        return tr("It is the last card: taking it ends the round at once")
    return tr_count(
        "{number} card is left; the round ends with the last one",
        "{number} cards are left; the round ends with the last one",
        left,
    )
