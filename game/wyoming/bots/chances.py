"""Each seat's chance to win, by the values that the master plays by: see `game.bots.review.chances`."""

from __future__ import annotations

import random

from topping_out.game.bots.review.chances import Shares
from topping_out.game.wyoming.bots.core.playout import play_out
from topping_out.game.wyoming.bots.weights import weights_of
from topping_out.game.wyoming.bots.worlds import values_for, world_of
from topping_out.game.wyoming.core.state import PRIME
from topping_out.game.wyoming.state import State

WORLDS = 16
"""Orders of the draw pile in which the position is tried."""
TURNS = 4
"""A seat's own turns that are played before its chance is estimated."""
TRUST = {2: 1.5, 3: 0.8, 4: 0.9}
"""By seats, the power to which the estimates are raised: over 1 they were too careful."""


def chances(state: State, rng: random.Random) -> Shares:
    """Return each seat's share of the win."""
    values, seats = values_for(weights_of("master").values, state.variant), range(state.variant.seats)
    worlds = [world_of(state) for _ in range(WORLDS)]
    for world in worlds:
        world.deck = bytes(rng.sample(world.deck, len(world.deck)))
        world.rng = rng.randrange(1, PRIME)
    found = [sum(play_out(world.copy(), seat, TURNS, values) for world in worlds) / WORLDS for seat in seats]
    weights = [max(share, 1e-4) ** TRUST[len(found)] for share in found]
    return [weight / sum(weights) for weight in weights]
