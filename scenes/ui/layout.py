"""Boxes, widgets, and the rows, columns and grids that pages are laid out in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Self, TypeVar, overload

import pygame

from ..accessibility.semantics import Group, Semantics
from ..kit.kit import Kit
from ..kit.prose import at_most
from ..kit.stage import Stage
from ..kit.theme import Colour
from ..manager import Transition

# -- widget


Rect = pygame.FRect
Press = Callable[[], Transition]


class Box:
    """What takes a place on a page."""

    share = 0.0
    """Its part of the room that the boxes beside it leave; 0: it takes just what it needs."""

    def width_for(self, kit: Kit) -> float:
        """Return how wide it has to be."""
        return 0.0

    def height_for(self, kit: Kit, width: float) -> float:
        """Return how high it has to be where it is so wide."""
        return 0.0

    def place(self, kit: Kit, area: Rect) -> None:
        """Take a place."""

    def widgets(self) -> Iterator[Widget]:
        """Yield the widgets in it, in tab order."""
        yield from ()

    def draw_words(self, stage: Stage, kit: Kit, alpha: float = 1.0) -> None:
        """Draw the words in it that are part of a widget."""

    def lay(self, kit: Kit, area: Rect) -> list[Widget]:
        """Take a place; return the widgets in it."""
        self.place(kit, area)
        return [*self.widgets()]


class Widget(Box):
    """A rectangle of the page that can be pressed. `name` identifies it when the page is laid out anew."""

    radius = 10.0

    def __init__(self, name: str, rect: Rect | None = None, press: Press | None = None, enabled: bool = True) -> None:
        """Without `rect`, a row or a column gives it its place."""
        self.name = name
        self.rect = Rect(0, 0, 0, 0) if rect is None else rect
        self.enabled = enabled
        self.thing = ""
        """What it stands for where that moves about, such as a card of the hand; the focus goes with it."""
        self.is_focusable = True
        """Whether keys and pads can focus it; some widgets are for the pointer alone."""
        self.is_pointable = True
        """Whether the pointer meets it; some widgets are only read."""
        self.hint = ""
        """What a pointer resting here, or the focus, has explained at the foot of the page."""
        self.group: Group | None = None
        """What it is read together with."""
        self._press = press

    def placed(self, rect: Rect) -> Self:
        """Take a place; return itself."""
        self.rect = rect
        return self

    def place(self, kit: Kit, area: Rect) -> None:
        self.rect = area

    def widgets(self) -> Iterator[Widget]:
        yield self

    def semantics(self) -> Semantics | None:
        """Return what it is, in words; None where there is nothing to say."""
        return None

    def set_value(self, value: str) -> None:
        """Take the value that a screen reader asks for, as it is said."""

    def press(self) -> Transition:
        """Do what a click or Enter does."""
        return self._press() if self._press else None

    def adjust(self, by: int) -> bool:
        """Change its value by left (-1) or right (+1); return False if it has none, so that the focus moves instead."""
        return False

    def drag_to(self, x: float, y: float) -> None:
        """Take the pointer's position when it is pressed here, and while it is dragged from here."""

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        """Draw it; `hovered` while the pointer is over it."""

    def draw_focus(self, stage: Stage, kit: Kit) -> None:
        ring = kit.focus_ring(self.rect.w + 10, self.rect.h + 10, self.radius + 5)
        stage.blit(ring, self.rect.x - 5, self.rect.y - 5)


# -- layout


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
