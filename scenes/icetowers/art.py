"""Pictures of pyramids and ice."""

from __future__ import annotations

import math
import random
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame

from topping_out.game.icetowers.state import PieceId
from topping_out.game.language import tr, tr_label
from topping_out.game.record import Player

from ..kit import plates
from ..kit.kit import Kit
from ..kit.sprites import painted_once
from ..kit.stage import Canvas, Drawing, Paint, Point
from ..kit.theme import LEAST_CONTRAST, Colour, Theme, contrast, mix

# -- colours


GHOST_PATTERN = 5
GHOST_SHADE: Colour = (88, 112, 138)
"""What the dark faces of the ghost's pyramids are mixed with, so that they stand out from the ice."""


@dataclass(frozen=True)
class Colours:
    """The looks of the colours of the rules. The first ones belong to the seats, and the next one to the ghost."""

    theme: Theme
    players: Sequence[Player]
    patterned: bool
    """Whether pyramids have a pattern in addition to their colour."""

    def is_seat(self, colour: int) -> bool:
        return colour < len(self.players)

    def paint(self, colour: int) -> Colour:
        return self.theme.seats[self.players[colour].colour] if self.is_seat(colour) else self.theme.ghost

    def pattern(self, colour: int) -> int:
        """Return the number of the pattern that `art.pyramid` draws."""
        return self.players[colour].colour if self.is_seat(colour) else GHOST_PATTERN

    def ink(self, colour: int) -> Colour:
        """Return the colour of text on a colour."""
        return self.theme.text_on(self.paint(colour))

    def name(self, colour: int) -> str:
        return tr_label(self.players[colour].name) if self.is_seat(colour) else tr("Ghost")

    def badge(self, kit: Kit, colour: int, radius: float) -> pygame.Surface:
        if self.is_seat(colour):
            sign, pattern = plates.seat_sign(self.players, colour), self.pattern(colour)
            if not self.patterned:
                return plates.badge(kit, sign, radius)
            return kit.cached(("sealed badge", sign, pattern, radius), lambda: self._sealed(kit, colour, radius))
        return kit.disc(radius, self.paint(colour), self.name(colour)[:1])

    def _sealed(self, kit: Kit, colour: int, radius: float) -> pygame.Surface:
        """Return the badge of a seat, with its pattern at the lower right."""
        badge = plates.badge(kit, plates.seat_sign(self.players, colour), radius)
        mark = seal(kit, self.pattern(colour), self.paint(colour), SEAL)
        over = round((SEAL - 0.3 * radius) * kit.scale)
        wide, high = badge.get_size()
        sheet = pygame.Surface((wide + 2 * over, high + 2 * over), pygame.SRCALPHA)
        sheet.blit(badge, (over, over))
        sheet.blit(mark, (sheet.get_width() - mark.get_width(), sheet.get_height() - mark.get_height()))
        return sheet


# -- sprites


REFUSAL = 2200.0
"""Milliseconds that the reason of a refusal is shown."""


class Piece:
    """A pyramid as it is drawn. `up` is its height above its shadow, and `z` orders overlapping pieces.

    `clear` is its opacity, which is lower while a cursor is at something behind it.
    """

    __slots__ = ("alpha", "clear", "id", "key", "shake", "up", "x", "y", "z")

    def __init__(self, id: PieceId, x: float, y: float) -> None:
        self.id, self.x, self.y = id, x, y
        self.up, self.z, self.alpha, self.clear, self.shake = 0.0, y, 1.0, 1.0, 0.0
        self.key: object = None
        """An id of the place to which it was moved last, so that it is moved there only once."""

    @property
    def look(self) -> tuple[Hashable, ...]:
        """Everything that its picture depends on, for the key of a layer."""
        return self.id, self.x, self.y, self.up, self.z, self.alpha, self.clear, self.shake

    @property
    def is_held(self) -> bool:
        return isinstance(self.key, tuple) and self.key[0] == "held"

    @property
    def shaken_x(self) -> float:
        """Its x-coordinate, including the shaking after a refusal."""
        return self.x + math.sin(self.shake * 14) * 7 * self.shake


class SpeechBubble:
    """A text shown to a player for `ms` milliseconds."""

    def __init__(self, text: str, ms: float) -> None:
        self.text, self.left = text, ms


class RefusalNote:
    """Why a player's action was not possible, as a sentence and a short word, shown in the bar for a short time."""

    def __init__(self, text: str, word: str) -> None:
        self.text, self.word, self.left = text, word, REFUSAL


# -- art


WIDTHS = (0.0, 37.0, 49.0, 62.0)
HEIGHTS = (0.0, 46.0, 62.0, 79.0)
"""Widths and heights of pyramids by size (pips), in logical units."""
BAND = 16.0
"""Height of the visible part of a piece under one of its own size."""

SEAL = 8.5
"""Radius of a player's sign on rings, plates and pointers."""
SIGN_RISE = 7.2
"""Distance of a pattern's middle from the foot of the dark face."""


def step(lower: int, upper: int) -> float:
    """Return how much higher a piece is than the larger or equal one that it caps."""
    return BAND + HEIGHTS[lower] * (1 - WIDTHS[upper] / WIDTHS[lower]) * 0.9


def corners(size: int) -> tuple[Point, Point, Point, Point]:
    """Return the apex and the left, front and right corners of a pyramid, relative to its picture's top left corner."""
    w, h = WIDTHS[size], HEIGHTS[size]
    return (w * 0.5, 1.0), (1.0, h - w * 0.17), (w * 0.45, h - 1.0), (w - 1.0, h - w * 0.2)


@painted_once
def pyramid(kit: Kit, colour: Colour, size: int, sign: int, patterned: bool, factor: float = 1.0) -> pygame.Surface:
    """Return a pyramid, `factor` times as large as on the ice.

    `sign` is the number of its pattern (0 to 4, or 5 for the ghost, whose pyramids are paler).
    """
    w, h, is_high = WIDTHS[size], HEIGHTS[size], kit.theme.is_high
    ghost = sign == GHOST_PATTERN
    white = (255, 255, 255)
    depth = 255 if is_high else 225 if ghost else 238
    light = mix(colour, white, 0.75 if ghost else 0.42)
    dark = mix(colour, GHOST_SHADE, 0.62) if ghost else mix(colour, (0, 0, 0), 0.1)
    edge = (0, 0, 0) if is_high else mix(dark, (0, 0, 0), 0.62 if ghost else 0.45)
    thick = 2.0 if is_high else 1.4 if ghost else 0.9
    apex, left, front, right = corners(size)
    canvas = kit.canvas(w, h, mix(light, dark, 0.5), zoom=factor)
    canvas.polygon([apex, left, front], (*light, depth))
    canvas.polygon([apex, front, right], (*dark, depth))
    # light that shines through: a paler wedge low on each face, and a glint along the outer edge of the lit one
    low = (left[0] + (front[0] - left[0]) * 0.5, left[1] + (front[1] - left[1]) * 0.5)
    canvas.polygon([between(apex, low, 0.35), left, low], (*mix(light, white, 0.35), 90))
    canvas.polygon([between(apex, front, 0.2), front, between(front, right, 0.35)], (*mix(dark, white, 0.3), 70))
    canvas.line([between(apex, left, 0.06), between(apex, left, 0.94)], (*mix(light, white, 0.7), 255), 1.1)
    for a, b in ((apex, left), (left, front), (front, right), (right, apex)):
        canvas.line([a, b], edge, thick)
    canvas.line([apex, front], mix(light, white, 0.35), 0.9)
    _paint_pips(canvas, size, left, front, edge if ghost else white, mix(edge, (0, 0, 0), 0.2))
    if patterned:
        ink = white if contrast(white, dark) >= LEAST_CONTRAST else mix(edge, (0, 0, 0), 0.7)
        paint_sign(canvas, sign, between(front, right, 0.5), ink)
    return canvas.done()


def between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _paint_pips(canvas: Canvas, pips: int, left: Point, front: Point, paint: Paint, rim: Paint) -> None:
    """Paint pips along the foot of the lit face, which stays visible in a tower."""
    for number in range(pips):
        share = (number + 0.75) / (pips + 0.75)
        x, y = between(left, front, 0.1 + 0.72 * share)
        canvas.circle(x, y - 6.6, 3.1, rim)
        canvas.circle(x, y - 6.6, 2.5, paint)


def paint_sign(canvas: Drawing, sign: int, middle: Point, paint: Paint) -> None:
    """Paint a colour's pattern at the foot of the dark face: bar, ring, peak, cross or twin bars."""
    x, y = middle[0], middle[1] - SIGN_RISE
    if sign == 0:
        canvas.line([(x - 4, y + 0.8), (x + 4, y - 0.8)], paint, 1.8)
    elif sign == 1:
        canvas.circle(x, y, 3.4, paint, 1.4)
    elif sign == 2:
        canvas.line([(x - 3.6, y + 2.4), (x, y - 3), (x + 3.6, y + 1.8)], paint, 1.7)
    elif sign == 3:
        canvas.line([(x - 3, y + 3), (x + 3, y - 3)], paint, 1.6).line([(x - 3, y - 2.6), (x + 3, y + 2.6)], paint, 1.6)
    elif sign == 4:
        canvas.line([(x - 2, y + 3.6), (x - 2, y - 3)], paint, 1.6)
        canvas.line([(x + 2.2, y + 2.8), (x + 2.2, y - 3.8)], paint, 1.6)


@painted_once
def sign(kit: Kit, number: int, paint: Colour) -> pygame.Surface:
    """Return the picture of a colour's pattern."""
    size = 12.0
    canvas = kit.canvas(size, size, paint)
    paint_sign(canvas, number, (size / 2, size / 2 + SIGN_RISE), paint)
    return canvas.done()


@painted_once
def seal(kit: Kit, number: int, colour: Colour, radius: float) -> pygame.Surface:
    """Return a disc with a colour's pattern, which links a player's pyramids to the player's plate and pointer."""
    ink = kit.theme.text_on(colour)
    canvas = kit.canvas(2 * radius, 2 * radius, colour).circle(radius, radius, radius, ink)
    canvas.circle(radius, radius, radius - 1.2, colour)
    paint_sign(canvas, number, (radius, radius + SIGN_RISE), ink)
    return canvas.done()


@painted_once
def shadow(kit: Kit, size: int, lifted: bool = False, factor: float = 1.0) -> pygame.Surface:
    """Return the soft shadow of a pyramid; under a lifted one it is wider and paler."""
    width = WIDTHS[size] * (1.25 if lifted else 1.18)
    height = width * 0.36

    def paint(scale: float) -> pygame.Surface:
        scale *= factor
        canvas = Canvas(width + 16, height + 16, scale, (70, 96, 122), detail=2)
        canvas.ellipse(8, 8, width, height, (52, 78, 104, 70 if lifted else 120))
        return pygame.transform.gaussian_blur(canvas.done(), max(1, round((5 if lifted else 3) * scale)))

    return kit.soft((width + 16) * factor, (height + 16) * factor, paint)


CRACKS = 10
"""Number of pairs of cracks in the ice when the time is up."""


PLAIN_ICE: Colour = (250, 252, 255)
"""The ice in high contrast."""


def ice(kit: Kit, cracks: int = 0) -> pygame.Surface:
    """Return the table: pale ice with soft light, fine scratches, and `cracks` pairs of cracks.

    In high contrast it is plain, so that nothing on it looks like a line that matters.
    """

    def crack() -> pygame.Surface:
        sheet = ice(kit, cracks - 1).copy()
        _crack(kit, sheet, 2 * cracks - 1)
        _crack(kit, sheet, 2 * cracks)
        return sheet

    def make() -> pygame.Surface:
        width, height = kit.metrics.pixels
        if kit.theme.is_high:
            plain = pygame.Surface((width, height))
            plain.fill(PLAIN_ICE)
            return plain
        small = pygame.Surface((96, 54))
        shades = [mix((238, 245, 250), (158, 190, 212), step / 255) for step in range(256)]
        for x in range(96):
            for y in range(54):
                away = math.hypot((x - 36) / 78, (y - 15) / 48)
                small.set_at((x, y), shades[round(255 * min(1.0, away**1.3))])
        sheet = pygame.transform.smoothscale(small, (width, height))
        _scratch(kit, sheet, small)
        return sheet

    return kit.cached(("ice", cracks), crack if cracks else make)


def _crack(kit: Kit, sheet: pygame.Surface, number: int) -> None:
    """Draw a crack from near the middle to the rim, with a branch and a lit edge."""
    rng = random.Random(100 + number)
    width, height = sheet.get_size()
    x, y, angle = width * rng.uniform(0.42, 0.58), height * rng.uniform(0.38, 0.52), number * 2.4
    points = [(x, y)]
    while 0 <= x <= width and 0 <= y <= height:
        length = rng.uniform(26, 76) * kit.scale
        x, y = x + math.cos(angle) * length, y + math.sin(angle) * length * 0.6
        angle = number * 2.4 + rng.uniform(-0.75, 0.75)
        points.append((x, y))
    start = points[len(points) // 2]
    branch = [start]
    for _ in range(4):
        turn, length = number * 2.4 + rng.uniform(0.5, 1.3), rng.uniform(18, 44) * kit.scale
        branch.append((branch[-1][0] + math.cos(turn) * length, branch[-1][1] + math.sin(turn) * length * 0.6))
    near = max(1.0, 1.4 * kit.scale)
    for line in points, branch:
        pygame.draw.aalines(sheet, (255, 255, 255), False, [(a, b + near) for a, b in line])
        pygame.draw.lines(sheet, (96, 134, 166), False, line, max(1, round(kit.scale)))
        pygame.draw.aalines(sheet, (74, 112, 146), False, line)


def _scratch(kit: Kit, sheet: pygame.Surface, small: pygame.Surface) -> None:
    """Draw scratches slightly lighter than the ice. `small` is the same ice in few pixels, to read its colours."""
    rng = random.Random(4)
    across, down = small.get_width() / sheet.get_width(), small.get_height() / sheet.get_height()
    for _ in range(34):
        x, y, angle = rng.random() * sheet.get_width(), rng.random() * sheet.get_height(), rng.random() * math.tau
        for _ in range(rng.randrange(2, 6)):
            length = rng.uniform(20, 110) * kit.scale
            end = x + math.cos(angle) * length, y + math.sin(angle) * length * 0.5
            here = (
                max(0, min(small.get_width() - 1, int(x * across))),
                max(0, min(small.get_height() - 1, int(y * down))),
            )
            red, green, blue, _ = small.get_at(here)
            paint = mix((red, green, blue), (255, 255, 255), 120 / 255)
            pygame.draw.aaline(sheet, paint, (x, y), end)
            x, y = end
            angle += rng.uniform(-0.9, 0.9)


DASHES = (22, 22, 21, 24, 25)
"""Number of dashes of a ring, by the number of players who share it, minus one."""


@painted_once
def ring(kit: Kit, size: int, parts: Sequence[tuple[Colour, bool]]) -> pygame.Surface:
    """Return a dashed ellipse for a tower's foot, which marks towers that can be capped or are pointed at.

    Its dashes take turns in the colours of `parts`, one for each player; those of a player who aims at it are bold.
    """
    width = WIDTHS[size] + 30
    height = width * 0.46
    canvas = kit.canvas(width, height, parts[0][0])
    share = math.tau / len(parts)
    for place, (colour, bold) in enumerate(parts):
        if bold:
            arc = [_on_ellipse(width, height, share * (place + step / 12)) for step in range(13)]
            canvas.polygon([(width / 2, height / 2), *arc] if len(parts) > 1 else arc, (*colour, 60))
    count = DASHES[len(parts) - 1]
    for number in range(count):
        a, b = math.tau * number / count, math.tau * (number + 0.56) / count
        dots = [_on_ellipse(width, height, a + (b - a) * part / 3) for part in range(4)]
        colour, bold = parts[number % len(parts)]
        if kit.theme.is_high:
            canvas.line(dots, kit.theme.ink, 5.6 if bold else 4.6)
        canvas.line(dots, colour, 3.6 if bold else 2.6)
    return canvas.done()


def _on_ellipse(width: float, height: float, angle: float) -> Point:
    return width / 2 + (width / 2 - 4) * math.cos(angle), height / 2 + (height / 2 - 4) * math.sin(angle)


@painted_once
def glow(kit: Kit, size: int, *colours: Colour) -> pygame.Surface:
    """Return the outline of a pyramid, to highlight it. Several colours take turns along it."""
    apex, left, front, right = ((x + 4, y + 4) for x, y in corners(size))
    canvas = kit.canvas(WIDTHS[size] + 8, HEIGHTS[size] + 8, colours[0])
    if len(colours) == 1:
        return canvas.line([apex, left, front, right, apex], colours[0], 3).done()
    dashes = ((a, b, n) for a, b in pairwise((apex, left, front, right, apex)) for n in range(4))
    for number, (a, b, n) in enumerate(dashes):
        canvas.line([between(a, b, n / 4), between(a, b, (n + 1) / 4)], colours[number % len(colours)], 3)
    return canvas.done()


STALL_TICKS = 24
HURRY: Colour = (196, 28, 44)
"""Colour of the ring and the clock in their last moments."""


@painted_once
def stall_ring(kit: Kit, left: int, colour: Colour, radius: float = 46.0) -> pygame.Surface:
    """Return a ring of `left` of STALL_TICKS marks, for the time left of a piece that must be played, or of a rest."""
    canvas = kit.canvas(2 * radius + 8, 2 * radius + 8, colour)
    for number in range(left):
        a = math.tau * (0.75 - number / STALL_TICKS)
        arc = [a - math.tau * part / 2 / STALL_TICKS * 0.7 for part in range(3)]
        dots = [(radius + 4 + radius * math.cos(t) * 0.94, radius + 4 + radius * math.sin(t) * 0.94) for t in arc]
        canvas.line(dots, (255, 255, 255), 7)
        canvas.line(dots, colour, 4.4)
    return canvas.done()


@painted_once
def scissors(kit: Kit, bold: bool) -> pygame.Surface:
    """Return the mark of a gap: a dark disc with a cross."""
    radius = 12.0 if bold else 8.5
    ink = kit.theme.night
    canvas = kit.canvas(2 * radius, 2 * radius, ink).circle(radius, radius, radius, ink)
    arm = radius * 0.55
    canvas.line([(radius - arm, radius - 0.6 * arm), (radius + arm, radius + 0.4 * arm)], (255, 255, 255), 1.7)
    canvas.line([(radius - arm, radius + 0.6 * arm), (radius + arm, radius - 0.4 * arm)], (255, 255, 255), 1.7)
    return canvas.done()
