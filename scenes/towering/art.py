"""Cards and storeys of Towering. A card's bottom strip is the storey that it becomes, its windows are its braille."""

from __future__ import annotations

import random

import pygame

from game.towering.braille import Dots, braille_cells
from game.towering.cards import COLOUR_LETTERS, CardId, Colour, colour_of, number_of
from scenes.kit import cards as kit_cards
from scenes.kit.canvas import Canvas, Paint
from scenes.kit.kit import Kit
from scenes.kit.theme import Colour as Rgb
from scenes.kit.theme import mix
from scenes.towering.sites import paint_landscape

CARD_W, CARD_H = 94.0, 132.0
RADIUS = 8.0
HEAD = 33.0
"""Height of the band with number and letter."""
STRIP = 29.0
"""Height of the storey at the foot of a card."""
WIDEST = 100.0
"""Width of a storey of materials; numbered ones are narrower, the higher the more."""
RAISED = 1.0
"""Where a dot of a braille cell is raised, its window is lit."""


def site_colour(kit: Kit, colour: Colour) -> Rgb:
    return tuple(kit.theme.sites.values())[colour]


def ink_on(kit: Kit, colour: Colour) -> Rgb:
    """Return what is written in on a site's colour: paper, and ink on the desert's."""
    return kit.theme.ink if colour == 2 else kit.theme.paper


def sign_of(card: CardId) -> str:
    """Return what stands on a card: 2 to 10, or M."""
    return str(number_of(card) or "M")


# -- cards


def card_face(kit: Kit, card: CardId) -> pygame.Surface:
    """Return a whole card, face up."""
    return kit.keep(("tw card", card), lambda: _paint_card(kit, card))


def card_back(kit: Kit) -> pygame.Surface:
    return kit_cards.card_back(kit, CARD_W, CARD_H, RADIUS)


def _paint_card(kit: Kit, card: CardId) -> pygame.Surface:
    theme, colour = kit.theme, colour_of(card)
    base = site_colour(kit, colour)
    canvas = kit.canvas(CARD_W, CARD_H, base, detail=3)
    canvas.rect(0, 0, CARD_W, CARD_H, mix(base, theme.ink, 0.45), RADIUS)
    canvas.cut(0.8, 0.8, CARD_W - 1.6, CARD_H - 1.6, theme.paper, RADIUS - 0.8)
    view = (3.5, HEAD + 2, CARD_W - 7, CARD_H - HEAD - STRIP - 4)
    paint_landscape(canvas, theme, colour, view, day=True)
    _paint_subject(canvas, kit, card, view)
    canvas.rect(0.8, 0.8, CARD_W - 1.6, HEAD - 0.8, base)
    canvas.rect(0.8, HEAD - 2.6, CARD_W - 1.6, 1, mix(base, theme.paper, 0.55))
    canvas.rect(0.8, 0.8, CARD_W / 2, HEAD - 4, (*theme.paper, 16))
    _paint_strip(canvas, kit, card, (0, CARD_H - STRIP, CARD_W, STRIP), room_for_sign=False)
    canvas.mask(RADIUS)
    return _with_head(kit, canvas.done(), card)


def _with_head(kit: Kit, face: pygame.Surface, card: CardId) -> pygame.Surface:
    colour = colour_of(card)
    ink, k = ink_on(kit, colour), kit.scale
    number = kit.text(sign_of(card), 29, "title", ink, fixed=True)
    face.blit(number, number.get_rect(midleft=(round(9 * k), round((HEAD / 2 + 1.6) * k))))
    letter = kit.text(COLOUR_LETTERS[colour], 19, "head", ink, fixed=True)
    face.blit(letter, letter.get_rect(midright=(round((CARD_W - 10) * k), round((HEAD / 2 + 0.5) * k))))
    return face


def _paint_subject(canvas: Canvas, kit: Kit, card: CardId, view: tuple[float, float, float, float]) -> None:
    """Paint the tower of a building card, as many storeys high as its number; of a material, beams and a crane."""
    theme, colour, number = kit.theme, colour_of(card), number_of(card)
    x, y, width, height = view
    middle, foot = x + width / 2, y + height
    base = mix(site_colour(kit, colour), theme.ink, 0.25)
    if not number:
        _paint_materials(canvas, kit, middle, foot, base)
        return
    step = min(6.2, (height - 6) / (HIGHEST_STEPS + 1))
    light = mix(theme.window, theme.paper, 0.3)
    top = foot
    for level in range(number):
        wide = 34 - level * 1.7
        top -= step
        canvas.rect(middle - wide / 2, top, wide, step + 0.4, mix(base, theme.ink, 0.35))
        canvas.rect(middle - wide / 2, top, wide / 2, step + 0.4, base)
        canvas.rect(middle - wide / 2 - 0.6, top, wide + 1.2, 1, mix(base, theme.paper, 0.4))
        rng = random.Random(card * 31 + level)
        panes = max(2, int((wide - 4) // 6))
        for pane in range(panes):
            lit = rng.random() < 0.75
            paint = light if lit else mix(base, theme.night, 0.4)
            canvas.rect(middle - panes * 3 + pane * 6 + 1.2, top + 2, 3.4, max(1.6, step - 3.2), paint)
    canvas.polygon([(middle - 3, top + 0.4), (middle, top - step * 0.9), (middle + 3, top + 0.4)], base)


HIGHEST_STEPS = 10


def _paint_materials(canvas: Canvas, kit: Kit, middle: float, foot: float, base: Rgb) -> None:
    theme = kit.theme
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


def paint_braille(
    canvas: Canvas, kit: Kit, cells: tuple[Dots, ...], x: float, y: float, pitch: float, ground: Rgb
) -> None:
    """Paint cells from left to right with the top left dot at (x, y): raised dots are lit, the others dark."""
    theme = kit.theme
    pane = mix(ground, theme.night, 0.72)
    lit, halo = mix(theme.window, theme.paper, 0.35), mix(pane, theme.glow, 0.5)
    flat: Paint = mix(pane, theme.mist, 0.16)
    edge = pitch * 0.62
    for number, dots in enumerate(cells):
        left = x + number * cell_width(pitch)
        canvas.rect(left - edge, y - edge, pitch + 2 * edge, 2 * pitch + 2 * edge, pane, pitch * 0.35)
        for dot in range(1, 7):
            column, row = divmod(dot - 1, 3)
            at = left + column * pitch, y + row * pitch
            if dot in dots:
                canvas.circle(*at, pitch * 0.47, halo)
                canvas.circle(*at, pitch * 0.37, lit)
            else:
                canvas.circle(*at, pitch * 0.16, flat)


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
    return min(22.0, height * 1.15) + (4.0 if number_of(card) == 10 else 0.0)


def _paint_strip(
    canvas: Canvas, kit: Kit, card: CardId, box: tuple[float, float, float, float], room_for_sign: bool
) -> None:
    """Paint a storey: a band of the site's colour whose windows are the card's braille cells."""
    theme, colour = kit.theme, colour_of(card)
    base = site_colour(kit, colour)
    x, y, width, height = box
    canvas.rect(x, y, width, height, mix(base, theme.ink, 0.3))
    canvas.rect(x, y, width / 2, height, base)
    if not number_of(card):
        _paint_trusses(canvas, kit, box, base)
    canvas.rect(x, y, width, min(1.8, height * 0.1), mix(base, theme.paper, 0.5))
    canvas.rect(x, y + height - 1, width, 1, mix(base, theme.night, 0.6))
    cells = braille_cells(card)
    sign = sign_room(card, height) if room_for_sign else 0.0
    pitch = min(height * 0.235, (width - sign - 8) / (len(cells) * 2.62), 6.4)
    wide, tall = braille_size(len(cells), pitch)
    left = x + sign + (width - sign - wide) / 2 if not room_for_sign else x + width - wide - 5
    paint_braille(canvas, kit, cells, left + pitch * 0.62, y + (height - tall) / 2 + pitch * 0.62, pitch, base)


def _paint_trusses(canvas: Canvas, kit: Kit, box: tuple[float, float, float, float], base: Rgb) -> None:
    """Paint the girders of a storey of materials."""
    x, y, width, height = box
    paint = mix(base, kit.theme.night, 0.32)
    step = height * 1.1
    count = max(1, int(width // step))
    step = width / count
    for number in range(count):
        left = x + number * step
        canvas.line([(left, y + height), (left + step / 2, y), (left + step, y + height)], paint, 1.1)


def storey(kit: Kit, card: CardId, height: float) -> pygame.Surface:
    """Return a card as a storey of a tower, `height` high."""

    def make() -> pygame.Surface:
        width, colour = storey_width(card), colour_of(card)
        canvas = kit.canvas(width, height, site_colour(kit, colour))
        _paint_strip(canvas, kit, card, (0, 0, width, height), room_for_sign=True)
        picture = canvas.done()
        size = max(13.0, min(21.0, height * 0.82))
        sign = kit.text(sign_of(card), size, "title", ink_on(kit, colour), fixed=True)
        x = round((5 + min(22.0, height * 1.15) / 2 - 1 + (1.5 if number_of(card) == 10 else 0)) * kit.scale)
        picture.blit(sign, sign.get_rect(center=(x, round((height / 2 + size * 0.09) * kit.scale))))
        return picture

    return kit.keep(("tw storey", card, round(height, 2)), make)


def folded(kit: Kit, card: CardId, fold: float, height: float) -> pygame.Surface:
    """Return a card on its way to being a storey: its upper part goes as `fold` runs from 0 to 1."""
    step = round(fold * 12)
    if step <= 0:
        return card_face(kit, card)
    if step >= 12:
        return storey(kit, card, height)

    def make() -> pygame.Surface:
        share = step / 12
        face = card_face(kit, card)
        keep = max(1, round((CARD_H + (max(height, STRIP) - CARD_H) * share) * kit.scale))
        rest = face.subsurface((0, face.get_height() - keep, face.get_width(), keep))
        wide = round((CARD_W + (storey_width(card) - CARD_W) * share) * kit.scale)
        tall = round(keep + (min(0.0, height - STRIP) * share) * kit.scale)
        return pygame.transform.smoothscale(rest, (max(1, wide), max(1, tall)))

    return kit.keep(("tw fold", card, step, round(height, 2)), make)
