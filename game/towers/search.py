"""Trying plans out: each against the same hidden hands and draws, by playing the next turns as a planner would."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from game.towers.planner import Weights, board_of
from game.towers.playout import Board, Plan, Thinker
from game.towers.rules import GAME
from game.towers.state import View


@dataclass(slots=True)
class Trial:
    """A plan, and how it has done in the worlds in which it was tried."""

    plan: Plan
    worlds: int = 0
    total: float = 0.0
    yielded: float = 0.0

    @property
    def ahead(self) -> float:
        """How far ahead of the others it leaves its seat, in points, after the turns to come."""
        return self.total / self.worlds

    @property
    def rivals(self) -> float:
        """How many points it lets the others score until the seat's next turn."""
        return self.yielded / self.worlds

    def run(self, thinker: Thinker, world: Board, rounds: int) -> float:
        """Try the plan in one more world; return what this one comes to."""
        ahead, yielded = thinker.outlook(world, self.plan, rounds)
        self.worlds += 1
        self.total += ahead
        self.yielded += yielded
        return ahead


def search(view: View, thinker: Thinker, plans: Sequence[Plan], w: Weights, rng: random.Random) -> list[Trial]:
    """Return the plans' trials, best first, by sequential halving: each heat is twice as long, for half the plans.

    Nothing is tried where there is but one plan.
    """
    trials = [Trial(plan) for plan in plans]
    running = len(trials)
    for heat in range(w.heats):
        if running == 1:
            break
        for _ in range(w.worlds << heat):
            world = board_of(GAME.determinize(view, rng))
            for trial in trials[:running]:
                trial.run(thinker, world, w.rounds)
        trials[:running] = sorted(trials[:running], key=lambda trial: -trial.total)
        running = (running + 1) // 2
    return trials
