"""What is measured of one game alone: under the game's name what `build/bench.py` measures of it, beside it tools."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

Measure = Callable[[], float]
"""Does it once, or a few times, and returns the seconds for one."""
Figure = tuple[str, Measure]
"""What is measured, and how."""


class GameBench(Protocol):
    """What such a module offers."""

    ACTION_TARGET: float | None
    """Turns of the plain loop that an action may cost; None: no target is set."""

    def playout(self) -> Figure:
        """Return what the bots' own core does again and again, with two seats, always from the same position."""
        ...


def bench_of(name: str) -> GameBench | None:
    """Return what there is of a game; None where nothing but what every game has is measured."""
    place = f"{__name__}.{name}"
    return import_module(place) if find_spec(place) else None  # type: ignore[return-value]
