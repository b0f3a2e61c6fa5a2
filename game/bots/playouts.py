"""The bots of a game that brings none: they play every action out at random, in worlds as they may be."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from topping_out.game import roster
from topping_out.game.bots.search import Candidate, cost_of, even_schedule, halve, sample_worlds
from topping_out.game.engine import Advice, AnyGame, Bot, RandomBot, Verdict
from topping_out.game.language import tr

PLAYOUTS = dict(zip(roster.LEVELS, (1, 3, 10, 40, 150)))
"""How often a bot of each level plays out each of its actions, on average."""
LONGEST = 300
"""Actions after which a playout ends without a winner."""
JUDGED = 200
"""Worlds in which a decision is compared with a better one."""


class PlayoutBot(Bot[Any, Any]):
    """Takes the action that wins most of its random playouts."""

    def __init__(self, game: AnyGame, playouts: int) -> None:
        self.game, self.playouts = game, playouts

    def choose(self, view: Any, actions: Sequence[Any], rng: random.Random) -> Any:
        return self._search(view, actions, rng).choice

    def advise(self, view: Any, actions: Sequence[Any], rng: random.Random) -> Advice[Any]:
        return _advice(self._search(view, actions, rng))

    def judge(self, view: Any, actions: Sequence[Any], played: Any, rng: random.Random) -> Verdict[Any]:
        """Find the best action first, then compare it with `played` in fresh worlds, in wins in 100 games."""
        best = self._search(view, actions, rng)
        if best.choice == played:
            return Verdict(_advice(best), 0.0)
        worlds = _Worlds(self.game, view, rng)
        results = sample_worlds([Candidate(best.choice), Candidate(played)], JUDGED, worlds.draw, worlds.play_out)
        return Verdict(_advice(best), 100 * cost_of([better - own for better, own in results]))

    def _search(self, view: Any, actions: Sequence[Any], rng: random.Random) -> Candidate[Any]:
        worlds = _Worlds(self.game, view, rng)
        schedule = even_schedule(len(actions), self.playouts * len(actions))
        return halve([Candidate(action) for action in actions], schedule, worlds.draw, worlds.play_out)[0]


class _Worlds:
    """The ways in which what a seat does not know may lie, and how games go on from there."""

    def __init__(self, game: AnyGame, view: Any, rng: random.Random) -> None:
        self.game, self.view, self.rng = game, view, rng

    def draw(self) -> Any:
        return self.game.determinize(self.view, self.rng)

    def play_out(self, world: Any, candidate: Candidate[Any]) -> float:
        """Return the share of the win, 0 to 1, of the seat that is to act, once it has done this and all is random."""
        game, state = self.game, world.copy()
        seat = min(game.actors(state))
        game.apply(state, seat, candidate.choice)
        for _ in range(LONGEST):
            if outcome := game.outcome(state):
                return 1 / len(outcome.winners) if seat in outcome.winners else 0.0
            actor = min(game.actors(state))
            game.apply(state, actor, self.rng.choice(game.actions(state, actor)))
        return 0.0


def _advice(best: Candidate[Any]) -> Advice[Any]:
    if not best.tried:
        return Advice(best.choice, tr("There's nothing else to do."))
    return Advice(
        best.choice,
        tr("It wins {percent}% of random games played out from here.", percent=round(100 * best.mean)),
    )


def default_bot(game: AnyGame, level: str) -> Bot[Any, Any]:
    """Return the bot of a level for a game that brings no weights; in a live game, one that does anything legal."""
    return RandomBot() if game.live else PlayoutBot(game, PLAYOUTS[level])
