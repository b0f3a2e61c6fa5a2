"""What can be chosen or explained on the table of Towering, as widgets."""

from __future__ import annotations

from topping_out.game.towering.state import View
from topping_out.scenes.match.cards.hit_area import HitArea
from topping_out.scenes.towering.layout import Layout
from topping_out.scenes.towering.selection import PILE, Selection, Target, Zone
from topping_out.scenes.ui.widgets import Rect


def _is_choosing(selection: Selection | None) -> bool:
    """Tell whether a place is to be chosen now."""
    return selection is not None and (selection.draws or selection.card is not None)


def _is_focusable(selection: Selection | None, target: Target) -> bool:
    """Tell whether the focus may come to a place: while one is to be chosen, to what can be chosen only."""
    if selection is None or not _is_choosing(selection):
        return target != PILE or selection is None
    return target in selection.targets()


def far_areas(layout: Layout, view: View, selection: Selection | None) -> list[HitArea]:
    areas, is_focusable = list[HitArea](), not _is_choosing(selection)
    for colour in range(layout.colours):
        rect = layout.column(layout.far, colour, len(view.towers[layout.far][colour]))
        rect.height += layout.label_h
        areas.append(HitArea(f"far {colour}", rect, seat=layout.far, is_focusable=is_focusable))
    return areas


def river_areas(layout: Layout, selection: Selection | None) -> list[HitArea]:
    piles = [(f"river {c}", layout.river_slot(c), Target(Zone.RIVER, c)) for c in range(layout.colours)]
    piles.append(("pile", layout.draw_slot, PILE))
    return [HitArea(name, rect, target, is_focusable=_is_focusable(selection, target)) for name, rect, target in piles]


def near_areas(layout: Layout, selection: Selection | None) -> list[HitArea]:
    areas = list[HitArea]()
    for colour in range(layout.colours):
        target, top = Target(Zone.SITE, colour), layout.river_foot + 4
        rect = Rect(layout.site_x(colour) - layout.pitch / 2 + 5, top, layout.pitch - 10, layout.near_ground - top)
        rect.height += layout.label_h - 2
        is_focusable = _is_focusable(selection, target)
        areas.append(HitArea(f"site {colour}", rect, target, seat=layout.near, is_focusable=is_focusable))
    return areas


def plate_areas(layout: Layout) -> list[HitArea]:
    """Return the plates of the seats."""
    return [
        HitArea("near plate", layout.plate(layout.near), seat=layout.near),
        HitArea("far plate", layout.plate(layout.far), seat=layout.far),
    ]
