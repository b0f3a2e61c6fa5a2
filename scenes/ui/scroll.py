"""A page whose column of widgets may be longer than the window has room for."""

from __future__ import annotations

import math
from collections.abc import Callable

from scenes.devices.intents import Intent, Verb
from scenes.kit.kit import Kit
from scenes.kit.stage import Stage
from scenes.manager import Transition
from scenes.ui.page import Page
from scenes.ui.widgets import Rect, Widget

NOTCH = 84.0
"""How far one notch of the wheel scrolls, in logical units."""
EASE = 70.0
"""Milliseconds after which about two thirds of the way are done."""
MARGIN = 8.0
"""Room round the column for the focus ring."""


class ScrollPage(Page):
    """Shows the widgets of `column` through `window`, those of `around` beside it."""

    window = Rect(0, 0, 0, 0)
    """Where the column shows; set by `frame`."""
    length = 0.0
    """How long the column is."""
    offset = 0.0
    """How far it is scrolled, on its way to `goal`."""
    goal = 0.0
    _scrolled: frozenset[str] = frozenset()

    # -- for the pages to fill in

    def frame(self) -> Rect:
        """Return the window of the column."""
        raise NotImplementedError

    def column(self, width: float) -> list[Widget]:
        """Return the widgets of the column, from (0, 0) downwards."""
        raise NotImplementedError

    def around(self) -> list[Widget]:
        """Return the widgets that stay where they are."""
        return []

    # -- layout

    def build(self) -> list[Widget]:
        self.window = self.frame()
        column = self.column(self.window.w)
        self.length = max((w.rect.bottom for w in column), default=0.0)
        self.goal = self.offset = self._within(self.goal)
        for widget in column:
            widget.rect.move_ip(self.window.x, self.window.y - self.offset)
        self._scrolled = frozenset(w.name for w in column)
        bar: list[Widget] = [self._bar()] if self.furthest else []
        return [*column, *bar, *self.around()]

    def rebuild(self) -> None:
        super().rebuild()
        self.reveal(self.focused, at_once=True)

    def _bar(self) -> Scrollbar:
        rect = Rect(self.window.right + MARGIN + 4, self.window.y, 14, self.window.h)
        return Scrollbar(rect, self.window.h / self.length, lambda share: self.scroll_to(share * self.furthest, True))

    @property
    def furthest(self) -> float:
        return max(0.0, self.length - self.window.h)

    def _within(self, offset: float) -> float:
        return max(0.0, min(offset, self.furthest))

    def is_scrolled(self, widget: Widget) -> bool:
        """Tell whether a widget belongs to the column."""
        return widget.name in self._scrolled

    # -- scrolling

    def scroll_to(self, goal: float, at_once: bool = False) -> None:
        """Bring the column to `goal` units from its top, or as near as it goes."""
        self.goal = self._within(goal)
        if at_once or self.context.settings.reduced_motion or math.isinf(self.context.settings.speed_factor):
            self._shift(self.goal)

    def reveal(self, widget: Widget | None, at_once: bool = False) -> None:
        """Scroll no further than needed for a widget of the column to be seen whole."""
        if widget is None or not self.is_scrolled(widget):
            return
        top = widget.rect.y - self.window.y + self.offset
        bottom = top + widget.rect.h
        if top < self.goal:
            self.scroll_to(top - MARGIN, at_once)
        elif bottom > self.goal + self.window.h:
            self.scroll_to(min(top, bottom - self.window.h + MARGIN), at_once)

    def _shift(self, offset: float) -> None:
        for widget in self.widgets:
            if self.is_scrolled(widget):
                widget.rect.move_ip(0, self.offset - offset)
        self.offset = offset

    def on_intent(self, intent: Intent) -> Transition:
        if intent.verb is Verb.SCROLL:
            self.scroll_to(self.goal - intent.amount * NOTCH)
            return None
        return super().on_intent(intent)

    def neighbour(self, here: Widget | None, way: tuple[int, int]) -> Widget | None:
        """Return the next stop; up and down the column to its ends, also where they are out of sight."""
        if here and self.is_scrolled(here) and way[1]:
            column = [stop for stop in self.stops if self.is_scrolled(stop) and stop is not here]
            beside = [stop for stop in self.stops if not self.is_scrolled(stop)]
            return self.nearest(here.rect, way, column) or self.nearest(here.rect.clamp(self.window), way, beside)
        return super().neighbour(here, way)

    def focus_on(self, widget: Widget) -> None:
        super().focus_on(widget)
        self.reveal(widget)

    def update(self, ms: float) -> Transition:
        if self.offset != self.goal:
            rest = (self.goal - self.offset) * math.exp(-ms / EASE)
            self._shift(self.goal if abs(rest) < 0.5 else self.goal - rest)
        return super().update(ms)

    @property
    def at_rest(self) -> bool:
        return self.offset == self.goal and super().at_rest

    # -- showing

    def at(self, position: tuple[float, float]) -> Widget | None:
        found = super().at(position)
        if found and self.is_scrolled(found) and not self._sight.collidepoint(position):
            others = [w for w in self.widgets if not self.is_scrolled(w)]
            return next((w for w in reversed(others) if w.rect.collidepoint(position)), None)
        return found

    @property
    def _sight(self) -> Rect:
        return self.window.inflate(2 * MARGIN, 2 * MARGIN)

    def draw(self, stage: Stage) -> None:
        self.paint(stage)
        with stage.clip(*self._sight):
            self.paint_column(stage)
            self.draw_widgets(stage, [w for w in self.widgets if self.is_scrolled(w)])
        for widget in self.widgets:
            if isinstance(widget, Scrollbar):
                widget.share = self.offset / self.furthest if self.furthest else 0.0
        self.draw_widgets(stage, [w for w in self.widgets if not self.is_scrolled(w)])

    def paint_column(self, stage: Stage) -> None:
        """Show what lies under the widgets of the column; `self.offset` says how far it is scrolled."""


class Scrollbar(Widget):
    """Where the window stands on its column; for the pointer alone, since the focus scrolls by itself."""

    radius = 7.0

    def __init__(self, rect: Rect, seen: float, scroll: Callable[[float], None]) -> None:
        super().__init__("scrollbar", rect)
        self.is_stop = False
        self.seen = seen
        """The share of the column that the window shows."""
        self.share = 0.0
        """How far down it is, from 0 to 1."""
        self._scroll = scroll

    @property
    def _thumb(self) -> float:
        return max(36.0, self.rect.h * self.seen)

    def drag_to(self, x: float, y: float) -> None:
        self._scroll((y - self.rect.y - self._thumb / 2) / max(1.0, self.rect.h - self._thumb))

    def draw(self, stage: Stage, kit: Kit, hot: bool) -> None:
        theme, r = kit.theme, self.rect
        stage.blit(kit.plate(4, r.h, (*theme.rim, 160), theme.rim, 0.5, 2), r.centerx - 2, r.y)
        thumb = kit.plate(8, self._thumb, theme.brass if hot else theme.mist, theme.plate, 0.5, 4)
        stage.blit(thumb, r.centerx - 4, r.y + self.share * (r.h - self._thumb))
