"""Sheets that pictures of the rules pages are put together on."""

from __future__ import annotations

import math

import pygame

from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.theme import mix


class Sheet:
    """A sheet to put things on, in logical units."""

    def __init__(self, kit: Kit, width: float, height: float) -> None:
        self.kit = kit
        size = math.ceil(width * kit.scale), math.ceil(height * kit.scale)
        self.sheet = pygame.Surface(size, pygame.SRCALPHA)

    def put(self, surface: pygame.Surface, x: float, y: float) -> None:
        """Put a surface with its middle at (x, y)."""
        scale = self.kit.scale
        self.sheet.blit(surface, surface.get_rect(center=(round(x * scale), round(y * scale))))

    def write(
        self, text: str, x: float, y: float, face: str = "bold", size: float = 14, is_light: bool = False
    ) -> None:
        theme = self.kit.theme
        self.put(self.kit.text(text, size, face, theme.paper if is_light else theme.ink), x, y)

    def ground(self, y: float, left: float, right: float) -> None:
        copper = self.kit.theme.copper
        line = self.kit.canvas(right - left, 2, copper).rect(0, 0, right - left, 2, copper).done()
        self.put(line, (left + right) / 2, y + 1)

    def arrow(self, x: float, y: float, angle: float = 0.0, length: float = 46.0, heads: int = 1) -> None:
        """Put an arrow with its middle at (x, y), turned by `angle` degrees against the clock."""
        self.put(self.kit.tilted(_arrow(self.kit, length, heads), angle), x, y)


@painted_once
def _arrow(kit: Kit, length: float, heads: int) -> pygame.Surface:
    brown = mix(kit.theme.brass, kit.theme.ink, 0.35)
    canvas = kit.canvas(length, 18, brown)
    canvas.rect(8 if heads > 1 else 0, 7, length - (16 if heads > 1 else 8), 4, brown)
    canvas.polygon([(length - 14, 0), (length, 9), (length - 14, 18)], brown)
    if heads > 1:
        canvas.polygon([(14, 0), (0, 9), (14, 18)], brown)
    return canvas.done()
