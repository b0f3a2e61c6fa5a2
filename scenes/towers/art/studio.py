"""Floors of other decks: a studio with a sign of what the floor does on its easel."""

from __future__ import annotations

import math

from topping_out.game.towers.floors import SIGNS, EffectVerb, Floor
from topping_out.scenes.kit.theme import mix
from topping_out.scenes.towers.art.room import Room

SIGN_OF = dict(zip(EffectVerb, SIGNS))
"""The sign of each effect."""


def sign_of(floor: Floor) -> str:
    """Return the sign of a floor's first effect."""
    return SIGN_OF[floor.effects[0].verb] if floor.effects else "none"


def paint_studio(room: Room, sign: str) -> None:
    theme, w = room.theme, room.width
    room.window(6, 10, 24, 27, moon=True)
    room.rect(4, 39.6, 28, 2, mix(theme.copper, theme.ink, 0.3))
    room.lamp(w / 2 + 6, 8, 8)
    x, wide = w / 2 - 10, 32.0
    for foot in (4.0, wide - 4):
        room.line([(x + wide / 2, 18), (x + foot, 60)], mix(theme.copper, theme.ink, 0.35), 2)
    room.rect(x, 19, wide, 29, mix(theme.copper, theme.ink, 0.3), 1).rect(x + 1.6, 20.6, wide - 3.2, 25.8, theme.paper)
    PAINTERS[sign](room, x + wide / 2, 33.5)
    room.rect(x - 1, 47, wide + 2, 2, theme.brass, 0.6)
    room.plant(w - 10, 30)
    room.rect(18, 52, 12, 8, room.colour, 1).rect(17, 50, 14, 3, room.dark, 1)


# -- the signs, each round (x, y)


def _cards(room: Room, x: float, y: float) -> None:
    for number in range(2):
        room.rect(x - 8 + number * 5, y - 7 + number * 2, 10, 13, room.dark, 1)
        room.rect(x - 7.2 + number * 5, y - 6.2 + number * 2, 8.4, 11.4, room.colour if number else room.soft, 0.8)


def _star(room: Room, x: float, y: float) -> None:
    points = [(math.sin(n * math.pi / 5), -math.cos(n * math.pi / 5)) for n in range(10)]
    shape = [(x + px * (4.2 if n % 2 else 10), y + py * (4.2 if n % 2 else 10)) for n, (px, py) in enumerate(points)]
    room.shape(shape, room.colour)


def _twins(room: Room, x: float, y: float) -> None:
    for side in (-5.6, 5.6):
        _block(room, x + side, y, room.colour)


def _block(room: Room, x: float, y: float, paint: tuple[int, int, int]) -> None:
    room.rect(x - 4.4, y - 8, 8.8, 16, paint, 1)
    for number in range(2):
        room.rect(x - 2.6, y - 5.4 + number * 6.4, 5.2, 4, room.theme.window)


def _up(room: Room, x: float, y: float) -> None:
    room.rect(x - 2, y - 2, 4, 10, room.colour).shape([(x - 7, y - 1), (x + 7, y - 1), (x, y - 9)], room.colour)
    room.rect(x - 9, y + 9, 18, 1.6, room.dark)


def _terrace(room: Room, x: float, y: float) -> None:
    room.rect(x - 9, y - 10, 18, 1.6, room.dark)
    for number in range(3):
        room.rect(x - 9, y - 6 + number * 5.4, 18 - number * 5, 3.8, room.colour, 0.6)


def _tucks(room: Room, x: float, y: float) -> None:
    for number in range(3):
        room.rect(x - 9, y - 9 + number * 7, 13, 5, room.soft).rect(x + 3, y - 9 + number * 7, 6, 5, room.colour, 1)


def _take(room: Room, x: float, y: float) -> None:
    _arrow_down(room, x, y, room.colour)


def _vacate(room: Room, x: float, y: float) -> None:
    _arrow_down(room, x, y, room.theme.sites["canyon"])


def _arrow_down(room: Room, x: float, y: float, paint: tuple[int, int, int]) -> None:
    room.rect(x - 2, y - 9, 4, 10, paint).shape([(x - 7, y), (x + 7, y), (x, y + 8)], paint)
    room.rect(x - 9, y + 9, 18, 1.6, room.dark)


def _steps(room: Room, x: float, y: float) -> None:
    for number in range(4):
        room.rect(x - 10 + number * 5, y + 5 - number * 5, 5, 4 + number * 5, room.colour)
    room.rect(x - 11, y + 9, 22, 1.6, room.dark)


def _flag(room: Room, x: float, y: float) -> None:
    for number in range(3):
        left, top = x - 8 + number * 7, y - 8 + abs(1 - number) * 5
        room.rect(left, top, 1.4, 18 - abs(1 - number) * 5, room.dark)
        room.shape([(left + 1.4, top), (left + 7, top + 2.6), (left + 1.4, top + 5.2)], room.colour)


def _empty(room: Room, x: float, y: float) -> None:
    for number in range(3):
        room.rect(x - 8, y - 9 + number * 6.6, 16, 5.4, room.colour, 0.6)
        room.rect(x - 6.8, y - 7.8 + number * 6.6, 13.6, 3, room.theme.paper)


def _mixed(room: Room, x: float, y: float) -> None:
    paints = (room.colour, room.theme.copper, room.dark)
    room.circle(x - 6, y + 4, 5, paints[0]).rect(x + 1, y - 0.6, 9, 9, paints[1], 0.6)
    room.shape([(x, y - 10), (x + 6, y - 2), (x - 6, y - 2)], paints[2])


def _none(room: Room, x: float, y: float) -> None:
    ink = room.colour
    room.circle(x, y, 8, room.soft).circle(x, y, 8, ink, 1.6).line([(x - 4, y + 4), (x + 4, y - 4)], ink, 1.6)


PAINTERS = dict(
    zip(SIGNS, (_cards, _star, _twins, _up, _tucks, _take, _vacate, _steps, _flag, _empty, _mixed, _terrace, _none))
)
