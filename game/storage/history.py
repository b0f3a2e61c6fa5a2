"""What a player has done: statistics, feats, tries at puzzles, and a table for spreadsheet programs."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec

from ..assets import DAMAGED, in_utf8
from ..engine import Outcome, Seat
from ..language import tr
from ..match import Match
from ..options import Value
from ..progress.daily import Deal, date_of, is_counted
from ..progress.rating import Rating, after_game, is_rated
from ..progress.summary import Feat, finder_of, summarise
from ..record import LARGEST_FILE, Header, Occasion, Record, check_start
from ..text import system_says
from .files import (
    LOCK_TRIES,
    FileLock,
    append_lines,
    files_in,
    read_file,
    read_json,
    read_or_nothing,
    records_folder,
    user_folder,
    write_atomic,
)
from .library import ABANDONED, Saved, SaveLibrary, examine

# -- tries


LONGEST_HEADER = 4096
"""Bytes of a first line that are read. That of a deal is much shorter."""
LOCK = "daily.lock"
"""File among the records that a copy of the program locks while it begins a try."""


@dataclass(frozen=True, slots=True)
class DealTry:
    """The try that counts for a deal."""

    saved: Saved
    is_given_up: bool = False
    """Whether it was abandoned unfinished, and is therefore over without a result."""
    others: int = 0
    """How many other tries, made on other machines, were also meant to count for the deal."""

    @property
    def outcome(self) -> Outcome | None:
        return self.saved.outcome

    @property
    def is_under_way(self) -> bool:
        return self.outcome is None and not self.is_given_up


Tries = dict[tuple[str, str], DealTry]
"""By game and by day or month in ISO 8601."""


def counted_tries(library: SaveLibrary, deals: Iterable[Deal] = ()) -> Tries:
    """Return the tries of a library that count.

    Those for `deals` are always found, others only if the library has already read their files.
    """
    games = library.games()
    signs = [f"-{deal.header.seed}" for deal in deals]
    unread = [file for file in library.waiting if any(sign in file.name for sign in signs)]
    if unread:
        library.add([examine(library.folder, file) for file in unread])
        games = library.games()
    found = [DealTry(saved) for saved in games if is_counted(saved.header)]
    for path in files_in(library.folder / ABANDONED, "*.jsonl"):
        header = _read_header(path)
        if header and is_counted(header):
            found.append(DealTry(Saved(path, header, 0, None), is_given_up=True))
    return {place: _first(tries) for place, tries in _by_deal(found).items()}


def for_practice(finished: Iterable[Saved]) -> set[Path]:
    """Return the files of games that were meant to count for a deal but don't, because another of these games does."""
    found: set[Path] = set()
    for tries in _by_deal(DealTry(saved) for saved in finished if is_counted(saved.header)).values():
        found |= {attempt.saved.path for attempt in tries} - {_first(tries).saved.path}
    return found


def _by_deal(tries: Iterable[DealTry]) -> dict[tuple[str, str], list[DealTry]]:
    found: dict[tuple[str, str], list[DealTry]] = {}
    for attempt in tries:
        found.setdefault((attempt.saved.header.game, date_of(attempt.saved.header)), []).append(attempt)
    return found


def _first(tries: list[DealTry]) -> DealTry:
    """Return the try at a deal that counts. A shorter copy of it, from another machine, is not another try."""
    if len(tries) == 1:
        return tries[0]
    data = {attempt.saved.path: read_or_nothing(attempt.saved.path, LARGEST_FILE) for attempt in tries}
    first = min(tries, key=lambda attempt: _sort_key(attempt, data[attempt.saved.path]))
    whole = data[first.saved.path]
    return replace(first, others=sum(not whole.startswith(each) for each in data.values()))


def _sort_key(attempt: DealTry, data: bytes) -> tuple[object, ...]:
    """Return a sort key that is the same on every machine and does not depend on file names."""
    return attempt.saved.header.started, attempt.outcome is None, attempt.is_given_up, -len(data), data


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Make other copies of the program wait during the block, if the file system has locks."""
    lock = None
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / LOCK).touch()
        lock = FileLock(folder / LOCK, LOCK_TRIES)
    try:
        yield
    finally:
        if lock:
            lock.release()


def begin_try(library: SaveLibrary, deal: Deal, started: str) -> Match | DealTry:
    """Begin the try that counts for a deal, or return the existing one. Of two copies at once, only one begins."""
    with _locked(library.folder):
        counted = counted_tries(library, [deal]).get((deal.game, deal.date))
        return counted or library.start(deal.begin(True, started))


def _read_header(path: Path) -> Header | None:
    """Return the header of a record with an occasion, or None if it has none or cannot be read."""
    try:
        line = in_utf8(read_file(path, LONGEST_HEADER)).partition(b"\n")[0]
        if b'"occasion"' not in line:
            return None
        header = msgspec.json.decode(line, type=Header)
        check_start(header)
    except (OSError, ValueError, RecursionError):  # msgspec's errors are ValueErrors
        return None
    return header


# -- accuracies


COSTS_FILE = "costs.json"
MOST_COST_BYTES = 4 * 1024 * 1024
"""Bytes. Ten thousand games need less than a million."""
Costs = dict[str, dict[Seat, Annotated[float, msgspec.Meta(ge=0)]]]
"""By file name of a record and by seat, the average cost of a decision."""


def read_costs(folder: Path | None = None) -> Costs:
    """Return the known costs for a folder of records; empty if the file is missing or damaged."""
    return read_json((folder or records_folder()) / COSTS_FILE, MOST_COST_BYTES, Costs, {})


def keep_costs(folder: Path, record: str, costs: Mapping[Seat, float]) -> None:
    """Save the costs of a game's decisions under its file name. If that fails, the game is judged again next time."""
    known = read_costs(folder)
    if known.get(record) != costs:
        with suppress(OSError):
            write_atomic(folder / COSTS_FILE, msgspec.json.encode({**known, record: dict(costs)}))


# -- feats


Firsts = dict[str, dict[str, Saved]]
"""By player and feat, the game in which the player first achieved it."""


def first_feats(game: str, finished: Iterable[Saved]) -> Firsts:
    """Return the first feats of all players, by name, in one kind of game."""
    firsts: Firsts = {}
    for saved in sorted(finished, key=lambda saved: saved.header.started):
        if saved.header.game == game:
            for found in saved.summary.feats:
                if found.seat < len(saved.header.seats):
                    player = saved.header.seats[found.seat].name
                    firsts.setdefault(player, {}).setdefault(found.feat, saved)
    return firsts


def new_feats(record: Record, path: Path | None, finished: Iterable[Saved]) -> list[tuple[str, Feat]]:
    """Return the names and feats achieved for the first time in a game that has just ended; `path` is its file."""
    found = summarise(record)[1].feats
    if not found:
        return []
    known = first_feats(record.header.game, (saved for saved in finished if saved.path != path))
    feats = {feat.name: feat for feat in finder_of(record.header.game).feats}
    names = [player.name for player in record.header.seats]
    return [(names[each.seat], feats[each.feat]) for each in found if each.feat not in known.get(names[each.seat], {})]


# -- puzzle tries


PUZZLES_FILE = "puzzles.jsonl"
MOST_PUZZLE_BYTES = 32 * 1024 * 1024
"""Bytes of the file that are read; enough for half a million tries."""


class PuzzleTry(msgspec.Struct, frozen=True):
    """A try at a puzzle."""

    game: str
    puzzle: str
    """The puzzle's name, unique within its game."""
    is_right: bool
    when: str = ""
    """Local time in ISO 8601."""


class PuzzleTries:
    """All tries at puzzles, in order of time, so that the first try is the same on every machine."""

    def __init__(self, folder: Path | None = None) -> None:
        """Read the tries in a folder, by default the user's. Unreadable lines are ignored but stay in the file."""
        self.path = (folder or user_folder("progress")) / PUZZLES_FILE
        self.problem = ""
        """A sentence that says what could not be read or saved; empty if nothing failed."""
        self._waiting: list[bytes] = []
        self.tries = self._read()

    def add(self, done: PuzzleTry) -> None:
        """Add a try. If it cannot be saved, `problem` is set, and the next call tries again."""
        self.tries.append(done)
        self._waiting.append(msgspec.json.encode(done))
        try:
            append_lines(self.path, self._waiting)
            self._waiting.clear()
        except OSError as error:
            why = system_says(error)
            self.problem = tr("Your puzzle results aren't being saved to {file}: {error}.", file=self.path, error=why)

    def first(self, game: str) -> dict[str, bool]:
        """Return whether the first try at each puzzle of a game was right, in the order of the tries."""
        found: dict[str, bool] = {}
        for done in self._of(game):
            found.setdefault(done.puzzle, done.is_right)
        return found

    def solved(self, game: str) -> frozenset[str]:
        """Return the puzzles of a game that were solved in any try."""
        return frozenset(done.puzzle for done in self._of(game) if done.is_right)

    def _of(self, game: str) -> Iterable[PuzzleTry]:
        return (done for done in self.tries if done.game == game)

    def _read(self) -> list[PuzzleTry]:
        try:
            data = read_file(self.path, MOST_PUZZLE_BYTES)
        except FileNotFoundError:
            return []
        except OSError as error:
            why = system_says(error)
            self.problem = tr("Your puzzle results in {file} can't be read: {error}.", file=self.path, error=why)
            return []
        found, skipped, decoder = list[PuzzleTry](), 0, msgspec.json.Decoder(PuzzleTry)
        for line in io.BytesIO(in_utf8(data)):
            try:
                found += [decoder.decode(line)] if line != b"\n" else []
            except DAMAGED:
                skipped += line.endswith(b"\n")  # a last line cut off by a crash is no problem
        if skipped:
            self.problem = tr("Some lines of {file} can't be read and are left out.", file=self.path)
        return sorted(found, key=lambda done: done.when)


# -- statistics


K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A finished game from the viewpoint of one of its human players."""

    saved: Saved
    seat: Seat
    outcome: Outcome
    is_for_practice: bool = False
    """Whether it was meant to count for a deal for which another game counts."""

    @property
    def header(self) -> Header:
        return self.saved.header

    @property
    def is_helped(self) -> bool:
        """Whether the player took so many hints that the game does not count for the rating."""
        return self.seat in self.saved.summary.helped

    @property
    def has_won(self) -> bool:
        """Whether the player won, alone or with others."""
        return self.seat in self.outcome.winners

    @property
    def score(self) -> int:
        return self.outcome.scores[self.seat]

    @property
    def lead(self) -> int:
        """The player's score minus the best score of the others."""
        seats = range(len(self.header.seats))
        return self.score - max(self.outcome.scores[seat] for seat in seats if seat != self.seat)


@dataclass
class Tally:
    """How many games were played, and how many of them won."""

    games: int = 0
    won: int = 0

    def add(self, played: OwnGame) -> None:
        self.games += 1
        self.won += played.has_won


OptionChoice = tuple[str, Value]
"""An option's key and one of its values."""
SEATS = "seats"
"""Used as the key of an option for the number of players."""


@dataclass
class Career:
    """One player's finished games of one kind. Players are told apart by name."""

    game: str
    name: str
    played: list[OwnGame] = field(default_factory=list)
    """In order of their start."""

    @property
    def won(self) -> int:
        """The number of games won, including shared wins."""
        return sum(played.has_won for played in self.played)

    @property
    def best(self) -> int:
        """The best score, in the game's unit."""
        return max(played.score for played in self.played)

    @cached_property
    def ratings(self) -> list[tuple[OwnGame, Rating]]:
        """The rated games, each with the player's rating after it."""
        found: list[tuple[OwnGame, Rating]] = []
        rating = Rating()
        for played in self.played:
            if is_rated(played.header) and not played.is_for_practice and not played.is_helped:
                rating = after_game(rating, played.header, played.seat, played.outcome)
                found.append((played, rating))
        return found

    @property
    def rating(self) -> Rating:
        """The current rating; that of a new player if there are no rated games."""
        return self.ratings[-1][1] if self.ratings else Rating()

    @property
    def lost_in_a_row(self) -> int:
        """The number of rated games lost since the last win."""
        results = [played.has_won for played, _ in self.ratings]
        return next((number for number, won in enumerate(reversed(results)) if won), len(results))

    def by_opponent(self) -> dict[str, Tally]:
        """Return the tally against each level or character."""
        return self._by(lambda played: {other.level for other in played.header.seats if not other.is_human})

    def by_human(self) -> dict[str, Tally]:
        """Return the tally against each human opponent, by name."""
        return self._by(lambda played: {other.name for other in played.header.seats if other.is_human} - {self.name})

    def by_option(self) -> dict[OptionChoice, Tally]:
        """Return the tally for each value of each option and for each number of players."""
        return self._by(lambda played: [(SEATS, len(played.header.seats)), *played.header.options.items()])

    def _by(self, keys: Callable[[OwnGame], Iterable[K]]) -> dict[K, Tally]:
        tallies: dict[K, Tally] = {}
        for played in self.played:
            for key in keys(played):
                tallies.setdefault(key, Tally()).add(played)
        return tallies

    def endings(self) -> Counter[str]:
        """Return how often the player won by each kind of ending, most frequent first."""
        return Counter(played.outcome.reason for played in self.played if played.has_won)


def careers(finished: Iterable[Saved]) -> dict[str, dict[str, Career]]:
    """Return the careers by game and player, whatever the order of the files. Continued games are not included."""
    found: dict[str, dict[str, Career]] = {}
    games = list(finished)
    practice = for_practice(games)
    for saved in sorted(games, key=lambda saved: (saved.header.started, saved.path.name)):
        outcome = saved.outcome
        if outcome is None or saved.header.purpose.branch:
            continue
        for seat, player in enumerate(saved.header.seats):
            if player.is_human:
                by_player = found.setdefault(saved.header.game, {})
                career = by_player.setdefault(player.name, Career(saved.header.game, player.name))
                career.played.append(OwnGame(saved, seat, outcome, saved.path in practice))
    return found


def career_of(finished: Iterable[Saved], game: str, name: str) -> Career:
    """Return a player's games of one kind, which may be none."""
    games = (saved for saved in finished if saved.header.game == game)
    return careers(games).get(game, {}).get(name, Career(game, name))


# -- statistics csv


BYTE_ORDER_MARK = "\ufeff"
"""Some spreadsheet programs recognize UTF-8 only by this mark at the beginning."""
COLUMNS = (
    "started", "game", "file", "seat", "player", "kind", "level", "won", "score", "ending", "turns", "minutes",
    "options", "occasion", "rating", "rating_margin",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of cells that spreadsheet programs would take for formulas. A name in a record may begin like this."""


def csv_text(finished: Iterable[Saved]) -> str:
    """Return a CSV table with a row for each finished game and seat, in order of the games' start.

    Rows end as RFC 4180 requires. A human's rating is the one after the game; empty if the game was not rated.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([_without_formula(cell) for cell in row] for row in _rows(list(finished)))
    return BYTE_ORDER_MARK + text.getvalue()


def _rows(finished: list[Saved]) -> Iterator[list[object]]:
    ratings = {
        (played.saved.path, played.seat): rating
        for by_player in careers(finished).values()
        for career in by_player.values()
        for played, rating in career.ratings
    }
    practice = for_practice(finished)
    for saved in sorted(finished, key=lambda saved: (saved.header.started, saved.path.name)):
        header, outcome = saved.header, saved.outcome
        if outcome is None:
            continue
        game, minutes = (header.started, header.game, saved.path.name), round(saved.summary.ms / 60_000, 1)
        options = "; ".join(f"{key}={value}" for key, value in header.options.items())
        occasion = _words_of(header.purpose, saved.path in practice)
        for seat, player in enumerate(header.seats):
            result = int(seat in outcome.winners), outcome.scores[seat], outcome.reason
            rating = ratings.get((saved.path, seat))
            rated = (round(rating.elo), round(rating.margin)) if rating else ("", "")
            who = seat + 1, player.name, player.kind, player.level
            yield [*game, *who, *result, saved.turns, minutes, options, occasion, *rated]


def _words_of(occasion: Occasion, is_for_practice: bool) -> str:
    """Return what a game was played for; empty if it was just played for itself."""
    parts = [
        f"day {occasion.day}" if occasion.day else "",
        f"month {occasion.month}" if occasion.month else "",
        "counted" if occasion.is_counted and not is_for_practice else "",
        "branch" if occasion.branch else "",
        f"best of {occasion.best_of}" if occasion.best_of else "",
    ]
    return " ".join(filter(None, parts))


def _without_formula(cell: object) -> object:
    """Return a cell in a form that spreadsheet programs do not take for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip(" ").startswith(FORMULA) else cell
