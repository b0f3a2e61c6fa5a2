"""The table as a place: towers with positions, footprints that never overlap, and the scatter (I13).

A position is the centre of a tower's base, in whole units of a table WIDTH by DEPTH; y grows towards the viewer.
A tower stands on its bottom piece, which is its largest.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from game.icetowers.pieces import COLOUR_OF, PER_COLOUR, PIPS_OF, Colour, PieceId, worth_of

TowerId = int
"""Never used twice in a game. A scattered piece's tower has the piece's number; mining leaves the tower its id, a split
leaves it to the lower part. So a hand on its way to a tower finds it again whatever happens to its pieces."""
Point = tuple[int, int]

WIDTH, DEPTH = 1200, 560
FOOTPRINT: tuple[Point, ...] = ((0, 0), (36, 26), (46, 34), (56, 42))
"""Width and depth by size, all even. Small enough for 75 pieces to leave room for one of them anywhere
(`tests/game/icetowers/test_places.py` does the sum), so that a piece always finds a free place."""
APART = 2
"""Scattered pieces keep at least so much between them: none touch."""
DARTS = 10
"""So many places are tried for each piece of the scatter."""


@dataclass(frozen=True)
class Tower:
    """A stack on the table, bottom piece first; a single piece is a free-stander."""

    id: TowerId
    pieces: tuple[PieceId, ...]
    x: int
    y: int

    @cached_property
    def top(self) -> PieceId:
        return self.pieces[-1]

    @cached_property
    def controller(self) -> Colour:
        return COLOUR_OF[self.pieces[-1]]

    @cached_property
    def size(self) -> int:
        """The size of the top piece, which decides what may cap it."""
        return PIPS_OF[self.pieces[-1]]

    @cached_property
    def worth(self) -> int:
        return worth_of(self.pieces)

    @property
    def place(self) -> Point:
        return self.x, self.y

    @property
    def base(self) -> int:
        """The size of the bottom piece, which decides the footprint."""
        return PIPS_OF[self.pieces[0]]

    @property
    def is_free_stander(self) -> bool:
        return len(self.pieces) == 1

    def count(self, colour: Colour) -> int:
        return sum(COLOUR_OF[piece] == colour for piece in self.pieces)

    def gaps(self) -> list[int]:
        """Return the indices of pieces whose upper neighbour has the same colour."""
        colours = [COLOUR_OF[piece] for piece in self.pieces]
        return [i for i in range(len(colours) - 1) if colours[i] == colours[i + 1]]

    def with_pieces(self, pieces: tuple[PieceId, ...]) -> Tower:
        return Tower(self.id, pieces, self.x, self.y)


def overlap(one: Tower, other: Tower) -> bool:
    """Tell whether two towers' footprints overlap; touching edges do not."""
    (width, depth), (other_width, other_depth) = FOOTPRINT[one.base], FOOTPRINT[other.base]
    return 2 * abs(one.x - other.x) < width + other_width and 2 * abs(one.y - other.y) < depth + other_depth


def distance(one: Point, other: Point) -> int:
    """Return a squared distance in which depth counts double, as the table is seen from the front."""
    return (one[0] - other[0]) ** 2 + 4 * (one[1] - other[1]) ** 2


@dataclass(frozen=True, slots=True)
class _Block:
    """The centres, as an open rectangle, that one tower denies to another."""

    left: int
    right: int
    back: int
    front: int


def free_place(towers: Iterable[Tower], size: int, near: Point, apart: int = 0) -> Point:
    """Return the free place for a base of that size that is nearest to `near`; of equals the leftmost, rearmost.

    The nearest point outside a union of rectangles has each coordinate either unmoved or on an edge, so only those
    are looked at.
    """
    blocks = _blocks(towers, size, apart)
    width, depth = FOOTPRINT[size]
    x_low, x_high, y_low, y_high = width // 2, WIDTH - width // 2, depth // 2, DEPTH - depth // 2
    x0, y0 = min(max(near[0], x_low), x_high), min(max(near[1], y_low), y_high)
    columns = {x0, *(b.left for b in blocks), *(b.right for b in blocks)}
    best: tuple[int, int, int] | None = None
    for x in sorted((x for x in columns if x_low <= x <= x_high), key=lambda x: (abs(x - x0), x)):
        if best is not None and (x - x0) ** 2 > best[0]:
            break
        y = _free_in_column([b for b in blocks if b.left < x < b.right], y0, y_low, y_high)
        if y is not None:
            found = (distance((x, y), (x0, y0)), x, y)
            best = found if best is None else min(best, found)
    assert best is not None, "the table has room for every piece"
    return best[1:]


def _blocks(towers: Iterable[Tower], size: int, apart: int) -> list[_Block]:
    width, depth = FOOTPRINT[size]
    blocks = []
    for tower in towers:
        other_width, other_depth = FOOTPRINT[tower.base]
        dx, dy = (width + other_width) // 2 + apart, (depth + other_depth) // 2 + apart
        blocks.append(_Block(tower.x - dx, tower.x + dx, tower.y - dy, tower.y + dy))
    return blocks


def _free_in_column(blocks: Sequence[_Block], y0: int, low: int, high: int) -> int | None:
    rows = {y0, *(b.back for b in blocks), *(b.front for b in blocks)}
    free = (y for y in rows if low <= y <= high and not any(b.back < y < b.front for b in blocks))
    return min(free, key=lambda y: (abs(y - y0), y), default=None)


def scatter(colours: int, seed: int) -> tuple[Tower, ...]:
    """Return all pieces as free-standers, none touching: the largest first, each on the loneliest of a few darts."""
    draw = random.Random(seed).random
    order = sorted(range(colours * PER_COLOUR), key=lambda piece: (-PIPS_OF[piece], draw()))
    towers: list[Tower] = []
    for piece in order:
        width, depth = FOOTPRINT[PIPS_OF[piece]]
        darts = [
            (width // 2 + int(draw() * (WIDTH - width + 1)), depth // 2 + int(draw() * (DEPTH - depth + 1)))
            for _ in range(DARTS)
        ]
        place = max(darts, key=lambda dart: _room(towers, piece, dart))
        if _room(towers, piece, place) < APART:
            place = free_place(towers, PIPS_OF[piece], place, APART)
        towers.append(Tower(piece, (piece,), *place))
    return tuple(sorted(towers, key=lambda tower: tower.id))


def _room(towers: Iterable[Tower], piece: PieceId, place: Point) -> int:
    """Return the gap to the nearest footprint, sideways or in depth; negative where they overlap."""
    x, y = place
    width, depth = FOOTPRINT[PIPS_OF[piece]]
    room = WIDTH
    for tower in towers:
        other_width, other_depth = FOOTPRINT[tower.base]
        sideways = abs(x - tower.x) - (width + other_width) // 2
        in_depth = abs(y - tower.y) - (depth + other_depth) // 2
        room = min(room, max(sideways, in_depth))
    return room
