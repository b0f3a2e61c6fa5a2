"""The numbers in the rules. All other modules import them from here."""

from __future__ import annotations

from typing import Final

PER_SUIT: Final = 25
"""Number of cards of each suit."""
HAND: Final = 7
"""Number of cards that a seat draws up to."""
SKY: Final = 10
"""Pennies at the start."""
LOW_SKY: Final = 8
"""The same for three seats with two foundations each, or with Tidal Influences."""
SHORT_SKY: Final = 7
LOW_SHORT_SKY: Final = 6
"""The same two numbers in a short game (W11)."""


def needed(pennies: int, is_finicky: bool) -> int:
    """Return how many cards a tower needs to win: one more than there are pennies, or as many if `is_finicky` (W8)."""
    return pennies if is_finicky else pennies + 1
