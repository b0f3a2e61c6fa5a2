"""The pictures on the rules page of Towers of Wyoming."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from topping_out.game.language import tr
from topping_out.game.wyoming.cards import CLUBS, DIAMONDS, HEARTS, PER_SUIT, SPADES, Suit, suit_name, suit_words
from topping_out.scenes.kit.canvas import vertical_gradient
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.sheet import Sheet
from topping_out.scenes.wyoming.art import CARD_H, CARD_W, card_face, crown, penny, storey, suit_sign

STOREY = 30.0
SHRUNK = 0.62
"""How much smaller than on the table things are drawn."""


class TowerSheet(Sheet):
    """A sheet with towers and cards."""

    def tower(self, suit: Suit, count: int, x: float, ground: float, gone: int = 0) -> None:
        """Put a tower of so many storeys on the ground, the upper `gone` of them faint."""
        kit, high = self.kit, STOREY * SHRUNK
        for level in range(count):
            floor = _small(kit, storey(kit, suit * PER_SUIT + level * 3 % PER_SUIT, STOREY))
            if level >= count - gone:
                floor = floor.copy()
                floor.set_alpha(70)
            self.put(floor, x, ground - (level + 0.5) * high)
        if not gone and count:
            top = _small(kit, crown(kit, suit))
            self.put(top, x, ground - count * high - kit.size_of(top)[1] / 2)

    def cards(self, suit: Suit, count: int, x: float, y: float) -> None:
        """Put a small fan of cards round (x, y)."""
        for number in range(count):
            offset = number - (count - 1) / 2
            face = card_face(self.kit, suit * PER_SUIT + 5 + number * 6)
            shade = self.kit.shadow(CARD_W, CARD_H, 9, 10, 0.5)
            for surface in (shade, face):
                turned = self.kit.tilted(surface, -7 * offset, SHRUNK)
                self.put(turned, x + offset * 30, y + 2 * offset * offset)


def _small(kit: Kit, surface: pygame.Surface) -> pygame.Surface:
    return pygame.transform.smoothscale_by(surface, SHRUNK)


# -- the figures


def sky(kit: Kit) -> pygame.Surface:
    """The Sky at nine pennies over three towers."""
    picture = TowerSheet(kit, 560, 268)
    theme = kit.theme
    stops = [(0.0, theme.night), (0.6, theme.dusk), (1.0, theme.rose)]
    backdrop = pygame.Surface(picture.sheet.get_size(), pygame.SRCALPHA)
    pygame.draw.rect(backdrop, (255, 255, 255), backdrop.get_rect(), 0, round(10 * kit.scale))
    backdrop.blit(vertical_gradient(backdrop.get_size(), stops), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    picture.sheet.blit(backdrop, (0, 0))
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
    """Three clubs and two more."""
    return _before_and_after(kit, (CLUBS, 3, 0), (CLUBS, 2), (CLUBS, 5))


def deconstruct(kit: Kit) -> pygame.Surface:
    """Two spades on four hearts."""
    return _before_and_after(kit, (HEARTS, 4, 2), (SPADES, 2), (HEARTS, 2))


def overbuild(kit: Kit) -> pygame.Surface:
    """Three spades on two hearts."""
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
    """The two pairs."""
    picture = TowerSheet(kit, 480, 84)
    for left, pair in ((20.0, (SPADES, HEARTS)), (270.0, (CLUBS, DIAMONDS))):
        for number, suit in enumerate(pair):
            _suit(picture, suit, left + 38 + number * 120, 36)
        picture.arrow(left + 98, 32, length=58, heads=2)
    return picture.sheet


def wheel(kit: Kit) -> pygame.Surface:
    """The ring: each suit knocks down the next."""
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
"""By the names that `assets/games/wyoming/rules.md` calls them."""
