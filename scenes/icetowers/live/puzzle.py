"""A puzzle on the ice: the player plays, the others pass."""

from __future__ import annotations

from collections.abc import Mapping

from topping_out.game.engine import Seat
from topping_out.game.icetowers.actions import Action
from topping_out.game.language import tr
from topping_out.game.live.driver import LiveBot, LiveStep
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers.live.scene import LiveScene
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Transition
from topping_out.scenes.match.controls.buttons import needed_width
from topping_out.scenes.match.puzzles.controls import PuzzleControls, PuzzleMenu
from topping_out.scenes.match.puzzles.task import PuzzleTask
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.widgets import Rect, Widget

STEP_PAUSE = 900.0
"""Milliseconds before each step of an answer that is shown, at normal pace."""


class LivePuzzleScene(LiveScene):
    """A live table at which time stands still, and the player alone makes plays; then they are judged."""

    menu_of = PuzzleMenu

    def __init__(self, context: Context, task: PuzzleTask) -> None:
        self.task = task
        super().__init__(context, task.begin())
        self.board.is_captioned = True
        self.controls = PuzzleControls(context, self.board, task, self.questions, self.show_anew)
        self.clock.resuming = 0.0
        self._wait = STEP_PAUSE

    def bots(self) -> Mapping[Seat, LiveBot]:
        """Return none: nobody's hand moves but the player's."""
        return {}

    def enter(self) -> None:
        super().enter()
        self.clock.resuming = 0.0
        self.controls.begin()

    # -- the course of the line

    def update(self, ms: float) -> Transition:
        self._wait -= ms * self.motion.speed
        if self.task.played:
            self.controls.listen()
            if not self.motion.busy and (page := self.controls.show_verdict()):
                return page
        elif not self.motion.busy:
            if self.task.is_whole(self.match):
                self.context.devices.unassign()
                self.controls.judge(self.match)
            elif meanwhile := self.task.analysis.meanwhile(self.match.state, self.task.seat):
                self.driver.submit(*meanwhile, round(self.clock.now))
            elif self.task.shows_answer and self._wait <= 0:
                self._wait = STEP_PAUSE * self.context.settings.pace_factor
                action = self.task.solution()[len(self.task.line(self.match))]
                self.driver.submit(self.task.seat, action, round(self.clock.now))
        return super().update(ms)

    def show(self, step: LiveStep) -> None:
        if step.seat in (None, self.task.seat):
            super().show(step)

    def end(self, ms: float) -> Transition:
        """Nothing is counted."""
        return None

    @property
    def _may_play(self) -> bool:
        return not self.task.played and not self.task.shows_answer

    def play(self, intent: Intent) -> None:
        if self._may_play:
            super().play(intent)

    def submit(self, seat: Seat, action: Action) -> None:
        if self._may_play:
            super().submit(seat, action)

    # -- widgets

    def build(self) -> list[Widget]:
        kept = [widget for widget in super().build() if widget.name not in ("hint", "in force", "done", "results")]
        over_again = tr("Start over"), self.controls.ways.again, bool(self.task.line(self.match))
        menu = next(widget.rect for widget in kept if widget.name == "menu")
        first, second = (
            max(needed_width(self.context, label, verb), 40 + 50 * self.kit.text_scale)
            for label, verb in zip(self.controls.labels(over_again), (Verb.UNDO, Verb.HINT))
        )
        places = Rect(menu.right + 10, menu.y, first, menu.h), Rect(menu.right + 20 + first, menu.y, second, menu.h)
        return [*kept, *self.controls.widgets(places, over_again, self.board.layout.done)]

    def paint(self, stage: Stage) -> None:
        self.board.draw(stage, None)
