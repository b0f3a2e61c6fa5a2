"""What is heard of a live table: its sounds of time, and announcements for those who listen."""

from __future__ import annotations

from topping_out.game.engine import Seat
from topping_out.game.language import tr, tr_count
from topping_out.game.live.driver import LiveStep
from topping_out.game.match import Match
from topping_out.game.text import paragraph, reason_sentence
from topping_out.scenes.icetowers.board import IceTowersBoard
from topping_out.scenes.icetowers.captions import LAST_MOMENTS
from topping_out.scenes.icetowers.spoken.announcements import account_of_others, own_account, passes_turn
from topping_out.scenes.icetowers.spoken.elements import clock_words
from topping_out.scenes.icetowers.spoken.words import describe_hand
from topping_out.scenes.match.seats.players import humans_of, is_readers, turn_words
from topping_out.scenes.system.context import Context

READING = 6000.0
"""Milliseconds that what a player is told is there to be read."""
SECONDS_SAID = {"full": (60, 30, 10), "short": (10,), "off": ()}
"""How many seconds are left when that is announced, by how much the player wants to hear of time."""


class HeardTable:
    """Tells what happens at one table."""

    def __init__(self, context: Context, match: Match, board: IceTowersBoard) -> None:
        self.context, self.match, self.board = context, match, board
        self._humans = humans_of(match.header)
        self._last_tick = 0
        self._last_notice = ""
        """What a player was told last."""

    def announce(self, step: LiveStep) -> None:
        """Tell what happened."""
        names, say, events, view = self.match.names, self.context.announcer.say, [*step.events], self.board.view
        if step.seat in self._humans:
            amount = self.context.settings.announcements
            told, is_short = self.board.brief(events) if amount == "short" else events, amount == "short"
            say(own_account(events, told, view, names, is_short) if amount != "off" else "")
        elif (amount := self.context.settings.others_said) != "off":
            say(account_of_others(events, view, names, amount == "short"))
        if passes_turn(events) and view.turn in self._humans:
            say(self.describe_turn())

    def describe_turn(self) -> str:
        """Return in words whose turn it is, or what goes on."""
        view, turn = self.board.view, self.board.view.turn
        if self.match.outcome:
            return tr("The game is over.")
        if turn is None:
            return clock_words(view, self.board.colours)
        text, shows_hand = turn_words(self.match, turn), is_readers(self.match, turn) and view.hands[turn]
        return paragraph([text, describe_hand(view, turn)]) if shows_hand else text

    def notify(self, seat: Seat, text: str) -> None:
        """Say something to a player, beside the cursor too; who listens is told once."""
        self.write(seat, text)
        if text != self._last_notice:
            self._last_notice = text
            self.context.announcer.say(text, urgent=True)

    def write(self, seat: Seat, text: str) -> None:
        """Show something to a player beside the cursor."""
        self.board.notify(seat, text, READING)

    def forget_notice(self) -> None:
        """Let a player be told the same again."""
        self._last_notice = ""

    def refuse(self, seat: Seat, reason: str) -> None:
        """Say why a player's action is not possible."""
        self.board.refuse(seat, reason)
        self.context.announcer.say(reason_sentence(reason), urgent=True)

    def sound_the_last_seconds(self, ms: float) -> None:
        """Tick, and announce what is left, at this moment."""
        rings = self.board.view.rings
        if rings is None or self.match.outcome:
            return
        left = rings - round(ms)
        if left <= 0 or left // 1000 == self._last_tick:
            return
        self._last_tick = seconds = left // 1000
        if seconds in SECONDS_SAID[self.context.settings.time_said]:
            self.context.announcer.say(tr_count("{number} second left.", "{number} seconds left.", seconds))
        if left <= LAST_MOMENTS:
            self.context.audio.play("tick")
