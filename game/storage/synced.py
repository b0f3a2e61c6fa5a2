"""A file that grows while a thread has the disk keep it, so that nobody waits for the disk."""

from __future__ import annotations

import errno
import os
import threading
import time
from contextlib import suppress
from pathlib import Path

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
        """So many bytes are on the disk for certain; those that were there before count as such."""
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
