"""What earlier versions of the program have written is read as it was meant, and what later ones write is not lost.

`fixtures/home_0.1.0` is a home as version 0.1.0 wrote it: settings, decks, catalogues, tries at puzzles, saved games;
`fixtures/export_0.1.0.zip` is its export. Nothing in them may ever be changed. One record in it was torn
by a power cut, one was put away. `fixtures/replays_0.1.0.json` says what that version's `replay` made of each record:
whether its game was finished, a short digest of every step as JSON (states left out), the last state. All of it is
told in the shapes of protocol 2, and in Towering materials go by the first id of their colour (T8).
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
from topping_out.game.storage.journal import read_record
from topping_out.game.storage.library import Saved, SaveLibrary
from topping_out.game.storage.transfer import Import
from topping_out.scenes.__main__ import check_settings
from topping_out.scenes.system.settings import Settings, SettingsStore

FIXTURES = Path(__file__).parent / "fixtures"
HOME = FIXTURES / "home_0.1.0"
REPLAYS: dict[str, dict[str, Any]] = json.loads((FIXTURES / "replays_0.1.0.json").read_text(encoding="utf-8"))
RECORDS = {path.name: path for path in sorted((HOME / "records").rglob("*.jsonl"))}
GAMES = sorted({name.partition("-")[0] for name in RECORDS})
SINCE = {"WasSplit": ("controller", "lower_worth", "upper_worth")}
"""What events tell since 0.1.0 that they did not before."""
LONGEST = 5000
"""Looks round the table after which a game counts as one that does not end."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the home, which is now the user's."""
    home = tmp_path / "home"
    shutil.copytree(HOME, home)
    monkeypatch.setenv(HOME_VARIABLE, str(home))
    return home


# -- what the fixtures hold


def entries(name: str) -> list[str]:
    return [entry.text for entry in read_record(RECORDS[name]).entries]


def test_every_record_has_its_replay() -> None:
    assert sorted(RECORDS) == sorted(REPLAYS)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_finished_and_unfinished_records_of_humans_and_bots(game: str) -> None:
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
def test_a_record_replays_as_it_did(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A state may hold more than it did, and an event may tell more."""
    assert main.main(["replay", str(RECORDS[name]), "--json"]) == 0
    steps = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    states = [step.pop("state") for step in steps]
    for event in (event for step in steps for event in step.get("events", ())):
        for told_since in SINCE.get(event["type"], ()):
            del event[told_since]
    assert_digests([json.dumps(step, sort_keys=True) for step in steps], REPLAYS[name]["json"])
    assert_within(REPLAYS[name]["state"], states[-1])


def assert_digests(lines: list[str], digests: str) -> None:
    for line, digest in zip_longest(lines, digests.split(), fillvalue=""):
        assert sha256(line.encode()).hexdigest()[:6] == digest, f"it has not been so: {line}"


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


def test_the_saves_are_all_found(home: Path) -> None:
    library = SaveLibrary()
    unfinished, finished = names(library.unfinished()), names(library.finished())
    lying_there = {name: replay for name, replay in REPLAYS.items() if "abandoned" not in RECORDS[name].parts}
    assert unfinished == {name for name, replay in lying_there.items() if not replay["finished"]}
    assert finished == set(lying_there) - unfinished
    assert library.problems == []


def test_the_statistics_are_what_they_were(home: Path) -> None:
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
def test_an_unfinished_game_is_taken_up_and_played_to_its_end(name: str, home: Path) -> None:
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
    """Play a match to its end: every seat is a bot's, a look a second where the game is live."""
    for ms in range(match.ms, match.ms + 1000 * LONGEST, 1000):
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
    """Return what an easy bot would do there; None: nothing."""
    game, state = match.game, match.state
    actions = game.actions(state, seat)
    question = BotQuestion(1, game.name, "easy", game.view(state, seat), actions, ms)
    return think(question).action if actions else None


# -- settings and decks


def plain(settings: Settings) -> dict[str, Any]:
    """Return the settings as a file has them, those that are as by default too."""
    return msgspec.json.decode(msgspec.json.encode(msgspec.structs.asdict(settings)))


def test_every_setting_keeps_its_value(home: Path) -> None:
    written = json.loads((HOME / "config" / "settings.json").read_bytes())
    store = SettingsStore()
    settings = store.load()
    assert store.problem == ""
    assert plain(settings) | written == plain(settings)
    usual = plain(Settings())
    same = {key for key, value in written.items() if value == usual[key]}
    assert same == {"fullscreen"}, "a setting that is as usual shows nothing"
    store.save(Settings())
    store.save(settings)
    assert plain(SettingsStore().load()) == plain(settings)


def test_a_deck_of_ones_own_is_offered(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["simulate", "towers", "--seats", "easy,easy", "--games", "1", "--options", "deck=hamlet"]) == 0
    assert "1 game" in capsys.readouterr().out


# -- what else is in a home, and exports


def test_a_catalogue_of_ones_own_is_spoken(home: Path) -> None:
    assert translations.languages()["pt"] == "Português"
    try:
        translations.use("pt")
        assert tr("Settings") == "Definições"
    finally:
        translations.use("en")


def test_tries_at_puzzles_count_as_they_did(home: Path) -> None:
    tries = PuzzleTries()
    assert (tries.first("towers"), tries.solved("towers"), tries.problem) == ({"one": False}, {"one"}, "")


def test_an_export_brings_everything_to_another_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
    """Tell whether a file is more than what can be worked out."""
    return path.is_file() and path.name != "index.json"


# -- what a later version writes


def header_line(**changes: Any) -> bytes:
    """Return the first line of a record with something in it that only a later version can have written."""
    first = json.loads(RECORDS["wyoming-20261103-200540-11.jsonl"].read_bytes().splitlines()[0])
    return json.dumps(first | changes, separators=(",", ":")).encode() + b"\n"


@pytest.mark.parametrize("changes", [{"format": 2}, {"rules": 99}, {"weather": "rain"}, {"format": 2, "seats": 3}])
def test_a_newer_record_is_named_as_one_and_stays_as_it_is(changes: dict[str, Any], home: Path) -> None:
    newer = records_folder() / "wyoming-20300101-000000-1.jsonl"
    newer.write_bytes(header_line(**changes) + b'[1,0,"something new"]\n')
    written = newer.read_bytes()
    library = SaveLibrary()
    assert len(library.unfinished()) + len(library.finished()) == len(RECORDS) - 1
    (problem,) = library.problems
    assert "comes from a newer version of the program" in problem
    assert newer.read_bytes() == written


def test_what_is_unknown_in_the_settings_is_still_there_after_a_change(home: Path) -> None:
    path = home / "config" / "settings.json"
    newer = json.loads(path.read_bytes()) | {"weather": {"wind": [1, 2]}}
    path.write_text(json.dumps(newer))
    store = SettingsStore()
    settings = store.load()
    settings.muted = not settings.muted
    store.save(settings)
    assert json.loads(path.read_bytes())["weather"] == {"wind": [1, 2]}
    assert SettingsStore().load().muted == settings.muted


def test_a_try_with_more_in_it_than_is_known_stays_and_counts(home: Path) -> None:
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
