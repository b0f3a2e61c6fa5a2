"""Other programs that this one starts, and an end to functions of other packages that have none."""

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


_ORIGINAL = "_ORIG"
"""PyInstaller keeps what it has changed in a variable whose name ends so."""
_OF_THE_PACKED = ("_PYI_", "_MEIPASS")
_LIBRARY_PATHS = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH")
_set_here: set[str] = set()
_starting = threading.Lock()
"""Held while a program is started: on Windows the folder of libraries is the whole process's."""


def set_for_us(name: str, value: str) -> None:
    """Set a variable for this program alone, if it is not set yet."""
    if name not in os.environ:
        os.environ[name] = value
        _set_here.add(name)


def environment(now: Mapping[str, str] | None = None, is_packed: bool | None = None) -> dict[str, str]:
    """Return the variables for another program; `now` and `is_packed` are taken from this process unless given."""
    now = os.environ if now is None else now
    is_packed = getattr(sys, "frozen", False) if is_packed is None else is_packed
    kept = {name: value for name, value in now.items() if name not in _set_here}
    if not is_packed:
        return kept
    kept = {name: value for name, value in kept.items() if not name.startswith(_OF_THE_PACKED)}
    for name in _LIBRARY_PATHS:
        kept.pop(name, None)
        if (before := kept.pop(name + _ORIGINAL, None)) is not None:
            kept[name] = before
    return kept


def start(command: Sequence[str], more: Mapping[str, str] | None = None, **how: Any) -> subprocess.Popen[Any]:
    """Start a program; `more` are variables beside the usual ones, `how` is as of `Popen`. Raises OSError."""
    with _starting, _usual_libraries():
        return subprocess.Popen(command, env=environment() | dict(more or {}), **how)


def run(command: Sequence[str], seconds: float) -> str:
    """Return what a program writes; nothing if it is missing, fails, or takes longer than this many seconds."""
    try:
        process = start(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )  # fmt: skip
        with process:
            try:
                said, _ = process.communicate(timeout=seconds)
            except BaseException:
                process.kill()
                raise
    except (OSError, ValueError, subprocess.SubprocessError):
        return ""
    return str(said).strip() if process.returncode == 0 else ""


@contextmanager
def _usual_libraries() -> Iterator[None]:
    """On Windows, have a program that is started now not look for its libraries among those of this packed one."""
    packed = getattr(sys, "_MEIPASS", None)
    if sys.platform != "win32" or not packed:
        yield
        return
    import ctypes  # takes a while to load elsewhere

    set_folder = ctypes.windll.kernel32.SetDllDirectoryW
    set_folder(None)
    try:
        yield
    finally:
        set_folder(ctypes.c_wchar_p(packed))


# -- watchdog


LONGEST = 5.0
"""Seconds of processor time that a watched function may take."""
WAITS = 6
"""A function that waits (sleeps, or reads from a pipe) may take this many times as long."""
LOOKS_EVERY = 0.2
"""Seconds."""


class TooLong(BaseException):
    """Raised in the midst of a function that does not end. It is no Exception: a loop that catches those ends too."""

    limit = LONGEST

    def __str__(self) -> str:
        return f"it had not ended after {self.limit:g} s of computing"


@dataclass(slots=True)
class _Watch:
    """What a thread is doing."""

    limit: float
    until: float = 0
    """By processor time; 0 before the first look."""
    looks: int = 0
    """How often it was looked at, however little it computes: no time passes while the program is stopped."""


_turn = threading.Lock()
"""Held by whoever looks at what has begun or changes it."""
_watches: dict[int, _Watch] = {}
"""What each thread does that is watched just now."""
_awake = threading.Event()
"""Set while the watchdog looks. It sleeps once a look has found nothing to watch."""


class watched:  # noqa: N801 - it is called like a function
    """Watch what this thread does within: TooLong is raised there, once, if it computes for too long.

    So it is where it waits, but on Windows, and apart from the main thread, only once the waiting is over. A function
    that catches TooLong as well is not ended, nor is one that is not written in Python. `limit`: seconds of processor
    time, `LONGEST` where it is left out. Within another watch the shorter one holds.
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
        if not _awake.is_set():
            _start()
            _awake.set()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        if not self._thread:
            return
        with _turn:  # where it is raised just now, that is here: nothing comes after the end
            _watches.pop(self._thread, None)
            if self._outer:
                _watches[self._thread] = self._outer


@cache
def _start() -> None:
    if sys.platform != "win32" and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGURG, lambda number, frame: None)  # wakes the main thread: then TooLong is raised
    threading.Thread(target=_look, name="watchdog", daemon=True).start()


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
    import ctypes  # takes a while to load, and is hardly ever needed

    kind = type("TooLong", (TooLong,), {"limit": limit})  # only a class can be raised so
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(kind))
    if sys.platform != "win32" and thread == threading.main_thread().ident:
        signal.pthread_kill(thread, signal.SIGURG)
