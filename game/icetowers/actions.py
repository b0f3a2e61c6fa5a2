"""The actions and the events of IceTowers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from ..engine import Outcome, Seat
from .state import COLOUR_OF, Colour, PieceId, TowerId

# -- actions


@dataclass(frozen=True, slots=True)
class Ready:
    """Touch one of the seat's own pieces before play starts. Text: `ready 12`."""

    piece: PieceId

    def __str__(self) -> str:
        return f"ready {self.piece}"


@dataclass(frozen=True, slots=True)
class Lift:
    """Take a free-stander into the hand. Text: `lift 12`."""

    piece: PieceId

    def __str__(self) -> str:
        return f"lift {self.piece}"


@dataclass(frozen=True, slots=True)
class Mine:
    """Take a piece out of a tower that another colour controls. Text: `mine 12`."""

    piece: PieceId

    def __str__(self) -> str:
        return f"mine {self.piece}"


@dataclass(frozen=True, slots=True)
class Place:
    """Put the held piece on top of a tower. Text: `place @40`."""

    tower: TowerId

    def __str__(self) -> str:
        return f"place @{self.tower}"


@dataclass(frozen=True, slots=True)
class SetDown:
    """Set the held piece down on the table, at the free place nearest to (x, y). Text: `set 300,210`."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"set {self.x},{self.y}"


@dataclass(frozen=True, slots=True)
class Split:
    """Split a tower above a piece. Text: `split 12`, with the piece under the gap."""

    piece: PieceId

    def __str__(self) -> str:
        return f"split {self.piece}"


@dataclass(frozen=True, slots=True)
class Done:
    """Say that the seat has no more plays, or take that back (I7). Text: `done` or `not done`."""

    on: bool = True

    def __str__(self) -> str:
        return "done" if self.on else "not done"


Action = Ready | Lift | Mine | Place | SetDown | Split | Done


def completes_play(action: Action, is_mined: bool) -> bool:
    """Return whether the action completes a play. `is_mined`: the held piece was mined.

    Setting down a lifted piece completes none.
    """
    return isinstance(action, (Place, Split)) or (isinstance(action, SetDown) and is_mined)


_PIECES = range(len(COLOUR_OF))
LIFTS, MINES, SPLITS = tuple(map(Lift, _PIECES)), tuple(map(Mine, _PIECES)), tuple(map(Split, _PIECES))
"""By piece. Most actions that the rules return are created once, here."""
place_on = cache(Place)
"""Return the action that places the held piece on a tower, the same object every time."""

_OF_PIECE: dict[str, type[Ready | Lift | Mine | Split]] = {"ready": Ready, "lift": Lift, "mine": Mine, "split": Split}
_PIECE = re.compile(r"(ready|lift|mine|split) (0|[1-9]\d?)", re.ASCII)
_PLACE = re.compile(r"place @(0|[1-9]\d{0,6})", re.ASCII)
_SET = re.compile(r"set (0|[1-9]\d{0,3}),(0|[1-9]\d{0,3})", re.ASCII)


def parse_action(text: str) -> Action:
    """Return the action whose text form is `text`. Raises ValueError."""
    if text in ("done", "not done"):
        return Done(text == "done")
    if match := _PIECE.fullmatch(text):
        return _OF_PIECE[match[1]](int(match[2]))
    if match := _PLACE.fullmatch(text):
        return Place(int(match[1]))
    if match := _SET.fullmatch(text):
        return SetDown(int(match[1]), int(match[2]))
    raise ValueError(
        f"{text!r} is not an action: write `ready 12`, `lift 12`, `mine 12`, `place @40`, `set 300,210`, "
        "`split 12`, `done` or `not done`"
    )


# -- events


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
