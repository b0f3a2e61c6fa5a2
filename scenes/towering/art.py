"""Pictures of Towering's cards, storeys and sites."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, replace

import pygame

from topping_out.game.towering.actions import (
    COLOUR_LETTERS,
    HIGHEST,
    CardId,
    Colour,
    Dots,
    braille_cells,
    colour_of,
    number_of,
)

from ..kit import ornament as kit_cards
from ..kit.kit import Kit
from ..kit.sprites import painted_once
from ..kit.stage import Drawing, Point
from ..kit.theme import Colour as Rgb
from ..kit.theme import Theme, mix

# -- sites


Bounds = tuple[float, float, float, float]
"""Left, top, width, height."""


@dataclass(frozen=True)
class Land:
    """A box to paint a landscape in. Points are shares of its width, and of its height counted upwards."""

    canvas: Drawing
    box: Bounds
    theme: Theme
    back: Rgb
    front: Rgb
    bright: Rgb
    """The colour of snow, sun and lit edges."""
    sun: bool = True

    def at(self, x: float, up: float) -> Point:
        left, top, width, height = self.box
        return left + x * width, top + (1 - up) * height

    def shape(self, points: list[Point], paint: Rgb) -> None:
        self.canvas.polygon([self.at(*point) for point in points], paint)

    def disc(self, x: float, up: float, size: float, paint: Rgb) -> None:
        """Paint a disc; `size` is its radius as a share of the box's height."""
        self.canvas.circle(*self.at(x, up), size * self.box[3], paint)


def paint_landscape(canvas: Drawing, theme: Theme, colour: Colour, box: Bounds, day: bool, sun: bool = True) -> None:
    """Paint a site's landscape: by day in light colours with a sky, at dusk only its outlines, over an existing sky."""
    base = tuple(theme.sites.values())[colour]
    if day:
        sky = mix(theme.paper, base, 0.2)
        canvas.gradient(*box, [(0.0, sky), (1.0, mix(theme.paper, theme.window, 0.3))])
        land = Land(canvas, box, theme, mix(base, theme.paper, 0.68), mix(base, theme.paper, 0.46), theme.paper)
    else:
        back, front = (
            mix(mix(theme.hills, theme.rose, 0.42), base, 0.34),
            mix(mix(theme.hills, base, 0.4), theme.night, 0.18),
        )
        land = Land(canvas, box, theme, back, front, mix(back, theme.paper, 0.42))
    PAINTERS[colour](replace(land, sun=sun))


def _ice(land: Land) -> None:
    peaks = ((0.0, 0.3), (0.13, 0.52), (0.22, 0.34), (0.4, 0.86), (0.54, 0.42), (0.66, 0.66), (0.8, 0.36), (1.0, 0.5))
    land.shape([(0, 0), *peaks, (1, 0)], land.back)
    for (ax, ay), (x, y), (bx, by) in zip(peaks, peaks[1:], peaks[2:]):
        if y > ay and y > by:
            left, right = (x - (x - ax) * 0.3, y - (y - ay) * 0.3), (x + (bx - x) * 0.3, y - (y - by) * 0.3)
            land.shape([left, (x, y), right, (x + 0.02, y - 0.11), (x - 0.03, y - 0.15)], land.bright)
    floes = ((0.0, 0.16), (0.18, 0.2), (0.26, 0.1), (0.5, 0.13), (0.62, 0.24), (0.78, 0.21), (0.86, 0.1), (1.0, 0.13))
    land.shape([(0, 0), *floes, (1, 0)], land.front)
    for (ax, ay), (bx, by) in ((floes[0], floes[1]), (floes[4], floes[5])):
        land.shape([(ax, ay), (bx, by), (bx, by - 0.04), (ax, ay - 0.05)], land.bright)


def _canyon(land: Land) -> None:
    mesas = (
        (0.0, 0.44), (0.1, 0.44), (0.13, 0.74), (0.32, 0.74), (0.36, 0.3), (0.56, 0.3), (0.6, 0.52), (0.66, 0.52),
        (0.69, 0.84), (0.82, 0.84), (0.85, 0.46), (1.0, 0.46),
    )  # fmt: skip
    land.shape([(0, 0), *mesas, (1, 0)], land.back)
    for left, right, up in ((0.135, 0.32, 0.66), (0.14, 0.33, 0.56), (0.695, 0.825, 0.74), (0.7, 0.83, 0.62)):
        land.shape([(left, up), (right, up), (right, up - 0.025), (left, up - 0.025)], mix(land.back, land.bright, 0.4))
    walls = ((0.0, 0.34), (0.12, 0.34), (0.2, 0.12), (0.46, 0.08), (0.74, 0.1), (0.84, 0.28), (1.0, 0.3))
    land.shape([(0, 0), *walls, (1, 0)], land.front)


def _desert(land: Land) -> None:
    if land.sun:
        land.disc(0.74, 0.74, 0.13, mix(land.bright, land.theme.glow, 0.55))
    land.shape([(0.1, 0.2), (0.3, 0.66), (0.5, 0.2)], land.back)
    land.shape([(0.3, 0.66), (0.5, 0.2), (0.36, 0.2)], mix(land.back, land.front, 0.6))
    land.shape([(0.42, 0.2), (0.56, 0.48), (0.7, 0.2)], land.back)
    for phase, high, paint in ((0.4, 0.26, land.back), (2.4, 0.17, land.front)):
        dune = [(s / 24, high * (1 + 0.42 * math.sin(s / 24 * math.tau + phase))) for s in range(25)]
        land.shape([(0, 0), *dune, (1, 0)], paint)


def _forest(land: Land) -> None:
    land.shape([(0, 0), (0, 0.36), (0.3, 0.56), (0.6, 0.4), (1, 0.54), (1, 0)], land.back)
    firs = ((0.04, 0.5), (0.16, 0.66), (0.28, 0.46), (0.4, 0.34), (0.58, 0.4), (0.7, 0.56), (0.83, 0.74), (0.95, 0.52))
    for x, up in firs:
        for level in range(3):
            foot = up * (0.16 + 0.26 * level)
            wide = 0.085 - 0.02 * level
            left, right = max(0.0, x - wide), min(1.0, x + wide)
            land.shape([(left, foot), (x, min(up, foot + up * 0.46)), (right, foot)], land.front)
    land.shape([(0, 0), (0, 0.14), (0.5, 0.1), (1, 0.15), (1, 0)], land.front)


def _city(land: Land) -> None:
    blocks = (
        (0.0, 0.13, 0.5),
        (0.14, 0.1, 0.72),
        (0.25, 0.13, 0.42),
        (0.62, 0.12, 0.6),
        (0.75, 0.09, 0.86),
        (0.85, 0.15, 0.48),
    )
    for x, wide, up in blocks:
        land.shape([(x, 0), (x, up), (x + wide, up), (x + wide, 0)], land.back)
    land.shape([(0.79, 0.86), (0.795, 0.98), (0.8, 0.86)], land.back)
    for x, wide, up in ((0.0, 0.2, 0.24), (0.22, 0.12, 0.36), (0.4, 0.16, 0.2), (0.58, 0.14, 0.3), (0.74, 0.26, 0.22)):
        land.shape([(x, 0), (x, up), (x + wide, up), (x + wide, 0)], land.front)
        for pane in range(2):
            left = x + wide * (0.25 + 0.4 * pane)
            land.shape(
                [(left, up - 0.06), (left + 0.025, up - 0.06), (left + 0.025, up - 0.1), (left, up - 0.1)], land.bright
            )


def _heath(land: Land) -> None:
    for phase, high, wave, paint in ((0.2, 0.46, 0.2, land.back), (2.0, 0.24, 0.3, land.front)):
        hill = [(s / 24, high * (1 + wave * math.sin(s / 24 * 4.4 + phase))) for s in range(25)]
        land.shape([(0, 0), *hill, (1, 0)], paint)
    for x, up, size in ((0.08, 0.24, 0.09), (0.2, 0.26, 0.07), (0.72, 0.2, 0.1), (0.86, 0.22, 0.08), (0.94, 0.2, 0.06)):
        land.disc(x, up, size, land.front)
        land.disc(x + 0.01, up + size * 0.6, size * 0.35, mix(land.front, land.bright, 0.35))
    for x, up in ((0.3, 0.66), (0.37, 0.6)):
        land.shape(
            [(x, 0.4), (x + 0.008, up), (x + 0.042, up - 0.02), (x + 0.05, 0.4)], mix(land.back, land.front, 0.75)
        )


PAINTERS: tuple[Callable[[Land], None], ...] = (_ice, _canyon, _desert, _forest, _city, _heath)
"""By colour."""


# -- roofs


def paint_roof(canvas: Drawing, theme: Theme, colour: Colour, box: Bounds) -> None:
    """Paint the roof of a tower; each site has its own outline."""
    base = mix(tuple(theme.sites.values())[colour], theme.ink, 0.18)
    left, top, width, height = box
    roof = Roof(canvas, left + width / 2, top + height * 0.8, width * 0.36, height, base, mix(base, theme.paper, 0.35))
    ROOFS[colour](roof)
    ledge = mix(theme.brass, theme.night, 0.25)
    canvas.rect(roof.middle - roof.half * 1.2, roof.foot, roof.half * 2.4, height * 0.2, ledge)


@dataclass(frozen=True)
class Roof:
    """The place, size and colours of a roof."""

    canvas: Drawing
    middle: float
    foot: float
    half: float
    """Half of the roof's width."""
    height: float
    base: Rgb
    lit: Rgb


def _dome(roof: Roof) -> None:
    angles = [math.pi * step / 16 for step in range(17)]
    wide, high = roof.half * 0.8, roof.height * 0.55
    arc = [(roof.middle + wide * math.cos(angle), roof.foot - high * math.sin(angle)) for angle in angles]
    roof.canvas.polygon(arc, roof.lit)


def _steps(roof: Roof) -> None:
    for step in range(3):
        wide = roof.half * (2 - step * 0.5)
        y = roof.foot - (step + 1) * roof.height * 0.22
        roof.canvas.rect(roof.middle - wide / 2, y, wide, roof.height * 0.23, mix(roof.base, roof.lit, step / 2))


def _onion(roof: Roof) -> None:
    shoulder = roof.foot - roof.height * 0.2
    tip = (roof.middle, roof.foot - roof.height * 0.8)
    roof.canvas.polygon(
        [tip, (roof.middle + roof.half * 0.55, shoulder), (roof.middle - roof.half * 0.55, shoulder)], roof.lit
    )
    wide = roof.half * 1.24
    roof.canvas.ellipse(roof.middle - wide / 2, roof.foot - roof.height * 0.5, wide, roof.height * 0.5, roof.lit)


def _gable(roof: Roof) -> None:
    left, right = (roof.middle - roof.half, roof.foot), (roof.middle + roof.half, roof.foot)
    tip = (roof.middle, roof.foot - roof.height * 0.7)
    roof.canvas.polygon([left, tip, right], roof.base).polygon([left, tip, (roof.middle, roof.foot)], roof.lit)


def _mast(roof: Roof) -> None:
    thick = max(1.0, roof.half * 0.1)
    for wide, high in ((1.2, 0.3), (0.5, 0.5)):
        x = roof.middle - roof.half * wide / 2
        roof.canvas.rect(x, roof.foot - roof.height * high, roof.half * wide, roof.height * high, roof.lit)
    roof.canvas.rect(roof.middle - thick / 2, roof.foot - roof.height * 0.8, thick, roof.height * 0.8, roof.lit)


def _battlements(roof: Roof) -> None:
    roof.canvas.rect(
        roof.middle - roof.half, roof.foot - roof.height * 0.34, 2 * roof.half, roof.height * 0.34, roof.base
    )
    for tooth in range(5):
        x = roof.middle - roof.half + tooth * roof.half * 0.44
        roof.canvas.rect(x, roof.foot - roof.height * 0.56, roof.half * 0.24, roof.height * 0.24, roof.lit)


ROOFS: tuple[Callable[[Roof], None], ...] = (_dome, _steps, _onion, _gable, _mast, _battlements)
"""By colour."""


# -- card art


CARD_W, CARD_H = 94.0, 132.0
RADIUS = 8.0
HEAD_HEIGHT = 33.0
"""Of the band with number and letter."""
STRIP_HEIGHT = 29.0
"""Of the storey at the foot of a card."""
STOREY_WIDTH = 100.0
"""Width of a storey of materials; numbered storeys are narrower, the higher the number."""
RIM_WIDTH = 3.5
"""Of the rim beside a card's picture."""
SUBJECT_AT, SUBJECT = (RIM_WIDTH, HEAD_HEIGHT + 2), (CARD_W - 2 * RIM_WIDTH, CARD_H - HEAD_HEIGHT - STRIP_HEIGHT - 4)
"""Position and size of the picture on a card."""


def site_colour(theme: Theme, colour: Colour) -> Rgb:
    return tuple(theme.sites.values())[colour]


def ink_on(theme: Theme, colour: Colour) -> Rgb:
    """Return the colour of text on a site's colour: white or ink."""
    return theme.text_on(site_colour(theme, colour))


def sign_of(card: CardId) -> str:
    """Return the number on a card, "2" to "10", or "M" for materials."""
    return str(number_of(card) or "M")


# -- cards


def card_back(kit: Kit) -> pygame.Surface:
    return kit_cards.card_back(kit, CARD_W, CARD_H, RADIUS)


@painted_once
def card_face(kit: Kit, card: CardId) -> pygame.Surface:
    """Return a card's face: its colour's blank card with tower or materials, braille, number and letter."""
    colour, number = colour_of(card), number_of(card)
    face = _blank(kit, colour, not number).copy()
    subject = kit.canvas(*SUBJECT, mix(site_colour(kit.theme, colour), kit.theme.ink, 0.25), detail=3)
    paint_subject(subject, kit.theme, colour, number, SUBJECT)
    face.blit(subject.done(), _pixels(kit, *SUBJECT_AT))
    cells = braille_cells(card)
    pitch = 6.4
    wide, tall = braille_size(len(cells), pitch)
    _put_braille(kit, face, card, (CARD_W - wide) / 2, CARD_H - STRIP_HEIGHT + (STRIP_HEIGHT - tall) / 2, pitch)
    return _with_head(kit, face, card)


@painted_once
def _blank(kit: Kit, colour: Colour, material: bool) -> pygame.Surface:
    """Return a card of a colour without subject, number and braille."""
    theme, base = kit.theme, site_colour(kit.theme, colour)
    canvas = kit.canvas(CARD_W, CARD_H, base)
    canvas.rect(0, 0, CARD_W, CARD_H, mix(base, theme.ink, 0.45), RADIUS)
    canvas.cut(0.8, 0.8, CARD_W - 1.6, CARD_H - 1.6, theme.paper, RADIUS - 0.8)
    paint_blank(canvas, theme, colour, material)
    return canvas.mask(RADIUS).done()


def paint_blank(canvas: Drawing, theme: Theme, colour: Colour, material: bool) -> None:
    """Paint a card's landscape, bands, roof and storey: everything except paper, subject, number and braille."""
    base = site_colour(theme, colour)
    paint_landscape(canvas, theme, colour, (*SUBJECT_AT, *SUBJECT), day=True)
    canvas.rect(0.8, 0.8, CARD_W - 1.6, HEAD_HEIGHT - 0.8, base)
    canvas.rect(0.8, HEAD_HEIGHT - 2.6, CARD_W - 1.6, 1, mix(base, theme.paper, 0.55))
    canvas.rect(CARD_W * 0.66, 0.8, CARD_W * 0.34 - 0.8, HEAD_HEIGHT - 3.4, mix(base, theme.ink, 0.14))
    paint_roof(canvas, theme, colour, (CARD_W - 31, 10, 25, 15))
    _paint_wall(canvas, theme, colour, material, (0, CARD_H - STRIP_HEIGHT, CARD_W, STRIP_HEIGHT))


def _pixels(kit: Kit, x: float, y: float) -> tuple[int, int]:
    return round(x * kit.scale), round(y * kit.scale)


def _with_head(kit: Kit, face: pygame.Surface, card: CardId) -> pygame.Surface:
    colour = colour_of(card)
    ink = ink_on(kit.theme, colour)
    number = kit.text(sign_of(card), 29, "title", ink, fixed=True)
    face.blit(number, number.get_rect(midleft=_pixels(kit, 9, HEAD_HEIGHT / 2 + 1.6)))
    letter = kit.text(COLOUR_LETTERS[colour], 20, "head", ink, fixed=True)
    beside = 9 + kit.size_of(number)[0] + 5
    face.blit(letter, letter.get_rect(midleft=_pixels(kit, beside, HEAD_HEIGHT / 2 + 1.8)))
    return face


def paint_subject(canvas: Drawing, theme: Theme, colour: Colour, number: int, size: tuple[float, float]) -> None:
    """Paint a card's subject: a tower with as many storeys as its number, or, for a material, beams and a crane."""
    middle, foot = size[0] / 2, size[1]
    base = mix(site_colour(theme, colour), theme.ink, 0.25)
    if not number:
        _paint_materials(canvas, theme, middle, foot, base)
        return
    step = min(6.2, (foot - 6) / (HIGHEST + 1))
    light = mix(theme.window, theme.paper, 0.3)
    top = foot
    rng = random.Random(number * 31 + colour)
    for level in range(number):
        wide = 34 - level * 1.7
        top -= step
        canvas.rect(middle - wide / 2, top, wide, step + 0.4, mix(base, theme.ink, 0.35))
        canvas.rect(middle - wide / 2, top, wide / 2, step + 0.4, base)
        canvas.rect(middle - wide / 2 - 0.6, top, wide + 1.2, 1, mix(base, theme.paper, 0.4))
        panes = max(2, int((wide - 4) // 6))
        for pane in range(panes):
            paint = light if rng.random() < 0.75 else mix(base, theme.night, 0.4)
            canvas.rect(middle - panes * 3 + pane * 6 + 1.2, top + 2, 3.4, max(1.6, step - 3.2), paint)
    canvas.polygon([(middle - 3, top + 0.4), (middle, top - step * 0.9), (middle + 3, top + 0.4)], base)


def _paint_materials(canvas: Drawing, theme: Theme, middle: float, foot: float, base: Rgb) -> None:
    steel = mix(base, theme.paper, 0.12)
    for row, wide in enumerate((48, 38, 28)):
        y = foot - 7 - row * 8
        canvas.rect(middle - wide / 2, y, wide, 7, mix(steel, theme.ink, 0.3))
        canvas.rect(middle - wide / 2, y, wide, 1.4, mix(steel, theme.paper, 0.5))
        for number in range(int(wide // 10)):
            canvas.circle(middle - wide / 2 + 5 + number * 10, y + 4, 1.2, mix(steel, theme.paper, 0.6))
    mast, top = middle + 30, foot - 52
    canvas.line([(mast, foot), (mast, top)], base, 2.2)
    canvas.line([(mast + 8, top + 4), (middle - 22, top + 4)], base, 1.8)
    canvas.line([(mast, top - 4), (middle - 20, top + 4)], base, 0.9)
    canvas.line([(mast, top - 4), (mast + 8, top + 4)], base, 0.9)
    canvas.line([(middle - 6, top + 4), (middle - 6, foot - 34)], mix(base, theme.ink, 0.4), 0.9)
    canvas.rect(middle - 18, foot - 34, 24, 4.4, theme.brass)
    canvas.rect(middle - 18, foot - 34, 24, 1.2, mix(theme.brass, theme.paper, 0.5))


# -- braille


def braille_cell(kit: Kit, dots: Dots, pitch: float, ground: Rgb) -> pygame.Surface:
    """Return a braille cell as a window with dots `pitch` apart; raised dots are lit, the others dark."""
    return kit.cached(("tw cell", dots, round(pitch, 2), ground), lambda: _paint_cell(kit, dots, pitch, ground))


def _paint_cell(kit: Kit, dots: Dots, pitch: float, ground: Rgb) -> pygame.Surface:
    theme = kit.theme
    pane = mix(ground, theme.night, 0.72)
    lit, halo = mix(theme.window, theme.paper, 0.35), mix(pane, theme.glow, 0.5)
    width, height = braille_size(1, pitch)
    canvas = kit.canvas(width, height, pane)
    canvas.rect(0, 0, width, height, pane, pitch * 0.35)
    for dot in range(1, 7):
        column, row = divmod(dot - 1, 3)
        at = (0.62 + column) * pitch, (0.62 + row) * pitch
        if dot in dots:
            canvas.circle(*at, pitch * 0.47, halo).circle(*at, pitch * 0.37, lit)
        else:
            canvas.circle(*at, pitch * 0.16, mix(pane, theme.mist, 0.16))
    return canvas.done()


def _put_braille(kit: Kit, picture: pygame.Surface, card: CardId, x: float, y: float, pitch: float) -> None:
    """Draw a card's braille cells on a picture from left to right, with the first one's corner at (x, y)."""
    for number, dots in enumerate(braille_cells(card)):
        cell = braille_cell(kit, dots, pitch, site_colour(kit.theme, colour_of(card)))
        picture.blit(cell, _pixels(kit, x + number * cell_width(pitch), y))


def cell_width(pitch: float) -> float:
    """Return the distance from one cell to the next."""
    return pitch * 2.62


def braille_size(cells: int, pitch: float) -> tuple[float, float]:
    """Return the width and height of a row of cells, with their panes."""
    return (cells - 1) * cell_width(pitch) + pitch * 2.24, pitch * 3.24


# -- storeys


def storey_width(card: CardId) -> float:
    """Return the width of a card's storey, which is narrower the higher its number."""
    number = number_of(card)
    return STOREY_WIDTH - 3.0 * (number - 1) if number else STOREY_WIDTH


def sign_room(card: CardId, height: float) -> float:
    """Return the width that a storey's number takes."""
    return min(22.0, height * 1.15) + (4.0 if number_of(card) == HIGHEST else 0.0)


def _paint_wall(
    canvas: Drawing, theme: Theme, colour: Colour, material: bool, box: tuple[float, float, float, float]
) -> None:
    """Paint a storey without its windows, with the left half lit, and with girders for a material."""
    base = site_colour(theme, colour)
    x, y, width, height = box
    canvas.rect(x, y, width, height, mix(base, theme.ink, 0.3))
    canvas.rect(x, y, width / 2, height, base)
    if material:
        _paint_trusses(canvas, theme, box, base)
    canvas.rect(x, y, width, min(1.8, height * 0.1), mix(base, theme.paper, 0.5))
    canvas.rect(x, y + height - 1, width, 1, mix(base, theme.night, 0.6))


def _paint_trusses(canvas: Drawing, theme: Theme, box: tuple[float, float, float, float], base: Rgb) -> None:
    x, y, width, height = box
    paint = mix(base, theme.night, 0.32)
    count = max(1, int(width // (height * 1.1)))
    step = width / count
    for number in range(count):
        left = x + number * step
        canvas.line([(left, y + height), (left + step / 2, y), (left + step, y + height)], paint, 1.1)


def storey(kit: Kit, card: CardId, height: float) -> pygame.Surface:
    """Return a card as a storey of that height, with its number at the left and braille windows at the right."""
    return kit.cached(("tw storey", card, round(height, 2)), lambda: _paint_storey(kit, card, height))


def _paint_storey(kit: Kit, card: CardId, height: float) -> pygame.Surface:
    width, colour = storey_width(card), colour_of(card)
    canvas = kit.canvas(width, height, site_colour(kit.theme, colour), detail=2)
    _paint_wall(canvas, kit.theme, colour, not number_of(card), (0, 0, width, height))
    picture = canvas.done()
    cells, room = len(braille_cells(card)), sign_room(card, height)
    pitch = min(height * 0.235, (width - room - 8) / (cells * 2.62), 6.4)
    wide, tall = braille_size(cells, pitch)
    _put_braille(kit, picture, card, width - wide - 5, (height - tall) / 2, pitch)
    size = max(13.0, min(21.0, height * 0.82))
    sign = kit.text(sign_of(card), size, "title", ink_on(kit.theme, colour), fixed=True)
    picture.blit(sign, sign.get_rect(center=_pixels(kit, 3 + room / 2, height / 2 + size * 0.09)))
    return picture


def squeezed(kit: Kit, card: CardId, height: float, to: float) -> pygame.Surface:
    """Return a storey of one height scaled to another, for the animation between the two."""
    if height == to:
        return storey(kit, card, height)

    def make() -> pygame.Surface:
        picture = storey(kit, card, height)
        return pygame.transform.smoothscale(picture, (picture.get_width(), max(1, round(to * kit.scale))))

    return kit.cached(("tw squeezed", card, round(height, 2), to), make)


def folded_height(fold: float, height: float) -> float:
    """Return the height of a card that is being folded into a storey; `fold` runs from 0 to 1."""
    return CARD_H + (max(height, STRIP_HEIGHT) - CARD_H) * round(fold * 8) / 8


def folded(kit: Kit, card: CardId, fold: float, height: float) -> pygame.Surface:
    """Return a card being folded into a storey: its upper part disappears as `fold` runs from 0 to 1."""
    step = round(fold * 8)
    if step <= 0:
        return card_face(kit, card)
    if step >= 8:
        return storey(kit, card, height)

    def make() -> pygame.Surface:
        share = step / 8
        face = card_face(kit, card)
        keep = max(1, round(folded_height(fold, height) * kit.scale))
        lower_part = face.subsurface((0, face.get_height() - keep, face.get_width(), keep))
        wide = round((CARD_W + (storey_width(card) - CARD_W) * share) * kit.scale)
        tall = round(keep + (min(0.0, height - STRIP_HEIGHT) * share) * kit.scale)
        return pygame.transform.smoothscale(lower_part, (max(1, wide), max(1, tall)))

    return kit.cached(("tw fold", card, step, round(height, 2)), make)
