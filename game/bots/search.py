"""What the searches of several games share: candidates tried in the same worlds, fewer of them every round.

A *world* is one way in which the hidden cards may lie. All candidates are tried in the same worlds, so that luck
cancels out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Generic, TypeVar

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
"""From so many standard errors on, a difference is told; below, it may be the luck of the worlds."""


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
