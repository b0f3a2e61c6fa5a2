"""The main parts of rooms indoors, beyond those of the standard deck and those that fill the whole room."""

from __future__ import annotations

import math

from ..kit.theme import mix
from .room import HIGH, Room, bow, wheel


def rocking_horse(room: Room) -> None:
    """Draw a rocking horse with a child on it, between a ball and building blocks."""
    theme, m = room.theme, room.width / 2
    tilt = 0.16 * room.wave
    cos, sin = math.cos(tilt), math.sin(tilt)

    def at(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(m + x * cos - (y - 10) * sin, 50 + x * sin + (y - 10) * cos) for x, y in points]

    coat, mane = mix(theme.paper, theme.copper, 0.25), room.red
    # runner, legs, body, neck with head, mane and tail
    room.line(at(*((x, 19 - x * x / 60) for x in range(-24, 25, 4))), room.dark, 2.8)
    for x, foot in ((-9.0, -14), (-6, -5), (8, 6), (10, 16)):
        room.line(at((x, 2), (foot, 17)), mix(coat, theme.ink, 0.25), 3)
    room.shape(at((-14, -4), (-10, -9), (6, -9), (12, -16), (16, -24), (21, -23), (28, -15), (25, -11), (19, -13),
                  (15, -1), (10, 5), (-11, 5)), coat)  # fmt: skip
    room.line(at((8, -12), (12, -20), (16, -25)), mane, 3.4).line(at((-13, -5), (-19, -1), (-21, 7)), mane, 3.4)
    room.shape(at((-8, -9), (5, -9), (4, -1), (-7, -1)), room.colour)
    (ex, ey), (hx, hy), (sx, sy), (kx, ky), (fx, fy), (ax, ay) = at((22, -18), (-2, -27), (-2, -22), (2, -6), (3, 6),
                                                                     (11, -15))  # fmt: skip
    room.circle(ex, ey, 1, theme.ink)
    # the child
    room.line([(sx, sy), (kx - 3, ky)], room.blue, 6.4).line([(kx - 2, ky), (kx + 2, ky + 2), (fx, fy)], room.deep, 3)
    room.line([(sx, sy + 2), (ax, ay)], room.blue, 2).circle(hx, hy, 4.6, room.skin)
    room.half(hx, hy - 0.6, 5, mix(theme.copper, theme.ink, 0.6))
    # blocks with letters, and a ball
    if room.width > 62:
        for x, y, paint in ((-34.0, 52, theme.brass), (-27, 52, room.leaf), (-30.5, 44, room.colour)):
            room.rect(m + x - 4, y, 8, 8, mix(paint, theme.ink, 0.3), 0.8).rect(m + x - 3, y + 1, 6, 6, paint, 0.6)
        room.circle(m + 32, 55, 5, room.red).half(m + 32, 55, 5, theme.paper)


def vault_door(room: Room) -> None:
    """Draw the round door of a vault, whose wheel turns, and bars of gold."""
    theme, m = room.theme, room.width / 2
    steel, shade = mix(theme.mist, theme.ink, 0.25), mix(theme.mist, theme.ink, 0.6)
    room.rect(m - 31, 1, 62, 59, shade, 1).rect(m - 29, 3, 58, 57, mix(shade, theme.ink, 0.35))
    room.circle(m, 31, 26.5, theme.ink).circle(m, 31, 25, steel).circle(m, 31, 20.5, shade).circle(m, 31, 19, steel)
    for (x, y), _ in wheel(m, 31, 22.8, 12, 1 / 24):
        room.circle(x, y, 1.3, theme.ink)
    # the wheel with its spokes and knobs, hinge, lock
    for (x, y), _ in wheel(m, 31, 13.5, 5, room.round / 5 * 2 + 0.05):
        room.line([(m, 31), (x, y)], theme.ink, 2.6).line([(m, 31), (x, y)], theme.brass, 1.6).circle(
            x, y, 2.3, theme.brass
        )
    room.circle(m, 31, 8.4, theme.brass, 1.8).circle(m, 31, 4, theme.ink).circle(m, 31, 3, theme.brass)
    for y in (15.0, 42):
        room.rect(m + 23, y, 8, 5, theme.ink, 1)
    # bars of gold
    if room.width > 84:
        for side in (-1, 1):
            for x, y in ((-6.0, 55.5), (4.4, 55.5), (-0.8, 50.8)):
                left = m + side * 38 + x
                room.shape([(left - 5, y + 4.5), (left - 3.6, y), (left + 3.6, y), (left + 5, y + 4.5)],
                           mix(theme.brass, theme.paper, 0.25 if y < 52 else 0.0))  # fmt: skip


def washing_machines(room: Room) -> None:
    """Draw washing machines whose drums turn, below a line with washing."""
    theme = room.theme
    count = max(2, min(4, int(room.width // 25)))
    pitch = room.width / count
    # the line with washing
    room.line([(0, 6), (room.width / 2, 9), (room.width, 6)], room.dark, 0.9)
    paints = (room.red, theme.paper, theme.brass, room.violet, room.dark)
    for number in range(count * 2):
        x, paint = (number + 0.5) * room.width / count / 2, paints[number % 5]
        if number % 2:
            room.rect(x - 4, 8, 3, 13, paint, 1).rect(x + 0.4, 8, 3, 13, paint, 1).rect(x - 4, 7.6, 7.4, 3, paint)
        else:
            room.shape([(x - 6, 9), (x - 3, 7.4), (x + 3, 7.4), (x + 6, 9), (x + 6, 12.6), (x + 3.4, 12.4), (x + 3.4,
                        20), (x - 3.4, 20), (x - 3.4, 12.4), (x - 6, 12.6)], paint)  # fmt: skip
    for number in range(count):
        x = (number + 0.5) * pitch
        room.rect(x - 10.6, 27.4, 21.2, 32.6, mix(theme.ink, room.colour, 0.2), 1.6)
        room.rect(x - 9.6, 28.4, 19.2, 31, mix(theme.paper, theme.mist, 0.25), 1)
        room.rect(x - 9.6, 28.4, 19.2, 5, room.colour, 1).circle(x + 6, 31, 1.4, theme.window).rect(
            x - 7, 30, 7, 2, room.deep
        )
        room.circle(x, 46, 8.6, mix(theme.mist, theme.ink, 0.3)).circle(x, 46, 7, room.deep)
        turn = room.round / 3 * (1 if number % 2 else -1) + number * 0.2
        for ((px, py), _), paint in zip(wheel(x, 46, 3.8, 3, turn), paints[number:] + paints):
            room.circle(px, py, 2.7, paint)
        room.arc(x, 46, 5.6, 200, 260, theme.paper, 1)


def fireplace(room: Room) -> None:
    """Draw a fireplace with a flickering fire, a picture of a stag over it, and two people in armchairs."""
    theme, m = room.theme, room.width / 2
    stone = mix(theme.mist, room.dark, 0.45)
    # chimney, mantelpiece, opening, fire with logs
    room.rect(m - 13, 0, 26, 26, mix(stone, theme.paper, 0.2)).rect(m - 18, 25, 36, 3.4, room.dark, 0.8)
    room.rect(m - 16, 28, 32, 32, stone).rect(m - 11, 33, 22, 27, theme.night).half(m, 33.5, 11, theme.night, 0.3)
    for number, (x, tall) in enumerate(((-5.0, 15), (0.5, 20), (5.5, 13))):
        grow = (1.0, 1.2, 0.85, 1.1, 0.9, 1.25)[(room.flicker + number * 2) % 6]
        for size, paint in ((1.0, room.red), (0.66, theme.glow), (0.34, theme.window)):
            room.shape([(m + x - 4 * size, 57), (m + x - 3 * size, 57 - tall * 0.4 * size), (m + x,
                        57 - tall * size * grow), (m + x + 3.4 * size, 57 - tall * 0.4 * size), (m + x + 4 * size,
                        57)], paint)  # fmt: skip
    room.rect(m - 9, 56.4, 18, 3, room.wood, 1.4)
    # the stag over the mantelpiece
    room.circle(m, 13, 8, room.wood).circle(m, 13, 6.6, room.colour)
    room.shape([(m - 3, 10.5), (m + 3, 10.5), (m + 1.6, 18), (m - 1.6, 18)], mix(theme.copper, theme.paper, 0.3))
    for side in (-1, 1):
        room.line([(m + side * 2, 10.5), (m + side * 4.6, 5), (m + side * 3.4, 1.6)], theme.paper, 1.1)
        room.line([(m + side * 4, 6.6), (m + side * 8, 4.4)], theme.paper, 1.1)
    # two armchairs
    for side in (-1, 1):
        x = m + side * 27
        if room.width / 2 - 8 > 18:
            room.shape([(x + side * 8, 32), (x + side * 10, 34), (x + side * 9, 58), (x + side * 3, 58),
                        (x + side * 4, 33)], mix(room.colour, theme.ink, 0.3))  # fmt: skip
            room.sitter(x + side * 1, 49, (room.red, theme.brass)[side > 0], -side)
            room.rect(min(x - side * 7, x + side * 9), 48, 16, 10, room.colour, 2).rect(x - 7, 57, 14, 2, room.dark)


def alarm(room: Room) -> None:
    """Draw an alarm bell that rings, and people who run to the exit."""
    theme, m = room.theme, room.width / 2
    red, green = room.red, room.leaf
    # stripes on the wall: light that goes round
    for number in range(2):
        side = (-1, 1)[number]
        room.shape([(m, 16), (m + side * 46, 2 + 12 * room.frame), (m + side * 46, 22 + 12 * room.frame)],
                   (*theme.glow, 80))  # fmt: skip
    shift = 1.6 * room.wave
    room.rect(m - 8, 2, 16, 3, room.deep, 1).circle(m + shift, 16, 12.4, room.deep).circle(m + shift, 16, 11, red)
    room.circle(m + shift - 2, 14, 6.4, mix(red, theme.paper, 0.3)).circle(m + shift, 16, 3, theme.brass)
    room.line([(m + 14, 27), (m + 7 - 2 * shift, 23)], room.deep, 2).circle(m + 7 - 2 * shift, 22.6, 2.6, theme.brass)
    for step in range(2):
        for start in (-40, 140):
            room.arc(m, 16, 16 + step * 4.4, start, start + 80, red, 1.6)
    # the exit with its sign
    x = min(room.width - 15, m + 36)
    room.rect(x - 10, 26, 20, 34, theme.night).rect(x - 8, 33, 16, 27, mix(theme.window, theme.paper, 0.3))
    room.rect(x - 9, 25.4, 18, 6.4, green, 1).shape([(x + 6, 28.6), (x + 1, 26.2), (x + 1, 31)], theme.paper)
    room.rect(x - 6, 27.8, 8, 1.6, theme.paper)
    # three people who run
    for number, coat in enumerate((theme.brass, room.blue, room.dark)):
        px = x - 14 - number * 17
        if px < 6:
            break
        stride = 4.5 * (1 if (number + room.frame) % 2 else -1)
        room.line([(px + stride + 2, 59), (px, 50), (px - stride - 3, 57)], room.deep, 2.6)
        room.line([(px, 51), (px + 3, 41)], coat, 6).circle(px + 4.6, 35.4, 3.6, room.skin)
        room.line([(px + 2, 43), (px + 9, 40 + stride)], coat, 2).line([(px + 2, 43), (px - 5, 45 - stride)], coat, 2)


def flood(room: Room) -> None:
    """Draw a room full of water, in which a chair, a duck and a fish float."""
    theme, m = room.theme, room.width / 2
    water, deep = mix(room.blue, theme.paper, 0.25), mix(room.blue, theme.night, 0.4)
    left, right = -room.left, room.whole - room.left
    # a pipe that has burst
    room.rect(left, 3, room.whole, 4, mix(theme.mist, theme.ink, 0.45)).rect(m - 30, 1.6, 4, 7, theme.ink, 1)
    room.rect(m + 14, 1.6, 4, 7, theme.ink, 1)
    for number in range(4):
        x = m - 12 + number * 4
        room.line([(m - 6 + number, 7), (x - 2, 16), (x - 4 + room.wave, 28)], mix(water, theme.paper, 0.4), 1.8)
    # water behind the things
    top = 27.0
    crest = [(left + n * room.whole / 24, top + 2.2 * math.sin(n * 1.05 + room.round * math.tau)) for n in range(25)]
    room.shape([*crest, (right, HIGH), (left, HIGH)], water)
    # the chair, upside down, and the duck
    bob = 1.8 * room.wave
    x, y = m - 20, 26 + bob
    for leg in (-6, 5):
        room.line([(x + leg, y - 2), (x + leg * 1.2, y - 14)], room.wood, 2)
    room.rect(x - 8, y - 3, 16, 4, room.wood, 1).line([(x + 7, y), (x + 10, y + 14)], room.wood, 2.4)
    x, y = m + 17, 24 - bob
    room.ellipse(x, y + 2, 17, 10, theme.brass).circle(x + 6, y - 5, 5, theme.brass)
    room.shape([(x + 10, y - 6), (x + 15, y - 4), (x + 10, y - 3)], room.red).circle(x + 7, y - 6, 1, theme.ink)
    room.shape([(x - 8, y + 1), (x - 13, y - 4), (x - 5, y - 1)], theme.brass)
    # water before the things, a fish, bubbles
    crest = [
        (left + n * room.whole / 24, top + 5 + 2 * math.sin(n * 1.3 - room.round * math.tau + 1)) for n in range(25)
    ]
    room.shape([*crest, (right, HIGH), (left, HIGH)], (*deep, 215))
    x, y = m - 4 + 3 * room.wave, 48
    room.ellipse(x, y, 16, 8, theme.glow).shape([(x - 7, y), (x - 14, y - 5), (x - 14, y + 5)], theme.glow)
    room.circle(x + 4.6, y - 1, 1, theme.ink)
    for number in range(4):
        room.circle(x + 12 + number % 2 * 3, y - 2 - number * 3.6, 1.1, mix(water, theme.paper, 0.5))
    if room.width > 60:
        room.line([(m + 28, 60), (m + 27, 52), (m + 29, 44)], room.leaf, 2.2)
        room.line([(m + 33, 60), (m + 34, 53)], room.leaf, 2.2)


def bookshelves(room: Room) -> None:
    """Draw shelves full of books to the ceiling, a ladder with a reader, and a cat's-eye lamp."""
    theme, w = room.theme, room.width
    case = mix(theme.copper, theme.ink, 0.55)
    room.rect(0, 0, w, HIGH, case)
    spines = (room.red, theme.brass, room.blue, theme.paper, room.leaf, room.violet,
              mix(theme.copper, theme.paper, 0.3))  # fmt: skip
    for row in range(4):
        foot = 14.4 + row * 15
        room.rect(1.4, foot - 12.8, w - 2.8, 12.8, mix(case, theme.night, 0.5))
        x, number = 2.2, row * 3
        while x < w - 4:
            wide, tall = (3.0, 2.2, 3.6, 2.6)[number % 4], (11.0, 9.4, 11.8, 10.2, 8.6)[number * 3 % 5]
            if number % 9 == 7:
                room.shape([(x, foot), (x + 3, foot), (x + 6.4, foot - 9), (x + 3.6, foot - 10)], spines[number % 7])
                x += 4
            else:
                room.rect(x, foot - tall, wide, tall, spines[number * 5 % 7])
            x, number = x + wide + 0.5, number + 1
    # the ladder, and a reader on it who turns a page
    x = w * 0.52
    for side in (-5.5, 5.5):
        room.line([(x + side + 5, 0), (x + side, 60)], theme.paper, 1.9)
    for step in range(7):
        y = 6 + step * 8
        room.line([(x - 5.5 + 5 * (1 - y / 60), y), (x + 5.5 + 5 * (1 - y / 60), y)], theme.paper, 1.5)
    px = x + 2
    room.line([(px - 2.4, 45), (px - 1.6, 32)], room.deep, 3.2).line([(px + 2.6, 45), (px + 1.8, 32)], room.deep, 3.2)
    room.shape([(px - 4.4, 34), (px + 4.4, 34), (px + 4.6, 20), (px - 4.6, 20)], theme.glow)
    room.circle(px, 14.6, 4.6, room.skin).half(px, 14, 5, theme.ink)
    room.line([(px - 4, 22), (px - 10, 25)], theme.glow, 2.4)
    page = 4.6 - 9.2 * room.there
    room.shape([(px - 11, 18), (px - 5.6, 20), (px - 5.6, 28), (px - 11, 26)], theme.paper)
    room.shape([(px - 16.4, 20), (px - 11, 18), (px - 11, 26), (px - 16.4, 28)], mix(theme.paper, theme.mist, 0.3))
    room.line([(px - 11, 26), (px - 11 + page, 17)], theme.paper, 1)


def dining_table(room: Room) -> None:
    """Draw a table for two with a candle that flickers, under a check cloth."""
    theme, m = room.theme, room.width / 2
    # the guests behind the table
    for side, coat in ((-1, room.red), (1, room.blue)):
        x = m + side * 21
        room.rect(x + side * 4 - 1.5, 28, 3, 32, room.wood, 1).rect(
            min(x - side * 4, x + side * 5.5), 47, 9.5, 2.6, room.wood
        )
        room.sitter(x, 48, coat, -side, 1.15)
    # cloth with checks, foot
    room.rect(m - 2, 44, 4, 16, room.dark).rect(m - 9, 57.6, 18, 2.4, room.dark, 1)
    room.shape([(m - 17, 37), (m + 17, 37), (m + 14, 50), (m + 9, 46), (m + 4, 51), (m, 46), (m - 4, 51), (m - 9, 46),
                (m - 14, 50)], theme.paper)  # fmt: skip
    for number in range(8):
        if number % 2 == 0:
            room.rect(m - 16 + number * 4, 37, 4, 3.6, room.colour).rect(m - 12 + number * 4, 40.6, 4, 3.6, room.colour)
    # plates, glasses, the candle with its light
    for side in (-1, 1):
        room.ellipse(m + side * 10, 36.4, 9, 2.2, theme.mist).half(m + side * 10, 36, 2.6, room.leaf)
        room.shape([(m + side * 4.6 - 1.8, 29), (m + side * 4.6 + 1.8, 29), (m + side * 4.6, 33)], room.red)
        room.line([(m + side * 4.6, 33), (m + side * 4.6, 36.6)], theme.ink, 0.7)
    tall = 6 + 2 * room.there
    room.circle(m, 21, 12 + 2 * room.there, (*theme.window, 90))
    room.rect(m - 1.2, 25, 2.4, 12, theme.paper).rect(m - 2.6, 35.6, 5.2, 1.6, theme.brass)
    room.shape([(m - 1.7, 24), (m + 0.8 * room.wave, 24 - tall), (m + 1.7, 24), (m, 25.6)], room.red)
    room.shape([(m - 1, 24.4), (m + 0.4 * room.wave, 25 - tall * 0.6), (m + 1, 24.4)], theme.window)


def pigeonholes(room: Room) -> None:
    """Draw pigeonholes with letters, a clerk with a parcel, and an envelope that flies to its place."""
    theme, m = room.theme, room.width / 2
    wide = min(room.width, 74.0)
    left = m - wide / 2
    room.rect(left, 3, wide, 36, room.wood, 1)
    columns = max(3, round(wide / 11.5))
    pitch = (wide - 2) / columns
    for row in range(3):
        for column in range(columns):
            x, y, number = left + 1.6 + column * pitch, 4.6 + row * 11.4, row * 5 + column * 3
            room.rect(x, y, pitch - 1.2, 10, mix(room.wood, theme.night, 0.6))
            for letter in range(number % 4):
                paint = (theme.paper, theme.window, mix(theme.paper, room.red, 0.3))[(number + letter) % 3]
                room.rect(x + 1, y + 8.4 - letter * 2.2, pitch - 3.2, 1.7, paint)
    # the counter with a stamp, a pile of parcels, and the clerk
    room.rect(left, 46, wide, 3, room.dark, 0.8).rect(left + 2, 49, wide - 4, 11, room.colour)
    room.rect(m + 10, 37, 12, 9, mix(theme.copper, theme.paper, 0.25)).rect(m + 15.2, 37, 1.6, 9, room.red)
    room.rect(m + 12, 31, 9, 6, theme.copper).rect(m + 15.6, 31, 1.6, 6, theme.paper)
    x = m - 10
    room.shape([(x - 5, 46), (x + 5, 46), (x + 4.4, 33), (x - 4.4, 33)], room.blue).circle(x, 28.4, 4.4, room.skin)
    room.half(x, 27.4, 4.8, room.blue).rect(x - 1, 26.4, 7, 1.6, theme.ink)
    ex, ey = m + 3 + 3 * room.there, 34 - 11 * room.there
    room.line([(x + 3, 36), (ex - 2, ey + 3)], room.blue, 2.4)
    room.rect(ex - 5, ey - 3.5, 11, 7.4, theme.ink).rect(ex - 4.4, ey - 2.9, 9.8, 6.2, theme.paper)
    room.line([(ex - 4.4, ey - 2.9), (ex + 0.5, ey + 0.6), (ex + 5.4, ey - 2.9)], theme.ink, 0.8)


def barrels(room: Room) -> None:
    """Draw three barrels of wine under a vault, and a glass that fills from a tap."""
    theme, m = room.theme, room.width / 2
    oak = mix(theme.copper, theme.ink, 0.2)
    places = [(m - 15, 45.0), (m + 15, 45.0), (m, 19.5)]
    if room.width > 92:
        places = [(m - 30, 45.0), (m, 45.0), (m + 30, 45.0), (m - 15, 19.5), (m + 15, 19.5)]
    for x, y in places:
        room.circle(x, y, 14.6, room.deep).circle(x, y, 13.2, oak).circle(x, y, 10.4, mix(oak, theme.paper, 0.22))
        for plank in (-6, -2, 2, 6):
            reach = math.sqrt(10.4**2 - plank**2)
            room.line([(x + plank, y - reach), (x + plank, y + reach)], oak, 0.9)
        room.rect(x - 9.6, y - 1.4, 19.2, 2.8, oak)
        room.circle(x, y - 5.6, 1.5, room.deep)
        room.rect(x - 1.6, y + 5, 3.2, 4, theme.brass, 0.8).rect(x - 3.4, y + 4, 6.8, 1.6, theme.brass, 0.6)
    # the glass
    red, x = room.red, places[0][0]
    room.line([(x, 54), (x, 58)], red, 1.1)
    fill = 1.5 + 4 * room.there
    room.shape([(x - 3.6, 49.4 + 2), (x + 3.6, 49.4 + 2), (x + 2.6, 59.6), (x - 2.6, 59.6)], (*theme.paper, 150))
    room.rect(x - 2.8, 59.4 - fill, 5.6, fill, red)


def bar(room: Room) -> None:
    """Draw a bar high over the city: stools, a barkeeper who shakes a drink, bottles in the light."""
    theme, m = room.theme, room.width / 2
    wide = min(room.width, 82.0)
    left = m - wide / 2
    # glass shelves with bottles before the night
    room.rect(left, 3, wide, 35, theme.night, 1).fade(
        left + 1.4, 4.4, wide - 2.8, 32, theme.night, theme.dusk, theme.rose
    )
    for number in range(int(wide // 9)):
        x, tall = left + 3 + number * 9, (13.0, 20.0, 9.0, 16.0, 11.0)[number % 5]
        room.rect(x, 37 - tall, 7, tall, theme.hills)
        for pane in range(int(tall // 5)):
            room.rect(x + 1.6 + pane % 2 * 2.6, 38.6 - tall + pane * 4.4, 1.4, 1.8, theme.window)
    paints = (room.leaf, theme.brass, room.red, room.blue, theme.paper)
    for side in (-1, 1):
        for row in range(2):
            y = 15.0 + row * 13
            start = m + side * (wide / 2 - 3)
            room.rect(min(start, start - side * 20), y, 20, 1.1, theme.paper)
            for number in range(5):
                x = start - side * (2 + number * 4)
                tall = (8.4, 6.4, 9.2)[(number + row) % 3]
                room.rect(x - 1.3, y - tall + 2.4, 2.6, tall - 2.4, paints[(number + row * 2) % 5], 0.8)
                room.rect(x - 0.6, y - tall, 1.2, 3, paints[(number + row * 2) % 5])
    # the barkeeper
    lift = 3.4 * room.wave
    room.shape([(m - 6, 42), (m + 6, 42), (m + 5.4, 25), (m - 5.4, 25)], theme.paper)
    room.shape([(m - 6, 42), (m - 2.4, 42), (m - 1.4, 25), (m - 5.4, 25)], theme.ink)
    room.shape([(m + 6, 42), (m + 2.4, 42), (m + 1.4, 25), (m + 5.4, 25)], theme.ink)
    room.shape([(m - 3, 25.4), (m, 27), (m + 3, 25.4), (m + 3, 28.6), (m, 27), (m - 3, 28.6)], room.red)
    room.circle(m, 19.4, 5, room.skin).half(m, 18.6, 5.4, theme.ink)
    room.line([(m + 5, 28), (m + 11, 24 - lift), (m + 10, 19 - lift)], theme.ink, 2.6)
    room.shape([(m + 7.4, 18 - lift), (m + 12.6, 18 - lift), (m + 11.4, 10 - lift), (m + 8.6, 10 - lift)], theme.mist)
    # the counter, and stools before it
    room.rect(left - 2, 40, wide + 4, 4, theme.brass, 1).rect(left, 44, wide, 16, mix(room.colour, theme.ink, 0.25))
    for number in range(int(wide // 8)):
        room.rect(left + 2.4 + number * 8, 46, 4.6, 12, room.colour, 0.6)
    for number in range(max(2, int(wide // 24))):
        x = left + (number + 0.5) * wide / max(2, int(wide // 24))
        room.line([(x, 50), (x, 59)], theme.night, 1.8).rect(x - 4.6, 48, 9.2, 3, theme.night, 1.4)
        room.rect(x - 3.6, 58.4, 7.2, 1.6, theme.night)


def roulette_wheel(room: Room) -> None:
    """Draw a roulette wheel as large as the room, with its ball, and piles of chips."""
    theme, m = room.theme, room.width / 2
    y, outer = 31.0, 27.0
    room.circle(m, y, outer + 1.4, theme.ink).circle(m, y, outer, room.wood).circle(m, y, outer - 3, theme.brass)
    paints = (room.red, theme.night)
    for number in range(16):
        start, end = ((number + part) / 16 + room.round / 8 for part in (0, 1))
        edge = [
            (m + 23 * math.cos(a * math.tau), y + 23 * math.sin(a * math.tau)) for a in (start, (start + end) / 2, end)
        ]
        room.shape([(m, y), *edge], room.leaf if number == 3 else paints[number % 2])
    for (x, py), _ in wheel(m, y, 19.5, 16, room.round / 8 + 1 / 32):
        room.rect(x - 0.9, py - 0.9, 1.8, 1.8, theme.paper)
    room.circle(m, y, 14.6, room.wood).circle(m, y, 13, mix(room.wood, theme.paper, 0.2))
    for (x, py), _ in wheel(m, y, 10.6, 4, room.round / 4 + 0.1):
        room.line([(m, y), (x, py)], theme.brass, 2.4).circle(x, py, 2, theme.brass)
    room.circle(m, y, 4.4, theme.ink).circle(m, y, 3.6, theme.brass)
    (bx, by), _ = next(wheel(m, y, 21.6, 1, 0.85 - room.round))
    room.circle(bx, by, 2.4, theme.ink).circle(bx, by, 2, theme.paper)
    for side in (-1, 1):
        x = m + side * 37
        if 8 < x < room.width - 7:
            for number in range(7 if side > 0 else 4):
                paint = (room.colour, theme.paper, room.red)[number % 3]
                room.rect(x - 6, 57 - number * 3.2, 12, 2.9, theme.ink, 1).rect(
                    x - 5.5, 57.3 - number * 3.2, 11, 2.3, paint, 1
                )


def aquarium(room: Room) -> None:
    """Draw an aquarium from wall to wall, with fish that swim."""
    theme, m = room.theme, room.width / 2
    wide = min(room.width, 88.0)
    left = m - wide / 2
    room.rect(left, 4, wide, 46, theme.ink, 1).fade(
        left + 1.6,
        8,
        wide - 3.2,
        40,
        mix(room.blue, theme.paper, 0.4),
        mix(room.blue, theme.night, 0.45),
    )
    room.rect(left - 2, 50, wide + 4, 10, room.dark, 1).rect(left, 4, wide, 3, room.dark)
    room.shape([(left + 1.6, 48), (left + 1.6, 44), (m - 10, 42), (m + 12, 45), (left + wide - 1.6, 42.6),
                (left + wide - 1.6, 48)], mix(theme.brass, theme.paper, 0.3))  # fmt: skip
    for x in (left + 8, left + 12, left + wide - 12):
        room.line([(x, 45), (x + 2 + room.wave, 35), (x - 1, 27), (x + 1.6 + room.wave, 20)], room.leaf, 2.2)
    fish = ((0.3, 17, 9.0, theme.glow, 1), (0.66, 26, 13.0, room.red, -1), (0.36, 35, 8.0, theme.paper, 1))
    for share, y, long, paint, side in fish:
        x = left + wide * share + side * 4 * room.wave
        room.ellipse(x, y, long * 1.3, long * 0.75, paint).circle(x + side * long * 0.36, y - 0.6, 0.9, theme.ink)
        room.shape(
            [(x - side * long * 0.5, y), (x - side * long, y - long * 0.4), (x - side * long, y + long * 0.4)], paint
        )
    for number in range(5):
        room.circle(left + wide * 0.84 + number % 2 * 2, 40 - number * 7 - 3 * room.there, 1.2, theme.paper)


def grand_piano(room: Room) -> None:
    """Draw a grand piano with its lid open, a pianist, and notes."""
    theme, m = room.theme, room.width / 2
    black = mix(theme.night, room.colour, 0.12)
    x = m + 8
    # lid, its prop, body, legs
    room.shape([(x - 15, 35), (x + 20, 35), (x + 27, 8), (x + 20, 5), (x + 4, 9)], black)
    room.shape([(x - 11, 34), (x + 18, 34), (x + 24, 10), (x + 19, 8), (x + 5, 12)], mix(theme.brass, theme.ink, 0.35))
    room.line([(x + 16, 36), (x + 17, 20)], theme.brass, 1.2)
    room.shape([(x - 17, 35), (x + 22, 35), (x + 25, 41), (x + 20, 46), (x - 17, 46)], black)
    room.rect(x - 21, 40.6, 9, 3, theme.paper).rect(x - 21, 43.4, 10, 2.4, black)
    for leg in (-14, 4, 19):
        room.line([(x + leg, 45), (x + leg, 59)], black, 2.4)
    # the pianist on a stool
    px, play = m - 21, 1.6 * room.wave
    room.rect(px - 5, 47.6, 11, 3, room.colour, 1).line([(px, 50), (px - 4, 59.4)], black, 1.8).line(
        [(px, 50), (px + 4, 59.4)], black, 1.8
    )
    room.shape([(px - 4, 48), (px + 4, 48), (px + 4.4, 33), (px - 3, 33)], theme.ink).circle(
        px + 1.4, 28.6, 4.2, room.skin
    )
    room.half(px + 1, 28, 4.8, mix(theme.mist, theme.paper, 0.4))
    room.line([(px, 48), (px + 9, 48.6), (px + 9, 58.6)], theme.ink, 3)
    room.line([(px + 1, 36), (px + 6, 41), (px + 11, 40 + play)], theme.ink, 2.4)
    for nx, ny in ((-9, 16), (1, 9), (-20, 10)):
        y = ny + room.there * 2
        room.ellipse(m + nx, y + 8, 4.6, 3.4, room.dark).line(
            [(m + nx + 1.9, y + 7.6), (m + nx + 1.9, y)], room.dark, 1.1
        )
        room.line([(m + nx + 1.9, y), (m + nx + 5, y + 3)], room.dark, 1.3)


def bathtub(room: Room) -> None:
    """Draw a bather in a tub full of foam, whose bubbles rise, under a shower."""
    theme, m = room.theme, room.width / 2
    # the shower
    room.line([(m - 24, 48), (m - 24, 8), (m - 12, 8), (m - 12, 12)], theme.brass, 2)
    room.shape([(m - 17, 15), (m - 7, 15), (m - 10, 11), (m - 14, 11)], theme.brass)
    # bubbles, the bather
    for number, (x, y, size) in enumerate(
        ((4.0, 22.0, 3.0), (13, 15, 2.2), (20, 24, 3.6), (-1, 12, 1.8), (28, 17, 2.4))
    ):
        y -= 3 * (room.there if number % 2 else 1 - room.there)
        room.circle(m + x, y, size, (*theme.paper, 170)).circle(m + x, y, size, mix(room.blue, theme.paper, 0.2), 0.7)
    room.circle(m - 9, 28, 5, room.skin).half(m - 9, 27.4, 5.6, room.red)
    room.line([(m - 4, 38), (m + 3, 30), (m + 7 + 2 * room.wave, 24)], room.skin, 3)
    # foam, tub with its rim and feet
    for x, size in ((-16.0, 5), (-8, 6), (1, 5.4), (10, 6.4), (18, 5)):
        room.circle(m + x, 38, size, theme.paper).circle(m + x, 38, size, theme.mist, 0.6)
    room.shape([(m - 27, 38), (m + 27, 38), (m + 23, 52), (m + 18, 56), (m - 18, 56), (m - 23, 52)], room.dark)
    room.shape([(m - 25.4, 40), (m + 25.4, 40), (m + 22, 51), (m + 17, 54.6), (m - 17, 54.6), (m - 22, 51)],
               mix(theme.paper, room.colour, 0.12))  # fmt: skip
    room.rect(m - 29, 37, 58, 3.6, theme.paper, 1.6).rect(m - 29, 40, 58, 1, room.dark)
    for side in (-1, 1):
        room.circle(m + side * 15, 57, 3, theme.brass)


def stove(room: Room) -> None:
    """Draw a kitchen with a cook, steaming pots on a stove, and pans on hooks."""
    theme, m = room.theme, room.width / 2
    steel = mix(theme.mist, theme.ink, 0.2)
    # hood, rail with pans
    room.shape([(m - 6, 0), (m + 18, 0), (m + 26, 14), (m - 14, 14)], steel).rect(m - 15, 13, 42, 3, room.dark, 0.8)
    room.line([(m - 34, 8), (m - 14, 8)], room.dark, 1.4)
    for number, x in enumerate((-31.0, -24, -17)):
        room.line([(m + x, 8), (m + x, 15)], theme.ink, 1.2).circle(m + x, 17.6, 3.4 - number * 0.3, theme.copper)
    # stove with oven
    room.rect(m - 14, 38, 40, 22, theme.ink, 1).rect(m - 12, 41, 36, 3.4, steel)
    room.rect(m - 11, 46.6, 20, 11, theme.glow, 1).rect(m - 9.4, 48.2, 16.8, 7.8, mix(room.red, theme.ink, 0.3))
    for x in (12.0, 16, 20):
        room.circle(m + x, 42.6, 1.2, room.colour)
    # pots with steam, whose lid dances
    for x, wide, tall, paint in ((-2.0, 15, 9, room.red), (16, 12, 6, theme.brass)):
        lift = 1.8 * room.there
        room.rect(m + x - wide / 2, 37.6 - tall, wide, tall, paint, 1).rect(
            m + x - wide / 2 - 2.4, 38.6 - tall, wide + 4.8, 1.6, paint
        )
        room.rect(m + x - wide / 2, 35.8 - tall - lift, wide, 1.8, room.dark, 0.8).circle(
            m + x, 34.8 - tall - lift, 1.3, room.dark
        )
        for puff in range(2):
            room.ellipse(m + x + (puff * 4 - 2), 29 - tall - puff * 6 - 2 * room.there, 7, 5, (*theme.paper, 170))
    # the cook
    x = m - 24
    room.shape([(x - 6, 60), (x + 6, 60), (x + 5, 33), (x - 5, 33)], theme.paper).rect(
        x - 5.6, 46, 11.2, 14, room.colour
    )
    room.circle(x, 28, 4.6, room.skin).rect(x - 4.4, 19, 8.8, 6, theme.paper)
    for side in (-3.6, 0, 3.6):
        room.circle(x + side, 18.6, 3.4, theme.paper)
    room.line([(x + 4, 36), (x + 12, 33), (x + 17 + 2 * room.wave, 27)], theme.paper, 2.6)


def laboratory(room: Room) -> None:
    """Draw a laboratory: flasks over a flame, tubes, and a scholar whose hair stands on end."""
    theme, m = room.theme, room.width / 2
    green, pink = mix(room.leaf, theme.window, 0.35), room.violet
    room.rect(m - 36, 44, 72, 3.4, room.dark, 0.8).rect(m - 33, 47, 3, 13, room.dark).rect(m + 30, 47, 3, 13, room.dark)
    room.rect(m - 22, 47, 20, 10, mix(room.colour, theme.ink, 0.3))
    # round flask on a stand, with bubbles, and the tube to the next one
    x = m - 20
    room.line([(x - 8, 44), (x - 8, 20), (x, 20)], theme.ink, 1.4)
    room.circle(x, 32, 8, theme.ink).circle(x, 32, 7, theme.paper).shape(bow(x, 32, 7, -10, 190), green)
    room.rect(x - 2, 16, 4, 10, theme.paper).rect(x - 3, 15, 6, 1.6, theme.ink)
    room.shape([(x - 2.4, 44), (x, 39.6 - room.there), (x + 2.4, 44)], room.red)
    for number in range(3):
        room.circle(x - 2 + number * 2, 31 - number * 3 - 2 * room.there, 1.2, theme.paper)
    room.line(
        [(x, 16), (x, 9), (m - 4, 9), (m - 2, 14), (m - 6, 18), (m - 2, 22), (m - 3, 28)],
        mix(green, theme.ink, 0.3),
        1.6,
    )
    room.shape([(m - 5, 28), (m - 1, 28), (m + 6, 44), (m - 12, 44)], theme.ink)
    room.shape([(m - 4, 29), (m - 2, 29), (m + 4.4, 43), (m - 10.4, 43)], theme.paper)
    room.shape([(m - 7.4, 37), (m + 1.4, 37), (m + 4.4, 43), (m - 10.4, 43)], pink)
    # the scholar
    x = m + 21
    room.shape([(x - 6, 44), (x + 6, 44), (x + 5, 27), (x - 5, 27)], theme.paper).circle(x, 21, 5, room.skin)
    for (hx, hy), angle in wheel(x, 20, 8.4, 12, 0.5):
        if math.sin(angle) < 0.2:
            room.line([(x + 4 * math.cos(angle), 20 + 4 * math.sin(angle)), (hx, hy)], theme.mist, 1.8)
    room.circle(x - 2, 20.6, 1.8, theme.ink, 0.8).circle(x + 2.4, 20.6, 1.8, theme.ink, 0.8)
    tube = 30 - 4 * room.there
    room.line([(x - 4, 31), (x - 11, tube + 5)], theme.paper, 2.8)
    room.rect(x - 13.4, tube - 5, 3.2, 11, theme.ink, 1).rect(x - 12.6, tube, 1.6, 5.4, green)


def stage(room: Room) -> None:
    """Draw a stage between red curtains, with a singer in the light."""
    theme, m = room.theme, room.width / 2
    wide = min(room.width, 84.0)
    left = m - wide / 2
    red = room.red
    room.rect(left, 0, wide, HIGH, theme.night)
    room.shape([(m - 4, 0), (m + 4, 0), (m + 20, 51), (m - 20, 51)], (*theme.window, 120))
    # boards, the singer with raised arms
    room.rect(left, 50, wide, 10, room.wood).ellipse(m, 51, 34, 4, theme.window)
    lean = 2 * room.wave
    room.shape([(m - 9, 51), (m + 9, 51), (m + 3 + lean, 30), (m - 3 + lean, 30)], room.colour)
    room.shape([(m - 3.4 + lean, 32), (m + 3.4 + lean, 32), (m + 4 + lean, 24), (m - 4 + lean, 24)], room.colour)
    room.circle(m + lean * 1.3, 18.6, 4.6, room.skin).half(m + lean * 1.3, 18.6, 5.4, theme.copper)
    for side in (-1, 1):
        room.line(
            [(m + side * 3 + lean, 25), (m + side * 10, 20 - side * lean), (m + side * 13, 13 + side * lean)],
            room.skin,
            2.2,
        )
    # curtains with folds, the frill above
    for side in (-1, 1):
        edge = m + side * wide / 2
        inner = edge - side * wide * 0.24
        room.shape(
            [(edge, 0), (inner - side * 5, 0), (inner, 22), (inner + side * 3, 40), (inner + side * 1, 60), (edge, 60)],
            red,
        )
        for fold in (0.06, 0.12, 0.18):
            x = edge - side * wide * fold
            room.line([(x - side * 2, 6), (x, 58)], mix(red, theme.night, 0.45), 1.2)
    count = 6
    for number in range(count):
        x = left + (number + 0.5) * wide / count
        room.shape([(x + wide / count / 2, 0), *((px, (py - 4) * 0.8 + 4) for px, py in bow(x, 4, wide / count / 2, 0,
                    180)), (x - wide / count / 2, 0)], mix(red, theme.night, 0.2))  # fmt: skip
    room.rect(left, 0, wide, 1.6, theme.brass)


def weights(room: Room) -> None:
    """Draw a strong man who lifts a barbell, before a mirror."""
    theme, m = room.theme, room.width / 2
    room.rect(m - 32, 6, 64, 40, mix(theme.mist, theme.paper, 0.35), 1).rect(m - 32, 6, 64, 2, room.dark)
    room.shape([(m - 26, 44), (m - 12, 8), (m - 4, 8), (m - 18, 44)], (*theme.paper, 170))
    y = 12 + 9 * room.there
    room.rect(m - 30, y - 1.2, 60, 2.4, theme.ink)
    for side in (-1, 1):
        for x, tall, paint in ((20.0, 9.4, room.dark), (24.4, 7.4, room.red), (28, 5.0, room.dark)):
            room.rect(m + side * x - 1.8, y - tall, 3.6, 2 * tall, paint, 1)
        # arm and leg
        room.line([(m + side * 6, 30), (m + side * 13, 29 - (12 - y) * 0.2), (m + side * 11, y + 1)], room.skin, 3.8)
        room.line([(m + side * 3, 44), (m + side * 9, 51), (m + side * 8, 59)], room.skin, 4)
        room.line([(m + side * 7, 59.2), (m + side * 11, 59.2)], theme.ink, 2)
    room.shape([(m - 8.4, 28), (m + 8.4, 28), (m + 5, 46), (m - 5, 46)], room.colour)
    room.shape([(m - 8.4, 28), (m - 4, 28), (m, 35), (m + 4, 28), (m + 8.4, 28), (m + 6, 31), (m - 6, 31)], room.skin)
    room.shape([(m - 5.4, 43), (m + 5.4, 43), (m + 7, 50), (m, 47), (m - 7, 50)], theme.ink)
    room.circle(m, 23, 4.8, room.skin).line([(m - 3, 25), (m, 24), (m + 3, 25)], theme.ink, 1.5)


def spiral_stairs(room: Room) -> None:
    """Draw a spiral staircase round its newel, with somebody who climbs it."""
    theme, m = room.theme, room.width / 2
    iron = mix(theme.ink, room.colour, 0.25)
    room.rect(m - 31, 0, 62, HIGH, mix(theme.paper, room.colour, 0.18))
    room.rect(m - 2, 0, 4, HIGH, iron).rect(m - 5, 56, 10, 4, theme.brass, 1)
    for number in range(13):
        angle, y = number * 0.52, 56 - number * 4.6
        reach = 25 * math.cos(angle)
        front = math.sin(angle) > -0.2
        paint = iron if front else mix(iron, theme.paper, 0.45)
        wide = 2.4 if front else 1.5
        room.line([(m, y), (m + reach, y)], paint, wide)
        room.line([(m + reach, y), (m + reach, y - 9)], paint, 0.9)
    rail = [(m + 25 * math.cos(number * 0.26), 47 - number * 2.3) for number in range(25)]
    room.line(rail, theme.brass, 1.3)
    step = room.there
    room.person(m + 17 - 5 * step, 51.6 - 4.6 * step, room.red, 22, 0, theme.ink)
