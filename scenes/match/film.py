"""Films: a finished game played by itself and saved as pictures that move."""

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
from topping_out.game.storage.files import cannot_write, is_there, write_atomic

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
    """A part of a game: after how many of its entries it begins and ends, and what is said of it."""

    begin: int
    end: int
    title: str = ""
    """Empty where nothing is said."""
    words: str = ""


def chapters_of(review: ReviewResults) -> tuple[Chapter, ...]:
    """Return the chapters of a whole review, the turning points and the end; none where nothing turned."""
    points, curve = review.points, review.curve
    if len(curve) < len(points) or not (turned := turning_points(curve)):
        return ()
    told = [
        Chapter(points[at].step, points[at + 1].step, tr("Turning point {number}", number=number), _swing(review, at))
        for number, at in enumerate(turned, 1)
    ]
    last = Chapter(points[-2].step, points[-1].step, tr("The end"), _moment(points[-2]))
    return (*told, *([last] if told[-1].end < last.end else []))


def _moment(point: CurvePoint) -> str:
    return point.time or tr("Turn {turn}", turn=point.turn)


def _swing(review: ReviewResults, at: int) -> str:
    """Return whose chance changed most at a point, a human's before a bot's, and by how much."""
    point, before, after = review.points[at], review.curve[at], review.curve[at + 1]
    changes = [abs(now - then) for then, now in zip(before, after)]
    seat = max(range(len(changes)), key=lambda seat: (round(changes[seat], 2), seat in review.humans))
    return tr_player(
        review.names[seat],
        mark("{moment}: your chance goes from {before}% to {after}%."),
        mark("{moment}: {name}'s chance goes from {before}% to {after}%."),
        moment=_moment(point),
        before=round(100 * before[seat]),
        after=round(100 * after[seat]),
    )


# -- scene


TITLE = 2200.0
"""Milliseconds for which the table stands still under a chapter's title, and after its last step."""


class FilmScene(ReplayScene):
    """Plays one chapter of a game after the other."""

    def __init__(self, context: Context, timeline: Timeline, chapters: Sequence[Chapter], pace: float = 1.0) -> None:
        """Begin with the first chapter; `pace`: how much faster than normal things move."""
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
        """How many steps have been shown, of how many."""
        lengths = [chapter.end - chapter.begin for chapter in self.chapters]
        return sum(lengths[: self.number]) + self.at_step - self.chapter.begin, max(1, sum(lengths))

    @property
    def is_over(self) -> bool:
        """Whether the last step has been shown, with all that follows on it."""
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
        board.is_captioned = bool(chapter.title) and not self.playback.is_at_end  # there the topping out needs the room
        board.draw(stage, None)
        if board.is_captioned:
            draw_caption(stage, self.kit, chapter.title, chapter.words, *board.caption_room)


# -- maker


SIZE = (960, 540)
LARGEST = 8 * 1024 * 1024
"""Bytes."""
LAST_HOLD = 3000
"""Milliseconds for which the end is shown."""
LONGEST = 60 * 60 * 1000
"""Milliseconds of a film; nothing that moves lasts so long."""
ENOUGH = 0.12
"""The share of a film that must be made before its size can be guessed."""
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
    translations.use(translations.preferred(settings.language))
    shown = changed_settings(Settings(), patterns=settings.patterns, reduced_motion=settings.reduced_motion)
    context = Context(SettingsStore(), shown, Audio.silent(), Kit(Metrics(SIZE), TEXT))
    shown.idle_life = False
    context.devices.active = "mouse"
    return context


# -- process


PATIENCE = 0.01
"""Seconds to wait for news in each step."""
SPELL = 0.2
"""Seconds for which the process works before it tells how far it has come."""

FilmTask = tuple[bytes, str, float | None, tuple[Chapter, ...]]
"""What `Film` needs: a record as in its file, the film's file, and how much of the end is filmed, or which chapters."""


class FilmProcess:
    """A film in the making elsewhere; `steps` tells how far it has come."""

    def __init__(self, record: Record, path: Path, last: float | None, chapters: tuple[Chapter, ...] = ()) -> None:
        self._request: FilmTask = record.to_bytes(), str(path), last, chapters
        self.made: Made | None = None
        """What came of it, once it is done."""

    def steps(self) -> Iterator[tuple[int, int]]:
        """Yield how much is done, of how much. Raises FilmError, OSError. Closed early, the film is given up."""
        process, done = WorkerProcess(film_for_a_spell), (0, 1)
        try:
            while self.made is None:
                if process.pipe.poll(PATIENCE) and (reply := process.poll()):
                    news, problem = reply
                    if problem:
                        raise FilmError(problem)
                    if isinstance(news, Made):
                        self.made = news
                    else:
                        done = news
                if process.is_idle and self.made is None:
                    process.send(self._request)
                yield done
        except WorkerDied:
            raise FilmError(tr("the process making the film has stopped; the system log may say why")) from None
        finally:
            process.kill()


def film_for_a_spell(request: FilmTask) -> Made | tuple[int, int]:
    """Begin a film in this process, or go on with it; return how much is done, or what came of it."""
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
    """Return the film that is being made."""
    record, path, last, chapters = request
    open_screen()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # SDL makes an event of it, and the window would wait for the end
    film = Film(parse_record(record), Path(path), last, chapters=chapters)
    return film, film.steps()
