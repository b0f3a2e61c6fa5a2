"""Why one way to play is better than another: both are played out with the same luck, and the facts compared.

Each game says what it counts at the end of a line, what that is worth to the seat, and how a difference is told.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, ClassVar, NamedTuple, TypeVar

from topping_out.game.language import tr

CLEAR = 2.0
"""A difference is clear from so many standard errors on."""
KEPT = 0.4
"""A difference is told where its owner keeps such a share of it, all in all."""

AGAIN = 5
"""Where nothing stands out, one looks again in so many times as many worlds."""


class Fact(NamedTuple):
    """Something that can be counted at the end of a line."""

    kind: str
    """A word of its game's."""
    of: tuple[int, ...] = ()
    """Whose, which one, when: as its kind has it."""


Facts = Mapping[Fact, float]
"""What was counted at the end of a line; 0 where a fact is missing."""


class Difference(NamedTuple):
    """What was counted on average at the end of the better line, and at the end of the other."""

    fact: Fact
    this: float
    other: float
    worth: float = 0.0
    """What it is worth to the seat, in the unit of its game."""
    is_clear: bool = True
    """Whether it is more than luck."""

    @property
    def more(self) -> float:
        return self.this - self.other


class Reasons(ABC):
    """Finds out what two lines of one game come to differently, and tells it."""

    worlds: ClassVar[int] = 40
    """In how many of them lines are played out for a reason that somebody waits for."""

    @abstractmethod
    def differences(
        self, view: Any, this: Sequence[Any], other: Sequence[Any], worlds: int, rng: random.Random
    ) -> list[Difference]:
        """Play both lines out, and return what is different: what is best for the seat first."""

    @abstractmethod
    def tell(self, view: Any, found: Sequence[Difference]) -> str:
        """Return the greatest difference in words: a clause that may go on after the play, with its full stop."""

    def why(self, view: Any, this: Sequence[Any], other: Sequence[Any], rng: random.Random) -> str:
        """Return in words what `this` comes to that `other` does not (see `tell`)."""
        told = self.tell(view, self.differences(view, this, other, self.worlds, rng))
        if told != many_things():
            return told
        return self.tell(view, self.differences(view, this, other, AGAIN * self.worlds, rng))


W = TypeVar("W")
L = TypeVar("L")


def compare(
    lines: tuple[L, L], worlds: int, draw: Callable[[], W], play_out: Callable[[W, L], Facts],
    worth: Callable[[Fact], float],
) -> list[Difference]:  # fmt: skip
    """Return the differences between what two lines come to in so many worlds, the same ones for both.

    `play_out` must leave the world as it was; `worth` returns what one more of a fact is worth to the seat.
    """
    drawn = [draw() for _ in range(worlds)]
    ends = [[play_out(world, line) for line in lines] for world in drawn]
    found = []
    for fact in dict.fromkeys(fact for pair in ends for end in pair for fact in end):
        gains = [one.get(fact, 0.0) - two.get(fact, 0.0) for one, two in ends]
        if any(gains):
            this, other = (fmean(pair[i].get(fact, 0.0) for pair in ends) for i in (0, 1))
            found.append(Difference(fact, this, other, fmean(gains) * worth(fact), _is_clear(gains)))
    return sorted(found, key=lambda difference: -difference.worth)


TOTAL, TOTAL_WORTH = "total", 0.5
"""The kind of fact that is the sum of all others of an owner, who is the first of `of`; it is told as a last resort."""


def greatest(found: Sequence[Difference], least: float) -> Difference | None:
    """Return the clear difference that is worth most, at least so much; not one that its owner loses elsewhere."""
    totals = {one.fact.of[:1]: one.worth / TOTAL_WORTH for one in found if one.fact.kind == TOTAL}
    for difference in found:
        left = totals.get(difference.fact.of[:1], difference.worth)
        if difference.is_clear and difference.worth >= least and left >= KEPT * difference.worth:
            return difference
    return None


def _is_clear(gains: Sequence[float]) -> bool:
    error = stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else 0.0
    return abs(fmean(gains)) > CLEAR * error


def percent(share: float) -> int:
    return round(100 * share)


def many_things() -> str:
    """Return what is said where no difference stands out."""
    return tr("no single thing decides it: many small ones add up.")
