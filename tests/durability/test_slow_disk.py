"""A slow disk is waited for beside the game: nothing stands still for it, and a crash takes nothing with it."""

import ctypes
import os
import random
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.durability.copy_of_the_program import Copies, Job, act, assert_nothing_is_lost, first_line
from tests.durability.faults import POWER_CUT
from tests.golden import sampled
from topping_out.game import registry
from topping_out.game.match import Match
from topping_out.game.record import RecordError, parse_record
from topping_out.game.storage import journal
from topping_out.game.storage.journal import read_record
from topping_out.game.storage.library import SaveLibrary

every_game = sampled("game", registry.names(), ["wyoming", "icetowers"])


class Disk:
    """A disk whose syncs wait until it is let go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.answers = threading.Event()
        self.asked_by: list[threading.Thread] = []
        self._real = os.fsync
        monkeypatch.setattr(os, "fsync", self.fsync)

    def fsync(self, handle: int) -> None:
        self.asked_by.append(threading.current_thread())
        if threading.current_thread() is not threading.main_thread():
            assert self.answers.wait(60)
        self._real(handle)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    disk = Disk(monkeypatch)
    yield disk
    disk.answers.set()


@pytest.fixture
def library(tmp_path: Path) -> Iterator[SaveLibrary]:
    library = SaveLibrary(tmp_path / "games")
    yield library
    library.close()


def begun(library: SaveLibrary, game: str) -> Match:
    return library.start(first_line(Job("", game), 0))


@every_game
def test_no_action_waits_for_the_disk_and_each_is_with_the_system_at_once(
    library: SaveLibrary, disk: Disk, game: str
) -> None:
    match = begun(library, game)
    assert library.path
    disk.asked_by.clear()
    for _ in range(20):
        act(match)
        assert read_record(library.path) == match.record
    assert threading.main_thread() not in disk.asked_by
    disk.answers.set()
    library.flush()
    assert library.problem == ""


def test_a_disk_that_is_too_far_behind_is_told_until_it_has_caught_up(
    library: SaveLibrary, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "LAG", 60.0)
    match = begun(library, "icetowers")
    act(match)
    assert library.problem == ""
    monkeypatch.setattr(journal, "LAG", 0.0)
    assert "the disk takes too long" in library.problem
    disk.answers.set()
    library.flush()
    assert library.problem == ""


def test_what_the_disk_did_not_keep_is_written_again(library: SaveLibrary, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun(library, "towers")
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
    assert library.path
    assert read_record(library.path) == match.record


def test_closing_waits_for_the_disk(tmp_path: Path, disk: Disk) -> None:
    library = SaveLibrary(tmp_path)
    act(begun(library, "towering"))
    path, asked = library.path, len(disk.asked_by)
    closing = threading.Thread(target=library.close)
    closing.start()
    with pytest.raises(RecordError, match="open in another"):
        SaveLibrary(tmp_path).resume(path or tmp_path)
    disk.answers.set()
    closing.join()
    assert len(disk.asked_by) >= asked
    SaveLibrary(tmp_path).resume(path or tmp_path)


# -- killed, with nobody waiting for the disk


@every_game
def test_killed_on_a_slow_disk_only_the_action_in_flight_is_lost(program: Copies, tmp_path: Path, game: str) -> None:
    whole, luck = program.undisturbed(game).played, random.Random(game)
    for number in range(6):
        home = tmp_path / str(number)
        job = Job(str(home), game, waits=False, sync_takes=0.02)
        told = program.run(job, kill_after=luck.random() * 0.08)
        assert_nothing_is_lost(home, told, whole)


IS_WINE = sys.platform == "win32" and hasattr(ctypes.windll.ntdll, "wine_get_version")


@pytest.mark.skipif(IS_WINE, reason="where one thread ends the process and another is at work, wine hangs at times")
@every_game
def test_a_power_cut_on_a_slow_disk_takes_no_more_than_was_not_synced(
    program: Copies, tmp_path: Path, game: str
) -> None:
    whole = program.undisturbed(game).played
    for moment in range(10, 40, 3):
        home = tmp_path / str(moment)
        fault = Job(
            str(home), game, waits=False, sync_takes=0.01, fault=POWER_CUT, first=moment, last=moment, share=1.0
        )
        told = program.run(fault)
        begun = told.last("taken up")
        left = Path(begun["path"]).read_bytes() if begun and Path(begun["path"]).exists() else b""
        assert len(left) >= max((line["synced"] for line in told.all("done")), default=0)
        entries = parse_record(left).effective() if b"\n" in left else []
        assert entries == whole[: len(entries)]
