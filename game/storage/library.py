"""The folder of saved games: beginning one, going on with one, and what lies there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from game import __version__
from game.engine import Outcome
from game.language import tr
from game.match import Match
from game.record import LARGEST_FILE, Header, RecordError, check_players, count_turns, fold
from game.registry import load
from game.storage.files import files_in, read_file, records_folder, write_atomic
from game.storage.journal import JournalFile, Notify, read_record
from game.storage.lock import FileLock, InUse, is_locked
from game.text import plainly

INDEX = "index.json"
"""What is known of each file, so that old games are not played through again at every look. May be deleted."""
ABANDONED = "abandoned"
"""The folder in it for games that were given up."""
BEGINNING = b'{"record":"topping-out",'
"""How the first line of every record begins."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved game: how far it has come, and how it ended."""

    path: Path
    header: Header
    turns: int
    outcome: Outcome | None


class IndexEntry(msgspec.Struct, frozen=True):
    """What the index says of a file, as long as its size and time of change (in nanoseconds) are these."""

    size: int
    changed: int
    header: Header
    turns: int
    outcome: Outcome | None


class Index(msgspec.Struct):
    """The files by name. Another version of the program begins a new index: it may have other rules."""

    program: str = __version__
    files: dict[str, IndexEntry] = {}


class SaveLibrary:
    """The saved games of a folder. One is in play at a time; beginning another, or going on with one, closes it."""

    def __init__(self, folder: Path | None = None, notify: Notify | None = None) -> None:
        """Take a folder, by default the user's own; `notify` is called when saving begins to fail."""
        self.folder = folder or records_folder()
        self.problems: list[str] = []
        """A sentence for each file that the last look could not read. The files stay as they are."""
        self._notify = notify
        self._journal: JournalFile | None = None

    @property
    def problem(self) -> str:
        """Why the match in play cannot be saved, and what to do about it; empty while all is well."""
        return self._journal.problem if self._journal else ""

    @property
    def path(self) -> Path | None:
        """The file of the match in play."""
        return self._journal.path if self._journal else None

    # -- playing

    def start(self, header: Header) -> Match:
        """Begin a game and its file. It can be played even where nothing can be saved: see `problem`."""
        self.close()
        match = Match.new(header)
        match.journal = self._journal = JournalFile.begin(self.folder, header, self._notify)
        return match

    def resume(self, path: Path) -> Match:
        """Go on with an unfinished game. Raises RecordError where it cannot be read or another copy plays it."""
        self._close_if(path)
        lock = _lock_record(path)
        try:
            record = read_record(path)
            match = Match(record)
            whole, lines = _whole_lines(path)
        except (RecordError, OSError) as error:
            lock.release()
            raise RecordError(str(error)) from None
        self.close()
        waiting = record.entries[lines - 1 :]  # an entry whose line lacks only its end
        match.journal = self._journal = JournalFile.go_on(path, lock, whole, waiting, self._notify)
        return match

    def abandon(self, path: Path) -> Path:
        """Move a game away, so that it is not offered again; return where it went. Raises RecordError."""
        self._close_if(path)
        _lock_record(path).release()
        away = path.parent / ABANDONED / path.name
        try:
            away.parent.mkdir(exist_ok=True)
            while away.exists():
                away = away.with_stem(away.stem + "-again")
            return path.rename(away)
        except OSError as error:
            why = tr("{file} cannot be put away: {error}", file=path, error=error.strerror or error)
            raise RecordError(why) from None

    def close(self, match: Match | None = None) -> None:
        """Let go of the match in play: anybody may go on with it, here or in another copy of the program.

        With `match`, only if that is the one in play: after it another may have been begun already.
        """
        if self._journal and (match is None or match.journal is self._journal):
            self._journal.close()
            self._journal = None

    def _close_if(self, path: Path) -> None:
        if self.path == path:
            self.close()

    # -- looking

    def unfinished(self) -> list[Saved]:
        """Return the games that can be gone on with, the last played first; none that another copy is playing."""
        return [saved for saved in self._scan() if saved.outcome is None and not self._is_elsewhere(saved.path)]

    def finished(self) -> list[Saved]:
        """Return the games that were played to their end, the last played first."""
        return [saved for saved in self._scan() if saved.outcome is not None]

    def _is_elsewhere(self, path: Path) -> bool:
        try:
            return path != self.path and is_locked(path)
        except OSError:
            return True

    def _scan(self) -> list[Saved]:
        """Read the folder: return the readable games, the last played first, and name the others in `problems`."""
        self.problems = []
        old, new = self._read_index(), Index()
        for path, stat in sorted(self._files(), key=lambda file: (-file[1].st_mtime_ns, file[0].name)):
            known = old.files.get(path.name)
            if known is None or (known.size, known.changed) != (stat.st_size, stat.st_mtime_ns):
                known = self._examine(path, stat)
            if known:
                new.files[path.name] = known
        if new != old:
            self._write_index(new)
        return [Saved(self.folder / name, k.header, k.turns, k.outcome) for name, k in new.files.items()]

    def _files(self) -> Iterator[tuple[Path, os.stat_result]]:
        """Yield the files that may be records. Empty ones hold nothing: the program was killed as it made them."""
        for path in files_in(self.folder, "*.jsonl"):
            try:
                stat = path.stat()
            except OSError as error:
                self.problems.append(plainly(f"{path}: {error.strerror or error}"))
            else:
                if stat.st_size:
                    yield path, stat

    def _examine(self, path: Path, stat: os.stat_result) -> IndexEntry | None:
        try:
            record = read_record(path)
            outcome = load(record.header.game).outcome(fold(record))
        except RecordError as error:
            if not _lacks_first_line(path):
                self.problems.append(str(error))
            return None
        return IndexEntry(stat.st_size, stat.st_mtime_ns, record.header, count_turns(record), outcome)

    def _read_index(self) -> Index:
        """Return the index, without what cannot be true: anybody may have written the file."""
        try:
            index = msgspec.json.decode(read_file(self.folder / INDEX, LARGEST_FILE), type=Index)
        except (OSError, msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            return Index()
        if index.program != __version__:
            return Index()
        return Index(files={name: known for name, known in index.files.items() if _is_possible(known)})

    def _write_index(self, index: Index) -> None:
        with suppress(OSError):  # it only saves time
            write_atomic(self.folder / INDEX, msgspec.json.encode(index))


def _lock_record(path: Path) -> FileLock:
    try:
        return FileLock(path)
    except InUse as error:
        raise RecordError(tr("{error}: end that game there first", error=error)) from None
    except OSError as error:
        why = tr("{file} cannot be opened: {error}", file=path, error=error.strerror or error)
        raise RecordError(why) from None


def _is_possible(known: IndexEntry) -> bool:
    """Tell whether this could have been read from a record."""
    try:
        check_players(known.header)
    except ValueError:
        return False
    outcome, seats = known.outcome, len(known.header.seats)
    return outcome is None or (len(outcome.scores) >= seats and all(0 <= seat < seats for seat in outcome.winners))


def _lacks_first_line(path: Path) -> bool:
    """Tell whether the program was killed before the first line was whole: then nothing was played."""
    with suppress(OSError):
        data = read_file(path, LARGEST_FILE)
        return b"\n" not in data and BEGINNING.startswith(data[: len(BEGINNING)])
    return False


def _whole_lines(path: Path) -> tuple[int, int]:
    """Return how many bytes and how many lines of the file are whole lines."""
    data = read_file(path, LARGEST_FILE)
    return data.rfind(b"\n") + 1, data.count(b"\n")
