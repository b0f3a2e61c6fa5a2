"""The round table of the set-up: where its chairs stand, and how they look."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.canvas import Canvas
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.cards import card_back
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import Colour, mix
from topping_out.scenes.ui.widgets import PAD, Rect

POSITIONS: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((0, 1), (0, -1)),
    3: ((0, 1), (-1, -0.62), (1, -0.62)),
    4: ((0, 1), (-1, 0), (0, -1), (1, 0)),
    5: ((0, 1), (-1, 0.3), (-0.72, -1), (0.72, -1), (1, 0.3)),
}
"""By number of chairs: where each plate lies, as shares of the way from the middle to the edges of the area."""
TINY = 2.5
"""Device pixels to a logical unit from which on the table's lines may be softer than others."""
OUT = 16.0
"""How far a chair's back looks out from behind its plate."""


class TableLayout:
    """The plates round a table in `area`."""

    def __init__(self, kit: Kit, area: Rect, chairs: int) -> None:
        self.area = area
        self.size = min(kit.wide(286), area.w * 0.38), 2 * (PAD + kit.line(15)) + 20
        self._spots = POSITIONS[chairs]
        self.table = area.inflate(-2 * OUT - 70, -2 * OUT - 60)

    def plate(self, index: int) -> Rect:
        """Return the rectangle of a chair's plate."""
        across, down = self._spots[index]
        width, height = self.size
        x = self.area.centerx + across * (self.area.w / 2 - width / 2 - OUT)
        y = self.area.centery + down * (self.area.h / 2 - height / 2 - OUT)
        return Rect(x - width / 2, y - height / 2, width, height)

    def face(self, index: int) -> Rect:
        """Return the place of a portrait, at the left of a plate."""
        plate, side = self.plate(index), min(self.size[1] - 16, self.size[0] * 0.32)
        return Rect(plate.x + 8, plate.centery - side / 2, side, side)

    def beside_face(self, index: int) -> Rect:
        """Return the part of a plate that is beside the portrait."""
        plate, face = self.plate(index), self.face(index)
        return Rect(face.right + 8, plate.y + 8, plate.right - face.right - 16, plate.h - 16)

    def setting(self, index: int) -> tuple[float, float]:
        """Return where on the table that lies which a player plays with, beside the tower in the middle."""
        plate, (_, down) = self.plate(index), self.outward(index)
        if down:
            x = plate.x + 36 if plate.centerx < self.area.centerx - 1 else plate.right - 36
            return x, plate.centery - down * (plate.h / 2 + 30)
        return plate.centerx, plate.bottom + 32

    def outward(self, index: int) -> tuple[float, float]:
        """Return the direction from the table to a chair, of length 1."""
        across, down = self._spots[index]
        if abs(down) >= 0.9:
            return 0.0, math.copysign(1, down)
        return math.copysign(1, across), 0.0

    @property
    def _clear(self) -> tuple[float, float]:
        """The upper and the lower end of the free room in the middle of the table."""
        middle = [self.plate(i) for i, (across, _) in enumerate(self._spots) if abs(across) < 0.7]
        top = max((p.bottom for p in middle if p.centery < self.area.centery), default=self.table.y)
        bottom = min((p.y for p in middle if p.centery > self.area.centery), default=self.table.bottom)
        return top + 8, bottom - 22

    @property
    def middle(self) -> Rect:
        """The room in the middle of the table for words, between the plates and what stands before them."""
        places = [(self.plate(i), self.outward(i)) for i in range(len(self._spots))]
        top = max((plate.bottom + 8 for plate, (_, down) in places if down < 0), default=self.table.y + 8)
        low = min((plate.y - 96 for plate, (_, down) in places if down > 0), default=self.table.bottom - 8)
        sides = [plate for plate, (across, _) in places if across]
        low = min([low, *(plate.bottom - 40 for plate in sides)])
        wide = min([420.0, *(2 * abs(plate.centerx - self.area.centerx) - plate.w - 24 for plate in sides)])
        return Rect(self.area.centerx - wide / 2, top, wide, low - top)

    @property
    def model_height(self) -> float:
        """How high a tower may be that stands there, between the plates at the sides too."""
        top, bottom = self._clear
        beside = [self.plate(i) for i, (across, down) in enumerate(self._spots) if abs(across) == 1 and abs(down) < 0.5]
        across = min((2 * abs(p.centerx - self.area.centerx) - p.w for p in beside), default=self.table.w)
        return max(60.0, min(bottom - top, across * 1.9))

    @property
    def model_middle(self) -> tuple[float, float]:
        top, bottom = self._clear
        return self.area.centerx, (top + bottom) / 2


def table_top(kit: Kit, width: float, height: float) -> pygame.Surface:
    """Return a round table with an inlaid sunburst, seen from above."""

    def paint(scale: float) -> pygame.Surface:
        theme = kit.theme
        canvas = Canvas(width, height, scale, theme.brass, detail=2)
        wood = mix(theme.plate, theme.copper, 0.24)
        canvas.ellipse(0, 0, width, height, mix(theme.brass, theme.night, 0.25))
        canvas.ellipse(3, 3, width - 6, height - 6, wood)
        canvas.ellipse(22, 22, width - 44, height - 44, mix(theme.brass, theme.night, 0.4))
        canvas.ellipse(23.5, 23.5, width - 47, height - 47, mix(theme.rose, theme.plate, 0.5))
        cx, cy = width / 2, height / 2
        for number in range(24):
            a, b = (math.tau * (number + share) / 24 for share in (0, 0.5))
            corners = [(cx + math.cos(t) * (cx - 24), cy + math.sin(t) * (cy - 24)) for t in (a, (a + b) / 2, b)]
            canvas.polygon([(cx, cy), *corners], mix(theme.rose, theme.plate, 0.64))
        canvas.ellipse(cx - 74, cy - 62, 148, 124, mix(theme.brass, theme.night, 0.4))
        canvas.ellipse(cx - 72.5, cy - 60.5, 145, 121, mix(theme.rose, theme.plate, 0.56))
        return canvas.done()

    return kit.cached(("table top", round(width), round(height)), lambda: kit.soft(width, height, paint, TINY))


def chair_back(kit: Kit, places: TableLayout, index: int, colour: Colour | None) -> tuple[pygame.Surface, float, float]:
    """Return a chair that looks out from behind its plate, with its place; without a colour: nobody sits there."""
    across, down = places.outward(index)
    plate = places.plate(index)
    wood = mix(kit.theme.plate, kit.theme.copper, 0.28)
    cloth = colour or mix(kit.theme.plate, kit.theme.mist, 0.12)
    width, height = (plate.w * 0.5, 44.0) if down else (44.0, plate.h * 0.82)

    def make() -> pygame.Surface:
        canvas = kit.canvas(width, height, wood)
        canvas.rect(0, 0, width, height, wood, 14)
        canvas.rect(4, 4, width - 8, height - 8, cloth, 11)
        canvas.rect(4, 4, width - 8, (height - 8) / 2, mix(cloth, kit.theme.paper, 0.12), 11)
        return canvas.done()

    x = plate.centerx + across * (plate.w / 2 + OUT - width / 2) - width / 2
    y = plate.centery + down * (plate.h / 2 + OUT - height / 2) - height / 2
    return kit.cached(("chair", width, height, cloth), make), x, y


@painted_once
def place_setting(kit: Kit, colour: Colour, has_pieces: bool) -> pygame.Surface:
    """Return what lies before somebody who is ready to play: three cards, or three pyramids, and a cup."""
    theme, scale = kit.theme, kit.scale
    canvas = kit.canvas(112, 54, theme.night)
    canvas.ellipse(80, 20, 30, 30, (*theme.night, 110))
    canvas.circle(95, 32, 14, mix(theme.paper, colour, 0.25)).circle(95, 32, 11, mix(theme.copper, theme.ink, 0.62))
    canvas.circle(92, 29, 3, mix(theme.copper, theme.paper, 0.3))
    if has_pieces:
        for x, foot, size in ((20, 40, 17.0), (44, 48, 13.0), (62, 44, 9.0)):
            canvas.polygon([(x - size, foot), (x, foot - 2 * size), (x, foot + 3)], mix(colour, theme.paper, 0.25))
            canvas.polygon([(x + size, foot), (x, foot - 2 * size), (x, foot + 3)], mix(colour, theme.night, 0.3))
    sheet = canvas.done()
    back = card_back(kit, 30, 43, 4)
    for number in () if has_pieces else range(3):
        card = pygame.transform.rotozoom(back, 14 - 14 * number, 1)
        sheet.blit(
            card, card.get_rect(center=(round((22 + 16 * number) * scale), round((30 - number % 2 * 2) * scale)))
        )
    return sheet


def paint_chairs(stage: Stage, kit: Kit, places: TableLayout, colours: Sequence[Colour | None]) -> None:
    """Show the table, and round it a chair for each of the colours; None: nobody sits there."""
    for index, colour in enumerate(colours):
        stage.blit(*chair_back(kit, places, index, colour))
    stage.blit(table_top(kit, places.table.w, places.table.h), *places.table.topleft)


def paint_plate(stage: Stage, kit: Kit, plate: Rect, is_taken: bool) -> None:
    """Show the plate of a chair, under its widgets."""
    theme = kit.theme
    if is_taken:
        stage.blit(kit.shadow(plate.w, plate.h, 12, 9), plate.x - 9, plate.y - 5)
        stage.blit(kit.plate(plate.w, plate.h, (*theme.plate, 250), theme.rim, 1.3, 12), plate.x, plate.y)
    else:
        stage.blit(kit.plate(plate.w, plate.h, (*theme.plate, 150), (*theme.plate, 150), 1, 12), plate.x, plate.y)
        stage.blit(kit.dashed(plate.w, plate.h, theme.rim, 1.6, 12), plate.x, plate.y)
