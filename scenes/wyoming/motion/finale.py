"""The topping out: the Sky cracks over the winner's tower and falls as glass, night comes, windows light up.

All of it is a function of the time since it began, so that it can be hurried, or shown as a still.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from topping_out.game.wyoming.cards import CardId, suit_of
from topping_out.game.wyoming.state import View
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.kit.cache import make_ahead
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.motion import Motion, ease_in_out, ease_out, ease_out_bounce, linear
from topping_out.scenes.kit.pictures.city import halo
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.wyoming import art
from topping_out.scenes.wyoming.layout import PENNY, Layout
from topping_out.scenes.wyoming.pictures import night
from topping_out.scenes.wyoming.selection import Target

CRACK = 300.0
"""Milliseconds in which the cracks run over the Sky before it falls."""
SPREAD = 420.0
"""How much later it breaks at its far end than over the tower."""
DARK = (250.0, 1250.0)
"""From when to when night comes."""
LIGHTS = (700.0, 2050.0)
"""From when to when windows light up."""
WINDOWS_EACH = 420.0
"""In which those of one storey do."""
TREE = (1150.0, 850.0)
"""When the tree rises, and in which time."""
LENGTH = 2150.0
GRAVITY = 1500.0
"""Logical units a second, each second."""
SPLINTERS, PANES, SHOWER = 34, 14, 30
"""How many pieces of the line fall, how many of the glass over the tower, and how many coppers with them."""
BOUNCE = 760.0
"""In which a penny falls, and comes to lie."""
HALO = 1.5
"""How high the light behind a winner's tower is, the tower being 1."""
TURN = 15
"""Degrees from one picture of a falling piece to the next."""
COPPER = 7.0
"""How large the coppers of the shower are: half the width of a coin."""
FLAT = 0.34
"""How high a penny is that lies on the ground, its width being 1."""
SHADE = 110
"""How dark the towers are at night, of 255."""


class Debris:
    """Something that falls, in logical units and seconds: where from, how fast, when, and how it turns."""

    __slots__ = ("angle", "begin", "is_copper", "shape", "spin", "vx", "vy", "x", "y")

    def __init__(
        self, x: float, y: float, begin: float, rng: random.Random, force: float = 0.0, is_copper: bool = False
    ) -> None:
        """`x` is a share of the width, `y` counts from the Sky's line. `force`: how hard the tower throws it up."""
        self.is_copper = is_copper
        self.x, self.y, self.begin = x, y, begin / 1000
        self.vx, self.vy = rng.uniform(-40, 40) * (1 + force * 4), -force * rng.uniform(120, 420)
        self.angle, self.spin = rng.uniform(0, 360), rng.uniform(-260, 260)
        self.shape = rng.randrange(len(night.SHAPES))


class SkyBreak:
    """`ms` is the time since the Sky broke; drawn at `LENGTH` it is all that stays."""

    def __init__(self, winners: Sequence[Target], view: View, ms: float = 0.0) -> None:
        self.winners, self.view, self.ms = winners, view, ms

    def prepare(self, kit: Kit, layout: Layout) -> bool:
        """Paint ahead for a moment all that it needs in a window; tell whether all of it is there."""
        return make_ahead(lambda: self._paint(kit, layout))

    def _paint(self, kit: Kit, layout: Layout) -> None:
        night.sky(kit, layout.ground)
        night.flash(kit)
        for lit in range(night.STEPS + 1):
            night.city(kit, layout.ground, lit)
        for grown in range(night.CRACKS):
            night.cracks(kit, grown + 1)
        for shape, angle in product(range(len(night.SHAPES)), range(0, 360, TURN)):
            kit.tilted(night.glass(kit, shape), angle, flies=True)
        for target in self.winners:
            halo(kit, layout.column(*target, self.view.height(*target)).h * HALO)
        for turn in range(2, 13):
            kit.tilted(art.penny(kit, True, COPPER), 0, 1.0, turn / 12, flies=True)
            kit.tilted(art.penny(kit, True, PENNY), 90, 1.0, turn / 12)
        for order, lit in product(range(art.ORDERS), range(1, art.WINDOWS + 1)):
            art.lights(kit, layout.storey, order, lit)

    def play(self, motion: Motion, audio: Audio) -> None:
        """Let it pass; with reduced motion it is there at once."""
        if motion.reduced:
            self.ms = LENGTH
            audio.play("shatter")
            return
        motion.to(self, LENGTH, 0, linear, ms=LENGTH)
        motion.at(CRACK, lambda: audio.play("shatter"))
        for number in range(min(3, self.view.pennies)):
            motion.at(CRACK + BOUNCE * 0.5 + 190 * number, lambda: audio.play("penny_ring", 0.5))

    @property
    def is_broken(self) -> bool:
        """Whether the Sky falls or has fallen."""
        return self.ms >= CRACK

    def unbroken(self, layout: Layout) -> Iterator[tuple[float, float]]:
        """Yield from where to where there still is a Sky: it breaks from the tower outwards."""
        where = self._break(layout)
        gone = (self.ms - CRACK) / SPREAD * max(where, 1 - where)
        if gone < where:
            yield 0.0, (where - max(0.0, gone)) * layout.width
        if where + gone < 1:
            yield (where + max(0.0, gone)) * layout.width, layout.width

    def _share(self, begin: float, end: float) -> float:
        return max(0.0, min(1.0, (self.ms - begin) / (end - begin)))

    def _break(self, layout: Layout) -> float:
        """Return where the first of the winners' towers breaks through, as a share of the width."""
        return layout.tower_x(*self.winners[0]) / layout.width

    # -- drawing

    def draw_sky(self, stage: Stage, kit: Kit, layout: Layout) -> None:
        """Show the night over the dusk, and the city before it."""
        dark = ease_in_out(self._share(*DARK))
        if not dark:
            return
        stage.blit(night.sky(kit, layout.ground), 0, 0, round(dark * 16) / 16)
        lit = round(self._share(*LIGHTS) * night.STEPS)
        city = night.city(kit, layout.ground, lit)
        stage.blit(city, 0, layout.ground - kit.size_of(city)[1], round(dark * 16) / 16)
        for target, tower in self._towers():  # no light of the city shows between storeys
            column, high = layout.column(*target, 3), len(tower) * layout.storey - 2
            wall = kit.plate(column.w - 4, high, kit.theme.suits[suit_of(tower[0])], (*kit.theme.night, 0), 1, 0)
            stage.blit(wall, column.x + 2, layout.ground - high, round(dark * 16) / 16)
        for target in self.winners:
            high = layout.column(*target, self.view.height(*target)).h * HALO
            stage.blit_centred(halo(kit, high), layout.tower_x(*target), layout.ground - high * 0.36, lit / night.STEPS)

    def draw_towers(self, stage: Stage, kit: Kit, layout: Layout) -> None:
        """Darken the towers, and light their windows: the winner's first, and the others as the light comes to them."""
        dark = round(ease_in_out(self._share(*DARK)) * 8) / 8
        for target, tower in self._towers():
            if dark and target not in self.winners:
                column, high = layout.column(*target, 3), len(tower) * layout.storey
                shade = kit.plate(column.w, high, (*kit.theme.night, SHADE), (*kit.theme.night, 0), 1, 0)
                stage.blit(shade, column.x, layout.ground - high, dark)
            for level, card in enumerate(tower):
                if lit := self._lit(layout, target, level):
                    place = layout.storey_place(*target, level)
                    stage.blit_centred(art.lights(kit, layout.storey, card % art.ORDERS, lit), place.x, place.y)

    def _towers(self) -> Iterator[tuple[Target, Sequence[CardId]]]:
        for seat, towers in enumerate(self.view.towers):
            for foundation, tower in enumerate(towers):
                if tower:
                    yield (seat, foundation), tower

    def _lit(self, layout: Layout, target: Target, level: int) -> int:
        """Return how many windows of a storey are lit by now."""
        begin, end = LIGHTS[0], LIGHTS[1] - WINDOWS_EACH
        far = abs(layout.tower_x(*target) / layout.width - self._break(layout))
        late = min(1.0, far * 1.1 + level * 0.05)
        when = begin + (end - begin) * late
        return int(art.WINDOWS * self._share(when, when + WINDOWS_EACH))

    def draw_falling(self, stage: Stage, kit: Kit, layout: Layout, line: float) -> None:
        """Show the cracks, then the glass and the pennies on their way down; `line`: the Sky's height."""
        where = self._break(layout)
        if 0 < self.ms < CRACK:
            grown = max(1, math.ceil(self.ms / CRACK * night.CRACKS))
            stage.blit_centred(night.cracks(kit, grown), where * layout.width, line)
        if not self.is_broken:
            return
        if self.ms < LENGTH:
            self._draw_flash(stage, kit, line)
            for piece in _pieces(where):
                self._draw_piece(stage, kit, layout, line, piece)
        for number in range(self.view.pennies):
            self._draw_penny(stage, kit, layout, line, number)

    def _draw_flash(self, stage: Stage, kit: Kit, line: float) -> None:
        left = 1 - self._share(CRACK, CRACK + 260)
        if left > 0:
            stage.blit_centred(night.flash(kit), kit.width / 2, line, round(left * 8) / 8)

    def _draw_piece(self, stage: Stage, kit: Kit, layout: Layout, line: float, piece: Debris) -> None:
        time = self.ms / 1000 - piece.begin
        if time < 0:
            return
        y = line + piece.y + piece.vy * time + GRAVITY / 2 * time * time
        near = (layout.ground + 8 - y) / 46
        if near <= 0:
            return
        angle = round((piece.angle + piece.spin * time) / TURN) * TURN % 360
        if piece.is_copper:
            turn = abs(math.cos(math.radians(3 * angle)))
            picture = kit.tilted(art.penny(kit, True, COPPER), 0, 1.0, max(0.2, turn), flies=True)
        else:
            picture = kit.tilted(night.glass(kit, piece.shape), angle, flies=True)
        x = piece.x * layout.width + piece.vx * time
        stage.blit_centred(picture, x, y, min(1.0, round(near * 4) / 4))

    def _draw_penny(self, stage: Stage, kit: Kit, layout: Layout, line: float, number: int) -> None:
        """Show a penny that falls from its place, bounces, and lies on the ground at last."""
        begin = CRACK + 70 * (number * 5 % 7)
        share = self._share(begin, begin + BOUNCE)
        top, foot = line - PENNY - 6, layout.ground - PENNY * FLAT + 3
        y = top + (foot - top) * ease_out_bounce(share)
        face = art.penny(kit, True, PENNY)
        turn = max(FLAT, abs(math.cos(math.pi * 2.5 * ease_out(share))))
        stage.blit_centred(kit.tilted(face, 90, 1.0, turn), layout.penny_x(number, self.view.pennies), y)


@lru_cache(maxsize=4)
def _pieces(where: float) -> Sequence[Debris]:
    """Return what falls when the Sky breaks at a share of its width."""
    rng, width = random.Random(29), SPREAD / max(where, 1 - where)
    line = [(number + rng.uniform(0.1, 0.9)) / SPLINTERS for number in range(SPLINTERS)]
    splinters = [Debris(x, 0.0, CRACK + width * abs(x - where), rng) for x in line]
    panes = [
        Debris(where + rng.uniform(-0.09, 0.09), rng.uniform(-60, 26), CRACK, rng, force=1.0) for _ in range(PANES)
    ]
    coppers = [
        Debris(rng.uniform(0.1, 0.9), -30.0, CRACK + rng.uniform(0, 700), rng, rng.uniform(0, 0.5), True)
        for _ in range(SHOWER)
    ]
    return [*splinters, *panes, *coppers]
