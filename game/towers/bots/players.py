"""Bots at all levels. All plan a turn; the strongest also tries its plans against possible hidden hands."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from topping_out.game.bots.weights import WeightTable
from topping_out.game.engine import Advice, Bot, Verdict
from topping_out.game.towers.actions import Action, uniform
from topping_out.game.towers.bots.boards import observation_of, planner_of, steps_of
from topping_out.game.towers.bots.core.planner import TurnPlanner
from topping_out.game.towers.bots.hints import compare, explain, telling
from topping_out.game.towers.bots.reasons import REASONS
from topping_out.game.towers.bots.search import PlanCandidate, PlanSearch
from topping_out.game.towers.bots.weights import Weights
from topping_out.game.towers.core.state import State
from topping_out.game.towers.state import Variant, View


class HeuristicBot(Bot[Action, View]):
    """Takes the best turn by its weights, give or take its wobble. It plans anew at every step."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._last_planner: tuple[Variant, TurnPlanner] | None = None  # its caches are for one kind of game

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        board = observation_of(view)
        return steps_of(view.variant.deck, board, self._candidates(view, board, rng)[0].choice)[0]

    def advise(self, view: View, actions: Sequence[Action], rng: random.Random) -> Advice[Action]:
        board = observation_of(view)
        candidates = self._candidates(view, board, rng)
        plan = candidates[0].choice = telling(view, board, candidates[0].choice)
        compared = compare(view, board, candidates, self._search(view, rng).duel)
        return Advice(steps_of(view.variant.deck, board, plan)[0], explain(view, board, plan, compared))

    def _candidates(self, view: View, board: State, rng: random.Random) -> list[PlanCandidate]:
        """Return plans for the rest of the turn, the chosen one first."""
        wobble = self.weights.wobble
        plans = self._planner(view).plans(board, self.weights.candidates)
        if wobble:
            plans = [max(plans, key=lambda plan: plan.worth + wobble * rng.gauss(0, 1))]
        return [PlanCandidate(plan) for plan in plans]

    def _search(self, view: View, rng: random.Random) -> PlanSearch:
        return PlanSearch(view, self._planner(view), self.weights, rng)

    def _planner(self, view: View) -> TurnPlanner:
        if self._last_planner is None or self._last_planner[0] != view.variant:
            self._last_planner = view.variant, planner_of(view.variant, self.weights)
        return self._last_planner[1]


class SearchBot(HeuristicBot):
    """Tries its best plans against possible hidden hands and the turns that the rivals would take."""

    def _candidates(self, view: View, board: State, rng: random.Random) -> list[PlanCandidate]:
        return self._search(view, rng).best(self._planner(view).plans(board, self.weights.candidates))

    def judge(
        self, view: View, actions: Sequence[Action], played: Action, rng: random.Random
    ) -> Verdict[Action] | None:
        board = observation_of(view)
        plan, step = self._candidates(view, board, rng)[0].choice, uniform(played)
        cost = self._search(view, rng).cost(plan, step)
        if not cost:
            return Verdict(Advice(played, ""), 0.0)
        return Verdict(Advice(steps_of(view.variant.deck, board, plan)[0], ""), cost)

    def why(self, view: View, better: Sequence[Action], other: Sequence[Action], rng: random.Random) -> str | None:
        return REASONS.why(view, better[:1], other[:1], rng)


def make_bot(table: WeightTable) -> Bot[Action, View]:
    """Return the bot with these weights."""
    weights = msgspec.convert(table, Weights)
    return SearchBot(weights) if any(weights.worlds) else HeuristicBot(weights)
