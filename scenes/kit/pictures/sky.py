"""The dusk over everything: sky, stars that twinkle, hills and ground."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.canvas import Canvas, fill_gradient
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import Colour, mix


def dusk(kit: Kit, horizon: float, glow: float = 1.0) -> pygame.Surface:
    """Return the window's background: night above, dusk down to `horizon` (logical units from the top), hills, ground.

    `glow` from 0 to 1 is how much light is left at the horizon.
    """
    return kit.cached(("dusk", round(horizon), glow), lambda: paint_dusk(kit, horizon, glow))


def paint_dusk(kit: Kit, horizon: float, glow: float = 1.0) -> pygame.Surface:
    """Return a background of its own for whoever paints on it (see `dusk`)."""
    theme = kit.theme
    picture = pygame.Surface(kit.metrics.pixels)
    line = round(horizon * kit.scale)
    low, ember = mix(theme.dusk, theme.rose, glow), mix(theme.rose, theme.ember, 0.55 * glow)
    stops = [(0.0, mix(theme.night, theme.dusk, 0.12)), (0.45, theme.dusk), (0.82, low), (1.0, ember)]
    fill_gradient(picture, pygame.Rect(0, 0, picture.get_width(), line), stops)
    rng = random.Random(11)
    for _ in range(90):
        x, y = rng.random() * picture.get_width(), rng.random() ** 1.6 * line * 0.75
        shade = mix(kit.theme.dusk, kit.theme.paper, 0.25 + 0.5 * rng.random())
        size = max(1, round(kit.scale * rng.choice((1, 1, 1.6))))
        picture.fill(shade, (round(x), round(y), size, size))
    _paint_hills(kit, picture, horizon)
    rest = pygame.Rect(0, line, picture.get_width(), picture.get_height() - line)
    fill_gradient(picture, rest, [(0, theme.ground), (1, theme.earth)])
    edge = max(1, round(3 * kit.scale))
    picture.fill(mix(theme.ember, theme.ground, 0.35), (0, line - edge // 2, picture.get_width(), edge))
    return picture


def _paint_hills(kit: Kit, picture: pygame.Surface, horizon: float) -> None:
    for height, period, phase, share in ((46, 420, 0.3, 0.35), (26, 610, 2.1, 0.0)):
        colour: Colour = mix(kit.theme.hills, kit.theme.rose, share)
        top = [(x, height * 0.5 * (1 + math.sin(x / period * math.tau + phase) * 0.7)) for x in _steps(kit.width)]
        shape = [*top, (kit.width, height + 8), (0, height + 8)]
        hill = kit.soft(kit.width, height + 8, partial(_paint_hill, kit, height + 8, shape, colour))
        picture.blit(hill, (0, round((horizon - height) * kit.scale)))


def _paint_hill(
    kit: Kit, height: float, shape: Sequence[tuple[float, float]], colour: Colour, scale: float
) -> pygame.Surface:
    return Canvas(kit.width, height, scale, colour, detail=2).polygon(shape, colour).done()


def _steps(width: float) -> list[float]:
    return [step * width / 64 for step in range(65)]


@dataclass
class Star:
    x: float
    y: float
    phase: float


class Twinkle:
    """A few stars that brighten and fade; slow, so that a table at rest costs next to nothing."""

    STEP = 160.0
    """Milliseconds between changes."""

    def __init__(self, count: int = 14, seed: int = 5) -> None:
        rng = random.Random(seed)
        self._stars = [Star(rng.random(), rng.random() ** 1.3, rng.random() * math.tau) for _ in range(count)]
        self._time = 0.0

    def update(self, ms: float) -> None:
        self._time += ms

    def draw(self, stage: Stage, kit: Kit, horizon: float) -> None:
        now = self._time // self.STEP * self.STEP / 1000
        stage.layer("stars", (self, kit, horizon, now), lambda: self._paint(stage, kit, horizon, now))

    def _paint(self, stage: Stage, kit: Kit, horizon: float, now: float) -> None:
        star = _star(kit)
        for spot in self._stars:
            light = max(0.0, math.sin(now * 0.9 + spot.phase)) ** 3
            light = round(light * 5) / 5
            stage.blit_centred(star, spot.x * kit.width, spot.y * horizon * 0.6, light)


@painted_once
def _star(kit: Kit) -> pygame.Surface:
    light = kit.theme.paper
    canvas = kit.canvas(7, 7, light).circle(3.5, 3.5, 3, (*light, 60)).circle(3.5, 3.5, 1.1, light)
    return canvas.done()
