"""What searches of several games share, and the bots of a game that brings none."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Generic, TypeVar

from .. import roster
from ..engine import Advice, AnyGame, Bot, RandomBot, Verdict
from ..language import tr

# -- search


T = TypeVar("T")


@dataclass(slots=True)
class Candidate(Generic[T]):
    """A choice, and how it has done in the worlds in which it was tried."""

    choice: T
    prior: float = 0.0
    """What is thought of it before any trial, in the unit of the results."""
    total: float = 0.0
    tried: int = 0
    """The number of worlds in which it was tried; `total` is the sum of its results there."""

    @property
    def mean(self) -> float:
        """The average of its results; 0 before the first."""
        return self.total / max(1, self.tried)

    @property
    def worth(self) -> float:
        """What it is ranked by."""
        return self.mean + self.prior


C = TypeVar("C", bound=Candidate[Any])
W = TypeVar("W")


def sample_worlds(
    candidates: Sequence[C], worlds: int, draw: Callable[[], W], play_out: Callable[[W, C], float]
) -> list[list[float]]:
    """Try every candidate in each of so many worlds; return the results by world, in the order of the candidates.

    `draw` returns a world, `play_out` what a candidate comes to in it; it must leave the world as it was.
    """
    results = []
    for _ in range(worlds):
        world = draw()
        row = [play_out(world, candidate) for candidate in candidates]
        for candidate, result in zip(candidates, row):
            candidate.total += result
            candidate.tried += 1
        results.append(row)
    return results


def halve(
    candidates: Sequence[C], schedule: Sequence[int], draw: Callable[[], W], play_out: Callable[[W, C], float]
) -> list[C]:
    """Return the candidates, best first, by sequential halving: each round tries the better half of the one before.

    `schedule` is the number of worlds of each round. A single candidate is not tried.
    """
    left, beaten = list(candidates), list[C]()
    for worlds in schedule:
        if len(left) < 2:
            break
        sample_worlds(left, worlds, draw, play_out)
        left.sort(key=lambda candidate: -candidate.worth)
        half = (len(left) + 1) // 2
        left, beaten = left[:half], left[half:] + beaten
    return left + beaten


def even_schedule(candidates: int, playouts: int) -> list[int]:
    """Return a schedule that halves down to one candidate, with about as many playouts in each round."""
    rounds = max(1, (candidates - 1).bit_length())
    schedule = []
    for _ in range(rounds):
        schedule.append(max(1, playouts // rounds // candidates))
        candidates = (candidates + 1) // 2
    return schedule


CLEAR = 2.0
"""The smallest difference that is mentioned, in standard errors; a smaller one may be luck."""


def clear_gain(gains: Sequence[float]) -> float:
    """Return what a choice gains over another, on average over some worlds; 0 where there is no real difference."""
    gain = fmean(gains)
    return gain if gain > CLEAR * stdev(gains) / sqrt(len(gains)) else 0.0


def cost_of(gains: Sequence[float]) -> float:
    """Return what a mistake has cost, given what the better choice gains over it in each of some worlds.

    It is the average; 0 where that is within its standard error, and so may be the luck of the worlds.
    """
    if len(gains) < 2:
        return 0.0
    gain = fmean(gains)
    return gain if gain > stdev(gains) / sqrt(len(gains)) else 0.0


# -- playouts


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
