"""How a game tells in numbers what a seat sees and may do, for those who learn to play it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from .boundary import brief, fenced_class
from .engine import AnyGame, Seat
from .options import Value
from .registry import blamer, is_own, noter, part

A = TypeVar("A")
V = TypeVar("V")

Cells: TypeAlias = "array[int]"
"""Whole numbers of two bytes."""


class NoEncoding(ValueError):
    """The game tells nothing in numbers; the message names it."""


class Segment(NamedTuple):
    """Some numbers of an observation that belong together."""

    name: str
    size: int
    high: int
    """None of the numbers is larger."""
    low: int = 0


class Encoding(ABC, Generic[A, V]):
    """What seats see and may do as numbers, for all games of the same number of seats and the same options.

    Every seat is told of the table as if it were the first one: the others follow in their order.
    """

    options: ClassVar[dict[str, Value]] = {}
    """Options without which the game cannot be told so."""
    parts: tuple[Segment, ...]
    """What an observation is made of, in order."""
    actions: int
    """How many actions are numbered, from 0."""

    @abstractmethod
    def __init__(self, view: V) -> None:
        """Make one for games like the one that an onlooker sees here."""

    @abstractmethod
    def fill(self, view: V, cells: Cells) -> None:
        """Write what a seat sees into the cells, which are all 0."""

    @abstractmethod
    def numbers(self, view: V, actions: Sequence[A]) -> list[int]:
        """Return the numbers of a seat's legal actions; each has its own."""

    def prepare(self) -> None:
        """Lay out the parts, once they are known."""
        ends = [0, *accumulate(part.size for part in self.parts)]
        self.starts = dict(zip((part.name for part in self.parts), ends))
        """Where each part begins."""
        self._empty = array("h", bytes(2 * ends[-1]))

    def observe(self, view: V) -> Cells:
        """Return what a seat sees."""
        cells = self._empty[:]
        self.fill(view, cells)
        return cells


AnyEncoding = Encoding[Any, Any]


def class_for(game: AnyGame) -> type[AnyEncoding]:
    """Return the game's encoding. Raises NoEncoding."""
    found: type[AnyEncoding] | None = part(game.name, "encoding")
    if found is None:
        raise NoEncoding(f"{game.title} cannot be learnt in numbers: its entry names no encoding")
    if is_own(game.name):
        return found
    if not isinstance(found, type) or not issubclass(found, Encoding):
        raise NoEncoding(str(noter(game.name, "encoding")(f"{brief(found)} is no Encoding")))
    return fenced_class(found, Encoding, blamer(game.name))


def turned(seat: Seat | None, seats: int) -> list[Seat]:
    """Return for each seat where it comes, counted from `seat`; an onlooker counts from the first."""
    return [(other - (seat or 0)) % seats for other in range(seats)]
