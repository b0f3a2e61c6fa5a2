"""The file of a match's record: reading it, and writing it during the match whatever the disk does."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from itertools import count
from pathlib import Path
from secrets import token_hex

from ..assets import in_utf8
from ..language import tr
from ..record import LARGEST_FILE, Entry, Header, Record, RecordError, parse_record
from ..text import not_opened, system_says
from .files import HOME_VARIABLE, FileLock, SyncedFile, read_file, sync_folder

LONGEST_SEED = 20
"""Digits of a seed in a file name. Only a seed that somebody chose has more."""
Notify = Callable[[str], None]
"""Called with a sentence when saving begins to fail, and when a file had to be written again."""
NO_MEMORY = OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))
LAG = 2.0
"""Seconds that the disk may lag behind before the players are told."""


def read_record(path: Path) -> Record:
    """Read a record from a file. Raises RecordError, also if the file cannot be opened."""
    return parse_record(read_data(path), str(path))


def read_data(path: Path) -> bytes:
    """Return the content of a record's file. Raises RecordError if it cannot be opened."""
    try:
        return in_utf8(read_file(path, LARGEST_FILE))
    except OSError as error:
        raise RecordError(not_opened(path, error)) from None


class JournalFile:
    """The file of a match in play. The match calls it with every entry.

    An entry is passed to the system before it is shown, so however the program ends, at most the action in progress is
    lost. It reaches the disk shortly after, because no frame waits for the disk; a power cut loses at most the last
    `LAG` seconds. If the disk takes longer or refuses, `problem` says so. The entries that it refused are written in
    order as soon as possible, and the game never stops for this. If something else deletes, moves, replaces or cuts the
    file, the whole record is written again under a new name.
    """

    def __init__(self, folder: Path, content: bytes, name: str = "", notify: Notify | None = None) -> None:
        """Take the lines of a record whose file will be in `folder`. Never raises OSError (see `problem`)."""
        self.path: Path | None = None
        """The file; None if it could not be created yet."""
        self._folder, self._name = folder, name
        self._content = bytearray(content)  # the complete record
        self._kept = 0  # bytes known to be in the file while it is not open
        self._notify = notify
        self._refusal: OSError | None = None
        self._is_problem_reported = self._is_changed = False
        self._lock: FileLock | None = None
        self._file: SyncedFile | None = None
        self._is_closed = False

    @classmethod
    def begin(cls, folder: Path, record: Record, notify: Notify | None = None) -> JournalFile:
        """Start a new file. If that fails, `problem` is set, and every entry tries again."""
        journal = cls(folder, record.to_bytes(), record_name(record.header), notify)
        journal._write()
        return journal

    @classmethod
    def go_on(
        cls, path: Path, lock: FileLock, whole: bytes, waiting: list[Entry], notify: Notify | None = None
    ) -> JournalFile:
        """Continue a locked file: cut it to its complete lines (`whole`), then write the entries in `waiting`."""
        journal = cls(path.parent, whole + b"".join(map(_line, waiting)), path.stem, notify)
        journal.path, journal._lock, journal._kept = path, lock, len(whole)
        journal._write()
        return journal

    def __call__(self, entry: Entry) -> None:
        """Write an entry. When this returns, the system has it, or `problem` says why not."""
        if self._is_closed:
            raise ValueError(f"the record {self.path} was closed: another match was begun or taken up since")
        before = len(self._content)
        try:
            self._content += _line(entry)
            self._write()
        except MemoryError:
            if len(self._content) == before:
                raise
            self._refusal = NO_MEMORY

    @property
    def problem(self) -> str:
        """A message on why the record cannot be saved, and what to do; empty if it can."""
        error = self._refusal or (self._file and self._file.error)
        why = system_says(error) if error else ""
        if not why and self._file and self._file.behind > LAG:
            why = tr("the disk is too slow")
        if not why:
            return ""
        # Translators: {error} is what the system says; {variable} is the name of an environment variable.
        return tr(
            "This game isn't being saved to {file}: {error}. Free some space or make the folder "
            "writable, or name another folder in {variable} and restart. The game goes on, and will "
            "be saved as soon as that works.",
            file=self.path or self._folder, error=why, variable=HOME_VARIABLE,
        )  # fmt: skip

    @property
    def synced(self) -> int:
        """How many bytes of the file are safely on disk."""
        return self._file.synced if self._file else 0

    def flush(self) -> None:
        """Wait until everything is on disk, or `problem` says why not."""
        if self._file:
            self._file.flush()

    def close(self) -> None:
        """Close the file, so that this or another copy of the program can resume it."""
        if not self._is_closed:
            self._write()
            self.flush()
            self._shut()
            self._unlock()
            self._is_closed = True

    def _write(self) -> None:
        self._refusal = None
        try:
            if self._file and self._file.error:
                self._shut()
            elif self._file and not self._file.is_untouched():  # something else has changed it
                self._shut()
                self._unlock()  # the lock may be on another file by now
            file = self._file = self._file or self._open()
            if file.size < len(self._content):
                file.append(bytes(self._content[file.size :]))
            if self._is_changed:
                # Translators: a program that keeps folders alike on several machines, for example.
                text = tr("Another program changed or removed this game's file. It's been saved again, as {file}.",
                          file=file.path.name)  # fmt: skip
                self._report(text)
                self._is_changed = False
        except (OSError, MemoryError, TypeError) as error:  # `os` raises TypeError if it runs out of memory for a Path
            self._shut()
            self._refusal = error if isinstance(error, OSError) else NO_MEMORY
        problem = self.problem
        if problem and not self._is_problem_reported:
            self._report(problem)
        self._is_problem_reported = bool(problem)

    def _open(self) -> SyncedFile:
        """Open the file, and cut it to the part known to be ours; after a failed write the rest may be anything."""
        if self.path is None:
            self.path = create_record(self._folder, self._name)
        elif not self._is_unchanged(self.path):
            self._is_changed = True
        self._lock = self._lock or FileLock(self.path)
        return SyncedFile(self.path, self._kept)

    def _is_unchanged(self, path: Path) -> bool:
        """Tell whether the file still holds what was written. If not, the missing part or a new file is written."""
        kept = self._kept
        try:
            data = read_file(path, LARGEST_FILE)
            whole = data[: data.rfind(b"\n") + 1]
        except FileNotFoundError:
            whole = None
        if whole is None or not self._content.startswith(whole):
            self.path, self._kept = create_record(path.parent, path.stem), 0
            self._unlock()
            return False
        self._kept = min(kept, len(whole))
        return self._kept == kept

    def _report(self, what: str) -> None:
        if self._notify:
            self._notify(what)

    def _shut(self) -> None:
        if self._file:
            self._kept = self._file.synced if self._file.error else self._file.size
            self._file.close()
            self._file = None

    def _unlock(self) -> None:
        if self._lock:
            self._lock.release()
            self._lock = None


def _line(entry: Entry) -> bytes:
    return entry.to_bytes() + b"\n"


def record_name(header: Header) -> str:
    """Return the name of a new record's file without its ending: game, date, time and seed, as far as known."""
    digits = re.sub(r"\D", "", header.started)[:14]
    return "-".join(filter(None, (header.game, digits[:8], digits[8:], str(header.seed)[:LONGEST_SEED])))


def create_record(folder: Path, name: str) -> Path:
    """Create an empty file with this name or a similar one. Two copies that start together get different files."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in count(1):
        again = "" if number == 1 else f"-{number}" if number < 10 else f"-{token_hex(4)}"
        path = folder / f"{name}{again}.jsonl"
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644))
        except FileExistsError:
            continue
        sync_folder(folder)
        return path
    raise AssertionError("count() never ends")
