"""Files written by earlier versions are read correctly, and data written by later versions is preserved.

`fixtures/home_0.1.0` is a home folder as version 0.1.0 wrote it: settings, decks, catalogues, puzzle attempts and
saved games. `fixtures/export_0.1.0.zip` is its export. Never change anything in them. One record was torn by a power
cut, and one was abandoned. `fixtures/replays_0.1.0.json` holds what that version's `replay` printed for each record:
whether the game was finished, a short digest of every step as JSON (without the state), and the last state. All of
this is in the format of protocol 2, and Towering's materials go by the first id of their colour (T8).
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
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.game.matches import play_on
from topping_out.game import registry
from topping_out.game.assets import ROOT
from topping_out.game.bots.worker import BotQuestion, think
from topping_out.game.cli import main
from topping_out.game.language import tr
from topping_out.game.match import Match
from topping_out.game.record import TICK, UNDO, Player, new_header
from topping_out.game.storage import translations
from topping_out.game.storage.files import HOME_VARIABLE, records_folder
from topping_out.game.storage.history import PuzzleTries, PuzzleTry, careers
from topping_out.game.storage.library import Saved, SaveLibrary, read_record
from topping_out.game.storage.transfer import Import
from topping_out.game.towers.decks import copy_of, find_decks
from topping_out.game.towers.workshop import new_bench
from topping_out.scenes.__main__ import check_settings
from topping_out.scenes.system.settings import Settings, SettingsStore

FIXTURES = Path(__file__).parent / "fixtures"
HOME = FIXTURES / "home_0.1.0"
REPLAYS: dict[str, dict[str, Any]] = json.loads((FIXTURES / "replays_0.1.0.json").read_text(encoding="utf-8"))
RECORDS = {path.name: path for path in sorted((HOME / "records").rglob("*.jsonl"))}
GAMES = sorted({name.partition("-")[0] for name in RECORDS})
ADDED_FIELDS = {"WasSplit": ("controller", "lower_worth", "upper_worth")}
"""Fields that events have gained since 0.1.0, by event type."""
MAX_ROUNDS = 5000
"""A game that is not over after this many rounds of choices is considered endless."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a copy of the old home folder the user's, and return it."""
    home = tmp_path / "home"
    shutil.copytree(HOME, home)
    monkeypatch.setenv(HOME_VARIABLE, str(home))
    return home


# -- the fixtures themselves


def entries(name: str) -> list[str]:
    return [entry.text for entry in read_record(RECORDS[name]).entries]


def test_every_record_has_its_replay() -> None:
    assert sorted(RECORDS) == sorted(REPLAYS)


@pytest.mark.parametrize("game", GAMES)
def test_fixtures_have_finished_and_unfinished_games_of_humans_and_bots(game: str) -> None:
    names = [name for name in RECORDS if name.startswith(game)]
    unfinished = [name for name in names if not REPLAYS[name]["finished"]]
    assert 2 <= len(unfinished) <= len(names) - 2
    seats = [seat for name in names for seat in read_record(RECORDS[name]).header.seats]
    assert {seat.kind for seat in seats} == {"human", "bot"}
    assert {UNDO, TICK} & {text for name in names for text in entries(name)}


def test_one_record_is_torn() -> None:
    assert [name for name, path in RECORDS.items() if not path.read_bytes().endswith(b"\n")] == [
        "towering-20261110-193012-19.jsonl"
    ]


# -- saved games


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_of_0_1_0_replays_the_same(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """States and events may have gained fields since."""
    assert main.main(["replay", str(RECORDS[name]), "--json"]) == 0
    steps = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    states = [step.pop("state") for step in steps]
    for event in (event for step in steps for event in step.get("events", ())):
        for field in ADDED_FIELDS.get(event["type"], ()):
            del event[field]
    assert_digests([json.dumps(step, sort_keys=True) for step in steps], REPLAYS[name]["json"])
    assert_within(REPLAYS[name]["state"], states[-1])


def assert_digests(lines: list[str], digests: str) -> None:
    for line, digest in zip_longest(lines, digests.split(), fillvalue=""):
        assert sha256(line.encode()).hexdigest()[:6] == digest, f"0.1.0 printed something else: {line}"


def assert_within(old: Any, new: Any) -> None:
    if isinstance(old, dict):
        for key, value in old.items():
            assert_within(value, new[key])
    elif isinstance(old, list):
        assert len(new) == len(old)
        for value, now in zip(old, new):
            assert_within(value, now)
    else:
        assert new == old


def names(found: list[Saved]) -> set[str]:
    return {saved.path.name for saved in found}


def test_all_saved_games_of_0_1_0_are_listed(home: Path) -> None:
    library = SaveLibrary()
    unfinished, finished = names(library.unfinished()), names(library.finished())
    listed = {name: replay for name, replay in REPLAYS.items() if "abandoned" not in RECORDS[name].parts}
    assert unfinished == {name for name, replay in listed.items() if not replay["finished"]}
    assert finished == set(listed) - unfinished
    assert library.problems == []


def test_statistics_are_the_same_as_in_0_1_0(home: Path) -> None:
    players = {
        (game, name): (len(career.played), career.won, career.best)
        for game, of_game in careers(SaveLibrary().finished()).items()
        for name, career in of_game.items()
    }
    assert players == {
        ("icetowers", "Ana"): (1, 0, 24),
        ("towering", "Ana"): (1, 0, -40),
        ("towers", "Ana"): (1, 0, 25),
        ("wyoming", "Ana"): (1, 0, 6),
        ("wyoming", "Ben"): (1, 1, 9),
        ("wyoming", "Žofie"): (1, 0, 5),
    }


def unfinished() -> list[str]:
    return [name for name, replay in REPLAYS.items() if not replay["finished"]]


@pytest.mark.parametrize("name", unfinished())
def test_an_unfinished_game_of_0_1_0_can_be_resumed_and_finished(name: str, home: Path) -> None:
    path = next(home.rglob(name))
    before = read_record(path)
    library = SaveLibrary(path.parent)
    match = library.resume(path)
    assert match.record == before
    play_to_the_end(match)
    library.close()
    after = read_record(path)
    assert after.entries[: len(before.entries)] == before.entries
    assert after == match.record
    (saved,) = [saved for saved in library.finished() if saved.path == path]
    assert saved.outcome == match.outcome


def play_to_the_end(match: Match) -> None:
    """Play a match to its end with bots in every seat. In a live game they choose once a second."""
    for ms in range(match.ms, match.ms + 1000 * MAX_ROUNDS, 1000):
        match.tick(ms)
        if match.outcome is not None:
            match.mark_time(ms)
            return
        for seat in sorted(match.actors):
            action = ask(match, seat, ms)
            if action is not None and seat in match.actors:
                match.act(seat, action, ms)
    pytest.fail("the game does not end")


def ask(match: Match, seat: int, ms: int) -> Any:
    """Return what an easy bot would do, or None for nothing."""
    game, state = match.game, match.state
    actions = game.actions(state, seat)
    question = BotQuestion(1, game.name, "easy", game.view(state, seat), actions, ms)
    return think(question).action if actions else None


# -- settings and decks


def plain(settings: Settings) -> dict[str, Any]:
    """Return the settings as the file stores them, including those at their defaults."""
    return msgspec.json.decode(msgspec.json.encode(msgspec.structs.asdict(settings)))


def test_settings_of_0_1_0_keep_their_values(home: Path) -> None:
    written = json.loads((HOME / "config" / "settings.json").read_bytes())
    store = SettingsStore()
    settings = store.load()
    assert store.problem == ""
    assert plain(settings) | written == plain(settings)
    usual = plain(Settings())
    same = {key for key, value in written.items() if value == usual[key]}
    assert same == {"fullscreen"}, "a setting at its default proves nothing"
    store.save(Settings())
    store.save(settings)
    assert plain(SettingsStore().load()) == plain(settings)


def test_a_deck_made_in_0_1_0_can_be_played(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["simulate", "towers", "--seats", "easy,easy", "--games", "1", "--options", "deck=hamlet"]) == 0
    assert "1 game" in capsys.readouterr().out


# -- other files in a home folder, and exports


def test_a_catalogue_added_in_0_1_0_is_used(home: Path) -> None:
    assert translations.languages()["pt"] == "Português"
    translations.use("pt")
    assert tr("Settings") == "Definições"


def test_puzzle_attempts_of_0_1_0_still_count(home: Path) -> None:
    tries = PuzzleTries()
    assert (tries.first("towers"), tries.solved("towers"), tries.problem) == ({"one": False}, {"one"}, "")


def test_an_export_of_0_1_0_restores_every_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "new"))
    work = Import(FIXTURES / "export_0.1.0.zip", check_settings)
    assert [*work.steps()] != []
    assert work.left_out == []
    there, here = (
        sorted(path.read_bytes().rpartition(b"\n")[0] for path in folder.rglob("*") if is_kept(path))
        for folder in (HOME, tmp_path / "new")
    )
    assert here == there


def is_kept(path: Path) -> bool:
    """Tell whether a file holds data that could not be rebuilt."""
    return path.is_file() and path.name != "index.json"


# -- files written by a later version


def header_line(**changes: Any) -> bytes:
    """Return the header line of a record with changes that only a later version can have written."""
    first = json.loads(RECORDS["wyoming-20261103-200540-11.jsonl"].read_bytes().splitlines()[0])
    return json.dumps(first | changes, separators=(",", ":")).encode() + b"\n"


@pytest.mark.parametrize("changes", [{"format": 2}, {"rules": 99}, {"weather": "rain"}, {"format": 2, "seats": 3}])
def test_a_record_of_a_newer_version_is_reported_and_left_unchanged(changes: dict[str, Any], home: Path) -> None:
    newer = records_folder() / "wyoming-20300101-000000-1.jsonl"
    newer.write_bytes(header_line(**changes) + b'[1,0,"something new"]\n')
    written = newer.read_bytes()
    library = SaveLibrary()
    assert len(library.unfinished()) + len(library.finished()) == len(RECORDS) - 1
    (problem,) = library.problems
    assert "comes from a newer version of the program" in problem
    assert newer.read_bytes() == written


def test_saving_keeps_unknown_settings_of_a_newer_version(home: Path) -> None:
    path = home / "config" / "settings.json"
    newer = json.loads(path.read_bytes()) | {"weather": {"wind": [1, 2]}}
    path.write_text(json.dumps(newer))
    store = SettingsStore()
    settings = store.load()
    settings.muted = not settings.muted
    store.save(settings)
    assert json.loads(path.read_bytes())["weather"] == {"wind": [1, 2]}
    assert SettingsStore().load().muted == settings.muted


def test_puzzle_attempts_with_unknown_fields_are_kept_and_counted(home: Path) -> None:
    path = home / "data" / "progress" / "puzzles.jsonl"
    with path.open("ab") as file:
        file.write(
            b'{"game":"towers","puzzle":"two","is_right":true,"when":"2030-01-01T00:00:00","seconds":5}\n{"kind":"new"}\n'
        )
    written = path.read_bytes()
    tries = PuzzleTries()
    assert tries.solved("towers") == {"one", "two"}
    tries.add(tries.tries[0])
    assert path.read_bytes().startswith(written)


# -- nothing is lost when the released version 0.1.0, taken from the git history, opens a home of this version


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


BY_EARLIER = FIXTURES / "settings_by_0.1.0.json"
SWITCH_SOUND = """
from importlib import import_module
store = import_module("scenes.system.settings").SettingsStore()
settings = store.load()
assert not store.problem, store.problem
settings.muted = not settings.muted
store.save(settings)
"""


@pytest.fixture
def new_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
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


def assert_nothing_is_lost() -> None:
    """Check that all settings are unchanged except for the sound, which 0.1.0 switched."""
    store = SettingsStore()
    now = store.load()
    before = changed()
    before.muted = not before.muted
    assert (store.problem, plain(now)) == ("", plain(before))


def test_settings_unknown_to_0_1_0_survive_its_saving(new_home: Path) -> None:
    shutil.copy(BY_EARLIER, new_home / "config" / "settings.json")
    assert_nothing_is_lost()


def test_an_unreadable_backup_of_the_settings_is_ignored(new_home: Path) -> None:
    shutil.copy(BY_EARLIER, new_home / "config" / "settings.json")
    for spoilt in (b'{"text_size": []}', b"[]", b"\xff", b'{"captions": 7}'):
        (new_home / "config" / "settings-whole.json").write_bytes(spoilt)
        store = SettingsStore()
        assert (store.load().text_size, store.problem) == (1.25, "")


def test_settings_deleted_from_the_file_by_hand_stay_deleted(new_home: Path) -> None:
    path = new_home / "config" / "settings.json"
    written = json.loads(path.read_bytes())
    del written["captions"]
    path.write_text(json.dumps(written))
    assert SettingsStore().load().captions == Settings().captions


@pytest.mark.long
def test_running_0_1_0_changes_nothing_else(new_home: Path, tmp_path: Path) -> None:
    program = tmp_path / "program"
    if not unpack(program):
        pytest.skip("this copy of the sources has no history")
    before = {path: path.read_bytes() for path in new_home.rglob("*") if path.is_file()}
    doctor = run(program, "-m", "scenes", "doctor")
    assert "Topping Out: 0.1.0" in doctor
    run(program, "-c", SWITCH_SOUND)
    after = {path: path.read_bytes() for path in before if path.name != "settings.json"}
    assert after == {path: data for path, data in before.items() if path in after}
    assert_nothing_is_lost()
    assert BY_EARLIER.read_bytes() == (new_home / "config" / "settings.json").read_bytes()
