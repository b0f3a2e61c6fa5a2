"""The lessons of a guided first game: which there are, when each is told, and what it marks on the table.

A course is data, the game's `lessons.toml`; the moments and the marks that it names are the game's own, in the
`lessons` module of its folder here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

import msgspec

from game import registry
from game.engine import Seat
from scenes.ui.widgets import Rect


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence or two, told once, at the first moment that fits."""

    name: str
    when: str
    """The moment, one of the game's `MOMENTS`."""
    title: str
    text: str
    marks: tuple[str, ...] = ()
    """What it speaks of, some of the game's `MARKS`."""
    must: bool = True
    """Whether every game comes by its moment; others are told if theirs happens to come."""


class Rival(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bot to play against."""

    name: str
    level: str


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


@cache
def course_of(game: str) -> Course:
    """Return a game's course. Raises msgspec.MsgspecError where its file is not one."""
    return msgspec.toml.decode((registry.entry(game).data / "lessons.toml").read_bytes(), type=Course)


def moments_of(game: str) -> Mapping[str, Moment]:
    """Return the moments that a game's lessons can wait for."""
    moments: Mapping[str, Moment] = import_module(f"scenes.{game}.lessons").MOMENTS
    return moments


def marks_of(game: str) -> Mapping[str, Mark]:
    """Return what a game's lessons can mark."""
    marks: Mapping[str, Mark] = import_module(f"scenes.{game}.lessons").MARKS
    return marks


def keep_clear(game: str) -> Mark:
    """Return what tells where a note should rather not lie at a game's table; cards and buttons it never covers."""
    clear: Mark = import_module(f"scenes.{game}.lessons").keep_clear
    return clear
