"""A dialog over the scene below: a title, some text, and buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from topping_out.game.language import mark, tr
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop, Transition
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.frame import PANEL_EDGE, lay_panel, paint_panel
from topping_out.scenes.ui.layout import Box, column, fill, row, sized
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.text import Words
from topping_out.scenes.ui.widgets import Button, Widget

Answer = tuple[str, Callable[[], Transition] | None]
"""A button's label, and what is done after the dialog has gone; None: nothing more."""
GAP = 12.0
LEAST = 170.0
"""Width of the narrowest button."""


class Dialog(Page):
    """A panel over the scene below, with a heading, text, and a row or a column of buttons."""

    see_through = True
    text = ""
    width = 560.0
    """The panel's width at the usual text size."""
    _is_said = False

    def enter(self) -> None:
        super().enter()
        if not self._is_said:
            self._is_said = True
            self.context.announcer.say(self.text)

    def buttons(self) -> list[Button]:
        """Return the buttons: in a row below the text where there is room, else in a column."""
        raise NotImplementedError

    def below(self) -> list[Box]:
        """Return what stands below the buttons."""
        return []

    def build(self) -> list[Widget]:
        buttons, kit = self.buttons(), self.kit
        words = [Words("text", self.text, 17)] if self.text else []
        content = column(*words, self._choice(buttons), *self.below(), gap=20)
        self._panel = lay_panel(kit, content, self.width)
        return [*content.widgets()]

    def _choice(self, buttons: Sequence[Button]) -> Box:
        """Return the buttons in a row, if there is a text above it and room, else in a column."""
        widths = [max(LEAST, button.width_for(self.kit)) for button in buttons]
        beside = row(*map(sized, buttons, widths), gap=GAP)
        if self.text and beside.width_for(self.kit) <= self.kit.wide(self.width) - 2 * PANEL_EDGE:
            return row(fill(), beside, fill(), gap=0)
        below = column(*buttons, gap=GAP)
        return row(fill(), sized(below, max(widths)), fill(), gap=0)

    def paint(self, stage: Stage) -> None:
        paint_panel(stage, self.kit, self._panel, tr(self.heading))


GOOD = mark("OK")


class Notice(Dialog):
    """A message, with one button for each answer; without any, whoever shows it takes it away."""

    def __init__(
        self,
        context: Context,
        title: str,
        text: str,
        buttons: Sequence[Answer] = ((GOOD, None),),
        until: Callable[[], bool] = lambda: False,
    ) -> None:
        """Show `buttons` left to right, the first one focused. Esc closes the dialog and does nothing more; it goes by
        itself as soon as `until` is so."""
        super().__init__(context)
        self.heading, self.text = title, text
        self._answers, self._until = buttons, until

    def update(self, ms: float) -> Transition:
        return Pop() if self._until() else None

    def buttons(self) -> list[Button]:
        return [
            Button(f"answer{number}", tr(label), partial(Pop, then), primary=number == 0)
            for number, (label, then) in enumerate(self._answers)
        ]
