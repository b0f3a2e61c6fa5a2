"""A screen for each worker, and programs on it that end with their test."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.window.program import Program, Start, write_settings
from tests.window.screen import Screen, Size, what_is_missing
from topping_out.game.language import ENGLISH
from topping_out.game.storage import translations


@pytest.fixture(scope="session")
def screens() -> Iterator[Callable[[Size], Screen]]:
    """Give a display of a size; asked for again, the same one."""
    if missing := what_is_missing():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(missing)
    running: dict[Size, Screen] = {}

    def screen(size: Size) -> Screen:
        if size not in running:
            running[size] = Screen(size)
        return running[size]

    yield screen
    for one in running.values():
        one.close()


@pytest.fixture(scope="session")
def python() -> str:
    """The Python that runs the program."""
    return sys.executable


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The folder of settings and records; starts of the same test share it."""
    return tmp_path / "home"


@pytest.fixture
def start(screens: Callable[[Size], Screen], python: str, home: Path, tmp_path: Path) -> Iterator[Start]:
    """Start the program with these words of the command line, in the tests' language. Settings are written before.

    At the first start a window of 1280 × 720 is among them, which may fill the whole screen. `to`: up to a scene.
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
    translations.use(ENGLISH)
    mishaps = [path.read_text() for path in (home / "log").glob("report-*")]
    assert not mishaps, "\n\n".join(mishaps)
