"""What the player at the screen does in a turn: plays, asked about first where they want that, up to the turn's end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from topping_out.game.engine import Advice, IllegalAction, Seat
from topping_out.game.language import tr
from topping_out.game.match import Match
from topping_out.game.text import reason_sentence, sentence
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.devices.program_keys import PLACE_KEYS
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.match.board import Board
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.dialog import Notice
from topping_out.scenes.ui.widgets import Widget

CHOICES = frozenset((Verb.PICK, Verb.ALIKE, Verb.PLACE, Verb.FINISH))
"""What keys do in a player's turn, beside the buttons."""


@dataclass(eq=False)
class Plays:
    """The plays of one table; `do` does one for a seat, and raises IllegalAction."""

    context: Context
    match: Match
    board: Board
    do: Callable[[Seat, Any], None]
    finisher: Seat | None = None
    """Who wants the turn to be gone on with to its end."""

    def act(self, action: Any) -> Transition:
        """Do a player's action; where there is a choice and the player wants it, ask first."""
        turn = self.board.turn
        assert turn
        if not self.context.settings.ask_first or len(turn.actions) < 2:
            return self._do(action)
        play = self.match.game.propose(turn.view, Advice(action, ""), self.match.names)
        words = tr("{play}.", play=sentence(play)) if play else ""
        answers = ((tr("Yes"), lambda: self._do(action)), (tr("Back"), None))
        return Push(Notice(self.context, tr("Are you sure?"), words, answers))

    def _do(self, action: Any) -> Transition:
        turn = self.board.turn
        assert turn
        try:
            self.do(turn.seat, action)
        except IllegalAction as error:
            self.context.audio.play("refuse")
            turn.say(reason_sentence(str(error)))
        return None

    def choose(self, intent: Intent, focused: Widget | None) -> Transition:
        """Do what one of the keys of `CHOICES` says."""
        match intent.verb:
            case Verb.PICK:
                self.context.reply(self.board.pick(int(intent.text)))
            case Verb.ALIKE:
                self.context.reply(self.board.pick_alike(focused))
            case Verb.PLACE:
                return self._play_to(PLACE_KEYS.index(intent.text), ends=bool(intent.amount))
            case Verb.FINISH:
                return self._finish()
        return None

    def put_down(self) -> None:
        """Forget what is chosen; while others play there is no choice, and their cards are on the way."""
        if self.board.turn:
            self.board.clear_selection()
            self.board.begin_turn(self.board.turn)

    def go_on(self, seat: Seat) -> bool:
        """Do what the main button offers in a seat's new turn, where it was to be gone on with; tell whether it was."""
        finisher, self.finisher = self.finisher, None
        main = self.board.main_button()
        if finisher != seat or main is None or main.action is None:
            return False
        self._finish()
        return True

    def _finish(self) -> Transition:
        """Do what is chosen, and what the main button offers after it, as long as it is this player's turn."""
        main = self.board.main_button()
        if main is None or main.action is None:
            self.context.reply(self.board.why_no_play())
            return None
        assert self.board.turn
        self.finisher = self.board.turn.seat
        return self.act(main.action)

    def _play_to(self, number: int, ends: bool) -> Transition:
        """Do what is chosen at the place with that number, and perhaps what the main button offers after it."""
        assert self.board.turn
        seat, done = self.board.turn.seat, self.board.play_to(number)
        if ends and self.board.turn is None:
            self.finisher = seat
        elif ends and self.board.aims_at(number):
            return self._finish()
        return done


def why_no_undo(match: Match, humans: list[Seat]) -> str:
    """Return why the players at the screen can take nothing back now."""
    entries = match.record.effective()
    last = entries[-1].seat if entries else None
    if last is None:
        return tr("There's nothing to take back yet.")
    if last in humans:
        return reason_sentence("something hidden has been seen since, so it cannot be taken back")
    return tr("{name} has played since then: you can only take back your own last play.", name=match.names[last])
