"""Settings: remembered from one start to the next, and no file can stop the program."""

import math
import os
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from topping_out.game.record import Player
from topping_out.scenes.system.settings import NAME, SPEEDS, Settings, SettingsStore, Setup

LONG_AGO = 10**9
"""Nanoseconds; Windows keeps no single ones."""

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
def test_what_is_saved_is_loaded(tmp_path_factory: pytest.TempPathFactory, wanted: Settings) -> None:
    folder = tmp_path_factory.mktemp("settings")
    SettingsStore(folder).save(wanted)
    store = SettingsStore(folder)
    assert store.load() == wanted
    assert store.problem == ""


def test_without_a_file_the_settings_are_the_usual_ones(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "not" / "there")
    assert store.load() == Settings()
    assert store.problem == ""


def test_a_file_of_an_older_version_lacks_fields_and_of_a_newer_has_others(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b'{"muted": true, "colour_of_the_moon": "green"}')
    store = SettingsStore(tmp_path)
    assert store.load() == Settings(muted=True)
    assert store.problem == ""


def test_a_speed_that_is_unknown_counts_as_normal() -> None:
    assert Settings(speed="warp").speed_factor == 1.0
    assert math.isinf(Settings(speed="instant").speed_factor)


def test_settings_that_did_not_change_are_not_written_again(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path)
    store.save(Settings())
    os.utime(store.path, ns=(LONG_AGO, LONG_AGO))
    store.save(Settings())
    assert store.path.stat().st_mtime_ns == LONG_AGO
    store.save(Settings(muted=True))
    assert store.path.stat().st_mtime_ns != LONG_AGO


def test_a_folder_that_cannot_be_written_is_a_problem_and_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    store = SettingsStore(tmp_path / "file" / "folder")
    store.save(Settings())
    assert "can't be saved" in store.problem


def test_the_file_is_readable_by_people(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path)
    store.save(Settings(text_size=1.15, window=(1280, 720)))
    text = store.path.read_text(encoding="utf-8")
    assert '"text_size": 1.15' in text
    assert msgspec.json.decode(text)["window"] == [1280, 720]
