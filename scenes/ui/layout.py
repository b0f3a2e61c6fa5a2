"""Boxes, widgets, and the rows, columns and grids that pages are laid out in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Self, TypeVar, overload

import pygame

from ..accessibility.semantics import Group, Semantics
from ..kit.kit import Kit, at_most
from ..kit.stage import Stage
from ..kit.theme import Colour
from ..manager import Transition

# -- widget


Rect = pygame.FRect
Press = Callable[[], Transition]


class Box:
    """Something that takes a place on a page."""

    share = 0.0
    """Its share of the room that the other boxes leave; 0: it takes just the room that it needs."""

    def width_for(self, kit: Kit) -> float:
        """Return the least width that it needs."""
        return 0.0

    def height_for(self, kit: Kit, width: float) -> float:
        """Return the height that it needs at a given width."""
        return 0.0

    def place(self, kit: Kit, area: Rect) -> None:
        """Set its place."""

    def widgets(self) -> Iterator[Widget]:
        """Yield the widgets in it, in tab order."""
        yield from ()

    def draw_words(self, stage: Stage, kit: Kit, alpha: float = 1.0) -> None:
        """Draw its `Text` boxes where they have been placed."""

    def show(self, stage: Stage, kit: Kit, area: Rect, alpha: float = 1.0) -> None:
        """Set its place, and draw its `Text` boxes. Widgets call this for the boxes that they contain."""
        self.place(kit, area)
        self.draw_words(stage, kit, alpha)

    def lay(self, kit: Kit, area: Rect) -> list[Widget]:
        """Set its place, and return the widgets in it."""
        self.place(kit, area)
        return [*self.widgets()]


class Widget(Box):
    """A rectangle of the page that can be pressed. `name` identifies it when the page is laid out again."""

    radius = 10.0
    is_heading = False
    """Whether it is the title of what follows."""

    def __init__(self, name: str, rect: Rect | None = None, press: Press | None = None, enabled: bool = True) -> None:
        """Without `rect`, a row or column sets its place."""
        self.name = name
        self.rect = Rect(0, 0, 0, 0) if rect is None else rect
        self.enabled = enabled
        self.thing = ""
        """The name of a thing that it stands for and that moves about, such as a card; the focus follows the thing."""
        self.is_focusable = True
        """Whether keys and gamepads can focus it; some widgets are only for the pointer."""
        self.is_pointable = True
        """Whether the pointer can hit it; some widgets are only read."""
        self.hint = ""
        """The explanation shown at the foot of the page while the pointer or the focus is here."""
        self.group: Group | None = None
        """The group that screen readers read it with."""
        self._press = press

    def placed(self, rect: Rect) -> Self:
        """Set its place, and return it."""
        self.rect = rect
        return self

    def place(self, kit: Kit, area: Rect) -> None:
        self.rect = area

    def widgets(self) -> Iterator[Widget]:
        yield self

    def semantics(self) -> Semantics | None:
        """Return its description for screen readers; None if it has none."""
        return None

    def set_value(self, value: str) -> None:
        """Set the value that a screen reader requests, as the text that it would say."""

    def press(self) -> Transition:
        """Do what a click or Enter does."""
        return self._press() if self._press else None

    def adjust(self, by: int) -> bool:
        """Change its value to the left (-1) or right (+1). Return False if it has none, and the focus moves instead."""
        return False

    def drag_to(self, x: float, y: float) -> None:
        """Handle the pointer's position when it is pressed here, and while it is dragged from here."""

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        """Draw it. `hovered` is true while the pointer is over it."""

    def draw_focus(self, stage: Stage, kit: Kit) -> None:
        ring = kit.focus_ring(self.rect.w + 10, self.rect.h + 10, self.radius + 5)
        stage.blit(ring, self.rect.x - 5, self.rect.y - 5)


# -- layout


GAP = 8.0
"""Default distance between boxes, in logical units."""


AnyBox = TypeVar("AnyBox", bound=Box)


class _Boxes(Box):
    """Boxes beside or below each other, `gap` apart."""

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
        """Return the room of each box: what it needs, or its share of the rest. If there is too little, all shrink."""
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
    """Empty room, or room for something that the page paints itself."""

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
    """Words as part of a widget or a picture, aligned to the left (`align` 0), middle (0.5) or right (1) of their area.

    They are broken into lines, at most `most` of them (0: any number). If `most` is 1, a long line gets smaller.
    """

    def __init__(
        self, words: str, size: float = 15, face: str = "body", colour: Colour | None = None, align: float = 0.0,
        most: int = 0,
    ) -> None:  # fmt: skip
        self.words, self.size, self.face, self.colour, self.align, self.most = words, size, face, colour, align, most
        self.area = Rect(0, 0, 0, 0)

    def lines(self, kit: Kit, width: float) -> tuple[list[str], float]:
        """Return the lines for a width, and the size of their letters."""
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
    """Return boxes side by side, all as high as the row."""
    return _Row(boxes, gap)


def column(*boxes: Box, gap: float = GAP) -> Box:
    """Return boxes one below another, all as wide as the column."""
    return _Column(boxes, gap)


def grid(columns: int, boxes: Sequence[Box], gap: float = GAP) -> Box:
    """Return boxes of equal width, in rows of `columns`."""
    rows = [boxes[first : first + columns] for first in range(0, len(boxes), columns)]
    rests = [[fill() for _ in range(columns - len(beside))] for beside in rows]
    return column(*(row(*map(fill, beside), *rest, gap=gap) for beside, rest in zip(rows, rests)), gap=gap)


def space(size: float) -> Space:
    """Return empty room of that width and height."""
    return Space(size)


@overload
def fill(*, share: float = ...) -> Space: ...
@overload
def fill(box: AnyBox, share: float = ...) -> AnyBox: ...
def fill(box: Box | None = None, share: float = 1.0) -> Box:
    """Make a box take its share of the room that the other boxes leave; without a box, return empty room."""
    filled = box or Space(0)
    filled.share = share
    return filled


def sized(box: Box, width: float) -> Box:
    """Return a box with a given width instead of the width that it needs."""
    return _Sized(box, width)


def fitting(kit: Kit, room: Rect, boxes: Iterable[AnyBox]) -> AnyBox:
    """Return the first of the boxes that fits into the height of the room, or the last box."""
    for box in boxes:
        if box.height_for(kit, room.w) <= room.h:
            break
    return box


def middle(box: Box) -> Box:
    """Return a box centred in its area, no larger than it needs to be."""
    return column(fill(), row(fill(), box, fill(), gap=0), fill(), gap=0)


def level(box: Box) -> Box:
    """Return a box as wide as its area, and vertically centred in it."""
    return column(fill(), box, fill(), gap=0)
