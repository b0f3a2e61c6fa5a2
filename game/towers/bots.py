"""Bots at all levels: one planner, whose plans the hardest also plays on against hands as they may be."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from game.engine import Advice, Bot
from game.minds import Table
from game.towers.actions import Action
from game.towers.hints import explain
from game.towers.planner import Plan, Planner, Weights, lead
from game.towers.rules import GAME
from game.towers.state import State, View


class Builder(Bot[Action, View]):
    """Takes the turn that looks best, as far as its weights and its wobble let it see; plans anew at every step."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        planner = Planner(view, self.weights)
        return planner.steps(self._pick(view, planner, rng))[0]

    def advise(self, view: View, actions: Sequence[Action], rng: random.Random) -> Advice[Action]:
        planner = Planner(view, self.weights)
        plan = self._pick(view, planner, rng)
        return Advice(planner.steps(plan)[0], explain(view, planner, plan))

    def _pick(self, view: View, planner: Planner, rng: random.Random) -> Plan:
        plans, wobble = planner.plans(self.weights.candidates), self.weights.wobble
        return max(plans, key=lambda plan: plan.worth + wobble * rng.gauss(0, 1)) if wobble else plans[0]


class Architect(Builder):
    """Tries its best plans against hidden hands and the turns that the others would take."""

    def _pick(self, view: View, planner: Planner, rng: random.Random) -> Plan:
        plans = planner.plans(self.weights.candidates)
        if len(plans) == 1:
            return plans[0]
        totals = [0.0] * len(plans)
        for _ in range(self.weights.worlds):
            world = GAME.determinize(view, rng)
            for n, plan in enumerate(plans):
                totals[n] += self._outlook(world.copy(), planner.steps(plan))
        return plans[totals.index(max(totals))]

    def _outlook(self, state: State, steps: Sequence[Action]) -> float:
        """Return how far ahead the seat on turn will be, after these steps, a turn of all others and its own next."""
        seat = state.turn
        self._carry_out(state, steps)
        while state.outcome is None and state.turn != seat:
            planner = self._planner(state)
            self._carry_out(state, planner.steps(planner.best()))
        ahead = lead(state.scores, seat)
        return ahead if state.outcome else ahead + self._planner(state).best().worth

    def _planner(self, state: State) -> Planner:
        return Planner(GAME.view(state, state.turn), self.weights)

    def _carry_out(self, state: State, steps: Sequence[Action]) -> None:
        seat = state.turn
        for step in steps:
            GAME.apply(state, seat, step)


def make_bot(table: Table) -> Bot[Action, View]:
    """Return the bot that thinks by this table of weights."""
    weights = msgspec.convert(table, Weights)
    return Architect(weights) if weights.worlds else Builder(weights)
