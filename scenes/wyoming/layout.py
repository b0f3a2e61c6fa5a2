"""The places of everything on the table, in logical units."""

from __future__ import annotations

from topping_out.game.engine import Seat
from topping_out.game.wyoming.state import Variant

from ..kit.kit import Kit
from ..kit.plates import caption_foot, lines_within, seat_plate_height, words_height
from ..kit.sprites import Pose
from ..match.table.game import CardsLayout
from ..ui.layout import Rect
from .art import CARD_H, CARD_W

TOP = 66.0
"""Height of the bar with the menu and rules buttons."""
HAND_PITCH = 92.0
PENNY = 16.0
PILE_SCALE = 0.82


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

    def seat_x(self, seat: Seat) -> float:
        """Return the x-coordinate of the middle of a seat's lot."""
        return self.middle + (seat - (self.variant.seats - 1) / 2) * self._pitch()

    def tower_x(self, seat: Seat, foundation: int) -> float:
        n = self.variant.foundations
        gap = min(30.0, (self._pitch() - n * CARD_W) / n)
        return self.seat_x(seat) + (foundation - (n - 1) / 2) * (CARD_W + gap)

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

    def plate_cards(self, seat: Seat) -> Pose:
        """Return the pose from which a card of a hidden hand comes, and to which it goes."""
        plate = self.plate(seat)
        return Pose(plate.right - 40, plate.centery, scale=0.35)
