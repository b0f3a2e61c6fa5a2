"""How well a game was played, from 0 to 100, by what the decisions cost; and what each level comes to by that.

The accuracy is 100 · 0.7 ** (c / m): c is what a decision cost on average, m what one of level medium costs. So no cost
at all is 100, and medium's decisions, all taken together, are 70. A decision cheaper than `LEAST` counts as one without
cost; one that left no choice, or on which the judge has nothing to say, does not count. What the levels' decisions cost
is in the game's `accuracy.toml`, measured by `python build/measure/accuracy.py GAME` on the same positions for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from statistics import fmean
from typing import Annotated

import msgspec

from topping_out.game import registry
from topping_out.game.text_files import read_toml

LEAST = 0.5
"""A decision that costs less than this, in what the game counts mistakes in, was good enough."""
FILE = "accuracy.toml"
USUAL, USUAL_SHARE = "medium", 0.7
"""The level that accuracies go by, and what its decisions come to, of 1."""


class Scale(msgspec.Struct, frozen=True):
    """What accuracies of a game are measured by."""

    costs: dict[str, Annotated[float, msgspec.Meta(ge=0)]]
    """What a decision of the bots' levels costs on average; one hardly better than the one below it is left out."""

    def accuracy(self, cost: float) -> float:
        """Return the accuracy, 0 to 100, of decisions that cost so much on average."""
        return float(100 * USUAL_SHARE ** (cost / self.costs[USUAL]))

    @property
    def levels(self) -> dict[str, float]:
        """The accuracy of each level, weakest first."""
        return {level: self.accuracy(cost) for level, cost in self.costs.items()}


@cache
def scale_of(game: str) -> Scale | None:
    """Return the scale of a game; None where nobody has measured one."""
    path = registry.data_file(game, FILE)
    return registry.read(game, FILE, lambda: read_toml(path, Scale), None) if path else None


def accuracy_of(game: str, cost: float) -> float | None:
    """Return the accuracy, 0 to 100, of decisions that cost so much on average; None for a game without a scale."""
    scale = scale_of(game)
    return scale.accuracy(cost) if scale else None


def average_cost(costs: Sequence[float]) -> float:
    """Return what a decision cost on average, the small costs left out; 0 where there was none."""
    return fmean([cost if cost >= LEAST else 0.0 for cost in costs] or [0.0])
