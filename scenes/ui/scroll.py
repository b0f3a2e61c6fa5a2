"""A page with a column of widgets that scrolls."""

from __future__ import annotations

import math
from collections.abc import Callable

from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Transition
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.widgets import Rect, Widget

NOTCH = 84.0
"""Logical units that one notch of the wheel scrolls."""
EASE = 70.0
"""Time constant of smooth scrolling, in milliseconds."""
MARGIN = 8.0
"""Room round the column for the focus ring."""


class ScrollPage(Page):
    """Shows the widgets of `column` through a viewport, and `fixed_widgets` outside it."""

    viewport = Rect(0, 0, 0, 0)
    """The part of the page that shows the column."""
    content_height = 0.0
    """Height of the whole column."""
    offset = 0.0
    """How far the column is scrolled now."""
    target = 0.0
    """How far it will be scrolled when the smooth scrolling ends."""
    _column_names: frozenset[str] = frozenset()

    # -- for the pages to fill in

    def viewport_rect(self) -> Rect:
        """Return the rectangle in which the column shows."""
        raise NotImplementedError

    def column(self, width: float) -> list[Widget]:
        """Return the widgets of the column, from (0, 0) downwards."""
        raise NotImplementedError

    def fixed_widgets(self) -> list[Widget]:
        """Return the widgets that do not scroll."""
        return []

    # -- layout

    def build(self) -> list[Widget]:
        self.viewport = self.viewport_rect()
        column = self.column(self.viewport.w)
        self.content_height = max((w.rect.bottom for w in column), default=0.0)
        self.target = self.offset = self._within(self.target)
        for widget in column:
            widget.rect.move_ip(self.viewport.x, self.viewport.y - self.offset)
        self._column_names = frozenset(w.name for w in column)
        bar: list[Widget] = [self._bar()] if self.max_offset else []
        return [*column, *bar, *self.fixed_widgets()]

    def rebuild(self) -> None:
        super().rebuild()
        self.reveal(self.focused, at_once=True)

    def _bar(self) -> Scrollbar:
        rect = Rect(self.viewport.right + MARGIN + 4, self.viewport.y, 14, self.viewport.h)
        return Scrollbar(
            rect, self.viewport.h / self.content_height, lambda share: self.scroll_to(share * self.max_offset, True)
        )

    @property
    def max_offset(self) -> float:
        return max(0.0, self.content_height - self.viewport.h)

    def _within(self, offset: float) -> float:
        return max(0.0, min(offset, self.max_offset))

    def is_in_column(self, widget: Widget) -> bool:
        """Tell whether a widget belongs to the column."""
        return widget.name in self._column_names

    # -- scrolling

    def scroll_to(self, target: float, at_once: bool = False) -> None:
        """Scroll to `target` units from the top of the column, or as near as possible."""
        self.target = self._within(target)
        if at_once or self.context.settings.reduced_motion or math.isinf(self.context.settings.speed_factor):
            self._shift(self.target)

    def reveal(self, widget: Widget | None, at_once: bool = False) -> None:
        """Scroll as little as possible for a widget of the column to be seen whole."""
        if widget is None or not self.is_in_column(widget):
            return
        top = widget.rect.y - self.viewport.y + self.offset
        bottom = top + widget.rect.h
        if top < self.target:
            self.scroll_to(top - MARGIN, at_once)
        elif bottom > self.target + self.viewport.h:
            self.scroll_to(min(top, bottom - self.viewport.h + MARGIN), at_once)

    def _shift(self, offset: float) -> None:
        for widget in self.widgets:
            if self.is_in_column(widget):
                widget.rect.move_ip(0, self.offset - offset)
        self.offset = offset

    def on_intent(self, intent: Intent) -> Transition:
        if intent.verb is Verb.SCROLL:
            self.scroll_to(self.target - intent.amount * NOTCH)
            return None
        return super().on_intent(intent)

    def neighbour(self, here: Widget | None, way: tuple[int, int]) -> Widget | None:
        """Return the nearest focusable widget; up and down, those of the column come first, even out of sight."""
        if here and self.is_in_column(here) and way[1]:
            column = [widget for widget in self.focusable if self.is_in_column(widget) and widget is not here]
            beside = [widget for widget in self.focusable if not self.is_in_column(widget)]
            return self.nearest(here.rect, way, column) or self.nearest(here.rect.clamp(self.viewport), way, beside)
        return super().neighbour(here, way)

    def focus_on(self, widget: Widget) -> None:
        super().focus_on(widget)
        self.reveal(widget)

    def update(self, ms: float) -> Transition:
        if self.offset != self.target:
            rest = (self.target - self.offset) * math.exp(-ms / EASE)
            self._shift(self.target if abs(rest) < 0.5 else self.target - rest)
        return super().update(ms)

    @property
    def at_rest(self) -> bool:
        return self.offset == self.target and super().at_rest

    # -- drawing

    def at(self, position: tuple[float, float]) -> Widget | None:
        found = super().at(position)
        if found and self.is_in_column(found) and not self._visible_area.collidepoint(position):
            others = [w for w in self.widgets if not self.is_in_column(w)]
            return next((w for w in reversed(others) if w.rect.collidepoint(position)), None)
        return found

    @property
    def _visible_area(self) -> Rect:
        return self.viewport.inflate(2 * MARGIN, 2 * MARGIN)

    def draw(self, stage: Stage) -> None:
        self.paint(stage)
        with stage.clip(*self._visible_area):
            self.paint_column(stage)
            self.draw_widgets(stage, [w for w in self.widgets if self.is_in_column(w)])
        for widget in self.widgets:
            if isinstance(widget, Scrollbar):
                widget.share = self.offset / self.max_offset if self.max_offset else 0.0
        self.draw_widgets(stage, [w for w in self.widgets if not self.is_in_column(w)])

    def paint_column(self, stage: Stage) -> None:
        """Draw what lies under the column's widgets, scrolled by `self.offset`."""


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
