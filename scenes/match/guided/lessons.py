"""The lessons of a guided first game: which there are, when each is told, and what it marks on the table.

A tutorial is data, the `lessons.toml` of a game; the moments and marks that it names are the `LessonCues` of its table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from topping_out.game import registry
from topping_out.game.engine import Seat
from topping_out.game.language import current
from topping_out.game.storage.translations.texts import LESSONS, LessonText, load_lessons
from topping_out.game.text_files import read_toml
from topping_out.scenes.ui.widgets import Rect


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence or two, told once, at the first moment that fits."""

    name: str
    when: str
    """The condition for telling it: the name of one of the cues' `conditions`."""
    title: str
    text: str
    marks: tuple[str, ...] = ()
    """What it marks on the board: names of some of the cues' `marks`."""
    must: bool = True
    """Whether its condition is met in every game; other lessons are told only if theirs happens to be."""


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
class LessonContext:
    """What the player knows at a moment at which the player may act."""

    seat: Seat
    view: Any
    actions: Sequence[Any]
    events: Sequence[Any]
    """All that happened so far."""


Condition = Callable[[LessonContext], bool]
Marker = Callable[[Any, LessonContext], list[Rect]]
"""Returns the places of something on a board, in logical units."""


@dataclass(frozen=True, slots=True)
class LessonCues:
    """When the lessons of a game are told, and what they mark on its board."""

    conditions: Mapping[str, Condition]
    marks: Mapping[str, Marker] = field(default_factory=dict)
    keep_clear: Marker = lambda board, now: []
    """What a note should leave free if it can. It never covers cards or buttons."""
    never_cover: Marker = lambda board, now: []
    """What else it never covers."""


PLAIN_CUES = LessonCues({"at once": lambda now: True})
"""The cues of a game that brings none: its lessons are told in their order, at once."""


def tutorial_of(game: str) -> Tutorial | None:
    """Return a game's tutorial in the reader's language; None where it brings none.

    Raises msgspec.MsgspecError where its file is not one.
    """
    return _load_tutorial(game, current())


@cache
def _load_tutorial(game: str, language: str) -> Tutorial | None:
    path = registry.data_file(game, LESSONS)
    tutorial = registry.read(game, LESSONS, lambda: read_toml(path, Tutorial), None) if path else None
    if tutorial is None:
        return None
    texts = load_lessons(game, language)
    return replace(tutorial, lessons=tuple(_in_words(lesson, texts.get(lesson.name)) for lesson in tutorial.lessons))


def _in_words(lesson: Lesson, words: LessonText | None) -> Lesson:
    return replace(lesson, title=words.title, text=words.text) if words else lesson
