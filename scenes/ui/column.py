"""A plain page: a heading, a column of rows in the middle, and a row of buttons at the foot."""

from __future__ import annotations

import math

from topping_out.game.language import mark, tr
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop, Transition
from topping_out.scenes.ui.fields.scroll import EASE, MARGIN, NOTCH, Scrollbar
from topping_out.scenes.ui.frame import body_area, foot_area, paint_frame, paint_shade
from topping_out.scenes.ui.layout import Box, column, fill, level, row, space
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.stops import nearest
from topping_out.scenes.ui.text import Words, put_in
from topping_out.scenes.ui.widgets import Button, ListRow, Press, Rect, Widget, arrow


class Label(Widget):
    """The title of a group of rows; where it names their group, whoever listens hears it there."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(name)
        self.is_focusable = False
        self.text = text
        self.names_group = False

    def semantics(self) -> Semantics | None:
        return None if self.names_group else Semantics(Role.HEADING, self.text, level=2)

    def height_for(self, kit: Kit, width: float) -> float:
        return kit.line(19)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        sign = kit.text(kit.fit(self.text, self.rect.w, 19, "head"), 19, "head", kit.theme.brass)
        stage.blit(sign, self.rect.x + 4, self.rect.bottom - kit.size_of(sign)[1])


class Paragraph(Words):
    """A paragraph of text between the rows."""

    def __init__(self, name: str, words: str, is_bad: bool = False) -> None:
        super().__init__(name, words, align=0)
        self.is_bad = is_bad

    def height_for(self, kit: Kit, width: float) -> float:
        return super().height_for(kit, width - 8) + 6

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        self._block.colour = kit.theme.bad if self.is_bad else kit.theme.mist
        self._block.place(kit, Rect(self.rect.x + 4, self.rect.y, self.rect.w - 8, self.rect.h - 6))
        self._block.draw_words(stage, kit)


class LinkRow(ListRow):
    """A row that opens another page."""

    def __init__(self, name: str, title: str, help: str, press: Press) -> None:
        super().__init__(name, title, help, press)

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        stage.blit_centred(arrow(kit, 1, 14), self.rect.right - 26, self.rect.centery)


class Rows(list[Box]):
    """The rows of a page from the top down; what follows a label belongs to its group."""

    group: Group | None = None
    _title: Label | None = None

    def put(self, widget: Widget, *beside: Box) -> None:
        """Add a row, with what stands at its right."""
        for box in (widget, *beside):
            put_in(self.group, *box.widgets())
        if self._title:
            self._title.names_group = self._title.group is self.group
        self._title = None
        self.append(row(fill(widget), *map(level, beside)) if beside else widget)

    def words(self, name: str, words: str, is_bad: bool = False) -> None:
        """Add a paragraph."""
        self.put(Paragraph(name, words, is_bad))

    def label(self, name: str, words: str, *beside: Box) -> None:
        """Add the title of a group of rows, with some room above it, and what stands at its right."""
        if self:
            self.append(space(4))
        self.group, title = Group(name, words), Label(name, words)
        self.put(title, *beside)
        title.names_group = bool(beside)
        self._title = title


class ColumnPage(Page):
    """A page with one column of rows, which scrolls. Esc and the button at the foot lead back."""

    column_width = 720.0
    """The column's width at the usual text size."""
    back_label = mark("Done")
    viewport = Rect(0, 0, 0, 0)
    """The part of the page that shows the column."""
    content_height = 0.0
    """Height of the whole column."""
    offset = 0.0
    """How far the column is scrolled now."""
    target = 0.0
    """How far it will be scrolled when the smooth scrolling ends."""
    _column_names: frozenset[str] = frozenset()
    _wrong: frozenset[str] | None = None
    """What the column said was wrong when it was laid out last; None before the first time."""

    # -- for the pages to fill in

    def put_rows(self, rows: Rows) -> None:
        """Add the rows of the column."""

    def foot(self) -> list[Box]:
        """Return what stands at the foot of the page, from left to right."""
        return [fill(), self.back(), fill()]

    def back(self) -> Button:
        return Button("back", tr(self.back_label), Pop, key=self.key(Verb.CANCEL), primary=True)

    # -- layout

    def viewport_rect(self) -> Rect:
        """Return the rectangle in which the column shows."""
        return body_area(self.kit, self.kit.wide(self.column_width)).inflate(0, -24)

    def column(self, width: float) -> list[Widget]:
        """Return the widgets of the column, from (0, 0) downwards."""
        rows = Rows()
        self.put_rows(rows)
        stack = column(*rows)
        return stack.lay(self.kit, Rect(0, 0, width, stack.height_for(self.kit, width)))

    def fixed_widgets(self) -> list[Widget]:
        """Return the widgets that do not scroll."""
        return row(*self.foot(), gap=12).lay(self.kit, foot_area(self.kit))

    def initial_focus(self) -> Widget | None:
        return next(iter(self.focusable), None)

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
        self._show_what_is_wrong()

    def _show_what_is_wrong(self) -> None:
        """Show a new paragraph about something wrong as an answer, too, where it is scrolled out of sight."""
        wrong = [widget for widget in self.widgets if isinstance(widget, Paragraph) and widget.is_bad]
        known = frozenset(paragraph.text for paragraph in wrong) if self._wrong is None else self._wrong
        for paragraph in wrong:
            if paragraph.text not in known and not self.viewport.contains(paragraph.rect):
                self.context.last_reply.show(paragraph.text)
        self._wrong = frozenset(paragraph.text for paragraph in wrong)

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
            return nearest(here.rect, way, column) or nearest(here.rect.clamp(self.viewport), way, beside)
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

    def paint(self, stage: Stage) -> None:
        paint_frame(stage, self.kit, tr(self.heading))
        paint_shade(stage, self.kit, self.viewport)

    def draw(self, stage: Stage) -> None:
        self.paint(stage)
        with stage.clip(*self._visible_area):
            self.paint_column(stage)
            self.draw_widgets(stage, [w for w in self.widgets if self.is_in_column(w)])
        for widget in self.widgets:
            if isinstance(widget, Scrollbar):
                widget.share = self.offset / self.max_offset if self.max_offset else 0.0
        self.draw_widgets(stage, [w for w in self.widgets if not self.is_in_column(w)])
        self.draw_answer(stage)

    def paint_column(self, stage: Stage) -> None:
        """Draw what lies under the column's widgets, scrolled by `self.offset`."""
