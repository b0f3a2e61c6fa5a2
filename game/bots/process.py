"""Processes that work beside the program, and end with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic
from typing import Any

# -- orphans


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


# -- process


Work = Callable[[Any], Any]

OVERDUE = 10.0
"""Seconds after which a process that has been stopped is given up."""
GRACE = 10.0
"""Seconds that work has to end by itself once it is asked to."""


class WorkerDied(RuntimeError):
    """The process ended without a reply."""


class WorkFailed(RuntimeError):
    """The work raised an error; the message says which."""


class WorkerProcess:
    """A spawned process that does one kind of work, one request at a time.

    Whoever must not wait for it takes `send` and `poll`, others `ask`.
    """

    def __init__(self, work: Work) -> None:
        """Spawn it. `work` is a function at the top of a module. Raises OSError where the system gives no process."""
        spawn = multiprocessing.get_context("spawn")
        self.pipe, far_end = spawn.Pipe()
        self._process = spawn.Process(target=_serve, args=(far_end, work, tie_to_this(signal.SIGTERM)), daemon=True)
        with _ignoring_interrupts():
            self._process.start()
        far_end.close()
        self.is_idle = False
        """Whether a request may be sent: the process has started, and has answered all requests before."""
        self.is_busy = False
        """Whether it is working on a request."""
        self._has_started = False  # as `ask` knows
        self._sent_at = 0.0

    def send(self, request: object) -> None:
        """Hand over a request; only while idle, so that the pipe cannot fill up. Raises WorkerDied."""
        self.is_idle, self.is_busy = False, True
        self._sent_at = monotonic()
        try:
            self.pipe.send(request)
        except OSError:
            raise WorkerDied from None

    def poll(self) -> tuple[Any, str] | None:
        """Return (result, "") or (None, error) where one has come. Raises WorkerDied."""
        try:
            if not self.pipe.poll():
                return None
            reply: tuple[Any, str] | None = self.pipe.recv()
        except (EOFError, OSError):
            raise WorkerDied from None
        self.is_idle, self.is_busy = True, False
        return reply

    @property
    def busy_for(self) -> float:
        """Seconds for which it has worked on a request; 0 while it does not."""
        return monotonic() - self._sent_at if self.is_busy else 0.0

    @property
    def is_stopped(self) -> bool:
        """Whether somebody has stopped it (SIGSTOP) and its answer is long overdue; only Linux can tell."""
        return self.busy_for >= OVERDUE and is_stopped(self._process.pid or 0)

    def ask(self, request: object) -> tuple[Any, str]:
        """Hand over a request and wait for (result, "") or (None, error). Raises WorkerDied."""
        try:
            if not self._has_started:
                self.pipe.recv()
                self._has_started = True
            self.pipe.send(request)
            reply: tuple[Any, str] = self.pipe.recv()
        except (EOFError, OSError):
            raise WorkerDied from None
        return reply

    def kill(self) -> None:
        """End it, whatever it does; it has a moment to end the programs that it has started."""
        self.end()
        self.pipe.close()

    def end(self) -> None:
        """Do the same, but leave the pipe to whoever waits at it."""
        if is_stopped(self._process.pid or 0):
            self._process.kill()
        self._process.terminate()
        self._process.join(GRACE)
        self._process.kill()
        self._process.join()


def _serve(pipe: Connection, work: Work, tie: Callable[[], None] | None) -> None:
    """Run in the process: say that it has started, then answer until the other end of the pipe is gone."""
    if tie:
        tie()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    reply: tuple[Any, str] | None = None
    try:
        while True:
            pipe.send(reply)
            reply = _attempt(work, pipe.recv())
    except (EOFError, OSError):
        return


def _attempt(work: Work, request: object) -> tuple[Any, str]:
    try:
        return work(request), ""
    except WorkFailed as error:
        return None, str(error)
    except Exception as error:  # a request to end this process (`SystemExit`) passes
        return None, f"{type(error).__name__}: {error}"


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """Have what is spawned meanwhile ignore Ctrl-C from its first moment: its parent ends it, quietly."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)
