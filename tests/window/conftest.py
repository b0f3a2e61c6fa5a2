"""Fixtures: a screen for each worker, and programs on it that end with their test."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.window.program import Program, Start, write_settings
from tests.window.screen import Screen, Size, what_is_missing
from topping_out.game.storage import translations


@pytest.fixture(scope="session")
def screens() -> Iterator[Callable[[Size], Screen]]:
    """Return a function that returns the display of a size, and starts it at the first call."""
    if missing := what_is_missing():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(missing)
    running: dict[Size, Screen] = {}

    def screen(size: Size) -> Screen:
        if size not in running:
            running[size] = Screen(size)
        return running[size]

    yield screen
    for display in running.values():
        display.close()


@pytest.fixture(scope="session")
def python() -> str:
    """The Python that runs the program."""
    return sys.executable


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home folder of settings and records, shared by all starts of a test."""
    return tmp_path / "home"


@pytest.fixture
def start(screens: Callable[[Size], Screen], python: str, home: Path, tmp_path: Path) -> Iterator[Start]:
    """Return a function that starts the program with these arguments and settings, in the language of the tests.

    At the first start the window is set to 1280 × 720, the size of the default screen. With `to`, wait for that scene.
    """
    programs: list[Program] = []
    translations.use(os.environ[translations.VARIABLE])

    def begin(*arguments: str, screen: Size = (1280, 720), to: str = "", **settings: Any) -> Program:
        if settings or not (home / "config" / "settings.json").exists():
            write_settings(home, {"window": (1280, 720), **settings})
        programs.append(Program(screens(screen), home, tmp_path, arguments, python))
        programs[-1].wait_for_window()
        programs[-1].come(to)
        return programs[-1]

    yield begin
    for program in programs:
        program.end()
    mishaps = [path.read_text() for path in (home / "log").glob("report-*")]
    assert not mishaps, "\n\n".join(mishaps)
