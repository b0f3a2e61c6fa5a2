"""Words on a page that are only read: drawn, and said to whoever listens, from one place."""

from __future__ import annotations

from collections.abc import Callable

from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import Colour
from topping_out.scenes.ui.layout import Text, level
from topping_out.scenes.ui.widgets import Rect, Widget


class Words(Widget):
    """Words in the middle of their place, broken into lines, `most` at most."""

    def __init__(
        self, name: str, words: str, size: float = 15, face: str = "body", colour: Colour | None = None, most: int = 0,
        role: Role = Role.TEXT, align: float = 0.5, said: str = "",
    ) -> None:  # fmt: skip
        """`said` is how the words are read, where that is not as they are written."""
        super().__init__(name)
        self.is_focusable = False
        self._block = Text(words, size, face, colour, align, most)
        self.text, self._role, self._said = words, role, said or words

    def semantics(self) -> Semantics:
        return Semantics(self._role, self._said)

    def width_for(self, kit: Kit) -> float:
        return self._block.width_for(kit)

    def height_for(self, kit: Kit, width: float) -> float:
        return self._block.height_for(kit, width)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        level(self._block).place(kit, self.rect)
        self._block.draw_words(stage, kit)


class PagePart(Widget):
    """A part of a page that is only looked at, and read: a picture of something, with what it says of itself."""

    def __init__(
        self, name: str, rect: Rect, semantics: Semantics, draw: Callable[[Stage], None], group: Group
    ) -> None:
        super().__init__(name, rect)
        self.is_focusable = False
        self.group, self._semantics, self._draw = group, semantics, draw

    def semantics(self) -> Semantics:
        return self._semantics

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        self._draw(stage)


def put_in(group: Group | None, *widgets: Widget) -> None:
    """Let widgets be read together."""
    for widget in widgets:
        widget.group = group
