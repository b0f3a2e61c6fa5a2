"""The button by which a player joins with a mouse of the own; then it says who has joined, with a tick."""

from __future__ import annotations

import pygame

from topping_out.game.language import mark, tr, tr_player
from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.ui.widgets import Button, Press

JOIN = mark("Click to join")
TICK = 16.0
"""Width of the tick, in logical units."""


def joined_label(name: str) -> str:
    return tr_player(name, mark("You have joined"), mark("{name} has joined"))


def join_width(kit: Kit, names: list[str]) -> float:
    """Return the width that a button needs for each of these players."""
    joined = max(kit.text_size(joined_label(name), 16, "head")[0] for name in names) + TICK + 8
    return max(kit.text_size(tr(JOIN), 16, "head")[0], min(joined, 200 * kit.text_scale)) + 40


class JoinButton(Button):
    """Clicked with a mouse, it has that mouse play for a player."""

    def __init__(self, name: str, player: str, has_joined: bool, press: Press) -> None:
        super().__init__(name, joined_label(player) if has_joined else tr(JOIN), press, size=16)
        self.has_joined = has_joined
        self.hint = tr_player(
            player, mark("With the mouse that will play for you."), mark("With the mouse that will play for {name}.")
        )

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        if not self.has_joined:
            super().draw(stage, kit, hovered)
            return
        theme, r = kit.theme, self.rect
        rim = theme.mist if hovered else theme.good
        stage.blit(kit.plate(r.w, r.h, (*theme.plate, 245), rim, 1.6, self.radius), r.x, r.y)
        label, size = kit.first_fitting((self.label,), r.w - 30 - TICK, self.size, "head")
        sign = kit.text(label, size, "head", theme.paper)
        wide = kit.size_of(sign)[0] + TICK + 8
        stage.blit_centred(tick(kit), r.centerx - wide / 2 + TICK / 2, r.centery)
        stage.blit_centred(sign, r.centerx + (TICK + 8) / 2, r.centery + kit.lift("head", size))


@painted_once
def tick(kit: Kit) -> pygame.Surface:
    """Return a tick, in the paint of what is well."""
    ink = kit.theme.good
    return kit.canvas(TICK, TICK, ink).line([(2, TICK * 0.55), (TICK * 0.4, TICK - 3), (TICK - 2, 3)], ink, 2.8).done()
