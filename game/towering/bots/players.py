"""Two ways to think: a planner looks at what each action leaves, a master plays its plans out as well."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from game.bots.search import cost_of
from game.bots.weights import WeightTable
from game.engine import Advice, Bot, Verdict
from game.towering.actions import BUILDS, DISCARDS, DRAW_PILE, TAKES, Action, Build, Discard
from game.towering.bots.evaluation import Outlook, Weights
from game.towering.bots.hints import explain, explain_choice
from game.towering.bots.playout import PILE
from game.towering.bots.search import Method, Plan, Search, Tried, same_kind
from game.towering.state import View


class Planner(Bot[Action, View]):
    """Takes the action that leaves the best outlook, as far as its weights and its wobble let it see."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        outlook, wobble = Outlook(view, self.weights), self.weights.wobble
        if not wobble:
            return max(actions, key=lambda action: outlook.worth(outlook.after(action)))
        return max(actions, key=lambda action: outlook.worth(outlook.after(action)) + wobble * rng.gauss(0, 1))

    def advise(self, view: View, actions: Sequence[Action], rng: random.Random) -> Advice[Action]:
        action = self.choose(view, actions, rng)
        return Advice(action, explain(view, action))


class Master(Bot[Action, View]):
    """Plays its best plans out on many deals of the unseen cards, and takes the one that comes to most."""

    def __init__(self, method: Method) -> None:
        self.method = method
        self._search = Search(method)

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        return action_of(self._search.best(view, rng)[0].choice)

    def advise(self, view: View, actions: Sequence[Action], rng: random.Random) -> Advice[Action]:
        return self._advice(view, self._search.best(view, rng))

    def judge(self, view: View, actions: Sequence[Action], played: Action, rng: random.Random) -> Verdict[Action]:
        """Compare the best plan with the best one that begins as played, on fresh deals."""
        plans = self._search.best(view, rng)
        best, other = plans[0].choice, self._search.plan_for(view, code_of(played))
        advice = self._advice(view, plans)
        if _begin_alike(best, other):
            return Verdict(Advice(played, advice.reason), 0.0)
        cost = cost_of(self._search.compare(view, best, other, self.method.playouts // 4, rng))
        return Verdict(advice, round(cost, 1))

    def _advice(self, view: View, plans: list[Tried]) -> Advice[Action]:
        best = action_of(plans[0].choice)
        others = [plan for plan in plans[1:] if plan.tried and action_of(plan.choice) != best]
        if not others:
            return Advice(best, explain(view, best))
        gain = plans[0].mean - others[0].mean
        return Advice(best, explain_choice(view, best, action_of(others[0].choice), gain))


def action_of(plan: Plan) -> Action:
    """Return what the plan does first."""
    if plan.play is None:
        return DRAW_PILE if plan.draw == PILE else TAKES[plan.draw]
    return BUILDS[plan.play >> 1] if plan.play & 1 else DISCARDS[plan.play >> 1]


def code_of(action: Action) -> tuple[int | None, int | None]:
    """Return play and draw in the core's numbers; None for what the action leaves open."""
    match action:
        case Build(card):
            return card * 2 + 1, None
        case Discard(card):
            return card * 2, None
    return None, PILE if action.colour is None else action.colour


def _begin_alike(plan: Plan, other: Plan) -> bool:
    if plan.play is None or other.play is None:
        return plan.draw == other.draw
    return same_kind(plan.play, other.play)


def make_bot(table: WeightTable) -> Planner | Master:
    """Return the bot that thinks by this table of weights."""
    if "playouts" in table:
        return Master(msgspec.convert(table, Method))
    return Planner(msgspec.convert(table, Weights))
