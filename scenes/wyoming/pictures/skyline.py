"""A tower of Towers of Wyoming on the player's skyline: a storey for each card, in its suit's colour."""

from __future__ import annotations

from topping_out.game.engine import Part
from topping_out.game.wyoming.cards import SUIT_NAMES
from topping_out.scenes.kit.pictures.built import HEIGHT, MIDDLE, BuiltSheet
from topping_out.scenes.kit.theme import Colour, mix
from topping_out.scenes.wyoming.art import draw_suit

ROOF = 78.0
WIDTHS = (122.0, 104.0, 86.0)
"""Of the storeys, in thirds from the ground."""


def paint(sheet: BuiltSheet) -> float:
    theme, step, top = sheet.theme, sheet.step(29, ROOF), HEIGHT
    for number, part in enumerate(sheet.parts):
        width = WIDTHS[min(2, 3 * number // len(sheet.parts))]
        top -= step
        _storey(sheet, _light(sheet, part), width, top, step)
        if number == 0:
            sheet.lights.rect(MIDDLE - 8, top + step * 0.3, 16, step * 0.7, theme.window)
            sheet.lights.rect(MIDDLE - 0.7, top + step * 0.3, 1.4, step * 0.7, mix(theme.brass, theme.night, 0.5))
    return _crown(sheet, sheet.parts[-1], top)


def _suit(part: Part) -> int:
    return SUIT_NAMES.index(part.kind) if part.kind in SUIT_NAMES else 0


def _light(sheet: BuiltSheet, part: Part) -> Colour:
    return mix(sheet.theme.suits[_suit(part)], sheet.theme.mist, 0.16)


def _storey(sheet: BuiltSheet, light: Colour, width: float, top: float, step: float) -> None:
    theme, dark = sheet.theme, mix(light, sheet.theme.night, 0.48)
    left, right = MIDDLE - width / 2, MIDDLE + width / 2
    sheet.block(width, top, top + step, light, dark, MIDDLE)
    columns = int(width // 26)
    for near, far in ((left + 4, MIDDLE - 3), (MIDDLE + 3, right - 4)):
        sheet.rows(near, far, top + 4, top + step - 1, columns, 1, (7.5, step * 0.5))
    sheet.walls.rect(left, top + step - 1, width, 1, (*theme.night, 110))
    sheet.walls.rect(left - 2, top, width + 4, 2.6, mix(theme.brass, theme.night, 0.25))
    sheet.walls.rect(left - 2, top, width / 2 + 2, 1.3, mix(theme.brass, theme.paper, 0.3))


def _crown(sheet: BuiltSheet, last: Part, top: float) -> float:
    """The suit on a stepped gable, under a brass needle."""
    theme, light = sheet.theme, _light(sheet, last)
    dark, brass = mix(light, theme.night, 0.48), theme.brass
    for width, high in ((66.0, 12.0), (48.0, 30.0)):
        sheet.block(width, top - high, top, light, dark, MIDDLE)
        sheet.cornice(width + 6, top - high - 2, 2.6, MIDDLE)
        top -= high
    draw_suit(sheet.lights, _suit(last), MIDDLE, top + 16, 21, mix(theme.window, theme.paper, 0.4))
    sheet.walls.polygon([(MIDDLE - 7, top), (MIDDLE, top - 34), (MIDDLE, top)], mix(brass, theme.paper, 0.35))
    sheet.walls.polygon([(MIDDLE + 7, top), (MIDDLE, top - 34), (MIDDLE, top)], mix(brass, theme.night, 0.25))
    return top - 30
