"""A desktop for each test, and one who listens on it to the program."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.unseen.desktop import Desktop, what_is_missing
from tests.unseen.listener import Listener
from tests.window.program import write_settings

Listen = Callable[..., Listener]


@pytest.fixture(scope="session")
def can_listen() -> None:
    if missing := what_is_missing():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(missing)


@pytest.fixture
def listen(can_listen: None, tmp_path: Path) -> Iterator[Listen]:
    """Start the program with these words of the command line and these settings, and listen to it."""
    home = tmp_path / "home"
    home.mkdir()
    desktop = Desktop(home)

    def begin(*arguments: str, **settings: Any) -> Listener:
        write_settings(home, {"window": (1280, 720), "speed": "instant", "pace": "brisk", **settings})
        return Listener(desktop, *arguments)

    yield begin
    desktop.close()
    mishaps = [path.read_text() for path in (home / "log").glob("report-*")]
    assert not mishaps, "\n\n".join(mishaps)
