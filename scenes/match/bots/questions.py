"""What a scene has asked the bots' process, and what it has answered so far."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from topping_out.game.bots.review.review import Mistake
from topping_out.game.bots.worker import BotAnswer, QuestionKind
from topping_out.game.language import YOU
from topping_out.scenes.system.context import Context


class BotQuestions:
    """Questions, each kept under what it is about, one at a time; no frame waits for an answer.

    Call `listen` every frame.
    """

    def __init__(self, context: Context, game: str) -> None:
        self.context, self.game = context, game
        self._tickets: dict[Hashable, int] = {}
        self._answers: dict[Hashable, BotAnswer] = {}

    def ask(
        self, kind: QuestionKind, level: str, view: Any, actions: Sequence[Any], moment: int, player: str = YOU,
        about: Hashable = None,
    ) -> None:  # fmt: skip
        """Put a question about something, else about its kind; not while that has one, or an answer not fetched."""
        about = kind if about is None else about
        if about not in self._tickets:
            self._tickets[about] = self.context.worker.ask(self.game, level, view, actions, moment, kind, player)

    def ask_review(
        self, record: bytes, number: int | None, is_of_point: bool = False, mistake: Mistake | None = None
    ) -> None:
        """Put a question about the "review" likewise (see `ReviewQuestion`)."""
        if "review" not in self._tickets:
            self._tickets["review"] = self.context.worker.ask_review(record, number, is_of_point, mistake)

    def ask_puzzle(self, puzzle: str, steps: tuple[str, ...]) -> None:
        """Put a question about a line at a "puzzle" likewise (see `PuzzleQuestion`)."""
        if "puzzle" not in self._tickets:
            self._tickets["puzzle"] = self.context.worker.ask_puzzle(self.game, puzzle, steps)

    def is_asked(self, about: Hashable) -> bool:
        """Tell whether a question about it is under way or has an answer that nobody has fetched."""
        return about in self._tickets

    def listen(self) -> str:
        """Take in what has been answered; return what the player should know of the bots' process, if anything.

        Answers to questions that were forgotten are dropped.
        """
        while answer := self.context.worker.poll():
            about = next((about for about, ticket in self._tickets.items() if ticket == answer.ticket), None)
            if about is not None:
                self._answers[about] = answer
        return self.context.take_notice()

    def fetch(self, about: Hashable) -> BotAnswer | None:
        """Return the answer to the question about it, once; None while there is none.

        After an answer that is not final another one comes.
        """
        answer = self._answers.pop(about, None)
        if answer and answer.is_final:
            del self._tickets[about]
        return answer

    def forget(self) -> None:
        """Forget all questions: what they were about has changed."""
        for ticket in self._tickets.values():
            self.context.worker.drop(ticket)
        self._tickets.clear()
        self._answers.clear()
