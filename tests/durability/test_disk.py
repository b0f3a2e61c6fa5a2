"""Nothing is lost on a slow, full, failing or stuttering disk or one that others change, and no game freezes."""

import ctypes
import os
import random
import sys
import threading
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.durability.copy_of_the_program import (
    Copies,
    Job,
    Report,
    act,
    assert_nothing_is_lost,
    first_line,
    games_beside_kept_settings,
    record_of,
)
from tests.durability.faults import CALLS, POWER_CUT, SHORT
from tests.golden import sampled
from topping_out.game import registry
from topping_out.game.match import Match
from topping_out.game.record import Entry, RecordError, parse_record
from topping_out.game.storage.library import SaveLibrary, read_record

every_game = sampled("game", registry.names(), ["wyoming", "icetowers"])


class Disk:
    """A disk whose syncs block in background threads until `is_released` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_released = threading.Event()
        self.asked_by: list[threading.Thread] = []
        self._real = os.fsync
        monkeypatch.setattr(os, "fsync", self.fsync)

    def fsync(self, handle: int) -> None:
        self.asked_by.append(threading.current_thread())
        if threading.current_thread() is not threading.main_thread():
            assert self.is_released.wait(60)
        self._real(handle)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    disk = Disk(monkeypatch)
    yield disk
    disk.is_released.set()


@pytest.fixture
def warnings() -> list[str]:
    return []


@pytest.fixture
def library(tmp_path: Path, warnings: list[str]) -> Iterator[SaveLibrary]:
    library = SaveLibrary(tmp_path / "games", warnings.append)
    yield library
    library.close()


def new_match(library: SaveLibrary, game: str) -> Match:
    return library.start(first_line(Job("", game), 0))


@every_game
def test_actions_are_written_at_once_but_do_not_wait_for_the_sync(library: SaveLibrary, disk: Disk, game: str) -> None:
    match = new_match(library, game)
    disk.asked_by.clear()
    for _ in range(20):
        act(match)
        assert read_record(library.path) == match.record
    assert threading.main_thread() not in disk.asked_by
    disk.is_released.set()
    library.flush()
    assert library.problem == ""


def test_a_disk_that_lags_too_far_behind_is_reported_until_it_catches_up(
    library: SaveLibrary, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("topping_out.game.storage.library.LAG", 60.0)
    match = new_match(library, "icetowers")
    act(match)
    assert library.problem == ""
    monkeypatch.setattr("topping_out.game.storage.library.LAG", 0.0)
    assert "the disk is too slow" in library.problem
    disk.is_released.set()
    library.flush()
    assert library.problem == ""


def test_actions_that_failed_to_sync_are_written_again(library: SaveLibrary, monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match(library, "towers")
    act(match)
    library.flush()
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", lambda handle: os.stat(f"/dev/null/{handle}"))
        act(match)
        library.flush()
        assert "This game isn't being saved" in library.problem
    act(match)
    library.flush()
    assert library.problem == ""
    assert read_record(library.path) == match.record


def test_closing_waits_for_the_disk(tmp_path: Path, disk: Disk) -> None:
    library = SaveLibrary(tmp_path)
    act(new_match(library, "towering"))
    path = library.path
    closing = threading.Thread(target=library.close)
    closing.start()
    with pytest.raises(RecordError, match="open in another"):
        SaveLibrary(tmp_path).resume(path)
    closing.join(0.1)
    assert closing.is_alive()
    disk.is_released.set()
    closing.join()
    SaveLibrary(tmp_path).resume(path)


# -- killed without waiting for the disk


@every_game
def test_a_kill_on_a_slow_disk_loses_only_the_action_in_progress(program: Copies, tmp_path: Path, game: str) -> None:
    whole, luck = program.undisturbed(game).played, random.Random(game)
    for number in range(6):
        home = tmp_path / str(number)
        job = Job(str(home), game, waits=False, sync_takes=0.02)
        report = program.run(job, kill_after=luck.random() * 0.08)
        assert_nothing_is_lost(home, report, whole)


IS_WINE = sys.platform == "win32" and hasattr(ctypes.windll.ntdll, "wine_get_version")


@pytest.mark.skipif(IS_WINE, reason="wine sometimes hangs when one thread ends the process while another runs")
@every_game
def test_a_power_cut_on_a_slow_disk_loses_only_unsynced_actions(program: Copies, tmp_path: Path, game: str) -> None:
    whole = program.undisturbed(game).played
    for moment in range(10, 40, 3):
        home = tmp_path / str(moment)
        fault = Job(
            str(home), game, waits=False, sync_takes=0.01, fault=POWER_CUT, first=moment, last=moment, share=1.0
        )
        report = program.run(fault)
        opened = report.last("opened")
        left = Path(opened["path"]).read_bytes() if opened and Path(opened["path"]).exists() else b""
        assert len(left) >= max((line["synced"] for line in report.all("done")), default=0)
        entries = parse_record(left).effective() if b"\n" in left else []
        assert entries == whole[: len(entries)]


# -- a full, failing or stuttering disk: the game goes on, and it is saved whole once the disk recovers


on_unix = pytest.mark.skipif(not find_spec("resource"), reason="needs fork and the resource limits of Unix")
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
    assert len(games_beside_kept_settings(home, report)) == 1


@on_unix
@pytest.mark.parametrize(("game", "trouble"), EACH_ONCE)
def test_disk_trouble_neither_stops_nor_loses_a_game(program: Copies, tmp_path: Path, game: str, trouble: str) -> None:
    go_through(program, tmp_path, game, trouble, seed=1)


@on_unix
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


@on_unix
@every_game
def test_a_game_killed_during_disk_trouble_can_be_continued(program: Copies, tmp_path: Path, game: str) -> None:
    troubles = [trouble for name, trouble in EACH_ONCE if name == game]
    killed = [kill_in(program, tmp_path / trouble, game, trouble, seed=1) for trouble in troubles]
    assert any(killed)


@on_unix
@pytest.mark.long
@every_game
def test_many_games_killed_during_disk_trouble_can_be_continued(program: Copies, tmp_path: Path, game: str) -> None:
    tries = [(trouble, seed) for trouble in TROUBLES for seed in range(1, 42)]
    killed = [kill_in(program, tmp_path / f"{trouble} {seed}", game, trouble, seed) for trouble, seed in tries]
    assert sum(killed) > 200


@on_unix
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


# -- a record that another program deletes, moves, replaces or truncates is restored by the next action


each_game = pytest.mark.parametrize("game", registry.names())
can_move_open_files = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows does not let open files be deleted or moved"
)


ANOTHER = b'{"another": "game"}\n'


def put(path: Path, content: bytes) -> None:
    """Replace the file by another one."""
    path.with_suffix(".new").write_bytes(content)
    os.replace(path.with_suffix(".new"), path)


def scribble(path: Path) -> None:
    data = path.read_bytes()
    with path.open("r+b") as file:
        file.write(b"#" * (len(data) - 1))


def remove_folder(path: Path) -> None:
    path.unlink()
    path.parent.rmdir()


DAMAGES: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "moved": lambda path: path.rename(path.with_suffix(".old")),
    "replaced": lambda path: put(path, ANOTHER),
    "set back": lambda path: put(path, b"".join(path.read_bytes().splitlines(keepends=True)[:-2])),
    "cut": lambda path: os.truncate(path, path.stat().st_size - 7),
    "emptied": lambda path: os.truncate(path, 0),
    "scribbled over": scribble,
    "its folder deleted": remove_folder,
}
every_kind_of_damage = pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)


def play(library: SaveLibrary, match: Match, actions: int) -> None:
    for _ in range(actions):
        act(match)
    library.flush()


@can_move_open_files
@every_kind_of_damage
@each_game
def test_the_next_action_restores_the_record_and_warns_once(
    library: SaveLibrary, warnings: list[str], game: str, damage: Callable[[Path], object]
) -> None:
    match = new_match(library, game)
    play(library, match, 8)
    assert warnings == []
    damage(library.path)
    play(library, match, 1)
    assert read_record(library.path) == match.record
    (sentence,) = warnings
    assert library.path.name in sentence
    assert library.problem == ""
    play(library, match, 6)
    assert read_record(library.path) == match.record
    assert len(warnings) == 1


@can_move_open_files
@every_kind_of_damage
def test_the_record_of_a_resumed_game_is_restored_too(tmp_path: Path, damage: Callable[[Path], object]) -> None:
    first = SaveLibrary(tmp_path / "games")
    play(first, new_match(first, "wyoming"), 5)
    path = first.path
    first.close()
    library = SaveLibrary(tmp_path / "games")
    match = library.resume(path)
    damage(path)
    play(library, match, 1)
    restored = library.path
    assert read_record(restored) == match.record
    library.close()
    (left,) = SaveLibrary(tmp_path / "games").unfinished()
    assert left.path == restored


@can_move_open_files
def test_a_file_put_in_its_place_is_left_alone(library: SaveLibrary) -> None:
    match = new_match(library, "towers")
    play(library, match, 4)
    before = library.path
    put(before, ANOTHER)
    play(library, match, 1)
    assert before.read_bytes() == ANOTHER
    assert library.path != before


@can_move_open_files
def test_a_record_continued_elsewhere_is_not_truncated(library: SaveLibrary) -> None:
    """A file-syncing program may bring a later state of the same game."""
    match = new_match(library, "towers")
    play(library, match, 4)
    before = library.path
    later = before.read_bytes() + b'[9,0,"tick"]\n'
    put(before, later)
    play(library, match, 1)
    assert before.read_bytes() == later
    assert read_record(library.path) == match.record


@can_move_open_files
def test_a_changed_file_time_alone_changes_nothing(library: SaveLibrary, warnings: list[str]) -> None:
    match = new_match(library, "towers")
    play(library, match, 4)
    os.utime(library.path, ns=(1, 1))
    play(library, match, 4)
    assert read_record(library.path) == match.record
    assert warnings == []


@can_move_open_files
def test_a_restored_game_stays_locked(library: SaveLibrary) -> None:
    match = new_match(library, "towers")
    play(library, match, 4)
    library.path.unlink()
    play(library, match, 1)
    assert SaveLibrary(library.folder).unfinished() == []
