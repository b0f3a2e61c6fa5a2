"""Settings from anywhere: within reach or set aside whole, and never a reason not to start."""

import json
import os
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.untrusted.hostile import LITERALS, changed_bytes, changed_json
from topping_out.game.record import Player
from topping_out.scenes.system.settings import (
    LARGEST_FILE,
    LARGEST_WINDOW,
    PACES,
    SPEEDS,
    Settings,
    SettingsStore,
    Setup,
)

REAL = Settings(
    speed="fast",
    window=(1600, 900),
    player_names=("Žofie", "Ben"),
    setups={"wyoming": Setup((Player("Ana"), Player("Ben", "bot", "hard", 1)), {"tidal": True, "first": "random"})},
    bindings={"keys 1": {"up": "e"}},
)
DATA = msgspec.json.encode(REAL)
hostile_settings = changed_json(json.loads(DATA)) | changed_bytes(DATA)


def settle(folder: Path, data: bytes) -> Settings:
    """Load settings; they are usable, and if they are not those of the file, the file is kept."""
    path = folder / "settings.json"
    path.write_bytes(data)
    store = SettingsStore(folder)
    found = store.load()
    assert_usable(found)
    assert store.problem.isprintable()
    asides = list(folder.glob("settings.json.unreadable-*"))
    assert [aside.read_bytes() for aside in asides] == ([data] if store.problem else [])
    store.save(found)
    assert SettingsStore(folder).load() == found
    for each in (path, *asides):
        each.unlink()
    return found


def assert_usable(found: Settings) -> None:
    assert found.speed in SPEEDS
    assert found.pace in PACES
    assert 1 <= found.text_size <= 1.5
    assert all(0 <= share <= 1 for share in (found.effects, found.ambience))
    assert all(1 <= side <= most for side, most in zip(found.window or LARGEST_WINDOW, LARGEST_WINDOW))
    shown = [*found.player_names, *(player.name for setup in found.setups.values() for player in setup.seats)]
    assert all(name.isprintable() and len(name) <= 40 for name in shown)


@given(hostile_settings)
@examples(150)
def test_settings_with_something_wrong_in_them(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    settle(tmp_path_factory.mktemp("settings"), data)


def test_settings_that_are_whole_are_taken_as_they_are(tmp_path: Path) -> None:
    assert settle(tmp_path, DATA) == REAL


DAMAGED = [
    b"\xff\xfe\x00", b"[1, 2]", b"[" * 5000, b'{"text_size": 9}', b'{"effects": -0.1}', b'{"window": [1280]}',
    b'{"muted": "perhaps"}', b'{"setups": {"wyoming": {"seats": [{"name": 5}]}}}', b'{"text_size": 1.1',
]  # fmt: skip


@pytest.mark.parametrize("literal", [*LITERALS, *DAMAGED], ids=lambda literal: repr(literal[:40]))
def test_what_is_no_settings_at_all_is_set_aside(tmp_path: Path, literal: bytes) -> None:
    assert settle(tmp_path, literal) == Settings()


def test_a_file_too_large_is_set_aside_unread(tmp_path: Path) -> None:
    assert settle(tmp_path, b" " * LARGEST_FILE + DATA) == Settings()


@given(st.integers(-(2**70), 2**70), st.integers(-(2**70), 2**70))
@examples(30)
def test_no_window_is_larger_than_can_be(width: int, height: int) -> None:
    assert_usable(msgspec.json.decode(json.dumps({"window": [width, height]}), type=Settings))


def test_settings_that_cannot_be_opened_now_are_not_written_over(tmp_path: Path) -> None:
    """A folder in their place stands for a disk that fails for a moment: what is there is kept, under another name."""
    path = tmp_path / "settings.json"
    path.mkdir()
    (path / "what is there").write_text("kept")
    store = SettingsStore(tmp_path)
    assert store.load() == Settings()
    assert "can't be opened" in store.problem
    store.save(Settings(muted=True))
    assert SettingsStore(tmp_path).load().muted
    assert (tmp_path / "settings.json.unreadable-1" / "what is there").read_text() == "kept"


def test_a_trouble_with_saving_is_told_until_it_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SettingsStore(tmp_path)
    found = store.load()

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(os, "replace", refuse)
        store.save(found)
    assert "No space left" in store.problem
    store.save(found)
    assert store.problem == ""
