"""Why an action is good, in words that fit the position."""

from __future__ import annotations

from collections.abc import Iterable

from game.language import mark, tr, tr_count
from game.text import listed, sentence, with_minus
from game.towering.actions import Action, Build, Discard, Draw
from game.towering.bots.deals import unseen
from game.towering.cards import (
    HIGHEST,
    LOWEST,
    NUMBER_OF,
    CardId,
    Colour,
    colour_of,
    make_card,
    number_of,
)
from game.towering.scoring import BONUS, BONUS_CARDS, COST, score_tower
from game.towering.state import View
from game.towering.words import one_card

LATE = 6
"""With at most so many cards left to draw, a hint mentions the end of the round."""
CLEAR = 1.0
"""From so many points on, a difference between two actions is mentioned."""


def explain(view: View, action: Action) -> str:
    """Return a few short sentences on what the action is good for, from its seat's point of view."""
    position = Position(view)
    match action:
        case Build(card):
            reasons = _floor(position, card) if number_of(card) else _material(position, card)
            return " ".join(filter(None, (*reasons, _hurry(view))))
        case Discard(card):
            return " ".join(_discard(position, card))
        case Draw(colour):
            return _from_pile(position) if colour is None else _from_discards(position, view.discards[colour][-1])


def explain_choice(view: View, action: Action, other: Action, gain: float) -> str:
    """Return why the action, and what it gains over the other, which would have been the next best."""
    reason, name = explain(view, action), _named(view, other)
    if gain < CLEAR:
        more = tr("{action} would be nearly as good.", action=name)
    else:
        # Translators: {action} is such as "building the red 7".
        more = tr_count(
            "In trial games it brings about {number} point more than {action}.",
            "In trial games it brings about {number} points more than {action}.",
            round(gain), action=name,
        )  # fmt: skip
    return f"{reason} {sentence(more)}"


def _named(view: View, action: Action) -> str:
    match action:
        case Build(card):
            return tr("building {card}", card=one_card(card))
        case Discard(card):
            return tr("discarding {card}", card=one_card(card))
        case Draw(colour):
            if colour is None:
                return tr("drawing from the pile")
            return tr("taking {card}", card=one_card(view.discards[colour][-1]))


class Position:
    """A view with what the sentences need at hand."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.towers, self.rival = view.towers[view.seat], view.towers[1 - view.seat]
        self.tops = [pile[-1] for pile in view.discards if pile]
        self.to_come = {*unseen(view), *self.tops}

    def held(self, colour: Colour) -> list[int]:
        """Return the numbers of that colour in hand, ascending."""
        return [NUMBER_OF[card] for card in self.view.hand if colour_of(card) == colour and NUMBER_OF[card]]

    def fits(self, card: CardId) -> bool:
        """Tell whether a tower of the seat's, begun already, can take the card."""
        return _takes(self.towers[colour_of(card)], card)

    def fits_rival(self, card: CardId) -> bool:
        return _takes(self.rival[colour_of(card)], card)


def _takes(tower: tuple[CardId, ...], card: CardId) -> bool:
    top = _highest(tower)
    return bool(tower) and (not top or number_of(card) > top)


def _highest(tower: tuple[CardId, ...]) -> int:
    """Return the number that the next floor must exceed; 0 while materials may still be laid."""
    return max(map(number_of, tower), default=0)


# -- building


def _material(position: Position, card: CardId) -> tuple[str, ...]:
    colour = colour_of(card)
    score, held = score_tower((*position.towers[colour], card)), position.held(colour)
    counts = tr("{tower} will count ×{multiplier}, gain or loss.", tower=_yours(colour), multiplier=score.multiplier)
    hand = tr("You hold {numbers} for it.", numbers=_numbers(held)) if held else tr("Its floors are still to come.")
    return sentence(counts), hand


def _floor(position: Position, card: CardId) -> tuple[str, ...]:
    colour = colour_of(card)
    tower = position.towers[colour]
    before, after = score_tower(tower), score_tower((*tower, card))
    door = _door(position, card)
    if not before.sum:
        return _opening(position, card), door
    name, points = _yours(colour), with_minus(after.product)
    if after.value < 0:
        text = tr("{tower} still needs {missing} more to pay for itself.", tower=name, missing=-after.value)
    elif before.value < 0:
        text = tr("Now {tower} pays for itself.", tower=name)
    else:
        text = tr("{tower} rises to {sum}, a worth of {points}.", tower=name, sum=after.text, points=points)
    return sentence(text), door, _bonus(after.cards, number_of(card))


def _opening(position: Position, card: CardId) -> str:
    colour, number = colour_of(card), number_of(card)
    rest = [held for held in position.held(colour) if held > number]
    if not rest:
        return tr("This begins {tower}, {missing} short of its cost.", tower=_yours(colour), missing=COST - number)
    return tr(
        "This begins {tower}: with {numbers} in your hand it comes to {total}, against a cost of {cost}.",
        tower=_yours(colour), numbers=_numbers(rest), total=number + sum(rest), cost=COST,
    )  # fmt: skip


def _door(position: Position, card: CardId) -> str:
    """Return which lower floors can no longer be built."""
    colour, number = colour_of(card), number_of(card)
    skipped = range(max(LOWEST, _highest(position.towers[colour]) + 1), number)
    lost = [lower for lower in skipped if make_card(colour, lower) in {*position.view.hand, *position.to_come}]
    if lost:
        return tr("The {number} closes the door to {numbers}.", number=number, numbers=_numbers(lost))
    return tr("Nothing that it skips could still come.") if skipped else ""


def _bonus(cards: int, number: int) -> str:
    if cards == BONUS_CARDS:
        return tr("It is the eighth card: {bonus} points more.", bonus=BONUS)
    missing = BONUS_CARDS - cards
    if 0 < missing <= min(2, HIGHEST - number):
        return tr_count(
            "{number} more card would bring the bonus.", "{number} more cards would bring the bonus.", missing
        )
    return ""


def _hurry(view: View) -> str:
    if view.draw_pile > LATE:
        return ""
    return tr_count("Only {number} card is left to draw.", "Only {number} cards are left to draw.", view.draw_pile)


# -- discarding


def _discard(position: Position, card: CardId) -> tuple[str, str]:
    colour, rival = colour_of(card), _rival_on(position, card)
    if position.towers[colour] and not position.fits(card):
        number = number_of(card)
        past = tr("{tower} is past the {number}.", tower=_yours(colour), number=number)
        return sentence(past if number else tr("{tower} is past materials.", tower=_yours(colour))), rival
    held = position.held(colour)
    if not (position.towers[colour] or held):
        return tr("You hold no floor to go with it."), rival
    if not position.towers[colour] and sum(held) < COST:
        floors = tr(
            "Your floors of this colour add up to {sum}, short of the cost of {cost}.", sum=sum(held), cost=COST
        )
        return floors, rival
    return tr("You will miss {card} least.", card=one_card(card)), rival


def _rival_on(position: Position, card: CardId) -> str:
    colour = colour_of(card)
    if not position.rival[colour]:
        return tr("Your rival has not begun there.")
    if position.fits_rival(card):
        return sentence(tr("{tower} could use it.", tower=_rivals(colour)))
    return sentence(tr("{tower} is past it too.", tower=_rivals(colour)))


# -- drawing


def _from_pile(position: Position) -> str:
    if position.view.draw_pile == 1:
        own, rival = _points(position.towers), _points(position.rival)
        return tr("The last card ends the round, with your towers at {own} to {rival}.", own=own, rival=rival)
    wanted = [card for card in position.tops if position.fits(card)]
    if wanted:
        numbers = _numbers(map(number_of, wanted))
        return tr("A fresh card promises more than {numbers} among the discards.", numbers=numbers)
    return tr("Nothing among the discards goes onto a tower of yours: a fresh card may.")


def _from_discards(position: Position, card: CardId) -> str:
    colour, what = colour_of(card), one_card(card)
    if position.fits(card):
        text = tr("{card} fits: {tower} can take it.", card=what, tower=_yours(colour))
        if position.fits_rival(card):
            text = tr(
                "{card} fits: {tower} can take it, and your rival does not get it.", card=what, tower=_yours(colour)
            )
        return sentence(text)
    if position.fits_rival(card):
        return sentence(tr("{card} is what {tower} waits for.", card=what, tower=_rivals(colour)))
    total = sum(position.held(colour)) + number_of(card)
    if not position.towers[colour] and total >= COST:
        return tr("With it your floors of this colour add up to {total}: a tower of them pays for itself.", total=total)
    return tr("It leaves the draw pile at {cards}, so that the round lasts longer.", cards=position.view.draw_pile)


# -- phrases


_YOURS = (
    mark("your blue tower"), mark("your red tower"), mark("your yellow tower"),
    mark("your green tower"), mark("your black tower"), mark("your purple tower"),
)  # fmt: skip
_RIVALS = (
    mark("your rival's blue tower"), mark("your rival's red tower"), mark("your rival's yellow tower"),
    mark("your rival's green tower"), mark("your rival's black tower"), mark("your rival's purple tower"),
)  # fmt: skip


def _yours(colour: Colour) -> str:
    """Return "your red tower": always what a sentence is about, so that no language has to bend it."""
    return tr(_YOURS[colour])


def _rivals(colour: Colour) -> str:
    return tr(_RIVALS[colour])


def _points(towers: Iterable[tuple[CardId, ...]]) -> str:
    return with_minus(sum(score_tower(tower).total for tower in towers))


def _numbers(numbers: Iterable[int]) -> str:
    """Return "the 5", "the 5 and the 8", "the 5, the 8 and the 9"."""
    return listed([tr("the {number}", number=number) if number else tr("the material") for number in numbers])
