"""What chance each seat had to win, at any point of a game that was played.

Chances are those of somebody who saw all hands at that moment, but not what the piles would bring: luck to come is
luck. Each game brings a function for it (`GameEntry.chances`), whose numbers were set so that of the positions with
70 % about 70 % are won, between bots of the same level: `python build/measure/chances.py GAME` tells how well they do.
Where a game brings none, random games are played on from the position; a live game then has no chances.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import exp
from typing import Any

from topping_out.game import registry
from topping_out.game.bots.playouts import LONGEST
from topping_out.game.engine import AnyGame, Outcome
from topping_out.game.fitting import fits

Shares = list[float]
"""By seat: the expected share of the win, 0 to 1; they add up to 1."""
ChancesOf = Callable[[Any, random.Random], Shares]
"""Returns the chances in a state that is not over; the state stays as it is."""
RANDOM_GAMES = 60
"""Played from each position of a game that brings no chances of its own."""


def has_chances(game: AnyGame) -> bool:
    """Tell whether there is a way to know the chances in a game."""
    return registry.part(game.name, "chances") is not None or not game.live


def chances(game: AnyGame, state: Any, seats: int, rng: random.Random) -> Shares:
    """Return each seat's chance to win from a state of a game that `has_chances`."""
    if outcome := game.outcome(state):
        return shares_of(outcome, seats)
    of: ChancesOf | None = registry.part(game.name, "chances")
    if of:
        return list(registry.run(game.name, "chances", of, state, rng, is_fit=lambda found: _are_shares(found, seats)))
    total = [0.0] * seats
    for _ in range(RANDOM_GAMES):
        shares = _random_game(game, state.copy(), seats, rng)
        total = [own + share for own, share in zip(total, shares)]
    return [own / RANDOM_GAMES for own in total]


def _are_shares(found: Any, seats: int) -> bool:
    return fits(list[float])(found) and len(found) == seats


def shares_of(outcome: Outcome, seats: int) -> Shares:
    """Return the share of the win of each seat; a draw is shared by all."""
    winners = outcome.winners or range(seats)
    return [(seat in winners) / len(winners) for seat in range(seats)]


def by_lead(points: Sequence[float], width: float) -> Shares:
    """Return the chances of seats that may come to so many points, give or take about `width`."""
    most = max(points)
    weights = [exp((own - most) / width) for own in points]
    return [weight / sum(weights) for weight in weights]


def _random_game(game: AnyGame, state: Any, seats: int, rng: random.Random) -> Shares:
    for _ in range(LONGEST):
        if outcome := game.outcome(state):
            return shares_of(outcome, seats)
        seat = min(game.actors(state))
        game.apply(state, seat, rng.choice(game.actions(state, seat)))
    return [1 / seats] * seats
