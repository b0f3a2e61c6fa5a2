"""Games between bots without a window: the same seed gives the same games, in order, whoever plays them."""

import errno
import random
import sys
from pathlib import Path

import pytest

from tests.game.by_luck.random_games import random_options, short_options
from tests.game.processes import by_signals
from tests.sampling import sampled
from topping_out.game import registry
from topping_out.game.arena.contenders import players_of, read_contenders
from topping_out.game.arena.simulate import (
    PlayedGame,
    Simulation,
    SimulationReport,
    count_actions,
    play_game,
    save,
    simulate,
    simulations,
)
from topping_out.game.cli import main
from topping_out.game.cli.console import OutputFailed, output
from topping_out.game.engine import Outcome
from topping_out.game.match import Match
from topping_out.game.record import new_header
from topping_out.game.registry import load
from topping_out.game.storage.journal import read_record

EXAMPLE = Path(__file__).with_name("example_bot.py")


def first(*words: str, seed: int = 1, **options: object) -> Simulation:
    game = load("wyoming")
    contenders = read_contenders(game, ",".join(words))
    return Simulation(new_header(game, players_of(contenders), options, seed), contenders)


@pytest.fixture(scope="module")
def three() -> list[PlayedGame]:
    return list(simulate(simulations(first("medium", "easy"), 3)))


def test_game_i_has_seed_plus_i(three: list[PlayedGame]) -> None:
    assert [played.record.header.seed for played in three] == [1, 2, 3]
    (alone,) = simulate(simulations(first("medium", "easy", seed=3), 1))
    assert alone.record == three[2].record


def test_every_game_is_played_to_its_end_by_the_rules(three: list[PlayedGame]) -> None:
    for played in three:
        assert Match(played.record).outcome == played.outcome


def test_another_seed_gives_another_game(three: list[PlayedGame]) -> None:
    assert three[0].record.entries != three[1].record.entries


@sampled("luck", range(3), [0])
@pytest.mark.parametrize("name", registry.names())
def test_bots_play_with_any_number_of_seats_and_options(name: str, luck: int) -> None:
    game = load(name)
    for seats in game.seats:
        words = [game.levels[(luck + seat) % (len(game.levels) - 1)] for seat in range(seats)]
        contenders = read_contenders(game, ",".join(words))
        options = random_options(game, seats, random.Random(luck)) | short_options(game, seats)
        played = play_game(Simulation(new_header(game, players_of(contenders), options, luck), contenders))
        assert not played.faults
        assert len(played.outcome.scores) >= seats
        assert Match(played.record).outcome == played.outcome


def test_a_games_json_says_who_played_what_and_how_it_ended(three: list[PlayedGame]) -> None:
    played = three[0]
    report = played.to_json()
    assert (report["game"], report["seed"], report["seats"]) == ("wyoming", 1, ["medium", "easy"])
    assert report["options"]["first"] == "random"
    assert report["winners"] == list(played.outcome.winners)
    assert report["reason"] == played.outcome.reason
    assert report["turns"] == sum(report["actions"].values()) == len(played.record.entries)
    assert [max(heights) for heights in report["towers"]] == report["scores"]


def test_thinking_is_counted_and_timed_by_seat(three: list[PlayedGame]) -> None:
    for played in three:
        asked = [sum(entry.seat == seat for entry in played.record.entries) for seat in (0, 1)]
        assert list(played.moves) == asked
        assert all(seconds > 0 for seconds in played.seconds)


def test_actions_are_counted_by_kind(three: list[PlayedGame]) -> None:
    kinds = count_actions(three[0].record)
    assert list(kinds) == sorted(kinds)
    assert set(kinds) <= {"construct", "deconstruct", "discard"}


def test_a_saved_game_is_a_record_like_any_other(three: list[PlayedGame], tmp_path: Path) -> None:
    path = save(three[1], tmp_path / "new")
    assert path.name == "wyoming-medium-easy-2.jsonl"
    assert read_record(path) == three[1].record


def test_random_and_programs_take_part_as_in_the_arena() -> None:
    bot = f"exec:{Path(sys.executable).as_posix()} {EXAMPLE.as_posix()}"
    (played,) = simulate(simulations(first("random", bot, "easy", seed=4), 1))
    assert not played.faults
    assert played.words == ("random", bot, "easy")
    assert [player.level for player in played.record.header.seats] == ["random", "other", "easy"]
    (again,) = simulate(simulations(first("random", "random", "easy", seed=4), 1))
    assert again.record.entries == played.record.entries, "the example plays like random"


@by_signals
def test_a_game_lost_by_a_fault_is_told_and_saved_as_far_as_it_went(tmp_path: Path) -> None:
    (played,) = simulate(simulations(first("easy", "exec:false", seed=4), 1))
    assert (played.outcome, played.shares, list(played.faults)) == (None, (1.0, 0.0), [1])
    assert played.to_json()["faults"] == [{"seat": 1, "what": "ended with status 1"}]
    report = SimulationReport(played.words, "Towers of Wyoming")
    report.add(played)
    assert list(report.lines())[-2:] == [
        "lost through a fault: 1 game",
        "  seed 4, seat 2, exec:false: ended with status 1",
    ]
    path = save(played, tmp_path)
    assert path.name == "wyoming-easy-exec_false-4.jsonl"
    assert read_record(path) == played.record


def test_a_game_of_every_kind_has_its_summary() -> None:
    game = load("icetowers")
    contenders = read_contenders(game, "gentle,random")
    start = Simulation(new_header(game, players_of(contenders), {"timer": 1}, 3), contenders)
    told = play_game(start).to_json()
    assert sum(told["totals"]) == 60
    assert told["ms"] > 0


# -- the table of results


def played_with(winners: tuple[int, ...], seed: int = 1, reason: str = "tower") -> PlayedGame:
    record = Match.new(first("hard", "easy", seed=seed).header).record
    shares = tuple((seat in winners) / max(1, len(winners)) for seat in (0, 1))
    outcome = Outcome(winners, (11, 11), reason)
    return PlayedGame(("hard", "easy"), record, outcome, shares, {}, (10, 20), (0.05, 0.01), {})


def test_a_shared_win_counts_for_both_and_is_split_in_the_share() -> None:
    report = SimulationReport(["hard", "easy"], "Towers of Wyoming")
    for seed, winners in enumerate([(0,), (0,), (0, 1), ()], 1):
        report.add(played_with(winners, seed))
    assert report.wins == [3, 1]
    assert report.shares == [2.5, 0.5]
    assert report.draws == 1


def test_the_table_reads_as_it_should() -> None:
    report = SimulationReport(["hard", "easy"], "Towers of Wyoming")
    report.add(played_with((0,), 1))
    report.add(played_with((), 2, "stuck"))
    assert list(report.lines()) == [
        "Towers of Wyoming: 2 games, seeds 1 to 2",
        "seat  bot     wins    share  ms a move",
        "   1  hard       1    50.0%       5.00",
        "   2  easy       0     0.0%       0.50",
        "average turns: 0.0",
        "ended by: tower 1, stuck 1",
        "without a winner: 1",
    ]


# -- where records cannot be written


def test_a_full_disk_is_told_with_the_folder_that_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(path: Path, data: bytes, may_replace: bool) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("topping_out.game.arena.simulate.write_atomic", full)
    command = ["simulate", "wyoming", "--seats", "gentle,gentle", "--games", "1", "--records", str(tmp_path)]
    assert main.main(command) == 1
    said = capsys.readouterr().err
    assert said == f"topping-out: --records: {tmp_path} cannot be written: No space left on device\n"


def test_records_without_a_folder_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["simulate", "wyoming", "--seats", "easy,easy", "--records", ""]) == 2
    assert "--records: no folder given" in capsys.readouterr().err


def test_what_cannot_be_written_is_said_once() -> None:
    with pytest.raises(OutputFailed, match=r"^cannot write: the output: full$"), output(), output():
        raise OSError("full")
