"""At what the characters may say something at a table of Towers."""

from __future__ import annotations

from topping_out.game.engine import Seat
from topping_out.game.roster import Moment
from topping_out.game.towers.events import Demolished, Event, FloorScored

LARGE = 5
"""Points from one tower that are worth a word."""


def moments_of(event: Event) -> list[tuple[Seat, Moment]]:
    match event:
        case FloorScored(_, step) if step.owner is not None:
            lost: list[tuple[Seat, Moment]] = [
                (change.before, "hurt") for change in step.changes if change.before not in (None, step.owner)
            ]
            return [*lost, (step.owner, "attacks")] if lost else []
        case Demolished(_, points) if max(points) >= LARGE:
            return [(points.index(max(points)), "proud")]
    return []
