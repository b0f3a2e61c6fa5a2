"""A running copy of the program without its window: it plays, sets and saves as the real one does, and can be killed.

Started as a script it takes a job a line, forks a copy for each (on Windows it starts one), and tells a line for
everything that the copy has finished doing; so a test knows what has to be on the disk. What is played follows from the
seed and the number of actions that stand: a game that is broken off and taken up again goes the same way as one that is
not.
"""

import gc
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Any

import msgspec

from tests.durability.faults import CALLS, KILL, Faults
from tests.game.by_luck.random_games import short_options
from topping_out.game import registry
from topping_out.game.match import Match
from topping_out.game.record import Header, Player, RecordError, new_header
from topping_out.game.registry import load
from topping_out.game.storage.files import HOME_VARIABLE, tidy_up
from topping_out.game.storage.history.statistics import careers
from topping_out.game.storage.library import SaveLibrary
from topping_out.scenes.system.settings import MOST_NAMES, Settings, SettingsStore

PAUSE = 2500
"""Milliseconds between two actions of a live game, at most."""
SETS_EVERY, LOOKS_EVERY, UNDOES_EVERY = 5, 9, 6
"""Actions between two changes of the settings, looks at the library, plays taken back."""


class Job(msgspec.Struct):
    """What a copy does, and what goes wrong meanwhile."""

    home: str
    game: str
    seed: int = 1
    actions: int = 10_000
    """It leaves after so many, or when `games` games have been finished in this home."""
    games: int = 1
    fault: str = ""
    first: int = 0
    last: int = -1
    share: float = 0.5
    calls: tuple[str, ...] = ()
    dies: int = -1
    waits: bool = True
    """Whether it waits, after each action, until the disk keeps it: so its calls come in one order every time."""
    sync_takes: float = 0.0
    """Seconds."""
    gate: str = ""
    """With a game taken up it waits until this file is there."""
    largest_file: int = 0
    """Bytes beyond which the system itself refuses to write; 0: no limit."""


class Copy:
    """One run of the program."""

    def __init__(self, job: Job) -> None:
        self.job, self.done = job, 0
        self._write = os.write
        self.faults = Faults(job.fault, job.first, job.last, job.share, job.calls or CALLS, job.dies)
        os.environ[HOME_VARIABLE] = job.home

    def tell(self, what: str, **more: Any) -> None:
        self._write(1, json.dumps({"what": what, **more}).encode() + b"\n")

    def run(self) -> None:
        """Run with whatever is to go wrong."""
        self.faults.install()
        if self.job.sync_takes:
            sync = os.fsync

            def slowly(handle: int) -> None:
                time.sleep(self.job.sync_takes)
                sync(handle)

            os.fsync = slowly
        if self.job.largest_file:
            import resource  # Windows has none

            resource.setrlimit(resource.RLIMIT_FSIZE, (self.job.largest_file, resource.RLIM_INFINITY))
        self.live()

    def live(self) -> None:
        tidy_up()
        self.store = SettingsStore()
        self.settings = self.store.load()
        self.library = SaveLibrary()
        while self.done < self.job.actions and len(self.library.finished()) < self.job.games:
            match = self._resume() or self.library.start(first_line(self.job, len(self.library.finished())))
            if self.job.waits:
                self.library.flush()
            self.tell("taken up", path=str(self.library.path), entries=len(match.record.entries))
            while self.job.gate and not Path(self.job.gate).exists():
                time.sleep(0.002)
            self.play(match)
        self.library.close()
        of_game = careers(self.library.finished()).get(self.job.game, {})
        totals = {name: [len(career.played), career.won, career.best] for name, career in of_game.items()}
        self.tell("left", calls=self.faults.seen, statistics=totals, problems=self.library.problems)

    def _resume(self) -> Match | None:
        for saved in self.library.unfinished():
            try:
                return self.library.resume(saved.path)
            except RecordError as error:  # another copy was a moment faster
                self.tell("refused", why=str(error))
        return None

    def play(self, match: Match) -> None:
        while match.outcome is None and self.done < self.job.actions:
            number = len(match.record.entries)
            self.tell("doing", number=number)
            if not match.game.live and number % UNDOES_EVERY == UNDOES_EVERY - 1 and match.can_undo():
                match.undo()
            else:
                act(match)
            self.done += 1
            if self.job.waits:
                self.library.flush()
            saved, path = not self.library.problem, str(self.library.path)
            self.tell("done", number=number, saved=saved, path=path, synced=self.library.synced)
            if number % SETS_EVERY == 0:
                self.set(number)
            if number % LOOKS_EVERY == 0:
                self.library.unfinished()
        self.tell("played", entries=[[e.ms, e.seat, e.text] for e in match.record.effective()])

    def set(self, number: int) -> None:
        self.settings.player_names = names(number)
        self.tell("setting", number=number)
        self.store.save(self.settings)
        self.tell("set", number=number, saved=not self.store.problem)


def first_line(job: Job, number: int) -> Header:
    game = load(job.game)
    seats = [Player("Ana"), Player("Ben", colour=1)]
    return new_header(game, seats, short_options(game, len(seats)), job.seed + number, f"2026-11-21T12:00:{number:02}")


def act(match: Match) -> None:
    """Do an action by the luck of this moment; in a live game time passes first, and may be all that happens."""
    game, number = match.game, len(match.record.effective())
    luck = random.Random(f"{match.header.seed}.{number}")
    ms = match.ms + luck.randrange(PAUSE) if game.live else number
    match.tick(ms)
    choices = [(seat, action) for seat in sorted(match.actors) for action in game.actions(match.state, seat)]
    if choices:
        match.act(*luck.choice(choices), ms)
    else:
        match.mark_time(ms)


def names(number: int) -> tuple[str, ...]:
    """Return a value for the settings that cannot be mistaken for half of another."""
    return tuple(f"{number}.{place}" for place in range(MOST_NAMES))


def number_of(settings: Settings) -> int:
    """Return the number that the settings were made with; -1: none. Raises AssertionError where they are a mixture."""
    if settings.player_names == Settings().player_names:
        return -1
    number = int(settings.player_names[0].partition(".")[0])
    assert settings.player_names == names(number)
    return number


def say(**words: Any) -> None:
    os.write(1, json.dumps(words).encode() + b"\n")


class Silent(Copy):
    """A copy that tells nobody what it does."""

    def tell(self, what: str, **more: Any) -> None:
        pass


def warm_up() -> None:
    """Do everything once, so that what is loaded and worked out at the first time is there in every copy."""
    with tempfile.TemporaryDirectory() as folder:
        for name in registry.names():
            Silent(Job(f"{folder}/{name}", name, actions=LOOKS_EVERY + 1)).live()
    gc.collect()
    gc.freeze()  # a copy that looks for garbage would have every page of memory copied


def run(job: Job) -> int:
    """Run as a copy; return the exit status."""
    try:
        say(what="begun", process=os.getpid())
        Copy(job).run()
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def fork_copies() -> None:
    """Fork a copy for each job, and wait for its end."""
    warm_up()
    process = 0
    for line in sys.stdin:
        job = msgspec.json.decode(line, type=Job)
        if process:
            os.waitpid(process, 0)
        process = os.fork()
        if not process:
            os._exit(run(job))
        end = os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)  # its number stays its own until the next job
        say(what="ended", status=end.si_status if end.si_code == os.CLD_EXITED else -end.si_status)


def start_copies() -> None:
    """Start a copy for each job where nothing can be forked, and wait for its end."""
    for line in sys.stdin:
        with subprocess.Popen([sys.executable, __file__, line.strip()], stdin=subprocess.DEVNULL) as process:
            status = process.wait()
        say(what="ended", status=-status if status == KILL else status)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(run(msgspec.json.decode(sys.argv[1], type=Job)))
    (fork_copies if hasattr(os, "fork") else start_copies)()
