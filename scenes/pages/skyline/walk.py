"""Walking along the city: its two rows, the districts and before them the towers, both end where the way does."""

from __future__ import annotations

import math

from topping_out.scenes.pages.skyline.city import City
from topping_out.scenes.pages.skyline.street import Street

EASE = 90.0
"""Time constant of walking, in milliseconds."""
SLIP = 6.0
"""Logical units that a pressed pointer may move before it drags the city along."""
MARGIN = 0.22
"""Share of the window's width that what is chosen keeps from its edges."""


class Walk:
    """Where the window is, in a city that may be longer than it."""

    def __init__(self, city: City, street: Street, window: float) -> None:
        """`window`: how wide it is, in logical units as all that is here."""
        self.city, self.street, self.window = city, street, window
        self.offset = self.target = 0.0
        """How far the city is walked along, now and in the end: from its left end to the window's."""
        self._grip: tuple[float, float] | None = None
        """Where the pointer took hold of the city, and how far that was walked along then."""
        self.is_dragged = False

    @property
    def way(self) -> float:
        """How far one can walk: as far as the longer of the two rows reaches beyond the window; below 0, nowhere."""
        return max(self.city.width, self.street.width) - self.window

    @property
    def share(self) -> float:
        """How far along the way it goes, from 0 to 1; the middle where there is no way."""
        return self.target / self.way if self.way > 0 else 0.5

    def _left(self, width: float) -> float:
        """Return where the window begins in a row of that width."""
        room = width - self.window
        return room / 2 if room <= 0 else self.offset * room / self.way

    @property
    def front(self) -> float:
        """Where the window begins in the row of the player's towers, from its left end."""
        return self._left(self.city.width)

    @property
    def back(self) -> float:
        """Where it begins in the row of the districts."""
        return self._left(self.street.width)

    @property
    def is_over(self) -> bool:
        return self.offset == self.target

    def to(self, target: float, at_once: bool) -> bool:
        """Let the window's left edge be so far from the city's left end, or nearly; tell whether that is new."""
        least, most = 0.0, self.way
        if most < 0:  # a city smaller than the window stands in its middle
            least = most = most / 2
        self.target, before = max(least, min(target, most)), self.target
        if at_once:
            self.offset = self.target
        return self.target != before

    def showing(self, x: float, width: float) -> float:
        """Return the nearest target at which what stands at `x` in a row of that width is well within the window."""
        room, margin = width - self.window, self.window * MARGIN
        if room <= 0:
            return self.target
        here = self.target * room / self.way
        there = min(max(here, x - self.window + margin), x - margin)
        return self.target if there == here else there * self.way / room

    def update(self, ms: float) -> None:
        """Go on for `ms` milliseconds."""
        rest = (self.target - self.offset) * math.exp(-ms / EASE)
        self.offset = self.target if abs(rest) < 0.5 else self.target - rest

    # -- with the pointer

    @property
    def is_held(self) -> bool:
        return self._grip is not None

    def hold(self, x: float) -> None:
        """Let the pointer take hold of the city."""
        self._grip, self.is_dragged = (x, self.offset), False

    def dragged_to(self, x: float) -> float | None:
        """Return where the pointer has taken the city; None as long as it may be a click."""
        assert self._grip
        start, offset = self._grip
        self.is_dragged = self.is_dragged or abs(x - start) >= SLIP
        return offset - (x - start) if self.is_dragged else None

    def let_go(self) -> None:
        self._grip = None
