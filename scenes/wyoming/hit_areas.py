"""What can be chosen or explained on the table of Wyoming, as widgets."""

from __future__ import annotations

from game.wyoming.state import View
from scenes.match.cards.hit_area import HitArea
from scenes.wyoming.art import CARD_H, CARD_W
from scenes.wyoming.layout import Layout
from scenes.wyoming.selection import DISCARD


def tower_areas(layout: Layout, view: View) -> list[HitArea]:
    return [
        HitArea(f"tower {seat}.{number}", layout.column(seat, number, len(tower)), (seat, number))
        for seat in view.in_play
        for number, tower in enumerate(view.towers[seat])
    ]


def pile_areas(layout: Layout) -> list[HitArea]:
    return [
        HitArea("discards", layout.discard_pile.rect(CARD_W, CARD_H), DISCARD),
        HitArea("draw pile", layout.draw_pile.rect(CARD_W, CARD_H)),
    ]
