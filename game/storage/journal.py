"""The file of a match's record: reading it, and writing it while the match is played, whatever the disk does."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from itertools import count
from pathlib import Path

import msgspec

from game.language import tr
from game.record import LARGEST_FILE, Entry, Header, Record, RecordError, parse_record
from game.storage.files import HOME_VARIABLE, Appender, read_file, sync_folder
from game.storage.lock import FileLock

Notify = Callable[[str], None]
"""Is told, in a sentence, when saving begins to fail."""


def read_record(path: Path) -> Record:
    """Read a record's file. Raises RecordError, also where the file cannot be opened."""
    try:
        data = read_file(path, LARGEST_FILE)
    except OSError as error:
        why = tr("{file} cannot be opened: {error}", file=path, error=error.strerror or error)
        raise RecordError(why) from None
    return parse_record(data, str(path))


class JournalFile:
    """The file of a match in play; the match calls it with every entry.

    Lines that the disk refuses wait here and are written, in order, as soon as the disk takes them. So the file holds
    the record up to some line at all times, and the game never stops for it.
    """

    def __init__(self, folder: Path, waiting: list[bytes], name: str = "", notify: Notify | None = None) -> None:
        """Begin a new file in `folder` with the lines in `waiting`. Never raises OSError: see `problem`."""
        self.path: Path | None = None
        """The file; None while it could not even be begun."""
        self.problem = ""
        """Why the record cannot be saved: what, where, what to do. Empty while all is on the disk."""
        self._folder, self._name, self._waiting = folder, name, waiting
        self._whole = 0  # bytes of the file that are whole lines of the record
        self._notify = notify
        self._lock: FileLock | None = None
        self._appender: Appender | None = None
        self._is_closed = False

    @classmethod
    def begin(cls, folder: Path, record: Record, notify: Notify | None = None) -> JournalFile:
        """Start a new file. Where that fails there is a `problem`, and it is tried again with every entry."""
        journal = cls(folder, [record.to_bytes().removesuffix(b"\n")], record_name(record.header), notify)
        journal._write()
        return journal

    @classmethod
    def go_on(
        cls, path: Path, lock: FileLock, whole: int, waiting: list[Entry], notify: Notify | None = None
    ) -> JournalFile:
        """Go on with a locked file: cut it to its `whole` bytes, then write the entries in `waiting`."""
        journal = cls(path.parent, [msgspec.json.encode(entry) for entry in waiting], notify=notify)
        journal.path, journal._lock, journal._whole = path, lock, whole
        journal._write()
        return journal

    def __call__(self, entry: Entry) -> None:
        """Write an entry: it is on the disk when this returns, or `problem` says why not."""
        if self._is_closed:
            raise ValueError(f"the record {self.path} was closed: another match was begun or taken up since")
        self._waiting.append(msgspec.json.encode(entry))
        self._write()

    def close(self) -> None:
        """Let go of the file, so that this or another copy of the program may go on with it."""
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
                self.path = create_record(self._folder, self._name)
            self._lock = self._lock or FileLock(self.path)
            os.truncate(self.path, self._whole)
            self._appender = Appender(self.path)
        return self._appender

    def _shut(self) -> None:
        if self._appender:
            self._appender.close()
            self._appender = None

    def _complain(self, error: OSError) -> None:
        is_new = not self.problem
        # Translators: {error} is what the system says; {variable} is the name of an environment variable.
        self.problem = tr(
            "This game is not being saved: {file}: {error}. Make room or allow writing there, or name another folder "
            "in {variable} and start again; the game goes on, and is saved as soon as that works.",
            file=self.path or self._folder, error=error.strerror or error, variable=HOME_VARIABLE,
        )  # fmt: skip
        if is_new and self._notify:
            self._notify(self.problem)


def record_name(header: Header) -> str:
    """Return the name of a new record's file, without its ending: game, date, time, seed, as far as they are known."""
    digits = re.sub(r"\D", "", header.started)[:14]
    return "-".join(filter(None, (header.game, digits[:8], digits[8:], str(header.seed))))


def create_record(folder: Path, name: str) -> Path:
    """Make a new empty file of that name or one like it: two copies of the program that start together get one each."""
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
