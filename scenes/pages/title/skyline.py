"""The title's skyline at dusk: the towers of the games, the city behind them, and the life in their windows."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import pygame

from scenes.kit.kit import Kit
from scenes.kit.motion import Motion, ease_in_out, ease_out, ease_out_back
from scenes.kit.pictures.facade import HEIGHT, WIDTH, Design, dark_facade, facade
from scenes.kit.pictures.ornament import rays
from scenes.kit.pictures.sky import Twinkle, dusk
from scenes.kit.stage import Stage
from scenes.kit.theme import Colour, mix

BEHIND = 0.62
"""How large the tower of a game is that cannot be played here: it stands further back."""
PITCH = 285.0
LOWEST = 60.0
"""So much of the highest tower there always is, even where a tiny window leaves no room above its words."""


@dataclass
class Tower:
    """One tower of the skyline."""

    design: Design
    is_lit: bool
    x: float = 0.0
    """Its middle."""
    height: float = 0.0
    grown: float = 1.0
    light: float = 1.0
    halo: float = 0.0
    dark_windows: set[int] = field(default_factory=set)

    @property
    def name(self) -> str:
        return self.design.name

    @property
    def width(self) -> float:
        return self.height * WIDTH / HEIGHT


class Skyline:
    """The towers of the games that can be played, lit; others dark behind them."""

    def __init__(self, lit: Sequence[Design], dark: Sequence[Design], motion: Motion) -> None:
        self.motion = motion
        self.lit = [Tower(design, True) for design in lit]
        self.dark = [Tower(design, False) for design in dark]
        self.ground = self.pitch = 0.0
        self._rng = random.Random(3)
        self._wait = 0.0
        self._twinkle = Twinkle()

    def lay(self, kit: Kit, ground: float, top: float) -> None:
        """Place everything between `top` and the ground (logical units)."""
        self.ground = ground
        self.pitch = pitch = min(PITCH, (kit.width - 60) / max(1, len(self.lit)))
        high = max(LOWEST, ground - top)
        if len(self.lit) > 1:
            high = min(high, (pitch - 4) * HEIGHT / WIDTH)  # no tower may stand before its neighbour
        for index, tower in enumerate(self.lit):
            tower.height = high * tower.design.height
            tower.x = kit.width / 2 + (index - (len(self.lit) - 1) / 2) * pitch
        edge = len(self.lit) / 2 * pitch + 60
        for index, tower in enumerate(self.dark):
            tower.height = high * tower.design.height * BEHIND
            side = -1 if index % 2 else 1
            tower.x = kit.width / 2 + side * (edge + index // 2 * 190)

    def grow(self) -> None:
        """Let the towers rise from the ground, and their lights come on."""
        for index, tower in enumerate(self.dark):
            tower.grown = 0.0
            self.motion.to(tower, 900, 60 * index, ease_out, grown=1.0)
        for index, tower in enumerate(self.lit):
            tower.grown = tower.light = 0.0
            self.motion.to(tower, 1000, 250 + 140 * index, ease_out_back, grown=1.0)
            self.motion.to(tower, 700, 1050 + 140 * index, ease_in_out, light=1.0)

    def choose(self, name: str, delay: float = 0) -> None:
        """Let the light fall on one tower, after `delay` ms."""
        for tower in self.lit:
            end = 1.0 if tower.name == name else 0.0
            if tower.halo != end:
                self.motion.to(tower, 260, delay, ease_in_out, halo=end)

    def live(self, ms: float) -> None:
        """Let time pass: stars twinkle, and a window goes on or off now and then."""
        self._twinkle.update(ms)
        self._wait -= ms
        if self._wait <= 0:
            self._wait = self._rng.uniform(350, 1400)
            tower = self._rng.choice(self.lit)
            tower.dark_windows ^= {self._rng.randrange(12)}

    def draw(self, stage: Stage, kit: Kit) -> None:
        stage.blit(backdrop(kit, self.ground), 0, 0)
        self._twinkle.draw(stage, kit, self.ground)
        with stage.clip(0, 0, kit.width, self.ground):
            for tower in (*self.dark, *self.lit):
                self._draw_tower(stage, kit, tower)

    def _draw_tower(self, stage: Stage, kit: Kit, tower: Tower) -> None:
        left = tower.x - tower.width / 2
        top = self.ground - tower.height * min(tower.grown, 1.02)
        if tower.is_lit and tower.halo > 0:
            glow = halo(kit, tower.height)
            stage.blit_centred(glow, tower.x, self.ground - tower.height * 0.42, round(tower.halo * 20) / 20)
        if not tower.is_lit or tower.light < 1:
            stage.blit(dark_facade(kit, tower.design, tower.height), left, top)
        if tower.is_lit and tower.light > 0:
            made = facade(kit, tower.design, tower.height)
            stage.blit(made.lit, left, top, round(tower.light * 24) / 24)
            for number, (patch, x, y) in enumerate(made.out):
                if number in tower.dark_windows and tower.light >= 1:
                    stage.blit(patch, left + x * tower.width, top + y * tower.height)


def halo(kit: Kit, height: float) -> pygame.Surface:
    """Return the shine behind the chosen tower."""

    def make() -> pygame.Surface:
        size = round(height * 1.25 * kit.scale)
        small = pygame.Surface((64, 64), pygame.SRCALPHA)
        for y in range(64):
            for x in range(64):
                far = min(1.0, ((x - 31.5) ** 2 + (y - 31.5) ** 2) ** 0.5 / 31.5)
                small.set_at((x, y), (*kit.theme.glow, round(88 * (1 - far) ** 1.7)))
        return pygame.transform.smoothscale(small, (round(size * 0.86), size))

    return kit.cached(("halo", round(height)), make)


def backdrop(kit: Kit, ground: float) -> pygame.Surface:
    """Return dusk, beams of light and the city as one picture."""
    return kit.cached(("skyline", round(ground)), lambda: _paint_backdrop(kit, ground))


def _paint_backdrop(kit: Kit, ground: float) -> pygame.Surface:
    theme = kit.theme
    picture = dusk(kit, ground).copy()
    line = round(ground * kit.scale)
    picture.set_clip((0, 0, picture.get_width(), line))
    picture.blit(rays(kit, kit.width / 2, ground), (0, 0))
    far, near = mix(theme.rose, theme.hills, 0.45), mix(theme.hills, theme.night, 0.15)
    for colour, tallest, seed, chance in ((far, 0.34, 4, 0.0), (near, 0.2, 9, 0.16)):
        picture.blit(
            _city(kit, (ground * tallest), colour, seed, chance), (0, line - round(ground * tallest * kit.scale))
        )
    picture.set_clip(None)
    return picture


def _city(kit: Kit, height: float, colour: Colour, seed: int, chance: float) -> pygame.Surface:
    """Return a row of roofs across the window; `chance` of each window to be lit."""
    rng = random.Random(seed)
    canvas = kit.canvas(kit.width, height, colour, detail=2)
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
