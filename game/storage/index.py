"""What is known of each saved game, so that old games are not played through again at every look.

The file may be deleted. It is a JSON line for the program's version, then one for each game; a later line about a file
goes before an earlier one, so that what is new is only appended.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from topping_out.game import __version__
from topping_out.game.engine import Outcome
from topping_out.game.progress import summary
from topping_out.game.progress.summary import Summary, summarise
from topping_out.game.record import (
    LARGEST_FILE,
    LONGEST_LINE,
    Header,
    RecordError,
    check_players,
    count_turns,
    is_possible,
)
from topping_out.game.storage.files import open_file, read_file, write_atomic
from topping_out.game.storage.journal import read_record
from topping_out.game.text_files import in_utf8

INDEX = "index.ndjson"
LARGEST_INDEX = 128 * 1024 * 1024
"""Bytes; ten thousand games need about six million."""
SPARE = 200
"""So many lines more than twice those in use there may be before the file is written anew."""
BEGINNING = b'{"record":"topping-out",'
"""How the first line of every record begins."""


DAMAGED = (msgspec.MsgspecError, RecursionError, UnicodeDecodeError)
"""What decoding bytes that anybody may have written may raise."""


class RecordFile(NamedTuple):
    """A file that may be a record, as it was when one looked."""

    name: str
    size: int
    changed: int
    """Nanoseconds."""


class Known(msgspec.Struct, frozen=True, tag="known", gc=False):
    """What the index says of a file, as long as its size and time of change (in nanoseconds) are these."""

    name: str
    size: int
    changed: int
    header: Header
    turns: int
    outcome: Outcome | None
    summary: Summary


class Unreadable(msgspec.Struct, frozen=True, tag="unreadable"):
    """A file that is no record; why, in a sentence, empty where the program was killed as it made it."""

    name: str
    size: int
    changed: int
    problem: str


class Heading(msgspec.Struct, frozen=True):
    """The first line. Another version of the program begins a new index: it may have other rules."""

    program: str = __version__
    summaries: int = summary.VERSION


def examine(folder: Path, file: RecordFile) -> Known | Unreadable:
    """Read a record's file, and play it through."""
    path = folder / file.name
    try:
        record = read_record(path)
        outcome, found = summarise(record)
        return Known(*file, record.header, count_turns(record), outcome, found)
    except RecordError as error:
        return Unreadable(*file, "" if _lacks_first_line(path) else str(error))


class Index:
    """What is known of the files of a folder."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / INDEX
        self._found: dict[str, Known | Unreadable] | None = None
        self._new: list[Known] = []
        self._lines = 0

    def get(self, file: RecordFile) -> Known | Unreadable | None:
        """Return what is known of a file; None where it has changed since, or was never looked at."""
        found = self._read().get(file.name)
        return found if found and found.size == file.size and found.changed == file.changed else None

    def add(self, found: Known | Unreadable) -> None:
        """Take up what was found. What cannot be read is looked at again when the program is next started."""
        self._read()[found.name] = found
        if isinstance(found, Known):
            self._new.append(found)

    def write(self, files: Sequence[RecordFile]) -> None:
        """Save what is new; `files` are those that are there now."""
        new, self._new = self._new, []
        with suppress(OSError):  # it only saves time
            if new and self._lines and self._lines + len(new) <= 2 * len(files) + SPARE:
                flags = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)  # it may be a pipe by now
                with os.fdopen(os.open(self._path, os.O_WRONLY | os.O_APPEND | flags), "wb") as file:
                    file.write(_encode(new))
                self._lines += len(new)
            elif new:
                all_known = [found for file in files if isinstance(found := self.get(file), Known)]
                write_atomic(self._path, msgspec.json.encode(Heading()) + b"\n" + _encode(all_known))
                self._lines = len(all_known)

    def _read(self) -> dict[str, Known | Unreadable]:
        """Return all that is known, without what cannot be true: anybody may have written the file."""
        if self._found is None:
            self._lines, known = _read_lines(self._path)
            self._found = {name: found for name, found in known.items() if _is_possible(found)}
        return self._found


def _encode(lines: list[Known]) -> bytes:
    return b"".join(msgspec.json.encode(known) + b"\n" for known in lines)


def _read_lines(path: Path) -> tuple[int, dict[str, Known]]:
    """Return how many lines an index has, and the last about each file that is there, as far as they are whole.

    There is nothing where it is another program's.
    """
    decoder, lines, found, size = msgspec.json.Decoder(Known), 0, dict[str, Known](), 0
    with suppress(OSError, *DAMAGED), open_file(path) as file:
        there = {*os.listdir(path.parent)}
        if msgspec.json.decode(file.readline(LONGEST_LINE), type=Heading) != Heading():
            return 0, {}
        while size < LARGEST_INDEX and (line := file.readline(LONGEST_LINE)):
            size += len(line)
            with suppress(*DAMAGED):
                known = decoder.decode(line)
                lines += 1
                if known.name in there:
                    found[known.name] = known
    return lines, found


def _is_possible(known: Known) -> bool:
    """Tell whether this could have been read from a record."""
    try:
        check_players(known.header)
    except ValueError:
        return False
    return known.outcome is None or is_possible(known.outcome, known.header)


def _lacks_first_line(path: Path) -> bool:
    """Tell whether the program was killed before the first line was whole: then nothing was played."""
    with suppress(OSError):
        data = in_utf8(read_file(path, LARGEST_FILE))
        return b"\n" not in data and BEGINNING.startswith(data[: len(BEGINNING)])
    return False
