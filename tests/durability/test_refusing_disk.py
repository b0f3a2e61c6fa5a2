"""On a full, failing or stuttering disk the game goes on, and it is saved whole once the disk recovers."""

import random
import sys
from itertools import cycle
from pathlib import Path

import pytest

pytest.importorskip("resource", reason="needs fork and the resource limits of Unix")
from msgspec.structs import replace

from tests.durability.copy_of_the_program import Copies, Job, Report, number_of, record_of
from tests.durability.faults import CALLS, SHORT
from tests.golden import sampled
from topping_out.game import registry
from topping_out.game.record import Entry
from topping_out.game.storage.library import SaveLibrary
from topping_out.scenes.system.settings import SettingsStore

every_game = sampled("game", registry.names(), ["wyoming", "icetowers"])
TROUBLES = {
    "full": ("ENOSPC", CALLS),
    "broken": ("EIO", CALLS),
    "stuttering": (SHORT, ("write",)),
    "not synced": ("EIO", ("fsync",)),
    "not renamed": ("EIO", ("replace", "rename")),
    "neither written nor cut": ("EIO", ("write", "ftruncate", "truncate")),
    "not opened": ("EMFILE", ("open",)),
    "not closed": ("EIO", ("close",)),
    "read-only": ("EROFS", ("open", "write", "mkdir", "truncate", "ftruncate", "replace", "unlink")),
}
every_trouble = pytest.mark.parametrize("trouble", TROUBLES)
EACH_ONCE = [(game, trouble) for game, trouble in zip(cycle(registry.names()), TROUBLES)]
"""Every trouble with one game, and every game with some troubles. (All games share the code that writes.)"""
ACTIONS = 30
FOREVER = sys.maxsize


def with_trouble(job: Job, trouble: str, first: int, last: int, share: float) -> Job:
    fault, calls = TROUBLES[trouble]
    return replace(job, fault=fault, calls=calls, first=first, last=last, share=share)


def go_through(program: Copies, folder: Path, game: str, trouble: str, seed: int) -> None:
    """Play through a temporary trouble, then through a lasting one, then on without any."""
    luck = random.Random(f"{game}{trouble}{seed}")
    whole = program.undisturbed(game).played
    home = folder / "home"
    job = Job(str(home), game, actions=ACTIONS)
    first = luck.randrange(50)
    report = program.run(with_trouble(job, trouble, first, first + luck.randrange(25), luck.random()))
    assert report.status == 0
    assert report.only("done")["saved"]
    assert record_of(home).effective() == report.played == whole[: len(report.played)]

    report = program.run(with_trouble(job, trouble, luck.randrange(60), FOREVER, luck.random()))
    assert report.status == 0
    assert_what_was_saved_is_there(home, report, whole)

    last = program.run(Job(str(home), game))
    assert last.status == 0
    assert record_of(home).effective() == whole
    assert last.only("left")["problems"] == []


def assert_what_was_saved_is_there(home: Path, report: Report, whole: list[Entry]) -> None:
    """Check that everything the program reported as saved is on the disk. Later actions may be missing."""
    record = record_of(home)
    standing = record.effective()
    assert standing == whole[: len(standing)]
    saved = [line["number"] for line in report.all("done") if line["saved"]]
    assert len(record.entries) > max(saved, default=-1)
    library = SaveLibrary(home / "records" / "games")
    assert len(library.unfinished() + library.finished()) == 1
    assert library.problems == []
    store = SettingsStore(home / "config")
    kept = number_of(store.load())
    assert store.problem == ""
    set_last = [line["number"] for line in report.all("set") if line["saved"]][-1:]
    begun = [line["number"] for line in report.all("setting")][-1:]
    assert kept in set_last + begun or not set_last


@pytest.mark.parametrize(("game", "trouble"), EACH_ONCE)
def test_disk_trouble_neither_stops_nor_loses_a_game(program: Copies, tmp_path: Path, game: str, trouble: str) -> None:
    go_through(program, tmp_path, game, trouble, seed=1)


@pytest.mark.long
@every_trouble
@every_game
def test_many_random_disk_troubles_lose_nothing(program: Copies, tmp_path: Path, game: str, trouble: str) -> None:
    for seed in range(1, 42):
        go_through(program, tmp_path / str(seed), game, trouble, seed)


def kill_in(program: Copies, home: Path, game: str, trouble: str, seed: int) -> bool:
    """Kill a copy during a trouble, then continue without one. Return False if it ended before it was killed."""
    luck = random.Random(f"{game}{trouble}{seed}")
    whole = program.undisturbed(game).played
    program.run(Job(str(home), game, actions=6))
    first = luck.randrange(20)
    job = with_trouble(Job(str(home), game, actions=ACTIONS), trouble, first, FOREVER, luck.random())
    report = program.run(replace(job, dies=first + luck.randrange(30)))
    assert_what_was_saved_is_there(home, report, whole)
    assert program.run(Job(str(home), game)).status == 0
    assert record_of(home).effective() == whole
    return report.status != 0


@every_game
def test_a_game_killed_during_disk_trouble_can_be_continued(program: Copies, tmp_path: Path, game: str) -> None:
    troubles = [trouble for name, trouble in EACH_ONCE if name == game]
    killed = [kill_in(program, tmp_path / trouble, game, trouble, seed=1) for trouble in troubles]
    assert any(killed)


@pytest.mark.long
@every_game
def test_many_games_killed_during_disk_trouble_can_be_continued(program: Copies, tmp_path: Path, game: str) -> None:
    tries = [(trouble, seed) for trouble in TROUBLES for seed in range(1, 42)]
    killed = [kill_in(program, tmp_path / f"{trouble} {seed}", game, trouble, seed) for trouble, seed in tries]
    assert sum(killed) > 200


@every_game
def test_a_game_stopped_by_a_file_size_limit_can_be_continued(program: Copies, tmp_path: Path, game: str) -> None:
    """The limit is the system's own, not simulated: it writes a part of a line, then refuses."""
    whole = program.undisturbed(game).played
    home = tmp_path / "home"
    program.run(Job(str(home), game, actions=4))
    size = max(path.stat().st_size for path in (home / "records").rglob("*.jsonl"))
    for extra in (3, 61, 200):
        report = program.run(Job(str(home), game, actions=12, largest_file=size + extra))
        assert report.status == 0
        assert not report.only("done")["saved"]
        assert_what_was_saved_is_there(home, report, whole)
    assert program.run(Job(str(home), game)).status == 0
    assert record_of(home).effective() == whole
