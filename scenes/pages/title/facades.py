"""The towers of the title screen, one for each game: drawn by day, lit by night."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field

import pygame

from scenes.kit.canvas import Canvas, Paint
from scenes.kit.kit import Kit
from scenes.kit.pictures.ornament import softened
from scenes.kit.theme import Colour, Theme, mix

WIDTH, HEIGHT = 240.0, 440.0
"""Every tower's sheet, in the units of its drawing; the ground is the lower edge."""
MIDDLE = WIDTH / 2


@dataclass
class Sheet:
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


# -- Towers of Wyoming: storeys under a glowing Sky with its pennies


def _wyoming(sheet: Sheet) -> None:
    theme = sheet.theme
    light, dark = mix(theme.suits[0], theme.mist, 0.16), mix(theme.suits[0], theme.night, 0.5)
    steps = ((196, 392, 440, 10, 2), (160, 276, 392, 8, 6), (116, 182, 276, 6, 5), (74, 116, 182, 4, 3))
    for width, top, foot, columns, rows in steps:
        sheet.block(width, top, foot, light, dark)
        sheet.walls.rect(MIDDLE - 1, top, 2, foot - top, mix(dark, theme.night, 0.4))
        if rows > 2:
            sheet.rows(MIDDLE - width / 2 + 6, MIDDLE - 3, top + 9, foot - 4, columns // 2, rows, (9, 11))
            sheet.rows(MIDDLE + 3, MIDDLE + width / 2 - 6, top + 9, foot - 4, columns // 2, rows, (9, 11))
            for row in range(1, rows):
                y = top + 7 + row * (foot - top - 9) / rows
                sheet.walls.rect(MIDDLE - width / 2, y, width, 1.2, (*theme.night, 90))
        sheet.cornice(width + 10, top - 2)
    _wyoming_door(sheet)
    sheet.block(36, 92, 116, light, dark)
    sheet.rows(MIDDLE - 15, MIDDLE + 15, 97, 114, 3, 1, (6, 11))
    sheet.cornice(42, 89)
    brass = theme.brass
    sheet.walls.polygon([(MIDDLE - 10, 90), (MIDDLE, 8), (MIDDLE, 90)], mix(brass, theme.paper, 0.35))
    sheet.walls.polygon([(MIDDLE + 10, 90), (MIDDLE, 8), (MIDDLE, 90)], mix(brass, theme.night, 0.25))
    _wyoming_sky(sheet)


def _wyoming_door(sheet: Sheet) -> None:
    theme, canvas = sheet.theme, sheet.walls
    for side in (-1, 1):
        for number in range(4):
            x = MIDDLE + side * (34 + number * 17)
            sheet.pane(x - 5, 402, 10, 38, 0.85)
    canvas.rect(MIDDLE - 22, 400, 44, 40, mix(theme.brass, theme.night, 0.35))
    canvas.ellipse(MIDDLE - 22, 380, 44, 40, mix(theme.brass, theme.night, 0.35))
    sheet.lights.ellipse(MIDDLE - 17, 385, 34, 34, theme.window).rect(MIDDLE - 17, 402, 34, 38, theme.window)
    for number in range(-2, 3):
        end = (MIDDLE + 17 * math.sin(number * 0.62), 402 - 17 * math.cos(number * 0.62))
        sheet.lights.line([(MIDDLE, 402), end], mix(theme.brass, theme.night, 0.5), 1.4)
    sheet.lights.rect(MIDDLE - 17, 401, 34, 2, mix(theme.brass, theme.night, 0.5))
    sheet.lights.rect(MIDDLE - 1, 403, 2, 37, mix(theme.brass, theme.night, 0.5))


def _wyoming_sky(sheet: Sheet) -> None:
    """The Sky: a line of light with pennies on it, which the spire breaks through."""
    theme, y = sheet.theme, 58.0
    for number in range(40):
        share = 1 - abs(number - 19.5) / 20
        x = number * WIDTH / 40
        sheet.lights.rect(
            x, y - 1.2, WIDTH / 40 + 0.3, 2.4, (*mix(theme.glow, theme.paper, 0.4), round(255 * share**0.6))
        )
        sheet.lights.rect(x, y - 5, WIDTH / 40 + 0.3, 10, (*theme.glow, round(60 * share)))
    for place in (-86, -62, -38, 38, 62, 86):
        x = MIDDLE + place
        metal = theme.copper
        sheet.lights.circle(x, y - 12, 9.5, mix(metal, theme.night, 0.4)).circle(x, y - 12, 8.4, metal)
        sheet.lights.circle(x - 1.6, y - 13.4, 5.6, mix(metal, theme.paper, 0.3)).circle(x, y - 12, 5, metal)


# -- Towering: six piers in the colours of the sites, windows like braille, a crown of arcs


def _towering(sheet: Sheet) -> None:
    theme = sheet.theme
    stone = mix(theme.paper, theme.rose, 0.38)
    light, dark = stone, mix(stone, theme.dusk, 0.55)
    sheet.block(200, 408, 440, light, dark)
    sheet.block(176, 352, 408, light, dark)
    sheet.block(138, 150, 352, light, dark)
    for side in (-1, 1):
        sheet.block(38, 300, 352, light, dark, MIDDLE + side * 69)
        sheet.cornice(44, 297, 3, MIDDLE + side * 69)
    sheet.cornice(206, 405)
    sheet.cornice(182, 349)
    for number, colour in enumerate(theme.sites.values()):
        _towering_pier(sheet, MIDDLE - 57 + number * 22.8, colour)
    sheet.rows(MIDDLE - 84, MIDDLE + 84, 358, 404, 12, 3, (6, 9))
    for number in range(-4, 5):
        if number:
            sheet.pane(MIDDLE + number * 21 - 6, 416, 12, 24, 0.8)
    sheet.lights.rect(MIDDLE - 10, 412, 20, 28, theme.window).rect(MIDDLE - 0.8, 412, 1.6, 28, dark)
    _towering_crown(sheet, light, dark)


def _towering_pier(sheet: Sheet, x: float, colour: Colour) -> None:
    """A bay: coloured spandrels between windows set like the six dots of braille cells."""
    theme = sheet.theme
    sheet.walls.rect(x - 8.6, 162, 17.2, 186, mix(colour, theme.night, 0.42))
    sheet.walls.rect(x - 8.6, 162, 8.6, 186, mix(colour, theme.night, 0.12))
    for cell in range(5):
        for row in range(3):
            for column in (-1, 1):
                y = 172 + cell * 36 + row * 9.4
                sheet.walls.circle(x + column * 4.1, y, 3, mix(theme.night, colour, 0.2))
                if sheet.rng.random() < 0.6:
                    sheet.lights.circle(x + column * 4.1, y, 3, theme.window)
        sheet.walls.rect(x - 8.6, 197 + cell * 36, 17.2, 1.6, mix(theme.brass, theme.night, 0.15))


def _towering_crown(sheet: Sheet, light: Colour, dark: Colour) -> None:
    """Arches behind arches, each with a fan of triangular windows, and a needle."""
    theme, canvas = sheet.theme, sheet.walls
    canvas.polygon([(MIDDLE - 6, 40), (MIDDLE, 0), (MIDDLE, 40)], mix(theme.mist, theme.paper, 0.4))
    canvas.polygon([(MIDDLE + 6, 40), (MIDDLE, 0), (MIDDLE, 40)], mix(theme.mist, theme.dusk, 0.55))
    for number, (half, high) in enumerate(((15, 124), (29, 111), (42, 95), (54, 77), (65, 57))):
        metal = mix(theme.mist, theme.dusk, 0.5 - 0.08 * number)
        _arch(canvas, half, high, mix(metal, theme.paper, 0.45), mix(metal, theme.night, 0.3))
        _arch(canvas, half - 2.2, high - 2.4, mix(metal, theme.night, 0.12), mix(metal, theme.night, 0.5))
        spikes = (1, 3, 5, 5, 7)[number]
        for spike in range(spikes):
            _spike(sheet, half, high, math.pi / 2 + (spike - (spikes - 1) / 2) * 0.36)
    _arch(canvas, 40, 34, dark, mix(dark, theme.night, 0.4))
    for angle in range(-3, 4):
        _ray(sheet, 36, 30, math.pi / 2 + angle * 0.42)
    sheet.cornice(146, 147, 4)


CROWN_FOOT = 149.0


def _on_arch(half: float, high: float, angle: float) -> tuple[float, float]:
    return MIDDLE - math.cos(angle) * half, CROWN_FOOT - math.sin(angle) * high


def _arch(canvas: Canvas, half: float, high: float, light: Paint, dark: Paint) -> None:
    """Draw an upright half of an ellipse, its left half in the light."""
    rim = [_on_arch(half, high, math.pi * step / 48) for step in range(49)]
    canvas.polygon(rim, dark)
    canvas.polygon([*rim[:25], (MIDDLE, CROWN_FOOT)], light)


def _spike(sheet: Sheet, half: float, high: float, angle: float) -> None:
    """A window that tapers towards the rim of its arch."""
    share = 1 - 15 / high
    foot = _on_arch(half * share, high * share, angle - 0.11), _on_arch(half * share, high * share, angle + 0.11)
    corners = [*foot, _on_arch(half - 3, high - 4, angle)]
    sheet.walls.polygon(corners, sheet.theme.night)
    sheet.lights.polygon(corners, sheet.theme.window)


def _ray(sheet: Sheet, half: float, high: float, angle: float) -> None:
    corners = [(MIDDLE, CROWN_FOOT - 2), _on_arch(half, high, angle - 0.12), _on_arch(half, high, angle + 0.12)]
    sheet.lights.polygon(corners, mix(sheet.theme.brass, sheet.theme.paper, 0.2))


# -- Towers: a building cut open, six floors with life in them


def _towers(sheet: Sheet) -> None:
    theme, canvas = sheet.theme, sheet.walls
    frame = mix(theme.ink, theme.dusk, 0.3)
    left, right = 40.0, 200.0
    canvas.rect(left - 5, 108, right - left + 10, 332, frame)
    canvas.rect(left - 5, 108, 4, 332, mix(frame, theme.mist, 0.25))
    rooms: tuple[tuple[Colour, Callable[[Sheet, float, float], None]], ...] = (
        (theme.sites["heath"], _landlord), (theme.sites["ice"], _office), (theme.seats[4], _suite),
        (theme.sites["ice"], _office), (theme.sites["canyon"], _inferno), (theme.sites["forest"], _lobby),
    )  # fmt: skip
    for number, (colour, furnish) in enumerate(rooms):
        top = 114 + number * 54.6
        canvas.rect(left, top, right - left, 49, mix(colour, theme.night, 0.62))
        sheet.lights.gradient(
            left, top, right - left, 49, [(0, mix(theme.paper, colour, 0.12)), (1, mix(theme.window, colour, 0.42))]
        )
        furnish(sheet, left, top + 49)
        sheet.cornice(right - left + 14, top + 49, 3)
        if number in (0, 1, 3, 5):
            _tab(sheet, right + 7, top + 12, (0, 1, 0, 2, 0, 1)[number])
    sheet.cornice(182, 105, 5)
    _attic(sheet)


def _attic(sheet: Sheet) -> None:
    theme, canvas = sheet.theme, sheet.walls
    light, dark = mix(theme.brass, theme.paper, 0.1), mix(theme.brass, theme.night, 0.45)
    canvas.polygon([(MIDDLE - 62, 105), (MIDDLE, 44), (MIDDLE, 105)], light)
    canvas.polygon([(MIDDLE + 62, 105), (MIDDLE, 44), (MIDDLE, 105)], dark)
    canvas.polygon([(MIDDLE - 7, 52), (MIDDLE, 4), (MIDDLE, 52)], light)
    canvas.polygon([(MIDDLE + 7, 52), (MIDDLE, 4), (MIDDLE, 52)], dark)
    sheet.walls.circle(MIDDLE, 84, 12, theme.night)
    sheet.lights.circle(MIDDLE, 84, 10, theme.window)
    sheet.lights.rect(MIDDLE - 0.8, 74, 1.6, 20, dark).rect(MIDDLE - 10, 83.2, 20, 1.6, dark)


def _tab(sheet: Sheet, x: float, y: float, owner: int) -> None:
    """A tucked card's end, in its owner's colour."""
    colour = sheet.theme.seats[owner]
    sheet.walls.rect(x, y, 22, 26, colour, 4).rect(x, y, 6, 26, colour)
    sheet.walls.circle(x + 11, y + 13, 4.5, mix(colour, sheet.theme.paper, 0.85))


def _office(sheet: Sheet, left: float, floor: float) -> None:
    theme, ink = sheet.theme, mix(sheet.theme.sites["ice"], sheet.theme.ink, 0.45)
    for number in range(3):
        x = left + 14 + number * 48
        sheet.lights.rect(x, floor - 17, 36, 3.4, ink).rect(x + 3, floor - 14, 3, 14, ink)
        sheet.lights.rect(x + 30, floor - 14, 3, 14, ink).rect(x + 9, floor - 30, 17, 11, ink)
        sheet.lights.rect(x + 11, floor - 28, 13, 7, theme.paper).rect(x + 16, floor - 19, 3, 2.5, ink)
        sheet.lights.line([(x + 18, floor - 49), (x + 18, floor - 42)], ink, 1.2)
        sheet.lights.polygon([(x + 11, floor - 38), (x + 18, floor - 44), (x + 25, floor - 38)], theme.brass)


def _suite(sheet: Sheet, left: float, floor: float) -> None:
    theme, rose = sheet.theme, sheet.theme.seats[4]
    dark = mix(rose, theme.ink, 0.5)
    sheet.lights.rect(left + 16, floor - 26, 5, 26, dark, 2).rect(left + 16, floor - 12, 72, 7, dark, 2)
    sheet.lights.rect(left + 22, floor - 20, 66, 9, rose, 4).rect(left + 24, floor - 23, 18, 8, theme.paper, 4)
    sheet.lights.rect(left + 84, floor - 7, 4, 7, dark).rect(left + 22, floor - 6, 4, 6, dark)
    sheet.lights.rect(left + 104, floor - 36, 2, 36, dark)
    sheet.lights.polygon(
        [(left + 95, floor - 32), (left + 115, floor - 32), (left + 110, floor - 44), (left + 100, floor - 44)],
        theme.brass,
    )
    sheet.lights.rect(left + 126, floor - 38, 24, 26, dark).rect(left + 128, floor - 36, 20, 22, theme.dusk)
    sheet.lights.circle(left + 142, floor - 29, 3.4, theme.paper)


def _landlord(sheet: Sheet, left: float, floor: float) -> None:
    theme, ink = sheet.theme, mix(sheet.theme.sites["heath"], sheet.theme.ink, 0.55)
    x = left + 46
    sheet.lights.polygon([(x - 12, floor), (x - 9, floor - 23), (x + 9, floor - 23), (x + 12, floor)], ink)
    sheet.lights.circle(x, floor - 29, 6, mix(theme.paper, theme.copper, 0.4))
    sheet.lights.rect(x - 9, floor - 35, 18, 2.4, ink).rect(x - 5.5, floor - 44, 11, 10, ink)
    sheet.lights.line([(x + 10, floor - 20), (x + 24, floor - 24)], ink, 3)
    sheet.lights.circle(x + 28, floor - 25, 4.5, theme.brass, 2).rect(x + 31, floor - 26, 12, 2.4, theme.brass)
    for number in range(3):
        sheet.lights.rect(left + 100 + number * 17, floor - 34, 12, 34, ink, 1)
        sheet.lights.circle(left + 109 + number * 17, floor - 16, 1.4, theme.brass)


def _inferno(sheet: Sheet, left: float, floor: float) -> None:
    theme = sheet.theme
    for number in range(6):
        x, high = left + 20 + number * 24, (30, 42, 34, 44, 32, 38)[number]
        for size, colour in ((1.0, theme.sites["canyon"]), (0.66, theme.glow), (0.34, theme.window)):
            _flame(sheet.lights, x, floor, 11 * size, high * size, colour)


def _flame(canvas: Canvas, x: float, floor: float, half: float, high: float, paint: Paint) -> None:
    curve = [(0.0, 1.0), (0.32, 0.66), (0.26, 0.5), (0.8, 0.44), (1.0, 0.22), (0.78, 0.04), (0.4, 0.0)]
    mirrored = [(-0.4, 0.0), (-0.82, 0.06), (-1.0, 0.26), (-0.66, 0.52), (-0.4, 0.62), (-0.2, 0.86)]
    canvas.polygon([(x + half * px, floor - high * py) for px, py in (*curve, *mirrored)], paint)


def _lobby(sheet: Sheet, left: float, floor: float) -> None:
    theme, green = sheet.theme, sheet.theme.sites["forest"]
    dark = mix(green, theme.ink, 0.4)
    for x in (left + 24, left + 136):
        sheet.lights.line([(x, floor - 8), (x, floor - 30)], mix(theme.copper, theme.ink, 0.4), 2.4)
        for angle in (-1.15, -0.7, -0.2, 0.2, 0.7, 1.15):
            tip = (x + math.sin(angle) * 17, floor - 30 - math.cos(angle) * 10 + abs(angle) * 5)
            sheet.lights.line([(x, floor - 30), tip], green, 3)
        sheet.lights.polygon([(x - 7, floor - 10), (x + 7, floor - 10), (x + 5, floor), (x - 5, floor)], theme.copper)
    sheet.lights.rect(left + 56, floor - 38, 48, 38, dark).rect(left + 59, floor - 35, 20, 35, theme.window)
    sheet.lights.rect(left + 81, floor - 35, 20, 35, theme.window)
    sheet.lights.circle(left + 77, floor - 17, 1.5, dark).circle(left + 83, floor - 17, 1.5, dark)


# -- IceTowers: pyramids of coloured glass, nested


def _icetowers(sheet: Sheet) -> None:
    theme = sheet.theme
    sheet.walls.ellipse(10, 410, 220, 30, (*theme.mist, 70))
    sheet.lights.ellipse(24, 413, 192, 24, (*theme.paper, 70))
    seats = theme.seats
    pieces = (
        (seats[3], 104, 218, 428, 3), (seats[0], 97, 204, 354, 3), (seats[2], 77, 170, 276, 2),
        (seats[0], 72, 160, 214, 2), (seats[4], 48, 116, 142, 1),
    )  # fmt: skip
    for colour, half, high, foot, pips in pieces:
        _pyramid(sheet, colour, half, high, foot, pips)


def _pyramid(sheet: Sheet, colour: Colour, half: float, high: float, foot: float, pips: int) -> None:
    """Glass: the left face in the light, what stands inside shining through a little."""
    theme, canvas = sheet.theme, sheet.walls
    tip, edge = (MIDDLE, foot - high), (MIDDLE + half * 0.2, foot)
    left, right = (MIDDLE - half, foot - half * 0.2), (MIDDLE + half, foot - half * 0.24)
    bright, deep = mix(colour, theme.paper, 0.42), mix(colour, theme.night, 0.22)
    canvas.polygon([tip, left, edge], (*bright, 228)).polygon([tip, right, edge], (*deep, 236))
    canvas.polygon([tip, left, _between(left, edge, 0.34)], (*theme.paper, 58))
    canvas.polygon([tip, right, _between(right, edge, 0.3)], (*theme.night, 60))
    canvas.line([left, edge, right], mix(colour, theme.paper, 0.6), 1.8)
    canvas.line([tip, edge], mix(colour, theme.paper, 0.72), 1.4)
    for number in range(pips):
        x, y = _between(left, edge, 0.12 + (6 + number * 14) / half)
        canvas.circle(x, y - 10, 4.6, mix(colour, theme.paper, 0.3))
        sheet.lights.circle(x, y - 10, 4.6, theme.paper)


def _between(a: tuple[float, float], b: tuple[float, float], share: float) -> tuple[float, float]:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


PAINTERS: dict[str, Callable[[Sheet], None]] = {
    "wyoming": _wyoming,
    "towering": _towering,
    "towers": _towers,
    "icetowers": _icetowers,
}
"""In the order in which they stand on the skyline."""


@dataclass(frozen=True)
class Facade:
    """A tower with its lights on, in device pixels."""

    lit: pygame.Surface
    out: tuple[tuple[pygame.Surface, float, float], ...]
    """Windows gone dark, with their places in shares of the sheet."""


def facade(kit: Kit, name: str, height: float) -> Facade:
    """Return the tower of a game, `height` logical units high, with its lights on."""
    return kit.cached(("facade", name, round(height)), lambda: _light(kit, name, height))


def dark_facade(kit: Kit, name: str, height: float) -> pygame.Surface:
    """Return the tower as a shape against the dusk, as it stands before its lights are on."""
    walls = _draw(kit, name, height)[1]
    return kit.cached(("dark facade", name, round(height)), lambda: _darkened(walls, kit.theme))


def _draw(kit: Kit, name: str, height: float) -> tuple[Sheet, pygame.Surface, pygame.Surface]:
    """Return the sheet, its walls and its lights."""

    def make() -> tuple[Sheet, pygame.Surface, pygame.Surface]:
        scale, theme = kit.scale * height / HEIGHT, kit.theme
        walls, lights = Canvas(WIDTH, HEIGHT, scale, theme.dusk), Canvas(WIDTH, HEIGHT, scale, theme.window)
        sheet = Sheet(theme, walls, lights, random.Random(name))
        PAINTERS[name](sheet)
        return sheet, walls.done(), lights.done()

    return kit.cached(("drawn facade", name, round(height)), make)


def _light(kit: Kit, name: str, height: float) -> Facade:
    sheet, walls, lights = _draw(kit, name, height)
    scale = kit.scale * height / HEIGHT
    lit = walls.copy()
    lit.blit(lights, (0, 0))
    bloom = softened(lights, 7 * scale)
    bloom.set_alpha(70)
    lit.blit(bloom, (0, 0))
    return Facade(lit, _outages(sheet, walls, scale))


def _darkened(walls: pygame.Surface, theme: Theme) -> pygame.Surface:
    """Return the walls as one dark shape with a trace of its detail left."""
    dark = walls.copy()
    dark.fill((46, 44, 62, 255), special_flags=pygame.BLEND_RGBA_MULT)
    dark.fill((*mix(theme.hills, theme.night, 0.3), 0), special_flags=pygame.BLEND_RGBA_ADD)
    return dark


def _outages(sheet: Sheet, walls: pygame.Surface, scale: float) -> tuple[tuple[pygame.Surface, float, float], ...]:
    """Return patches of unlit wall over some windows."""
    found = []
    for x, y, width, height in sheet.rng.sample(sheet.panes, min(12, len(sheet.panes))):
        area = pygame.Rect(round(x * scale), round(y * scale), math.ceil(width * scale), math.ceil(height * scale))
        area = area.clip(walls.get_rect())
        found.append((walls.subsurface(area).copy(), x / WIDTH, y / HEIGHT))
    return tuple(found)
