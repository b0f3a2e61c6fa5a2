"""Plates, badges, tooltips, messages, and keycaps with the signs of gamepads."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame

from topping_out.game import roster
from topping_out.game.language import current, tr_label
from topping_out.game.record import Player

from .faces import portrait
from .kit import SMALLEST_TEXT, Kit, at_most
from .sprites import painted_once
from .stage import Canvas, Stage
from .theme import Colour, mix

# -- keycaps


SIZE = 13
LINE = 1.7
"""Width of the lines in a gamepad's signs, in logical units."""
WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def keycap(kit: Kit, label: str, colour: Colour | None = None, back: Colour | None = None) -> pygame.Surface:
    """Return the picture of a key with its label, or of a gamepad's button if the label has a `picture`."""
    ink, base = colour or kit.theme.paper, back or kit.theme.night
    picture = getattr(label, "picture", "")
    return _button(kit, picture, ink, base) if picture else _key(kit, str(label), ink, base)


@painted_once
def _key(kit: Kit, label: str, ink: Colour, base: Colour) -> pygame.Surface:
    sign = kit.text(label, SIZE, "body", ink)
    width, height = kit.size_of(sign)
    width = max(width + 12, height + 2)
    canvas = kit.canvas(width, height + 2, ink)
    canvas.rect(0, 0, width, height + 2, mix(base, ink, 0.45), 5)
    canvas.rect(1, 1, width - 2, height, mix(base, ink, 0.16), 4)
    return _with(canvas.done(), sign)


@painted_once
def _button(kit: Kit, picture: str, ink: Colour, base: Colour) -> pygame.Surface:
    """Return a gamepad's button with its sign: a disc, or for shoulder buttons a bar."""
    shape, _, letters = picture.partition(" ")
    sign = kit.text(letters, SIZE, "bold", ink) if letters and shape != "cross" else None
    high = kit.size_of(kit.text("A", SIZE, "bold", ink))[1] + 4
    wide = max(high, kit.size_of(sign)[0] + 14) if sign and shape == "shoulder" else high
    rim, ground = mix(base, ink, 0.6), mix(base, ink, 0.16)
    canvas = kit.canvas(wide, high, ink)
    if shape == "cross":
        return _cross(canvas, high, letters, ink, mix(base, ink, 0.4)).done()
    if shape == "shoulder":  # rounder at the top, like the real buttons
        for inset, paint in ((0.0, rim), (1.2, ground)):
            canvas.rect(inset, inset, wide - 2 * inset, high - 2 * inset, paint, high / 2 - inset)
            canvas.rect(inset, high / 2, wide - 2 * inset, high / 2 - inset, paint, 4 - inset)
        return _with(canvas.done(), sign)
    middle = high / 2
    for radius, paint in ((middle, rim), (middle - 1.2, ground)):
        canvas.circle(middle, middle, radius, paint)
    if shape == "stick":
        canvas.circle(middle, middle, middle - 2.6, rim, 1.0)
    if shape in SIGNS:
        SIGNS[shape](canvas, middle, high * 0.24, ink)
    return _with(canvas.done(), sign)


def _with(cap: pygame.Surface, sign: pygame.Surface | None) -> pygame.Surface:
    if sign:
        cap.blit(sign, sign.get_rect(center=cap.get_rect().center))
    return cap


def _cross(canvas: Canvas, high: float, way: str, ink: Colour, rest: Colour) -> Canvas:
    """Draw a directional pad, with one of its four directions in ink."""
    arm, middle = high * 0.34, high / 2
    canvas.rect(middle - arm / 2, 1, arm, high - 2, rest, 2).rect(1, middle - arm / 2, high - 2, arm, rest, 2)
    x, y = WAYS[way]
    at = middle + x * (middle - 1 - arm / 2), middle + y * (middle - 1 - arm / 2)
    return canvas.rect(at[0] - arm / 2, at[1] - arm / 2, arm, arm, ink, 2)


# -- the signs of buttons: each is drawn around the point (at, at), and extends `far` to each side


def _times(canvas: Canvas, at: float, far: float, ink: Colour) -> None:
    canvas.line([(at - far, at - far), (at + far, at + far)], ink, LINE)
    canvas.line([(at - far, at + far), (at + far, at - far)], ink, LINE)


def _triangle(canvas: Canvas, at: float, far: float, ink: Colour) -> None:
    turns = [math.radians(degrees) for degrees in (-90, 30, 150, 270)]
    points = [(at + 1.3 * far * math.cos(turn), at + 0.12 * far + 1.3 * far * math.sin(turn)) for turn in turns]
    canvas.line(points, ink, LINE)


def _lines(canvas: Canvas, at: float, far: float, ink: Colour) -> None:
    for down in (-0.85, 0.0, 0.85):
        canvas.line([(at - far, at + down * far), (at + far, at + down * far)], ink, LINE)


def _windows(canvas: Canvas, at: float, far: float, ink: Colour) -> None:
    side = far * 1.35
    canvas.rect(at - far, at - far, side, side, ink, 0.5, LINE * 0.8)
    canvas.rect(at + far - side, at + far - side, side, side, ink, 0.5)


def _rays(canvas: Canvas, at: float, far: float, ink: Colour) -> None:
    for degrees in (-135, -90, -45):
        x, y = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        foot = at + far * 0.8
        canvas.line([(at + x * far * 0.6, foot + y * far * 0.6), (at + x * far * 1.7, foot + y * far * 1.7)], ink, LINE)


def _plus(canvas: Canvas, at: float, far: float, ink: Colour) -> None:
    SIGNS["minus"](canvas, at, far, ink)
    canvas.line([(at, at - far), (at, at + far)], ink, LINE * 1.2)


SIGNS: dict[str, Callable[[Canvas, float, float, Colour], object]] = {
    "times": _times,
    "circle": lambda canvas, at, far, ink: canvas.circle(at, at, far * 1.15, ink, LINE),
    "square": lambda canvas, at, far, ink: canvas.rect(at - far, at - far, 2 * far, 2 * far, ink, 0.5, LINE),
    "triangle": _triangle,
    "lines": _lines,
    "windows": _windows,
    "rays": _rays,
    "minus": lambda canvas, at, far, ink: canvas.line([(at - far, at), (at + far, at)], ink, LINE * 1.2),
    "plus": _plus,
}


# -- plates


TOP = 70.0
"""Height of the bar at the top, which tooltips and messages don't cover, in logical units."""
LINE_SIZES = (13.5, 13.0)
"""Text sizes of the line under a seat's name."""
NAME_SIZES = (16.5, 15.0, 14.0, 13.0)
"""Letter sizes for a name on a plate; the first that fits is used."""
MIN_FACE_RADIUS = 12.0
"""Least radius of a badge with a face, in logical units; smaller faces would be unrecognisable."""


def seat_plate_height(kit: Kit) -> float:
    return 14 + 36 * kit.text_scale


class SeatSign(NamedTuple):
    """The sign of a seat: its colour, and initials or a face."""

    colour: int
    """Index into the theme's seat colours."""
    initials: str
    person: str = ""
    """The character on the seat, whose face replaces the initials if there is room; empty if none."""


def seat_sign(players: Sequence[Player], seat: int) -> SeatSign:
    """Return a seat's sign, with initials that differ from those of the other seats if possible."""
    return _signs(tuple(players), current())[seat]


@lru_cache(maxsize=64)
def _signs(players: tuple[Player, ...], language: str) -> list[SeatSign]:
    """Return the signs of all seats in a language. Cached, as every frame needs them."""
    names = [tr_label(player.name) for player in players]
    people = [roster.who_is(player.level) for player in players]
    shorts = [initials(name, [*names[:seat], *names[seat + 1 :]]) for seat, name in enumerate(names)]
    return [SeatSign(player.colour, short, who) for player, short, who in zip(players, shorts, people)]


def initials(name: str, others: Sequence[str]) -> str:
    """Return a name's first letter, or two letters if another name begins with it, distinct ones if possible."""
    first = name[:1].upper()
    if first not in {other[:1].upper() for other in others}:
        return first
    forms: list[Callable[[str], str]] = [
        lambda text: "".join(word[:1] for word in text.split()[:2]),
        lambda text: text[:2],
        lambda text: text[:1] + text[1:][-1:],
    ]
    pairs = (form(name) for form in forms if form(name) not in map(form, others) and len(form(name)) > 1)
    pair = next(pairs, name[:2])
    return first + pair[1:]


def badge(kit: Kit, sign: SeatSign, radius: float) -> pygame.Surface:
    """Return a seat's badge in its colour: the character's face, or a disc with the initials."""
    colour = kit.theme.seats[sign.colour]
    if sign.person and radius >= MIN_FACE_RADIUS:
        return portrait(kit, roster.characters()[sign.person].face, 2 * radius, colour)
    return kit.disc(radius, colour, sign.initials)


class ClockSign(NamedTuple):
    """The time that a seat has left, as its plate shows it."""

    text: str
    is_last: bool = False
    """Whether these are the last seconds, which stand out."""
    size: float = 1.0
    """A factor of the usual size."""


CLOCK_SIZE = 13.5
"""Text size of a clock."""


class ClockPlace(NamedTuple):
    """Where clocks stand on the plates of a table, at the right."""

    is_low: bool
    """Whether they stand beside the line under the name, and without a picture, because there is little room."""
    width: float
    """The width of a clock and the gap beside it, the same for all times, so that nothing beside it moves."""


def clock_place(kit: Kit, longest: str, seats: Iterable[tuple[str, pygame.FRect, str]]) -> ClockPlace:
    """Return where clocks stand: beside the names if there is room on all plates. `longest` is the widest time, and
    each seat is given by its name, plate and figure."""
    width = kit.text_size(longest, CLOCK_SIZE, "bold")[0] + 16
    high = width + 5 + 11 * kit.text_scale
    is_wide = all(
        kit.text_size(name, NAME_SIZES[-2], "bold")[0] <= plate.w - 56 - _figure_room(kit, plate, figure) - high
        for name, plate, figure in seats
    )
    return ClockPlace(not is_wide, high if is_wide else width)


def draw_clock(stage: Stage, kit: Kit, plate: pygame.FRect, figure: str, sign: ClockSign, place: ClockPlace) -> None:
    """Draw the time left on a plate, left of its figure; the last seconds on a light ground."""
    theme, text, wide = kit.theme, kit.text_scale, place.width - 4
    right = plate.right - 8 - _figure_room(kit, plate, figure)
    x, y, high = right - wide / 2, plate.centery + (10 if place.is_low else -10) * text, 4 + 14 * text
    ink = theme.night if sign.is_last else theme.mist
    if sign.is_last:
        ground = kit.plate(wide * sign.size, high * sign.size, theme.glow, theme.night, 1, high / 2)
        stage.blit_centred(ground, x, y)
    number = kit.text(sign.text, CLOCK_SIZE, "bold" if sign.is_last else "body", ink)
    dial, digits = 0.0 if place.is_low else 5 + 11 * text, kit.size_of(number)[0]
    left = x - (dial + digits) / 2 if sign.is_last else right - dial - digits
    if dial:
        stage.blit_centred(_dial(kit, 11 * text, ink), left + 5.5 * text, y)
    stage.blit_centred(number, left + dial + digits / 2, y)


@painted_once
def _dial(kit: Kit, width: float, ink: Colour) -> pygame.Surface:
    middle = width / 2
    canvas = kit.canvas(width, width, ink)
    canvas.circle(middle, middle, middle - 0.5, ink, 1.4)
    canvas.line([(middle, width * 0.24), (middle, middle), (width * 0.7, width * 0.6)], ink, 1.4)
    return canvas.done()


def _figure_size(kit: Kit, plate: pygame.FRect) -> int:
    return 26 if plate.w > 150 * kit.text_scale else 20


def _figure_room(kit: Kit, plate: pygame.FRect, figure: str) -> float:
    """Return how much width a plate's figure takes from the text."""
    return kit.text_size(figure, _figure_size(kit, plate), "title")[0] + 12 if figure else 0.0


def draw_seat(
    stage: Stage,
    kit: Kit,
    plate: pygame.FRect,
    name: str,
    sign: SeatSign,
    lines: Sequence[str],
    active: bool = False,
    out: bool = False,
    figure: str = "",
    shrinks: bool = False,
    clock: ClockPlace | None = None,
) -> None:
    """Draw a seat's plate: its badge, its name, and the first of the lines that fits in about its usual size.

    `figure`, such as a score, is large at the right. `out` dims the seat. `shrinks`: whether a line may be smaller than
    those of the other seats before a shorter one takes its place.
    `clock` is the place in which to leave room for `draw_clock`.
    """
    theme, text = kit.theme, kit.text_scale
    rim, thick = (theme.brass, 2.2) if active else (theme.rim, 1.2)
    stage.blit(kit.plate(plate.w, plate.h, (*theme.plate, 235), rim, thick, 10), plate.x, plate.y)
    stage.blit_centred(badge(kit, sign, 20 if sign.person else 14), plate.x + 26, plate.centery, 0.4 if out else 1)
    left = plate.x + (54 if sign.person else 48)
    room = plate.right - left - 8 - _figure_room(kit, plate, figure)
    if figure:
        large = _figure_size(kit, plate)
        number = kit.text(figure, large, "title")
        width = kit.size_of(number)[0]
        stage.blit_centred(number, plate.right - 14 - width / 2, plate.centery + kit.lift("title", large))
    name, size = fitting_name(kit, name, room - clock.width if clock and not clock.is_low else room)
    title = kit.text(name, size, "bold", theme.mist if out else theme.paper)
    stage.blit(title, left, plate.centery - 10 * text - kit.size_of(title)[1] / 2)
    room -= clock.width if clock and clock.is_low else 0.0
    sizes = ((line, size) for line in lines for size in (*LINE_SIZES, *[kit.size_for(line, room, 13.5)] * shrinks))
    fits = (found for found in sizes if kit.text_size(*found)[0] <= room)
    line, small = next(fits, None) or kit.first_fitting(lines[-1:], room, LINE_SIZES[-1])
    stage.blit(kit.text(line, small, "body", theme.mist), left, plate.centery + text)


def draw_wins(stage: Stage, kit: Kit, plate: pygame.FRect, won: int, needed: int) -> None:
    """Draw a lamp on a plate's upper edge for each game needed to win the series; `won` of them are lit."""
    theme, radius = kit.theme, 5.5
    for place in range(needed):
        x = plate.right - 18 - (needed - 1 - place) * (2 * radius + 5)
        lamp = theme.brass if place < won else theme.night
        stage.blit_centred(kit.disc(radius, theme.paper if place < won else theme.mist), x, plate.y)
        stage.blit_centred(kit.disc(radius - 1.5, lamp), x, plate.y)


def fitting_name(kit: Kit, name: str, room: float, largest: float = NAME_SIZES[0]) -> tuple[str, float]:
    """Return a name, or if that is too long its first word, cut off if necessary, and the size at which it fits."""
    first = name.split(" ")[0]
    for words in (name, first):
        for size in NAME_SIZES:
            if size <= largest and kit.text_size(words, size, "bold")[0] <= room:
                return words, size
    return kit.first_fitting((first,), room, NAME_SIZES[-1], "bold")


def draw_tooltip(
    stage: Stage,
    kit: Kit,
    beside: pygame.FRect,
    title: str,
    line: str,
    above: bool = True,
    left: float = 8.0,
    right: float = math.inf,
    clear: Sequence[pygame.FRect] = (),
) -> None:
    """Draw a tooltip above a thing, or beside it if there is no room above or `above` is false (see `tip_place`).

    `line` is broken if it is wider than 250 units at the usual text size. The plate stays left of `right`, and also
    right of `left` if it is narrow enough; both are limits on the usual table. It covers nothing in `clear` if there is
    room elsewhere.
    """
    theme, text = kit.theme, kit.text_scale
    lines = kit.wrap(line, 250 * text, 13.5)
    widths = [kit.text_size(title, 15, "bold")[0], *(kit.text_size(part, 13.5)[0] for part in lines)]
    width, height = max(widths) + 28, (24 + 18 * len(lines)) * text + 12
    right = min(right, kit.width - 8)
    left = max(8.0, min(left, right - width))
    window = pygame.FRect(left, TOP, right - left, kit.height - TOP - 8)
    kept = [kit.flip(place) for place in (*stage.kept_clear, *clear)]
    corner = tip_place(window, kit.flip(beside), (width, height), above, kept)
    x, y = kit.flip(pygame.FRect(corner, (width, height))).topleft
    stage.blit(kit.plate(width, height, (*theme.night, 245), theme.brass, 1.2, 9), x, y)
    stage.blit_centred(kit.text(title, 15, "bold"), x + width / 2, y + 8 + 10 * text)
    for number, part in enumerate(lines):
        stage.blit_centred(kit.text(part, 13.5, "body", theme.mist), x + width / 2, y + 8 + (30 + 18 * number) * text)


def tip_place(
    window: pygame.FRect, beside: pygame.FRect, size: tuple[float, float], above: bool, clear: Sequence[pygame.FRect]
) -> tuple[float, float]:
    """Return the place of a tooltip: above a thing, right, left or below, the first that covers nothing in `clear`.

    If all do, it is the nearest place that covers neither the thing nor anything in `clear`, if there is one.
    """
    width, height = size
    middle = max(window.x, min(window.right - width, beside.centerx - width / 2))
    level = max(window.y + 4, min(beside.y - 4, window.bottom - height))
    right, left = (beside.right + 12, level), (beside.x - 12 - width, level)
    sides = [right, left] if right[0] + width <= window.right else [left, right]
    places = [*([(middle, beside.y - height - 12)] if above else []), *sides, (middle, beside.bottom + 12)]
    rects = [pygame.FRect(place, size) for place in places]
    inside = [rect for rect in rects if rect.y >= window.y and rect.bottom <= window.bottom + 8] or rects
    whole = [rect for rect in inside if rect.x >= window.x - 8 and rect.right <= window.right + 8]
    if free := next((rect for rect in whole if rect.collidelist(clear) < 0), None):
        return free.topleft
    kept = tuple(tuple(rect) for rect in (beside, *clear))
    return _nearest_free(tuple(window), tuple(beside), size, kept) or next(iter(whole), inside[0]).topleft


Sides = tuple[float, ...]
"""The left and upper edge, width and height of a rectangle."""
SEARCHED = 16
"""Distance between the places at which room for a tooltip is looked for."""


@lru_cache(maxsize=32)
def _nearest_free(
    window: Sides, beside: Sides, size: tuple[float, float], clear: tuple[Sides, ...]
) -> tuple[float, float] | None:
    """Return the place nearest to `beside` where a tooltip covers nothing in `clear`; None if there is none."""
    (left, top, wide, high), thing = window, pygame.FRect(beside)
    columns, rows = (range(0, max(1, int(most) + 1), SEARCHED) for most in (wide - size[0], high - size[1]))
    rects = [pygame.FRect(left + x, top + y, *size) for x in columns for y in rows]
    kept = [pygame.FRect(rect) for rect in clear]
    rects.sort(key=lambda rect: math.dist(rect.center, thing.center))
    return next((rect.topleft for rect in rects if rect.collidelist(kept) < 0), None)


MORE = " […]"
"""Marks a message that is cut off; pressing its plate opens the whole text."""


def words_height(kit: Kit, lines: int) -> float:
    """Return the height of a message's plate with `lines` lines of the usual size (see `draw_message`)."""
    return 18 * kit.text_scale * lines + 18


def lines_within(kit: Kit, height: float) -> int:
    """Return the number of lines of the usual size that fit on a plate of that height (see `draw_message`)."""
    return max(1, int((height - 18) / (18 * kit.text_scale)))


def draw_message(stage: Stage, kit: Kit, words: str, width: float, most: int, foot: float = 16.0) -> None:
    """Draw a message on a plate at the lower left of a table, `foot` units above the window's edge.

    The plate is at most as high as `most` lines. If the words don't fit, they get smaller, but stay legible.
    """
    lines, size = broken(kit, words, width - 28, most, 14.0)
    step = 18 / 14 * size * kit.text_scale
    height = step * len(lines) + 18
    x, y = message_place(kit, width, height, foot).topleft
    stage.blit(kit.plate(width, height, (*kit.theme.night, 215), kit.theme.rim, 1, 10), x, y)
    draw_lines(stage, kit, lines, x + 14, y + 8, step, size)


def draw_lines(
    stage: Stage, kit: Kit, lines: Sequence[str], x: float, y: float, step: float, size: float,
    colour: Colour | None = None,
) -> None:  # fmt: skip
    """Draw lines of text below each other, `step` apart, from the upper left corner (x, y)."""
    for number, line in enumerate(lines):
        stage.blit(kit.text(line, size, "body", colour), x, y + number * step)


def message_place(kit: Kit, width: float, height: float, foot: float) -> pygame.FRect:
    """Return the place of a message at the lower left of a table, or if it is mirrored at the lower right."""
    return kit.flip(pygame.FRect(20, kit.height - foot - height, width, height))


@painted_once
def sentences_within(kit: Kit, words: str, width: float, most: int) -> str:
    """Return the first sentences that fit into a message of the usual size.

    If not even one sentence fits, return its first clauses, and at least the first one, followed by MORE.
    """
    sentences = re.split(r"(?<=[.!?] )|(?<=[。！？])(?=.)", words)
    clauses = re.split(r"(?<=[,:;] )|(?<=[、：；])(?=.)", sentences[0])
    texts = [*_beginnings(sentences), *(part + MORE for part in _beginnings(clauses)[1:])]
    return first_fitting(kit, texts, width, most)


def first_fitting(kit: Kit, texts: Sequence[str], width: float, most: int) -> str:
    """Return the first of these texts that fits into a message of the usual size, or else the last one."""
    return next((text for text in texts if fits_message(kit, text, width, most)), texts[-1])


def _beginnings(parts: Sequence[str]) -> list[str]:
    """Return the beginnings of a text in parts, longest first."""
    return ["".join(parts[:number]).rstrip() for number in range(len(parts), 0, -1)]


def fits_message(kit: Kit, words: str, width: float, most: int) -> bool:
    """Return whether a text fits into a message of `most` lines at the usual size."""
    return len(kit.wrap(words, width - 28, 14.0)) <= most


def message_height(kit: Kit, words: str, width: float, most: int) -> float:
    """Return the height of a message's plate (see `draw_message`)."""
    lines, size = broken(kit, words, width - 28, most, 14.0)
    return 18 / 14 * size * kit.text_scale * len(lines) + 18


FACE = 19.0
"""Radius of a speaker's face, in logical units."""


def remark_height(kit: Kit, words: str, width: float) -> float:
    """Return the height of a remark's plate (see `draw_remark`)."""
    return max(2 * FACE + 12, 18 * kit.text_scale * len(_remark_lines(kit, words, width)) + 16)


def draw_remark(stage: Stage, kit: Kit, sign: SeatSign, words: str, width: float, foot: float) -> None:
    """Draw a character's remark beside their face, on a plate at the lower left with its lower edge at `foot`."""
    lines, height = _remark_lines(kit, words, width), remark_height(kit, words, width)
    x, y = message_place(kit, width, height, kit.height - foot).topleft
    step = 18 * kit.text_scale
    stage.blit(kit.plate(width, height, (*kit.theme.night, 235), kit.theme.seats[sign.colour], 1.6, 12), x, y)
    stage.blit_centred(badge(kit, sign, FACE), x + 10 + FACE, y + height / 2)
    draw_lines(stage, kit, lines, x + 20 + 2 * FACE, y + (height - step * len(lines)) / 2, step, 14)


def _remark_lines(kit: Kit, words: str, width: float) -> list[str]:
    return kit.wrap(words, width - 2 * FACE - 32, 14)


def broken(kit: Kit, words: str, width: float, most: int, usual: float) -> tuple[list[str], float]:
    """Break words into lines that together are no higher than `most` lines of the size `usual`.

    Return the lines and their size, which is smaller than `usual` if necessary. If even the smallest legible size is
    too large, the text is cut off.
    """
    size, least = usual, min(usual, SMALLEST_TEXT / kit.text_scale)
    while len(lines := kit.wrap(words, width, size)) * size > most * usual and size > least:
        size = max(least, size - 0.5)
    return at_most(lines, int(most * usual / size)), size


def _caption_lines(kit: Kit) -> int:
    return 2 if kit.height < 800 else 3


def _caption_top(kit: Kit) -> float:
    return 50 + 14 * min(kit.text_scale, 1.3)


def caption_foot(kit: Kit) -> float:
    """Return the lowest y-coordinate that a caption can reach (see `draw_caption`)."""
    return _caption_top(kit) + 20 * kit.text_scale * _caption_lines(kit) + 14


def draw_caption(stage: Stage, kit: Kit, head: str, words: str, first: float, last: float) -> None:
    """Draw a speaker's name and words on a plate under the buttons at the top, between the x-coordinates given."""
    theme, text = kit.theme, kit.text_scale
    name = kit.text(head, 14.5, "bold", theme.brass)
    left = kit.size_of(name)[0] + 30
    lines, size = broken(kit, words, last - first - left - 18, _caption_lines(kit), 14.5)
    step = 20 / 14.5 * size * text
    width = left + 18 + max(kit.text_size(line, size)[0] for line in lines)
    height, x, y = step * len(lines) + 14, (first + last - width) / 2, _caption_top(kit)
    stage.blit(kit.plate(width, height, theme.night, theme.brass, 1.4, 10), x, y)
    stage.blit(name, x + 16, y + 7)
    draw_lines(stage, kit, lines, x + left, y + 7, step, size)
