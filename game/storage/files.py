"""The program's folders, and files that are written whole or not at all."""

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

import platformdirs

from ..assets import in_utf8
from ..language import tr
from .lock import FileLock, is_locked, lock_open_file

# -- files


T = TypeVar("T")

HOME_VARIABLE = "TOPPING_OUT_HOME"
"""Environment variable: one folder for settings, records and logs together, instead of the system's."""
PART = ".part"
"""The ending of files that are being written and will then replace others."""
REMAIN = f".{'[0-9a-f]' * 16}{PART}"
"""What the name of such a file ends with."""
REMAINS = [f"{within}{name}" for within in ("", "*/") for name in (f"*{REMAIN}", "*.jsonl")]
"""The names of what killed copies of the program may have left in a folder, or one below it."""
AT_BIRTH = 60.0
"""Seconds that a new file may be empty, and be somebody's."""
TRIES, PAUSE = 3, 0.01
"""How often a write or a read is tried, and the seconds between two tries, where another process gets in its way."""
IN_THE_WAY: tuple[type[OSError], ...] = (FileNotFoundError,)
"""The errors of that: another copy of the program has removed the part in an instant in which it was not locked."""
BEING_REPLACED: tuple[type[OSError], ...] = ()
"""The errors of a read in an instant in which another copy of the program replaces the file."""
if sys.platform == "win32":
    # No file is replaced while another process looks at it, nor the other way round; a look for viruses takes a while.
    IN_THE_WAY, BEING_REPLACED, TRIES = (FileNotFoundError, PermissionError), (PermissionError,), 20


def have_a_home() -> None:
    """Make the root folder the home of somebody whom the system knows none for, as in a bare container.

    Nothing can be written there, and that is told like anywhere else.
    """
    try:
        Path.home()
    except RuntimeError:
        os.environ["HOME"] = os.sep


def portable_folder() -> Path | None:
    """Return the folder beside the packed program that holds everything, once it has been made; None: not packed.

    TOPPING_OUT_HOME goes before it. On macOS it lies beside the bundle, which must not change once it is signed.
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
    """Return the folder of the settings."""
    return _folder("config", platformdirs.user_config_dir("topping-out", appauthor=False))


def records_folder() -> Path:
    """Return the folder of the games' records."""
    return _folder("records", platformdirs.user_data_dir("topping-out", appauthor=False)) / "games"


def log_folder() -> Path:
    """Return the folder of the reports on errors."""
    return _folder("log", platformdirs.user_log_dir("topping-out", appauthor=False))


def pictures_folder() -> Path:
    """Return the folder that pictures are saved in; it need not exist."""
    return _folder("pictures", platformdirs.user_pictures_dir())


def user_folder(name: str) -> Path:
    """Return the folder of that name for files of the user's own that a game reads; it need not exist."""
    return _folder("data", platformdirs.user_data_dir("topping-out", appauthor=False)) / name


def read_file(path: Path, largest: int) -> bytes:
    """Return what is in a file; of a larger one the first `largest` + 1 bytes, so that the caller can tell.

    Raises OSError.
    """
    with open_file(path) as file:
        return file.read(largest + 1)


def read_or_nothing(path: Path, largest: int) -> bytes:
    """Do so, to compare it; nothing where it cannot be read."""
    try:
        return read_file(path, largest)
    except OSError:
        return b""


def open_file(path: Path) -> BinaryIO:
    """Open a file to read it. Raises OSError, also for a folder, a device, a pipe that would be waited for."""
    return _try_again(lambda: os.fdopen(_open(path, os.O_RDONLY), "rb"), BEING_REPLACED)


def _open(path: Path, flags: int) -> int:
    """Return a file's handle. Raises OSError, also for what is no file, or can be called like none."""
    handle = -1
    try:
        handle = os.open(path, flags | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0), 0o666)
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, tr("it is not a file"))
        return handle
    except ValueError:  # a NUL is in it
        raise OSError(errno.EINVAL, tr("no file can have this name")) from None
    except BaseException:  # also where memory runs out: Windows lets nobody replace a file that is open
        if handle >= 0:
            os.close(handle)
        raise


def _try_again(action: Callable[[], T], errors: tuple[type[OSError], ...]) -> T:
    """Return what `action` does, trying it again after such errors; the last one is raised."""
    for _ in range(TRIES - 1):
        with suppress(*errors):
            return action()
        time.sleep(PAUSE)
    return action()


def free_path(folder: Path, stem: str, ending: str) -> Path:
    """Return a path in a folder at which there is nothing: `stem`, or the stem with a number. Raises OSError."""
    names = (f"{stem}{ending}" if number == 1 else f"{stem}-{number}{ending}" for number in count(1))
    return next(path for name in names if not is_there(path := folder / name))


def is_there(path: Path) -> bool:
    """Tell whether there is something at a path. Raises OSError where nobody can say: a folder on the way is shut."""
    try:
        os.stat(path, follow_symlinks=False)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except ValueError:  # no file can be called so
        return False
    return True


def files_in(folder: Path, pattern: str) -> list[Path]:
    """Return the files of a folder whose names fit the pattern, sorted; none where the folder cannot be read."""
    try:
        return sorted(folder.glob(pattern))
    except OSError:
        return []


def cannot_write(path: Path | str, error: OSError) -> str:
    """Return the sentence for a file that cannot be written, such as `x.csv cannot be written: No space left`."""
    return tr("{file} cannot be written: {error}", file=path, error=error.strerror or error)


def write_atomic(path: Path, data: bytes, may_replace: bool = True) -> None:
    """Replace the file's content whole or not at all. Raises OSError, the old content then untouched.

    Raises FileExistsError where there is a file, unless it `may_replace` it.
    """
    _try_again(lambda: _write_and_rename(path, data, may_replace), IN_THE_WAY)


def _write_and_rename(path: Path, data: bytes, may_replace: bool) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path, may_replace) as file:
        file.write(data)


@contextmanager
def whole_file(path: Path, may_replace: bool = True) -> Iterator[BinaryIO]:
    """Write a file that gets its name only once it is whole; nothing is left of it where that fails.

    Raises OSError: FileExistsError where something has that name by then, unless it `may_replace` that.
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
    """Give a file a name that nothing has yet. Raises OSError."""
    if sys.platform == "win32":
        os.rename(part, path)  # refuses where there is something
        return
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:  # this disk gives no file two names
        if is_there(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        os.replace(part, path)
    else:
        part.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Have the disk keep a folder's new and changed names, as far as the system can."""
    with suppress(OSError):  # Windows opens no folders, and some network disks sync none
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def tidy_up() -> None:
    """Remove what copies of the program left in its folders when they were killed while writing; nothing in use."""
    for folder in {config_folder(), records_folder(), log_folder(), user_folder("")}:
        for pattern in REMAINS:
            _remove_remains(files_in(folder, pattern))


def tidy_up_beside(path: Path) -> None:
    """Remove what is left, in a folder of the player's own, of files with the same ending; nothing in use."""
    _remove_remains(files_in(path.parent, f"*{glob.escape(path.suffix)}{REMAIN}"))


def _remove_remains(paths: Iterable[Path]) -> None:
    for path in paths:
        with suppress(OSError):
            if (path.suffix == PART or _is_old_and_empty(path)) and not is_locked(path):
                path.unlink()


def _is_old_and_empty(path: Path) -> bool:
    """Tell whether nothing was ever written to a file, and nobody is about to: an import was killed as it made it."""
    found = os.stat(path, follow_symlinks=False)
    return stat.S_ISREG(found.st_mode) and not found.st_size and abs(time.time() - found.st_mtime) > AT_BIRTH


def keep_newest(folder: Path, pattern: str, most: int) -> None:
    """Remove the files of a folder whose names fit the pattern but the last `most` by name."""
    for path in files_in(folder, pattern)[:-most]:
        with suppress(OSError):
            path.unlink()


def set_aside(path: Path) -> Path:
    """Move a file that cannot be read out of the way, never over another; return where it went."""
    for number in range(1, 1000):
        aside = path.with_name(f"{path.name}.unreadable-{number}")
        if not aside.exists():
            return path.rename(aside)
    raise FileExistsError(f"too many unreadable copies beside {path}")


LARGEST_LINES = 64 * 1024 * 1024
"""Bytes of a file of lines that an editor may have saved."""


def put_in_utf8(path: Path) -> None:
    """Write a file anew that an editor has saved in another form: lines in UTF-8 can then be added to it.

    Raises OSError.
    """
    data = read_or_nothing(path, LARGEST_LINES)
    if len(data) <= LARGEST_LINES and (plain := in_utf8(data)) != data:
        write_atomic(path, plain)


WAITS = 200
"""How often an append asks for the file: another copy of the program may be adding to it, on a slow disk."""


def append_lines(path: Path, lines: Iterable[bytes]) -> None:
    """Add whole lines to a file that other copies of the program add to as well; a last line without end gets one.

    They are on the disk when this returns. Raises OSError; the file is then cut back to what it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    put_in_utf8(path)
    with os.fdopen(_open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT), "rb+", buffering=0) as file:
        handle, lock = file.fileno(), FileLock(path, WAITS)
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


PATIENCE = 10.0
"""Seconds that `flush` waits for a disk that does not answer."""


class SyncedFile:
    """A file whose new bytes are with the system when `append` returns, and on the disk a moment later."""

    def __init__(self, path: Path, size: int) -> None:
        """Open a file that is there, and cut it to so many bytes. Raises OSError."""
        flags = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
        if os.stat(path).st_size > size:
            os.truncate(path, size)
        self.path, self.size = path, size
        self.synced = size
        """How many bytes are safely on the disk, including those that were there before."""
        self.error: OSError | None = None
        """Why the disk does not keep the others."""
        self._changed = 0
        self._since: float | None = None  # when the oldest byte was written that is not on the disk,
        self._next: float | None = None  # and the oldest that the sync under way may not take along
        self._asked = self._answered = 0  # syncs
        self._is_syncing = False
        self._is_closed = False
        self._turn = threading.Condition()
        self._handle = os.open(path, flags)
        try:
            self._syncs = os.open(path, flags)  # where a handle does one thing at a time, `append` waits for no sync
        except BaseException:
            os.close(self._handle)
            raise
        self._note_time()
        if size:  # what was there before may not be on the disk
            with self._turn:
                self._ask()

    def append(self, data: bytes) -> None:
        """Write, whole or not at all. Raises OSError."""
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
            self._since, self._next = self._since or now, self._next or now
            self._ask()

    @property
    def behind(self) -> float:
        """How many seconds the disk is behind."""
        since = self._since
        return time.monotonic() - since if since else 0.0

    def is_untouched(self) -> bool:
        """Tell whether the file under this name is the one that was written here, and nobody else has changed it."""
        try:
            there = os.stat(self.path)
        except FileNotFoundError:
            return False
        except OSError:  # nobody can say
            return True
        own = os.fstat(self._handle)
        is_same = (there.st_dev, there.st_ino) == (own.st_dev, own.st_ino)
        return is_same and (there.st_size, there.st_mtime_ns) == (self.size, self._changed)

    def flush(self) -> None:
        """Wait until all is on the disk, or `error` says why not; not for ever where the disk does not answer."""
        with self._turn:
            self._turn.wait_for(lambda: self.error or self._answered == self._asked, PATIENCE)

    def close(self) -> None:
        """Let go of the file. What it holds is with the system; `flush` before makes sure of the disk."""
        with self._turn:
            self._is_closed = True
            if not self._is_syncing:
                self._let_go(self._syncs)
        self._let_go(self._handle)

    def _note_time(self) -> None:
        self._changed = os.fstat(self._handle).st_mtime_ns

    def _let_go(self, handle: int) -> None:
        with suppress(OSError):  # whatever the error, the handle is gone
            os.close(handle)

    def _ask(self) -> None:
        """Have a thread sync all there is now, the one that is at it or a new one."""
        self._asked += 1
        if not self._is_syncing:
            try:
                threading.Thread(target=self._sync_all, name="sync", daemon=True).start()
            except RuntimeError:  # there is no memory for another thread, or no process
                raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN)) from None
            self._is_syncing = True

    def _sync_all(self) -> None:
        """Sync until nothing is new; the thread's own work."""
        while True:
            with self._turn:
                if self._is_closed or self.error or self._answered == self._asked:
                    self._is_syncing = False
                    if self._is_closed:
                        self._let_go(self._syncs)
                    return
                size, asked, self._next = self.size, self._asked, None
            error: OSError | None = None
            try:
                os.fsync(self._syncs)
            except OSError as refusal:
                error = refusal
            with self._turn:
                self.error = error
                if not error:
                    self.synced, self._since, self._answered = size, self._next, asked
                self._turn.notify_all()
