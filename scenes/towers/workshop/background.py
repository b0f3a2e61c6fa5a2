"""Games that bots play in a process of their own while a page shows how far they are."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from topping_out.game.bots.process import WorkerDied, WorkerProcess
from topping_out.game.language import tr
from topping_out.game.towers.workshop.measure import Batch, Measures, measure


class Background:
    """Has the batches played that some work asks for; the page calls `update` in each frame."""

    def __init__(self, work: Generator[Batch, Measures, Any], total: int) -> None:
        self._work, self.total, self.done = work, total, 0
        self.result: Any = None
        self.problem = ""
        self._next: Batch | None = next(work)
        self._process: WorkerProcess | None = None
        try:
            self._process = WorkerProcess(measure)
        except OSError as error:
            self.problem = tr("The bots cannot play: {error}", error=error.strerror or error)

    @property
    def percent(self) -> int:
        return round(100 * self.done / max(1, self.total))

    def update(self) -> bool:
        """Take what has come and ask for more; return whether anything has changed."""
        process = self._process
        if process is None:
            return False
        try:
            reply = process.poll()
            if reply is not None:
                self._take(*reply)
            if self._next is not None and process.is_idle:
                process.send(self._next)
                self._next = None
        except StopIteration as end:
            self.result = end.value
        except WorkerDied:
            self.problem = tr("The bots cannot play: {error}", error=tr("their process has ended"))
        if self.result is not None or self.problem:
            self.close()
        return reply is not None if not self.problem else True

    def _take(self, found: Measures | None, error: str) -> None:
        if found is None:
            self.problem = tr("The bots cannot play: {error}", error=error)
            return
        self.done += 1
        self._next = self._work.send(found)

    def close(self) -> None:
        """End the process, whatever it does."""
        if self._process:
            self._process.kill()
        self._process = None
