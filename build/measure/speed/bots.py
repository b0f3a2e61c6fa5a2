"""Speed of the bots: of a playout, and of a decision of the master."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from time import thread_time
from typing import Any

from measure.games import Figure, Measure, bench_of
from topping_out.game import registry
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import AnyGame, Seat
from topping_out.game.options import resolve
from topping_out.game.registry import load

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


def figures() -> Iterator[Figure]:
    """Yield each figure's name with the function that measures it."""
    games = [load(name) for name in registry.names()]
    for game in games:
        if bench := bench_of(game.name):
            what, measure = bench.playout()
            yield f"{game.name}: {what}", measure
    for game in games:
        yield f"{game.name}: a decision of the master", decision(game)
