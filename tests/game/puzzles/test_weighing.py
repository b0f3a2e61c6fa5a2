"""What a line at a puzzle falls short of: as the proof has it, worked out, or tried out."""

import pytest
from msgspec.structs import replace

from tests.game.puzzles.test_shipped_puzzles import GAMES
from topping_out.game.bots.puzzles import weighing
from topping_out.game.bots.puzzles.puzzle import analysis_of, puzzles_of
from topping_out.game.bots.puzzles.weighing import FAINT, NEAR, is_near, loss_of, value_of


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
    monkeypatch.setattr(weighing, "WORLDS", 60)
    assert value_of(puzzle, steps) is None
    loss = loss_of(puzzle, steps)
    assert loss == pytest.approx(whole.lines[0].value - (value_of(whole, steps) or 0.0), abs=1)
    assert loss > 0
    monkeypatch.setattr(weighing, "FAINT", loss + 0.01)
    assert loss_of(puzzle, steps) == 0


@pytest.mark.parametrize("game", GAMES)
def test_within_half_a_margin_of_being_clearly_worse_a_line_is_nearly_right(game: str) -> None:
    puzzle, margin = puzzles_of(game)[0], analysis_of(game).margin
    assert is_near(puzzle, margin)
    assert is_near(puzzle, 1.5 * margin)
    assert not is_near(puzzle, 1.6 * margin)
    assert FAINT < 1 < NEAR
