"""What results are worth: Elo with its interval, and a test that stops a contest as soon as it is decided.

A result is a share of the win between 0 and 1, the mean over the games of one pair (see `arena`): games of one deal
depend on each other, pairs do not. With k seats, each for itself, an even contender's share is 1/k.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt
from statistics import fmean, variance
from typing import ClassVar

Z95 = 1.96
"""So many standard errors to each side hold 95 % of a normal distribution."""
DOUBT = 4
"""So many even pairs are thought added where spread is estimated (Agresti and Coull's rule): a few equal results do not
make a certainty."""


def share_of(elo: float, seats: int = 2) -> float:
    """Return the share that a contender so much stronger than each of the others wins."""
    odds: float = 10 ** (elo / 400)
    return odds / (odds + seats - 1)


def elo_of(share: float, seats: int = 2) -> float:
    """Return by how much a contender with that share is stronger than each of the others; infinite at 0 and 1."""
    if not 0 < share < 1:
        return inf if share >= 1 else -inf
    return 400 * log10(share * (seats - 1) / (1 - share))


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and its standard error, which one value alone leaves infinite; not for no values."""
    return fmean(values), sqrt(variance(values) / len(values)) if len(values) > 1 else inf


def elo_interval(shares: Sequence[float], seats: int = 2) -> tuple[float, float]:
    """Return the bounds between which the Elo lies in 95 of 100 cases; infinite where nothing bounds it."""
    mean, spread = _doubtful(shares, seats)
    reach = Z95 * sqrt(spread / (len(shares) + DOUBT))
    return elo_of(mean - reach, seats), elo_of(mean + reach, seats)


def _doubtful(shares: Sequence[float], seats: int) -> tuple[float, float]:
    """Return mean and variance with `DOUBT` pairs more: each won or lost whole, as often as by an even contender."""
    number, wins = len(shares) + DOUBT, DOUBT / seats
    mean = (sum(shares) + wins) / number
    squares = sum((share - mean) ** 2 for share in shares) + wins * (1 - mean) ** 2 + (DOUBT - wins) * mean**2
    return mean, squares / number


@dataclass(frozen=True, slots=True)
class Sprt:
    """Sequential probability ratio test: is the Elo rather `elo1` or more than `elo0` or less?

    Generalised to results of any kind: the likelihoods are those of normal distributions with the spread observed.
    """

    elo0: float
    elo1: float

    ERROR: ClassVar[float] = 0.05
    """Chance of either mistake."""
    BOUND: ClassVar[float] = log((1 - ERROR) / ERROR)

    def ratio(self, shares: Sequence[float], seats: int = 2) -> float:
        """Return the logarithm of the likelihoods' ratio; above 0 it speaks for `elo1`."""
        if not shares:
            return 0.0
        low, high = share_of(self.elo0, seats), share_of(self.elo1, seats)
        _, spread = _doubtful(shares, seats)
        return len(shares) * (high - low) * (2 * fmean(shares) - low - high) / (2 * spread)

    def verdict(self, shares: Sequence[float], seats: int = 2) -> float | None:
        """Return the Elo that is accepted, None while more pairs are needed."""
        ratio = self.ratio(shares, seats)
        if abs(ratio) < self.BOUND:
            return None
        return self.elo1 if ratio > 0 else self.elo0
