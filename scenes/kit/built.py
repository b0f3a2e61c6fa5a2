"""Pictures of towers: those built in games, the facades on the title, and the topping-out tree."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import pygame

from topping_out.game.engine import BuiltTower, Part
from topping_out.game.options import Value

from .kit import Kit
from .ornament import shine
from .sprites import painted_once
from .stage import Canvas, most_detail
from .theme import Colour, Theme, mix

# -- topping tree


@painted_once
def topping_tree(kit: Kit) -> pygame.Surface:
    """Return the tree that builders put on a finished tower, with ribbons."""
    theme = kit.theme
    green, dark = theme.suits[2], mix(theme.suits[2], theme.night, 0.35)
    canvas = kit.canvas(60, 84, green)
    # the trunk, three tiers of branches with their right halves in shade, ribbons, and a star's point on top
    canvas.rect(27.5, 66, 5, 18, mix(theme.copper, theme.night, 0.4))
    for top, width, height in ((4, 26, 26), (20, 38, 28), (38, 50, 32)):
        canvas.polygon([(30, top), (30 + width / 2, top + height), (30 - width / 2, top + height)], green)
        canvas.polygon([(30, top), (30 + width / 2, top + height), (30, top + height)], dark)
    ribbons = (theme.suits[1], theme.brass, theme.paper)
    for number, (x, y) in enumerate(((22, 32), (38, 44), (19, 56), (40, 62), (30, 24), (29, 50))):
        canvas.circle(x, y, 3, ribbons[number % 3])
    canvas.polygon([(30, 0), (33, 7), (27, 7)], theme.brass)
    return canvas.done()


# -- facade


FRONT_WIDTH, FRONT_HEIGHT = 240.0, 440.0
"""Size of a facade's sheet in drawing units; the ground is at the lower edge."""
CENTRE = FRONT_WIDTH / 2
LETTER, LETTER_AT = 120.0, 250.0
"""Size of a letter on the front, and the y-coordinate of its middle."""


@dataclass
class FacadeSheet:
    """A sheet on which a tower is drawn, with separate canvases for walls and lights."""

    theme: Theme
    walls: Canvas
    lights: Canvas
    rng: random.Random
    panes: list[tuple[float, float, float, float]] = field(default_factory=list)
    """Lit windows as (x, y, width, height)."""

    def block(self, width: float, top: float, foot: float, light: Colour, dark: Colour, x: float = CENTRE) -> None:
        """Draw a storey or a shaft, with the left half in the light."""
        self.walls.rect(x - width / 2, top, width, foot - top, dark)
        self.walls.rect(x - width / 2, top, width / 2, foot - top, light)

    def cornice(self, width: float, y: float, high: float = 4, x: float = CENTRE) -> None:
        """Draw a brass ledge with its shadow."""
        brass, night = self.theme.brass, self.theme.night
        self.walls.rect(x - width / 2 + 2, y + high, width - 4, 3, (*night, 110))
        self.walls.rect(x - width / 2, y, width, high, mix(brass, night, 0.3))
        self.walls.rect(x - width / 2, y, width, high * 0.45, mix(brass, self.theme.paper, 0.25))

    def pane(self, x: float, y: float, width: float, height: float, chance: float = 0.72) -> None:
        """Draw a window: dark glass in the wall, and with a probability of `chance` light behind it."""
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


FacadePainter = Callable[[FacadeSheet], None]


def paint_plain_facade(sheet: FacadeSheet) -> None:
    """Paint a plain tower of three storeys, with room for a letter on the middle one."""
    theme = sheet.theme
    light = mix(theme.mist, theme.dusk, 0.6)
    dark = mix(light, theme.night, 0.45)
    for width, top, foot in ((190, 330, 440), (150, 150, 330), (96, 70, 150)):
        sheet.block(width, top, foot, light, dark)
        sheet.cornice(width + 10, top - 2)
    # windows of the lowest and highest storey, and the door
    sheet.rows(CENTRE - 86, CENTRE + 86, 342, 400, 8, 3, (9, 11))
    sheet.rows(CENTRE - 40, CENTRE + 40, 82, 146, 4, 3, (9, 11))
    sheet.lights.rect(CENTRE - 14, 404, 28, 36, theme.window)


@dataclass(frozen=True)
class Design:
    """The design of a facade: its painter, and perhaps a letter that shines on its front."""

    name: str
    paint: FacadePainter
    height: float
    """Height as a share of the highest facade's."""
    letter: str = ""


@dataclass(frozen=True)
class Facade:
    """The picture of a facade with its lights on, in device pixels."""

    lit: pygame.Surface
    out: tuple[tuple[pygame.Surface, float, float], ...]
    """Pictures of some windows without light, with their places as shares of the sheet's width and height."""


def facade(kit: Kit, design: Design, height: float) -> Facade:
    """Return a facade, `height` logical units high, with its lights on."""
    return kit.cached(("facade", design.name, round(height)), lambda: _light(kit, design, height))


def dark_facade(kit: Kit, design: Design, height: float) -> pygame.Surface:
    """Return a facade as a dark shape against the dusk, before its lights are on."""
    key, dark = ("dark facade", design.name, round(height)), mix(kit.theme.hills, kit.theme.night, 0.3)
    return kit.cached(key, lambda: shaded(_draw(kit, design, height)[1], (46, 44, 62), dark))


def facade_sheet(kit: Kit, scale: float, rng: random.Random) -> FacadeSheet:
    """Return an empty sheet, with `scale` pixels for a drawing unit. `rng` decides which windows are lit."""
    tints, detail = (kit.theme.dusk, kit.theme.window), most_detail(kit.scale)
    walls, lights = (Canvas(FRONT_WIDTH, FRONT_HEIGHT, scale, tint, detail) for tint in tints)
    return FacadeSheet(kit.theme, walls, lights, rng)


def _draw(kit: Kit, design: Design, height: float) -> tuple[FacadeSheet, pygame.Surface, pygame.Surface]:
    """Draw a facade, and return the sheet, the picture of its walls and that of its lights."""
    scale = kit.scale * height / FRONT_HEIGHT
    sheet = facade_sheet(kit, scale, random.Random(design.name))
    design.paint(sheet)
    walls, lights = sheet.walls.done(), sheet.lights.done()
    if design.letter:
        sign = kit.text(design.letter, LETTER * height / FRONT_HEIGHT, "title", kit.theme.window, fixed=True)
        lights.blit(sign, sign.get_rect(center=(CENTRE * scale, LETTER_AT * scale)))
    return sheet, walls, lights


def _light(kit: Kit, design: Design, height: float) -> Facade:
    sheet, tower, lights = _draw(kit, design, height)
    scale = kit.scale * height / FRONT_HEIGHT
    out = _outages(sheet, tower, scale)
    return Facade(shine(tower, lights, 7 * scale, 70), out)


def shaded(picture: pygame.Surface, factors: Colour, light: Colour) -> pygame.Surface:
    """Multiply a picture's colours by `factors` of 255, and add a colour to them, in place."""
    picture.fill((*factors, 255), special_flags=pygame.BLEND_RGBA_MULT)
    picture.fill((*light, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return picture


def _outages(
    sheet: FacadeSheet, walls: pygame.Surface, scale: float
) -> tuple[tuple[pygame.Surface, float, float], ...]:
    """Return patches of unlit wall for up to 12 windows, with their places as shares of the sheet."""
    patches = []
    for x, y, width, height in sheet.rng.sample(sheet.panes, min(12, len(sheet.panes))):
        area = pygame.Rect(round(x * scale), round(y * scale), math.ceil(width * scale), math.ceil(height * scale))
        area = area.clip(walls.get_rect())
        patches.append((walls.subsurface(area).copy(), x / FRONT_WIDTH, y / FRONT_HEIGHT))
    return tuple(patches)


# -- towers built in games


WIDTH, HEIGHT = 170.0, 440.0
"""Size of a built tower's sheet in drawing units; the ground is at the lower edge."""
MIDDLE = WIDTH / 2
TREE = 46.0
"""Height of the topping-out tree."""
HIGHEST = HEIGHT - TREE - 4
"""Largest height of a tower with its roof."""
FINE = 0.9
"""From this scale on, towers are drawn with twofold supersampling, below it with threefold."""


@dataclass
class BuiltSheet(FacadeSheet):
    """A sheet for a tower that was built in a game."""

    parts: Sequence[Part] = ()
    """The tower's parts, bottom first."""
    colours: Sequence[Colour] = ()
    """The colours of the seats, and the ghost's last."""
    options: Mapping[str, Value] = field(default_factory=dict)
    """The options of the game."""

    def step(self, highest: float, roof: float) -> float:
        """Return the height of a part, at most `highest`, at which all parts fit under a roof of the height `roof`."""
        return min(highest, (HIGHEST - roof) / len(self.parts))

    def colour_of(self, owner: int) -> Colour:
        return self.colours[min(owner, len(self.colours) - 1)]


BuiltPainter = Callable[[BuiltSheet], float]
"""Paints a tower from its parts, and returns the y-coordinate of its roof's top."""


@dataclass(frozen=True)
class BuiltPicture:
    """A tower to draw. Equal objects look the same."""

    paint: BuiltPainter
    tower: BuiltTower
    colours: tuple[Colour, ...]
    is_winners: bool
    """Whether it belongs to a winner, and so has a topping-out tree."""
    options: tuple[tuple[str, Value], ...] = ()
    """The options of the game, with their names."""


def paint_plain_tower(sheet: BuiltSheet) -> float:
    """Paint a storey for each part, in the colour of its owner."""
    theme, step, top = sheet.theme, sheet.step(26, 20), HEIGHT
    for number, part in enumerate(sheet.parts):
        base = mix(theme.mist, theme.dusk, 0.6) if part.owner is None else sheet.colour_of(part.owner)
        width, top = max(60.0, 112 - 3 * number), top - step
        sheet.block(width, top, top + step, base, mix(base, theme.night, 0.4), MIDDLE)
        sheet.rows(MIDDLE - width / 2 + 5, MIDDLE + width / 2 - 5, top + 4, top + step - 2, 6, 1, (8, step * 0.45))
        sheet.cornice(width + 5, top, 2, MIDDLE)
    sheet.block(30, top - 16, top, theme.mist, mix(theme.mist, theme.night, 0.4), MIDDLE)
    return top - 16


def picture(kit: Kit, built: BuiltPicture, height: float) -> pygame.Surface:
    """Return a tower, drawn on a sheet `height` logical units high and cropped, with its foot in the lower middle."""
    return kit.cached(_key(built, height), lambda: _paint(kit, built, height))


def hazy(kit: Kit, built: BuiltPicture, height: float) -> pygame.Surface:
    """Return the same tower further away, in the haze of the dusk."""
    return kit.cached(_key(built, height, True), lambda: veiled(kit, picture(kit, built, height)))


def is_painted(kit: Kit, built: BuiltPicture, height: float, is_hazy: bool) -> bool:
    """Return whether the result of `picture`, or of `hazy`, is cached."""
    return kit.has(_key(built, height, is_hazy))


def _key(built: BuiltPicture, height: float, is_hazy: bool = False) -> tuple[str, BuiltPicture, float, bool]:
    return "built", built, round(height, 1), is_hazy


def veiled(kit: Kit, picture: pygame.Surface) -> pygame.Surface:
    """Return a picture in the haze of the dusk."""
    haze = mix(kit.theme.dusk, kit.theme.rose, 0.5)
    return shaded(picture.copy(), (150, 146, 168), mix((0, 0, 0), haze, 0.42))


def _paint(kit: Kit, built: BuiltPicture, height: float) -> pygame.Surface:
    scale, theme = kit.scale * height / HEIGHT, kit.theme
    detail = 2 if scale >= FINE else 3
    walls, lights = (Canvas(WIDTH, HEIGHT, scale, tint, detail) for tint in (theme.dusk, theme.window))
    rng = random.Random(str(built.tower))
    top = built.paint(BuiltSheet(theme, walls, lights, rng, [], built.tower.parts, built.colours, dict(built.options)))
    sheet = shine(walls.done(), lights.done(), 7 * scale, 64)
    width, tall = sheet.get_size()
    if built.is_winners:
        plant_tree(kit, sheet, width // 2, round(top * scale + 2), TREE * scale)
    # crop it to what is drawn, down to the ground and by the same width on both sides
    box = sheet.get_bounding_rect()
    half = min(width // 2, max(width // 2 - box.left, box.right - width // 2) + 1)
    return sheet.subsurface((width // 2 - half, box.top, 2 * half, tall - box.top)).copy()


def plant_tree(kit: Kit, picture: pygame.Surface, x: int, foot: int, height: float) -> None:
    """Put the topping-out tree, `height` pixels high, onto a picture, with the middle of its foot at (x, foot)."""
    tree = topping_tree(kit)
    size = max(1, round(tree.get_width() * height / tree.get_height())), max(1, round(height))
    small = pygame.transform.smoothscale(tree, size)
    picture.blit(small, small.get_rect(midbottom=(x, foot)))
