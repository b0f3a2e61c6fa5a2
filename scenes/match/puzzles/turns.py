"""A puzzle at a table of turns."""

from __future__ import annotations

from topping_out.game.engine import Seat
from topping_out.game.language import tr
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop, Transition
from topping_out.scenes.match.buttons import places_over, play_button
from topping_out.scenes.match.puzzles.controls import PuzzleControls
from topping_out.scenes.match.puzzles.task import PuzzleTask
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.widgets import Widget

STEP_PAUSE = 900.0
"""Milliseconds before each step of an answer that is shown, at normal pace."""


class PuzzleScene(TurnScene):
    """A table at which the player does one line; then it is judged, and nobody plays on."""

    def __init__(self, context: Context, task: PuzzleTask) -> None:
        super().__init__(context, task.begin())
        self.task = task
        self.controls = PuzzleControls(self, task)
        self._pause = STEP_PAUSE

    @property
    def menu_label(self) -> str:
        return tr("Puzzles")

    def pause(self) -> Transition:
        """Leave the table: nothing of it is kept."""
        return Pop()

    def hint(self) -> Transition:
        return self.controls.hint() if self.task.is_right is None else None

    # -- the course of the line

    def _ask_bot(self) -> None:
        """Ask nobody: the others do not play."""

    def _go_on(self, ms: float) -> Transition:
        if self.task.is_right is not None:
            return None
        if self.task.shows_answer:
            if self._pause <= 0:
                self._do(self.task.seat, self.task.answer()[len(self.task.line(self.match))])
            return None
        return super()._go_on(ms)

    def _do(self, seat: Seat, action: object) -> None:
        super()._do(seat, action)
        self._pause = STEP_PAUSE * self.context.settings.pace_factor
        if self.task.is_whole(self.match):  # judged at once, while it is still shown what comes of it
            self.task.judge(self.match)
            self.controls.judged()

    @property
    def at_rest(self) -> bool:
        plays = self.task.shows_answer and self.task.is_right is None
        return super().at_rest and not plays

    # -- widgets

    def _tools(self) -> list[Widget]:
        take_back = tr("Undo"), self.undo, self.match.can_undo()
        place, (first, second) = self.board.main_place, self.controls.labels(take_back)
        places = places_over(self, place, (first, Verb.UNDO), (second, Verb.HINT))
        return self.controls.widgets(places, take_back, place, play_button(self, self.press_main))

    def paint(self, stage: Stage) -> None:
        self.board.is_captioned = True
        super().paint(stage)
