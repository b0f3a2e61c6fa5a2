"""The whole state of a game, and what holds at every moment of it. Nothing is hidden: a view is a frozen copy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import msgspec

from ..engine import Outcome, Seat
from .core import stacks
from .core.stacks import movable
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
    """Seats show that they are ready."""
    COUNTDOWN = "countdown"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Variant:
    """What the options and the number of seats settle for a whole game."""

    seats: int
    ghost: bool = False
    timer: int | None = 180_000
    """Milliseconds of play, None without a timer (I10)."""
    stall: int | None = 5_000
    """Milliseconds for which a piece may be held, None without a limit (I5)."""
    paused_time: bool = False
    """Turn by turn in the order of readiness: time stands while a human chooses."""
    version: int = 4
    """Of the rules. In version 1 a single piece in hand that could cap nothing ended the game (I6); before version 3
    pieces stood closer and hid each other, and in version 3 what a player set down did not stay where it was put, but
    moved to where it hid nothing (I13)."""

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
    """The tower it was mined from, in all its parts: it may not cap them (I4)."""
    x: int
    y: int
    """Where it stood; it falls back there."""
    since: int
    deadline: int | None
    """When the referee plays it (I5); None while nothing presses."""

    @property
    def place(self) -> Point:
        return self.x, self.y


class StateOrView(Protocol):
    """What the rules look at: a state or a view."""

    @property
    def variant(self) -> Variant: ...
    @property
    def towers(self) -> tuple[Tower, ...]: ...
    @property
    def hands(self) -> tuple[Held | None, ...]: ...


@dataclass(init=False, slots=True)
class State:
    """Plain data; all parts are immutable, so that copies share them."""

    variant: Variant
    towers: tuple[Tower, ...]
    """Everything that stands on the table, oldest tower first."""
    hands: tuple[Held | None, ...]
    """One a seat."""
    order: tuple[Seat, ...]
    """Seats in the order in which they showed that they are ready."""
    done: frozenset[Seat]
    phase: Phase
    ms: int
    """The clock: milliseconds since the start. It stops at the end of the game."""
    starts: int | None
    """When the countdown ends."""
    began: int | None
    """When play began."""
    last_call: int | None
    """When the last call ends the game (I7)."""
    turn: Seat | None
    """Whose turn it is under paused time."""
    plays: int
    """How often the table has changed."""
    new_tower: TowerId
    outcome: Outcome | None

    def copy(self) -> State:
        twin = State.__new__(State)
        for slot in self.__slots__:
            setattr(twin, slot, getattr(self, slot))
        return twin


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` may know, which is everything; the fields are the state's."""

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
        """When the timer rings, None without one or before play."""
        return ring_time(self)

    @property
    def scores(self) -> tuple[int, ...]:
        return scores(self)

    @property
    def leaders(self) -> list[Colour]:
        """The colours that nobody has more pips than, the ghost too (I11)."""
        return stacks.leaders([*self.scores])

    @property
    def in_turns(self) -> bool:
        """Whether time stands still and the seats play by turns."""
        return self.variant.paused_time

    def time_left(self, held: Held) -> float | None:
        """Return what part of its time a held piece has left, from 1 down to 0 (I5); None where nothing presses."""
        if held.deadline is None or not self.variant.stall:
            return None
        return (held.deadline - self.ms) / self.variant.stall


def ring_time(table: State | View) -> int | None:
    timer = table.variant.timer
    return None if timer is None or table.began is None else table.began + timer


def scores(table: StateOrView) -> tuple[int, ...]:
    """Return by colour the pips of the towers controlled, held pieces counted for their owners.

    They always add up to 30 for each colour in play (I15).
    """
    hands = [stack_of([held.piece]) for held in table.hands if held is not None]
    return tuple(stacks.scores(table.variant.colours, Counter([tower.stack for tower in table.towers]), hands))


# -- invariants


WIDEST = max(width for width, _ in FOOTPRINT)


def check(state: State) -> None:
    """Every piece in one place, 30 points a colour (I15), nothing overlaps or leaves the table (I13)."""
    colours, standing = state.variant.colours, state.towers
    held = [hand.piece for hand in state.hands if hand is not None]
    pieces = sorted([*held, *(piece for tower in standing for piece in tower.pieces)])
    assert pieces == list(range(PER_COLOUR * colours)), "pieces were lost or doubled"
    assert sum(scores(state)) == PIPS_PER_COLOUR * colours, "the scores do not add up"
    assert not any(overlap(one, other) for one, other in _neighbours(standing)), "towers overlap"
    for tower in standing:
        width, depth = FOOTPRINT[tower.base]
        assert width // 2 <= tower.x <= WIDTH - width // 2, "a tower has left the table"
        assert depth // 2 <= tower.y <= DEPTH - depth // 2, "a tower has left the table"


def _neighbours(standing: Iterable[Tower]) -> Iterator[tuple[Tower, Tower]]:
    """Yield the pairs that are no farther apart, from left to right, than the widest piece: no others can overlap."""
    waiting: list[Tower] = []
    for tower in sorted(standing, key=lambda tower: tower.x):
        waiting = [one for one in waiting if tower.x - one.x <= WIDEST]
        yield from ((one, tower) for one in waiting)
        waiting.append(tower)
