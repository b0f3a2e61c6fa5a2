"""The topping out: what the winner's tower gets on its last beam."""

from __future__ import annotations

import pygame

from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.theme import mix


@painted_once
def topping_tree(kit: Kit) -> pygame.Surface:
    """Return the builders' tree of the topping out, with ribbons."""
    theme = kit.theme
    green, dark = theme.suits[2], mix(theme.suits[2], theme.night, 0.35)
    canvas = kit.canvas(60, 84, green)
    canvas.rect(27.5, 66, 5, 18, mix(theme.copper, theme.night, 0.4))
    for top, width, height in ((4, 26, 26), (20, 38, 28), (38, 50, 32)):
        canvas.polygon([(30, top), (30 + width / 2, top + height), (30 - width / 2, top + height)], green)
        canvas.polygon([(30, top), (30 + width / 2, top + height), (30, top + height)], dark)
    ribbons = (theme.suits[1], theme.brass, theme.paper)
    for number, (x, y) in enumerate(((22, 32), (38, 44), (19, 56), (40, 62), (30, 24), (29, 50))):
        canvas.circle(x, y, 3, ribbons[number % 3])
    canvas.polygon([(30, 0), (33, 7), (27, 7)], theme.brass)
    return canvas.done()
