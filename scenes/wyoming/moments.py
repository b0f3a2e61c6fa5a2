"""At what the characters may say something at a table of Wyoming."""

from __future__ import annotations

from topping_out.game.engine import Seat
from topping_out.game.roster import Moment
from topping_out.game.wyoming.events import Constructed, Deconstructed, Event

LARGE_RISE, LARGE_FALL = 3, 2
"""Cards built, and cards knocked off, that are worth a word."""


def moments_of(event: Event) -> list[tuple[Seat, Moment]]:
    match event:
        case Constructed(seat, owner, _, cards) if seat == owner and len(cards) >= LARGE_RISE:
            return [(seat, "proud")]
        case Deconstructed(seat, owner, _, _, fallen) if seat != owner and len(fallen) >= LARGE_FALL:
            return [(owner, "hurt"), (seat, "attacks")]
    return []
