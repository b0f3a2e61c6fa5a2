"""The pyramids: fifteen of a colour, five each of small, medium and large."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from topping_out.game.icetowers.core.stacks import Stack, worth

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
CODE_OF = bytes(colour * 4 + pips for colour, pips in zip(COLOUR_OF, PIPS_OF))
"""A piece as it stands in a `Stack`, where all of its colour and size are alike."""


def pieces_of(colour: Colour) -> range:
    return range(colour * PER_COLOUR, (colour + 1) * PER_COLOUR)


def size_name(piece: PieceId) -> str:
    return SIZE_NAMES[PIPS_OF[piece]]


def stack_of(pieces: Iterable[PieceId]) -> Stack:
    return bytes([CODE_OF[piece] for piece in pieces])


def worth_of(pieces: Iterable[PieceId]) -> int:
    return worth(stack_of(pieces))
