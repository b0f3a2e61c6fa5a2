"""A row with a volume, and a loudspeaker that switches it off and on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from topping_out.game.language import tr
from topping_out.scenes.accessibility.semantics import Semantics
from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import mix
from topping_out.scenes.manager import Transition
from topping_out.scenes.ui.widgets import Slider

SIGN = 20.0
"""Width and height of the loudspeaker."""
SIGN_AT, SIGN_END = 238.0, 210.0
"""Where it begins, and where the slider's part of the row does, from the right."""


class VolumeSlider(Slider):
    """Enter, or a click on the loudspeaker, switches the volume off; so does the slider's own movement switch it on."""

    def __init__(
        self, name: str, title: str, help: str, value: float, is_off: bool, change: Callable[[float, bool], Transition]
    ) -> None:
        super().__init__(name, title, help, value, lambda new: change(new, False))
        self.is_off, self._switch = is_off, change
        self._was_slid = False
        self.hint = tr("Enter switches it off and on.")

    def value_width(self, kit: Kit) -> float:
        return 262.0

    def semantics(self) -> Semantics:
        return replace(super().semantics(), value=tr("off"), share=0.0) if self.is_off else super().semantics()

    def drag_to(self, x: float, y: float) -> None:
        if x >= self.rect.right - SIGN_END:
            self._was_slid = True
            super().drag_to(x, y)

    def press(self) -> Transition:
        was_slid, self._was_slid = self._was_slid, False
        if was_slid:
            return None
        self.is_off = not self.is_off
        return self._switch(self.value, self.is_off)

    def _set(self, value: float) -> None:
        before, was_off, self.is_off = self.value, self.is_off, False
        super()._set(value)
        if was_off and self.value == before:
            self._switch(before, False)

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        super().draw_value(stage, kit)
        sign = loudspeaker(kit, self.is_off)
        stage.blit(sign, self.rect.right - SIGN_AT, self.rect.centery - SIGN / 2)


@painted_once
def loudspeaker(kit: Kit, is_off: bool) -> pygame.Surface:
    """Return a loudspeaker: with waves, or crossed out."""
    theme = kit.theme
    ink = mix(theme.mist, theme.plate, 0.35) if is_off else theme.brass
    canvas = kit.canvas(SIGN, SIGN, ink)
    canvas.rect(1, 7, 4, 6, ink).polygon([(4, 7), (10, 2), (10, 18), (4, 13)], ink)
    if is_off:
        return canvas.line([(12.5, 7), (18.5, 13)], ink, 1.7).line([(12.5, 13), (18.5, 7)], ink, 1.7).done()
    for reach in (3.2, 6.6):
        canvas.line([(11.4 + reach * 0.4, 10 - reach), (11.4 + reach, 10), (11.4 + reach * 0.4, 10 + reach)], ink, 1.6)
    return canvas.done()
