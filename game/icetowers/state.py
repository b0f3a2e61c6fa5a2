"""The state of a game, its view, and its invariants. Nothing is hidden, so a view is a frozen copy of the state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import msgspec

from ..engine import Outcome, Seat
from . import core
from .core import movable
from .table import (
    DEPTH,
    FOOTPRINT,
    PER_COLOUR,
    PIPS_PER_COLOUR,
    WIDTH,
    Colour,
    PieceId,
    Point,
    Tower,
    TowerId,
    overlap,
    stack_of,
)

# -- state


COUNTDOWN = 3_000
LAST_CALL = 3_000
"""Both in milliseconds."""


class Phase(StrEnum):
    GATHERING = "gathering"
    """Seats get ready."""
    COUNTDOWN = "countdown"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Variant:
    """The seats and options of a game."""

    seats: int
    ghost: bool = False
    timer: int | None = 180_000
    """Milliseconds of play; None: no timer (I10)."""
    stall: int | None = 5_000
    """Milliseconds for which a piece may be held; None: no limit (I5)."""
    paused_time: bool = False
    """Whether time stands still: the seats take turns, in the order in which they got ready."""
    version: int = 4
    """The version of the rules. In version 1, the game ended if a single seat held a piece that could cap nothing (I6).
    Before version 3, pieces stood closer together and could hide each other. In version 3, a piece that a player set
    down did not stay there, but was moved to where it hid nothing (I13)."""

    @property
    def colours(self) -> int:
        return self.seats + self.ghost

    @property
    def ghost_colour(self) -> Colour | None:
        return self.seats if self.ghost else None

    def moves(self, seat: Seat) -> tuple[Colour, ...]:
        """Return the colours whose pieces the seat may move: its own, and the ghost's."""
        return tuple(movable(seat, self.seats if self.ghost else -1))


class Held(msgspec.Struct, frozen=True):
    """A piece in a hand, and where it came from."""

    piece: PieceId
    mined: bool
    barred: frozenset[TowerId]
    """The tower from which it was mined, with all its parts: it may not cap them (I4)."""
    x: int
    y: int
    """Where it stood; the referee sets it down there or caps the tower nearest to there."""
    since: int
    deadline: int | None
    """When the referee plays it (I5); None if there is no limit now."""

    @property
    def place(self) -> Point:
        return self.x, self.y


class StateOrView(Protocol):
    """What the rules use of a state or a view."""

    @property
    def variant(self) -> Variant: ...
    @property
    def towers(self) -> tuple[Tower, ...]: ...
    @property
    def hands(self) -> tuple[Held | None, ...]: ...


@dataclass(init=False, slots=True)
class State:
    """The state of a game. All its fields are immutable, so that copies can share them."""

    variant: Variant
    towers: tuple[Tower, ...]
    """All towers on the table, oldest first."""
    hands: tuple[Held | None, ...]
    """By seat, the piece that it holds."""
    order: tuple[Seat, ...]
    """The seats in the order in which they got ready."""
    done: frozenset[Seat]
    phase: Phase
    ms: int
    """The clock, in milliseconds since the start. It stops at the end of the game."""
    starts: int | None
    """When the countdown ends and play starts."""
    began: int | None
    """When play began."""
    last_call: int | None
    """When the last call ends the game (I7); None if there is none."""
    turn: Seat | None
    """Whose turn it is when time stands still."""
    plays: int
    """How often the towers have changed."""
    new_tower: TowerId
    outcome: Outcome | None

    def copy(self) -> State:
        twin = State.__new__(State)
        for slot in self.__slots__:
            setattr(twin, slot, getattr(self, slot))
        return twin


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` may know, which is everything. For the fields, see `State`."""

    seat: Seat | None
    variant: Variant
    towers: tuple[Tower, ...]
    hands: tuple[Held | None, ...]
    order: tuple[Seat, ...]
    done: frozenset[Seat]
    phase: Phase
    ms: int
    starts: int | None
    began: int | None
    last_call: int | None
    turn: Seat | None
    plays: int
    new_tower: TowerId
    outcome: Outcome | None

    @property
    def rings(self) -> int | None:
        """When the timer rings; None without a timer or before play."""
        return ring_time(self)

    @property
    def scores(self) -> tuple[int, ...]:
        return scores(self)

    @property
    def leaders(self) -> list[Colour]:
        """The colours with the most pips, the ghost included (I11)."""
        return core.leaders([*self.scores])

    @property
    def in_turns(self) -> bool:
        """Whether time stands still and the seats take turns."""
        return self.variant.paused_time

    def time_left(self, held: Held) -> float | None:
        """Return the fraction, from 1 to 0, of a held piece's time that is left (I5); None if there is no limit now."""
        if held.deadline is None or not self.variant.stall:
            return None
        return (held.deadline - self.ms) / self.variant.stall


def ring_time(table: State | View) -> int | None:
    timer = table.variant.timer
    return None if timer is None or table.began is None else table.began + timer


def scores(table: StateOrView) -> tuple[int, ...]:
    """Return the pips in the towers that each colour controls, plus those of its held pieces.

    The sum is always 30 for each colour in play (I15).
    """
    hands = [stack_of([held.piece]) for held in table.hands if held is not None]
    return tuple(core.scores(table.variant.colours, Counter([tower.stack for tower in table.towers]), hands))


# -- invariants


WIDEST = max(width for width, _ in FOOTPRINT)


def check(state: State) -> None:
    """Raise AssertionError if pieces are missing, scores don't add up (I15), or towers overlap or stick out (I13)."""
    colours, standing = state.variant.colours, state.towers
    held = [hand.piece for hand in state.hands if hand is not None]
    pieces = sorted([*held, *(piece for tower in standing for piece in tower.pieces)])
    assert pieces == list(range(PER_COLOUR * colours)), "pieces were lost or doubled"
    assert sum(scores(state)) == PIPS_PER_COLOUR * colours, "the scores do not add up"
    assert not any(overlap(left, right) for left, right in _neighbours(standing)), "towers overlap"
    for tower in standing:
        width, depth = FOOTPRINT[tower.base]
        assert width // 2 <= tower.x <= WIDTH - width // 2, "a tower has left the table"
        assert depth // 2 <= tower.y <= DEPTH - depth // 2, "a tower has left the table"


def _neighbours(standing: Iterable[Tower]) -> Iterator[tuple[Tower, Tower]]:
    """Yield the pairs of towers that are near enough, from left to right, to overlap."""
    waiting: list[Tower] = []
    for tower in sorted(standing, key=lambda tower: tower.x):
        waiting = [left for left in waiting if tower.x - left.x <= WIDEST]
        yield from ((left, tower) for left in waiting)
        waiting.append(tower)
