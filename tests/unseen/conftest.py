"""Fixtures: a desktop for each test, a listener on it, and what speaks there: two versions of Orca or the program."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.unseen.listener import Desktop, Listener, what_is_missing
from tests.unseen.spoken.real_orca import CannotMakeError, Orca, OwnVoice, newer_orca
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


@pytest.fixture(params=["orca", pytest.param("newer orca", marks=pytest.mark.long)])
def orca(desktop: Desktop, request: pytest.FixtureRequest) -> Iterator[Orca]:
    """An old Orca, which gets announcements as names of the window, and a newer one with real announcements."""
    orca = start_orca(desktop, request.param)
    yield orca
    orca.keep(request.node.name)


@pytest.fixture(params=["orca", "newer orca", "own voice"])
def voice(desktop: Desktop, request: pytest.FixtureRequest) -> Iterator[Orca | OwnVoice]:
    """What speaks: one of two versions of Orca, or the program itself."""
    voice = OwnVoice(desktop) if request.param == "own voice" else start_orca(desktop, request.param)
    yield voice
    voice.keep(request.node.name)


def start_orca(desktop: Desktop, which: str) -> Orca:
    if which == "orca":
        if missing := Orca.what_is_missing():
            (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(missing)
        return Orca(desktop)
    try:
        return Orca(desktop, newer_orca())
    except CannotMakeError as error:
        pytest.skip(str(error))
