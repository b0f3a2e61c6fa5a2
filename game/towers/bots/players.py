"""The bots of all levels, and each seat's chances of winning."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from ...bots.review import Shares, by_lead
from ...bots.weights import WeightTable
from ...engine import Advice, Bot, Verdict
from ..actions import Action, uniform
from ..core import State
from ..state import Variant, View
from .core import KEYS, STAGES, TurnPlanner, carry_out
from .hints import compare_turns, explain, with_best_reason_first
from .reasons import REASONS
from .search import PlanCandidate, PlanSearch, Weights, board_of, observation_of, planner_of, steps_of, weights_of

# -- players


class HeuristicBot(Bot[Action, View]):
    """A bot that chooses the best turn by its weights plus a random wobble, planned anew at each step."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._last_planner: tuple[Variant, TurnPlanner] | None = None  # its caches are for one variant

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        board = observation_of(view)
        return steps_of(view.variant.deck, board, self._candidates(view, board, rng)[0].choice)[0]

    def advise(self, view: View, actions: Sequence[Action], rng: random.Random) -> Advice[Action]:
        board = observation_of(view)
        candidates = self._candidates(view, board, rng)
        plan = candidates[0].choice = with_best_reason_first(view, board, candidates[0].choice)
        compared = compare_turns(view, board, candidates, self._search(view, rng).duel)
        return Advice(steps_of(view.variant.deck, board, plan)[0], explain(view, board, plan, compared))

    def _candidates(self, view: View, board: State, rng: random.Random) -> list[PlanCandidate]:
        """Return plans for the rest of the turn, with the chosen one first."""
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
    """A bot that tries its best plans against possible hidden hands and the rivals' replies."""

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
    """Return the bot that these weights define."""
    weights = msgspec.convert(table, Weights)
    return SearchBot(weights) if any(weights.worlds) else HeuristicBot(weights)


# -- chances


WORLDS = 6
"""Number of orders of the draw pile in which the game is played on."""
ROUNDS = 1
"""Number of rounds played on before the towers are valued."""
WIDTHS = {2: (0.5, 2.5), 3: (0.5, 2.0), 4: (1.0, 1.2)}
"""By number of seats, by how many points a lead may still change: at the end, and per square root of the cards left."""


@lru_cache(maxsize=2)
def _planner(variant: Variant) -> TurnPlanner:
    return planner_of(variant, weights_of("master"))


def chances(state: State, rng: random.Random) -> Shares:
    """Return each seat's estimated share of the win."""
    least, growth = WIDTHS[state.variant.seats]
    return by_lead(leads(state, rng), least + growth * math.sqrt(len(state.draw_pile)))


def leads(state: State, rng: random.Random) -> list[float]:
    """Return by how many points each seat leads the others after `ROUNDS` more rounds, on average."""
    planner, total = _planner(state.variant), [0.0] * state.variant.seats
    for _ in range(WORLDS):
        board = board_of(state)
        board.draw_pile = bytes(rng.sample(board.draw_pile, len(board.draw_pile)))
        for _ in range(ROUNDS * state.variant.seats):
            if board.outcome is not None:
                break
            carry_out(board, planner.best(board))
        total = [own + lead for own, lead in zip(total, _leads(planner, board))]
    return [own / WORLDS for own in total]


def _leads(planner: TurnPlanner, board: State) -> list[float]:
    if board.outcome is not None:  # of equal seats the earliest in turn order wins
        return [planner.lead(board.points, seat) + (seat == board.winner()) / 2 for seat in range(board.terms.seats)]
    return [_lead(planner, board, seat) for seat in range(board.terms.seats)]


def _lead(planner: TurnPlanner, board: State, seat: int) -> float:
    """Return a seat's lead, including the towers as they stand."""
    stage = STAGES
    if planner.late:
        stage = min(STAGES, math.ceil(STAGES * len(board.draw_pile) / (planner.late * board.terms.seats)))
    key = KEYS * seat + 2 * stage
    standing = sum(planner.rows(site, key).worths[0] for site in board.sites if site[0])
    return planner.lead(board.points, seat) + standing
