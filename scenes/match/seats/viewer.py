"""Whoever looks at the screen: what they may see of a match by turns, and when the next player takes their place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topping_out.game.engine import Seat
from topping_out.game.match import Match, Played
from topping_out.game.record import fold
from topping_out.scenes.devices.intents import DOUBLE
from topping_out.scenes.match.board import Board
from topping_out.scenes.match.seats.players import humans_of

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
