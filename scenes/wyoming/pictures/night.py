"""The night after a topping out: its sky, the city with ever more lit windows, and the Sky as glass that breaks."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pygame

from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.canvas import Canvas, Point, fill_gradient, level_detail, vertical_gradient
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.theme import Colour, mix

STEPS = 24
"""In so many steps the windows of the city light up."""
CRACKS = 4
"""Pictures of the cracks, each further on than the one before it."""
CITY = 0.46
"""How high the city is, as a share of the sky."""
STARS = 230
MOON = 22.0
MOON_AT = 0.86, 0.24
"""Shares of the sky's width and height."""
SHAPES: tuple[tuple[Point, ...], ...] = (
    ((2, 4), (40, 0), (58, 22), (20, 30)),
    ((0, 0), (34, 10), (12, 28)),
    ((4, 0), (62, 14), (30, 18)),
    ((0, 12), (18, 0), (30, 20), (12, 34)),
    ((0, 0), (24, 4), (44, 26), (10, 18)),
    ((0, 20), (50, 0), (34, 26)),
    ((10, 0), (26, 14), (0, 22)),
)
"""The pieces of the glass, in logical units."""


@painted_once
def sky(kit: Kit, ground: float) -> pygame.Surface:
    """Return a sky full of stars, with a moon, down to the ground."""
    theme = kit.theme
    wide, high = kit.metrics.pixels[0], round(ground * kit.scale)
    picture = pygame.Surface((wide, high))
    deep = mix(theme.night, (0, 0, 0), 0.45)
    stops = [(0.0, deep), (0.55, theme.night), (1.0, mix(theme.night, theme.dusk, 0.62))]
    fill_gradient(picture, picture.get_rect(), stops)
    rng = random.Random(23)
    for _ in range(STARS):
        x, y = rng.random() * wide, rng.random() ** 1.5 * high * 0.9
        size = max(1, round(kit.scale * rng.choice((1, 1, 1, 1.7))))
        if math.hypot(x - wide * MOON_AT[0], y - high * MOON_AT[1]) < 2 * MOON * kit.scale:
            continue
        picture.fill(mix(theme.night, theme.paper, 0.25 + 0.65 * rng.random()), (round(x), round(y), size, size))
    moon = _moon(kit)
    picture.blit(moon, moon.get_rect(center=(round(wide * MOON_AT[0]), round(high * MOON_AT[1]))))
    return picture


def _moon(kit: Kit) -> pygame.Surface:
    """Return a crescent with a soft light round it."""
    light, size = mix(kit.theme.paper, kit.theme.window, 0.3), 6 * MOON
    canvas = kit.canvas(size, size, light)
    for number in range(12):
        canvas.circle(size / 2, size / 2, MOON * (1 + 2 * (1 - number / 12)), (*light, 5))
    outer = [(math.cos(a), math.sin(a)) for a in (math.radians(70 + 220 * n / 30) for n in range(31))]
    inner = [
        (0.62 + 0.94 * math.cos(a), 0.94 * math.sin(a)) for a in (math.radians(264 - 168 * n / 30) for n in range(31))
    ]
    canvas.polygon([(size / 2 + MOON * x, size / 2 + MOON * y) for x, y in (*outer, *inner)], light)
    return canvas.done()


def city(kit: Kit, ground: float, lit: int) -> pygame.Surface:
    """Return the city as wide as the window, with `lit` of `STEPS` parts of its windows lit."""

    def make() -> pygame.Surface:
        base, panes = _dark_city(kit, ground)
        picture = base.copy()
        for left, top, wide, high, colour in panes[: len(panes) * lit // STEPS]:
            picture.fill(colour, (left, top, wide, high))
        return picture

    return kit.cached(("night city", round(ground), lit), make)


Pane = tuple[int, int, int, int, Colour]


def _dark_city(kit: Kit, ground: float) -> tuple[pygame.Surface, list[Pane]]:
    """Return the city without a light, and its windows in the order in which they light up, in device pixels."""

    def make() -> tuple[pygame.Surface, list[Pane]]:
        theme, high = kit.theme, ground * CITY
        far, near = mix(theme.night, theme.dusk, 0.3), mix(theme.night, (0, 0, 0), 0.3)
        canvas = kit.canvas(kit.width, high, far, level_detail(kit.scale))
        panes: list[Pane] = []
        for seed, tall, colour, chance in ((31, 0.95, far, 0.4), (12, 0.7, near, 0.6)):
            rng = random.Random(seed)
            for x, top, width in _houses(kit.width, high, tall, rng):
                _house(canvas, x, top, width, high, colour, rng)
                panes = [pane for pane in panes if not _hides(kit, pane, x, top, width)]
                panes += _panes(kit, x, top, width, high, chance, rng)
        random.Random(5).shuffle(panes)
        return canvas.done(), panes

    return kit.cached(("dark city", round(ground)), make)


def _houses(width: float, high: float, tall: float, rng: random.Random) -> Iterator[tuple[float, float, float]]:
    x = -18.0
    while x < width:
        wide, top = rng.uniform(32, 78), high * (1 - tall * rng.uniform(0.3, 1.0) ** 1.3) + 26
        yield x, min(top, high - 18), wide
        x += wide + rng.uniform(-4, 8)


def _house(canvas: Canvas, x: float, top: float, width: float, foot: float, colour: Colour, rng: random.Random) -> None:
    canvas.rect(x, top, width, foot - top, colour)
    if rng.random() < 0.5:
        inset = width * rng.uniform(0.18, 0.3)
        canvas.rect(x + inset, top - 9, width - 2 * inset, 10, colour).rect(
            x + width / 2 - 0.8, top - 25, 1.6, 17, colour
        )


def _panes(
    kit: Kit, x: float, top: float, width: float, foot: float, chance: float, rng: random.Random
) -> Iterator[Pane]:
    theme = kit.theme
    wide, tall = max(1, round(3.4 * kit.scale)), max(1, round(4.6 * kit.scale))
    for row in range(int((foot - top - 8) / 11)):
        for column in range(int((width - 8) / 8.5)):
            if rng.random() < chance:
                colour = mix(mix(theme.window, theme.glow, rng.random() * 0.7), theme.night, rng.uniform(0.0, 0.35))
                left, up = x + 5 + column * 8.5, top + 6 + row * 11
                yield round(left * kit.scale), round(up * kit.scale), wide, tall, colour


def _hides(kit: Kit, pane: Pane, x: float, top: float, width: float) -> bool:
    """Tell whether a house stands before a window."""
    left, up = pane[0] / kit.scale, pane[1] / kit.scale
    return x - 3.4 < left < x + width and up > top - 4.6


# -- the Sky as glass


@painted_once
def glass(kit: Kit, shape: int) -> pygame.Surface:
    """Return a piece of the Sky: warm glass with a bright edge."""
    theme, corners = kit.theme, SHAPES[shape]
    bright = mix(theme.glow, theme.paper, 0.75)
    across, down = (max(values) + 3 for values in zip(*corners))
    canvas = kit.canvas(across, down, bright)
    points = [(x + 1.5, y + 1.5) for x, y in corners]
    canvas.polygon(points, (*mix(theme.glow, theme.paper, 0.25), 120))
    canvas.polygon([points[0], points[1], points[-1]], (*theme.paper, 90))
    canvas.line([*points, points[0]], bright, 1.2)
    return canvas.done()


@painted_once
def cracks(kit: Kit, grown: int) -> pygame.Surface:
    """Return cracks that run from the middle over the Sky, the further the more they have `grown` (1 to `CRACKS`)."""
    rng, light = random.Random(41), mix(kit.theme.glow, kit.theme.paper, 0.8)
    wide, high = 560.0, 190.0
    canvas = kit.canvas(wide, high, light)
    for ray in range(14):
        angle = math.tau * (ray + rng.uniform(-0.3, 0.3)) / 14
        x, y, points = wide / 2, high / 2, [(wide / 2, high / 2)]
        for _ in range(2 * grown):
            x += math.cos(angle) * 34 + rng.uniform(-6, 6)
            y += math.sin(angle) * 11 + rng.uniform(-5, 5)
            points.append((x, y))
        canvas.line(points, (*light, 255), 1.4 if ray % 2 else 2.0)
    canvas.circle(wide / 2, high / 2, 5.0 + 2 * grown, (*light, 150))
    return canvas.done()


@painted_once
def flash(kit: Kit) -> pygame.Surface:
    """Return the light along the Sky in the moment in which it breaks."""
    light = mix(kit.theme.glow, kit.theme.paper, 0.6)
    stops = [(0.0, (*light, 0)), (0.5, (*light, 150)), (1.0, (*light, 0))]
    return vertical_gradient((kit.metrics.pixels[0], round(150 * kit.scale)), stops)
