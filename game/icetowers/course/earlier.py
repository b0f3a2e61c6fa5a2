"""The scatter of versions 1 and 2 of the rules: their records are played on it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from topping_out.game.icetowers.pieces import PIPS_OF
from topping_out.game.icetowers.table import APART, FOOTPRINT, WIDTH, Point, Tower, free_place, in_order, throw

DARTS = 10


def scatter(colours: int, seed: int) -> tuple[Tower, ...]:
    """Return all pieces as free-standers: each on the dart with the widest gap, sideways or in depth."""
    draw = random.Random(seed).random
    towers: list[Tower] = []
    for piece in in_order(colours, draw):
        size = PIPS_OF[piece]
        room, place = _roomiest(towers, size, throw(size, DARTS, draw))
        if room < APART[0]:
            place = free_place(towers, size, place, APART)
        towers.append(Tower(piece, (piece,), *place))
    return tuple(sorted(towers, key=lambda tower: tower.id))


def _roomiest(towers: Sequence[Tower], size: int, darts: Iterable[Point]) -> tuple[int, Point]:
    """Return the first of the darts with the widest gap to the nearest footprint, after that gap."""
    best, place = -WIDTH, (0, 0)
    for dart in darts:
        room = min((_gap(tower, size, dart) for tower in towers), default=WIDTH)
        if room > best:
            best, place = room, dart
    return best, place


def _gap(tower: Tower, size: int, place: Point) -> int:
    """Return the gap between two footprints, sideways or in depth; negative where they overlap."""
    (width, depth), (own_width, own_depth) = FOOTPRINT[tower.base], FOOTPRINT[size]
    sideways = abs(tower.x - place[0]) - (width + own_width) // 2
    return max(sideways, abs(tower.y - place[1]) - (depth + own_depth) // 2)
