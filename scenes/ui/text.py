"""Words on a page that are only read: drawn, and said to whoever listens, from one place."""

from __future__ import annotations

import math
from collections.abc import Callable

from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import Colour
from topping_out.scenes.ui.widgets import Rect, Widget


class Line(Widget):
    """One line, cut off where it is wider than `room`; its middle is at (x, y)."""

    def __init__(
        self, kit: Kit, name: str, text: str, x: float, y: float, size: float, face: str = "body",
        colour: Colour | None = None, room: float = math.inf, role: Role = Role.TEXT,
    ) -> None:  # fmt: skip
        self.shown = kit.fit(text, room, size, face) if room < math.inf else text
        width, height = kit.text_size(self.shown, size, face)
        super().__init__(name, Rect(x - width / 2, y - height / 2, width, height))
        self.is_focusable = False
        self.text, self.size, self.face, self.colour, self._role = text, size, face, colour, role
        self._middle = x, y

    def semantics(self) -> Semantics:
        return Semantics(self._role, self.text)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        stage.blit_centred(kit.text(self.shown, self.size, self.face, self.colour), *self._middle)


class CentredText(Widget):
    """Lines no wider than `width`, each in the middle of `x`, down from `y`; `step` from line to line."""

    def __init__(
        self, kit: Kit, name: str, text: str, x: float, y: float, width: float, size: float, step: float,
        colour: Colour | None = None,
    ) -> None:  # fmt: skip
        self.lines = kit.wrap(text, width, size)
        super().__init__(name, Rect(x - width / 2, y, width, step * len(self.lines)))
        self.is_focusable = False
        self.text, self.size, self.step, self.colour = text, size, step, colour
        self._middle = x

    def semantics(self) -> Semantics:
        return Semantics(Role.TEXT, self.text)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        for number, line in enumerate(self.lines):
            sign = kit.text(line, self.size, "body", self.colour)
            stage.blit_centred(sign, self._middle, self.rect.y + (number + 0.5) * self.step)


class Part(Widget):
    """A part of a page that is only looked at, and read: a picture of something, with what it says of itself."""

    def __init__(self, name: str, rect: Rect, said: Semantics, draw: Callable[[Stage], None], group: Group) -> None:
        super().__init__(name, rect)
        self.is_focusable = False
        self.group, self._said, self._draw = group, said, draw

    def semantics(self) -> Semantics:
        return self._said

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        self._draw(stage)


def put_in(group: Group, *widgets: Widget) -> None:
    """Let widgets be read together."""
    for widget in widgets:
        widget.group = group
