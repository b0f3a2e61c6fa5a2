"""A match by turns that asks the bots' process: for the plays of bots, and for hints."""

from __future__ import annotations

from typing import Any

from topping_out.game.bots.worker import QuestionKind
from topping_out.game.daily import is_counted
from topping_out.game.engine import Advice, Seat
from topping_out.game.language import tr
from topping_out.game.match import Match
from topping_out.game.narration import hint
from topping_out.scenes.manager import Transition
from topping_out.scenes.match.bots.questions import BotQuestions
from topping_out.scenes.match.scene import NO_HINTS, MatchScene
from topping_out.scenes.system.context import Context


class AskingScene(MatchScene):
    """A match whose bots and hints come from the bots' process."""

    message = ""
    """The last words at the lower left."""

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, match)
        self.questions = BotQuestions(context, self.game.name)
        self._first_hint: Any = None
        """The action of a hint to which a better one may still come."""

    @property
    def actor(self) -> Seat | None:
        """Whose turn it is."""
        return min(self.match.actors, default=None)

    def _do(self, seat: Seat, action: Any) -> None:
        """Do an action of a seat. Raises IllegalAction."""
        raise NotImplementedError

    def say(self, text: str) -> None:
        self.message = text
        self.context.announcer.say(text, urgent=True)
        self.rebuild()

    # -- bots

    def _ask_bot(self) -> None:
        """Let the bot whose turn it is think, while the last action is still being shown."""
        seat = self.actor
        if seat is not None and not self.match.is_human(seat):
            self._ask("choose", seat, self.match.header.seats[seat].level)

    def _ask(self, kind: QuestionKind, seat: Seat, level: str) -> None:
        if self.questions.is_asked(kind):
            return
        state, moment = self.match.state, len(self.match.record.effective())
        self.questions.ask(kind, level, self.game.view(state, seat), self.game.actions(state, seat), moment)

    def _play_bot(self, seat: Seat) -> None:
        answer = self.questions.fetch("choose")
        if answer is None:
            return
        action = answer.action
        if answer.failed:
            self.context.report(answer.failed)
            action = self.game.actions(self.match.state, seat)[0]
        self._do(seat, action)

    # -- hints

    def hint(self) -> Transition:
        """Ask the strongest bot what it would do."""
        if is_counted(self.match.header):
            self.say(tr(NO_HINTS))
        elif self.board.turn and not self.questions.is_asked("advise"):
            self._ask("advise", self.board.turn.seat, self.game.levels[-1])
            self.say(tr("Let me think…"))
        return None

    def _show_hint(self) -> bool:
        """Show the answer to the question for a hint, if it has come; tell whether it has aimed at something."""
        answer = self.questions.fetch("advise")
        if answer is None or self.board.turn is None:
            return False
        if answer.failed or answer.action is None:
            self.say(answer.failed or tr("There is nothing better than to wait."))
            return False
        if answer.action != self._first_hint:
            self.context.audio.play("hint")
            self.board.suggest(answer.action, answer.then)
            self.match.note_hint(self.board.turn.seat)
        self._first_hint = None if answer.is_final else answer.action
        seat, advice = self.board.turn.seat, Advice(answer.action, answer.reason, answer.then)
        self.say(hint(self.game, self.game.view(self.match.state, seat), advice, self.match.names))
        return True

    def _stop_asking(self) -> None:
        """Forget what was asked: what it was about has changed, or nobody waits for it any more."""
        self.questions.forget()
        self._first_hint = None
