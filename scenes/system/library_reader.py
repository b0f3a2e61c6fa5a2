"""Saved games that nobody has read yet, played through in a process of their own, so that no frame waits for them."""

from __future__ import annotations

import os
from pathlib import Path

from topping_out.game.bots.process import WorkerDied, WorkerProcess
from topping_out.game.language import tr
from topping_out.game.storage.library import Known, RecordFile, SaveLibrary, Unreadable, examine

BATCH = 25
"""So many files are asked for at a time."""
NEWS_EVERY = 1000.0
"""Milliseconds from one word about new games to the next."""
KINDNESS = 10
"""How far the process steps back behind others that want to work."""

FolderBatch = tuple[Path, list[RecordFile]]


def examine_batch(batch: FolderBatch) -> list[Known | Unreadable]:
    """Read the files of a folder, in the process."""
    if hasattr(os, "nice"):
        os.nice(max(0, KINDNESS - os.nice(0)))
    folder, files = batch
    return [examine(folder, file) for file in files]


class LibraryReader:
    """Reads what waits in the library; `update` it every frame."""

    def __init__(self, library: SaveLibrary) -> None:
        self.library = library
        self._process: WorkerProcess | None = None
        self._asked: list[RecordFile] = []
        self._size = BATCH
        self._has_process = True
        """Whether the system gives a process that works."""
        self._has_news = False
        self._since_news = 0.0

    def update(self, ms: float) -> bool:
        """Ask for files, and take up what was found. Return, now and then, whether there are new games to show."""
        if not self.library.waiting and not self._has_news:
            return False
        try:
            self._work() if self._has_process else self._read_one()
        except WorkerDied:
            # after a file that ends the process: read one file at a time, and leave out the one that it dies of
            self.close()
            self._has_process = bool(self._asked)  # else it never came so far as to be asked
            if self._size == 1:
                self._take([Unreadable(*file, self._problem(file)) for file in self._asked])
            self._asked, self._size = [], 1
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
        """Begin the process, or hear from it. Raises WorkerDied, OSError."""
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
            self._asked = self.library.waiting[: self._size]
            self._process.send((self.library.folder, self._asked))
        return None

    def _read_one(self) -> None:
        """Read a file here and now: a frame may come late."""
        self._take([examine(self.library.folder, file) for file in self.library.waiting[:1]])

    def _problem(self, file: RecordFile) -> str:
        return tr("{file} crashes the process that reads it, so it is left out", file=self.library.folder / file.name)

    def _take(self, results: list[Known | Unreadable]) -> None:
        self.library.add(results)
        self._has_news = True
