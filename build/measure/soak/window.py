"""Soak test of the real window, with bots playing game after game: memory must stay flat, and frames must be in time.

It starts a display (Xvfb) and the unmodified program on it; only the next scene is chosen here. Frames are measured
where the program makes them, by elapsed time and by processor time of the drawing thread. On a machine with other load,
only the latter shows what the program takes.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
LONGEST_FRAME = 33.0
"""Milliseconds."""
MOST_GROWTH = 10.0
"""Megabytes by which memory may exceed its maximum during the warm-up."""
WARM_GAMES = 16
"""Games of the warm-up: each of the four games at each speed, with most and with fewest seats, at every level."""
SAMPLE_EVERY, PRINT_EVERY = 5.0, 60.0
"""Seconds between two measurements of memory, and between two that are printed."""
REST = 3.0
"""Seconds for which a page other than a table is shown."""
SPEEDS = ("instant", "fast", "normal")
"""A round of the four games is played at each speed in turn."""
STEPS_PER_MS = 10
MOST_SHOWN = 10
"""The most frames that are listed individually."""
SLOWEST = 2000
"""Milliseconds. Slower frames count as this slow."""


# -- figures


class Times:
    """A histogram of durations in tenths of a millisecond."""

    def __init__(self) -> None:
        self._counts = array("L", bytes(8 * SLOWEST * STEPS_PER_MS))
        self.count, self.longest = 0, 0.0

    def add(self, ms: float) -> None:
        self._counts[min(int(ms * STEPS_PER_MS), len(self._counts) - 1)] += 1
        self.count += 1
        self.longest = max(self.longest, ms)

    def share(self, share: float) -> float:
        """Return a quantile of the durations in milliseconds."""
        left = share * self.count
        for step, count in enumerate(self._counts):
            left -= count
            if left <= 0:
                return step / STEPS_PER_MS
        return self.longest


@dataclass
class Frames:
    """The frames of one game, without scene changes."""

    clock: Times = field(default_factory=Times)
    processor: Times = field(default_factory=Times)
    late: int = 0
    """Number of frames longer than LONGEST_FRAME in elapsed time."""
    heavy: int = 0
    """The same in processor time."""


def memory_of(process: int) -> float:
    """Return a process's resident memory in megabytes; 0 if it has ended."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


class Memory:
    """Memory of the program and of the bots' process: the maximum during the warm-up, and the range after it."""

    def __init__(self) -> None:
        self.base: dict[str, float] = {}
        self.least: dict[str, float] = {}
        self.most: dict[str, float] = {}
        self.samples = 0
        """Since the end of the warm-up."""

    def sample(self, found: dict[str, float], is_warm: bool) -> None:
        self.samples += is_warm
        for name, megabytes in found.items():
            if not is_warm:
                self.base[name] = max(self.base.get(name, 0.0), megabytes)
            elif megabytes:
                self.least[name] = min(self.least.get(name, megabytes), megabytes)
                self.most[name] = max(self.most.get(name, megabytes), megabytes)

    @property
    def is_flat(self) -> bool:
        """Whether memory stayed near its maximum during the warm-up. Between games it goes up and down."""
        return all(most <= self.base[name] + MOST_GROWTH for name, most in self.most.items())


# -- inside the program


class Watch:
    """Wraps the program's frames: steers from scene to scene, and measures."""

    def __init__(self, app: Any, seconds: float) -> None:
        self.app, self.began, self.end = app, time.monotonic(), time.monotonic() + seconds
        self.rng = random.Random(1)
        self.frames: dict[str, Frames] = defaultdict(Frames)
        self.changes = Times()
        self.games: Counter[str] = Counter()
        self.worst = [(0.0, 0.0, "", "")]
        """The slowest frames: processor time, elapsed time, where they were, and what they did."""
        self.memory = Memory()
        self.game = ""
        self.failed = ""
        self._number = 0
        self._scenes: list[int] = []
        self._since = self._sampled = self._printed = time.monotonic()
        self._had_change = True
        from measure.speed.frame_causes import CauseWatch

        self._causes = CauseWatch(app.manager)
        self._frame: Callable[[list[Any], float], None] = app.frame
        app.frame = self.frame

    def frame(self, events: list[Any], ms: float) -> None:
        """Make and measure a frame, then steer."""
        self._causes.begin()
        began, spent = time.perf_counter(), time.thread_time()
        self._frame(events, ms)
        clock, processor = (time.perf_counter() - began) * 1000, (time.thread_time() - spent) * 1000
        self._note(clock, processor)
        self._sample()
        self._steer()

    def _note(self, clock: float, processor: float) -> None:
        """Count a frame. A frame in which scenes change, and the next one, are counted separately."""
        scenes = [id(scene) for scene in self.app.manager.stack]
        changes, self._scenes = scenes != self._scenes, scenes
        if changes:
            self._since = time.monotonic()
        if changes or self._had_change or not self.game:
            self.changes.add(processor)
        else:
            self._count(clock, processor)
        self._had_change = changes

    def _count(self, clock: float, processor: float) -> None:
        frames = self.frames[self.game]
        frames.clock.add(clock)
        frames.processor.add(processor)
        frames.late += clock > LONGEST_FRAME
        frames.heavy += processor > LONGEST_FRAME
        if processor > self.worst[-1][0] or clock > LONGEST_FRAME:
            speed, minute = self.app.context.settings.speed, (time.monotonic() - self.began) / 60
            where, causes = f"minute {minute:.1f}, {self.game} at {speed} speed", str(self._causes.end())
            self.worst = sorted([*self.worst, (processor, clock, where, causes)], reverse=True)[:MOST_SHOWN]
            if processor > LONGEST_FRAME:
                print(f"{processor:.1f} ms: {where}: {causes}", flush=True)

    def _sample(self) -> None:
        now = time.monotonic()
        if now - self._sampled < SAMPLE_EVERY:
            return
        self._sampled = now
        bots = max((memory_of(child.pid or 0) for child in multiprocessing.active_children()), default=0.0)
        found = {"program": memory_of(os.getpid()), "bots": bots}
        self.memory.sample(found, is_warm=self._number > WARM_GAMES)
        if now - self._printed >= PRINT_EVERY:
            self._printed = now
            figures = ", ".join(f"{name} {megabytes:.1f} MB" for name, megabytes in found.items())
            print(f"minute {(now - self.began) / 60:5.1f}: game {self._number}, {figures}", flush=True)

    # -- from scene to scene

    def _steer(self) -> None:
        from topping_out.scenes.manager import Quit
        from topping_out.scenes.pages.error import ErrorPage

        top = self.app.manager.top
        if isinstance(top, ErrorPage):
            self.failed = top.text
        if self.failed or time.monotonic() > self.end:
            self.app.manager.go(Quit())
        elif time.monotonic() - self._since > REST:
            self._go_on(top)

    def _go_on(self, top: Any) -> None:
        """Leave a page as a player does: the title leads to the next game, the results to the title."""
        from topping_out.scenes import routes
        from topping_out.scenes.devices.intents import Intent, Verb
        from topping_out.scenes.manager import Replace
        from topping_out.scenes.pages.results import ResultsPage
        from topping_out.scenes.pages.title import TitlePage

        if isinstance(top, TitlePage):
            self._next_game()
        elif isinstance(top, ResultsPage):
            self.games[self.game] += 1
            self.app.manager.go(Replace(routes.TITLE(self.app.context)))
        elif len(self.app.manager.stack) > 1:  # at the table, bots play by themselves
            self.app.on_intent(Intent(Verb.CONFIRM))

    def _next_game(self) -> None:
        from tests.game.by_luck.random_games import random_options, short_options
        from topping_out.game import registry
        from topping_out.game.record import Player, new_header
        from topping_out.scenes.match.start import go_to_table

        names = registry.names()
        game = registry.load(names[self._number % len(names)])
        turn = self._number // len(names)
        self.app.context.settings.speed = SPEEDS[turn % len(SPEEDS)]
        seats = (max, min)[turn % 2](game.seats) if self._number < WARM_GAMES else self.rng.choice(list(game.seats))
        options = random_options(game, seats, self.rng)
        if game.live:
            options |= short_options(game, seats)
        first = 2 * turn if self._number < WARM_GAMES else self.rng.randrange(len(game.levels))
        levels = [game.levels[-1 - (first + seat) % len(game.levels)] for seat in range(seats)]
        players = [Player(f"{level} {n}", "bot", level, n - 1) for n, level in enumerate(levels, 1)]
        header = new_header(game, players, options, self.rng.getrandbits(32))
        self._number, self.game = self._number + 1, game.name
        self.app.manager.go(go_to_table(self.app.context, self.app.context.library.start(header)))

    # -- results

    def lines(self) -> Iterator[str]:
        minutes = (time.monotonic() - self.began) / 60
        yield f"{minutes:.1f} minutes, {sum(self.games.values())} games to their end"
        yield f"{'frames':<11}{'games':>6}{'frames':>8}   ms by the clock: median, 99th, longest   of processor time"
        for name, each in self.frames.items():
            figures = (each.clock.share(0.5), each.clock.share(0.99), each.clock.longest)
            spent = (each.processor.share(0.5), each.processor.share(0.99), each.processor.longest)
            yield (
                f"{name:<11}{self.games[name]:6}{each.clock.count:8}{'':18}"
                + "".join(f"{ms:8.1f}" for ms in (*figures, *spent))
                + f"   over {LONGEST_FRAME:.0f} ms: {each.late}, by processor time {each.heavy}"
            )
        yield f"scene changes: {self.changes.count} frames, longest {self.changes.longest:.0f} ms of processor time"
        yield "the frames that took most:"
        for processor, clock, where, causes in self.worst:
            yield f"  {processor:6.1f} ms of processor time, {clock:6.1f} ms by the clock: {where}"
            yield f"         {causes}"
        for name, most in self.memory.most.items():
            yield (
                f"memory of the {name}: up to {self.memory.base[name]:.1f} MB in the first {WARM_GAMES} games, "
                f"then {self.memory.least[name]:.1f} to {most:.1f} MB"
            )

    def complaints(self) -> Iterator[str]:
        if self.failed:
            yield f"an error page: {self.failed}"
        if self.app.context.reports:
            yield f"reports: {self.app.context.reports}"
        if heavy := sum(each.heavy for each in self.frames.values()):
            yield f"{heavy} frames took more than {LONGEST_FRAME:.0f} ms of processor time"
        if not self.memory.is_flat:
            yield f"memory grew by more than {MOST_GROWTH:.0f} MB"
        if not self.memory.samples:
            yield f"it was too short to say anything about memory: fewer than {WARM_GAMES} games"


def inside(seconds: float) -> int:
    """Run the program for this many seconds on the existing display; return 1 if there were complaints."""
    from topping_out.game.cli.frontend import WindowRequest
    from topping_out.scenes.app import start

    watches: list[Watch] = []
    start(WindowRequest("title"), lambda app: watches.append(Watch(app, seconds)))
    (watch,) = watches
    complaints = list(watch.complaints())
    print(*watch.lines(), *complaints, "the window stays as it is" if not complaints else "", sep="\n", flush=True)
    return 1 if complaints else 0


# -- outside


def soak(minutes: float) -> int:
    """Start a display and the program on it; return the program's exit status."""
    from tests.window.screen import Screen, what_is_missing

    if missing := what_is_missing():
        print(missing, file=sys.stderr)
        return 1
    screen = Screen((1920, 1080))
    try:
        with tempfile.TemporaryDirectory() as home:
            ours = {"DISPLAY": screen.display, "TOPPING_OUT_HOME": home, "SDL_AUDIODRIVER": "dummy"}
            command = [sys.executable, __file__, str(minutes * 60)]
            return subprocess.run(command, cwd=ROOT, env={**os.environ, **ours}, check=False).returncode
    finally:
        screen.close()


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / "build" / "editable"), str(ROOT), str(ROOT / "build")]
    sys.exit(inside(float(sys.argv[1])))
