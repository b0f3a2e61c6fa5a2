"""The row of the set-up that offers the guided first game."""

from __future__ import annotations

from topping_out.game.language import tr
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.ui.column import LinkRow
from topping_out.scenes.ui.widgets import Press, arrow


class GuidedGameRow(LinkRow):
    """The way to the guided game; an invitation stands out from the other rows."""

    def __init__(self, press: Press, is_invitation: bool) -> None:
        title = tr("New here? Guided first game") if is_invitation else tr("Guided game")
        help = tr("A real game against a gentle bot, with a coach who explains as you play.")
        super().__init__("guided", title, help, press)
        self.is_invitation = is_invitation

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        if not self.is_invitation:
            super().draw(stage, kit, hovered)
            return
        theme, r = kit.theme, self.rect
        stage.blit(kit.plate(r.w, r.h, theme.paper, theme.brass, 3, 10), r.x, r.y)
        room = r.w - 40 - self.value_width(kit)
        titles = kit.wrap(self.title, room, 18, "head")
        for number, line in enumerate(titles):
            stage.blit(kit.text(line, 18, "head", theme.ink), r.x + 18, r.y + 13 + 25 * number * kit.text_scale)
        for number, line in enumerate(kit.wrap(self.help, room, 14)):
            y = r.y + 13 + (25 * len(titles) + 18 * number) * kit.text_scale
            stage.blit(kit.text(line, 14, "body", theme.ink), r.x + 18, y)
        stage.blit_centred(kit.disc(17, theme.brass), r.right - 36, r.centery)
        stage.blit_centred(arrow(kit, 1, 13, theme.ink), r.right - 34.5, r.centery)

    def height_for(self, kit: Kit, width: float) -> float:
        if not self.is_invitation:
            return super().height_for(kit, width)
        room = width - 40 - self.value_width(kit)
        titles, lines = kit.wrap(self.title, room, 18, "head"), kit.wrap(self.help, room, 14)
        return (25 * len(titles) + 18 * len(lines)) * kit.text_scale + 26
