"""Fixtures of the tests of the games: home folders, and a shell."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.game.processes import Shell
from topping_out.game.storage.files import HOME_VARIABLE


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the home folder of a new player, which isn't there yet."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


MoveTo = Callable[[str], Path]


@pytest.fixture
def move_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MoveTo:
    """Return a function that switches to the home folder of another machine."""

    def move(name: str) -> Path:
        monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / name))
        return tmp_path / name

    return move


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)
