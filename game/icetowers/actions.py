"""What a seat can do, and its text form (I1)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from .table import COLOUR_OF, PieceId, TowerId


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
