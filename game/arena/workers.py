"""Work distributed to several processes through the interface of `concurrent.futures`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from queue import SimpleQueue
from typing import Any, Self, TypeVar

from ..bots.process import WorkerDied, WorkerProcess, WorkFailed
from ..language import mark, tr
from ..text import system_says


class ProcessExecutor(Executor):
    """An executor with a number of processes, each driven by a thread."""

    def __init__(self, jobs: int) -> None:
        """Spawn the processes. Raises OSError if one cannot be started."""
        self._processes: list[WorkerProcess] = []
        self._idle: SimpleQueue[WorkerProcess] = SimpleQueue()
        self._threads = ThreadPoolExecutor(jobs)
        try:
            for _ in range(jobs):  # one by one, to end those that exist if the next one cannot be started
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

CHECK_INTERVAL = 0.5
"""Seconds between two checks for an interrupt; on some systems waiting cannot be interrupted."""


class NoWorkers(ValueError):
    """There are no workers. The message says why."""


class Workers(ABC):
    """Workers of any kind, which run tasks."""

    @property
    @abstractmethod
    def number(self) -> int:
        """The current number of workers."""

    def close(self) -> None:
        """Disconnect from the workers."""

    def __enter__(self) -> Self:
        return self

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
            raise WorkFailed(tr("a process working on it was killed")) from None
        except OSError as error:
            reason = system_says(error)
            text = mark("{number} processes can't be started ({why}): ask for fewer jobs")
            raise WorkFailed(tr(text, number=wanted, why=reason)) from None


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
