"""Measurements of Towers of Wyoming in addition to those of every game."""

from __future__ import annotations

from measure.games import Figure
from measure.speed.bots import ENDLESS, repeated
from topping_out.game.options import resolve
from topping_out.game.wyoming.bots.core import play_out
from topping_out.game.wyoming.bots.search import values_for, world_of
from topping_out.game.wyoming.bots.weights import weights_of
from topping_out.game.wyoming.rules import GAME

ACTION_TARGET = 30.0


def playout() -> Figure:
    start = GAME.setup(2, resolve(GAME.options(2), {}), 1)
    world, values = world_of(start), values_for(weights_of("master").values, start.variant)
    return "a game played out", repeated(lambda: play_out(world.copy(), 0, ENDLESS, values), 20)
