"""Files written by earlier versions are read correctly, and data written by later versions is preserved.

`fixtures/home_0.1.0` is a home folder as version 0.1.0 wrote it: settings, decks, catalogues, puzzle attempts and
saved games. `fixtures/export_0.1.0.zip` is its export. Never change anything in them. One record was torn by a power
cut, and one was abandoned. `fixtures/replays_0.1.0.json` holds what that version's `replay` printed for each record:
whether the game was finished, a short digest of every step as JSON (without the state), and the last state. All of
this is in the format of protocol 2, and Towering's materials go by the first id of their colour (T8).
"""

import json
import shutil
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec
import pytest

from topping_out.game.bots.worker import BotQuestion, think
from topping_out.game.cli import main
from topping_out.game.language import tr
from topping_out.game.match import Match
from topping_out.game.record import TICK, UNDO
from topping_out.game.storage import translations
from topping_out.game.storage.files import HOME_VARIABLE, records_folder
from topping_out.game.storage.history import PuzzleTries, careers
from topping_out.game.storage.library import Saved, SaveLibrary, read_record
from topping_out.game.storage.transfer import Import
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
    play_on(match)
    library.close()
    after = read_record(path)
    assert after.entries[: len(before.entries)] == before.entries
    assert after == match.record
    (saved,) = [saved for saved in library.finished() if saved.path == path]
    assert saved.outcome == match.outcome


def play_on(match: Match) -> None:
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
    try:
        translations.use("pt")
        assert tr("Settings") == "Definições"
    finally:
        translations.use("en")


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
