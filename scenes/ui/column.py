"""A plain page: a heading, a column of rows in the middle, and a button back."""

from __future__ import annotations

from topping_out.game.language import mark, tr
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.ornament import put_heading
from topping_out.scenes.kit.pictures.sky import dusk
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop
from topping_out.scenes.ui.scroll import ScrollPage
from topping_out.scenes.ui.widgets import Button, Press, Rect, Row, Widget, arrow

HEAD = 84.0
"""Height of the heading."""
GAP = 8.0


class Label(Widget):
    """The title of a group of rows; where it names their group, whoever listens hears it there."""

    def __init__(self, name: str, rect: Rect, text: str) -> None:
        super().__init__(name, rect)
        self.is_focusable = False
        self.text = text
        self.names_group = False

    def semantics(self) -> Semantics | None:
        return None if self.names_group else Semantics(Role.HEADING, self.text, level=2)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        sign = kit.text(kit.fit(self.text, self.rect.w, 19, "head"), 19, "head", kit.theme.brass)
        stage.blit(sign, self.rect.x + 4, self.rect.bottom - kit.size_of(sign)[1])


class Paragraph(Widget):
    """A paragraph of text between the rows."""

    size = 15.0

    def __init__(self, name: str, text: str, is_bad: bool = False) -> None:
        super().__init__(name, Rect(0, 0, 0, 0))
        self.is_focusable = False
        self.text, self.is_bad = text, is_bad

    def semantics(self) -> Semantics:
        return Semantics(Role.TEXT, self.text)

    def height_for(self, kit: Kit, width: float) -> float:
        """Return the height that the text needs in a column of that width."""
        return len(kit.wrap(self.text, width - 8, self.size)) * self._step(kit) + 6

    def _step(self, kit: Kit) -> float:
        return 21 * kit.text_scale

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        colour = kit.theme.bad if self.is_bad else kit.theme.mist
        for number, line in enumerate(kit.wrap(self.text, self.rect.w - 8, self.size)):
            sign = kit.text(line, self.size, "body", colour)
            stage.blit(sign, self.rect.x + 4, self.rect.y + number * self._step(kit))


class LinkRow(Row):
    """A row that opens another page."""

    def __init__(self, name: str, title: str, help: str, press: Press) -> None:
        super().__init__(name, Rect(0, 0, 0, 0), title, help)
        self._press = press

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        stage.blit_centred(arrow(kit, 1, 14), self.rect.right - 26, self.rect.centery)


class ColumnLayout:
    """Places widgets one below another, from the top; what follows a label belongs to its group."""

    def __init__(self, kit: Kit, width: float) -> None:
        self.kit, self.width = kit, width
        self.widgets: list[Widget] = []
        self.y = 0.0
        self.group: Group | None = None

    def put(self, widget: Widget, height: float) -> None:
        """Add a widget as wide as the column."""
        widget.rect = Rect(0, self.y, self.width, height)
        self.add(widget)
        self.y += height + GAP

    def add(self, widget: Widget) -> None:
        """Add a widget that has its place already, beside the last one."""
        widget.group = self.group
        title = self.widgets[-1] if self.widgets else None
        if isinstance(title, Label):
            title.names_group = title.group is widget.group
        self.widgets.append(widget)

    def row(self, row: Row) -> None:
        """Add a row, as high as its text needs."""
        self.put(row, row.height_for(self.kit, self.width))

    def words(self, words: Paragraph) -> None:
        """Add lines of text, as high as they need."""
        self.put(words, words.height_for(self.kit, self.width))

    def label(self, name: str, text: str) -> None:
        """Add the title of a group of rows, with some room above it."""
        self.y += 12 if self.widgets else 0
        self.group = Group(name, text)
        self.put(Label(name, Rect(0, 0, 0, 0), text), 28 * self.kit.text_scale)


class ColumnPage(ScrollPage):
    """A page with one column of rows. Esc and the button at the foot lead back."""

    column_width = 720.0
    """The column's width at the usual text size."""
    back_label = mark("Done")

    def viewport_rect(self) -> Rect:
        kit = self.kit
        width = min(kit.width - 120, self.column_width * (0.4 + 0.6 * kit.text_scale))
        return Rect((kit.width - width) / 2, HEAD + 10, width, kit.height - HEAD - 10 - self._foot - 26)

    @property
    def _foot(self) -> float:
        return 26 + 22 * self.kit.text_scale

    def fixed_widgets(self) -> list[Widget]:
        kit = self.kit
        width = kit.text_size(tr(self.back_label), 18, "head")[0] + 120
        rect = Rect((kit.width - width) / 2, kit.height - self._foot - 10, width, self._foot - 6)
        return [Button("back", rect, tr(self.back_label), Pop, key=self.key(Verb.CANCEL), primary=True)]

    def initial_focus(self) -> Widget | None:
        return next(iter(self.focusable), None)

    def paint(self, stage: Stage) -> None:
        stage.blit(dusk(self.kit, self.kit.height - self._foot - 24), 0, 0)
        box, shade = self.viewport.inflate(56, 24), (*self.kit.theme.night, 165)
        stage.blit(self.kit.plate(box.w, box.h, shade, shade, 0, 14), box.x, box.y)
        put_heading(stage, self.kit, tr(self.heading), self.kit.width / 2, 24, self.kit.width - 80)
