"""What can be chosen or explained on the table of Towers, as widgets."""

from __future__ import annotations

from topping_out.game.towers.state import View
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.match.cards.hit_area import HitArea
from topping_out.scenes.towers.art.card_art import STICKS_OUT
from topping_out.scenes.towers.layout import Layout
from topping_out.scenes.towers.selection import Selection, Target
from topping_out.scenes.ui.widgets import Rect

RADIUS = 5.0
"""Of the corners of the focus's ring."""


def _is_claiming(selection: Selection | None) -> bool:
    return selection is not None and selection.card is not None and not selection.builds


def tower_areas(layout: Layout, view: View, selection: Selection | None, plot: int) -> list[HitArea]:
    """Return a tower and the place over it, then its floors from the top."""
    levels = reversed(range(len(view.towers[plot])))
    return [_tower(layout, view, selection, plot), *(_floor(layout, view, selection, plot, lev) for lev in levels)]


def _tower(layout: Layout, view: View, selection: Selection | None, plot: int) -> HitArea:
    """Return a tower with the place over it and the words under it: to build there, or to see what it would score."""
    target, rect, height = Target(plot), layout.column(plot, layout.variant.height), len(view.towers[plot])
    rect.w, rect.h = rect.w + STICKS_OUT, rect.h + layout.label_h
    rises = selection is not None and selection.action_at(target) is not None
    ring = layout.column(plot, max(1, min(layout.variant.height, height + rises)))
    is_focusable = not _is_claiming(selection) and (selection is None or selection.card is None or rises)
    return HitArea(f"tower {plot}", rect, target, ring=ring, radius=RADIUS, is_focusable=is_focusable)


def _floor(layout: Layout, view: View, selection: Selection | None, plot: int, level: int) -> HitArea:
    """Return a floor: to claim it with the chosen card, or to see what it does while none is chosen."""
    target, ring = Target(plot, level), layout.floor_rect(plot, level)
    rect, is_free = Rect(ring.x, ring.y, ring.w + STICKS_OUT, ring.h), selection is None or selection.card is None
    claims = selection is not None and _is_claiming(selection) and selection.action_at(target) is not None
    area = HitArea(f"floor {plot}.{level}", rect, target, ring=ring, radius=RADIUS, is_focusable=is_free or claims)
    area.is_pointable = is_free or _is_claiming(selection)
    return area


def pile_areas(layout: Layout) -> list[HitArea]:
    areas = list[HitArea]()
    for name, place in (("draw pile", layout.draw_pile), ("discards", layout.discard_pile)):
        wide, high = layout.card[0] * place.scale + 8, layout.card[1] * place.scale + 26
        areas.append(HitArea(name, Rect(place.x - wide / 2, layout.ground - high, wide, high), radius=RADIUS))
    return areas


def steps_area(kit: Kit, room: tuple[float, float]) -> HitArea:
    """Return the steps of the turn, which are only read."""
    left, right = room
    area = HitArea("steps", Rect(left, 14, right - left, 32 + 14 * kit.text_scale), is_focusable=False)
    area.is_pointable = False
    return area
