"""Bots at all levels: one values what each action leaves, the other also plays its plans out."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from topping_out.game.bots.search import clear_gain, cost_of
from topping_out.game.bots.weights import WeightTable
from topping_out.game.engine import Advice, Bot, Verdict
from topping_out.game.towering.actions import Action
from topping_out.game.towering.bots.core.evaluation import TowerValues
from topping_out.game.towering.bots.core.lookahead import Lookahead
from topping_out.game.towering.bots.deals import Deals, action_of, code_of
from topping_out.game.towering.bots.hints import explain, explain_choice
from topping_out.game.towering.bots.reasons import REASONS
from topping_out.game.towering.bots.search import DealSearch, Tried
from topping_out.game.towering.bots.weights import HeuristicWeights, SearchWeights
from topping_out.game.towering.state import View


class HeuristicBot(Bot[Action, View]):
    """Takes the action that leaves most by its weights, give or take its wobble."""

    def __init__(self, weights: HeuristicWeights) -> None:
        self.weights = weights
        self._evaluation = TowerValues(msgspec.structs.asdict(weights))

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        worths, wobble = self._worths(view, actions), self.weights.wobble
        if wobble:
            worths = [worth + wobble * rng.gauss(0, 1) for worth in worths]
        return actions[worths.index(max(worths))]

    def _worths(self, view: View, actions: Sequence[Action]) -> list[float]:
        """Return what each action leaves, in points."""
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
    """Plays its best plans out on many deals of the unseen cards, and takes the best one."""

    def __init__(self, weights: SearchWeights) -> None:
        self.weights = weights
        self._search = DealSearch(weights)

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        return _first_action(self._search.best(view, rng)[0])

    def advise(self, view: View, actions: Sequence[Action], rng: random.Random) -> Advice[Action]:
        return self._advice(view, self._search.best(view, rng), rng)

    def judge(self, view: View, actions: Sequence[Action], played: Action, rng: random.Random) -> Verdict[Action]:
        """Compare the best plan with the best one that begins as played, on fresh deals."""
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
    """Return the bot with these weights."""
    if "playouts" in table:
        return SearchBot(msgspec.convert(table, SearchWeights))
    return HeuristicBot(msgspec.convert(table, HeuristicWeights))
