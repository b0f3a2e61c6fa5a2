"""The arrow of a pointer: a player's own in the player's colour, or the mouse's where the system's is too small."""

from __future__ import annotations

import pygame

from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.canvas import Canvas
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.theme import Colour


@painted_once
def pointer(kit: Kit, colour: Colour, is_mirrored: bool = False) -> pygame.Surface:
    """Return a hand's arrow, its tip at the top left corner; mirrored, at the top right."""
    shape = [(1.5, 1.5), (1.5, 23.0), (7.0, 18.0), (11.0, 26.5), (15.0, 24.6), (11.0, 16.4), (18.4, 16.0)]
    canvas = Canvas(22, 29, kit.scale * kit.pointer_size, (255, 255, 255))
    canvas.line([*shape, shape[0]], (255, 255, 255), 3.2)
    arrow = canvas.polygon(shape, colour).done()
    return pygame.transform.flip(arrow, True, False) if is_mirrored else arrow
