"""Where the piles of the count stand: each colour's side by side or in rows, as large as there is room for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from topping_out.game.icetowers.pieces import PIPS_OF, Colour, PieceId
from topping_out.scenes.icetowers.art import HEIGHTS, WIDTHS, step
from topping_out.scenes.icetowers.layout import FOOT
from topping_out.scenes.kit.kit import Kit

Pile = tuple[PieceId, ...]
"""The bottom piece first."""
FACTORS = [number / 20 for number in range(60, 9, -1)]
"""How large the pyramids may be drawn, their size on the ice being 1."""
ENOUGH = 1.6
"""They need not be larger for the sake of which more rows would hide more of them."""
CLOSE = (1.0, 0.62, 0.48)
"""How far apart two piles stand in one, two and three rows, as a share of their width."""
DEPTH = 26.0
"""How much further up each row stands than the one before it, for pyramids of size 1."""
GAP = 6.0
"""Between two piles."""
BETWEEN = 40.0
"""Between two colours."""
EDGE = 24.0
TREE = 60.0, 84.0
"""Width and height of the topping-out tree."""


@dataclass(frozen=True)
class Stand:
    """Where one colour's piles stand: its part of the width, and the middle of each pile's foot."""

    middle: float
    width: float
    feet: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class PileLayout:
    """Where all piles stand in one window, and how large they are."""

    factor: float
    foot: float
    """How low the front row stands."""
    head: float
    """How far up the piles and the tree may reach."""
    ground: float
    """How far down the pyramids reach; below it stand the sums."""
    stands: Mapping[Colour, Stand]


def rises(pile: Sequence[PieceId]) -> list[float]:
    """Return how far each piece of a pile stands above its foot, for pyramids of size 1."""
    steps = (step(lower, upper) for lower, upper in pairwise(PIPS_OF[piece] for piece in pile))
    return [*accumulate(steps, initial=0.0)]


def plan(kit: Kit, piles: Mapping[Colour, Sequence[Pile]], under: float = 0.0) -> PileLayout:
    """Return where the piles stand, the colours from left to right; `under`: how much more is kept free below them."""
    ground = kit.height - 86 - 74 * kit.text_scale - under
    head = 24 + 46 * kit.text_scale
    tall = max((rises(pile)[-1] + HEIGHTS[PIPS_OF[pile[-1]]] for own in piles.values() for pile in own), default=0.0)
    room = kit.width - 2 * EDGE
    least = min(120 + 50 * kit.text_scale, room / len(piles))

    def widths(factor: float, rows: int) -> dict[Colour, float]:
        return {colour: max(least, _width(piles[colour], factor, rows) + BETWEEN) for colour in sorted(piles)}

    def largest(rows: int) -> float:
        high = (ground - head - TREE[1]) / (tall + DEPTH * (rows - 1))
        return next((f for f in FACTORS if f <= high and sum(widths(f, rows).values()) <= room), FACTORS[-1])

    factor, fewer = max((min(largest(rows), ENOUGH), -rows) for rows in range(1, len(CLOSE) + 1))
    rows = -fewer
    factor = largest(rows)
    foot, wide = ground - FOOT * factor, widths(factor, rows)
    spare = (room - sum(wide.values())) / len(wide)
    stands, left = {}, EDGE
    for colour, width in wide.items():
        middle = left + (width + spare) / 2
        stands[colour] = Stand(middle, width + spare, _feet(piles[colour], middle, foot, factor, rows))
        left += width + spare
    return PileLayout(factor, foot, head, ground, stands)


def _places(piles: Sequence[Pile], factor: float, rows: int) -> list[float]:
    """Return how far right of the first pile's middle each one's middle is."""
    bases = [WIDTHS[PIPS_OF[pile[0]]] * factor for pile in piles]
    apart = ((one + other) / 2 * CLOSE[rows - 1] + GAP for one, other in pairwise(bases))
    return [*accumulate(apart, initial=0.0)]


def _ends(piles: Sequence[Pile], factor: float, rows: int) -> tuple[float, float]:
    """Return how far the piles reach to the left and to the right of the first one's middle."""
    reaches = [WIDTHS[PIPS_OF[pile[0]]] * factor / 2 for pile in piles]
    places = [*zip(_places(piles, factor, rows), reaches)]
    return min(place - reach for place, reach in places), max(place + reach for place, reach in places)


def _width(piles: Sequence[Pile], factor: float, rows: int) -> float:
    left, right = _ends(piles, factor, rows) if piles else (0.0, 0.0)
    return right - left


def _feet(
    piles: Sequence[Pile], middle: float, foot: float, factor: float, rows: int
) -> tuple[tuple[float, float], ...]:
    """Return the middle of each pile's foot, row behind row; the last pile, often the lowest, stands in front."""
    if not piles:
        return ()
    first = middle - sum(_ends(piles, factor, rows)) / 2
    ups = [DEPTH * factor * (number % rows) for number in reversed(range(len(piles)))]
    return tuple((first + place, foot - up) for place, up in zip(_places(piles, factor, rows), ups))
