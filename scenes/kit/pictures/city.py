"""The city behind the towers: roofs against the dusk, and the light behind a tower that is meant."""

from __future__ import annotations

import random

import pygame

from topping_out.scenes.kit.canvas import level_detail
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.theme import Colour, mix


def halo(kit: Kit, height: float) -> pygame.Surface:
    """Return the shine behind a chosen tower."""

    def make() -> pygame.Surface:
        size = round(height * 1.25 * kit.scale)
        small, glow = pygame.Surface((64, 64), pygame.SRCALPHA), kit.theme.glow
        for y in range(32):
            for x in range(32):
                far = min(1.0, ((x - 31.5) ** 2 + (y - 31.5) ** 2) ** 0.5 / 31.5)
                paint = (*glow, round(88 * (1 - far) ** 1.7))
                for place in ((x, y), (63 - x, y), (x, 63 - y), (63 - x, 63 - y)):
                    small.set_at(place, paint)
        return pygame.transform.smoothscale(small, (round(size * 0.86), size))

    return kit.cached(("halo", round(height)), make)


def far_roofs(kit: Kit, height: float) -> pygame.Surface:
    """Return a row of distant roofs, as wide as the window; none is higher than `height`."""
    colour = mix(kit.theme.rose, kit.theme.hills, 0.45)
    return kit.cached(("far roofs", round(height)), lambda: _roofs(kit, height, colour, 4, 0.0))


def near_roofs(kit: Kit, height: float) -> pygame.Surface:
    """Return a row of dark roofs with a few lit windows, as wide as the window; none is higher than `height`."""
    colour = mix(kit.theme.hills, kit.theme.night, 0.15)
    return kit.cached(("near roofs", round(height)), lambda: _roofs(kit, height, colour, 9, 0.16))


def _roofs(kit: Kit, height: float, colour: Colour, seed: int, chance: float) -> pygame.Surface:
    """Return a row of roofs across the window; `chance` of each window to be lit."""
    rng = random.Random(seed)
    canvas = kit.canvas(kit.width, height, colour, level_detail(kit.scale))
    x = -20.0
    while x < kit.width:
        width = rng.uniform(34, 92)
        top = height * (1 - rng.uniform(0.25, 0.86))
        canvas.rect(x, top, width, height - top, colour)
        if rng.random() < 0.5:
            inset, rise = width * rng.uniform(0.16, 0.32), rng.uniform(8, 22)
            canvas.rect(x + inset, top - rise, width - 2 * inset, rise + 1, colour)
            canvas.rect(x + width / 2 - 1, top - rise * 2, 2, rise, colour)
        for _ in range(int(width * (height - top) / 90)):
            if rng.random() < chance:
                place = x + rng.randrange(1, max(2, int(width / 7))) * 7 - 3, top + rng.randrange(1, 20) * 9
                canvas.rect(*place, 2.4, 3.2, mix(colour, kit.theme.window, rng.uniform(0.25, 0.6)))
        x += width + rng.uniform(-6, 10)
    return canvas.done()
