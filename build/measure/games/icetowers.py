"""Measurements of IceTowers in addition to those of every game."""

from __future__ import annotations

from measure.games import Figure
from measure.speed.bots import position, repeated
from topping_out.game.icetowers.bots.evaluation import Position, values_of, weights_of
from topping_out.game.icetowers.rules import GAME

ACTION_TARGET = None
"""The game is paced by time, not by the engine."""


def playout() -> Figure:
    state, seat = position(GAME, 1)
    view, weights = GAME.view(state, seat), weights_of("master")
    return "a table searched", repeated(
        lambda: values_of(Position(view, weights), Position(view, weights).plays()[:12]), 4
    )
