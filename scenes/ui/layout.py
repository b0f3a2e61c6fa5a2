"""The vocabulary of layout: rows, columns and grids of boxes, from which pages are made.

A box says how wide and how high it has to be; a row or a column gives each its place. So a page's layout reads like its
picture: `row(back, rules, fill(saying), start)`. All measures are in logical units; letters and what holds them grow
with the text size (`Kit.line`, `Kit.wide`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar, overload

from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.prose import at_most
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import Colour
from topping_out.scenes.ui.widget import Box as Box
from topping_out.scenes.ui.widget import Rect as Rect
from topping_out.scenes.ui.widget import Widget

GAP = 8.0
"""Between boxes, unless a row or a column says otherwise."""


AnyBox = TypeVar("AnyBox", bound=Box)


class _Boxes(Box):
    """Boxes beside or below one another, `gap` apart."""

    def __init__(self, boxes: Sequence[Box], gap: float) -> None:
        self.boxes, self.gap = boxes, gap

    def widgets(self) -> Iterator[Widget]:
        for box in self.boxes:
            yield from box.widgets()

    def draw_words(self, stage: Stage, kit: Kit, alpha: float = 1.0) -> None:
        for box in self.boxes:
            box.draw_words(stage, kit, alpha)

    @property
    def _gaps(self) -> float:
        return self.gap * max(0, len(self.boxes) - 1)

    def _divide(self, room: float, needs: Sequence[float]) -> list[float]:
        """Return how much of the room each box gets: what it needs, or its share of the rest; all less if need be."""
        room -= self._gaps
        fixed = [0.0 if box.share else need for box, need in zip(self.boxes, needs)]
        rest, shares = max(0.0, room - sum(fixed)), sum(box.share for box in self.boxes)
        less = min(1.0, room / sum(fixed)) if sum(fixed) else 1.0
        return [rest * box.share / shares if box.share else need * less for box, need in zip(self.boxes, fixed)]


class _Row(_Boxes):
    def width_for(self, kit: Kit) -> float:
        return sum(box.width_for(kit) for box in self.boxes) + self._gaps

    def _widths(self, kit: Kit, width: float) -> list[float]:
        return self._divide(width, [box.width_for(kit) for box in self.boxes])

    def height_for(self, kit: Kit, width: float) -> float:
        return max((box.height_for(kit, w) for box, w in zip(self.boxes, self._widths(kit, width))), default=0.0)

    def place(self, kit: Kit, area: Rect) -> None:
        x = area.x
        for box, width in zip(self.boxes, self._widths(kit, area.w)):
            box.place(kit, Rect(x, area.y, width, area.h))
            x += width + self.gap


class _Column(_Boxes):
    def width_for(self, kit: Kit) -> float:
        return max((box.width_for(kit) for box in self.boxes), default=0.0)

    def height_for(self, kit: Kit, width: float) -> float:
        return sum(box.height_for(kit, width) for box in self.boxes) + self._gaps

    def place(self, kit: Kit, area: Rect) -> None:
        y = area.y
        for box, height in zip(self.boxes, self._divide(area.h, [box.height_for(kit, area.w) for box in self.boxes])):
            box.place(kit, Rect(area.x, y, area.w, height))
            y += height + self.gap


class Space(Box):
    """Room for nothing, or for what a page paints itself."""

    def __init__(self, size: float) -> None:
        self.size = size
        self.rect = Rect(0, 0, 0, 0)

    def width_for(self, kit: Kit) -> float:
        return self.size

    def height_for(self, kit: Kit, width: float) -> float:
        return self.size

    def place(self, kit: Kit, area: Rect) -> None:
        self.rect = area


class _Sized(_Boxes):
    def __init__(self, box: Box, width: float) -> None:
        super().__init__((box,), 0)
        self.box, self.width = box, width

    def width_for(self, kit: Kit) -> float:
        return self.width

    def height_for(self, kit: Kit, width: float) -> float:
        return self.box.height_for(kit, width)

    def place(self, kit: Kit, area: Rect) -> None:
        self.box.place(kit, area)


class Text(Box):
    """Words as part of a widget or a picture; `align`: 0 at the left, 0.5 in the middle, 1 at the right of their place.

    They are broken into lines, `most` at most. A single line that is too long gets smaller first.
    """

    def __init__(
        self, words: str, size: float = 15, face: str = "body", colour: Colour | None = None, align: float = 0.0,
        most: int = 0,
    ) -> None:  # fmt: skip
        self.words, self.size, self.face, self.colour, self.align, self.most = words, size, face, colour, align, most
        self.area = Rect(0, 0, 0, 0)

    def lines(self, kit: Kit, width: float) -> tuple[list[str], float]:
        """Return the lines where there is so much room, and the size of their letters."""
        if not self.words:
            return [], self.size
        if self.most == 1:
            line, size = kit.first_fitting((self.words,), width, self.size, self.face)
            return [line], size
        lines = kit.wrap(self.words, width, self.size, self.face)
        return at_most(lines, self.most) if self.most else lines, self.size

    def width_for(self, kit: Kit) -> float:
        return max(kit.text_size(line, self.size, self.face)[0] for line in self.words.split("\n"))

    def height_for(self, kit: Kit, width: float) -> float:
        return len(self.lines(kit, width)[0]) * kit.line(self.size)

    def place(self, kit: Kit, area: Rect) -> None:
        self.area = area

    def draw_words(self, stage: Stage, kit: Kit, alpha: float = 1.0) -> None:
        area, (lines, size) = self.area, self.lines(kit, self.area.w)
        step = kit.line(self.size)
        y = area.y + step / 2 + kit.lift(self.face, size)
        for number, line in enumerate(lines):
            sign = kit.text(line, size, self.face, self.colour)
            wide = kit.size_of(sign)[0]
            stage.blit_centred(sign, area.x + (area.w - wide) * self.align + wide / 2, y + number * step, alpha)


def row(*boxes: Box, gap: float = GAP) -> Box:
    """Return boxes side by side, all as high as the highest."""
    return _Row(boxes, gap)


def column(*boxes: Box, gap: float = GAP) -> Box:
    """Return boxes one below another, all as wide as the column."""
    return _Column(boxes, gap)


def grid(columns: int, boxes: Sequence[Box], gap: float = GAP) -> Box:
    """Return boxes of one width in rows of so many."""
    rows = [boxes[first : first + columns] for first in range(0, len(boxes), columns)]
    rests = [[fill() for _ in range(columns - len(beside))] for beside in rows]
    return column(*(row(*map(fill, beside), *rest, gap=gap) for beside, rest in zip(rows, rests)), gap=gap)


def space(size: float) -> Space:
    """Return room of a size, beside or between boxes."""
    return Space(size)


@overload
def fill(*, share: float = ...) -> Space: ...
@overload
def fill(box: AnyBox, share: float = ...) -> AnyBox: ...
def fill(box: Box | None = None, share: float = 1.0) -> Box:
    """Return a box that takes the room which the others leave, or its share of that; without a box, empty room."""
    filled = box or Space(0)
    filled.share = share
    return filled


def sized(box: Box, width: float) -> Box:
    """Return a box of a width that is not its own."""
    return _Sized(box, width)


def fitting(kit: Kit, room: Rect, boxes: Iterable[AnyBox]) -> AnyBox:
    """Return the first of the boxes that is no higher than the room, or the last one."""
    for box in boxes:
        if box.height_for(kit, room.w) <= room.h:
            break
    return box


def middle(box: Box) -> Box:
    """Return a box that stands in the middle of its place, no larger than it has to be."""
    return column(fill(), row(fill(), box, fill(), gap=0), fill(), gap=0)


def level(box: Box) -> Box:
    """Return a box as wide as its place, and in the middle of its height."""
    return column(fill(), box, fill(), gap=0)
