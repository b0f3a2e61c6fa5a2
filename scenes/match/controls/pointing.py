"""What the pointer means on a table: it aims once it moves, and drags what it was pressed on."""

from __future__ import annotations

import math
from collections.abc import Callable

from topping_out.scenes.kit.canvas import Point
from topping_out.scenes.match.board import Board
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.widgets import Widget

MOVED = 9.0
"""Logical units that the pointer must move to count as moved: for a press to become a drag, or to aim anew."""


NOWHERE: Point = (-1e6, -1e6)
"""Where nothing lies that something dragged could be dropped on."""


class Pointing:
    """The pointer of one table; `at` returns the widget at a position."""

    def __init__(self, context: Context, board: Board, at: Callable[[Point], Widget | None]) -> None:
        self.context, self.board, self._at = context, board, at
        self.dragged: Widget | None = None
        self._pressed_at: Point | None = None
        self._rest: Point | None = None
        """Where the pointer lay when something else had the word: it aims again once it has moved off."""

    def rest(self) -> None:
        """Let the pointer aim at nothing until it moves: a hint, a key or a pad has aimed."""
        self._rest = self.context.devices.pointer

    def aim(self, position: Point) -> None:
        """Aim by the pointer, if it has moved."""
        if self._rest is None or math.dist(self._rest, position) > MOVED:
            self._rest = None
            self.board.point(self._at(position))

    def press(self, position: Point) -> None:
        self._pressed_at = position

    def drag(self, pressed: Widget, position: Point) -> bool:
        """Drag what was pressed, if the pointer has moved so far; tell whether it does."""
        if self._pressed_at is None or not (self.dragged or math.dist(self._pressed_at, position) > MOVED):
            return False
        self.dragged = pressed
        self.board.drag(pressed, position)
        return True

    def drop(self) -> Widget | None:
        """End the drag, and return what was dragged; None: nothing was."""
        dragged, self.dragged = self.dragged, None
        return dragged
