"""Pictures of Towers of Wyoming for the title, the city and the rules."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pygame

from topping_out.game.engine import Part
from topping_out.game.language import tr
from topping_out.game.wyoming.actions import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    PER_SUIT,
    SPADES,
    SUIT_NAMES,
    Suit,
    suit_name,
    suit_words,
)

from ..kit.built import CENTRE, FRONT_WIDTH, HEIGHT, MIDDLE, BuiltSheet, FacadeSheet
from ..kit.kit import Kit
from ..kit.ornament import Sheet
from ..kit.theme import Colour, mix
from .art import CARD_H, CARD_W, card_face, crown, draw_suit, penny, storey, suit_sign

# -- facade


def paint_facade(sheet: FacadeSheet) -> None:
    theme = sheet.theme
    light, dark = mix(theme.suits[0], theme.mist, 0.16), mix(theme.suits[0], theme.night, 0.5)
    steps = ((196, 392, 440, 10, 2), (160, 276, 392, 8, 6), (116, 182, 276, 6, 5), (74, 116, 182, 4, 3))
    for width, top, foot, columns, rows in steps:
        sheet.block(width, top, foot, light, dark)
        sheet.walls.rect(CENTRE - 1, top, 2, foot - top, mix(dark, theme.night, 0.4))
        if rows > 2:
            sheet.rows(CENTRE - width / 2 + 6, CENTRE - 3, top + 9, foot - 4, columns // 2, rows, (9, 11))
            sheet.rows(CENTRE + 3, CENTRE + width / 2 - 6, top + 9, foot - 4, columns // 2, rows, (9, 11))
            for row in range(1, rows):
                y = top + 7 + row * (foot - top - 9) / rows
                sheet.walls.rect(CENTRE - width / 2, y, width, 1.2, (*theme.night, 90))
        sheet.cornice(width + 10, top - 2)
    _door(sheet)
    sheet.block(36, 92, 116, light, dark)
    sheet.rows(CENTRE - 15, CENTRE + 15, 97, 114, 3, 1, (6, 11))
    sheet.cornice(42, 89)
    brass = theme.brass
    sheet.walls.polygon([(CENTRE - 10, 90), (CENTRE, 8), (CENTRE, 90)], mix(brass, theme.paper, 0.35))
    sheet.walls.polygon([(CENTRE + 10, 90), (CENTRE, 8), (CENTRE, 90)], mix(brass, theme.night, 0.25))
    _sky(sheet)


def _door(sheet: FacadeSheet) -> None:
    theme, canvas = sheet.theme, sheet.walls
    for side in (-1, 1):
        for number in range(4):
            x = CENTRE + side * (34 + number * 17)
            sheet.pane(x - 5, 402, 10, 38, 0.85)
    canvas.rect(CENTRE - 22, 400, 44, 40, mix(theme.brass, theme.night, 0.35))
    canvas.ellipse(CENTRE - 22, 380, 44, 40, mix(theme.brass, theme.night, 0.35))
    sheet.lights.ellipse(CENTRE - 17, 385, 34, 34, theme.window).rect(CENTRE - 17, 402, 34, 38, theme.window)
    for number in range(-2, 3):
        end = (CENTRE + 17 * math.sin(number * 0.62), 402 - 17 * math.cos(number * 0.62))
        sheet.lights.line([(CENTRE, 402), end], mix(theme.brass, theme.night, 0.5), 1.4)
    sheet.lights.rect(CENTRE - 17, 401, 34, 2, mix(theme.brass, theme.night, 0.5))
    sheet.lights.rect(CENTRE - 1, 403, 2, 37, mix(theme.brass, theme.night, 0.5))


def _sky(sheet: FacadeSheet) -> None:
    """Paint the Sky: a line of light with pennies, which the spire breaks through."""
    theme, y = sheet.theme, 58.0
    for number in range(40):
        share = 1 - abs(number - 19.5) / 20
        x = number * FRONT_WIDTH / 40
        sheet.lights.rect(
            x, y - 1.2, FRONT_WIDTH / 40 + 0.3, 2.4, (*mix(theme.glow, theme.paper, 0.4), round(255 * share**0.6))
        )
        sheet.lights.rect(x, y - 5, FRONT_WIDTH / 40 + 0.3, 10, (*theme.glow, round(60 * share)))
    for place in (-86, -62, -38, 38, 62, 86):
        x = CENTRE + place
        metal = theme.copper
        sheet.lights.circle(x, y - 12, 9.5, mix(metal, theme.night, 0.4)).circle(x, y - 12, 8.4, metal)
        sheet.lights.circle(x - 1.6, y - 13.4, 5.6, mix(metal, theme.paper, 0.3)).circle(x, y - 12, 5, metal)


# -- illustrations


STOREY = 30.0
SHRUNK = 0.62
"""Scale of the figures, relative to the table."""


class TowerSheet(Sheet):
    """A sheet for figures with towers and cards."""

    def tower(self, suit: Suit, count: int, x: float, ground: float, gone: int = 0) -> None:
        """Put a tower on the ground. Its upper `gone` storeys are faint."""
        kit, high = self.kit, STOREY * SHRUNK
        for level in range(count):
            y = ground - (level + 0.5) * high
            self.put(kit.shrunk(storey(kit, suit * PER_SUIT + level * 3 % PER_SUIT, STOREY), SHRUNK), x, y)
            if level >= count - gone:
                veil = kit.canvas(CARD_W, STOREY).rect(0, 0, CARD_W, STOREY, (*kit.theme.paper, 185))
                self.put(kit.shrunk(veil.done(), SHRUNK), x, y)
        if not gone and count:
            top = kit.shrunk(crown(kit, suit), SHRUNK)
            self.put(top, x, ground - count * high - kit.size_of(top)[1] / 2)

    def cards(self, suit: Suit, count: int, x: float, y: float) -> None:
        """Put a small fan of cards around (x, y)."""
        for number in range(count):
            offset = number - (count - 1) / 2
            face = card_face(self.kit, suit * PER_SUIT + 5 + number * 6)
            shade = self.kit.shadow(CARD_W, CARD_H, 9, 10, 0.5)
            for surface in (shade, face):
                turned = self.kit.tilted(surface, -7 * offset, SHRUNK)
                self.put(turned, x + offset * 30, y + 2 * offset * offset)


# -- the figures


def sky(kit: Kit) -> pygame.Surface:
    """Return the Sky at nine pennies, above three towers."""
    picture = TowerSheet(kit, 560, 268)
    theme = kit.theme
    canvas = kit.canvas(560, 268, theme.dusk, detail=2)
    canvas.gradient(0, 0, 560, 268, [(0.0, theme.night), (0.6, theme.dusk), (1.0, theme.rose)])
    picture.sheet = canvas.mask(10).done()
    ground, pennies = 232.0, 9
    line = ground - pennies * STOREY * SHRUNK
    for number in range(pennies):
        picture.put(penny(kit, radius=10), 196 + number * 25, line - 11)
    glow = kit.canvas(560, 2.4, theme.glow).rect(0, 0, 560, 2.4, theme.glow).done()
    picture.put(glow, 280, line)
    for suit, count, x in ((SPADES, 10, 110.0), (DIAMONDS, 7, 280.0), (CLUBS, 3, 450.0)):
        picture.tower(suit, count, x, ground)
        picture.write(
            tr("{count}: wins", count=count) if count > pennies else str(count), x, ground + 17, is_light=True
        )
    return picture.sheet


def construct(kit: Kit) -> pygame.Surface:
    """Return three clubs and two more."""
    return _before_and_after(kit, (CLUBS, 3, 0), (CLUBS, 2), (CLUBS, 5))


def deconstruct(kit: Kit) -> pygame.Surface:
    """Return two spades against four hearts."""
    return _before_and_after(kit, (HEARTS, 4, 2), (SPADES, 2), (HEARTS, 2))


def overbuild(kit: Kit) -> pygame.Surface:
    """Return three spades against two hearts."""
    return _before_and_after(kit, (HEARTS, 2, 2), (SPADES, 3), (SPADES, 1))


def _before_and_after(
    kit: Kit, before: tuple[Suit, int, int], played: tuple[Suit, int], after: tuple[Suit, int]
) -> pygame.Surface:
    picture = TowerSheet(kit, 480, 150)
    suit, count, gone = before
    picture.tower(suit, count, 70, 120, gone)
    picture.cards(*played, 218, 66)
    picture.arrow(330, 76)
    picture.tower(*after, 412, 120)
    for left in (20.0, 362.0):
        picture.ground(120, left, left + 100)
    picture.write(str(count), 70, 137)
    picture.write(f"+ {suit_words(played[1], played[0])}", 218, 137)
    picture.write(str(after[1]), 412, 137)
    return picture.sheet


def opposition(kit: Kit) -> pygame.Surface:
    """Return the two pairs of opposed suits."""
    picture = TowerSheet(kit, 480, 84)
    for left, pair in ((20.0, (SPADES, HEARTS)), (270.0, (CLUBS, DIAMONDS))):
        for number, suit in enumerate(pair):
            _suit(picture, suit, left + 38 + number * 120, 36)
        picture.arrow(left + 98, 32, length=58, heads=2)
    return picture.sheet


def wheel(kit: Kit) -> pygame.Surface:
    """Return the ring in which each suit knocks down the next."""
    picture = TowerSheet(kit, 360, 250)
    places: Sequence[tuple[Suit, float, float, float]] = (
        (CLUBS, 180, 34, -38), (DIAMONDS, 298, 118, 218), (SPADES, 180, 202, 142), (HEARTS, 62, 118, 38),
    )  # fmt: skip
    for number, (suit, x, y, angle) in enumerate(places):
        _, next_x, next_y, _ = places[(number + 1) % 4]
        picture.arrow((x + next_x) / 2, (y + next_y) / 2, angle, 50)
        _suit(picture, suit, x, y)
    return picture.sheet


def _suit(picture: TowerSheet, suit: Suit, x: float, y: float) -> None:
    picture.put(suit_sign(picture.kit, suit, 40), x, y - 6)
    picture.write(suit_name(suit), x, y + 28)


FIGURES: dict[str, Callable[[Kit], pygame.Surface]] = {
    "sky": sky,
    "construct": construct,
    "deconstruct": deconstruct,
    "overbuild": overbuild,
    "opposition": opposition,
    "wheel": wheel,
}
"""The figures, by their names in `assets/games/wyoming/rules.md`."""


# -- skyline


ROOF = 78.0
WIDTHS = (122.0, 104.0, 86.0)
"""Colours of the storeys, by thirds from the ground."""


def paint_built(sheet: BuiltSheet) -> float:
    theme, step, top = sheet.theme, sheet.step(29, ROOF), HEIGHT
    for number, part in enumerate(sheet.parts):
        width = WIDTHS[min(2, 3 * number // len(sheet.parts))]
        top -= step
        _storey(sheet, _light(sheet, part), width, top, step)
        if number == 0:
            sheet.lights.rect(MIDDLE - 8, top + step * 0.3, 16, step * 0.7, theme.window)
            sheet.lights.rect(MIDDLE - 0.7, top + step * 0.3, 1.4, step * 0.7, mix(theme.brass, theme.night, 0.5))
    return _crown(sheet, sheet.parts[-1], top)


def _suit_of(part: Part) -> int:
    return SUIT_NAMES.index(part.kind) if part.kind in SUIT_NAMES else 0


def _light(sheet: BuiltSheet, part: Part) -> Colour:
    return mix(sheet.theme.suits[_suit_of(part)], sheet.theme.mist, 0.16)


def _storey(sheet: BuiltSheet, light: Colour, width: float, top: float, step: float) -> None:
    theme, dark = sheet.theme, mix(light, sheet.theme.night, 0.48)
    left, right = MIDDLE - width / 2, MIDDLE + width / 2
    sheet.block(width, top, top + step, light, dark, MIDDLE)
    columns = int(width // 26)
    for near, far in ((left + 4, MIDDLE - 3), (MIDDLE + 3, right - 4)):
        sheet.rows(near, far, top + 4, top + step - 1, columns, 1, (7.5, step * 0.5))
    sheet.walls.rect(left, top + step - 1, width, 1, (*theme.night, 110))
    sheet.walls.rect(left - 2, top, width + 4, 2.6, mix(theme.brass, theme.night, 0.25))
    sheet.walls.rect(left - 2, top, width / 2 + 2, 1.3, mix(theme.brass, theme.paper, 0.3))


def _crown(sheet: BuiltSheet, last: Part, top: float) -> float:
    """Paint a suit on a stepped gable, below a brass needle."""
    theme, light = sheet.theme, _light(sheet, last)
    dark, brass = mix(light, theme.night, 0.48), theme.brass
    for width, high in ((66.0, 12.0), (48.0, 30.0)):
        sheet.block(width, top - high, top, light, dark, MIDDLE)
        sheet.cornice(width + 6, top - high - 2, 2.6, MIDDLE)
        top -= high
    draw_suit(sheet.lights, _suit_of(last), MIDDLE, top + 16, 21, mix(theme.window, theme.paper, 0.4))
    sheet.walls.polygon([(MIDDLE - 7, top), (MIDDLE, top - 34), (MIDDLE, top)], mix(brass, theme.paper, 0.35))
    sheet.walls.polygon([(MIDDLE + 7, top), (MIDDLE, top - 34), (MIDDLE, top)], mix(brass, theme.night, 0.25))
    return top - 30
