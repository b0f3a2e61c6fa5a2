"""The best tower of a finished game: the one with most pips."""

from __future__ import annotations

from topping_out.game.icetowers.pieces import COLOUR_OF, PIPS_OF, size_name
from topping_out.game.icetowers.state import State
from topping_out.game.language import tr_count
from topping_out.game.tower import BuiltTower, Part


def best_tower(state: State) -> BuiltTower | None:
    """Return the tower worth most, a winner's before others. A part is a pyramid: its size, pips and colour.

    A colour is a seat, or the ghost's: the number of seats. The ghost's tower is nobody's.
    """
    winners = state.outcome.winners if state.outcome else ()
    tower = max(state.towers, key=lambda tower: (tower.worth, tower.controller in winners), default=None)
    if tower is None:
        return None
    parts = tuple(Part(size_name(piece), PIPS_OF[piece], COLOUR_OF[piece]) for piece in tower.pieces)
    return BuiltTower(parts, None if tower.controller == state.variant.ghost_colour else tower.controller, tower.worth)


def describe_tower(tower: BuiltTower) -> str:
    """Return how many pips it has."""
    return tr_count("{number} pip", "{number} pips", tower.worth)
