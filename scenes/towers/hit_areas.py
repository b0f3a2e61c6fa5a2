"""What can be chosen or explained on the table of Towers, as widgets."""

from __future__ import annotations

from game.towers.state import HEIGHT, View
from scenes.match.cards.hit_area import HitArea
from scenes.towers.art.card_art import STICKS_OUT
from scenes.towers.layout import Layout
from scenes.towers.selection import Selection, Target
from scenes.ui.widgets import Rect

RADIUS = 5.0
"""Of the corners of the focus's ring."""


def place_areas(layout: Layout, view: View, selection: Selection | None) -> list[HitArea]:
    """Return the towers, the sides of their floors, and the piles."""
    return [*_towers(layout, view, selection), *_sides(layout, view, selection), *_piles(layout)]


def _is_claiming(selection: Selection | None) -> bool:
    return selection is not None and selection.card is not None and not selection.builds


def _towers(layout: Layout, view: View, selection: Selection | None) -> list[HitArea]:
    """Return the towers with the places over them: to build there, or to see what they would score."""
    areas = list[HitArea]()
    for plot, tower in enumerate(view.towers):
        target, rect = Target(plot), layout.column(plot, HEIGHT)
        rect.w += STICKS_OUT
        rises = selection is not None and selection.action_at(target) is not None
        ring = layout.column(plot, max(1, min(HEIGHT, len(tower) + rises)))
        is_focusable = not _is_claiming(selection) and (selection is None or selection.card is None or rises)
        areas.append(HitArea(f"tower {plot}", rect, target, ring=ring, radius=RADIUS, is_focusable=is_focusable))
    return areas


def _sides(layout: Layout, view: View, selection: Selection | None) -> list[HitArea]:
    """Return the sides of the floors, where cards are tucked; whole floors while a card to claim with is chosen."""
    areas, claims = list[HitArea](), _is_claiming(selection)
    for plot, tower in enumerate(view.towers):
        for level, storey in enumerate(tower):
            if storey.owner is None and not claims:
                continue
            target, rect = Target(plot, level), layout.side_rect(plot, level)
            ring = rect
            if claims:
                ring = layout.floor_rect(plot, level)
                rect = Rect(ring.x, ring.y, ring.w + STICKS_OUT, ring.h)
            is_own = storey.owner is not None and storey.owner == view.seat
            is_free = selection is None or selection.card is None
            is_focusable = selection.action_at(target) is not None if claims and selection else is_own and is_free
            areas.append(
                HitArea(f"side {plot}.{level}", rect, target, ring=ring, radius=RADIUS, is_focusable=is_focusable)
            )
    return areas


def _piles(layout: Layout) -> list[HitArea]:
    areas = list[HitArea]()
    for name, place in (("draw pile", layout.draw_pile), ("discards", layout.discard_pile)):
        wide, high = layout.card[0] * place.scale + 8, layout.card[1] * place.scale + 26
        areas.append(HitArea(name, Rect(place.x - wide / 2, layout.ground - high, wide, high), radius=RADIUS))
    return areas


def plate_areas(layout: Layout) -> list[HitArea]:
    """Return the plates of the seats, for the pointer alone."""
    seats = range(layout.variant.seats)
    return [HitArea(f"plate {s}", layout.plate(s), seat=s, radius=RADIUS, is_focusable=False) for s in seats]
