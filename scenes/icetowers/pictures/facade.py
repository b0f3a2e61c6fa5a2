"""The tower of IceTowers on the title: pyramids of coloured glass, nested."""

from __future__ import annotations

from topping_out.scenes.kit.pictures.facade import MIDDLE, FacadeSheet
from topping_out.scenes.kit.theme import Colour, mix


def paint(sheet: FacadeSheet) -> None:
    theme = sheet.theme
    sheet.walls.ellipse(10, 410, 220, 30, (*theme.mist, 70))
    sheet.lights.ellipse(24, 413, 192, 24, (*theme.paper, 70))
    seats = theme.seats
    pieces = (
        (seats[3], 104, 218, 428, 3), (seats[0], 97, 204, 354, 3), (seats[2], 77, 170, 276, 2),
        (seats[0], 72, 160, 214, 2), (seats[4], 48, 116, 142, 1),
    )  # fmt: skip
    for colour, half, high, foot, pips in pieces:
        paint_pyramid(sheet, colour, half, high, foot, pips, MIDDLE)


def paint_pyramid(
    sheet: FacadeSheet, colour: Colour, half: float, high: float, foot: float, pips: int, middle: float
) -> None:
    """Glass: the left face in the light, what stands inside shining through a little."""
    theme, canvas = sheet.theme, sheet.walls
    tip, edge = (middle, foot - high), (middle + half * 0.2, foot)
    left, right = (middle - half, foot - half * 0.2), (middle + half, foot - half * 0.24)
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
