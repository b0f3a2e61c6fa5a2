"""Work that takes a while: how far it has come, and a way to give it up. The window stays alive meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from topping_out.game.language import tr
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop, Transition
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.dialog import Dialog
from topping_out.scenes.ui.layout import Box
from topping_out.scenes.ui.widgets import Button, Widget

SLICE = 0.012
"""Seconds of work in each frame."""
HIGH = 10.0
"""Of the bar."""

Then = Callable[[Exception | None], Transition]
"""Is called once the work is done, or has failed."""


class ProgressDialog(Dialog):
    """Does a slice of the work in each frame. Cancel and Esc give it up, and the work closes what it has open."""

    def __init__(self, context: Context, heading: str, steps: Iterator[tuple[int, int]], then: Then) -> None:
        """Name the work; `steps` yields how much is done, of how much, or raises ValueError or OSError."""
        super().__init__(context)
        self.heading, self.text = heading, tr("One moment, please.")
        self.share = 0.0
        self._steps, self._then = steps, then

    @property
    def at_rest(self) -> bool:
        return False

    def update(self, ms: float) -> Transition:
        until = perf_counter() + SLICE
        try:
            while perf_counter() < until:
                done, total = next(self._steps)
                self.share = done / max(1, total)
        except StopIteration:
            return Pop(lambda: self._then(None))
        except (ValueError, OSError) as error:
            failed = error
            return Pop(lambda: self._then(failed))
        return None

    def leave(self) -> None:
        close = getattr(self._steps, "close", None)
        if close:
            close()

    def buttons(self) -> list[Button]:
        return [Button("cancel", tr("Cancel"), self.cancel, primary=True)]

    def below(self) -> list[Box]:
        return [Bar(self)]


class Bar(Widget):
    """How far the work has come."""

    def __init__(self, dialog: ProgressDialog) -> None:
        super().__init__("progress")
        self.is_focusable = False
        self.dialog = dialog

    def height_for(self, kit: Kit, width: float) -> float:
        return HIGH

    def semantics(self) -> Semantics:
        return Semantics(Role.TEXT, tr("{number}% done", number=round(100 * self.dialog.share)))

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        r, theme = self.rect, kit.theme
        stage.blit(kit.plate(r.w, HIGH, theme.rim, theme.rim, 1, HIGH / 2), r.x, r.y)
        full = round(r.w * min(1.0, self.dialog.share))
        if full >= HIGH:
            stage.blit(kit.plate(full, HIGH, theme.brass, theme.brass, 1, HIGH / 2), r.x, r.y)
