"""The cursors, and what is said beside them."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from topping_out.game.engine import Seat
from topping_out.game.icetowers import legality
from topping_out.scenes.icetowers import art, captions
from topping_out.scenes.icetowers.drawing.ice import Ice
from topping_out.scenes.icetowers.sprites import SpeechBubble
from topping_out.scenes.kit.canvas import Point
from topping_out.scenes.kit.pictures.pointer import pointer
from topping_out.scenes.kit.plates import broken
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import Colour
from topping_out.scenes.ui.widgets import Rect

REST_RADIUS = 22.0
THROUGH = 0.3
"""How much of a name shows that would lie over a piece."""


def draw_cursors(
    stage: Stage, ice: Ice, positions: Mapping[Seat, Point], seats: Iterable[Seat], at_left: Container[Seat] = ()
) -> None:
    """The cursors of some seats, each with its owner's colour and name; those `at_left` point to the right."""
    for seat in sorted(seats):
        _draw_cursor(stage, ice, seat, positions[seat], seat in at_left)


def draw_rests(stage: Stage, ice: Ice, positions: Mapping[Seat, Point], rests: Mapping[Seat, float]) -> None:
    """A ring round each hand that rests, of the share of the rest that is left."""
    for seat, share in rests.items():
        left = max(1, round(share * art.STALL_TICKS))
        stage.blit_centred(art.stall_ring(ice.kit, left, ice.colours.paint(seat), REST_RADIUS), *positions[seat])


def draw_bubbles(stage: Stage, ice: Ice, seats: Iterable[Seat], bubbles: Mapping[Seat, SpeechBubble]) -> None:
    """What several players at the screen are told, each over the own plate; also that a held piece can cap nothing."""
    told = {seat: bubbles[seat].text for seat in seats if seat in bubbles}
    told |= {seat: captions.advice(ice.view, seat) for seat in seats if seat not in told and _is_at_a_loss(ice, seat)}
    for seat, bubble in bubbles_of(ice, told).items():
        _draw_words(stage, ice, bubble, ice.colours.paint(seat))


def _is_at_a_loss(ice: Ice, seat: Seat) -> bool:
    held = ice.view.hands[seat]
    return held is not None and not legality.targets(ice.view, held)


@dataclass(frozen=True)
class Plate:
    """Words as they are written between the ice and the seats' plates."""

    rect: Rect
    lines: Sequence[str]
    size: float


def bubbles_of(ice: Ice, told: Mapping[Seat, str]) -> dict[Seat, Plate]:
    """Return what seats are told as it is written: each over its plate, none over another."""
    seats, bubbles = sorted(told), {}
    lefts = [*(ice.layout.plate(seat).x for seat in seats), math.inf]
    for seat, (left, following) in zip(seats, pairwise(lefts)):
        bubble = bubbles[seat] = _plate(ice, told[seat], min(280 * ice.kit.text_scale, following - left - 8 - 24))
        bubble.rect.x = min(left, ice.kit.width - bubble.rect.w - 8)
    return bubbles


def draw_words(stage: Stage, ice: Ice, words: str) -> None:
    """What is read at the foot of the ice."""
    paint = partial(_paint_at_the_foot, stage, ice, words)
    stage.layer("words", (*ice.looks, words), paint)


def _paint_at_the_foot(stage: Stage, ice: Ice, words: str) -> None:
    _draw_words(stage, ice, _at_the_foot(ice, words), ice.kit.theme.rim)


def words_place(ice: Ice, words: str) -> Rect:
    """Return the rectangle of `draw_words`: in the middle, as low as can be."""
    return _at_the_foot(ice, words).rect


def _at_the_foot(ice: Ice, words: str) -> Plate:
    plate = _plate(ice, words, ice.layout.words.w - 24)
    plate.rect.centerx = ice.layout.words.centerx
    return plate


def _plate(ice: Ice, words: str, room: float) -> Plate:
    """Return words in lines at most so wide; where they are too many, smaller, as far as they can be read."""
    kit, strip = ice.kit, ice.layout.words
    lines, size = broken(kit, words, room, max(1, int((strip.h - 10) / (18 * kit.text_scale))), 13.5)
    rect = Rect(0, 0, max(kit.text_size(line, size)[0] for line in lines) + 24, _step(ice, size) * len(lines) + 10)
    rect.bottom = strip.bottom
    return Plate(rect, lines, size)


def _step(ice: Ice, size: float) -> float:
    """Return how far a line lies below the one before."""
    return 18 / 13.5 * size * ice.kit.text_scale


def _draw_cursor(stage: Stage, ice: Ice, seat: Seat, place: Point, is_at_left: bool) -> None:
    kit, colour, (x, y) = ice.kit, ice.colours.paint(seat), place
    arrow = pointer(kit, colour, is_at_left)
    stage.blit(arrow, x + 1 - kit.size_of(arrow)[0] if is_at_left else x - 1, y - 1)
    label = kit.text(ice.colours.name(seat), 13, "bold", kit.theme.text_on(colour))
    width, height = kit.size_of(label)
    width, height = width + 14, height + 3
    tag = kit.plate(width, height, colour, (255, 255, 255), 1.0, height / 2)
    left, top = max(2.0, x - 16 - width) if is_at_left else min(x + 16, kit.width - width - 2), y + 16
    beside = Rect(left, top, width, height)
    alpha = THROUGH if beside.collidelist(ice.layout.places(ice.view.towers)) >= 0 else 1.0
    stage.blit(tag, left, top, alpha)
    stage.blit_centred(label, left + width / 2, top + height / 2, alpha)


def _draw_words(stage: Stage, ice: Ice, plate: Plate, rim: Colour) -> None:
    kit, r = ice.kit, plate.rect
    stage.blit(kit.plate(r.w, r.h, (*kit.theme.night, 225), rim, 1.4, 10), r.x, r.y)
    for number, line in enumerate(plate.lines):
        stage.blit(kit.text(line, plate.size), r.x + 12, r.y + 5 + number * _step(ice, plate.size))
