"""A film of a record: the frames of its replay, and the manner of filming by which the file is small enough."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pygame
from msgspec.structs import replace as changed_settings

from topping_out.game.bots.review.timeline import Timeline
from topping_out.game.language import tr
from topping_out.game.record import Record
from topping_out.game.storage.files import cannot_write, is_there, write_atomic
from topping_out.game.storage.translations import languages
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.webp import Animation, encoder
from topping_out.scenes.manager import Manager, Replace
from topping_out.scenes.match.film.chapters import Chapter
from topping_out.scenes.match.film.scene import FilmScene
from topping_out.scenes.system.context import Context
from topping_out.scenes.system.settings import Settings, SettingsStore
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.widgets import Button

SIZE = (960, 540)
LARGEST = 8 * 1024 * 1024
"""Bytes."""
LAST_HOLD = 3000
"""Milliseconds for which the end is shown."""
LONGEST = 60 * 60 * 1000
"""Milliseconds of a film; nothing that moves lasts so long."""
ENOUGH = 0.12
"""From this share of a film on, its size can be guessed."""
MARGIN = 1.15
"""By how much such a guess may be too large: what is left may be calmer."""
TEXT = 1.15

Progress = Iterator[tuple[int, int]]


class FilmError(ValueError):
    """There is no film; the message says why, in one line."""


@dataclass(frozen=True)
class Manner:
    """How a film is made; each is smaller than the one before it."""

    rate: int
    """Frames a second."""
    quality: int
    """Of a frame, from 0 to 100."""
    pace: float
    """How much faster than normal things move."""

    @property
    def weight(self) -> float:
        """How large a film becomes, about, in relation to other manners."""
        return self.rate / self.pace * math.pow(self.quality / 80, 0.7)


MANNERS = (
    Manner(24, 75, 1.0),
    Manner(20, 60, 1.1),
    Manner(16, 50, 1.2),
    Manner(14, 46, 1.5),
    Manner(12, 42, 2.0),
    Manner(10, 38, 2.6),
    Manner(8, 34, 3.6),
)
LEFT_OUT = 0.4
"""A film that is too large in the last manner too begins later, by this share of its steps each time."""


@dataclass(frozen=True)
class Made:
    """What came of it."""

    seconds: float
    bytes: int
    manner: Manner
    is_whole: bool
    """Whether it begins where it was to begin."""


class Film:
    """A film in the making; `steps` makes it."""

    def __init__(
        self,
        record: Record,
        path: Path,
        last: float | None = None,
        largest: int = LARGEST,
        chapters: Sequence[Chapter] = (),
        may_replace: bool = False,
    ) -> None:
        """Film a record to its end, or its `last` seconds, or `chapters` of it, into a file of at most `largest` bytes.

        Raises FilmError where the file cannot be, or is there and must not be replaced, or there is no encoder;
        RecordError.
        """
        try:
            encoder()
        except ImportError as error:
            raise FilmError(str(error)) from None
        try:
            if not may_replace and is_there(path):
                raise FilmError(tr("{file} already exists: name another file", file=path))
            if not path.absolute().parent.is_dir():
                raise FilmError(tr("there is no folder {folder}: name another", folder=path.absolute().parent))
        except OSError as error:
            raise FilmError(f"{path}: {error.strerror or error}") from None
        self.path, self.largest, self.last, self.chapters = path, largest, last, chapters
        self._may_replace = may_replace
        self.timeline = Timeline(record)
        self.made = Made(0.0, 0, MANNERS[0], True)

    def steps(self) -> Progress:
        """Make the film; yield how much is done. Raises FilmError, with nothing left behind then."""
        begin = first = 0 if self.last is None else self._first_step(self.last)
        place, latest = 0, len(self.chapters) - 1 if self.chapters else len(self.timeline.steps)
        while True:
            take = self._take(first, MANNERS[place])
            yield from take.steps()
            if take.data:
                break
            if place < len(MANNERS) - 1:
                place = _next_place(place, self.largest / take.guess)
            elif first == latest:
                raise FilmError(tr("this game can't be made into a film that small"))
            else:
                first += max(1, round((latest - first) * LEFT_OUT))
        self.made = Made(take.animation.ms / 1000, len(take.data), MANNERS[place], first == begin)
        try:
            write_atomic(self.path, take.data, self._may_replace)
        except OSError as error:
            raise FilmError(cannot_write(self.path, error)) from None

    def _take(self, first: int, manner: Manner) -> Take:
        """Return a try that begins with that step, or with that chapter where there are some."""
        chapters = self.chapters[first:] or [Chapter(first, len(self.timeline.steps))]
        return Take(FilmScene(film_context(), self.timeline, chapters, manner.pace), manner, self.largest)

    def _first_step(self, seconds: float) -> int:
        """Return the step from which on a film is about so long."""
        take = self._take(0, MANNERS[0])
        until_end = take.run_blind()
        return max((step for step, ms in until_end.items() if ms >= 1000 * seconds), default=0)


def _next_place(place: int, wanted: float) -> int:
    """Return the manner that makes a film smaller by about that factor, or the last."""
    goal = MANNERS[place].weight * wanted
    return next((n for n in range(place + 1, len(MANNERS)) if MANNERS[n].weight <= goal), len(MANNERS) - 1)


class Take:
    """One try: a replay filmed in one manner, given up as soon as it becomes too large."""

    def __init__(self, scene: FilmScene, manner: Manner, largest: int) -> None:
        self.scene, self.manner, self.largest = scene, manner, largest
        kit = scene.context.kit
        self.manager = Manager(kit, lambda: self.scene)
        self.manager.go(Replace(self.scene))
        self.stage, self.picture = Stage(kit.scale), pygame.Surface(SIZE)
        self.animation = Animation(SIZE, manner.quality)
        self.data = b""
        """The file; empty where it became too large."""
        self.guess = 1.0
        """How large it would have become, in bytes."""

    def steps(self) -> Progress:
        for ms in self._ticks():
            self._show(ms)
            done, total = self.scene.progress
            yield done, total
            if self._is_too_large(done / total):
                return
        self._show(LAST_HOLD)
        data = self.animation.to_bytes()
        self.guess = max(1.0, float(len(data)))
        self.data = data if len(data) <= self.largest else b""

    def _ticks(self) -> Iterator[int]:
        """Let the replay play; yield the milliseconds for which each frame is to be shown."""
        played = shown = 0.0
        while not (self.scene.is_over and self.manager.top is self.scene) and played < LONGEST:
            ms = round(played) - round(shown)
            shown = played
            yield max(1, ms)
            self.manager.update(1000 / self.manner.rate)
            played += 1000 / self.manner.rate

    def _show(self, ms: int) -> None:
        self.stage.begin()
        for scene in self.manager.stack:
            if isinstance(scene, Page):  # nobody can press anything in a film
                scene.widgets = [widget for widget in scene.widgets if not isinstance(widget, Button)]
        self.manager.draw(self.stage)
        changed = self.stage.present(self.picture)
        self.animation.add(self.picture, changed[0].unionall(changed[1:]) if changed else None, ms)

    def _is_too_large(self, share: float) -> bool:
        now = self.animation.size
        self.guess = now / max(share, ENOUGH / 2)
        return now > self.largest or (share >= ENOUGH and self.guess > self.largest * MARGIN)

    def run_blind(self) -> dict[int, float]:
        """Return for each step how many milliseconds of the film are left after it; nothing is drawn."""
        left: dict[int, float] = {}
        played = 0.0
        for _ in self._ticks():
            left[self.scene.at_step] = played  # when it is over: the film begins with what comes after it
            played += 1000 / self.manner.rate
        return {step: played + LAST_HOLD - ms for step, ms in left.items()}


def open_screen() -> None:
    """Have pygame draw where nobody sees it. To be called in a process that has no window."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.display.set_mode(SIZE)
    pygame.font.init()


def film_context() -> Context:
    """Return what the scenes of a film share: the player's own settings where they can be seen; nothing is heard."""
    settings = SettingsStore().load()
    languages.use(languages.preferred(settings.language))
    shown = changed_settings(Settings(), patterns=settings.patterns, reduced_motion=settings.reduced_motion)
    context = Context(SettingsStore(), shown, Audio.silent(), Kit(Metrics(SIZE), TEXT))
    shown.idle_life = False
    context.devices.active = "mouse"
    return context
