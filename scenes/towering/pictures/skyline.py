"""A tower of Towering on the player's skyline: girders at its foot, storeys with braille windows, its site's roof."""

from __future__ import annotations

from topping_out.game.engine import Part
from topping_out.game.towering.braille import braille_cells
from topping_out.game.towering.cards import COLOUR_NAMES, make_card
from topping_out.scenes.kit.pictures.built import HEIGHT, MIDDLE, BuiltSheet
from topping_out.scenes.kit.theme import Colour, mix
from topping_out.scenes.towering.art.sites import paint_roof

ROOF = 44.0
WIDEST, NARROWER = 120.0, 5.4
"""Width of a storey of materials; numbered ones are narrower, the higher the more."""


def paint(sheet: BuiltSheet) -> float:
    theme, step, top = sheet.theme, sheet.step(29, ROOF), HEIGHT
    site = _site(sheet.parts[-1])
    base = mix(tuple(theme.sites.values())[site], theme.mist, 0.14)
    for part in sheet.parts:
        top -= step
        if part.number:
            _storey(sheet, part, base, top, step)
        else:
            _girders(sheet, base, top, step)
    paint_roof(sheet.walls, theme, site, (MIDDLE - 36, top - ROOF + 4, 72, ROOF - 2))
    return top - ROOF * 0.62


def _site(part: Part) -> int:
    return COLOUR_NAMES.index(part.kind) if part.kind in COLOUR_NAMES else 0


def _girders(sheet: BuiltSheet, base: Colour, top: float, step: float) -> None:
    theme, canvas, left = sheet.theme, sheet.walls, MIDDLE - WIDEST / 2
    steel = mix(base, theme.paper, 0.22)
    canvas.rect(left, top, WIDEST, step, mix(base, theme.night, 0.62))
    count = 4
    for number in range(count):
        x, wide = left + number * WIDEST / count, WIDEST / count
        paint = mix(steel, theme.night, 0.0 if number < count / 2 else 0.35)
        canvas.line([(x + 1, top + step - 1), (x + wide / 2, top + 3), (x + wide - 1, top + step - 1)], paint, 2.4)
    canvas.rect(left - 2, top, WIDEST + 4, 3.4, steel).rect(left - 2, top + step - 2, WIDEST + 4, 2, steel)


def _storey(sheet: BuiltSheet, part: Part, base: Colour, top: float, step: float) -> None:
    theme, width = sheet.theme, WIDEST - NARROWER * min(part.number, 10)
    sheet.block(width, top, top + step, base, mix(base, theme.night, 0.42), MIDDLE)
    sheet.walls.rect(MIDDLE - width / 2 - 1.5, top, width + 3, 2, mix(base, theme.paper, 0.45))
    cells = braille_cells(make_card(_site(part), min(max(part.number, 2), 10)))
    pitch = min(step * 0.25, (width - 12) / (len(cells) * 2.9))
    left = MIDDLE - (len(cells) * 2.9 - 0.9) * pitch / 2
    for number, dots in enumerate(cells):
        for dot in range(1, 7):
            x = left + number * 2.9 * pitch + (dot > 3) * pitch + pitch / 2
            y = top + step * 0.54 + ((dot - 1) % 3 - 1) * pitch
            sheet.walls.circle(x, y, pitch * 0.36, mix(theme.night, base, 0.3))
            if dot in dots:
                sheet.lights.circle(x, y, pitch * 0.42, mix(theme.window, theme.paper, 0.3))
