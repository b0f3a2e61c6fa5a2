"""What results say of strength: Elo with its interval, and a test that stops a contest as soon as it is decided.

A result is a share of the win between 0 and 1: the mean over the games of one pair (see `contest`). Games of one deal
depend on each other, pairs do not. With k seats an even contender's share is 1/k.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt
from statistics import fmean, variance
from typing import ClassVar

Z95 = 1.96
"""Standard errors to each side that hold 95% of a normal distribution."""
PRIOR_PAIRS = 4
"""Even pairs that are added where spread is estimated (Agresti and Coull's rule), since a few equal results make no
certainty."""


def share_of(elo: float, seats: int = 2) -> float:
    """Return the share of a contender that is stronger than each of the others by so much Elo."""
    odds: float = 10 ** (elo / 400)
    return odds / (odds + seats - 1)


def elo_of(share: float, seats: int = 2) -> float:
    """Return by how much Elo a contender with that share is stronger than each other; infinite at 0 and 1."""
    if not 0 < share < 1:
        return inf if share >= 1 else -inf
    return 400 * log10(share * (seats - 1) / (1 - share))


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and its standard error, which is infinite for a single value. There must be a value."""
    return fmean(values), sqrt(variance(values) / len(values)) if len(values) > 1 else inf


def even_share(share: float, seats: int) -> float:
    """Return the share that a contender who takes `share` from as many equal ones would take from one of them alone.

    An even one has 1/2 then, however many sit there.
    """
    return share_of(elo_of(share, seats)) if 0 < share < 1 else share


def elo_interval(shares: Sequence[float], seats: int = 2) -> tuple[float, float]:
    """Return the bounds of the 95% interval of the Elo; infinite where nothing bounds it."""
    mean, spread = _with_prior(shares, seats)
    reach = Z95 * sqrt(spread / (len(shares) + PRIOR_PAIRS))
    return elo_of(mean - reach, seats), elo_of(mean + reach, seats)


def _with_prior(shares: Sequence[float], seats: int) -> tuple[float, float]:
    """Return mean and variance with `PRIOR_PAIRS` more, each won or lost whole, as often as by an even contender."""
    number, wins = len(shares) + PRIOR_PAIRS, PRIOR_PAIRS / seats
    mean = (sum(shares) + wins) / number
    squares = sum((share - mean) ** 2 for share in shares) + wins * (1 - mean) ** 2 + (PRIOR_PAIRS - wins) * mean**2
    return mean, squares / number


@dataclass(frozen=True, slots=True)
class Sprt:
    """Sequential probability ratio test: is the Elo at least `elo1`, or at most `elo0`?

    It is generalised to results of any kind: likelihoods are those of normal distributions with the observed spread.
    """

    elo0: float
    elo1: float

    ERROR: ClassVar[float] = 0.05
    """Chance of accepting the wrong one, for both alike."""
    BOUND: ClassVar[float] = log((1 - ERROR) / ERROR)

    def ratio(self, shares: Sequence[float], seats: int = 2) -> float:
        """Return the logarithm of the likelihood ratio; above 0 it speaks for `elo1`."""
        if not shares:
            return 0.0
        low, high = share_of(self.elo0, seats), share_of(self.elo1, seats)
        _, spread = _with_prior(shares, seats)
        return len(shares) * (high - low) * (2 * fmean(shares) - low - high) / (2 * spread)

    def verdict(self, shares: Sequence[float], seats: int = 2) -> float | None:
        """Return the Elo that is accepted, None while more pairs are needed."""
        ratio = self.ratio(shares, seats)
        if abs(ratio) < self.BOUND:
            return None
        return self.elo1 if ratio > 0 else self.elo0
