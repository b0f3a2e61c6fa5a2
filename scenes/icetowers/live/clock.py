"""The clock of a live match at its table."""

from __future__ import annotations

RESUME = 3000.0
"""Milliseconds of the countdown after a pause."""


class TableClock:
    """Stands during the countdown after a pause."""

    def __init__(self, now: float) -> None:
        self.now = now
        """Milliseconds of play."""
        self.resuming = 0.0
        """Milliseconds until it runs again."""

    def count_down(self) -> None:
        self.resuming = RESUME

    def advance(self, ms: float, factor: float) -> bool:
        """Let `ms` milliseconds pass, `factor` of them as play; tell whether a countdown has just come to its end."""
        if not self.resuming:
            self.now += ms * factor
            return False
        self.resuming = max(0.0, self.resuming - ms)
        return not self.resuming
