"""The tower of Towers on the title: a building cut open, six floors with life in them."""

from __future__ import annotations

import math
from collections.abc import Callable

from topping_out.scenes.kit.canvas import Canvas, Paint
from topping_out.scenes.kit.pictures.facade import MIDDLE, FacadeSheet
from topping_out.scenes.kit.theme import Colour, mix


def paint(sheet: FacadeSheet) -> None:
    theme, canvas = sheet.theme, sheet.walls
    frame = mix(theme.ink, theme.dusk, 0.3)
    left, right = 40.0, 200.0
    canvas.rect(left - 5, 108, right - left + 10, 332, frame)
    canvas.rect(left - 5, 108, 4, 332, mix(frame, theme.mist, 0.25))
    rooms: tuple[tuple[Colour, Callable[[FacadeSheet, float, float], None]], ...] = (
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


def _attic(sheet: FacadeSheet) -> None:
    theme, canvas = sheet.theme, sheet.walls
    light, dark = mix(theme.brass, theme.paper, 0.1), mix(theme.brass, theme.night, 0.45)
    canvas.polygon([(MIDDLE - 62, 105), (MIDDLE, 44), (MIDDLE, 105)], light)
    canvas.polygon([(MIDDLE + 62, 105), (MIDDLE, 44), (MIDDLE, 105)], dark)
    canvas.polygon([(MIDDLE - 7, 52), (MIDDLE, 4), (MIDDLE, 52)], light)
    canvas.polygon([(MIDDLE + 7, 52), (MIDDLE, 4), (MIDDLE, 52)], dark)
    sheet.walls.circle(MIDDLE, 84, 12, theme.night)
    sheet.lights.circle(MIDDLE, 84, 10, theme.window)
    sheet.lights.rect(MIDDLE - 0.8, 74, 1.6, 20, dark).rect(MIDDLE - 10, 83.2, 20, 1.6, dark)


def _tab(sheet: FacadeSheet, x: float, y: float, owner: int) -> None:
    """A tucked card's end, in its owner's colour."""
    colour = sheet.theme.seats[owner]
    sheet.walls.rect(x, y, 22, 26, colour, 4).rect(x, y, 6, 26, colour)
    sheet.walls.circle(x + 11, y + 13, 4.5, mix(colour, sheet.theme.paper, 0.85))


def _office(sheet: FacadeSheet, left: float, floor: float) -> None:
    theme, ink = sheet.theme, mix(sheet.theme.sites["ice"], sheet.theme.ink, 0.45)
    for number in range(3):
        x = left + 14 + number * 48
        sheet.lights.rect(x, floor - 17, 36, 3.4, ink).rect(x + 3, floor - 14, 3, 14, ink)
        sheet.lights.rect(x + 30, floor - 14, 3, 14, ink).rect(x + 9, floor - 30, 17, 11, ink)
        sheet.lights.rect(x + 11, floor - 28, 13, 7, theme.paper).rect(x + 16, floor - 19, 3, 2.5, ink)
        sheet.lights.line([(x + 18, floor - 49), (x + 18, floor - 42)], ink, 1.2)
        sheet.lights.polygon([(x + 11, floor - 38), (x + 18, floor - 44), (x + 25, floor - 38)], theme.brass)


def _suite(sheet: FacadeSheet, left: float, floor: float) -> None:
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


def _landlord(sheet: FacadeSheet, left: float, floor: float) -> None:
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


def _inferno(sheet: FacadeSheet, left: float, floor: float) -> None:
    theme = sheet.theme
    for number in range(6):
        x, high = left + 20 + number * 24, (30, 42, 34, 44, 32, 38)[number]
        for size, colour in ((1.0, theme.sites["canyon"]), (0.66, theme.glow), (0.34, theme.window)):
            _flame(sheet.lights, x, floor, 11 * size, high * size, colour)


def _flame(canvas: Canvas, x: float, floor: float, half: float, high: float, paint: Paint) -> None:
    curve = [(0.0, 1.0), (0.32, 0.66), (0.26, 0.5), (0.8, 0.44), (1.0, 0.22), (0.78, 0.04), (0.4, 0.0)]
    mirrored = [(-0.4, 0.0), (-0.82, 0.06), (-1.0, 0.26), (-0.66, 0.52), (-0.4, 0.62), (-0.2, 0.86)]
    canvas.polygon([(x + half * px, floor - high * py) for px, py in (*curve, *mirrored)], paint)


def _lobby(sheet: FacadeSheet, left: float, floor: float) -> None:
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
