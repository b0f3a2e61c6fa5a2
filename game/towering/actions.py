"""The cards of Towering with their braille, and the actions. A turn is a play (build or discard), then a draw."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Annotated

from msgspec import Meta

from ..language import mark, tr

# -- cards


CardId = Annotated[int, Meta(ge=-1, lt=78, description="colour * 13 + n; -1 if the seat may not see it")]
"""0 to 77; `card // 13` is the colour. Within a colour, four materials are followed by 2 to 10, in order.

The materials of a colour are alike (T8): states, views, events and texts use the first of their ids for all of them.
The other three are for sprites, which have to be told apart.
"""
Colour = int
Cards = bytes
"""The card ids of a hand, tower or pile, one per byte; immutable, so that copies of a state can share them."""

COLOURS = range(6)
COLOUR_LETTERS = "brygxp"
COLOUR_NAMES = (mark("blue"), mark("red"), mark("yellow"), mark("green"), mark("black"), mark("purple"))
PER_COLOUR = 13
MATERIALS = 4
LOWEST, HIGHEST = 2, 10
DECK: Cards = bytes(range(len(COLOURS) * PER_COLOUR))
HIDDEN = -1
"""The id, in events, of a card that the seat may not see."""

COLOUR_OF: tuple[Colour, ...] = tuple(card // PER_COLOUR for card in DECK)
NUMBER_OF: tuple[int, ...] = tuple(
    0 if card % PER_COLOUR < MATERIALS else card % PER_COLOUR - MATERIALS + LOWEST for card in DECK
)
"""By card, 2 to 10 for a building card, 0 for a material."""
ONE: tuple[Cards, ...] = tuple(bytes((card,)) for card in DECK)
"""By card, a pile of just this card."""


def colour_of(card: CardId) -> Colour:
    return card // PER_COLOUR


def number_of(card: CardId) -> int:
    """Return 2 to 10 for a building card, 0 for a material."""
    return NUMBER_OF[card]


def is_material(card: CardId) -> bool:
    return card % PER_COLOUR < MATERIALS


def make_card(colour: Colour, number: int) -> CardId:
    """Return the building card of that number, or the material if it is 0."""
    return colour * PER_COLOUR + (number - LOWEST + MATERIALS if number else 0)


def kind_of(card: CardId) -> CardId:
    """Return the card itself, or for a material the first material of its colour (T8)."""
    return card - card % PER_COLOUR if is_material(card) else card


@cache
def deck_of(colours: int, materials: int) -> Cards:
    """Return the cards of a round with this many colours, and materials in each colour; ascending."""
    numbers = [*[0] * materials, *range(LOWEST, HIGHEST + 1)]
    return bytes(make_card(colour, number) for colour in range(colours) for number in numbers)


def without(cards: Cards, gone: Iterable[CardId]) -> Cards:
    """Return `cards` with each of `gone` removed once."""
    for card in gone:
        cards = cards.replace(ONE[card], b"", 1)
    return cards


def card_name(card: CardId) -> str:
    """Return the short name of a card: `r7`, or `rm` for a material."""
    return f"{COLOUR_LETTERS[card // PER_COLOUR]}{NUMBER_OF[card] or 'm'}"


_BY_NAME = {card_name(card): card for card in deck_of(len(COLOURS), 1)}
_BY_NAME |= {f"{letter}m{n}": _BY_NAME[f"{letter}m"] for letter in COLOUR_LETTERS for n in range(1, MATERIALS + 1)}
"""Records older than ruling T8 number the materials."""


def parse_card(text: str) -> CardId:
    """Return the card of that name. Raises ValueError."""
    if text not in _BY_NAME:
        raise ValueError(f"{text!r} is not a card: write a colour of {COLOUR_LETTERS} and 2 to 10, or m for a material")
    return _BY_NAME[text]


def card_words(card: CardId) -> str:
    """Return a card in words, such as "red 7" or "red material"."""
    return tr(_CARD_WORDS[is_material(card)][colour_of(card)], number=number_of(card))


def colour_name(colour: Colour) -> str:
    """Return the name of a colour, such as "red"."""
    return tr(COLOUR_NAMES[colour])


_CARD_WORDS = (
    (
        mark("blue {number}"), mark("red {number}"), mark("yellow {number}"),
        mark("green {number}"), mark("black {number}"), mark("purple {number}"),
    ),
    (
        mark("blue material"), mark("red material"), mark("yellow material"),
        mark("green material"), mark("black material"), mark("purple material"),
    ),
)  # fmt: skip
"""By whether the card is a material, then by colour."""


# -- braille


Dots = tuple[int, ...]
"""The raised dots of one cell, ascending: 1, 2, 3 down the left column, 4, 5, 6 down the right."""

_FIRST_TEN: tuple[Dots, ...] = (
    (1,), (1, 2), (1, 4), (1, 4, 5), (1, 5), (1, 2, 4), (1, 2, 4, 5), (1, 2, 5), (2, 4), (2, 4, 5),
)  # fmt: skip
NUMBER_SIGN: Dots = (3, 4, 5, 6)


LETTERS: dict[str, Dots] = {
    **dict(zip("abcdefghij", _FIRST_TEN)),
    **{letter: tuple(sorted((*dots, 3))) for letter, dots in zip("klmnopqrst", _FIRST_TEN)},
    **{letter: tuple(sorted((*dots, 3, 6))) for letter, dots in zip("uvxyz", _FIRST_TEN)},
    "w": (2, 4, 5, 6),
}
"""The alphabet: k to t add dot 3 to a to j; u, v, x, y, z add dots 3 and 6 to a to e; w is an exception."""
DIGITS: dict[str, Dots] = dict(zip("1234567890", _FIRST_TEN))
"""The first ten letters mean digits after the number sign."""


@cache
def braille_cells(card: CardId) -> tuple[Dots, ...]:
    """Return the card's braille cells from left to right: two for a material, three for 2 to 9, four for a 10."""
    colour = LETTERS[COLOUR_LETTERS[colour_of(card)]]
    number = number_of(card)
    if not number:
        return (colour, LETTERS["m"])
    return (colour, NUMBER_SIGN, *(DIGITS[digit] for digit in str(number)))


# -- actions


class TurnStage(Enum):
    """What the seat on turn has to do next."""

    PLAY = "play"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Build:
    """Play a card onto the seat's own tower of its colour. Text: `build r7`, `build rm`."""

    card: CardId

    def __str__(self) -> str:
        return f"build {card_name(self.card)}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Play a card onto the discard pile of its colour. Text: `discard y10`."""

    card: CardId

    def __str__(self) -> str:
        return f"discard {card_name(self.card)}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of a colour's discard pile, or of the draw pile (None). Text: `draw r`, `draw pile`."""

    colour: Colour | None = None

    def __str__(self) -> str:
        return "draw pile" if self.colour is None else f"draw {COLOUR_LETTERS[self.colour]}"


Action = Build | Discard | Draw

BUILDS = tuple(Build(kind_of(card)) for card in DECK)
"""By card; materials of a colour have equal actions (T8). All actions that the rules return are created once, here."""
DISCARDS = tuple(Discard(kind_of(card)) for card in DECK)
DRAW_PILE = Draw()
TAKES = tuple(map(Draw, range(len(COLOUR_NAMES))))
"""By colour, the draw from its discard pile."""


def parse_action(text: str) -> Action:
    """Return the action whose text form is `text`. Raises ValueError."""
    match text.split(" "):
        case ["build", card]:
            return BUILDS[parse_card(card)]
        case ["discard", card]:
            return DISCARDS[parse_card(card)]
        case ["draw", "pile"]:
            return DRAW_PILE
        case ["draw", letter] if len(letter) == 1 and letter in COLOUR_LETTERS:
            return TAKES[COLOUR_LETTERS.index(letter)]
    raise ValueError(f"{text!r} is not an action: write `build r7`, `discard y10`, `draw pile` or `draw r`")
