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


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"\xff\xfe\x00",
        b"[1, 2]",
        b'{"text_size": 9}',
        b'{"effects": -0.1}',
        b'{"window": [1280]}',
        b'{"muted": "perhaps"}',
        b'{"setups": {"wyoming": {"seats": [{"name": 5}]}}}',
        b"[" * 5000,
        b'{"text_size": 1.1',
    ],
)
def test_a_file_that_cannot_be_read_is_kept_aside_and_the_usual_settings_hold(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / NAME).write_bytes(damage)
    store = SettingsStore(tmp_path)
    assert store.load() == Settings()
    assert NAME in store.problem
    (aside,) = tmp_path.glob(f"{NAME}.unreadable-*")
    assert aside.read_bytes() == damage
    store.save(Settings(muted=True))
    assert SettingsStore(tmp_path).load().muted


def test_a_second_damaged_file_does_not_replace_the_first(tmp_path: Path) -> None:
    for damage in (b"one", b"two"):
        (tmp_path / NAME).write_bytes(damage)
        SettingsStore(tmp_path).load()
    assert {path.read_bytes() for path in tmp_path.glob("*.unreadable-*")} == {b"one", b"two"}


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
