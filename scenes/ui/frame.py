"""What the pages have in common: a heading at the top and buttons at the foot, or a panel over the scene below."""

from __future__ import annotations

from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.ornament import panel, put_heading
from topping_out.scenes.kit.pictures.sky import dusk
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.ui.layout import Box, Rect
from topping_out.scenes.ui.widgets import PAD

EDGE = 40.0
"""Between what is on a page and the sides of the window."""
HEAD = 84.0
"""Height of the heading."""
FOOT = 14.0
"""Below the buttons at the foot, and above them."""
PANEL_EDGE = 36.0


def foot_area(kit: Kit) -> Rect:
    """Return the place of the buttons at the foot of a page."""
    high = PAD + kit.line(18)
    return Rect(EDGE, kit.height - FOOT - high, kit.width - 2 * EDGE, high)


def body_area(kit: Kit, width: float) -> Rect:
    """Return the room between heading and foot, in the middle of the page, no wider than it may be."""
    wide = min(width, kit.width - 2 * EDGE)
    return Rect((kit.width - wide) / 2, HEAD, wide, foot_area(kit).y - FOOT - HEAD)


def paint_frame(stage: Stage, kit: Kit, heading: str) -> None:
    """Show the dusk, with the heading."""
    stage.blit(dusk(kit, foot_area(kit).y - FOOT), 0, 0)
    put_heading(stage, kit, heading, kit.width / 2, 22, kit.width - 2 * EDGE)


def paint_shade(stage: Stage, kit: Kit, area: Rect) -> None:
    """Show a dark ground under what is in the body of a page."""
    shade = (*kit.theme.night, 165)
    stage.blit(kit.plate(area.w + 56, area.h + 24, shade, shade, 0, 14), area.x - 28, area.y - 12)


def lay_panel(kit: Kit, content: Box, width: float) -> Rect:
    """Lay out what is in a panel under its heading; return the panel, so wide at the usual text size."""
    wide = min(kit.width - 60, kit.wide(width))
    inner = wide - 2 * PANEL_EDGE
    high = HEAD + content.height_for(kit, inner) + PANEL_EDGE
    place = Rect((kit.width - wide) / 2, max(6.0, (kit.height - high) / 2), wide, high)
    content.place(kit, Rect(place.x + PANEL_EDGE, place.y + HEAD, inner, high - HEAD - PANEL_EDGE))
    return place


def panel_foot(kit: Kit, place: Rect) -> Rect:
    """Return the place of the buttons at the foot of a panel."""
    high = PAD + kit.line(18)
    return Rect(place.x + PANEL_EDGE, place.bottom - 20 - high, place.w - 2 * PANEL_EDGE, high)


def paint_panel(stage: Stage, kit: Kit, place: Rect, heading: str) -> None:
    """Darken the scene below, and show a panel with its heading."""
    stage.blit(kit.veil(), 0, 0)
    stage.blit(panel(kit, place.w, place.h, 250), place.x, place.y)
    put_heading(stage, kit, heading, place.centerx, place.y + 24, place.w - 2 * PANEL_EDGE)
