"""Locks on files against other running copies of the program. A lock ends with the process that holds it."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

from ..language import tr

TRIES = 5
PAUSE = 0.01
"""Seconds between tries. A copy that only checks whether the file is locked holds the lock for an instant."""

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

    def __init__(self, path: Path, tries: int = TRIES) -> None:
        """Lock the file. Raises InUse, or another OSError if the file cannot be opened.

        If the file system has no locks, as on some network disks, the file stays unlocked.
        """
        self._handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
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
