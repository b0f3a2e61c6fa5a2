"""What all scenes with a table have in common: their parts, and the seats of the players and of who watches."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from topping_out.game.engine import Outcome, Seat
from topping_out.game.language import YOU, mark, tr, tr_player
from topping_out.game.match import Match, Played, SeenEvent
from topping_out.game.record import Header, fold

from .. import routes
from ..devices.intents import DOUBLE, Verb, assign_devices
from ..kit.kit import Kit
from ..kit.stage import Stage
from ..manager import Push, Transition
from ..system.context import Context
from ..system.settings import Setup
from ..system.window import is_attended
from ..ui.column import Notice
from ..ui.layout import Press, Widget
from ..ui.page import Page
from .board import Board

# -- scene


@dataclass(frozen=True, slots=True)
class LessonContext:
    """What the player knows at a moment at which the player may act."""

    seat: Seat
    view: Any
    actions: Sequence[Any]
    events: Sequence[Any]
    """All that happened so far."""


class TableScene(Page):
    """A page with a board, for a match in play or for a replay.

    Its parts get the scene when they are constructed and ask it for all that they need to know or to change.
    """

    board: Board
    """Set by the subclass, which knows the view."""

    leave_label = ""
    """The marked label of a button that leaves the table at once, as the match is not saved; "": there is a menu."""

    change_devices: Press | None = None
    """Lets the players choose anew what they play with, at a table where each has a device."""

    def __init__(self, context: Context, game: Any) -> None:
        super().__init__(context)
        self.game, self.heading = game, game.title
        self.motion = context.motion()
        self.parts: Sequence[TablePart] = ()
        """Their hooks are called in this order."""

    # -- what parts ask for

    @property
    @abstractmethod
    def view(self) -> Any:
        """What the table is to show once nothing moves any more."""

    def lesson_context(self) -> LessonContext | None:
        """Return what the coach needs to choose a lesson; None while the player cannot act."""
        return None

    def write(self, seat: Seat, text: str) -> None:
        """Show a sentence to a player."""

    def do(self, seat: Seat, action: Any) -> None:
        """Do an action of a seat. Raises IllegalAction."""

    def undo(self) -> Transition:
        """Take the last action back."""
        return None

    def suspend(self) -> None:
        """Get ready for another scene that is about to cover the table."""

    def rested(self) -> None:
        """Called whenever all that has happened has been shown."""

    # -- what all tables do

    def resize(self, kit: Kit) -> None:
        self.board.own_kit = None
        self.board.resize(kit)
        super().resize(kit)

    def next_speed(self, by: int = 1) -> Transition:
        self.context.next_speed(self.motion, by)
        self.rebuild()
        return None

    @abstractmethod
    def describe_turn(self) -> str:
        """Return in words whose turn it is, or what goes on."""

    def reply_to(self, verb: Verb) -> str:
        return self.board.reply_to(verb, self.view) or self.describe_turn()

    def draw_reply(self, stage: Stage) -> None:
        """Draw nothing: each table shows the answer in a place of its own."""


class TablePart:
    """Something that takes part in a match: the coach, the characters' remarks, the ending.

    The scene calls these hooks; each does nothing unless a part overrides it.
    """

    def __init__(self, scene: TableScene) -> None:
        self.scene, self.context, self.board = scene, scene.context, scene.board

    def enter(self) -> None:
        """The table is shown for the first time."""

    def update(self, ms: float) -> None:
        """Let `ms` milliseconds pass."""

    def happened(self, seat: Seat | None, events: list[Any], seen: Sequence[SeenEvent]) -> None:
        """A seat has acted (None: time has passed), with these events, of which the viewer sees `seen`."""

    def ended(self, outcome: Outcome) -> None:
        """The match is over, and its end has been shown."""

    def widgets(self, laid: Sequence[Widget]) -> Sequence[Widget]:
        """Return the part's widgets, to be laid over those that are `laid` already."""
        return ()

    @property
    def is_still(self) -> bool:
        """Whether nothing of this part changes until the player does something."""
        return True


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

    def steps_until(self, seat: Seat) -> Sequence[Played]:
        """Return the steps until the end of a seat's last turn."""
        return self.match.steps[: self._last_turn(seat)[1]]

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
