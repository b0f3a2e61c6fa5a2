"""Speed of the real window at several sizes: frames, first frames of pages and tables, and dragging its edge.

It draws into a window on a display (Xvfb) that it starts. The time of a frame includes passing it to the display.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "build" / "editable" / "topping_out"
SIZES = ((1280, 720), (2560, 1440), (3840, 2160))
PLAY_SECONDS = 12.0
WARM_SECONDS = 1.0
"""The first frames of a table are measured separately."""
DRAG_STEPS = 40
STEP = 23
"""Pixels between two steps of a drag."""
Figure = tuple[str, float, str, float]
"""Name, value, unit and target (the most that it should be)."""


def figures() -> Iterator[Figure]:
    """Measure every size, each in its own process. Raises RuntimeError if no window can be opened."""
    from tests.window.screen import what_is_missing

    if missing := what_is_missing():
        raise RuntimeError(missing)
    with tempfile.TemporaryDirectory() as cache:
        compiled = {"PYTHONPYCACHEPREFIX": cache, "PYTHONDONTWRITEBYTECODE": ""}  # as in an installation
        command = [sys.executable, "-m", "compileall", "-q", str(PACKAGE / "game"), str(PACKAGE / "scenes")]
        subprocess.run(command, cwd=ROOT, env={**os.environ, **compiled}, check=True)
        yield from _sizes(compiled)


def _sizes(compiled: dict[str, str]) -> Iterator[Figure]:
    from tests.window.screen import ALONE, Screen

    for width, height in SIZES:
        screen = Screen((width, height))
        try:
            with tempfile.TemporaryDirectory() as home:
                ours = {"DISPLAY": screen.display, "SDL_VIDEODRIVER": "x11", "TOPPING_OUT_HOME": home, **ALONE}
                ours |= compiled
                command = [sys.executable, __file__, str(width), str(height)]
                done = subprocess.run(command, cwd=ROOT, env={**os.environ, **ours}, stdout=subprocess.PIPE, check=True)
        finally:
            screen.close()
        for line in done.stdout.splitlines():
            yield tuple(json.loads(line))  # type: ignore[misc]


# -- inside the program


def inside(size: tuple[int, int]) -> None:
    """Measure one size on the existing display; print a figure per line."""
    import pygame

    from topping_out.game import registry
    from topping_out.scenes.app import App
    from topping_out.scenes.match import definition
    from topping_out.scenes.system.settings import SettingsStore

    pygame.display.init()
    pygame.font.init()
    definition.playable()  # as at start-up, the games are loaded before the window opens
    store = SettingsStore()
    settings = store.load()
    settings.window, settings.speed = size, "normal"
    store.save(settings)
    app = App(store)
    for what, ms in _pages(app):
        report(size, f"first frame of {what}", ms, 150.0)
    for name in registry.names():
        _table(app, size, name)
    _drag(app, size)
    app.close()


def report(size: tuple[int, int], what: str, measured: float, most: float, unit: str = "ms") -> None:
    print(json.dumps([f"{size[0]}×{size[1]}: {what}", measured, unit, most]), flush=True)


def _first_frame(app: Any, make: Callable[[], Any]) -> float:
    """Open a scene; return the milliseconds until its first frame is displayed."""
    from topping_out.scenes.manager import Replace

    began = time.perf_counter()
    app.manager.go(Replace(make()))
    app.frame([], 16.0)
    return (time.perf_counter() - began) * 1000


def _pages(app: Any) -> Iterator[tuple[str, float]]:
    from topping_out.game import registry
    from topping_out.scenes import routes

    for name in ("TITLE", "SETTINGS", "STATISTICS", "SAVED_GAMES", "KEYS"):
        route = getattr(routes, name)
        yield name.lower().replace("_", " "), _first_frame(app, lambda route=route: route(app.context))
    for name in registry.names():
        yield f"{name}'s set-up", _first_frame(app, lambda name=name: routes.SETUP(app.context, name))
        yield f"{name}'s rules", _first_frame(app, lambda name=name: routes.RULES(app.context, name))


def _table(app: Any, size: tuple[int, int], name: str) -> None:
    from measure.speed.table import _run, offered
    from topping_out.game.record import Player, new_header
    from topping_out.game.registry import load
    from topping_out.scenes.match.start import open_table

    game = load(name)
    seats = max(game.seats)
    players = [Player(f"P{seat}", "bot", game.levels[-1], seat) for seat in range(seats)]
    header = new_header(game, players, offered(game, seats, {"timer": "off", "first": "0"}), 5)
    first = _first_frame(app, lambda: open_table(app.context, app.context.library.start(header)))
    report(size, f"first frame of {name}'s table", first, 150.0)
    works: list[float] = []
    _run(app, WARM_SECONDS, lambda work: None)
    _run(app, PLAY_SECONDS, works.append)
    report(size, f"{name}: a frame, bots thinking: median", median(works), 3.0)
    report(size, f"{name}: 99th", quantiles(works, n=100)[98], 8.0)
    report(size, f"{name}: longest", max(works), 25.0)


def _until_crisp(app: Any) -> float:
    """Run the program's loop; return the milliseconds until the page is laid out and shown for the new window size."""
    import pygame

    began = last = time.perf_counter()
    while app.context.kit.metrics.pixels != pygame.display.get_surface().get_size():
        time.sleep(max(0.0, last + 1 / 60 - time.perf_counter()))
        now = time.perf_counter()
        app.frame([], (now - last) * 1000)
        last = now
    return (time.perf_counter() - began) * 1000


def _drag(app: Any, size: tuple[int, int]) -> None:
    """Drag the window's corner over a table, then measure the memory that pictures take."""
    import pygame

    from measure.soak.window import memory_of

    times, before = [], memory_of(os.getpid())
    width, height = size
    for step in range(DRAG_STEPS):
        away = STEP * (DRAG_STEPS / 2 - abs(step - DRAG_STEPS / 2))
        now = round(width - away), round(height - away / 2)
        pygame.display.set_mode(now, pygame.RESIZABLE)
        event = pygame.Event(pygame.VIDEORESIZE, size=now, w=now[0], h=now[1])
        began = time.perf_counter()
        app.frame([event], 16.0)
        times.append((time.perf_counter() - began) * 1000)
    report(size, "a frame while the edge is dragged: median", median(times), 50.0)
    report(size, "longest", max(times), 50.0)
    report(size, "crisp after the edge rests", _until_crisp(app), 300.0)
    report(size, "memory gained by it", memory_of(os.getpid()) - before, 64.0, "MB")


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / "build" / "editable"), str(ROOT), str(ROOT / "build")]
    inside((int(sys.argv[1]), int(sys.argv[2])))
