"""The room beside a column of rows, where a tower stands."""

from __future__ import annotations

from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.towers.workshop.preview import TowerPreview
from topping_out.scenes.ui.frame import body_area
from topping_out.scenes.ui.layout import fill, row, space
from topping_out.scenes.ui.widgets import Rect, Widget

LEAST_WIDE = 900.0
"""Of a window in which there is room for the tower."""


class Side:
    """The rows at the left, the tower at the right, where the window is wide enough."""

    def __init__(self) -> None:
        self._room = space(0)

    def viewport(self, kit: Kit) -> Rect:
        """Return the room for the rows."""
        is_wide = kit.width >= LEAST_WIDE
        column, self._room = fill(), space(min(310.0, kit.width * 0.3) if is_wide else 0)
        area = body_area(kit, kit.wide(1060))
        row(column, self._room, gap=56 if is_wide else 0).place(kit, area.inflate(-56, -24))
        return column.rect

    def widgets(self, kit: Kit, preview: TowerPreview) -> list[Widget]:
        """Return the tower in its place, if it has one."""
        return [preview.placed(self._room.rect)] if kit.width >= LEAST_WIDE else []
