"""What a power cut leaves of files: the content and the names that were synced, and of the rest nothing."""

import os
import stat
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

PATHS = {"open": 1, "truncate": 1, "replace": 2, "rename": 2, "unlink": 1}
"""Calls that change a file or its name, and how many paths they begin with."""
NOTHING = 0
"""In place of a file's number: no file."""


class Platter:
    """Follows a process's calls to know what is surely on the disk."""

    def __init__(self) -> None:
        self._names: dict[str, int] = {}
        """The number of the file that the disk has under a name, of all names that the process has touched."""
        self._contents: dict[int, bytes] = {}
        self._opened: dict[int, str] = {}
        self._turn = threading.RLock()

    def follow(self, call: str, arguments: tuple[Any, ...], do: Callable[[], Any]) -> Any:
        """Do a call, and take note of what it changes and what it makes sure of; one thread at a time."""
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
            if arguments[1] & os.O_EXCL:  # a new file, which may have the number of one that is gone
                self._contents[os.fstat(done).st_ino] = b""
        elif call == "fsync":
            self._sync(arguments[0])
        return done

    def strike(self) -> None:
        """Cut the power: take back what was not synced. No thread does anything after that."""
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
