"""A match by turns in words, as the player at the screen reads and hears it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topping_out.game.engine import Seat, sentences_of
from topping_out.game.match import Match, Played, SeenEvent
from topping_out.game.text import paragraph
from topping_out.scenes.match.board import Board
from topping_out.scenes.match.seats.viewer import Viewer
from topping_out.scenes.system.context import Context


class Narrator:
    """Tells the events of one match."""

    def __init__(self, context: Context, match: Match, board: Board, viewer: Viewer) -> None:
        self.context, self.match, self.board, self.viewer = context, match, board, viewer

    def describe(self, events: Sequence[Any]) -> str:
        """Return what happened just now, for the lower left of the table."""
        return paragraph(sentences_of(self.match.game, self.board.notable(events), self.match.names))

    def last_words(self) -> str:
        """Return what happened last."""
        return paragraph(self._told(self.match.steps[-1:]))

    def announcement(self, seat: Seat, events: list[Any], seen: Sequence[SeenEvent]) -> str:
        """Return what is announced of an action of a seat."""
        is_own, settings = seat == self.viewer.seat, self.context.settings
        amount = settings.announcements if is_own else settings.others_said
        if amount == "off":
            return ""
        announced = self.board.announced(self.board.brief(events) if amount == "short" else events)
        details = self.board.details(seen) if is_own or amount == "full" else ()
        return paragraph([self.describe(announced), *details])

    def recap(self, seat: Seat) -> list[str]:
        """Return what happened since a seat's last turn, in sentences."""
        return self._told(self.viewer.steps_since(seat))

    def _told(self, part: Sequence[Played]) -> list[str]:
        """Return what happened in some steps, by the names of those who played then."""
        game, notable, steps = self.match.game, self.board.notable, self.match.steps
        first = next((number for number, step in enumerate(steps) if part and step is part[0]), 0)
        told = (sentences_of(game, notable(step.events), self.match.names_at(first + n)) for n, step in enumerate(part))
        return [line for lines in told for line in lines]
