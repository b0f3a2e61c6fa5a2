"""Weights by self-play: an evolution strategy that moves a table of weights towards what beats it."""

from __future__ import annotations

import random
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from math import ceil, exp, inf, log
from statistics import fmean
from typing import Any, Literal

import msgspec

from ..bots.weights import WeightTable
from ..record import Header
from ..registry import load
from .contest import Contender, Contest, Pair, UnfitContender, make_contender, play_all, players_of
from .workers import HERE, Workers

# -- parameters


NumberPath = tuple[str | int, ...]
"""Where a number is in a table: names, and at the end perhaps the place in a row."""
DIGITS = 3
"""Significant digits of a weight in a file."""


def tunable(table: Mapping[str, Any], fixed: Collection[str] = ()) -> dict[NumberPath, float]:
    """Return the numbers that may be varied, by where they are.

    These are the numbers with a decimal point, in rows too: whole ones are amounts of work, not weights.
    What has a name in `fixed`, or is in a table with such a name, is left out; so is 0, which means that a bot does not
    look at something.
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
    """Return the table with these numbers in their places."""
    copy: WeightTable = _copied(table)
    for path, value in numbers.items():
        inner: Any = copy
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value
    return copy


def _copied(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _copied(inner) for name, inner in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return list(value)
    return value


def rounded(value: float) -> float:
    """Return the number as a file holds it."""
    return float(f"{value:.{DIGITS}g}")


def toml_text(table: Mapping[str, Any], name: str = "") -> str:
    """Return the table as TOML: numbers, switches, words, rows of numbers, and tables of these."""
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
"""How far numbers are moved at first: the standard deviation of the factors' logarithms."""
HALFWAY = 30
"""Generations after which steps are half as long."""
CONFIRMATION = 10
"""How many times a child's pairs are played in the end, to measure what has been gained."""

Numbers = dict[NumberPath, float]


@dataclass(frozen=True, slots=True)
class Generation:
    """What came of one generation."""

    number: int
    """From 1."""
    best: float
    """By how much the best child beat its parent: points a game, or share of the wins above an even one."""
    table: WeightTable
    """The parent of the next generation."""


class Evolution:
    """The numbers of the parent, and how they move."""

    def __init__(self, table: Mapping[str, object], fixed: Collection[str], seed: int) -> None:
        """Begin at a table; `fixed` are names that stay as they are. Raises ValueError where nothing can vary."""
        self._start, self._parent = table, tunable(table, fixed)
        if not self._parent:
            raise ValueError("there is no number in it that may be varied")
        self._rng, self._done = random.Random(seed), 0
        self._children: list[Numbers] = []

    @property
    def table(self) -> WeightTable:
        """The parent, rounded as a file holds it."""
        return with_numbers(self._start, {path: rounded(value) for path, value in self._parent.items()})

    def children(self) -> list[WeightTable]:
        """Return the tables of the next children."""
        step, size = STEP / (1 + self._done / HALFWAY), 4 + 3 * log(len(self._parent))
        self._children = []
        for _ in range(ceil(size / 2)):
            ways = {path: step * self._rng.gauss(0, 1) for path in self._parent}
            for sign in (1, -1):
                self._children.append({path: self._parent[path] * exp(sign * way) for path, way in ways.items()})
        return [with_numbers(self._start, child) for child in self._children]

    def move(self, merits: Sequence[float]) -> None:
        """Go to the middle of the better half of the children, given what each is worth."""
        order = sorted(range(len(merits)), key=lambda child: -merits[child])
        best = [self._children[child] for child in order[: len(order) // 2]]
        weights = [log(len(best) + 0.5) - log(place) for place in range(1, len(best) + 1)]
        for path, value in self._parent.items():
            way = fmean((log(child[path] / value) for child in best), weights)
            self._parent[path] = value * exp(way)
        self._done += 1


@dataclass(frozen=True, slots=True)
class Schedule:
    """How much is played, from which deals on, and what counts."""

    header: Header
    """Of the first deal: game, options, seed."""
    pairs: int
    goal: Goal = "points"
    workers: Workers = HERE


def evolve(start: WeightTable, fixed: Collection[str], schedule: Schedule) -> Generator[Generation, None, None]:
    """Yield generation after generation, for as long as one likes; the same ones for the same seed. Raises WorkFailed.

    Raises ValueError where nothing can vary.
    """
    evolution = Evolution(start, fixed, schedule.header.seed)
    number = 0
    while True:
        parent = evolution.table
        merits = _merits(evolution.children(), parent, schedule, number)
        evolution.move(merits)
        number += 1
        yield Generation(number, max(merits), evolution.table)


def _merits(children: Sequence[WeightTable], parent: WeightTable, schedule: Schedule, number: int) -> list[float]:
    """Return by how much each child beats the parent, on deals that only this generation plays."""
    rival = make_contender(load(schedule.header.game), "parent", parent)
    meetings = {child: meeting(schedule, seat, rival, number) for child, seat in _seated(children, schedule)}
    found: list[list[Pair]] = [[] for _ in meetings]
    with closing(play_all(list(meetings.values()), schedule.pairs, schedule.workers)) as games:
        for which, pair in games:
            found[which].append(pair)
    merits = dict(zip(meetings, (merit(pairs, schedule.goal) for pairs in found)))
    return [merits.get(child, -inf) for child in range(len(children))]


def _seated(children: Sequence[WeightTable], schedule: Schedule) -> Iterator[tuple[int, Contender]]:
    """Yield the children that can play: a number may have left its range."""
    for child, table in enumerate(children):
        with suppress(UnfitContender):
            yield child, make_contender(load(schedule.header.game), f"child {child + 1}", table)


def meeting(schedule: Schedule, first: Contender, second: Contender, number: int) -> Contest:
    """Return the contest of two on the deals of generation `number`, from 0."""
    players = tuple(players_of((first, second)))
    seed = schedule.header.seed + number * schedule.pairs
    return Contest(msgspec.structs.replace(schedule.header, seats=players, seed=seed), (first, second), own_speed=True)


def merit(pairs: Sequence[Pair], goal: Goal) -> float:
    """Return what the first of two gained in a game: points, or its share of the wins above an even one."""
    if goal == "wins":
        return fmean(pair.share() for pair in pairs) - 0.5
    return fmean(pair.margin or 0.0 for pair in pairs)
