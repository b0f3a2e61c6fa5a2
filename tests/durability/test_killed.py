"""A program killed at any moment loses at most what it was just writing, and the next start removes what it left."""

import os
import random
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.durability.copy_of_the_program import (
    Copies,
    Job,
    Report,
    assert_nothing_is_lost,
    copies,
    moments,
    number_of,
    record_of,
)
from tests.durability.faults import DYING, KILL, POWER_CUT
from tests.golden import sampled
from tests.untrusted.hostile import every_trick
from topping_out.game import registry
from topping_out.game.cli import main
from topping_out.game.cli.frontend import Frontend
from topping_out.game.storage import files
from topping_out.game.storage.files import PART, write_atomic
from topping_out.game.storage.library import SaveLibrary, read_record
from topping_out.scenes.system.settings import SettingsStore

# -- killed


every_game = sampled("game", registry.names(), ["wyoming", "icetowers"])
ACTIONS = 12
"""Actions of a copy in the short runs that are killed at every moment."""
ENDS = [(DYING, 0.0), (DYING, 0.5), (DYING, 1.0)]
"""Killed before the call, halfway through a write, after the call; except on Windows, a power cut after the call."""
MOMENTS, TIMES = 12, 2
if sys.platform == "win32":
    MOMENTS, TIMES = 3, 2  # starting a copy takes much longer there
else:
    ENDS.append((POWER_CUT, 1.0))


def kill_at(program: Copies, folder: Path, game: str, most: int) -> int:
    """Kill fresh copies at up to `most` moments of a short run, and continue after each. Return the number killed."""
    calls = program.undisturbed(game, ACTIONS).calls
    whole = program.undisturbed(game).played
    killed = 0
    for number in moments(len(calls) * len(ENDS), most, seed=len(game)):
        moment, end = divmod(number, len(ENDS))
        job = Job(str(folder / str(number)), game, actions=ACTIONS)
        fault, share = ENDS[end]
        report = program.run(replace(job, fault=fault, first=moment, last=moment, share=share))
        killed += report.status != 0
        assert_nothing_is_lost(Path(job.home), report, whole)
        assert program.run(job).status == 0
        kept = record_of(Path(job.home)).effective()
        assert kept == whole[: len(kept)]
        assert not list(Path(job.home).rglob(f"*{PART}")), "the next start removes unfinished files"
    return killed


@every_game
def test_a_game_continues_after_kills_at_sampled_moments(program: Copies, tmp_path: Path, game: str) -> None:
    assert kill_at(program, tmp_path, game, most=MOMENTS) == MOMENTS


@pytest.mark.long
@every_game
def test_a_game_continues_after_kills_at_every_moment(program: Copies, tmp_path: Path, game: str) -> None:
    assert kill_at(program, tmp_path, game, most=sys.maxsize) > 150


def play_on_through_kills(program: Copies, home: Path, game: str, seed: int) -> int:
    """Play a whole game, killed repeatedly after a random time or inside a call. Return the number of kills."""
    whole = program.undisturbed(game)
    luck, kills = random.Random(seed), 0
    while (report := run_killed_at_random(program, str(home), game, luck, len(whole.calls))).status:
        kills += 1
        assert_nothing_is_lost(home, report, whole.played)
    assert record_of(home).effective() == whole.played
    assert report.statistics == whole.statistics
    return kills


def run_killed_at_random(program: Copies, home: str, game: str, luck: random.Random, calls: int) -> Report:
    if luck.random() < 0.3:
        return program.run(Job(home, game), kill_after=luck.random() * 0.05)
    moment = luck.randrange(calls // 4)
    return program.run(Job(home, game, fault=DYING, first=moment, last=moment, share=luck.random()))


@pytest.mark.parametrize("times", [TIMES, pytest.param(200, marks=pytest.mark.long)])
@every_game
def test_a_game_killed_repeatedly_ends_the_same(program: Copies, tmp_path: Path, game: str, times: int) -> None:
    """Play games until `times` runs have been killed. (On a fast machine, fewer runs are killed by the clock.)"""
    kills = seed = 0
    while kills < times:
        kills += play_on_through_kills(program, tmp_path / str(seed), game, seed)
        seed += 1


# -- two copies


Pair = tuple[Copies, Copies]


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    with copies() as first, copies() as second:
        yield first, second


def run_both(pair: Pair, job: Job) -> list[Report]:
    """Run two copies at the same time, both to their end."""
    begun = [program.begin(job) for program in pair]
    return [program.collect(report) for program, report in zip(pair, begun)]


def wait_for(program: Copies, report: Report, word: str, more: int = 1) -> None:
    """Read a copy's reports until it has reported `word` this many more times."""
    until = len(report.all(word)) + more
    while len(report.all(word)) < until:
        report.lines.append(program.read())


def begin_both(pair: Pair, first: Job, second: Job, gate: Path) -> list[Report]:
    """Let both copies open their games, and let them play only when both have."""
    jobs = (replace(job, gate=str(gate)) for job in (first, second))
    both = [program.begin(job) for program, job in zip(pair, jobs)]
    for program, report in zip(pair, both):
        wait_for(program, report, "opened")
    gate.touch()
    return both


def entries_of(report: Report) -> list[object]:
    return list(read_record(Path(report.only("opened")["path"])).effective())


@every_game
def test_two_copies_write_two_separate_games(pair: Pair, tmp_path: Path, game: str) -> None:
    """With the same game, seed and second, both files would get the same name."""
    job = Job(str(tmp_path), game, actions=40, games=9)
    both = begin_both(pair, job, job, tmp_path / "gate")
    for program, report in zip(pair, both):
        program.collect(report)
    assert len({report.only("opened")["path"] for report in both}) == 2
    for report in both:
        assert report.status == 0
        assert entries_of(report) == report.played
        assert all(line["saved"] for line in report.all("done", "set"))
    library = SaveLibrary(tmp_path / "records" / "games")
    assert len(library.unfinished()) + len(library.finished()) >= 2
    assert library.problems == []


def test_an_unfinished_game_is_resumed_by_only_one_of_two_copies(pair: Pair, tmp_path: Path) -> None:
    pair[0].run(Job(str(tmp_path), "wyoming", actions=3))
    (waiting,) = SaveLibrary(tmp_path / "records" / "games").unfinished()
    job = Job(str(tmp_path), "wyoming", actions=3, games=99)
    for number in range(8):
        both = begin_both(pair, job, job, tmp_path / f"gate {number}")
        for program, report in zip(pair, both):
            program.collect(report)
            assert entries_of(report) == report.played
        assert len({report.all("opened")[0]["path"] for report in both}) == 2
    assert SaveLibrary(tmp_path / "records" / "games").problems == []
    assert len(read_record(waiting.path).entries) > 3


def test_settings_written_by_two_copies_are_always_whole(pair: Pair, tmp_path: Path) -> None:
    stop, torn = threading.Event(), []

    def keep_reading() -> None:
        while not stop.is_set():
            store = SettingsStore(tmp_path / "config")
            try:
                number_of(store.load())
            except AssertionError:
                torn.append("a mixture")
            torn.extend(filter(None, [store.problem]))

    reader = threading.Thread(target=keep_reading)
    reader.start()
    try:
        both = [
            report for _ in range(3) for report in run_both(pair, Job(str(tmp_path), "towers", actions=60, games=99))
        ]
    finally:
        stop.set()
        reader.join()
    assert torn == []
    last = {report.only("set")["number"] for report in both[-2:]}
    assert number_of(SettingsStore(tmp_path / "config").load()) in last
    assert {path.name for path in (tmp_path / "config").iterdir()} == {"settings.json", "settings-whole.json"}


def test_starting_another_copy_removes_no_file_of_a_running_one(pair: Pair, tmp_path: Path) -> None:
    """A start removes the unfinished files of killed copies."""
    playing = pair[0].begin(Job(str(tmp_path), "towering", actions=200, games=10_000))
    starts = 0
    while playing.status == 0 and len(playing.all("done")) < 150:
        pair[1].run(Job(str(tmp_path), "wyoming", actions=0))
        wait_for(pair[0], playing, "done", more=5)
        starts += 1
    pair[0].collect(playing)
    assert starts >= 20
    assert all(line["saved"] for line in playing.all("done", "set"))
    assert entries_of(playing) == playing.played
    assert not list(tmp_path.rglob("*.part"))


def test_saving_unchanged_settings_keeps_the_changes_of_another_copy(tmp_path: Path) -> None:
    """Even if the file was formatted differently, by hand or by an older version."""
    (tmp_path / "settings.json").write_text('{"speed": "fast"}')
    first, second = SettingsStore(tmp_path), SettingsStore(tmp_path)
    mine, theirs = first.load(), second.load()
    theirs.muted = True
    second.save(theirs)
    first.save(mine)
    assert SettingsStore(tmp_path).load().muted


def test_killing_one_copy_does_not_harm_the_other_or_either_game(pair: Pair, tmp_path: Path) -> None:
    job = Job(str(tmp_path), "towering", games=10_000)  # more games than it can finish before it is killed
    dying, living = begin_both(pair, job, replace(job, actions=40), tmp_path / "gate")
    wait_for(pair[0], dying, "done")
    os.kill(dying.lines[0]["process"], KILL)
    pair[0].collect(dying)
    pair[1].collect(living)
    assert (dying.status, living.status) == (-KILL, 0)
    assert entries_of(living) == living.played
    assert entries_of(dying)
    left = {str(saved.path) for saved in SaveLibrary(tmp_path / "records" / "games").unfinished()}
    assert dying.only("opened")["path"] in left


# -- the next start removes the unfinished files of a killed copy, and nothing else


FOLDERS = ("config", "records/games", "log")
KEPT = ("settings.json", "settings.json.unreadable-1", "one.jsonl", "part", "notes.part.txt")


def start() -> None:
    """Start the program and close its window at once."""
    assert main.main([], Frontend(lambda request: 0)) == 0


def parts(folder: Path) -> list[Path]:
    return list(folder.rglob(f"*{PART}"))


def be_killed(*_: Any, **__: Any) -> None:
    raise SystemExit("killed")


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_next_start_removes_the_file_of_a_killed_write(home: Path, folder: str) -> None:
    with pytest.MonkeyPatch.context() as patch:  # killed between writing the new content and renaming the file
        patch.setattr(os, "replace", be_killed)
        patch.setattr(Path, "unlink", be_killed)
        with pytest.raises(SystemExit):
            write_atomic(home / folder / "settings.json", b"half a thou")
    assert len(parts(home)) == 1
    start()
    assert parts(home) == []


def test_a_start_removes_nothing_else(home: Path) -> None:
    for folder in FOLDERS:
        (home / folder).mkdir(parents=True)
        for name in KEPT:
            (home / folder / name).write_text(name)
    start()
    assert sorted(path.name for path in home.rglob("*") if path.is_file()) == sorted(KEPT * len(FOLDERS))


def test_a_file_that_another_copy_is_writing_is_left_alone(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fsync(handle: int) -> None:
        before = parts(home)
        start()
        assert parts(home) == before

    monkeypatch.setattr(os, "fsync", fsync)
    write_atomic(home / "config" / "settings.json", b"whole")
    assert (home / "config" / "settings.json").read_bytes() == b"whole"


def test_a_file_removed_just_before_its_renaming_is_written_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename, names = os.replace, []

    def replace(part: str, path: Path) -> None:
        names.append(part)
        if len(names) == 1:
            start()
        rename(part, path)

    monkeypatch.setattr(os, "replace", replace)
    write_atomic(home / "config" / "settings.json", b"whole")
    assert len(names) == 2
    assert (home / "config" / "settings.json").read_bytes() == b"whole"
    assert parts(home) == []


def test_writing_to_a_missing_folder_gives_up_after_a_few_tries(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[object] = []

    def replace(*paths: object) -> None:
        tries.append(paths)
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(FileNotFoundError):
        write_atomic(home / "settings.json", b"whole")
    assert len(tries) == files.TRIES


@every_trick
def test_the_program_starts_whatever_has_the_name_of_an_unfinished_file(home: Path, trick: Any) -> None:
    (home / "config").mkdir()
    (home / "outside").write_text("kept")
    trick(home / "config" / f"trick{PART}")
    start()
    assert (home / "outside").read_text() == "kept"


@every_trick
def test_the_program_starts_whatever_is_in_place_of_the_settings_folder(home: Path, trick: Any) -> None:
    trick(home / "config")
    start()
