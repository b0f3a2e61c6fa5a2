"""Bots at three levels: one head (see `policy`), which the hardest also uses to play the next turns out."""

from __future__ import annotations

import random
from collections.abc import Sequence

from game.engine import Advice, Bot, Seat
from game.wyoming.actions import Play
from game.wyoming.hints import explain
from game.wyoming.policy import DECIDED, Judge, Look, Weights, load_weights
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
        candidates = [play for worth, play in ranked[: self.weights.candidates] if worth > -DECIDED]
        if ranked[0][0] >= DECIDED or len(candidates) < 2:
            return ranked[0][1]
        return max(zip(self._try_out(view, candidates, rng), candidates), key=lambda pair: pair[0])[1]

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
        """Let every seat take its best-looking plays for some turns; return how that leaves `seat`, 0 to 1."""
        for _ in range(self.weights.plies):
            if state.outcome:
                return (seat in state.outcome.winners) / max(1, len(state.outcome.winners))
            judge = Judge(Look(GAME.view(state, state.turn)), self.weights)
            GAME.apply(state, state.turn, max(GAME.actions(state, state.turn), key=judge.appraise))
        return self._standing(state, seat)

    def _standing(self, state: State, seat: Seat) -> float:
        """Return the seat's share of the race for the Sky, towers and fitting cards in hand counted."""
        reaches = [Look(GAME.view(state, s)).best_reach() ** 3 for s in state.in_play]
        mine = reaches[state.in_play.index(seat)] if seat in state.in_play else 0.0
        return mine / (sum(reaches) or 1.0)


def make_bot(level: str) -> Bot[Play, View]:
    """Return the bot of one of the levels easy, medium, hard."""
    weights = load_weights()[level]
    return Reader(weights) if weights.tries else Heuristic(weights)
