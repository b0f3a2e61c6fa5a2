"""Bots at all levels: one head (see `policy`), which the hardest also uses to play the next turns out."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from game.engine import Advice, Bot, Seat
from game.minds import Table
from game.wyoming.actions import Play
from game.wyoming.hints import explain
from game.wyoming.policy import DECIDED, Judge, Look, Weights
from game.wyoming.rules import GAME
from game.wyoming.state import State, View


class Heuristic(Bot[Play, View]):
    """Takes the play that leaves the best position, as far as its weights and its wobble let it see."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def choose(self, view: View, actions: Sequence[Play], rng: random.Random) -> Play:
        return self._ranked(view, actions, rng)[0][1]

    def advise(self, view: View, actions: Sequence[Play], rng: random.Random) -> Advice[Play]:
        play = self.choose(view, actions, rng)
        return Advice(play, explain(view, play))

    def _ranked(self, view: View, actions: Sequence[Play], rng: random.Random) -> list[tuple[float, Play]]:
        ranked = Judge(Look(view), self.weights).rank(actions)
        wobble = self.weights.wobble
        if not wobble or ranked[0][0] >= DECIDED:  # nobody overlooks the winning play
            return ranked
        return sorted(((worth + wobble * rng.gauss(0, 1), play) for worth, play in ranked), key=lambda pair: -pair[0])


class Reader(Heuristic):
    """Tries its best candidates against hidden hands and replies as they may be."""

    def choose(self, view: View, actions: Sequence[Play], rng: random.Random) -> Play:
        ranked = self._ranked(view, actions, rng)
        candidates = [(worth, play) for worth, play in ranked[: self.weights.candidates] if worth > -DECIDED]
        if ranked[0][0] >= DECIDED or len(candidates) < 2:
            return ranked[0][1]
        totals = self._try_out(view, [play for _, play in candidates], rng)
        found = (
            (self.weights.prior * worth + total / self.weights.tries, play)
            for (worth, play), total in zip(candidates, totals)
        )
        return max(found, key=lambda pair: pair[0])[1]

    def _try_out(self, view: View, candidates: Sequence[Play], rng: random.Random) -> list[float]:
        """Return the sum of each candidate's results, all against the same hidden hands."""
        assert view.seat is not None
        totals = [0.0] * len(candidates)
        for _ in range(self.weights.tries):
            world = GAME.determinize(view, rng)
            for i, play in enumerate(candidates):
                state = world.copy()
                GAME.apply(state, view.seat, play)
                totals[i] += self._play_out(state, view.seat)
        return totals

    def _play_out(self, state: State, seat: Seat) -> float:
        """Let every seat take its best-looking plays until `seat` has had its turns; return what it has then."""
        turns = self.weights.rounds
        while state.outcome is None:
            if seat not in state.in_play:  # out at a reshuffle (W6)
                return -self.weights.stake
            judge = Judge(Look(GAME.view(state, state.turn)), self.weights)
            worth, play = judge.best(GAME.actions(state, state.turn))
            if state.turn == seat:
                turns -= 1
                if turns == 0 or abs(worth) >= DECIDED:
                    return max(-self.weights.stake, min(self.weights.stake, worth))
            GAME.apply(state, state.turn, play)
        winners = state.outcome.winners
        return self.weights.stake * (1 / len(winners) if seat in winners else -1 if winners else 0)


def make_bot(table: Table) -> Bot[Play, View]:
    """Return the bot that thinks by this table of weights."""
    weights = msgspec.convert(table, Weights)
    return Reader(weights) if weights.tries else Heuristic(weights)
