"""Measure speed as ratios that hold on any machine: `python build/bench.py`.

The unit ("turn") is one pass of the loop `x = (x * 1103515245 + 12345) & 0x7fffffff`, timed in the same run and
alternating with the measurements. Each figure is the median of several such pairs.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().with_name("editable")))

from topping_out.game import registry
from topping_out.game.engine import AnyGame
from topping_out.game.options import resolve
from topping_out.game.registry import load

ACTION_TARGETS = {"wyoming": 30.0, "towering": 20.0, "towers": 30.0}
"""The most turns that an action should take."""
COPY_TARGET = 5.0
"""The most turns that copying a state should take."""
TURNS = 100_000
GAMES = 40
COPIES = 200
"""Number of copies made of each state."""
Pick = tuple[int, int]
"""A seat and the index of its action."""


@dataclass(frozen=True, slots=True)
class Row:
    """A figure and its target, the most that it should be (None without target)."""

    what: str
    measured: float
    unit: str
    target: float | None = None

    def __str__(self) -> str:
        target = "" if self.target is None else f"  (target {self.target:g})"
        over = "  OVER" if self.target is not None and self.measured > self.target else ""
        return f"{self.what:<52} {self.measured:8.1f} {self.unit}{target}{over}"


# -- the unit


def unit_seconds() -> float:
    """Return the current duration of one pass of the loop."""
    x = 1
    began = perf_counter()
    for _ in range(TURNS):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
    return (perf_counter() - began) / TURNS


def in_units(measure: Callable[[], float], repeats: int) -> float:
    """Return the duration `measure()`, in passes of the loop, which is timed just before and after each measurement."""
    ratios = []
    before = unit_seconds()
    for _ in range(repeats):
        seconds = measure()
        after = unit_seconds()
        ratios.append(2 * seconds / (before + after))
        before = after
    return median(ratios)


# -- the engine


class Script:
    """A uniformly random game, recorded so that replaying it only costs the engine's calls."""

    def __init__(self, game: AnyGame, seats: int, seed: int) -> None:
        self.game = game
        self.start = game.setup(seats, resolve(game.options(seats), {}), seed)
        self.picks: list[Pick] = []
        self.middle: Any = None
        """A state halfway through."""
        rng, state, states = random.Random(seed), self.start.copy(), []
        while actors := sorted(game.actors(state)):
            states.append(state.copy())
            seat = rng.choice(actors)
            actions = game.actions(state, seat)
            self.picks.append((seat, rng.randrange(len(actions))))
            game.apply(state, seat, actions[self.picks[-1][1]])
        self.middle = states[len(states) // 2]

    def action_seconds(self) -> float:
        """Replay the game; return the total time of `actions` and of `apply` without a log."""
        actions, apply, state = self.game.actions, self.game.apply, self.start.copy()
        began = perf_counter()
        for seat, pick in self.picks:
            apply(state, seat, actions(state, seat)[pick])
        return perf_counter() - began

    def copy_seconds(self) -> float:
        copy = self.middle.copy
        began = perf_counter()
        for _ in range(COPIES):
            copy()
        return (perf_counter() - began) / COPIES


def engine(repeats: int) -> Iterator[Row]:
    """Measure every turn-based game with every number of seats. Live games are paced by time, not by the engine."""
    for game in map(load, registry.names()):
        for seats in () if game.live else game.seats:
            scripts = [Script(game, seats, seed) for seed in range(GAMES)]
            count = sum(len(script.picks) for script in scripts)

            def action(scripts: list[Script] = scripts, count: int = count) -> float:
                return sum(script.action_seconds() for script in scripts) / count

            def copy(scripts: list[Script] = scripts) -> float:
                return sum(script.copy_seconds() for script in scripts) / len(scripts)

            name = f"{game.name}, {seats} seats"
            yield Row(f"{name}: an action", in_units(action, repeats), "turns", ACTION_TARGETS.get(game.name))
            yield Row(f"{name}: a copy of the state", in_units(copy, repeats), "turns", COPY_TARGET)


def bots(repeats: int) -> Iterator[Row]:
    """Measure playouts and decisions of the strongest bots."""
    from measure.speed.bots import figures

    for what, measure in figures():
        yield Row(what, in_units(measure, repeats) / 1000, "thousand turns")


def table(repeats: int) -> Iterator[Row]:
    """Measure frames and start-up. These are times, to be compared with the machine's own speed."""
    from measure.speed.table import figures

    yield Row("a turn of the plain loop", unit_seconds() * 1e9, "ns")
    for what, measured, unit, target in figures():
        yield Row(what, measured, unit, target)


def window(repeats: int) -> Iterator[Row]:
    """Measure the real window at several sizes. These are times too."""
    from measure.speed.window import figures

    yield Row("a turn of the plain loop", unit_seconds() * 1e9, "ns")
    for what, measured, unit, target in figures():
        yield Row(what, measured, unit, target)


SECTIONS: dict[str, Callable[[int], Iterator[Row]]] = {"engine": engine, "bots": bots, "table": table, "window": window}
"""What can be measured. Each function takes the number of repeats and yields its rows."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"of {', '.join(SECTIONS)} (default: all)")
    parser.add_argument("--repeats", type=int, default=15, help="pairs of measurements a figure (default: 15)")
    arguments = parser.parse_args()
    if unknown := set(arguments.sections) - set(SECTIONS):
        parser.error(f"there is no section {min(unknown)!r}: choose from {', '.join(SECTIONS)}")
    for name in arguments.sections or SECTIONS:
        print(f"{name}:")
        for row in SECTIONS[name](max(1, arguments.repeats)):
            print(f"  {row}", flush=True)


if __name__ == "__main__":
    main()
