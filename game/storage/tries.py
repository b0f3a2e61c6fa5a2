"""The tries at daily deals that count, as the saved games tell of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from game.daily import Deal, day_of, is_counted
from game.engine import Outcome
from game.record import Header, check_players
from game.storage.files import files_in, read_file
from game.storage.index import examine
from game.storage.library import ABANDONED, Saved, SaveLibrary

LONGEST_HEADER = 4096
"""Bytes of a first line that are read; a deal's is much shorter."""


@dataclass(frozen=True, slots=True)
class Try:
    """The try at a deal that counts."""

    saved: Saved
    is_given_up: bool = False
    """Whether it was put away unfinished, and so is over without a result."""

    @property
    def outcome(self) -> Outcome | None:
        return self.saved.outcome

    @property
    def is_under_way(self) -> bool:
        return self.outcome is None and not self.is_given_up


Tries = dict[tuple[str, str], Try]
"""By game and day, the day in ISO 8601."""


def counted_tries(library: SaveLibrary, deals: Iterable[Deal] = ()) -> Tries:
    """Return the counted tries of a library; of several at one deal, from two machines, the one begun first.

    Those at `deals` are found for certain, others as far as the library has read its files.
    """
    games = library.games()
    signs = [f"-{deal.header.seed}" for deal in deals]
    unread = [file for file in library.waiting if any(sign in file.name for sign in signs)]
    if unread:
        library.add([examine(library.folder, file) for file in unread])
        games = library.games()
    found = [Try(saved) for saved in games if is_counted(saved.header)]
    found += _given_up(library.folder / ABANDONED)
    tries: Tries = {}
    for one in sorted(found, key=lambda one: (one.saved.header.started, one.saved.path.name)):
        tries.setdefault((one.saved.header.game, day_of(one.saved.header)), one)
    return tries


def _given_up(folder: Path) -> Iterator[Try]:
    for path in files_in(folder, "*.jsonl"):
        header = _read_header(path)
        if header and is_counted(header):
            yield Try(Saved(path, header, 0, None), is_given_up=True)


def _read_header(path: Path) -> Header | None:
    """Return the header of a record that was played for something; None for another, or where it cannot be read."""
    try:
        line = read_file(path, LONGEST_HEADER).partition(b"\n")[0]
        if b'"occasion"' not in line:
            return None
        header = msgspec.json.decode(line, type=Header)
        check_players(header)
    except (OSError, ValueError, RecursionError):  # msgspec's errors are ValueErrors
        return None
    return header
