"""A replay that nobody steers: the table, and in words what happens on it."""

from __future__ import annotations

from topping_out.game.bots.review.timeline import Timeline
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.widgets import Widget


class FilmScene(ReplayScene):
    """Plays from a step to the end."""

    position = ""

    def __init__(self, context: Context, timeline: Timeline, at_step: int = 0, pace: float = 1.0) -> None:
        """Begin after `at_step` entries; `pace`: how much faster than normal things move."""
        super().__init__(context, timeline, at_step)
        self.motion.speed = pace
        self.plays = True

    @property
    def is_over(self) -> bool:
        """Whether the last step has been shown, with all that follows on it."""
        return self.playback.is_at_end and self.at_rest

    def build(self) -> list[Widget]:
        return [*self._messages(), *self.board.widgets()]

    def _draw_position(self, stage: Stage) -> None:
        if self.told():
            super()._draw_position(stage)
