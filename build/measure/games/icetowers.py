"""What is measured of IceTowers beside what is measured of every game."""

from __future__ import annotations

from measure.bench_bots import many, position
from measure.games import Figure

from game.icetowers.bots.evaluation import Moment, head_of
from game.icetowers.bots.lookahead import values_of
from game.icetowers.rules import GAME

ACTION_TARGET = None
"""Time, not the engine, sets the pace."""


def playout() -> Figure:
    state, seat = position(GAME, 1)
    view, head = GAME.view(state, seat), head_of("master")
    return "a table searched", many(lambda: values_of(Moment(view, head), Moment(view, head).plays()[:12]), 4)
