"""Puzzles: those of the games, difficulty, a player's progress, and the cost of a wrong line."""

import dataclasses
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import pairwise
from math import inf, isfinite, sqrt
from pathlib import Path
from statistics import fmean, stdev
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from mine_puzzles import Miner, Proof, proof_of, with_reasons
from topping_out.game import registry
from topping_out.game.bots import puzzle_progress, puzzles
from topping_out.game.bots.puzzle_progress import LEAST, MIXED, TITLES, PuzzleProgress, packs_of
from topping_out.game.bots.puzzles import (
    ANCHOR,
    ANCHORED,
    FAINT,
    FILE,
    KINDRED,
    MOTIFS,
    NEAR,
    Head,
    Line,
    Puzzle,
    analysis_of,
    best_wrong,
    counted_lead,
    is_deep,
    is_near,
    loss_of,
    people_find,
    puzzles_of,
    rate,
    rate_one,
    read_puzzles,
    rises,
    told_apart,
    value_of,
)
from topping_out.game.engine import AnyGame
from topping_out.game.icetowers.actions import Mine
from topping_out.game.icetowers.bots.evaluation import gain_of, play_of
from topping_out.game.progress.rating import Rating
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.game.roster import LEVELS
from topping_out.game.storage.history import PuzzleTries, PuzzleTry
from topping_out.game.text import with_minus
from topping_out.game.towering.actions import COLOURS, Build, Discard, Draw, colour_of, number_of
from topping_out.game.wyoming.actions import PlayKind, suit_of

# -- the puzzles of the games


GAMES = [name for name in registry.names() if puzzles_of(name)]
CHECKED = 6
QUICK, LONG = 100, 500
"""Sampled states in which the solution is compared with the next best line."""
ANEW = 40
"""How often each level tries a puzzle again."""


def file_of(name: str) -> tuple[Head, list[Puzzle]]:
    path = registry.data_file(name, FILE)
    return read_puzzles(path.read_bytes())


def view_of(puzzle: Puzzle) -> Any:
    return load(puzzle.header.game).view(puzzle.state(), puzzle.seat)


def test_each_game_has_puzzles() -> None:
    assert {"wyoming", "towering", "towers", "icetowers"} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_the_header_of_a_file_says_how_its_puzzles_were_found(name: str) -> None:
    head, puzzles = file_of(name)
    assert (head.game, head.rules) == (name, load(name).version)
    command = f"python build/mine_puzzles.py {name} --seed 1 --games {head.games}"
    assert head.command.removesuffix(" --again") == command
    assert [level for level in LEVELS if level in head.levels] == list(head.levels)
    assert list(head.tries) == list(LEVELS)
    assert len({puzzle.name for puzzle in puzzles}) == len(puzzles)


@pytest.mark.parametrize("name", GAMES)
def test_each_puzzle_is_a_position_with_one_solution(name: str) -> None:
    analysis = analysis_of(name)
    for puzzle in puzzles_of(name):
        state, view = puzzle.state(), view_of(puzzle)
        assert analysis.game.actors(state) == {puzzle.seat}, puzzle.name
        results = []
        for line in puzzle.lines[:6]:
            actions = [analysis.game.parse(step) for step in line.steps]
            play_through(puzzle, actions)
            results.append(analysis.result(state, puzzle.seat, actions))
        right = {result for result, line in zip(results, puzzle.lines) if line.is_right}
        assert right, puzzle.name
        assert right.isdisjoint(result for result, line in zip(results, puzzle.lines) if not line.is_right)
        assert analysis.is_whole([analysis.game.parse(step) for step in puzzle.lines[0].steps])
        assert analysis.is_open(view, puzzle.lines[0])
        assert puzzle.motif == analysis.motif(view, puzzle.lines[0])
        assert puzzle.motif in MOTIFS


@pytest.mark.parametrize("name", GAMES)
def test_what_can_be_counted_is_marked_and_nothing_else(name: str) -> None:
    """Each mark is computed anew; IceTowers' counts, which take longest, only for some."""
    puzzles = puzzles_of(name)[:: 4 if name == "icetowers" else 1]
    assert {puzzle.name: puzzle.counted for puzzle in puzzles} == {p.name: counted_lead(p) for p in puzzles}
    assert all(puzzle.counted >= analysis_of(name).margin for puzzle in puzzles if puzzle.counted)
    assert any(puzzle.counted for puzzle in puzzles_of(name))


@pytest.mark.long
def test_all_counts_in_icetowers_are_right() -> None:
    assert all(puzzle.counted == counted_lead(puzzle) for puzzle in puzzles_of("icetowers"))


def counted_puzzles(name: str) -> list[Puzzle]:
    return [puzzle for puzzle in puzzles_of(name) if puzzle.counted]


def test_a_counted_turn_in_towers_ends_the_game_and_no_other_turn_scores_as_much() -> None:
    """All lines of the proof and many random turns are played to the end of the game by the rules."""
    for puzzle in counted_puzzles("towers"):
        found = [final_lead(puzzle, iter(line.steps)) for line in puzzle.lines]
        best, wrong = found[0], [own for own, line in zip(found, puzzle.lines) if not line.is_right]
        assert best == pytest.approx(puzzle.lines[0].value, abs=0.001)
        assert best - max(wrong) == pytest.approx(puzzle.counted, abs=0.001)
        rng = random.Random(puzzle.name)
        for _ in range(100):
            own = final_lead(puzzle, rng)
            assert own == pytest.approx(best, abs=0.001) or own <= best - puzzle.counted + 0.001


def final_lead(puzzle: Puzzle, steps: Iterator[str] | random.Random) -> float:
    """Return the seat's lead at the end of the game, in which only it plays: these steps, or random ones."""
    analysis, state = analysis_of(puzzle.header.game), puzzle.state()
    game = analysis.game
    while game.outcome(state) is None:
        assert game.actors(state) == {puzzle.seat}
        is_given = isinstance(steps, Iterator)
        action = game.parse(next(steps)) if is_given else steps.choice(game.actions(state, puzzle.seat))
        game.apply(state, puzzle.seat, action)
    return analysis.final_value(puzzle.state(), state, puzzle.seat)


def test_a_counted_play_in_wyoming_leaves_the_seat_nearest_to_a_win() -> None:
    """The cards that are missing are counted in the real state after each legal play."""
    game = load("wyoming")

    def missing(puzzle: Puzzle, action: Any) -> int:
        state = puzzle.state()
        game.apply(state, puzzle.seat, action)
        view = game.view(state, puzzle.seat)
        held = [sum(suit_of(card) == suit for card in view.hand) for suit in range(4)]
        own, rival = [], []
        for seat, towers in enumerate(view.towers):
            for tower in towers:
                help_ = (held[suit_of(tower[0])] if tower else max(held)) if seat == puzzle.seat else 0
                (own if seat == puzzle.seat else rival).append(max(0, view.needed - len(tower) - help_))
        return min(rival) - min(own)

    for puzzle in counted_puzzles("wyoming"):
        state, (best,) = puzzle.state(), puzzle.lines[0].steps
        found = {str(dataclasses.replace(a, cards=())): missing(puzzle, a) for a in game.actions(state, puzzle.seat)}
        others = [count for step, count in found.items() if step != best]
        assert found[best] - max(others) == puzzle.counted


def test_a_counted_play_in_towering_reaches_its_points_whatever_the_opponent_does() -> None:
    """The seat builds what it holds and takes discards; the opponent ends the round as soon as it can."""
    game, analysis = load("towering"), analysis_of("towering")
    for puzzle in counted_puzzles("towering"):
        counts = analysis.counts(view_of(puzzle))
        best = puzzle.lines[0].steps[0]
        assert counts[best] == max(counts.values())
        for number in range(20):
            rng, state, seat = random.Random(number), puzzle.state(), puzzle.seat
            game.apply(state, seat, game.parse(best))
            while game.outcome(state) is None and state.round == puzzle.state().round:
                turn = state.turn
                actions = game.actions(state, turn)
                pile = [action for action in actions if str(action) == "draw pile"]
                takes = [action for action in actions if str(action).startswith("draw") and action not in pile]
                builds = [action for action in actions if str(action).startswith("build")]
                if turn == seat:
                    gains = {a: _points_after(game, state, seat, a) for a in builds}
                    game.apply(state, seat, max(gains, key=gains.__getitem__) if gains else (takes or actions)[0])
                else:
                    game.apply(state, turn, pile[0] if pile else rng.choice(actions))
            assert state.totals[seat] - puzzle.state().totals[seat] >= counts[best]


def _points_after(game: AnyGame, state: Any, seat: int, action: Any) -> int:
    after = state.copy()
    game.apply(after, seat, action)
    return after.points(seat)


def play_through(puzzle: Puzzle, actions: list[Any]) -> Any:
    """Play a line by the rules. Return the state after it."""
    analysis = analysis_of(puzzle.header.game)
    state = puzzle.state()
    for action in actions:
        while reply := analysis.meanwhile(state, puzzle.seat):
            analysis.game.apply(state, *reply)
        analysis.game.check(state, puzzle.seat, action)
        analysis.game.apply(state, puzzle.seat, action)
    return state


@pytest.mark.parametrize("name", GAMES)
def test_the_stored_values_prove_the_solution(name: str) -> None:
    analysis = analysis_of(name)
    for puzzle in puzzles_of(name):
        best = best_wrong(puzzle.lines)[0]
        assert puzzle.lead >= analysis.margin, puzzle.name
        assert puzzle.lead >= 4 * best.error, puzzle.name
        assert list(puzzle.finds) == list(LEVELS)
        assert puzzle.finds["gentle"] <= 0.5, puzzle.name
        assert not analysis.follows_master or puzzle.finds["master"] > 0.5


@pytest.mark.parametrize("name", GAMES)
def test_stronger_levels_solve_a_puzzle_more_often_unless_it_is_deep(name: str) -> None:
    head, puzzles = file_of(name)
    assert not [puzzle.name for puzzle in puzzles if not (puzzle.is_deep or rises(puzzle.finds, head.tries))]
    assert [puzzle.name for puzzle in puzzles if puzzle.is_deep] == [p.name for p in puzzles if is_deep(p.finds)]


@pytest.mark.parametrize("name", GAMES)
def test_stronger_levels_have_higher_ratings(name: str) -> None:
    """By more than the error; levels that can't be told apart are not listed."""
    head, puzzles = file_of(name)
    assert {"gentle", "medium"} < head.levels.keys()
    finds = [puzzle.finds for puzzle in puzzles if not puzzle.is_deep]
    for weaker, stronger in pairwise(head.levels):
        assert head.levels[weaker] < head.levels[stronger]
        gains = [found[stronger] - found[weaker] for found in finds]
        assert fmean(gains) > 2 * stdev(gains) / sqrt(len(gains)), (weaker, stronger)


@pytest.mark.parametrize("name", GAMES)
def test_ratings_follow_from_solving_rates(name: str) -> None:
    head, puzzles = file_of(name)
    levels, _ = rate([puzzle.finds for puzzle in puzzles if not puzzle.is_deep], head.tries)
    levels |= head.levels
    for puzzle in puzzles:
        margin = analysis_of(name).margin
        finds = people_find(puzzle.lines, margin) if puzzle.is_deep else puzzle.finds
        assert puzzle.rating == pytest.approx(rate_one(finds, head.tries, levels), abs=5), puzzle.name
        assert list(finds.values()) == sorted(finds.values()) or not puzzle.is_deep


@pytest.mark.parametrize("name", GAMES)
def test_the_stored_reason_agrees_with_the_current_bots(name: str) -> None:
    """Checked for one puzzle: if the bots have changed, the stored reasons may no longer be right."""
    puzzle = puzzles_of(name)[0]
    anew = with_reasons(Miner(name), puzzle)
    assert (anew.tempting, anew.differences) == (puzzle.tempting, puzzle.differences)


def test_the_tempting_mistake_in_icetowers_gains_more_at_once() -> None:
    for puzzle in puzzles_of("icetowers"):
        view, gains = view_of(puzzle), []
        for steps in (puzzle.lines[0].steps, puzzle.mistake):
            play = play_of(view, [load("icetowers").parse(step) for step in steps[:2]])
            gains.append(gain_of(play, puzzle.seat))
        assert gains[0] <= gains[1], puzzle.name


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_the_stored_solving_rates_can_be_reproduced(name: str) -> None:
    """Checked for some puzzles, without the master because it takes longest."""
    miner, tries = Miner(name), dict.fromkeys(LEVELS[:-1], ANEW)
    chosen = [puzzle for puzzle in puzzles_of(name) if not puzzle.is_deep][::3]
    found = [miner.finds(puzzle.state(), puzzle.seat, puzzle.lines, f"anew {puzzle.name}", tries) for puzzle in chosen]
    for level in tries:
        before, now = (fmean(finds[level] for finds in those) for those in ([p.finds for p in chosen], found))
        assert now == pytest.approx(before, abs=0.05), level
    means = [fmean(finds[level] for finds in found) for level in tries]
    assert means == sorted(means)


@pytest.mark.parametrize("name", GAMES)
def test_the_solution_is_best_in_other_samples(name: str) -> None:
    """Checked for the six puzzles with the clearest solutions, for which a few samples are enough."""
    for puzzle in sorted(puzzles_of(name), key=lambda puzzle: -puzzle.lead / spread(puzzle))[:CHECKED]:
        check(puzzle, 1, QUICK)


@pytest.mark.parametrize(("name", "puzzle", "worlds"), [("towers", "78.76", 20), ("wyoming", "68.105", 60)])
def test_a_proof_by_play_refutes_a_wrong_solution(name: str, puzzle: str, worlds: int) -> None:
    """`build/mine_puzzles.py --prove` proves all puzzles, which takes an hour."""
    shipped = next(candidate for candidate in puzzles_of(name) if candidate.name == puzzle)
    assert proof_of(shipped, worlds, worlds).holds
    right, wrong = shipped.lines[0], best_wrong(shipped.lines)[0]
    lines = (replace(wrong, is_right=True), replace(right, is_right=False))
    refuted = proof_of(replace(shipped, lines=lines), worlds, worlds)
    assert not refuted.holds
    assert refuted.lead < 0


@pytest.mark.parametrize(("lead", "errors"), [(2.0, inf), (-1.0, -inf), (0.0, 0.0)])
def test_a_lead_that_never_varies_is_certain_and_none_proves_nothing(lead: float, errors: float) -> None:
    assert Proof(1.0, lead, 0.0, 400).errors == errors


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_every_solution_is_best_in_other_samples(name: str) -> None:
    for puzzle in puzzles_of(name):
        check(puzzle, 3, LONG)


def spread(puzzle: Puzzle) -> float:
    """Return the standard deviation of the difference of the two best lines over sampled states."""
    best = best_wrong(puzzle.lines)[0]
    return best.error * best.samples**0.5 or 1.0


def check(puzzle: Puzzle, wrong_count: int, worlds: int) -> None:
    analysis = analysis_of(puzzle.header.game)
    lines = [puzzle.lines[0], *best_wrong(puzzle.lines)[:wrong_count]]
    best, *rest = analysis.compare(view_of(puzzle), lines, worlds, random.Random(f"check {puzzle.name}"))
    assert best > max(rest), f"{puzzle.name}: {lines[0].steps} comes to {best}, others to {rest}"
    if not lines[0].samples:
        found = analysis.lines(view_of(puzzle), 1, random.Random(0))
        assert found[0].value == lines[0].value == best


# -- difficulty


TRIES = {"gentle": 40, "easy": 40, "medium": 40, "hard": 20, "master": 8}


def found(*shares: float) -> dict[str, float]:
    return dict(zip(TRIES, shares))


def test_puzzles_solved_less_often_are_rated_higher() -> None:
    finds = [found(0.4, 0.5, 0.5, 0.9, 1.0), found(0.1, 0.2, 0.3, 0.5, 1.0), found(0.0, 0.0, 0.1, 0.1, 0.6)]
    levels, puzzles = rate(finds, TRIES)
    assert puzzles == sorted(puzzles)
    assert levels[ANCHOR] == ANCHORED
    assert levels["gentle"] < levels["medium"] < levels["hard"] < levels["master"]


def test_a_level_that_finds_no_more_than_a_weaker_one_is_left_out() -> None:
    finds = [found(0.1, 0.1 + 0.3 * (number % 2), 0.5, 0.9 - 0.1 * (number % 3), 0.9) for number in range(12)]
    same = [replace_in(each, "master", each["hard"]) for each in finds]
    levels = dict(zip(TRIES, (400.0, 500.0, 1000.0, 1800.0, 1900.0)))
    assert told_apart(levels, finds) == levels
    assert list(told_apart(levels, same)) == ["gentle", "easy", "medium", "hard"]
    assert list(told_apart(levels, [replace_in(each, "easy", each["gentle"]) for each in finds])) == [
        "gentle", "medium", "hard", "master",
    ]  # fmt: skip


def replace_in(finds: dict[str, float], level: str, share: float) -> dict[str, float]:
    return {**finds, level: share}


def test_puzzles_that_nobody_or_everybody_solves_have_ratings() -> None:
    levels, puzzles = rate([found(0, 0, 0, 0, 0), found(1, 1, 1, 1, 1)], TRIES)
    assert all(isfinite(number) for number in (*levels.values(), *puzzles))
    assert puzzles[0] > puzzles[1] + 400


def test_a_level_solves_half_of_the_puzzles_of_its_rating() -> None:
    _, (even, hard) = rate([found(0.5, 0.5, 0.5, 0.5, 0.5), found(0.09, 0.09, 0.09, 0.09, 0.09)], TRIES)
    assert abs(even - ANCHORED) < 40
    assert abs(hard - even - 400) < 60


def test_solving_rates_must_rise_with_the_level_apart_from_chance() -> None:
    assert rises(found(0.1, 0.3, 0.5, 0.9, 1.0), TRIES)
    assert rises(found(0.5, 0.4, 0.5, 0.5, 0.5), TRIES)  # with forty tries, a difference of 10 % may be chance
    assert not rises(found(0.5, 0.2, 0.5, 0.9, 1.0), TRIES)
    assert not rises(found(0.3, 0.3, 0.3, 0.0, 1.0), TRIES)


def test_a_puzzle_that_only_the_strongest_solves_is_deep() -> None:
    assert is_deep(found(0.2, 0.1, 0.0, 0.0, 1.0))
    assert is_deep(found(0.0, 0.0, 0.0, 0.0, 0.0))
    assert not is_deep(found(0.0, 0.0, 0.0, 0.3, 1.0))


def test_clearer_puzzles_and_better_people_have_higher_solving_rates() -> None:
    clear, close = ([Line(("a",), lead, is_right=True), Line(("b",), 0.0), Line(("c",), 0.0)] for lead in (6.0, 1.0))
    for lines in (clear, close):
        shares = [*people_find(lines, 1.0).values()]
        assert shares == sorted(shares)
        assert shares[0] > 1 / 3
    assert all(a > b for a, b in zip(people_find(clear, 1.0).values(), people_find(close, 1.0).values()))


def test_the_solving_rate_of_two_lines_follows_the_normal_distribution() -> None:
    """The difference of two errors of one margin exceeds a lead of 2 margins as often as 1.414 sigma."""
    lines = [Line(("a",), 4.0, is_right=True), Line(("b",), 0.0)]
    assert people_find(lines, 2.0)["master"] == pytest.approx(0.9214, abs=0.001)
    even = [Line(("a",), 4.0, is_right=True), Line(("b",), 4.0, is_right=True), Line(("c",), 0.0)]
    assert people_find(even, 1e6)["gentle"] == pytest.approx(2 / 3, abs=0.001)


def test_rating_a_single_puzzle_agrees_with_rating_all() -> None:
    finds = [found(0.4, 0.5, 0.5, 0.9, 1.0), found(0.1, 0.2, 0.3, 0.5, 1.0), found(0.0, 0.0, 0.1, 0.1, 0.6)]
    levels, puzzles = rate(finds, TRIES)
    assert [rate_one(each, TRIES, levels) for each in finds] == pytest.approx(puzzles, abs=5)


# -- progress


RATINGS = (1500.0, 700.0, 900.0, 1200.0)
LINE = Line(("discard 1S",), 0.5, is_right=True)


@pytest.fixture
def tries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PuzzleTries:
    """The attempts of a player with four puzzles named 0.0, 1.0 and so on."""
    game = load("wyoming")
    players = [Player("A", "bot", "master"), Player("B", "bot", "master", 1)]
    headers = [new_header(game, players, {}, seed) for seed in range(len(RATINGS))]
    puzzles = [Puzzle(header, (), 0, (LINE,), {}, "race", rating) for header, rating in zip(headers, RATINGS)]
    monkeypatch.setattr(puzzle_progress, "puzzles_of", lambda name: tuple(puzzles))
    return PuzzleTries(tmp_path)


def look(tries: PuzzleTries, *done: tuple[str, bool]) -> PuzzleProgress:
    for name, is_right in done:
        tries.add(PuzzleTry("wyoming", name, is_right))
    return PuzzleProgress("wyoming", tries)


def test_the_first_puzzle_is_solved_by_60_percent_of_beginners(tries: PuzzleTries) -> None:
    found = look(tries).next()
    assert found.name == "1.0"


def test_puzzles_get_harder_after_success_and_easier_after_failure(tries: PuzzleTries) -> None:
    up = look(tries, ("2.0", True), ("3.0", True))
    assert up.rating.elo > Rating().elo
    found = up.next()
    assert found.name in ("0.0", "1.0")
    down = look(tries, ("0.0", False))
    assert down.rating.elo < up.rating.elo


def test_only_the_first_attempt_counts(tries: PuzzleTries) -> None:
    before = look(tries, ("1.0", False))
    after = look(tries, ("1.0", True))
    assert after.rating == before.rating
    assert before.solved == set()
    assert after.solved == {"1.0"}


def test_unsolved_puzzles_come_again_before_the_oldest(tries: PuzzleTries) -> None:
    seen = look(tries, ("0.0", True), ("1.0", True), ("2.0", False), ("3.0", True))
    found = seen.next()
    assert found.name == "2.0"
    oldest = look(tries, ("2.0", True), ("0.0", True)).next()
    assert oldest.name == "1.0"


def test_the_puzzle_just_tried_does_not_come_next(tries: PuzzleTries) -> None:
    found = look(tries, ("1.0", False)).next(after="1.0")
    assert found.name != "1.0"


def test_puzzles_are_numbered_by_difficulty(tries: PuzzleTries) -> None:
    progress = look(tries)
    assert [progress.number_of(puzzle) for puzzle in progress.puzzles.values()] == [1, 2, 3, 4]
    assert [puzzle.rating for puzzle in progress.puzzles.values()] == sorted(RATINGS)


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_that_can_be_counted_come_first_in_each_pack(game: str, tmp_path: Path) -> None:
    progress = PuzzleProgress(game, PuzzleTries(tmp_path))
    for own in (progress.puzzles.values(), *progress.packs.values()):
        order = [(not puzzle.counted, puzzle.rating) for puzzle in own]
        assert order == sorted(order)


def test_attempts_at_a_removed_puzzle_do_not_count(tries: PuzzleTries) -> None:
    gone = look(tries, ("77.7", True))
    assert (gone.solved, gone.rating) == (set(), Rating())


# -- the cost of a line


@pytest.mark.parametrize("game", GAMES)
def test_a_line_in_the_proof_costs_its_recorded_difference(game: str) -> None:
    puzzle = puzzles_of(game)[0]
    for line in puzzle.lines[:4]:
        assert loss_of(puzzle, line.steps) == pytest.approx(puzzle.lines[0].value - line.value)


def test_a_line_missing_in_the_proof_is_evaluated_by_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = max(puzzles_of("towers"), key=lambda candidate: candidate.lead)
    steps = max((line for line in whole.lines if not line.is_right), key=lambda line: line.value).steps
    puzzle = replace(whole, lines=tuple(line for line in whole.lines if line.steps != steps))
    monkeypatch.setattr(puzzles, "WORLDS", 60)
    assert value_of(puzzle, steps) is None
    loss = loss_of(puzzle, steps)
    assert loss == pytest.approx(whole.lines[0].value - (value_of(whole, steps) or 0.0), abs=1)
    assert loss > 0
    monkeypatch.setattr(puzzles, "FAINT", loss + 0.01)
    assert loss_of(puzzle, steps) == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_line_within_1_5_margins_is_nearly_right(game: str) -> None:
    puzzle, margin = puzzles_of(game)[0], analysis_of(game).margin
    assert is_near(puzzle, margin)
    assert is_near(puzzle, 1.5 * margin)
    assert not is_near(puzzle, 1.6 * margin)
    assert FAINT < 1 < NEAR < KINDRED


@pytest.mark.parametrize("game", GAMES)
def test_a_line_with_the_right_idea_is_nearly_right_if_it_beats_most(game: str) -> None:
    margin = analysis_of(game).margin
    lines = [Line((str(loss),), -loss * margin, is_right=not loss) for loss in (0, 1, 2, 2.6, 3, 4)]
    puzzle = replace(puzzles_of(game)[0], lines=tuple(lines))
    assert not is_near(puzzle, 2 * margin)
    assert is_near(puzzle, 2 * margin, shares_idea=True)
    assert not is_near(puzzle, 2.6 * margin, shares_idea=True)
    few = replace(puzzle, lines=(lines[0], lines[2]))
    assert not is_near(few, 2 * margin, shares_idea=True)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_right_about_a_wrong_line_does_not_tell_the_best(game: str) -> None:
    analysis, found = analysis_of(game), Counter[str]()
    for puzzle in puzzles_of(game):
        view, best = view_of(puzzle), puzzle.lines[0].steps
        for line in puzzle.lines:
            if not line.is_right and (text := analysis.shared(view, line.steps, best)):
                found[text] += 1
                assert analysis.parting(view, best, line.steps)[0] not in text
    assert found
    if game == "towers":
        assert len(found) == 3


# -- packs


DAY = date(2026, 11, 25)


def answer(puzzle: Puzzle) -> list[Any]:
    return [*map(load(puzzle.header.game).parse, puzzle.lines[0].steps)]


def after(puzzle: Puzzle) -> Any:
    """Return the seat's view after the solution."""
    return load(puzzle.header.game).view(play_through(puzzle, answer(puzzle)), puzzle.seat)


# -- the theme of each pack


def tower_falls(puzzle: Puzzle, is_own: bool) -> bool:
    """Tell whether the solution deconstructs an own tower (`is_own`) or another's."""
    (play,) = answer(puzzle)
    return play.kind is PlayKind.DECONSTRUCT and (play.owner == puzzle.seat) == is_own


def another_suit_stands(puzzle: Puzzle) -> bool:
    """Tell whether the solution replaces another's tower by one of another suit."""
    (play,) = answer(puzzle)
    before, now = view_of(puzzle), after(puzzle)
    towers = [view.towers[play.owner][play.foundation] for view in (before, now)]
    return play.owner != puzzle.seat and bool(towers[0]) and bool(towers[1]) and not set(towers[0]) & set(towers[1])


def another_grows(puzzle: Puzzle) -> bool:
    (play,) = answer(puzzle)
    before, now = (view.height(play.owner, play.foundation) for view in (view_of(puzzle), after(puzzle)))
    return play.owner != puzzle.seat and now > before


def leaves_numbers_out(puzzle: Puzzle) -> bool:
    """Tell whether the solution builds a floor that skips numbers."""
    (build,) = answer(puzzle)
    tower = view_of(puzzle).towers[puzzle.seat][colour_of(build.card)]
    return number_of(build.card) > max([1, *map(number_of, tower)]) + 1


def begins_with_a_number(puzzle: Puzzle) -> bool:
    (build,) = answer(puzzle)
    tower = view_of(puzzle).towers[puzzle.seat][colour_of(build.card)]
    return number_of(build.card) > 0 and not any(map(number_of, tower))


def has_not_begun(puzzle: Puzzle) -> bool:
    """Tell whether the solution discards a card of a colour that the other has not begun."""
    (discard,) = answer(puzzle)
    return isinstance(discard, Discard) and not view_of(puzzle).towers[1 - puzzle.seat][colour_of(discard.card)]


def adds_material(puzzle: Puzzle) -> bool:
    (build,) = answer(puzzle)
    return isinstance(build, Build) and number_of(build.card) == 0


def claimed(puzzle: Puzzle) -> list[str]:
    return [step for step in puzzle.lines[0].steps if step.startswith("claim")]


def claims_a_new_tower(puzzle: Puzzle) -> bool:
    """Tell whether the solution claims a floor of a tower that it starts."""
    free = {str(plot) for plot, tower in enumerate(view_of(puzzle).towers) if not tower}
    plots = {step.split("@")[1].split(".")[0] for step in claimed(puzzle)}
    return any(plot in free or int(plot) >= len(view_of(puzzle).towers) for plot in plots)


def takes_out(puzzle: Puzzle) -> bool:
    return any(isinstance(action, Mine) for action in answer(puzzle))


SHOWN: dict[tuple[str, str], Callable[[Puzzle], object]] = {
    ("wyoming", "clearance"): lambda puzzle: tower_falls(puzzle, is_own=True),
    ("wyoming", "denial"): lambda puzzle: tower_falls(puzzle, is_own=False),
    ("wyoming", "race"): lambda puzzle: tower_falls(puzzle, is_own=False),
    ("wyoming", "takeover"): another_suit_stands,
    ("wyoming", "supply"): another_grows,
    ("towering", "leap"): leaves_numbers_out,
    ("towering", "foundation"): begins_with_a_number,
    ("towering", "denial"): has_not_begun,
    ("towering", "supply"): lambda puzzle: isinstance(answer(puzzle)[0], Draw),
    ("towering", "time"): lambda puzzle: answer(puzzle)[0].colour in range(len(COLOURS)),
    ("towering", "multiplier"): adds_material,
    ("towers", "harvest"): lambda puzzle: after(puzzle).scores[puzzle.seat] > view_of(puzzle).scores[puzzle.seat],
    ("towers", "hold back"): lambda puzzle: not claimed(puzzle) and view_of(puzzle).hand,
    ("towers", "finale"): lambda puzzle: view_of(puzzle).last_round,
    ("towers", "foundation"): claims_a_new_tower,
    ("icetowers", "dig"): takes_out,
    ("icetowers", "invest"): lambda puzzle: not takes_out(puzzle),
}
"""Checks that a puzzle fits the theme of its pack, by game and pack."""
TOLD_BY_HINTS = {("towers", "growth"), ("towers", "denial"), ("towers", "supply")}
"""Packs whose theme comes from the hints, which have their own tests."""


@pytest.mark.parametrize("game", GAMES)
def test_each_puzzle_fits_the_theme_of_its_pack(game: str) -> None:
    packs = packs_of(puzzles_of(game))
    for pack, its_puzzles in packs.items():
        if pack != MIXED and (game, pack) not in TOLD_BY_HINTS:
            assert [puzzle.name for puzzle in its_puzzles if not SHOWN[game, pack](puzzle)] == [], pack


@pytest.mark.parametrize("game", GAMES)
def test_each_puzzle_is_in_one_pack_and_packs_are_not_too_small(game: str) -> None:
    packs = packs_of(puzzles_of(game))
    assert Counter(p.name for pack in packs.values() for p in pack) == Counter(p.name for p in puzzles_of(game))
    assert all(len(puzzles) >= LEAST for puzzles in packs.values())
    assert packs.keys() <= TITLES.keys()


@pytest.mark.parametrize(("numbers", "packs"), [
    ({"hold": LEAST, "denial": LEAST + 1}, {"denial": LEAST + 1, "hold": LEAST}),
    ({"hold": LEAST - 1, "denial": LEAST}, {MIXED: 2 * LEAST - 1}),
    ({"hold": LEAST - 1, "denial": LEAST, "growth": LEAST + 1}, {"growth": LEAST + 1, MIXED: 2 * LEAST - 1}),
])  # fmt: skip
def test_packs_have_at_least_so_many_puzzles_and_the_largest_is_first(
    numbers: dict[str, int], packs: dict[str, int]
) -> None:
    """If too few are left over for the mixed pack, the smallest pack joins it."""
    puzzles: Any = [SimpleNamespace(motif=motif) for motif, number in numbers.items() for _ in range(number)]
    assert [(pack, len(found)) for pack, found in packs_of(puzzles).items()] == [*packs.items()]


@pytest.mark.parametrize("game", GAMES)
def test_no_two_puzzles_are_alike(game: str) -> None:
    alike = Counter(analysis_of(game).alike(view_of(puzzle)) for puzzle in puzzles_of(game))
    assert max(alike.values()) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_solution_describes_each_step_of_the_turn(game: str) -> None:
    """At most 5 % of the puzzles have no reason for the first step; then the difference of the lines is described."""
    firsts = []
    for puzzle in puzzles_of(game):
        steps = (*puzzle.lines[0].steps, *puzzle.rest)
        first, *others = analysis_of(game).turn(view_of(puzzle), steps, puzzle.mistake)
        firsts.append(first)
        assert all(text[0].isupper() and text.endswith((".", "!")) for text in others), puzzle.name
        if game == "towers":  # the end is left out if no card could be tucked any more
            assert len(others) + 1 in (len(steps) - 1, len(steps)), puzzle.name
            assert sum("Tucking" in text for text in others) == sum(step.startswith("claim") for step in steps)
        if game == "towering":
            assert len(others) == (not puzzle.lines[0].steps[0].startswith("draw")), puzzle.name
    assert 20 * sum(len(text.split()) <= 5 for text in firsts) < len(firsts), "these say only what is done"


def test_the_pips_of_each_play_of_a_solution_come_to_its_total() -> None:
    analysis, several = analysis_of("icetowers"), 0
    for puzzle in puzzles_of("icetowers"):
        *plays, total = analysis.turn(view_of(puzzle), (*puzzle.lines[0].steps, *puzzle.rest), puzzle.mistake)
        gains = [int(found.replace("−", "-")) for text in plays for found in re.findall(r", for ([−\d]+)\.$", text)]
        assert len(gains) == len(plays)
        assert total.startswith(f"In all, that gains {with_minus(sum(gains))} rather than ")
        several += len({*gains}) > 1
    assert several > 5


# -- the puzzle of the day


def test_the_puzzle_of_the_day_depends_on_the_date_and_does_not_repeat() -> None:
    year = [puzzle_progress.puzzle_of(DAY + timedelta(days=number), GAMES) for number in range(365)]
    assert year[:30] == [
        puzzle_progress.puzzle_of(DAY + timedelta(days=number), [*reversed(GAMES)]) for number in range(30)
    ]
    names = [(puzzle.header.game, puzzle.name) for puzzle in year if puzzle]
    assert len(names) == 365
    for first in range(365 - puzzle_progress.NO_REPEAT_DAYS):
        month = names[first : first + puzzle_progress.NO_REPEAT_DAYS]
        assert len(set(month)) == len(month)
    for first in range(0, 365, puzzle_progress.NO_REPEAT_DAYS):
        assert {game for game, _ in names[first : first + 30]} == set(GAMES) or first > 335
    assert not any(puzzle.is_deep for puzzle in year if puzzle)


def test_the_puzzle_of_the_day_can_be_counted_where_its_game_has_such() -> None:
    judged = set()
    for number in range(90):
        puzzle = puzzle_progress.puzzle_of(DAY + timedelta(days=number), GAMES)
        if not puzzle.counted:
            judged.add(puzzle.header.game)
    for game in judged:
        assert not [puzzle.name for puzzle in puzzles_of(game) if puzzle.counted and not puzzle.is_deep], game


def test_an_additional_game_changes_only_its_own_days() -> None:
    fewer = GAMES[1:]
    for number in range(30):
        day = DAY + timedelta(days=number)
        puzzle = puzzle_progress.puzzle_of(day, GAMES)
        assert puzzle.header.game == GAMES[0] or puzzle == puzzle_progress.puzzle_of(day, fewer)
    assert puzzle_progress.puzzle_of(DAY, []) is None


def test_a_day_counts_if_its_puzzle_was_solved_on_that_day() -> None:
    puzzle = puzzle_progress.puzzle_of(DAY, GAMES)

    def is_solved(when: str, is_right: bool = True) -> bool:
        return puzzle_progress.is_solved(DAY, GAMES, [PuzzleTry(puzzle.header.game, puzzle.name, is_right, when)])

    assert is_solved("2026-11-25T12:00:00+00:00")
    assert is_solved("2026-11-26T00:30:00+02:00")  # still the day before in UTC
    assert not is_solved("2026-11-24T12:00:00+00:00")
    assert not is_solved("2026-11-25T12:00:00+00:00", is_right=False)
    assert not is_solved("")
    assert [day for day, _ in puzzle_progress.week(DAY, GAMES, [])] == [
        DAY - timedelta(days=6 - number) for number in range(7)
    ]
