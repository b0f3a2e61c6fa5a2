"""Short lines with seats in them: a seat's badge, then the words about it."""

from __future__ import annotations

import math

import pygame

from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.plates import SeatSign, badge
from topping_out.scenes.kit.theme import Colour

LinePart = tuple[SeatSign | None, str]
"""A seat, or nobody, and words."""

APART = 16.0
"""Between two parts of a line."""


def line_height(kit: Kit, size: float, fixed: bool = False) -> float:
    return size * 1.42 * (1.0 if fixed else kit.text_scale)


@painted_once
def lines(
    kit: Kit,
    parts: tuple[LinePart, ...],
    size: float,
    ink: Colour,
    width: float = math.inf,
    face: str = "body",
    fixed: bool = False,
) -> pygame.Surface:
    """Return the parts beside one another, in as many lines as a width of so many logical units needs."""
    signs = [_part(kit, part, size, ink, face, fixed) for part in parts]
    high, gap = line_height(kit, size, fixed) * kit.scale, APART * kit.scale
    places: list[tuple[pygame.Surface, float, float]] = []
    x = y = widest = 0.0
    for sign in signs:
        if x and x + sign.get_width() > width * kit.scale:
            x, y = 0.0, y + high
        places.append((sign, x, y))
        widest = max(widest, x + sign.get_width())
        x += sign.get_width() + gap
    sheet = pygame.Surface((max(1, math.ceil(widest)), max(1, math.ceil(y + high))), pygame.SRCALPHA)
    sheet.fill((*ink, 0))
    for sign, left, top in places:
        sheet.blit(sign, (round(left), round(top + (high - sign.get_height()) / 2)))
    return sheet


def _part(kit: Kit, part: LinePart, size: float, ink: Colour, face: str, fixed: bool) -> pygame.Surface:
    seat, words = part
    sign = kit.text(words, size, face, ink, fixed)
    if seat is None:
        return sign
    disc = badge(kit, seat, size * 0.66 * (1.0 if fixed else kit.text_scale))
    gap = round(size * 0.4 * kit.scale)
    high = max(disc.get_height(), sign.get_height())
    sheet = pygame.Surface((disc.get_width() + gap + sign.get_width(), high), pygame.SRCALPHA)
    sheet.fill((*ink, 0))
    sheet.blit(disc, (0, (high - disc.get_height()) // 2))
    sheet.blit(sign, (disc.get_width() + gap, (high - sign.get_height()) // 2))
    return sheet
