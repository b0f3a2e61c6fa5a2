"""The events of the game, as frozen dataclasses."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..engine import Outcome, Seat
from .table import Colour, PieceId, TowerId


class Why(StrEnum):
    """Who put a piece down: the seat that held it, or the referee, and by which ruling."""

    CHOICE = ""
    STALL = "stall"  # I5
    TIMER = "timer"  # I10
    SHOWDOWN = "showdown"  # I6


@dataclass(frozen=True, slots=True)
class Readied:
    """The seat touched one of its own pieces; once all seats have, the countdown begins."""

    seat: Seat
    piece: PieceId


@dataclass(frozen=True, slots=True)
class CountdownBegan:
    """All seats are ready; play starts at `until`, in milliseconds since the start of the game."""

    until: int


@dataclass(frozen=True, slots=True)
class PlayBegan:
    """Play starts; the timer rings at `ends`, or never if it is None."""

    ends: int | None


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """It is this seat's turn (only when time stands still)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Lifted:
    """The seat took a free-stander into its hand; its tower no longer exists."""

    seat: Seat
    piece: PieceId
    tower: TowerId


@dataclass(frozen=True, slots=True)
class Mined:
    """The seat took a piece from inside a tower, `depth` pieces under its top, into its hand."""

    seat: Seat
    piece: PieceId
    tower: TowerId
    controller: Colour
    depth: int


@dataclass(frozen=True, slots=True)
class Capped:
    """The piece that the seat held went onto a tower that `taken_from` controlled; the tower is now worth `worth`."""

    seat: Seat
    piece: PieceId
    tower: TowerId
    taken_from: Colour
    worth: int
    why: Why = Why.CHOICE


@dataclass(frozen=True, slots=True)
class WasSetDown:
    """The piece that the seat held was set down on the table, as the free-stander `tower`."""

    seat: Seat
    piece: PieceId
    tower: TowerId
    x: int
    y: int
    mined: bool
    why: Why = Why.CHOICE


@dataclass(frozen=True, slots=True)
class WasSplit:
    """The seat split a tower between two pieces of `colour`: from `bottom` up it is now the tower `upper`.

    `controller` controlled the tower before; the parts are worth `lower_worth` and `upper_worth`.
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
    """The seat said that it has no more plays, or took that back."""

    seat: Seat
    on: bool


@dataclass(frozen=True, slots=True)
class LastCall:
    """All seats are done; the game ends at `until` unless somebody acts (I7)."""

    until: int


@dataclass(frozen=True, slots=True)
class LastCallStopped:
    seat: Seat


@dataclass(frozen=True, slots=True)
class TimerRang:
    pass


@dataclass(frozen=True, slots=True)
class Showdown:
    """No held piece can cap anything, and no seat has another move (I6)."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over; `totals` has the scores by colour, the ghost's last."""

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
"""The events that change the pieces on the table."""
