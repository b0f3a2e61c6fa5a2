"""The covers of decks: a poster with a tower of the deck's rooms, its title, and a colour of its own."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from zlib import crc32

import pygame

from topping_out.game.language import tr
from topping_out.game.options import Value
from topping_out.game.towers.decks import DeckError, deck_meant
from topping_out.game.towers.floors import COLOURS, Deck, EffectVerb, Floor
from topping_out.game.towers.numbers import HEIGHT
from topping_out.game.towers.rooms import STANDARD_FLOORS, shown_floors

from ..kit.kit import Kit
from ..kit.sprites import painted_once
from ..kit.stage import Canvas, Drawing
from ..kit.theme import Colour, Theme, mix
from ..match.definition import COVER_SHAPE
from .art import Size
from .parts.room import HIGH, Room
from .rooms import colours, style_of

LEAST_TITLED = 150.0
"""Height of a cover from which its title is legible."""
SMALL_HEIGHT = 4
"""Number of floors in the tower of a smaller cover."""
SALT = 1203464
"""With this number, the titles of the decks that come with the program give nine different colours."""


def cover_colour(theme: Theme, deck: Deck) -> Colour:
    """Return the colour of a deck's cover, which its title decides."""
    return colours(theme)[COLOURS[crc32(f"{SALT} {deck.title}".encode()) % len(COLOURS)]]


def cover_floors(deck: Deck, number: int) -> list[Floor]:
    """Return the floors of the tower on a cover, ground floor first: those that are not standard first."""
    chosen = sorted(shown_floors(deck), key=lambda floor: floor.name in STANDARD_FLOORS)[:number]
    return sorted(chosen, key=_level)


def _level(floor: Floor) -> int:
    """Return how high up in a tower a floor belongs."""
    verbs = [effect.verb for effect in floor.effects]
    if floor.triggers_scoring:
        return 3
    return 0 if EffectVerb.SCORE_ABOVE in verbs else 2 if EffectVerb.SCORE_BELOW in verbs else 1


def paint_tower(canvas: Drawing, theme: Theme, floors: Sequence[Floor], middle: float, foot: float, size: Size) -> None:
    """Paint floors one above the other, ground floor first, each of this size, with a roof half as high as a floor."""
    width, height = size
    left, top, rim = middle - width / 2, foot - height * len(floors), width * 0.035
    canvas.rect(left, top, width, foot - top, mix(theme.ink, theme.night, 0.3))
    for level, floor in enumerate(floors):
        y, style = foot - (level + 1) * height, style_of(theme, floor)
        x, wide, high = left + rim, width - 2 * rim, height * 0.86
        wall = [(0.0, mix(theme.paper, style.colour, 0.36)), (1.0, mix(theme.paper, style.colour, 0.2))]
        canvas.gradient(x, y + height * 0.05, wide, high, wall)
        with canvas.clip(x, y + height * 0.05, wide, high) as part:
            zoom = high / HIGH
            style.furnish(Room(part, theme, style.colour, x, y + height * 0.05, zoom, wide / zoom))
        for side in (left, left + width - rim * 0.8):
            canvas.rect(side, y + height * 0.05, rim * 0.8, high, style.colour)
        canvas.rect(left - rim, y + height * 0.92, width + 2 * rim, height * 0.07, mix(theme.brass, theme.ink, 0.12))
    _paint_roof(canvas, theme, middle, top, width, height / 2, any(floor.triggers_scoring for floor in floors))


def _paint_roof(
    canvas: Drawing, theme: Theme, middle: float, foot: float, width: float, height: float, is_spire: bool
) -> None:
    light, dark = mix(theme.brass, theme.paper, 0.3), mix(theme.brass, theme.ink, 0.45)
    canvas.rect(middle - width * 0.54, foot - height * 0.1, width * 1.08, height * 0.14, light)
    if is_spire:
        for half, top, low in ((0.3, 0.36, 0.1), (0.17, 0.6, 0.36), (0.08, 1.15, 0.6)):
            near, far = foot - height * low, foot - height * top
            for side, paint in ((-1, light), (1, dark)):
                outer, inner = middle + side * width * half, middle + side * width * half * 0.5
                canvas.polygon([(outer, near), (inner, far), (middle, far), (middle, near)], paint)
    else:
        canvas.rect(middle - width * 0.3, foot - height * 0.5, width * 0.2, height * 0.4, dark)
        canvas.line([(middle + width * 0.2, foot), (middle + width * 0.2, foot - height)], dark, width * 0.02)
        flag = [(0.2, 1.0), (0.42, 0.86), (0.2, 0.7)]
        canvas.polygon([(middle + width * x, foot - height * y) for x, y in flag], theme.sites["canyon"])


@painted_once
def cover(kit: Kit, deck: Deck, height: float) -> pygame.Surface:
    """Return the cover of a deck, this high; with its title if that is legible."""
    theme, width, own = kit.theme, height * COVER_SHAPE, cover_colour(kit.theme, deck)
    canvas = kit.canvas(width, height, theme.night)
    has_title = height >= LEAST_TITLED
    foot = height * (0.8 if has_title else 0.93)
    # sky in the deck's colour, rays behind the tower, sun
    canvas.gradient(
        0, 0, width, height, [(0, mix(own, theme.night, 0.72)), (0.62, own), (1, mix(own, theme.glow, 0.6))]
    )
    for number in range(11):
        angle = math.pi * (1 + (number + 0.5) / 11)
        ends = [
            (width / 2 + 2 * height * math.cos(a), foot + 2 * height * math.sin(a))
            for a in (angle - 0.07, angle + 0.07)
        ]
        canvas.polygon([(width / 2, foot), *ends], (*theme.paper, 26))
    canvas.circle(width * 0.5, foot - height * 0.34, width * 0.4, (*mix(own, theme.paper, 0.7), 120))
    _paint_skyline(canvas, mix(own, theme.night, 0.55), deck, width, foot)
    floors = cover_floors(deck, HEIGHT if has_title else SMALL_HEIGHT)
    tall = (foot - height * 0.06) / (len(floors) + 0.6)
    paint_tower(canvas, theme, floors, width / 2, foot, (min(width * 0.72, tall * 2.1), tall))
    canvas.rect(0, foot, width, height - foot, mix(own, theme.night, 0.82))
    canvas.rect(0, foot, width, max(1.0, height * 0.008), theme.brass)
    rim = max(1.2, height * 0.012)
    canvas.rect(0, 0, width, height, theme.brass, height * 0.02, rim)
    picture = canvas.mask(height * 0.02).done()
    if has_title:
        _write_title(kit, picture, deck, width, foot, height)
    return picture


def _write_title(kit: Kit, picture: pygame.Surface, deck: Deck, width: float, foot: float, height: float) -> None:
    room, most = width * 0.86, (height - foot) * 0.34
    title = tr(deck.title).upper()
    size = most
    while size > most * 0.5 and len(kit.wrap(title, room, size / kit.text_scale, "title")) > 2:
        size *= 0.93
    lines = kit.wrap(title, room, size / kit.text_scale, "title")[:2]
    for number, line in enumerate(lines):
        sign = kit.text(line, size, "title", kit.theme.paper, fixed=True)
        y = foot + (height - foot) * 0.52 + (number - (len(lines) - 1) / 2) * size * 1.1
        place = sign.get_rect(center=(round(width / 2 * kit.scale), round(y * kit.scale)))
        picture.blit(sign, place)


def _paint_skyline(canvas: Canvas, paint: Colour, deck: Deck, width: float, foot: float) -> None:
    """Paint the outlines of houses, other ones for each title."""
    rng, x = random.Random(deck.title), -width * 0.02
    while x < width:
        wide, tall = width * rng.uniform(0.07, 0.15), foot * rng.uniform(0.08, 0.3)
        canvas.rect(x, foot - tall, wide, tall, paint)
        if rng.random() < 0.3:
            canvas.polygon([(x, foot - tall), (x + wide / 2, foot - tall - wide), (x + wide, foot - tall)], paint)
        x += wide


@painted_once
def value_cover(kit: Kit, value: Value, height: float) -> pygame.Surface:
    """Return the cover of the deck that is an option's value; an empty picture if there is no such deck."""
    try:
        return cover(kit, deck_meant(str(value)), height)
    except DeckError:
        return pygame.Surface((1, 1), pygame.SRCALPHA)
