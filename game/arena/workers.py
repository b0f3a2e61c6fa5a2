"""Work shared out among processes, through the interface of `concurrent.futures`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from queue import SimpleQueue
from typing import Any, Self, TypeVar

from ..bots.process import WorkerDied, WorkerProcess, WorkFailed


class ProcessExecutor(Executor):
    """A thread for each process gives it its work."""

    def __init__(self, jobs: int) -> None:
        """Spawn the processes. Raises OSError where one cannot be had."""
        self._processes: list[WorkerProcess] = []
        self._idle: SimpleQueue[WorkerProcess] = SimpleQueue()
        self._threads = ThreadPoolExecutor(jobs)
        try:
            for _ in range(jobs):  # one by one: where one cannot be had, those there are must be ended
                self._processes.append(WorkerProcess(_call))
        except OSError:
            self.shutdown()
            raise
        for process in self._processes:
            self._idle.put(process)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self._threads.submit(self._ask, (fn, args, kwargs))

    def _ask(self, request: tuple[Any, ...]) -> Any:
        process = self._idle.get()
        try:
            result, error = process.ask(request)
        finally:
            self._idle.put(process)
        if error:
            raise WorkFailed(error)
        return result

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes at once."""
        for process in self._processes:
            process.end()
        self._threads.shutdown(cancel_futures=True)
        for process in self._processes:
            process.pipe.close()


def _call(request: tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]) -> Any:
    work, args, kwargs = request
    return work(*args, **kwargs)


T = TypeVar("T")
R = TypeVar("R")

GLANCE = 0.5
"""Seconds between two looks whether somebody interrupts: not every system does so by itself."""


class NoWorkers(ValueError):
    """There is nobody to do the work; the message says why."""


class Workers(ABC):
    """Whoever does work."""

    @property
    @abstractmethod
    def number(self) -> int:
        """How many there are now."""

    def close(self) -> None:
        """Leave them."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    @abstractmethod
    def map(self, work: Callable[[T], R], tasks: Sequence[T], is_apart: bool = False) -> Generator[R, None, None]:
        """Yield `work(task)` for each task in order; once it is closed, nobody works on the rest any more.

        `is_apart`: not by this process. `work` is a function at the top of a module. Raises WorkFailed where it raises
        an error, or a worker is lost for good; work done by this process raises its own errors.
        """


class LocalWorkers(Workers):
    """Processes of this machine; a single one is this process itself."""

    def __init__(self, jobs: int = 1) -> None:
        self._jobs = jobs

    @property
    def number(self) -> int:
        return self._jobs

    def map(self, work: Callable[[T], R], tasks: Sequence[T], is_apart: bool = False) -> Generator[R, None, None]:
        if not is_apart and (self._jobs == 1 or len(tasks) < 2):
            yield from map(work, tasks)
            return
        wanted = min(self._jobs, len(tasks))
        try:
            with ProcessExecutor(wanted) as executor:
                yield from in_order(executor, work, tasks, 4 * wanted)
        except WorkerDied:
            raise WorkFailed("a process that worked on it was ended from outside") from None
        except OSError as error:
            reason = error.strerror or error
            raise WorkFailed(f"{wanted} processes cannot be had: {reason}: ask for fewer jobs") from None


HERE = LocalWorkers()
"""This process."""


def in_order(executor: Executor, work: Callable[[T], R], tasks: Iterable[T], ahead: int) -> Generator[R, None, None]:
    """Yield `work(task)` for each task in order; so many are begun before the first of them is needed."""
    begun: deque[Future[R]] = deque()
    for task in tasks:
        begun.append(executor.submit(work, task))
        if len(begun) == ahead:
            yield _result(begun.popleft())
    while begun:
        yield _result(begun.popleft())


def _result(future: Future[R]) -> R:
    while not wait([future], GLANCE).done:
        pass
    return future.result()
