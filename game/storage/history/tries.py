"""The tries at daily deals that count, as the saved games tell of them.

Where several were to count, each begun on a machine of its own, the one begun first does: by the time in the record; in
one second, the one that came further. So it is the same one wherever all of them are. The others are for practice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from topping_out.game.engine import Outcome
from topping_out.game.match import Match
from topping_out.game.progress.daily import Deal, date_of, is_counted
from topping_out.game.record import LARGEST_FILE, Header, check_players
from topping_out.game.storage.files import WAITS, files_in, read_file, read_or_nothing
from topping_out.game.storage.index import examine
from topping_out.game.storage.library import ABANDONED, Saved, SaveLibrary
from topping_out.game.storage.lock import FileLock
from topping_out.game.text_files import in_utf8

LONGEST_HEADER = 4096
"""Bytes of a first line that are read; a deal's is much shorter."""
LOCK = "daily.lock"
"""The file among the records that one copy of the program has locked while it begins a try."""


@dataclass(frozen=True, slots=True)
class DealTry:
    """The try at a deal that counts."""

    saved: Saved
    is_given_up: bool = False
    """Whether it was put away unfinished, and so is over without a result."""
    others: int = 0
    """How many other tries at the deal were to count too, on other machines."""

    @property
    def outcome(self) -> Outcome | None:
        return self.saved.outcome

    @property
    def is_under_way(self) -> bool:
        return self.outcome is None and not self.is_given_up


Tries = dict[tuple[str, str], DealTry]
"""By game and day, the day in ISO 8601."""


def counted_tries(library: SaveLibrary, deals: Iterable[Deal] = ()) -> Tries:
    """Return the counted tries of a library.

    Those at `deals` are found for certain, others as far as the library has read its files.
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
    """Return the files of the games that were to count for a day, and do not, since another of these does."""
    several = _by_deal(DealTry(saved) for saved in finished if is_counted(saved.header)).values()
    return {one.saved.path for tries in several for one in tries if one.saved.path != _first(tries).saved.path}


def _by_deal(tries: Iterable[DealTry]) -> dict[tuple[str, str], list[DealTry]]:
    found: dict[tuple[str, str], list[DealTry]] = {}
    for one in tries:
        found.setdefault((one.saved.header.game, date_of(one.saved.header)), []).append(one)
    return found


def _first(tries: list[DealTry]) -> DealTry:
    """Return the try at one deal that counts. An earlier state of it, from another machine, is no other try."""
    if len(tries) == 1:
        return tries[0]
    data = {one.saved.path: read_or_nothing(one.saved.path, LARGEST_FILE) for one in tries}
    first = min(tries, key=lambda one: _rank(one, data[one.saved.path]))
    whole = data[first.saved.path]
    return replace(first, others=sum(not whole.startswith(each) for each in data.values()))


def _rank(one: DealTry, data: bytes) -> tuple[object, ...]:
    """Return what orders tries alike on every machine, whatever their files are called."""
    return one.saved.header.started, one.outcome is None, one.is_given_up, -len(data), data


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Have other copies of the program wait, as far as the disk knows locks."""
    lock = None
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / LOCK).touch()
        lock = FileLock(folder / LOCK, WAITS)
    try:
        yield
    finally:
        if lock:
            lock.release()


def begin_try(library: SaveLibrary, deal: Deal, started: str) -> Match | DealTry:
    """Begin the try at a deal that counts, or return the one that there is: of two copies at once one begins it."""
    with _alone(library.folder):
        counted = counted_tries(library, [deal]).get((deal.game, deal.date))
        return counted or library.start(deal.begin(True, started))


def _read_header(path: Path) -> Header | None:
    """Return the header of a record that was played for something; None for another, or where it cannot be read."""
    try:
        line = in_utf8(read_file(path, LONGEST_HEADER)).partition(b"\n")[0]
        if b'"occasion"' not in line:
            return None
        header = msgspec.json.decode(line, type=Header)
        check_players(header)
    except (OSError, ValueError, RecursionError):  # msgspec's errors are ValueErrors
        return None
    return header
