"""What serves screen readers is there before the window is shown, and keeps its window: on Windows it has to."""

from typing import Any

import pygame
import pytest

from topping_out.game.assets import ROOT
from topping_out.scenes.accessibility.screen_reader import ScreenReader
from topping_out.scenes.app import App
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.system.settings import SettingsStore


@pytest.mark.parametrize("fullscreen", [False, True])
def test_the_window_is_shown_once_screen_readers_are_served(
    home: object, plain_posters: None, monkeypatch: pytest.MonkeyPatch, fullscreen: bool
) -> None:
    pytest.importorskip("accesskit")
    shown: list[bool] = []

    def note(reader: ScreenReader, accesskit: Any) -> None:
        shown.append(pygame.display.get_active())

    monkeypatch.setattr(ScreenReader, "_make_adapter", note)
    pygame.display.quit()
    pygame.display.init()
    pygame.font.init()
    store = SettingsStore()
    settings = store.load()
    settings.fullscreen = fullscreen
    store.save(settings)
    app = App(audio=Audio.silent())
    assert (shown, pygame.display.get_active()) == ([False], True)
    assert app.screen is pygame.display.get_surface()
    app.close()


def test_nothing_makes_the_window_anew() -> None:
    """SDL does so on Windows for `toggle_fullscreen` and where a window begins or ceases to be drawn on by OpenGL."""
    words = ("pygame.display.toggle_fullscreen", "pygame.OPENGL", "pygame.SCALED", "vsync=")
    files = sorted((ROOT / "scenes").rglob("*.py"))
    assert len(files) > 100
    assert [(file.name, word) for file in files for word in words if word in file.read_text(encoding="utf-8")] == []
