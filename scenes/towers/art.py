"""Pictures of Towers: cards, cross-sections of towers, lines of text with badges, and the looks and rooms of floors."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest

import pygame

from topping_out.game.engine import Seat
from topping_out.game.language import tr, tr_count, tr_label
from topping_out.game.record import Player
from topping_out.game.text import commas
from topping_out.game.towers.floors import COLOURS, ROOMS, Effect, EffectVerb, Floor
from topping_out.game.towers.rooms import MAIN_PARTS, PARTS, STANDARD_FLOORS, WALLED, PartPlace, room_of
from topping_out.game.towers.state import View
from topping_out.game.towers.words import effect_words, floor_words

from ..kit.kit import SMALLEST_TEXT, Kit
from ..kit.plates import SeatSign, badge, seat_sign
from ..kit.sprites import painted_once
from ..kit.stage import Canvas, Drawing
from ..kit.theme import Colour, Theme, mix
from .room import HIGH, Room

# -- lines


LinePart = tuple[SeatSign | None, str]
"""Words, and the seat whose badge stands before them, if any."""

APART = 16.0
"""Space between two parts of a line, in logical units."""


def line_height(kit: Kit, size: float, fixed: bool = False) -> float:
    return size * 1.42 * (1.0 if fixed else kit.text_scale)


@painted_once
def lines(
    kit: Kit,
    parts: tuple[LinePart, ...],
    size: float,
    ink: Colour,
    width: float = math.inf,
    face: str = "body",
    fixed: bool = False,
) -> pygame.Surface:
    """Return the parts side by side, wrapped to a width in logical units."""
    signs = [_part(kit, part, size, ink, face, fixed) for part in parts]
    high, gap = line_height(kit, size, fixed) * kit.scale, APART * kit.scale
    places: list[tuple[pygame.Surface, float, float]] = []
    x = y = widest = 0.0
    for sign in signs:
        if x and x + sign.get_width() > width * kit.scale:
            x, y = 0.0, y + high
        places.append((sign, x, y))
        widest = max(widest, x + sign.get_width())
        x += sign.get_width() + gap
    sheet = kit.blank((widest, y + high), ink)
    for sign, left, top in places:
        sheet.blit(sign, (round(left), round(top + (high - sign.get_height()) / 2)))
    return sheet


def _part(kit: Kit, part: LinePart, size: float, ink: Colour, face: str, fixed: bool) -> pygame.Surface:
    seat, words = part
    sign = kit.text(words, size, face, ink, fixed)
    if seat is None:
        return sign
    disc = badge(kit, seat, size * 0.66 * (1.0 if fixed else kit.text_scale))
    gap = round(size * 0.4 * kit.scale)
    high = max(disc.get_height(), sign.get_height())
    sheet = kit.blank((disc.get_width() + gap + sign.get_width(), high), ink)
    sheet.blit(disc, (0, (high - disc.get_height()) // 2))
    sheet.blit(sign, (disc.get_width() + gap, (high - sign.get_height()) // 2))
    return sheet


# -- signs


class SeatSigns:
    """The names, colours and badges of the seats in a view."""

    def __init__(self, players: Sequence[Player], view: View) -> None:
        self.players, self.view = players, view
        self.names = [player.name for player in players]

    def name(self, seat: Seat) -> str:
        return tr_label(self.players[seat].name)

    def colour(self, kit: Kit, seat: Seat) -> Colour:
        return kit.theme.seats[self.players[seat].colour]

    def sign(self, seat: Seat) -> SeatSign:
        return seat_sign(self.players, seat)

    def sign_of(self, seat: Seat | None) -> SeatSign | None:
        """Return the sign of an owner; None if there is no owner."""
        return None if seat is None else self.sign(seat)

    def parts(self, parts: Iterable[tuple[Seat | None, str]]) -> tuple[LinePart, ...]:
        """Return the parts of a line, each with the sign of its seat."""
        return tuple((self.sign_of(seat), words) for seat, words in parts)


# -- card art


Size = tuple[float, float]
"""Width and height of a card."""

RADIUS = 4.0
PILLAR, WALL, CEILING, SLAB = 9.0, 5.0, 3.0, 6.0
"""Thickness of a floor's structure: the pillar on the left, the wall on the right, the ceiling, the slab below."""
NAME, LINE = 16.0, 13.5
"""Text sizes of a card's name and effect."""
FACTORS = (1.5, 1.4, 1.3, 1.2, 1.1, 1.0, 0.96, 0.9, 0.84)
"""Factors of these sizes, largest first; those above the text-size setting are not used."""
MAX_NAME_FACTOR = 1.3
"""Largest factor for names, so that short names do not look much larger than long ones."""
MIN_ROOM_WIDTH = 66.0
"""Minimum width of the part of a card that shows the room."""
MARGIN = 9.0
"""Space to the left of the text on a card."""
STICKS_OUT = 42.0
"""How far a tucked card sticks out to the right of its floor."""
IDLE_PHASES = (0, 3, 1)
"""The phases of its motion that a room goes through while nothing happens; a scoring shows them all."""


# -- lettering


@dataclass(frozen=True)
class Lettering:
    """The text of a card, wrapped to one width."""

    name: tuple[str, ...]
    line: tuple[str, ...]
    name_size: float
    line_size: float

    @property
    def height(self) -> float:
        return len(self.name) * self.name_size * 1.04 + len(self.line) * self.line_size * 1.17 + 2


def is_cut(kit: Kit, floor: Floor, size: Size) -> bool:
    """Tell whether the effect of a floor is cut off on its card."""
    return " ".join(lettering(kit, floor, text_room(kit, size)).line) not in (floor_words(floor), short(floor))


@painted_once
def lettering(kit: Kit, floor: Floor, room: Size) -> Lettering:
    """Return name and effect in the size of the text-size setting, or as large as fits; cut off as a last resort.

    Their sizes differ, so that a long name does not make the effect hard to read.
    """
    factors = [f for f in FACTORS if f <= kit.text_scale + 0.01]
    names = [f for f in factors if f <= MAX_NAME_FACTOR and _is_whole(kit, floor, room[0], f)] or factors[-1:]
    pairs = [(n, f) for n in names for f in factors if min(names[0], 0.9 * f) <= n <= 1.25 * f]
    pairs.sort(key=lambda pair: -pair[0] / 4 - pair[1])
    wordings = floor_words(floor), short(floor)
    made = (_set(kit, tr(floor.name), words, room[0], *pair) for pair in pairs for words in wordings)
    smallest = _set(kit, tr(floor.name), wordings[1], room[0], names[-1], factors[-1])
    return next((m for m in made if m.height <= room[1]), None) or _cut(kit, smallest, *room)


def _is_whole(kit: Kit, floor: Floor, width: float, factor: float) -> bool:
    """Tell whether a name enlarged by a factor fits in two lines without breaking a word."""
    name = tr(floor.name)
    lines = _wrap(kit, name, width, max(SMALLEST_TEXT, NAME * factor), "title")
    return len(lines) <= 2 and " ".join(lines) == name


def short(floor: Floor) -> str:
    """Return what a floor does in as few words as possible."""
    effects = [_short_effect(effect, floor.name) for effect in floor.effects]
    return commas(effects + [tr("score now")] * floor.triggers_scoring) or tr("no effect")


def _short_effect(effect: Effect, name: str) -> str:
    match effect.verb:
        case EffectVerb.SCORE_MATCHING:
            # Translators: so many points for each floor of the same name in the tower.
            return tr("{n} for each here", n=effect.amount)
        case EffectVerb.TAKE_BELOW:
            return tr_count("takes {number} below", "takes {number} below", effect.amount)
        case EffectVerb.VACATE_BELOW:
            return tr_count("vacates {number} below", "vacates {number} below", effect.amount)
    return effect_words(effect, name)


def _set(kit: Kit, name: str, words: str, width: float, name_factor: float, factor: float) -> Lettering:
    name_size, line_size = max(SMALLEST_TEXT, NAME * name_factor), max(SMALLEST_TEXT, LINE * factor)
    lines = _wrap(kit, words, width, line_size, "body")
    return Lettering(_wrap(kit, name, width, name_size, "title"), lines, name_size, line_size)


def _wrap(kit: Kit, text: str, width: float, size: float, face: str) -> tuple[str, ...]:
    return tuple(kit.wrap(text, width, size / kit.text_scale, face))


def _cut(kit: Kit, made: Lettering, width: float, height: float) -> Lettering:
    """Leave out the lines that do not fit; a tooltip at the table has the whole text."""
    name = made.name[:2]
    count = max(1, int((height - 2 - len(name) * made.name_size * 1.04) / (made.line_size * 1.17)))
    line = made.line[:count]
    if count < len(made.line):
        line = (*line[:-1], kit.fit(f"{line[-1]} {made.line[count]}"[:60] + " …", width, made.line_size, fixed=True))
    return Lettering(name, line, made.name_size, made.line_size)


# -- faces


@painted_once
def face(kit: Kit, floor: Floor, size: Size, phase: int = 0) -> pygame.Surface:
    """Return the face of a card: a floor in cross-section with its room, name and effect.

    `phase` is that of the room's motion, from 0 up to `rooms.PHASES`.
    """
    theme, (width, height) = kit.theme, size
    colour = floor_colour(theme, floor)
    canvas = kit.canvas(width, height, theme.ink)
    canvas.rect(0, 0, width, height, mix(theme.ink, theme.night, 0.3), RADIUS)
    high, wide = height - CEILING - SLAB, _room_width(kit, size)
    paper = [(0.0, mix(theme.paper, colour, 0.16)), (1.0, mix(theme.paper, theme.window, 0.34))]
    canvas.gradient(PILLAR, CEILING, width - PILLAR - WALL, high, paper)
    paint_structure(canvas, theme, size, colour)
    picture = canvas.mask(RADIUS).done()
    picture.blit(_paint_room(kit, floor, wide, high, phase), (round(PILLAR * kit.scale), round(CEILING * kit.scale)))
    _write(kit, picture, floor, PILLAR + wide + MARGIN, CEILING + 2, text_room(kit, size))
    return picture


@painted_once
def room(kit: Kit, floor: Floor, width: float, height: float, phase: int = 0) -> pygame.Surface:
    """Return the furnished room of a floor, without its structure and text."""
    return _paint_room(kit, floor, width, height, phase)


def _paint_room(kit: Kit, floor: Floor, width: float, height: float, phase: int) -> pygame.Surface:
    """Return the furnished room, with the wall between it and the text."""
    theme, colour = kit.theme, floor_colour(kit.theme, floor)
    canvas = kit.canvas(width, height, theme.ink)
    wall = [(0.0, mix(theme.paper, colour, 0.36)), (1.0, mix(theme.paper, mix(colour, theme.window, 0.6), 0.5))]
    canvas.gradient(0, 0, width, height, wall)
    zoom = height / HIGH
    furnish(floor, Room(canvas, theme, colour, 0, 0, zoom, (width - 2.4) / zoom, phase))
    canvas.rect(0, 0, width, 1.6, (*theme.ink, 60)).rect(0, height - 1.2, width, 1.4, mix(theme.brass, theme.ink, 0.1))
    return canvas.rect(width - 2.4, 0, 2.4, height, mix(theme.ink, colour, 0.25)).done()


PART_ZOOM = {
    PartPlace.MAIN: 1.0,
    PartPlace.FLOOR: 1.5,
    PartPlace.WALL: 1.7,
    PartPlace.CEILING: 1.3,
    PartPlace.BACK: 1.0,
}
"""How much larger a part is shown alone than in a room."""


@painted_once
def part(kit: Kit, name: str, colour: Colour, size: Size) -> pygame.Surface:
    """Return the picture of a part of rooms alone, before a plain wall."""
    theme, (width, height), place = kit.theme, size, PARTS[name].place
    canvas = kit.canvas(width, height, theme.ink)
    canvas.gradient(0, 0, width, height, [(0.0, mix(theme.paper, colour, 0.36)), (1.0, mix(theme.paper, colour, 0.2))])
    zoom = height / HIGH * PART_ZOOM[place]
    top = height - HIGH * zoom if place is PartPlace.FLOOR else 0.0
    painters()[name](Room(canvas, theme, colour, 0, top, zoom, width / zoom, 0, "rests"))
    return canvas.mask(RADIUS).done()


def text_room(kit: Kit, size: Size) -> Size:
    """Return the size of the area for the text on a card."""
    return size[0] - PILLAR - _room_width(kit, size) - 2 * MARGIN + 4 - WALL, size[1] - CEILING - SLAB - 4


def _room_width(kit: Kit, size: Size) -> float:
    share = 0.48 if kit.text_scale < 1.1 else 0.4
    inner = size[0] - PILLAR - WALL
    return max(MIN_ROOM_WIDTH, min(inner * share - 8, inner - 114))


def paint_structure(canvas: Drawing, theme: Theme, size: Size, colour: Colour) -> None:
    """Paint the structure of a floor in cross-section: pillar, wall, ceiling and slab, with light on their edges."""
    width, height = size
    ink = mix(theme.ink, theme.night, 0.3)
    canvas.rect(0, 0, PILLAR, height, ink, RADIUS).rect(0, 4, PILLAR, height - 8, ink)
    canvas.rect(1.4, 1.4, PILLAR - 2.8, height - 2.8, colour, 2)
    canvas.rect(1.4, 1.4, 1.6, height - 2.8, mix(colour, theme.paper, 0.4), 1)
    canvas.rect(width - WALL, 3, WALL, height - 6, ink)
    canvas.rect(PILLAR - 1, 0, width - PILLAR - 2, CEILING, ink).rect(
        PILLAR, CEILING, width - PILLAR - WALL, 1.6, (*theme.ink, 60)
    )
    foot = height - SLAB
    canvas.rect(PILLAR - 1, foot, width - PILLAR - 2, SLAB - 1, ink)
    canvas.rect(PILLAR, foot, width - PILLAR - WALL, 1.5, mix(theme.brass, theme.ink, 0.1))


def _write(kit: Kit, picture: pygame.Surface, floor: Floor, x: float, y: float, room: Size) -> None:
    theme, scale = kit.theme, kit.scale
    made = lettering(kit, floor, room)
    top = y + (room[1] - made.height) / 2
    colour = mix(floor_colour(theme, floor), theme.ink, 0.62)
    for part in made.name:
        sign = kit.text(part, made.name_size, "title", colour, fixed=True)
        picture.blit(sign, (round(x * scale), round((top + made.name_size * 0.07) * scale)))
        top += made.name_size * 1.04
    top += 2
    for part in made.line:
        picture.blit(
            kit.text(part, made.line_size, "body", theme.ink, fixed=True), (round(x * scale), round(top * scale))
        )
        top += made.line_size * 1.17


# -- backs


@painted_once
def back(kit: Kit, size: Size) -> pygame.Surface:
    """Return the back of a card, in brass on blue."""
    return _paint_back(kit, size).done()


def _paint_back(kit: Kit, size: Size) -> Canvas:
    theme, (width, height) = kit.theme, size
    canvas = kit.canvas(width, height, theme.dusk)
    canvas.rect(0, 0, width, height, mix(theme.dusk, theme.night, 0.62), RADIUS)
    canvas.cut(1.2, 1.2, width - 2.4, height - 2.4, mix(theme.dusk, theme.night, 0.22), RADIUS - 1)
    paint_plan(canvas, theme, size)
    return canvas


def paint_plan(canvas: Drawing, theme: Theme, size: Size) -> None:
    """Paint the back of a card, without its background."""
    width, height = size
    canvas.rect(5, 5, width - 10, height - 10, theme.brass, 3, 1.1)
    brass, middle, foot = mix(theme.brass, theme.dusk, 0.25), width / 2, height - 13
    for number in range(-7, 8):
        canvas.line([(middle, 11), (middle + number * width * 0.052, foot)], brass, 0.8)
    canvas.line([(middle - width * 0.41, foot), (middle + width * 0.41, foot)], brass, 1.4)
    for side in (-1, 1):
        x = middle + side * width * 0.4
        canvas.polygon([(x - 5, 17), (x, 11), (x + 5, 17), (x, 23)], brass)


@painted_once
def tucked(kit: Kit, size: Size, owner: SeatSign) -> pygame.Surface:
    """Return the back of a tucked card. The end that sticks out has its owner's colour, and portrait or initials."""
    theme, (width, height) = kit.theme, size
    colour = theme.seats[owner.colour]
    canvas = _paint_back(kit, size)
    left = width - STICKS_OUT - 4
    canvas.rect(left, 0, STICKS_OUT + 4, height, mix(colour, theme.night, 0.4), RADIUS)
    canvas.rect(left, 1.4, STICKS_OUT + 2.6, height - 2.8, colour, RADIUS)
    canvas.rect(width - 5.4, 5, 1.4, height - 10, mix(colour, theme.paper, 0.55))
    canvas.rect(left, 1.4, STICKS_OUT + 2.6, 1.4, mix(colour, theme.paper, 0.35))
    picture = canvas.mask(RADIUS).done()
    sign = badge(kit, owner, min(STICKS_OUT / 2 - 4, height * 0.4))
    middle = (round((width - STICKS_OUT / 2 - 1) * kit.scale), round(height / 2 * kit.scale))
    picture.blit(sign, sign.get_rect(center=middle))
    return picture


# -- around the towers


@painted_once
def flat_roof(kit: Kit, width: float) -> pygame.Surface:
    """Return the top of an unfinished tower, 20 units high: scaffold poles over a brass ledge."""
    theme = kit.theme
    ink, brass = mix(theme.ink, theme.dusk, 0.35), mix(theme.brass, theme.night, 0.15)
    canvas = kit.canvas(width, 20, ink)
    for number in range(7):
        x = 12 + number * (width - 24) / 6
        canvas.rect(x - 0.8, 4, 1.6, 12, (*ink, 255))
    canvas.line([(12, 6), (width - 12, 6)], ink, 1.2)
    canvas.rect(3, 14, width - 6, 6, ink).rect(0, 13, width, 2.4, brass)
    return canvas.done()


@painted_once
def spire(kit: Kit, width: float) -> pygame.Surface:
    """Return the spire on top of a floor that triggers scoring, 34 units high."""
    theme, middle = kit.theme, width / 2
    light, dark = mix(theme.brass, theme.paper, 0.35), mix(theme.brass, theme.ink, 0.4)
    canvas = kit.canvas(width, 34, theme.brass)
    for half, top, foot in ((30.0, 27.0, 34.0), (18.0, 20.0, 27.0)):
        canvas.rect(middle - half, top, half, foot - top, light).rect(middle, top, half, foot - top, dark)
        canvas.rect(middle - half - 1.5, top - 1, 2 * half + 3, 1.8, theme.paper)
    canvas.polygon([(middle - 10, 19), (middle, 0), (middle, 19)], light)
    canvas.polygon([(middle + 10, 19), (middle, 0), (middle, 19)], dark)
    return canvas.done()


@painted_once
def cart(kit: Kit, width: float) -> pygame.Surface:
    """Return the cart under the discards, 17 units high."""
    theme = kit.theme
    iron, brass = mix(theme.ink, theme.mist, 0.22), mix(theme.brass, theme.night, 0.2)
    canvas = kit.canvas(width, 17, iron)
    canvas.rect(0, 0, width, 6, iron, 2).rect(2, 0, width - 4, 1.6, brass)
    for x in (16.0, width - 16):
        canvas.circle(x, 10, 7, mix(theme.ink, theme.night, 0.5)).circle(x, 10, 5.4, iron).circle(x, 10, 2, brass)
    return canvas.done()


@painted_once
def stack(kit: Kit, size: Size, edges: int, scale: float) -> pygame.Surface:
    """Return a pile of cards: the back of the top card, with the edges of `edges` cards below it."""
    theme = kit.theme
    top = pygame.transform.smoothscale_by(back(kit, size), scale)
    step = max(1, round(2.6 * kit.scale))
    sheet = pygame.Surface((top.get_width(), top.get_height() + edges * step), pygame.SRCALPHA)
    for number in range(edges):
        y = sheet.get_height() - (number + 1) * step - round(3 * kit.scale)
        side = (number % 3 - 1) * max(1, round(0.6 * kit.scale))
        bar = (abs(side), y, top.get_width() - 2 * abs(side), step)
        sheet.fill(mix(theme.dusk, theme.night, 0.35 + 0.3 * (number % 2)), bar)
        sheet.fill(mix(theme.brass, theme.dusk, 0.45), (*bar[:3], max(1, step // 3)))
    sheet.blit(top, (0, 0))
    return sheet


@painted_once
def token(kit: Kit, points: int, seat_colour: int) -> pygame.Surface:
    """Return a coin with the points that fly to a seat: in the seat's colour, with a brass rim."""
    theme = kit.theme
    colour = theme.seats[seat_colour]
    canvas = kit.canvas(44, 44, theme.brass).circle(22, 22, 22, mix(theme.brass, theme.night, 0.35))
    canvas.circle(22, 22, 20.8, theme.brass).circle(22, 22, 17.6, mix(colour, theme.night, 0.35)).circle(
        22, 22, 16.6, colour
    )
    coin = canvas.done()
    sign = kit.text(f"+{points}", 19, "title", theme.text_on(colour), fixed=True)
    coin.blit(sign, sign.get_rect(center=(coin.get_width() // 2, coin.get_height() // 2 + round(1.5 * kit.scale))))
    return coin


@painted_once
def owner_sign(kit: Kit, owner: SeatSign | None) -> pygame.Surface:
    """Return the sign of a floor's new owner, or a cross if the floor is vacant now."""
    theme, radius = kit.theme, 19.0
    colour = theme.seats[owner.colour] if owner else theme.plate
    canvas = kit.canvas(2 * radius, 2 * radius, theme.brass).circle(radius, radius, radius, theme.brass)
    canvas.circle(radius, radius, radius - 2.4, colour)
    if owner is None:
        canvas.line([(radius - 7, radius + 7), (radius + 7, radius - 7)], theme.bad, 3)
        canvas.line([(radius - 7, radius - 7), (radius + 7, radius + 7)], theme.bad, 3)
    sign = canvas.done()
    if owner:
        face = badge(kit, owner, radius - 2.4)
        sign.blit(face, face.get_rect(center=sign.get_rect().center))
    return sign


# -- section


ROOF = 36.0
"""Space above the floors for the roof."""


@dataclass(frozen=True)
class FloorLine:
    """A floor of a section, with words on what it did."""

    floor: Floor
    owner: SeatSign | None
    """The owner of the card tucked under it."""
    heir: SeatSign | None
    """Its owner when it was scored."""
    parts: tuple[LinePart, ...]


def section(
    kit: Kit, rows: tuple[FloorLine, ...], size: Size, width: float, ink: Colour, fixed: bool = False
) -> pygame.Surface:
    """Return a tower in cross-section with words beside its floors, `width` units wide; `rows` go from the top."""
    key = ("section", rows, size, width, ink, fixed)
    return kit.cached(key, lambda: _paint(kit, rows, size, width, ink, fixed))


def _paint(kit: Kit, rows: tuple[FloorLine, ...], size: Size, width: float, ink: Colour, fixed: bool) -> pygame.Surface:
    scale, (wide, high) = kit.scale, size
    sheet = kit.blank((width * scale, (ROOF + high * len(rows)) * scale), ink)
    trigger = rows[0].floor.triggers_scoring
    roof = spire(kit, wide) if trigger else flat_roof(kit, wide)
    sheet.blit(roof, (0, round((ROOF - (33 if trigger else 17)) * scale)))
    left = wide + STICKS_OUT + 22
    for number, row in enumerate(rows):
        y = ROOF + number * high
        if row.owner:
            sheet.blit(tucked(kit, size, row.owner), (round(STICKS_OUT * scale), round(y * scale)))
        sheet.blit(face(kit, row.floor, size), (0, round(y * scale)))
        if row.heir != row.owner:
            sign = owner_sign(kit, row.heir)
            middle = round((wide + STICKS_OUT / 2) * scale), round((y + high / 2) * scale)
            sheet.blit(sign, sign.get_rect(center=middle))
        paint = ink if row.heir else mix(ink, kit.theme.dusk, 0.4)
        words = lines(kit, row.parts, 15, paint, width - left, fixed=fixed)
        if kit.size_of(words)[1] > 1.3 * high:
            words = lines(kit, row.parts, SMALLEST_TEXT, paint, width - left, fixed=fixed)
        sheet.blit(words, words.get_rect(midleft=(round(left * scale), round((y + high / 2) * scale))))
    return sheet


# -- parts


Painter = Callable[[Room], None]


@cache
def painters() -> dict[str, Painter]:
    """Return the painter of each part. It paints the part in a space of its own, as wide as the part may be."""
    from . import fittings, furniture, room, scenery  # much that the title does without

    mains = vars(room) | vars(furniture) | vars(scenery)
    keys = {name: name.replace(" ", "_") for name in PARTS}
    return {name: (mains if name in MAIN_PARTS else vars(fittings))[key] for name, key in keys.items()}


FLOOR_WIDTH = {"two guests": 20.0, "crates": 20.0, "bicycle": 22.0, "waiter": 17.0, "palm": 20.0}
USUAL_WIDTH = 18.0
"""Width of a part beside the main one, in drawing units; of wider ones by name."""
LEAST_MAIN = 50.0
"""Least width of the main part: fittings for which there is no room beside it are left out."""
WHOLE = frozenset(("fairy lights", "bunting", "paper lanterns", "beams"))
"""Parts on the ceiling that reach from wall to wall; others hang over the main part."""


# -- rooms


def furnish(floor: Floor, room: Room) -> None:
    """Paint the room of a floor. Only its moving part is painted in the phase of `room`; the others rest."""
    plan = room_of(floor)
    moving = plan.parts[plan.moving]

    def put(name: str, x: float, width: float) -> None:
        moves = name == moving
        painters()[name](room.part(x, width, room.phase if moves else 0, plan.moves if moves else "rests"))

    at = {place: [name for name in plan.parts if PARTS[name].place is place] for place in PartPlace}
    columns = [[*filter(None, pair)] for pair in zip_longest(at[PartPlace.FLOOR], at[PartPlace.WALL])]
    widths = [max(FLOOR_WIDTH.get(name, USUAL_WIDTH) for name in column) for column in columns]
    while sum(widths) > room.width - LEAST_MAIN and widths:
        widths.pop()
    edges = [sum(widths[side::2]) for side in (0, 1)]
    inner = room.width - sum(edges)
    for name in at[PartPlace.BACK]:
        put(name, 0, room.width)
    if plan.main in WALLED:
        put(plan.main, edges[0], inner)
    for name in at[PartPlace.CEILING]:
        put(name, *((0, room.width) if name in WHOLE else (edges[0], inner)))
    if plan.main not in WALLED:
        put(plan.main, edges[0], inner)
    for number, (column, width) in enumerate(zip(columns, widths)):
        before = sum(widths[number % 2 : number : 2])
        for name in column:
            put(name, room.width - before - width if number % 2 else before, width)


# -- colours


def floor_colour(theme: Theme, floor: Floor) -> Colour:
    """Return the colour of a floor."""
    return colours(theme)[floor.colour] if floor.colour else _usual_colour(theme, floor)


def colours(theme: Theme) -> dict[str, Colour]:
    """Return the colours that a deck can choose, by name."""
    sites, seats = theme.sites, theme.seats
    plum = mix(theme.rose, seats[4], 0.4)
    named = (sites["forest"], theme.copper, plum, seats[4], sites["ice"], theme.brass, sites["city"], sites["heath"],
             sites["canyon"], seats[2])  # fmt: skip
    return dict(zip(COLOURS, named))


def _usual_colour(theme: Theme, floor: Floor) -> Colour:
    """Return the colour of a floor without its own: that of the standard room, or else one by the floor's name."""
    sites, seats = theme.sites, theme.seats
    of_rooms = (
        seats[4], sites["ice"], theme.suits[3], mix(theme.brass, theme.copper, 0.35),
        mix(sites["city"], theme.mist, 0.18), sites["heath"], seats[2], sites["canyon"],
    )  # fmt: skip
    main = room_of(floor).main
    if main in STANDARD_MAINS:
        return of_rooms[STANDARD_MAINS.index(main)]
    others = (sites["forest"], seats[0], theme.copper, seats[3], theme.suits[0], mix(theme.rose, seats[4], 0.4))
    return others[sum(map(ord, floor.name)) % len(others)]


STANDARD_MAINS = MAIN_PARTS[: len(ROOMS)]
"""The main parts of the standard deck's rooms, in the order of `STANDARD_FLOORS`."""
assert len(STANDARD_MAINS) == len(STANDARD_FLOORS)
