"""Asking bots at a table: for what they play, and for hints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from topping_out.game.engine import Advice, Seat, hint
from topping_out.game.language import mark, tr
from topping_out.game.match import Match
from topping_out.game.progress.daily import is_counted
from topping_out.scenes.match.board import Board
from topping_out.scenes.match.bots.questions import BotQuestions
from topping_out.scenes.system.context import Context


class BotPlayers:
    """Asks the bots of one match for their actions, in their process."""

    def __init__(self, context: Context, match: Match, questions: BotQuestions) -> None:
        self.context, self.match, self._questions = context, match, questions

    def think(self, seat: Seat) -> None:
        """Have the bot on a seat think, unless it does."""
        if not self._questions.is_asked("choose"):
            match, level = self.match, self.match.header.seats[seat].level
            view, actions = match.game.view(match.state, seat), match.game.actions(match.state, seat)
            self._questions.ask("choose", level, view, actions, len(match.record.effective()))

    def choice(self, seat: Seat) -> Any:
        """Return what the bot on a seat has chosen, once; None while it thinks. One that has failed takes anything."""
        answer = self._questions.fetch("choose")
        if answer is None or not answer.failed:
            return answer and answer.action
        self.context.report(answer.failed)
        return self.match.game.actions(self.match.state, seat)[0]


PATIENCE = 1000.0
"""Milliseconds that an answer may take before it is said that one is thought about."""
LONGEST_FRAME = 50.0
"""Of a longer frame only so many of them count."""
NO_HINTS = mark("This try counts, so there are no hints.")


@dataclass(eq=False)
class Hints:
    """Asks the strongest bot for a player, and shows its advice on the board; `write` shows a player a sentence.

    Only the last answer is said, and that one is thought about only where it takes its time.
    """

    context: Context
    match: Match
    board: Board
    questions: BotQuestions
    write: Callable[[Seat, str], None]
    _first: Any = None  # the action of a hint to which a better one may still come
    _unsaid: str = ""  # the words of that hint
    _patience: float = 0.0  # milliseconds until it is said that an answer takes its time; 0: it was, or none is awaited

    @property
    def is_thinking(self) -> bool:
        return self.questions.is_asked("advise")

    @property
    def why_none(self) -> str:
        """Why there are none in this game: it is the try at a deal that counts; else empty."""
        return tr(NO_HINTS) if is_counted(self.match.header) else ""

    @property
    def is_first(self) -> bool:
        """Whether a hint has been shown to which a better one may still come."""
        return self._first is not None and self.is_thinking

    def forget(self) -> None:
        """Let the next answer be shown, even if it is the same as the last."""
        self._first, self._unsaid, self._patience = None, "", 0.0

    def settle(self) -> None:
        """Take the first answer for the hint: the player goes on with it."""
        if self.is_first:
            self.questions.forget()
            self.context.announcer.say(self._unsaid, urgent=True)
            self.forget()

    def wait(self, seat: Seat | None, ms: float) -> None:
        """Let time pass; tell a player once that the answer takes its time."""
        if seat is None or not self._patience:
            return
        self._patience = max(0.0, self._patience - min(ms, LONGEST_FRAME))
        if not self._patience:
            self.context.announcer.reply(tr("Let me think…"))
            if self._first is None:
                self.write(seat, tr("Let me think…"))

    def _tell(self, seat: Seat, text: str) -> None:
        self.write(seat, text)
        self.context.announcer.say(text, urgent=True)

    def ask(self, seat: Seat, moment: int) -> bool:
        """Have the strongest bot think about what a player may do; tell whether it does."""
        game, state = self.match.game, self.match.state
        if self.why_none:
            self._tell(seat, self.why_none)
            return False
        actions = game.actions(state, seat)
        if self.is_thinking or not actions:
            return False
        self.forget()
        self.questions.ask("advise", game.levels[-1], game.view(state, seat), actions, moment)
        self._patience = PATIENCE
        return True

    def show(self, seat: Seat | None) -> bool:
        """Show a player the answer, if it has come; tell whether it has aimed at something. None: nobody is to act."""
        answer = self.questions.fetch("advise")
        if answer is None or seat is None:
            return False
        if answer.failed or answer.action is None:
            self.forget()
            self._tell(seat, answer.failed or tr("There's nothing better to do than wait."))
            return False
        if answer.action != self._first:
            self.context.audio.play("hint")
            self.board.suggest(answer.action, answer.then)
            self.match.note_hint(seat)
        game, advice = self.match.game, Advice(answer.action, answer.reason, answer.then)
        is_short = self.context.settings.hints_said == "short"
        words = hint(game, game.view(self.match.state, seat), advice, self.match.names, is_short)
        if answer.is_final:
            self.forget()
            self._tell(seat, words)
        else:
            self._first, self._unsaid = answer.action, words
            self.write(seat, words)
        return True
