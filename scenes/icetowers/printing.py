"""Printing IceTowers: pyramids to cut out, fold and glue, in three sizes and five colours."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise

from topping_out.game.icetowers.state import LARGE, MEDIUM, PER_SIZE, SMALL
from topping_out.game.language import tr
from topping_out.game.options import Value

from ..kit.paper import Document, GamePrinting, Ink, PaperBox, fan
from ..kit.stage import Point
from ..kit.theme import Colour, mix
from .art import SIGN_RISE, paint_sign

BASE = {SMALL: 14.3, MEDIUM: 19.8, LARGE: 25.4}
HEIGHT = {SMALL: 25.4, MEDIUM: 34.9, LARGE: 44.5}
"""Base and height of pyramids in millimetres, like those sold. A third of a piece is visible under one of its size."""
SIDES = 4
TAB = 5.0
"""Width of the flap for glue, in millimetres."""
MARGIN, GAP = 5.0, 2.0
"""Margin of the page, and distance between nets, in millimetres."""
HAIR = 0.2
"""Width of lines, in millimetres; cut along solid lines, and fold along dashed ones."""


class IceTowersPrinting(GamePrinting):
    """The pages of IceTowers."""

    def further(self, document: Document, options: Mapping[str, Value]) -> Iterator[None]:
        """Put the nets of each colour on a page, and together on further pages those that don't fit there."""
        rest: list[tuple[int, int]] = []
        for number in range(len(document.theme.seats)):
            nets = [(size, number) for size in (LARGE, MEDIUM, SMALL) for _ in range(PER_SIZE)]
            rest += _put_nets(document, nets, tr(document.theme.seat_names[number]))
            yield
        while rest:
            rest = _put_nets(document, rest, "")
            yield


def edge_of(size: int) -> float:
    """Return the length of the edges that meet at a pyramid's apex, in millimetres."""
    return math.hypot(HEIGHT[size], BASE[size] / math.sqrt(2))


def angle_of(size: int) -> float:
    """Return the angle of a side at the apex, in degrees."""
    return math.degrees(2 * math.asin(BASE[size] / 2 / edge_of(size)))


def net_box(size: int) -> tuple[float, float]:
    """Return the width and height of a net with its flap, with the apex at the top and four sides fanned out below."""
    edge, half = edge_of(size), SIDES * angle_of(size) / 2
    return 2 * edge * math.sin(math.radians(half)) + TAB, edge


def _put_nets(document: Document, nets: list[tuple[int, int]], title: str) -> list[tuple[int, int]]:
    """Put as many nets, each a size and the number of a colour, on a page as fit, row by row. Return the others.

    A row begins with the largest net that is left, and goes on with the largest that fit into its width.
    """
    page = document.add_page()
    ink_colour = document.theme.palette["ink"]
    document.text(title, page.width / 2, 12, 16, "title", ink_colour, "middle")
    left, y = sorted(nets, key=lambda net: (-net[0], net[1])), 20.0
    while left and y + net_box(left[0][0])[1] <= page.height - MARGIN - 10:
        x, high = MARGIN, net_box(left[0][0])[1]
        for size, number in [*left]:
            width = net_box(size)[0]
            if x + width <= page.width - MARGIN:
                _put_net(document, (x + (width - TAB) / 2, y), size, document.theme.seats[number], number)
                left.remove((size, number))
                x += width + GAP
        y += high + GAP
    text = tr("Cut along the lines, fold along the dashes, and glue the flap inside. The base stays open, so that the "
              "pyramids stack.")  # fmt: skip
    document.write(
        text, PaperBox(20, page.height - 14, page.width - 40, 9), (9, 8, 7), paint=ink_colour, align="middle"
    )
    return left


def _put_net(document: Document, apex: Point, size: int, colour: Colour, number: int) -> None:
    """Put a net on the page: four sides around the apex, alternately with pips and the colour's sign, and the flap."""
    theme, edge, angle = document.theme, edge_of(size), angle_of(size)
    white = (255, 255, 255)
    start = 90 + SIDES * angle / 2
    rays = [start - side * angle for side in range(SIDES + 1)]
    corners = [fan(apex, edge, ray, ray, 1)[0] for ray in rays]
    ink = Ink(document, 0, 0)
    dark = mix(colour, (0, 0, 0), 0.1)
    flap = [apex, corners[-1], *_flap(apex, corners[-1], rays[-1])]
    ink.polygon(flap, mix(colour, white, 0.78))
    for side, (left, right) in enumerate(pairwise(corners)):
        ink.polygon([apex, left, right], mix(colour, white, 0.3) if side % 2 == 0 else dark)
    outline = [apex, *corners, *_flap(apex, corners[-1], rays[-1]), apex]
    ink.line(outline, theme.palette["ink"], HAIR)
    for corner in corners[1:]:
        _dash(ink, apex, corner, white if corner is not corners[-1] else theme.palette["ink"])
    ink.done()
    for side, (left, right) in enumerate(pairwise(corners)):
        _mark_side(document, apex, left, right, size, number if side % 2 else -1)


def _flap(apex: Point, corner: Point, ray: float) -> list[Point]:
    """Return the outer corners of the flap beside the last side, from the base upwards."""
    across = math.radians(ray - 90)
    dx, dy = math.cos(across) * TAB, math.sin(across) * TAB

    def at(share: float) -> Point:
        return apex[0] + (corner[0] - apex[0]) * share + dx, apex[1] + (corner[1] - apex[1]) * share + dy

    return [at(0.86), at(0.3)]


def _dash(ink: Ink, start: Point, end: Point, paint: Colour) -> None:
    length = math.dist(start, end)
    count = int(length // 3)
    for number in range(count):
        a, b = number / count, (number + 0.5) / count
        ends = [(start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share) for share in (a, b)]
        ink.line(ends, paint, HAIR)


def _mark_side(document: Document, apex: Point, left: Point, right: Point, size: int, sign: int) -> None:
    """Put pips along the foot of a side, or the sign with the number `sign` if that is not negative."""
    white = (255, 255, 255)
    foot = (left[0] + right[0]) / 2, (left[1] + right[1]) / 2
    high = math.dist(apex, foot)
    up = ((apex[0] - foot[0]) / high, (apex[1] - foot[1]) / high)
    along = ((right[0] - left[0]) / BASE[size], (right[1] - left[1]) / BASE[size])
    ink = Ink(document, 0, 0)
    if sign >= 0:
        middle = (foot[0] + up[0] * 3.6, foot[1] + up[1] * 3.6)
        part = Ink(document, *middle, 0.42)
        paint_sign(part, sign, (0, SIGN_RISE), white)
        part.done()
    for pip in range(size if sign < 0 else 0):
        shift = (pip - (size - 1) / 2) * 4.2
        ink.circle(foot[0] + up[0] * 3.4 + along[0] * shift, foot[1] + up[1] * 3.4 + along[1] * shift, 1.4, white)
    ink.done()
