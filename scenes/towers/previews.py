"""The tower beside the workshop's pages about a floor, and what all its pages about a deck share."""

from __future__ import annotations

from collections.abc import Sequence

from topping_out.game.language import tr
from topping_out.game.text import listed
from topping_out.game.towers.floors import Floor
from topping_out.game.towers.numbers import HEIGHT
from topping_out.game.towers.rooms import shown_floors
from topping_out.game.towers.workshop.measure import Bench

from ..accessibility.semantics import Role, Semantics
from ..devices.intents import Verb
from ..kit.kit import Kit
from ..kit.stage import Stage
from ..manager import Pop, Transition
from ..system.context import Context
from ..ui.column import ColumnPage, body_area
from ..ui.layout import Rect, Widget, fill, row, space
from ..ui.widgets import Button
from . import art

# -- preview


MAX_WIDTH, MAX_HEIGHT = 300.0, 76.0
"""Largest size of a floor."""
ROOF = 20.0


class TowerPreview(Widget):
    """A picture of a tower; `floors` start with the ground floor, and the one at index `marked` is outlined."""

    def __init__(self, floors: Sequence[Floor], marked: int = -1) -> None:
        super().__init__("preview")
        self.is_focusable = False
        self.floors, self.marked = floors, marked
        self.phase = 0
        """The phase of the motion of the marked floor's room."""

    def semantics(self) -> Semantics:
        names = [tr(floor.name) for floor in reversed(self.floors)]
        return Semantics(Role.TEXT, tr("A tower, top floor first: {floors}", floors=listed(names)))

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        rect = self.rect
        high = min(MAX_HEIGHT, (rect.h - ROOF - 8) / HEIGHT)
        wide = min(MAX_WIDTH, rect.w)
        x, foot = rect.x + (rect.w - wide) / 2, rect.bottom - 6
        if high < 20 or wide < 120:
            return
        for level, floor in enumerate(self.floors):
            y = foot - (level + 1) * high
            stage.blit(art.face(kit, floor, (wide, high), self.phase if level == self.marked else 0), x, y)
            if level == self.marked:
                stage.blit(kit.outline(wide + 6, high + 6, kit.theme.brass, 2, 7), x - 3, y - 3)
        if self.floors:
            stage.blit(art.flat_roof(kit, wide), x, foot - len(self.floors) * high - ROOF + 3)
        ground = kit.plate(wide + 40, 2.4, kit.theme.ember, kit.theme.ember, 0.5, 1)
        stage.blit(ground, x - 20, foot)


def around(floors: Sequence[Floor], index: int) -> tuple[list[Floor], int]:
    """Return up to `HEIGHT` neighbouring floors of a deck with the one at `index`, and its index among them."""
    first = max(0, min(index - HEIGHT // 2, len(floors) - HEIGHT))
    return [*floors[first : first + HEIGHT]], index - first


# -- page


MIN_WINDOW_WIDTH = 900.0
"""Width from which a window shows the tower."""


class BenchPage(ColumnPage):
    """A page about a deck on the bench."""

    def __init__(self, context: Context, bench: Bench) -> None:
        super().__init__(context)
        self.bench = bench

    def undo_button(self) -> Button:
        undo = Button("undo", tr("Undo"), self._undo, Verb.UNDO, self.key(Verb.UNDO))
        undo.enabled = len(self.bench.history) > 1
        return undo

    def _undo(self) -> Transition:
        self.bench.undo()
        self.rebuild()
        return None


class BenchFloorPage(BenchPage):
    """A page about the floor at an index of the deck. It closes when the floor's addition is undone.

    Rows are on the left and, if the window is wide enough, the floor in a tower is on the right.
    """

    def __init__(self, context: Context, bench: Bench, index: int) -> None:
        super().__init__(context, bench)
        self.index = index
        self._room = space(0)

    def preview(self) -> TowerPreview:
        """Return the tower to show."""
        return TowerPreview(*around(shown_floors(self.bench.deck), self.index))

    def viewport_rect(self) -> Rect:
        kit, is_wide = self.kit, self.kit.width >= MIN_WINDOW_WIDTH
        column, self._room = fill(), space(min(310.0, kit.width * 0.3) if is_wide else 0)
        area = body_area(kit, kit.wide(1060))
        row(column, self._room, gap=56 if is_wide else 0).place(kit, area.inflate(-56, -24))
        return column.rect

    def build(self) -> list[Widget]:
        preview = self.preview()
        laid = super().build()
        return [*laid, preview.placed(self._room.rect)] if self.kit.width >= MIN_WINDOW_WIDTH else laid

    def _undo(self) -> Transition:
        self.bench.undo()
        if self.index >= len(self.bench.deck.floors):
            return Pop()
        self.rebuild()
        return None
