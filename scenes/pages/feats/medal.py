"""The medal of a feat: brass on a ribbon, with the builders' tree; it comes up in the results in which it was won."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.canvas import Paint
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.motion import ease_out_back
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import mix
from topping_out.scenes.ui.card import Card
from topping_out.scenes.ui.layout import Box, Text, column
from topping_out.scenes.ui.widgets import Press

WIDE, HIGH = 48.0, 62.0
"""Of the picture, at its full size."""
DISC = 20.0
"""Radius of the brass."""
RAYS = 20
FULL, BRIEF = 1.0, 0.62
"""Sizes of the medal on a card, with all its words and with its title alone."""


@painted_once
def medal(kit: Kit, size: float = 1.0) -> pygame.Surface:
    """Return a medal: two tails of ribbon, a notched rim, and the topping-out tree in relief on bright brass."""
    theme = kit.theme
    brass, dark = theme.brass, mix(theme.brass, theme.night, 0.55)
    canvas = kit.canvas(WIDE * size, HIGH * size, brass)

    def at(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x * size, y * size) for x, y in points]

    middle, low = WIDE / 2, HIGH - DISC - 2
    red, blue = theme.suits[1], theme.seats[0]
    canvas.polygon(at((7, 0), (21, 0), (29, 26), (17, 30)), red)
    canvas.polygon(at((WIDE - 7, 0), (WIDE - 21, 0), (WIDE - 29, 26), (WIDE - 17, 30)), blue)
    canvas.polygon(at((11, 0), (14, 0), (24, 28), (21, 29)), mix(red, theme.paper, 0.6))
    canvas.polygon(at((WIDE - 11, 0), (WIDE - 14, 0), (WIDE - 24, 28), (WIDE - 21, 29)), mix(blue, theme.paper, 0.6))
    rim = [
        (middle + r * math.cos(a), low + r * math.sin(a))
        for n in range(2 * RAYS)
        for r, a in [(DISC if n % 2 else DISC - 2.2, math.pi * n / RAYS)]
    ]
    canvas.polygon(at(*rim), dark)
    canvas.circle(middle * size, low * size, (DISC - 2.6) * size, brass)
    canvas.circle((middle - 3) * size, (low - 4) * size, (DISC - 8) * size, mix(brass, theme.paper, 0.45))
    canvas.circle(middle * size, low * size, (DISC - 5) * size, dark, 1.1 * size)
    for top, half, foot in ((-12.0, 5.0, -3.0), (-7.5, 7.5, 3.0), (-2.0, 9.5, 8.5)):
        canvas.polygon(at((middle, low + top), (middle + half, low + foot), (middle - half, low + foot)), dark)
    canvas.rect((middle - 1.6) * size, (low + 8) * size, 3.2 * size, 5 * size, dark)
    return canvas.done()


class MedalCard(Card):
    """A feat that was brought off just now: its medal, its title, and what it takes; pressed, all feats are shown."""

    pad = 12.0

    def __init__(
        self, name: str, said: str, words: tuple[str, str], press: Press, grown: Callable[[], float], brief: bool
    ) -> None:
        """`said` names it for whoever listens; `words` are its title and what it takes, of which a `brief` one has
        the title alone. `grown` tells how far it has come up, from 0 to 1."""
        super().__init__(name, None, press)
        self.said, (self.title, self.about), self._grown, self.is_brief = said, words, grown, brief

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, self.said, description=self.about)

    @property
    def _size(self) -> float:
        return BRIEF if self.is_brief else FULL

    def words(self, kit: Kit, width: float) -> Box:
        title = Text(self.title, 17, "head", kit.theme.brass, most=1 if self.is_brief else 2)
        return column(title, *([] if self.is_brief else [Text(self.about, 13.5, colour=kit.theme.mist)]), gap=1)

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return WIDE * self._size + 26, 12.0

    def height_for(self, kit: Kit, width: float) -> float:
        return max(super().height_for(kit, width), HIGH * self._size + 8)

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        return (*kit.theme.brass, 26), kit.theme.paper if hovered else kit.theme.brass, 1.2

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        self.strength = min(1.0, self._grown() * 2)
        if self.strength > 0:
            super().draw(stage, kit, hovered)

    def draw_more(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        share, x, y = self._grown(), self.rect.x + WIDE * self._size / 2 + 13, self.rect.centery
        light = kit.shadow(8, 8, 4, 30 * self._size, 0.9, kit.theme.window)
        stage.blit_centred(light, x, y, 0.25 + 0.75 * round((1 - share) * 8) / 8)
        stage.blit_centred(kit.tilted(medal(kit, self._size), 0, max(0.1, ease_out_back(share))), x, y)
