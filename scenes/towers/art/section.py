"""A building in section with its account beside it: for the accounts to be read again, and for the rules page."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from topping_out.game.towers.floors import Floor
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.plates import SeatSign
from topping_out.scenes.kit.theme import Colour, mix
from topping_out.scenes.towers.art import card_art
from topping_out.scenes.towers.art.lines import LinePart, lines

ROOF = 36.0


@dataclass(frozen=True)
class FloorLine:
    """One floor with what it did."""

    floor: Floor
    owner: SeatSign | None
    """Whose tucked card is under it."""
    heir: SeatSign | None
    """Who owned it when it was its turn."""
    parts: tuple[LinePart, ...]


def section(
    kit: Kit, rows: tuple[FloorLine, ...], size: card_art.Size, width: float, ink: Colour, fixed: bool = False
) -> pygame.Surface:
    """Return a tower, its top floor first in `rows`, in a picture of so many logical units across."""
    key = ("section", rows, size, width, ink, fixed)
    return kit.cached(key, lambda: _paint(kit, rows, size, width, ink, fixed))


def _paint(
    kit: Kit, rows: tuple[FloorLine, ...], size: card_art.Size, width: float, ink: Colour, fixed: bool
) -> pygame.Surface:
    scale, (wide, high) = kit.scale, size
    sheet = pygame.Surface((math.ceil(width * scale), math.ceil((ROOF + high * len(rows)) * scale)), pygame.SRCALPHA)
    sheet.fill((*ink, 0))
    trigger = rows[0].floor.triggers_scoring
    roof = card_art.spire(kit, wide) if trigger else card_art.roof(kit, wide)
    sheet.blit(roof, (0, round((ROOF - (33 if trigger else 17)) * scale)))
    left = wide + card_art.STICKS_OUT + 22
    for number, row in enumerate(rows):
        y = ROOF + number * high
        if row.owner:
            sheet.blit(card_art.tucked(kit, size, row.owner), (round(card_art.STICKS_OUT * scale), round(y * scale)))
        sheet.blit(card_art.face(kit, row.floor, size), (0, round(y * scale)))
        if row.heir != row.owner:
            sign = card_art.owner_sign(kit, row.heir)
            middle = round((wide + card_art.STICKS_OUT / 2) * scale), round((y + high / 2) * scale)
            sheet.blit(sign, sign.get_rect(center=middle))
        words = lines(kit, row.parts, 15, ink if row.heir else mix(ink, kit.theme.dusk, 0.4), width - left, fixed=fixed)
        sheet.blit(words, words.get_rect(midleft=(round(left * scale), round((y + high / 2) * scale))))
    return sheet
