"""Pictures of the city: the sky, its quarters and the rivals' towers."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

import pygame

from .built import CENTRE, FRONT_HEIGHT, FacadeSheet, facade_sheet, plant_tree, shaded
from .kit import Kit
from .ornament import softened
from .sprites import painted_once
from .stage import Canvas, Point, Stage, fill_gradient, level_detail
from .theme import Colour, mix

# -- sky


def dusk(kit: Kit, horizon: float, glow: float = 1.0) -> pygame.Surface:
    """Return the window's background: night at the top, dusk down to the horizon, hills and the ground.

    `horizon` is in logical units from the top. `glow` is how much light is left there, from 0 to 1.
    """
    return kit.cached(("dusk", round(horizon), glow), lambda: paint_dusk(kit, horizon, glow))


def paint_dusk(kit: Kit, horizon: float, glow: float = 1.0) -> pygame.Surface:
    """Return a new background that the caller may paint on (see `dusk`)."""
    theme = kit.theme
    picture = pygame.Surface(kit.metrics.pixels)
    line = round(horizon * kit.scale)
    low, ember = mix(theme.dusk, theme.rose, glow), mix(theme.rose, theme.ember, 0.55 * glow)
    stops = [(0.0, mix(theme.night, theme.dusk, 0.12)), (0.45, theme.dusk), (0.82, low), (1.0, ember)]
    fill_gradient(picture, pygame.Rect(0, 0, picture.get_width(), line), stops)
    rng = random.Random(11)
    # stars, denser towards the top
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
    xs = [kit.width * step / 64 for step in range(65)]
    # the far and the near hills, each a sine wave; `share` is how much of the sky's rose is in their colour
    for height, period, phase, share in ((46, 420, 0.3, 0.35), (26, 610, 2.1, 0.0)):
        colour: Colour = mix(kit.theme.hills, kit.theme.rose, share)
        top = [(x, height * 0.5 * (1 + math.sin(x / period * math.tau + phase) * 0.7)) for x in xs]
        shape = [*top, (kit.width, height + 8), (0, height + 8)]
        hill = kit.soft(kit.width, height + 8, partial(_paint_hill, kit, height + 8, shape, colour))
        picture.blit(hill, (0, round((horizon - height) * kit.scale)))


def _paint_hill(
    kit: Kit, height: float, shape: Sequence[tuple[float, float]], colour: Colour, scale: float
) -> pygame.Surface:
    return Canvas(kit.width, height, scale, colour, detail=2).polygon(shape, colour).done()


class Twinkle:
    """A few stars that brighten and fade, so slowly that a table at rest needs hardly any computing time."""

    STEP = 160.0
    """Milliseconds between changes."""

    def __init__(self) -> None:
        rng = random.Random(5)
        self._stars = [(rng.random(), rng.random() ** 1.3, rng.random() * math.tau) for _ in range(14)]
        """The position of each star, as shares of the sky's width and height, and its phase."""
        self._time = 0.0

    def update(self, ms: float) -> None:
        self._time += ms

    def draw(self, stage: Stage, kit: Kit, horizon: float) -> None:
        now = self._time // self.STEP * self.STEP / 1000
        stage.layer("stars", (self, kit, horizon, now), lambda: self._paint(stage, kit, horizon, now))

    def _paint(self, stage: Stage, kit: Kit, horizon: float, now: float) -> None:
        star = _star(kit)
        for x, y, phase in self._stars:
            light = max(0.0, math.sin(now * 0.9 + phase)) ** 3
            light = round(light * 5) / 5
            stage.blit_centred(star, x * kit.width, y * horizon * 0.6, light)


@painted_once
def _star(kit: Kit) -> pygame.Surface:
    light = kit.theme.paper
    canvas = kit.canvas(7, 7, light).circle(3.5, 3.5, 3, (*light, 60)).circle(3.5, 3.5, 1.1, light)
    return canvas.done()


# -- city


@painted_once
def halo(kit: Kit, height: float) -> pygame.Surface:
    """Return the glow behind a chosen tower."""
    size = round(height * 1.25 * kit.scale)
    small, glow = pygame.Surface((64, 64), pygame.SRCALPHA), kit.theme.glow
    for y, x in product(range(32), repeat=2):
        far = min(1.0, ((x - 31.5) ** 2 + (y - 31.5) ** 2) ** 0.5 / 31.5)
        for place in product((x, 63 - x), (y, 63 - y)):  # the same in all four quarters
            small.set_at(place, (*glow, round(88 * (1 - far) ** 1.7)))
    return pygame.transform.smoothscale(small, (round(size * 0.86), size))


def far_roofs(kit: Kit, height: float) -> pygame.Surface:
    """Return a row of distant roofs, as wide as the window and `height` high."""
    colour = mix(kit.theme.rose, kit.theme.hills, 0.45)
    return kit.cached(("far roofs", round(height)), lambda: _roofs(kit, height, colour, 4, 0.0))


def near_roofs(kit: Kit, height: float) -> pygame.Surface:
    """Return a row of dark roofs with a few lit windows, as wide as the window and `height` high."""
    colour = mix(kit.theme.hills, kit.theme.night, 0.15)
    return kit.cached(("near roofs", round(height)), lambda: _roofs(kit, height, colour, 9, 0.16))


def _roofs(kit: Kit, height: float, colour: Colour, seed: int, chance: float) -> pygame.Surface:
    """Return a row of roofs across the window. `chance` is the probability of each window to be lit."""
    rng = random.Random(seed)
    canvas = kit.canvas(kit.width, height, colour, level_detail(kit.scale))
    x = -20.0
    while x < kit.width:
        # a house
        width = rng.uniform(34, 92)
        top = height * (1 - rng.uniform(0.25, 0.86))
        canvas.rect(x, top, width, height - top, colour)
        # on every second house, a narrower storey with a mast
        if rng.random() < 0.5:
            inset, rise = width * rng.uniform(0.16, 0.32), rng.uniform(8, 22)
            canvas.rect(x + inset, top - rise, width - 2 * inset, rise + 1, colour)
            canvas.rect(x + width / 2 - 1, top - rise * 2, 2, rise, colour)
        # lit windows, on a grid
        for _ in range(int(width * (height - top) / 90)):
            if rng.random() < chance:
                place = x + rng.randrange(1, max(2, int(width / 7))) * 7 - 3, top + rng.randrange(1, 20) * 9
                canvas.rect(*place, 2.4, 3.2, mix(colour, kit.theme.window, rng.uniform(0.25, 0.6)))
        x += width + rng.uniform(-6, 10)
    return canvas.done()


# -- quarters


TREE = 46.0
"""Height of the tree on a tower that is won, in drawing units."""
TOP = TREE + 6
"""The y-coordinate of a tower's highest part on its sheet."""
DARK = (82, 82, 116)
"""The factors (of 255) by which a tower's colours are multiplied before it is won."""

# -- the roofs of a quarter


@dataclass
class Row:
    """A row of houses, drawn from left to right."""

    canvas: Canvas
    height: float
    wall: Colour
    light: Colour
    rng: random.Random
    chance: float
    """Probability of a window to be lit."""

    def house(self, x: float, top: float, width: float) -> None:
        self.canvas.rect(x, top, width, self.height - top, self.wall)
        self.canvas.rect(x, top, width * 0.4, self.height - top, mix(self.wall, self.light, 0.12))

    def windows(self, x: float, top: float, width: float, step: float = 15.0) -> None:
        for row in range(int((self.height - top - 8) / step)):
            for column in range(int((width - 10) / 11)):
                if self.rng.random() < self.chance:
                    self.canvas.rect(x + 7 + column * 11, top + 8 + row * step, 4, 6, self.light)


# In the painters of houses below, `x` is the left edge, `top` the y-coordinate of the roof, and `width` the width.


def _gardens(row: Row, x: float, top: float, width: float) -> None:
    leaf = mix(row.wall, (96, 150, 90), 0.55)
    # bushes on the roof, and on every second house a climbing plant
    for number in range(max(2, int(width / 13))):
        row.canvas.circle(x + 6 + number * 13, top - 2, row.rng.uniform(6, 10), leaf)
    row.house(x, top, width)
    row.windows(x, top, width)
    if row.rng.random() < 0.5:
        row.canvas.line([(x + width - 8, row.height), (x + width - 4, top)], leaf, 1.6)


def _bricks(row: Row, x: float, top: float, width: float) -> None:
    row.house(x, top, width)
    row.windows(x, top, width, 19)
    # a saw-tooth roof
    for part in range(max(1, int(width / 24))):
        left = x + part * 24
        row.canvas.polygon([(left, top), (left, top - 12), (left + 22, top)], row.wall)
    # on some houses, a chimney with three puffs of smoke
    if row.rng.random() < 0.45:
        chimney, tall = x + width * 0.7, row.rng.uniform(34, 70)
        corners = ((-7, 2), (-4, -tall), (4, -tall), (7, 2))
        row.canvas.polygon([(chimney + across, top + down) for across, down in corners], row.wall)
        for puff in range(3):
            row.canvas.circle(chimney + 5 + puff * 9, top - tall - 6 - puff * 5, 4 + 2 * puff, (*row.light, 26))


def _gables(row: Row, x: float, top: float, width: float) -> None:
    # a leaning wall, and a crooked gable on it
    lean = row.rng.uniform(-7, 7)
    row.canvas.polygon([(x, row.height), (x + lean, top), (x + width + lean, top), (x + width, row.height)], row.wall)
    row.canvas.polygon(
        [(x + lean - 4, top + 1), (x + width / 2 + 2 * lean, top - width * 0.7), (x + width + lean + 4, top + 1)],
        mix(row.wall, (20, 14, 30), 0.25),
    )
    row.windows(x + lean / 2, top, width, 17)


def _cranes(row: Row, x: float, top: float, width: float) -> None:
    # a low warehouse with a flat gable
    low = top + (row.height - top) * 0.45
    row.house(x, low, width)
    row.canvas.polygon([(x - 2, low), (x + width / 2, low - 12), (x + width + 2, low)], row.wall)
    row.windows(x, low, width, 18)
    if row.rng.random() < 0.55:
        mast, arm = x + width / 2, row.rng.choice((-1, 1)) * row.rng.uniform(46, 70)
        dark = mix(row.wall, (10, 14, 24), 0.3)
        # a crane: mast, arm, stay and rope
        for line in (
            [(mast, row.height), (mast, top - 26)],
            [(mast - arm * 0.35, top - 14), (mast + arm, top - 14)],
            [(mast, top - 26), (mast + arm * 0.9, top - 14)],
            [(mast + arm * 0.8, top - 14), (mast + arm * 0.8, top + 18)],
        ):  # fmt: skip
            row.canvas.line(line, dark, 2.4)


def _glass(row: Row, x: float, top: float, width: float) -> None:
    # a tower with a slanting top, and its lit left face
    tip, cut = top - row.rng.uniform(10, 50), row.rng.uniform(0.2, 0.8)
    points: list[Point] = [(x, row.height), (x + width * 0.1, top), (x + width * cut, tip), (x + width * 0.92, top + 8)]
    row.canvas.polygon([*points, (x + width, row.height)], row.wall)
    row.canvas.polygon([points[0], points[1], points[2], (x + width * 0.4, row.height)], mix(row.wall, row.light, 0.2))
    row.windows(x + 2, top + 10, width - 8, 12)


def _spires(row: Row, x: float, top: float, width: float) -> None:
    # three steps, and a spire
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
    """The look of a quarter."""

    scenery: str
    """The kind of its houses: a key of ROOFS."""
    site: Colour
    width: float
    height: float
    """The largest height of its roofs."""
    is_open: bool
    """If not, it is in the dark."""

    @property
    def key(self) -> tuple[object, ...]:
        """The key of its picture in the kit's cache."""
        return "quarter", self.scenery, self.site, round(self.width), round(self.height), self.is_open


def quarter(kit: Kit, look: Quarter) -> pygame.Surface:
    """Return a quarter's roofs, with both sides fading out into the neighbours."""
    return kit.cached(look.key, lambda: _quarter(kit, look))


def _quarter(kit: Kit, look: Quarter) -> pygame.Surface:
    theme, site = kit.theme, look.site
    far, near = mix(site, mix(theme.dusk, theme.rose, 0.5), 0.5), mix(site, theme.night, 0.52)
    if not look.is_open:
        far, near = mix(far, theme.hills, 0.55), mix(near, theme.hills, 0.75)
    canvas = kit.canvas(look.width, look.height, near, 2)
    rng = random.Random(look.scenery)
    # the far row and the near one; heights are between the shares `least` and `share`
    for wall, share, least, chance in ((far, 0.7, 0.3, 0.0), (near, 0.46, 0.12, 0.3 if look.is_open else 0.0)):
        line = Row(canvas, look.height, wall, theme.window, rng, chance)
        x = rng.uniform(-24, 0)
        while x < look.width:
            wide = rng.uniform(40, 78)
            ROOFS[look.scenery](line, x, look.height * (1 - rng.uniform(least, share)), wide)
            x += wide + rng.uniform(-6, 8)
    return _faded(canvas.done(), kit)


def _faded(picture: pygame.Surface, kit: Kit) -> pygame.Surface:
    """Make a picture fade out at its left and right sides, in place."""
    edge = min(picture.get_width() // 2, round(36 * kit.scale))
    veil = pygame.Surface((1, picture.get_height()), pygame.SRCALPHA)
    for x in range(edge):
        veil.fill((255, 255, 255, round(255 * x / edge)))
        for column in (x, picture.get_width() - 1 - x):
            picture.blit(veil, (column, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def glow(kit: Kit, site: Colour, width: float, height: float) -> pygame.Surface:
    """Return the glow of a quarter's colour in the sky above it."""

    def make() -> pygame.Surface:
        small = pygame.Surface((48, 32), pygame.SRCALPHA)
        for y, x in product(range(32), range(48)):
            far = min(1.0, math.hypot((x - 23.5) / 24, (31 - y) / 32))
            small.set_at((x, y), (*mix(site, kit.theme.glow, 0.3), round(120 * (1 - far) ** 1.5)))
        return pygame.transform.smoothscale(small, (round(width * kit.scale), round(height * kit.scale)))

    return kit.cached(("quarter's glow", site, round(width), round(height)), make)


# -- the rivals' towers
#
# Each painter draws a tower on a sheet and returns the point of its tip. `light` and `dark` are the colours of the lit
# face and of the other one.


def _terraces(sheet: FacadeSheet, light: Colour, dark: Colour) -> Point:
    # four terraces with bushes along their edges
    top = TOP + 20
    for number, width in enumerate((70.0, 108.0, 146.0, 186.0)):
        y, foot = top + number * 92, FRONT_HEIGHT if number == 3 else top + (number + 1) * 92
        for side in range(int(width / 15)):
            sheet.walls.circle(CENTRE - width / 2 + 8 + side * 15, y, 9, mix(sheet.theme.suits[2], light, 0.2))
        sheet.block(width, y, foot, light, dark)
        sheet.rows(
            CENTRE - width / 2 + 8, CENTRE + width / 2 - 8, y + 16, foot - 6, max(3, int(width / 24)), 3, (9, 14)
        )
    return CENTRE, top - 8


def _brickwork(sheet: FacadeSheet, light: Colour, dark: Colour) -> Point:
    # two chimneys, the block, five battlements, and four storeys with cornices and windows
    top = TOP + 40
    for x, width, up in ((CENTRE - 58, 26.0, 46.0), (CENTRE + 50, 30.0, 30.0)):
        sheet.block(width, top - up + 40, FRONT_HEIGHT, mix(light, dark, 0.4), dark, x)
    sheet.block(150, top, FRONT_HEIGHT, light, dark)
    for notch in range(5):
        sheet.block(18, top - 16, top, light, dark, CENTRE - 64 + notch * 32)
    for storey in range(4):
        y = top + 14 + storey * 84
        sheet.cornice(158, y + 66)
        sheet.rows(CENTRE - 66, CENTRE + 66, y, y + 62, 6, 2, (12, 22))
    return CENTRE, top - 16


def _crooked(sheet: FacadeSheet, light: Colour, dark: Colour) -> Point:
    top = TOP + 96
    edges = [(-70, FRONT_HEIGHT), (-58, 330), (-66, 220), (-44, top)]
    left: list[Point] = [(CENTRE + x, y) for x, y in edges]
    right: list[Point] = [(CENTRE + x, y) for x, y in ((52, top), (48, 220), (66, 330), (66, FRONT_HEIGHT))]
    sheet.walls.polygon([*left, *right], dark)
    sheet.walls.polygon([*left, (CENTRE + 2, top), (CENTRE - 6, FRONT_HEIGHT)], light)
    # a pointed roof that leans to the right, and windows that follow the crooked walls
    tip: Point = (CENTRE + 20, TOP)
    sheet.walls.polygon([(CENTRE - 58, top + 4), tip, (CENTRE + 66, top + 4)], mix(dark, sheet.theme.night, 0.45))
    sheet.walls.polygon([(CENTRE - 58, top + 4), tip, (CENTRE + 6, top + 4)], mix(light, sheet.theme.night, 0.35))
    for storey in range(4):
        y, lean = top + 14 + storey * 70, (-2, -12, -4, 0)[storey]
        sheet.rows(CENTRE - 42 + lean, CENTRE + 44 + lean, y, y + 58, 4, 2, (10, 18))
    return tip


def _lighthouse(sheet: FacadeSheet, light: Colour, dark: Colour) -> Point:
    top = TOP + 62
    left: list[Point] = [(CENTRE - 74, FRONT_HEIGHT), (CENTRE - 42, top)]
    sheet.walls.polygon([*left, (CENTRE + 42, top), (CENTRE + 74, FRONT_HEIGHT)], dark)
    sheet.walls.polygon([*left, (CENTRE, top), (CENTRE, FRONT_HEIGHT)], light)
    # the lantern room with its light, the roof, and a crane's arm with a rope at the right
    sheet.block(62, top - 34, top, light, dark)
    sheet.pane(CENTRE - 22, top - 28, 44, 22, 1)
    sheet.walls.polygon(
        [(CENTRE - 38, top - 34), (CENTRE, TOP), (CENTRE + 38, top - 34)], mix(dark, sheet.theme.night, 0.3)
    )
    sheet.walls.line([(CENTRE + 30, top + 8), (CENTRE + 108, top - 20)], dark, 5)
    sheet.walls.line([(CENTRE + 102, top - 18), (CENTRE + 102, top + 46)], dark, 2.4)
    for storey in range(4):
        y, half = top + 10 + storey * 80, 34 + storey * 7.5
        sheet.cornice(2 * half + 24, y + 66)
        sheet.rows(CENTRE - half, CENTRE + half, y, y + 60, 5, 2, (9, 18))
    return CENTRE, TOP


def _shard(sheet: FacadeSheet, light: Colour, dark: Colour) -> Point:
    # a triangle with its tip right of the middle, and rows of windows that get shorter towards it
    tip: Point = (CENTRE + 14, TOP)
    sheet.walls.polygon([(CENTRE - 66, FRONT_HEIGHT), tip, (CENTRE + 66, FRONT_HEIGHT)], dark)
    sheet.walls.polygon(
        [(CENTRE - 66, FRONT_HEIGHT), tip, (CENTRE - 6, FRONT_HEIGHT)], mix(light, sheet.theme.paper, 0.25)
    )
    for line in range(15):
        y = 108 + line * 22
        half = 66 * (y - TOP) / (FRONT_HEIGHT - TOP) - 8
        middle = CENTRE + 14 * (FRONT_HEIGHT - y) / (FRONT_HEIGHT - TOP)
        columns = max(1, int(2 * half / 13))
        for column in range(columns):
            x = middle - half + (column + 0.5) * 2 * half / columns
            sheet.pane(x - 4, y, 8, 15, 1)
    return tip


def _setbacks(sheet: FacadeSheet, light: Colour, dark: Colour) -> Point:
    # four setbacks with cornices, piers and windows, and a spire
    top = TOP + 78
    for number, width in enumerate((52.0, 86.0, 120.0, 156.0)):
        y = top + number * 66
        foot = FRONT_HEIGHT if number == 3 else top + (number + 1) * 66
        sheet.block(width, y, foot, light, dark)
        sheet.cornice(width + 8, y - 2)
        for pier in range(1, int(width / 26)):
            x = CENTRE - width / 2 + pier * width / int(width / 26)
            sheet.walls.rect(x - 1.6, y + 4, 3.2, foot - y - 4, mix(light, dark, 0.6))
        sheet.rows(
            CENTRE - width / 2 + 6, CENTRE + width / 2 - 6, y + 10, foot - 6, max(2, int(width / 20)), 3, (7, 12)
        )
    sheet.walls.polygon([(CENTRE - 16, top), (CENTRE, TOP), (CENTRE + 16, top)], light)
    sheet.walls.polygon([(CENTRE, top), (CENTRE, TOP), (CENTRE + 16, top)], dark)
    return CENTRE, TOP


TOWERS: dict[str, Callable[[FacadeSheet, Colour, Colour], Point]] = {
    "gardens": _terraces, "bricks": _brickwork, "gables": _crooked, "cranes": _lighthouse, "glass": _shard,
    "spires": _setbacks,
}  # fmt: skip


class _AlwaysLit(random.Random):
    """A random number generator with which `FacadeSheet.pane` lights every window."""

    def random(self) -> float:
        return 0.0


@dataclass(frozen=True)
class _Parts:
    """A tower without lights and with all of them, in device pixels."""

    dark: pygame.Surface
    lit: pygame.Surface
    windows: tuple[pygame.Rect, ...]
    """Its windows, roughly from the bottom up."""
    tip: int
    """The x-coordinate of its highest point."""
    roof: float
    """The y-coordinate of its highest point."""


def tower(kit: Kit, scenery: str, site: Colour, height: float, lit: float, is_won: bool) -> pygame.Surface:
    """Return a rival's tower on a sheet `height` units high, with a share `lit` of its windows lit from the ground up.

    If it is won, it is in full light and has a topping-out tree.
    """
    key = "rival's tower", scenery, site, round(height, 1)
    parts = kit.cached(key, lambda: _parts(kit, scenery, site, height))
    number = len(parts.windows) if is_won else round(lit * len(parts.windows))
    return kit.cached((*key, number, is_won), lambda: _light_up(kit, parts, number, is_won, height))


def _parts(kit: Kit, scenery: str, site: Colour, height: float) -> _Parts:
    theme, scale = kit.theme, kit.scale * height / FRONT_HEIGHT
    sheet = facade_sheet(kit, scale, _AlwaysLit())
    bright, dark = mix(site, theme.paper, 0.22), mix(site, theme.night, 0.42)  # the lit face, and the other one
    x, y = TOWERS[scenery](sheet, bright, dark)
    plain = sheet.walls.done()
    whole = plain.copy()
    whole.blit(sheet.lights.done(), (0, 0))
    shaded(plain, DARK, mix((0, 0, 0), theme.dusk, 0.3))
    # from the bottom up in bands of 40 units, shuffled within each band
    panes = sorted(sheet.panes, key=lambda pane: (-round(pane[1] / 40), (pane[0] * 7919 + pane[1] * 31) % 97))
    windows = (_pixels(pane, scale).clip(plain.get_rect()) for pane in panes)
    return _Parts(plain, whole, tuple(windows), round(x * scale), y * scale)


def _pixels(pane: tuple[float, float, float, float], scale: float) -> pygame.Rect:
    x, y, width, height = (edge * scale for edge in pane)
    return pygame.Rect(math.floor(x), math.floor(y), math.ceil(width) + 1, math.ceil(height) + 1)


def _light_up(kit: Kit, parts: _Parts, number: int, is_won: bool, height: float) -> pygame.Surface:
    picture = (parts.lit if is_won else parts.dark).copy()
    for window in parts.windows[:number]:
        picture.blit(parts.lit, window, window)
    if is_won:
        bloom = softened(parts.lit, 9 * kit.scale * height / FRONT_HEIGHT)
        bloom.set_alpha(60)
        picture.blit(bloom, (0, 0))
        plant_tree(kit, picture, parts.tip, round(parts.roof + 3), TREE * kit.scale * height / FRONT_HEIGHT)
    return picture
