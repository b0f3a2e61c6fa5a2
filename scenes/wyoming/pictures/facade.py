"""The tower of Towers of Wyoming on the title: storeys under a glowing Sky with its pennies."""

from __future__ import annotations

import math

from topping_out.scenes.kit.pictures.facade import MIDDLE, WIDTH, FacadeSheet
from topping_out.scenes.kit.theme import mix


def paint(sheet: FacadeSheet) -> None:
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
    _door(sheet)
    sheet.block(36, 92, 116, light, dark)
    sheet.rows(MIDDLE - 15, MIDDLE + 15, 97, 114, 3, 1, (6, 11))
    sheet.cornice(42, 89)
    brass = theme.brass
    sheet.walls.polygon([(MIDDLE - 10, 90), (MIDDLE, 8), (MIDDLE, 90)], mix(brass, theme.paper, 0.35))
    sheet.walls.polygon([(MIDDLE + 10, 90), (MIDDLE, 8), (MIDDLE, 90)], mix(brass, theme.night, 0.25))
    _sky(sheet)


def _door(sheet: FacadeSheet) -> None:
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


def _sky(sheet: FacadeSheet) -> None:
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
