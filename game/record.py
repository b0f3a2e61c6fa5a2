"""The record of a game, from which it can be saved, resumed, undone, replayed and reported.

A file is one line of JSON for the header and one for each thing that happened: `[ms, seat, text]`. The text is that of
an action, or one of the reserved words `undo` (the last action was undone) and `tick` (time passed). In a game with a
clock for its players, an entry also has how long the seat thought, and a `tick` of a seat says only that.
"""

from __future__ import annotations

import copyreg
import random
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date
from typing import Annotated, Any, Literal

import msgspec

from . import roster
from .assets import DAMAGED, UTF_16, decoded, in_utf8, not_text
from .engine import AnyGame, IllegalAction, Outcome, Seat
from .language import mark, tr
from .options import resolve
from .registry import UnknownGame, load
from .text import is_plain, plainly

UNDO = "undo"
TICK = "tick"
LARGEST_FILE = 16 * 1024 * 1024
MOST_ENTRIES = 50_000
"""The most entries of a record. The longest games have a few thousand."""
LONGEST_LINE = 1024 * 1024
"""Bytes. The longest lines contain a deck."""
LONGEST_GAME = 366 * 24 * 60 * 60 * 1000
"""Milliseconds: a year. The clock of a window that is left open runs on, perhaps for days."""
LARGEST_SEED = 2**53 - 1
"""The largest integer that every JSON reader keeps exactly."""
LONGEST_CLOCK = 99 * 60
"""The most seconds that players may have for a turn or a game."""
MOST_CHANGES = 64
"""The most changes of bots in a record."""
OURS = re.compile(rb'{"record":"topping-out","format":(?P<format>[1-9]\d{0,8}),')
"""How the first line of a record begins, in every version."""
MOST_HINTED = 3
"""The most actions of a seat that may follow hints or be done by a bot because time was up; a game with more counts
neither for feats nor for the rating."""
LONGEST_NOTE = 160
"""The most letters of a note about an entry."""
LONGEST_NAME = 40
"""The most letters of a player's name or of the time of the start. No input field allows more."""


class RecordError(ValueError):
    """A record that cannot be used. The message says where and why, in one line. Its file stays as it is.

    `place` says the same for programs as far as known: line, number of the action, seat, action.
    """

    def __init__(self, message: str, **place: Any) -> None:
        super().__init__(plainly(message))
        self.place = place


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The player in a seat: a human, or a bot whose `level` may also be a character."""

    name: str
    kind: Literal["human", "bot"] = "human"
    level: str = ""
    colour: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    """Index into the theme's seat colours."""

    @property
    def is_human(self) -> bool:
        return self.kind == "human"


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time that each human has, in a game with turns. The rules know nothing of it; the table keeps it."""

    per: Literal["turn", "game"]
    seconds: Annotated[int, msgspec.Meta(ge=1, le=LONGEST_CLOCK)]


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A change of bots during a game."""

    step: Annotated[int, msgspec.Meta(ge=1)]
    """The number of effective entries before it."""
    seat: Annotated[int, msgspec.Meta(ge=0)]
    player: Player
    """The bot that sat there before."""


class Occasion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The special purpose of a game, if it has one."""

    day: str = ""
    """The date in ISO 8601 if the game is a daily deal."""
    month: str = ""
    """Year and month in ISO 8601 if the game is a deal of the month."""
    is_counted: bool = False
    """Whether it is the only try at the deal that counts."""
    branch: Annotated[int, msgspec.Meta(ge=0)] = 0
    """The number of entries copied from the game that this one continues. Such a game does not count."""
    origin: str = ""
    """The start time of that other game, as in its header."""
    best_of: Literal[0, 3] = 0
    """The most games of the series that this game belongs to; 0 if it belongs to none."""
    won: tuple[Annotated[int, msgspec.Meta(ge=0, le=9)], ...] = ()
    """The games of the series that each seat had won before this one."""
    changes: Annotated[tuple[Change, ...], msgspec.Meta(max_length=MOST_CHANGES)] = ()
    """The bots that were replaced, in order. The header's seats are those at the end."""
    district: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""
    """The district of the player's city in which it is played (see `game.city`)."""
    stage: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""
    """The match of that district."""

    @property
    def date(self) -> str:
        """The day or month of the deal in ISO 8601, or "" for any other game."""
        return self.day or self.month


NO_OCCASION = Occasion()


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """The start of a game. Together with the entries it determines every state of the game."""

    record: Literal["topping-out"] = "topping-out"
    format: int = 1
    game: str
    rules: int
    seats: tuple[Player, ...]
    options: dict[str, bool | int | str]
    seed: int
    started: str = ""
    """Local time in ISO 8601, for people to read."""
    occasion: Occasion | msgspec.UnsetType = msgspec.UNSET
    """Not in the file of a game that was just played for itself."""
    clock: Clock | msgspec.UnsetType = msgspec.UNSET
    """Not in the file of a game without one."""

    @property
    def purpose(self) -> Occasion:
        """The occasion; without one, an empty one."""
        return self.occasion or NO_OCCASION


def _unset() -> msgspec.UnsetType:
    return msgspec.UNSET


# To pickle an object like this one, pickle looks for it in every loaded module. A module that fails at that, as lazy
# ones may, would keep a header from being sent to another process.
copyreg.pickle(msgspec.UnsetType, lambda _: (_unset, ()))


class Entry(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Something that happened, `ms` milliseconds after the start."""

    ms: int
    seat: int | None
    text: str
    is_hinted: bool = False
    """Whether the seat was shown a hint for it; only in the file if true. Older programs ignore it."""
    note: str = ""
    """What somebody wrote about it while watching the replay; only in the file if there is a note, as above."""
    thought: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_GAME)] = 0
    """Milliseconds for which the seat's clock ran before it; only in the file if the game has a clock."""
    is_by_clock: bool = False
    """Whether a bot did it for the seat, whose time was up."""

    def to_bytes(self) -> bytes:
        """Return its line, without the newline."""
        plain = self.ms, self.seat, self.text
        is_whole = self.note or self.thought or self.is_by_clock
        return msgspec.json.encode(self if is_whole else (*plain, True) if self.is_hinted else plain)

    @property
    def is_thinking(self) -> bool:
        """Whether it says only for how long a seat's clock has run, because the table was covered or left."""
        return self.text == TICK and self.seat is not None


class Record(msgspec.Struct):
    """A header and all entries, including those that undo others."""

    header: Header
    entries: list[Entry] = []

    def effective(self) -> list[Entry]:
        """Return the entries that were not undone, without the `undo` entries and those that only tell of thinking."""
        kept: list[Entry] = []
        for entry in self.entries:
            if entry.text == UNDO:
                del kept[-1:]
            elif not entry.is_thinking:
                kept.append(entry)
        return kept

    def thought(self, seat: Seat, since: int = 0) -> int:
        """Return for how many milliseconds a seat's clock has run after the first `since` effective entries.

        What was undone counts as well.
        """
        done = total = 0
        for entry in self.entries:
            if entry.text == UNDO:
                done = max(0, done - 1)
                continue
            total += entry.thought if entry.seat == seat and done >= since else 0
            done += not entry.is_thinking
        return total

    def actions(self) -> list[Entry]:
        """Return the effective entries that are actions."""
        return [entry for entry in self.effective() if entry.text != TICK]

    def to_bytes(self) -> bytes:
        return b"".join(line + b"\n" for line in (msgspec.json.encode(self.header), *map(Entry.to_bytes, self.entries)))

    def hinted(self, seat: Seat) -> tuple[int, int]:
        """Return how many of a seat's actions followed a hint, and how many actions it did."""
        own = [entry.is_hinted for entry in self.actions() if entry.seat == seat]
        return sum(own), len(own)

    def helps(self, seat: Seat) -> int:
        """Return how many of a seat's actions followed a hint, or were done by a bot because time was up."""
        return sum(entry.is_hinted or entry.is_by_clock for entry in self.actions() if entry.seat == seat)

    def helped(self) -> tuple[Seat, ...]:
        """Return the humans for whom the game does not count because they had help with too many of their actions."""
        seats = enumerate(self.header.seats)
        return tuple(seat for seat, player in seats if player.is_human and self.helps(seat) > MOST_HINTED)


def new_header(
    game: AnyGame, players: Iterable[Player], options: Mapping[str, object], seed: int, started: str = ""
) -> Header:
    """Return the header of a new game. Raises OptionError, or ValueError for a bad number of seats, seed or name."""
    header = Header(game=game.name, rules=game.version, seats=tuple(players), options={}, seed=seed, started=started)
    check_start(header)
    return msgspec.structs.replace(header, options=resolve(game.options(len(header.seats)), options))


def wrong_seats(game: AnyGame, seats: int) -> str:
    """Return a message that a game is not for this number of seats."""
    if len(game.seats) == 1:
        return tr("{game} is for {number} seats, not {seats}", game=game.title, number=game.seats[0], seats=seats)
    text = mark("{game} is for {fewest} to {most} players, not {seats}")
    return tr(text, game=game.title, fewest=game.seats[0], most=game.seats[-1], seats=seats)


def new_seed() -> int:
    """Return a random seed."""
    return random.SystemRandom().getrandbits(32)


def parse_record(data: bytes, source: str = "the record") -> Record:
    """Read a record. An incomplete last line is dropped; any other mistake raises RecordError."""
    if len(data) > LARGEST_FILE:
        large = mark("{file} is larger than {bytes} bytes, so it can't be a game record")
        raise RecordError(tr(large, file=source, bytes=LARGEST_FILE))
    data = in_utf8(data)
    if data.startswith(UTF_16):
        raise RecordError(tr("{file} can't be read: {error}", file=source, error=not_text(1)))
    if data.count(b"\n") > MOST_ENTRIES:
        many = mark("{file} has more than {most} lines, so it can't be a game record")
        raise RecordError(tr(many, file=source, most=MOST_ENTRIES))
    lines = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            long = mark("{file}, line {line} is longer than {bytes} bytes, too long for a game record")
            raise RecordError(tr(long, file=source, line=number, bytes=LONGEST_LINE), line=number)
    torn = lines.pop()  # empty if the last line is complete
    if not lines:
        raise RecordError(tr("{file} has no first line: it's empty, or not a record", file=source))
    header = _decode_header(lines[0], source)
    entries = [_decode(line, Entry, source, number) for number, line in enumerate(lines[1:], 2)]
    if torn:
        with suppress(*DAMAGED):
            entries.append(msgspec.json.decode(torn, type=Entry))
    for number, entry in enumerate(entries, 2):
        if entry.ms > LONGEST_GAME:
            late = mark("{file}, line {line} is {ms} ms into the game: no game lasts that long")
            raise RecordError(tr(late, file=source, line=number, ms=entry.ms), line=number)
        if entry.note and not is_plain(entry.note, LONGEST_NOTE):
            wrong = mark("{file}, line {line} has a note that's too long or can't be shown")
            raise RecordError(tr(wrong, file=source, line=number), line=number)
    _check_header(header, source)
    return Record(header, entries)


def _decode_header(text: bytes, source: str) -> Header:
    try:
        header: Header = _decode(text, Header, source, 1)
    except RecordError as error:
        ours = OURS.match(text)
        is_newer = ours and (ours["format"] != b"1" or "unknown field" in str(error))
        raise _newer(source, error) if is_newer else error from None
    return header


def _newer(source: str, error: object) -> RecordError:
    text = mark("{file} comes from a newer version of the program: {error}")
    return RecordError(tr(text, file=source, error=error), line=1)


def _decode(text: bytes, kind: type[Any], source: str, line: int) -> Any:
    try:
        return msgspec.json.decode(text, type=kind)
    except DAMAGED as error:
        reason: Exception = error
        try:
            decoded(text, line)
        except ValueError as no_text:
            reason = no_text
        why = tr("{file}, line {line} can't be read: {error}", file=source, line=line, error=reason)
        raise RecordError(why, line=line) from None


def _check_header(header: Header, source: str) -> None:
    if header.format != 1:
        why = tr("{file} has format {format}; this program reads format 1", file=source, format=header.format)
        raise _newer(source, why) if header.format > 1 else RecordError(why)
    try:
        game = load(header.game)
        if header.rules not in (game.version, *game.older_versions):
            why = tr(
                "it was played under version {old} of the rules of {game}; this program has version {new}",
                old=header.rules, game=game.title, new=game.version,
            )  # fmt: skip
            raise _newer(source, why) if header.rules > game.version else ValueError(why)
        check_start(header)
        offered = {option.key: option for option in game.options(len(header.seats))}
        settled = resolve(offered.values(), header.options)
        if any(key not in header.options and not option.is_newer for key, option in offered.items()) or not all(
            offered[key].means(written, settled[key]) for key, written in header.options.items()
        ):
            raise ValueError(tr("its first line doesn't set every option of {game}", game=game.title))
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(f"{source}: {error}") from None


def check_start(header: Header) -> None:
    """Raise ValueError if the seats, names, levels, seed, start time or day are impossible.

    They are shown before the game is replayed.
    """
    if len(header.seats) not in (game := load(header.game)).seats:
        raise ValueError(wrong_seats(game, len(header.seats)))
    if header.seed < 0:
        raise ValueError(tr("a seed can't be negative, and this one is {seed}", seed=header.seed))
    purpose, changes = header.purpose, header.purpose.changes
    for time in (header.started, purpose.origin):
        if not is_plain(time, LONGEST_NAME):
            raise ValueError(tr("{text} isn't a time", text=repr(time[:LONGEST_NAME])))
    if purpose.date:
        date.fromisoformat((purpose.day or f"{purpose.month}-01")[:LONGEST_NAME])
    if any(change.seat >= len(header.seats) or change.player.is_human for change in changes):
        raise ValueError(tr("a bot took over where no bot was playing"))
    for player in (*header.seats, *(change.player for change in changes)):
        if not is_plain(player.name, LONGEST_NAME):
            raise ValueError(tr("{text} isn't a name", text=repr(player.name[:LONGEST_NAME])))
        if not player.is_human:
            roster.check(player.level)


def is_possible(outcome: Outcome, header: Header) -> bool:
    """Tell whether a game can have this outcome. It may come from a file that anybody wrote."""
    seats = len(header.seats)
    return len(outcome.scores) >= seats and all(0 <= seat < seats for seat in outcome.winners)


def start_state(header: Header) -> Any:
    """Return the state before the first action. Raises RecordError if the game fails."""
    try:
        game = load(header.game)
        state = game.setup(len(header.seats), header.options, header.seed)
        if header.rules != game.version:
            game.use_version(state, header.rules, header.seed)
    except UnknownGame as error:
        raise RecordError(str(error)) from None
    return state


def play_entry(game: AnyGame, state: Any, entry: Entry, log: list[Any] | None = None) -> Any:
    """Apply one entry to the state in place, and return its action (None for a tick). Raises RecordError."""
    try:
        game.tick(state, entry.ms, log)
        if entry.text == TICK:
            return None
        seat, action = _legal(game, state, entry)
        game.apply(state, seat, action, log)
    except UnknownGame as error:
        raise RecordError(str(error)) from None
    return action


def _legal(game: AnyGame, state: Any, entry: Entry) -> tuple[Seat, Any]:
    """Return the seat and action of an entry. Raises RecordError if the action is not legal now."""
    try:
        action = game.parse(entry.text)
        if entry.seat is None or entry.seat not in game.actors(state):
            raise IllegalAction(tr("seat {seat} can't act now", seat=entry.seat))
        game.check(state, entry.seat, action)
    except ValueError as error:
        why = tr(
            "{action} of seat {seat} doesn't fit the game so far: {error}",
            action=repr(entry.text), seat=entry.seat, error=error,
        )  # fmt: skip
        raise RecordError(why) from None
    return entry.seat, action


def refused(record: Record, index: int, error: RecordError) -> RecordError:
    """Return the error with the place of effective entry `index`: its line, and its number among actions (from 1)."""
    effective = record.effective()
    line = 2 + next(n for n, entry in enumerate(record.entries) if entry is effective[index])
    number = sum(entry.text != TICK for entry in effective[: index + 1])
    seat, text = effective[index].seat, effective[index].text
    why = tr("line {line}, action {number}: {error}", line=line, number=number, error=error)
    return RecordError(why, line=line, number=number, seat=seat, action=text)


def fold(record: Record, until: int | None = None) -> Any:
    """Return the state after the first `until` effective entries (all of them by default). Raises RecordError."""
    game, state = load(record.header.game), start_state(record.header)
    for index, entry in enumerate(record.effective()[:until]):
        try:
            play_entry(game, state, entry)
        except RecordError as error:
            raise refused(record, index, error) from None
    return state


def names_of(header: Header) -> list[str]:
    """Return the players' names, in the order of the seats."""
    return [player.name for player in header.seats]


def seated(header: Header, step: int) -> Header:
    """Return a header with the players who sat at the table after `step` effective entries."""
    seats = list(header.seats)
    for change in reversed(header.purpose.changes):
        if change.step > step:
            seats[change.seat] = change.player
    return msgspec.structs.replace(header, seats=tuple(seats))


def branch_of(record: Record, step: int, started: str = "") -> Record:
    """Return the record of a new game that continues another one after `step` effective entries, 1 or more."""
    header, entries = record.header, record.effective()[:step]
    changes = tuple(change for change in header.purpose.changes if change.step <= step)
    occasion = Occasion(branch=len(entries), origin=header.started, changes=changes)
    header = msgspec.structs.replace(seated(header, step), started=started, occasion=occasion)
    return Record(header, entries)


def beginning_of(record: Record) -> Record:
    """Return the part of a continued game that was copied from the other game; no entries for any other game."""
    return Record(record.header, record.entries[: record.header.purpose.branch])


def count_turns(record: Record) -> int:
    """Return the number of turns played, as the game counts them. Raises RecordError if the game fails."""
    try:
        return load(record.header.game).count_turns([entry.seat for entry in record.actions()])
    except UnknownGame as error:
        raise RecordError(str(error)) from None
