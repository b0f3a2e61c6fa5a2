"""A finished game's best tower, as the program keeps and shows it; its game says what it is made of."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Word = Annotated[str, Meta(max_length=24)]
Number = Annotated[int, Meta(ge=0, le=999)]
Worth = Annotated[int, Meta(ge=-9999, le=9999)]
Owner = Annotated[int, Meta(ge=0, lt=9)]


class Part(Struct, frozen=True, array_like=True, gc=False):
    """A card, floor or piece of a tower; what the fields mean, the game says."""

    kind: Word
    number: Number = 0
    owner: Owner | None = None


class BuiltTower(Struct, frozen=True, gc=False):
    """A tower, bottom part first."""

    parts: Annotated[tuple[Part, ...], Meta(min_length=1, max_length=99)]
    seat: Owner | None = None
    """Whose it is; None: nobody's, or everybody's."""
    worth: Worth = 0
    """In the unit of its game: points, cards, pips."""
