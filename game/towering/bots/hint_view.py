"""What hints ask of a view, and phrases for cards."""

from __future__ import annotations

from collections.abc import Iterable

from ...language import tr
from ...text import listed
from ..actions import HIGHEST, LOWEST, NUMBER_OF, CardId, Colour, colour_of, make_card, number_of
from ..core import COST
from ..state import View, score_tower, unseen
from ..words import one_card


class HintView:
    """A view, with everything that the clauses need."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view, self.rivals_known = view, view.known[1 - view.seat]
        self.towers, self.rival = view.towers[view.seat], view.towers[1 - view.seat]
        self.tops = [pile[-1] for colour, pile in enumerate(view.discards) if pile and colour != view.barred]
        """The cards that may be taken from the discards."""
        self.turns = max(0, view.draw_pile - 1) // 2
        """How many turns the seat has after this one, if both draw from the pile."""
        self._open = {*view.hand, *unseen(view), *(pile[-1] for pile in view.discards if pile)}
        """The cards that the seat may still get or has: none of them is known to be in the rival's hand."""

    def held(self, colour: Colour) -> list[int]:
        """Return the numbers of a colour in hand, ascending."""
        return sorted(NUMBER_OF[card] for card in self.view.hand if colour_of(card) == colour and NUMBER_OF[card])

    def to_come(self, colour: Colour, number: int) -> list[int]:
        """Return the numbers above `number` that the seat's tower may still get, ascending."""
        return [higher for higher in range(number + 1, HIGHEST + 1) if make_card(colour, higher) in self._open]

    def rest(self, card: CardId) -> list[int]:
        """Return the numbers in hand that there is time to build after the card, ascending."""
        return _last([number for number in self.held(colour_of(card)) if number > number_of(card)], self.turns)

    def with_rest(self, card: CardId) -> list[CardId]:
        """Return the card, and those in hand that there is time to build after it."""
        return [card, *(make_card(colour_of(card), number) for number in self.rest(card))]

    def expected(self, card: CardId) -> float:
        """Return the sum that can be expected on the seat's tower if the card is built now.

        The seat draws half of the pile, and some of the unseen cards are in the rival's hand.
        """
        colour, number = colour_of(card), number_of(card)
        hidden = unseen(self.view)
        share = self.view.draw_pile / 2 / max(1, len(hidden))
        worths = [
            higher * share if make_card(colour, higher) in hidden else higher for higher in self.to_come(colour, number)
        ]
        best = sorted(worths)[::-1][: self.turns]
        return sum(map(number_of, self.towers[colour])) + number + sum(best)

    def with_hand(self, card: CardId) -> list[int]:
        """Return its number and those of its colour in hand that there is time to build once it is taken, ascending."""
        return _last(sorted([*self.held(colour_of(card)), number_of(card)]), self.view.draw_pile // 2)

    def adds_up(self, card: CardId) -> bool:
        """Return whether the card and those of its colour in hand are enough for a new tower, with time to build it."""
        numbers = self.with_hand(card)
        return not self.towers[colour_of(card)] and number_of(card) in numbers and sum(numbers) >= COST

    def with_taken(self, card: CardId) -> list[int]:
        """Return the numbers that there is time to build on the tower that a card of the discards fits, ascending.

        They are among those in hand and the card's own, unless it is a material.
        """
        colour, turns = colour_of(card), self.view.draw_pile // 2
        if not number_of(card):
            return _last(self.held(colour), turns - 1)
        return [number for number in self.with_hand(card) if number > highest(self.towers[colour])]

    def short_by(self, card: CardId) -> int:
        """Return how much the tower that a card of the discards fits lacks, with the card and all those in hand."""
        tower = self.towers[colour_of(card)]
        fitting = [number for number in self.held(colour_of(card)) if number > highest(tower)]
        return COST - sum(map(number_of, tower)) - sum(fitting) - number_of(card)

    def skipped(self, card: CardId) -> list[int]:
        """Return the numbers that the seat's tower misses if the card is built now."""
        return [*range(max(LOWEST, highest(self.towers[colour_of(card)]) + 1), number_of(card))]

    def next_elsewhere(self, card: CardId) -> list[CardId]:
        """Return the lowest building card in hand for each tower that has no use for materials, or for the card."""
        found = []
        for colour, tower in enumerate(self.towers):
            top, material = highest(tower), make_card(colour, 0)
            fitting = [number for number in self.held(colour) if number > top]
            is_elsewhere = colour != colour_of(card) or (tower and not _takes(tower, card))
            if fitting and is_elsewhere and (top or material not in self.view.hand):
                found.append(make_card(colour, fitting[0]))
        return found

    def coming_below(self, card: CardId) -> list[CardId]:
        """Return the cards that may still come before a card in hand, ascending, but a material last."""
        colour, possible = colour_of(card), {*unseen(self.view), *self.tops}
        numbers = [*self.skipped(card), *([] if highest(self.towers[colour]) else [0])]
        return [low for number in numbers if (low := make_card(colour, number)) in possible]

    def lost(self, card: CardId) -> int:
        """Return what the building cards that may still come before a card in hand would count on its tower."""
        times = score_tower(self.towers[colour_of(card)]).multiplier
        return times * sum(map(number_of, self.coming_below(card)))

    def fits(self, card: CardId) -> bool:
        """Return whether the card fits onto a tower that the seat has begun."""
        return _takes(self.towers[colour_of(card)], card)

    def fits_rival(self, card: CardId) -> bool:
        return _takes(self.rival[colour_of(card)], card)

    def rival_took(self, colour: Colour) -> list[CardId]:
        """Return the cards of a colour that the rival has taken from the discards and still holds."""
        return [card for card in self.rivals_known if colour_of(card) == colour]


def _last(numbers: list[int], count: int) -> list[int]:
    """Return the last `count` numbers, or all if there are fewer."""
    return numbers[max(0, len(numbers) - count) :]


def _takes(tower: tuple[CardId, ...], card: CardId) -> bool:
    top = highest(tower)
    return bool(tower) and (not top or number_of(card) > top)


def highest(tower: tuple[CardId, ...]) -> int:
    """Return the highest number on a tower; 0 if there is none, so that materials still fit."""
    return max(map(number_of, tower), default=0)


# -- phrases


def the_numbers(numbers: Iterable[int]) -> str:
    """Return "the 5", "the 5 and the 8", "the 5, the 8 and the 9"."""
    return listed([tr("the {number}", number=number) if number else tr("the material") for number in numbers])


def the_cards(cards: Iterable[CardId]) -> str:
    """Return "the 5 and a blue material"."""
    return listed([tr("the {number}", number=number_of(card)) if number_of(card) else one_card(card) for card in cards])
