"""Pictures of IceTowers: on the title, in the city and in its rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import pygame

from topping_out.game.icetowers.state import SIZES
from topping_out.game.language import tr, tr_context

from ..kit.built import CENTRE, HEIGHT, HIGHEST, MIDDLE, BuiltSheet, FacadeSheet
from ..kit.kit import Kit
from ..kit.ornament import Sheet
from ..kit.theme import Colour, mix
from . import art
from .art import between

# -- facade


def paint_facade(sheet: FacadeSheet) -> None:
    """Paint a tower of five pyramids on a plate of ice."""
    theme = sheet.theme
    sheet.walls.ellipse(10, 410, 220, 30, (*theme.mist, 70))
    sheet.lights.ellipse(24, 413, 192, 24, (*theme.paper, 70))
    seats = theme.seats
    # colour, half the width, height, y-coordinate of the foot, pips
    pieces = (
        (seats[3], 104, 218, 428, 3), (seats[0], 97, 204, 354, 3), (seats[2], 77, 170, 276, 2),
        (seats[0], 72, 160, 214, 2), (seats[4], 48, 116, 142, 1),
    )  # fmt: skip
    for colour, half, high, foot, pips in pieces:
        paint_pyramid(sheet, colour, half, high, foot, pips, CENTRE)


def paint_pyramid(
    sheet: FacadeSheet, colour: Colour, half: float, high: float, foot: float, pips: int, middle: float
) -> None:
    """Paint a pyramid of slightly transparent glass, with the left face in the light."""
    theme, canvas = sheet.theme, sheet.walls
    tip, edge = (middle, foot - high), (middle + half * 0.2, foot)
    left, right = (middle - half, foot - half * 0.2), (middle + half, foot - half * 0.24)
    bright, deep = mix(colour, theme.paper, 0.42), mix(colour, theme.night, 0.22)
    # both faces, a lighter strip along the left edge and a darker one along the right, and the edges
    canvas.polygon([tip, left, edge], (*bright, 228)).polygon([tip, right, edge], (*deep, 236))
    canvas.polygon([tip, left, between(left, edge, 0.34)], (*theme.paper, 58))
    canvas.polygon([tip, right, between(right, edge, 0.3)], (*theme.night, 60))
    canvas.line([left, edge, right], mix(colour, theme.paper, 0.6), 1.8)
    canvas.line([tip, edge], mix(colour, theme.paper, 0.72), 1.4)
    for number in range(pips):
        x, y = between(left, edge, 0.12 + (6 + number * 14) / half)
        canvas.circle(x, y - 10, 4.6, mix(colour, theme.paper, 0.3))
        sheet.lights.circle(x, y - 10, 4.6, theme.paper)


# -- illustrations


Pyramid = tuple[int, int]
"""Colour (an index into the theme's seats) and size."""
BLUE, ORANGE, GREEN, VIOLET = range(4)
HIGH, FOOT, UNDER = 150.0, 118.0, 137.0
"""Height of a slab, and the y-coordinates on it of towers' feet and of the words under them."""


class Slab(Sheet):
    """A slab of ice with towers on it, in logical units."""

    def __init__(self, kit: Kit, width: float) -> None:
        super().__init__(kit, width, HIGH)
        frost, far = (232, 241, 247), (190, 212, 228)
        canvas = kit.canvas(width, HIGH, frost, detail=2)
        canvas.gradient(0, 0, width, HIGH, [(0, frost), (1, far)])
        self.sheet = canvas.mask(10).done()

    def tower(self, pieces: Sequence[Pyramid], x: float, y: float = FOOT) -> list[float]:
        """Put a tower on the slab, bottom piece first. Return the y-coordinate of each piece's foot."""
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
    """Paint a tower worth eight."""
    slab = Slab(kit, 360)
    slab.tower([(ORANGE, 3), (VIOLET, 2), (BLUE, 2), (GREEN, 1)], 110)
    slab.write("3 + 2 + 2 + 1 = 8", 250, 74)
    slab.put(kit.disc(13, kit.theme.seats[GREEN], "8"), 110, UNDER)
    return slab.sheet


def cap(kit: Kit) -> pygame.Surface:
    """Paint a medium piece, and towers that it can and can't cap."""
    slab = Slab(kit, 480)
    slab.tower([(BLUE, 2)], 70)
    slab.small_arrow(140)
    for x, tower, words in (
        (220.0, [(ORANGE, 3)], tr_context("it fits", "yes")),
        (310.0, [(VIOLET, 3), (GREEN, 2)], tr_context("it fits", "yes")),
        (400.0, [(GREEN, 2), (ORANGE, 1)], tr("no: too small")),
    ):
        slab.tower(tower, x)
        slab.write(words, x, UNDER)
    return slab.sheet


def mine(kit: Kit) -> pygame.Surface:
    """Paint a tower with two blue pieces under another colour, and the same after mining one."""
    slab = Slab(kit, 420)
    pieces = [(BLUE, 3), (GREEN, 3), (BLUE, 2), (ORANGE, 1)]
    feet = slab.tower(pieces, 110)
    for (colour, size), y in zip(pieces, feet):
        if colour == BLUE:
            slab.put(art.glow(kit, size, kit.theme.brass), 110, y + 6 - art.HEIGHTS[size] / 2)
    slab.small_arrow(200)
    slab.tower([(BLUE, 3), (GREEN, 3), (ORANGE, 1)], 270)
    slab.tower([(BLUE, 2)], 350)
    slab.write(tr("in your hand"), 350, UNDER)
    return slab.sheet


def split(kit: Kit) -> pygame.Surface:
    """Paint a tower with a gap, and the two towers after the split."""
    slab = Slab(kit, 440)
    feet = slab.tower([(GREEN, 3), (ORANGE, 2), (ORANGE, 2), (BLUE, 1)], 100)
    slab.put(art.scissors(kit, True), 100 + art.WIDTHS[2] / 2 + 14, feet[2])
    slab.small_arrow(200)
    slab.tower([(GREEN, 3), (ORANGE, 2)], 280)
    slab.tower([(ORANGE, 2), (BLUE, 1)], 360)
    return slab.sheet


FIGURES: dict[str, Callable[[Kit], pygame.Surface]] = {"worth": worth, "cap": cap, "mine": mine, "split": split}
"""The pictures by their names in the rules text."""


# -- skyline


HALVES, HIGHS = (0.0, 34.0, 49.0, 64.0), (0.0, 96.0, 132.0, 168.0)
"""Half the width, and the height, of a pyramid by its pips, in drawing units."""
BAND = 40.0
"""How much higher a pyramid is than the one of the same size below it."""


def paint_built(sheet: BuiltSheet) -> float:
    """Paint a tower built in a game. Return the y-coordinate of its tip."""
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
