"""The program without a window: dummy video, no sound, a folder of its own."""

import math
import os
import sys
from collections.abc import Hashable, Iterator
from datetime import date
from pathlib import Path
from types import ModuleType

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame
import pytest

from tests.scenes.eye import Eye
from tests.scenes.robot import FakeReplay, FakeTable, Robot
from topping_out.game.progress import daily
from topping_out.game.storage import faults
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.scenes.app import App
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.pages.daily_pictures import TablePicture


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of settings and records, on a day that never changes."""
    monkeypatch.setattr(daily, "today", lambda: date(2026, 11, 22))
    monkeypatch.setattr(daily, "minutes_left", lambda: 145)
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.setattr(os, "fsync", lambda handle: None)  # no power is cut here, and a busy disk is not waited for
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def no_faults(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a test fail in which a service has failed and the program went on, unless it asks for a `survivor`."""
    noted: list[str] = []
    if "survivor" not in request.fixturenames:
        monkeypatch.setattr(faults, "note_fault", lambda service, error: noted.append(f"{service}: {error!r}"))
    yield
    assert noted == []


@pytest.fixture(autouse=True)
def no_stale_layers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a test fail in which a layer would be shown again although it has changed; paint all layers anew."""
    stale: list[Hashable] = []
    monkeypatch.setattr(Stage, "on_stale", stale.append)
    yield
    assert not stale, "the keys of these layers do not tell that they have changed"


@pytest.fixture
def plain_posters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the tables on the posters of daily deals unpainted: that takes a while, and has a test of its own."""

    def paint(self: TablePicture) -> bool:
        self.context.kit.cached(self._key, lambda: pygame.Surface((1, 1)))
        return False

    monkeypatch.setattr(TablePicture, "paint_next", paint)


@pytest.fixture
def app(home: Path, plain_posters: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """A program at 1280 × 720 that shows nothing and is heard by nobody, and waits for no picture."""
    monkeypatch.setattr(
        "topping_out.scenes.kit.sprites.MAKE_AHEAD_TIME", math.inf
    )  # else a busy machine takes more frames
    pygame.display.init()
    pygame.font.init()
    app = App(audio=Audio.silent())
    yield app
    app.close()


@pytest.fixture
def robot(app: App) -> Robot:
    """A player at the keyboard."""
    return Robot(app)


@pytest.fixture
def fake_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the pages lead to tables and replays that do nothing."""
    for place, name, kind in (("turns", "TurnScene", FakeTable), ("replay", "ReplayScene", FakeReplay)):
        module = ModuleType(place)
        setattr(module, name, kind)
        monkeypatch.setitem(sys.modules, f"topping_out.scenes.match.{place}", module)


@pytest.fixture
def eye(monkeypatch: pytest.MonkeyPatch) -> Eye:
    """Return one who sees all texts that are drawn."""
    return Eye(monkeypatch)
