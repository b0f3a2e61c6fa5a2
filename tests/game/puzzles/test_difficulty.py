"""Ratings of puzzles: what fewer levels find is harder."""

from __future__ import annotations

from math import isfinite

from game.bots.puzzles.difficulty import ANCHOR, ANCHORED, rate

TRIES = {"gentle": 40, "easy": 40, "medium": 40, "hard": 20, "master": 8}


def found(*shares: float) -> dict[str, float]:
    return dict(zip(TRIES, shares))


def test_what_is_found_less_often_is_rated_higher() -> None:
    finds = [found(0.4, 0.5, 0.5, 0.9, 1.0), found(0.1, 0.2, 0.3, 0.5, 1.0), found(0.0, 0.0, 0.1, 0.1, 0.6)]
    levels, puzzles = rate(finds, TRIES)
    assert puzzles == sorted(puzzles)
    assert levels[ANCHOR] == ANCHORED
    assert levels["gentle"] < levels["medium"] < levels["hard"] < levels["master"]


def test_what_nobody_or_everybody_finds_has_a_rating_too() -> None:
    levels, puzzles = rate([found(0, 0, 0, 0, 0), found(1, 1, 1, 1, 1)], TRIES)
    assert all(isfinite(number) for number in (*levels.values(), *puzzles))
    assert puzzles[0] > puzzles[1] + 400


def test_a_level_finds_half_of_the_puzzles_that_are_as_strong_as_it() -> None:
    _, (even, hard) = rate([found(0.5, 0.5, 0.5, 0.5, 0.5), found(0.09, 0.09, 0.09, 0.09, 0.09)], TRIES)
    assert abs(even - ANCHORED) < 40
    assert abs(hard - even - 400) < 60
