"""Reading new saved games in a separate process, so that no frame waits for it."""

from __future__ import annotations

import os
from pathlib import Path

from topping_out.game.bots.process import WorkerDied, WorkerProcess
from topping_out.game.language import tr
from topping_out.game.storage.library import Known, RecordFile, SaveLibrary, Unreadable, examine

BATCH = 25
"""Files sent to the process at a time."""
NEWS_EVERY = 1000.0
"""Least milliseconds between two updates of the pages that show saved games."""
NICENESS = 10
"""The process's nice value, which lets other processes go first."""

FolderBatch = tuple[Path, list[RecordFile]]


def examine_batch(batch: FolderBatch) -> list[Known | Unreadable]:
    """Read files of a folder. Runs in the separate process."""
    if hasattr(os, "nice"):
        os.nice(max(0, NICENESS - os.nice(0)))
    folder, files = batch
    return [examine(folder, file) for file in files]


class LibraryReader:
    """Reads the files that wait in the library. Call `update` in every frame."""

    def __init__(self, library: SaveLibrary) -> None:
        self.library = library
        self._process: WorkerProcess | None = None
        self._sent: list[RecordFile] = []
        self._size = BATCH
        self._has_process = True
        """Whether a process can be started and works."""
        self._has_news = False
        self._since_news = 0.0

    def update(self, ms: float) -> bool:
        """Send files to the process and take its results. Return whether pages should show new games now."""
        if not self.library.waiting and not self._has_news:
            return False
        try:
            self._work() if self._has_process else self._read_one()
        except WorkerDied:
            # a file may have ended the process: read one file at a time, and leave out the one that does it
            self.close()
            self._has_process = bool(self._sent)  # if none was sent, the process cannot work here at all
            if self._size == 1:
                self._take([Unreadable(*file, self._problem(file)) for file in self._sent])
            self._sent, self._size = [], 1
        except OSError:
            self._has_process = False
        self._since_news += ms
        if self._has_news and (self._since_news >= NEWS_EVERY or not self.library.waiting):
            self._has_news, self._since_news = False, 0.0
            return True
        return False

    def close(self) -> None:
        """End the process."""
        if self._process:
            self._process.kill()
            self._process = None

    def _work(self) -> None:
        """Start the process, take its results or send it files. Raises WorkerDied, OSError."""
        if not self.library.waiting:
            return self.close()
        if not self._process:
            self._process = WorkerProcess(examine_batch)
        reply = self._process.poll()
        if reply:
            results, failed = reply
            if failed:
                raise WorkerDied
            self._take(results)
            self._size = BATCH
        if self._process.is_idle and self.library.waiting:
            self._sent = self.library.waiting[: self._size]
            self._process.send((self.library.folder, self._sent))
        return None

    def _read_one(self) -> None:
        """Read one file in this process, which may delay a frame."""
        self._take([examine(self.library.folder, file) for file in self.library.waiting[:1]])

    def _problem(self, file: RecordFile) -> str:
        return tr("{file} crashes the process that reads it, so it's left out", file=self.library.folder / file.name)

    def _take(self, results: list[Known | Unreadable]) -> None:
        self.library.add(results)
        self._has_news = True
