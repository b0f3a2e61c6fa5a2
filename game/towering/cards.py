"""The cards: six colours, each with nine building cards (T1) and up to four materials."""

from __future__ import annotations

from functools import cache

CardId = int
"""0 to 77; `card // 13` is the colour. Within it come four materials, then 2 to 10: a higher id is a higher card."""
Colour = int
Cards = bytes
"""A hand, tower or pile as card ids, one a byte: immutable, so that copies of a state share it."""

COLOURS = range(6)
COLOUR_LETTERS = "brygxp"
COLOUR_NAMES = ("blue", "red", "yellow", "green", "black", "purple")
PER_COLOUR = 13
MATERIALS = 4
LOWEST, HIGHEST = 2, 10
DECK: Cards = bytes(range(len(COLOURS) * PER_COLOUR))
HIDDEN = -1
"""The id that stands in events for a card that the seat may not see."""

COLOUR_OF: tuple[Colour, ...] = tuple(card // PER_COLOUR for card in DECK)
NUMBER_OF: tuple[int, ...] = tuple(
    0 if card % PER_COLOUR < MATERIALS else card % PER_COLOUR - MATERIALS + LOWEST for card in DECK
)
"""2 to 10 for a building card, 0 for a material."""
ONE: tuple[Cards, ...] = tuple(bytes((card,)) for card in DECK)
"""Each card as a pile of its own."""


def colour_of(card: CardId) -> Colour:
    return card // PER_COLOUR


def number_of(card: CardId) -> int:
    """Return 2 to 10 for a building card, 0 for a material."""
    return NUMBER_OF[card]


def is_material(card: CardId) -> bool:
    return card % PER_COLOUR < MATERIALS


def make_card(colour: Colour, number: int, material: int = 0) -> CardId:
    """Return the building card of that number, or for number 0 the material `material` (0 to 3)."""
    return colour * PER_COLOUR + (number - LOWEST + MATERIALS if number else material)


@cache
def deck_of(colours: int, materials: int) -> Cards:
    """Return the cards of a round with that many colours, and that many materials in each."""
    return bytes(
        card for card in DECK[: colours * PER_COLOUR] if not is_material(card) or card % PER_COLOUR < materials
    )


def card_name(card: CardId) -> str:
    """Return `r7`, or `rm1` to `rm4` for the materials, which are alike in play."""
    number = NUMBER_OF[card]
    return COLOUR_LETTERS[card // PER_COLOUR] + (str(number) if number else f"m{card % PER_COLOUR + 1}")


_BY_NAME = {card_name(card): card for card in DECK}


def parse_card(text: str) -> CardId:
    """Return the card of that name. Raises ValueError."""
    if text not in _BY_NAME:
        raise ValueError(f"{text!r} is not a card: write a colour of {COLOUR_LETTERS} and 2 to 10, or m1 to m4")
    return _BY_NAME[text]


def card_words(card: CardId) -> str:
    """Return "red 7", "red material"."""
    return f"{COLOUR_NAMES[card // PER_COLOUR]} {NUMBER_OF[card] or 'material'}"
