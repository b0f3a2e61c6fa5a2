"""A plain page: a heading, a column of rows in the middle, and a row of buttons at the foot."""

from __future__ import annotations

from topping_out.game.language import mark, tr
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop
from topping_out.scenes.ui.frame import body_area, foot_area, paint_frame, paint_shade
from topping_out.scenes.ui.layout import Box, column, fill, level, row, space
from topping_out.scenes.ui.scroll import ScrollPage
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


class ColumnPage(ScrollPage):
    """A page with one column of rows. Esc and the button at the foot lead back."""

    column_width = 720.0
    """The column's width at the usual text size."""
    back_label = mark("Done")

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
        return body_area(self.kit, self.kit.wide(self.column_width)).inflate(0, -24)

    def column(self, width: float) -> list[Widget]:
        rows = Rows()
        self.put_rows(rows)
        stack = column(*rows)
        return stack.lay(self.kit, Rect(0, 0, width, stack.height_for(self.kit, width)))

    def fixed_widgets(self) -> list[Widget]:
        return row(*self.foot(), gap=12).lay(self.kit, foot_area(self.kit))

    def initial_focus(self) -> Widget | None:
        return next(iter(self.focusable), None)

    def paint(self, stage: Stage) -> None:
        paint_frame(stage, self.kit, tr(self.heading))
        paint_shade(stage, self.kit, self.viewport)
