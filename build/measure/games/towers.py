"""Measurements of Towers in addition to those of every game."""

from __future__ import annotations

from measure.games import Figure
from measure.speed.bots import position, repeated
from topping_out.game.towers.bots.search import board_of, planner_of, weights_of
from topping_out.game.towers.rules import GAME

ACTION_TARGET = 30.0


def playout() -> Figure:
    state, _ = position(GAME, 1)
    planner, board = planner_of(state.variant, weights_of("master")), board_of(state)
    plan = planner.best(board)
    return "a round of turns played out", repeated(lambda: planner.forecast(board.copy(), plan), 20)
