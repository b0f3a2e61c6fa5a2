"""What can be chosen or explained on the table of Wyoming, as widgets."""

from __future__ import annotations

from topping_out.game.engine import Seat
from topping_out.game.wyoming.state import View
from topping_out.scenes.match.cards.hit_area import HitArea
from topping_out.scenes.ui.widgets import Rect
from topping_out.scenes.wyoming.art import CARD_H, CARD_W
from topping_out.scenes.wyoming.layout import PENNY, Layout
from topping_out.scenes.wyoming.selection import DISCARD


def tower_areas(layout: Layout, view: View, seat: Seat) -> list[HitArea]:
    return [
        HitArea(f"tower {seat}.{number}", layout.column(seat, number, len(tower)), (seat, number))
        for number, tower in enumerate(view.towers[seat])
    ]


def pile_areas(layout: Layout) -> list[HitArea]:
    return [
        HitArea("discards", layout.discard_pile.rect(CARD_W, CARD_H), DISCARD),
        HitArea("draw pile", layout.draw_pile.rect(CARD_W, CARD_H)),
    ]


def sky_area(layout: Layout, view: View) -> HitArea:
    """Return the pennies; for the pointer alone."""
    count, line = view.pennies, layout.sky_y(view.pennies)
    left, right = layout.penny_x(0, count) - PENNY, layout.penny_x(max(0, count - 1), count) + PENNY
    return HitArea("sky", Rect(left, line - 2 * PENNY - 6, right - left, 2 * PENNY), is_focusable=False)
