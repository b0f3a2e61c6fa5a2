"""Puzzles: difficulty, packs, progress, and what a line falls short of."""

from math import isfinite
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.game.puzzles.test_shipped_puzzles import GAMES
from topping_out.game.bots import puzzles
from topping_out.game.bots import puzzles as module
from topping_out.game.bots.puzzles import (
    ANCHOR,
    ANCHORED,
    FAINT,
    NEAR,
    Line,
    Puzzle,
    PuzzleProgress,
    analysis_of,
    is_deep,
    is_near,
    loss_of,
    people_find,
    puzzles_of,
    rate,
    rate_one,
    rises,
    value_of,
)
from topping_out.game.progress.rating import Rating
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.game.storage.history import PuzzleTries, PuzzleTry

# -- difficulty


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


# -- progress


RATINGS = (1500.0, 700.0, 900.0, 1200.0)
LINE = Line(("discard 1S",), 0.5, is_right=True)


@pytest.fixture
def tries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PuzzleTries:
    """A player before four puzzles, whose names are 0.0, 1.0 and so on."""
    game = load("wyoming")
    players = [Player("A", "bot", "master"), Player("B", "bot", "master", 1)]
    headers = [new_header(game, players, {}, seed) for seed in range(len(RATINGS))]
    puzzles = [Puzzle(header, (), 0, (LINE,), {}, "race", rating) for header, rating in zip(headers, RATINGS)]
    monkeypatch.setattr(module, "puzzles_of", lambda name: tuple(puzzles))
    return PuzzleTries(tmp_path)


def look(tries: PuzzleTries, *done: tuple[str, bool]) -> PuzzleProgress:
    for name, is_right in done:
        tries.add(PuzzleTry("wyoming", name, is_right))
    return PuzzleProgress("wyoming", tries)


def test_the_first_is_one_that_a_beginner_solves_three_times_in_five(tries: PuzzleTries) -> None:
    found = look(tries).next()
    assert found.name == "1.0"


def test_who_solves_gets_harder_ones_and_who_fails_easier_ones(tries: PuzzleTries) -> None:
    up = look(tries, ("2.0", True), ("3.0", True))
    assert up.rating.elo > Rating().elo
    found = up.next()
    assert found.name in ("0.0", "1.0")
    down = look(tries, ("0.0", False))
    assert down.rating.elo < up.rating.elo


def test_only_the_first_try_counts(tries: PuzzleTries) -> None:
    before = look(tries, ("1.0", False))
    after = look(tries, ("1.0", True))
    assert after.rating == before.rating
    assert before.solved == set()
    assert after.solved == {"1.0"}


def test_what_was_never_solved_comes_again_then_what_was_tried_longest_ago(tries: PuzzleTries) -> None:
    seen = look(tries, ("0.0", True), ("1.0", True), ("2.0", False), ("3.0", True))
    found = seen.next()
    assert found.name == "2.0"
    oldest = look(tries, ("2.0", True), ("0.0", True)).next()
    assert oldest.name == "1.0"


def test_the_one_just_tried_does_not_come_next(tries: PuzzleTries) -> None:
    found = look(tries, ("1.0", False)).next(after="1.0")
    assert found.name != "1.0"


def test_numbers_go_by_difficulty(tries: PuzzleTries) -> None:
    progress = look(tries)
    assert [progress.number_of(puzzle) for puzzle in progress.puzzles.values()] == [1, 2, 3, 4]
    assert [puzzle.rating for puzzle in progress.puzzles.values()] == sorted(RATINGS)


def test_a_puzzle_that_is_no_longer_there_counts_nowhere(tries: PuzzleTries) -> None:
    gone = look(tries, ("77.7", True))
    assert (gone.solved, gone.rating) == (set(), Rating())


# -- weighing


@pytest.mark.parametrize("game", GAMES)
def test_a_line_of_the_proof_costs_what_it_says_and_the_best_nothing(game: str) -> None:
    puzzle = puzzles_of(game)[0]
    for line in puzzle.lines[:4]:
        assert loss_of(puzzle, line.steps) == pytest.approx(puzzle.lines[0].value - line.value)


def test_a_line_that_the_proof_does_not_know_is_tried_out_and_what_differs_too_little_costs_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = next(one for one in puzzles_of("towers") if one.name == "93.41")
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
def test_within_half_a_margin_of_being_clearly_worse_a_line_is_nearly_right(game: str) -> None:
    puzzle, margin = puzzles_of(game)[0], analysis_of(game).margin
    assert is_near(puzzle, margin)
    assert is_near(puzzle, 1.5 * margin)
    assert not is_near(puzzle, 1.6 * margin)
    assert FAINT < 1 < NEAR
