"""A tower of IceTowers on the player's skyline: its pyramids, nested, on a plinth of ice."""

from __future__ import annotations

from itertools import pairwise

from topping_out.game.icetowers.pieces import SIZES
from topping_out.scenes.icetowers.pictures.facade import paint_pyramid
from topping_out.scenes.kit.pictures.built import HEIGHT, HIGHEST, MIDDLE, BuiltSheet

HALVES, HIGHS = (0.0, 34.0, 49.0, 64.0), (0.0, 96.0, 132.0, 168.0)
"""Half the width, and the height, of a pyramid by its pips."""
BAND = 40.0
"""How far a pyramid of the same size stands above the one below."""


def paint(sheet: BuiltSheet) -> float:
    theme, canvas = sheet.theme, sheet.walls
    sizes = [max(SIZES[0], min(part.number, SIZES[-1])) for part in sheet.parts]
    feet = [0.0]
    for lower, upper in pairwise(sizes):
        feet.append(feet[-1] + BAND + 0.6 * (HIGHS[lower] - HIGHS[upper]))
    scale = min(1.0, (HIGHEST - 12) / (feet[-1] + HIGHS[sizes[-1]]))
    canvas.ellipse(MIDDLE - 74, HEIGHT - 20, 148, 20, (*theme.mist, 110))
    sheet.lights.ellipse(MIDDLE - 62, HEIGHT - 17, 124, 14, (*theme.paper, 80))
    for part, size, foot in zip(sheet.parts, sizes, feet):
        colour, y = sheet.colour_of(part.owner or 0), HEIGHT - 7 - foot * scale
        paint_pyramid(sheet, colour, HALVES[size] * scale, HIGHS[size] * scale, y, size, MIDDLE)
    return HEIGHT - 7 - (feet[-1] + HIGHS[sizes[-1]]) * scale + 7
