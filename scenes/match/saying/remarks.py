"""The characters' remarks at a table: when they are made, for how long they show, and how."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topping_out.game.bots.talk import Remark, Talk
from topping_out.game.city.encounters import remembrance
from topping_out.game.engine import Outcome
from topping_out.game.language import tr, tr_label
from topping_out.game.match import Match
from topping_out.scenes.kit.plates import (
    draw_message,
    draw_remark,
    message_height,
    remark_height,
    seat_sign,
    words_height,
)
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.match.board import Board
from topping_out.scenes.system.context import Context

SHORTEST, PER_LETTER = 2600.0, 45.0
"""Milliseconds that a remark shows: at least, and for each letter."""
GAP = 6.0
"""Logical units between a remark and the message under it."""


class Remarks:
    """What the characters say in one match, unless the player wants to hear nothing of it."""

    def __init__(self, context: Context, match: Match, board: Board) -> None:
        self.context, self.board = context, board
        self._players = match.header.seats
        self._talk = Talk(self._players)
        self._now: Remark | None = None
        self._left = 0.0
        self._greeting = remembrance(context.library.finished(), match.header) or self._talk.greet()
        for step in match.steps:  # what was said before the game was left is not said again
            self._greeting = None
            self._talk.hear(self._moments(step.events))

    def _moments(self, events: Sequence[Any]) -> list[Any]:
        return [moment for event in events for moment in self.board.moments(event)]

    def greet(self) -> None:
        """Let a game begin with a word, unless it goes on."""
        self._make(self._greeting)

    def hear(self, events: Sequence[Any]) -> None:
        """Let the characters hear of the events of an action."""
        self._make(self._talk.hear(self._moments(events)))

    def conclude(self, outcome: Outcome | None) -> None:
        if outcome:
            self._make(self._talk.conclude(outcome))

    def _make(self, remark: Remark | None) -> None:
        if remark is None or not self.context.settings.remarks:
            return
        self._now, self._left = remark, max(SHORTEST, PER_LETTER * len(remark.line))
        name = tr_label(self._players[remark.seat].name)
        # Translators: a character at the table says something.
        if self.context.settings.remarks_said == "full":
            self.context.announcer.say(tr("{name}: “{line}”", name=name, line=tr(remark.line)))

    @property
    def is_over(self) -> bool:
        """Whether nothing is said just now."""
        return self._now is None or self._left <= 0

    def update(self, ms: float) -> None:
        if not self.board.is_narrating:
            self._left -= ms

    @property
    def _words(self) -> str:
        return tr("“{line}”", line=tr(self._now.line)) if self._now and self._left > 0 else ""

    def covers(self, message: str) -> bool:
        """Tell whether there is no room for a message under what is said just now."""
        words, most, width = self._words, self.board.message_lines, self.board.message_width
        if not words or not message:
            return False
        kit = self.board.kit
        high = message_height(kit, message, width, most) + GAP + remark_height(kit, words, width)
        return high > words_height(kit, most)

    def draw(self, stage: Stage, message: str) -> None:
        """Show the table's message at the lower left, and over it what is said; that alone where there is no room."""
        board, seat = self.board, self._now.seat if self._now else None
        key = board.looks, message, seat, self._words, board.message_width, board.message_lines, board.message_foot
        stage.layer("last words", key, lambda: self._paint(stage, message))

    def _paint(self, stage: Stage, message: str) -> None:
        board, kit = self.board, self.board.kit
        width, most, foot = board.message_width, board.message_lines, kit.height - board.message_foot
        is_covered = self.covers(message)
        if (words := self._words) and self._now:
            under = message_height(kit, message, width, most) + GAP if message and not is_covered else 0.0
            draw_remark(stage, kit, seat_sign(self._players, self._now.seat), words, width, foot - under)
        if message and not is_covered:
            draw_message(stage, kit, message, width, most, board.message_foot)
