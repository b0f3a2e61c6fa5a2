"""Compares plans by playing the next turns out, all against the same possible hands and draws."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from topping_out.game.bots.search import Candidate, cost_of, halve, sample_worlds
from topping_out.game.towers.actions import Action, End
from topping_out.game.towers.bots.boards import board_of, observation_of, play, steps_of
from topping_out.game.towers.bots.core.plan import TurnPlan
from topping_out.game.towers.bots.core.planner import TurnPlanner
from topping_out.game.towers.bots.weights import Weights
from topping_out.game.towers.core.state import State
from topping_out.game.towers.rules import GAME
from topping_out.game.towers.state import View

FEWEST = 2
"""Seats, to which the first number of worlds belongs."""
DUELS = 24
"""In how many worlds a step that was played is compared with the best one."""


@dataclass(slots=True)
class PlanCandidate(Candidate[TurnPlan]):
    """A plan; its results are the points by which it leaves its seat ahead of the others, after the turns to come."""

    yielded: float = 0.0
    """Points that the rivals scored until the seat's next turn, added up over all worlds."""

    @property
    def rivals(self) -> float:
        """How many points it lets the others score until the seat's next turn."""
        return self.yielded / max(1, self.tried)


class Duel(NamedTuple):
    """How two plans did against each other."""

    gains: list[float]
    """By how many points the one did better, in each world."""
    kept_down: float
    """How many points fewer it let the rivals score until the seat's next turn, on average."""


class PlanSearch:
    """Tries plans of one position in possible worlds: ways in which the hidden cards may lie."""

    def __init__(self, view: View, planner: TurnPlanner, weights: Weights, rng: random.Random) -> None:
        self.view = view
        self.planner = planner
        self.weights = weights
        self.rng = rng

    def best(self, plans: Sequence[TurnPlan], before: Sequence[Action] = ()) -> list[PlanCandidate]:
        """Return the plans, best first; each round is twice as long as the one before, for half the plans.

        They begin after the steps `before`.
        """
        worlds = self.weights.worlds[self.view.variant.seats - FEWEST]
        schedule = [worlds << heat for heat in range(self.weights.heats)]
        candidates = [PlanCandidate(plan) for plan in plans]
        return halve(candidates, schedule, partial(world_of, self.view, self.rng, before), self._try)

    def _try(self, world: State, candidate: PlanCandidate) -> float:
        ahead, yielded = self.planner.forecast(world, candidate.choice)
        candidate.yielded += yielded
        return ahead

    def duel(self, one: TurnPlan, other: TurnPlan) -> Duel:
        """Compare two plans in fresh worlds."""
        candidates = [PlanCandidate(one), PlanCandidate(other)]
        rows = sample_worlds(candidates, DUELS, partial(world_of, self.view, self.rng), self._try)
        return Duel([mine - theirs for mine, theirs in rows], candidates[1].rivals - candidates[0].rivals)

    def cost(self, best: TurnPlan, played: Action) -> float:
        """Return what a step has lost beside the best plan, in points.

        The best plan that goes on from the step is looked for, and both are tried in the same fresh worlds.
        """
        deck, observation = self.view.variant.deck, observation_of(self.view)
        first, *others = steps_of(deck, observation, best)
        if played == first or played in others[:-1]:
            return 0.0
        if isinstance(played, End):
            before, plan = [], TurnPlan(0.0, (), (), b"")
        else:
            before = [played]
            play(observation, deck, played)
            plan = self.best(self.planner.plans(observation, max(1, self.weights.candidates // 3)), before)[0].choice
        losses = []
        for _ in range(DUELS):
            world = world_of(self.view, self.rng)
            after = world.copy()
            for step in before:
                play(after, deck, step)
            losses.append(self.planner.forecast(world, best)[0] - self.planner.forecast(after, plan)[0])
        return cost_of(losses)


def world_of(view: View, rng: random.Random, before: Sequence[Action] = ()) -> State:
    """Return a possible world of the view, after the steps `before`."""
    world = board_of(GAME.determinize(view, rng))
    for step in before:
        play(world, view.variant.deck, step)
    return world
