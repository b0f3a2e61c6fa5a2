"""A test of the script that learns what towers and kept cards are worth."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from learn import towers_values as learner
from topping_out.game.towers.bots.core import carry_out
from topping_out.game.towers.bots.search import board_of


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_learner_values_turns_as_the_planner_does(seats: int) -> None:
    """The network that is fitted, and the planner with its numbers, differ by the same amount between two turns."""
    board, choice = board_of(learner.start(seats, 7)), Random(7)
    kinds = len(board.terms.effects)
    net = {name: np.round(table, 2) for name, table in learner.first_numbers(kinds, np.random.default_rng(7)).items()}
    net["out"] = np.sign(net["out"])
    planner, compared = learner.planner_with(seats, learner.numbers_of(net, kinds)), 0
    while board.outcome is None:
        first, second = planner.best(board), choice.choice(planner.plans(board, learner.ALL))
        ways = [learner._way(planner, board, plan) for plan in (first, second)]
        if ways[0] and ways[1]:
            gain = first.worth - ways[0].scored - (second.worth - ways[1].scored)
            pair = learner.Pair(ways[0], ways[1], learner.stage_of(board), gain, 0.0)
            _, error = learner.slopes(net, learner.arrays_of([pair], kinds), np.array([0]))
            assert error == pytest.approx(0, abs=1e-9)
            compared += first != second
        carry_out(board, second)
    assert compared > 5
