"""Fixtures of the tests of the games: a home folder, and a shell."""

from pathlib import Path

import pytest

from tests.game.processes import Shell
from topping_out.game.storage.files import HOME_VARIABLE


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the home folder of a new player, which isn't there yet."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)
