"""The parts of rooms that stand beside the main part, or hang on the walls and from the ceiling, and the walls."""

from __future__ import annotations

import math

from ..kit.theme import mix
from .room import HIGH, Room, bow, wheel

# -- on the floor


def palm(room: Room) -> None:
    room.plant(room.width / 2, 30)


def cactus(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    green = mix(room.leaf, theme.window, 0.15)
    room.line([(m, 52), (m, 32)], green, 5.4).line([(m, 45), (m + 6, 45), (m + 6, 37)], green, 3.4)
    room.line([(m, 42), (m - 5.6, 42), (m - 5.6, 35)], green, 3.4)
    for y in range(34, 52, 4):
        room.line([(m - 0.6, y), (m + 0.6, y + 1)], theme.paper, 0.7)
    room.circle(m, 29.4, 2.2, room.red)
    room.shape([(m - 5, 51), (m + 5, 51), (m + 3.6, 60), (m - 3.6, 60)], theme.copper).rect(
        m - 6, 50, 12, 2.2, theme.copper
    )


def flowers(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    for x, y, paint in ((-5, 38, room.red), (0, 33, theme.brass), (5.4, 37, theme.paper), (-2, 42, room.violet),
                        (3, 43, theme.glow)):  # fmt: skip
        room.line([(m, 52), (m + x, y)], room.leaf, 1.1)
        for (px, py), _ in wheel(m + x, y, 2, 5, 0.1):
            room.circle(px, py, 1.5, paint)
        room.circle(m + x, y, 1.2, theme.ink)
    room.shape([(m - 5, 49), (m + 5, 49), (m + 3, 60), (m - 3, 60)], room.colour).rect(
        m - 4.6, 52, 9.2, 1.6, theme.paper
    )


def guest(room: Room) -> None:
    room.person(room.width / 2, 60, room.red, 27, 0.6, room.theme.ink)


def two_guests(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    room.person(m - 5, 60, room.blue, 27, 0.8, theme.copper)
    room.person(m + 5, 60, theme.glow, 24, -0.8, theme.ink)


def waiter(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    room.person(m, 60, theme.night, 27, 0, theme.ink)
    room.rect(m - 1.6, 39, 3.2, 8, theme.paper).shape(
        [(m - 2, 39.4), (m, 40.6), (m + 2, 39.4), (m + 2, 42), (m - 2, 42)], theme.ink
    )
    room.line([(m + 2.6, 41), (m + 7, 42), (m + 7.4, 36)], theme.night, 2)
    room.ellipse(m + 7, 35, 11, 2, theme.mist).half(m + 7, 34.6, 3.4, theme.brass)


def child(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    room.person(m - 1, 60, theme.brass, 18, 0, theme.copper)
    room.line([(m + 1.6, 47), (m + 6, 44)], theme.brass, 1.6).line([(m + 6, 44), (m + 7, 30)], theme.ink, 0.7)
    room.ellipse(m + 7, 26, 8, 9.4, room.red)


def cat(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    fur = theme.ink
    room.line([(m + 5, 57), (m + 9, 54), (m + 9 + room.wave, 48 - room.there)], fur, 1.9)
    room.shape([(m - 4, 59.6), (m + 6, 59.6), (m + 4, 50), (m - 2, 48)], fur).circle(m - 3, 47, 4, fur)
    for side in (-1, 1):
        room.shape([(m - 3 + side * 3.6, 47), (m - 3 + side * 3.4, 41), (m - 3 + side * 0.6, 44)], fur)
        room.circle(m - 3 + side * 1.5, 46.6, 0.8, theme.window)


def dog(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    fur = mix(theme.copper, theme.paper, 0.15)
    room.line([(m - 6, 51), (m - 9, 46 - 2 * room.wave)], fur, 1.8).rect(m - 6, 49, 13, 6, fur, 2.6)
    for leg in (-4.6, -2, 3.6, 5.6):
        room.line([(m + leg, 54), (m + leg, 59)], fur, 1.7)
    room.circle(m + 7, 47, 4, fur).rect(m + 8, 47, 5, 3, fur, 1.4).circle(m + 12.6, 47.6, 1, theme.ink)
    room.line([(m + 5, 44), (m + 4, 49)], mix(fur, theme.ink, 0.5), 2.2).circle(m + 8, 46, 0.7, theme.ink)


def stool(room: Room) -> None:
    m = room.width / 2
    for foot in (-5, 5):
        room.line([(m + foot * 0.6, 46), (m + foot, 59.4)], room.wood, 1.7)
    room.line([(m - 4, 54), (m + 4, 54)], room.wood, 1.2).rect(m - 6.4, 42, 12.8, 4, room.colour, 1.6)


def armchair(room: Room) -> None:
    m = room.width / 2
    room.rect(m - 6, 35, 12, 19, room.dark, 3).rect(m - 8.6, 44, 17.2, 13, room.colour, 2.4)
    room.rect(m - 8.6, 42, 4, 15, room.dark, 2).rect(m + 4.6, 42, 4, 15, room.dark, 2)
    for foot in (-6.6, 5):
        room.rect(m + foot, 57, 1.8, 3, room.theme.brass)


def standing_lamp(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    if room.frame == 0:
        room.circle(m, 29, 12, (*theme.window, 90))
    room.line([(m, 30), (m, 58)], theme.brass, 1.4).rect(m - 5, 57.6, 10, 2.4, room.dark, 1)
    room.shape([(m - 7.4, 33), (m - 4, 22), (m + 4, 22), (m + 7.4, 33)], theme.glow if room.frame == 0 else room.dark)


def crates(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    for x, y in ((-8, 48), (1, 48), (-3.6, 36.6)):
        room.rect(m + x, y, 8.6, 11.4, room.wood).rect(m + x + 0.9, y + 1, 6.8, 9.4, room.planks)
        room.line([(m + x + 1, y + 1.4), (m + x + 7.6, y + 10)], room.wood, 1.2)
        room.rect(m + x + 2.4, y + 4, 4, 3, theme.paper)


def suitcases(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    for y, wide, paint in ((50, 17, room.colour), (41, 13, theme.copper), (34, 9, room.blue)):
        room.rect(m - wide / 2, y, wide, 60 - 50 if y == 50 else 8.6, paint, 1.6)
        room.rect(m - wide * 0.3, y, 1.4, 9 if y == 50 else 8.6, room.dark).rect(
            m + wide * 0.22, y, 1.4, 8.6, room.dark
        )
        room.rect(m - 2, y - 1.4, 4, 1.6, room.dark, 0.6)


def bicycle(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    for x in (-5.4, 5.4):
        room.circle(m + x, 54, 5.4, theme.ink, 1.3)
    room.line([(m - 5.4, 54), (m - 2, 46), (m + 4, 46), (m, 54), (m - 2, 46)], room.red, 1.4)
    room.line([(m + 5.4, 54), (m + 3.6, 43), (m + 6, 42)], room.red, 1.3)
    room.line([(m - 4, 44), (m, 44)], theme.ink, 1.8).line([(m - 2, 46), (m - 2, 44)], theme.ink, 1.1)


def ladder(room: Room) -> None:
    m, paint = room.width / 2, room.planks
    for foot in (-5, 2.4):
        room.line([(m + foot, 60), (m + foot + 4, 22)], paint, 1.7)
    for step in range(6):
        y = 56 - step * 6.2
        x = m - 5 + (60 - y) * 4 / 38
        room.line([(x, y), (x + 7.4, y)], paint, 1.4)


def television(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    for foot in (-6, 6):
        room.line([(m + foot * 0.6, 54), (m + foot, 60)], room.wood, 1.5).line(
            [(m, 40), (m + foot, 32)], theme.ink, 0.9
        )
    room.rect(m - 9, 40, 18, 15, room.wood, 2).rect(m - 7.4, 41.6, 11.6, 11.6, theme.night, 2)
    room.rect(m - 6.4, 42.6, 9.6, 9.6, mix(room.blue, theme.paper, 0.6 - 0.35 * room.frame), 2)
    room.circle(m - 1.6 + 2 * room.wave, 47, 2, theme.ink)
    for y in (44, 48.6):
        room.circle(m + 6.4, y, 1.1, theme.brass)


def balloons(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    for x, y, paint in ((-5, 25, room.red), (1, 18, theme.brass), (6, 27, room.blue)):
        room.line([(m + x, y + 5), (m, 57)], theme.ink, 0.6).ellipse(m + x, y, 9.4, 11.4, paint)
        room.ellipse(m + x - 2, y - 2.4, 2, 3, theme.paper)
    room.rect(m - 3, 56, 6, 4, room.dark, 1)


def statue(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    white = mix(theme.paper, theme.mist, 0.35)
    room.rect(m - 6.4, 47, 12.8, 13, mix(theme.mist, theme.ink, 0.35)).rect(m - 7.6, 46, 15.2, 2.4, theme.mist)
    room.shape([(m - 6, 46), (m + 6, 46), (m + 4.6, 39), (m + 1.6, 37), (m - 1.6, 37), (m - 4.6, 39)], white)
    room.rect(m - 1.6, 33, 3.2, 6, white).circle(m, 30.6, 4.2, white).half(m, 30, 4.6, mix(white, theme.ink, 0.25))


# -- on the wall


def window(room: Room) -> None:
    room.window(room.width / 2 - 7, 8, 14, 18, moon=True)
    if room.frame:
        room.rect(room.width / 2 - 7, 8, 14, 18, (*room.theme.glow, 70))


def porthole(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    room.circle(m, 17, 9.4, room.dark).circle(m, 17, 8, theme.dusk if room.frame else theme.night)
    room.circle(m + 3, 14, 2, theme.paper).rect(m - 5, 18, 3, 5, theme.hills).rect(m - 1, 16.6, 4, 7, theme.hills)
    room.rect(m - 0.6, 9, 1.2, 16, room.dark).rect(m - 8, 16.4, 16, 1.2, room.dark)


def painting(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    room.line([(m - 5, 9), (m, 4), (m + 5, 9)], room.dark, 0.7)
    room.rect(m - 8.4, 8, 16.8, 15, theme.brass).rect(m - 6.8, 9.6, 13.6, 11.8, mix(room.blue, theme.paper, 0.6))
    room.shape([(m - 6.8, 21.4), (m - 2.6, 13), (m + 1.4, 19), (m + 3.4, 16), (m + 6.8, 21.4)], room.leaf)
    room.circle(m + 3.4, 12.6, 1.6, theme.glow)


def clock(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    room.circle(m, 16, 8.4, room.dark).circle(m, 16, 6.8, theme.paper)
    for angle, long in ((-1.3 + room.round * math.tau, 5.0), (0.3, 3.6)):
        room.line([(m, 16), (m + math.cos(angle) * long, 16 + math.sin(angle) * long)], theme.ink, 1.2)


def mirror(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    room.ellipse(m, 18, 14.6, 23, theme.brass).ellipse(m, 18, 11.6, 20, mix(room.blue, theme.paper, 0.75))
    shift = 2 * room.wave
    room.line([(m - 3 + shift, 22), (m + 3 + shift, 12)], theme.paper, 1.4).line(
        [(m + shift, 25), (m + 4 + shift, 18)], theme.paper, 1
    )


def shelf(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    for row, y in enumerate((15, 27)):
        room.rect(m - 9, y, 18, 1.8, room.wood)
        for number in range(4):
            paint = (room.red, theme.brass, room.blue, room.leaf)[(number + row) % 4]
            tall = (7, 9, 6, 8)[(number * 3 + row) % 4]
            room.rect(m - 8 + number * 4.1, y - tall, 3.4, tall, paint, 0.8 if row else 0)


def neon_star(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    paint = theme.window if room.frame == 0 else room.red
    points = [(m + (8.6 if n % 2 == 0 else 3.7) * math.sin(n * math.pi / 5),
                17 - (8.6 if n % 2 == 0 else 3.7) * math.cos(n * math.pi / 5)) for n in range(11)]  # fmt: skip
    room.rect(m - 10, 6, 20, 21, theme.night, 2).line(points, room.red, 2.4).line(points, paint, 1.2)


def notice_board(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    room.rect(m - 9.4, 7, 18.8, 18, room.wood).rect(m - 8, 8.4, 16, 15.2, mix(theme.copper, theme.paper, 0.35))
    for x, y, wide, paint in (
        (-6.6, 10, 5, theme.paper),
        (0.4, 9.6, 6, theme.window),
        (-5.4, 17, 6, theme.mist),
        (2, 16.4, 5, theme.paper),
    ):
        room.rect(m + x, y, wide, 5.4, paint).circle(m + x + wide / 2, y + 0.4, 0.8, room.red)


def map(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    room.rect(m - 9.4, 8, 18.8, 16, mix(theme.paper, theme.brass, 0.25)).rect(
        m - 10.4, 6.6, 20.8, 2, room.wood, 1
    ).rect(m - 10.4, 23, 20.8, 2, room.wood, 1)
    room.shape([(m - 7, 12), (m - 2, 10.6), (m - 1, 15), (m - 5, 19)], room.leaf)
    room.shape([(m + 1, 12), (m + 7, 11), (m + 7.4, 17), (m + 3, 20)], room.leaf)
    room.line([(m - 5, 15), (m, 18), (m + 5, 14)], room.red, 0.8)


def shields(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    for x in (-5.4, 5.4):
        room.shape([(m + x - 4.4, 8), (m + x + 4.4, 8), (m + x + 4, 16), (m + x, 22), (m + x - 4, 16)], theme.brass)
        room.shape([(m + x - 3, 9.4), (m + x, 9.4), (m + x, 19.6), (m + x - 2.8, 15.6)], room.colour)
        room.shape([(m + x + 3, 9.4), (m + x, 9.4), (m + x, 19.6), (m + x + 2.8, 15.6)], theme.paper)


# -- on the ceiling


def lamp(room: Room) -> None:
    room.lamp(room.width / 2, 8)


def chandelier(room: Room) -> None:
    theme, m = room.theme, room.width / 2
    room.line([(m, 0), (m, 5)], theme.brass, 1.2)
    room.line([(m - 10, 7), (m - 7, 11), (m + 7, 11), (m + 10, 7)], theme.brass, 1.5).line(
        [(m, 4), (m, 12)], theme.brass, 2
    )
    for x in (-10, -5, 0, 5, 10):
        room.circle(m + x, 6, 3.4, (*theme.window, 90)).rect(m + x - 0.6, 6, 1.2, 4, theme.paper).circle(
            m + x, 5.4, 1.1, theme.window
        )


def bunting(room: Room) -> None:
    theme = room.theme
    count = max(4, int(room.width // 9))
    paints = (room.red, theme.brass, room.blue, theme.paper, room.leaf)
    for number in range(count):
        x = (number + 0.5) * room.width / count
        y = 2 + 4 * math.sin((number + 0.5) / count * math.pi)
        room.shape([(x - 3.6, y), (x + 3.6, y), (x + 1.4 * room.wave, y + 8)], paints[number % 5])
    room.line([(room.width * n / 8, 2 + 4 * math.sin(n / 8 * math.pi)) for n in range(9)], theme.ink, 0.8)


def fairy_lights(room: Room) -> None:
    theme = room.theme
    for half in range(2):
        left, wide = half * room.width / 2, room.width / 2
        room.line([(left + wide * n / 6, 2 + 6 * math.sin(n / 6 * math.pi)) for n in range(7)], theme.ink, 0.7)
        for number in range(5):
            x, y = left + wide * (number + 0.5) / 5, 3 + 6 * math.sin((number + 0.5) / 5 * math.pi)
            paint = theme.window if (number + half + room.frame) % 2 else theme.glow
            room.circle(x, y + 1, 3, (*paint, 90)).circle(x, y + 1, 1.5, paint)


def paper_lanterns(room: Room) -> None:
    theme = room.theme
    count = max(3, int(room.width // 20))
    for number in range(count):
        x, drop = (number + 0.5) * room.width / count + 1.4 * room.wave, (5, 8, 4)[number % 3]
        paint = (room.red, theme.glow, theme.paper)[number % 3]
        room.line([(x, 0), (x, drop)], theme.ink, 0.8).ellipse(x, drop + 4, 10, 8.6, paint)
        room.rect(x - 2, drop - 0.6, 4, 1.2, theme.ink).rect(x - 2, drop + 7.6, 4, 1.2, theme.ink)


def ceiling_fan(room: Room) -> None:
    m = room.width / 2
    reach = 17 * math.cos(room.round * math.tau) if room.flicker else 17
    room.line([(m, 0), (m, 6)], room.dark, 1.6).ellipse(m + reach / 2, 7, max(3.0, abs(reach)), 2.2, room.dark)
    room.ellipse(m - reach / 2, 7, max(3.0, abs(reach)), 2.2, room.dark).circle(m, 7.4, 2.4, room.theme.brass)


def beams(room: Room) -> None:
    room.rect(0, 0, room.width, 3.4, room.wood)
    for number in range(max(3, int(room.width // 16))):
        x = (number + 0.5) * room.width / max(3, int(room.width // 16))
        room.rect(x - 2.4, 0, 4.8, 6.4, room.wood).rect(x - 2.4, 5.4, 4.8, 1, room.deep)


# -- walls


def bricks(room: Room) -> None:
    theme = room.theme
    base = mix(room.red, theme.ink, 0.45)
    room.behind(mix(base, theme.paper, 0.12))
    for row in range(10):
        for number in range(int(room.width // 12) + 2):
            x = number * 12 - 6 * (row % 2)
            room.rect(
                max(0.0, x),
                row * 6,
                min(11.2, room.width - x),
                5.2,
                mix(base, theme.copper, 0.06 * ((row * 3 + number) % 4)),
            )


def tiles(room: Room) -> None:
    theme = room.theme
    white = mix(theme.paper, room.colour, 0.12)
    room.behind(mix(white, theme.ink, 0.3))
    for row in range(8):
        for number in range(int(room.width // 8) + 1):
            x = number * 8.0
            paint = mix(white, room.colour, 0.55) if row == 4 else white
            room.rect(x, row * 8, min(7.2, room.width - x), 7.2, paint)


def stripes(room: Room) -> None:
    room.behind(mix(room.theme.paper, room.colour, 0.25))
    for number in range(int(room.width // 9) + 1):
        room.rect(number * 9.0, 0, min(4.5, room.width - number * 9.0), HIGH, mix(room.theme.paper, room.colour, 0.6))


def panels(room: Room) -> None:
    theme = room.theme
    room.behind(mix(room.colour, theme.ink, 0.3)).rect(0, 30, room.width, 30, room.wood)
    room.rect(0, 29, room.width, 1.8, theme.brass)
    for number in range(int(room.width // 14) + 1):
        x = number * 14.0 + 1.6
        if x < room.width:
            room.rect(x, 34, min(11.0, room.width - x), 22, mix(room.wood, theme.copper, 0.35))


def arches(room: Room) -> None:
    theme = room.theme
    stone = mix(theme.mist, theme.ink, 0.55)
    room.behind(mix(stone, theme.night, 0.45))
    count = max(2, int(room.width // 36))
    wide = room.width / count
    for number in range(count):
        m = (number + 0.5) * wide
        room.shape([(m - wide / 2, HIGH), (m - wide / 2, 0), (m + wide / 2, 0), (m + wide / 2, HIGH),
                    (m + wide / 2 - 3, HIGH), *reversed(bow(m, 24, wide / 2 - 3, 180, 360)), (m - wide / 2 + 3,
                    HIGH)], stone)  # fmt: skip


def lozenges(room: Room) -> None:
    theme = room.theme
    room.behind(mix(theme.paper, room.colour, 0.35))
    for row in range(6):
        for number in range(int(room.width // 11) + 2):
            x, y = number * 11 + 5.5 * (row % 2), row * 10 + 5
            if x - 3.4 > 0 and x + 3.4 < room.width:
                room.shape(
                    [(x, y - 4.6), (x + 3.4, y), (x, y + 4.6), (x - 3.4, y)], mix(theme.paper, room.colour, 0.75)
                )


def curtains(room: Room) -> None:
    theme = room.theme
    cloth = mix(room.red, room.colour, 0.35)
    room.behind(mix(cloth, theme.ink, 0.25))
    for number in range(int(room.width // 6) + 1):
        x = number * 6.0
        room.rect(x, 0, min(2.6, room.width - x), HIGH, mix(cloth, theme.ink, 0.5))
        room.rect(x + 2.6, 0, max(0.0, min(1.4, room.width - x - 2.6)), HIGH, mix(cloth, theme.paper, 0.12))


def night_sky(room: Room) -> None:
    room.behind(room.theme.night, room.theme.dusk, room.theme.rose)
    room.stars(16, 44)


def day_sky(room: Room) -> None:
    theme = room.theme
    room.behind(mix(room.blue, theme.paper, 0.35), theme.paper)
    for x, y in ((0.2, 12), (0.75, 20)):
        for px, py, radius in ((-6, 1, 3.4), (-1, -1.6, 4.4), (5, 1, 3.6)):
            room.circle(room.width * x + px + 2 * room.wave, y + py, radius, theme.paper)


def darkness(room: Room) -> None:
    room.behind(mix(room.colour, room.theme.night, 0.75), mix(room.colour, room.theme.night, 0.5))
