"""The topping out: the Sky breaks, night falls, and windows light up."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

import pygame

from topping_out.game.language import tr
from topping_out.game.wyoming.actions import CardId, suit_of

from ..kit.built import topping_tree
from ..kit.city import halo
from ..kit.kit import Kit
from ..kit.sprites import (
    ease_in_out,
    ease_out,
    ease_out_back,
    ease_out_bounce,
    linear,
    make_ahead,
    painted_once,
)
from ..kit.stage import Canvas, Point, Stage, fill_gradient, vertical_gradient
from ..kit.theme import Colour, mix
from ..match.table.game import Topping
from ..match.table.table import Table
from . import art
from .art import PENNY, Layout, Target

# -- night


STEPS = 24
"""Number of steps in which the windows of the city light up."""
CRACKS = 4
"""Number of pictures of the spreading cracks."""
CITY = 0.46
"""Height of the city, as a share of that of the sky."""
STARS = 230
MOON = 22.0
MOON_AT = 0.86, 0.24
"""As shares of the sky's width and height."""
SHAPES: tuple[tuple[Point, ...], ...] = (
    ((2, 4), (40, 0), (58, 22), (20, 30)),
    ((0, 0), (34, 10), (12, 28)),
    ((4, 0), (62, 14), (30, 18)),
    ((0, 12), (18, 0), (30, 20), (12, 34)),
    ((0, 0), (24, 4), (44, 26), (10, 18)),
    ((0, 20), (50, 0), (34, 26)),
    ((10, 0), (26, 14), (0, 22)),
)
"""The pieces of glass, in logical units."""


@painted_once
def sky(kit: Kit, ground: float) -> pygame.Surface:
    """Return the night sky with stars and a moon, down to the ground."""
    theme = kit.theme
    wide, high = kit.metrics.pixels[0], round(ground * kit.scale)
    picture = pygame.Surface((wide, high))
    deep = mix(theme.night, (0, 0, 0), 0.45)
    stops = [(0.0, deep), (0.55, theme.night), (1.0, mix(theme.night, theme.dusk, 0.62))]
    fill_gradient(picture, picture.get_rect(), stops)
    rng = random.Random(23)
    for _ in range(STARS):
        x, y = rng.random() * wide, rng.random() ** 1.5 * high * 0.9
        size = max(1, round(kit.scale * rng.choice((1, 1, 1, 1.7))))
        if math.hypot(x - wide * MOON_AT[0], y - high * MOON_AT[1]) < 2 * MOON * kit.scale:
            continue
        picture.fill(mix(theme.night, theme.paper, 0.25 + 0.65 * rng.random()), (round(x), round(y), size, size))
    moon = _moon(kit)
    picture.blit(moon, moon.get_rect(center=(round(wide * MOON_AT[0]), round(high * MOON_AT[1]))))
    return picture


@painted_once
def _moon(kit: Kit) -> pygame.Surface:
    """Return a crescent moon with a soft glow."""
    light, size = mix(kit.theme.paper, kit.theme.window, 0.3), 6 * MOON
    canvas = kit.canvas(size, size, light)
    for number in range(12):
        canvas.circle(size / 2, size / 2, MOON * (1 + 2 * (1 - number / 12)), (*light, 5))
    outer = [(math.cos(a), math.sin(a)) for a in (math.radians(70 + 220 * n / 30) for n in range(31))]
    inner = [
        (0.62 + 0.94 * math.cos(a), 0.94 * math.sin(a)) for a in (math.radians(264 - 168 * n / 30) for n in range(31))
    ]
    canvas.polygon([(size / 2 + MOON * x, size / 2 + MOON * y) for x, y in (*outer, *inner)], light)
    return canvas.done()


def night_city(kit: Kit, ground: float, lit: int) -> pygame.Surface:
    """Return the city, as wide as the window, with `lit` / `STEPS` of its windows lit."""

    def make() -> pygame.Surface:
        base, panes = _dark_city(kit, ground)
        picture = base.copy()
        for left, top, wide, high, colour in panes[: len(panes) * lit // STEPS]:
            picture.fill(colour, (left, top, wide, high))
        return picture

    return kit.cached(("night city", round(ground), lit), make)


Pane = tuple[int, int, int, int, Colour]


def _dark_city(kit: Kit, ground: float) -> tuple[pygame.Surface, list[Pane]]:
    """Return the dark city, and its windows in the order in which they light up, in device pixels."""

    def make() -> tuple[pygame.Surface, list[Pane]]:
        theme, high = kit.theme, ground * CITY
        far, near = mix(theme.night, theme.dusk, 0.3), mix(theme.night, (0, 0, 0), 0.3)
        canvas = kit.canvas(kit.width, high, far, 1)
        panes: list[Pane] = []
        for seed, tall, colour, chance in ((31, 0.95, far, 0.4), (12, 0.7, near, 0.6)):
            rng = random.Random(seed)
            for x, top, width in _houses(kit.width, high, tall, rng):
                _house(canvas, x, top, width, high, colour, rng)
                panes = [pane for pane in panes if not _hides(kit, pane, x, top, width)]
                panes += _panes(kit, x, top, width, high, chance, rng)
        random.Random(5).shuffle(panes)
        return canvas.done(), panes

    return kit.cached(("dark city", round(ground)), make)


def _houses(width: float, high: float, tall: float, rng: random.Random) -> Iterator[tuple[float, float, float]]:
    x = -18.0
    while x < width:
        wide, top = rng.uniform(32, 78), high * (1 - tall * rng.uniform(0.3, 1.0) ** 1.3) + 26
        yield x, min(top, high - 18), wide
        x += wide + rng.uniform(-4, 8)


def _house(canvas: Canvas, x: float, top: float, width: float, foot: float, colour: Colour, rng: random.Random) -> None:
    canvas.rect(x, top, width, foot - top, colour)
    if rng.random() < 0.5:
        inset = width * rng.uniform(0.18, 0.3)
        canvas.rect(x + inset, top - 9, width - 2 * inset, 10, colour).rect(
            x + width / 2 - 0.8, top - 25, 1.6, 17, colour
        )


def _panes(
    kit: Kit, x: float, top: float, width: float, foot: float, chance: float, rng: random.Random
) -> Iterator[Pane]:
    theme = kit.theme
    wide, tall = max(1, round(3.4 * kit.scale)), max(1, round(4.6 * kit.scale))
    for row in range(int((foot - top - 8) / 11)):
        for column in range(int((width - 8) / 8.5)):
            if rng.random() < chance:
                colour = mix(mix(theme.window, theme.glow, rng.random() * 0.7), theme.night, rng.uniform(0.0, 0.35))
                left, up = x + 5 + column * 8.5, top + 6 + row * 11
                yield round(left * kit.scale), round(up * kit.scale), wide, tall, colour


def _hides(kit: Kit, pane: Pane, x: float, top: float, width: float) -> bool:
    """Return whether a house hides a window."""
    left, up = pane[0] / kit.scale, pane[1] / kit.scale
    return x - 3.4 < left < x + width and up > top - 4.6


# -- the Sky as glass


@painted_once
def glass(kit: Kit, shape: int) -> pygame.Surface:
    """Return a piece of the Sky: warm glass with a bright edge."""
    theme, corners = kit.theme, SHAPES[shape]
    bright = mix(theme.glow, theme.paper, 0.75)
    across, down = (max(values) + 3 for values in zip(*corners))
    canvas = kit.canvas(across, down, bright)
    points = [(x + 1.5, y + 1.5) for x, y in corners]
    canvas.polygon(points, (*mix(theme.glow, theme.paper, 0.25), 120))
    canvas.polygon([points[0], points[1], points[-1]], (*theme.paper, 90))
    canvas.line([*points, points[0]], bright, 1.2)
    return canvas.done()


@painted_once
def cracks(kit: Kit, grown: int) -> pygame.Surface:
    """Return cracks that spread from the middle over the Sky. `grown`, from 1 to `CRACKS`, is how far."""
    rng, light = random.Random(41), mix(kit.theme.glow, kit.theme.paper, 0.8)
    wide, high = 560.0, 190.0
    canvas = kit.canvas(wide, high, light, detail=2)
    for ray in range(14):
        angle = math.tau * (ray + rng.uniform(-0.3, 0.3)) / 14
        x, y, points = wide / 2, high / 2, [(wide / 2, high / 2)]
        for _ in range(2 * grown):
            x += math.cos(angle) * 34 + rng.uniform(-6, 6)
            y += math.sin(angle) * 11 + rng.uniform(-5, 5)
            points.append((x, y))
        canvas.line(points, (*light, 255), 1.4 if ray % 2 else 2.0)
    canvas.circle(wide / 2, high / 2, 5.0 + 2 * grown, (*light, 150))
    return canvas.done()


@painted_once
def flash(kit: Kit) -> pygame.Surface:
    """Return the flash along the Sky at the moment when it breaks."""
    light = mix(kit.theme.glow, kit.theme.paper, 0.6)
    stops = [(0.0, (*light, 0)), (0.5, (*light, 150)), (1.0, (*light, 0))]
    return vertical_gradient((kit.metrics.pixels[0], round(150 * kit.scale)), stops)


# -- finale


CRACK = 300.0
"""Milliseconds in which cracks spread over the Sky before it falls."""
SPREAD = 420.0
"""Milliseconds by which the far end of the Sky breaks later than the place above the tower."""
DARK = (250.0, 1250.0)
"""Start and end of nightfall, in milliseconds."""
LIGHTS = (700.0, 2050.0)
"""Start and end of the time in which windows light up, in milliseconds."""
WINDOWS_EACH = 420.0
"""Milliseconds in which the windows of one storey light up."""
TREE = (1150.0, 850.0)
"""Start and duration of the rise of the tree, in milliseconds."""
LENGTH = 2150.0
GRAVITY = 1500.0
"""Logical units per second squared."""
SPLINTERS, PANES, SHOWER = 34, 14, 30
"""Numbers of falling pieces: of the line, of the glass above the tower, and of coppers."""
BOUNCE = 760.0
"""Milliseconds in which a penny falls and comes to rest."""
HALO = 1.5
"""Height of the glow behind a winner's tower, as a multiple of the tower's."""
TURN = 15
"""Degrees between two pictures of a falling piece."""
COPPER = 7.0
"""Radius of the coppers."""
FLAT = 0.34
"""Height of a penny that lies on the ground, as a share of its width."""
SHADE = 110
"""How dark the towers are at night, from 0 to 255."""


class Debris:
    """A falling piece: its start, speed and rotation, in logical units and seconds."""

    __slots__ = ("angle", "begin", "is_copper", "shape", "spin", "vx", "vy", "x", "y")

    def __init__(
        self, x: float, y: float, begin: float, rng: random.Random, force: float = 0.0, is_copper: bool = False
    ) -> None:
        """`x` is a share of the width; `y` is relative to the Sky's line. `force`: how hard the tower throws it up."""
        self.is_copper = is_copper
        self.x, self.y, self.begin = x, y, begin / 1000
        self.vx, self.vy = rng.uniform(-40, 40) * (1 + force * 4), -force * rng.uniform(120, 420)
        self.angle, self.spin = rng.uniform(0, 360), rng.uniform(-260, 260)
        self.shape = rng.randrange(len(SHAPES))


class SkyBreak(Topping):
    """The Sky as it breaks, `ms` milliseconds after the beginning, and the builders' tree on the winning towers.

    At `LENGTH` it looks as it stays. `rise` of the tree runs from 0 to 1.
    """

    def __init__(self, table: Table, share: float = 0.0) -> None:
        super().__init__(table)
        self.view, self.ms, self.rise = table.view, share * LENGTH, share
        outcome = self.view.outcome
        self.heights: dict[Target, int] = {
            (seat, f): len(tower)
            for seat in (outcome.winners if outcome else ())
            for f, tower in enumerate(self.view.towers[seat])
            if tower and len(tower) == outcome.scores[seat]
        }
        """The heights of the winning towers."""
        self.winners = [*self.heights]
        self.breaks = any(height >= self.view.needed for height in self.heights.values())
        """Whether a winning tower breaks through the Sky. It need not if the last seat in play wins."""

    def prepare(self) -> bool:
        return not self.breaks or make_ahead(lambda: self._paint(self.table.kit, self.table.layout))

    def _paint(self, kit: Kit, layout: Layout) -> None:
        sky(kit, layout.ground)
        flash(kit)
        for lit in range(STEPS + 1):
            night_city(kit, layout.ground, lit)
        for grown in range(CRACKS):
            cracks(kit, grown + 1)
        for shape, angle in product(range(len(SHAPES)), range(0, 360, TURN)):
            kit.tilted(glass(kit, shape), angle, flies=True)
        for target in self.winners:
            halo(kit, layout.column(*target, self.view.height(*target)).h * HALO)
        for turn in range(2, 13):
            kit.tilted(art.penny(kit, True, COPPER), 0, 1.0, turn / 12, flies=True)
            kit.tilted(art.penny(kit, True, PENNY), 90, 1.0, turn / 12)
        for order, lit in product(range(art.ORDERS), range(1, art.WINDOWS + 1)):
            art.lights(kit, layout.storey, order, lit)

    def play(self) -> str:
        motion = self.table.motion
        if not self.view.outcome.winners:
            return ""
        if self.breaks:
            self._break()
        delay, duration = TREE if self.breaks else (0.0, 900.0)
        motion.to(self, duration, delay, ease_out_back, rise=1.0)
        motion.at(delay, self._top_out)
        if not self.breaks:
            return ""
        return tr("The Sky shatters, its pennies rain down, night falls, and the city lights up window by window.")

    def _break(self) -> None:
        """Let the Sky break; with reduced motion, show the end at once."""
        motion, audio = self.table.motion, self.table.context.audio
        if motion.reduced:
            self.ms = LENGTH
            audio.play("shatter")
            return
        motion.to(self, LENGTH, 0, linear, ms=LENGTH)
        motion.at(CRACK, lambda: audio.play("shatter"))
        for number in range(min(3, self.view.pennies)):
            motion.at(CRACK + BOUNCE * 0.5 + 190 * number, lambda: audio.play("penny_ring", 0.5))

    def _top_out(self) -> None:
        tops = [self.table.layout.storey_place(*target, height) for target, height in self.heights.items()]
        self.table.throw_confetti([(top.x, top.y - 40) for top in tops])
        self.table.sound_the_end(self.view.outcome.winners)

    @property
    def is_broken(self) -> bool:
        """Whether the Sky is falling or has fallen."""
        return self.ms >= CRACK

    def unbroken(self, layout: Layout) -> Iterator[tuple[float, float]]:
        """Yield the left and right ends of what remains of the Sky, which breaks from the tower outwards."""
        where = self._breach(layout)
        gone = (self.ms - CRACK) / SPREAD * max(where, 1 - where)
        if gone < where:
            yield 0.0, (where - max(0.0, gone)) * layout.width
        if where + gone < 1:
            yield (where + max(0.0, gone)) * layout.width, layout.width

    def _share(self, begin: float, end: float) -> float:
        return max(0.0, min(1.0, (self.ms - begin) / (end - begin)))

    def _breach(self, layout: Layout) -> float:
        """Return the place where the first winning tower breaks through, as a share of the width."""
        return layout.tower_x(*self.winners[0]) / layout.width

    # -- drawing

    def draw_sky(self, stage: Stage, kit: Kit, layout: Layout) -> None:
        """Draw the night over the dusk, and the city in front of it."""
        dark = ease_in_out(self._share(*DARK))
        if not dark:
            return
        stage.blit(sky(kit, layout.ground), 0, 0, round(dark * 16) / 16)
        lit = round(self._share(*LIGHTS) * STEPS)
        city = night_city(kit, layout.ground, lit)
        stage.blit(city, 0, layout.ground - kit.size_of(city)[1], round(dark * 16) / 16)
        for target, tower in self._towers():  # so that no lights of the city are seen between storeys
            column, high = layout.column(*target, 3), len(tower) * layout.storey - 2
            wall = kit.plate(column.w - 4, high, kit.theme.suits[suit_of(tower[0])], (*kit.theme.night, 0), 1, 0)
            stage.blit(wall, column.x + 2, layout.ground - high, round(dark * 16) / 16)
        for target in self.winners:
            high = layout.column(*target, self.view.height(*target)).h * HALO
            stage.blit_centred(halo(kit, high), layout.tower_x(*target), layout.ground - high * 0.36, lit / STEPS)

    def draw_over(self, stage: Stage, kit: Kit, layout: Layout, line: float) -> None:
        """Draw the towers at night, the tree on them, and what falls. `line` is the y-coordinate of the Sky's line."""
        if self.breaks:
            self._draw_towers(stage, kit, layout)
        if self.rise > 0:
            self._draw_tree(stage, kit, layout)
        if self.breaks:
            self._draw_falling(stage, kit, layout, line)

    def _draw_tree(self, stage: Stage, kit: Kit, layout: Layout) -> None:
        """Draw the builders' tree on the winning towers, above everything that stands."""
        for target, height in self.heights.items():
            place = layout.storey_place(*target, height - 1)
            picture = kit.tilted(topping_tree(kit), 0, max(0.1, self.rise))
            stage.blit_centred(picture, place.x, place.y - layout.storey / 2 - 18 - 40 * self.rise)

    def _draw_towers(self, stage: Stage, kit: Kit, layout: Layout) -> None:
        """Darken the towers, and light their windows, beginning with the winner's."""
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
        """Return how many windows of a storey are lit."""
        begin, end = LIGHTS[0], LIGHTS[1] - WINDOWS_EACH
        far = abs(layout.tower_x(*target) / layout.width - self._breach(layout))
        late = min(1.0, far * 1.1 + level * 0.05)
        when = begin + (end - begin) * late
        return int(art.WINDOWS * self._share(when, when + WINDOWS_EACH))

    def _draw_falling(self, stage: Stage, kit: Kit, layout: Layout, line: float) -> None:
        """Draw the cracks, and then the falling glass and pennies."""
        where = self._breach(layout)
        if 0 < self.ms < CRACK:
            grown = max(1, math.ceil(self.ms / CRACK * CRACKS))
            stage.blit_centred(cracks(kit, grown), where * layout.width, line)
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
            stage.blit_centred(flash(kit), kit.width / 2, line, round(left * 8) / 8)

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
            picture = kit.tilted(glass(kit, piece.shape), angle, flies=True)
        x = piece.x * layout.width + piece.vx * time
        stage.blit_centred(picture, x, y, min(1.0, round(near * 4) / 4))

    def _draw_penny(self, stage: Stage, kit: Kit, layout: Layout, line: float, number: int) -> None:
        """Draw a penny that falls from its place, bounces, and comes to rest on the ground."""
        begin = CRACK + 70 * (number * 5 % 7)
        share = self._share(begin, begin + BOUNCE)
        top, foot = line - PENNY - 6, layout.ground - PENNY * FLAT + 3
        y = top + (foot - top) * ease_out_bounce(share)
        face = art.penny(kit, True, PENNY)
        turn = max(FLAT, abs(math.cos(math.pi * 2.5 * ease_out(share))))
        stage.blit_centred(kit.tilted(face, 90, 1.0, turn), layout.penny_x(number, self.view.pennies), y)


@lru_cache(maxsize=4)
def _pieces(where: float) -> Sequence[Debris]:
    """Return what falls when the Sky breaks at a place, given as a share of its width."""
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
