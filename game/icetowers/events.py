"""What happens in the game, as frozen values in the order in which it happens."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..engine import Outcome, Seat
from .table import Colour, PieceId, TowerId


class Why(StrEnum):
    """Who put a piece down: its holder, or the referee, and for which ruling."""

    CHOICE = ""
    STALL = "stall"  # I5
    TIMER = "timer"  # I10
    SHOWDOWN = "showdown"  # I6


@dataclass(frozen=True, slots=True)
class Readied:
    """The seat touched a piece of its own; play starts once all have."""

    seat: Seat
    piece: PieceId


@dataclass(frozen=True, slots=True)
class CountdownBegan:
    """All are ready; play starts at `until`, in milliseconds since the start."""

    until: int


@dataclass(frozen=True, slots=True)
class PlayBegan:
    """Play starts; the timer rings at `ends`, None without one."""

    ends: int | None


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """Under paused time it is the seat's turn now."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Lifted:
    """A free-stander went into the seat's hand; its tower is gone."""

    seat: Seat
    piece: PieceId
    tower: TowerId


@dataclass(frozen=True, slots=True)
class Mined:
    """A piece from inside a tower, `depth` pieces under its top, went into the seat's hand."""

    seat: Seat
    piece: PieceId
    tower: TowerId
    controller: Colour
    depth: int


@dataclass(frozen=True, slots=True)
class Capped:
    """The seat's held piece went on a tower that `taken_from` controlled; `worth` is what it is worth now."""

    seat: Seat
    piece: PieceId
    tower: TowerId
    taken_from: Colour
    worth: int
    why: Why = Why.CHOICE


@dataclass(frozen=True, slots=True)
class WasSetDown:
    """The seat's held piece stands on the table as the free-stander `tower`."""

    seat: Seat
    piece: PieceId
    tower: TowerId
    x: int
    y: int
    mined: bool
    why: Why = Why.CHOICE


@dataclass(frozen=True, slots=True)
class WasSplit:
    """The seat parted a tower between two pieces of `colour`: from `bottom` up it is the tower `upper` now.

    `controller` controlled it; the two are worth `lower_worth` and `upper_worth`.
    """

    seat: Seat
    colour: Colour
    lower: TowerId
    upper: TowerId
    bottom: PieceId
    x: int
    y: int
    controller: Colour
    lower_worth: int
    upper_worth: int


@dataclass(frozen=True, slots=True)
class DoneSwitched:
    """The seat says that it has no more plays, or takes that back."""

    seat: Seat
    on: bool


@dataclass(frozen=True, slots=True)
class LastCall:
    """All are done; the game ends at `until` unless somebody acts (I7)."""

    until: int


@dataclass(frozen=True, slots=True)
class LastCallStopped:
    seat: Seat


@dataclass(frozen=True, slots=True)
class TimerRang:
    pass


@dataclass(frozen=True, slots=True)
class Showdown:
    """No piece in a hand can cap anything, and nobody has another move (I6)."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over; `totals` are the scores by colour, the ghost's last."""

    outcome: Outcome
    totals: tuple[int, ...]


Event = (
    Readied
    | CountdownBegan
    | PlayBegan
    | TurnPassed
    | Lifted
    | Mined
    | Capped
    | WasSetDown
    | WasSplit
    | DoneSwitched
    | LastCall
    | LastCallStopped
    | TimerRang
    | Showdown
    | Ended
)
ON_THE_TABLE = (Lifted, Mined, Capped, WasSetDown, WasSplit)
"""The events that change what lies on the table."""
