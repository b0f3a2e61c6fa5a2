"""What is measured of Towers beside what is measured of every game."""

from __future__ import annotations

from measure.bench_bots import many, position
from measure.games import Figure

from game.towers.bots.planner import board_of, thinker_of, weights_of
from game.towers.rules import GAME

ACTION_TARGET = 80.0


def playout() -> Figure:
    state, _ = position(GAME, 1)
    thinker, board = thinker_of(state.variant, weights_of("master")), board_of(state)
    plan = thinker.best(board)
    return "a round of turns played out", many(lambda: thinker.outlook(board.copy(), plan), 20)
