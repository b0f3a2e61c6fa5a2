"""What falls on the round table when somebody joins: pyramids of glass, one for each press."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import Colour, mix

FALL = 300.0
"""Logical units from which a pyramid falls."""
SIZES = (66.0, 44.0)
"""How wide the pyramids of the first and of the second press are; the second stands on the first."""
STACKED = 0.56
"""Where the second one stands, as a share of the first one's height."""


@dataclass(eq=False)
class Fallen:
    """A pyramid on its way down, or at its place."""

    up: float = FALL
    alpha: float = 1.0


def glass(kit: Kit, colour: Colour, width: float) -> pygame.Surface:
    """Return a pyramid of coloured glass, a little higher than wide, with light from the left."""
    height = width * 1.12

    def make() -> pygame.Surface:
        white, night, half = (255, 255, 255), kit.theme.night, width / 2
        canvas = kit.canvas(width, height, colour)
        tip, left, front, right = (
            (half, 1.0),
            (1.0, height * 0.84),
            (width * 0.6, height - 1),
            (width - 1, height * 0.8),
        )
        canvas.polygon([tip, left, front], (*mix(colour, white, 0.34), 240))
        canvas.polygon([tip, front, right], (*mix(colour, night, 0.18), 245))
        glint = [(half - width * 0.05, height * 0.22), (width * 0.2, height * 0.76), (width * 0.31, height * 0.81)]
        canvas.polygon(glint, (*mix(colour, white, 0.62), 150))
        canvas.polygon([(width * 0.66, height * 0.9), (width * 0.9, height * 0.79), (width * 0.62, height * 0.5)],
                       (*mix(colour, white, 0.2), 110))  # fmt: skip
        canvas.line([tip, front], mix(colour, white, 0.72), 1.4)
        canvas.line([left, tip, right, front, left], mix(colour, night, 0.45), 1.2)
        return canvas.done()

    return kit.cached(("glass", colour, round(width)), make)


def draw_stack(stage: Stage, kit: Kit, colour: Colour, pieces: list[Fallen], x: float, foot: float) -> None:
    """Show the pyramids of one player, which stand at (x, foot) or are falling there."""
    if pieces:
        shade = kit.shadow(SIZES[0] * 0.8, 10, 5, 8, 0.5)
        stage.blit_centred(shade, x, foot - 6, max(0.0, 1 - pieces[0].up / FALL))
    under = 0.0
    for piece, width in zip(pieces, SIZES):
        picture = glass(kit, colour, width)
        wide, high = kit.size_of(picture)
        stage.blit(picture, x - wide / 2, foot - under - high - piece.up, piece.alpha)
        under += high * STACKED
