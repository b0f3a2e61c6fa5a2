"""Scrolling: how far and how fast, and the bar that shows it."""

from __future__ import annotations

from collections.abc import Callable

from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.ui.widgets import Rect, Widget

NOTCH = 84.0
"""Logical units that one notch of the wheel scrolls."""
EASE = 70.0
"""Time constant of smooth scrolling, in milliseconds."""
MARGIN = 8.0
"""Room round the column for the focus ring."""


class Scrollbar(Widget):
    """The bar that shows and sets how far a column is scrolled. The focus skips it: it scrolls by itself."""

    radius = 7.0

    def __init__(self, rect: Rect, seen: float, scroll: Callable[[float], None]) -> None:
        super().__init__("scrollbar", rect)
        self.is_focusable = False
        self.seen = seen
        """The share of the column that the viewport shows."""
        self.share = 0.0
        """How far down it is, from 0 to 1."""
        self._scroll = scroll

    @property
    def _thumb(self) -> float:
        return max(36.0, self.rect.h * self.seen)

    def drag_to(self, x: float, y: float) -> None:
        self._scroll((y - self.rect.y - self._thumb / 2) / max(1.0, self.rect.h - self._thumb))

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        stage.blit(kit.plate(4, r.h, (*theme.rim, 160), theme.rim, 0.5, 2), r.centerx - 2, r.y)
        thumb = kit.plate(8, self._thumb, theme.brass if hovered else theme.mist, theme.plate, 0.5, 4)
        stage.blit(thumb, r.centerx - 4, r.y + self.share * (r.h - self._thumb))
