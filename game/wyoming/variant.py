"""What is settled for a whole game before its first card."""

from __future__ import annotations

from dataclasses import dataclass

from topping_out.game.wyoming.cards import PAIRS, WHEEL, Suit
from topping_out.game.wyoming.core.numbers import SKY, needed


@dataclass(frozen=True, slots=True)
class Variant:
    """What the options and the number of seats settle for a whole game."""

    seats: int
    foundations: int = 1
    pennies: int = SKY
    sudden_death: bool = False
    deadlines: bool = False
    tidal: bool = False
    wheel: bool = False
    finicky: bool = False
    scaffolding: bool = False

    @property
    def opposes(self) -> dict[Suit, Suit]:
        """Played suit to the suit of the towers that it deconstructs."""
        return WHEEL if self.wheel else PAIRS

    def needed(self, pennies: int) -> int:
        """Return how many cards a tower needs to win under so many pennies."""
        return needed(pennies, self.finicky)
