"""Cards and storeys of Towering. A card's bottom strip is the storey that it becomes, its windows are its braille."""

from __future__ import annotations

import random

import pygame

from topping_out.game.towering.braille import Dots, braille_cells
from topping_out.game.towering.cards import COLOUR_LETTERS, HIGHEST, CardId, Colour, colour_of, number_of
from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.canvas import Drawing
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures import cards as kit_cards
from topping_out.scenes.kit.theme import Colour as Rgb
from topping_out.scenes.kit.theme import Theme, mix
from topping_out.scenes.towering.art.sites import paint_landscape, paint_roof

CARD_W, CARD_H = 94.0, 132.0
RADIUS = 8.0
HEAD = 33.0
"""Height of the band with number and letter."""
STRIP = 29.0
"""Height of the storey at the foot of a card."""
WIDEST = 100.0
"""Width of a storey of materials; numbered ones are narrower, the higher the more."""
SIDE = 3.5
"""Width of the rim beside a card's picture."""
SUBJECT_AT, SUBJECT = (SIDE, HEAD + 2), (CARD_W - 2 * SIDE, CARD_H - HEAD - STRIP - 4)
"""Where the picture of a card is, and its size."""


def site_colour(theme: Theme, colour: Colour) -> Rgb:
    return tuple(theme.sites.values())[colour]


def ink_on(theme: Theme, colour: Colour) -> Rgb:
    """Return what is written in on a site's colour: white, or ink."""
    return theme.text_on(site_colour(theme, colour))


def sign_of(card: CardId) -> str:
    """Return what stands on a card: 2 to 10, or M."""
    return str(number_of(card) or "M")


# -- cards


def card_back(kit: Kit) -> pygame.Surface:
    return kit_cards.card_back(kit, CARD_W, CARD_H, RADIUS)


@painted_once
def card_face(kit: Kit, card: CardId) -> pygame.Surface:
    """Put a card together: what all cards of its colour share, its tower or materials, its braille, its number."""
    colour, number = colour_of(card), number_of(card)
    face = _blank(kit, colour, not number).copy()
    subject = kit.canvas(*SUBJECT, mix(site_colour(kit.theme, colour), kit.theme.ink, 0.25), detail=3)
    paint_subject(subject, kit.theme, colour, number, SUBJECT)
    face.blit(subject.done(), _pixels(kit, *SUBJECT_AT))
    cells = braille_cells(card)
    pitch = 6.4
    wide, tall = braille_size(len(cells), pitch)
    _put_braille(kit, face, card, (CARD_W - wide) / 2, CARD_H - STRIP + (STRIP - tall) / 2, pitch)
    return _with_head(kit, face, card)


@painted_once
def _blank(kit: Kit, colour: Colour, material: bool) -> pygame.Surface:
    """Paint a card of a colour without tower and number: landscape, bands, the storey's wall."""
    theme, base = kit.theme, site_colour(kit.theme, colour)
    canvas = kit.canvas(CARD_W, CARD_H, base)
    canvas.rect(0, 0, CARD_W, CARD_H, mix(base, theme.ink, 0.45), RADIUS)
    canvas.cut(0.8, 0.8, CARD_W - 1.6, CARD_H - 1.6, theme.paper, RADIUS - 0.8)
    paint_blank(canvas, theme, colour, material)
    return canvas.mask(RADIUS).done()


def paint_blank(canvas: Drawing, theme: Theme, colour: Colour, material: bool) -> None:
    """Paint all of a card but its paper, its tower, its number and its braille."""
    base = site_colour(theme, colour)
    paint_landscape(canvas, theme, colour, (*SUBJECT_AT, *SUBJECT), day=True)
    canvas.rect(0.8, 0.8, CARD_W - 1.6, HEAD - 0.8, base)
    canvas.rect(0.8, HEAD - 2.6, CARD_W - 1.6, 1, mix(base, theme.paper, 0.55))
    canvas.rect(CARD_W * 0.66, 0.8, CARD_W * 0.34 - 0.8, HEAD - 3.4, mix(base, theme.ink, 0.14))
    paint_roof(canvas, theme, colour, (CARD_W - 31, 10, 25, 15))
    _paint_wall(canvas, theme, colour, material, (0, CARD_H - STRIP, CARD_W, STRIP))


def _pixels(kit: Kit, x: float, y: float) -> tuple[int, int]:
    return round(x * kit.scale), round(y * kit.scale)


def _with_head(kit: Kit, face: pygame.Surface, card: CardId) -> pygame.Surface:
    colour = colour_of(card)
    ink = ink_on(kit.theme, colour)
    number = kit.text(sign_of(card), 29, "title", ink, fixed=True)
    face.blit(number, number.get_rect(midleft=_pixels(kit, 9, HEAD / 2 + 1.6)))
    letter = kit.text(COLOUR_LETTERS[colour], 20, "head", ink, fixed=True)
    after = 9 + kit.size_of(number)[0] + 5
    face.blit(letter, letter.get_rect(midleft=_pixels(kit, after, HEAD / 2 + 1.8)))
    return face


def paint_subject(canvas: Drawing, theme: Theme, colour: Colour, number: int, size: tuple[float, float]) -> None:
    """Paint the tower of a building card, as many storeys high as its number; of a material, beams and a crane."""
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
    """Return one cell as a window, its dots `pitch` apart: raised dots are lit, the others dark."""
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
    """Put a card's cells on a picture from left to right, the first one's corner at (x, y)."""
    for number, dots in enumerate(braille_cells(card)):
        cell = braille_cell(kit, dots, pitch, site_colour(kit.theme, colour_of(card)))
        picture.blit(cell, _pixels(kit, x + number * cell_width(pitch), y))


def cell_width(pitch: float) -> float:
    """Return how far one cell is from the next."""
    return pitch * 2.62


def braille_size(cells: int, pitch: float) -> tuple[float, float]:
    """Return the width and height of so many cells, panes and all."""
    return (cells - 1) * cell_width(pitch) + pitch * 2.24, pitch * 3.24


# -- storeys


def storey_width(card: CardId) -> float:
    """Return how wide a card's storey is: every floor stands back from the one below it."""
    number = number_of(card)
    return WIDEST - 3.0 * (number - 1) if number else WIDEST


def sign_room(card: CardId, height: float) -> float:
    """Return how much of a storey's width its number takes."""
    return min(22.0, height * 1.15) + (4.0 if number_of(card) == HIGHEST else 0.0)


def _paint_wall(
    canvas: Drawing, theme: Theme, colour: Colour, material: bool, box: tuple[float, float, float, float]
) -> None:
    """Paint a storey without its windows: the left half in the light, girders where it is of material."""
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
    """Return a card as a storey of a tower, `height` high: number at the left, braille windows at the right."""
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
    """Return a storey of one height, squeezed or stretched to another on the way there."""
    if height == to:
        return storey(kit, card, height)

    def make() -> pygame.Surface:
        picture = storey(kit, card, height)
        return pygame.transform.smoothscale(picture, (picture.get_width(), max(1, round(to * kit.scale))))

    return kit.cached(("tw squeezed", card, round(height, 2), to), make)


def rest_of(fold: float, height: float) -> float:
    """Return how much of a card's height is left on its way to being a storey."""
    return CARD_H + (max(height, STRIP) - CARD_H) * round(fold * 8) / 8


def folded(kit: Kit, card: CardId, fold: float, height: float) -> pygame.Surface:
    """Return a card on its way to being a storey: its upper part goes as `fold` runs from 0 to 1."""
    step = round(fold * 8)
    if step <= 0:
        return card_face(kit, card)
    if step >= 8:
        return storey(kit, card, height)

    def make() -> pygame.Surface:
        share = step / 8
        face = card_face(kit, card)
        keep = max(1, round(rest_of(fold, height) * kit.scale))
        rest = face.subsurface((0, face.get_height() - keep, face.get_width(), keep))
        wide = round((CARD_W + (storey_width(card) - CARD_W) * share) * kit.scale)
        tall = round(keep + (min(0.0, height - STRIP) * share) * kit.scale)
        return pygame.transform.smoothscale(rest, (max(1, wide), max(1, tall)))

    return kit.cached(("tw fold", card, step, round(height, 2)), make)
