"""The puzzles of the games: each is a legal position, and its solution is better than all other lines."""

import dataclasses
import random
from collections.abc import Iterator
from itertools import pairwise
from math import inf, sqrt
from statistics import fmean, stdev
from typing import Any

import pytest
from msgspec.structs import replace

from mine_puzzles import Miner, Proof, proof_of, with_reasons
from topping_out.game import registry
from topping_out.game.bots.puzzles import (
    FILE,
    MOTIFS,
    Head,
    Puzzle,
    analysis_of,
    best_wrong,
    counted_lead,
    is_deep,
    people_find,
    puzzles_of,
    rate,
    rate_one,
    read_puzzles,
    rises,
)
from topping_out.game.engine import AnyGame
from topping_out.game.icetowers.bots.evaluation import gain_of, play_of
from topping_out.game.registry import load
from topping_out.game.roster import LEVELS
from topping_out.game.wyoming.actions import suit_of

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
        actions = game.actions(state, puzzle.seat)
        game.apply(
            state, puzzle.seat, game.parse(next(steps)) if isinstance(steps, Iterator) else steps.choice(actions)
        )
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


def play_through(puzzle: Puzzle, actions: list[Any]) -> None:
    """Play a line by the rules."""
    analysis = analysis_of(puzzle.header.game)
    state = puzzle.state()
    for action in actions:
        while reply := analysis.meanwhile(state, puzzle.seat):
            analysis.game.apply(state, *reply)
        analysis.game.check(state, puzzle.seat, action)
        analysis.game.apply(state, puzzle.seat, action)


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
