"""Candidates compared by playing them out: the same worlds for all of them, fewer candidates every round."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from game.wyoming.actions import Play
from game.wyoming.bots.evaluation import Weights
from game.wyoming.bots.playout import World, play_out, weigh
from game.wyoming.bots.worlds import Worlds, values_for
from game.wyoming.state import View


@dataclass(slots=True)
class Candidate:
    """A play, what it looks worth at first sight, and how it fared in the worlds tried so far."""

    play: Play
    code: int
    sight: float
    """From 0 to 1, added to the share of the win."""
    won: float = 0.0
    worlds: int = 0

    @property
    def share(self) -> float:
        """The share of the win over the worlds tried."""
        return self.won / max(1, self.worlds)

    @property
    def worth(self) -> float:
        return self.share + self.sight


@dataclass(frozen=True, slots=True)
class Fate:
    """How often, from 0 to 1, a rival wins before one's next turn, and how often one can win on it."""

    lost: float
    won: float


class Search:
    """Tries plays of one position in worlds that could lie behind the view."""

    def __init__(self, view: View, weights: Weights, rng: random.Random) -> None:
        assert view.seat is not None
        self.seat = view.seat
        self.weights = weights
        self.rng = rng
        self.worlds = Worlds(view)
        self.values = values_for(weights.values, view.variant)
        self.playouts = weights.playouts * 2 // view.variant.seats
        """So many in all: with more seats each one takes longer, and so where an end must be kept in sight."""
        if view.variant.sudden_death or view.variant.deadlines or view.variant.finicky:
            self.playouts = self.playouts * 2 // 3

    def first_scores(self) -> dict[int, int]:
        """Return by code how good each play looks to the policy of the playouts."""
        return {scored & 511: scored >> 9 for scored in weigh(self.worlds.draw(self.rng), self.values)}

    def narrow(self, candidates: list[Candidate], playouts: int) -> list[Candidate]:
        """Play all out, then the better half, and so on to the last two; return all, best first."""
        rounds = max(1, (len(candidates) - 1).bit_length())
        live, beaten = candidates, list[Candidate]()
        for number in range(rounds):
            self.try_out(live, max(1, playouts // rounds // len(live)))
            live = sorted(live, key=lambda candidate: -candidate.worth)
            if number < rounds - 1:
                keep = (len(live) + 1) // 2
                live, beaten = live[:keep], live[keep:] + beaten
        return live + beaten

    def try_out(self, candidates: Sequence[Candidate], worlds: int) -> list[list[float]]:
        """Play the candidates out, each in the same worlds; return by world what each one won."""
        results = []
        for _ in range(worlds):
            world = self.worlds.draw(self.rng)
            row = [self._play_out(world, candidate.code) for candidate in candidates]
            for candidate, won in zip(candidates, row):
                candidate.won += won
                candidate.worlds += 1
            results.append(row)
        return results

    def _play_out(self, world: World, code: int) -> float:
        after = world.copy()
        after.apply(code)
        return play_out(after, self.seat, self.weights.rounds, self.values)

    def fates(self, candidates: Sequence[Candidate], worlds: int) -> list[Fate]:
        """Return what comes of each candidate by one's next turn, in the same worlds."""
        lost, won = [0.0] * len(candidates), [0.0] * len(candidates)
        for _ in range(worlds):
            world = self.worlds.draw(self.rng)
            for i, candidate in enumerate(candidates):
                after = world.copy()
                after.apply(candidate.code)
                end = play_out(after, self.seat, 1, self.values)
                lost[i] += after.over and end == 0
                won[i] += end == 1
        return [Fate(a / worlds, b / worlds) for a, b in zip(lost, won)]
