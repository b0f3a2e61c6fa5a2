"""Trying plans out: each against the same hidden hands and draws, by playing the next turns as a planner would."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from game.towers.actions import Action, End
from game.towers.bots.planner import Weights, board_of, play, sight_of, steps_of
from game.towers.bots.playout import Board, Plan, Thinker
from game.towers.rules import GAME
from game.towers.state import View

FEWEST = 2
"""Seats, to which the first number of worlds belongs."""
DUELS = 24
"""Worlds in which a step that was played is compared with the best."""


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

    def run(self, thinker: Thinker, world: Board) -> float:
        """Try the plan in one more world; return what this one comes to."""
        ahead, yielded = thinker.outlook(world, self.plan)
        self.worlds += 1
        self.total += ahead
        self.yielded += yielded
        return ahead


def search(
    view: View, thinker: Thinker, plans: Sequence[Plan], w: Weights, rng: random.Random, before: Action | None = None
) -> list[Trial]:
    """Return the plans' trials, best first, by sequential halving: each heat is twice as long, for half the plans.

    They begin after the step `before`, if there is one. Nothing is tried where there is but one plan.
    """
    trials = [Trial(plan) for plan in plans]
    running = len(trials)
    for heat in range(w.heats):
        if running == 1:
            break
        for _ in range(w.worlds[view.variant.seats - FEWEST] << heat):
            world = world_of(view, rng, before)
            for trial in trials[:running]:
                trial.run(thinker, world)
        trials[:running] = sorted(trials[:running], key=lambda trial: -trial.total)
        running = (running + 1) // 2
    return trials


def cost_of(view: View, thinker: Thinker, best: Plan, played: Action, w: Weights, rng: random.Random) -> float:
    """Return what a step has lost beside the best plan, in points; 0 where that may be the worlds' luck.

    The best plan that goes on from the step is looked for, and both are tried in the same fresh worlds.
    """
    deck, sight = view.variant.deck, sight_of(view)
    first, *others = steps_of(deck, sight, best)
    if played == first or played in others[:-1]:
        return 0.0
    if isinstance(played, End):
        before, plan = None, Plan(0.0, (), (), b"")
    else:
        before = played
        play(sight, deck, played)
        plan = search(view, thinker, thinker.plans(sight, max(1, w.candidates // 3)), w, rng, before)[0].plan
    losses = []
    for _ in range(DUELS):
        world = world_of(view, rng)
        after = world.copy()
        if before is not None:
            play(after, deck, before)
        losses.append(thinker.outlook(world, best)[0] - thinker.outlook(after, plan)[0])
    cost = fmean(losses)
    return cost if cost > stdev(losses) / DUELS**0.5 else 0.0


def world_of(view: View, rng: random.Random, before: Action | None = None) -> Board:
    """Return what may lie behind the view, after a step."""
    world = board_of(GAME.determinize(view, rng))
    if before is not None:
        play(world, view.variant.deck, before)
    return world
