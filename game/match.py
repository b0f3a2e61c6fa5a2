"""A match: players, a state and its record. Only the match applies actions in play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Self

from .engine import AnyGame, IllegalAction, Outcome, Seat, TurnBegan
from .language import mark, tr_player
from .record import (
    MOST_HINTED,
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
"""Called with each entry when it happens. If it raises OSError, the match has still played the entry."""
SEEN_SINCE = mark("something hidden has been seen since, so it can't be taken back")


class SeenEvent(NamedTuple):
    """An event as one seat may see it, and that seat's view right after it."""

    event: Any
    view: Any


class Played(NamedTuple):
    """An effective entry of a record and its events."""

    entry: Entry
    action: Any
    """None if only time passed."""
    events: list[Any]


class WatchedLog(list[Any]):
    """A log for `act` or `apply` that also notes what one seat sees of each event."""

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
    """A game in play. Time, in milliseconds since the start, is an argument; nothing here reads a clock."""

    def __init__(self, record: Record) -> None:
        """Continue a record from its end. Raises RecordError if it does not fit the rules."""
        self.game = load(record.header.game)
        self.record = record
        self._fold()
        self.journal: Journal | None = None
        self.looking: frozenset[Seat] = frozenset()
        """Seats whose hidden things are on the screen."""
        self._humans = frozenset(s for s, player in enumerate(record.header.seats) if player.is_human)
        self._barrier = len(record.effective())  # the number of effective entries that cannot be undone
        self._unseen: frozenset[Seat] = frozenset()  # humans who have learnt something but not looked yet
        self._hinted: set[Seat] = set()  # seats that saw a hint for their next action
        self._find_hinted()
        self._timed: dict[Seat, tuple[int, bool]] = {}  # see `note_time`
        self._in_journal = len(record.entries)
        self._is_torn = False  # whether the state changed but writing its entry failed

    def _fold(self) -> None:
        self.state: Any = start_state(self.header)
        self.steps = [Played(*step[:3]) for step in walk(self.record, self.state)]
        """What has happened so far, one item for each entry, without those undone."""
        self._pending: list[Any] = []
        """Events since the last entry."""

    @classmethod
    def new(cls, header: Header) -> Match:
        return cls(Record(header))

    @property
    def header(self) -> Header:
        return self.record.header

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.header.seats)

    def names_at(self, step: int) -> list[str]:
        """Return the players' names after `step` effective entries; other bots may have taken over since."""
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

    @property
    def turn_start(self) -> int:
        """The number of effective entries before the current turn."""
        seat, number = min(self.actors, default=None), len(self.steps)
        while number and self.steps[number - 1].entry.seat == seat:
            if any(isinstance(event, TurnBegan) for event in self.steps[number - 1].events):
                break
            number -= 1
        return number

    def act(self, seat: Seat, action: Any, ms: int = 0, log: list[Any] | None = None) -> list[Any]:
        """Do an action, and return its events, in `log` if given. Raises IllegalAction and then changes nothing."""
        log = [] if log is None else log
        with self._together():
            self.game.tick(self.state, ms, log)
            self._pending += log
            if seat not in self.actors:
                raise IllegalAction("it isn't your turn" if self.outcome is None else "the game is over")
            self.game.check(self.state, seat, action)
            passed = len(log)
            self.game.apply(self.state, seat, action, log)
            thought, is_by_clock = self._timed.pop(seat, (0, False))
            self._note(log, seat)
            if is_by_clock:
                self._raise_barrier(beyond=1)
            self._pending += log[passed:]
            is_hinted = seat in self._hinted
            entry = Entry(max(ms, self.ms), seat, str(action), is_hinted, thought=thought, is_by_clock=is_by_clock)
            self._write(entry, action)
            self._hinted.discard(seat)
        return log

    def _find_hinted(self) -> None:
        """Find the seats whose last actions followed hints and were undone."""
        done: list[Entry] = []
        for entry in self.record.entries:
            if entry.is_thinking:
                continue
            if entry.text != UNDO:
                done.append(entry)
                self._hinted.discard(-1 if entry.seat is None else entry.seat)
            elif done and (last := done.pop()).is_hinted and last.seat is not None:
                self._hinted.add(last.seat)

    def note_hint(self, seat: Seat) -> None:
        """Note that a seat was shown a hint before its next action."""
        self._hinted.add(seat)

    def is_last_hint_over(self, seat: Seat) -> bool:
        """Tell whether the next hint would be one too many for the game to count for this seat (see `MOST_HINTED`)."""
        return seat not in self._hinted and self.record.helps(seat) == MOST_HINTED

    def watch(self, viewer: Seat | None) -> WatchedLog:
        """Return a log for the next action that notes what this seat sees."""
        return WatchedLog(self.game, self.state, viewer)

    def tick(self, ms: int) -> list[Any]:
        """Advance the clock of a live game, and return the events."""
        log: list[Any] = []
        with self._together():
            self.game.tick(self.state, ms, log)
            self._pending += log
        return log

    def mark_time(self, ms: int) -> None:
        """Write down that time has passed, so that a resumed live game continues at this moment."""
        with self._together():
            self._write(Entry(max(ms, self.ms), None, TICK))

    # -- the clock of the players

    def note_time(self, seat: Seat, thought: int, is_up: bool) -> None:
        """Note for how many milliseconds a seat's clock has run before its next action.

        `is_up`: a bot chooses that action because the time is up, and it cannot be undone.
        """
        self._timed[seat] = thought, is_up

    def write_time(self, seat: Seat, thought: int, ms: int = 0) -> None:
        """Write down for how many milliseconds a seat's clock has run, before the table is covered or left."""
        with self._together():
            self._write(Entry(max(ms, self.ms), seat, TICK, thought=thought))

    # -- taking back

    def look(self, seats: frozenset[Seat]) -> None:
        """Set the seats whose hidden things are on the screen. Events that show them something can't be undone."""
        self.looking = seats
        if self._unseen & seats:
            self._raise_barrier()

    def can_undo(self) -> bool:
        """Tell whether the last action is a human's and has revealed nothing hidden."""
        entries = self.record.effective()
        return len(entries) > self._barrier and entries[-1].seat in self._humans

    def undo(self, ms: int = 0) -> Seat:
        """Undo the last action, and return its seat. Raises IllegalAction if `can_undo` is false."""
        if not self.can_undo():
            raise IllegalAction(SEEN_SINCE)
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
        if not entry.is_thinking:
            self.steps.append(Played(entry, action, self._pending))
            self._pending = []
        if self.journal is None:
            self._in_journal = len(self.record.entries)
        else:
            for late in self.record.entries[self._in_journal :]:  # several if an earlier write failed
                number = self._in_journal + 1
                _, self._in_journal = self.journal(late), number  # on one line: memory can run out between lines

    @contextmanager
    def _together(self) -> Iterator[None]:
        """Keep state and record consistent: if the block fails, the next one rebuilds the state from the record."""
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
    """An effective entry of a record, its events and the state after it."""

    entry: Entry
    action: Any
    """None if only time passed."""
    events: list[Any]
    state: Any


def time_up_words(steps: Sequence[Played] | Sequence[ReplayStep], number: int, names: Sequence[str]) -> str:
    """Return in words that a seat's time was up before a step; "" if it was not, or if the step before says so."""
    entry, before = steps[number].entry, steps[number - 1].entry if number else None
    if not entry.is_by_clock or entry.seat is None or (before and before.is_by_clock and before.seat == entry.seat):
        return ""
    yours, theirs = mark("Your time is up: a bot plays for you."), mark("{name}'s time is up: a bot plays instead.")
    return tr_player(names[entry.seat], yours, theirs)


def walk(record: Record, state: Any) -> Iterator[ReplayStep]:
    """Play a record from its start `state`, changed in place; yield a step after each entry. Raises RecordError."""
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
    """Return what a seat sees of the entry that follows `state`, which is not changed. Raises RecordError."""
    after = state.copy()
    log = WatchedLog(game, after, viewer)
    play_entry(game, after, entry, log)
    return log.seen
