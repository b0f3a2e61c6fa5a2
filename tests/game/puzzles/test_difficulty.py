"""Ratings of puzzles: what fewer levels find is harder."""

from math import isfinite

import pytest

from topping_out.game.bots.puzzles.analysis import Line
from topping_out.game.bots.puzzles.difficulty import ANCHOR, ANCHORED, is_deep, people_find, rate, rate_one, rises

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


def test_finds_rise_as_far_as_the_tries_tell() -> None:
    assert rises(found(0.1, 0.3, 0.5, 0.9, 1.0), TRIES)
    assert rises(found(0.5, 0.4, 0.5, 0.5, 0.5), TRIES)  # of forty tries, ten in a hundred are chance
    assert not rises(found(0.5, 0.2, 0.5, 0.9, 1.0), TRIES)
    assert not rises(found(0.3, 0.3, 0.3, 0.0, 1.0), TRIES)


def test_what_only_the_strongest_finds_is_deep() -> None:
    assert is_deep(found(0.2, 0.1, 0.0, 0.0, 1.0))
    assert is_deep(found(0.0, 0.0, 0.0, 0.0, 0.0))
    assert not is_deep(found(0.0, 0.0, 0.0, 0.3, 1.0))


def test_people_find_what_is_clearer_more_often_and_better_people_find_more() -> None:
    clear, close = ([Line(("a",), lead, is_right=True), Line(("b",), 0.0), Line(("c",), 0.0)] for lead in (6.0, 1.0))
    for lines in (clear, close):
        shares = [*people_find(lines, 1.0).values()]
        assert shares == sorted(shares)
        assert shares[0] > 1 / 3
    assert all(a > b for a, b in zip(people_find(clear, 1.0).values(), people_find(close, 1.0).values()))


def test_of_two_lines_one_is_found_as_the_normal_distribution_has_it() -> None:
    """Two errors of one margin each differ by less than a lead of 2 margins with the chance of 1.414 deviations."""
    lines = [Line(("a",), 4.0, is_right=True), Line(("b",), 0.0)]
    assert people_find(lines, 2.0)["master"] == pytest.approx(0.9214, abs=0.001)
    even = [Line(("a",), 4.0, is_right=True), Line(("b",), 4.0, is_right=True), Line(("c",), 0.0)]
    assert people_find(even, 1e6)["gentle"] == pytest.approx(2 / 3, abs=0.001)


def test_one_more_puzzle_is_rated_as_if_it_had_been_among_the_others() -> None:
    finds = [found(0.4, 0.5, 0.5, 0.9, 1.0), found(0.1, 0.2, 0.3, 0.5, 1.0), found(0.0, 0.0, 0.1, 0.1, 0.6)]
    levels, puzzles = rate(finds, TRIES)
    assert [rate_one(one, TRIES, levels) for one in finds] == pytest.approx(puzzles, abs=5)
