"""How fast the bots are: what a playout of each core takes, and a decision of the master."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from time import thread_time
from typing import Any

from game import registry
from game.bots.weights import bot_named
from game.engine import AnyGame, Seat
from game.icetowers.bots.evaluation import Moment, head_of
from game.icetowers.bots.lookahead import values_of
from game.options import resolve
from game.registry import load
from game.towering.bots.core.policy import play_on
from game.towering.bots.deals import Deals
from game.towering.bots.search import Search
from game.towers.bots.planner import board_of, thinker_of
from game.towers.bots.planner import weights_of as towers_weights
from game.wyoming.bots.evaluation import weights_of as wyoming_weights
from game.wyoming.bots.playout import play_out
from game.wyoming.bots.worlds import values_for, world_of

Measure = Callable[[], float]
"""Does it once, or a few times, and returns the seconds for one."""
POSITIONS = 12
MOVES = 14
"""Random actions before the master is asked."""
ENDLESS = 10_000
"""More turns than any game has."""


def position(game: AnyGame, seed: int) -> tuple[Any, Seat]:
    """Return a state after a few random actions, one a second, and who may act."""
    rng = random.Random(seed)
    state = game.setup(2, resolve(game.options(2), {}), seed)
    for second in range(MOVES):
        game.tick(state, 1000 * second)
        seat = rng.choice(sorted(game.actors(state)))
        if actions := game.actions(state, seat):
            game.apply(state, seat, rng.choice(list(actions)))
    return state, min(game.actors(state))


def decision(game: AnyGame) -> Measure:
    """Return what takes the time of the master's choices, each in a position of its own."""
    bot, positions = bot_named(game, "master"), [position(game, seed) for seed in range(POSITIONS)]

    def measure() -> float:
        began = thread_time()
        for state, seat in positions:
            bot.choose(game.view(state, seat), game.actions(state, seat), random.Random(1))
        return (thread_time() - began) / POSITIONS

    return measure


def many(once: Callable[[], object], times: int) -> Measure:
    def measure() -> float:
        began = thread_time()
        for _ in range(times):
            once()
        return (thread_time() - began) / times

    return measure


def playouts() -> Iterator[tuple[str, Measure]]:
    """Yield what each core does by itself: with two seats, from the same positions every time."""
    game: AnyGame = load("wyoming")
    start = game.setup(2, resolve(game.options(2), {}), 1)
    world, values = world_of(start), values_for(wyoming_weights("master").values, start.variant)
    yield "wyoming: a game played out", many(lambda: play_out(world.copy(), 0, ENDLESS, values), 20)

    game = load("towering")
    state, seat = position(game, 1)
    view, search = game.view(state, seat), Search(bot_named(game, "master").weights)
    deal = Deals(view).shuffled(random.Random(1))
    yield "towering: a round played out", many(lambda: play_on(deal.copy(), [search.policy] * 2, ENDLESS), 20)

    state, _ = position(load("towers"), 1)
    thinker, board = thinker_of(state.variant, towers_weights("master")), board_of(state)
    plan = thinker.best(board)
    yield "towers: a round of turns played out", many(lambda: thinker.outlook(board.copy(), plan), 20)

    state, seat = position(load("icetowers"), 1)
    view, head = load("icetowers").view(state, seat), head_of("master")
    yield "icetowers: a table searched", many(lambda: values_of(Moment(view, head), Moment(view, head).plays()[:12]), 4)


def figures() -> Iterator[tuple[str, Measure]]:
    """Yield what is measured and how."""
    yield from playouts()
    for game in map(load, registry.names()):
        yield f"{game.name}: a decision of the master", decision(game)
