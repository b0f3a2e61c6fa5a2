"""The pyramids: fifteen of a colour, five each of small, medium and large."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

PieceId = Annotated[int, Meta(ge=0, lt=90, description="colour * 15 + (pips - 1) * 5 + n")]
"""`colour * 15 + (pips - 1) * 5 + n`: within a colour the smalls come first, then mediums, then larges."""
Colour = int
"""A seat's own number; the ghost's is the number of seats."""

SMALL, MEDIUM, LARGE = SIZES = (1, 2, 3)
"""A size is its pips."""
PER_SIZE = 5
PER_COLOUR = 15
PIPS_PER_COLOUR = 30
SIZE_NAMES = ("", "small", "medium", "large")

COLOUR_OF: tuple[Colour, ...] = tuple(piece // PER_COLOUR for piece in range(6 * PER_COLOUR))
PIPS_OF: tuple[int, ...] = tuple(piece % PER_COLOUR // PER_SIZE + 1 for piece in range(6 * PER_COLOUR))


def pieces_of(colour: Colour) -> range:
    return range(colour * PER_COLOUR, (colour + 1) * PER_COLOUR)


def size_name(piece: PieceId) -> str:
    return SIZE_NAMES[PIPS_OF[piece]]


def worth_of(pieces: Iterable[PieceId]) -> int:
    return sum(PIPS_OF[piece] for piece in pieces)
