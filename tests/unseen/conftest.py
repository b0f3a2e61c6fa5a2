"""Fixtures: a desktop for each test, and a listener on it."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.unseen.desktop import Desktop, what_is_missing
from tests.unseen.listener import Listener
from tests.window.program import write_settings

Listen = Callable[..., Listener]
KNOWN = {
    "welcomed": True,
    "setups": {"icetowers": {"options": {"paused_time": False}}},
    "bots_wait": "moment",
    "reader_pace": 28,
}
"""Settings that answer what the program asks at its first start with a screen reader."""


@pytest.fixture(scope="session")
def can_listen() -> None:
    if missing := what_is_missing():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(missing)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home folder of settings and records."""
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
def desktop(can_listen: None, home: Path) -> Iterator[Desktop]:
    desktop = Desktop(home)
    yield desktop
    desktop.close()


@pytest.fixture
def listen(desktop: Desktop, home: Path) -> Iterator[Listen]:
    """Return a function that starts the program with these arguments and settings, and listens to it."""

    def begin(*arguments: str, **settings: Any) -> Listener:
        write_settings(home, {**KNOWN, "window": (1280, 720), "speed": "instant", "pace": "brisk", **settings})
        return Listener(desktop, *arguments)

    yield begin
    mishaps = [path.read_text() for path in (home / "log").glob("report-*")]
    assert not mishaps, "\n\n".join(mishaps)
