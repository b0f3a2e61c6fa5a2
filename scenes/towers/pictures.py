"""Pictures of Towers for the title, the city and the rules, and the covers of decks."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import cycle, islice
from zlib import crc32

import pygame

from topping_out.game.engine import Part, Seat
from topping_out.game.language import tr
from topping_out.game.options import Value
from topping_out.game.towers import actions
from topping_out.game.towers.decks import STANDARD, DeckError, deck_meant, find_decks
from topping_out.game.towers.floors import COLOURS, NONE, Deck, EffectVerb, Floor
from topping_out.game.towers.rooms import STANDARD_FLOORS, shown_floors
from topping_out.game.towers.rules import EXAMPLE_NAMES, Example, example_of, examples_of

from ..kit.built import CENTRE, HEIGHT, MIDDLE, BuiltSheet, FacadeSheet
from ..kit.kit import Kit
from ..kit.plates import SeatSign
from ..kit.sprites import painted_once
from ..kit.stage import Canvas, Drawing, Paint
from ..kit.theme import Colour, Theme, mix
from ..match.definition import COVER_SHAPE
from . import art
from .art import FloorLine, LinePart, Size, colours, floor_colour, furnish, section
from .room import HIGH, Room
from .scoring import summarize_floors

# -- facade


def paint_facade(sheet: FacadeSheet) -> None:
    theme, canvas = sheet.theme, sheet.walls
    frame = mix(theme.ink, theme.dusk, 0.3)
    left, right = 40.0, 200.0
    canvas.rect(left - 5, 108, right - left + 10, 332, frame)
    canvas.rect(left - 5, 108, 4, 332, mix(frame, theme.mist, 0.25))
    rooms: tuple[tuple[Colour, Callable[[FacadeSheet, float, float], None]], ...] = (
        (theme.sites["heath"], _landlord), (theme.sites["ice"], _office), (theme.seats[4], _suite),
        (theme.sites["ice"], _office), (theme.sites["canyon"], _inferno), (theme.sites["forest"], _lobby),
    )  # fmt: skip
    for number, (colour, paint) in enumerate(rooms):
        top = 114 + number * 54.6
        canvas.rect(left, top, right - left, 49, mix(colour, theme.night, 0.62))
        sheet.lights.gradient(
            left, top, right - left, 49, [(0, mix(theme.paper, colour, 0.12)), (1, mix(theme.window, colour, 0.42))]
        )
        paint(sheet, left, top + 49)
        sheet.cornice(right - left + 14, top + 49, 3)
        if number in (0, 1, 3, 5):
            _tab(sheet, right + 7, top + 12, (0, 1, 0, 2, 0, 1)[number])
    sheet.cornice(182, 105, 5)
    _attic(sheet)


def _attic(sheet: FacadeSheet) -> None:
    theme, canvas = sheet.theme, sheet.walls
    light, dark = mix(theme.brass, theme.paper, 0.1), mix(theme.brass, theme.night, 0.45)
    canvas.polygon([(CENTRE - 62, 105), (CENTRE, 44), (CENTRE, 105)], light)
    canvas.polygon([(CENTRE + 62, 105), (CENTRE, 44), (CENTRE, 105)], dark)
    canvas.polygon([(CENTRE - 7, 52), (CENTRE, 4), (CENTRE, 52)], light)
    canvas.polygon([(CENTRE + 7, 52), (CENTRE, 4), (CENTRE, 52)], dark)
    sheet.walls.circle(CENTRE, 84, 12, theme.night)
    sheet.lights.circle(CENTRE, 84, 10, theme.window)
    sheet.lights.rect(CENTRE - 0.8, 74, 1.6, 20, dark).rect(CENTRE - 10, 83.2, 20, 1.6, dark)


def _tab(sheet: FacadeSheet, x: float, y: float, owner: int) -> None:
    """Paint the end of a tucked card in its owner's colour."""
    colour = sheet.theme.seats[owner]
    sheet.walls.rect(x, y, 22, 26, colour, 4).rect(x, y, 6, 26, colour)
    sheet.walls.circle(x + 11, y + 13, 4.5, mix(colour, sheet.theme.paper, 0.85))


def _office(sheet: FacadeSheet, left: float, floor: float) -> None:
    theme, ink = sheet.theme, mix(sheet.theme.sites["ice"], sheet.theme.ink, 0.45)
    for number in range(3):
        x = left + 14 + number * 48
        sheet.lights.rect(x, floor - 17, 36, 3.4, ink).rect(x + 3, floor - 14, 3, 14, ink)
        sheet.lights.rect(x + 30, floor - 14, 3, 14, ink).rect(x + 9, floor - 30, 17, 11, ink)
        sheet.lights.rect(x + 11, floor - 28, 13, 7, theme.paper).rect(x + 16, floor - 19, 3, 2.5, ink)
        sheet.lights.line([(x + 18, floor - 49), (x + 18, floor - 42)], ink, 1.2)
        sheet.lights.polygon([(x + 11, floor - 38), (x + 18, floor - 44), (x + 25, floor - 38)], theme.brass)


def _suite(sheet: FacadeSheet, left: float, floor: float) -> None:
    theme, rose = sheet.theme, sheet.theme.seats[4]
    dark = mix(rose, theme.ink, 0.5)
    sheet.lights.rect(left + 16, floor - 26, 5, 26, dark, 2).rect(left + 16, floor - 12, 72, 7, dark, 2)
    sheet.lights.rect(left + 22, floor - 20, 66, 9, rose, 4).rect(left + 24, floor - 23, 18, 8, theme.paper, 4)
    sheet.lights.rect(left + 84, floor - 7, 4, 7, dark).rect(left + 22, floor - 6, 4, 6, dark)
    sheet.lights.rect(left + 104, floor - 36, 2, 36, dark)
    sheet.lights.polygon(
        [(left + 95, floor - 32), (left + 115, floor - 32), (left + 110, floor - 44), (left + 100, floor - 44)],
        theme.brass,
    )
    sheet.lights.rect(left + 126, floor - 38, 24, 26, dark).rect(left + 128, floor - 36, 20, 22, theme.dusk)
    sheet.lights.circle(left + 142, floor - 29, 3.4, theme.paper)


def _landlord(sheet: FacadeSheet, left: float, floor: float) -> None:
    theme, ink = sheet.theme, mix(sheet.theme.sites["heath"], sheet.theme.ink, 0.55)
    x = left + 46
    sheet.lights.polygon([(x - 12, floor), (x - 9, floor - 23), (x + 9, floor - 23), (x + 12, floor)], ink)
    sheet.lights.circle(x, floor - 29, 6, mix(theme.paper, theme.copper, 0.4))
    sheet.lights.rect(x - 9, floor - 35, 18, 2.4, ink).rect(x - 5.5, floor - 44, 11, 10, ink)
    sheet.lights.line([(x + 10, floor - 20), (x + 24, floor - 24)], ink, 3)
    sheet.lights.circle(x + 28, floor - 25, 4.5, theme.brass, 2).rect(x + 31, floor - 26, 12, 2.4, theme.brass)
    for number in range(3):
        sheet.lights.rect(left + 100 + number * 17, floor - 34, 12, 34, ink, 1)
        sheet.lights.circle(left + 109 + number * 17, floor - 16, 1.4, theme.brass)


def _inferno(sheet: FacadeSheet, left: float, floor: float) -> None:
    theme = sheet.theme
    for number in range(6):
        x, high = left + 20 + number * 24, (30, 42, 34, 44, 32, 38)[number]
        for size, colour in ((1.0, theme.sites["canyon"]), (0.66, theme.glow), (0.34, theme.window)):
            _flame(sheet.lights, x, floor, 11 * size, high * size, colour)


def _flame(canvas: Canvas, x: float, floor: float, half: float, high: float, paint: Paint) -> None:
    curve = [(0.0, 1.0), (0.32, 0.66), (0.26, 0.5), (0.8, 0.44), (1.0, 0.22), (0.78, 0.04), (0.4, 0.0)]
    mirrored = [(-0.4, 0.0), (-0.82, 0.06), (-1.0, 0.26), (-0.66, 0.52), (-0.4, 0.62), (-0.2, 0.86)]
    canvas.polygon([(x + half * px, floor - high * py) for px, py in (*curve, *mirrored)], paint)


def _lobby(sheet: FacadeSheet, left: float, floor: float) -> None:
    theme, green = sheet.theme, sheet.theme.sites["forest"]
    dark = mix(green, theme.ink, 0.4)
    for x in (left + 24, left + 136):
        sheet.lights.line([(x, floor - 8), (x, floor - 30)], mix(theme.copper, theme.ink, 0.4), 2.4)
        for angle in (-1.15, -0.7, -0.2, 0.2, 0.7, 1.15):
            tip = (x + math.sin(angle) * 17, floor - 30 - math.cos(angle) * 10 + abs(angle) * 5)
            sheet.lights.line([(x, floor - 30), tip], green, 3)
        sheet.lights.polygon([(x - 7, floor - 10), (x + 7, floor - 10), (x + 5, floor), (x - 5, floor)], theme.copper)
    sheet.lights.rect(left + 56, floor - 38, 48, 38, dark).rect(left + 59, floor - 35, 20, 35, theme.window)
    sheet.lights.rect(left + 81, floor - 35, 20, 35, theme.window)
    sheet.lights.circle(left + 77, floor - 17, 1.5, dark).circle(left + 83, floor - 17, 1.5, dark)


# -- illustrations


WIDTH = 590.0
CARD: art.Size = (256.0, 60.0)

FROM_THE_BOX: tuple[tuple[tuple[str, int | None], ...], ...] = (
    (("OFFICE", None), ("NOISE COMPLAINT", None), ("LANDLORD", 4), ("LANDLORD", 2), ("OFFICE", 3), ("LOBBY", 1)),
    (("SPIRE", 1), ("INFERNO", 2), ("LANDLORD", None), ("LOBBY", 4), ("ELEVATOR", 3), ("SUITE", 2)),
    (("SPIRE", None), ("LANDLORD", 2), ("NOISE COMPLAINT", None), ("SUITE", 2), ("ELEVATOR", 1)),
)
"""The worked examples for the standard deck, as on the designer's page (see `example_of`)."""


def figures(options: Mapping[str, Value]) -> dict[str, Callable[[Kit], pygame.Surface]]:
    """Return the illustrations by their names in `assets/games/towers/rules.md`, with the floors of the deck."""
    return _figures_of(deck_meant(str(options.get("deck", STANDARD))))


@cache
def _figures_of(deck: Deck) -> dict[str, Callable[[Kit], pygame.Surface]]:
    is_standard = deck is find_decks().built_in[STANDARD]
    examples = [example_of(deck, floors) for floors in FROM_THE_BOX] if is_standard else examples_of(deck)
    painters: dict[str, Callable[[Kit], pygame.Surface]] = {"tower": partial(tower, deck), "floors": floors}
    return painters | {f"example{number + 1}": partial(_example, example) for number, example in enumerate(examples)}


def tower(deck: Deck, kit: Kit) -> pygame.Surface:
    """Return a tower of three floors, two of them claimed."""
    found = shown_floors(deck)
    three = islice(cycle([floor for floor in found if not floor.triggers_scoring] or found), 3)
    words = tr("vacant"), *(tr("owned by seat {number}", number=EXAMPLE_NAMES[seat]) for seat in (1, 0))
    rows = tuple(
        FloorLine(floor, _badge(owner), _badge(owner), ((_badge(owner), label),))
        for floor, owner, label in zip(three, (None, 1, 0), words)
    )
    return section(kit, rows, CARD, 460, kit.theme.ink, fixed=True)


def floors(kit: Kit) -> pygame.Surface:
    """Return the faces of the eight floors of the standard deck."""
    deck = find_decks().built_in[STANDARD]
    wide, high, gap = 268.0, 70.0, 12.0
    sheet = kit.blank(((2 * wide + gap) * kit.scale, 4 * (high + gap) * kit.scale))
    for number, floor in enumerate(deck.floors):
        column, row = number % 2, number // 2
        place = (round(column * (wide + gap) * kit.scale), round(row * (high + gap) * kit.scale))
        sheet.blit(art.face(kit, floor, (wide, high)), place)
    return sheet


def _example(example: Example, kit: Kit) -> pygame.Surface:
    rows, found = [], shown_floors(example.deck)
    for summary in summarize_floors(example.account.steps):
        owner, floor = example.owners[summary.level], found[example.kinds[summary.level]]
        parts: tuple[LinePart, ...] = tuple((_badge(seat), words) for seat, words in summary.parts)
        rows.append(FloorLine(floor, _badge(None if owner == NONE else owner), _badge(summary.owner), parts))
    return section(kit, tuple(rows), CARD, WIDTH, kit.theme.ink, fixed=True)


def _badge(seat: Seat | None) -> SeatSign | None:
    return None if seat is None else SeatSign(seat, EXAMPLE_NAMES[seat])


# -- skyline


ROOF, CITY_FLOOR_WIDTH = 54.0, 124.0
TAB = 15.0
"""How far an owner's card sticks out of a tower."""


def paint_built(sheet: BuiltSheet) -> float:
    theme, step, top, floors = sheet.theme, sheet.step(50, ROOF), HEIGHT, _floors_of(sheet.options)
    left = MIDDLE - CITY_FLOOR_WIDTH / 2
    frame = mix(theme.ink, theme.dusk, 0.3)
    sheet.walls.rect(left - 4, top - step * len(sheet.parts), CITY_FLOOR_WIDTH + 8, step * len(sheet.parts), frame)
    for part in sheet.parts:
        top -= step
        _city_floor(sheet, part, floors.get(part.kind, Floor(part.kind, 1, ())), left, top, step)
    sheet.cornice(CITY_FLOOR_WIDTH + 20, top - 4, 4, MIDDLE)
    return _city_attic(sheet, top - 4)


def _floors_of(options: Mapping[str, Value]) -> dict[str, Floor]:
    """Return the floors of a game's deck with their rooms, by name; none if the deck no longer exists."""
    with suppress(DeckError):
        return {floor.name: floor for floor in shown_floors(deck_meant(str(options.get("deck", STANDARD))))}
    return {}


def _city_floor(sheet: BuiltSheet, part: Part, floor: Floor, left: float, top: float, step: float) -> None:
    theme, high = sheet.theme, step - 6
    colour = floor_colour(theme, floor)
    zoom = high / HIGH
    wall = [(0.0, mix(theme.paper, colour, 0.36)), (1.0, mix(theme.window, colour, 0.42))]
    sheet.lights.gradient(left, top + 3, CITY_FLOOR_WIDTH, high, wall)
    with sheet.lights.clip(left, top + 3, CITY_FLOOR_WIDTH, high):
        furnish(floor, Room(sheet.lights, theme, colour, left, top + 3, zoom, CITY_FLOOR_WIDTH / zoom))
    sheet.cornice(CITY_FLOOR_WIDTH + 12, top + step - 3, 2.4, MIDDLE)
    if part.owner is not None:
        owners = sheet.colour_of(part.owner)
        x, y = left + CITY_FLOOR_WIDTH + 4, top + step * 0.22
        sheet.walls.rect(x, y, TAB, step * 0.5, owners, 3).rect(x, y, 4, step * 0.5, owners)
        sheet.walls.circle(x + TAB / 2, y + step * 0.25, 3.2, mix(owners, theme.paper, 0.85))


def _city_attic(sheet: BuiltSheet, foot: float) -> float:
    theme, canvas = sheet.theme, sheet.walls
    light, dark = mix(theme.brass, theme.paper, 0.1), mix(theme.brass, theme.night, 0.45)
    top = foot - ROOF + 14
    canvas.polygon([(MIDDLE - 46, foot), (MIDDLE, top), (MIDDLE, foot)], light)
    canvas.polygon([(MIDDLE + 46, foot), (MIDDLE, top), (MIDDLE, foot)], dark)
    canvas.circle(MIDDLE, foot - 14, 8.5, theme.night)
    sheet.lights.circle(MIDDLE, foot - 14, 7, theme.window)
    return top + 3


# -- covers


LEAST_TITLED = 150.0
"""Height of a cover from which its title is legible."""
SMALL_HEIGHT = 4
"""Number of floors in the tower of a smaller cover."""
COVER_SALT = 1203464
"""With this number, the titles of the decks that come with the program give nine different colours."""


def cover_colour(theme: Theme, deck: Deck) -> Colour:
    """Return the colour of a deck's cover, which its title decides."""
    return colours(theme)[COLOURS[crc32(f"{COVER_SALT} {deck.title}".encode()) % len(COLOURS)]]


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
        y, colour = foot - (level + 1) * height, floor_colour(theme, floor)
        x, wide, high = left + rim, width - 2 * rim, height * 0.86
        wall = [(0.0, mix(theme.paper, colour, 0.36)), (1.0, mix(theme.paper, colour, 0.2))]
        canvas.gradient(x, y + height * 0.05, wide, high, wall)
        with canvas.clip(x, y + height * 0.05, wide, high) as part:
            zoom = high / HIGH
            furnish(floor, Room(part, theme, colour, x, y + height * 0.05, zoom, wide / zoom))
        for side in (left, left + width - rim * 0.8):
            canvas.rect(side, y + height * 0.05, rim * 0.8, high, colour)
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
    floors = cover_floors(deck, actions.HEIGHT if has_title else SMALL_HEIGHT)
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
