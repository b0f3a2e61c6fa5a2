"""Search functions that several games share, and bots for games that have none."""

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
    """A choice with its results in the worlds in which it was tried."""

    choice: T
    prior: float = 0.0
    """An estimate before any trial, in the unit of the results."""
    total: float = 0.0
    tried: int = 0
    """The number of worlds in which it was tried; `total` is the sum of its results there."""

    @property
    def mean(self) -> float:
        """The average of its results; 0 before the first."""
        return self.total / max(1, self.tried)

    @property
    def worth(self) -> float:
        """The value by which candidates are ranked."""
        return self.mean + self.prior


C = TypeVar("C", bound=Candidate[Any])
W = TypeVar("W")


def sample_worlds(
    candidates: Sequence[C], worlds: int, draw: Callable[[], W], play_out: Callable[[W, C], float]
) -> list[list[float]]:
    """Try every candidate in each of this many worlds; return the results by world, in the order of the candidates.

    `draw` returns a world. `play_out` returns the result of a candidate in it, and must leave the world unchanged.
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
    """Return the candidates, best first, by sequential halving: each round tries the better half of the last one.

    `schedule` is the number of worlds in each round. A single candidate is not tried.
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
    """Return a schedule that halves down to one candidate with about the same number of playouts in each round."""
    rounds = max(1, (candidates - 1).bit_length())
    schedule = []
    for _ in range(rounds):
        schedule.append(max(1, playouts // rounds // candidates))
        candidates = (candidates + 1) // 2
    return schedule


CLEAR = 2.0
"""A difference is clear if it is larger than this many standard errors. A smaller one may be chance."""


def standard_error(gains: Sequence[float]) -> float:
    """Return the standard error of the average of two or more gains."""
    return stdev(gains) / sqrt(len(gains))


def clear_gain(gains: Sequence[float]) -> float:
    """Return the average gain of a choice over another in several worlds, or 0 if there is no clear difference."""
    gain = fmean(gains)
    return gain if gain > CLEAR * standard_error(gains) else 0.0


def cost_of(gains: Sequence[float]) -> float:
    """Return the cost of a mistake, given the gain of the better choice over it in each of several worlds.

    This is the average, or 0 if the average is within its standard error and may be chance.
    """
    if len(gains) < 2:
        return 0.0
    gain = fmean(gains)
    return gain if gain > standard_error(gains) else 0.0


# -- playouts


PLAYOUTS = dict(zip(roster.LEVELS, (1, 3, 10, 40, 150)))
"""The average number of playouts per action, by level."""
LONGEST = 300
"""The most actions of a playout. After them it ends without a winner."""
JUDGE_WORLDS = 200
"""Number of worlds in which a decision is compared with a better one."""


class PlayoutBot(Bot[Any, Any]):
    """Chooses the action that wins the most random playouts."""

    def __init__(self, game: AnyGame, playouts: int) -> None:
        self.game, self.playouts = game, playouts

    def choose(self, view: Any, actions: Sequence[Any], rng: random.Random) -> Any:
        return self._search(view, actions, rng).choice

    def advise(self, view: Any, actions: Sequence[Any], rng: random.Random) -> Advice[Any]:
        return _advice(self._search(view, actions, rng))

    def judge(self, view: Any, actions: Sequence[Any], played: Any, rng: random.Random) -> Verdict[Any]:
        """Find the best action, then compare it with `played` in fresh worlds. The cost is in wins per 100 games."""
        best = self._search(view, actions, rng)
        if best.choice == played:
            return Verdict(_advice(best), 0.0)
        worlds = _Worlds(self.game, view, rng)
        results = sample_worlds([Candidate(best.choice), Candidate(played)], JUDGE_WORLDS, worlds.draw, worlds.play_out)
        return Verdict(_advice(best), 100 * cost_of([better - own for better, own in results]))

    def _search(self, view: Any, actions: Sequence[Any], rng: random.Random) -> Candidate[Any]:
        worlds = _Worlds(self.game, view, rng)
        schedule = even_schedule(len(actions), self.playouts * len(actions))
        return halve([Candidate(action) for action in actions], schedule, worlds.draw, worlds.play_out)[0]


class _Worlds:
    """Random worlds that are consistent with a view, and random playouts from them."""

    def __init__(self, game: AnyGame, view: Any, rng: random.Random) -> None:
        self.game, self.view, self.rng = game, view, rng

    def draw(self) -> Any:
        return self.game.determinize(self.view, self.rng)

    def play_out(self, world: Any, candidate: Candidate[Any]) -> float:
        """Return the acting seat's share of the win, 0 to 1, after this choice, if the rest is played at random."""
        game, state = self.game, world.copy()
        seat = min(game.actors(state))
        game.apply(state, seat, candidate.choice)
        for _ in range(LONGEST):
            if outcome := game.outcome(state):
                return outcome.share(seat)
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
    """Return the bot of a level for a game without weights. In a live game it chooses any legal action at random."""
    return RandomBot() if game.live else PlayoutBot(game, PLAYOUTS[level])
