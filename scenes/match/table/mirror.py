"""Tables mirrored for the left hand: what a layout places at the right is at the left, and the reverse.

A `Layout` only knows the usual table. `mirrored` wraps it if tables are mirrored, and then mirrors the places that it
returns, by their types: `Rect`, `Pose`, `X` and `Span`. Numbers of other types, such as heights, stay as they are.
Pictures and words are not mirrored, nor is the order of cards in a hand and of what lies `within` a block.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MethodType
from typing import Any, NamedTuple, TypeVar, cast

from ...kit.kit import Kit
from ...kit.sprites import Pose
from ...ui.layout import Rect

L = TypeVar("L")
Method = TypeVar("Method", bound=Callable[..., Any])


class X(float):
    """An x-coordinate that a layout returns."""


class Span(NamedTuple):
    """A part of the table's width that a layout returns."""

    left: float
    right: float


_blocks: dict[object, Callable[..., Rect]] = {}
"""The functions that return the block of a method's result, by method; see `within`."""


def within(block: Callable[..., Rect]) -> Callable[[Method], Method]:
    """Decorate a method of a layout: its result lies in a block, in which left stays left when the table is mirrored.

    `block` gets the same arguments as the method, and returns the rectangle of the block on the usual table.
    """

    def mark(method: Method) -> Method:
        _blocks[method] = block
        return method

    return mark


def mirrored(layout: L, kit: Kit) -> L:
    """Return a layout as seen on tables of a kit: mirrored if they are, else the layout itself."""
    if not kit.is_mirrored:
        return layout
    return cast(L, kit.cached(("mirrored", layout), lambda: Mirrored(layout, kit.width)))


class Mirrored:
    """A layout that mirrors the places that another layout returns, on a table of a given width."""

    def __init__(self, layout: Any, width: float) -> None:
        self._layout, self._width = layout, width
        self._hands: dict[int, float] = {}
        """How far a hand is moved to the right, by its number of cards."""

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._layout, name)
        if isinstance(found, MethodType):
            found = self._method(found)
        elif isinstance(found, Rect):  # the caller may change it, so it is not kept
            return self._flipped(found)
        else:
            found = self._flipped(found)
        self.__dict__[name] = found
        return found

    def _method(self, method: MethodType) -> Callable[..., Any]:
        block = _blocks.get(method.__func__)

        def flipped(*args: Any, **named: Any) -> Any:
            return self._flipped(method(*args, **named))

        def moved(*args: Any, **named: Any) -> Any:
            assert block
            place = block(self._layout, *args, **named)
            return _moved(method(*args, **named), self._width - place.right - place.x)

        return moved if block else flipped

    def hand_place(self, index: int, count: int, raised: bool = False) -> Pose:
        """Return the place of a card of the hand, which keeps its order from left to right."""
        hand_place = self._layout.hand_place
        if count not in self._hands:
            xs = [hand_place(number, count).x for number in range(max(1, count))]
            self._hands[count] = self._width - min(xs) - max(xs)
        return cast(Pose, _moved(hand_place(index, count, raised), self._hands[count]))

    def _flipped(self, place: Any) -> Any:
        match place:
            case Rect():
                return Rect(self._width - place.right, place.y, place.w, place.h)
            case Pose():
                return replace(place, x=self._width - place.x, angle=-place.angle)
            case X():
                return X(self._width - place)
            case Span():
                return Span(self._width - place.right, self._width - place.left)
        return place


def _moved(place: Any, by: float) -> Any:
    """Return a place that is `by` logical units further to the right."""
    match place:
        case Rect():
            return place.move(by, 0)
        case Pose():
            return replace(place, x=place.x + by)
        case X():
            return X(place + by)
        case Span():
            return Span(place.left + by, place.right + by)
    return place
