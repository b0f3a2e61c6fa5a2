"""What has a place on a page: boxes, which take the room they need, and widgets, which can be pressed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Self

import pygame

from topping_out.scenes.accessibility.semantics import Group, Semantics
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Transition

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
