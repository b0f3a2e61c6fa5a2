"""The clock of a table by turns: how long players may think, and what happens when their time is up.

It runs only while somebody may decide: never during motion, for bots, or while something covers the table, speaks or
has the keyboard instead. When the time is up, a gentle bot plays the rest of the turn.
"""

from __future__ import annotations

import math

from topping_out.game.engine import Seat
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.match import Match
from topping_out.game.record import MOST_HINTED, Clock
from topping_out.game.text import clock_text, full_stop, labelled

from ..kit.plates import ClockSign
from ..system.window import is_attended
from .scene import TablePart, TableScene, humans_of

# -- choice


CLOCKS: tuple[Clock | None, ...] = (
    None, Clock("turn", 20), Clock("turn", 45), Clock("turn", 90),
    Clock("game", 5 * 60), Clock("game", 10 * 60), Clock("game", 20 * 60),
)  # fmt: skip
"""The clocks that a set-up offers."""
OVERTIME = 15
"""Seconds that a player has in each turn at least, even if their time for the game is used up."""
CLOCK_HELP = {
    "": mark("Everybody thinks for as long as they like."),
    "turn": mark(
        "When a turn takes longer, a gentle bot finishes it. Undo gives no time back. With more than {most} plays made "
        "after a hint or by a bot, the game doesn't count."
    ),
    "game": mark(
        "For each player. Once the time is used up, a turn still has {number} seconds; then a gentle bot finishes it. "
        "Undo gives no time back. With more than {most} plays made after a hint or by a bot, the game doesn't "
        "count."
    ),
}


def clock_name(clock: Clock | None) -> str:
    """Return the name of a clock in a list of choices."""
    if clock is None:
        return tr("No clock")
    if clock.per == "turn":
        return tr_count("{number} second a turn", "{number} seconds a turn", clock.seconds)
    return tr_count("{number} minute a game", "{number} minutes a game", round(clock.seconds / 60))


def clock_help(clock: Clock | None) -> str:
    return tr(CLOCK_HELP[clock.per if clock else ""], number=OVERTIME, most=MOST_HINTED)


# -- table


ANNOUNCED_SECONDS = {"full": (60, 10), "short": (10,), "off": ()}
"""The numbers of seconds left at which the time is announced, by the setting `time_said`."""
LAST_SECONDS = 10
"""The seconds at the end in which the plate has another sign."""
TICKS = 5
"""The seconds at the end that are heard."""
TICK_VOLUME = 0.5
LONGEST_FRAME = 250.0
"""A longer frame counts as this many milliseconds: the computer was asleep, or too busy to let anybody play."""
BEATS = (1.18, 1.12, 1.07, 1.03, 1.0)
BEAT = 60.0
"""How much larger the sign is at the beginning of each of the last seconds, and after each BEAT milliseconds."""


class TurnClock(TablePart):
    """The clock of a table. It does nothing if the match has none."""

    def __init__(self, scene: TableScene, match: Match) -> None:
        super().__init__(scene)
        self.match, self.humans = match, humans_of(match.header)
        self.clock: Clock | None = match.header.clock or None
        self._running: dict[Seat, float] = {}
        """Milliseconds for which each seat has thought that are not in the record yet."""
        self._recorded: tuple[int, dict[Seat, tuple[int, int]]] = 0, {}
        """What `_spent_by` has found, with the number of entries for which it is true."""
        self._is_changed = False

    def enter(self) -> None:
        if self.clock and not self.match.outcome and self.context.settings.time_said != "off":
            self.context.announcer.say(full_stop(labelled(tr("Clock"), clock_name(self.clock))))

    # -- time

    def left(self, seat: Seat) -> float:
        """Return how many milliseconds a human has left for the current turn, or would have if it were theirs."""
        assert self.clock
        in_turn, in_game = self._spent_by(seat)
        running, limit = self._running.get(seat, 0.0), 1000.0 * self.clock.seconds
        if self.clock.per == "turn":
            return limit - in_turn - running
        return max(limit - in_game - running, 1000.0 * OVERTIME - in_turn - running)

    def _spent_by(self, seat: Seat) -> tuple[int, int]:
        """Return how many milliseconds the record holds for a seat, of the current turn and of the game."""
        record, is_on = self.match.record, seat in self.match.actors
        if self._recorded[0] != len(record.entries):
            self._recorded = len(record.entries), {}
        found = self._recorded[1]
        if seat not in found:
            found[seat] = record.thought(seat, self.match.turn_start) if is_on else 0, record.thought(seat)
        return found[seat]

    def is_up(self, seat: Seat) -> bool:
        """Return whether the time of a human is up, so that a bot plays."""
        return self.clock is not None and self.left(seat) <= 0

    def update(self, ms: float) -> None:
        """Let the clock of the player who may decide run on, unless something has to wait, and show the time."""
        turn = self.board.turn
        if self.clock and turn and not self.context.announcer.left and is_attended():
            self._run(turn.seat, min(ms, LONGEST_FRAME))
        before, self.board.clocks = self.board.clocks, self._signs()
        self._is_changed = self.board.clocks != before

    def _run(self, seat: Seat, ms: float) -> None:
        before = self.left(seat)
        self._running[seat] = self._running.get(seat, 0.0) + min(ms, before)
        after = self.left(seat)
        for second in ANNOUNCED_SECONDS[self.context.settings.time_said]:
            if before > second * 1000 >= after:
                self.context.announcer.say(tr_count("{number} second left.", "{number} seconds left.", second))
        if 0 < _seconds(after) <= TICKS and _seconds(after) < _seconds(before):
            self.context.audio.play("tick", TICK_VOLUME)

    def thought(self, seat: Seat) -> int:
        """Return for how many milliseconds a seat has thought that are not in the record yet."""
        return round(self._running.get(seat, 0.0))

    def set_back(self, seat: Seat) -> None:
        """Note that this time is in the record now."""
        self._running.pop(seat, None)

    def note(self, ms: int) -> None:
        """Write down all time so far, at `ms` milliseconds since the start, because the table is covered or left."""
        for seat in [*self._running]:
            if (thought := self.thought(seat)) and not self.match.outcome:
                self.match.write_time(seat, thought, ms)
            self.set_back(seat)

    # -- sign and words

    @property
    def is_still(self) -> bool:
        return not self._is_changed

    def _signs(self) -> dict[Seat, ClockSign]:
        """Return the signs: with a clock for the turn, that of the human to move; with one for the game, all."""
        if self.clock is None or self.match.outcome:
            return {}
        shown = [seat for seat in self.humans if self.clock.per == "game" or seat in self.match.actors]
        return {seat: self._sign(seat) for seat in shown}

    def _sign(self, seat: Seat) -> ClockSign:
        left = max(0.0, self.left(seat))
        is_last = seat in self.match.actors and _seconds(left) <= LAST_SECONDS
        since = math.ceil(left / 1000) * 1000 - left
        is_beating = is_last and left > 0 and not self.context.settings.reduced_motion
        size = BEATS[min(len(BEATS) - 1, int(since // BEAT))] if is_beating else 1.0
        return ClockSign(clock_text(1000 * _seconds(left)).strip(), is_last, size)

    def words(self, seat: Seat | None) -> str:
        """Return in words how much time a human has left, or "" if no clock runs for them."""
        if self.clock is None or self.match.outcome or seat not in self.humans:
            return ""
        seconds = _seconds(max(0.0, self.left(seat)))
        if seconds <= 60:
            return tr_count("{number} second left.", "{number} seconds left.", seconds)
        return tr("{time} left.", time=clock_text(1000 * seconds).strip())


def _seconds(ms: float) -> int:
    return math.ceil(ms / 1000)
