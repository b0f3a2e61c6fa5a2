"""A desktop for each test, and one who listens on it to the program."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.unseen.desktop import Desktop, what_is_missing
from tests.unseen.listener import Listener
from tests.unseen.newer_orca import CannotMakeError, newer_orca
from tests.unseen.real_orca import Orca, OwnVoice
from tests.window.program import write_settings

Listen = Callable[..., Listener]
KNOWN = {
    "welcomed": True,
    "setups": {"icetowers": {"options": {"paused_time": False}}},
    "bots_wait": "moment",
    "reader_pace": 28,
}
"""What the program asks or does at first where somebody listens, answered."""


@pytest.fixture(scope="session")
def can_listen() -> None:
    if missing := what_is_missing():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(missing)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The folder of settings and records."""
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
def desktop(can_listen: None, home: Path) -> Iterator[Desktop]:
    one = Desktop(home)
    yield one
    one.close()


ORCAS = ("orca", pytest.param("newer orca", marks=pytest.mark.long))


@pytest.fixture(params=ORCAS)
def orca(desktop: Desktop, request: pytest.FixtureRequest) -> Orca:
    """Two Orcas: one that hears what happens by the window's name, and one that hears announcements."""
    return start_orca(desktop, request.param)


@pytest.fixture(params=[*ORCAS, pytest.param("own voice", marks=pytest.mark.long)])
def voice(desktop: Desktop, request: pytest.FixtureRequest) -> Orca | OwnVoice:
    """Whoever speaks: an Orca, or the program itself."""
    return OwnVoice(desktop) if request.param == "own voice" else start_orca(desktop, request.param)


def start_orca(desktop: Desktop, which: str) -> Orca:
    if which == "orca":
        if missing := Orca.what_is_missing():
            (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(missing)
        return Orca(desktop)
    try:
        return Orca(desktop, newer_orca())
    except CannotMakeError as error:
        pytest.skip(str(error))


@pytest.fixture
def listen(desktop: Desktop, home: Path) -> Iterator[Listen]:
    """Start the program with these words of the command line and these settings, and listen to it."""

    def begin(*arguments: str, **settings: Any) -> Listener:
        write_settings(home, {**KNOWN, "window": (1280, 720), "speed": "instant", "pace": "brisk", **settings})
        return Listener(desktop, *arguments)

    yield begin
    mishaps = [path.read_text() for path in (home / "log").glob("report-*")]
    assert not mishaps, "\n\n".join(mishaps)
