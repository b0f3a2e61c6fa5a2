"""Speed of the bots: of their cores, each measured in its own way, and of a decision of the master."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from time import thread_time
from typing import Any

from topping_out.game import registry
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import AnyGame, Seat
from topping_out.game.icetowers.bots.evaluation import Position, values_of
from topping_out.game.icetowers.bots.evaluation import weights_of as icetowers_weights
from topping_out.game.options import resolve
from topping_out.game.registry import load
from topping_out.game.towering.bots.core import play_on
from topping_out.game.towering.bots.search import Deals, DealSearch
from topping_out.game.towers.bots.search import board_of, planner_of
from topping_out.game.towers.bots.search import weights_of as towers_weights
from topping_out.game.wyoming.bots.core import play_out
from topping_out.game.wyoming.bots.learnt import values_for
from topping_out.game.wyoming.bots.search import world_of
from topping_out.game.wyoming.bots.weights import weights_of as wyoming_weights

Measure = Callable[[], float]
"""Does something once, or a few times, and returns the seconds for once."""
Figure = tuple[str, Measure]
"""The name of a measurement, and the function that measures it."""
POSITIONS = 12
MOVES = 14
"""Random actions before the master chooses."""
ENDLESS = 10_000
"""More turns than any game has."""


def position(game: AnyGame, seed: int) -> tuple[Any, Seat]:
    """Return a state after some random actions, one per second but never at the end of the game, and a seat to act."""
    rng, seats = random.Random(seed), min(game.seats)
    state = game.setup(seats, resolve(game.options(seats), {}), seed)
    for second in range(MOVES):
        after = state.copy()
        game.tick(after, 1000 * second)
        seat = rng.choice(sorted(game.actors(after)))
        if actions := game.actions(after, seat):
            game.apply(after, seat, rng.choice(list(actions)))
        if not game.actors(after):
            break
        state = after
    return state, min(game.actors(state))


def decision(game: AnyGame) -> Measure:
    """Return a function that measures the master's choices, each in a different position."""
    bot, positions = bot_named(game, game.levels[-1]), [position(game, seed) for seed in range(POSITIONS)]

    def measure() -> float:
        began = thread_time()
        for state, seat in positions:
            bot.choose(game.view(state, seat), game.actions(state, seat), random.Random(1))
        return (thread_time() - began) / POSITIONS

    return measure


def repeated(once: Callable[[], object], times: int) -> Measure:
    def measure() -> float:
        began = thread_time()
        for _ in range(times):
            once()
        return (thread_time() - began) / times

    return measure


# -- the cores of the bots, for two seats and always from the same position


def wyoming(game: AnyGame) -> Figure:
    start = game.setup(2, resolve(game.options(2), {}), 1)
    world, values = world_of(start), values_for(wyoming_weights("master").values, start.variant)
    return "a game played out", repeated(lambda: play_out(world.copy(), 0, ENDLESS, values), 20)


def towering(game: AnyGame) -> Figure:
    state, seat = position(game, 1)
    view, search = game.view(state, seat), DealSearch(bot_named(game, "master").weights)
    deal = Deals(view).shuffled(random.Random(1))
    return "a round played out", repeated(lambda: play_on(deal.copy(), [search.policy] * 2, ENDLESS), 20)


def towers(game: AnyGame) -> Figure:
    state, _ = position(game, 1)
    planner, board = planner_of(state.variant, towers_weights("master")), board_of(state)
    plan = planner.best(board)
    return "a round of turns played out", repeated(lambda: planner.forecast(board.copy(), plan), 20)


def icetowers(game: AnyGame) -> Figure:
    state, seat = position(game, 1)
    view, weights = game.view(state, seat), icetowers_weights("master")
    return "a table searched", repeated(
        lambda: values_of(Position(view, weights), Position(view, weights).plays()[:12]), 4
    )


CORES = {"wyoming": wyoming, "towering": towering, "towers": towers, "icetowers": icetowers}


def figures() -> Iterator[Figure]:
    """Yield each figure's name with the function that measures it."""
    for name, core in CORES.items():
        what, measure = core(load(name))
        yield f"{name}: {what}", measure
    for name in registry.names():
        yield f"{name}: a decision of the master", decision(load(name))
