"""Cards of one colour as a number, a *set*: how many materials, in the lowest three bits, then a bit for each number.

So a card goes in by an addition and out by a subtraction, and what a set comes to is looked up. A *place* is a kind of
card in its colour: 0 is the material, 1 to 9 are the building cards 2 to 10.
"""

from __future__ import annotations

from typing import Final

COST: Final = 20
BONUS: Final = 20
BONUS_CARDS: Final = 8
PER_COLOUR: Final = 13
"""Ids of a colour's cards: four for materials, which are alike and go by the first, then those of 2 to 10."""
ALL: Final = 4095
"""Every place; with a set, by `&`: all of it."""
NUMBERS: Final = ALL - 7
"""Every place but the materials'."""

NUMBER: Final[list[int]] = [0, 2, 3, 4, 5, 6, 7, 8, 9, 10]
"""By place."""
ONE: Final[list[int]] = [1, *[8 << n for n in range(9)]]
"""By place: the set of one such card."""
ANY: Final[list[int]] = [7, *ONE[1:]]
"""By place: what is in a set, by `&`, if it has such a card."""
PLACE_OF: Final[list[int]] = [max(0, card % PER_COLOUR - 3) for card in range(6 * PER_COLOUR)]
COLOUR_OF: Final[list[int]] = [card // PER_COLOUR for card in range(6 * PER_COLOUR)]
"""By card, as is `PLACE_OF`."""
CARD: Final[list[int]] = [0, *range(4, PER_COLOUR)]
"""By place: the card's id within its colour."""


def places_of(cards: int) -> list[int]:
    """Return the places of a set's cards, ascending, a material as often as it is there."""
    return [0] * (cards & 7) + [place for place in range(1, 10) if cards & ONE[place]]


PLACES: Final[list[list[int]]] = [places_of(cards) for cards in range(ALL + 1)]
"""By set, as are all that follow."""
SUM: Final[list[int]] = [sum([NUMBER[place] for place in places]) for places in PLACES]
"""What the building cards add up to."""
COUNT: Final[list[int]] = [len(places) for places in PLACES]
"""How many cards, materials too."""
OPEN: Final[list[int]] = [ALL if cards < 8 else ALL & -(1 << cards.bit_length()) for cards in range(ALL + 1)]
"""The places that a tower of these cards still takes: those above its last card."""


def points_of(cards: int) -> int:
    """Return what a tower of these cards counts."""
    if not cards:
        return 0
    return (SUM[cards] - COST) * ((cards & 7) + 1) + (BONUS if COUNT[cards] >= BONUS_CARDS else 0)


POINTS: Final[list[int]] = [points_of(cards) for cards in range(ALL + 1)]


def set_of(cards: bytes) -> int:
    """Return the set of some cards of one colour, given by their ids."""
    return sum([ONE[PLACE_OF[card]] for card in cards])
