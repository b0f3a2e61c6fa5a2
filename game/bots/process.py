"""Processes that work beside the program and end with it, and work distributed to several of them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache, partial
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import Any, TypeVar

from ..language import mark, tr
from ..text import system_says

# -- orphans


_SET_PARENT_DEATH_SIGNAL = 1
"""`PR_SET_PDEATHSIG` of Linux's `prctl`."""
ROUNDS = 20
"""How often marked processes are searched for, because killed ones may have started others meanwhile."""


def tie_to_this(number: int) -> Callable[[], None] | None:
    """Return a function that a new process can call to be sent this signal when the current process ends.

    It can be pickled. None if this is impossible. On Linux the signal depends on the thread that starts the process, so
    only the main thread may use it.
    """
    if sys.platform != "linux" or threading.current_thread() is not threading.main_thread():
        return None
    return partial(_tie, os.getpid(), number)


def prepare() -> None:
    """Load what the function from `tie_to_this` needs, before a process is forked that calls it at once."""
    _prctl()


def _tie(parent: int, number: int) -> None:
    _prctl()(_SET_PARENT_DEATH_SIGNAL, number, 0, 0, 0)
    if os.getppid() != parent:  # the parent has already ended
        os.kill(os.getpid(), number)


@cache
def _prctl() -> Any:
    import ctypes  # slow to import, and few processes need it

    return ctypes.CDLL(None).prctl


def is_stopped(process: int) -> bool:
    """Tell whether a process has been stopped (SIGSTOP). Only Linux can tell; elsewhere return False."""
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "T"
    return False


def kill_marked(name: str, value: str) -> None:
    """Kill all processes with this variable in their environment, whoever started them. Linux only."""
    for _ in range(ROUNDS):
        found = list(marked(name, value))
        for process in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        if not found:
            return


def marked(name: str, value: str) -> Iterator[int]:
    """Yield the processes with this variable in their environment, whoever started them. Linux only."""
    if sys.platform != "linux":
        return
    mark = f"{name}={value}".encode()
    for process in Path("/proc").glob("[0-9]*"):  # not */environ, because glob fails if a process ends meanwhile
        with suppress(OSError):  # it has ended, or belongs to another user
            if mark in (process / "environ").read_bytes().split(b"\0"):
                yield int(process.name)


# -- process


Work = Callable[[Any], Any]

OVERDUE = 10.0
"""Seconds after which a stopped process is given up."""
GRACE = 60.0
"""Seconds that work may take to end by itself and to end its programs, on a busy machine, after it is asked to."""


class WorkerDied(RuntimeError):
    """The process ended without a reply."""


class WorkFailed(RuntimeError):
    """The work raised an error; the message says which."""


class WorkerProcess:
    """A spawned process that does one kind of work, one request at a time.

    To wait for each reply, call `ask`; to not wait, call `send` and `poll`.
    """

    def __init__(self, work: Work) -> None:
        """Spawn the process. `work` must be a module-level function. Raises OSError if no process can be started."""
        spawn = multiprocessing.get_context("spawn")
        self.pipe, far_end = spawn.Pipe()
        self._process = spawn.Process(target=_serve, args=(far_end, work, tie_to_this(signal.SIGTERM)), daemon=True)
        with handling([signal.SIGINT], signal.SIG_IGN):  # it ignores Ctrl-C from the start; its parent ends it quietly
            self._process.start()
        far_end.close()
        self.is_idle = False
        """Whether a request may be sent: the process has started and has answered all earlier requests."""
        self.is_busy = False
        """Whether it is working on a request."""
        self._has_started = False  # only used by `ask`
        self._sent_at = 0.0

    def send(self, request: object) -> None:
        """Send a request. This is only allowed while idle, so that the pipe cannot fill up. Raises WorkerDied."""
        self.is_idle, self.is_busy = False, True
        self._sent_at = monotonic()
        try:
            self.pipe.send(request)
        except OSError:
            raise WorkerDied from None

    def poll(self) -> tuple[Any, str] | None:
        """Return (result, "") or (None, error), or None if no reply has come. Raises WorkerDied."""
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
        """Seconds for which it has worked on a request; 0 if it does not."""
        return monotonic() - self._sent_at if self.is_busy else 0.0

    @property
    def is_stopped(self) -> bool:
        """Whether it has been stopped (SIGSTOP) and its reply is long overdue. Only Linux can tell."""
        return self.busy_for >= OVERDUE and is_stopped(self._process.pid or 0)

    def ask(self, request: object) -> tuple[Any, str]:
        """Send a request, and wait for (result, "") or (None, error). Raises WorkerDied."""
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
        """End the process whatever it does. It gets a moment to end the programs that it started."""
        self.end()
        self.pipe.close()

    def end(self) -> None:
        """Like `kill`, but leave the pipe open for a thread that waits on it."""
        if is_stopped(self._process.pid or 0):
            self._process.kill()
        self._process.terminate()
        self._process.join(GRACE)
        self._process.kill()
        self._process.join()


def _serve(pipe: Connection, work: Work, tie: Callable[[], None] | None) -> None:
    """Run in the process: report that it has started, then answer requests until the pipe is closed."""
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
    except Exception as error:  # `SystemExit`, which ends this process, passes
        return None, f"{type(error).__name__}: {error}"


@contextmanager
def handling(numbers: Iterable[int], handler: Any) -> Iterator[None]:
    """Within the block, let signals be handled like this; outside the main thread, change nothing."""
    is_main = threading.current_thread() is threading.main_thread()
    before = {number: signal.signal(number, handler) for number in numbers} if is_main else {}
    try:
        yield
    finally:
        for number, usual in before.items():
            signal.signal(number, signal.SIG_DFL if usual is None else usual)


# -- workers


T = TypeVar("T")
R = TypeVar("R")

CHECK_INTERVAL = 0.5
"""Seconds between two checks for an interrupt; on some systems waiting cannot be interrupted."""


class NoWorkers(ValueError):
    """There are no workers. The message says why."""


class Workers(AbstractContextManager["Workers", None]):
    """Workers of any kind, which run tasks."""

    def close(self) -> None:
        """Disconnect from the workers."""

    def __exit__(self, *problem: object) -> None:
        self.close()

    @abstractmethod
    def map(self, work: Callable[[T], R], tasks: Sequence[T], is_apart: bool = False) -> Generator[R, None, None]:
        """Yield `work(task)` for each task in order. Closing the generator stops the remaining work.

        With `is_apart`, none of it runs in this process. `work` must be a module-level function. Raises WorkFailed if
        it raises an error or a worker is lost for good; work in this process raises its own errors.
        """


class LocalWorkers(Workers):
    """Processes on this machine. With one job, this process itself does the work."""

    def __init__(self, jobs: int = 1) -> None:
        self._jobs = jobs

    def map(self, work: Callable[[T], R], tasks: Sequence[T], is_apart: bool = False) -> Generator[R, None, None]:
        if not is_apart and (self._jobs == 1 or len(tasks) < 2):
            yield from map(work, tasks)
            return
        wanted = min(self._jobs, len(tasks))
        try:
            with _processes(work, wanted) as (threads, ask):
                yield from in_order(threads, ask, tasks, 4 * wanted)
        except WorkerDied:
            raise WorkFailed(tr("a process working on it was killed")) from None
        except OSError as error:
            reason = system_says(error)
            text = mark("{number} processes can't be started ({why}): ask for fewer jobs")
            raise WorkFailed(tr(text, number=wanted, why=reason)) from None


@contextmanager
def _processes(work: Callable[[T], R], number: int) -> Iterator[tuple[Executor, Callable[[T], R]]]:
    """Provide a number of processes, and as many threads in which to call a function that does the work in one of them.

    After the block, the processes are ended at once. Raises OSError if one cannot be started.
    """
    processes: list[WorkerProcess] = []
    idle: SimpleQueue[WorkerProcess] = SimpleQueue()
    threads = ThreadPoolExecutor(number)

    def ask(task: T) -> R:
        process = idle.get()
        try:
            result, error = process.ask(task)
        finally:
            idle.put(process)
        if error:
            raise WorkFailed(error)
        found: R = result
        return found

    try:
        for _ in range(number):  # one by one, to end those that exist if the next one cannot be started
            processes.append(WorkerProcess(work))
            idle.put(processes[-1])
        yield threads, ask
    finally:
        for process in processes:
            process.end()
        threads.shutdown(cancel_futures=True)
        for process in processes:
            process.pipe.close()


HERE = LocalWorkers()
"""This process."""


def in_order(executor: Executor, work: Callable[[T], R], tasks: Iterable[T], ahead: int) -> Generator[R, None, None]:
    """Yield `work(task)` for each task in order, submitting up to `ahead` tasks at once."""
    begun: deque[Future[R]] = deque()
    for task in tasks:
        begun.append(executor.submit(work, task))
        if len(begun) == ahead:
            yield _result(begun.popleft())
    while begun:
        yield _result(begun.popleft())


def _result(future: Future[R]) -> R:
    while not wait([future], CHECK_INTERVAL).done:
        pass
    return future.result()
