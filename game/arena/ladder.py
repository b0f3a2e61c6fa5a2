"""Every level against every other, as a table and as data; `chart` draws it.

With two seats a level's share is that of the games it wins. With n, one of the higher level sits among n - 1 of the
lower, and its share s of the wins is told as s / (s + (1 - s) / (n - 1)): what it would take from one of them alone,
so that 50% is even at every table. A step that one can climb takes 60 to 80%.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any

from topping_out.game.arena.elo import even_share
from topping_out.game.arena.report import ContestReport, seeds_words
from topping_out.game.text import counted

Rungs = dict[tuple[int, int], ContestReport]
"""By (stronger, weaker) level: the contest of the two, seen from the stronger one."""


def pairings(levels: int) -> list[tuple[int, int]]:
    """Return the pairings of so many levels, the stronger one first."""
    return [(high, low) for low, high in combinations(range(levels), 2)]


class Ladder:
    """The results of a game's levels, weakest first; every pairing counts equally many pairs."""

    def __init__(self, words: Sequence[str], rungs: Rungs) -> None:
        self.words, self.rungs = words, rungs
        self._any = next(iter(rungs.values()))
        self.title, self.seats = self._any.title, self._any.contest.seats
        self.pairs = min(len(report.pairs) for report in rungs.values())

    @property
    def extent(self) -> str:
        """How much was played."""
        seeds = seeds_words(self._any.contest.header.seed, self.pairs)
        among = f", one among {self.seats - 1}, even at 50%" if self.seats > 2 else ""
        return f"{counted(self.pairs, 'pair')} of {self.seats} games each{among}, {seeds}"

    def share(self, level: int, other: int) -> float:
        """Return what part of the wins the level takes from the other, 1/2 being even."""
        share = even_share(fmean(self.rungs[max(level, other), min(level, other)].shares), self.seats)
        return share if level > other else 1 - share

    def lines(self) -> Iterator[str]:
        """Yield a table of each level's share of the wins against each other, then each level against the one below."""
        if not self.pairs:
            yield f"{self.title}: not every pairing was played"
            return
        width = max(len("wins of"), *map(len, self.words))
        yield f"{self.title}: {self.extent}"
        yield f"{'wins of':{width}}  " + "  ".join(f"{word:>{max(6, len(word))}}" for word in self.words)
        for level in reversed(range(len(self.words))):
            yield f"{self.words[level]:{width}}  " + "  ".join(self._cells(level))
        for level in range(1, len(self.words)):
            yield self._step(level)

    def _cells(self, level: int) -> Iterator[str]:
        for other, word in enumerate(self.words):
            cell = "–" if other == level else f"{100 * self.share(level, other):.1f}%"
            yield f"{cell:>{max(6, len(word))}}"

    def _step(self, level: int) -> str:
        report = self.rungs[level, level - 1]
        names = f"{self.words[level]} against {self.words[level - 1]}"
        return f"{names}: {report.margin_words} points a game, {report.elo_words}"

    def to_json(self) -> dict[str, Any]:
        """Return the results as plain JSON data."""
        return {
            "levels": list(self.words),
            "contests": [report.to_json() for report in self.rungs.values()],
        }
