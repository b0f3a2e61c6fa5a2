"""Simulated disk faults: errors, short writes, sudden death and power cuts, at chosen moments.

A moment is a call that changes something on the disk, counted from 0 since the layer was installed. The layer replaces
functions of the module `os`, so it needs a process of its own. Syncs do not really wait for the disk: what a killed
process has written stays, synced or not, and what survives a power cut is computed.
"""

from __future__ import annotations

import errno
import os
import stat
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

# -- power cuts


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


# -- faults


CALLS = ("open", "write", "fsync", "ftruncate", "truncate", "replace", "rename", "mkdir", "unlink", "close")
"""The calls that can fail. (`pathlib` renames and removes by these too.)"""
DYING = "die"
POWER_CUT = "power cut"
SHORT = "short"
KILL = 9
"""The signal's number. On Windows, which has no signals, this number becomes the exit status."""
WAYS = os.O_RDONLY | os.O_WRONLY | os.O_RDWR


@dataclass
class Faults:
    """Which fault occurs, and when."""

    kind: str = ""
    """DYING: killed without warning. POWER_CUT: also loses everything that was not synced. SHORT: a write takes only a
    part of the data, and returns its length. Otherwise the name of an error."""
    first: int = 0
    last: int = -1
    """The first and the last moment with the fault."""
    share: float = 0.5
    """The share of a write that reaches the disk. Other calls are done if it is at least 0.5."""
    calls: tuple[str, ...] = CALLS
    """Only these calls fail."""
    dies: int = -1
    """A moment at which the process is killed, in addition to the fault; -1 for never."""
    seen: list[str] = field(default_factory=list)
    """The names of the calls so far."""
    real: dict[str, Callable[..., Any]] = field(default_factory=dict)
    platter: Platter = field(default_factory=Platter)

    def install(self) -> None:
        """Replace the functions of `os`."""
        for name in (*CALLS, "fdopen"):
            self.real[name] = getattr(os, name)
        self.real["fsync"] = os.fstat  # fails for an invalid handle, as fsync would
        for name in CALLS:
            setattr(os, name, self._through(name))
        os.write = self.write
        os.fdopen = self.fdopen  # type: ignore[assignment]

    def fdopen(self, handle: int, mode: str = "r", *more: Any, **named: Any) -> Any:
        return Writer(self, handle) if "w" in mode else self.real["fdopen"](handle, mode, *more, **named)

    def _through(self, name: str) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            def do() -> Any:
                return self.real[name](*arguments, **named)

            if name == "open" and arguments[1] & WAYS == os.O_RDONLY:
                return do()
            match self._next(name):
                case "" | "short":
                    return self._follow(name, arguments, do)
                case "die" | "power cut" as end:
                    try:
                        if self.share >= 0.5:
                            self._follow(name, arguments, do)
                    finally:
                        self._end(end)
                case error:
                    if name == "close":  # even a failing close frees the handle
                        do()
                    raise failure(error)

        return call

    def write(self, handle: int, data: bytes) -> int:
        """Write. With a fault, only a share of the bytes reaches the disk."""
        kind = self._next("write")
        part = data[: max(int(len(data) * self.share), kind == SHORT)] if kind else data
        written: int = self.real["write"](handle, part) if part else 0
        if kind in (DYING, POWER_CUT):
            self._end(kind)
        if kind in ("", SHORT):
            return written
        raise failure(kind)

    def _follow(self, name: str, arguments: tuple[Any, ...], do: Callable[[], Any]) -> Any:
        return self.platter.follow(name, arguments, do) if self.kind == POWER_CUT else do()

    def _end(self, how: str) -> None:
        if how == POWER_CUT:
            self.platter.strike()
        die()

    def _next(self, name: str) -> str:
        """Count a call. Return its fault, or an empty string."""
        moment = len(self.seen)
        self.seen.append(name)
        if moment == self.dies:
            return DYING
        return self.kind if self.first <= moment <= self.last and name in self.calls else ""


def failure(name: str) -> OSError:
    number = getattr(errno, name)
    return OSError(number, os.strerror(number))


def die() -> None:
    """End this process at once, as by `kill -9`."""
    os.kill(os.getpid(), KILL)
    time.sleep(60)


class Writer:
    """An open file that writes through the layer, which Python's own file objects would bypass."""

    def __init__(self, faults: Faults, handle: int) -> None:
        self._faults, self._handle = faults, handle

    def write(self, data: bytes) -> int:
        left = data
        while left:
            left = left[self._faults.write(self._handle, left) :]
        return len(data)

    def flush(self) -> None:
        """Do nothing: nothing is buffered."""

    def fileno(self) -> int:
        return self._handle

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        os.close(self._handle)
