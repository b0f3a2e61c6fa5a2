"""The lessons of a guided first game: which there are, when each is told, and what it marks on the table.

A tutorial is data, the `lessons.toml` of a game; the moments and marks that it names are the `LessonCues` of its table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec

from game import registry
from game.engine import Seat
from scenes.ui.widgets import Rect


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence or two, told once, at the first moment that fits."""

    name: str
    when: str
    """The moment, one of the `moments` of its cues."""
    title: str
    text: str
    marks: tuple[str, ...] = ()
    """What it speaks of, some of the `marks` of its cues."""
    must: bool = True
    """Whether every game comes by its moment; others are told if theirs happens to come."""


class Rival(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bot to play against."""

    name: str
    level: str


class Tutorial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guided game: what it starts from, and the lessons in the order in which they are told."""

    seed: int
    rival: Rival
    options: dict[str, bool | int | str]
    lessons: tuple[Lesson, ...]


@dataclass(frozen=True, slots=True)
class Now:
    """A moment at which the player may act, as far as the player knows."""

    seat: Seat
    view: Any
    actions: Sequence[Any]
    events: Sequence[Any]
    """All that happened so far."""


Moment = Callable[[Now], bool]
Mark = Callable[[Any, Now], list[Rect]]
"""Returns the places of something on a board, in logical units."""


@dataclass(frozen=True, slots=True)
class LessonCues:
    """When the lessons of a game are told, and what they mark on its table."""

    moments: Mapping[str, Moment]
    marks: Mapping[str, Mark] = field(default_factory=dict)
    keep_clear: Mark = lambda board, now: []
    """Where a note should rather not lie; cards and buttons it never covers."""


PLAIN_CUES = LessonCues({"at once": lambda now: True})
"""What the lessons of a game can name that brings no cues of its own: their order alone tells when they are told."""


@cache
def tutorial_of(game: str) -> Tutorial | None:
    """Return a game's tutorial; None where it brings none. Raises msgspec.MsgspecError where its file is not one."""
    path = registry.data_file(game, "lessons.toml")
    return msgspec.toml.decode(path.read_bytes(), type=Tutorial) if path else None
