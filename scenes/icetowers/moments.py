"""At what the characters may say something at a table of IceTowers."""

from __future__ import annotations

from topping_out.game.engine import Seat
from topping_out.game.icetowers.events import Capped, Event
from topping_out.game.roster import Moment

LARGE = 5
"""What a tower is worth whose change of hands is worth a word."""


def moments_of(event: Event) -> list[tuple[Seat, Moment]]:
    match event:
        case Capped(seat, _, _, taken_from, worth) if taken_from != seat and worth >= LARGE:
            return [(taken_from, "hurt"), (seat, "attacks")]
    return []
