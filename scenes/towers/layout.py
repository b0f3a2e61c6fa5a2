"""The layout of the table of Towers, in logical units."""

from __future__ import annotations

from topping_out.game.engine import Seat
from topping_out.game.towers.state import Variant

from ..kit.kit import Kit
from ..kit.plates import lines_within, seat_plate_height
from ..kit.sprites import Pose
from ..match.table.game import CardsLayout
from ..ui.layout import Rect
from .art import STICKS_OUT, Size

TOP = 98.0
"""Smallest y of the top of a full tower, below the bar at the top and a spire's needle."""
EDGE = 24.0
SIDE = 216.0
"""Width of the plates on the right."""
PILE_SCALE = 0.42
ROWS = 2
"""Number of rows of cards in the hand."""
GAP = 8.0


class Layout(CardsLayout):
    """The layout for one window size: towers side by side, the seats on the right, the hand in two rows below."""

    radius, ring = 5.0, 8.0
    drop_margin = 8, 4
    tilt = -1.5
    nimble = 0.5  # cards are wide, and lie close together

    def __init__(self, kit: Kit, variant: Variant) -> None:
        self.width, self.height = kit.width, kit.height
        self.variant, self.text = variant, kit.text_scale
        self.plots = variant.limit
        self.side = SIDE * min(self.text, 1.12)
        """Width of the column on the right."""
        self.message_width = 214.0 + 26 * (self.text - 1) * 2
        self.plate_h = seat_plate_height(kit)
        self.label_h = 26 * self.text
        self.card = self._card_size()
        self.hand_top = self.height - 14 - ROWS * (self.card[1] + GAP) + GAP
        self.ground = self.hand_top - 14 - self.label_h
        self.cart_h = 17.0
        self.message_lines = lines_within(kit, self.height - 16 - self.hand_top + 6)
        self.caption_room = 20.0, self.plate(0).x - 12

    def _card_size(self) -> Size:
        """Return the largest size of a card with which full towers and two rows of the hand fit."""
        room = self.height - TOP - self.label_h - 14 - ROWS * GAP - 16
        high = min(92.0, room / (self.variant.height + ROWS))
        pitch = (self.width - 2 * EDGE - self.side - 18) / self.plots
        wide = min(pitch - STICKS_OUT - 12, self.hand_room / 3 - GAP, high * 4.2)
        return round(wide, 1), round(high, 1)

    # -- the hand

    @property
    def hand_room(self) -> float:
        return self.width - 20 - self.message_width - 14 - SIDE * min(self.text, 1.25) - 34

    def hand_place(self, index: int, count: int, raised: bool = False) -> Pose:
        """Return the place of a card of the hand; more cards than half a full hand lie in two rows."""
        wide, high = self.card
        most = self.variant.hand // ROWS
        columns = count if count <= most else (count + 1) // ROWS
        row, column = divmod(index, max(1, columns))
        in_row = min(columns, count - row * columns)
        left = 20 + self.message_width + 14
        x = left + self.hand_room / 2 + (column - (in_row - 1) / 2) * (wide + GAP)
        first = 0.5 if count <= most else 0.0
        y = self.hand_top + high / 2 + (first + row) * (high + GAP)
        return Pose(x + (5 if raised else 0), y - (7 if raised else 0))

    # -- towers

    def tower_x(self, plot: int) -> float:
        """Return the x of the middle of a plot's floors; tucked cards stick out to the right of them."""
        pitch = (self.width - EDGE - self.side - EDGE - 18) / self.plots
        return EDGE + pitch * (plot + 0.5) - STICKS_OUT / 2

    def floor_place(self, plot: int, level: int) -> Pose:
        return Pose(self.tower_x(plot), self.ground - (level + 0.5) * self.card[1])

    def tuck_place(self, plot: int, level: int) -> Pose:
        """Return the place of a tucked card: under its floor, with its end visible."""
        return Pose(self.tower_x(plot) + STICKS_OUT, self.ground - (level + 0.5) * self.card[1])

    def floor_rect(self, plot: int, level: int) -> Rect:
        place = self.floor_place(plot, level)
        return Rect(place.x - self.card[0] / 2, place.y - self.card[1] / 2, *self.card)

    def side_rect(self, plot: int, level: int) -> Rect:
        """Return the rectangle to the right of a floor where the end of a tucked card is visible."""
        floor = self.floor_rect(plot, level)
        return Rect(floor.right, floor.y + 2, STICKS_OUT, floor.h - 4)

    def column(self, plot: int, floors: int) -> Rect:
        """Return the rectangle of a tower with this number of floors, without its tucked cards."""
        high = floors * self.card[1]
        return Rect(self.tower_x(plot) - self.card[0] / 2, self.ground - high, self.card[0], high)

    # -- on the right

    def plate(self, seat: Seat) -> Rect:
        return Rect(self.width - EDGE + 4 - self.side, 76 + seat * (self.plate_h + 8), self.side, self.plate_h)

    def plate_cards(self, seat: Seat) -> Pose:
        """Return the place on a seat's plate where cards of its hidden hand appear and vanish."""
        plate = self.plate(seat)
        return Pose(plate.centerx, plate.centery, scale=0.3)

    def plate_score(self, seat: Seat) -> tuple[float, float]:
        """Return the point on a seat's plate that scored points fly to."""
        plate = self.plate(seat)
        return plate.right - 30, plate.centery

    @property
    def _piles_left(self) -> float:
        return self.width - EDGE + 4 - self.side

    @property
    def pile_scale(self) -> float:
        return min(PILE_SCALE, (self.side / 2 - 8) / self.card[0])

    @property
    def draw_pile(self) -> Pose:
        scale = self.pile_scale
        return Pose(self._piles_left + self.side / 4, self.ground - self.card[1] * scale / 2 - 2, scale=scale)

    @property
    def discard_pile(self) -> Pose:
        scale = self.pile_scale
        y = self.ground - self.cart_h - self.card[1] * scale / 2
        return Pose(self._piles_left + self.side * 3 / 4, y, scale=scale)

    @property
    def account_button(self) -> Rect:
        """The rectangle of the button that opens the accounts, above the buttons of the turn."""
        high = 22 + 16 * self.text
        return Rect(self._piles_left, self.height - 16 - 3 * high - 2 * 9, self.side, high)
