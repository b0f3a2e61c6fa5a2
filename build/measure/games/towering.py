"""Measurements of Towering in addition to those of every game."""

from __future__ import annotations

import random

from measure.games import Figure
from measure.speed.bots import ENDLESS, position, repeated
from topping_out.game.bots.weights import bot_named
from topping_out.game.towering.bots.core import play_on
from topping_out.game.towering.bots.search import Deals, DealSearch
from topping_out.game.towering.rules import GAME

ACTION_TARGET = 20.0


def playout() -> Figure:
    state, seat = position(GAME, 1)
    view, search = GAME.view(state, seat), DealSearch(bot_named(GAME, "master").weights)
    deal = Deals(view).shuffled(random.Random(1))
    return "a round played out", repeated(lambda: play_on(deal.copy(), [search.policy] * 2, ENDLESS), 20)
