"""The numbers of the rules. Whoever shows, says or plays by one of them takes it from here."""

from __future__ import annotations

from typing import Final

PER_SUIT: Final = 25
"""Cards of each suit."""
HAND: Final = 7
"""Cards that a seat draws up to."""
SKY: Final = 10
"""Pennies at first."""
LOW_SKY: Final = 8
"""The same with two foundations for each of three seats, or with Tidal Influences."""
SHORT_SKY: Final = 7
LOW_SHORT_SKY: Final = 6
"""Both in a short game (W11)."""


def needed(pennies: int, is_finicky: bool) -> int:
    """Return how many cards a tower needs to win under so many pennies (W4), with Finicky Clients or not (W8)."""
    return pennies if is_finicky else pennies + 1
