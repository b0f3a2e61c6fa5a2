"""A match: players seated round a state and its record. The only thing that applies actions in play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Self

from .engine import AnyGame, IllegalAction, Outcome, Seat
from .record import (
    TICK,
    UNDO,
    Entry,
    Header,
    Record,
    RecordError,
    names_of,
    play_entry,
    refused,
    seated,
    start_state,
)
from .registry import load

Journal = Callable[[Entry], None]
"""Is called with every entry as it happens. An OSError from it leaves the match as it is after the entry."""


class SeenEvent(NamedTuple):
    """An event as one seat may see it, and that seat's view right after it."""

    event: Any
    view: Any


class Played(NamedTuple):
    """One effective entry of a record, and what came of it."""

    entry: Entry
    action: Any
    """None where only time passed."""
    events: list[Any]


class WatchedLog(list[Any]):
    """A log to pass to `act` or `apply`: as each event is appended, it notes what one seat sees."""

    def __init__(self, game: AnyGame, state: Any, viewer: Seat | None) -> None:
        super().__init__()
        self.game, self.state, self.viewer = game, state, viewer
        self.seen: list[SeenEvent] = []

    def append(self, event: Any) -> None:
        super().append(event)
        self.seen.append(SeenEvent(self.game.redact(event, self.viewer), self.game.view(self.state, self.viewer)))

    def extend(self, events: Iterable[Any]) -> None:
        for event in events:
            self.append(event)

    def __iadd__(self, events: Iterable[Any]) -> Self:  # type: ignore[misc]
        self.extend(events)
        return self


class Match:
    """A game in play. Time, in milliseconds since the start, is an argument: nothing here reads a clock."""

    def __init__(self, record: Record, journal: Journal | None = None) -> None:
        """Take up a record where it stands. Raises RecordError where it does not fit the rules."""
        self.game = load(record.header.game)
        self.record = record
        self._fold()
        self.journal = journal
        self.looking: frozenset[Seat] = frozenset()
        """Seats whose hidden things are on the screen now."""
        self._humans = frozenset(s for s, player in enumerate(record.header.seats) if player.is_human)
        self._barrier = len(record.effective())  # so many effective entries cannot be undone any more
        self._unseen: frozenset[Seat] = frozenset()  # humans who learnt something, but have not looked yet
        self._hinted: set[Seat] = set()  # those who have been shown a hint for their next action
        self._in_journal = len(record.entries)
        self._is_torn = False  # whether something failed between a change of the state and its entry

    def _fold(self) -> None:
        self.state: Any = start_state(self.header)
        self.steps = [Played(*step[:3]) for step in walk(self.record, self.state)]
        """What has happened so far, an entry each; what is taken back is not among it."""
        self._pending: list[Any] = []
        """What time has brought about since the last entry."""

    @classmethod
    def new(cls, header: Header, journal: Journal | None = None) -> Match:
        return cls(Record(header), journal)

    @property
    def header(self) -> Header:
        return self.record.header

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.header.seats)

    def names_at(self, step: int) -> list[str]:
        """Return who sat at the table when so many steps had been played: other bots may have taken over since."""
        return names_of(seated(self.header, step))

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def actors(self) -> frozenset[Seat]:
        return self.game.actors(self.state)

    @property
    def ms(self) -> int:
        """The time of the last entry."""
        return self.record.entries[-1].ms if self.record.entries else 0

    def is_human(self, seat: Seat) -> bool:
        return seat in self._humans

    def act(self, seat: Seat, action: Any, ms: int = 0, log: list[Any] | None = None) -> list[Any]:
        """Do an action; return its events, in `log` if that is given. Raises IllegalAction, nothing changed then."""
        log = [] if log is None else log
        with self._together():
            self.game.tick(self.state, ms, log)
            self._pending += log
            if seat not in self.actors:
                raise IllegalAction("it isn't your turn" if self.outcome is None else "the game is over")
            self.game.check(self.state, seat, action)
            passed = len(log)
            self.game.apply(self.state, seat, action, log)
            self._note(log, seat)
            self._pending += log[passed:]
            self._write(Entry(max(ms, self.ms), seat, str(action), seat in self._hinted), action)
            self._hinted.discard(seat)
        return log

    def note_hint(self, seat: Seat) -> None:
        """Note that a seat is shown a hint: its next action follows it."""
        self._hinted.add(seat)

    def watch(self, viewer: Seat | None) -> WatchedLog:
        """Return a log for the next action, which notes what that seat sees."""
        return WatchedLog(self.game, self.state, viewer)

    def tick(self, ms: int) -> list[Any]:
        """Let time pass in a live game; return what it brought about."""
        log: list[Any] = []
        with self._together():
            self.game.tick(self.state, ms, log)
            self._pending += log
        return log

    def mark_time(self, ms: int) -> None:
        """Write down that time has passed, so that a live game goes on at this moment."""
        with self._together():
            self._write(Entry(max(ms, self.ms), None, TICK))

    # -- taking back

    def look(self, seats: frozenset[Seat]) -> None:
        """Note whose hidden things are on the screen from now on: what shows them something cannot be undone."""
        self.looking = seats
        if self._unseen & seats:
            self._raise_barrier()

    def can_undo(self) -> bool:
        """Tell whether the last action is a human's and nothing hidden was revealed since."""
        entries = self.record.effective()
        return len(entries) > self._barrier and entries[-1].seat in self._humans

    def undo(self, ms: int = 0) -> Seat:
        """Take the last action back and return whose it was. Raises IllegalAction where `can_undo` is false."""
        if not self.can_undo():
            raise IllegalAction("something hidden has been seen since, so it cannot be taken back")
        last = self.record.effective()[-1]
        seat = last.seat
        assert seat is not None
        if last.is_hinted:
            self._hinted.add(seat)
        with self._together():
            self._write(Entry(max(ms, self.ms), seat, UNDO))
            self._fold()
        return seat

    def _note(self, events: list[Any], actor: Seat) -> None:
        revealed = frozenset[Seat]().union(*(self.game.revealed_to(event) for event in events))
        if actor not in self._humans or revealed & self.looking:
            self._raise_barrier(beyond=1)
        else:
            self._unseen |= revealed & self._humans

    def _raise_barrier(self, beyond: int = 0) -> None:
        self._barrier = len(self.record.effective()) + beyond
        self._unseen = frozenset()

    def _write(self, entry: Entry, action: Any = None) -> None:
        self.record.entries.append(entry)
        self.steps.append(Played(entry, action, self._pending))
        self._pending = []
        if self.journal is None:
            self._in_journal = len(self.record.entries)
        else:
            for late in self.record.entries[self._in_journal :]:  # more than one after a failure
                number = self._in_journal + 1
                _, self._in_journal = self.journal(late), number  # in one: memory may run out between two lines

    @contextmanager
    def _together(self) -> Iterator[None]:
        """Keep state and record together: where something fails in between, the state is worked out anew later."""
        if self._is_torn:
            self._fold()
        self._is_torn = True
        try:
            yield
        except IllegalAction:
            self._is_torn = False
            raise
        self._is_torn = False


class ReplayStep(NamedTuple):
    """One effective entry of a record, and what came of it."""

    entry: Entry
    action: Any
    """None where only time passed."""
    events: list[Any]
    state: Any
    """After the entry."""


def walk(record: Record, state: Any) -> Iterator[ReplayStep]:
    """Play a record on `state`, its start; yield each step with that same state, as it then is. Raises RecordError."""
    game = load(record.header.game)
    for index, entry in enumerate(record.effective()):
        log: list[Any] = []
        try:
            action = play_entry(game, state, entry, log)
        except RecordError as error:
            raise refused(record, index, error) from None
        yield ReplayStep(entry, action, log, state)


def replay(record: Record) -> list[ReplayStep]:
    """Return the steps of a record, one for each effective entry. Raises RecordError."""
    return [step._replace(state=step.state.copy()) for step in walk(record, start_state(record.header))]


def watch_entry(game: AnyGame, state: Any, entry: Entry, viewer: Seat | None) -> list[SeenEvent]:
    """Return what a seat sees of an entry that follows on `state`, which stays as it is. Raises RecordError."""
    after = state.copy()
    log = WatchedLog(game, after, viewer)
    play_entry(game, after, entry, log)
    return log.seen
