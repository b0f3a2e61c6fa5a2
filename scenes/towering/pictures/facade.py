"""The tower of Towering on the title: piers in the colours of the sites, windows like braille, a crown of arcs."""

from __future__ import annotations

import math

from topping_out.scenes.kit.canvas import Canvas, Paint
from topping_out.scenes.kit.pictures.facade import MIDDLE, FacadeSheet
from topping_out.scenes.kit.theme import Colour, mix


def paint(sheet: FacadeSheet) -> None:
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
        _pier(sheet, MIDDLE - 57 + number * 22.8, colour)
    sheet.rows(MIDDLE - 84, MIDDLE + 84, 358, 404, 12, 3, (6, 9))
    for number in range(-4, 5):
        if number:
            sheet.pane(MIDDLE + number * 21 - 6, 416, 12, 24, 0.8)
    sheet.lights.rect(MIDDLE - 10, 412, 20, 28, theme.window).rect(MIDDLE - 0.8, 412, 1.6, 28, dark)
    _crown(sheet, light, dark)


def _pier(sheet: FacadeSheet, x: float, colour: Colour) -> None:
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


def _crown(sheet: FacadeSheet, light: Colour, dark: Colour) -> None:
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


def _spike(sheet: FacadeSheet, half: float, high: float, angle: float) -> None:
    """A window that tapers towards the rim of its arch."""
    share = 1 - 15 / high
    foot = _on_arch(half * share, high * share, angle - 0.11), _on_arch(half * share, high * share, angle + 0.11)
    corners = [*foot, _on_arch(half - 3, high - 4, angle)]
    sheet.walls.polygon(corners, sheet.theme.night)
    sheet.lights.polygon(corners, sheet.theme.window)


def _ray(sheet: FacadeSheet, half: float, high: float, angle: float) -> None:
    corners = [(MIDDLE, CROWN_FOOT - 2), _on_arch(half, high, angle - 0.12), _on_arch(half, high, angle + 0.12)]
    sheet.lights.polygon(corners, mix(sheet.theme.brass, sheet.theme.paper, 0.2))
