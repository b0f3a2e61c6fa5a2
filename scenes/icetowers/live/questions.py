"""What a live table has asked the bots' process: what each bot does, and the master's advice for a player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from topping_out.game.bots.worker import BotAnswer
from topping_out.game.engine import Seat
from topping_out.game.live import LiveQuestion
from topping_out.game.match import Match
from topping_out.scenes.system.context import Context


class PendingAnswer:
    """The answer of a bot, which its process may still be working on."""

    def __init__(self) -> None:
        self.answered = False
        self.action: Any = None

    def done(self) -> bool:
        return self.answered

    def result(self) -> Any:
        return self.action


class LiveQuestions:
    """The questions of one table; at most one for a hint."""

    def __init__(self, context: Context, match: Match) -> None:
        self.context, self.match = context, match
        self._pending: dict[int, PendingAnswer] = {}
        self._hint = 0

    def ask(self, question: LiveQuestion) -> PendingAnswer:
        """Ask a bot for its next action."""
        ticket = self.context.worker.ask(question.game, question.bot, question.view, question.actions, question.ms)
        self._pending[ticket] = PendingAnswer()
        return self._pending[ticket]

    @property
    def is_thinking(self) -> bool:
        """Whether a hint is on its way."""
        return self._hint > 0

    def ask_hint(self, seat: Seat, actions: Sequence[Any], ms: float) -> None:
        """Ask the strongest bot what it would do."""
        game, match = self.match.game, self.match
        view = game.view(match.state, seat)
        self._hint = self.context.worker.ask(game.name, game.levels[-1], view, actions, round(ms), "advise")

    def listen(self) -> Iterator[BotAnswer]:
        """Take in what has been answered; yield what is of a hint. After an answer that is not final comes another."""
        while answer := self.context.worker.poll():
            if answer.failed:
                self.context.report(answer.failed)
            if answer.ticket == self._hint:
                self._hint = 0 if answer.is_final else self._hint
                yield answer
            if pending := self._pending.pop(answer.ticket, None):
                pending.answered, pending.action = True, answer.action
