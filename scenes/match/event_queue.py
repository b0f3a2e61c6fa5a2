"""Events on their way to the board, and the scenes that some of them call for in between."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from topping_out.game.match import SeenEvent
from topping_out.scenes.manager import Push, Scene, Transition
from topping_out.scenes.match.board import Board


class EventQueue:
    """Hands events to a board up to one that calls for a scene of its own, and the rest after that scene."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._events: deque[SeenEvent] = deque()
        self._interlude: Scene | None = None
        self._by_itself = False

    @property
    def is_over(self) -> bool:
        """Whether all events have been handed over and no scene is due."""
        return not self._events and self._interlude is None

    def show(self, events: Iterable[SeenEvent], by_itself: bool = False) -> None:
        """Queue the motion of events. `by_itself`: nobody is there to send an interlude away."""
        self._events += events
        self._by_itself = by_itself
        self._hand_over()

    def go_on(self) -> Transition:
        """Return the scene that is due, or queue what comes after it. To be called once nothing moves."""
        if self._interlude is None:
            self._hand_over()
            return None
        scene, self._interlude = self._interlude, None
        return Push(scene)

    def clear(self) -> None:
        """Forget what has not been shown."""
        self._events.clear()
        self._interlude = None

    def _hand_over(self) -> None:
        while self._events and self._interlude is None:
            event, view = self._events.popleft()
            self.board.animate(event, view)
            self._interlude = self.board.interlude(event, self._by_itself)
