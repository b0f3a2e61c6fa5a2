"""Films: a replay saved as an animated picture."""

from __future__ import annotations

import math
import os
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from time import monotonic

import pygame
from msgspec.structs import replace as changed_settings

from topping_out.game.bots.process import WorkerDied, WorkerProcess, WorkFailed
from topping_out.game.bots.review import CurvePoint, ReviewResults, Timeline, turning_points
from topping_out.game.language import mark, tr, tr_player
from topping_out.game.record import Record, RecordError, parse_record
from topping_out.game.storage import translations
from topping_out.game.storage.files import cannot_write, why_not_at, write_atomic

from ..audio.player import Audio
from ..kit.kit import Kit, Metrics
from ..kit.plates import draw_caption
from ..kit.sprites import Animation, encoder
from ..kit.stage import Stage
from ..manager import Manager, Replace, Transition
from ..system.context import Context
from ..system.settings import Settings, SettingsStore
from ..ui.layout import Widget
from ..ui.page import Page
from ..ui.widgets import Button
from .replay import ReplayScene

# -- chapters


@dataclass(frozen=True)
class Chapter:
    """A part of a game: the numbers of steps after which it begins and ends, and its caption."""

    begin: int
    end: int
    title: str = ""
    """Empty if there is no caption."""
    words: str = ""


def chapters_of(review: ReviewResults) -> tuple[Chapter, ...]:
    """Return the chapters of a finished review: its turning points and the end. None if there was no turning point."""
    points, curve = review.points, review.curve
    if len(curve) < len(points) or not (turned := turning_points(curve)):
        return ()
    chapters = [
        Chapter(points[at].step, points[at + 1].step, tr("Turning point {number}", number=number), _swing(review, at))
        for number, at in enumerate(turned, 1)
    ]
    last = Chapter(points[-2].step, points[-1].step, tr("The end"), _moment(points[-2]))
    return (*chapters, *([last] if chapters[-1].end < last.end else []))


def _moment(point: CurvePoint) -> str:
    return point.time or tr("Turn {turn}", turn=point.turn)


def _swing(review: ReviewResults, at: int) -> str:
    """Return in words whose chance changed most at a point, and by how much. Of equals, a human comes first."""
    point, before, after = review.points[at], review.curve[at], review.curve[at + 1]
    changes = [abs(now - then) for then, now in zip(before, after)]
    seat = max(range(len(changes)), key=lambda seat: (round(changes[seat], 2), seat in review.humans))
    return tr_player(
        review.names[seat],
        mark("{moment}: your chances go from {before}% to {after}%."),
        mark("{moment}: {name}'s chances go from {before}% to {after}%."),
        moment=_moment(point),
        before=round(100 * before[seat]),
        after=round(100 * after[seat]),
    )


# -- scene


TITLE = 2200.0
"""Milliseconds for which the table stands still below a chapter's title, and after its last step."""


class FilmScene(ReplayScene):
    """A replay that plays one chapter after the other."""

    def __init__(self, context: Context, timeline: Timeline, chapters: Sequence[Chapter], pace: float = 1.0) -> None:
        """Begin with the first chapter. `pace`: the speed, as a multiple of normal."""
        self.chapters, self.number = chapters, 0
        super().__init__(context, timeline, chapters[0].begin)
        self.motion.speed = pace
        self.plays = True
        self._wait = TITLE if self.chapter.title else 0.0

    @property
    def chapter(self) -> Chapter:
        return self.chapters[self.number]

    @property
    def progress(self) -> tuple[int, int]:
        """How many steps have been shown, and how many there are."""
        lengths = [chapter.end - chapter.begin for chapter in self.chapters]
        return sum(lengths[: self.number]) + self.at_step - self.chapter.begin, max(1, sum(lengths))

    @property
    def is_over(self) -> bool:
        """Whether the last step and its motion have been shown."""
        return self.playback.is_at_end and self.number + 1 == len(self.chapters) and self.at_rest

    def forward(self) -> Transition:
        if self.motion.busy or self.at_step < self.chapter.end or self.number + 1 == len(self.chapters):
            return super().forward()
        self.number += 1
        self.go_to(self.chapter.begin)
        self._wait = TITLE
        return None

    def rested(self) -> None:
        super().rested()
        if self.chapter.title and self.at_step == self.chapter.end:
            self._wait = TITLE

    def describe_turn(self) -> str:
        return self.describe_step()

    def build(self) -> list[Widget]:
        return [*self._messages(), *self.board.widgets()]

    def _draw_position(self, stage: Stage) -> None:
        if self.describe_step():
            super()._draw_position(stage)

    def paint(self, stage: Stage) -> None:
        chapter, board = self.chapter, self.board
        # at the end, the topping out needs the room
        board.is_captioned = bool(chapter.title) and not self.playback.is_at_end
        board.draw(stage, None)
        if board.is_captioned:
            draw_caption(stage, self.kit, chapter.title, chapter.words, *board.caption_room)


# -- maker


SIZE = (960, 540)
LARGEST = 8 * 1024 * 1024
"""Maximum size of a film in bytes, by default."""
LAST_HOLD = 3000
"""Milliseconds for which the last picture is shown."""
LONGEST = 60 * 60 * 1000
"""Maximum milliseconds of a film. No replay takes this long."""
ENOUGH = 0.12
"""Share of a film that must be made before its size can be estimated."""
MARGIN = 1.15
"""Factor by which the estimate may exceed the maximum size, because the rest may have less motion."""
TEXT = 1.15

Progress = Iterator[tuple[int, int]]


class FilmError(ValueError):
    """The film cannot be made; the message says why, in one line."""


@dataclass(frozen=True)
class Manner:
    """The quality settings of a film."""

    rate: int
    """Frames per second."""
    quality: int
    """Picture quality, from 0 to 100."""
    pace: float
    """Speed, as a multiple of normal."""

    @property
    def weight(self) -> float:
        """Approximate size of a film, relative to other settings."""
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
"""Share of the steps left out at the beginning, again and again, if even the last settings make too large a film."""


@dataclass(frozen=True)
class Made:
    """The finished film."""

    seconds: float
    bytes: int
    manner: Manner
    is_whole: bool
    """Whether nothing was left out at the beginning."""


class Film:
    """A film that is being made. `steps` makes it."""

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
        if problem := why_not_at(path, may_replace):
            raise FilmError(problem)
        self.path, self.largest, self.last, self.chapters = path, largest, last, chapters
        self._may_replace = may_replace
        self.timeline = Timeline(record)
        self.made = Made(0.0, 0, MANNERS[0], True)

    def steps(self) -> Progress:
        """Make the film; yield the steps done and their total. Raises FilmError, and then leaves no file."""
        begin = first = 0 if self.last is None else self._first_step(self.last)
        place, latest = 0, len(self.chapters) - 1 if self.chapters else len(self.timeline.steps)
        while True:
            take = self._take(first, MANNERS[place])
            yield from take.steps()
            if take.data:
                break
            if place < len(MANNERS) - 1:
                goal = MANNERS[place].weight * self.largest / take.guess
                lighter = (n for n in range(place + 1, len(MANNERS)) if MANNERS[n].weight <= goal)
                place = next(lighter, len(MANNERS) - 1)
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
        """Return an attempt that begins with step `first` or, if there are chapters, with that chapter."""
        chapters = self.chapters[first:] or [Chapter(first, len(self.timeline.steps))]
        return Take(FilmScene(film_context(), self.timeline, chapters, manner.pace), manner, self.largest)

    def _first_step(self, seconds: float) -> int:
        """Return the step from which a film is about this many seconds long."""
        until_end = self._take(0, MANNERS[0]).run_blind()
        return max((step for step, ms in until_end.items() if ms >= 1000 * seconds), default=0)


class Take:
    """One attempt: a replay filmed with some settings, and given up as soon as it becomes too large."""

    def __init__(self, scene: FilmScene, manner: Manner, largest: int) -> None:
        self.scene, self.manner, self.largest = scene, manner, largest
        kit = scene.context.kit
        self.manager = Manager(kit, lambda: self.scene)
        self.manager.go(Replace(self.scene))
        self.stage, self.picture = Stage(kit.scale), pygame.Surface(SIZE)
        self.animation = Animation(SIZE, manner.quality)
        self.data = b""
        """The file, or empty if it became too large."""
        self.guess = 1.0
        """Estimated size in bytes."""

    def steps(self) -> Progress:
        for ms in self._ticks():
            self._show(ms)
            done, total = self.scene.progress
            yield done, total
            now, share = self.animation.size, done / total
            self.guess = now / max(share, ENOUGH / 2)
            if now > self.largest or (share >= ENOUGH and self.guess > self.largest * MARGIN):
                return
        self._show(LAST_HOLD)
        data = self.animation.to_bytes()
        self.guess = max(1.0, float(len(data)))
        self.data = data if len(data) <= self.largest else b""

    def _ticks(self) -> Iterator[int]:
        """Play the replay; yield the milliseconds for which each frame is to be shown."""
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
            if isinstance(scene, Page):  # a film has no buttons
                scene.widgets = [widget for widget in scene.widgets if not isinstance(widget, Button)]
        self.manager.draw(self.stage)
        changed = self.stage.present(self.picture)
        self.animation.add(self.picture, changed[0].unionall(changed[1:]) if changed else None, ms)

    def run_blind(self) -> dict[int, float]:
        """Return for each step how many milliseconds of the film are left after it. Draws nothing."""
        left, played = dict[int, float](), 0.0
        for _ in self._ticks():
            left[self.scene.at_step] = played  # overwritten until the step is over: a film would begin with the next
            played += 1000 / self.manner.rate
        return {step: played + LAST_HOLD - ms for step, ms in left.items()}


def open_screen() -> None:
    """Let pygame draw without a window. Call this only in a process that has none."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.display.set_mode(SIZE)
    pygame.font.init()


def film_context() -> Context:
    """Return the context of a film's scenes: without sound, with those settings of the player that change pictures."""
    settings = SettingsStore().load()
    translations.use(translations.preferred(settings.language))
    shown = changed_settings(Settings(), patterns=settings.patterns, reduced_motion=settings.reduced_motion)
    context = Context(SettingsStore(), shown, Audio.silent(), Kit(Metrics(SIZE), TEXT))
    shown.idle_life = False
    context.devices.active = "mouse"
    return context


# -- process


PATIENCE = 0.01
"""Seconds to wait for progress in each step."""
SPELL = 0.2
"""Seconds of work after which the process reports its progress."""

FilmTask = tuple[bytes, str, float | None, tuple[Chapter, ...]]
"""The arguments of `Film`: a record as saved, the path of the film, the seconds to film, and the chapters."""


class FilmProcess:
    """A film that is being made in another process. `steps` reports the progress."""

    def __init__(self, record: Record, path: Path, last: float | None, chapters: tuple[Chapter, ...] = ()) -> None:
        self._request: FilmTask = record.to_bytes(), str(path), last, chapters
        self.made: Made | None = None
        """The film, once it is finished."""

    def steps(self) -> Progress:
        """Yield how many steps are done, and how many there are. Closing the generator gives the film up.

        Raises FilmError, OSError.
        """
        process, done = WorkerProcess(film_for_a_spell), (0, 1)
        try:
            while self.made is None:
                if process.pipe.poll(PATIENCE) and (reply := process.poll()):
                    news, problem = reply
                    if problem:
                        raise FilmError(problem)
                    self.made, done = (news, done) if isinstance(news, Made) else (None, news)
                if process.is_idle and self.made is None:
                    process.send(self._request)
                yield done
        except WorkerDied:
            raise FilmError(tr("the process making the film has stopped; the system log may say why")) from None
        finally:
            process.kill()


def film_for_a_spell(request: FilmTask) -> Made | tuple[int, int]:
    """Begin a film in this process, or go on with it; return the progress or the finished film."""
    try:
        film, steps = _begun(request)
        until = monotonic() + SPELL
        for done in steps:
            if monotonic() >= until:
                return done
        return film.made
    except (FilmError, RecordError) as error:
        raise WorkFailed(str(error)) from None


@lru_cache(maxsize=1)
def _begun(request: FilmTask) -> tuple[Film, Progress]:
    record, path, last, chapters = request
    open_screen()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # SDL turns the signal into an event, which nobody handles here
    film = Film(parse_record(record), Path(path), last, chapters=chapters)
    return film, film.steps()
