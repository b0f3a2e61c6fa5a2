"""The puzzles of the games: each is a legal position, and its solution is better than all other lines."""

import random
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
    is_deep,
    people_find,
    puzzles_of,
    rate,
    rate_one,
    read_puzzles,
    rises,
)
from topping_out.game.icetowers.bots.evaluation import gain_of
from topping_out.game.icetowers.bots.reasons import play_of
from topping_out.game.registry import load
from topping_out.game.roster import LEVELS

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
