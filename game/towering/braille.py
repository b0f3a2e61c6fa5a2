"""The braille on the cards: the colour's letter, then the number sign and digits, or m for a material."""

from __future__ import annotations

from functools import cache

from topping_out.game.towering.cards import COLOUR_LETTERS, CardId, colour_of, number_of

Dots = tuple[int, ...]
"""The raised dots of one cell, ascending: 1, 2, 3 down the left column, 4, 5, 6 down the right."""

_FIRST_TEN: tuple[Dots, ...] = (
    (1,), (1, 2), (1, 4), (1, 4, 5), (1, 5), (1, 2, 4), (1, 2, 4, 5), (1, 2, 5), (2, 4), (2, 4, 5),
)  # fmt: skip
NUMBER_SIGN: Dots = (3, 4, 5, 6)


def _with(dots: Dots, more: Dots) -> Dots:
    return tuple(sorted(dots + more))


LETTERS: dict[str, Dots] = {
    **dict(zip("abcdefghij", _FIRST_TEN)),
    **{letter: _with(dots, (3,)) for letter, dots in zip("klmnopqrst", _FIRST_TEN)},
    **{letter: _with(dots, (3, 6)) for letter, dots in zip("uvxyz", _FIRST_TEN)},
    "w": (2, 4, 5, 6),
}
"""The alphabet: k to t add dot 3 to a to j; u, v, x, y, z add dots 3 and 6 to a to e; w stands outside the scheme."""
DIGITS: dict[str, Dots] = dict(zip("1234567890", _FIRST_TEN))
"""What the first ten letters mean after the number sign."""


@cache
def braille_cells(card: CardId) -> tuple[Dots, ...]:
    """Return the card's cells from left to right: two for a material, three for 2 to 9, four for a 10."""
    colour = LETTERS[COLOUR_LETTERS[colour_of(card)]]
    number = number_of(card)
    if not number:
        return (colour, LETTERS["m"])
    return (colour, NUMBER_SIGN, *(DIGITS[digit] for digit in str(number)))
