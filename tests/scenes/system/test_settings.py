"""The settings, the preferences of the desktop, and the size of letters on a Steam Deck.

Valve requires letters at least 9 pixels high and recommends 12. Whole games on a Deck are in `window/test_devices.py`.
"""

import math
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.scenes.robot import Blank, Eye, Robot
from tests.scenes.tables import TURN_GAMES, play, table
from topping_out.game.cli.frontend import WindowRequest
from topping_out.game.record import Player
from topping_out.scenes.app import App, start
from topping_out.scenes.kit.kit import SMALLEST_TEXT, Kit, Metrics
from topping_out.scenes.kit.theme import CYRILLIC, GREEK, JAPANESE, LATIN
from topping_out.scenes.system.settings import (
    NAME,
    SPEEDS,
    SYSTEMS,
    Preferences,
    Settings,
    SettingsStore,
    Setup,
    from_desktop,
    from_mac,
    run,
)
from topping_out.scenes.system.window import Screen, wanted_place

# -- preferences


def preferences_applied(read: Callable[[], dict[str, Any]], settings: Settings) -> bool:
    """Read the system's preferences with `read`, apply them, and tell whether they changed the settings."""
    preferences = Preferences(read)
    preferences.begin()
    assert preferences._thread
    preferences._thread.join()
    return preferences.apply(settings)


def test_the_systems_preferences_are_taken_over() -> None:
    settings = Settings()
    assert preferences_applied(lambda: {"reduced_motion": True, "high_contrast": True, "text_size": 1.25}, settings)
    assert (settings.reduced_motion, settings.high_contrast, settings.text_size) == (True, True, 1.15)


def test_the_players_own_choices_are_kept() -> None:
    settings = Settings(text_size=1.5)
    assert not preferences_applied(lambda: {"text_size": 1.3, "reduced_motion": False}, settings)
    assert settings.text_size == 1.5


@pytest.mark.parametrize("read", [lambda: 1 / 0, dict, lambda: {"text_size": 0.5}])
def test_a_system_without_valid_preferences_changes_nothing(read: Callable[[], Any]) -> None:
    settings = Settings()
    assert not preferences_applied(read, settings)
    assert settings == Settings()


def test_preferences_are_not_applied_before_they_were_read() -> None:
    assert not Preferences(lambda: {"reduced_motion": True}).apply(Settings())


def test_the_systems_preferences_are_read_at_the_first_start_only(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    started: list[App] = []
    monkeypatch.setattr(App, "run", lambda app, scene: started.append(app))
    monkeypatch.setattr(pygame, "quit", lambda: None)
    monkeypatch.setitem(SYSTEMS, sys.platform, lambda: {"high_contrast": True, "text_size": 1.3})
    for _ in range(2):
        start(WindowRequest("title"))
        thread = started[-1].preferences._thread
        if thread:
            thread.join()
        started[-1].open(Blank())
        started[-1].frame([], 16)
        assert (thread is not None) is (len(started) == 1)
        assert started[-1].context.kit.theme.is_high
        assert started[-1].context.settings.text_size == 1.3
        started[-1].close()


GNOME = {"enable-animations": "false", "high-contrast": "true", "text-scaling-factor": "1.5"}
PORTAL = {"enable-animations": "(<<false>>,)", "contrast": "(<<uint32 1>>,)", "text-scaling-factor": "(<<1.5>>,)"}


@pytest.mark.parametrize(("program", "outputs"), [("gsettings", GNOME), ("gdbus", PORTAL)])
def test_desktop_preferences_are_read_by_gsettings_or_the_portal(program: str, outputs: dict[str, str]) -> None:
    def read(command: Sequence[str]) -> str:
        return outputs.get(command[-1], "") if command[0] == program else ""

    assert from_desktop(read) == {"reduced_motion": True, "high_contrast": True, "text_size": 1.5}


def test_a_desktop_that_does_not_answer_has_the_usual_preferences() -> None:
    assert from_desktop(lambda command: "") == {"reduced_motion": False, "high_contrast": False, "text_size": 1.0}
    assert from_desktop(lambda command: "<'no such thing'>")["text_size"] == 1.0


def test_mac_preferences_are_read_from_defaults() -> None:
    assert from_mac(lambda command: "1" if command[-1] == "reduceMotion" else "") == {
        "reduced_motion": True,
        "high_contrast": False,
    }


def test_a_missing_or_failing_program_has_no_output() -> None:
    assert run(("no-such-program-of-anybody",)) == ""
    assert run((sys.executable, "-c", "print(1); raise SystemExit(1)")) == ""
    assert run((sys.executable, "-c", "print(1)")) == "1"


# -- settings


LONG_AGO = 10**9
"""Nanoseconds; a whole second, as Windows does not store single nanoseconds."""

share = st.floats(0, 1)
players = st.builds(
    Player, st.text(max_size=14), st.sampled_from(("human", "bot")), st.sampled_from(("", "easy")), st.integers(0, 4)
)
setups = st.builds(
    Setup,
    st.lists(players, max_size=5).map(tuple),
    st.dictionaries(st.text(max_size=8), st.booleans() | st.integers(-9, 9) | st.text(max_size=5), max_size=4),
)
all_settings = st.builds(
    Settings,
    text_size=st.floats(1, 1.5),
    speed=st.sampled_from([*SPEEDS]),
    reduced_motion=st.booleans(),
    idle_life=st.booleans(),
    effects=share,
    ambience=share,
    muted=st.booleans(),
    fullscreen=st.booleans(),
    window=st.none() | st.tuples(st.integers(1, 9999), st.integers(1, 9999)),
    curtain=st.booleans(),
    player_names=st.lists(st.text(max_size=14), max_size=8).map(tuple),
    setups=st.dictionaries(st.sampled_from(("wyoming", "towers")), setups, max_size=2),
)


@given(all_settings)
@examples(60)
def test_saved_settings_can_be_loaded(tmp_path_factory: pytest.TempPathFactory, wanted: Settings) -> None:
    folder = tmp_path_factory.mktemp("settings")
    SettingsStore(folder).save(wanted)
    store = SettingsStore(folder)
    assert store.load() == wanted
    assert store.problem == ""


def test_settings_without_a_file_are_the_usual_ones(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "not" / "there")
    assert store.load() == Settings()
    assert store.problem == ""


def test_a_file_may_lack_fields_or_have_unknown_ones(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b'{"muted": true, "colour_of_the_moon": "green"}')
    store = SettingsStore(tmp_path)
    assert store.load() == Settings(muted=True)
    assert store.problem == ""


def test_an_unknown_speed_counts_as_normal() -> None:
    assert Settings(speed="warp").speed_factor == 1.0
    assert math.isinf(Settings(speed="instant").speed_factor)


def test_unchanged_settings_are_not_written_again(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path)
    store.save(Settings())
    os.utime(store.path, ns=(LONG_AGO, LONG_AGO))
    store.save(Settings())
    assert store.path.stat().st_mtime_ns == LONG_AGO
    store.save(Settings(muted=True))
    assert store.path.stat().st_mtime_ns != LONG_AGO


def test_a_folder_that_cannot_be_written_is_reported_without_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    store = SettingsStore(tmp_path / "file" / "folder")
    store.save(Settings())
    assert "can't be saved" in store.problem


def test_the_settings_file_is_readable_json(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path)
    store.save(Settings(text_size=1.15, window=(1280, 720)))
    text = store.path.read_text(encoding="utf-8")
    assert '"text_size": 1.15' in text
    assert msgspec.json.decode(text)["window"] == [1280, 720]


def test_a_window_opens_where_it_was_even_if_the_file_does_not_say_on_which_screen() -> None:
    screen = Screen(pygame.Rect(0, 0, 1920, 1080), pygame.Rect(0, 0, 1920, 1080))
    assert wanted_place(Settings(window_place=(100, 200)), (900, 500), [screen]) == (100, 200)


# -- a Steam Deck


DECK = (1280, 800)
SCRIPTS = {"H": LATIN, "Ж": CYRILLIC, "Ω": GREEK, "本": JAPANESE}


def height(letter: str, face: str, text: float) -> int:
    """Return the height of a letter in the smallest text, in pixels."""
    pygame.font.init()
    line = Kit(Metrics(DECK), text).text(letter, SMALLEST_TEXT, face, (255, 255, 255))
    return line.get_bounding_rect(min_alpha=64).height


@pytest.mark.parametrize(("text", "least"), [(1.0, 9), (1.3, 11)])
def test_capitals_of_the_smallest_text_are_high_enough(text: float, least: int) -> None:
    heights = {(letter, face): height(letter, face, text) for letter, faces in SCRIPTS.items() for face in faces}
    assert min(heights.values()) >= least, heights


@pytest.mark.parametrize(("deck", "size"), [("1", 1.3), ("", 1.0)])
def test_text_is_larger_by_default_on_a_steam_deck(deck: str, size: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SteamDeck", deck)
    settings = Settings()
    assert preferences_applied(lambda: from_desktop(lambda command: ""), settings) == bool(deck)
    assert settings.text_size == size


@pytest.mark.parametrize("game", TURN_GAMES)
def test_no_letter_on_a_table_is_smaller_than_the_smallest_text(game: str, app: App, eye: Eye) -> None:
    robot, scene = Robot(app, "pad"), table(app, game)
    robot.resize(DECK)
    robot.open(scene)
    play(robot, scene, 8, hurry=True)
    robot.see()
    assert sorted({(words, size) for words, size in eye.sizes if size < SMALLEST_TEXT}) == []
