"""What lies on the table of Wyoming: the pictures of cards, storeys and pennies, and the layout."""

from __future__ import annotations

import random

import pygame

from topping_out.game.engine import Seat
from topping_out.game.wyoming.actions import CLUBS, DIAMONDS, HEARTS, SPADES, CardId, Suit, rank_of, suit_of
from topping_out.game.wyoming.state import Variant

from ..kit.kit import Kit
from ..kit.plates import caption_foot, lines_within, seat_plate_height, words_height
from ..kit.sprites import Pose, painted_once
from ..kit.stage import Drawing, Paint, Point
from ..kit.theme import Colour, Theme, mix
from ..match.table.game import CardsLayout, X, within
from ..ui.layout import Rect

# -- art


CARD_W, CARD_H = 104.0, 148.0
RADIUS = 9.0
STRIP = 30.0
"""Height of the storey at the foot of a card."""
WINDOWS = 6
ORDERS = 6
"""Number of different orders in which the windows of storeys light up."""
SCAFFOLD = 11.0
"""Width by which scaffolding extends beyond each side of a tower."""


def draw_suit(canvas: Drawing, suit: Suit, x: float, y: float, size: float, paint: Paint) -> None:
    """Draw a suit's sign, `size` high, centred at (x, y)."""
    s = size / 2
    if suit == DIAMONDS:
        canvas.polygon([(x, y - s), (x + 0.78 * s, y), (x, y + s), (x - 0.78 * s, y)], paint)
    elif suit == HEARTS:
        _heart(canvas, x, y, s, 1, paint)
    elif suit == SPADES:
        _heart(canvas, x, y - 0.1 * s, 0.9 * s, -1, paint)
        _stem(canvas, x, y, s, paint)
    elif suit == CLUBS:
        for dx, dy in ((0, -0.48), (-0.5, 0.18), (0.5, 0.18)):
            canvas.circle(x + dx * s, y + dy * s, 0.45 * s, paint)
        canvas.circle(x, y + 0.05 * s, 0.25 * s, paint)
        _stem(canvas, x, y, s, paint)


def _heart(canvas: Drawing, x: float, y: float, s: float, up: int, paint: Paint) -> None:
    radius = 0.5 * s
    for side in (-1, 1):
        canvas.circle(x + side * 0.46 * s, y - up * 0.42 * s, radius, paint)
    corners: list[Point] = [(x - 0.93 * s, y - up * 0.24 * s), (x, y + up * s), (x + 0.93 * s, y - up * 0.24 * s)]
    canvas.polygon([*corners, (x + 0.4 * s, y - up * 0.55 * s), (x - 0.4 * s, y - up * 0.55 * s)], paint)


def _stem(canvas: Drawing, x: float, y: float, s: float, paint: Paint) -> None:
    canvas.polygon([(x - 0.08 * s, y), (x + 0.08 * s, y), (x + 0.42 * s, y + s), (x - 0.42 * s, y + s)], paint)


def scaffolding(kit: Kit, levels: int, storey: float) -> pygame.Surface:
    """Return the scaffolding of a tower: poles at both sides, boards and braces at each storey."""

    def make() -> pygame.Surface:
        wood, width, height = mix(kit.theme.brass, kit.theme.paper, 0.25), CARD_W + 2 * SCAFFOLD, levels * storey + 10
        canvas = kit.canvas(width, height, wood)
        for left in (1.0, width - SCAFFOLD + 1):
            right = left + SCAFFOLD - 2
            for level in range(levels):
                foot = height - level * storey
                canvas.line([(left, foot), (right, foot - storey)], (*wood, 150), 1)
                canvas.line([(left, foot - storey), (right, foot - storey)], wood, 2)
            for x in (left, right):
                canvas.line([(x, 0), (x, height)], wood, 1.6)
        return canvas.done()

    return kit.cached(("scaffolding", levels, round(storey, 1)), make)


@painted_once
def suit_sign(kit: Kit, suit: Suit, size: float) -> pygame.Surface:
    ink = kit.theme.suits[suit]
    canvas = kit.canvas(size, size, ink)
    draw_suit(canvas, suit, size / 2, size / 2, size * 0.94, ink)
    return canvas.done()


@painted_once
def card_face(kit: Kit, card: CardId) -> pygame.Surface:
    """Return a whole card, face up."""
    theme = kit.theme
    colour = theme.suits[suit_of(card)]
    canvas = kit.canvas(CARD_W, CARD_H, theme.paper)
    canvas.rect(0, 0, CARD_W, CARD_H, mix(theme.paper, theme.ink, 0.22), RADIUS)
    canvas.cut(0.8, 0.8, CARD_W - 1.6, CARD_H - 1.6, theme.paper, RADIUS - 0.8)
    paint_face(canvas, theme, card)
    face = canvas.mask(RADIUS).done()
    rank = kit.text(rank_of(card), 27, "title", colour, fixed=True)
    face.blit(rank, rank.get_rect(center=(round(19.5 * kit.scale), round(25 * kit.scale))))
    return face


def paint_face(canvas: Drawing, theme: Theme, card: CardId) -> None:
    """Paint a card without its paper and its rank."""
    suit = suit_of(card)
    colour = theme.suits[suit]
    canvas.rect(5, 5, CARD_W - 10, CARD_H - STRIP - 9, mix(theme.paper, colour, 0.28), 5, 0.9)
    _paint_building(canvas, card, colour, mix(theme.paper, theme.window, 0.55))
    _paint_strip(theme, canvas, card, CARD_H - STRIP, STRIP)
    draw_suit(canvas, suit, 19, 47, 17, colour)


def _paint_building(canvas: Drawing, card: CardId, colour: Colour, light: Colour) -> None:
    """Paint a deco high-rise, taller for higher ranks, with set-backs and a spire."""
    step = card % 25 // 2
    foot, middle = CARD_H - STRIP - 4, 62.0
    blocks = [(40.0, 22 + step * 1.5), (29.0, 10 + step * 1.7), (17.0, 5 + step * 0.9)]
    top = foot
    for width, height in blocks:
        canvas.rect(middle - width / 2, top - height, width, height + 0.5, colour)
        canvas.rect(middle - width / 2, top - height, width, 1.4, mix(colour, light, 0.35))
        rows = int((height - 3) // 6.4)
        columns = int((width - 4) // 7)
        left = middle - (columns * 7 - 3) / 2
        for row in range(rows):
            for column in range(columns):
                lit = random.Random(card * 97 + row * 11 + column + int(width)).random() < 0.72
                paint = light if lit else mix(colour, light, 0.3)
                canvas.rect(left + column * 7, top - height + 4 + row * 6.4, 4, 3.8, paint)
        top -= height
    spire = 6 + step * 0.7
    canvas.polygon([(middle - 3, top), (middle, top - spire), (middle + 3, top)], colour)


def _paint_strip(theme: Theme, canvas: Drawing, card: CardId, y: float, height: float) -> None:
    """Paint a storey: a band in the suit's colour with lit windows, the rank at the left, the sign at the right."""
    suit = suit_of(card)
    colour = theme.suits[suit]
    canvas.rect(0, y, CARD_W, height, mix(colour, theme.ink, 0.22))
    canvas.rect(0, y, CARD_W, height - 1.6, colour)
    canvas.rect(CARD_W / 2, y, CARD_W / 2, height, (*theme.night, 44))  # the shaded side
    canvas.rect(0, y, CARD_W, 1.6, mix(colour, theme.brass, 0.7))
    rng = random.Random(card)
    tall = height * 0.46
    for number in range(WINDOWS):
        x = 15 + number * (CARD_W - 44) / (WINDOWS - 0.4)
        lit = rng.random() < 0.74
        canvas.rect(x, y + height * 0.29, 8, tall, window_colour(theme, suit, lit), 1)
        if lit:
            canvas.rect(x, y + height * 0.29 + tall * 0.62, 8, tall * 0.38, mix(theme.window, theme.glow, 0.6), 1)
    draw_suit(canvas, suit, CARD_W - 14, y + height / 2, min(15, height * 0.5), theme.paper)


def lights(kit: Kit, height: float, order: int, lit: int) -> pygame.Surface:
    """Return the light of `lit` windows of a storey at night, in one of the `ORDERS`, to be drawn over the storey."""

    def make() -> pygame.Surface:
        theme, tall = kit.theme, height * 0.46
        pane = mix(theme.window, theme.paper, 0.35)
        canvas = kit.canvas(CARD_W, height, theme.window)
        for number in random.Random(order).sample(range(WINDOWS), lit):
            x, y = 15 + number * (CARD_W - 44) / (WINDOWS - 0.4), height * 0.29
            for by, depth in ((4.5, 26), (2.5, 46)):
                canvas.rect(x - by, y - by, 8 + 2 * by, tall + 2 * by, (*theme.glow, depth), by + 1)
            canvas.rect(x, y, 8, tall, pane, 1)
            canvas.rect(x, y + tall * 0.66, 8, tall * 0.34, mix(theme.window, theme.glow, 0.45), 1)
        return canvas.done()

    return kit.cached(("lights", round(height, 2), order, lit), make)


def window_colour(theme: Theme, suit: Suit, lit: bool) -> Colour:
    return mix(theme.window, theme.paper, 0.15) if lit else mix(theme.suits[suit], theme.night, 0.42)


def storey(kit: Kit, card: CardId, height: float) -> pygame.Surface:
    """Return a card as a storey, `height` high."""

    def make() -> pygame.Surface:
        canvas = kit.canvas(CARD_W, height, kit.theme.suits[suit_of(card)])
        _paint_strip(kit.theme, canvas, card, 0, height)
        return canvas.done()

    return kit.cached(("storey", card, round(height, 2)), make)


def rest_of(fold: float, height: float) -> float:
    """Return the share of a card's height that is left while it folds into a storey."""
    return CARD_H + (height - CARD_H) * round(fold * 12) / 12


def folded(kit: Kit, card: CardId, fold: float, height: float) -> pygame.Surface:
    """Return a card that folds into a storey: its upper part disappears as `fold` runs from 0 to 1."""
    if fold <= 0:
        return card_face(kit, card)
    if fold >= 1:
        return storey(kit, card, height)
    rest = rest_of(fold, height)

    def make() -> pygame.Surface:
        face = card_face(kit, card)
        keep = max(1, round(rest * kit.scale))
        return face.subsurface((0, face.get_height() - keep, face.get_width(), keep)).copy()

    return kit.cached(("fold", card, round(rest)), make)


@painted_once
def penny(kit: Kit, heads: bool = True, radius: float = 16) -> pygame.Surface:
    """Return a copper penny: heads is a light tower, tails a plain dark ring."""
    theme = kit.theme
    metal = theme.copper if heads else mix(theme.copper, theme.night, 0.45)
    size = 2 * radius
    canvas = kit.canvas(size, size, metal)
    canvas.circle(radius, radius, radius, mix(metal, theme.night, 0.45))
    canvas.circle(radius, radius, radius - 1.2, metal)
    canvas.circle(radius - 2.5, radius - 3, radius - 5, mix(metal, theme.paper, 0.22))
    canvas.circle(radius, radius, radius - 4.4, mix(metal, theme.night, 0.12))
    mark = mix(metal, theme.night, 0.62)
    if heads:
        canvas.rect(radius - 5, radius - 1, 10, 7, mark).rect(radius - 2.6, radius - 6.5, 5.2, 6, mark)
        canvas.rect(radius - 0.7, radius - 9, 1.4, 3, mark)
    else:
        canvas.circle(radius, radius, radius * 0.36, mark, 1.6)
    return canvas.done()


@painted_once
def crown(kit: Kit, suit: Suit) -> pygame.Surface:
    """Return the roof of a tower: parapet, set-back and mast."""
    theme = kit.theme
    colour = mix(theme.suits[suit], theme.ink, 0.25)
    canvas = kit.canvas(CARD_W, 22, colour)
    canvas.rect(6, 17, CARD_W - 12, 5, colour).rect(30, 11, CARD_W - 60, 7, colour)
    canvas.rect(43, 6, CARD_W - 86, 6, mix(colour, theme.paper, 0.12))
    canvas.rect(6, 17, CARD_W - 12, 1.2, mix(colour, theme.paper, 0.4))
    canvas.rect(CARD_W / 2 - 0.9, 0, 1.8, 7, colour)
    return canvas.done()


def door(kit: Kit, suit: Suit, height: float) -> pygame.Surface:
    """Return the arched door of a ground floor that is `height` high."""

    def make() -> pygame.Surface:
        theme = kit.theme
        width = 20.0
        frame, glass = mix(theme.brass, theme.suits[suit], 0.2), mix(theme.window, theme.glow, 0.35)
        canvas = kit.canvas(width, height - 3, frame)
        for inset, paint in ((0.0, frame), (2.2, glass)):
            radius = width / 2 - inset
            canvas.circle(width / 2, inset + radius, radius, paint)
            canvas.rect(inset, inset + radius, 2 * radius, height, paint)
        canvas.rect(width / 2 - 0.7, 2, 1.4, height, frame)
        canvas.rect(2, height * 0.42, width - 4, 1.4, frame)
        return canvas.done()

    return kit.cached(("door", suit, round(height, 1)), make)


# -- layout


TOP = 66.0
"""Height of the bar with the menu and rules buttons."""
HAND_PITCH = 92.0
PENNY = 16.0
PILE_SCALE = 0.82
Target = tuple[Seat, int]
"""A foundation, as its owner and number. DISCARD stands for the discard pile (W3)."""
DISCARD: Target = (-1, 0)


class Layout(CardsLayout):
    """The layout for one window size. All towers stand on one ground, and the Sky is above them."""

    card = CARD_W, CARD_H
    ring = 12.0
    drop_margin = 24, 60

    def __init__(self, kit: Kit, variant: Variant, levels: int, own_hand: bool, is_replay: bool = False) -> None:
        """Lay out for a window. A replay leaves room for captions at the top."""
        self.width, self.height = kit.width, kit.height
        self.variant = variant
        text = kit.text_scale
        self.hand_y = self.height - CARD_H / 2 - 18
        self.plate_h = seat_plate_height(kit)
        self.label_h = 44 * text
        least, lines = (CARD_H + 48, 6) if own_hand else (130.0, 4)
        self.foot = max(least, 24 + words_height(kit, lines))
        """Height of the place for the hand, below the seats."""
        self.ground = self.height - self.foot - self.plate_h - self.label_h - 6
        head = max(TOP, caption_foot(kit) - 20) if is_replay else TOP
        self.storey = min(48.0, (self.ground - head - 2 * PENNY - 14) / levels)
        """Height of a storey. `levels` storeys fit below the pennies."""
        beside_hand = (self.width - CARD_W - 6 * HAND_PITCH) / 2 - 44
        self.message_width = min(330.0, max(210.0, beside_hand)) if own_hand else 420.0
        beside_seats = self.plate(0).x > 20 + self.message_width + 8
        top = self.height - self.foot - (self.plate_h if beside_seats else 0.0)
        self.message_lines = lines_within(kit, self.height - 16 - top - 8)

    @property
    def middle(self) -> float:
        return self.width / 2

    def _pitch(self) -> float:
        return min(380.0, (self.width - 330) / self.variant.seats)

    def seat_x(self, seat: Seat) -> X:
        """Return the x-coordinate of the middle of a seat's lot."""
        return X(self.middle + (seat - (self.variant.seats - 1) / 2) * self._pitch())

    def tower_x(self, seat: Seat, foundation: int) -> X:
        n = self.variant.foundations
        gap = min(30.0, (self._pitch() - n * CARD_W) / n)
        return X(self.seat_x(seat) + (foundation - (n - 1) / 2) * (CARD_W + gap))

    def storey_place(self, seat: Seat, foundation: int, level: int) -> Pose:
        """Return the pose of the storey at `level` of a tower; the ground floor is level 0."""
        return Pose(self.tower_x(seat, foundation), self.ground - (level + 0.5) * self.storey, 0.0, 1.0)

    def column(self, seat: Seat, foundation: int, height: int) -> Rect:
        """Return the rectangle of a tower of `height` cards, at least as high as three."""
        tall = max(height, 3) * self.storey + (20 if height else 0)
        return Rect(self.tower_x(seat, foundation) - CARD_W / 2, self.ground - tall, CARD_W, tall)

    def plate(self, seat: Seat) -> Rect:
        width = min(self._pitch() - 16, 270.0)
        return Rect(self.seat_x(seat) - width / 2, self.ground + self.label_h + 4, width, self.plate_h)

    def sky_y(self, level: float) -> float:
        """Return the y-coordinate of the Sky's line when it is `level` storeys high."""
        return self.ground - level * self.storey

    def penny_band(self, level: float) -> Rect:
        """Return the rectangle of the row of pennies, with the words at its ends, at a height of `level` storeys."""
        line = self.sky_y(level)
        return Rect(0, line - 2 * PENNY - 8, self.width, 2 * PENNY + 10)

    def pennies(self, count: int) -> Rect:
        """Return the rectangle of `number` pennies at rest."""
        line = self.sky_y(count)
        left, right = self.penny_x(0, count) - PENNY, self.penny_x(max(0, count - 1), count) + PENNY
        return Rect(left, line - 2 * PENNY - 6, right - left, 2 * PENNY)

    def penny_x(self, index: int, count: int) -> float:
        """Return the x-coordinate of a penny; on mirrored tables too they are counted from the left."""
        pitch = min(44.0, (self.width - 620) / max(count, 1))
        return self.middle + (index - (count - 1) / 2) * pitch

    def hand_place(self, index: int, count: int, raised: bool = False) -> Pose:
        """Return the pose of a card of the hand, in a shallow fan."""
        offset = index - (count - 1) / 2
        pitch = min(HAND_PITCH, (self.width - 600) / max(count, 1))
        lift = 20.0 if raised else 0.0
        return Pose(self.middle - 10 + offset * pitch, self.hand_y + 1.5 * offset * offset - lift, -1.6 * offset)

    @property
    def draw_pile(self) -> Pose:
        return Pose(self.width - 92, self.ground - CARD_H * PILE_SCALE / 2 - 2, scale=PILE_SCALE)

    @property
    def discard_pile(self) -> Pose:
        return Pose(92.0, self.ground - CARD_H * PILE_SCALE / 2 - 2, scale=PILE_SCALE)

    @within(lambda self, seat: self.plate(seat))
    def plate_cards(self, seat: Seat) -> Pose:
        """Return the pose from which a card of a hidden hand comes, and to which it goes."""
        plate = self.plate(seat)
        return Pose(plate.right - 40, plate.centery, scale=0.35)
