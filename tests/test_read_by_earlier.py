"""Version 0.1.0, which nobody can mend any more, may open a home of this version: nothing in it is lost by that.

`fixtures/settings_by_0.1.0.json` is what that version made of settings of this one, when the sound was switched there.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests import old_program
from tests.game.matches import play_on
from topping_out.game import registry
from topping_out.game.record import Player, new_header
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.game.storage.history import PuzzleTries, PuzzleTry
from topping_out.game.storage.library import SaveLibrary
from topping_out.game.towers.decks import find_decks
from topping_out.game.towers.workshop.measure import copy_of, new_bench
from topping_out.scenes.system.settings import Settings, SettingsStore

BY_EARLIER = Path(__file__).parent / "fixtures" / "settings_by_0.1.0.json"
SWITCH_SOUND = """
from importlib import import_module
store = import_module("scenes.system.settings").SettingsStore()
settings = store.load()
assert not store.problem, store.problem
settings.muted = not settings.muted
store.save(settings)
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of this version: all switches the other way round, some games, a deck, a try at a puzzle."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    SettingsStore().save(changed())
    for game in map(registry.load, registry.names()):
        if not game.live:
            seats = [Player(name, colour=seat) for seat, name in enumerate(("Ana", "Žofie"))]
            play_on(SaveLibrary().start(new_header(game, seats, {"first": 0}, 7, "2026-11-21T12:03:00")), 6)
    new_bench(copy_of(find_decks().built_in["four"])).save()
    PuzzleTries().add(PuzzleTry("towers", "one", is_right=True, when="2026-11-21T12:03:00"))
    return tmp_path / "home"


def changed() -> Settings:
    """Return settings of which no switch is as by default, with a size and a language."""
    usual = Settings()
    switches = {name: value for name, value in msgspec.structs.asdict(usual).items() if isinstance(value, bool)}
    others = {name: not value for name, value in switches.items() if name != "fullscreen"}
    return msgspec.structs.replace(usual, text_size=1.25, language="pl", player_names=("Žofie",), **others)


def plain(settings: Settings) -> dict[str, Any]:
    return msgspec.json.decode(msgspec.json.encode(msgspec.structs.asdict(settings)))


def assert_nothing_is_lost() -> None:
    """See that all settings are as they were, but for the sound, which was switched in the other program."""
    store = SettingsStore()
    now = store.load()
    before = changed()
    before.muted = not before.muted
    assert (store.problem, plain(now)) == ("", plain(before))


def test_settings_that_0_1_0_does_not_know_are_there_again_after_it_saved_its_own(home: Path) -> None:
    shutil.copy(BY_EARLIER, home / "config" / "settings.json")
    assert_nothing_is_lost()


def test_a_copy_of_the_settings_that_cannot_be_read_spoils_none(home: Path) -> None:
    shutil.copy(BY_EARLIER, home / "config" / "settings.json")
    for spoilt in (b'{"text_size": []}', b"[]", b"\xff", b'{"captions": 7}'):
        (home / "config" / "settings-whole.json").write_bytes(spoilt)
        store = SettingsStore()
        assert (store.load().text_size, store.problem) == (1.25, "")


def test_settings_that_were_taken_out_of_the_file_by_hand_stay_out(home: Path) -> None:
    path = home / "config" / "settings.json"
    written = json.loads(path.read_bytes())
    del written["captions"]
    path.write_text(json.dumps(written))
    assert SettingsStore().load().captions == Settings().captions


@pytest.mark.long
def test_0_1_0_itself_leaves_all_that_it_finds(home: Path, tmp_path: Path) -> None:
    program = tmp_path / "program"
    if not old_program.unpack(program):
        pytest.skip("this copy of the sources has no history")
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    doctor = old_program.run(program, "-m", "scenes", "doctor")
    assert "Topping Out: 0.1.0" in doctor
    old_program.run(program, "-c", SWITCH_SOUND)
    after = {path: path.read_bytes() for path in before if path.name != "settings.json"}
    assert after == {path: data for path, data in before.items() if path in after}
    assert_nothing_is_lost()
    assert BY_EARLIER.read_bytes() == (home / "config" / "settings.json").read_bytes()
