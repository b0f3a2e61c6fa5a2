"""Processes that would outlive the program: on Linux the system ends them with the one that started them."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

_SET_PARENT_DEATH_SIGNAL = 1
"""`PR_SET_PDEATHSIG` of Linux's `prctl`."""
ROUNDS = 20
"""How often marked processes are looked for: those that are killed may have started others meanwhile."""


def tie_to_this(number: int) -> Callable[[], None] | None:
    """Return what a new process is to call, so that it is sent that signal when this one ends.

    It can be pickled. None where there is no such thing: Linux minds the thread that starts a process, so only the
    main thread may tie one to itself.
    """
    if sys.platform != "linux" or threading.current_thread() is not threading.main_thread():
        return None
    return partial(_tie, os.getpid(), number)


def prepare() -> None:
    """Load what `tie_to_this` calls, before a process is forked that shall call it at once."""
    _prctl()


def _tie(parent: int, number: int) -> None:
    _prctl()(_SET_PARENT_DEATH_SIGNAL, number, 0, 0, 0)
    if os.getppid() != parent:  # it has ended meanwhile
        os.kill(os.getpid(), number)


@cache
def _prctl() -> Any:
    import ctypes  # takes a while to load, and few processes need it

    return ctypes.CDLL(None).prctl


def is_stopped(process: int) -> bool:
    """Tell whether somebody has stopped the process (SIGSTOP). Only Linux tells; elsewhere it is False."""
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "T"
    return False


def kill_marked(name: str, value: str) -> None:
    """Kill all processes that have that value in their environment, whoever started them. Linux only."""
    for _ in range(ROUNDS):
        found = list(marked(name, value))
        for process in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        if not found:
            return


def marked(name: str, value: str) -> Iterator[int]:
    """Find the processes that have that value in their environment, whoever started them. Linux only."""
    if sys.platform != "linux":
        return
    mark = f"{name}={value}".encode()
    for process in Path("/proc").glob("[0-9]*"):  # not */environ: glob itself fails when a process ends under it
        with suppress(OSError):  # it has ended, or is somebody else's
            if mark in (process / "environ").read_bytes().split(b"\0"):
                yield int(process.name)
