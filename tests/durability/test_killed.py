"""A program that is killed at any moment loses nothing but what it was just writing."""

import os
import random
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.durability.copy_of_the_program import (
    Copies,
    Job,
    Told,
    assert_nothing_is_lost,
    copies,
    moments,
    number_of,
    record_of,
)
from tests.durability.faults import DYING, KILL, POWER_CUT
from tests.golden import sampled
from topping_out.game import registry
from topping_out.game.storage.files import PART
from topping_out.game.storage.journal import read_record
from topping_out.game.storage.library import SaveLibrary
from topping_out.scenes.system.settings import SettingsStore

# -- killed


every_game = sampled("game", registry.names(), ["wyoming", "icetowers"])
ACTIONS = 12
"""That a copy does before it leaves, where every moment of its run is tried."""
ENDS = [(DYING, 0.0), (DYING, 0.5), (DYING, 1.0)]
"""Killed before the call, inside the write, after it; the power cut after it, where one can tell what it leaves."""
MOMENTS, TIMES = 12, 2
if sys.platform == "win32":
    MOMENTS, TIMES = 3, 2  # a start takes far longer there
else:
    ENDS.append((POWER_CUT, 1.0))


def kill_at(program: Copies, folder: Path, game: str, most: int) -> int:
    """Kill fresh copies at that many moments of a short run, and go on after each; return how many were killed."""
    calls = program.undisturbed(game, ACTIONS).calls
    whole = program.undisturbed(game).played
    killed = 0
    for number in moments(len(calls) * len(ENDS), most, seed=len(game)):
        moment, end = divmod(number, len(ENDS))
        job = Job(str(folder / str(number)), game, actions=ACTIONS)
        fault, share = ENDS[end]
        told = program.run(replace(job, fault=fault, first=moment, last=moment, share=share))
        killed += told.status != 0
        assert_nothing_is_lost(Path(job.home), told, whole)
        assert program.run(job).status == 0
        kept = record_of(Path(job.home)).effective()
        assert kept == whole[: len(kept)]
        assert not list(Path(job.home).rglob(f"*{PART}")), "what a write has left is tidied up at the next start"
    return killed


@every_game
def test_a_copy_killed_at_some_moments_goes_on(program: Copies, tmp_path: Path, game: str) -> None:
    assert kill_at(program, tmp_path, game, most=MOMENTS) == MOMENTS


@pytest.mark.long
@every_game
def test_a_copy_killed_at_every_moment_goes_on(program: Copies, tmp_path: Path, game: str) -> None:
    assert kill_at(program, tmp_path, game, most=sys.maxsize) > 150


def play_on_through_kills(program: Copies, home: Path, game: str, seed: int) -> int:
    """Play a whole game, killed again and again by the clock or inside a call; return how often."""
    whole = program.undisturbed(game)
    luck, kills = random.Random(seed), 0
    while (told := break_off(program, str(home), game, luck, len(whole.calls))).status:
        kills += 1
        assert_nothing_is_lost(home, told, whole.played)
    assert record_of(home).effective() == whole.played
    assert told.statistics == whole.statistics
    return kills


def play_until_killed(program: Copies, home: Path, game: str, times: int) -> None:
    """Play games until they were broken off so many times in all; a quick machine escapes the clock more often."""
    kills = seed = 0
    while kills < times:
        kills += play_on_through_kills(program, home / str(seed), game, seed)
        seed += 1


def break_off(program: Copies, home: str, game: str, luck: random.Random, calls: int) -> Told:
    if luck.random() < 0.3:
        return program.run(Job(home, game), kill_after=luck.random() * 0.05)
    moment = luck.randrange(calls // 4)
    return program.run(Job(home, game, fault=DYING, first=moment, last=moment, share=luck.random()))


@every_game
def test_a_game_broken_off_again_and_again_ends_as_if_it_had_not_been(
    program: Copies, tmp_path: Path, game: str
) -> None:
    play_until_killed(program, tmp_path, game, TIMES)


@pytest.mark.long
@every_game
def test_many_games_broken_off_again_and_again(program: Copies, tmp_path: Path, game: str) -> None:
    play_until_killed(program, tmp_path, game, times=200)


# -- two copies


Pair = tuple[Copies, Copies]


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    with copies() as one, copies() as other:
        yield one, other


def run_both(pair: Pair, job: Job) -> list[Told]:
    """Run two copies at once, both to their end."""
    begun = [program.begin(job) for program in pair]
    return [program.hear(told) for program, told in zip(pair, begun)]


def wait_for(program: Copies, told: Told, word: str, more: int = 1) -> None:
    """Hear a copy until it has told the word so many times more."""
    until = len(told.all(word)) + more
    while len(told.all(word)) < until:
        told.lines.append(program.read())


def begin_both(pair: Pair, one: Job, other: Job, gate: Path) -> list[Told]:
    """Let each copy take up its game, and let them play only when both have."""
    jobs = (replace(job, gate=str(gate)) for job in (one, other))
    both = [program.begin(job) for program, job in zip(pair, jobs)]
    for program, told in zip(pair, both):
        wait_for(program, told, "taken up")
    gate.touch()
    return both


def entries_of(told: Told) -> list[object]:
    return list(read_record(Path(told.only("taken up")["path"])).effective())


@every_game
def test_each_plays_a_game_of_its_own(pair: Pair, tmp_path: Path, game: str) -> None:
    """The same game, seed and second: the files would have the same name."""
    job = Job(str(tmp_path), game, actions=40, games=9)
    both = begin_both(pair, job, job, tmp_path / "gate")
    for program, told in zip(pair, both):
        program.hear(told)
    assert len({told.only("taken up")["path"] for told in both}) == 2
    for told in both:
        assert told.status == 0
        assert entries_of(told) == told.played
        assert all(line["saved"] for line in told.all("done", "set"))
    library = SaveLibrary(tmp_path / "records" / "games")
    assert len(library.unfinished()) + len(library.finished()) >= 2
    assert library.problems == []


def test_a_game_that_waits_is_taken_up_by_one_of_them_only(pair: Pair, tmp_path: Path) -> None:
    pair[0].run(Job(str(tmp_path), "wyoming", actions=3))
    (waiting,) = SaveLibrary(tmp_path / "records" / "games").unfinished()
    job = Job(str(tmp_path), "wyoming", actions=3, games=99)
    for number in range(8):
        both = begin_both(pair, job, job, tmp_path / f"gate {number}")
        for program, told in zip(pair, both):
            program.hear(told)
            assert entries_of(told) == told.played
        assert len({told.all("taken up")[0]["path"] for told in both}) == 2
    assert SaveLibrary(tmp_path / "records" / "games").problems == []
    assert len(read_record(waiting.path).entries) > 3


def test_settings_written_by_both_are_always_whole_and_the_last_ones_stay(pair: Pair, tmp_path: Path) -> None:
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
        both = [told for _ in range(3) for told in run_both(pair, Job(str(tmp_path), "towers", actions=60, games=99))]
    finally:
        stop.set()
        reader.join()
    assert torn == []
    last = {told.only("set")["number"] for told in both[-2:]}
    assert number_of(SettingsStore(tmp_path / "config").load()) in last
    assert {path.name for path in (tmp_path / "config").iterdir()} == {"settings.json", "settings-whole.json"}


def test_copies_that_start_beside_one_that_plays_take_nothing_from_under_its_hands(pair: Pair, tmp_path: Path) -> None:
    """A start tidies up what killed copies have left while they wrote."""
    playing = pair[0].begin(Job(str(tmp_path), "towering", actions=200, games=10_000))
    starts = 0
    while playing.status == 0 and len(playing.all("done")) < 150:
        pair[1].run(Job(str(tmp_path), "wyoming", actions=0))
        wait_for(pair[0], playing, "done", more=5)
        starts += 1
    pair[0].hear(playing)
    assert starts >= 20
    assert all(line["saved"] for line in playing.all("done", "set"))
    assert entries_of(playing) == playing.played
    assert not list(tmp_path.rglob("*.part"))


def test_a_copy_that_has_changed_nothing_leaves_what_the_other_has_set(tmp_path: Path) -> None:
    """Also where the file has not the form in which it would be written: by hand, or by an older version."""
    (tmp_path / "settings.json").write_text('{"speed": "fast"}')
    one, other = SettingsStore(tmp_path), SettingsStore(tmp_path)
    mine, theirs = one.load(), other.load()
    theirs.muted = True
    other.save(theirs)
    one.save(mine)
    assert SettingsStore(tmp_path).load().muted


def test_one_that_is_killed_leaves_the_other_unharmed_and_its_game_behind(pair: Pair, tmp_path: Path) -> None:
    job = Job(str(tmp_path), "towering", games=10_000)  # longer than anybody waits before killing it
    dying, living = begin_both(pair, job, replace(job, actions=40), tmp_path / "gate")
    wait_for(pair[0], dying, "done")
    os.kill(dying.lines[0]["process"], KILL)
    pair[0].hear(dying)
    pair[1].hear(living)
    assert (dying.status, living.status) == (-KILL, 0)
    assert entries_of(living) == living.played
    assert entries_of(dying)
    left = {str(saved.path) for saved in SaveLibrary(tmp_path / "records" / "games").unfinished()}
    assert dying.only("taken up")["path"] in left
