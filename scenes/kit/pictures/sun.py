"""A low sun with its rays, as posters have it."""

from __future__ import annotations

import math

import pygame

from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.theme import Colour

RAYS = 11


def sun(kit: Kit, width: float, height: float, paint: Colour) -> pygame.Surface:
    """Return rays that fan out from the middle of the lower edge, and the sun's disc where they begin."""
    canvas = kit.canvas(width, height, paint, 2)
    x, y, far = width * 0.36, height * 0.92, math.hypot(width, height)
    half = math.pi / RAYS / 2.6
    for number in range(RAYS):
        angle = math.pi * (number + 0.5) / RAYS
        sides = [(x + math.cos(a) * far, y - math.sin(a) * far) for a in (angle - half, angle + half)]
        canvas.polygon([(x, y), *sides], (*paint, 22))
    canvas.circle(x, y, width * 0.3, (*paint, 60))
    canvas.circle(x, y, width * 0.22, (*paint, 90))
    return canvas.done()
