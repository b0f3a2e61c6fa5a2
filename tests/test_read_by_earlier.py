"""Nothing is lost when the released version 0.1.0 opens a home folder of this version.

`fixtures/settings_by_0.1.0.json` is what 0.1.0 wrote when it loaded settings of this version and switched the sound.
"""

import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.game.matches import play_on
from topping_out.game import registry
from topping_out.game.assets import ROOT
from topping_out.game.record import Player, new_header
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.game.storage.history import PuzzleTries, PuzzleTry
from topping_out.game.storage.library import SaveLibrary
from topping_out.game.towers.decks import copy_of, find_decks
from topping_out.game.towers.workshop import new_bench
from topping_out.scenes.system.settings import Settings, SettingsStore

# -- version 0.1.0, taken from the git history


COMMIT = "71b185c58188265b6aab4d3241b970be18b66d19"
"""The commit whose program wrote `fixtures/home_0.1.0`."""


def unpack(folder: Path) -> bool:
    """Unpack version 0.1.0 into `folder`, with the metadata by which it finds its games.

    Return False if the git history doesn't contain it.
    """
    found = subprocess.run(["git", "archive", COMMIT], cwd=ROOT, capture_output=True, check=False)
    if found.returncode:
        return False
    with tarfile.open(fileobj=io.BytesIO(found.stdout)) as archive:
        archive.extractall(folder, filter="data")
    about = folder / "topping_out-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: topping-out\nVersion: 0.1.0\n")
    points = tomllib.loads((folder / "pyproject.toml").read_text())["project"]["entry-points"]
    lines = [line for group, named in points.items() for line in (f"[{group}]", *map(" = ".join, named.items()))]
    (about / "entry_points.txt").write_text("\n".join(lines))
    return True


def run(folder: Path, *arguments: str) -> str:
    """Run Python with these arguments and the old program on its path. Return what it prints."""
    environment = os.environ | {"PYTHONPATH": str(folder), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run([sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, check=False)
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done.stdout.decode()


# -- tests


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
    """Make a home folder of this version: all switches toggled, some games, a deck and a puzzle attempt."""
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
    """Return settings with every switch toggled, another text size and language, and the volumes of those days."""
    usual = Settings(effects=0.8, ambience=0.5, music=0.5)
    switches = {name: value for name, value in msgspec.structs.asdict(usual).items() if isinstance(value, bool)}
    switched = {name: not value for name, value in switches.items() if name != "fullscreen"}
    return msgspec.structs.replace(usual, text_size=1.25, language="pl", player_names=("Žofie",), **switched)


def plain(settings: Settings) -> dict[str, Any]:
    return msgspec.json.decode(msgspec.json.encode(msgspec.structs.asdict(settings)))


def assert_nothing_is_lost() -> None:
    """Check that all settings are unchanged except for the sound, which 0.1.0 switched."""
    store = SettingsStore()
    now = store.load()
    before = changed()
    before.muted = not before.muted
    assert (store.problem, plain(now)) == ("", plain(before))


def test_settings_unknown_to_0_1_0_survive_its_saving(home: Path) -> None:
    shutil.copy(BY_EARLIER, home / "config" / "settings.json")
    assert_nothing_is_lost()


def test_an_unreadable_backup_of_the_settings_is_ignored(home: Path) -> None:
    shutil.copy(BY_EARLIER, home / "config" / "settings.json")
    for spoilt in (b'{"text_size": []}', b"[]", b"\xff", b'{"captions": 7}'):
        (home / "config" / "settings-whole.json").write_bytes(spoilt)
        store = SettingsStore()
        assert (store.load().text_size, store.problem) == (1.25, "")


def test_settings_deleted_from_the_file_by_hand_stay_deleted(home: Path) -> None:
    path = home / "config" / "settings.json"
    written = json.loads(path.read_bytes())
    del written["captions"]
    path.write_text(json.dumps(written))
    assert SettingsStore().load().captions == Settings().captions


@pytest.mark.long
def test_running_0_1_0_changes_nothing_else(home: Path, tmp_path: Path) -> None:
    program = tmp_path / "program"
    if not unpack(program):
        pytest.skip("this copy of the sources has no history")
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    doctor = run(program, "-m", "scenes", "doctor")
    assert "Topping Out: 0.1.0" in doctor
    run(program, "-c", SWITCH_SOUND)
    after = {path: path.read_bytes() for path in before if path.name != "settings.json"}
    assert after == {path: data for path, data in before.items() if path in after}
    assert_nothing_is_lost()
    assert BY_EARLIER.read_bytes() == (home / "config" / "settings.json").read_bytes()
