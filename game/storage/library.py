"""The saved games: the file of each match's record, written whatever the disk does, and an index of all."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

import msgspec

from .. import __version__, registry
from ..assets import DAMAGED, in_utf8
from ..engine import Outcome
from ..language import tr
from ..match import Match
from ..progress import summary
from ..progress.summary import Summary, summarise
from ..record import (
    LARGEST_FILE,
    LONGEST_LINE,
    Entry,
    Header,
    Record,
    RecordError,
    check_start,
    count_turns,
    is_possible,
    parse_record,
)
from ..text import not_opened, plainly, system_says
from .files import (
    AS_IT_IS,
    HOME_VARIABLE,
    FileLock,
    InUse,
    SyncedFile,
    cannot_write,
    is_locked,
    open_file,
    put_in_utf8,
    read_file,
    records_folder,
    sync_folder,
    write_atomic,
)

# -- one saved game


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


# -- index


INDEX = "index.ndjson"
LARGEST_INDEX = 128 * 1024 * 1024
"""Bytes. Ten thousand games need about six million."""
SPARE = 200
"""The file is rewritten when it has more than twice the lines in use, plus this many."""
BEGINNING = b'{"record":"topping-out",'
"""How the first line of every record begins."""


class RecordFile(NamedTuple):
    """A file that may be a record, with its size and time of change at the last scan."""

    name: str
    size: int
    changed: int
    """Nanoseconds."""


class Known(msgspec.Struct, frozen=True, tag="known", gc=False):
    """An index entry for a readable record, valid while the file has this size and time of change (nanoseconds)."""

    name: str
    size: int
    changed: int
    header: Header
    turns: int
    outcome: Outcome | None
    summary: Summary


class Unreadable(msgspec.Struct, frozen=True, tag="unreadable"):
    """A file that is not a record. `problem` says why; it is empty if the program was killed while creating it."""

    name: str
    size: int
    changed: int
    problem: str


class Heading(msgspec.Struct, frozen=True):
    """The first line of the index. Another version of the program starts a new index, because its rules may differ."""

    program: str = __version__
    summaries: int = summary.VERSION


def examine(folder: Path, file: RecordFile) -> Known | Unreadable:
    """Read a record's file, and play it through to its end."""
    path = folder / file.name
    try:
        record = read_record(path)
        outcome, found = summarise(record)
        return Known(*file, record.header, count_turns(record), outcome, found)
    except RecordError as error:
        return Unreadable(*file, "" if _lacks_first_line(path) else str(error))


class Index:
    """The index of a folder."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / INDEX
        self._found: dict[str, Known | Unreadable] | None = None
        self._new: list[Known] = []
        self._lines = 0

    def get(self, file: RecordFile) -> Known | Unreadable | None:
        """Return the entry of a file, or None if the file is new or has changed."""
        found = self._read().get(file.name)
        return found if found and found.size == file.size and found.changed == file.changed else None

    def add(self, found: Known | Unreadable) -> None:
        """Add an entry. Unreadable files are not saved, so they are read again when the program next starts."""
        self._read()[found.name] = found
        if isinstance(found, Known):
            self._new.append(found)

    def write(self, files: Sequence[RecordFile]) -> None:
        """Save the new entries; `files` are those in the folder now."""
        new, self._new = self._new, []
        with suppress(OSError):  # the index only saves time
            if new and self._lines and self._lines + len(new) <= 2 * len(files) + SPARE:
                with os.fdopen(os.open(self._path, os.O_WRONLY | os.O_APPEND | AS_IT_IS), "wb") as file:
                    file.write(_encode(new))
                self._lines += len(new)
            elif new:
                all_known = [found for file in files if isinstance(found := self.get(file), Known)]
                write_atomic(self._path, msgspec.json.encode(Heading()) + b"\n" + _encode(all_known))
                self._lines = len(all_known)

    def _read(self) -> dict[str, Known | Unreadable]:
        """Return all entries, without impossible ones, because anybody may have written the file."""
        if self._found is None:
            self._lines, known = _read_lines(self._path)
            self._found = {name: found for name, found in known.items() if _is_possible(found)}
        return self._found


def _encode(lines: list[Known]) -> bytes:
    return b"".join(msgspec.json.encode(known) + b"\n" for known in lines)


def _read_lines(path: Path) -> tuple[int, dict[str, Known]]:
    """Return the number of lines of an index, and the last readable entry for each file that exists.

    An index of another version of the program counts as empty.
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
    """Tell whether this entry could have come from a record."""
    try:
        check_start(known.header)
    except ValueError:
        return False
    return known.outcome is None or is_possible(known.outcome, known.header)


def _lacks_first_line(path: Path) -> bool:
    """Tell whether the program was killed before the first line was complete, so that nothing had been played."""
    with suppress(OSError):
        data = in_utf8(read_file(path, LARGEST_FILE))
        return b"\n" not in data and BEGINNING.startswith(data[: len(BEGINNING)])
    return False


# -- library


ABANDONED = "abandoned"
"""Subfolder for games that were given up."""
AT_ONCE = 20
"""Read at most this many new files per scan, newest first; the others wait for `add`."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved game: its progress and its result."""

    path: Path
    header: Header
    turns: int
    outcome: Outcome | None
    summary: Summary = field(default_factory=Summary)


class SaveLibrary:
    """The saved games of a folder. One match is in play at a time; beginning or resuming another closes it."""

    def __init__(self, folder: Path | None = None, notify: Notify | None = None) -> None:
        """Use a folder, by default the user's. `notify` is called when saving begins to fail or a file has changed."""
        self.folder = folder or records_folder()
        self.problems: list[str] = []
        """A sentence for each file that the last scan could not read. The files stay as they are."""
        self.waiting: list[RecordFile] = []
        """Files that have not been read yet, last played first. They are not among the games until `add`."""
        self.files: list[RecordFile] = []
        """All files of the last scan, last played first."""
        self.found: list[Saved] = []
        """The games of the last scan, finished or not."""
        self._index = Index(self.folder)
        self._made: dict[str, tuple[Known, Saved]] = {}
        self._notify = notify
        self._journal: JournalFile | None = None

    @property
    def problem(self) -> str:
        """A sentence on why the match in play cannot be saved and what to do; empty if it can."""
        return self._journal.problem if self._journal else ""

    @property
    def path(self) -> Path | None:
        """File of the match in play."""
        return self._journal.path if self._journal else None

    @property
    def synced(self) -> int:
        """How many bytes of that file are safely on disk."""
        return self._journal.synced if self._journal else 0

    # -- playing

    def start(self, header: Header) -> Match:
        """Begin a game and its file. It can be played even if it cannot be saved (see `problem`)."""
        return self.begin(Record(header))

    def begin(self, record: Record) -> Match:
        """Begin a game that has been partly played elsewhere. Raises RecordError if the record is invalid."""
        match = Match(record)
        self.close()
        match.journal = self._journal = JournalFile.begin(self.folder, record, self._notify)
        return match

    def resume(self, path: Path) -> Match:
        """Resume an unfinished game. Raises RecordError if it cannot be read or is in play in another copy."""
        self._close_if(path)
        with suppress(OSError):  # if the file cannot be read, `read_data` says so
            put_in_utf8(path)
        lock = _lock_record(path)
        try:
            data = read_data(path)
            record = parse_record(data, str(path))
            match = Match(record)
            self.close()
            whole = data[: data.rfind(b"\n") + 1]
            waiting = record.entries[whole.count(b"\n") - 1 :]  # an entry whose line lacks only the newline
            match.journal = self._journal = JournalFile.go_on(path, lock, whole, waiting, self._notify)
        except BaseException:
            lock.release()
            raise
        return match

    def abandon(self, path: Path) -> Path:
        """Move a game to another folder, so that it is no longer offered; return its new path. Raises RecordError."""
        self._close_if(path)
        _lock_record(path).release()
        away = path.parent / ABANDONED / path.name
        try:
            away.parent.mkdir(exist_ok=True)
            while away.exists():
                away = away.with_stem(away.stem + "-again")
            return path.rename(away)
        except OSError as error:
            why = tr("{file} can't be put away: {error}", file=path, error=system_says(error))
            raise RecordError(why) from None

    def write_notes(self, path: Path, record: Record) -> None:
        """Write a finished game again, with new notes. Raises RecordError if its file cannot be written."""
        self._close_if(path)
        _lock_record(path).release()
        try:
            write_atomic(path, record.to_bytes())
        except OSError as error:
            raise RecordError(cannot_write(path, error)) from None

    def close(self, match: Match | None = None) -> None:
        """Close the match in play, so that this or another copy of the program can resume it.

        With `match`, do so only if that is still the match in play, because another may have begun since.
        """
        if self._journal and (match is None or match.journal is self._journal):
            self._journal.close()
            self._journal = None

    def flush(self) -> None:
        """Wait until all of the match in play is on disk, or `problem` says why not."""
        if self._journal:
            self._journal.flush()

    def _close_if(self, path: Path) -> None:
        if self.path == path:
            self.close()

    # -- scanning

    def games(self) -> list[Saved]:
        """Scan the folder. Return all known games, last played first, including those in play in another copy.

        Those that can't be read are listed in `problems`.
        """
        self.problems = []
        self.files = sorted(self._files(), key=lambda file: (-file.changed, file.name))
        found = [self._index.get(file) for file in self.files]
        if None in found or self.waiting:
            self._read_new()
            found = [self._index.get(file) for file in self.files]
        self.problems += [each.problem for each in found if isinstance(each, Unreadable) and each.problem]
        known = [self._saved(each) for each in found if isinstance(each, Known)]
        playable = {game.name for game in registry.games()}  # a game may have failed while its records were read
        self.found = [saved for saved in known if saved.header.game in playable]
        return self.found

    def unfinished(self) -> list[Saved]:
        """Return the games that can be resumed, last played first; not those in play in another copy."""
        return [saved for saved in self.games() if saved.outcome is None and not self.is_elsewhere(saved.path)]

    def finished(self) -> list[Saved]:
        """Return the finished games, last played first."""
        return [saved for saved in self.games() if saved.outcome is not None]

    def is_elsewhere(self, path: Path) -> bool:
        """Tell whether a game is in play in another copy of the program, or may be."""
        try:
            return path != self.path and is_locked(path)
        except OSError:
            return True

    def read_all(self) -> None:
        """Read every game that is not in the index. This may take a minute, so the window does it in the background."""
        self.games()
        self.add([examine(self.folder, file) for file in self.waiting])

    def add(self, found: Sequence[Known | Unreadable]) -> None:
        """Add the results of reading some of the `waiting` files."""
        for each in found:
            self._index.add(each)
        names = {each.name for each in found}
        self.waiting = [file for file in self.waiting if file.name not in names]
        self._index.write(self.files)

    def _read_new(self) -> None:
        """Read some of the files that are new since the last scan. The other unread ones are `waiting`."""
        before = set(self.waiting)
        self.waiting = [file for file in self.files if self._index.get(file) is None]
        new = (file for file in self.waiting if file not in before)
        self.add([examine(self.folder, file) for file in islice(new, AT_ONCE)])

    def _saved(self, known: Known) -> Saved:
        """Return the game of an index entry; the same object as before if nothing has changed."""
        before = self._made.get(known.name)
        if before and before[0] is known:
            return before[1]
        saved = Saved(self.folder / known.name, known.header, known.turns, known.outcome, known.summary)
        self._made[known.name] = known, saved
        return saved

    def _files(self) -> Iterator[RecordFile]:
        """Yield the files that may be records. Empty ones are left out: the program was killed while creating them."""
        try:
            with os.scandir(self.folder) as entries:
                found = [entry for entry in entries if entry.name.endswith(".jsonl")]
        except OSError:
            return
        in_play = self.path.name if self.path else ""
        for entry in found:
            try:
                # On Windows the folder lists the size of an open file with a delay.
                stat = os.stat(entry.path) if in_play == entry.name else entry.stat()
            except OSError as error:
                self.problems.append(plainly(f"{entry.path}: {system_says(error)}"))
            else:
                if stat.st_size:
                    yield RecordFile(entry.name, stat.st_size, stat.st_mtime_ns)


def _lock_record(path: Path) -> FileLock:
    try:
        return FileLock(path)
    except InUse as error:
        raise RecordError(tr("{error}: finish that game there first", error=error)) from None
    except OSError as error:
        raise RecordError(not_opened(path, error)) from None
