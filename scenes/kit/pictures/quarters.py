"""The quarters of the city: what is built in each, and the tower of its rival, dark until its windows are lit."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

import pygame

from topping_out.scenes.kit.canvas import Canvas, Point, most_detail
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.facade import HEIGHT, MIDDLE, WIDTH, FacadeSheet
from topping_out.scenes.kit.pictures.ornament import softened
from topping_out.scenes.kit.pictures.topping_tree import topping_tree
from topping_out.scenes.kit.theme import Colour, Theme, mix

TREE = 46.0
"""Height of the tree on a tower that is won."""
TOP = TREE + 6
"""Where the highest part of a tower is on its sheet."""
DARK = (82, 82, 116, 255)
"""How much is left of a tower's colours before it is won."""

# -- the roofs of a quarter


@dataclass
class Row:
    """Houses side by side, drawn from the left to the right."""

    canvas: Canvas
    height: float
    wall: Colour
    light: Colour
    rng: random.Random
    chance: float
    """Of a window to be lit."""

    def house(self, x: float, top: float, width: float) -> None:
        self.canvas.rect(x, top, width, self.height - top, self.wall)
        self.canvas.rect(x, top, width * 0.4, self.height - top, mix(self.wall, self.light, 0.12))

    def windows(self, x: float, top: float, width: float, step: float = 15.0) -> None:
        for row in range(int((self.height - top - 8) / step)):
            for column in range(int((width - 10) / 11)):
                if self.rng.random() < self.chance:
                    self.canvas.rect(x + 7 + column * 11, top + 8 + row * step, 4, 6, self.light)


def _gardens(row: Row, x: float, top: float, width: float) -> None:
    leaf = mix(row.wall, (96, 150, 90), 0.55)
    for number in range(max(2, int(width / 13))):
        row.canvas.circle(x + 6 + number * 13, top - 2, row.rng.uniform(6, 10), leaf)
    row.house(x, top, width)
    row.windows(x, top, width)
    if row.rng.random() < 0.5:
        row.canvas.line([(x + width - 8, row.height), (x + width - 4, top)], leaf, 1.6)


def _bricks(row: Row, x: float, top: float, width: float) -> None:
    row.house(x, top, width)
    row.windows(x, top, width, 19)
    for part in range(max(1, int(width / 24))):
        left = x + part * 24
        row.canvas.polygon([(left, top), (left, top - 12), (left + 22, top)], row.wall)
    if row.rng.random() < 0.45:
        chimney, tall = x + width * 0.7, row.rng.uniform(34, 70)
        row.canvas.polygon(
            [(chimney - 7, top + 2), (chimney - 4, top - tall), (chimney + 4, top - tall), (chimney + 7, top + 2)],
            row.wall,
        )
        for puff in range(3):
            row.canvas.circle(chimney + 5 + puff * 9, top - tall - 6 - puff * 5, 4 + 2 * puff, (*row.light, 26))


def _gables(row: Row, x: float, top: float, width: float) -> None:
    lean = row.rng.uniform(-7, 7)
    row.canvas.polygon([(x, row.height), (x + lean, top), (x + width + lean, top), (x + width, row.height)], row.wall)
    row.canvas.polygon(
        [(x + lean - 4, top + 1), (x + width / 2 + 2 * lean, top - width * 0.7), (x + width + lean + 4, top + 1)],
        mix(row.wall, (20, 14, 30), 0.25),
    )
    row.windows(x + lean / 2, top, width, 17)


def _cranes(row: Row, x: float, top: float, width: float) -> None:
    low = top + (row.height - top) * 0.45
    row.house(x, low, width)
    row.canvas.polygon([(x - 2, low), (x + width / 2, low - 12), (x + width + 2, low)], row.wall)
    row.windows(x, low, width, 18)
    if row.rng.random() < 0.55:
        mast, arm = x + width / 2, row.rng.choice((-1, 1)) * row.rng.uniform(46, 70)
        dark = mix(row.wall, (10, 14, 24), 0.3)
        for line in (
            [(mast, row.height), (mast, top - 26)],
            [(mast - arm * 0.35, top - 14), (mast + arm, top - 14)],
            [(mast, top - 26), (mast + arm * 0.9, top - 14)],
            [(mast + arm * 0.8, top - 14), (mast + arm * 0.8, top + 18)],
        ):  # fmt: skip
            row.canvas.line(line, dark, 2.4)


def _glass(row: Row, x: float, top: float, width: float) -> None:
    tip, cut = top - row.rng.uniform(10, 50), row.rng.uniform(0.2, 0.8)
    points: list[Point] = [(x, row.height), (x + width * 0.1, top), (x + width * cut, tip), (x + width * 0.92, top + 8)]
    row.canvas.polygon([*points, (x + width, row.height)], row.wall)
    row.canvas.polygon([points[0], points[1], points[2], (x + width * 0.4, row.height)], mix(row.wall, row.light, 0.2))
    row.windows(x + 2, top + 10, width - 8, 12)


def _spires(row: Row, x: float, top: float, width: float) -> None:
    for step in range(3):
        inset, up = width * 0.14 * step, 16.0 * step
        row.house(x + inset, top - up, width - 2 * inset)
    tip, middle = top - 32 - row.rng.uniform(12, 44), x + width / 2
    row.canvas.polygon([(middle - 4, top - 30), (middle, tip), (middle + 4, top - 30)], row.wall)
    row.windows(x, top, width)


ROOFS: dict[str, Callable[[Row, float, float, float], None]] = {
    "gardens": _gardens, "bricks": _bricks, "gables": _gables, "cranes": _cranes, "glass": _glass, "spires": _spires,
}  # fmt: skip


@dataclass(frozen=True)
class Quarter:
    """How a quarter looks: what is built there, its colour, how broad it is, and how high its roofs may be."""

    scenery: str
    site: Colour
    width: float
    height: float
    is_open: bool
    """Else it lies in the dark."""

    @property
    def key(self) -> tuple[object, ...]:
        """What a kit keeps its picture by."""
        return "quarter", self.scenery, self.site, round(self.width), round(self.height), self.is_open


def quarter(kit: Kit, look: Quarter) -> pygame.Surface:
    """Return a quarter's roofs; its edges run out into its neighbours."""
    return kit.cached(look.key, lambda: _quarter(kit, look))


def _quarter(kit: Kit, look: Quarter) -> pygame.Surface:
    theme, site = kit.theme, look.site
    far, near = mix(site, mix(theme.dusk, theme.rose, 0.5), 0.5), mix(site, theme.night, 0.52)
    if not look.is_open:
        far, near = mix(far, theme.hills, 0.55), mix(near, theme.hills, 0.75)
    canvas = kit.canvas(look.width, look.height, near, 2)
    rng = random.Random(look.scenery)
    for wall, share, least, chance in ((far, 0.7, 0.3, 0.0), (near, 0.46, 0.12, 0.3 if look.is_open else 0.0)):
        line = Row(canvas, look.height, wall, theme.window, rng, chance)
        x = rng.uniform(-24, 0)
        while x < look.width:
            wide = rng.uniform(40, 78)
            ROOFS[look.scenery](line, x, look.height * (1 - rng.uniform(least, share)), wide)
            x += wide + rng.uniform(-6, 8)
    return _faded(canvas.done(), kit)


def _faded(picture: pygame.Surface, kit: Kit) -> pygame.Surface:
    """Let a picture run out at its left and right."""
    edge = min(picture.get_width() // 2, round(36 * kit.scale))
    veil = pygame.Surface((1, picture.get_height()), pygame.SRCALPHA)
    for x in range(edge):
        veil.fill((255, 255, 255, round(255 * x / edge)))
        for column in (x, picture.get_width() - 1 - x):
            picture.blit(veil, (column, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def glow(kit: Kit, site: Colour, width: float, height: float) -> pygame.Surface:
    """Return the light of a quarter's colour in the sky over it."""

    def make() -> pygame.Surface:
        small = pygame.Surface((48, 32), pygame.SRCALPHA)
        for y in range(32):
            for x in range(48):
                far = min(1.0, math.hypot((x - 23.5) / 24, (31 - y) / 32))
                small.set_at((x, y), (*mix(site, kit.theme.glow, 0.3), round(120 * (1 - far) ** 1.5)))
        return pygame.transform.smoothscale(small, (round(width * kit.scale), round(height * kit.scale)))

    return kit.cached(("quarter's glow", site, round(width), round(height)), make)


# -- the rivals' towers


def _terraces(sheet: FacadeSheet, light: Colour, dark: Colour) -> Point:
    top = TOP + 20
    for number, width in enumerate((70.0, 108.0, 146.0, 186.0)):
        y, foot = top + number * 92, HEIGHT if number == 3 else top + (number + 1) * 92
        for side in range(int(width / 15)):
            sheet.walls.circle(MIDDLE - width / 2 + 8 + side * 15, y, 9, mix(sheet.theme.suits[2], light, 0.2))
        sheet.block(width, y, foot, light, dark)
        sheet.rows(
            MIDDLE - width / 2 + 8, MIDDLE + width / 2 - 8, y + 16, foot - 6, max(3, int(width / 24)), 3, (9, 14)
        )
    return MIDDLE, top - 8


def _brickwork(sheet: FacadeSheet, light: Colour, dark: Colour) -> Point:
    top = TOP + 40
    for x, width, up in ((MIDDLE - 58, 26.0, 46.0), (MIDDLE + 50, 30.0, 30.0)):
        sheet.block(width, top - up + 40, HEIGHT, mix(light, dark, 0.4), dark, x)
    sheet.block(150, top, HEIGHT, light, dark)
    for notch in range(5):
        sheet.block(18, top - 16, top, light, dark, MIDDLE - 64 + notch * 32)
    for storey in range(4):
        y = top + 14 + storey * 84
        sheet.cornice(158, y + 66)
        sheet.rows(MIDDLE - 66, MIDDLE + 66, y, y + 62, 6, 2, (12, 22))
    return MIDDLE, top - 16


def _crooked(sheet: FacadeSheet, light: Colour, dark: Colour) -> Point:
    top = TOP + 96
    edges = [(-70, HEIGHT), (-58, 330), (-66, 220), (-44, top)]
    left: list[Point] = [(MIDDLE + x, y) for x, y in edges]
    right: list[Point] = [(MIDDLE + x, y) for x, y in ((52, top), (48, 220), (66, 330), (66, HEIGHT))]
    sheet.walls.polygon([*left, *right], dark)
    sheet.walls.polygon([*left, (MIDDLE + 2, top), (MIDDLE - 6, HEIGHT)], light)
    tip: Point = (MIDDLE + 20, TOP)
    sheet.walls.polygon([(MIDDLE - 58, top + 4), tip, (MIDDLE + 66, top + 4)], mix(dark, sheet.theme.night, 0.45))
    sheet.walls.polygon([(MIDDLE - 58, top + 4), tip, (MIDDLE + 6, top + 4)], mix(light, sheet.theme.night, 0.35))
    for storey in range(4):
        y, lean = top + 14 + storey * 70, (-2, -12, -4, 0)[storey]
        sheet.rows(MIDDLE - 42 + lean, MIDDLE + 44 + lean, y, y + 58, 4, 2, (10, 18))
    return tip


def _lighthouse(sheet: FacadeSheet, light: Colour, dark: Colour) -> Point:
    top = TOP + 62
    body: list[Point] = [(MIDDLE - 74, HEIGHT), (MIDDLE - 42, top), (MIDDLE + 42, top), (MIDDLE + 74, HEIGHT)]
    sheet.walls.polygon(body, dark)
    sheet.walls.polygon([body[0], body[1], (MIDDLE, top), (MIDDLE, HEIGHT)], light)
    sheet.block(62, top - 34, top, light, dark)
    sheet.pane(MIDDLE - 22, top - 28, 44, 22, 1)
    sheet.walls.polygon(
        [(MIDDLE - 38, top - 34), (MIDDLE, TOP), (MIDDLE + 38, top - 34)], mix(dark, sheet.theme.night, 0.3)
    )
    sheet.walls.line([(MIDDLE + 30, top + 8), (MIDDLE + 108, top - 20)], dark, 5)
    sheet.walls.line([(MIDDLE + 102, top - 18), (MIDDLE + 102, top + 46)], dark, 2.4)
    for storey in range(4):
        y, half = top + 10 + storey * 80, 34 + storey * 7.5
        sheet.cornice(2 * half + 24, y + 66)
        sheet.rows(MIDDLE - half, MIDDLE + half, y, y + 60, 5, 2, (9, 18))
    return MIDDLE, TOP


def _shard(sheet: FacadeSheet, light: Colour, dark: Colour) -> Point:
    tip: Point = (MIDDLE + 14, TOP)
    sheet.walls.polygon([(MIDDLE - 66, HEIGHT), tip, (MIDDLE + 66, HEIGHT)], dark)
    sheet.walls.polygon([(MIDDLE - 66, HEIGHT), tip, (MIDDLE - 6, HEIGHT)], mix(light, sheet.theme.paper, 0.25))
    for line in range(15):
        y = 108 + line * 22
        half = 66 * (y - TOP) / (HEIGHT - TOP) - 8
        middle = MIDDLE + 14 * (HEIGHT - y) / (HEIGHT - TOP)
        columns = max(1, int(2 * half / 13))
        for column in range(columns):
            x = middle - half + (column + 0.5) * 2 * half / columns
            sheet.pane(x - 4, y, 8, 15, 1)
    return tip


def _setbacks(sheet: FacadeSheet, light: Colour, dark: Colour) -> Point:
    top = TOP + 78
    for number, width in enumerate((52.0, 86.0, 120.0, 156.0)):
        y = top + number * 66
        foot = HEIGHT if number == 3 else top + (number + 1) * 66
        sheet.block(width, y, foot, light, dark)
        sheet.cornice(width + 8, y - 2)
        for pier in range(1, int(width / 26)):
            x = MIDDLE - width / 2 + pier * width / int(width / 26)
            sheet.walls.rect(x - 1.6, y + 4, 3.2, foot - y - 4, mix(light, dark, 0.6))
        sheet.rows(
            MIDDLE - width / 2 + 6, MIDDLE + width / 2 - 6, y + 10, foot - 6, max(2, int(width / 20)), 3, (7, 12)
        )
    sheet.walls.polygon([(MIDDLE - 16, top), (MIDDLE, TOP), (MIDDLE + 16, top)], light)
    sheet.walls.polygon([(MIDDLE, top), (MIDDLE, TOP), (MIDDLE + 16, top)], dark)
    return MIDDLE, TOP


TOWERS: dict[str, Callable[[FacadeSheet, Colour, Colour], Point]] = {
    "gardens": _terraces, "bricks": _brickwork, "gables": _crooked, "cranes": _lighthouse, "glass": _shard,
    "spires": _setbacks,
}  # fmt: skip


class _Every(random.Random):
    """Chance that lights every window."""

    def random(self) -> float:
        return 0.0


@dataclass(frozen=True)
class _Parts:
    """A tower without light and with all of it, in device pixels, and its windows from the lowest up."""

    dark: pygame.Surface
    lit: pygame.Surface
    windows: tuple[pygame.Rect, ...]
    tip: int
    roof: float
    """Where its highest part is, from the left and from the top."""


def tower(kit: Kit, scenery: str, site: Colour, height: float, lit: float, is_won: bool) -> pygame.Surface:
    """Return a rival's tower on a sheet `height` units high, a share of its windows lit from the ground up.

    Once it is won, all of it stands in the light, with a topping-out tree.
    """
    key = "rival's tower", scenery, site, round(height, 1)
    parts = kit.cached(key, lambda: _parts(kit, scenery, site, height))
    number = len(parts.windows) if is_won else round(lit * len(parts.windows))
    return kit.cached((*key, number, is_won), lambda: _light_up(kit, parts, number, is_won, height))


def _parts(kit: Kit, scenery: str, site: Colour, height: float) -> _Parts:
    theme, scale = kit.theme, kit.scale * height / HEIGHT
    walls, lights = (Canvas(WIDTH, HEIGHT, scale, tint, most_detail(kit.scale)) for tint in (theme.dusk, theme.window))
    sheet = FacadeSheet(theme, walls, lights, _Every())
    x, y = TOWERS[scenery](sheet, *_faces(theme, site))
    plain, shine = walls.done(), lights.done()
    whole = plain.copy()
    whole.blit(shine, (0, 0))
    plain.fill(DARK, special_flags=pygame.BLEND_RGBA_MULT)
    plain.fill((*mix((0, 0, 0), theme.dusk, 0.3), 0), special_flags=pygame.BLEND_RGBA_ADD)
    panes = sorted(sheet.panes, key=lambda pane: (-round(pane[1] / 40), (pane[0] * 7919 + pane[1] * 31) % 97))
    windows = (_pixels(pane, scale).clip(plain.get_rect()) for pane in panes)
    return _Parts(plain, whole, tuple(windows), round(x * scale), y * scale)


def _pixels(pane: tuple[float, float, float, float], scale: float) -> pygame.Rect:
    x, y, width, height = (edge * scale for edge in pane)
    return pygame.Rect(math.floor(x), math.floor(y), math.ceil(width) + 1, math.ceil(height) + 1)


def _faces(theme: Theme, site: Colour) -> tuple[Colour, Colour]:
    """Return the colours of a tower's face in the light, and of the other."""
    return mix(site, theme.paper, 0.22), mix(site, theme.night, 0.42)


def _light_up(kit: Kit, parts: _Parts, number: int, is_won: bool, height: float) -> pygame.Surface:
    picture = (parts.lit if is_won else parts.dark).copy()
    for window in parts.windows[:number]:
        picture.blit(parts.lit, window, window)
    if is_won:
        bloom = softened(parts.lit, 9 * kit.scale * height / HEIGHT)
        bloom.set_alpha(60)
        picture.blit(bloom, (0, 0))
        tree, size = topping_tree(kit), TREE * kit.scale * height / HEIGHT
        small = pygame.transform.smoothscale(tree, (round(size * tree.get_width() / tree.get_height()), round(size)))
        picture.blit(small, small.get_rect(midbottom=(parts.tip, round(parts.roof + 3))))
    return picture
