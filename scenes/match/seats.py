"""Who sits at a table: players, their devices, and who looks at it."""

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
    """Tell whether a seat is the reader's: the only player at the screen, or whoever goes by no other name."""
    return match.names[seat] == YOU or humans_of(match.header) == [seat]


def turn_words(match: Match, seat: Seat) -> str:
    """Return in words that it is a seat's turn."""
    return tr("Your turn.") if is_readers(match, seat) else tr("It's {name}'s turn.", name=match.names[seat])


# -- viewer


LOOK = 500.0
"""Milliseconds for which a player at least sees what their turn has brought before they can be done with it."""
LONGEST_FRAME = 50.0
"""Of a longer frame only so many of them count."""


class Viewer:
    """The player at the screen, of several one after the other; where only bots play, a guest."""

    def __init__(self, match: Match) -> None:
        self.match, self.game = match, match.game
        self.humans = humans_of(match.header)
        self.seat: Seat | None = self.humans[0] if len(self.humans) == 1 else None
        """None: nobody who plays."""
        self._look: float | None = None
        """Set while a player looks at what their turn has brought: the milliseconds before they can be done with it."""
        self._new = 0.0
        """Milliseconds for which a press may still be the player's before."""

    @property
    def view(self) -> Any:
        return self.game.view(self.match.state, self.seat)

    def history(self) -> list[Any]:
        """Return every event so far, as the viewer may see it."""
        return [self.game.redact(event, self.seat) for step in self.match.steps for event in step.events]

    def set_table(self, board: Board) -> None:
        """Place everything as the viewer sees it; a game that has not begun is dealt to whoever looks first."""
        if self.match.record.entries or (self.seat is None and self.humans):
            board.sync(self.view)
        else:
            board.deal(self.view)

    # -- from one player to the next

    def take_over(self, seat: Seat) -> None:
        """Let another player look at the screen."""
        self.seat, self._look = seat, None
        self.match.look(frozenset((seat,)))

    def next(self, board: Board) -> Seat | None:
        """Return the player who takes the screen over now: the next human in turn order, if that is another."""
        actor = min(self.match.actors, default=None)
        if len(self.humans) < 2 or actor is None:
            return None
        seats = len(self.match.header.seats)
        order = ((actor + step) % seats for step in range(seats))
        seat = next((s for s in order if s in self.humans and not board.is_out(s)), None)
        return None if seat == self.seat else seat

    def begin_look(self) -> None:
        """Have the player look at what their turn has brought, before another takes the screen over."""
        self._look = LOOK

    def look_on(self, ms: float) -> None:
        if self._look is not None:
            self._look -= min(ms, LONGEST_FRAME)

    @property
    def is_looking(self) -> bool:
        return self._look is not None

    @property
    def may_be_done(self) -> bool:
        """Whether the player has had time to look."""
        return self._look is None or self._look <= 0

    def come_at_once(self) -> None:
        """Note that nothing came between the player and the one before."""
        self._new = DOUBLE

    def settle(self, ms: float) -> None:
        self._new -= min(ms, LONGEST_FRAME)

    @property
    def is_new(self) -> bool:
        """Whether what is pressed may be meant by the player before."""
        return self._new > 0

    # -- since the last turn

    def steps_since(self, seat: Seat) -> Sequence[Played]:
        """Return the steps since a seat's last turn; what it has done in its present one is left out."""
        _, end, now = self._last_turn(seat)
        return self.match.steps[end:now]

    def hand_before(self, seat: Seat) -> Sequence[int]:
        """Return the cards that a seat held when its last turn began; those it holds now, if it has had none."""
        begin, end, _ = self._last_turn(seat)
        state = fold(self.match.record, begin) if end else self.match.state
        hand: Sequence[int] = getattr(self.game.view(state, seat), "hand", ())
        return hand

    def _last_turn(self, seat: Seat) -> tuple[int, int, int]:
        """Return where its last turn that is over begins and ends among the steps, and where its present one begins."""
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
    """Return the devices of the humans in the game's last set-up."""
    return context.settings.setups.get(game, Setup()).devices


def wished(context: Context, game: str) -> tuple[str, ...]:
    """Return the remembered devices; at first, the gamepad that is in use."""
    return remembered(context, game) or (context.devices.in_hand,)


def remember(context: Context, game: str, devices: Sequence[str]) -> None:
    """Remember the devices for the next time."""
    last = context.settings.setups.get(game, Setup())
    context.settings.setups = {**context.settings.setups, game: replace(last, devices=tuple(devices))}
    context.save_settings()


def seat_humans(context: Context, header: Header) -> dict[Seat, str]:
    """Return a device's id for each human seat: the remembered one, else a free one. Seats without one are left out."""
    humans = humans_of(header)
    assigned = assign_devices(len(humans), context.devices.available(), wished(context, header.game))
    return {seat: id for seat, id in zip(humans, assigned) if id}


def are_remembered(context: Context, header: Header) -> bool:
    """Tell whether the remembered devices of a record's humans are all there, so that nobody need be asked."""
    last, humans = remembered(context, header.game), len(humans_of(header))
    return not humans or (len(last) == humans and assign_devices(humans, context.devices.available(), last) == [*last])


def problem_of(names: Sequence[str], assigned: Sequence[str]) -> str:
    """Return a sentence for the first player without a device; empty if all have one."""
    without = next((name for name, id in zip(names, assigned) if not id), "")
    if not without:
        return ""
    yours = mark("You have nothing left to play with: plug in a gamepad, or let a bot play.")
    theirs = mark("{name} has nothing left to play with: plug in a gamepad, or let a bot play.")
    return tr_player(without, yours, theirs)


def ask_for_devices(context: Context, header: Header, begin: Callable[[], Transition]) -> Transition:
    """Have the humans of a record choose their devices; then remember them and `begin`."""
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
    """Tell whether nobody is at the window, so that a player would lose by looking away (I16)."""
    if match.outcome or context.settings.background_play or is_attended():
        return False
    return any(player.is_human for player in match.header.seats)


def while_away(context: Context, match: Match) -> Notice:
    """Return a page that says that the game is paused; it goes by itself once somebody is back at the window."""
    words = tr("The game waits until you come back to this window.")
    return Notice(context, tr("Paused"), words, (), until=lambda: not waits_for_players(context, match))
