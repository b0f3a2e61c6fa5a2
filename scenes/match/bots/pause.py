"""How long bots wait before they play: a moment, and until whoever listens has heard all, or for the player's key."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from topping_out.game.engine import Seat
from topping_out.game.language import tr, tr_label
from topping_out.game.match import Match
from topping_out.game.text import paragraph
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.manager import Transition
from topping_out.scenes.match.board import Board
from topping_out.scenes.match.controls.buttons import main_button
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.widgets import Button

BOT_PAUSE = 420.0
"""Milliseconds, at normal speed and pace, that a bot at least takes."""
UNDO_PAUSE = 900.0
"""The same right after a player's action, so that it can be taken back."""
HASTE = {2: 1.5, 3: 1.8}
"""How much faster the turns of so many bots are shown, as they follow one another."""


class BotsPause:
    """What the bots of one match wait for before each of their plays."""

    def __init__(self, context: Context, match: Match, humans: Sequence[Seat], show: Callable[[], None]) -> None:
        """`show` lays the buttons of the table out anew: the main one is the key that a bot waits for, or no more."""
        self.context, self.match, self._humans, self._show = context, match, humans, show
        self._left = 0.0
        self._let: Seat | None = None
        """The bot that the player has let play, until its turn is over."""
        self.waiting: Seat | None = None
        """The bot that waits for the player's key."""
        self._is_undo_told = False

    @property
    def haste(self) -> float:
        """How much faster than a player's own the turns of bots are shown to whoever plays."""
        return HASTE.get(len(self.match.header.seats) - len(self._humans), 1.0) if self._humans else 1.0

    def begin(self, after_human: bool) -> None:
        """Wait anew, after an action; after one of a player's who was not asked before, long enough to take it back."""
        settings = self.context.settings
        is_deadline = after_human and not settings.ask_first
        self._left = (UNDO_PAUSE if is_deadline else BOT_PAUSE) * settings.pace_factor
        self.waiting = None
        if self._let not in self.match.actors:
            self._let = None
        if is_deadline and not self._waits_for_key and settings.time_said == "full":
            self._tell_deadline()

    @property
    def _waits_for_key(self) -> bool:
        return bool(self._humans) and self.context.bots_wait_for_key

    def _tell_deadline(self) -> None:
        """Tell whoever listens until when the play can be taken back; that time begins once all this is said."""
        actor = min(self.match.actors, default=None)
        if actor is None or actor in self._humans or not (self.context.announcer.is_heard and self.match.can_undo()):
            return
        key = self.context.devices.label(Verb.UNDO)
        words = tr("{key} takes it back until {name} plays.", key=key, name=tr_label(self.match.names[actor]))
        self.context.announcer.say(words)

    def pass_time(self, ms: float) -> None:
        if not self.context.announcer.left:
            self._left -= ms

    def may_play(self, seat: Seat) -> bool:
        """Tell whether the bot on a seat may play now; the first time it waits for the key, this is said."""
        if not self._waits_for_key:
            if self.waiting is not None:
                self.waiting = None
                self._show()
            return self._left <= 0
        if self._let == seat:
            return True
        if self.waiting != seat:
            self.waiting = seat
            said, key = self.context.settings.time_said, self.context.devices.label
            words = [tr("{key} lets {name} play.", key=key(Verb.PLAY), name=tr_label(self.match.names[seat]))]
            if said == "full" and self.match.can_undo() and not (self.match.game.live or self._is_undo_told):
                self._is_undo_told = True
                words.append(tr("{key} takes your play back.", key=key(Verb.UNDO)))
            if said != "off":
                self.context.announcer.say(paragraph(words))
            self._show()
        return False

    def let(self) -> Transition:
        """Let the bot that waits play."""
        self._let, self.waiting = self.waiting, None
        return None

    def button(self, board: Board) -> Button | None:
        """Return the main button while a bot waits for it."""
        if self.waiting is None:
            return None
        label = tr("Let {name} play", name=tr_label(self.match.names[self.waiting]))
        return main_button(self.context, board, label, self.let)
