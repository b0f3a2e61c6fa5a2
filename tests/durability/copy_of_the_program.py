"""A copy of the program in a separate process, on a disk that fails or is slow."""

import gc
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from tests.durability.faults import CALLS, KILL, Faults
from tests.game.by_luck.random_games import short_options
from topping_out.game import registry
from topping_out.game.assets import ROOT
from topping_out.game.match import Match
from topping_out.game.record import Entry, Header, Player, Record, RecordError, new_header
from topping_out.game.registry import load
from topping_out.game.storage.files import HOME_VARIABLE, tidy_up
from topping_out.game.storage.history import careers
from topping_out.game.storage.library import SaveLibrary, read_record
from topping_out.scenes.system.settings import MAX_NAMES, Settings, SettingsStore

# -- the copy


PAUSE = 2500
"""Longest time between two actions of a live game, in milliseconds."""
SETS_EVERY, LOOKS_EVERY, UNDOES_EVERY = 5, 9, 6
"""How many actions lie between two changes of the settings, two listings of the library, two undos."""


class Job(msgspec.Struct):
    """What a copy does, and which faults occur meanwhile."""

    home: str
    game: str
    seed: int = 1
    actions: int = 10_000
    """The copy exits after this many actions, or when `games` games are finished in this home folder."""
    games: int = 1
    fault: str = ""
    first: int = 0
    last: int = -1
    share: float = 0.5
    calls: tuple[str, ...] = ()
    dies: int = -1
    waits: bool = True
    """Whether it waits after each action until it is synced. This makes the order of its calls reproducible."""
    sync_takes: float = 0.0
    """Seconds that each sync takes longer."""
    gate: str = ""
    """After opening a game, the copy waits until this file exists."""
    largest_file: int = 0
    """Size limit of files in bytes, enforced by the system itself; 0 means none."""


class Copy:
    """One run of the program."""

    def __init__(self, job: Job) -> None:
        self.job, self.done = job, 0
        self._write = os.write
        self.faults = Faults(job.fault, job.first, job.last, job.share, job.calls or CALLS, job.dies)
        os.environ[HOME_VARIABLE] = job.home

    def report(self, what: str, **more: Any) -> None:
        self._write(1, json.dumps({"what": what, **more}).encode() + b"\n")

    def run(self) -> None:
        """Install the faults of the job, then run."""
        self.faults.install()
        if self.job.sync_takes:
            sync = os.fsync

            def slowly(handle: int) -> None:
                time.sleep(self.job.sync_takes)
                sync(handle)

            os.fsync = slowly
        if self.job.largest_file:
            import resource  # missing on Windows

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
            self.report("opened", path=str(self.library.path), entries=len(match.record.entries))
            while self.job.gate and not Path(self.job.gate).exists():
                time.sleep(0.002)
            self.play(match)
        self.library.close()
        of_game = careers(self.library.finished()).get(self.job.game, {})
        totals = {name: [len(career.played), career.won, career.best] for name, career in of_game.items()}
        self.report("left", calls=self.faults.seen, statistics=totals, problems=self.library.problems)

    def _resume(self) -> Match | None:
        for saved in self.library.unfinished():
            try:
                return self.library.resume(saved.path)
            except RecordError as error:  # another copy was faster
                self.report("refused", why=str(error))
        return None

    def play(self, match: Match) -> None:
        while match.outcome is None and self.done < self.job.actions:
            number = len(match.record.entries)
            self.report("doing", number=number)
            if not match.game.live and number % UNDOES_EVERY == UNDOES_EVERY - 1 and match.can_undo():
                match.undo()
            else:
                act(match)
            self.done += 1
            if self.job.waits:
                self.library.flush()
            saved, path = not self.library.problem, str(self.library.path)
            self.report("done", number=number, saved=saved, path=path, synced=self.library.synced)
            if number % SETS_EVERY == 0:
                self.set(number)
            if number % LOOKS_EVERY == 0:
                self.library.unfinished()
        self.report("played", entries=[[e.ms, e.seat, e.text] for e in match.record.effective()])

    def set(self, number: int) -> None:
        self.settings.player_names = names(number)
        self.report("setting", number=number)
        self.store.save(self.settings)
        self.report("set", number=number, saved=not self.store.problem)


def first_line(job: Job, number: int) -> Header:
    game = load(job.game)
    seats = [Player("Ana"), Player("Ben", colour=1)]
    return new_header(game, seats, short_options(game, len(seats)), job.seed + number, f"2026-11-21T12:00:{number:02}")


def act(match: Match) -> None:
    """Do an action, chosen by the seed and the number of entries. In a live game time passes first."""
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
    """Return player names for the settings, all marked with `number`, so that a mixture of two values is detected."""
    return tuple(f"{number}.{place}" for place in range(MAX_NAMES))


def number_of(settings: Settings) -> int:
    """Return the number with which `names` made these settings, or -1 for the defaults.

    Raise AssertionError if they mix two values.
    """
    if settings.player_names == Settings().player_names:
        return -1
    number = int(settings.player_names[0].partition(".")[0])
    assert settings.player_names == names(number)
    return number


def say(**words: Any) -> None:
    os.write(1, json.dumps(words).encode() + b"\n")


class Silent(Copy):
    """A copy that reports nothing."""

    def report(self, what: str, **more: Any) -> None:
        pass


def warm_up() -> None:
    """Do everything once, so that every forked copy has its modules loaded and its caches filled."""
    with tempfile.TemporaryDirectory() as folder:
        for name in registry.names():
            Silent(Job(f"{folder}/{name}", name, actions=LOOKS_EVERY + 1)).live()
    gc.collect()
    gc.freeze()  # otherwise a collection in a forked copy would copy every page of memory


def run(job: Job) -> int:
    """Run a job in this process. Return the exit status."""
    try:
        say(what="begun", process=os.getpid())
        Copy(job).run()
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def fork_copies() -> None:
    """Fork a copy for each job from standard input, and wait for its end."""
    warm_up()
    process = 0
    for line in sys.stdin:
        job = msgspec.json.decode(line, type=Job)
        if process:
            os.waitpid(process, 0)
        process = os.fork()
        if not process:
            os._exit(run(job))
        end = os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)  # keeps the process id reserved until the next job
        say(what="ended", status=end.si_status if end.si_code == os.CLD_EXITED else -end.si_status)


def start_copies() -> None:
    """Start a copy for each job where forking is impossible, and wait for its end."""
    for line in sys.stdin:
        with subprocess.Popen([sys.executable, __file__, line.strip()], stdin=subprocess.DEVNULL) as process:
            status = process.wait()
        say(what="ended", status=-status if status == KILL else status)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(run(msgspec.json.decode(sys.argv[1], type=Job)))
    (fork_copies if hasattr(os, "fork") else start_copies)()


# -- running copies


SCRIPT = Path(__file__).with_name("copy_of_the_program.py")


@dataclass
class Report:
    """What a copy reported before it ended, and how it ended."""

    lines: list[dict[str, Any]] = field(default_factory=list)
    status: int = 0
    """0 if it exited normally; negative: the signal that killed it."""

    def all(self, *words: str) -> list[dict[str, Any]]:
        return [line for line in self.lines if line["what"] in words]

    def last(self, *words: str) -> dict[str, Any] | None:
        return next(iter(self.all(*words)[::-1]), None)

    def only(self, word: str) -> dict[str, Any]:
        line = self.last(word)
        assert line, f"the copy did not report {word!r}"
        return line

    @property
    def played(self) -> list[Entry]:
        """The entries of the last game without undone ones, as the copy had them at the end."""
        return [Entry(*entry) for entry in self.only("played")["entries"]]

    @property
    def calls(self) -> list[str]:
        """The names of all its disk calls, in order."""
        return list(self.only("left")["calls"])

    @property
    def statistics(self) -> Any:
        """The statistics of the finished games."""
        left = self.only("left")
        assert left["problems"] == []
        return left["statistics"]


class Copies:
    """A process that has all modules loaded and forks a copy of the program for each job."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(SCRIPT)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
            start_new_session=True,
        )  # fmt: skip
        self._undisturbed: dict[tuple[str, int], Report] = {}

    def close(self) -> None:
        """End the process, and the copy that it waits for."""
        if sys.platform == "win32":
            self._process.kill()
        else:
            os.killpg(self._process.pid, KILL)
        self._process.communicate()

    def run(self, job: Job, kill_after: float | None = None) -> Report:
        """Run a copy to its end. With `kill_after`, kill it after this many seconds."""
        report = self.begin(job)
        if kill_after is not None:
            time.sleep(kill_after)
            with suppress(OSError):  # on Windows an ended process is gone; elsewhere its parent keeps it
                os.kill(report.lines[0]["process"], KILL)
        return self.collect(report)

    def undisturbed(self, game: str, actions: int = Job("", "").actions) -> Report:
        """Return the report of a copy without faults, in a fresh home folder."""
        if (game, actions) not in self._undisturbed:
            with tempfile.TemporaryDirectory() as home:
                report = self.run(Job(home, game, actions=actions))
            assert report.status == 0
            self._undisturbed[game, actions] = report
        return self._undisturbed[game, actions]

    def begin(self, job: Job) -> Report:
        self._process.stdin.write(msgspec.json.encode(job).decode() + "\n")
        self._process.stdin.flush()
        return Report([self.read()])

    def collect(self, report: Report) -> Report:
        """Read all that the copy reports, up to its end."""
        while (line := self.read())["what"] != "ended":
            report.lines.append(line)
        report.status = line["status"]
        assert report.status in (0, -KILL), "the copy failed: see the standard error"
        return report

    def read(self) -> dict[str, Any]:
        line = self._process.stdout.readline()
        assert line, "the process that starts copies has ended: see the standard error"
        report: dict[str, Any] = json.loads(line)
        return report


@contextmanager
def copies() -> Iterator[Copies]:
    running = Copies()
    try:
        yield running
    finally:
        running.close()


# -- checks of the disk


def assert_nothing_is_lost(home: Path, report: Report, whole: list[Entry]) -> None:
    """Check after a copy has ended, however it did, that only the action in progress may be missing.

    `whole` are the entries of the same game played without interruption.
    """
    assert_the_game_is_there(report, whole)
    assert all(line["saved"] for line in report.all("set"))
    assert not list(home.rglob("*.unreadable-*"))
    assert len(games_beside_kept_settings(home, report)) <= 1


def games_beside_kept_settings(home: Path, report: Report) -> list[Any]:
    """Check that the settings there are those saved last or just being saved. Return the games there."""
    store = SettingsStore(home / "config")
    number = number_of(store.load())
    assert store.problem == ""
    saved = [line["number"] for line in report.all("set") if line["saved"]][-1:]
    begun = [line["number"] for line in report.all("setting")][-1:]
    assert number in saved + begun or not saved
    library = SaveLibrary(home / "records" / "games")
    games = [*library.unfinished(), *library.finished()]
    assert library.problems == []
    return games


def assert_the_game_is_there(report: Report, whole: list[Entry]) -> None:
    begun, done = report.last("opened"), report.last("done")
    if begun is None:
        return
    record = read_record(Path(begun["path"]))
    match = Match(record)
    standing = record.effective()
    assert standing == whole[: len(standing)]
    least = done["number"] + 1 if done else begun["entries"]
    doing = report.last("doing")
    most = doing["number"] + 1 if doing else begun["entries"]
    assert least <= len(record.entries) <= most, "more is lost than the action in progress"
    assert match.outcome is not None or match.actors


def record_of(home: Path) -> Record:
    """Return the only record there. Files without a whole first line don't count: their creation was interrupted."""
    (path,) = (path for path in (home / "records" / "games").glob("*.jsonl") if b"\n" in path.read_bytes())
    return read_record(path)


def moments(count: int, most: int, seed: int) -> list[int]:
    """Return a reproducible sample of `most` numbers below `count`, or all of them."""
    return sorted(random.Random(seed).sample(range(count), min(most, count)))
