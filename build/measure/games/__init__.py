"""Measurements for single games: for `build/bench.py` in a module with the game's name, and tools beside it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

Measure = Callable[[], float]
"""Does something once, or a few times, and returns the seconds for once."""
Figure = tuple[str, Measure]
"""The name of a measurement, and the function that measures it."""


class GameBench(Protocol):
    """The interface of a game's module."""

    ACTION_TARGET: float | None
    """The most passes of the plain loop (see `build/bench.py`) that an action should take; None without target."""

    def playout(self) -> Figure:
        """Return a measurement of the bots' core for two seats, always from the same position."""
        ...


def bench_of(name: str) -> GameBench | None:
    """Return a game's module, or None if it has no measurements of its own."""
    place = f"{__name__}.{name}"
    return import_module(place) if find_spec(place) else None  # type: ignore[return-value]
