"""Contests: the same deals in every seat, scored by pairs, the same whoever plays them."""

import errno
import json
import os
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.game.arena.contests import pairs_of
from tests.game.by_luck.random_games import short_options
from tests.game.cli.refusals import refusal
from tests.game.processes import PYTHON
from tests.properties import examples
from topping_out.game import registry
from topping_out.game.arena.contenders import Contender, UnfitContender, players_of, read_contenders
from topping_out.game.arena.contest import Contest, Pair, PairGame, _by_contender, play_all
from topping_out.game.arena.elo import Sprt
from topping_out.game.arena.report import ContestReport
from topping_out.game.arena.runner import Result, Thinking
from topping_out.game.arena.workers.workers import HERE
from topping_out.game.assets import GAMES
from topping_out.game.bots.live import profile_named
from topping_out.game.bots.process import WorkFailed
from topping_out.game.bots.weights import gauntlet
from topping_out.game.cli import main
from topping_out.game.cli.contests import make_report, run_contests
from topping_out.game.engine import Bot, Outcome
from topping_out.game.match import Match
from topping_out.game.record import Record, new_header
from topping_out.game.registry import load
from topping_out.game.storage.journal import read_record

every_game = pytest.mark.parametrize("name", registry.names())


def contest(name: str, seats: str, seed: int = 1, **options: object) -> Contest:
    game = load(name)
    contenders = read_contenders(game, seats)
    options = {**short_options(game, len(contenders)), **options}
    return Contest(new_header(game, players_of(contenders), options, seed), contenders)


def without_time(pairs: list[Pair]) -> list[Any]:
    return [[(game.shares, game.scores, [t.decisions for t in game.thinking]) for game in pair.games] for pair in pairs]


# -- pairs


def test_a_pair_is_one_deal_with_every_contender_in_every_seat() -> None:
    three = contest("towers", "hard,easy,random", seed=7)
    deals = [three.deal(4, turn) for turn in range(3)]
    assert {header.seed for header, _ in deals} == {11}
    assert {header.options["first"] for header, _ in deals} == {"random"}
    for seat in range(3):
        assert sorted(seating[seat] for _, seating in deals) == [0, 1, 2]
    for header, seating in deals:
        assert [player.name for player in header.seats] == [three.header.seats[who].name for who in seating]
        assert [player.colour for player in header.seats] == [0, 1, 2]


@every_game
def test_a_contender_against_itself_is_exactly_even(name: str) -> None:
    for pair in pairs_of(contest(name, "easy,easy"), 2):
        assert pair.share() == 0.5
        assert pair.margin == 0


@every_game
def test_who_knows_the_game_beats_random_plays(name: str) -> None:
    report = make_report(contest(name, "medium,random"), None)
    assert run_contests([report], 4, HERE)
    assert fmean(report.shares) >= 0.75
    assert fmean(report.margins) > 0


def test_many_seats_play_each_for_itself() -> None:
    (pair,) = pairs_of(contest("icetowers", "easy,random,random"), 1)
    assert len(pair.games) == 3
    assert sum(pair.share(who) for who in range(3)) == pytest.approx(1)
    assert pair.margin == pytest.approx(pair.scores[0] - sum(pair.scores[1:]) / 2)


def result(winners: tuple[int, ...], scores: tuple[int, ...] = (7, 5), **faults: str) -> Result:
    outcome = None if faults else Outcome(winners, scores, "test")
    by_seat = {int(seat[1:]): what for seat, what in faults.items()}
    return Result(outcome, (Thinking(),) * len(scores), by_seat, Record(contest("wyoming", "easy,easy").header), {})


def test_wins_and_points_go_with_the_contender_from_seat_to_seat() -> None:
    played = _by_contender(result((0,), (7, 5)), (1, 0), b"")
    assert played.shares == (0.0, 1.0)
    assert played.scores == (5, 7)


def test_a_win_is_shared_by_its_winners_and_a_draw_by_all() -> None:
    assert _by_contender(result((0, 2), (9, 3, 9)), (0, 1, 2), b"").shares == (0.5, 0.0, 0.5)
    assert _by_contender(result((), (3, 3, 3)), (0, 1, 2), b"").shares == pytest.approx((1 / 3, 1 / 3, 1 / 3))


def test_a_fault_loses_the_game_and_leaves_no_points() -> None:
    played = _by_contender(result((), (0, 0), s1="was silent"), (1, 0), b"")
    assert played.shares == (0.0, 1.0)
    assert played.scores is None
    assert played.faults == ("was silent", "")
    assert _by_contender(result((), s0="died", s1="died"), (0, 1), b"").shares == (0.0, 0.0)


class Stumbler(Bot[Any, Any]):
    def choose(self, view: Any, actions: Any, rng: random.Random) -> Any:
        raise KeyError("a bot's mistake")


def test_a_mistake_of_a_bot_of_ours_ends_the_contest_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topping_out.game.arena.runner.bot_of", lambda game, contender: Stumbler())
    with pytest.raises(WorkFailed, match="the game with seed 9 could not be played: KeyError"):
        pairs_of(contest("wyoming", "easy,easy", seed=9), 1)


# -- contenders


def test_a_seat_takes_levels_characters_old_bots_and_dice() -> None:
    words = [contender.word for contender in read_contenders(load("towering"), "gentle, ada,one-turn,random")]
    assert words == ["gentle", "ada", "one-turn", "random"]


def test_a_file_of_weights_plays_like_the_mind_it_was_copied_from(tmp_path: Path) -> None:
    text = (GAMES / "icetowers" / "gauntlet.toml").read_text(encoding="utf-8")
    own = tmp_path / "mine.toml"
    own.write_text(text[text.index("[tuned.hands]") :].replace("[tuned.", "["))
    pairs = [pairs_of(contest("icetowers", f"{who},random"), 2) for who in (f"@{own}", "tuned")]
    assert without_time(pairs[0]) == without_time(pairs[1])


def test_weights_without_a_speed_get_that_of_hard(tmp_path: Path) -> None:
    (contender,) = read_contenders(load("icetowers"), f"exec:{PYTHON}")
    assert contender.motor_profile("icetowers") == profile_named("icetowers", "hard")
    text = (GAMES / "icetowers" / "gauntlet.toml").read_text(encoding="utf-8")
    own = tmp_path / "head.toml"
    own.write_text(text[text.index("[tuned.head]") :].replace("[tuned.", "["))
    assert read_contenders(load("icetowers"), f"@{own}")[0].motor_profile("icetowers") == profile_named(
        "icetowers", "hard"
    )


def test_at_a_live_table_all_are_as_fast_unless_each_has_its_own_speed() -> None:
    equal = contest("icetowers", "medium,gentle")
    own = replace(equal, own_speed=True)
    pace = [[game.thinking[1].decisions for pair in pairs_of(one, 2) for game in pair.games] for one in (equal, own)]
    assert sum(pace[0]) > 1.5 * sum(pace[1])


def test_a_command_may_have_commas_in_quotes() -> None:
    found = read_contenders(load("wyoming"), f"exec:{PYTHON} --list 'a,b' \"c d\",hard")
    assert found[0].command == (PYTHON, "--list", "a,b", "c d")
    assert found[1].word == "hard"


def test_a_command_may_lie_where_the_system_says_it_does() -> None:
    """On Windows with backslashes."""
    (found,) = read_contenders(load("wyoming"), f"exec:{sys.executable}")
    assert found.command == (sys.executable,)


UNFIT = {
    "brilliant": "there is no bot 'brilliant' in wyoming: choose from gentle, easy, medium, hard, master, pia",
    "": "there is no bot ''",
    "@nowhere.toml": f"nowhere.toml cannot be opened: {os.strerror(errno.ENOENT)}",
    "@.": "cannot be opened",
    "@": "cannot be opened",
    "@\0": "no file can have this name",
    **({} if sys.platform == "win32" else {"@/dev/zero": "/dev/zero cannot be opened: it is not a file"}),
    "exec:true\0": "there is no program true",
    "@{folder}/empty.toml": "has no weights in it",
    "@{folder}/torn.toml": "torn.toml: ",
    "@{folder}/odd.toml": "unknown field `hope`",
    "@{folder}/large.toml": "is larger than any table of weights",
    "exec:": "names no command",
    "exec:no-such-program --fast": "there is no program no-such-program",
    "exec:'": "No closing quotation",
}


@pytest.mark.parametrize("word", UNFIT)
def test_who_cannot_be_seated_is_refused_with_the_reason(word: str, tmp_path: Path) -> None:
    (tmp_path / "empty.toml").write_text("# nothing\n")
    (tmp_path / "torn.toml").write_text("alarm = \n")
    (tmp_path / "odd.toml").write_text("hope = 1.0\n")
    (tmp_path / "large.toml").write_text("# " + "x" * 300_000)
    with pytest.raises(UnfitContender) as refusal:
        read_contenders(load("wyoming"), word.format(folder=tmp_path))
    assert UNFIT[word] in str(refusal.value)
    assert "\n" not in str(refusal.value)


WORDS = st.sampled_from(
    ["hard", "random", "@", "exec:", "true", ",", "'", '"', "\0", "\\", " ", "\x1b[2J", "/dev/null", "\ud800"]
)


@given(st.lists(st.one_of(WORDS, st.text(max_size=5)), max_size=8).map("".join))
@examples(200)
@example("exec:\ud800")
def test_any_list_of_seats_is_read_or_refused_in_one_plain_line(text: str) -> None:
    try:
        found = read_contenders(load("wyoming"), text)
    except UnfitContender as error:
        reason = str(error)
    else:
        reason = ""
        assert all(who.word for who in found)
    assert reason.isprintable()
    assert len(reason) <= 600


# -- reports


def played(shares: tuple[float, ...], scores: tuple[int, ...] | None, *faults: str) -> PairGame:
    return PairGame(shares, scores, (Thinking(10, 0.05, 0.02),) * len(shares), faults or ("",) * len(shares))


def report_of(*pairs: tuple[PairGame, PairGame], sprt: Sprt | None = None) -> ContestReport:
    report = make_report(contest("wyoming", "hard,easy"), sprt)
    for seed, games in enumerate(pairs, 1):
        report.add(Pair(seed, games))
    return report


def test_the_table_reads_as_it_should() -> None:
    win, loss = played((1.0, 0.0), (11, 8)), played((0.0, 1.0), (6, 11))
    report = report_of((win, win), (win, loss), (win, win), sprt=Sprt(0, 10))
    assert list(report.lines()) == [
        "Towers of Wyoming: 3 pairs of 2 games, seeds 1 to 3",
        "contender   share    points  decisions   mean ms    max ms",
        "hard        83.3%     10.17         60      5.00     20.00",
        "easy        16.7%      8.50         60      5.00     20.00",
        "hard is ahead by +1.67 ± 1.33 points a game (mean, standard error)",
        "Elo +280 (95%: -134 to +598)",
        "pairs by wins: 2 won, 1 drawn, 0 lost",
        "pairs by points: 2 won, 0 drawn, 1 lost",
        "SPRT 0 to 10: undecided (log likelihood ratio +0.07 of ±2.94)",
    ]


def test_games_lost_by_a_fault_are_told_with_seed_seat_and_reason() -> None:
    win, fault = played((1.0, 0.0), (11, 8)), played((1.0, 0.0), None, "", "was silent for 1 s")
    report = report_of((win, win), (win, fault))
    assert list(report.lines())[-2:] == [
        "lost through a fault: 1 game; their pairs count for wins, not for points",
        "  seed 2, seat 1, easy: was silent for 1 s",
    ]
    assert report.margins == [3.0]
    assert report.to_json()["faults"] == [{"seed": 2, "seat": 0, "contender": "easy", "what": "was silent for 1 s"}]


def test_games_given_up_are_told() -> None:
    report = report_of((played((0.5, 0.5), None), played((1.0, 0.0), (11, 8))))
    assert "stopped because it would never end: 1 game" in list(report.lines())
    assert report.points is None
    assert report.to_json()["given_up"] == 1


# -- the command


def run(line: str) -> int:
    return main.main(line.split())


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("arena wyoming --seats medium,easy --pairs 2 --seed 5 --options tidal") == 0
    out, err = capsys.readouterr()
    assert out.startswith("Towers of Wyoming: 2 pairs of 2 games, seeds 5 to 6\n")
    assert err == "", "no progress bar where there is no terminal"


def test_the_commands_json_is_the_same_for_any_number_of_jobs_but_for_the_time(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = []
    for jobs in (1, 2):
        assert run(f"arena towers --seats medium,random,easy --pairs 2 --json --jobs {jobs}") == 0
        found.append(json.loads(capsys.readouterr().out))
    for result in found:
        assert [spent.keys() for spent in result.pop("thinking")] == [{"decisions", "seconds", "slowest"}] * 3
    assert found[0] == found[1]
    assert found[0]["seats"] == ["medium", "random", "easy"]
    assert [pair["seed"] for pair in found[0]["pairs"]] == [1, 2]


def test_the_test_stops_a_contest_that_is_decided(capsys: pytest.CaptureFixture[str]) -> None:
    numbers = []
    for jobs in (1, 2):
        assert run(f"arena wyoming --seats medium,random --pairs 500 --sprt 0,100 --jobs {jobs}") == 0
        out = capsys.readouterr().out
        assert "SPRT 0 to 100: Elo 100 accepted" in out
        numbers.append(int(out.split(": ")[1].split(" ")[0]))
    assert numbers[0] == numbers[1] < 100


def test_an_interrupt_shows_what_has_been_played_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*args: Any) -> Iterator[tuple[int, Pair]]:
        yield from list(play_all([contest("wyoming", "medium,easy")], 2))
        raise KeyboardInterrupt

    monkeypatch.setattr("topping_out.game.cli.contests.play_all", interrupted)
    assert run("arena wyoming --seats medium,easy --pairs 50") == 130
    assert capsys.readouterr().out.startswith("Towers of Wyoming: 2 pairs of 2 games, seeds 1 to 2\n")


def test_the_old_bots_are_all_met_in_the_gauntlet(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("arena towers --gauntlet --seats easy --pairs 1") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Towers: easy through the gauntlet, 1 pair of 2 games each, seed 1"
    assert tuple(line.split()[0] for line in lines[2:]) == gauntlet("towers")
    assert run("arena towers --gauntlet --seats easy --pairs 1 --json") == 0
    found = json.loads(capsys.readouterr().out)
    assert tuple(result["seats"][1] for result in found) == gauntlet("towers")


def test_a_long_word_is_cut_in_the_table() -> None:
    contender = Contender("exec:" + "x" * 50)
    assert contender.label == "…" + "x" * 31


# -- records


def test_an_arena_keeps_the_records_of_its_games(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    words = ["--seats", "random,easy", "--pairs", "1", "--seed", "5", "--records", str(folder)]
    assert main.main(["arena", "towers", *words]) == 0
    second, first = sorted(folder.iterdir())
    assert (first.name, second.name) == ("towers-random-easy-5-1.jsonl", "towers-easy-random-5-2.jsonl")
    assert [player.level for player in read_record(first).header.seats] == ["random", "easy"]
    assert Match(read_record(first)).outcome is not None


def test_a_ladder_keeps_the_records_of_its_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(load("towers")), "levels", ("gentle", "easy", "medium"))
    assert main.main(["ladder", "towers", "--pairs", "1", "--records", str(tmp_path)]) == 0
    assert len([*tmp_path.iterdir()]) == 6


def test_a_folder_that_cannot_be_made_for_records_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--seats", "random,easy", "--pairs", "1", "--records", "README.md/games"]
    assert main.main(["arena", "towers", *words]) == 2
    assert f"--records: {Path('README.md/games')} can't be created" in refusal(capsys)
