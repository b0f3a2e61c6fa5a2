"""The pictures on the rules page of IceTowers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from topping_out.game.language import tr
from topping_out.scenes.icetowers import art
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.sheet import Sheet
from topping_out.scenes.kit.theme import mix

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
