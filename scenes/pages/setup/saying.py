"""What the set-up says at its foot."""

from __future__ import annotations

from typing import Protocol

from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.ui.frame import FOOT
from topping_out.scenes.ui.widgets import Widget


class Speaker(Protocol):
    """The page that has something to say."""

    @property
    def problem(self) -> str: ...

    def hint(self) -> str: ...

    def summary(self) -> str: ...


class Saying(Widget):
    """Who plays against whom, or why the game cannot begin like this; in its place, what the thing meant now does."""

    def __init__(self, page: Speaker) -> None:
        super().__init__("saying")
        self.is_focusable = False
        self.page = page

    def semantics(self) -> Semantics:
        return Semantics(Role.TEXT, self.page.problem or self.page.summary())

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        problem, room = self.page.problem, self.rect
        size, lines = self._fitted(kit, problem or self.page.hint() or self.page.summary())
        for number, line in enumerate(lines):
            sign = kit.text(line, size, "body", kit.theme.bad if problem else kit.theme.mist)
            y = room.centery + (number - (len(lines) - 1) / 2) * kit.line(size)
            stage.blit_centred(sign, room.centerx, y)

    def _fitted(self, kit: Kit, words: str) -> tuple[float, list[str]]:
        """Return the lines, in letters so small that all of them stay at the foot of the page."""
        room = self.rect.h + 2 * FOOT
        for size in (15.0, 13.0, 11.0, 9.0):
            lines = kit.wrap(words, self.rect.w, size)
            if len(lines) * kit.line(size) <= room:
                break
        return size, lines
