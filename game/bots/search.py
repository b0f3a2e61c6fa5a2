"""Search functions that several games share, and bots for games that have none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Generic, TypeVar

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
