"""Contests: pairs of games, Elo, ladders and the gauntlet."""

import errno
import json
import os
import random
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from math import inf, isinf
from pathlib import Path
from statistics import fmean
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.game.by_luck.random_games import short_options
from tests.game.matches import contest, lineup, pairs_of
from tests.game.processes import PYTHON, Shell
from tests.golden import sampled
from topping_out.game import registry
from topping_out.game.arena.contest import (
    Contender,
    Contest,
    Pair,
    PairGame,
    Result,
    Sprt,
    Thinking,
    UnfitContender,
    _by_contender,
    elo_interval,
    elo_of,
    even_share,
    mean_and_error,
    play_all,
    read_contenders,
    share_of,
)
from topping_out.game.arena.report import ContestReport, Ladder, blend, contrast, draw_ladder, paint_of, pairings
from topping_out.game.assets import ASSETS, GAMES
from topping_out.game.bots import weights
from topping_out.game.bots.process import HERE, WorkFailed
from topping_out.game.bots.weights import gauntlet
from topping_out.game.bots.worker import profile_named
from topping_out.game.cli.bots import run_contests
from topping_out.game.engine import Bot, Outcome
from topping_out.game.match import Match
from topping_out.game.record import Record
from topping_out.game.registry import load
from topping_out.game.roster import RANDOM
from topping_out.game.storage.library import read_record

# -- elo


def test_known_elo_numbers_of_two_seats() -> None:
    assert share_of(0) == 0.5
    assert share_of(400) == pytest.approx(10 / 11)
    assert elo_of(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo_of(0.25) == pytest.approx(-190.85, abs=0.01)


def test_winning_an_equal_share_among_many_is_zero_elo() -> None:
    assert elo_of(1 / 4, seats=4) == pytest.approx(0)
    assert share_of(0, seats=5) == pytest.approx(1 / 5)
    assert elo_of(0.5, seats=3) == pytest.approx(120.41, abs=0.01), "twice as strong as each of two others"


def test_a_share_among_many_converts_to_a_share_against_one() -> None:
    assert even_share(0.7, seats=2) == pytest.approx(0.7)
    assert even_share(1 / 3, seats=3) == pytest.approx(0.5)
    assert even_share(0.5, seats=4) == pytest.approx(0.5 / (0.5 + 0.5 / 3))
    assert [even_share(share, seats=5) for share in (0.0, 1.0)] == [0.0, 1.0]


def test_winning_all_or_nothing_gives_infinite_elo() -> None:
    assert (elo_of(1.0), elo_of(0.0)) == (inf, -inf)


@given(st.floats(-1500, 1500), st.integers(2, 5))
def test_elo_and_share_are_inverse(elo: float, seats: int) -> None:
    assert elo_of(share_of(elo, seats), seats) == pytest.approx(elo, abs=1e-3)


def test_the_standard_error_is_that_of_the_mean() -> None:
    assert mean_and_error([1.0, 2.0, 3.0, 4.0]) == (2.5, pytest.approx(0.6455, abs=1e-4))
    assert mean_and_error([7.0]) == (7.0, inf)


def results(luck: random.Random, elo: float, pairs: int) -> list[float]:
    """Draw random shares of pairs of games at this Elo difference. A tenth of the games are draws."""
    win = share_of(elo) - 0.05

    def game() -> float:
        roll = luck.random()
        return 1.0 if roll < win else 0.5 if roll < win + 0.1 else 0.0

    return [(game() + game()) / 2 for _ in range(pairs)]


@pytest.mark.parametrize("elo", [0, 80])
def test_the_95_percent_interval_contains_the_true_elo(elo: float) -> None:
    luck, held = random.Random(3), 0
    for _ in range(1000):
        low, high = elo_interval(results(luck, elo, 100))
        held += low <= elo <= high
    assert 930 <= held <= 980


def test_the_interval_shrinks_with_the_number_of_pairs() -> None:
    luck = random.Random(5)
    few, many = (elo_interval(results(luck, 0, pairs)) for pairs in (100, 1600))
    assert (few[1] - few[0]) / (many[1] - many[0]) == pytest.approx(4, rel=0.15)


def test_a_few_wins_leave_a_wide_interval() -> None:
    low, high = elo_interval([1.0, 1.0])
    assert low < 0
    assert isinf(high)
    low, _ = elo_interval([1.0] * 50)
    assert 100 < low < 1000


def length_and_verdict(sprt: Sprt, luck: random.Random, elo: float) -> tuple[int, float | None]:
    found: list[float] = []
    while sprt.verdict(found) is None and len(found) < 4000:
        found += results(luck, elo, 5)
    return len(found), sprt.verdict(found)


@pytest.mark.parametrize(("elo", "right"), [(0, 0), (40, 40)])
def test_the_sprt_is_wrong_at_most_once_in_twenty(elo: float, right: float) -> None:
    luck = random.Random(11)
    verdicts = [length_and_verdict(Sprt(0, 40), luck, elo)[1] for _ in range(200)]
    assert all(verdict is not None for verdict in verdicts)
    assert sum(verdict != right for verdict in verdicts) <= 20


def test_the_sprt_decides_clear_cases_sooner() -> None:
    luck, sprt = random.Random(2), Sprt(0, 40)
    close, clear = (sum(length_and_verdict(sprt, luck, elo)[0] for _ in range(20)) for elo in (20, 200))
    assert clear < close / 3


def test_the_sprt_decides_nothing_without_enough_pairs() -> None:
    assert Sprt(0, 10).ratio([]) == 0
    assert Sprt(0, 10).verdict([1.0]) is None


def test_the_likelihood_ratio_favours_the_nearer_elo() -> None:
    even, strong = [0.5, 0.25, 0.75] * 20, [0.75, 1.0, 0.5] * 20
    assert Sprt(0, 50).ratio(even) < 0 < Sprt(0, 50).ratio(strong)
    some = [0.4, 0.5] * 20
    assert Sprt(0, 50).ratio(some) < 0 < Sprt(0, 50).ratio(some, seats=4), "among four it is far more than its share"


# -- contest


every_game = pytest.mark.parametrize("name", registry.names())


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
def test_medium_bots_beat_random_play(name: str) -> None:
    report = ContestReport(contest(name, "medium,random"))
    assert run_contests([report], 4, HERE)
    assert fmean(report.shares) >= 0.75
    assert fmean(report.margins) > 0


def test_in_a_game_of_many_seats_each_plays_for_itself() -> None:
    (pair,) = pairs_of(contest("icetowers", "easy,random,random"), 1)
    assert len(pair.games) == 3
    assert sum(pair.share(who) for who in range(3)) == pytest.approx(1)
    assert pair.margin == pytest.approx(pair.scores[0] - sum(pair.scores[1:]) / 2)


def result(winners: tuple[int, ...], scores: tuple[int, ...] = (7, 5), **faults: str) -> Result:
    outcome = None if faults else Outcome(winners, scores, "test")
    by_seat = {int(seat[1:]): what for seat, what in faults.items()}
    record = Record(contest("wyoming", "easy,easy").header)
    return Result(("",) * len(scores), outcome, (Thinking(),) * len(scores), by_seat, record, {})


def test_wins_and_points_follow_the_contender() -> None:
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


def test_an_error_in_our_own_bot_ends_the_contest_with_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topping_out.game.arena.contest.bot_of", lambda game, contender: Stumbler())
    with pytest.raises(WorkFailed, match="the game with seed 9 couldn't be played: KeyError"):
        pairs_of(contest("wyoming", "easy,easy", seed=9), 1)


# -- contenders


def test_a_seat_may_be_a_level_a_character_an_old_bot_or_random() -> None:
    words = [contender.word for contender in read_contenders(load("towering"), "gentle, ada,one-turn,random")]
    assert words == ["gentle", "ada", "one-turn", "random"]


def test_a_copied_file_of_weights_plays_the_same(tmp_path: Path) -> None:
    text = (GAMES / "icetowers" / "gauntlet.toml").read_text(encoding="utf-8")
    own = tmp_path / "mine.toml"
    own.write_text(text[text.index("[tuned.hands]") :].replace("[tuned.", "["))
    pairs = [pairs_of(contest("icetowers", f"{who},random"), 2) for who in (f"@{own}", "tuned")]
    assert without_time(pairs[0]) == without_time(pairs[1])


def test_weights_without_a_speed_use_that_of_hard(tmp_path: Path) -> None:
    (contender,) = read_contenders(load("icetowers"), f"exec:{PYTHON}")
    assert contender.motor_profile("icetowers") == profile_named("icetowers", "hard")
    text = (GAMES / "icetowers" / "gauntlet.toml").read_text(encoding="utf-8")
    own = tmp_path / "head.toml"
    own.write_text(text[text.index("[tuned.head]") :].replace("[tuned.", "["))
    assert read_contenders(load("icetowers"), f"@{own}")[0].motor_profile("icetowers") == profile_named(
        "icetowers", "hard"
    )


def test_in_live_games_all_are_equally_fast_unless_own_speed_is_set() -> None:
    equal = contest("icetowers", "medium,gentle")
    own = replace(equal, own_speed=True)
    pace = [
        [game.thinking[1].decisions for pair in pairs_of(setup, 2) for game in pair.games] for setup in (equal, own)
    ]
    assert sum(pace[0]) > 1.5 * sum(pace[1])


def test_a_command_may_contain_quoted_commas() -> None:
    found = read_contenders(load("wyoming"), f"exec:{PYTHON} --list 'a,b' \"c d\",hard")
    assert found[0].command == (PYTHON, "--list", "a,b", "c d")
    assert found[1].word == "hard"


def test_a_command_may_be_a_native_path() -> None:
    """On Windows, the path has backslashes."""
    (found,) = read_contenders(load("wyoming"), f"exec:{sys.executable}")
    assert found.command == (sys.executable,)


UNFIT = {
    "brilliant": "there's no bot 'brilliant' in wyoming: choose from gentle, easy, medium, hard, master, pia",
    "": "there's no bot ''",
    "@nowhere.toml": f"nowhere.toml can't be opened: {os.strerror(errno.ENOENT)}",
    "@.": "can't be opened",
    "@": "can't be opened",
    "@\0": "no file can have this name",
    **({} if sys.platform == "win32" else {"@/dev/zero": "/dev/zero can't be opened: it isn't a file"}),
    "exec:true\0": "there's no program true",
    "@{folder}/empty.toml": "has no weights in it",
    "@{folder}/torn.toml": "torn.toml: ",
    "@{folder}/odd.toml": "unknown field `hope`",
    "@{folder}/large.toml": "so it can't be a table of weights",
    "exec:": "needs a command after it",
    "exec:no-such-program --fast": "there's no program no-such-program",
    "exec:'": "a closing quotation mark is missing",
}


@pytest.mark.parametrize("word", UNFIT)
def test_an_invalid_contender_is_refused_with_a_reason(word: str, tmp_path: Path) -> None:
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
def test_any_list_of_seats_is_read_or_refused_in_one_line(text: str) -> None:
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
    report = ContestReport(contest("wyoming", "hard,easy"), sprt)
    for seed, games in enumerate(pairs, 1):
        report.add(Pair(seed, games))
    return report


def test_the_table_of_a_contest() -> None:
    win, loss = played((1.0, 0.0), (11, 8)), played((0.0, 1.0), (6, 11))
    report = report_of((win, win), (win, loss), (win, win), sprt=Sprt(0, 10))
    assert list(report.lines()) == [
        "Towers of Wyoming: 3 pairs of 2 games, seeds 1 to 3",
        "contender   share    points  decisions   mean ms    max ms",
        "hard        83.3%     10.17         60      5.00     20.00",
        "easy        16.7%      8.50         60      5.00     20.00",
        "hard: a lead of +1.67 ± 1.33 points a game (mean, standard error)",
        "Elo +280 (95%: -134 to +598)",
        "pairs by wins: 2 won, 1 tied, 0 lost",
        "pairs by points: 2 won, 0 tied, 1 lost",
        "SPRT 0 to 10: undecided (log likelihood ratio +0.07 of ±2.94)",
    ]


def test_games_lost_by_a_fault_are_reported_with_seed_seat_and_reason() -> None:
    win, fault = played((1.0, 0.0), (11, 8)), played((1.0, 0.0), None, "", "was silent for 1 s")
    report = report_of((win, win), (win, fault))
    assert list(report.lines())[-2:] == [
        "lost to a fault: 1 game; their pairs count towards wins, not towards points",
        "  seed 2, seat 1, easy: was silent for 1 s",
    ]
    assert report.margins == [3.0]
    assert report.to_json()["faults"] == [{"seed": 2, "seat": 0, "contender": "easy", "what": "was silent for 1 s"}]


def test_stopped_games_are_reported() -> None:
    report = report_of((played((0.5, 0.5), None), played((1.0, 0.0), (11, 8))))
    assert "stopped because it wouldn't end: 1 game" in list(report.lines())
    assert report.points is None
    assert report.to_json()["given_up"] == 1


# -- the command


def test_the_command_prints_a_table(shell: Shell) -> None:
    out = shell.run("arena wyoming --seats medium,easy --pairs 2 --seed 5 --options tidal")
    assert out.startswith("Towers of Wyoming: 2 pairs of 2 games, seeds 5 to 6\n")
    assert shell.err == "", "no progress bar where there is no terminal"


def test_the_commands_json_does_not_depend_on_the_number_of_jobs(shell: Shell) -> None:
    line = "arena towers --seats medium,random,easy --pairs 2 --json --jobs"
    found = [json.loads(shell.run(line, jobs)) for jobs in (1, 2)]
    for result in found:
        assert [spent.keys() for spent in result.pop("thinking")] == [{"decisions", "seconds", "slowest"}] * 3
    assert found[0] == found[1]
    assert found[0]["seats"] == ["medium", "random", "easy"]
    assert [pair["seed"] for pair in found[0]["pairs"]] == [1, 2]


def test_the_sprt_stops_a_decided_contest(shell: Shell) -> None:
    numbers = []
    for jobs in (1, 2):
        out = shell.run("arena wyoming --seats medium,random --pairs 500 --sprt 0,100 --jobs", jobs)
        assert "SPRT 0 to 100: Elo 100 accepted" in out
        numbers.append(int(out.split(": ")[1].split(" ")[0]))
    assert numbers[0] == numbers[1] < 100


def test_an_interrupted_contest_prints_its_results_so_far(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: Any) -> Iterator[tuple[int, Pair]]:
        yield from list(play_all([contest("wyoming", "medium,easy")], 2))
        raise KeyboardInterrupt

    monkeypatch.setattr("topping_out.game.cli.bots.play_all", interrupted)
    out = shell.run("arena wyoming --seats medium,easy --pairs 50", status=130)
    assert out.startswith("Towers of Wyoming: 2 pairs of 2 games, seeds 1 to 2\n")


QUICK_BOTS = ("random", "one-turn")


def test_the_gauntlet_contains_all_old_bots(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shell.run("arena towers --gauntlet --seats easy --pairs 1").splitlines()
    assert lines[0] == "Towers: easy through the gauntlet, 1 pair of 2 games each, seed 1"
    assert tuple(line.split()[0] for line in lines[2:]) == gauntlet("towers")
    monkeypatch.setattr(weights, "gauntlet", lambda name: QUICK_BOTS)
    found = json.loads(shell.run("arena towers --gauntlet --seats easy --pairs 1 --json"))
    assert tuple(result["seats"][1] for result in found) == QUICK_BOTS


def test_a_long_contender_name_is_shortened() -> None:
    contender = Contender("exec:" + "x" * 50)
    assert contender.label == "…" + "x" * 31


# -- records


def test_the_arena_saves_the_records_of_its_games(tmp_path: Path, shell: Shell) -> None:
    folder = tmp_path / "new" / "records"
    shell.run("arena towers --seats random,easy --pairs 1 --seed 5 --records", folder)
    second, first = sorted(folder.iterdir())
    assert (first.name, second.name) == ("towers-random-easy-5-1.jsonl", "towers-easy-random-5-2.jsonl")
    assert [player.level for player in read_record(first).header.seats] == ["random", "easy"]
    assert Match(read_record(first)).outcome is not None


def test_the_ladder_saves_the_records_of_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.setattr(type(load("towers")), "levels", ("gentle", "easy", "medium"))
    shell.run("ladder towers --pairs 1 --records", tmp_path)
    assert len([*tmp_path.iterdir()]) == 6


# -- gauntlet


GAUNTLETS = [name for name in registry.names() if registry.data_file(name, "gauntlet.toml")]
every_gauntlet = pytest.mark.parametrize("name", GAUNTLETS)


def meet(shell: Shell, name: str, mind: str, old: str, pairs: int, jobs: int = 1) -> dict[str, Any]:
    """Return the result of a bot against an old one after this many pairs, from seed 1 on."""
    options = ",".join(f"{key}={value}" for key, value in short_options(load(name), 2).items())
    line = f"arena {name} --seats {mind},{old} --pairs {pairs} --seed 1 --jobs {jobs} --json"
    found: dict[str, Any] = json.loads(shell.run(f"{line} --options", options))
    return found


@every_gauntlet
def test_the_gauntlet_begins_with_the_weakest_and_ends_with_a_master(name: str) -> None:
    opponents = gauntlet(name)
    assert opponents[0] == RANDOM
    assert [old for old in opponents if old in ("one-turn", "tuned")] == ["one-turn", "tuned"]
    assert opponents[-1].startswith("master")


@pytest.mark.long
@every_gauntlet
def test_old_bots_are_ordered_by_strength(name: str, shell: Shell) -> None:
    dice, itself, tuned = (meet(shell, name, "one-turn", old, 2) for old in (RANDOM, "one-turn", "tuned"))
    assert dice["shares"][0] >= 0.75
    assert dice["margin"]["mean"] > 0
    assert itself["shares"] == [0.5, 0.5]
    assert itself["margin"]["mean"] == 0
    assert tuned["shares"][0] <= 0.5


@sampled("name", GAUNTLETS, [name for name in GAUNTLETS if name != "wyoming"])  # whose hard bots are slow
def test_hard_bots_beat_one_turn_bots(name: str, shell: Shell) -> None:
    found = meet(shell, name, "hard", "one-turn", 2)
    assert found["shares"][0] >= 0.5
    assert found["margin"]["mean"] > 0


@pytest.mark.long
@pytest.mark.timeout(3600)
@every_gauntlet
def test_the_master_is_not_clearly_weaker_than_any_old_bot(name: str, shell: Shell) -> None:
    for old in gauntlet(name):
        margin = meet(shell, name, "master", old, 4, jobs=2)["margin"]
        assert margin["mean"] + 2 * margin["error"] >= 0, old


# -- ladder


LADDER_WORDS = ("gentle", "easy", "medium")
COLOURS = tomllib.loads((ASSETS / "theme.toml").read_text(encoding="utf-8"))["palette"]


def ladder_report(high: int, low: int, wins: int) -> ContestReport:
    """Return a report of five pairs in which the stronger level has won this many games."""
    ladder = Contest(*lineup("wyoming", f"{LADDER_WORDS[high]},{LADDER_WORDS[low]}"))
    found = ContestReport(ladder)
    for number in range(5):
        shares = [float(2 * number + turn < wins) for turn in range(2)]
        games = [
            PairGame((share, 1 - share), (11, 8) if share else (7, 11), (Thinking(),) * 2, ("", "")) for share in shares
        ]
        found.add(Pair(number + 1, tuple(games)))
    return found


@pytest.fixture
def ladder() -> Ladder:
    wins = {(1, 0): 8, (2, 0): 10, (2, 1): 4}
    return Ladder(LADDER_WORDS, {pair: ladder_report(*pair, wins[pair]) for pair in pairings(3)})


def test_a_ladder_pairs_every_two_levels_the_stronger_first() -> None:
    assert pairings(3) == [(1, 0), (2, 0), (2, 1)]
    assert len(pairings(5)) == 10


def test_the_table_of_a_ladder(ladder: Ladder) -> None:
    assert list(ladder.lines()) == [
        "Towers of Wyoming: 5 pairs of 2 games each, seeds 1 to 5",
        "wins of  gentle    easy  medium",
        "medium   100.0%   40.0%       –",
        "easy      80.0%       –   60.0%",
        "gentle        –   20.0%    0.0%",
        "easy against gentle: +1.60 ± 1.40 points a game, Elo +241 (95%: -101 to +634)",
        "medium against easy: -1.20 ± 1.71 points a game, Elo -70 (95%: -346 to +209)",
    ]


def test_a_ladder_interrupted_early_says_so(ladder: Ladder) -> None:
    ladder.rungs[2, 1].pairs.clear()
    assert list(Ladder(LADDER_WORDS, ladder.rungs).lines()) == ["Towers of Wyoming: not every pairing was played"]


def test_with_more_seats_one_bot_plays_several_of_a_lower_level(monkeypatch: pytest.MonkeyPatch, shell: Shell) -> None:
    monkeypatch.setattr(type(load("towers")), "levels", ("gentle", "medium"))
    (contest,) = json.loads(shell.run("ladder towers --seats 3 --pairs 2 --json"))["contests"]
    assert contest["seats"] == ["medium", "gentle", "gentle"]
    share = contest["shares"][0]
    title, _, medium, *_ = shell.run("ladder towers --seats 3 --pairs 2").splitlines()
    assert title == "Towers: 2 pairs of 3 games each, one against 2, even at 50%, seeds 1 to 2"
    assert medium.split()[1] == f"{100 * share / (share + (1 - share) / 2):.1f}%"


# -- the picture


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_the_picture_shows_every_pairing(ladder: Ladder) -> None:
    labels = texts(draw_ladder(ladder))
    assert labels[0] == "Towers of Wyoming"
    assert "5 pairs of 2 games each, seeds 1 to 5" in labels[1]
    assert [text for text in labels if text.endswith("%")] == ["80%", "100%", "40%"]
    assert "+1.60 ± 1.40" in labels
    for word in LADDER_WORDS:
        assert word in labels
    assert {"against gentle", "against easy"} < set(labels)
    assert "against medium" not in labels


def test_the_picture_contains_everything_without_overlaps(ladder: Ladder) -> None:
    root = ElementTree.fromstring(draw_ladder(ladder))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    places = [
        tuple(float(element.attrib[name]) for name in ("x", "y", "width", "height"))
        for element in root.iter("{http://www.w3.org/2000/svg}rect")
    ]
    assert all(x >= 0 and y >= 0 and x + w <= width and y + h <= height for x, y, w, h in places)
    floors = places[2:]
    for n, (x, y, w, h) in enumerate(floors):
        for other_x, other_y, other_w, other_h in floors[:n]:
            assert x >= other_x + other_w or other_x >= x + w or y >= other_y + other_h or other_y >= y + h


def test_every_colour_in_the_picture_has_enough_contrast() -> None:
    for per_cent in range(101):
        paint = paint_of(per_cent / 100, COLOURS)
        assert max(contrast(COLOURS[ink], paint) for ink in ("ink", "paper")) >= 4.5
    assert min(contrast(COLOURS[quiet], COLOURS["night"]) for quiet in ("mist", "brass", "paper")) >= 4.5


def test_colours_are_blended_linearly() -> None:
    assert [blend("#000000", "#ff8000", part) for part in (0, 0.5, 1)] == ["#000000", "#804000", "#ff8000"]
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


# -- the command


@pytest.fixture
def two_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(load("wyoming")), "levels", ("gentle", "medium"))


@pytest.mark.usefixtures("two_levels")
def test_the_command_prints_the_table_and_draws_the_picture(tmp_path: Path, shell: Shell) -> None:
    file = tmp_path / "ladder.svg"
    out = shell.run("ladder wyoming --pairs 2 --seed 4 --picture", file)
    assert out.startswith("Towers of Wyoming: 2 pairs of 2 games each, seeds 4 to 5\nwins of ")
    assert texts(file.read_text(encoding="utf-8"))[0] == "Towers of Wyoming"


@pytest.mark.usefixtures("two_levels")
def test_the_commands_json_contains_every_contest(shell: Shell) -> None:
    found = json.loads(shell.run("ladder wyoming --pairs 1 --json"))
    assert found["levels"] == ["gentle", "medium"]
    assert [contest["seats"] for contest in found["contests"]] == [["medium", "gentle"]]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")
@pytest.mark.usefixtures("two_levels")
def test_a_pipe_is_not_replaced_by_a_file(tmp_path: Path, shell: Shell) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert (
        shell.refuse("ladder wyoming --pairs 1 --picture", pipe)
        == f"topping-out: --picture: {pipe} isn't a file: name one\n"
    )
    assert pipe.is_fifo()
