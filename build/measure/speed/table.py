"""Speed of the table: frames while bots play, a table at rest, and start-up.

Frames are drawn by software into an invisible window of 1280 × 720. The time of a frame is everything except the wait
for the next one. A live table has four of the hardest bots and a player whose pointer never stops, five cursors in all;
it rests while it is paused.
"""

from __future__ import annotations

import itertools
import math
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median, quantiles

PLAY_SECONDS = 12.0
REST_SECONDS = 5.0
END_SECONDS = 5.0
ROOT = Path(__file__).resolve().parents[3]
Figure = tuple[str, float, str, float]
"""Name, value, unit and target (the most that it should be)."""


def figures() -> Iterator[Figure]:
    """Measure every table, then start-up."""
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    with tempfile.TemporaryDirectory() as home:
        os.environ["TOPPING_OUT_HOME"] = home
        from topping_out.game import registry

        for name in registry.names():
            yield from _play(name)
            yield from _heard(name)
            yield from _rest(name)
            yield from _decide(name)
            yield from _end(name)
        yield from _start()


def offered(game, seats: int, wanted: dict[str, object]) -> dict[str, object]:  # type: ignore[no-untyped-def]
    """Return those of the wanted options that the game has."""
    return {option.key: wanted[option.key] for option in game.options(seats) if option.key in wanted}


def _open(game_name: str, humans: int, is_over: bool = False):  # type: ignore[no-untyped-def]
    """Open a table with this many humans; with `is_over`, play the game to its end at random before."""
    import pygame

    from topping_out.game.record import Player, new_header
    from topping_out.game.registry import load
    from topping_out.scenes.app import App
    from topping_out.scenes.manager import Replace
    from topping_out.scenes.match.start import open_table

    pygame.display.init()
    pygame.font.init()
    game = load(game_name)
    seats = max(game.seats)
    players = [
        Player(f"P{s}", "human" if s < humans else "bot", "" if s < humans else game.levels[-1], s)
        for s in range(seats)
    ]
    options = offered(game, seats, {"timer": "off", "first": "0"})
    app = App()
    match, rng = app.context.library.start(new_header(game, players, options, 5)), random.Random(5)
    while is_over and match.actors:
        seat = min(match.actors)
        match.act(seat, rng.choice(game.actions(match.state, seat)))
    app.manager.go(Replace(open_table(app.context, match)))
    return app


def _open_live(name: str):  # type: ignore[no-untyped-def]
    """Return a live table in play, and a function that moves the player's pointer over it for a frame."""
    from topping_out.scenes.devices.intents import Intent, Verb

    app = _open(name, 1)
    scene = app.manager.top
    if (opening := scene.game.opening(scene.match.state, 0)) is not None:
        scene.driver.submit(0, opening, 0)
    _run(app, 6.0, lambda work: None)
    steps = itertools.count()

    def point() -> None:
        angle = next(steps) / 25
        app.on_intent(Intent(Verb.POINT, (640 + 560 * math.cos(angle), 370 + 230 * math.sin(3 * angle)), seat=0))

    return app, point


def _run(  # type: ignore[no-untyped-def]
    app, seconds: float, each: Callable[[float], None], before: Callable[[], None] = lambda: None
) -> None:
    """Run the program's loop at 60 frames per second; pass each frame's time in ms to `each`."""
    end = time.perf_counter() + seconds
    last = time.perf_counter()
    while time.perf_counter() < end and app.manager.top:
        began = time.perf_counter()
        before()
        app.frame([], (began - last) * 1000)
        last = began
        each((time.perf_counter() - began) * 1000)
        time.sleep(max(0.0, 1 / 60 - (time.perf_counter() - began)))


def _play(name: str) -> Iterator[Figure]:
    from topping_out.game.registry import load

    app, before = _open_live(name) if load(name).live else (_open(name, 0), lambda: None)
    works: list[float] = []
    _run(app, PLAY_SECONDS, works.append, before)
    app.close()
    yield f"{name}: a frame, bots playing: median", median(works), "ms", 4.0
    yield f"{name}: a frame, bots playing: 99th", quantiles(works, n=100)[98], "ms", 12.0


def _end(name: str) -> Iterator[Figure]:
    """Measure the topping out of a turn-based game, from its beginning until nothing moves."""
    from topping_out.game.registry import load

    if load(name).live:
        return
    app = _open(name, 0, is_over=True)
    scene, works = app.manager.top, list[float]()

    def note(work: float) -> None:
        if not scene.ending.is_still and scene.motion.busy:
            works.append(work)

    _run(app, END_SECONDS, note)
    app.close()
    yield f"{name}: a frame, topping out: median", median(works), "ms", 4.0
    # The frames are too few to extrapolate beyond the slowest.
    yield f"{name}: a frame, topping out: 99th", quantiles(works, n=100, method="inclusive")[98], "ms", 12.0


class Listener:
    """Takes the place of a screen reader that requests every update, with AccessKit's own nodes."""

    def update_if_active(self, make: Callable[[], object]) -> None:
        make()


def _heard(name: str) -> Iterator[Figure]:
    """Measure the same frames with a screen reader in every other second, so that both cases see the same play."""
    from topping_out.game.registry import load

    app, before = _open_live(name) if load(name).live else (_open(name, 0), lambda: None)
    app.reader._adapter = Listener()
    works: dict[bool, list[float]] = {True: [], False: []}
    trees: list[float] = []
    for turn in range(round(PLAY_SECONDS)):
        app.reader.is_active = bool(turn % 2)
        _run(app, 0.2, lambda work: None, before)  # the page is laid out again for a listener
        _run(app, 0.8, works[app.reader.is_active].append, before)
        if app.reader.is_active and app.manager.top:
            app.reader._page = None
            began = time.perf_counter()
            app.reader.show(app.manager.top, app.manager.top.reading(), app.context.kit.scale)
            trees.append((time.perf_counter() - began) * 1000)
    app.close()
    with_it, without = works[True], works[False]
    more = median(with_it) - median(without)
    yield f"{name}: a screen reader's share of a frame: median", more, "ms more", 1.0
    yield f"{name}: the same as a ratio", median(with_it) / median(without), "times", 2.0
    tail = quantiles(with_it, n=100)[98] - quantiles(without, n=100)[98]
    yield f"{name}: a screen reader's share of a frame: 99th", tail, "ms more", 3.0
    yield f"{name}: a page's first tree", median(trees), "ms", 5.0


def _rest(name: str) -> Iterator[Figure]:
    """Measure a player's turn in which nobody does anything. The program's loop sleeps until something happens."""
    from topping_out.game.registry import load
    from topping_out.scenes.devices.intents import Intent, Verb

    app = _open(name, 1)
    app.context.settings.idle_life = False
    _run(app, 4.0, lambda work: None)
    if load(name).live:
        app.on_intent(Intent(Verb.CANCEL))
        _run(app, 1.0, lambda work: None)
    app.frame(app.events(), 50.0)  # pending events of the system
    frames, cpu, began = app.frames, time.process_time(), time.perf_counter()
    while time.perf_counter() - began < REST_SECONDS:
        app.frame(app.events(), 50.0)
    share = (time.process_time() - cpu) / REST_SECONDS * 100
    yield f"{name}: frames redrawn at rest", float(app.frames - frames), "frames", 0.0
    yield f"{name}: at rest", share, "% core", 5.0
    app.close()


def _decide(name: str) -> Iterator[Figure]:
    """Measure decisions in a minute of a live game with one of the hardest bots on each seat."""
    from topping_out.game.bots.worker import choose_here, play_live
    from topping_out.game.live import LiveQuestion, PendingChoice
    from topping_out.game.record import Player, new_header
    from topping_out.game.registry import load

    game = load(name)
    if not game.live:
        return
    times: list[float] = []

    def timed(question: LiveQuestion) -> PendingChoice:
        began = time.perf_counter()
        choice = choose_here(question)
        times.append((time.perf_counter() - began) * 1000)
        return choice

    seats = max(game.seats)
    players = [Player(f"Bot {seat + 1}", "bot", game.levels[-1], seat) for seat in range(seats)]
    play_live(new_header(game, players, offered(game, seats, {"timer": 1}), 5), timed)
    yield f"{name}: a decision, {seats} hardest bots: median", median(times), "ms", 30.0


def _start() -> Iterator[Figure]:
    """Measure the time from the command to the first frame of the title screen."""
    code = (
        "import sys, time; sys.path.insert(0, sys.argv[1]); from topping_out.scenes import app;"
        "from topping_out.game.cli.frontend import WindowRequest;"
        "app.App.run = lambda self, scene: (self.open(scene), self.frame([], 0), print(time.time()), self.close());"
        "app.start(WindowRequest(command='title'))"
    )
    times = []
    for _ in range(5):
        began = time.time()
        done = subprocess.run(
            [sys.executable, "-c", code, str(ROOT / "build" / "editable")],
            capture_output=True,
            text=True,
            check=True,
            env=dict(os.environ),
        )
        times.append(float(done.stdout.split()[-1]) - began)
    yield "from command to first frame", median(times) * 1000, "ms", 1000.0
