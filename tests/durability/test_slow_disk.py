"""Waiting for a slow disk happens in the background: the game never freezes, and a crash loses nothing."""

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
def library(tmp_path: Path) -> Iterator[SaveLibrary]:
    library = SaveLibrary(tmp_path / "games")
    yield library
    library.close()


def new_match(library: SaveLibrary, game: str) -> Match:
    return library.start(first_line(Job("", game), 0))


@every_game
def test_actions_are_written_at_once_but_do_not_wait_for_the_sync(library: SaveLibrary, disk: Disk, game: str) -> None:
    match = new_match(library, game)
    assert library.path
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
    assert library.path
    assert read_record(library.path) == match.record


def test_closing_waits_for_the_disk(tmp_path: Path, disk: Disk) -> None:
    library = SaveLibrary(tmp_path)
    act(new_match(library, "towering"))
    path = library.path
    assert path
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
