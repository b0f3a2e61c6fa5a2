"""IceTowers as pictures: on the title, in the city, in its rules and on paper."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

import pygame

from topping_out.game.icetowers.table import LARGE, MEDIUM, PER_SIZE, SIZES, SMALL
from topping_out.game.language import tr
from topping_out.game.options import Value

from ..kit.kit import Kit
from ..kit.paper import Document, GamePrinting, Ink, PaperBox, fan
from ..kit.pictures.built import CENTRE, HEIGHT, HIGHEST, MIDDLE, BuiltSheet, FacadeSheet
from ..kit.pictures.ornament import Sheet
from ..kit.stage import Point
from ..kit.theme import Colour, mix
from . import art
from .art import SIGN_RISE, paint_sign

# -- facade


def paint_facade(sheet: FacadeSheet) -> None:
    theme = sheet.theme
    sheet.walls.ellipse(10, 410, 220, 30, (*theme.mist, 70))
    sheet.lights.ellipse(24, 413, 192, 24, (*theme.paper, 70))
    seats = theme.seats
    pieces = (
        (seats[3], 104, 218, 428, 3), (seats[0], 97, 204, 354, 3), (seats[2], 77, 170, 276, 2),
        (seats[0], 72, 160, 214, 2), (seats[4], 48, 116, 142, 1),
    )  # fmt: skip
    for colour, half, high, foot, pips in pieces:
        paint_pyramid(sheet, colour, half, high, foot, pips, CENTRE)


def paint_pyramid(
    sheet: FacadeSheet, colour: Colour, half: float, high: float, foot: float, pips: int, middle: float
) -> None:
    """Glass: the left face in the light, what stands inside shining through a little."""
    theme, canvas = sheet.theme, sheet.walls
    tip, edge = (middle, foot - high), (middle + half * 0.2, foot)
    left, right = (middle - half, foot - half * 0.2), (middle + half, foot - half * 0.24)
    bright, deep = mix(colour, theme.paper, 0.42), mix(colour, theme.night, 0.22)
    canvas.polygon([tip, left, edge], (*bright, 228)).polygon([tip, right, edge], (*deep, 236))
    canvas.polygon([tip, left, _between(left, edge, 0.34)], (*theme.paper, 58))
    canvas.polygon([tip, right, _between(right, edge, 0.3)], (*theme.night, 60))
    canvas.line([left, edge, right], mix(colour, theme.paper, 0.6), 1.8)
    canvas.line([tip, edge], mix(colour, theme.paper, 0.72), 1.4)
    for number in range(pips):
        x, y = _between(left, edge, 0.12 + (6 + number * 14) / half)
        canvas.circle(x, y - 10, 4.6, mix(colour, theme.paper, 0.3))
        sheet.lights.circle(x, y - 10, 4.6, theme.paper)


def _between(a: tuple[float, float], b: tuple[float, float], share: float) -> tuple[float, float]:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


# -- illustrations


Pyramid = tuple[int, int]
"""Colour (an index into the theme's seats) and size."""
BLUE, ORANGE, GREEN, VIOLET = range(4)
HIGH, FOOT, UNDER = 150.0, 118.0, 137.0
"""Of a slab: its height, where towers stand, and what is written under them."""


class Slab(Sheet):
    """A piece of ice to put towers on, in logical units."""

    def __init__(self, kit: Kit, width: float) -> None:
        super().__init__(kit, width, HIGH)
        frost, far = (232, 241, 247), (190, 212, 228)
        canvas = kit.canvas(width, HIGH, frost, detail=2)
        canvas.gradient(0, 0, width, HIGH, [(0, frost), (1, far)])
        self.sheet = pygame.transform.smoothscale(canvas.mask(10).done(), self.sheet.get_size())

    def tower(self, pieces: Sequence[Pyramid], x: float, y: float = FOOT) -> list[float]:
        """Put a tower, bottom piece first; return the height of each piece's foot."""
        self.put(art.shadow(self.kit, pieces[0][1]), x, y - 3)
        feet, below = [], 0
        for colour, size in pieces:
            if below:
                y -= art.step(below, size)
            picture = art.pyramid(self.kit, self.kit.theme.seats[colour], size, colour, True)
            self.put(picture, x, y + 6 - art.HEIGHTS[size] / 2)
            feet.append(y)
            below = size
        return feet

    def small_arrow(self, x: float) -> None:
        brown = mix(self.kit.theme.brass, self.kit.theme.ink, 0.35)
        canvas = self.kit.canvas(44, 16, brown).rect(0, 6, 36, 4, brown)
        self.put(canvas.polygon([(31, 0), (44, 8), (31, 16)], brown).done(), x, 84)


def worth(kit: Kit) -> pygame.Surface:
    """A tower of eight."""
    slab = Slab(kit, 360)
    slab.tower([(ORANGE, 3), (VIOLET, 2), (BLUE, 2), (GREEN, 1)], 110)
    slab.write("3 + 2 + 2 + 1 = 8", 250, 74)
    slab.put(kit.disc(13, kit.theme.seats[GREEN], "8"), 110, UNDER)
    return slab.sheet


def cap(kit: Kit) -> pygame.Surface:
    """Where a medium may go."""
    slab = Slab(kit, 480)
    slab.tower([(BLUE, 2)], 70)
    slab.small_arrow(140)
    for x, tower, words in (
        (220.0, [(ORANGE, 3)], tr("yes")),
        (310.0, [(VIOLET, 3), (GREEN, 2)], tr("yes")),
        (400.0, [(GREEN, 2), (ORANGE, 1)], tr("no: too small")),
    ):
        slab.tower(tower, x)
        slab.write(words, x, UNDER)
    return slab.sheet


def mine(kit: Kit) -> pygame.Surface:
    """Two pieces under a foreign top."""
    slab = Slab(kit, 420)
    pieces = [(BLUE, 3), (GREEN, 3), (BLUE, 2), (ORANGE, 1)]
    feet = slab.tower(pieces, 110)
    for (colour, size), y in zip(pieces, feet):
        if colour == BLUE:
            slab.put(art.glow(kit, size, kit.theme.brass), 110, y + 6 - art.HEIGHTS[size] / 2)
    slab.small_arrow(200)
    slab.tower([(BLUE, 3), (GREEN, 3), (ORANGE, 1)], 270)
    slab.tower([(BLUE, 2)], 350)
    slab.write(tr("in the hand"), 350, UNDER)
    return slab.sheet


def split(kit: Kit) -> pygame.Surface:
    """A gap, and what comes of it."""
    slab = Slab(kit, 440)
    feet = slab.tower([(GREEN, 3), (ORANGE, 2), (ORANGE, 2), (BLUE, 1)], 100)
    slab.put(art.scissors(kit, True), 100 + art.WIDTHS[2] / 2 + 14, feet[2])
    slab.small_arrow(200)
    slab.tower([(GREEN, 3), (ORANGE, 2)], 280)
    slab.tower([(ORANGE, 2), (BLUE, 1)], 360)
    return slab.sheet


FIGURES: dict[str, Callable[[Kit], pygame.Surface]] = {"worth": worth, "cap": cap, "mine": mine, "split": split}
"""The pictures by the names that the rules text gives them."""


# -- skyline


HALVES, HIGHS = (0.0, 34.0, 49.0, 64.0), (0.0, 96.0, 132.0, 168.0)
"""Half the width, and the height, of a pyramid by its pips."""
BAND = 40.0
"""How far a pyramid of the same size stands above the one below."""


def paint_built(sheet: BuiltSheet) -> float:
    theme, canvas = sheet.theme, sheet.walls
    sizes = [max(SIZES[0], min(part.number, SIZES[-1])) for part in sheet.parts]
    feet = [0.0]
    for lower, upper in pairwise(sizes):
        feet.append(feet[-1] + BAND + 0.6 * (HIGHS[lower] - HIGHS[upper]))
    scale = min(1.0, (HIGHEST - 12) / (feet[-1] + HIGHS[sizes[-1]]))
    canvas.ellipse(MIDDLE - 74, HEIGHT - 20, 148, 20, (*theme.mist, 110))
    sheet.lights.ellipse(MIDDLE - 62, HEIGHT - 17, 124, 14, (*theme.paper, 80))
    for part, size, foot in zip(sheet.parts, sizes, feet):
        colour, y = sheet.colour_of(part.owner or 0), HEIGHT - 7 - foot * scale
        paint_pyramid(sheet, colour, HALVES[size] * scale, HIGHS[size] * scale, y, size, MIDDLE)
    return HEIGHT - 7 - (feet[-1] + HIGHS[sizes[-1]]) * scale + 7


# -- printing


BASE = {SMALL: 14.3, MEDIUM: 19.8, LARGE: 25.4}
BASE_HEIGHT = {SMALL: 25.4, MEDIUM: 34.9, LARGE: 44.5}
"""Millimetres, as the pyramids that are sold have them: one caps another of its size with a third of it showing."""
SIDES = 4
TAB = 5.0
"""Width of the flap to be glued."""
MARGIN, GAP = 9.0, 4.0
HAIR = 0.2
"""Of the lines to cut along; those to fold along are dashed."""


class IceTowersPrinting(GamePrinting):
    def further(self, document: Document, options: Mapping[str, Value]) -> Iterator[None]:
        """Put the nets of each colour on pages of its own, so that each can be printed on paper of its colour."""
        for number, colour in enumerate(document.theme.seats):
            name = tr(document.theme.seat_names[number])
            nets = [size for size in (LARGE, MEDIUM, SMALL) for _ in range(PER_SIZE)]
            while nets:
                nets = nets[_put_nets(document, nets, colour, number, name) :]
                yield


def edge_of(size: int) -> float:
    """Return the length of the edges that meet at a pyramid's apex, in millimetres."""
    return math.hypot(BASE_HEIGHT[size], BASE[size] / math.sqrt(2))


def angle_of(size: int) -> float:
    """Return the angle of a side at the apex, in degrees."""
    return math.degrees(2 * math.asin(BASE[size] / 2 / edge_of(size)))


def net_box(size: int) -> tuple[float, float]:
    """Return the width and height of a net, its apex at the top and the four sides fanned out below, flap and all."""
    edge, half = edge_of(size), SIDES * angle_of(size) / 2
    return 2 * edge * math.sin(math.radians(half)) + TAB, edge


def _put_nets(document: Document, sizes: list[int], colour: Colour, number: int, name: str) -> int:
    """Put as many nets on a page as fit, row by row; return how many."""
    page = document.add_page()
    ink_colour = document.theme.palette["ink"]
    document.text(name, page.width / 2, 12, 16, "title", ink_colour, "middle")
    x, y, done, high = MARGIN, 20.0, 0, 0.0
    for size in sizes:
        width, height = net_box(size)
        if x + width > page.width - MARGIN:
            x, y, high = MARGIN, y + high + GAP, 0.0
        if y + height > page.height - MARGIN - 6:
            break
        _put_net(document, (x + (width - TAB) / 2, y), size, colour, number)
        x, high, done = x + width + GAP, max(high, height), done + 1
    text = tr("Cut along the lines, fold along the dashes, and glue the flap inside. The base stays open, so that the "
              "pyramids stack.")  # fmt: skip
    document.write(
        text, PaperBox(20, page.height - 14, page.width - 40, 9), (9, 8, 7), paint=ink_colour, align="middle"
    )
    return done


def _put_net(document: Document, apex: Point, size: int, colour: Colour, number: int) -> None:
    """Put a net on the page: four sides round the apex, each with pips and sign, and the flap."""
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
    """Return the outer corners of the flap beside the last side, from the base up."""
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
    """Put pips along the foot of a side; with a sign of 0 or more, the colour's sign in their place."""
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
