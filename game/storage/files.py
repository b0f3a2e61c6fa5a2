"""The program's folders, files that are written completely or not at all, and locks against other running copies."""

from __future__ import annotations

import errno
import glob
import os
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO, TypeVar

import msgspec
import platformdirs

from ..assets import DAMAGED, in_utf8
from ..language import tr
from ..text import system_says

# -- lock


AS_IT_IS = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
"""Flags with which bytes aren't changed, and opening never waits, even if somebody has put a pipe there."""
BRIEF_TRIES, LOCK_TRIES = 5, 200
"""Tries to lock a file: if only a copy that looks whether it is locked may hold it for an instant, and if another copy
may be appending on a slow disk."""
PAUSE = 0.01
"""Seconds between tries to lock, read or write a file."""

if sys.platform == "win32":
    import ctypes
    import msvcrt

    PAST_THE_END = 1 << 30
    """Position of the locked byte: beyond the end of any record, because on Windows nobody can read a locked byte."""
    LOCK_VIOLATION = 33
    _KERNEL = ctypes.WinDLL("kernel32", use_last_error=True)

    def _lock(handle: int) -> None:
        # msvcrt.locking does the same, but under Wine its error does not say why it failed
        if _KERNEL.LockFile(ctypes.c_void_p(msvcrt.get_osfhandle(handle)), PAST_THE_END, 0, 1, 0):
            return
        error = ctypes.WinError(ctypes.get_last_error())
        raise BlockingIOError(*error.args) if error.winerror == LOCK_VIOLATION else error

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class InUse(OSError):
    """Another running copy of the program has locked the file."""


class FileLock:
    """A lock on a file. The system releases it however the process ends, so no lock is ever left over."""

    _handle = -1

    def __init__(self, path: Path, tries: int = BRIEF_TRIES) -> None:
        """Lock the file. Raises InUse, or another OSError if the file cannot be opened.

        If the file system has no locks, as on some network disks, the file stays unlocked.
        """
        self._handle = os.open(path, os.O_RDONLY | AS_IT_IS)
        try:
            self._acquire(path, tries)
        except BaseException:
            self.release()
            raise

    def _acquire(self, path: Path, tries: int) -> None:
        for attempt in range(tries):
            try:
                return _lock(self._handle)
            except BlockingIOError:
                if attempt < tries - 1:
                    time.sleep(PAUSE)
            except OSError:
                return None
        raise InUse(tr("{file} is open in another running copy of the program", file=path))

    def release(self) -> None:
        handle, self._handle = self._handle, -1
        if handle >= 0:
            with suppress(OSError):  # even after an error the handle is closed and the lock released
                os.close(handle)

    def __del__(self) -> None:
        self.release()


def lock_open_file(handle: int) -> None:
    """Lock a file that is open for writing until it is closed. On Windows this isn't needed: open files stay."""
    if sys.platform != "win32":
        with suppress(OSError):
            _lock(handle)


def is_locked(path: Path) -> bool:
    """Tell whether another copy of the program has locked the file. Raises OSError if it cannot be opened."""
    try:
        FileLock(path).release()
    except InUse:
        return True
    return False


# -- files


T = TypeVar("T")

HOME_VARIABLE = "TOPPING_OUT_HOME"
"""Environment variable for one folder that holds settings, records and logs, instead of the system's folders."""
PART = ".part"
"""Ending of files that are being written and will replace others."""
PART_ENDING = f".{'[0-9a-f]' * 16}{PART}"
"""Pattern for the end of such a file's name."""
LEFTOVERS = [f"{within}{name}" for within in ("", "*/") for name in (f"*{PART_ENDING}", "*.jsonl")]
"""Patterns of files that killed copies of the program may have left in a folder or its subfolders."""
LONGEST_EMPTY = 60.0
"""Seconds during which an empty new file is assumed to be in use."""
TRIES = 3
"""Tries to read or write a file if another process interferes."""
IN_THE_WAY: tuple[type[OSError], ...] = (FileNotFoundError,)
"""Errors of such a write: another copy of the program removed the part in the instant before it was locked."""
BEING_REPLACED: tuple[type[OSError], ...] = ()
"""Errors of a read in the instant when another copy of the program replaces the file."""
if sys.platform == "win32":
    # Windows does not replace a file that another process has open, nor open one that is being replaced. Virus scanners
    # keep files open for a while.
    IN_THE_WAY, BEING_REPLACED, TRIES = (FileNotFoundError, PermissionError), (PermissionError,), 20


def have_a_home() -> None:
    """If the system knows no home folder for the user, as in a bare container, use the root folder.

    Nothing can be written there, which is reported as for any other folder.
    """
    try:
        Path.home()
    except RuntimeError:
        os.environ["HOME"] = os.sep


def portable_folder() -> Path | None:
    """Return the folder beside the packed program that holds all data if it exists; None if the program isn't packed.

    TOPPING_OUT_HOME overrides it. On macOS it is beside the bundle, which must not change after it is signed.
    """
    if not getattr(sys, "frozen", False):
        return None
    program = Path(sys.executable).resolve()
    bundle = next((folder for folder in program.parents if folder.suffix == ".app"), program)
    return bundle.parent / "data"


def _folder(kind: str, system: str) -> Path:
    if home := os.environ.get(HOME_VARIABLE):
        return Path(home) / kind
    beside = portable_folder()
    return beside / kind if beside and beside.is_dir() else Path(system)


def config_folder() -> Path:
    """Return the folder for settings."""
    return _folder("config", platformdirs.user_config_dir("topping-out", appauthor=False))


def records_folder() -> Path:
    """Return the folder for records of games."""
    return _folder("records", platformdirs.user_data_dir("topping-out", appauthor=False)) / "games"


def log_folder() -> Path:
    """Return the folder for error reports."""
    return _folder("log", platformdirs.user_log_dir("topping-out", appauthor=False))


def pictures_folder() -> Path:
    """Return the folder in which pictures are saved. It may not exist."""
    return _folder("pictures", platformdirs.user_pictures_dir())


def user_folder(name: str) -> Path:
    """Return the folder of this name for the user's own files that a game reads. It may not exist."""
    return _folder("data", platformdirs.user_data_dir("topping-out", appauthor=False)) / name


def read_file(path: Path, largest: int) -> bytes:
    """Return the content of a file, but at most `largest` + 1 bytes, so that the caller can detect a larger file.

    Raises OSError.
    """
    with open_file(path) as file:
        return file.read(largest + 1)


def read_or_nothing(path: Path, largest: int) -> bytes:
    """Like `read_file`, but return nothing if the file cannot be read; for comparing contents."""
    try:
        return read_file(path, largest)
    except OSError:
        return b""


def read_json(path: Path, largest: int, kind: type[T], default: T) -> T:
    """Return the data in one of the program's JSON files; `default` if it is missing, damaged or too large."""
    try:
        return msgspec.json.decode(in_utf8(read_file(path, largest)), type=kind)
    except (OSError, *DAMAGED):
        return default


STANDARD = Path("-")
"""Stands for standard input or output where a command reads or writes a file."""


def read_in(largest: int) -> bytes:
    """Return standard input up to one byte more than the largest that is possible."""
    return sys.stdin.buffer.read(largest + 1) if sys.stdin else b""


def open_file(path: Path) -> BinaryIO:
    """Open a file for reading. Raises OSError, also for a folder, a device, or a pipe on which reading would block."""
    return _try_again(lambda: os.fdopen(_open(path, os.O_RDONLY), "rb"), BEING_REPLACED)


def _open(path: Path, flags: int) -> int:
    """Open a regular file and return its handle. Raises OSError, also for other kinds of files and impossible names."""
    handle = -1
    try:
        handle = os.open(path, flags | AS_IT_IS, 0o666)
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, tr("it isn't a file"))
        return handle
    except ValueError:  # the name contains a NUL
        raise OSError(errno.EINVAL, tr("no file can have this name")) from None
    except BaseException:  # also a MemoryError, because Windows does not replace a file that is still open
        if handle >= 0:
            os.close(handle)
        raise


def _try_again(action: Callable[[], T], errors: tuple[type[OSError], ...]) -> T:
    """Return what `action` returns, retrying after such errors. Raise the error of the last try."""
    for _ in range(TRIES - 1):
        with suppress(*errors):
            return action()
        time.sleep(PAUSE)
    return action()


def free_path(folder: Path, stem: str, ending: str) -> Path:
    """Return a path in a folder where nothing exists: `stem`, if needed with a number. Raises OSError."""
    names = (f"{stem}{ending}" if number == 1 else f"{stem}-{number}{ending}" for number in count(1))
    return next(path for name in names if not is_there(path := folder / name))


def is_there(path: Path) -> bool:
    """Tell whether something exists at a path. Raises OSError if that is unknown because a folder is not accessible."""
    try:
        os.stat(path, follow_symlinks=False)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except ValueError:  # no file can have such a name
        return False
    return True


def files_in(folder: Path, pattern: str) -> list[Path]:
    """Return the files of a folder that match the pattern, sorted; empty if the folder cannot be read."""
    try:
        return sorted(folder.glob(pattern))
    except OSError:
        return []


def why_not_at(path: Path, may_replace: bool) -> str:
    """Return why a file cannot be written at a path that a player has named; "" if it can be."""
    try:
        if not may_replace and is_there(path):
            return tr("{file} already exists: name another file", file=path)
        if not path.absolute().parent.is_dir():
            return tr("there's no folder {folder}: name another", folder=path.absolute().parent)
    except OSError as error:
        return cannot_write(path, error)
    return ""


def cannot_write(path: Path | str, error: OSError) -> str:
    """Return a message that a file cannot be written, such as `x.csv cannot be written: No space left`."""
    return tr("{file} can't be written: {error}", file=path, error=system_says(error))


def write_atomic(path: Path, data: bytes, may_replace: bool = True) -> None:
    """Replace a file's content completely or not at all. Raises OSError and then leaves the old content untouched.

    Raises FileExistsError if there is a file, unless `may_replace`.
    """
    _try_again(lambda: _write_and_rename(path, data, may_replace), IN_THE_WAY)


def _write_and_rename(path: Path, data: bytes, may_replace: bool) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path, may_replace) as file:
        file.write(data)


@contextmanager
def whole_file(path: Path, may_replace: bool = True) -> Iterator[BinaryIO]:
    """Write a file that only gets its name when it is complete. If writing fails, nothing is left of it.

    Raises OSError, or FileExistsError if something has that name by then, unless `may_replace`.
    """
    part = path.with_name(f"{path.name}.{token_hex(8)}{PART}")
    file = os.fdopen(_open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL), "w+b")
    try:
        with file:
            lock_open_file(file.fileno())
            yield file
            file.flush()
            os.fsync(file.fileno())
        if may_replace:
            os.replace(part, path)
        else:
            _name_new(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def _name_new(part: Path, path: Path) -> None:
    """Rename a file to a name that is not in use. Raises OSError."""
    if sys.platform == "win32":
        os.rename(part, path)  # fails if the name is in use
        return
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:  # this file system has no hard links
        if is_there(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        os.replace(part, path)
    else:
        part.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Sync a folder's new and changed names to disk, as far as the system can."""
    with suppress(OSError):  # Windows cannot open folders, and some network disks cannot sync them
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def tidy_up() -> None:
    """Remove files that copies of the program left when they were killed while writing, except those in use."""
    for folder in {config_folder(), records_folder(), log_folder(), user_folder("")}:
        for pattern in LEFTOVERS:
            _remove_leftovers(files_in(folder, pattern))


def tidy_up_beside(path: Path) -> None:
    """Remove such leftovers of files with the same ending as `path` in its folder, which is the player's own."""
    _remove_leftovers(files_in(path.parent, f"*{glob.escape(path.suffix)}{PART_ENDING}"))


def _remove_leftovers(paths: Iterable[Path]) -> None:
    for path in paths:
        with suppress(OSError):
            if (path.suffix == PART or _is_old_and_empty(path)) and not is_locked(path):
                path.unlink()


def _is_old_and_empty(path: Path) -> bool:
    """Tell whether a file is empty and too old to be in use, as when an import was killed while creating it."""
    found = os.stat(path, follow_symlinks=False)
    return stat.S_ISREG(found.st_mode) and not found.st_size and abs(time.time() - found.st_mtime) > LONGEST_EMPTY


def keep_newest(folder: Path, pattern: str, most: int) -> None:
    """Remove the files of a folder that match the pattern, except the last `most` in order of their names."""
    for path in files_in(folder, pattern)[:-most]:
        with suppress(OSError):
            path.unlink()


def set_aside(path: Path) -> Path:
    """Rename an unreadable file so that it is out of the way, never over another one; return its new path."""
    for number in range(1, 1000):
        aside = path.with_name(f"{path.name}.unreadable-{number}")
        if not aside.exists():
            return path.rename(aside)
    raise FileExistsError(f"too many unreadable copies beside {path}")


LARGEST_LINES = 64 * 1024 * 1024
"""Bytes of a file of lines that is converted if an editor saved it differently."""


def put_in_utf8(path: Path) -> None:
    """Rewrite a file that an editor has saved in another encoding, so that lines in UTF-8 can be appended.

    Raises OSError.
    """
    data = read_or_nothing(path, LARGEST_LINES)
    if len(data) <= LARGEST_LINES and (plain := in_utf8(data)) != data:
        write_atomic(path, plain)


def append_lines(path: Path, lines: Iterable[bytes]) -> None:
    """Append lines to a file to which other copies of the program append too. A last line without newline gets one.

    The lines are on disk when this returns. Raises OSError and then restores the file.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    put_in_utf8(path)
    with os.fdopen(_open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT), "rb+", buffering=0) as file:
        handle, lock = file.fileno(), FileLock(path, LOCK_TRIES)
        size = file.seek(0, os.SEEK_END)
        try:
            file.seek(max(0, size - 1))
            added = (b"" if file.read(1) in (b"", b"\n") else b"\n") + b"".join(line + b"\n" for line in lines)
            if os.write(handle, added) != len(added):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(handle)
        except BaseException:
            os.ftruncate(handle, size)
            raise
        finally:
            lock.release()


# -- synced


FLUSH_TIMEOUT = 10.0
"""Seconds that `flush` waits for a disk that does not respond."""


class SyncedFile:
    """A file whose new bytes have been passed to the system when `append` returns, and are on disk soon after."""

    def __init__(self, path: Path, size: int) -> None:
        """Open an existing file, and cut it to `size` bytes. Raises OSError."""
        flags = os.O_WRONLY | os.O_APPEND | AS_IT_IS
        if os.stat(path).st_size > size:
            os.truncate(path, size)
        self.path, self.size = path, size
        self.synced = size
        """How many bytes are safely on disk, including those that were there before."""
        self.error: OSError | None = None
        """Why the others could not be synced."""
        self._changed = 0
        self._unsynced_since: float | None = None  # when the oldest byte that is not on disk was written,
        self._unsynced_next: float | None = None  # and the oldest that the current sync may not include
        self._requested = self._done = 0  # syncs
        self._is_syncing = False
        self._is_closed = False
        self._turn = threading.Condition()
        self._handle = os.open(path, flags)
        try:
            self._syncs = os.open(path, flags)  # a second handle, so that `append` never waits for a sync
        except BaseException:
            os.close(self._handle)
            raise
        self._note_time()
        if size:  # the existing bytes may not be on disk
            with self._turn:
                self._request_sync()

    def append(self, data: bytes) -> None:
        """Write all of the data or nothing. Raises OSError."""
        try:
            if os.write(self._handle, data) != len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError:
            os.ftruncate(self._handle, self.size)
            raise
        self._note_time()
        with self._turn:
            self.size += len(data)
            now = time.monotonic()
            self._unsynced_since, self._unsynced_next = self._unsynced_since or now, self._unsynced_next or now
            self._request_sync()

    @property
    def behind(self) -> float:
        """How many seconds the disk is behind."""
        since = self._unsynced_since
        return time.monotonic() - since if since else 0.0

    def is_untouched(self) -> bool:
        """Tell whether the file at this path is the one written here, and nothing else has changed it."""
        try:
            there = os.stat(self.path)
        except FileNotFoundError:
            return False
        except OSError:  # unknown
            return True
        own = os.fstat(self._handle)
        is_same = (there.st_dev, there.st_ino) == (own.st_dev, own.st_ino)
        return is_same and (there.st_size, there.st_mtime_ns) == (self.size, self._changed)

    def flush(self) -> None:
        """Wait until everything is on disk or `error` is set, but at most `FLUSH_TIMEOUT`."""
        with self._turn:
            self._turn.wait_for(lambda: self.error or self._done == self._requested, FLUSH_TIMEOUT)

    def close(self) -> None:
        """Close the file. Its bytes have been passed to the system; call `flush` before to be sure of the disk."""
        with self._turn:
            self._is_closed = True
            if not self._is_syncing:
                self._close_handle(self._syncs)
        self._close_handle(self._handle)

    def _note_time(self) -> None:
        self._changed = os.fstat(self._handle).st_mtime_ns

    def _close_handle(self, handle: int) -> None:
        with suppress(OSError):  # even after an error the handle is closed
            os.close(handle)

    def _request_sync(self) -> None:
        """Let a thread sync everything written so far: the running one, or else a new one."""
        self._requested += 1
        if not self._is_syncing:
            try:
                threading.Thread(target=self._sync_all, name="sync", daemon=True).start()
            except RuntimeError:  # no memory for another thread, or a limit on threads
                raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN)) from None
            self._is_syncing = True

    def _sync_all(self) -> None:
        """Sync until nothing new has been written. This runs in its own thread."""
        while True:
            with self._turn:
                if self._is_closed or self.error or self._done == self._requested:
                    self._is_syncing = False
                    if self._is_closed:
                        self._close_handle(self._syncs)
                    return
                size, requested, self._unsynced_next = self.size, self._requested, None
            error: OSError | None = None
            try:
                os.fsync(self._syncs)
            except OSError as refusal:
                error = refusal
            with self._turn:
                self.error = error
                if not error:
                    self.synced, self._unsynced_since, self._done = size, self._unsynced_next, requested
                self._turn.notify_all()
