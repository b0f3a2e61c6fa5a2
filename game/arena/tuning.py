"""Weights from self-play: an evolution strategy that moves a table of weights towards those that beat it."""

from __future__ import annotations

import random
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from copy import deepcopy
from dataclasses import dataclass
from itertools import count
from math import ceil, exp, inf, log
from statistics import fmean
from typing import Any, Literal

import msgspec

from ..bots.process import HERE, Workers
from ..bots.weights import WeightTable
from ..record import Header
from ..registry import load
from .contest import Contender, Contest, Pair, UnfitContender, make_contender, play_all, players_of

# -- parameters


NumberPath = tuple[str | int, ...]
"""The place of a number in a table: names, perhaps followed by an index in a list."""
DIGITS = 3
"""Significant digits of a weight in a file."""


def tunable(table: Mapping[str, Any], fixed: Collection[str] = ()) -> dict[NumberPath, float]:
    """Return the numbers that may be varied, by their places.

    These are the numbers with a decimal point, including those in lists; integers are amounts of work, not weights.
    Names in `fixed`, with everything below them, are left out, and so are zeros, which switch a feature of the bot off.
    """
    return {path: value for path, value in _numbers(table, ()) if value and not set(path) & set(fixed)}


def _numbers(value: Any, path: NumberPath) -> Iterator[tuple[NumberPath, float]]:
    if isinstance(value, float):
        yield path, value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _numbers(inner, (*path, name))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for place, inner in enumerate(value):
            yield from _numbers(inner, (*path, place))


def with_numbers(table: Mapping[str, Any], numbers: Mapping[NumberPath, float]) -> WeightTable:
    """Return the table with these numbers at their places."""
    changed = deepcopy(dict(table))
    for path, value in numbers.items():
        inner: Any = changed
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value
    return changed


def rounded(value: float) -> float:
    """Return the number rounded as in a file."""
    return float(f"{value:.{DIGITS}g}")


def toml_text(table: Mapping[str, Any], name: str = "") -> str:
    """Return the table as TOML: numbers, booleans, strings, lists of numbers, and tables of these."""
    inner = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    own = [f"{key} = {_toml_value(value)}\n" for key, value in table.items() if key not in inner]
    head = f"[{name}]\n" if name and own else ""
    parts = [head + "".join(own)] if own else []
    parts += [toml_text(value, f"{name}.{key}" if name else key) for key, value in inner.items()]
    return "\n".join(parts)


def _toml_value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, Sequence):
        return f"[{', '.join(map(_toml_value, value))}]"
    return repr(value)


# -- tune


Goal = Literal["points", "wins"]
STEP = 0.25
"""Initial standard deviation of the logarithms of the factors by which numbers are varied."""
HALFWAY = 30
"""Generations after which steps are half as long."""
CONFIRMATION = 10
"""Factor on the number of pairs for the final match that measures the gain."""

Numbers = dict[NumberPath, float]


@dataclass(frozen=True, slots=True)
class Generation:
    """The result of one generation."""

    number: int
    """Counted from 1."""
    best: float
    """The best child's gain over its parent: points per game, or share of the wins above one half."""
    table: WeightTable
    """The parent of the next generation."""


class Evolution:
    """The numbers of the parent and the steps that change them."""

    def __init__(self, table: Mapping[str, object], fixed: Collection[str], seed: int) -> None:
        """Start at a table without changing the names in `fixed`. Raises ValueError if nothing can vary."""
        self._start, self._parent = table, tunable(table, fixed)
        if not self._parent:
            raise ValueError("it has no number that can be varied")
        self._rng, self._done = random.Random(seed), 0
        self._children: list[Numbers] = []

    @property
    def table(self) -> WeightTable:
        """The parent, rounded as in a file."""
        return with_numbers(self._start, {path: rounded(value) for path, value in self._parent.items()})

    def children(self) -> list[WeightTable]:
        """Return the tables of the next children."""
        step, size = STEP / (1 + self._done / HALFWAY), 4 + 3 * log(len(self._parent))
        self._children = []
        for _ in range(ceil(size / 2)):
            changes = {path: step * self._rng.gauss(0, 1) for path in self._parent}
            for sign in (1, -1):
                factors = {path: exp(sign * change) for path, change in changes.items()}
                self._children.append({path: self._parent[path] * factor for path, factor in factors.items()})
        return [with_numbers(self._start, child) for child in self._children]

    def move(self, merits: Sequence[float]) -> None:
        """Move to the weighted centre of the better half of the children, given their merits."""
        order = sorted(range(len(merits)), key=lambda child: -merits[child])
        best = [self._children[child] for child in order[: len(order) // 2]]
        weights = [log(len(best) + 0.5) - log(place) for place in range(1, len(best) + 1)]
        for path, value in self._parent.items():
            change = fmean((log(child[path] / value) for child in best), weights)
            self._parent[path] = value * exp(change)
        self._done += 1


@dataclass(frozen=True, slots=True)
class Schedule:
    """How much is played, on which deals, and what counts."""

    header: Header
    """Header of the first deal: game, options, seed."""
    pairs: int
    goal: Goal = "points"
    workers: Workers = HERE


def evolve(start: WeightTable, fixed: Collection[str], schedule: Schedule) -> Generator[Generation, None, None]:
    """Yield generation after generation without end. The same seed gives the same generations. Raises WorkFailed.

    Raises ValueError if nothing can vary.
    """
    evolution = Evolution(start, fixed, schedule.header.seed)
    for number in count():
        merits = _merits(evolution.children(), evolution.table, schedule, number)
        evolution.move(merits)
        yield Generation(number + 1, max(merits), evolution.table)


def _merits(children: Sequence[WeightTable], parent: WeightTable, schedule: Schedule, number: int) -> list[float]:
    """Return each child's gain over the parent, on deals that only this generation plays."""
    rival = make_contender(load(schedule.header.game), "parent", parent)
    meetings = {}
    for child, table in enumerate(children):
        with suppress(UnfitContender):  # a number is out of range
            contender = make_contender(load(schedule.header.game), f"child {child + 1}", table)
            meetings[child] = meeting(schedule, contender, rival, number)
    found: list[list[Pair]] = [[] for _ in meetings]
    with closing(play_all(list(meetings.values()), schedule.pairs, schedule.workers)) as games:
        for which, pair in games:
            found[which].append(pair)
    merits = dict(zip(meetings, (merit(pairs, schedule.goal) for pairs in found)))
    return [merits.get(child, -inf) for child in range(len(children))]


def meeting(schedule: Schedule, first: Contender, second: Contender, number: int) -> Contest:
    """Return a contest of two contenders on the deals of generation `number`, from 0."""
    players = tuple(players_of((first, second)))
    seed = schedule.header.seed + number * schedule.pairs
    return Contest(msgspec.structs.replace(schedule.header, seats=players, seed=seed), (first, second), own_speed=True)


def merit(pairs: Sequence[Pair], goal: Goal) -> float:
    """Return the first contender's gain per game: points, or its share of the wins above one half."""
    if goal == "wins":
        return fmean(pair.share() for pair in pairs) - 0.5
    return fmean(pair.margin or 0.0 for pair in pairs)
