"""The file of a match's record: reading it, and writing it while the match is played, whatever the disk does."""

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
from ..text import not_opened
from .files import HOME_VARIABLE, SyncedFile, read_file, sync_folder
from .lock import FileLock

LONGEST_SEED = 20
"""Digits of a seed in a file's name; nobody has more but who wants to."""
Notify = Callable[[str], None]
"""Is told, in a sentence, when saving begins to fail, and when a file had to be written anew."""
NO_MEMORY = OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))
LAG = 2.0
"""Seconds that the disk may be behind what is shown before the players are told."""


def read_record(path: Path) -> Record:
    """Read a record's file. Raises RecordError, also where the file cannot be opened."""
    return parse_record(read_data(path), str(path))


def read_data(path: Path) -> bytes:
    """Return what a record's file holds. Raises RecordError where it cannot be opened."""
    try:
        return in_utf8(read_file(path, LARGEST_FILE))
    except OSError as error:
        raise RecordError(not_opened(path, error)) from None


class JournalFile:
    """The file of a match in play; the match calls it with every entry.

    An entry is with the system before it is shown: whatever ends the program, at most the action in flight is lost. The
    disk keeps it a moment later, since no picture waits for a disk: a power cut takes what was done in the last `LAG`
    seconds at most. Where the disk takes longer, or refuses, `problem` says so; what it refused is written in order as
    soon as it takes it, and the game never stops for it. A file that something else has deleted, moved, replaced or cut
    is written anew whole, beside what is there now.
    """

    def __init__(self, folder: Path, content: bytes, name: str = "", notify: Notify | None = None) -> None:
        """Take the lines of a record whose file is to lie in `folder`. Never raises OSError: see `problem`."""
        self.path: Path | None = None
        """The file; None while it could not even be begun."""
        self._folder, self._name = folder, name
        self._content = bytearray(content)  # the whole record
        self._kept = 0  # bytes that are safely in the file while it is not open
        self._notify = notify
        self._refusal: OSError | None = None
        self._is_told = self._is_changed = False
        self._lock: FileLock | None = None
        self._file: SyncedFile | None = None
        self._is_closed = False

    @classmethod
    def begin(cls, folder: Path, record: Record, notify: Notify | None = None) -> JournalFile:
        """Start a new file. Where that fails there is a `problem`, and it is tried again with every entry."""
        journal = cls(folder, record.to_bytes(), record_name(record.header), notify)
        journal._write()
        return journal

    @classmethod
    def go_on(
        cls, path: Path, lock: FileLock, whole: bytes, waiting: list[Entry], notify: Notify | None = None
    ) -> JournalFile:
        """Go on with a locked file: cut it to its `whole` lines, then write the entries in `waiting`."""
        journal = cls(path.parent, whole + b"".join(map(_line, waiting)), path.stem, notify)
        journal.path, journal._lock, journal._kept = path, lock, len(whole)
        journal._write()
        return journal

    def __call__(self, entry: Entry) -> None:
        """Write an entry: it is with the system when this returns, or `problem` says why not."""
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
        """Why the record cannot be saved: what, where, what to do. Empty while all is well."""
        error = self._refusal or (self._file and self._file.error)
        why = (error.strerror or str(error)) if error else ""
        if not why and self._file and self._file.behind > LAG:
            why = tr("the disk takes too long")
        if not why:
            return ""
        # Translators: {error} is what the system says; {variable} is the name of an environment variable.
        return tr(
            "This game isn't being saved: {file}: {error}. Free some space or make the folder "
            "writable, or name another folder in {variable} and restart. The game goes on, and will "
            "be saved as soon as that works.",
            file=self.path or self._folder, error=why, variable=HOME_VARIABLE,
        )  # fmt: skip

    @property
    def synced(self) -> int:
        """How many bytes of the file are safely on the disk."""
        return self._file.synced if self._file else 0

    def flush(self) -> None:
        """Wait until the disk keeps all of it, or `problem` says why not."""
        if self._file:
            self._file.flush()

    def close(self) -> None:
        """Let go of the file, so that this or another copy of the program may go on with it."""
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
            elif self._file and not self._file.is_untouched():  # something else has put its hands on it
                self._shut()
                self._unlock()  # that of another file, perhaps
            file = self._file = self._file or self._open()
            if file.size < len(self._content):
                file.append(bytes(self._content[file.size :]))
            if self._is_changed:
                # Translators: a program that keeps folders alike on several machines, for example.
                text = tr("Another program changed or removed this game's file. It has been saved "
                        "again, as {file}.",
                          file=file.path.name)  # fmt: skip
                self._tell(text)
                self._is_changed = False
        except (OSError, MemoryError, TypeError) as error:  # of a Path without memory for it `os` says TypeError
            self._shut()
            self._refusal = error if isinstance(error, OSError) else NO_MEMORY
        problem = self.problem
        if problem and not self._is_told:
            self._tell(problem)
        self._is_told = bool(problem)

    def _open(self) -> SyncedFile:
        """Open the file and cut it back to what is surely ours: after a failed write its end may be anything."""
        if self.path is None:
            self.path = create_record(self._folder, self._name)
        elif not self._is_as_left(self.path):
            self._is_changed = True
        self._lock = self._lock or FileLock(self.path)
        return SyncedFile(self.path, self._kept)

    def _is_as_left(self, path: Path) -> bool:
        """Tell whether the file holds what was left in it; what it lacks is then written again, or all elsewhere."""
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

    def _tell(self, what: str) -> None:
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
    """Return the name of a new record's file, without its ending: game, date, time, seed, as far as they are known."""
    digits = re.sub(r"\D", "", header.started)[:14]
    return "-".join(filter(None, (header.game, digits[:8], digits[8:], str(header.seed)[:LONGEST_SEED])))


def create_record(folder: Path, name: str) -> Path:
    """Make a new empty file of that name or one like it: two copies of the program that start together get one each."""
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
