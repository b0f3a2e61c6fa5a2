"""What a power cut leaves of files: only the contents and names that were synced."""

import os
import stat
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

PATHS = {"open": 1, "truncate": 1, "replace": 2, "rename": 2, "unlink": 1}
"""Calls that change a file or its name, with their number of leading path arguments."""
NOTHING = 0
"""The inode number that stands for no file."""


class Platter:
    """Tracks a process's disk calls to know what has certainly reached the disk."""

    def __init__(self) -> None:
        self._names: dict[str, int] = {}
        """The inode number that the disk has under each name that the process has touched."""
        self._contents: dict[int, bytes] = {}
        self._opened: dict[int, str] = {}
        self._turn = threading.RLock()

    def follow(self, call: str, arguments: tuple[Any, ...], do: Callable[[], Any]) -> Any:
        """Do a call, and note what it changes and what it syncs. One thread at a time."""
        with self._turn:
            return self._follow(call, arguments, do)

    def _follow(self, call: str, arguments: tuple[Any, ...], do: Callable[[], Any]) -> Any:
        paths = [str(path) for path in arguments[: PATHS.get(call, 0)]]
        for path in paths:
            if path not in self._names:
                self._names[path] = number = number_of_file(path)
                if number:
                    self._contents[number] = Path(path).read_bytes()
        done = do()
        if call == "open":
            self._opened[done] = paths[0]
            if arguments[1] & os.O_EXCL:  # a new file may reuse the inode number of a removed one
                self._contents[os.fstat(done).st_ino] = b""
        elif call == "fsync":
            self._sync(arguments[0])
        return done

    def strike(self) -> None:
        """Cut the power: revert what was not synced. After that, all calls of other threads block."""
        self._turn.acquire()
        for name, number in self._names.items():
            if number:
                Path(name).write_bytes(self._contents[number])
            else:
                with suppress(FileNotFoundError):
                    os.remove(name)

    def _sync(self, handle: int) -> None:
        found = os.fstat(handle)
        if not stat.S_ISDIR(found.st_mode):
            self._contents[found.st_ino] = Path(self._opened[handle]).read_bytes()
            return
        for path in self._names:
            if os.stat(os.path.dirname(path)).st_ino == found.st_ino:
                self._names[path] = number_of_file(path)


def number_of_file(path: str) -> int:
    try:
        return os.stat(path).st_ino
    except FileNotFoundError:
        return NOTHING
