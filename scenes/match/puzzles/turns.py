"""A puzzle at a table of turns."""

from __future__ import annotations

from topping_out.game.engine import Seat
from topping_out.game.language import tr
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Transition
from topping_out.scenes.match.controls.buttons import places_over, play_button
from topping_out.scenes.match.puzzles.controls import PuzzleControls, PuzzleMenu
from topping_out.scenes.match.puzzles.task import PuzzleTask
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.widgets import Widget

STEP_PAUSE = 900.0
"""Milliseconds before each step of an answer that is shown, at normal pace."""


class PuzzleScene(TurnScene):
    """A table at which the player does one line; then it is judged, and nobody plays on."""

    menu_of = PuzzleMenu

    def __init__(self, context: Context, task: PuzzleTask) -> None:
        super().__init__(context, task.begin())
        self.task = task
        self.controls = PuzzleControls(context, self.board, task, self.questions, self.show_anew)
        self._answer_pause = STEP_PAUSE

    def enter(self) -> None:
        super().enter()
        self.controls.begin()

    # -- the course of the line

    def ask_bot(self) -> None:
        """Ask nobody: the others do not play."""

    def go_on(self, ms: float) -> Transition:
        if self.task.played:
            return self.controls.show_verdict()
        if not self.task.shows_answer:
            return super().go_on(ms)
        self._answer_pause -= ms * min(self.motion.speed, 1e6)
        if self._answer_pause <= 0:
            self.do(self.task.seat, self.task.solution()[len(self.task.line(self.match))])
        return None

    def do(self, seat: Seat, action: object) -> None:
        super().do(seat, action)
        self._answer_pause = STEP_PAUSE * self.context.settings.pace_factor
        if self.task.is_whole(self.match):  # judged at once, while it is still shown what comes of it
            self.controls.judge(self.match)

    def update(self, ms: float) -> Transition:
        transition = super().update(ms)
        self.controls.listen()
        return transition

    @property
    def at_rest(self) -> bool:
        plays = self.task.asks or (self.task.shows_answer and self.task.is_right is None)
        return super().at_rest and not plays and not self.controls.is_due

    # -- widgets

    def tools(self) -> list[Widget]:
        take_back = tr("Undo"), self.undo, self.match.can_undo()
        place, (first, second) = self.board.main_place, self.controls.labels(take_back)
        places = places_over(self.context, place, (first, Verb.UNDO), (second, Verb.HINT))
        return self.controls.widgets(places, take_back, place, play_button(self.context, self.board, self.act))

    def paint(self, stage: Stage) -> None:
        self.board.is_captioned = True
        super().paint(stage)
