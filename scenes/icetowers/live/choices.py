"""The choices of the bots at a live table, made in their process while the game goes on."""

from __future__ import annotations

from typing import Any

from topping_out.game.bots.worker import BotAnswer
from topping_out.game.live.driver import LiveQuestion
from topping_out.scenes.match.bots.questions import BotQuestions
from topping_out.scenes.system.context import Context


class BotChoice:
    """What a bot does next, once it is known."""

    def __init__(self, context: Context, questions: BotQuestions, question: LiveQuestion) -> None:
        """Ask the bot."""
        self.context, self._questions = context, questions
        self._answer: BotAnswer | None = None
        questions.ask("choose", question.bot, question.view, question.actions, question.ms, about=self)

    def done(self) -> bool:
        if self._answer is None and (answer := self._questions.fetch(self)):
            self._answer = answer
            if answer.failed:
                self.context.report(answer.failed)
        return self._answer is not None

    def result(self) -> Any:
        return self._answer.action if self._answer else None
