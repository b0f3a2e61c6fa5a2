"""A tower of Towers on the player's skyline: a building cut open, its floors furnished, their owners' cards beside."""

from __future__ import annotations

from topping_out.game.engine import Part
from topping_out.game.towers.floors import Floor
from topping_out.scenes.kit.pictures.built import HEIGHT, MIDDLE, BuiltSheet
from topping_out.scenes.kit.theme import mix
from topping_out.scenes.towers.art.room import HIGH, Room
from topping_out.scenes.towers.art.rooms import style_of

ROOF, WIDTH = 54.0, 124.0
TAB = 15.0
"""How far an owner's card stands out."""


def paint(sheet: BuiltSheet) -> float:
    theme, step, top = sheet.theme, sheet.step(50, ROOF), HEIGHT
    left = MIDDLE - WIDTH / 2
    frame = mix(theme.ink, theme.dusk, 0.3)
    sheet.walls.rect(left - 4, top - step * len(sheet.parts), WIDTH + 8, step * len(sheet.parts), frame)
    for part in sheet.parts:
        top -= step
        _floor(sheet, part, left, top, step)
    sheet.cornice(WIDTH + 20, top - 4, 4, MIDDLE)
    return _attic(sheet, top - 4)


def _floor(sheet: BuiltSheet, part: Part, left: float, top: float, step: float) -> None:
    theme, high = sheet.theme, step - 6
    style = style_of(theme, Floor(part.kind, 1, ()))
    zoom = high / HIGH
    wall = [(0.0, mix(theme.paper, style.colour, 0.36)), (1.0, mix(theme.window, style.colour, 0.42))]
    sheet.lights.gradient(left, top + 3, WIDTH, high, wall)
    with sheet.lights.clip(left, top + 3, WIDTH, high):
        style.furnish(Room(sheet.lights, theme, style.colour, left, top + 3, zoom, WIDTH / zoom))
    sheet.cornice(WIDTH + 12, top + step - 3, 2.4, MIDDLE)
    if part.owner is not None:
        colour = sheet.colour_of(part.owner)
        x, y = left + WIDTH + 4, top + step * 0.22
        sheet.walls.rect(x, y, TAB, step * 0.5, colour, 3).rect(x, y, 4, step * 0.5, colour)
        sheet.walls.circle(x + TAB / 2, y + step * 0.25, 3.2, mix(colour, theme.paper, 0.85))


def _attic(sheet: BuiltSheet, foot: float) -> float:
    theme, canvas = sheet.theme, sheet.walls
    light, dark = mix(theme.brass, theme.paper, 0.1), mix(theme.brass, theme.night, 0.45)
    top = foot - ROOF + 14
    canvas.polygon([(MIDDLE - 46, foot), (MIDDLE, top), (MIDDLE, foot)], light)
    canvas.polygon([(MIDDLE + 46, foot), (MIDDLE, top), (MIDDLE, foot)], dark)
    canvas.circle(MIDDLE, foot - 14, 8.5, theme.night)
    sheet.lights.circle(MIDDLE, foot - 14, 7, theme.window)
    return top + 3
