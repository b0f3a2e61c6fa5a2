"""What a scene has asked the bots' process, and what it has answered so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.bots.worker import BotAnswer, QuestionKind
from scenes.system.context import Context


class BotQuestions:
    """At most one question of each kind; no frame waits for an answer. Call `listen` every frame."""

    def __init__(self, context: Context, game: str) -> None:
        self.context, self.game = context, game
        self._tickets: dict[QuestionKind, int] = {}
        self._answers: dict[QuestionKind, BotAnswer] = {}

    def ask(
        self, kind: QuestionKind, level: str, view: Any, actions: Sequence[Any], seed: int | str, played: Any = None
    ) -> None:
        """Put a question, unless one of its kind is under way or has an answer that nobody has fetched."""
        if kind not in self._tickets:
            self._tickets[kind] = self.context.worker.ask(self.game, level, view, actions, seed, kind, played)

    def is_asked(self, kind: QuestionKind) -> bool:
        """Tell whether a question of that kind is under way or has an answer that nobody has fetched."""
        return kind in self._tickets

    def listen(self) -> None:
        """Take in what has been answered; answers to questions that were forgotten are dropped."""
        while answer := self.context.worker.poll():
            kind = next((kind for kind, ticket in self._tickets.items() if ticket == answer.ticket), None)
            if kind:
                self._answers[kind] = answer

    def fetch(self, kind: QuestionKind) -> BotAnswer | None:
        """Return the answer to the question of that kind, once; None while there is none."""
        answer = self._answers.pop(kind, None)
        if answer:
            del self._tickets[kind]
        return answer

    def forget(self) -> None:
        """Forget all questions: what they were about has changed."""
        self._tickets.clear()
        self._answers.clear()
