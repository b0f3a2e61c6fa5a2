"""The puzzles that the games bring: each is a position of its game, and its answer is better than all else."""

from __future__ import annotations

import random
from typing import Any

import pytest

from game import registry
from game.bots.puzzles.motifs import MOTIFS
from game.bots.puzzles.puzzle import FILE, Puzzle, analysis_of, puzzles_of, read_puzzles
from game.registry import load
from game.roster import LEVELS

GAMES = [name for name in registry.names() if puzzles_of(name)]
CHECKED = 10
QUICK, LONG = 100, 500
"""Worlds in which the answer is compared with the next best."""


def view_of(puzzle: Puzzle) -> Any:
    return load(puzzle.header.game).view(puzzle.state(), puzzle.seat)


def test_each_game_brings_puzzles() -> None:
    assert {"wyoming", "towering", "towers", "icetowers"} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_the_head_says_how_they_were_found(name: str) -> None:
    path = registry.data_file(name, FILE)
    assert path
    head, puzzles = read_puzzles(path.read_bytes())
    assert (head.game, head.rules) == (name, load(name).version)
    command = f"python build/mine_puzzles.py {name} --seed 1 --games {head.games}"
    assert head.command.removesuffix(" --again") == command
    assert list(head.levels) == list(LEVELS)
    assert len({puzzle.name for puzzle in puzzles}) == len(puzzles)


@pytest.mark.parametrize("name", GAMES)
def test_each_is_a_position_with_one_answer(name: str) -> None:
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
        assert analysis.claims(view, puzzle.lines[0])


def play_through(puzzle: Puzzle, actions: list[Any]) -> None:
    """Do a line by the rules."""
    analysis = analysis_of(puzzle.header.game)
    state = puzzle.state()
    for action in actions:
        while other := analysis.meanwhile(state, puzzle.seat):
            analysis.game.apply(state, *other)
        analysis.game.check(state, puzzle.seat, action)
        analysis.game.apply(state, puzzle.seat, action)


@pytest.mark.parametrize("name", GAMES)
def test_the_proof_is_there(name: str) -> None:
    analysis = analysis_of(name)
    for puzzle in puzzles_of(name):
        wrong = [line for line in puzzle.lines if not line.is_right]
        best = max(wrong, key=lambda line: line.value)
        assert puzzle.lead >= analysis.margin, puzzle.name
        assert puzzle.lead >= 4 * best.error, puzzle.name
        assert set(puzzle.finds) == set(LEVELS)
        assert puzzle.finds["medium"] <= 0.5, puzzle.name
        assert not analysis.follows_master or puzzle.finds["master"] > 0.5


@pytest.mark.parametrize("name", GAMES)
def test_the_best_stays_the_best_in_other_worlds(name: str) -> None:
    """Of ten puzzles, those with the clearest answers: few worlds do."""
    for puzzle in sorted(puzzles_of(name), key=lambda puzzle: -puzzle.lead / spread(puzzle))[:CHECKED]:
        check(puzzle, 1, QUICK)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_every_answer_is_the_best_in_other_worlds(name: str) -> None:
    for puzzle in puzzles_of(name):
        check(puzzle, 3, LONG)


def spread(puzzle: Puzzle) -> float:
    """Return by how much the trials of the best two lines differ from world to world."""
    best = max((line for line in puzzle.lines if not line.is_right), key=lambda line: line.value)
    return best.error * best.samples**0.5 or 1.0


def check(puzzle: Puzzle, others: int, worlds: int) -> None:
    analysis = analysis_of(puzzle.header.game)
    wrong = sorted((line for line in puzzle.lines if not line.is_right), key=lambda line: -line.value)
    lines = [puzzle.lines[0], *wrong[:others]]
    best, *rest = analysis.compare(view_of(puzzle), lines, worlds, random.Random(f"check {puzzle.name}"))
    assert best > max(rest), f"{puzzle.name}: {lines[0].steps} comes to {best}, others to {rest}"
    if not lines[0].samples:
        found = analysis.lines(view_of(puzzle), 1, random.Random(0))
        assert found[0].value == lines[0].value == best
