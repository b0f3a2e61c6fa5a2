"""Compares plays by playing them out in possible worlds: ways in which the hidden cards may lie."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from topping_out.game.bots.search import Candidate, even_schedule, halve, sample_worlds
from topping_out.game.wyoming.actions import Play
from topping_out.game.wyoming.bots.core.playout import play_out, weigh
from topping_out.game.wyoming.bots.weights import Weights
from topping_out.game.wyoming.bots.worlds import Worlds, kept_for, values_for
from topping_out.game.wyoming.legal_plays import code_of
from topping_out.game.wyoming.state import State, View

Tried = Candidate[Play]
"""A play; its results are shares of the win, from 0 to 1, and so is its prior."""


class Forecast(NamedTuple):
    """Whether a rival wins in a world before the seat's next turn, and whether the seat can win by it."""

    lost: bool
    won: bool


class PlaySearch:
    """Tries plays of one position in possible worlds."""

    def __init__(self, view: View, weights: Weights, rng: random.Random) -> None:
        assert view.seat is not None
        self.seat = view.seat
        self.weights = weights
        self.rng = rng
        self.worlds = Worlds(view, kept_for(weights.values, view.variant.seats))
        self.values = values_for(weights.values, view.variant)
        self.playouts = weights.playouts * 2 // view.variant.seats
        """How many in all: fewer where each one takes longer, with more seats or with a deadline to watch."""
        if view.variant.sudden_death or view.variant.deadlines or view.variant.finicky:
            self.playouts = self.playouts * 2 // 3

    def first_scores(self) -> dict[int, int]:
        """Return by code how good each play looks to the policy of the playouts."""
        return {scored & 511: scored >> 9 for scored in weigh(self.worlds.draw(self.rng), self.values)}

    def narrow(self, candidates: Sequence[Tried], playouts: int) -> list[Tried]:
        """Return the candidates, best first, after `playouts` playouts in all."""
        return halve(candidates, even_schedule(len(candidates), playouts), self.draw, self.play_out)

    def compare(self, best: Tried, other: Tried, worlds: int) -> list[float]:
        """Return by how much the first does better than the other, in each of `worlds` new worlds."""
        results = sample_worlds([best, other], worlds, self.draw, self.play_out)
        return [one - two for one, two in results]

    def draw(self) -> State:
        return self.worlds.draw(self.rng)

    def play_out(self, world: State, candidate: Tried) -> float:
        after = self._after(world, candidate)
        return play_out(after, self.seat, self.weights.rounds, self.values)

    def _after(self, world: State, candidate: Tried) -> State:
        after = world.copy()
        after.step(code_of(candidate.choice, self.worlds.view.variant))
        return after

    def forecasts(self, candidates: Sequence[Tried], worlds: int) -> list[list[Forecast]]:
        """Return by world each candidate's forecast up to the seat's next turn."""
        found = []
        for world in [self.draw() for _ in range(worlds)]:
            afters = [self._after(world, candidate) for candidate in candidates]
            ends = [play_out(after, self.seat, 1, self.values) for after in afters]
            found.append([Forecast(bool(after.outcome) and end == 0, end == 1) for after, end in zip(afters, ends)])
        return found
