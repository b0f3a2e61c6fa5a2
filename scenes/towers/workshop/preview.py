"""Floors as they will stand in a tower, and one floor as a card."""

from __future__ import annotations

from collections.abc import Sequence

from topping_out.game.language import tr
from topping_out.game.text import listed
from topping_out.game.towers.core.numbers import HEIGHT
from topping_out.game.towers.floors import Floor
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.towers.art import card_art
from topping_out.scenes.ui.widget import Widget

WIDEST, HIGHEST = 300.0, 76.0
ROOF = 20.0


class TowerPreview(Widget):
    """A tower of some floors, the ground floor first; one of them may be marked."""

    def __init__(self, floors: Sequence[Floor], marked: int = -1) -> None:
        super().__init__("preview")
        self.is_focusable = False
        self.floors, self.marked = floors, marked

    def semantics(self) -> Semantics:
        names = [tr(floor.name) for floor in reversed(self.floors)]
        return Semantics(Role.TEXT, tr("A tower, top floor first: {floors}", floors=listed(names)))

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        rect = self.rect
        high = min(HIGHEST, (rect.h - ROOF - 8) / HEIGHT)
        wide = min(WIDEST, rect.w)
        x, foot = rect.x + (rect.w - wide) / 2, rect.bottom - 6
        if high < 20 or wide < 120:
            return
        for level, floor in enumerate(self.floors):
            y = foot - (level + 1) * high
            stage.blit(card_art.face(kit, floor, (wide, high)), x, y)
            if level == self.marked:
                stage.blit(kit.outline(wide + 6, high + 6, kit.theme.brass, 2, 7), x - 3, y - 3)
        if self.floors:
            stage.blit(card_art.roof(kit, wide), x, foot - len(self.floors) * high - ROOF + 3)
        ground = kit.plate(wide + 40, 2.4, kit.theme.ember, kit.theme.ember, 0.5, 1)
        stage.blit(ground, x - 20, foot)


def around(floors: Sequence[Floor], index: int) -> tuple[list[Floor], int]:
    """Return six floors of a deck at most, with the one at the index among them, and where that stands."""
    first = max(0, min(index - HEIGHT // 2, len(floors) - HEIGHT))
    return [*floors[first : first + HEIGHT]], index - first
