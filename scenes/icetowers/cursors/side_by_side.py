"""Where cursors of keys and gamepads show that are at the same place: side by side, so that each can be seen."""

from __future__ import annotations

import math
from collections.abc import Mapping

from topping_out.game.engine import Seat
from topping_out.scenes.kit.canvas import Point

NEAR = 24.0
"""Logical units within which two cursors are at the same place."""
ASIDE, BELOW = 14.0, 40.0
"""How far from the place each shows: to the left and to the right in turn, each further pair below the last."""


def side_by_side(places: Mapping[Seat, Point]) -> tuple[dict[Seat, Point], frozenset[Seat]]:
    """Return where each cursor shows, and the seats whose cursor shows at the left of what it is at."""
    shown: dict[Seat, Point] = {}
    at_left = set()
    for seat, (x, y) in places.items():
        near = [other for other in places if math.dist(places[other], (x, y)) < NEAR]
        if len(near) < 2:
            shown[seat] = x, y
            continue
        row, side = divmod(near.index(seat), 2)
        shown[seat] = x + (ASIDE if side else -ASIDE), y + row * BELOW
        if not side:
            at_left.add(seat)
    return shown, frozenset(at_left)
