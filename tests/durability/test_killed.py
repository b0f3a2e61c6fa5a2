"""Killed at any moment, between and inside writes: at most the action in flight is lost, in every game."""

import random
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.durability.copies import Copies, Told, assert_nothing_is_lost, moments, record_of
from tests.durability.copy_of_the_program import Job
from tests.durability.faults import DYING, POWER_CUT
from tests.sampling import sampled
from topping_out.game import registry
from topping_out.game.storage.files import PART

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
