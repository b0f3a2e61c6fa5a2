"""The ways on from a puzzle: the same again, its answer, and the next one."""

from __future__ import annotations

from topping_out.scenes import routes
from topping_out.scenes.manager import Pop, Push, Transition
from topping_out.scenes.match.puzzles.task import PuzzleTask
from topping_out.scenes.system.context import Context


class Ways:
    """Each puts another table in the place of this one."""

    def __init__(self, context: Context, task: PuzzleTask) -> None:
        self.context, self.task = context, task

    def again(self) -> Transition:
        return self._open(self.task.puzzle.name)

    def show_answer(self) -> Transition:
        self.task.give_up()
        return self._open(self.task.puzzle.name, shows_answer=True)

    def next(self) -> Transition:
        """Open the next puzzle; where there is none, go back to the page."""
        puzzle = self.task.next()
        return self._open(puzzle.name) if puzzle else Pop()

    def _open(self, name: str, shows_answer: bool = False) -> Transition:
        game, pack = self.task.game.name, self.task.pack
        return Pop(lambda: Push(routes.PUZZLE(self.context, game, name, shows_answer, pack)))
