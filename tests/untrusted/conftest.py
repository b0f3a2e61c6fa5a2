"""Pages are opened without a window and without sound; each test has a home folder of its own."""

import os
from pathlib import Path

import pytest

from topping_out.game.storage.files import HOME_VARIABLE

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"
