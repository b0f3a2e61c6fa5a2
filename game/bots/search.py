"""What bots of several games share: searches in possible worlds, and reasons why one line of play is better."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, stdev
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from ..language import Message, Own, fill, mark, tr
from ..text import full_stop, paragraph, sentence

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


# -- clauses


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a hint. `facts` are what it states; their names depend on its `kind`."""

    kind: str
    text: str
    """Without its full stop, because it may continue a sentence that names the play."""
    facts: dict[str, Any]
    adds: bool = False
    """Whether it belongs to the clause before and is put into one sentence with it."""


NO_WORDS: Mapping[str, str] = MappingProxyType({})


def clause(kind: str, message: Message, words: Mapping[str, str] = NO_WORDS, /, **facts: Any) -> Clause:
    """Return a clause whose message is filled with the facts and with `words`, which override equally named facts."""
    return Clause(kind, fill(message, **{**facts, **words}), facts)


GAME_OVER: Mapping[str, Message] = {
    "wins": Own(
        "then the game is over before anybody plays again, and you win",
        "then the game is over before anybody plays again, and {name} wins",
    ),
    "shares": Own(
        "then the game is over before anybody plays again, and you share the win",
        "then the game is over before anybody plays again, and {name} shares the win",
    ),
    "loses": Own(
        "then the game is over before anybody plays again, and you lose",
        "then the game is over before anybody plays again, and {name} loses",
    ),
    "draws the game": mark("then the game is over before anybody plays again, and it's a draw"),
}
"""What a hint says of a game that ends before anybody plays again, by the result for the seat."""


def adding(clauses: Iterable[Clause]) -> list[Clause]:
    """Return the clauses marked as belonging to the one before."""
    return [replace(clause, adds=True) for clause in clauses]


def added(kind: str, message: Message, words: Mapping[str, str] = NO_WORDS, /, **facts: Any) -> list[Clause]:
    """Return a clause (see `clause`) that belongs to the one before, in a list."""
    return adding([clause(kind, message, words, **facts)])


def reason(clauses: Sequence[Clause]) -> str:
    """Return the first clause, and the second if there is one, as the reason of a hint."""
    text = clauses[0].text
    if len(clauses) > 1 and clauses[1].adds:
        both = tr("{first}, and {then}", first=text, then=clauses[1].text)
        return full_stop(both)
    return paragraph([full_stop(text), *(full_stop(sentence(clause.text)) for clause in clauses[1:2])])


# -- reasons


LEAST_KEPT = 0.4
"""A difference is only mentioned if its owner keeps at least this fraction of it after losses elsewhere."""

AGAIN = 5
"""If nothing stands out, compare again in this many times as many worlds."""


class Fact(NamedTuple):
    """Something that can be counted at the end of a line."""

    kind: str
    """A kind that the game defines."""
    of: tuple[int, ...] = ()
    """Whose, which one, when; depends on the kind."""


OWN, OTHERS, SEVERAL = range(3)
"""Owners of facts: the seat, its opponents, and, only in sentences, one of several opponents."""


def whose(fact: Fact, seats: int) -> int:
    """Return the owner of a fact for a sentence: the seat, its only opponent, or one of several."""
    owner = fact.of[0] if fact.of else OWN
    return owner if owner == OWN or seats == 2 else SEVERAL


Facts = Mapping[Fact, float]
"""Amounts counted at the end of a line. Missing facts are 0."""


class Difference(NamedTuple):
    """The averages of a fact at the end of the better line and at the end of the other."""

    fact: Fact
    this: float
    other: float
    worth: float = 0.0
    """Its worth to the seat, in the game's unit."""
    is_clear: bool = True
    """Whether it is more than chance."""

    @property
    def more(self) -> float:
        return self.this - self.other


class Reasons(ABC):
    """Finds out how the results of two lines of one game differ, and puts this into words."""

    worlds: ClassVar[int] = 40
    """Number of worlds in which lines are played out while somebody waits for a reason."""
    worths: ClassVar[Mapping[str, float]] = {}
    """Worth to its owner of one more of each kind. Kinds that are missing are measured but never mentioned."""
    least: ClassVar[float] = 1.0
    """The smallest difference that is mentioned."""
    on_the_whole: ClassVar[Message | None] = None
    """A marked sentence that the better line is better by so many of the game's units, if nothing stands out."""

    @abstractmethod
    def differences(
        self, view: Any, this: Sequence[Any], other: Sequence[Any], worlds: int, rng: random.Random
    ) -> list[Difference]:
        """Play both lines out, and return the differences, those best for the seat first."""

    @abstractmethod
    def in_words(self, view: Any, found: Sequence[Difference]) -> str:
        """Return the greatest difference as a clause with a full stop, which may continue a sentence on the play."""

    def worth(self, fact: Fact, others: int = 1) -> float:
        """Return the worth to the seat of one more of a fact, with this many opponents."""
        worth = self.worths.get(fact.kind, TOTAL_WORTH if fact.kind == TOTAL else 0.0)
        return -worth / others if fact.of[:1] == (OTHERS,) else worth

    def stands_out(self, view: Any, found: Sequence[Difference]) -> bool:
        """Tell whether a difference is worth mentioning, so that no longer comparison is needed."""
        return self.in_words(view, found) != many_things()

    def why(self, view: Any, better: Sequence[Any], other: Sequence[Any], rng: random.Random) -> str | None:
        """Return in words what `better` achieves that `other` does not (see `in_words`), or None if that is chance."""
        found = self.differences(view, better, other, self.worlds, rng)
        if self.stands_out(view, found) and is_better(found):
            return self.in_words(view, found)
        found = self.differences(view, better, other, AGAIN * self.worlds, rng)
        if not is_better(found):
            return None
        totals = [difference.worth for difference in found if difference.fact.kind == TOTAL]
        if totals and sum(totals) <= 0 and whole_of(found) and not self.stands_out(view, found):
            return None  # the counted facts contradict the search
        text = self.in_words(view, found)
        return self._whole_in_words(found) if text == many_things() else text

    def whole(self, found: Sequence[Difference]) -> Difference | None:
        """Return by how much the better line is better in all, or None if that was not measured."""
        return whole_of(found)

    def _whole_in_words(self, found: Sequence[Difference]) -> str:
        """Return by how much the better line is better in all, or that small differences add up."""
        whole = self.whole(found)
        if self.on_the_whole is None or whole is None or round(whole.more) < 1:
            return many_things()
        return fill(self.on_the_whole, number=round(whole.more))


L = TypeVar("L")


def compare(
    lines: tuple[L, L], worlds: int, draw: Callable[[], W], play_out: Callable[[W, L], Facts],
    worth: Callable[[Fact], float],
) -> list[Difference]:  # fmt: skip
    """Return the differences between the results of two lines in this many worlds, the same ones for both.

    `play_out` must leave the world unchanged; `worth` returns the worth to the seat of one more of a fact.
    """
    drawn = [draw() for _ in range(worlds)]
    ends = [[play_out(world, line) for line in lines] for world in drawn]
    found = []
    for fact in dict.fromkeys(fact for pair in ends for end in pair for fact in end):
        gains = [first.get(fact, 0.0) - second.get(fact, 0.0) for first, second in ends]
        if any(gains):
            this, other = (fmean(pair[i].get(fact, 0.0) for pair in ends) for i in (0, 1))
            found.append(Difference(fact, this, other, fmean(gains) * worth(fact), is_clear(gains)))
    return sorted(found, key=lambda difference: -difference.worth)


WHOLE = "whole"
"""Kind of the fact that is the line's value in the game's search. It is worth 0, so that it is never mentioned."""
TOTAL, TOTAL_WORTH, TOTAL_DISCOUNT = "total", 0.5, 0.75
"""The kind of fact that is the sum of all others of an owner (the first of `of`), which is mentioned as a last resort.

Then the worth of one more of it, and a factor on its worth when it is ranked against its parts.
"""


def greatest(found: Sequence[Difference], least: float, apart: Collection[str] = ()) -> Difference | None:
    """Return the clear difference with the largest worth, at least `least`, that its owner does not lose elsewhere.

    A total is only returned if it is clearly worth more than any of its parts. Kinds in `apart` are not part of it.
    """
    totals = {each.fact.of[:1]: each.worth / TOTAL_WORTH for each in found if each.fact.kind == TOTAL}
    kinds = defaultdict[tuple[str, tuple[int, ...]], float](float)
    for difference in found:
        kinds[difference.fact.kind, difference.fact.of[:1]] += difference.worth
    for difference in sorted(found, key=lambda each: -each.worth * (TOTAL_DISCOUNT if each.fact.kind == TOTAL else 1)):
        owner = difference.fact.of[:1]
        left = min(kinds[difference.fact.kind, owner], totals.get(owner, difference.worth))
        if difference.fact.kind in apart:
            left = difference.worth
        if difference.is_clear and difference.worth >= least and left >= LEAST_KEPT * difference.worth:
            return difference
    return None


def whole_of(found: Sequence[Difference]) -> Difference | None:
    """Return the difference in the value of the game's search, or None if it was not measured."""
    return next((difference for difference in found if difference.fact.kind == WHOLE), None)


def is_better(found: Sequence[Difference]) -> bool:
    """Tell whether the better line really is: by the search's value if measured, else if there is any difference."""
    whole = whole_of(found)
    return bool(found) if whole is None else whole.is_clear and round(whole.more) > 0


def is_clear(gains: Sequence[float]) -> bool:
    """Tell whether gains in several worlds are more than chance."""
    error = standard_error(gains) if len(gains) > 1 else 0.0
    return abs(fmean(gains)) > CLEAR * error


def percent(share: float) -> int:
    return round(100 * share)


def many_things() -> str:
    """Return the sentence for lines without a difference that stands out."""
    return tr("no single reason decides it; many small ones add up.")
