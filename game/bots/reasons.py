"""Why one way to play is better than another, as clauses with their facts."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, stdev
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, TypeVar

from ..language import Message, fill, tr
from ..text import full_stop, paragraph, sentence

# -- clauses


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a hint; `facts` are what it states, by the names that its `kind` has for them."""

    kind: str
    text: str
    """Without its full stop: it may go on after the play that it is about."""
    facts: dict[str, Any]
    adds: bool = False
    """Whether it only adds to the one before, and is told in one sentence with it."""


NO_WORDS: Mapping[str, str] = MappingProxyType({})


def clause(kind: str, message: Message, words: Mapping[str, str] = NO_WORDS, /, **facts: Any) -> Clause:
    """Return a clause that fills its own message, with the facts and with `words`, which go before facts so named."""
    return Clause(kind, fill(message, **{**facts, **words}), facts)


def adding(clauses: Iterable[Clause]) -> list[Clause]:
    """Return the clauses as ones that only add to the one before."""
    return [replace(clause, adds=True) for clause in clauses]


def reason(clauses: Sequence[Clause]) -> str:
    """Return the first clause, and one more that belongs to it, as what a hint gives for its reason."""
    told = clauses[0].text
    if len(clauses) > 1 and clauses[1].adds:
        both = tr("{first}, and {then}", first=told, then=clauses[1].text)
        return full_stop(both)
    return paragraph([full_stop(told), *(full_stop(sentence(clause.text)) for clause in clauses[1:2])])


# -- reasons


CLEAR = 2.0
"""The fewest standard errors by which a difference is clear."""
KEPT = 0.4
"""A difference is told where its owner keeps such a share of it, all in all."""

AGAIN = 5
"""If nothing stands out, compare again in this many times as many worlds."""


class Fact(NamedTuple):
    """Something that can be counted at the end of a line."""

    kind: str
    """A word of its game's."""
    of: tuple[int, ...] = ()
    """Whose, which one, when: as its kind has it."""


OWN, OTHERS, SEVERAL = range(3)
"""Whose something is: the seat's, its only opponent's or one of several. Facts know the first two."""


def whose(fact: Fact, seats: int) -> int:
    """Return whose a fact is, as sentences have it."""
    owner = fact.of[0] if fact.of else OWN
    return owner if owner == OWN or seats == 2 else SEVERAL


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
    worths: ClassVar[Mapping[str, float]] = {}
    """What one more of a kind is worth to its owner; what is left out is only measured, and never told."""
    least: ClassVar[float] = 1.0
    """The smallest difference that is mentioned."""

    @abstractmethod
    def differences(
        self, view: Any, this: Sequence[Any], other: Sequence[Any], worlds: int, rng: random.Random
    ) -> list[Difference]:
        """Play both lines out, and return what is different: what is best for the seat first."""

    @abstractmethod
    def in_words(self, view: Any, found: Sequence[Difference]) -> str:
        """Return the greatest difference in words: a clause that may go on after the play, with its full stop."""

    def worth(self, fact: Fact, others: int = 1) -> float:
        """Return what one more of a fact is worth to the seat, against so many others."""
        worth = self.worths.get(fact.kind, TOTAL_WORTH if fact.kind == TOTAL else 0.0)
        return -worth / others if fact.of[:1] == (OTHERS,) else worth

    def stands_out(self, view: Any, found: Sequence[Difference]) -> bool:
        """Tell whether there is something worth telling, so that one need not look again."""
        return self.in_words(view, found) != many_things()

    def why(self, view: Any, better: Sequence[Any], other: Sequence[Any], rng: random.Random) -> str | None:
        """Return in words what `better` comes to that `other` does not (see `in_words`); None where that is chance."""
        found = self.differences(view, better, other, self.worlds, rng)
        if self.stands_out(view, found) and is_better(found):
            return self.in_words(view, found)
        found = self.differences(view, better, other, AGAIN * self.worlds, rng)
        if not is_better(found):
            return None
        totals = [one.worth for one in found if one.fact.kind == TOTAL]
        if totals and sum(totals) <= 0 and whole_of(found) and not self.stands_out(view, found):
            return None  # what can be counted speaks against what the search values
        return self.in_words(view, found)


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
            found.append(Difference(fact, this, other, fmean(gains) * worth(fact), is_clear(gains)))
    return sorted(found, key=lambda difference: -difference.worth)


WHOLE = "whole"
"""The kind of fact that is what a line comes to in its game's search; it is worth 0, so that it is never told."""
TOTAL, TOTAL_WORTH, SUMS = "total", 0.5, 0.75
"""The kind of fact that is the sum of all others of an owner, who is the first of `of`; it is told as a last resort.

What one more of it is worth to be told; and by how much less, where a part of it may be told instead.
"""


def greatest(found: Sequence[Difference], least: float, apart: Collection[str] = ()) -> Difference | None:
    """Return the clear difference that is worth most, at least so much; not one that its owner loses elsewhere.

    A sum is told where it is worth clearly more than any part of it.

    What is of a kind in `apart` is no part of the total.
    """
    totals = {one.fact.of[:1]: one.worth / TOTAL_WORTH for one in found if one.fact.kind == TOTAL}
    kinds = defaultdict[tuple[str, tuple[int, ...]], float](float)
    for one in found:
        kinds[one.fact.kind, one.fact.of[:1]] += one.worth
    for one in sorted(found, key=lambda one: -one.worth * (SUMS if one.fact.kind == TOTAL else 1)):
        owner = one.fact.of[:1]
        left = min(kinds[one.fact.kind, owner], totals.get(owner, one.worth))
        if one.fact.kind in apart:
            left = one.worth
        if one.is_clear and one.worth >= least and left >= KEPT * one.worth:
            return one
    return None


def whole_of(found: Sequence[Difference]) -> Difference | None:
    """Return what the lines come to in their game's search; None where it was not measured."""
    return next((one for one in found if one.fact.kind == WHOLE), None)


def is_better(found: Sequence[Difference]) -> bool:
    """Tell whether lines differ, and not by luck or by less than can be named, where the whole of it was measured."""
    whole = whole_of(found)
    return bool(found) if whole is None else whole.is_clear and round(whole.more) > 0


def is_clear(gains: Sequence[float]) -> bool:
    """Tell whether gains in some worlds are more than luck."""
    error = stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else 0.0
    return abs(fmean(gains)) > CLEAR * error


def percent(share: float) -> int:
    return round(100 * share)


def many_things() -> str:
    """Return what is said where no difference stands out."""
    return tr("no single reason decides it: many small ones add up.")
