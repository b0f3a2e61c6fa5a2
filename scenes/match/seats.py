"""The players at a table, their devices, and who is looking at the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from topping_out.game.engine import Seat
from topping_out.game.language import YOU, mark, tr, tr_player
from topping_out.game.match import Match, Played
from topping_out.game.record import Header, fold

from .. import routes
from ..devices.input_devices import assign_devices
from ..devices.intents import DOUBLE
from ..manager import Push, Transition
from ..system.context import Context
from ..system.settings import Setup
from ..system.window import is_attended
from ..ui.column import Notice
from .board import Board

# -- players


def humans_of(header: Header) -> list[Seat]:
    return [seat for seat, player in enumerate(header.seats) if player.is_human]


def is_readers(match: Match, seat: Seat) -> bool:
    """Return whether a seat is "you": the only human, or a player without another name."""
    return match.names[seat] == YOU or humans_of(match.header) == [seat]


def turn_words(match: Match, seat: Seat) -> str:
    """Return in words that it is a seat's turn."""
    return tr("Your turn.") if is_readers(match, seat) else tr("It's {name}'s turn.", name=match.names[seat])


# -- viewer


LOOK = 500.0
"""Milliseconds for which players must see the result of their turn before they can press "done"."""
LONGEST_FRAME = 50.0
"""A longer frame counts as this many milliseconds."""


class Viewer:
    """The player who is looking at the screen: the humans take turns; if all players are bots, a spectator."""

    def __init__(self, match: Match) -> None:
        self.match, self.game = match, match.game
        self.humans = humans_of(match.header)
        self.seat: Seat | None = self.humans[0] if len(self.humans) == 1 else None
        """None: no player."""
        self._look: float | None = None
        """Milliseconds until the player can press "done"; None except while they look at the result of their turn."""
        self._new = 0.0
        """Milliseconds for which a key press may still come from the previous player."""

    @property
    def view(self) -> Any:
        return self.game.view(self.match.state, self.seat)

    def history(self) -> list[Any]:
        """Return all events so far, as the viewer may know them."""
        return [self.game.redact(event, self.seat) for step in self.match.steps for event in step.events]

    def set_table(self, board: Board) -> None:
        """Place everything as the viewer sees it. A match that has not begun is dealt."""
        if self.match.record.entries or (self.seat is None and self.humans):
            board.sync(self.view)
        else:
            board.deal(self.view)

    # -- from one player to the next

    def take_over(self, seat: Seat) -> None:
        """Make another player the viewer."""
        self.seat, self._look = seat, None
        self.match.look(frozenset((seat,)))

    def next(self, board: Board) -> Seat | None:
        """Return the next human in turn order, or None if that is the viewer."""
        actor = min(self.match.actors, default=None)
        if len(self.humans) < 2 or actor is None:
            return None
        seats = len(self.match.header.seats)
        order = ((actor + step) % seats for step in range(seats))
        seat = next((s for s in order if s in self.humans and not board.is_out(s)), None)
        return None if seat == self.seat else seat

    def begin_look(self) -> None:
        """Let the player look at the result of their turn before the next player takes over."""
        self._look = LOOK

    def look_on(self, ms: float) -> None:
        if self._look is not None:
            self._look -= min(ms, LONGEST_FRAME)

    @property
    def is_looking(self) -> bool:
        return self._look is not None

    @property
    def may_be_done(self) -> bool:
        """Whether the player has had enough time to look."""
        return self._look is None or self._look <= 0

    def come_at_once(self) -> None:
        """Note that this player has followed the previous one without a curtain."""
        self._new = DOUBLE

    def settle(self, ms: float) -> None:
        self._new -= min(ms, LONGEST_FRAME)

    @property
    def is_new(self) -> bool:
        """Whether a key press may still come from the previous player."""
        return self._new > 0

    # -- since the last turn

    def steps_since(self, seat: Seat) -> Sequence[Played]:
        """Return the steps since the end of a seat's last turn, without those of its current turn."""
        _, end, now = self._last_turn(seat)
        return self.match.steps[end:now]

    def hand_before(self, seat: Seat) -> Sequence[int]:
        """Return the cards that a seat held when its last turn began, or its current hand if it has had no turn."""
        begin, end, _ = self._last_turn(seat)
        state = fold(self.match.record, begin) if end else self.match.state
        hand: Sequence[int] = getattr(self.game.view(state, seat), "hand", ())
        return hand

    def _last_turn(self, seat: Seat) -> tuple[int, int, int]:
        """Return the steps at which a seat's last completed turn begins and ends, and its current turn begins."""
        own = [step.entry.seat == seat for step in self.match.steps]
        now = len(own)
        while min(self.match.actors, default=None) == seat and now and own[now - 1]:
            now -= 1
        end = next((number for number in range(now, 0, -1) if own[number - 1]), 0)
        begin = end
        while begin and own[begin - 1]:
            begin -= 1
        return begin, end, now


# -- player devices


def remembered(context: Context, game: str) -> tuple[str, ...]:
    """Return the devices that the humans used in the game's last set-up."""
    return context.settings.setups.get(game, Setup()).devices


def wished(context: Context, game: str) -> tuple[str, ...]:
    """Return the remembered devices, or the gamepad in use if there are none."""
    return remembered(context, game) or (context.devices.in_hand,)


def remember(context: Context, game: str, devices: Sequence[str]) -> None:
    """Save the devices for the next set-up."""
    last = context.settings.setups.get(game, Setup())
    context.settings.setups = {**context.settings.setups, game: replace(last, devices=tuple(devices))}
    context.save_settings()


def seat_humans(context: Context, header: Header) -> dict[Seat, str]:
    """Return the device id of each human seat: the remembered or else a free device. Seats without one are missing."""
    humans = humans_of(header)
    assigned = assign_devices(len(humans), context.devices.available(), wished(context, header.game))
    return {seat: id for seat, id in zip(humans, assigned) if id}


def are_remembered(context: Context, header: Header) -> bool:
    """Return whether all remembered devices of the humans are connected, so that nobody has to choose."""
    last, humans = remembered(context, header.game), len(humans_of(header))
    return not humans or (len(last) == humans and assign_devices(humans, context.devices.available(), last) == [*last])


def problem_of(names: Sequence[str], assigned: Sequence[str]) -> str:
    """Return a sentence about the first player without a device, or "" if all have one."""
    without = next((name for name, id in zip(names, assigned) if not id), "")
    if not without:
        return ""
    yours = mark("You have nothing left to play with: plug in a gamepad, or let a bot play.")
    theirs = mark("{name} has nothing left to play with: plug in a gamepad, or let a bot play.")
    return tr_player(without, yours, theirs)


def ask_for_devices(context: Context, header: Header, begin: Callable[[], Transition]) -> Transition:
    """Let the humans of a record choose their devices; then save the choice and call `begin`."""
    humans = humans_of(header)
    chosen = assign_devices(len(humans), context.devices.available(), wished(context, header.game))

    def change(assigned: list[str]) -> None:
        chosen[:] = assigned

    def go() -> Transition:
        remember(context, header.game, chosen)
        return begin()

    names = [header.seats[seat].name for seat in humans]
    return Push(routes.DEVICES(context, names, chosen, change, go, tr("Back")))


# -- while away


def waits_for_players(context: Context, match: Match) -> bool:
    """Return whether the match must wait because the window is not in use (I16)."""
    if match.outcome or context.settings.background_play or is_attended():
        return False
    return any(player.is_human for player in match.header.seats)


def while_away(context: Context, match: Match) -> Notice:
    """Return a page that says that the game is paused. It closes by itself when the window is used again."""
    words = tr("The game waits until you come back to this window.")
    return Notice(context, tr("Paused"), words, (), until=lambda: not waits_for_players(context, match))
