"""The course of a table: what happens is shown as motion, one event after the other, until everything is at rest."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from topping_out.game.match import SeenEvent
from topping_out.scenes.manager import Push, Scene, Transition
from topping_out.scenes.match.board import Board
from topping_out.scenes.system.context import Context


class Course:
    """Hands events to a board up to one that calls for a scene of its own, and the rest after that scene.

    Once all of it has been shown, the board shows what the view says.
    """

    def __init__(
        self,
        context: Context,
        board: Board,
        view: Callable[[], Any],
        rested: Callable[[], None] = lambda: None,
        is_replay: bool = False,
    ) -> None:
        """`view` returns what the table is to show; `rested` is called whenever a motion has come to its end. In play
        a board that does not show it then is a fault, which is reported."""
        self.context, self.board, self.motion = context, board, board.motion
        self._view, self._rested, self._is_replay = view, rested, is_replay
        self._events: deque[SeenEvent] = deque()
        self._interlude: Scene | None = None
        self._by_itself = False

    def enter(self) -> None:
        """Go on as fast as the settings say now."""
        self.motion.speed = self.context.settings.speed_factor
        self.motion.reduced = self.context.settings.reduced_motion

    @property
    def is_over(self) -> bool:
        """Whether everything has been shown."""
        return not self.motion.busy and not self._events and self._interlude is None

    @property
    def at_rest(self) -> bool:
        return self.is_over and self.board.at_rest

    def show(self, events: Iterable[SeenEvent], by_itself: bool = False) -> None:
        """Queue the motion of events. `by_itself`: nobody is there to send a scene in between away."""
        self._events += events
        self._by_itself = by_itself
        self._hand_over()

    def advance(self, ms: float) -> bool:
        """Let `ms` milliseconds pass on the table; tell whether everything has been shown (else see `go_on`)."""
        self.board.update(ms)
        was_busy = self.motion.busy
        self.motion.update(ms)
        if was_busy and self.is_over:
            self.come_to_rest()
        return self.is_over

    def go_on(self) -> Transition:
        """Return the scene that is due, or queue what comes after it."""
        if self.motion.busy:
            return None
        if self._interlude is None:
            self._hand_over()
            return None
        scene, self._interlude = self._interlude, None
        return Push(scene)

    def hurry(self) -> bool:
        """Finish what moves; tell whether everything has been shown."""
        self.motion.finish()
        if self.is_over:
            self.come_to_rest()
        return self.is_over

    def stop(self) -> None:
        """Finish what moves, and forget what has not been shown."""
        self.motion.finish()
        self._events.clear()
        self._interlude = None

    def come_to_rest(self) -> None:
        """Make sure that the table shows what the view says."""
        if not self.board.is_synced(self._view()):
            if not self._is_replay:
                self.context.report("the table was out of step with the game and has been set right")
            self.board.sync(self._view())
        self._rested()

    def _hand_over(self) -> None:
        while self._events and self._interlude is None:
            event, view = self._events.popleft()
            self.board.animate(event, view)
            self._interlude = self.board.interlude(event, self._by_itself)
