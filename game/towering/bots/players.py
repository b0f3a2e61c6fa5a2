"""The bots of all levels, and each seat's chances of winning."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import erf, sqrt
from statistics import fmean, pvariance

import msgspec

from ...bots.review import Shares
from ...bots.search import clear_gain, cost_of
from ...bots.weights import WeightTable
from ...engine import Advice, Bot, Verdict
from ..actions import Action
from ..cards import without
from ..core import State
from ..rules import GAME
from ..state import View
from .core import Lookahead, TowerValues, play_on
from .hints import explain, explain_choice
from .reasons import REASONS
from .search import Deals, DealSearch, HeuristicWeights, SearchWeights, Tried, action_of, code_of, masters_search

# -- players


class HeuristicBot(Bot[Action, View]):
    """A bot that chooses the action with the best resulting position, by its weights plus a random wobble."""

    def __init__(self, weights: HeuristicWeights) -> None:
        self.weights = weights
        self._evaluation = TowerValues(msgspec.structs.asdict(weights))

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        worths, wobble = self._worths(view, actions), self.weights.wobble
        if wobble:
            worths = [worth + wobble * rng.gauss(0, 1) for worth in worths]
        return actions[worths.index(max(worths))]

    def _worths(self, view: View, actions: Sequence[Action]) -> list[float]:
        """Return the value of the position after each action, in points."""
        lookahead, found = Lookahead(self._evaluation, Deals(view).in_order(), self.weights.memory), []
        for play, draw in map(code_of, actions):
            if play is not None:
                found.append(lookahead.after_play(play))
            elif draw is not None:
                found.append(lookahead.after_draw(draw))
        return found

    def advise(self, view: View, actions: Sequence[Action], rng: random.Random) -> Advice[Action]:
        action = self.choose(view, actions, rng)
        return Advice(action, explain(view, action))


class SearchBot(Bot[Action, View]):
    """A bot that plays its best plans out in many deals of the unseen cards, and chooses the best plan."""

    def __init__(self, weights: SearchWeights) -> None:
        self.weights = weights
        self._search = DealSearch(weights)

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        return _first_action(self._search.best(view, rng)[0])

    def advise(self, view: View, actions: Sequence[Action], rng: random.Random) -> Advice[Action]:
        return self._advice(view, self._search.best(view, rng), rng)

    def judge(self, view: View, actions: Sequence[Action], played: Action, rng: random.Random) -> Verdict[Action]:
        """Compare the best plan with the best one that begins with `played`, in new deals."""
        plans = self._search.best(view, rng)
        best, other = plans[0].choice, self._search.plan_for(view, code_of(played))
        if action_of(best.play, best.draw) == action_of(other.play, other.draw):
            return Verdict(Advice(played, ""), 0.0)
        cost = cost_of(self._search.compare(view, best, other, self.weights.playouts // 4, rng))
        return Verdict(Advice(_first_action(plans[0]), ""), cost)

    why = staticmethod(REASONS.why)

    def _advice(self, view: View, plans: list[Tried], rng: random.Random) -> Advice[Action]:
        best = _first_action(plans[0])
        others = [plan for plan in plans[1:] if plan.tried and _first_action(plan) != best]
        if not others:
            return Advice(best, explain(view, best))
        other = others[0].choice
        gains = self._search.compare(view, plans[0].choice, other, self.weights.playouts // 4, rng)
        return Advice(best, explain_choice(view, best, action_of(other.play, other.draw), clear_gain(gains)))


def _first_action(plan: Tried) -> Action:
    return action_of(plan.choice.play, plan.choice.draw)


def make_bot(table: WeightTable) -> HeuristicBot | SearchBot:
    """Return the bot that these weights define."""
    if "playouts" in table:
        return SearchBot(msgspec.convert(table, SearchWeights))
    return HeuristicBot(msgspec.convert(table, HeuristicWeights))


# -- chances


DEALS = 12
"""Number of orders of the draw pile in which the round is played out."""
ENDLESS = 200
"""More turns than any round has."""
LATER = 70.0
"""Standard deviation, in points, of the change that a later round makes to the match."""
DOUBT = 15.0
"""Standard deviation, in points, of the policy's error about a round with ten cards left to draw."""


def chances(state: State, rng: random.Random) -> Shares:
    """Return each seat's estimated share of the win."""
    leads = _leads(state, rng)
    rounds = state.variant.rounds - 1 - state.round
    width = sqrt(pvariance(leads) + LATER**2 * rounds + DOUBT**2 * (len(state.deck) / 10))
    share = (1 + erf(fmean(leads) / max(width, 0.5) / sqrt(2))) / 2
    return [share, 1 - share]


def _leads(state: State, rng: random.Random) -> list[float]:
    """Return by how many points seat 0 leads after this round, for several orders of the draw pile."""
    lead, policies = state.totals[0] - state.totals[1], [masters_search().policy] * 2
    found = []
    for deal in _deals(state, rng):
        play_on(deal, policies, ENDLESS)
        found.append(float(lead + deal.points(0) - deal.points(1)))
    return found


def _deals(state: State, rng: random.Random) -> list[State]:
    """Return copies of the round with the same hands and differently shuffled draw piles."""
    deals, rival, pile = Deals(GAME.view(state, state.turn)), 1 - state.turn, sorted(state.deck)
    hidden = without(state.hand(rival), state.known_of(rival))
    return [deals.filled(hidden, bytes(rng.sample(pile, len(pile)))) for _ in range(DEALS)]
