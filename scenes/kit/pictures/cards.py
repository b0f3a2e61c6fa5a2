"""What the cards of every game have in common: their back, and the pile that they are drawn from."""

from __future__ import annotations

import pygame

from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.canvas import Drawing
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.theme import Theme, mix


@painted_once
def card_back(kit: Kit, width: float = 104.0, height: float = 148.0, radius: float = 9.0) -> pygame.Surface:
    """Return the back of a card: a fan of brass beams on night blue."""
    theme = kit.theme
    canvas = kit.canvas(width, height, theme.dusk)
    canvas.rect(0, 0, width, height, mix(theme.dusk, theme.night, 0.55), radius)
    canvas.cut(1, 1, width - 2, height - 2, mix(theme.dusk, theme.night, 0.25), radius - 1)
    paint_back(canvas, theme, width, height)
    return canvas.done()


def paint_back(canvas: Drawing, theme: Theme, width: float, height: float) -> None:
    """Paint all of a back but its ground."""
    canvas.rect(7, 7, width - 14, height - 14, theme.brass, 5, 1.3)
    brass, middle, foot = mix(theme.brass, theme.dusk, 0.18), width / 2, height - 30
    for number in range(-4, 5):
        canvas.line([(middle, 24), (middle + number * width * 0.081, foot)], brass, 0.9)
    canvas.line([(middle - width * 0.346, foot), (middle + width * 0.346, foot)], brass, 1.6)
    for number in range(3):
        y, half = foot + 4 + number * 4, width * 0.288 - number * 6
        canvas.line([(middle - half, y), (middle + half, y)], brass, 1)


def pile(kit: Kit, back: pygame.Surface, count: int, scale: float) -> pygame.Surface:
    """Return a draw pile of `count` cards: as many edges under the top back as befit its size."""
    edges = min(6, (count + 11) // 12)

    def make() -> pygame.Surface:
        top = kit.tilted(back, 0, scale)
        lift = round(2.4 * kit.scale)
        sheet = pygame.Surface((top.get_width() + lift * 6, top.get_height() + lift * 6), pygame.SRCALPHA)
        for number in range(edges):
            sheet.blit(top, (lift * (6 - number) // 2, lift * (6 - number)))
        return sheet

    return kit.cached(("pile", back.get_size(), edges, scale), make)
