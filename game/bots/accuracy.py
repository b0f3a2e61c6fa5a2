"""How well a game was played, from 0 to 100, by what the decisions cost; and what each level comes to by that.

The accuracy is 100 · exp(-c / s): c is what a decision cost on average, s the game's scale. So no cost at all is 100,
and every s of average cost leaves 37 % of what was there. A decision cheaper than `LEAST` counts as one without cost;
one that left no choice, or on which the judge has nothing to say, does not count. The scale of each game is such
that level medium averages about 70 against itself; it is in the game's `accuracy.toml`, measured by
`python build/measure/accuracy.py GAME`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp
from statistics import fmean
from typing import Annotated

import msgspec

from game import registry

LEAST = 0.5
"""A decision that costs less than this, in what the game counts mistakes in, was good enough."""
FILE = "accuracy.toml"


class Scale(msgspec.Struct, frozen=True):
    """What accuracies of a game are measured by."""

    scale: Annotated[float, msgspec.Meta(gt=0)]
    """The average cost of a decision, in the unit of `Verdict.cost`, that leaves 37 of 100."""
    levels: dict[str, float]
    """What each level of the bots averages."""

    def accuracy(self, cost: float) -> float:
        """Return the accuracy, 0 to 100, of decisions that cost so much on average."""
        return 100 * exp(-cost / self.scale)


@cache
def scale_of(game: str) -> Scale | None:
    """Return the scale of a game; None where nobody has measured one."""
    path = registry.data_file(game, FILE)
    return msgspec.toml.decode(path.read_bytes(), type=Scale) if path else None


def accuracy_of(game: str, cost: float) -> float | None:
    """Return the accuracy, 0 to 100, of decisions that cost so much on average; None for a game without a scale."""
    scale = scale_of(game)
    return scale.accuracy(cost) if scale else None


def average_cost(costs: Sequence[float]) -> float:
    """Return what a decision cost on average, the small costs left out; 0 where there was none."""
    return fmean([cost if cost >= LEAST else 0.0 for cost in costs] or [0.0])
