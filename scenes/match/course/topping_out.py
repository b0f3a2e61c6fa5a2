"""The end of a match by turns: the table celebrates, and then the results are shown."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from topping_out.scenes.manager import Scene, Transition
from topping_out.scenes.match.board import Board
from topping_out.scenes.match.course.ending import Ending, Steps
from topping_out.scenes.match.guided.coach import Coach
from topping_out.scenes.match.saying.remarks import Remarks
from topping_out.scenes.system.context import Context

END_PAUSE = 1900.0
"""From the topping out to the results."""
HURRIED = 3.0
"""How much faster the topping out is shown to whoever wants the results before it."""


class ToppingOut(Ending):
    """Paints the results ahead, over several frames in which nothing moves; then celebrates, and shows them."""

    def __init__(
        self,
        context: Context,
        board: Board,
        coach: Coach,
        remarks: Remarks,
        view: Callable[[], Any],
        show: Callable[[], None],
        make_results: Callable[[], Scene],
    ) -> None:
        """`view` returns what the table shows; `show` lays its widgets out anew."""
        super().__init__(self._celebrate, make_results)
        self.context, self.board, self.coach, self.remarks = context, board, coach, remarks
        self._view, self._show = view, show
        self._has_topped_out = self._is_hurried = False
        """`_is_hurried`: somebody wants the results already, so that what comes before them is shown in haste."""

    def _celebrate(self) -> Steps:
        board, motion, say = self.board, self.board.motion, self.context.announcer.say
        board.end_turn()
        self.coach.close()
        while not (board.prepare_end() and self.results.prepare()):
            yield
        yield  # the topping out's first frame has all of its time
        self._has_topped_out = True
        motion.haste = HURRIED if self._is_hurried else 1.0
        board.celebrate()
        board.shake()
        say(board.finale_words(self._view()))
        self.remarks.conclude(self._view().outcome)
        self._show()
        left = 0.0 if self._is_hurried or math.isinf(motion.speed) else END_PAUSE
        while left >= 0 or self.context.announcer.left > 0:  # the results would cut off what is being said
            left -= yield
        return self.show_results()

    def hasten(self) -> Transition:
        """Show the results; the topping out is brought to its end before them, and never left out."""
        if not self._has_topped_out:
            self._is_hurried = True
            return None
        self.board.motion.finish()
        return self.show_results()
