"""The player who plays a live table by the focus, since somebody listens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from topping_out.game.engine import Seat
from topping_out.game.icetowers.actions import Action
from topping_out.game.icetowers.state import Phase
from topping_out.game.language import tr
from topping_out.game.live.driver import LiveStep
from topping_out.game.match import Match
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.devices.program_keys import PLACE_KEYS
from topping_out.scenes.icetowers.board import IceTowersBoard
from topping_out.scenes.icetowers.live.clock import TableClock
from topping_out.scenes.icetowers.live.heard import HeardTable
from topping_out.scenes.icetowers.spoken import keys
from topping_out.scenes.icetowers.spoken.announcements import goal_of, next_focus
from topping_out.scenes.icetowers.spoken.elements import TOWERS, ClockText
from topping_out.scenes.match.seats.players import humans_of
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.widgets import Widget


@dataclass(eq=False)
class PlayByFocus:
    """Leads the focus over one table, and does what it is pressed on; `submit` does an action of a seat."""

    context: Context
    match: Match
    board: IceTowersBoard
    clock: TableClock
    heard: HeardTable
    submit: Callable[[Seat, Action], None]

    def __post_init__(self) -> None:
        self._humans = humans_of(self.match.header)
        self.board.spoken.act, self.board.spoken.refuse = self._act, self._refuse

    @property
    def is_on(self) -> bool:
        return self.context.announcer.is_heard

    @property
    def has_keys(self) -> bool:
        """Whether the keys lead the focus, and no cursor."""
        return self.is_on and (len(self._humans) == 1 or self.board.view.in_turns)

    @property
    def player(self) -> Seat | None:
        """Who plays so: the only player at the screen, or else whoever time stands still for."""
        view, humans = self.board.view, self._humans
        if self.match.outcome or not self.is_on:
            return None
        if len(humans) == 1:
            return humans[0]
        if view.phase is Phase.GATHERING:
            return next((seat for seat in humans if seat not in view.order), None)
        return view.turn if view.turn in humans else None

    def _act(self, action: Action) -> None:
        """Do an action of that player."""
        seat = self.board.spoken.player
        if self.clock.resuming:
            self.context.announcer.say(tr("The game goes on in a moment."), urgent=True)
        elif seat is not None and not self.match.outcome:
            self.submit(seat, action)

    def _refuse(self, reason: str) -> None:
        """Say why that player cannot do something."""
        if (seat := self.board.spoken.player) is not None:
            self.heard.refuse(seat, reason)

    def press(self, intent: Intent) -> None:
        """Do what a number, or the key of a place, means."""
        seat, view = self.player, self.board.view
        if not self.is_on:
            self.context.reply(tr("These keys play here while a screen reader or the voice is on."))
        elif seat is None or view.turn not in (None, seat):
            self.context.reply(self.heard.describe_turn())
        elif intent.verb is Verb.PICK:
            self.context.reply(keys.pick(self.board.spoken, seat, view, int(intent.text)))
        elif view.phase is not Phase.PLAY:
            self.context.reply(self.heard.describe_turn())
        else:
            self.context.reply(keys.play_to(self.board.spoken, seat, view, PLACE_KEYS.index(intent.text)))

    def put_back(self) -> bool:
        """Do what Esc does first: see the spoken table. False: there is nothing of it to do."""
        return self.is_on and not self.match.outcome and self.board.spoken.put_back(self.board.view)

    def follow(self, step: LiveStep) -> None:
        """Have the focus come to where the player's action has led."""
        if step.seat == self.board.spoken.player:
            for goal in filter(None, map(goal_of, step.events)):
                self.board.spoken.opened, self.board.spoken.goal = None, goal

    # -- widgets

    def widgets(self) -> list[Widget]:
        """Return what is to be read of the table."""
        self.board.spoken.player = self.player
        clock = ClockText(lambda: self.board.view, self.board.colours, self.context.kit.width / 2)
        return [clock, *self.board.widgets()]

    def next_focus(self, before: Widget | None, older: Sequence[Widget], now: Sequence[Widget]) -> str:
        """Return where the focus goes when the table is laid out anew: what it is to come to, or what stands in the
        place of what had it `before`; "" where it stays."""
        goal, self.board.spoken.goal = self.board.spoken.goal, ""
        return next_focus(goal, before, older, now)

    def first_focus(self, widgets: Sequence[Widget]) -> Widget | None:
        return next((widget for widget in widgets if widget.group and widget.group.name == TOWERS), None)
