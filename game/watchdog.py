"""An end to functions of other packages that have none: a loop in one must not hold up the program for ever."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

LONGEST = 5.0
"""Seconds of processor time that a watched function may take; waiting costs none."""
LOOKS_EVERY = 0.2
"""Seconds."""


class TooLong(BaseException):
    """Raised in the midst of a function that does not end. It is no Exception: a loop that catches those ends too."""

    def __str__(self) -> str:
        return f"it had not ended after {LONGEST:g} s of computing"


_turn = threading.Condition()
"""Held by whoever looks at what has begun or changes it."""
_begun: dict[int, float] = {}
"""When each thread entered the function that it is in, by processor time."""


@contextmanager
def watched() -> Iterator[None]:
    """Watch what this thread does within: TooLong is raised there, once, if it computes for too long.

    A function that sleeps, waits, or catches TooLong as well is not ended, nor is one that is not written in Python.
    """
    thread = threading.get_ident()
    if thread in _begun:
        yield
        return
    _start()
    with _turn:
        _begun[thread] = time.process_time()
        _turn.notify()
    try:
        yield
    finally:
        with _turn:  # where it is raised just now, that is here: nothing comes after the end
            _begun.pop(thread, None)


@cache
def _start() -> None:
    threading.Thread(target=_watch, name="watchdog", daemon=True).start()


def _watch() -> None:
    while True:
        with _turn:
            _turn.wait_for(lambda: _begun)
        time.sleep(LOOKS_EVERY)
        latest = time.process_time() - LONGEST
        with _turn:
            for thread in [thread for thread, begun in _begun.items() if begun < latest]:
                del _begun[thread]
                _raise_in(thread)


def _raise_in(thread: int) -> None:
    import ctypes  # takes a while to load, and is hardly ever needed

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TooLong))
