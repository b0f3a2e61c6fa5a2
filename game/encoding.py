"""Encodings: what a seat sees and may do in a game as numbers, for machine learning."""

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
"""16-bit integers."""


class NoEncoding(ValueError):
    """The game has no encoding. The message names the game."""


class Segment(NamedTuple):
    """A run of numbers in an observation that belong together."""

    name: str
    size: int
    high: int
    """The largest possible number."""
    low: int = 0


class Encoding(ABC, Generic[A, V]):
    """What seats see and may do as numbers, for all games with the same number of seats and the same options.

    Each seat sees itself as the first seat, and the others in turn order after it.
    """

    options: ClassVar[dict[str, Value]] = {}
    """Options that a game must have to be encoded."""
    parts: tuple[Segment, ...]
    """The segments of an observation, in order."""
    actions: int
    """The number of different actions; they are numbered from 0."""

    @abstractmethod
    def __init__(self, view: V) -> None:
        """Make the encoding for games like the one whose public view this is."""

    @abstractmethod
    def fill(self, view: V, cells: Cells) -> None:
        """Write what a seat sees into the cells, which are all 0 before."""

    @abstractmethod
    def numbers(self, view: V, actions: Sequence[A]) -> list[int]:
        """Return the numbers of a seat's legal actions. No two actions share a number."""

    def prepare(self) -> None:
        """Compute where each segment starts. Call this once `parts` is set."""
        ends = [0, *accumulate(part.size for part in self.parts)]
        self.starts = dict(zip((part.name for part in self.parts), ends))
        """Index of each segment's first number, by name."""
        self._empty = array("h", bytes(2 * ends[-1]))

    def observe(self, view: V) -> Cells:
        """Return what a seat sees as numbers."""
        cells = self._empty[:]
        self.fill(view, cells)
        return cells


AnyEncoding = Encoding[Any, Any]


def class_for(game: AnyGame) -> type[AnyEncoding]:
    """Return the encoding of a game. Raises NoEncoding."""
    found: type[AnyEncoding] | None = part(game.name, "encoding")
    if found is None:
        raise NoEncoding(f"{game.title} has no encoding for learners: its entry names none")
    if is_own(game.name):
        return found
    if not isinstance(found, type) or not issubclass(found, Encoding):
        raise NoEncoding(str(noter(game.name, "encoding")(f"{brief(found)} is no Encoding")))
    return fenced_class(found, Encoding, blamer(game.name))


def turned(seat: Seat | None, seats: int) -> list[Seat]:
    """Return each seat's distance from `seat` in turn order; an onlooker (None) counts from the first seat."""
    return [(other - (seat or 0)) % seats for other in range(seats)]
