"""The colours of the pyramids: each seat has its own, and the ghost has another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from topping_out.game.language import tr, tr_label
from topping_out.game.record import Player
from topping_out.scenes.kit import plates
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.theme import Colour, Theme

GHOST_PATTERN = 5


@dataclass(frozen=True)
class Colours:
    """How the colours of the rules look. The first ones are the seats', by seat; the next one is the ghost's."""

    theme: Theme
    players: Sequence[Player]
    patterned: bool
    """Whether pyramids show a pattern beside their colour."""

    def is_seat(self, colour: int) -> bool:
        return colour < len(self.players)

    def paint(self, colour: int) -> Colour:
        return self.theme.seats[self.players[colour].colour] if self.is_seat(colour) else self.theme.ghost

    def pattern(self, colour: int) -> int:
        """Return the number of the pattern that `art.pyramid` draws."""
        return self.players[colour].colour if self.is_seat(colour) else GHOST_PATTERN

    def ink(self, colour: int) -> Colour:
        """Return the paint for text on a colour."""
        return self.theme.text_on(self.paint(colour))

    def name(self, colour: int) -> str:
        return tr_label(self.players[colour].name) if self.is_seat(colour) else tr("Ghost")

    def badge(self, kit: Kit, colour: int, radius: float) -> pygame.Surface:
        if self.is_seat(colour):
            return plates.badge(kit, plates.seat_sign(self.players, colour), radius)
        return kit.disc(radius, self.paint(colour), self.name(colour)[:1])
