"""The file of a match's record: reading it, and writing it while the match is played, whatever the disk does."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from itertools import count
from pathlib import Path

import msgspec

from game.record import LARGEST_FILE, Entry, Header, Record, RecordError, parse_record
from game.storage.files import HOME_VARIABLE, Appender, read_file, sync_folder
from game.storage.lock import FileLock

Notify = Callable[[str], None]


def read_record(path: Path) -> Record:
    """Read a record's file. Raises RecordError, also where the file cannot be opened."""
    try:
        data = read_file(path, LARGEST_FILE)
    except OSError as error:
        raise RecordError(f"{path} cannot be opened: {error.strerror or error}") from None
    return parse_record(data, str(path))


class JournalFile:
    """The file behind a match; its journal.

    What the disk refuses waits here and is written, in order, as soon as the disk takes it: the file is at all
    times the record from its beginning up to some line. The game itself never stops for it.
    """

    def __init__(self, folder: Path, waiting: list[bytes], name: str = "", report: Notify | None = None) -> None:
        """Begin a file of its own in `folder` with the lines that wait already. Never raises OSError: see `problem`."""
        self.path: Path | None = None
        """The file; None while it could not even be begun."""
        self.problem = ""
        """What keeps the record from being saved: what, where, what to do. Empty while all is on the disk."""
        self._folder, self._name, self._waiting = folder, name, waiting
        self._whole = 0  # bytes of the file that are whole lines of the record
        self._report = report
        self._lock: FileLock | None = None
        self._appender: Appender | None = None
        self._is_closed = False

    @classmethod
    def begin(cls, folder: Path, header: Header, report: Notify | None = None) -> JournalFile:
        """Start a new file. A folder that refuses is a `problem`, and tried again with every entry."""
        journal = cls(folder, [msgspec.json.encode(header)], record_name(header), report)
        journal._write()
        return journal

    @classmethod
    def take_up(
        cls, path: Path, lock: FileLock, whole: int, waiting: list[Entry], report: Notify | None = None
    ) -> JournalFile:
        """Go on with a file that is held: cut it to its `whole` bytes, then write the entries that wait."""
        journal = cls(path.parent, [msgspec.json.encode(entry) for entry in waiting], report=report)
        journal.path, journal._lock, journal._whole = path, lock, whole
        journal._write()
        return journal

    def __call__(self, entry: Entry) -> None:
        """Take an entry; it is on the disk when this returns, or `problem` says why not."""
        if self._is_closed:
            raise ValueError(f"the record {self.path} was closed: another match was begun or taken up since")
        self._waiting.append(msgspec.json.encode(entry))
        self._write()

    def close(self) -> None:
        """Let go of the file, so that this or another copy of the program may take it up."""
        if not self._is_closed:
            self._write()
            self._shut()
            if self._lock:
                self._lock.release()
            self._is_closed = True

    def _write(self) -> None:
        try:
            appender = self._open()
            while self._waiting:
                appender.append(self._waiting[0])
                self._whole += len(self._waiting.pop(0)) + 1
        except OSError as error:
            self._shut()
            self._complain(error)
        else:
            self.problem = ""

    def _open(self) -> Appender:
        """Return the open file, cut back to whole lines: after a failed write its end may be anything."""
        if self._appender is None:
            if self.path is None:
                self.path = _create(self._folder, self._name)
            self._lock = self._lock or FileLock(self.path)
            os.truncate(self.path, self._whole)
            self._appender = Appender(self.path)
        return self._appender

    def _shut(self) -> None:
        if self._appender:
            self._appender.close()
            self._appender = None

    def _complain(self, error: OSError) -> None:
        is_news = not self.problem
        self.problem = (
            f"This game is not being saved: {self.path or self._folder}: {error.strerror or error}. "
            f"Make room or allow writing there, or name another folder in {HOME_VARIABLE} and start again; "
            "the game goes on, and is saved as soon as that works."
        )
        if is_news and self._report:
            self._report(self.problem)


def record_name(header: Header) -> str:
    """Return what a new record is called: game, date, time, seed; the last three as far as they are known."""
    digits = re.sub(r"\D", "", header.started)[:14]
    return "-".join(filter(None, (header.game, digits[:8], digits[8:], str(header.seed))))


def _create(folder: Path, name: str) -> Path:
    """Make an empty file that nobody else has; two copies that start at the same moment get two."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in count(1):
        path = folder / (f"{name}.jsonl" if number == 1 else f"{name}-{number}.jsonl")
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644))
        except FileExistsError:
            continue
        sync_folder(folder)
        return path
    raise AssertionError("count() never ends")
