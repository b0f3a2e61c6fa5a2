"""What lies behind the cards: the sky over six sites, two banks, and the river between them."""

from __future__ import annotations

import math
import random

import pygame

from topping_out.game.towering.cards import Colour
from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.canvas import Paint, fill_gradient, vertical_gradient
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import mix
from topping_out.scenes.towering.art.card_art import site_colour
from topping_out.scenes.towering.art.sites import paint_landscape
from topping_out.scenes.towering.layout import Layout

COARSE = 4
"""Device pixels to one of the land's tints, which run into one another softly."""
LANDSCAPE = 92.0
"""Height of the landscapes behind the far bank."""


def backdrop(kit: Kit, layout: Layout) -> pygame.Surface:
    """Return the whole table without anything that moves."""
    edges = layout.far_ground, layout.river_top, layout.near_ground, layout.left, layout.pitch
    key = ("tw backdrop", layout.colours, *map(round, edges))
    return kit.cached(key, lambda: _paint(kit, layout))


def _paint(kit: Kit, layout: Layout) -> pygame.Surface:
    picture = pygame.Surface(kit.metrics.pixels)
    _paint_sky(kit, picture, layout.far_ground)
    for colour in range(layout.colours):
        _paint_site(kit, picture, layout, colour, layout.far_ground, min(LANDSCAPE, layout.far_ground - 90))
    _paint_land(kit, picture, layout)
    _paint_river(kit, picture, layout)
    _paint_foreground(kit, picture, layout.near_ground)
    return picture


def _band(kit: Kit, picture: pygame.Surface, top: float, foot: float, stops: list[tuple[float, Paint]]) -> None:
    first, last = round(top * kit.scale), round(foot * kit.scale)
    fill_gradient(picture, pygame.Rect(0, first, picture.get_width(), last - first), stops)


def _paint_sky(kit: Kit, picture: pygame.Surface, line: float) -> None:
    theme = kit.theme
    ember = mix(theme.rose, theme.ember, 0.45)
    _band(
        kit,
        picture,
        0,
        line,
        [(0.0, mix(theme.night, theme.dusk, 0.12)), (0.4, theme.dusk), (0.8, theme.rose), (1.0, ember)],
    )
    rng = random.Random(17)
    for _ in range(80):
        x, y = rng.random() * picture.get_width(), rng.random() ** 1.5 * line * 0.6 * kit.scale
        size = max(1, round(kit.scale * rng.choice((1, 1, 1.6))))
        picture.fill(mix(theme.dusk, theme.paper, 0.25 + 0.5 * rng.random()), (round(x), round(y), size, size))
    canvas = kit.canvas(kit.width, 50, detail=2)
    hills = [(s * kit.width / 64, 25 + 14 * math.sin(s * kit.width / 64 / 96)) for s in range(65)]
    canvas.polygon([*hills, (kit.width, 50), (0, 50)], mix(theme.hills, theme.rose, 0.3))
    picture.blit(canvas.done(), (0, round((line - 46) * kit.scale)))


def _paint_site(kit: Kit, picture: pygame.Surface, layout: Layout, colour: Colour, ground: float, high: float) -> None:
    """Paint a landscape behind a bank, fading at its sides into its neighbours."""
    width = layout.pitch * 1.16
    canvas = kit.canvas(width, high, mix(kit.theme.hills, site_colour(kit.theme, colour), 0.3), detail=3)
    paint_landscape(canvas, kit.theme, colour, (0, 0, width, high), day=False, sun=ground == layout.far_ground)
    left = layout.site_x(colour) - width / 2
    land = _feathered(canvas.done(), 0.12)
    picture.blit(land, (round(left * kit.scale), round((ground - high) * kit.scale)))


def _feathered(land: pygame.Surface, share: float) -> pygame.Surface:
    """Return a picture that fades out at its sides, over a share of its width."""
    width, height = land.get_size()
    mask = pygame.Surface((width, 1), pygame.SRCALPHA)
    for x in range(width):
        edge = min(x, width - 1 - x) / (width * share)
        mask.set_at((x, 0), (255, 255, 255, round(255 * min(1.0, edge))))
    land.blit(pygame.transform.scale(mask, (width, height)), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return land


def _paint_land(kit: Kit, picture: pygame.Surface, layout: Layout) -> None:
    """Paint the banks: the far one under its towers, the near one behind its own; every site in its tint."""
    theme, near, far = kit.theme, layout.near_ground, layout.far_ground
    _band(kit, picture, far, layout.river_foot, [(0.0, mix(theme.ground, theme.rose, 0.1)), (0.5, theme.ground)])
    low = mix(theme.ground, theme.rose, 0.3)
    _band(kit, picture, layout.river_foot - 8, near, [(0.0, theme.ground), (1.0, low)])
    _paint_tints(kit, picture, layout, (far, layout.river_top + 4), (70, 16))
    _paint_tints(kit, picture, layout, (layout.river_foot - 4, near), (8, 92))
    for colour in range(layout.colours):
        _paint_site(kit, picture, layout, colour, near, min(110.0, near - layout.river_foot - 20))
    _line(kit, picture, far, mix(theme.ember, theme.ground, 0.45))


def _paint_tints(
    kit: Kit, picture: pygame.Surface, layout: Layout, span: tuple[float, float], strength: tuple[int, int]
) -> None:
    """Lay the sites' colours over a bank, one running into the next, from one strength at the top to another."""
    wide, high = picture.get_width(), round((span[1] - span[0]) * kit.scale)
    row = pygame.Surface((math.ceil(wide / COARSE), 1), pygame.SRCALPHA)
    for x in range(row.get_width()):
        row.set_at((x, 0), _tint_at(kit, layout, (x + 0.5) * COARSE / kit.scale))
    sheet = pygame.transform.scale(row, (row.get_width(), high))
    fade = [(0.0, (255, 255, 255, strength[0])), (1.0, (255, 255, 255, strength[1]))]
    sheet.blit(vertical_gradient(sheet.get_size(), fade), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    picture.blit(pygame.transform.smoothscale(sheet, (wide, high)), (0, round(span[0] * kit.scale)))


def _tint_at(kit: Kit, layout: Layout, x: float) -> tuple[int, int, int, int]:
    """Return the colour of the land at x: a site's own in its middle, a mixture between two, clear outside."""
    place = (x - layout.site_x(0)) / layout.pitch
    last = layout.colours - 1
    outside = max(-place - 0.35, place - last - 0.35, 0.0)
    place = max(0.0, min(float(last), place))
    left = min(int(place), last - 1)
    share = max(0.0, min(1.0, (place - left - 0.36) / 0.28))
    tint = mix(site_colour(kit.theme, left), site_colour(kit.theme, left + 1), share * share * (3 - 2 * share))
    return (*tint, round(255 * max(0.0, 1 - outside / 0.4)))


def _line(kit: Kit, picture: pygame.Surface, y: float, paint: tuple[int, int, int], thick: float = 2.4) -> None:
    high = max(1, round(thick * kit.scale))
    picture.fill(paint, (0, round(y * kit.scale) - high // 2, picture.get_width(), high))


def _paint_river(kit: Kit, picture: pygame.Surface, layout: Layout) -> None:
    """Paint the water: the dusk's light on it, wavy banks, and streaks that follow the stream."""
    theme = kit.theme
    top, foot = layout.river_top, layout.river_foot
    deep, light = mix(theme.dusk, theme.night, 0.35), mix(theme.dusk, theme.rose, 0.45)
    height = foot - top + 12
    canvas = kit.canvas(kit.width, height, theme.ground, detail=2)
    steps = [s * kit.width / 96 for s in range(97)]
    upper = [(x, 5 + 2.6 * math.sin(x / 71) + 1.6 * math.sin(x / 23)) for x in steps]
    lower = [(x, height - 5 + 2.4 * math.sin(x / 83 + 2) + 1.4 * math.sin(x / 29)) for x in steps]
    for shift, paint in (
        (0.0, mix(light, theme.glow, 0.28)),
        (2.2, light),
        (6.0, mix(light, deep, 0.55)),
        (14.0, deep),
    ):
        shore = [(x, y + shift) for x, y in upper] + [(x, y - shift * 0.7) for x, y in reversed(lower)]
        canvas.polygon(shore, paint)
    rng = random.Random(29)
    for _ in range(70):
        x, y, length = rng.random() * kit.width, 14 + rng.random() * (height - 28), 14 + rng.random() * 60
        canvas.line([(x, y), (x + length, y)], mix(deep, theme.mist, 0.08 + 0.16 * rng.random()), 1)
    picture.blit(canvas.done(), (0, round((top - 6) * kit.scale)))


def _paint_foreground(kit: Kit, picture: pygame.Surface, ground: float) -> None:
    theme = kit.theme
    _band(kit, picture, ground, kit.height, [(0.0, theme.ground), (0.3, theme.earth), (1.0, theme.night)])
    _line(kit, picture, ground, mix(theme.ember, theme.ground, 0.35), 3)


class Glints:
    """Light that drifts down the river; slow, so that a table at rest costs next to nothing."""

    STEP = 120.0
    """Milliseconds between changes."""
    SPEED = 16.0
    """Logical units a second."""

    def __init__(self, count: int = 12) -> None:
        rng = random.Random(31)
        self._glints = [
            (rng.random(), rng.random(), rng.random() * math.tau, rng.choice((26, 40, 58))) for _ in range(count)
        ]
        self._time = 0.0

    def update(self, ms: float) -> None:
        self._time += ms

    def draw(self, stage: Stage, kit: Kit, layout: Layout) -> None:
        now = self._time // self.STEP * self.STEP / 1000
        stage.layer("glints", (self, kit, layout, now), lambda: self._paint(stage, kit, layout, now))

    def _paint(self, stage: Stage, kit: Kit, layout: Layout, now: float) -> None:
        for start, place, phase, length in self._glints:
            x = (start * kit.width + now * self.SPEED) % (kit.width + 80) - 40
            y = layout.river_top + 12 + place * (layout.river_h - 24)
            light = round(max(0.0, math.sin(now * 0.8 + phase)) * 4) / 4
            stage.blit(_streak(kit, length), round(x), y, light * 0.5)


@painted_once
def _streak(kit: Kit, length: float) -> pygame.Surface:
    paint = mix(kit.theme.mist, kit.theme.glow, 0.35)
    canvas = kit.canvas(length, 3, paint)
    return canvas.polygon([(0, 1.5), (length / 2, 0.6), (length, 1.5), (length / 2, 2.4)], paint).done()
