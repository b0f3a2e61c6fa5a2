"""Confetti: paper that bursts, tumbles and falls."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable

import pygame

from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage

GRAVITY = 420.0
"""Logical units a second, each second."""
LIFE = 3.2
"""Seconds."""


class Scrap:
    __slots__ = ("age", "colour", "phase", "vx", "vy", "x", "y")

    def __init__(self, x: float, y: float, rng: random.Random) -> None:
        angle = rng.uniform(-math.pi, 0)
        force = rng.uniform(120, 460)
        self.x, self.y = x, y
        self.vx, self.vy = math.cos(angle) * force, math.sin(angle) * force
        self.age = rng.uniform(0, 0.5)
        self.colour, self.phase = rng.randrange(6), rng.random() * math.tau


class Confetti:
    """All scraps in the air."""

    def __init__(self) -> None:
        self._scraps: list[Scrap] = []
        self._rng = random.Random(8)

    @property
    def is_over(self) -> bool:
        return not self._scraps

    def burst(self, places: Iterable[tuple[float, float]], count: int = 90) -> None:
        """Throw `count` scraps up at each place (logical units)."""
        self._scraps += [Scrap(x, y, self._rng) for x, y in places for _ in range(count)]

    def stretch(self, wider: float, higher: float) -> None:
        """Let the scraps keep their places in a window that many times as wide and as high."""
        for scrap in self._scraps:
            scrap.x, scrap.y = scrap.x * wider, scrap.y * higher

    def update(self, ms: float) -> None:
        seconds = min(ms, 50) / 1000
        for scrap in self._scraps:
            scrap.age += seconds
            scrap.vx *= 1 - 1.6 * seconds
            scrap.vy += (GRAVITY - 3.2 * scrap.vy) * seconds
            scrap.x += (scrap.vx + 26 * math.sin(scrap.age * 5 + scrap.phase)) * seconds
            scrap.y += scrap.vy * seconds
        self._scraps = [scrap for scrap in self._scraps if scrap.age < LIFE]

    def draw(self, stage: Stage, kit: Kit) -> None:
        for scrap in self._scraps:
            width = round(abs(math.sin(scrap.age * 7 + scrap.phase)) * 4) * 2 + 1
            fade = min(1.0, (LIFE - scrap.age) * 2)
            stage.blit_centred(_paper(kit, scrap.colour, width), scrap.x, scrap.y, round(fade * 4) / 4)


@painted_once
def _paper(kit: Kit, number: int, width: int) -> pygame.Surface:
    theme = kit.theme
    colour = (theme.brass, theme.paper, *theme.suits)[number]
    return kit.canvas(width, 7, colour).rect(0, 0, width, 7, colour).done()
