"""A dialog over the scene below: a title, some text, and buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from topping_out.game.language import mark, tr
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.pictures.ornament import panel, put_heading
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop, Transition
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.text import CentredText
from topping_out.scenes.ui.widgets import Button, Rect, Widget

Answer = tuple[str, Callable[[], Transition] | None]
"""A button's label, and what is done after the dialog has gone; None: nothing more."""
EDGE = 36.0
GAP = 12.0


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
        """Return the buttons, each with its own width. The dialog places them."""
        raise NotImplementedError

    def build(self) -> list[Widget]:
        buttons = self.buttons()
        wide = min(self.kit.width - 80, self.width * (0.5 + self.kit.text_scale / 2))
        count = len(self.kit.wrap(self.text, wide - 2 * EDGE, 17)) if self.text else 0
        head = 86.0
        top = head + count * self._step + (20 if count else 0)
        in_row = sum(b.rect.w for b in buttons) + GAP * (len(buttons) - 1) <= wide - 2 * EDGE and self.text
        foot = max((b.rect.h for b in buttons), default=0.0) if in_row else sum(b.rect.h + GAP for b in buttons) - GAP
        tall = top + foot + EDGE
        self._panel = Rect((self.kit.width - wide) / 2, max(10.0, (self.kit.height - tall) / 2), wide, tall)
        (self._in_row if in_row else self._in_column)(buttons, self._panel.y + top)
        if not self.text:
            return [*buttons]
        x, y = self._panel.centerx, self._panel.y + head
        return [CentredText(self.kit, "text", self.text, x, y, wide - 2 * EDGE, 17, self._step), *buttons]

    @property
    def _step(self) -> float:
        return 25 * self.kit.text_scale

    def _in_row(self, buttons: Sequence[Button], y: float) -> None:
        x = self._panel.centerx - (sum(b.rect.w for b in buttons) + GAP * (len(buttons) - 1)) / 2
        for button in buttons:
            button.rect.topleft = (x, y)
            x += button.rect.w + GAP

    def _in_column(self, buttons: Sequence[Button], y: float) -> None:
        wide = max(b.rect.w for b in buttons)
        for button in buttons:
            button.rect.update(self._panel.centerx - wide / 2, y, wide, button.rect.h)
            y += button.rect.h + GAP

    def paint(self, stage: Stage) -> None:
        kit, box = self.kit, self._panel
        stage.blit(kit.veil(), 0, 0)
        stage.blit(panel(kit, box.w, box.h, 250), box.x, box.y)
        put_heading(stage, kit, tr(self.heading), box.centerx, box.y + 28, box.w - 2 * EDGE)

    def button(
        self,
        name: str,
        label: str,
        press: Callable[[], Transition],
        primary: bool = False,
        key: str = "",
        verb: Verb | None = None,
    ) -> Button:
        """Return a button that is as wide as its label needs, at least 170."""
        cap = self.kit.size_of(self.kit.keycap(key))[0] + 8 if key else 0
        wide = max(170.0, self.kit.text_size(label, 18, "head")[0] + 52 + cap)
        rect = Rect(0, 0, wide, 24 + 22 * self.kit.text_scale)
        return Button(name, rect, label, press, verb, key, primary)


GOOD = mark("OK")


class Notice(Dialog):
    """A message, with one button for each answer; without any, whoever shows it takes it away."""

    def __init__(self, context: Context, title: str, text: str, buttons: Sequence[Answer] = ((GOOD, None),)) -> None:
        """Show `buttons` left to right, the first one focused. Esc closes the dialog and does nothing more."""
        super().__init__(context)
        self.heading, self.text = title, text
        self._answers = buttons

    def buttons(self) -> list[Button]:
        return [
            self.button(f"answer{number}", tr(label), partial(Pop, then), primary=number == 0)
            for number, (label, then) in enumerate(self._answers)
        ]
