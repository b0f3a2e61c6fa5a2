"""Simulated games between bots, worker processes, and the tuning of weights."""

import errno
import os
import random
import sys
import time
import tomllib
from itertools import islice
from math import exp, log
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.by_luck.random_games import random_options, short_options
from tests.game.matches import lineup
from tests.game.processes import Shell, by_signals, is_alive
from tests.golden import sampled
from topping_out.game import registry
from topping_out.game.arena.contest import (
    Pair,
    PairGame,
    Result,
    Simulation,
    Thinking,
    make_contender,
    play_game,
    simulate,
    simulations,
)
from topping_out.game.arena.report import SimulationReport, count_actions, result_json, save_game
from topping_out.game.arena.tuning import Evolution, Schedule, evolve, merit, rounded, toml_text, tunable, with_numbers
from topping_out.game.bots.process import LocalWorkers, Work, WorkerProcess, WorkFailed
from topping_out.game.bots.weights import weights_named
from topping_out.game.cli.console import OutputFailed, output
from topping_out.game.engine import Outcome
from topping_out.game.match import Match
from topping_out.game.registry import load
from topping_out.game.storage.library import read_record

# -- simulate


EXAMPLE = Path(__file__).with_name("example_bot.py")


def first(*words: str, seed: int = 1, **options: object) -> Simulation:
    return Simulation(*lineup("wyoming", ",".join(words), seed, **options))


@pytest.fixture(scope="module")
def three() -> list[Result]:
    return list(simulate(simulations(first("medium", "easy"), 3)))


def test_consecutive_games_have_consecutive_seeds(three: list[Result]) -> None:
    assert [played.record.header.seed for played in three] == [1, 2, 3]
    (alone,) = simulate(simulations(first("medium", "easy", seed=3), 1))
    assert alone.record == three[2].record


def test_every_game_is_played_to_its_end_by_the_rules(three: list[Result]) -> None:
    for played in three:
        assert Match(played.record).outcome == played.outcome


def test_another_seed_gives_another_game(three: list[Result]) -> None:
    assert three[0].record.entries != three[1].record.entries


@sampled("luck", range(3), [0])
@pytest.mark.parametrize("name", registry.names())
def test_bots_play_with_any_number_of_seats_and_options(name: str, luck: int) -> None:
    game = load(name)
    for seats in game.seats:
        words = [game.levels[(luck + seat) % (len(game.levels) - 1)] for seat in range(seats)]
        options = random_options(game, seats, random.Random(luck)) | short_options(game, seats)
        played = play_game(Simulation(*lineup(name, ",".join(words), luck, **options)))
        assert not played.faults
        assert len(played.outcome.scores) >= seats
        assert Match(played.record).outcome == played.outcome


def test_the_json_of_a_game_has_seats_options_and_result(three: list[Result]) -> None:
    played = three[0]
    report = result_json(played)
    assert (report["game"], report["seed"], report["seats"]) == ("wyoming", 1, ["medium", "easy"])
    assert report["options"]["first"] == "random"
    assert report["winners"] == list(played.outcome.winners)
    assert report["reason"] == played.outcome.reason
    assert report["turns"] == sum(report["actions"].values()) == len(played.record.entries)
    assert [max(heights) for heights in report["towers"]] == report["scores"]


def test_decisions_are_counted_and_timed_by_seat(three: list[Result]) -> None:
    for played in three:
        asked = [sum(entry.seat == seat for entry in played.record.entries) for seat in (0, 1)]
        assert [thinking.decisions for thinking in played.thinking] == asked
        assert all(thinking.seconds > 0 for thinking in played.thinking)


def test_actions_are_counted_by_kind(three: list[Result]) -> None:
    kinds = count_actions(three[0].record)
    assert list(kinds) == sorted(kinds)
    assert set(kinds) <= {"construct", "deconstruct", "discard"}


def test_a_simulated_game_can_be_saved_as_a_record(three: list[Result], tmp_path: Path) -> None:
    path = save_game(three[1], tmp_path / "new")
    assert path.name == "wyoming-medium-easy-2.jsonl"
    assert read_record(path) == three[1].record


def test_random_bots_and_programs_can_take_part() -> None:
    bot = f"exec:{Path(sys.executable).as_posix()} {EXAMPLE.as_posix()}"
    (played,) = simulate(simulations(first("random", bot, "easy", seed=4), 1))
    assert not played.faults
    assert played.words == ("random", bot, "easy")
    assert [player.level for player in played.record.header.seats] == ["random", "other", "easy"]
    (again,) = simulate(simulations(first("random", "random", "easy", seed=4), 1))
    assert again.record.entries == played.record.entries, "the example plays like random"


@by_signals
def test_a_game_lost_by_a_fault_is_reported_and_saved(tmp_path: Path) -> None:
    (played,) = simulate(simulations(first("easy", "exec:false", seed=4), 1))
    assert (played.outcome, played.shares, list(played.faults)) == (None, [1.0, 0.0], [1])
    assert result_json(played)["faults"] == [{"seat": 1, "what": "ended with status 1"}]
    report = SimulationReport(played.words, load("wyoming"))
    report.add(played)
    assert list(report.lines())[-2:] == [
        "lost to a fault: 1 game",
        "  seed 4, seat 2, exec:false: ended with status 1",
    ]
    path = save_game(played, tmp_path)
    assert path.name == "wyoming-easy-exec_false-4.jsonl"
    assert read_record(path) == played.record


def test_the_json_of_a_live_game_has_its_summary() -> None:
    summary = result_json(play_game(Simulation(*lineup("icetowers", "gentle,random", 3, timer=1))))
    assert sum(summary["totals"]) == 60
    assert summary["ms"] > 0


# -- the table of results


def played_with(winners: tuple[int, ...], seed: int, reason: str = "tower") -> Result:
    record = Match.new(first("hard", "easy", seed=seed).header).record
    outcome = Outcome(winners, (11, 11), reason)
    return Result(("hard", "easy"), outcome, (Thinking(10, 0.05), Thinking(20, 0.01)), {}, record, {})


def test_a_shared_win_counts_for_both_and_is_split_in_shares() -> None:
    report = SimulationReport(["hard", "easy"], load("wyoming"))
    for seed, winners in enumerate([(0,), (0,), (0, 1), ()], 1):
        report.add(played_with(winners, seed))
    assert report.wins == [3, 1]
    assert report.shares == [2.5, 0.5]
    assert report.draws == 1


def test_the_table_of_a_simulation() -> None:
    report = SimulationReport(["hard", "easy"], load("wyoming"))
    report.add(played_with((0,), 1))
    report.add(played_with((), 2, "stuck"))
    assert list(report.lines()) == [
        "Towers of Wyoming: 2 games, seeds 1 to 2",
        "seat  bot     wins    share  ms a move",
        "   1  hard       1    50.0%       5.00",
        "   2  easy       0     0.0%       0.50",
        "average turns: 0.0",
        "how the games were won:",
        "  With a tower through the Sky: 1",
        "  With the tallest tower when nobody could move: 1",
        "without a winner: 1",
    ]


# -- where records cannot be written


def full(path: Path, data: bytes, may_replace: bool) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_is_reported_with_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell) -> None:
    monkeypatch.setattr("topping_out.game.arena.report.write_atomic", full)
    shell.run("simulate wyoming --seats gentle,gentle --games 1 --records", tmp_path, status=1)
    assert shell.err == f"topping-out: --records: can't write {tmp_path}: No space left on device\n"


def test_a_write_error_is_reported_once() -> None:
    with pytest.raises(OutputFailed, match=r"^can't write the output: full$"), output(), output():
        raise OSError("full")


# -- workers


def slow_if_even(number: int) -> int:
    time.sleep(0.05 * (number % 2 == 0))
    return number


def fail_at_two(number: int) -> int:
    if number == 2:
        raise ValueError("two is too many")
    return number


def die_at_two(number: int) -> int:
    if number == 2:
        os._exit(1)
    return number


def test_results_come_in_order() -> None:
    assert list(LocalWorkers(3).map(slow_if_even, range(9))) == list(range(9))


def test_there_may_be_more_jobs_than_tasks() -> None:
    assert list(LocalWorkers(5).map(slow_if_even, range(2))) == [0, 1]
    assert list(LocalWorkers(5).map(slow_if_even, [])) == []


def test_an_error_in_a_worker_process_is_reported() -> None:
    with pytest.raises(WorkFailed, match="two is too many"):
        list(LocalWorkers(2).map(fail_at_two, range(5)))


def test_a_killed_worker_process_is_reported() -> None:
    with pytest.raises(WorkFailed, match="was killed"):
        list(LocalWorkers(2).map(die_at_two, range(5)))


def test_processes_that_cannot_be_started_are_reported_and_others_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[WorkerProcess] = []

    def scarce(work: Work) -> WorkerProcess:
        if made:
            raise OSError(errno.EMFILE, "Too many open files")
        made.append(WorkerProcess(work))
        return made[0]

    monkeypatch.setattr("topping_out.game.bots.process.WorkerProcess", scarce)
    with pytest.raises(WorkFailed, match=r"3 processes can't be started \(Too many open files\)"):
        list(LocalWorkers(3).map(process_id, range(3)))
    assert made[0].pipe.closed


def test_worker_processes_end_when_the_results_are_closed() -> None:
    results = LocalWorkers(2).map(process_id, range(10))
    child = next(results)
    results.close()
    assert not is_alive(child)


def process_id(_: int) -> int:
    return os.getpid()


# -- tune


TABLE = {
    "width": 12,
    "fear": 0.7,
    "blind": 0.0,
    "is_bold": True,
    "keep": [2.0, 1.5, 0.0],
    "work": [3, 2, 1],
    "late": {"free": [5.0, 4.0], "tempo": 1.5},
    "hands": {"reaction": 220},
}


# -- which numbers vary


def test_only_nonzero_decimal_numbers_are_tuned() -> None:
    assert tunable(TABLE) == {
        ("fear",): 0.7,
        ("keep", 0): 2.0,
        ("keep", 1): 1.5,
        ("late", "free", 0): 5.0,
        ("late", "free", 1): 4.0,
        ("late", "tempo"): 1.5,
    }


def test_a_weight_a_row_or_a_whole_table_can_be_fixed() -> None:
    assert set(tunable(TABLE, {"late", "fear"})) == {("keep", 0), ("keep", 1)}
    assert ("late", "tempo") in tunable(TABLE, {"keep", "free"})


def test_changing_numbers_leaves_the_original_table_unchanged() -> None:
    moved = with_numbers(TABLE, {("fear",): 0.8, ("late", "free", 1): 3.5})
    assert moved["fear"] == 0.8
    assert moved["late"] == {"free": [5.0, 3.5], "tempo": 1.5}
    assert moved["keep"] == [2.0, 1.5, 0.0]
    assert TABLE["late"] == {"free": [5.0, 4.0], "tempo": 1.5}


names = st.text("abcdefgh_", min_size=1, max_size=8)
values = st.one_of(
    st.booleans(),
    st.integers(-(2**60), 2**60),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "Zs")), max_size=10),
    st.lists(st.floats(-9, 9), max_size=3),
)


@given(
    st.recursive(st.dictionaries(names, values, min_size=1, max_size=4), lambda inner: st.dictionaries(names, inner))
)
def test_any_table_round_trips_through_toml(table: dict[str, Any]) -> None:
    def filled(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {key: filled(inner) for key, inner in value.items() if not isinstance(inner, dict) or filled(inner)}

    assert tomllib.loads(toml_text(table)) == filled(table)


def test_weights_are_rounded_to_three_digits() -> None:
    assert [rounded(value) for value in (0.123456, 12.3456, -1234.5)] == [0.123, 12.3, -1230.0]


@pytest.mark.parametrize("name", registry.names())
def test_every_level_can_be_tuned(name: str) -> None:
    game = load(name)
    for level in game.levels:
        for child in Evolution(weights_named(name, level), (), seed=1).children():
            make_contender(game, "child", child)  # raises UnfitContender for weights that no bot can have


# -- evolution


def test_children_come_in_mirrored_pairs() -> None:
    children = Evolution(TABLE, (), seed=1).children()
    assert len(children) == 10
    for child, mirrored in zip(children[::2], children[1::2]):
        for place, value in tunable(TABLE).items():
            assert tunable(child)[place] * tunable(mirrored)[place] == pytest.approx(value**2)
        assert (child["width"], child["blind"], child["hands"]) == (12, 0.0, {"reaction": 220})


def test_evolution_approaches_the_optimum() -> None:
    goal = {"one": 3.0, "two": -0.2, "row": [8.0, 0.5]}
    evolution = Evolution({"one": 1.0, "two": -1.0, "row": [1.0, 1.0]}, (), seed=4)

    def distance(table: dict[str, Any]) -> float:
        places = tunable(goal)
        return sum(log(number / places[place]) ** 2 for place, number in tunable(table).items())

    before = distance(evolution.table)
    for _ in range(60):
        evolution.move([-distance(child) for child in evolution.children()])
    assert distance(evolution.table) < before / 100
    assert evolution.table["two"] < 0, "a number keeps its sign"


def test_evolution_weights_the_best_children_most() -> None:
    evolution = Evolution({"one": 1.0}, (), seed=1)
    children = [log(child["one"]) for child in evolution.children()]
    evolution.move([1.0, 2.0, 0.0, 0.5])
    weights = log(2.5) - log(1), log(2.5) - log(2)
    way = (weights[0] * children[1] + weights[1] * children[0]) / sum(weights)
    assert evolution.table["one"] == rounded(exp(way))


def test_the_merit_of_a_child_is_its_points_or_wins() -> None:
    def pair(*scores: tuple[int, int]) -> Pair:
        none = (Thinking(), Thinking())
        games = (PairGame((float(a > b), float(a < b)), (a, b), none, ("", "")) for a, b in scores)
        return Pair(1, tuple(games))

    pairs = [pair((9, 5), (7, 8)), pair((6, 5), (6, 5))]
    assert merit(pairs, "points") == pytest.approx((1.5 + 1) / 2)
    assert merit(pairs, "wins") == pytest.approx(0.25)


def schedule(jobs: int = 1, seed: int = 3) -> Schedule:
    header, _ = lineup("wyoming", "one-turn,one-turn", seed, short=True)
    return Schedule(header, pairs=1, workers=LocalWorkers(jobs))


def test_evolution_is_reproducible_for_any_number_of_jobs() -> None:
    start = weights_named("wyoming", "one-turn")
    alone, together, reseeded = (
        list(islice(evolve(start, ("wobble",), plan), 2)) for plan in (schedule(), schedule(2), schedule(seed=8))
    )
    assert alone == together
    assert alone != reseeded
    assert alone[1].table["wobble"] == start["wobble"]
    assert alone[1].table != start


def test_a_table_without_numbers_cannot_be_tuned() -> None:
    with pytest.raises(ValueError, match="no number"):
        Evolution({"width": 3}, (), seed=1)


# -- the command


def test_the_tuned_table_contains_the_command_that_made_it(tmp_path: Path, shell: Shell) -> None:
    out = tmp_path / "tuned.toml"
    line = "tune wyoming --bot one-turn --generations 2 --pairs 1 --seed 3 --options tidal,short --fix draw --out"
    assert [line.split(":")[0] for line in shell.run(line, out).splitlines()] == [
        "generation 1",
        "generation 2",
        "against the weights it started from",
    ]
    text = out.read_text(encoding="utf-8")
    assert "#   topping-out tune wyoming --bot one-turn --generations 2 --pairs 1 --seed 3 " in text
    assert "--fix draw" in text
    assert "# Against the weights it started from: " in text
    assert str(tmp_path) not in text
    table, start = tomllib.loads(text), weights_named("wyoming", "one-turn")
    assert table.keys() == start.keys()
    assert (table["draw"], table["wobble"]) == (start["draw"], start["wobble"])
    shell.run("arena wyoming --pairs 1 --seats", f"@{out},one-turn")
    shell.run("tune wyoming --generations 1 --pairs 1 --force --out", out, "--bot", f"@{out}")
    assert "--bot @tuned.toml" in out.read_text(encoding="utf-8")
    assert str(tmp_path) not in out.read_text(encoding="utf-8")


def test_tuning_can_be_limited_by_time(tmp_path: Path, shell: Shell) -> None:
    out = tmp_path / "tuned.toml"
    shell.run("tune wyoming --bot one-turn --seconds 1 --pairs 1 --out", out)
    assert "--generations " in out.read_text(encoding="utf-8"), "who makes it again needs no clock"


def test_an_interrupted_tuning_saves_its_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell) -> None:
    def interrupted(*args: Any) -> Any:
        yield from islice(evolve(*args), 1)
        raise KeyboardInterrupt

    monkeypatch.setattr("topping_out.game.cli.bots.evolve", interrupted)
    out = tmp_path / "tuned.toml"
    shell.run("tune wyoming --bot one-turn --generations 9 --pairs 1 --out", out, status=130)
    assert "# Against the weights it started from: not measured." in out.read_text(encoding="utf-8")
    assert "--generations 1 " in out.read_text(encoding="utf-8")


def test_a_full_disk_at_the_end_prints_the_tuned_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.setattr("topping_out.game.cli.console.write_atomic", full)
    line = "tune wyoming --bot one-turn --generations 1 --pairs 1 --out"
    out = shell.run(line, tmp_path / "tuned.toml", status=2)
    assert "No space left on device" in shell.err
    table = out[out.index("# Weights") :].partition("\nThe table above")[0]
    assert tomllib.loads(table).keys() == weights_named("wyoming", "one-turn").keys()
