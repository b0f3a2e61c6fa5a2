"""Processes of this machine as an executor. Unlike those of the library they end at once, whatever they do."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any

from topping_out.game.bots.process import WorkerProcess, WorkFailed


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
