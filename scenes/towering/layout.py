"""The layout of Towering's table, in logical units: two banks with a river of discards between them."""

from __future__ import annotations

from itertools import chain

from topping_out.game.engine import Seat
from topping_out.game.towering.actions import Colour
from topping_out.game.towering.state import View

from ..kit.kit import Kit
from ..kit.plates import TOP, lines_within, seat_plate_height
from ..kit.sprites import Pose
from ..match.table.game import CardsLayout, Span, X, within
from ..ui.layout import Rect
from .art import CARD_H, CARD_W, STOREY_WIDTH, folded_height

EDGE = 20.0
SIDE = 236.0
"""Width of the plates on the left."""
RIVER_SCALE = 0.56
PILE_SCALE = 0.86
FAR_SCALE = 0.5
"""Scale of the opponent's cards."""
ROOF_HEIGHT = 18.0
HAND_PITCH = 88.0
MIN_STOREY, MAX_STOREY = 10.5, 34.0
"""Limits of a storey's height."""


class Layout(CardsLayout):
    """The layout for one window size, with room for `levels` storeys over either bank."""

    card = CARD_W, CARD_H
    message_width = SIDE
    drop_margin = 8, 10

    def __init__(self, kit: Kit, colours: int, levels: int, near: Seat, has_large_hand: bool) -> None:
        self.width, self.height = kit.width, kit.height
        self.near, self.far = near, 1 - near
        """The builder on this side of the river, and the one on the other side."""
        self.has_large_hand = has_large_hand
        """Whether the near builder's cards lie at the lower edge, rather than small beside their plate."""
        self.colours = colours
        self.text = text = kit.text_scale
        self.tools_w = 216 * min(text, 1.25)
        self.banks = Span(EDGE + SIDE + 16, self.width - EDGE - self.tools_w - 16)
        """The part of the width that the sites have."""
        self.pitch = min(158.0, (self.banks.right - self.banks.left) / colours)
        self.plate_h = seat_plate_height(kit)
        self.label_h = 44 * text
        self.river_h = CARD_H * RIVER_SCALE + 18
        foot = CARD_H + 30 if has_large_hand else 34
        self.near_ground = self.height - foot - self.label_h
        room = (self.near_ground - TOP - self.label_h - self.river_h) / 2 - ROOF_HEIGHT
        self.storey = round(max(MIN_STOREY, min(MAX_STOREY, room / levels)) * 2) / 2
        self.far_ground = TOP + ROOF_HEIGHT + room
        self.river_top = self.far_ground + self.label_h
        self.river_y = self.river_top + self.river_h / 2
        self.river_foot = self.river_top + self.river_h
        self.rest = folded_height(1, self.storey)
        self.hand_top = self.near_ground - 20
        self.tips_left, self.tips_right = (
            self.banks.left - 8,
            self.banks.right + 8,
        )  # tooltips must not cover the scores
        self.message_lines = lines_within(kit, self.height - 16 - self.plate(near).bottom - 8)
        self.caption_room = Span(self.plate(self.far).right + 12, self.width - 20)

    @property
    def middle(self) -> X:
        return X((self.banks.left + self.banks.right) / 2)

    # -- sites

    def site_x(self, colour: Colour) -> X:
        return X(self.middle + (colour - (self.colours - 1) / 2) * self.pitch)

    def ground(self, seat: Seat) -> float:
        """Return the y of the line that a builder's towers stand on."""
        return self.near_ground if seat == self.near else self.far_ground

    def storey_place(self, seat: Seat, colour: Colour, level: int) -> Pose:
        """Return the place of a tower's storey; `level` 0 is the lowest."""
        return Pose(self.site_x(colour), self.ground(seat) - (level + 0.5) * self.storey, 0.0, 1.0)

    def site(self, seat: Seat, colour: Colour, height: int) -> Rect:
        """Return the rectangle of a site with a tower of `height` cards, including the label under it."""
        if seat == self.far:
            site = self.column(seat, colour, height)
            site.height += self.label_h
            return site
        top = self.river_foot + 4
        room = self.near_ground - top + self.label_h - 2
        return Rect(self.site_x(colour) - self.pitch / 2 + 5, top, self.pitch - 10, room)

    def column(self, seat: Seat, colour: Colour, height: int) -> Rect:
        """Return the rectangle of a tower of `height` cards, or at least of three."""
        tall = max(height, 3) * self.storey + (ROOF_HEIGHT if height else 0)
        return Rect(self.site_x(colour) - STOREY_WIDTH / 2, self.ground(seat) - tall, STOREY_WIDTH, tall)

    # -- piles

    def river_place(self, colour: Colour, depth: int = 0) -> Pose:
        """Return the place of a discard with `depth` cards on it, partly visible under them."""
        return Pose(self.site_x(colour) + 7 - 8 * min(depth, 2), self.river_y, scale=RIVER_SCALE)

    def river_slot(self, colour: Colour) -> Rect:
        width, height = CARD_W * RIVER_SCALE + 26, CARD_H * RIVER_SCALE + 8
        return Rect(self.site_x(colour) - width / 2, self.river_y - height / 2, width, height)

    @property
    def draw_pile(self) -> Pose:
        return Pose(self.width - EDGE - self.tools_w / 2, self.river_y - 6, scale=PILE_SCALE)

    @property
    def draw_slot(self) -> Rect:
        place = self.draw_pile
        width, height = CARD_W * PILE_SCALE + 12, CARD_H * PILE_SCALE + 12
        return Rect(place.x - width / 2, place.y - height / 2, width, height)

    # -- hands

    def hand_place(self, index: int, count: int, raised: bool = False) -> Pose:
        """Return the place of a card in the viewer's hand, which is a shallow fan."""
        offset = index - (count - 1) / 2
        room = self.banks.right - self.banks.left - CARD_W
        pitch = min(HAND_PITCH, room / max(count - 1, 1))
        y = self.height - CARD_H / 2 - 12 + 0.75 * offset * offset - (12.0 if raised else 0.0)
        return Pose(self.middle + offset * pitch, y, -1.3 * offset)

    @within(lambda self, seat, *_: self.plate(seat))
    def held_place(self, seat: Seat, index: int, hidden: int, known: int) -> Pose:
        """Return the place of a card in another hand, beside its plate: hidden cards first, then known ones.

        If there is room, known cards are far enough apart to show number and letter.
        """
        plate = self.plate(seat)
        room = plate.w - CARD_W * FAR_SCALE
        wide = min(32.0, (room - 7 * hidden) / max(1, known - 1))
        narrow = min(25.0, (room - wide * max(0, known - 1)) / max(1, hidden - (known == 0)))
        x = plate.x + CARD_W * FAR_SCALE / 2 + min(index, hidden) * narrow + max(0, index - hidden) * wide
        half = CARD_H * FAR_SCALE / 2
        return Pose(x, plate.y - 10 - half if seat == self.near else plate.bottom + 10 + half, scale=FAR_SCALE)

    # -- plates at the left

    def plate(self, seat: Seat) -> Rect:
        message = 16 + 5 * 18 * self.text + 18  # the message at the lower left
        foot = min(self.near_ground, self.height - message) - 10
        return Rect(EDGE, foot - self.plate_h if seat == self.near else TOP, SIDE, self.plate_h)

    @property
    def scores(self) -> Rect:
        """The plate of the scores, four lines high."""
        top = self.held_place(self.far, 0, 1, 0).y + CARD_H * FAR_SCALE / 2 + 14
        return Rect(EDGE, top, SIDE, 4 * 22 * self.text + 16)

    @property
    def look_button(self) -> Rect:
        """The button that opens all discards, below the draw pile's count."""
        width, high = 60 + 92 * min(self.text, 1.3), 22 + 16 * self.text
        y = self.draw_slot.bottom + 12 + 56 * self.text
        return Rect(self.draw_pile.x - width / 2, y, width, high)


def storey_count(view: View) -> int:
    """Return the number of storeys that need room: one more than the tallest tower, and at least six."""
    return max(5, *map(len, chain.from_iterable(view.towers))) + 1
