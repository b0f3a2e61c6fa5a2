"""Each seat's chance to win, by rounds that the master's policy plays on: see `game.bots.review.chances`."""

from __future__ import annotations

import random
from math import erf, sqrt
from statistics import fmean, pvariance

from topping_out.game.bots.review.chances import Shares
from topping_out.game.towering.bots.core.policy import play_on
from topping_out.game.towering.bots.deals import Deals
from topping_out.game.towering.bots.search import masters_search
from topping_out.game.towering.cards import without
from topping_out.game.towering.rules import GAME
from topping_out.game.towering.state import State

DEALS = 12
"""Orders of the draw pile in which the round is played on."""
ENDLESS = 200
"""More turns than a round has."""
LATER = 70.0
"""Points by which a round to come may change the match, as a standard deviation."""
DOUBT = 15.0
"""Points by which the policy may be wrong about a round with ten cards still to be drawn, likewise."""


def chances(state: State, rng: random.Random) -> Shares:
    """Return each seat's share of the win."""
    leads = _leads(state, rng)
    rounds = state.variant.rounds - 1 - state.round
    width = sqrt(pvariance(leads) + LATER**2 * rounds + DOUBT**2 * (len(state.deck) / 10))
    share = (1 + erf(fmean(leads) / max(width, 0.5) / sqrt(2))) / 2
    return [share, 1 - share]


def _leads(state: State, rng: random.Random) -> list[float]:
    """Return by how many points the first seat leads after this round, in some orders of the draw pile."""
    lead, policies = state.totals[0] - state.totals[1], [masters_search().policy] * 2
    found = []
    for deal in _deals(state, rng):
        play_on(deal, policies, ENDLESS)
        found.append(float(lead + deal.points(0) - deal.points(1)))
    return found


def _deals(state: State, rng: random.Random) -> list[State]:
    """Return the round with both hands as they are, and the draw pile shuffled anew each time."""
    deals, rival, pile = Deals(GAME.view(state, state.turn)), 1 - state.turn, sorted(state.deck)
    hidden = without(state.hand(rival), state.known_of(rival))
    return [deals.filled(hidden, bytes(rng.sample(pile, len(pile)))) for _ in range(DEALS)]
