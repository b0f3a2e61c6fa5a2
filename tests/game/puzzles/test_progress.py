"""Which puzzle comes next, and what the tries so far say of the player."""

from pathlib import Path

import pytest

from topping_out.game.bots.puzzles import progress as module
from topping_out.game.bots.puzzles.analysis import Line
from topping_out.game.bots.puzzles.progress import PuzzleProgress
from topping_out.game.bots.puzzles.puzzle import Puzzle
from topping_out.game.progress.rating import Rating
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.game.storage.history.puzzle_tries import PuzzleTries, PuzzleTry

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
