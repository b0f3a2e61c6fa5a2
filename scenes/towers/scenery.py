"""The main parts of rooms that look out of doors, and those indoors that fill the whole room."""

from __future__ import annotations

import math

from ..kit.theme import Colour, mix
from .room import HIGH, Room, bow, wheel


def _sky(room: Room) -> None:
    """Fill the room with a clear sky."""
    theme = room.theme
    with room.still():
        room.behind(mix(room.blue, theme.paper, 0.35), mix(room.blue, theme.paper, 0.7), theme.paper)


def _cloud(room: Room, x: float, y: float) -> None:
    for px, py, radius in ((-6, 1, 3.4), (-1, -1.6, 4.4), (5, 1, 3.6)):
        room.circle(x + px, y + py, radius, room.theme.paper)
    room.rect(x - 9, y + 1, 17, 3.4, room.theme.paper, 1.6)


def _stripes(
    room: Room, left: float, top: float, wide: float, high: float, count: int, paints: tuple[Colour, Colour]
) -> None:
    """Draw an awning: stripes that spread downwards and end in round flaps."""
    for number in range(count):
        a, b = left + wide * number / count, left + wide * (number + 1) / count
        middle = left + wide / 2
        paint = paints[number % 2]
        room.shape([(middle + (a - middle) * 0.84, top), (middle + (b - middle) * 0.84, top), (b, top + high), (a,
                    top + high)], paint)  # fmt: skip
        room.shape(bow((a + b) / 2, top + high, (b - a) / 2, 0, 180, 6), paint)


def tree_house(room: Room) -> None:
    """Draw a hut in the crown of a tree, with a rope ladder and a child on a swing."""
    theme, m = room.theme, room.width / 2
    _sky(room)
    with room.still():
        room.floor(mix(room.leaf, theme.paper, 0.15), 4)
    bark, green = mix(theme.copper, theme.ink, 0.55), room.leaf
    # crown, trunk with a branch
    for x, y, size, pale in (
        (-17.0, 14.0, 14, 0.0),
        (16, 12, 15, 0.06),
        (0, 6, 15, 0.12),
        (-26, 24, 9, 0.1),
        (27, 23, 10, 0.0),
    ):
        room.circle(m + x, y, size, mix(green, theme.window, pale))
    room.shape([(m - 5, 20), (m + 5, 20), (m + 6, 52), (m + 11, 60), (m - 11, 60), (m - 6, 52)], bark)
    room.line([(m + 2, 40), (m + 14, 31), (m + 29, 28)], bark, 3.4).line([(m - 2, 44), (m - 14, 36)], bark, 3)
    # the hut on its platform
    room.rect(m - 18, 35, 34, 2.6, bark).rect(m - 14, 17, 25, 18, theme.copper)
    for number in range(4):
        room.rect(m - 14, 20.6 + number * 4, 25, 0.7, bark)
    room.shape([(m - 18, 18), (m - 1.5, 6), (m + 15, 18)], room.red)
    room.rect(m - 10, 21, 8, 7, theme.night).rect(m - 9.2, 21.8, 6.4, 5.4, theme.window).rect(
        m + 2, 22, 6.4, 13, theme.night
    )
    room.circle(m - 6, 25.6, 2.2, room.skin)
    # the rope ladder
    for x in (-16.0, -11):
        room.line([(m + x, 37), (m + x, 59)], theme.paper, 1.1)
    for step in range(5):
        room.line([(m - 16, 40 + 4 * step), (m - 11, 40 + 4 * step)], theme.paper, 1.3)
    # the swing
    angle = 0.42 * room.wave + 0.12
    x, y = m + 25 + 22 * math.sin(angle), 28 + 22 * math.cos(angle)
    for side in (-2.4, 2.4):
        room.line([(m + 25 + side, 28), (x + side, y)], theme.ink, 0.9)
    room.line([(x - 4, y), (x + 4, y)], bark, 2)
    room.line([(x, y - 1), (x + 0.6, y - 7)], room.blue, 4.4).circle(x + 0.8, y - 11.4, 3.1, room.skin)
    room.line([(x, y - 1), (x + 5, y - 1), (x + 6.6, y + 4)], room.deep, 1.9)


def sandcastle(room: Room) -> None:
    """Draw a sandcastle with a flag, a bucket, and a child with a spade."""
    theme, m = room.theme, room.width / 2
    _sky(room)
    sand, shade = mix(theme.brass, theme.paper, 0.35), mix(theme.brass, theme.copper, 0.55)
    with room.still():
        room.fade(-room.left, 44, room.whole, 8, mix(room.blue, theme.paper, 0.15), room.blue)
        room.floor(mix(theme.brass, theme.paper, 0.6), 9)
        room.circle(m - 30, 12, 7, theme.brass)
    _cloud(room, m + 24, 12)
    # walls with battlements, gate, two side towers, the keep
    room.shape([(m - 31, 58), (m + 25, 58), (m + 20, 50), (m - 26, 50)], shade)
    for x, wide, top in ((-18.0, 15, 31), (12, 15, 31), (-5, 20, 21)):
        room.rect(m + x - wide / 2, top, wide, 55 - top, sand if x != 12 else mix(sand, shade, 0.3))
        room.rect(m + x + wide / 2 - 3, top, 3, 55 - top, shade)
        for number in range(3):
            room.rect(m + x - wide / 2 + number * (wide - 4) / 2, top - 4, 4, 4.2, sand)
    room.half(m - 5, 47, 4.4, theme.night).rect(m - 9.4, 46.8, 8.8, 8.4, theme.night)
    for x, y in ((-18.0, 38), (12, 38), (-5, 28)):
        room.rect(m + x - 1.4, y, 2.8, 5, theme.night, 1)
    # the flag
    wave = 1.6 * room.wave
    room.line([(m - 5, 17), (m - 5, 3)], room.wood, 1.2)
    room.shape([(m - 5, 3), (m + 1, 4 + wave), (m + 8, 3.6 - wave), (m + 8, 10 - wave), (m + 1, 10.6 + wave), (m - 5,
                10)], room.red)  # fmt: skip
    # the child, the bucket
    x = m + 29
    room.line([(x - 3, 58), (x, 50), (x + 4, 58)], room.skin, 2.2)
    room.line([(x, 50), (x - 2, 43)], room.red, 6).circle(x - 3, 37, 4, room.skin)
    room.ellipse(x - 3, 34.6, 11, 2.6, theme.paper).half(x - 3, 34.6, 3.6, theme.paper)
    dig = 3 * room.there
    room.line([(x - 3, 44), (x - 9, 47 - dig), (x - 13, 52 - dig)], room.skin, 1.7)
    room.shape([(x - 15, 51 - dig), (x - 11, 52 - dig), (x - 12, 57 - dig), (x - 16, 56 - dig)], room.blue)
    if room.width > 76:
        room.shape([(m - 40, 49), (m - 31, 49), (m - 32.4, 58), (m - 38.6, 58)], room.blue)
        room.arc(m - 35.5, 49.4, 4.2, 180, 360, theme.paper, 1)


def kiosk(room: Room) -> None:
    """Draw a kiosk under a striped awning, its seller, newspapers, and a queue."""
    theme, m = room.theme, room.width / 2
    wide = 46.0
    left = m - 29
    # the kiosk: body, hatch, seller, sweets, newspapers
    room.rect(left, 14, wide, 46, room.dark).rect(left + 3, 22, wide - 6, 17, theme.window)
    x = left + wide * 0.36
    room.shape([(x - 5, 39), (x + 5, 39), (x + 4, 31), (x - 4, 31)], theme.paper).circle(x, 27.4, 4, room.skin)
    room.half(x, 26.4, 4.4, room.red).rect(x - 1, 25.6, 7, 1.5, room.red)
    for number, paint in enumerate((room.leaf, room.red, room.violet)):
        px = left + wide * 0.6 + number * 5
        room.rect(px, 31, 4, 7, theme.paper, 1).rect(px, 34, 4, 4, paint, 1).rect(px + 0.4, 29.6, 3.2, 1.8, theme.ink)
    room.rect(left - 1.6, 38.6, wide + 3.2, 3, theme.brass, 0.6)
    for number in range(4):
        px = left + 3.4 + number * 10.4
        room.rect(px, 44, 8, 12, theme.paper).rect(px + 1, 45.4, 6, 2, theme.ink)
        room.rect(px + 1, 48.6, 6, 3.6, (room.colour, room.blue)[number % 2]).rect(px + 1, 53.4, 6, 0.8, theme.mist)
    _stripes(room, left - 5, 6, wide + 10, 11, 8, (room.colour, theme.paper))
    room.rect(left - 1, 4, wide + 2, 3, room.dark, 1)
    # the queue
    for number, (coat, high) in enumerate(((room.blue, 27), (theme.brass, 23), (room.leaf, 28))):
        px = left + wide + 8 + number * 9.5
        if px < room.width - 3:
            hop = 2.4 * room.there if number == 0 else 0.0
            room.person(px, 60 - hop, coat, high, -0.8, (theme.ink, theme.copper, theme.ink)[number])


def parasol(room: Room) -> None:
    """Draw a table under a large parasol on a terrace over the roofs, with somebody in a deckchair."""
    theme, m = room.theme, room.width / 2
    _sky(room)
    with room.still():
        left = -room.left
        for number in range(int(room.whole // 11) + 1):
            x, tall = left + number * 11, (8, 14, 6, 11, 9)[number % 5]
            room.rect(x, 46 - tall, 10, tall, mix(room.blue, theme.paper, 0.25))
        room.circle(m + 30, 12, 6.4, theme.brass)
        # railing and floor
        room.rect(left, 41, room.whole, 2, theme.paper).floor(mix(theme.copper, theme.paper, 0.35), 6)
        for number in range(int(room.whole // 5) + 1):
            room.rect(left + number * 5, 42, 1.1, 13, theme.paper)
    # the parasol with its table
    room.line([(m, 12), (m, 58)], theme.paper, 2.2).rect(m - 6, 56.6, 12, 3, room.dark, 1)
    paints = (room.colour, theme.paper)
    for number in range(6):
        a, b = (-31 + number * 62 / 6, -31 + (number + 1) * 62 / 6)
        room.shape([(m, 3), (m + a, 22), (m + (a + b) / 2, 24.4), (m + b, 22)], paints[number % 2])
    room.circle(m, 3, 1.8, theme.brass)
    room.rect(m - 12, 41, 24, 2.4, room.wood, 1).rect(m - 8, 43, 1.8, 16, room.wood).rect(
        m + 6.2, 43, 1.8, 16, room.wood
    )
    room.rect(m - 8, 35, 4, 6, theme.glow).line([(m - 6, 36), (m - 3, 30)], room.red, 1)
    # the deckchair
    x = m + 24
    room.line([(x + 12, 36), (x - 8, 58)], room.wood, 2).line([(x - 10, 50), (x + 10, 59)], room.wood, 2)
    room.line([(x + 11, 37), (x + 4, 50), (x - 8, 51)], room.colour, 2.6)
    room.line([(x + 8, 40), (x + 2, 48)], room.red, 5).circle(x + 10, 35, 3.6, room.skin)
    room.line([(x + 2, 48), (x - 6, 47), (x - 11, 51)], room.skin, 2.4)
    room.line([(x + 7.4, 34.4), (x + 10.4, 34.6)], theme.ink, 1.8)
    if room.width > 84:
        room.plant(m - 34, 26)


def wrecking_ball(room: Room) -> None:
    """Draw a wrecking ball that swings into a brick wall, whose bricks fly."""
    theme, m = room.theme, room.width / 2
    with room.still():
        room.behind(mix(theme.glow, theme.paper, 0.2), mix(room.colour, theme.paper, 0.3))
    brick, joint = room.red, mix(theme.paper, theme.copper, 0.3)
    # the wall, with a hole
    right = room.width + 12
    wall = m + 6
    for row in range(12):
        y, inset = 5.0 * row, (9, 6, 8, 4, 1, -2, 1, 4, 0, -3, -6, -9)[row]
        for number in range(9):
            x = wall + inset + number * 9 - 4.5 * (row % 2)
            if x > wall + inset - 2 and x < right:
                room.rect(x, y, 8.4, 4.4, mix(brick, theme.ink, 0.12 * ((row + number) % 3)))
                room.rect(x, y + 4.4, 9, 0.6, joint)
    room.rect(wall + 22, 14, 11, 15, theme.night).rect(wall + 23.4, 15.4, 8.2, 12.2, theme.window)
    # rubble and bricks in the air
    for x, size in ((-12.0, 7.0), (-3, 9), (6, 8), (14, 6), (-20, 5)):
        room.shape([(m + x - size, 60), (m + x - size * 0.4, 60 - size), (m + x + size * 0.5, 60 - size * 0.8),
                    (m + x + size, 60)], mix(brick, theme.ink, 0.2 + 0.02 * size))  # fmt: skip
    fly = 5 * room.there
    for x, y, turn in ((0.0, 12.0, 0.5), (-6, 46, 1.1), (-14, 40, 0.3), (3, 52, 0.8)):
        cx, cy = m + x - fly * 0.6, y + fly * 0.5
        cos, sin = 3.4 * math.cos(turn), 3.4 * math.sin(turn)
        room.shape([(cx - cos, cy - sin), (cx + sin * 0.5, cy - cos * 0.5), (cx + cos, cy + sin), (cx - sin * 0.5,
                    cy + cos * 0.5)], brick)  # fmt: skip
    for x, y, size in ((-2.0, 44.0, 5.0), (-10, 52, 6.0), (2, 22, 4.0)):
        room.circle(m + x, y, size + fly * 0.4, (*theme.paper, 120))
    # the ball on its chain
    angle = -0.16 - 0.5 * room.there
    top = m - 10, -8
    x, y = top[0] + 40 * math.sin(angle + 0.25), top[1] + 40 * math.cos(angle + 0.25)
    room.line([top, (x, y)], theme.ink, 2.4)
    for number in range(9):
        share = number / 9
        room.circle(top[0] + (x - top[0]) * share, top[1] + (y - top[1]) * share, 1.9, theme.ink)
    room.circle(x, y, 13, theme.night).circle(x, y, 11.6, mix(theme.ink, theme.mist, 0.25))
    room.circle(x - 4, y - 4, 4, mix(theme.ink, theme.mist, 0.6))


def market_stall(room: Room) -> None:
    """Draw a bazaar: pointed arches with hanging lamps, carpets, heaps of spices and jars."""
    theme, m = room.theme, room.width / 2
    wall = mix(theme.copper, theme.paper, 0.25)
    with room.still():
        room.behind(wall)
    # three pointed arches, dark behind
    for x in (-30.0, 0, 30):
        if abs(x) + 10 > room.width / 2 + 8:
            continue
        room.shape([(m + x - 12.4, 60), (m + x - 12.4, 22), (m + x - 8, 11), (m + x, 4), (m + x + 8, 11),
                    (m + x + 12.4, 22), (m + x + 12.4, 60)], theme.paper)  # fmt: skip
        room.shape([(m + x - 11, 60), (m + x - 11, 22.4), (m + x - 7, 12.6), (m + x, 6.4), (m + x + 7, 12.6),
                    (m + x + 11, 22.4), (m + x + 11, 60)], mix(room.colour, theme.night, 0.75))  # fmt: skip
    # lamps of coloured glass that swing
    for number, x in enumerate((-30.0, 0, 30)):
        if abs(x) + 4 > room.width / 2:
            continue
        lx, paint = (
            m + x + (1, -1, 1)[number] * 2.6 * room.wave,
            (theme.glow, theme.window, room.violet)[number],
        )
        room.line([(m + x, 5), (lx, 15)], theme.brass, 0.9).circle(lx, 21, 9, (*paint, 60))
        room.shape([(lx, 14), (lx + 4.6, 20), (lx + 3, 26), (lx, 29), (lx - 3, 26), (lx - 4.6, 20)], paint)
        room.rect(lx - 3, 14.6, 6, 1.8, theme.brass).rect(lx - 4.4, 20, 8.8, 1.2, theme.brass)
    # the merchant behind heaps of spices
    room.shape([(m - 8, 48), (m + 8, 48), (m + 5.4, 37), (m - 5.4, 37)], room.leaf).circle(m, 33, 4.2, room.skin)
    room.ellipse(m, 29.4, 11, 5.6, theme.paper).circle(m, 28.6, 1.4, room.red)
    room.rect(m - 24, 52, 48, 8, room.wood, 1)
    for number, paint in enumerate((room.red, theme.brass, room.leaf, theme.glow)):
        x = m - 18 + number * 12
        room.shape([(x - 5.6, 52), (x, 43 + number % 2 * 2), (x + 5.6, 52)], paint)
        room.rect(x - 5.6, 51.4, 11.2, 4.4, mix(theme.copper, theme.ink, 0.5), 1)
    # carpets rolled at the side, jars
    if room.width > 70:
        for number, paint in enumerate((room.red, room.colour, room.blue)):
            x = m - 38 + number * 4.6
            room.rect(x, 30 + number * 4, 4.2, 30 - number * 4, paint, 2).rect(x, 36 + number * 4, 4.2, 2, theme.brass)
            room.rect(x, 52, 4.2, 2, theme.paper)
        for x, tall in ((30.0, 18), (38, 13)):
            room.ellipse(m + x, 60 - tall * 0.42, 9, tall * 0.84, theme.copper).rect(
                m + x - 2, 59 - tall, 4, 5, theme.copper
            )
            room.rect(m + x - 3.4, 59 - tall, 6.8, 1.6, mix(theme.copper, theme.ink, 0.4))


def greenhouse(room: Room) -> None:
    """Draw a garden on the roof: a glasshouse with trees and flowers, a gardener, and a butterfly."""
    theme, m = room.theme, room.width / 2
    _sky(room)
    green, pale = room.leaf, mix(room.leaf, theme.window, 0.4)
    with room.still():
        room.floor(mix(theme.copper, theme.ink, 0.45), 4)
    # the glasshouse
    x, half = m - 10, 27.0
    roof = [(x - half, 28), (x - half * 0.62, 14), (x, 6), (x + half * 0.62, 14), (x + half, 28)]
    room.shape([*roof, (x + half, 57), (x - half, 57)], mix(theme.paper, room.leaf, 0.22))
    # trees and flowers in it
    for tx, top, size in ((-15, 24, 9.0), (2, 18, 10.0), (17, 28, 7.0)):
        room.line([(x + tx, 57), (x + tx, top)], room.wood, 2).circle(x + tx, top, size, green)
        room.circle(x + tx - size * 0.3, top - size * 0.3, size * 0.5, pale)
        for number in range(3):
            room.circle(x + tx + (-4, 3, 0)[number] * size / 9, top + (2, 3, -4)[number] * size / 9, 1.5, room.red)
    room.rect(x - half + 1, 49, 2 * half - 2, 8, room.wood)
    for number in range(9):
        px = x - half + 4 + number * 6
        room.line([(px, 50), (px, 45)], green, 1).circle(px, 44, 2.3, (theme.paper, room.red, theme.brass)[number % 3])
    # its frame
    room.line([*roof], theme.paper, 1.8).line([(x - half, 28), (x + half, 28)], theme.paper, 1.5)
    for number in range(5):
        px = x - half + number * half / 2
        room.line([(px, 57), (px, 28), roof[number]], theme.paper, 1.4)
    # the gardener with a can, and a tall flower; a butterfly
    gx = m + 27
    room.person(gx, 58, room.blue, 25, -0.8)
    room.ellipse(gx - 1, 32, 12, 2.6, theme.brass).half(gx - 1, 32, 3.4, theme.brass)
    tilt = 2 * room.there
    room.line([(gx - 2, 42), (gx - 7, 45)], room.skin, 1.8)
    room.rect(gx - 12, 44 - tilt, 6, 6, theme.mist, 1).line([(gx - 12, 48 - tilt), (gx - 17, 44)], theme.mist, 1.4)
    for number in range(3):
        room.circle(gx - 18 - number, 47 + number * 3 + tilt, 0.8, room.blue)
    bx, by, wing = m + 34, 14 + 2 * room.wave, 2 + 3 * room.there
    for side in (-1, 1):
        room.ellipse(bx + side * wing * 0.7, by - 1, wing * 1.3, 6, room.red)
    room.line([(bx, by - 3), (bx, by + 3)], theme.ink, 1)


def belfry(room: Room) -> None:
    """Draw a large bell that swings in the arch of a belfry, and a ringer at the rope."""
    theme, m = room.theme, room.width / 2
    stone = mix(theme.mist, room.colour, 0.45)
    with room.still():
        room.behind(theme.dusk, theme.rose, theme.ember)
        left, right = -room.left, room.whole - room.left
        # piers with courses of stone, arch
        for a, b in ((left, m - 27), (m + 27, right)):
            if b > a:
                room.rect(a, 0, b - a, HIGH, stone)
                for row in range(8):
                    room.rect(a, 7 + row * 7.4, b - a, 0.9, mix(stone, theme.ink, 0.35))
        hood = [(px, py) for px, py in bow(m, 27, 27.4, 180, 360)]
        room.shape([(m - 28, 0), (m - 28, 27), *hood, (m + 28, 27), (m + 28, 0)], stone)
        room.floor(mix(stone, theme.ink, 0.4), 4)
    room.rect(m - 28, 6, 56, 4, room.wood)
    # the bell
    tilt = 0.42 * room.wave
    cos, sin = math.cos(tilt), math.sin(tilt)

    def at(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(m + x * cos - y * sin, 9 + x * sin + y * cos) for x, y in points]

    (clapper,) = at((0, 34))
    clapper = clapper[0] - sin * 8, clapper[1]
    room.line([(m, 20), clapper], theme.ink, 2).circle(*clapper, 3.2, theme.ink)
    room.line(at((0, 0), (0, 5)), theme.ink, 3)
    half = [(4, 4), (8, 7), (10, 14), (12, 22), (17, 30), (17, 32)]
    outline = [*half, *((-x, y) for x, y in reversed(half))]
    room.shape(at(*((x * 1.08, y + 0.6) for x, y in outline)), theme.ink).shape(at(*outline), theme.brass)
    room.shape(at((-3, 6), (-6, 14), (-8, 23), (-12, 30), (-6, 30), (-3, 20)), mix(theme.brass, theme.paper, 0.5))
    room.line(at((-11.6, 24), (11.6, 24)), mix(theme.brass, theme.ink, 0.4), 1.4)
    # the ringer
    x, pull = m + 21, 4 * room.there
    room.line([(x - 3, 8), (x - 3, 36 + pull)], theme.paper, 1.1)
    room.person(x + 1, 58, room.red, 22, -1, theme.ink)
    room.line([(x, 43), (x - 3, 35 + pull)], room.red, 2)


def carousel(room: Room) -> None:
    """Draw a carousel with horses that go up and down, under a striped roof with lights."""
    theme, m = room.theme, room.width / 2
    half = min(38.0, room.width / 2 - 2)
    # drum, platform
    room.rect(m - 9, 20, 18, 34, theme.window)
    for number in range(3):
        room.rect(m - 7.4 + number * 5.4, 23, 4, 26, mix(theme.window, theme.glow, 0.55), 1)
    room.rect(m - half, 53, 2 * half, 4, room.dark, 1).rect(
        m - half * 0.85, 56, 1.7 * half, 4, mix(room.dark, theme.night, 0.4)
    )
    # horses
    paints = (theme.paper, room.red, mix(theme.copper, theme.ink, 0.3), theme.paper, room.blue)
    count = 4 if half > 30 else 3
    for number in range(count):
        x = m + (number - (count - 1) / 2) * half * 2 / count
        y = 40 + 4 * math.sin((room.round + number / count) * math.tau)
        paint = paints[number]
        room.line([(x, 20), (x, 53)], theme.brass, 1.3)
        room.ellipse(x, y, 12, 6, paint).line([(x + 4, y - 1), (x + 7, y - 6.4), (x + 9.6, y - 4.6)], paint, 2.6)
        for leg, bend in ((-4, -7), (-2.6, -2), (3, 1.4), (4.4, 7)):
            room.line([(x + leg, y + 1), (x + bend, y + 7)], paint, 1.4)
        room.line([(x - 5, y - 1), (x - 8.4, y + 3)], theme.ink, 1.5)
        room.rect(x - 2, y - 4, 4, 4, room.colour, 0.6)
    # roof with stripes, rim with lights, pennant
    for number in range(8):
        a, b = -half - 2 + number * (half + 2) / 4, -half - 2 + (number + 1) * (half + 2) / 4
        room.shape([(m, 2), (m + a, 16), (m + b, 16)], (room.colour, theme.paper)[number % 2])
    room.rect(m - half - 2, 15.4, 2 * half + 4, 5, room.dark, 1)
    for number in range(int(half // 3)):
        x = m - half + 2 + number * (2 * half - 4) / (int(half // 3) - 1)
        room.circle(x, 18, 1.4, theme.window if (number + room.frame) % 2 else theme.glow)
    room.shape([(m, -2), (m + 8, 0.6), (m, 3)], room.red)


def telescope(room: Room) -> None:
    """Draw an observatory: a telescope before the open dome, stars, a planet, and an astronomer."""
    theme, m = room.theme, room.width / 2
    with room.still():
        room.behind(theme.night, theme.dusk)
    room.stars(18, 50)
    # planet with its ring, falling star
    room.circle(m + 29, 13, 6.4, theme.glow)
    room.line([(m + 19, 16.4), (m + 29, 13.4), (m + 39, 9.4)], theme.paper, 1.4)
    x = m - 30 + 8 * room.there
    room.line([(x - 9, 6), (x, 10)], (*theme.paper, 255), 1.1).circle(x, 10, 1.2, theme.paper)
    # ribs of the dome
    for side in (-1, 1):
        room.line(
            [(m + side * 46, 60), (m + side * 44, 30), (m + side * 34, 8), (m + side * 22, -4)],
            mix(theme.mist, theme.ink, 0.4),
            3,
        )
    # the telescope on its tripod
    lift = 2 * room.wave
    tail, tip = (m - 17, 42 - lift / 2), (m + 18, 19 + lift)
    brass, shade = theme.brass, mix(theme.brass, theme.ink, 0.35)
    for foot in (-10, 0, 11):
        room.line([(m, 32), (m + foot, 60)], room.wood, 2.2)
    room.line([tail, (m - 3, 33)], shade, 6).line([(m - 4, 33.4), (m + 8, 25.6)], brass, 9)
    room.line([(m + 8, 25.6), tip], mix(brass, theme.paper, 0.3), 12).line(
        [(tip[0] - 1, tip[1] + 0.6), tip], theme.paper, 12.6
    )
    room.circle(m, 32, 2.6, theme.ink)
    # the astronomer
    x = m - 25
    room.shape([(x - 6, 60), (x + 5, 60), (x + 4, 45), (x - 4, 45)], room.colour).circle(x + 2.6, 41, 4.2, room.skin)
    room.shape([(x - 2, 38), (x + 7, 37), (x, 26)], room.colour).circle(x + 1, 33, 1, theme.window)
    room.line([(x + 2, 48), (x + 9, 44)], room.colour, 2.4)


def car(room: Room) -> None:
    """Draw a car on a lift, and a mechanic under it."""
    theme, m = room.theme, room.width / 2
    lift = 3.4 * room.there
    y = 30 - lift
    # tools on the wall
    for number, x in enumerate((-34.0, -28, 30, 36)):
        room.line([(m + x, 6), (m + x, 17 - number % 2 * 3)], room.dark, 1.6).circle(m + x, 6, 2.2, room.dark, 1)
    # posts with arms
    for side in (-1, 1):
        room.rect(m + side * 29 - 2.4, 14, 4.8, 46, mix(theme.mist, theme.ink, 0.5))
        room.rect(m + side * 29 - 4, 57, 8, 3, theme.ink)
        room.rect(min(m + side * 29, m + side * 16), y + 6, 13, 2.6, theme.brass)
    # body, windows, lights, wheels
    room.shape([(m - 26, y + 4), (m - 26, y - 4), (m - 22, y - 6), (m - 15, y - 6.6), (m - 9, y - 15), (m + 9,
                y - 15), (m + 16, y - 7), (m + 25, y - 5), (m + 27, y + 4)], room.colour)  # fmt: skip
    room.shape([(m - 12, y - 6.6), (m - 7.6, y - 13), (m - 1, y - 13), (m - 1, y - 6.6)], theme.night)
    room.shape([(m + 1, y - 6.6), (m + 1, y - 13), (m + 8, y - 13), (m + 13, y - 6.6)], theme.night)
    room.rect(m - 26.6, y + 2, 54, 3, theme.ink, 1).circle(m + 25, y - 2, 1.8, theme.window).rect(
        m + 3, y - 4, 4, 1, theme.paper
    )
    for x in (-16.0, 16):
        room.circle(m + x, y + 5, 6, theme.night)
        room.circle(m + x, y + 5, 3, theme.mist)
        for (px, py), _ in wheel(m + x, y + 5, 2.6, 4, room.round / 4):
            room.line([(m + x, y + 5), (px, py)], theme.ink, 0.8)
    # the mechanic
    room.person(m, 60, room.blue, 19, 0, room.red)
    room.line([(m + 2.4, 46), (m + 7, 41 - lift)], room.blue, 2).line(
        [(m + 7, 42 - lift), (m + 9, 37 - lift)], theme.mist, 1.6
    )


def ghost(room: Room) -> None:
    """Draw a ghost that hovers over an empty room with a cobweb and a broken chair."""
    theme, m = room.theme, room.width / 2
    with room.still():
        room.behind(mix(room.colour, theme.night, 0.78), mix(room.colour, theme.night, 0.5))
        # cobweb
        left, web = -room.left, mix(theme.mist, room.colour, 0.35)
        for x, y in ((26.0, 0.0), (22, 12), (12, 22), (0, 26)):
            room.line([(left, 0), (left + x, y)], web, 0.7)
        for share in (0.4, 0.7, 0.95):
            room.line([(left + 25 * share, 0), (left + 20 * share, 11 * share), (left + 11 * share, 20 * share),
                       (left, 25 * share)], web, 0.7)  # fmt: skip
        # floor boards, and a chair that has fallen over
        room.floor(mix(room.colour, theme.night, 0.85))
        chair = mix(room.colour, theme.paper, 0.12)
        if room.width > 56:
            x = m + 29
            room.line([(x - 9, 57), (x + 7, 57)], chair, 2).line([(x - 8, 57), (x - 11, 44)], chair, 2)
            room.line([(x + 6, 56), (x + 9, 47)], chair, 1.6).line([(x - 2, 57), (x + 1, 47), (x + 9, 47)], chair, 1.6)
    y = 30 - 4 * room.there
    white = mix(theme.paper, theme.mist, 0.12)
    room.ellipse(m, 57.5, 24 + 4 * room.there, 3, theme.night)
    for grow, paint in ((7.0, (*theme.paper, 26)), (3.0, (*theme.paper, 40))):
        room.ellipse(m, y + 2, 28 + 2 * grow, 40 + 2 * grow, paint)
    hem = [(m + 15 - number * 3.75, y + (22 if number % 2 else 16) + (1 if number % 4 else -1)) for number in range(9)]
    room.shape([*bow(m, y - 6, 13, 180, 360), (m + 14, y + 4), *hem, (m - 14, y + 4)], white)
    for side in (-1, 1):
        room.shape([(m + side * 12, y - 2), (m + side * 21, y - 8 - 3 * room.there), (m + side * 19, y - 1),
                    (m + side * 12, y + 9)], white)  # fmt: skip
        room.ellipse(m + side * 4.6, y - 7, 4.4, 6.4, theme.night)
    room.ellipse(m, y + 1.6, 5, 6.6, theme.night)


def cinema_screen(room: Room) -> None:
    """Draw a cinema: a bright screen with a rider before hills, the beam of light, and rows of heads."""
    theme, m = room.theme, room.width / 2
    with room.still():
        room.behind(mix(room.colour, theme.night, 0.86), mix(room.colour, theme.night, 0.7))
    wide = min(room.width - 6, 74.0)
    left, top, high = m - wide / 2, 4.0, 33.0
    # curtains, screen with sun and hills, the rider
    for side in (-1, 1):
        edge = m + side * (wide / 2 + 2)
        room.rect(min(edge, edge + side * 9), 0, 9, 44, room.colour).rect(edge + side * 4 - 0.6, 0, 1.2, 44, room.dark)
    room.rect(left - 1.6, top - 1.6, wide + 3.2, high + 3.2, theme.night).rect(left, top, wide, high, room.light)
    room.circle(m + wide * 0.22, top + 12, 7, theme.glow)
    hills = [(left, 37.0), (left, 26.0), (m - wide * 0.2, 18.0), (m, 28.0), (m + wide * 0.3, 21.0)]
    room.shape([*hills, (left + wide, 29), (left + wide, 37)], mix(theme.ember, theme.hills, 0.5))
    x, y = m - 9 + 7 * room.there, top + 20 - 2 * abs(room.wave)
    ink, stride = theme.night, 2 * room.wave
    room.ellipse(x, y, 16, 6, ink).line([(x + 6, y - 1), (x + 9.4, y - 4.6)], ink, 3.4)
    room.line([(x + 9.4, y - 5), (x + 13, y - 2.6)], ink, 2.2).line(
        [(x - 7, y - 1), (x - 11, y + 3 - stride)], ink, 1.6
    )
    for leg in (-5, -3, 3, 5):
        room.line([(x + leg, y + 1), (x + leg * 1.3 + (stride if leg % 2 else -stride), y + 9)], ink, 1.3)
    room.line([(x - 2, y - 2), (x - 1, y - 7)], ink, 2.8).circle(x - 1, y - 9.4, 1.8, ink).rect(
        x - 4, y - 11, 6, 1.1, ink
    )
    # two rows of heads over the backs of seats
    for row, (foot, size) in enumerate(((53.0, 3.4), (60.0, 4.2))):
        count = int(room.whole // (size * 3.4)) + 1
        for number in range(count):
            x = (number + 0.5 * (row % 2)) * size * 3.4 - room.left
            if (number * 5 + row) % 4:
                room.circle(x, foot - 8, size * 0.86, theme.night if row else mix(theme.night, room.colour, 0.3))
            room.rect(x - size * 1.4, foot - 6, size * 2.8, 10, mix(room.colour, theme.night, (0.35, 0.15)[row]), 2)


def giant_hand(room: Room) -> None:
    """Draw a giant hand that comes from above and seizes a house."""
    theme, m = room.theme, room.width / 2
    with room.still():
        room.behind(mix(theme.glow, room.colour, 0.35), mix(theme.paper, theme.glow, 0.35))
    lift = 7 * room.there
    # the house, and its neighbours that stay
    for x, wide, tall in ((-40.0, 14, 20), (-25, 12, 13), (26, 13, 16), (41, 15, 23)):
        if abs(x) + wide / 2 < room.width / 2 + 4:
            room.rect(m + x - wide / 2, 60 - tall, wide, tall, room.deep)
            for pane in range(tall // 6):
                room.rect(m + x - wide / 2 + 2.4, 62 - tall + pane * 6, 2.6, 3, theme.window)
                room.rect(m + x + wide / 2 - 5, 62 - tall + pane * 6, 2.6, 3, theme.window if pane % 2 else room.dark)
    foot = 60 - lift
    room.rect(m - 12, 57, 24, 3, mix(theme.copper, theme.night, 0.6))
    room.rect(m - 11, foot - 24, 22, 24, room.colour).shape(
        [(m - 13, foot - 24), (m, foot - 34), (m + 13, foot - 24)], room.dark
    )
    for x in (-7.4, 2.6):
        room.rect(m + x, foot - 20, 4.8, 5.4, theme.window).rect(
            m + x, foot - 11, 4.8, 11 if x > 0 else 5.4, theme.window
        )
    # sleeve and cuff, palm, the fingers behind, thumb and index finger
    skin, shade, y = room.skin, mix(theme.copper, theme.ink, 0.4), -lift
    behind = mix(room.skin, theme.copper, 0.45)
    for bend, tip in ((19, 33), (21.5, 29)):
        points = [(m + 8, y + 14), (m + bend, y + 19), (m + bend + 1, y + 26), (m + bend - 5, y + tip + 1)]
        room.line(points, shade, 8.4).line(points, behind, 6.8)
    for side in (-1, 1):
        reach = (18.0, 16.4)[side > 0]
        points = [
            (m + side * 6, y + 12),
            (m + side * reach, y + 18),
            (m + side * (reach + 1), y + 27),
            (m + side * 11.6, y + 36),
        ]
        room.line(points, shade, 9.4).line(points, skin, 7.8)
        room.ellipse(m + side * 11.4, y + 36.4, 3.6, 4.6, theme.paper)
    room.shape(
        [(m - 10, y + 4), (m + 12, y + 4), (m + 16, y + 14), (m + 9, y + 20), (m - 9, y + 20), (m - 14, y + 14)], skin
    )
    room.shape([(m - 14, -3), (m + 22, -3), (m + 14, y + 4), (m - 12, y + 4)], room.deep)
    room.rect(m - 13, y + 2.4, 27, 4.4, theme.paper, 1).circle(m + 9, y + 4.6, 1.2, theme.brass)


def clockwork(room: Room) -> None:
    """Draw the works of a tower clock: toothed wheels that turn in each other, and the clock's face."""
    theme, m = room.theme, room.width / 2
    with room.still():
        room.behind(mix(theme.copper, theme.night, 0.75))
    gears = (
        (-24.0, 40.0, 15.0, theme.copper, 1, 10),
        (22.0, 42.0, 14.0, theme.brass, -1, 10),
        (-25.0, 10.0, 9.0, theme.mist, -1, 8),
        (26.0, 12.0, 10.0, theme.copper, 1, 8),
    )
    for x, y, size, paint, way, teeth in gears:
        if abs(x) + size > room.width / 2 + 10:
            continue
        for (px, py), angle in wheel(m + x, y, size, teeth, way * room.round / teeth):
            cos, sin = math.cos(angle), math.sin(angle)
            tooth = ((-3.0, 2.2), (-3.0, -2.2), (1.8, -1.5), (1.8, 1.5))
            room.shape([(px + out * cos - side * sin, py + out * sin + side * cos) for out, side in tooth], paint)
        room.circle(m + x, y, size - 0.6, paint).circle(m + x, y, size * 0.62, mix(paint, theme.night, 0.55))
        for (px, py), _ in wheel(m + x, y, size * 0.7, 5, way * room.round / teeth):
            room.line([(m + x, y), (px, py)], paint, 2.2)
        room.circle(m + x, y, size * 0.2, theme.ink)
    room.circle(m, 26, 18.4, theme.ink).circle(m, 26, 17, theme.brass).circle(m, 26, 15, theme.paper)
    for (x, y), _ in wheel(m, 26, 12.6, 12, 0):
        room.circle(x, y, 1, theme.ink)
    for angle, long, wide in ((-1.05 + room.round * 0.6, 10.5, 1.4), (-2.4, 7.4, 2.0)):
        room.line([(m, 26), (m + math.cos(angle) * long, 26 + math.sin(angle) * long)], theme.ink, wide)
    room.circle(m, 26, 1.8, theme.ink)


def swimming_pool(room: Room) -> None:
    """Draw a pool with a diving board, a diver, and a swimmer."""
    theme, m = room.theme, room.width / 2
    blue = mix(room.blue, theme.paper, 0.3)
    left, right = -room.left, room.whole - room.left
    room.rect(left, 38, room.whole, 22, mix(theme.paper, room.blue, 0.25))
    room.fade(m - 36, 41, 72, 19, blue, mix(room.blue, theme.night, 0.35))
    for number in range(6):
        x = m - 30 + number * 12
        room.line([(x - 3, 44 + number % 2 * 4), (x + 3, 44 + number % 2 * 4)], theme.paper, 1)
    # board
    x = m - 32
    room.rect(x - 4, 20, 4, 20, room.dark).line([(x - 4, 21), (x + 20, 20 + 1.6 * room.wave)], theme.paper, 2.6)
    for step in range(3):
        room.line([(x - 8, 26 + step * 5), (x - 4, 26 + step * 5)], room.dark, 1.3)
    room.line([(x - 8, 22), (x - 8, 40)], room.dark, 1.3)
    # the diver in the air, the swimmer with a cap
    dx, dy = m + 3 + 3 * room.there, 20 + 6 * room.there
    room.line([(dx - 10, dy - 9), (dx - 2, dy - 2)], room.skin, 3).line(
        [(dx - 4, dy - 4), (dx + 2, dy + 2)], room.colour, 4.4
    )
    room.circle(dx + 5, dy + 5, 3.6, room.skin).line([(dx + 2, dy + 2), (dx + 11, dy + 10)], room.skin, 2.2)
    sx = m + 22 - 3 * room.wave
    room.circle(sx, 43, 3.8, room.skin).half(sx, 42.6, 4.2, room.red)
    room.line([(sx + 3, 46), (sx + 9, 42), (sx + 13, 45)], room.skin, 2.4)
    room.line([(left, 40), (right, 40)], room.dark, 1.2)
