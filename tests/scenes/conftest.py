"""Fixtures that run the program without a window, without sound and in a temporary folder."""

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

from tests.scenes.robot import Eye, FakeReplay, FakeTable, Robot
from topping_out.game.bots.worker import choose_here
from topping_out.game.progress import daily
from topping_out.game.storage import faults
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.scenes.app import App
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.icetowers.live import LiveScene
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.pages.daily_pictures import TablePicture


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a temporary folder for settings and records; fix the date, and don't sync files to the disk.

    The user's home folder is another temporary one, because pages suggest names of files that don't exist there yet.
    """
    (tmp_path / "user").mkdir()
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, str(tmp_path / "user"))
    monkeypatch.setattr(daily, "today", lambda: date(2026, 11, 22))
    monkeypatch.setattr(daily, "minutes_left", lambda: 145)
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.setattr(os, "fsync", lambda handle: None)  # no power is cut in tests, and syncing is slow
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def no_faults(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail the test if a service failed and the program went on, unless the test uses the fixture `survivor`."""
    noted: list[str] = []
    if "survivor" not in request.fixturenames:
        monkeypatch.setattr(faults, "note_fault", lambda service, error: noted.append(f"{service}: {error!r}"))
    yield
    assert noted == []


@pytest.fixture(autouse=True)
def no_stale_layers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail the test if a layer changed while its key stayed equal; paint every layer anew in each frame."""
    stale: list[Hashable] = []
    monkeypatch.setattr(Stage, "on_stale", stale.append)
    yield
    assert not stale, "these layers changed, but their keys did not"


@pytest.fixture
def reused_layers(no_stale_layers: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reuse layers, as the program does."""
    monkeypatch.setattr(Stage, "on_stale", None)


@pytest.fixture
def plain_posters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Don't paint the tables on the posters of daily deals: painting is slow, and tested elsewhere."""

    def paint(self: TablePicture) -> bool:
        self.context.kit.cached(self._key, lambda: pygame.Surface((1, 1)))
        return False

    monkeypatch.setattr(TablePicture, "paint_next", paint)


@pytest.fixture
def app(home: Path, plain_posters: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """Return the program at 1280 × 720: silent, without a window, and with all pictures painted when needed."""
    monkeypatch.setattr(
        "topping_out.scenes.kit.sprites.MAKE_AHEAD_TIME", math.inf
    )  # else busy machines need more frames
    pygame.display.init()
    pygame.font.init()
    app = App(audio=Audio.silent())
    yield app
    app.close()


@pytest.fixture
def kit() -> Kit:
    """Return the drawing kit of a window of 1280 × 720 that is not there."""
    pygame.display.init()
    pygame.font.init()
    return Kit(Metrics((1280, 720)))


@pytest.fixture
def bots_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bots of live games think in this process, so that every run is the same."""
    monkeypatch.setattr(LiveScene, "ask_bot", lambda scene, question: choose_here(question))


@pytest.fixture
def robot(app: App) -> Robot:
    """Return a robot that plays with the keyboard."""
    return Robot(app)


@pytest.fixture
def fake_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the scenes of tables and replays with scenes that do nothing."""
    for module_name, name, kind in (("turns", "TurnScene", FakeTable), ("replay", "ReplayScene", FakeReplay)):
        module = ModuleType(module_name)
        setattr(module, name, kind)
        monkeypatch.setitem(sys.modules, f"topping_out.scenes.match.{module_name}", module)


@pytest.fixture
def eye(monkeypatch: pytest.MonkeyPatch) -> Eye:
    """Return an `Eye`, which records the texts that are drawn."""
    return Eye(monkeypatch)


@pytest.fixture
def clipboard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace the clipboard by a list of what was copied; the last text is pasted."""
    copied: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", copied.append)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: copied[-1] if copied else "")
    return copied
