"""Starting copies of the program, hearing what they have done, and looking at what they leave on the disk."""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from tests.durability.copy_of_the_program import Job, number_of
from tests.durability.faults import KILL
from topping_out.game.assets import ROOT
from topping_out.game.match import Match
from topping_out.game.record import Entry, Record
from topping_out.game.storage.journal import read_record
from topping_out.game.storage.library import SaveLibrary
from topping_out.scenes.system.settings import SettingsStore

SCRIPT = Path(__file__).with_name("copy_of_the_program.py")


@dataclass
class Told:
    """What a copy told before it ended, and how it ended."""

    lines: list[dict[str, Any]] = field(default_factory=list)
    status: int = 0
    """0: it left. A negative number: the signal that killed it."""

    def all(self, *words: str) -> list[dict[str, Any]]:
        return [line for line in self.lines if line["what"] in words]

    def last(self, *words: str) -> dict[str, Any] | None:
        return next(iter(self.all(*words)[::-1]), None)

    def only(self, word: str) -> dict[str, Any]:
        line = self.last(word)
        assert line, f"the copy did not tell {word!r}"
        return line

    @property
    def played(self) -> list[Entry]:
        """The entries that stand in the last game, as the copy had them in the end."""
        return [Entry(*entry) for entry in self.only("played")["entries"]]

    @property
    def calls(self) -> list[str]:
        """All that it asked of the disk, in order."""
        return list(self.only("left")["calls"])

    @property
    def statistics(self) -> Any:
        """What the finished games add up to."""
        left = self.only("left")
        assert left["problems"] == []
        return left["statistics"]


class Copies:
    """A process that has everything loaded and forks a copy of the program for each job."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(SCRIPT)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
            start_new_session=True,
        )  # fmt: skip
        self._undisturbed: dict[tuple[str, int], Told] = {}

    def close(self) -> None:
        """End it, and the copy that it waits for."""
        if sys.platform == "win32":
            self._process.kill()
        else:
            os.killpg(self._process.pid, KILL)
        self._process.communicate()

    def run(self, job: Job, kill_after: float | None = None) -> Told:
        """Run a copy to its end; with `kill_after`, that is so many seconds away, wherever it is then."""
        told = self.begin(job)
        if kill_after is not None:
            time.sleep(kill_after)
            with suppress(OSError):  # Windows forgets one that has left; elsewhere its parent waits for us
                os.kill(told.lines[0]["process"], KILL)
        return self.hear(told)

    def undisturbed(self, game: str, actions: int = Job("", "").actions) -> Told:
        """Return what a copy tells for which nothing goes wrong, in a home of its own."""
        if (game, actions) not in self._undisturbed:
            with tempfile.TemporaryDirectory() as home:
                told = self.run(Job(home, game, actions=actions))
            assert told.status == 0
            self._undisturbed[game, actions] = told
        return self._undisturbed[game, actions]

    def begin(self, job: Job) -> Told:
        self._process.stdin.write(msgspec.json.encode(job).decode() + "\n")
        self._process.stdin.flush()
        return Told([self.read()])

    def hear(self, told: Told) -> Told:
        """Take in all that it tells, up to its end."""
        while (line := self.read())["what"] != "ended":
            told.lines.append(line)
        told.status = line["status"]
        assert told.status in (0, -KILL), "the copy failed: see the standard error"
        return told

    def read(self) -> dict[str, Any]:
        line = self._process.stdout.readline()
        assert line, "the process that starts copies has ended: see the standard error"
        told: dict[str, Any] = json.loads(line)
        return told


@contextmanager
def copies() -> Iterator[Copies]:
    running = Copies()
    try:
        yield running
    finally:
        running.close()


# -- what is on the disk


def assert_nothing_is_lost(home: Path, told: Told, whole: list[Entry]) -> None:
    """After a copy has ended, however it did: what it had finished is there, and nothing but what it was at.

    `whole` are the entries of the same game played without a break.
    """
    assert_the_game_is_there(told, whole)
    store = SettingsStore(home / "config")
    number = number_of(store.load())
    assert store.problem == ""
    finished, begun = told.last("set"), told.last("setting")
    kept = {line["number"] for line in (finished, begun) if line}
    assert number in kept or not finished
    assert not list(home.rglob("*.unreadable-*"))
    library = SaveLibrary(home / "records" / "games")
    assert len(library.unfinished()) + len(library.finished()) <= 1
    assert library.problems == []


def assert_the_game_is_there(told: Told, whole: list[Entry]) -> None:
    begun, done = told.last("taken up"), told.last("done")
    if begun is None:
        return
    record = read_record(Path(begun["path"]))
    match = Match(record)
    standing = record.effective()
    assert standing == whole[: len(standing)]
    least = done["number"] + 1 if done else begun["entries"]
    doing = told.last("doing")
    most = doing["number"] + 1 if doing else begun["entries"]
    assert least <= len(record.entries) <= most, "more is lost than the action in flight"
    assert match.outcome is not None or match.actors


def record_of(home: Path) -> Record:
    """Return the only record there; files killed at their birth, without a whole first line, are none."""
    (path,) = (path for path in (home / "records" / "games").glob("*.jsonl") if b"\n" in path.read_bytes())
    return read_record(path)


def moments(count: int, most: int, seed: int) -> list[int]:
    """Return `most` of the moments from 0 to `count` - 1, or all; the same ones every time."""
    return sorted(random.Random(seed).sample(range(count), min(most, count)))
