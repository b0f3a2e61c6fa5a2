"""At what the characters may say something at a table of Towering."""

from __future__ import annotations

from topping_out.game.engine import Seat
from topping_out.game.roster import Moment
from topping_out.game.towering.cards import HIGHEST, number_of
from topping_out.game.towering.events import Built, Event, RoundEnded


def moments_of(event: Event) -> list[tuple[Seat, Moment]]:
    match event:
        case Built(seat, card) if number_of(card) == HIGHEST:
            return [(seat, "proud")]
        case RoundEnded(account):
            best, worst = max(account.points), min(account.points)
            behind: list[tuple[Seat, Moment]] = [(s, "hurt") for s, n in enumerate(account.points) if n == worst < best]
            return [*behind, *((seat, "proud") for seat, n in enumerate(account.points) if n == best > worst)]
    return []
