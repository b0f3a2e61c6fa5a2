"""The row of the set-up that offers the guided first game."""

from __future__ import annotations

from topping_out.game.language import tr
from topping_out.scenes.kit.canvas import Paint
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.ui.card import Card
from topping_out.scenes.ui.column import LinkRow
from topping_out.scenes.ui.layout import Box, Text, column
from topping_out.scenes.ui.widgets import Press, arrow


class GuidedGameRow(LinkRow):
    """The way to the guided game; an invitation stands out from the other rows."""

    def __init__(self, press: Press, is_invitation: bool) -> None:
        title = tr("New here? Guided first game") if is_invitation else tr("Guided game")
        help = tr("A real game against a gentle bot, with a coach who explains as you play.")
        super().__init__("guided", title, help, press)
        self.is_invitation = is_invitation

    def words(self, kit: Kit, width: float) -> Box:
        if not self.is_invitation:
            return super().words(kit, width)
        ink = kit.theme.ink
        return column(Text(self.title, 18, "head", ink), Text(self.help, 14, colour=ink), gap=0)

    def height_for(self, kit: Kit, width: float) -> float:
        return Card.height_for(self, kit, width) if self.is_invitation else super().height_for(kit, width)

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        return (kit.theme.paper, kit.theme.brass, 3.0) if self.is_invitation else super().paints(kit, hovered)

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        if not self.is_invitation:
            super().draw_value(stage, kit)
            return
        r, theme = self.rect, kit.theme
        stage.blit_centred(kit.disc(17, theme.brass), r.right - 36, r.centery)
        stage.blit_centred(arrow(kit, 1, 13, theme.ink), r.right - 34.5, r.centery)
