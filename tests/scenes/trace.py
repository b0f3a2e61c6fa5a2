"""Writes down a match as it happens: a line for each motion, sound, spoken sentence and other effect.

    12.30  Sprite 17 x 640 > 402 > 118, y 90 > 313 > 640 in 300 ms

is one motion: seconds since the table was opened, what moves, and for each attribute its value at the beginning,
half-way and at the end. The value half-way shows the curve. "Cut off" marks a motion that was ended early.

     7.04  glow: 2 at 312.5 188.0

says how many pictures of a kind the window shows, and the mean of their places in pixels. It is written now and then.
"""

import math
import random
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, NamedTuple

import pygame
import pytest

from tests.golden import POSITIONS, sketch
from tests.scenes.icetowers.test_spoken import Ear, play_on
from tests.scenes.robot import PromptWorker, Robot
from tests.scenes.tables import LIKELY, by_chance
from topping_out.game.bots.review import Timeline
from topping_out.game.bots.worker import BotAnswer, Question
from topping_out.game.live import LiveQuestion
from topping_out.game.match import Match
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.scenes.accessibility.semantics import Announcer
from topping_out.scenes.app import App
from topping_out.scenes.audio.music import Music
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.icetowers.live import LiveScene
from topping_out.scenes.icetowers.live_seats import CountPage
from topping_out.scenes.kit import sprites
from topping_out.scenes.kit.sprites import Motion, Tween
from topping_out.scenes.kit.stage import Item
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.talk import Remarks
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.system.settings import SELF

FRAME = 10
"""Milliseconds of a frame at a table with turns; durations are exact to this."""
SHOWN_EVERY = 50
"""Milliseconds between two looks at the pictures shown, while motion is shown."""
MOST_FRAMES = 60_000


@dataclass
class WatchedTween:
    """A tween as it was seen."""

    begin: float
    samples: list[float] = field(default_factory=list)
    """The attribute's values at the beginning, half-way, and at the end."""


class Trace:
    """Writes down what happens in an app while `pass_time` lets time pass."""

    def __init__(self, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
        self.app, self.ms = app, 0.0
        self.lines: list[tuple[float, str]] = []
        self.moves = True
        """Whether motion is written down; other effects always are."""
        self._names: dict[int, tuple[str, Any]] = {}
        self._courses: dict[Tween, WatchedTween] = {}
        self._states: dict[str, str] = {}
        self._kinds: set[str] = set()
        self._checksum = 0
        app.context.settings.captions = True
        monkeypatch.setattr(sprites, "perf_counter", lambda: 0.0)  # pictures are painted ahead at once
        monkeypatch.setattr(Tween, "advance", self._watched_tween(Tween.advance))
        write_effects(monkeypatch, self.write)

    def write(self, line: str) -> None:
        self.lines.append((self.ms, line))

    def __str__(self) -> str:
        return "".join(f"{ms / 1000:6.2f}  {line}\n" for ms, line in sorted(self.lines, key=lambda line: line[0]))

    # -- time

    def pass_time(self, ms: float, events: list[pygame.Event] | None = None) -> None:
        """Let a frame pass, and write down what changed in it.

        With events, even an empty list, it is a frame of the program's main loop.
        """
        app = self.app
        if events is None:
            app.manager.update(ms)
            app.context.announcer.pass_time(ms)
            app.context.last_reply.update(ms)
            app.captions.update(ms, is_on=True)
        else:
            app.frame(events, ms)
        top: Any = app.manager.top
        self.note("page", type(top).__name__)
        self.note("caption", app.captions.words)
        self.note("mood", str(app.context.audio.music.mood))
        if words := getattr(top, "last_words", None):
            self.note("shown", words.shown)
        self._finish_courses(top, ms)
        self.ms += ms

    def sketch(self) -> None:
        """Write down what the window shows."""
        self.app.show()
        for row in sketch(self.app.screen):
            self.write(row)

    def show(self) -> None:
        """Draw the window, and remember what it shows until `note_pictures` is called."""
        self.app.show()
        shown = " ".join(f"{kind} {places}" for kind, places in sorted(self.pictures().items()))
        self._checksum = zlib.crc32(shown.encode(), self._checksum)

    def note_pictures(self) -> None:
        """Write down the places of the pictures that the window shows, and a checksum of those shown before."""
        found = self.pictures()
        for kind in sorted({*found, *self._kinds}):
            self.note(kind, found.get(kind, "none"))
        self.note("pictures so far", f"{self._checksum:08x}")
        self._kinds = {*found}

    def pictures(self) -> dict[str, str]:
        """Return, by kind, the number of pictures that the window shows, and the mean of their places."""
        shown = defaultdict[str, list[Item]](list)
        for key, item in items_shown(self.app):
            shown[kind_of(key)].append(item)
        found = {}
        for kind, items in shown.items():
            x, y, alpha = map(fmean, zip(*((item.x, item.y, item.alpha) for item in items)))
            opacity = f", opacity {alpha:.0f} of 255" if alpha < 255 else ""
            found[kind] = f"{len(items)} at {x:.1f} {y:.1f}{opacity}"
        return found

    def note(self, what: str, state: str) -> None:
        """Write down the state of something if it has changed since the last frame."""
        if self._states.get(what) != state:
            self._states[what] = state
            self.write(f"{what}: {state}")

    # -- motion

    def _watched_tween(self, advance: Callable[[Tween, float], bool]) -> Callable[[Tween, float], bool]:
        def watched(tween: Tween, ms: float) -> bool:
            has_arrived = advance(tween, ms)
            if tween.start is not None and self.moves:
                course = self._courses.setdefault(tween, WatchedTween(self.ms, [tween.start]))
                share = 1.0 if not tween.duration else (tween.elapsed - tween.delay) / tween.duration
                if len(course.samples) == 1 and share >= 0.5:
                    course.samples.append(getattr(tween.target, tween.name))
                if has_arrived:
                    course.samples.append(getattr(tween.target, tween.name))
            return has_arrived

        return watched

    def _finish_courses(self, top: Any, ms: float) -> None:
        """Write down the motions that have ended; motions of the same thing share a line."""
        motion: Motion | None = getattr(top, "motion", None) or getattr(getattr(top, "board", None), "motion", None)
        going = {*motion._tweens.values()} if motion else set()
        ended: dict[tuple[float, str, str], list[str]] = {}
        for tween in [tween for tween in self._courses if tween not in going]:
            course, target = self._courses.pop(tween), tween.target
            way = " > ".join(number(place) for place in course.samples)
            if len(course.samples) < 3:
                way += f" > {number(getattr(target, tween.name))} cut off"
            if {*course.samples} == {getattr(target, tween.name)}:
                continue
            key = course.begin, self._name(target), f"{self.ms + ms - course.begin:.0f} ms"
            ended.setdefault(key, []).append(f"{tween.name} {way}")
        for (begin, name, time), ways in ended.items():
            self.lines.append((begin, f"{name} {', '.join(ways)} in {time}"))

    def _name(self, target: Any) -> str:
        """Return a name for a moving thing: its type, and its id or a number."""
        if id(target) not in self._names:
            kind = type(target).__name__
            which = next((getattr(target, name) for name in ("id", "key") if hasattr(target, name)), None)
            known = sum(name.startswith(f"{kind} ") for name, _ in self._names.values())
            self._names[id(target)] = f"{kind} {f'#{known + 1}' if which is None else which}", target
        return self._names[id(target)][0]


def kind_of(key: Any) -> str:
    """Return the kind of a cached thing: the name of the function that made it, or the first word of its key."""
    while isinstance(key, tuple):
        key = key[0]
    return key.__name__ if callable(key) else str(key)


def number(value: float) -> str:
    """Return a number with two decimals, or with none from 10 on."""
    text = f"{value:.0f}" if abs(value) >= 10 else f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def write_effects(monkeypatch: pytest.MonkeyPatch, write: Callable[[str], None]) -> None:
    """Have a line written for each sound, piece of music, reply in words and remark from now on."""

    def sound(name: str, volume: float = 1.0, pan: float = 0.0, note: int = 0) -> None:
        write(f"sound {name} {volume:.0%}, from {pan:+.1f}" + (f", {note} higher" if note else ""))

    def words(text: str, urgent: bool = True) -> None:
        if text:
            write(f"{'says at once' if urgent else 'says'} {text}")

    for owner, name, written in (
        (Audio, "play", sound),
        (Audio, "ambience", lambda name: write(f"ambience {name}")),
        (Audio, "theme", lambda piece: write(f"music {piece}")),
        (Music, "end", lambda is_won: write(f"music ends, {'won' if is_won else 'lost'}")),
        (Announcer, "reply", words),
        (Remarks, "_make", lambda remark: remark and write(f"remark of seat {remark.seat}: {remark.line}")),
    ):
        monkeypatch.setattr(owner, name, watched(getattr(owner, name), written))


def watched(function: Callable[..., Any], write: Callable[..., Any]) -> Callable[..., Any]:
    def watch(owner: Any, *args: Any, **named: Any) -> Any:
        write(*args, **named)
        return function(owner, *args, **named)

    return watch


# -- places of pictures


class Laid(NamedTuple):
    """A picture on the stage: its kind and size, or a text itself, and its position and opacity (0 to 255)."""

    what: str
    x: int
    y: int
    opacity: int


def things_shown(app: App) -> Counter[Laid]:
    """Return what the last frame has shown."""
    found = Counter[Laid]()
    for key, item in items_shown(app):
        kind, size = kind_of(key), "{}x{}".format(*item.surface.get_size())
        what = f"{kind} {key[1]!r}" if kind == "text" else f"{kind} {size}"
        found[Laid(what, item.x, item.y, item.alpha)] += 1
    return found


def items_shown(app: App) -> Iterator[tuple[Any, Item]]:
    """Yield the items of the last frame, each with the key of its picture in the kit; "other" if it isn't there."""
    keys = {id(made): key for key, made in app.context.kit._made.items()}
    return ((keys.get(id(item.surface), "other"), item) for item in app.stage._items)


def places_of(laid: Iterable[Laid]) -> Iterator[str]:
    """Yield a line for each kind of thing, with all their positions."""
    by_kind = defaultdict[str, list[Laid]](list)
    for one in sorted(laid, key=lambda one: (one.y, one.x)):
        by_kind[one.what + (f", opacity {one.opacity}" if one.opacity < 255 else "")].append(one)
    for what, ones in by_kind.items():
        yield what + POSITIONS + " ".join(f"{one.x},{one.y}" for one in ones)


# -- the matches

PLAYERS = (Player(SELF), Player("Nell Nettle", "bot", "nell", 1))
OPTIONS: dict[str, dict[str, object]] = {
    "wyoming": {"first": 0},
    "towering": {"first": 0, "colours": 3, "hand": 5, "materials": 2, "rounds": 2},
    "towers": {"first": 0},
    "icetowers": {"paused_time": True},
}
SKETCHED_EVERY = 1000
"""Milliseconds between two notes of the pictures shown, and two sketches of the topping out and the counts."""


def worker_by_chance(match: Match) -> PromptWorker:
    """Return a worker whose bots play, and give as hints, random actions."""

    def answer(question: Question) -> BotAnswer:
        view, actions = question.view, question.actions  # type: ignore[union-attr]
        number = len(match.record.effective())
        return BotAnswer(question.ticket, choice(match.header.game, view, actions, number), "This is why.")

    return PromptWorker(answer)


def choice(name: str, view: Any, actions: Any, number: int) -> Any:
    """Return a random action for this moment of the match; what bots would play changes as they improve."""
    return LIKELY.get(name, by_chance)(getattr(view, "hand", ()), actions, random.Random(number))


class Played:
    """A match of the player against a bot, from the opening to the results, played by keys only."""

    frame = FRAME
    """Milliseconds of a frame while motion is shown."""

    def __init__(self, app: App, name: str, scene: type[Any]) -> None:
        self.app, self.robot, context = app, Robot(app), app.context
        self.robot.resize((640, 360))
        context.settings.idle_life, context.settings.bots_wait = False, "moment"
        context.announcer.is_heard, context.announcer.pace = True, math.inf
        self.header = new_header(load(name), PLAYERS, OPTIONS[name], 3)
        self.match = context.library.start(self.header)
        self.scene = scene(context, self.match)

    def play(self, trace: Any) -> None:
        """Open the table and play until the results show."""
        self.app.open(self.scene)
        steps, sketched = self.steps(), 0.0
        for _ in range(MOST_FRAMES):
            trace.moves = self.is_shown()
            self.scene.motion.speed = 1.0 if trace.moves else math.inf
            trace.pass_time(self.frame if trace.moves else 40)
            if isinstance(self.robot.page, ResultsPage):
                return
            if trace.moves and trace.ms % SHOWN_EVERY < self.frame:
                trace.show()
            if trace.moves and trace.ms >= sketched + SKETCHED_EVERY:
                sketched = trace.ms
                trace.note_pictures()
                if self.match.outcome or self.robot.page is not self.scene:
                    trace.sketch()
            next(steps)
        raise AssertionError(f"the match has not ended after {len(self.match.record.entries)} actions")

    def is_shown(self) -> bool:
        """Tell whether motion is shown; in the middle of a match everything happens at once."""
        raise NotImplementedError

    def steps(self) -> Iterator[None]:
        """Act for the player, yielding once a frame."""
        raise NotImplementedError


def frames(count: int) -> Iterator[None]:
    yield from (None for _ in range(count))


class PlayedByTurns(Played):
    FIRST, ROUND, LAST = 9, 2, 2
    """Number of actions at the beginning, at that of a round, and at the end whose motion is shown."""

    def __init__(self, app: App, name: str) -> None:
        super().__init__(app, name, TurnScene)
        app.context.worker = worker_by_chance(self.match)
        self.length = self._length()
        self.began = 0
        """Number of actions at the beginning of the round."""

    def _length(self) -> int:
        """Return the number of actions in the whole match."""
        match = Match.new(self.header)
        while match.actors:
            state, seat, number = match.state, min(match.actors), len(match.record.entries)
            view, actions = match.game.view(state, seat), match.game.actions(state, seat)
            match.act(seat, choice(self.header.game, view, actions, number))
        return len(match.record.entries)

    @property
    def number(self) -> int:
        """Number of actions so far."""
        return len(self.match.record.effective())

    def is_shown(self) -> bool:
        is_early = self.number < self.FIRST or self.began <= self.number < self.began + self.ROUND
        return is_early or self.number >= self.length - self.LAST

    def steps(self) -> Iterator[None]:
        """Play with the main button; undo a play, ask for a hint and hurry a bot once each."""
        scene, todo = self.scene, ["undo", "hint", "hurry"]
        while True:
            yield
            if self.robot.page is not scene:  # the page after a round
                self.began = self.number
                yield from frames(600)
                self.robot.do(Verb.PLAY)
            elif scene.motion.busy:
                if self.number >= 6 and scene.actor == 0 and "hurry" in todo:
                    todo.remove("hurry")
                    yield from frames(8)
                    self.robot.do(Verb.CONFIRM)
            elif scene.match.can_undo() and scene.actor == 1 and self.number >= 3 and "undo" in todo:
                todo.remove("undo")
                yield from frames(20)
                self.robot.do(Verb.UNDO)
            elif scene.board.turn and self.number >= 4 and "hint" in todo:
                todo.remove("hint")
                self.robot.do(Verb.HINT)
                yield from frames(60)
            elif turn := scene.board.turn:
                scene.board.suggest(choice(self.header.game, turn.view, turn.actions, self.number))
                yield
                self.robot.do(Verb.PLAY)


class LiveByChance(LiveScene):
    """A table whose bots play at random."""

    def ask_bot(self, question: LiveQuestion) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(choice("icetowers", question.view, question.actions, len(self.match.record.entries)))
        return future


class PlayedLive(Played):
    """A match of IceTowers with paused time."""

    frame = 20
    FIRST = 16
    """Number of actions at the beginning whose motion is shown."""
    ENOUGH = 24
    """Number of actions after which the player stops."""

    def __init__(self, app: App) -> None:
        super().__init__(app, "icetowers", LiveByChance)

    def is_shown(self) -> bool:
        return bool(self.match.outcome) or len(self.match.record.entries) < self.FIRST

    def steps(self) -> Iterator[None]:
        """Make any possible play."""
        ear = Ear(self.robot)
        ear.choose(ear.offering("Touch", "Towers")[0])
        while not self.match.outcome:
            yield from frames(40 if self.is_shown() else 1)
            if self.scene.view.turn == 0:
                play_on(ear, len(self.match.record.entries) > self.ENOUGH)
        while not (isinstance(self.robot.page, CountPage) and self.robot.page.at_rest):
            yield
        self.robot.do(Verb.CONFIRM)
        yield from frames(MOST_FRAMES)


def played(app: App, name: str, monkeypatch: pytest.MonkeyPatch) -> Trace:
    """Play a match and return its trace."""
    match: Played = PlayedLive(app) if name == "icetowers" else PlayedByTurns(app, name)
    trace = Trace(app, monkeypatch)
    match.play(trace)
    look_back(match, trace)
    return trace


def look_back(match: Played, trace: Trace) -> None:
    """Replay two steps of the match, then jump to its end and back."""
    scene = ReplayScene(match.app.context, Timeline(match.match.record), 3)
    match.app.open(scene)
    for step, seconds in (("step", 2), ("step", 0.1), ("step", 2), ("end", 2), ("back", 1)):
        trace.write(f"player presses {step!r}")
        match.robot.click(step)
        for _ in range(int(seconds * 1000 / match.frame)):
            trace.pass_time(match.frame)
            if trace.ms % SHOWN_EVERY < match.frame:
                trace.show()
        trace.note_pictures()
