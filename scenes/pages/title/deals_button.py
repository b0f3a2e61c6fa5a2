"""The way to today's deals on the title: it calls while some of them are still to play."""

from __future__ import annotations

from collections.abc import Sequence

from topping_out.game.language import tr, tr_count
from topping_out.game.storage.history.tries import DealTry
from topping_out.game.text import full_stop, paragraph
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.kit.canvas import Paint
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.pages.daily.small_tower import put_small_towers
from topping_out.scenes.ui.card import Card
from topping_out.scenes.ui.layout import Box, Text, column
from topping_out.scenes.ui.widgets import DETAIL, Press, Rect

TOWERS = 58.0
"""Room for the small towers, one for each game."""
SIDE = 20.0
LARGE = 1.25
"""With larger text there is no room for the towers."""


class DealsButton(Card):
    """Says how many deals are still to play, beside a small tower for each game; in brass until all are played."""

    def __init__(self, label: str, tries: Sequence[DealTry | None], press: Press) -> None:
        super().__init__("daily", None, press)
        self.label, self.tries = label, tries
        left = sum(one is None or one.is_under_way for one in tries)
        self.calls, self.detail = bool(left), tr("All played")
        if left:
            self.detail = tr_count("{number} still to play", "{number} still to play", left)

    @property
    def radius(self) -> float:  # type: ignore[override]
        return min(self.rect.h / 2, 30.0)

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, self.label, description=paragraph([full_stop(self.detail), self.hint]))

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return (SIDE + TOWERS + 10, SIDE) if kit.text_scale < LARGE else (SIDE, SIDE)

    def words(self, kit: Kit, width: float) -> Box:
        ink = kit.theme.brass if self.calls else kit.theme.mist
        return column(
            Text(self.label, 18, "head", align=0.5, most=1), Text(self.detail, DETAIL, "body", ink, 0.5, 1), gap=0
        )

    def width_for(self, kit: Kit) -> float:
        return self.words(kit, 0).width_for(kit) + sum(self.sides(kit, 0))

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        theme = kit.theme
        rim = theme.brass if self.calls else theme.mist if hovered else theme.rim
        return (*theme.plate, 245), rim, 2.0 if self.calls else 1.3

    def draw_more(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        if kit.text_scale < LARGE:
            r = self.rect
            put_small_towers(stage, kit, Rect(r.x + SIDE, r.y + 9, TOWERS, r.h - 18), self.tries)
