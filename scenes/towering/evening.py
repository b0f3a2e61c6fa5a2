"""The topping out: the river carries the cards away, evening comes, and the best tower stands."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence

import pygame

from topping_out.game.engine import Seat
from topping_out.game.towering.actions import Colour
from topping_out.game.towering.state import View

from ..audio.player import Audio
from ..kit.kit import Kit
from ..kit.motion import Motion, ease_in_out, linear
from ..kit.pictures.city import halo
from ..kit.sprites import FLYING, Pose, Sprite, painted_once
from ..kit.stage import Stage, vertical_gradient
from ..kit.theme import mix
from .layout import Layout

CARRIED = 1700.0
"""Milliseconds in which the river carries a card away."""
SPREAD = 700.0
"""Milliseconds by which the cards that lie furthest upstream leave later."""
DUSK = (500.0, 2100.0)
"""Start and end of nightfall, in milliseconds."""
LIGHTS = (1300.0, 2500.0)
"""Start and end of the time in which the lights of the sites go on, one after the other."""
TREE = (2000.0, 800.0)
"""Start and duration of the rise of the tree on the best tower."""
LENGTH = 2900.0
SHADE = 135
"""How dark the other towers are in the evening, from 0 to 255."""
LAMP, GLORY = 190.0, 1.6
"""Height of the light of a site, and of that behind the best tower as a multiple of the tower's height."""
BOB, SWAY = 7.0, 9.0
"""How far cards on the river bob, in logical units, and how far they sway, in degrees."""

Site = tuple[Seat, Colour]


class Evening:
    """The end of a game, `ms` milliseconds after its beginning. At `LENGTH` it looks as it stays."""

    def __init__(self, view: View, best: Collection[Site], cards: Iterable[Sprite] = (), ms: float = 0.0) -> None:
        """`best`: the winners' best towers. `cards`: those that the river carries away."""
        self.view, self.best, self.ms = view, best, ms
        self._cards = [(card, card.place) for card in sorted(cards, key=lambda card: card.z)]

    def play(self, motion: Motion, audio: Audio) -> None:
        """Play it; with reduced motion, show the end at once."""
        audio.play("river")
        if motion.reduced:
            self.ms = LENGTH
        else:
            motion.to(self, LENGTH, 0, linear, ms=LENGTH)

    def _share(self, begin: float, end: float) -> float:
        return max(0.0, min(1.0, (self.ms - begin) / (end - begin)))

    @property
    def dark(self) -> float:
        return round(ease_in_out(self._share(*DUSK)) * 16) / 16

    # -- the river

    def carried(self, layout: Layout) -> Iterator[Sprite]:
        """Yield the cards that are still seen: they slide into the river, and float down it to the right."""
        for number, (card, start) in enumerate(self._cards):
            late = SPREAD * (1 - start.x / layout.width)
            share = self._share(late, late + CARRIED)
            if share < 1:
                yield self._afloat(card, start, share, number, layout)

    def _afloat(self, card: Sprite, start: Pose, share: float, number: int, layout: Layout) -> Sprite:
        """Return a card on its way; each is on a line of its own in the river."""
        lane = (number * 37 % 100 / 100 - 0.5) * layout.river_h * 0.5
        wet, phase = ease_in_out(min(1.0, share * 2)), number * 1.7
        x = start.x + (layout.width + 120 - start.x) * share**2.2
        y = start.y + (layout.river_y + lane - start.y) * wet + wet * BOB * math.sin(share * 16 + phase)
        angle = start.angle + wet * SWAY * math.sin(share * 9 + phase)
        scale = start.scale + (min(start.scale, 0.56) - start.scale) * wet
        sprite = Sprite(card.key, Pose(x, y, round(angle / 3) * 3, scale=scale), turn=card.turn, z=FLYING + number)
        sprite.alpha = min(1.0, (1 - share) * 5)
        return sprite

    # -- the evening

    def draw_dusk(self, stage: Stage, kit: Kit, layout: Layout) -> None:
        """Draw the night over the ground, and the lights of the sites."""
        if not self.dark:
            return
        stage.blit(_night(kit, layout.river_y), 0, 0, self.dark)
        for number, (seat, colour) in enumerate(sites := [*self._standing()]):
            x, ground = layout.site_x(colour), layout.ground(seat)
            begin = LIGHTS[0] + (LIGHTS[1] - LIGHTS[0]) * number / len(sites)
            lit = round(self._share(begin, begin + 300) * 4) / 4
            if lit:
                high = LAMP
                if (seat, colour) in self.best:
                    high = max(LAMP, layout.column(seat, colour, len(self.view.towers[seat][colour])).h * GLORY)
                stage.blit_centred(halo(kit, high), x, ground - high * 0.3, lit)

    def draw_shades(self, stage: Stage, kit: Kit, layout: Layout) -> None:
        """Darken all towers but the best."""
        for seat, colour in self._standing():
            if self.dark and (seat, colour) not in self.best:
                column = layout.column(seat, colour, len(self.view.towers[seat][colour]))
                shade = kit.plate(column.w, column.h, (*kit.theme.night, SHADE), (*kit.theme.night, 0), 1, 4)
                stage.blit(shade, column.x, column.y, self.dark)

    def _standing(self) -> Iterator[Site]:
        """Yield the sites with a tower, from the left, the best last."""
        towers: Sequence[Sequence[Sequence[int]]] = self.view.towers
        found = [(seat, colour) for seat, row in enumerate(towers) for colour, tower in enumerate(row) if tower]
        yield from sorted(found, key=lambda site: (site in self.best, site[1], site[0]))


@painted_once
def _night(kit: Kit, river: float) -> pygame.Surface:
    """Return the night as it lies over the ground, with the last light on the river."""
    theme, (wide, high) = kit.theme, kit.metrics.pixels
    deep, last = mix(theme.night, (0, 0, 0), 0.35), mix(theme.dusk, theme.glow, 0.3)
    middle = min(0.9, river * kit.scale / high)
    stops = [(0.0, (*deep, 225)), (middle - 0.1, (*theme.night, 170)), (middle, (*last, 120)),
             (middle + 0.1, (*theme.night, 170)), (1.0, (*deep, 225))]  # fmt: skip
    return vertical_gradient((wide, high), stops)
