"""A replay that nobody steers: the table, and in words what happens on it."""

from __future__ import annotations

from collections.abc import Sequence

from topping_out.game.bots.review.timeline import Timeline
from topping_out.scenes.kit.plates import draw_caption
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Transition
from topping_out.scenes.match.film.chapters import Chapter
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.widgets import Widget

TITLE = 2200.0
"""Milliseconds for which the table stands still under a chapter's title, and after its last step."""


class FilmScene(ReplayScene):
    """Plays one chapter of a game after the other."""

    def __init__(self, context: Context, timeline: Timeline, chapters: Sequence[Chapter], pace: float = 1.0) -> None:
        """Begin with the first chapter; `pace`: how much faster than normal things move."""
        self.chapters, self.number = chapters, 0
        super().__init__(context, timeline, chapters[0].begin)
        self.motion.speed = pace
        self.plays = True
        self._wait = TITLE if self.chapter.title else 0.0

    @property
    def chapter(self) -> Chapter:
        return self.chapters[self.number]

    @property
    def progress(self) -> tuple[int, int]:
        """How many steps have been shown, of how many."""
        lengths = [chapter.end - chapter.begin for chapter in self.chapters]
        return sum(lengths[: self.number]) + self.at_step - self.chapter.begin, max(1, sum(lengths))

    @property
    def is_over(self) -> bool:
        """Whether the last step has been shown, with all that follows on it."""
        return self.playback.is_at_end and self.number + 1 == len(self.chapters) and self.at_rest

    def forward(self) -> Transition:
        if self.motion.busy or self.at_step < self.chapter.end or self.number + 1 == len(self.chapters):
            return super().forward()
        self.number += 1
        self.go_to(self.chapter.begin)
        self._wait = TITLE
        return None

    def _rested(self) -> None:
        super()._rested()
        if self.chapter.title and self.at_step == self.chapter.end:
            self._wait = TITLE

    def describe_turn(self) -> str:
        return self.describe_step()

    def build(self) -> list[Widget]:
        return [*self._messages(), *self.board.widgets()]

    def _draw_position(self, stage: Stage) -> None:
        if self.describe_step():
            super()._draw_position(stage)

    def paint(self, stage: Stage) -> None:
        chapter, board = self.chapter, self.board
        board.is_captioned = bool(chapter.title) and not self.playback.is_at_end  # there the topping out needs the room
        board.draw(stage, None)
        if board.is_captioned:
            draw_caption(stage, self.kit, chapter.title, chapter.words, *board.caption_room)
