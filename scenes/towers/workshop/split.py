"""A column of rows with a tower beside it."""

from __future__ import annotations

from topping_out.scenes.system.context import Context
from topping_out.scenes.towers.workshop.preview import TowerPreview
from topping_out.scenes.ui.column import ColumnPage
from topping_out.scenes.ui.frame import body_area
from topping_out.scenes.ui.layout import fill, row, space
from topping_out.scenes.ui.widgets import Rect, Widget

LEAST_WIDE = 900.0
"""Of a window in which there is room for the tower."""


class SplitPage(ColumnPage):
    """The rows at the left, the tower at the right, where the window is wide enough."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._side = space(0)

    def preview(self) -> TowerPreview:
        raise NotImplementedError

    @property
    def has_preview(self) -> bool:
        return self.kit.width >= LEAST_WIDE

    def viewport_rect(self) -> Rect:
        kit = self.kit
        column, self._side = fill(), space(min(310.0, kit.width * 0.3) if self.has_preview else 0)
        area = body_area(kit, kit.wide(1060))
        row(column, self._side, gap=56 if self.has_preview else 0).place(kit, area.inflate(-56, -24))
        return column.rect

    def build(self) -> list[Widget]:
        widgets = super().build()
        return [*widgets, self.preview().placed(self._side.rect)] if self.has_preview else widgets
