"""What a scene has asked the bots' process, and what it has answered so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from topping_out.game.bots.review.review import Mistake
from topping_out.game.bots.worker import BotAnswer, QuestionKind
from topping_out.game.language import YOU
from topping_out.scenes.system.context import Context

Kind = QuestionKind | Literal["review"]


class BotQuestions:
    """At most one question of each kind; no frame waits for an answer. Call `listen` every frame."""

    def __init__(self, context: Context, game: str) -> None:
        self.context, self.game = context, game
        self._tickets: dict[Kind, int] = {}
        self._answers: dict[Kind, BotAnswer] = {}

    def ask(
        self, kind: QuestionKind, level: str, view: Any, actions: Sequence[Any], moment: int, player: str = YOU
    ) -> None:
        """Put a question, unless one of its kind is under way or has an answer that nobody has fetched."""
        if kind not in self._tickets:
            self._tickets[kind] = self.context.worker.ask(self.game, level, view, actions, moment, kind, player)

    def ask_review(
        self, record: bytes, number: int | None, is_of_point: bool = False, mistake: Mistake | None = None
    ) -> None:
        """Put a question of a review likewise (see `ReviewQuestion`)."""
        if "review" not in self._tickets:
            self._tickets["review"] = self.context.worker.ask_review(record, number, is_of_point, mistake)

    def is_asked(self, kind: Kind) -> bool:
        """Tell whether a question of that kind is under way or has an answer that nobody has fetched."""
        return kind in self._tickets

    def listen(self) -> str:
        """Take in what has been answered; return what the player should know of the bots' process, if anything.

        Answers to questions that were forgotten are dropped.
        """
        while answer := self.context.worker.poll():
            kind = next((kind for kind, ticket in self._tickets.items() if ticket == answer.ticket), None)
            if kind:
                self._answers[kind] = answer
        return self.context.take_notice()

    def fetch(self, kind: Kind) -> BotAnswer | None:
        """Return the answer to the question of that kind, once; None while there is none.

        After an answer that is not final another one comes.
        """
        answer = self._answers.pop(kind, None)
        if answer and answer.is_final:
            del self._tickets[kind]
        return answer

    def forget(self) -> None:
        """Forget all questions: what they were about has changed."""
        for ticket in self._tickets.values():
            self.context.worker.drop(ticket)
        self._tickets.clear()
        self._answers.clear()
