"""Start other programs, and stop functions of other packages that do not end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from types import TracebackType
from typing import Any

# -- children


_ORIGINAL_SUFFIX = "_ORIG"
"""PyInstaller saves the original value of a variable that it changes under this suffix."""
_PYINSTALLER_PREFIXES = ("_PYI_", "_MEIPASS")
_LIBRARY_PATHS = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH")
_set_here: set[str] = set()
_starting = threading.Lock()
"""Held while a program is started, because on Windows the DLL folder is changed for the whole process."""


def set_for_us(name: str, value: str) -> None:
    """Set an environment variable for this program but not for those that it starts, unless it is set already."""
    if name not in os.environ:
        os.environ[name] = value
        _set_here.add(name)


def environment(now: Mapping[str, str] | None = None, is_packed: bool | None = None) -> dict[str, str]:
    """Return the environment for another program. `now` and `is_packed` default to those of this process."""
    now = os.environ if now is None else now
    is_packed = getattr(sys, "frozen", False) if is_packed is None else is_packed
    kept = {name: value for name, value in now.items() if name not in _set_here}
    if not is_packed:
        return kept
    kept = {name: value for name, value in kept.items() if not name.startswith(_PYINSTALLER_PREFIXES)}
    for name in _LIBRARY_PATHS:
        kept.pop(name, None)
        if (before := kept.pop(name + _ORIGINAL_SUFFIX, None)) is not None:
            kept[name] = before
    return kept


def start(command: Sequence[str], more: Mapping[str, str] | None = None, **how: Any) -> subprocess.Popen[Any]:
    """Start a program. `more` adds environment variables; `how` are arguments of `Popen`. Raises OSError."""
    with _starting, _usual_libraries():
        return subprocess.Popen(command, env=environment() | dict(more or {}), **how)


def run(command: Sequence[str], seconds: float) -> str:
    """Return the output of a program, or "" if it is missing, fails, or takes longer than this many seconds."""
    try:
        process = start(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )  # fmt: skip
        with process:
            try:
                output, _ = process.communicate(timeout=seconds)
            except BaseException:
                process.kill()
                raise
    except (OSError, ValueError, subprocess.SubprocessError):
        return ""
    return str(output).strip() if process.returncode == 0 else ""


@contextmanager
def _usual_libraries() -> Iterator[None]:
    """On Windows, keep a program that is started from a packed build from loading the build's own DLLs."""
    packed = getattr(sys, "_MEIPASS", None)
    if sys.platform != "win32" or not packed:
        yield
        return
    import ctypes  # slow to import, and only needed on Windows

    set_folder = ctypes.windll.kernel32.SetDllDirectoryW
    set_folder(None)
    try:
        yield
    finally:
        set_folder(ctypes.c_wchar_p(packed))


# -- watchdog


LONGEST = 5.0
"""The most seconds of processor time that a watched function may take."""
WAITS = 6
"""A function that waits (sleeps, or reads from a pipe) may take this many times `LONGEST`."""
LOOKS_EVERY = 0.2
"""Seconds between two looks of the watchdog."""


class TooLong(BaseException):
    """Raised inside a function that does not end.

    It is not an Exception, so that a loop that catches Exception ends too.
    """

    limit = LONGEST

    def __str__(self) -> str:
        return f"it had not ended after {self.limit:g} s of computing"


@dataclass(slots=True)
class _Watch:
    """The limits of one watched thread."""

    limit: float
    until: float = 0
    """Processor time at which it must end; 0 before the first look."""
    looks: int = 0
    """How often the watchdog has looked at it. While the whole program is stopped, this does not grow."""


_MAIN_THREAD = threading.main_thread().ident
_turn = threading.Lock()
"""Held while the watches are read or changed."""
_watches: dict[int, _Watch] = {}
"""The current watch of each thread that has one, by thread id."""
_awake = threading.Event()
"""Set while the watchdog looks at regular intervals. It sleeps after a look that finds nothing to watch."""


class watched:  # noqa: N801 - it is called like a function
    """A context manager that raises TooLong, once, in this thread if its block computes for too long.

    TooLong is also raised if the block waits; but on Windows, and outside the main thread, only when the waiting is
    over. A function that catches TooLong, or is not written in Python, does not end. `limit` is in seconds of processor
    time and defaults to `LONGEST`. Within another watch the shorter limit applies.
    """

    __slots__ = ("_limit", "_outer", "_thread")

    def __init__(self, limit: float | None = None) -> None:
        self._limit = LONGEST if limit is None else limit

    def __enter__(self) -> None:
        self._thread = threading.get_ident()
        self._outer = _watches.get(self._thread)
        if self._outer and self._outer.limit <= self._limit:
            self._thread = 0
            return
        with _turn:
            _watches[self._thread] = _Watch(self._limit)
        if self._thread == _MAIN_THREAD:
            _let_signals_wake_it()
        if not _awake.is_set():
            _start()
            _awake.set()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        if not self._thread:
            return
        with _turn:  # TooLong can still be raised here, but not after this block
            _watches.pop(self._thread, None)
            if self._outer:
                _watches[self._thread] = self._outer


@cache
def _start() -> None:
    threading.Thread(target=_look, name="watchdog", daemon=True).start()


@cache
def _let_signals_wake_it() -> None:
    """Let SIGURG wake the main thread if it waits, so that TooLong is raised in it."""
    if sys.platform != "win32":
        signal.signal(signal.SIGURG, lambda number, frame: None)


def _look() -> None:
    while True:
        _awake.wait()
        time.sleep(LOOKS_EVERY)
        now = time.process_time()
        with _turn:
            if not _watches:
                _awake.clear()
            for thread, watch in [*_watches.items()]:
                watch.looks += 1
                watch.until = watch.until or now + watch.limit
                if watch.until < now or watch.looks * LOOKS_EVERY > WAITS * watch.limit:
                    del _watches[thread]
                    _raise_in(thread, watch.limit)


def _raise_in(thread: int, limit: float) -> None:
    import ctypes  # slow to import, and hardly ever needed

    kind = type("TooLong", (TooLong,), {"limit": limit})  # SetAsyncExc takes a class, not an instance
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(kind))
    if sys.platform != "win32" and thread == _MAIN_THREAD:
        signal.pthread_kill(thread, signal.SIGURG)
