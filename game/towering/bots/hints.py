"""Why an action is good, in words that fit the position."""

from __future__ import annotations

from collections.abc import Iterable

from game.text import listed, with_minus
from game.towering.actions import Action, Build, Discard, Draw
from game.towering.bots.deals import unseen
from game.towering.cards import (
    COLOUR_NAMES,
    HIGHEST,
    LOWEST,
    NUMBER_OF,
    CardId,
    Colour,
    card_words,
    colour_of,
    make_card,
    number_of,
)
from game.towering.scoring import BONUS, BONUS_CARDS, COST, score_tower
from game.towering.state import View

LATE = 6
"""With so few cards left to draw, the end of the round is spoken of."""
CLEAR = 1.0
"""So many points make a choice more than a matter of taste."""


def explain(view: View, action: Action) -> str:
    """Return one or two sentences on what the action is good for, from its seat's point of view."""
    position = Position(view)
    match action:
        case Build(card):
            reason = _floor(position, card) if number_of(card) else _material(position, card)
            return reason + _hurry(view)
        case Discard(card):
            return _discard(position, card)
        case Draw(colour):
            return _from_pile(position) if colour is None else _from_discards(position, view.discards[colour][-1])


def explain_choice(view: View, action: Action, other: Action, gain: float) -> str:
    """Return why the action, and what it gains over the other, which would have been the next best."""
    reason = explain(view, action)
    if gain < CLEAR:
        return f"{reason} To {_phrase(view, other)} would be nearly as good."
    points = f"{gain:.0f} point{'s' * (round(gain) != 1)}"
    return f"{reason} Played out many times, it comes to some {points} more than to {_phrase(view, other)}."


def _phrase(view: View, action: Action) -> str:
    """Return the action as words that follow "to"."""
    match action:
        case Build(card):
            return f"build the {card_words(card)}"
        case Discard(card):
            return f"discard the {card_words(card)}"
        case Draw(colour):
            return "draw from the pile" if colour is None else f"take the {card_words(view.discards[colour][-1])}"


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


def _material(position: Position, card: CardId) -> str:
    colour = colour_of(card)
    name, held = COLOUR_NAMES[colour], position.held(colour)
    score = score_tower((*position.towers[colour], card))
    hand = f"you hold {_numbers(held)} for it" if held else "its floors are still to come"
    return f"Your {name} tower will count ×{score.multiplier}, gain or loss; {hand}."


def _floor(position: Position, card: CardId) -> str:
    colour, number = colour_of(card), number_of(card)
    tower = position.towers[colour]
    before, after = score_tower(tower), score_tower((*tower, card))
    door = _door(position, card)
    if not before.sum:
        return f"{_opening(position, card)}{door}."
    name = COLOUR_NAMES[colour]
    if after.value < 0:
        text = f"Your {name} tower still needs {-after.value} more to pay for itself"
    elif before.value < 0:
        text = f"With the {number} your {name} tower pays for itself"
    else:
        text = f"Your {name} tower rises to {after.text}, {after.product} points"
    return f"{text}{door}.{_bonus(after.cards, number)}"


def _opening(position: Position, card: CardId) -> str:
    colour, number = colour_of(card), number_of(card)
    rest = [held for held in position.held(colour) if held > number]
    begins = f"This begins the floors of your {COLOUR_NAMES[colour]} tower"
    if not rest:
        return f"{begins}, {COST - number} short of its cost"
    total = number + sum(rest)
    return f"{begins}: with {_numbers(rest)} in your hand it comes to {total}, against a cost of {COST}"


def _door(position: Position, card: CardId) -> str:
    """Return which lower floors can no longer be built."""
    colour, number = colour_of(card), number_of(card)
    skipped = range(max(LOWEST, _highest(position.towers[colour]) + 1), number)
    lost = [lower for lower in skipped if make_card(colour, lower) in {*position.view.hand, *position.to_come}]
    if lost:
        return f"; the {number} closes the door to {_numbers(lost)}"
    return "; nothing that it skips could still come" if skipped else ""


def _bonus(cards: int, number: int) -> str:
    if cards == BONUS_CARDS:
        return f" It is the eighth card: {BONUS} points more."
    missing = BONUS_CARDS - cards
    if 0 < missing <= min(2, HIGHEST - number):
        return f" {missing} more card{'s' * (missing > 1)} would bring the bonus."
    return ""


def _hurry(view: View) -> str:
    left = view.draw_pile
    return f" Only {left} card{'s are' if left > 1 else ' is'} left to draw." if left <= LATE else ""


# -- discarding


def _discard(position: Position, card: CardId) -> str:
    colour = colour_of(card)
    name = COLOUR_NAMES[colour]
    rival = _rival_on(position, card)
    if position.towers[colour] and not position.fits(card):
        what = f"the {number_of(card)}" if number_of(card) else "materials"
        return f"Your {name} tower is past {what}, and {rival}."
    held = position.held(colour)
    if not (position.towers[colour] or held):
        return f"You hold no {name} floor to go with it; {rival}."
    if not position.towers[colour] and sum(held) < COST:
        return f"Your {name} floors add up to {sum(held)}, short of the {COST} that a tower costs; {rival}."
    return f"You will miss the {card_words(card)} least; {rival}."


def _rival_on(position: Position, card: CardId) -> str:
    name = COLOUR_NAMES[colour_of(card)]
    if not position.rival[colour_of(card)]:
        return f"your rival has not begun in {name}"
    return f"your rival's {name} tower {'could use it' if position.fits_rival(card) else 'is past it too'}"


# -- drawing


def _from_pile(position: Position) -> str:
    if position.view.draw_pile == 1:
        points = f"{_points(position.towers)} to {_points(position.rival)}"
        return f"The last card ends the round, with your towers at {points}."
    wanted = [card for card in position.tops if position.fits(card)]
    if wanted:
        return f"A fresh card promises more than {_numbers(map(number_of, wanted))} among the discards."
    return "Nothing among the discards goes onto a tower of yours: a fresh card may."


def _from_discards(position: Position, card: CardId) -> str:
    colour = colour_of(card)
    what, name = f"The {card_words(card)}", COLOUR_NAMES[colour]
    if position.fits(card):
        also = " and is kept from your rival's" if position.fits_rival(card) else ""
        return f"{what} goes onto your {name} tower{also}."
    if position.fits_rival(card):
        return f"{what} is what your rival's {name} tower waits for."
    total = sum(position.held(colour)) + number_of(card)
    if not position.towers[colour] and total >= COST:
        return f"With it your {name} floors add up to {total}: a tower of them pays for itself."
    return f"It leaves the draw pile at {position.view.draw_pile}, so that the round lasts longer."


def _points(towers: Iterable[tuple[CardId, ...]]) -> str:
    return with_minus(sum(score_tower(tower).total for tower in towers))


def _numbers(numbers: Iterable[int]) -> str:
    """Return "the 5", "the 5 and the 8", "the 5, the 8 and the 9"."""
    words = [f"the {number}" if number else "the material" for number in numbers]
    return listed(words)
