"""Ornaments: headings, panels, confetti, pointers, card backs, and sheets for figures in the rules."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from itertools import product

import pygame

from topping_out.game.text import clusters

from .kit import Kit, on_one_line
from .sprites import painted_once
from .stage import Canvas, Drawing, Paint, Stage, vertical_gradient
from .theme import WHITE, Colour, Theme, mix

# -- sheet


class Sheet:
    """A transparent sheet to put pictures on, in logical units."""

    def __init__(self, kit: Kit, width: float, height: float) -> None:
        self.kit = kit
        self.sheet = kit.blank((width * kit.scale, height * kit.scale))

    def put(self, surface: pygame.Surface, x: float, y: float) -> None:
        """Put a surface on the sheet with its middle at (x, y)."""
        scale = self.kit.scale
        self.sheet.blit(surface, surface.get_rect(center=(round(x * scale), round(y * scale))))

    def write(
        self, text: str, x: float, y: float, face: str = "bold", size: float = 14, is_light: bool = False
    ) -> None:
        theme = self.kit.theme
        self.put(self.kit.text(text, size, face, theme.paper if is_light else theme.ink), x, y)

    def ground(self, y: float, left: float, right: float) -> None:
        copper = self.kit.theme.copper
        line = self.kit.canvas(right - left, 2, copper).rect(0, 0, right - left, 2, copper).done()
        self.put(line, (left + right) / 2, y + 1)

    def arrow(self, x: float, y: float, angle: float = 0.0, length: float = 46.0, heads: int = 1) -> None:
        """Put an arrow with its middle at (x, y), turned counter-clockwise by `angle` degrees."""
        self.put(self.kit.tilted(_arrow(self.kit, length, heads), angle), x, y)


@painted_once
def _arrow(kit: Kit, length: float, heads: int) -> pygame.Surface:
    brown = mix(kit.theme.brass, kit.theme.ink, 0.35)
    canvas = kit.canvas(length, 18, brown)
    canvas.rect(8 if heads > 1 else 0, 7, length - (16 if heads > 1 else 8), 4, brown)
    canvas.polygon([(length - 14, 0), (length, 9), (length - 14, 18)], brown)
    if heads > 1:
        canvas.polygon([(14, 0), (0, 9), (14, 18)], brown)
    return canvas.done()


# -- cards


@painted_once
def card_back(kit: Kit, width: float = 104.0, height: float = 148.0, radius: float = 9.0) -> pygame.Surface:
    """Return the back of a card: a fan of brass rays on dark blue."""
    theme = kit.theme
    canvas = kit.canvas(width, height, theme.dusk)
    canvas.rect(0, 0, width, height, mix(theme.dusk, theme.night, 0.55), radius)
    canvas.cut(1, 1, width - 2, height - 2, mix(theme.dusk, theme.night, 0.25), radius - 1)
    paint_back(canvas, theme, width, height)
    return canvas.done()


def paint_back(canvas: Drawing, theme: Theme, width: float, height: float) -> None:
    """Paint a card's back without its ground."""
    canvas.rect(7, 7, width - 14, height - 14, theme.brass, 5, 1.3)
    brass, middle, foot = mix(theme.brass, theme.dusk, 0.18), width / 2, height - 30
    # nine rays from a point at the top to the base line, and three shorter lines below it
    for number in range(-4, 5):
        canvas.line([(middle, 24), (middle + number * width * 0.081, foot)], brass, 0.9)
    canvas.line([(middle - width * 0.346, foot), (middle + width * 0.346, foot)], brass, 1.6)
    for number in range(3):
        y, half = foot + 4 + number * 4, width * 0.288 - number * 6
        canvas.line([(middle - half, y), (middle + half, y)], brass, 1)


def pile(kit: Kit, back: pygame.Surface, count: int, scale: float) -> pygame.Surface:
    """Return a draw pile of `count` cards: one back for every 12 cards or fewer, at most six, on top of each other."""
    edges = min(6, (count + 11) // 12)

    def make() -> pygame.Surface:
        top = kit.tilted(back, 0, scale)
        lift = round(2.4 * kit.scale)
        sheet = kit.blank((top.get_width() + lift * 6, top.get_height() + lift * 6))
        for number in range(edges):
            sheet.blit(top, (lift * (6 - number) // 2, lift * (6 - number)))
        return sheet

    return kit.cached(("pile", back.get_size(), edges, scale), make)


# -- pointer


@painted_once
def pointer(kit: Kit, colour: Colour, is_mirrored: bool = False) -> pygame.Surface:
    """Return a pointer's arrow, with its tip at the top left corner, or if mirrored at the top right."""
    shape = [(1.5, 1.5), (1.5, 23.0), (7.0, 18.0), (11.0, 26.5), (15.0, 24.6), (11.0, 16.4), (18.4, 16.0)]
    canvas = Canvas(22, 29, kit.scale * kit.pointer_size, WHITE).line([*shape, shape[0]], WHITE, 3.2)
    arrow = canvas.polygon(shape, colour).done()
    return pygame.transform.flip(arrow, True, False) if is_mirrored else arrow


# -- confetti


GRAVITY = 420.0
"""Acceleration of scraps, in logical units per second squared."""
LIFE = 3.2
"""Seconds after which a scrap disappears."""


class Scrap:
    """A scrap of confetti."""

    __slots__ = ("age", "colour", "phase", "vx", "vy", "x", "y")

    def __init__(self, x: float, y: float, rng: random.Random) -> None:
        angle = rng.uniform(-math.pi, 0)
        force = rng.uniform(120, 460)
        self.x, self.y = x, y
        self.vx, self.vy = math.cos(angle) * force, math.sin(angle) * force
        self.age = rng.uniform(0, 0.5)
        self.colour, self.phase = rng.randrange(6), rng.random() * math.tau


class Confetti:
    """The scraps of confetti in the air."""

    def __init__(self) -> None:
        self._scraps: list[Scrap] = []
        self._rng = random.Random(8)

    @property
    def is_over(self) -> bool:
        return not self._scraps

    def burst(self, places: Iterable[tuple[float, float]], count: int = 90) -> None:
        """Throw `count` scraps up at each place (logical units)."""
        self._scraps += [Scrap(x, y, self._rng) for x, y in places for _ in range(count)]

    def stretch(self, wider: float, higher: float) -> None:
        """Scale the scraps' coordinates after a resize of the window by these factors."""
        for scrap in self._scraps:
            scrap.x, scrap.y = scrap.x * wider, scrap.y * higher

    def update(self, ms: float) -> None:
        seconds = min(ms, 50) / 1000
        for scrap in self._scraps:
            scrap.age += seconds
            scrap.vx *= 1 - 1.6 * seconds
            scrap.vy += (GRAVITY - 3.2 * scrap.vy) * seconds
            scrap.x += (scrap.vx + 26 * math.sin(scrap.age * 5 + scrap.phase)) * seconds
            scrap.y += scrap.vy * seconds
        self._scraps = [scrap for scrap in self._scraps if scrap.age < LIFE]

    def draw(self, stage: Stage, kit: Kit) -> None:
        for scrap in self._scraps:
            width = round(abs(math.sin(scrap.age * 7 + scrap.phase)) * 4) * 2 + 1
            fade = min(1.0, (LIFE - scrap.age) * 2)
            stage.blit_centred(_paper(kit, scrap.colour, width), scrap.x, scrap.y, round(fade * 4) / 4)


@painted_once
def _paper(kit: Kit, number: int, width: int) -> pygame.Surface:
    theme = kit.theme
    colour = (theme.brass, theme.paper, *theme.suits)[number]
    return kit.canvas(width, 7, colour).rect(0, 0, width, 7, colour).done()


# -- dust


SETTLING = 0.75
"""Seconds after which dust has settled."""
CLOUDS = 7


class Dust:
    """Dust that rises where something heavy falls: clouds that widen, drift aside and fade."""

    def __init__(self) -> None:
        self._clouds: list[tuple[float, float, float, float]] = []
        """Of each cloud: where it rises, how far it drifts in logical units, and how large it gets."""
        self._age = SETTLING
        self._rng = random.Random(12)
        self.is_still = False
        """Whether motion is reduced, so that the clouds only fade."""

    @property
    def is_over(self) -> bool:
        return self._age >= SETTLING

    def rise(self, x: float, y: float, width: float) -> None:
        """Let dust rise along a foot of that width with its middle at (x, y), in logical units."""
        rng, self._clouds = self._rng, [] if self.is_over else self._clouds[-2 * CLOUDS :]
        for number in range(CLOUDS):
            aside = (number + 0.5) / CLOUDS - 0.5
            self._clouds.append((x + aside * width, y, aside * 70 + rng.uniform(-8, 8), rng.uniform(0.6, 1.1)))
        self._age = 0.0

    def update(self, ms: float) -> None:
        self._age = min(SETTLING, self._age + min(ms, 50) / 1000)

    def draw(self, stage: Stage, kit: Kit) -> None:
        if self.is_over:
            return
        share = self._age / SETTLING
        grown = 0.6 if self.is_still else round(1 - (1 - share) ** 3, 1)
        for x, y, drift, size in self._clouds:
            cloud = kit.tilted(_cloud(kit), 0, max(0.2, round(size * (0.5 + grown), 1)), flies=True)
            stage.blit_centred(cloud, x + drift * grown, y - 16 * grown, round((1 - share) * 8) / 8)


@painted_once
def _cloud(kit: Kit) -> pygame.Surface:
    """Return a small cloud of dust, soft at its edge."""
    colour, size = mix(kit.theme.paper, kit.theme.dusk, 0.35), 44.0
    canvas = kit.canvas(size, size, colour)
    for number in range(8):
        canvas.circle(size / 2, size / 2, size / 2 * (1 - number / 8), (*colour, 16))
    return canvas.done()


# -- ornament


SOFT_SCALE = 0.5
"""Pixels per logical unit in which soft light is drawn before it is enlarged to the window's scale."""
BEAMS = 13
"""Number of beams of light behind the title's city."""


@painted_once
def lettering(kit: Kit, text: str, size: float, spacing: float = 0.12) -> pygame.Surface:
    """Return a golden headline with letters `spacing` × `size` apart. It ignores the text-size setting."""
    gap = round(size * spacing * kit.scale)
    letters = [(font, letter) for font, part in kit.runs(text, "title", size) for letter in clusters(part) or [""]]
    signs = [(font, letter, font.render(letter, True, WHITE)) for font, letter in letters]
    sheet = on_one_line(signs, gap)
    above = (sheet.get_height() - (high := signs[0][0].get_height())) // 2
    theme = kit.theme
    stops: list[tuple[float, Paint]] = [
        (0.0, theme.paper), (0.34, mix(theme.paper, theme.brass, 0.35)), (0.58, theme.brass), (1.0, theme.glow)
    ]  # fmt: skip
    placed = [((above + share * high) / sheet.get_height(), paint) for share, paint in stops]
    sheet.blit(vertical_gradient(sheet.get_size(), placed), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return sheet


@painted_once
def rule(kit: Kit, width: float) -> pygame.Surface:
    """Return a brass line that tapers to both ends, with a diamond in its middle; 10 units high."""
    brass, middle = kit.theme.brass, width / 2
    canvas = kit.canvas(width, 10, brass)
    canvas.polygon([(0, 5), (middle - 12, 4.2), (middle - 12, 5.8)], brass)
    canvas.polygon([(width, 5), (middle + 12, 4.2), (middle + 12, 5.8)], brass)
    return canvas.polygon([(middle - 5, 5), (middle, 0), (middle + 5, 5), (middle, 10)], brass).done()


@painted_once
def panel(kit: Kit, width: float, height: float, opacity: int = 235) -> pygame.Surface:
    """Return a dark plate with a brass frame and stepped corners."""
    theme = kit.theme
    canvas = kit.canvas(width, height, theme.brass, detail=3)
    paints: tuple[tuple[float, Paint], ...] = (0.0, theme.brass), (1.5, (*theme.plate, opacity))
    for inset, paint in paints:
        for step in (0, 8, 16):  # three overlapping rectangles make the steps
            x, y = inset + step, inset + 16 - step
            canvas.cut(x, y, width - 2 * x, height - 2 * y, paint)
    for x, y in product((22, width - 22), (22, height - 22)):
        canvas.polygon([(x - 3, y), (x, y - 3), (x + 3, y), (x, y + 3)], theme.brass)
    return canvas.done()


def paint_rays(kit: Kit, picture: pygame.Surface, x: float, y: float) -> None:
    """Paint beams of light that fan out upwards from (x, y) onto a picture of the whole window."""
    width, height = kit.width, kit.height
    canvas = Canvas(width, y, SOFT_SCALE, kit.theme.glow, detail=2)
    far = math.hypot(width, height)
    half = math.pi / BEAMS / 2.6
    for number in range(BEAMS):
        angle = math.pi * (number + 0.5) / BEAMS
        sides = [(x + math.cos(a) * far, y - math.sin(a) * far) for a in (angle - half, angle + half)]
        canvas.polygon([(x, y), *sides], (*kit.theme.glow, 255))
    beams = canvas.done()
    fade = [(0.0, (*WHITE, 0)), (0.45 * height / y, (*WHITE, 13)), (1.0, (*WHITE, 26))]
    beams.blit(vertical_gradient(beams.get_size(), fade), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    size = picture.get_width(), round(beams.get_height() / SOFT_SCALE * kit.scale)
    picture.blit(pygame.transform.smoothscale(beams, size), (0, 0))


def softened(surface: pygame.Surface, radius: float) -> pygame.Surface:
    """Return the surface blurred by about `radius` device pixels. Shrinking and enlarging it is faster than a blur."""
    width, height = surface.get_size()
    less = max(1.0, radius)
    small = pygame.transform.smoothscale(surface, (max(1, round(width / less)), max(1, round(height / less))))
    return pygame.transform.smoothscale(small, (width, height))


def shine(picture: pygame.Surface, lights: pygame.Surface, radius: float, opacity: int) -> pygame.Surface:
    """Put lights onto a picture of the same size, with a bloom of about `radius` device pixels around them."""
    picture.blit(lights, (0, 0))
    bloom = softened(lights, radius)
    bloom.set_alpha(opacity)
    picture.blit(bloom, (0, 0))
    return picture


def put_heading(stage: Stage, kit: Kit, text: str, x: float, y: float, room: float) -> None:
    """Draw a heading and the rule below it, centred at `x` with the top at `y`, at most `room` wide; 50 units high."""
    wide = ((size, kit.text_size(text.upper(), size, "title", fixed=True)[0]) for size in range(34, 14, -2))
    size = next((size for size, width in wide if width + len(text.upper()) * size * 0.1 <= room), 14)
    sign = lettering(kit, text.upper(), size, 0.1)
    width = kit.size_of(sign)[0]
    stage.blit_centred(sign, x, y + 17)
    stage.blit_centred(rule(kit, min(room, max(280.0, width + 120))), x, y + 42)
