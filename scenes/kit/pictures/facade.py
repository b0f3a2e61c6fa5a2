"""A game's tower, as it stands on the title: walls by day, lights by night, or a dark shape against the dusk."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field

import pygame

from topping_out.scenes.kit.canvas import Canvas, most_detail
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.ornament import softened
from topping_out.scenes.kit.theme import Colour, Theme, mix

WIDTH, HEIGHT = 240.0, 440.0
"""Every tower's sheet, in the units of its drawing; the ground is the lower edge."""
MIDDLE = WIDTH / 2
LETTER, LETTER_AT = 120.0, 250.0
"""Size of a letter on the front, and how far down its middle is."""


@dataclass
class FacadeSheet:
    """What a tower is drawn on: the walls, and apart from them whatever shines."""

    theme: Theme
    walls: Canvas
    lights: Canvas
    rng: random.Random
    panes: list[tuple[float, float, float, float]] = field(default_factory=list)
    """Lit windows that may go out for a while."""

    def block(self, width: float, top: float, foot: float, light: Colour, dark: Colour, x: float = MIDDLE) -> None:
        """Draw a storey or a shaft, its left face in the light."""
        self.walls.rect(x - width / 2, top, width, foot - top, dark)
        self.walls.rect(x - width / 2, top, width / 2, foot - top, light)

    def cornice(self, width: float, y: float, high: float = 4, x: float = MIDDLE) -> None:
        """Draw a brass ledge with its shadow."""
        brass, night = self.theme.brass, self.theme.night
        self.walls.rect(x - width / 2 + 2, y + high, width - 4, 3, (*night, 110))
        self.walls.rect(x - width / 2, y, width, high, mix(brass, night, 0.3))
        self.walls.rect(x - width / 2, y, width, high * 0.45, mix(brass, self.theme.paper, 0.25))

    def pane(self, x: float, y: float, width: float, height: float, chance: float = 0.72) -> None:
        """Draw a window: dark glass in the wall, and light behind it if chance will have it."""
        theme = self.theme
        self.walls.rect(x, y, width, height, mix(theme.night, theme.dusk, 0.45), min(1.2, width / 4))
        if self.rng.random() < chance:
            warm = mix(theme.window, theme.glow, self.rng.random() * 0.5)
            self.lights.rect(x, y, width, height, warm, min(1.2, width / 4))
            self.lights.rect(x, y, width, height * 0.35, mix(warm, theme.paper, 0.45), min(1.2, width / 4))
            self.panes.append((x, y, width, height))

    def rows(
        self, left: float, right: float, top: float, foot: float, columns: int, rows: int, size: tuple[float, float]
    ) -> None:
        """Draw a grid of windows of that size between four edges."""
        across, down = (right - left) / columns, (foot - top) / rows
        for row in range(rows):
            for column in range(columns):
                x, y = left + (column + 0.5) * across, top + (row + 0.5) * down
                self.pane(x - size[0] / 2, y - size[1] / 2, *size)


Painter = Callable[[FacadeSheet], None]


def paint_plain(sheet: FacadeSheet) -> None:
    """Paint a plain tower of three storeys, with room for a letter on the middle one."""
    theme = sheet.theme
    light = mix(theme.mist, theme.dusk, 0.6)
    dark = mix(light, theme.night, 0.45)
    for width, top, foot in ((190, 330, 440), (150, 150, 330), (96, 70, 150)):
        sheet.block(width, top, foot, light, dark)
        sheet.cornice(width + 10, top - 2)
    sheet.rows(MIDDLE - 86, MIDDLE + 86, 342, 400, 8, 3, (9, 11))
    sheet.rows(MIDDLE - 40, MIDDLE + 40, 82, 146, 4, 3, (9, 11))
    sheet.lights.rect(MIDDLE - 14, 404, 28, 36, theme.window)


@dataclass(frozen=True)
class Design:
    """How a tower looks: what paints it, and perhaps a letter that shines on its front."""

    name: str
    paint: Painter
    height: float
    """Beside the highest tower's 1."""
    letter: str = ""


@dataclass(frozen=True)
class Facade:
    """A tower with its lights on, in device pixels."""

    lit: pygame.Surface
    out: tuple[tuple[pygame.Surface, float, float], ...]
    """Windows gone dark, with their places in shares of the sheet."""


def facade(kit: Kit, design: Design, height: float) -> Facade:
    """Return a tower, `height` logical units high, with its lights on."""
    return kit.cached(("facade", design.name, round(height)), lambda: _light(kit, design, height))


def dark_facade(kit: Kit, design: Design, height: float) -> pygame.Surface:
    """Return a tower as a shape against the dusk, as it stands before its lights are on."""
    key = ("dark facade", design.name, round(height))
    return kit.cached(key, lambda: _darkened(_draw(kit, design, height)[1], kit.theme))


def _draw(kit: Kit, design: Design, height: float) -> tuple[FacadeSheet, pygame.Surface, pygame.Surface]:
    """Return the sheet, its walls and its lights."""
    scale, theme = kit.scale * height / HEIGHT, kit.theme
    walls, lights = (Canvas(WIDTH, HEIGHT, scale, tint, most_detail(kit.scale)) for tint in (theme.dusk, theme.window))
    sheet = FacadeSheet(theme, walls, lights, random.Random(design.name))
    design.paint(sheet)
    return sheet, walls.done(), _with_letter(kit, lights.done(), design.letter, height / HEIGHT)


def _with_letter(kit: Kit, lights: pygame.Surface, letter: str, scale: float) -> pygame.Surface:
    if letter:
        sign = kit.text(letter, LETTER * scale, "title", kit.theme.window, fixed=True)
        middle = MIDDLE * scale * kit.scale, LETTER_AT * scale * kit.scale
        lights.blit(sign, sign.get_rect(center=middle))
    return lights


def _light(kit: Kit, design: Design, height: float) -> Facade:
    sheet, tower, lights = _draw(kit, design, height)
    scale = kit.scale * height / HEIGHT
    out = _outages(sheet, tower, scale)
    tower.blit(lights, (0, 0))
    bloom = softened(lights, 7 * scale)
    bloom.set_alpha(70)
    tower.blit(bloom, (0, 0))
    return Facade(tower, out)


def _darkened(dark: pygame.Surface, theme: Theme) -> pygame.Surface:
    """Make walls one dark shape with a trace of its detail left."""
    dark.fill((46, 44, 62, 255), special_flags=pygame.BLEND_RGBA_MULT)
    dark.fill((*mix(theme.hills, theme.night, 0.3), 0), special_flags=pygame.BLEND_RGBA_ADD)
    return dark


def _outages(
    sheet: FacadeSheet, walls: pygame.Surface, scale: float
) -> tuple[tuple[pygame.Surface, float, float], ...]:
    """Return patches of unlit wall over some windows."""
    patches = []
    for x, y, width, height in sheet.rng.sample(sheet.panes, min(12, len(sheet.panes))):
        area = pygame.Rect(round(x * scale), round(y * scale), math.ceil(width * scale), math.ceil(height * scale))
        area = area.clip(walls.get_rect())
        patches.append((walls.subsurface(area).copy(), x / WIDTH, y / HEIGHT))
    return tuple(patches)
