"""One try at a day's deal counts: the same one on every machine, and of two windows at once only one's."""

import threading
from datetime import date
from pathlib import Path

import msgspec
import pytest

from tests.game.matches import play_on
from tests.game.storage.test_transfer import MoveTo, move_to
from topping_out.game.match import Match
from topping_out.game.progress.daily import Deal, deal_of, is_counted
from topping_out.game.storage.files import records_folder
from topping_out.game.storage.history.statistics import careers
from topping_out.game.storage.history.tries import DealTry, begin_try, counted_tries
from topping_out.game.storage.library import SaveLibrary
from topping_out.game.storage.transfer.exporting import Export
from topping_out.game.storage.transfer.importing import Import
from topping_out.game.storage.transfer.statistics_csv import csv_text

assert move_to  # a fixture
SUNDAY = date(2026, 11, 22)


@pytest.fixture
def deal() -> Deal:
    return deal_of("towers", SUNDAY)


def play(deal: Deal, at: str, choice: int, plies: int = 10_000) -> None:
    """Play a try to its end, or so far, by always doing the first thing, or the last."""
    library = SaveLibrary()
    play_on(library.start(deal.begin(True, f"2026-11-22T{at}")), plies, choice)
    library.close()


def merge(tmp_path: Path, move_to: MoveTo) -> None:
    """Export on both machines, then import on each what the other has."""
    for name in ("one", "other"):
        move_to(name)
        for _ in Export(tmp_path / f"{name}.zip").steps():
            pass
    for name, theirs in (("one", "other"), ("other", "one")):
        move_to(name)
        for _ in Import(tmp_path / f"{theirs}.zip").steps():
            pass


def counted(deal: Deal) -> tuple[bytes, int]:
    """Return the record of the try that counts here, and how many others were to count."""
    one = counted_tries(SaveLibrary(), [deal])["towers", deal.date]
    return one.saved.path.read_bytes(), one.others


BEGUN = {"one earlier": ("09:00:00", "10:00:00"), "in one second": ("10:00:00", "10:00:00")}


@pytest.mark.parametrize("begun", BEGUN.values(), ids=BEGUN)
def test_after_a_merge_the_same_try_counts_on_both_machines(
    tmp_path: Path, move_to: MoveTo, deal: Deal, begun: tuple[str, str]
) -> None:
    for name, at, choice in (("one", begun[0], 0), ("other", begun[1], -1)):
        move_to(name)
        play(deal, at, choice)
    merge(tmp_path, move_to)
    found = []
    for name in ("one", "other"):
        move_to(name)
        found.append(counted(deal))
        finished = SaveLibrary().finished()
        assert len(finished) == 2
        assert [career.rating.games for career in careers(finished)["towers"].values()] == [1]
        assert csv_text(finished).count("day 2026-11-22 counted") == len(deal.header.seats)
    assert found[0] == found[1]
    assert found[0][1] == 1
    if begun[0] < begun[1]:
        assert begun[0].encode() in found[0][0].partition(b"\n")[0]


def test_an_earlier_state_of_the_same_try_is_no_other_one(tmp_path: Path, move_to: MoveTo, deal: Deal) -> None:
    """It went along while it was played, and was played to its end at home."""
    for name, plies in (("one", 10_000), ("other", 4)):
        move_to(name)
        play(deal, "10:00:00", 0, plies)
    merge(tmp_path, move_to)
    found = []
    for name in ("one", "other"):
        move_to(name)
        found.append(counted(deal))
        assert counted_tries(SaveLibrary(), [deal])["towers", deal.date].outcome
    assert found[0] == found[1]
    assert found[0][1] == 0


def begin_both(libraries: list[SaveLibrary], deal: Deal) -> list[object]:
    """Begin a try in each window in the same instant."""
    barrier, begun = threading.Barrier(2), list[object]()

    def begin(library: SaveLibrary) -> None:
        barrier.wait()
        begun.append(begin_try(library, deal, "2026-11-22T10:00:00"))

    both = [threading.Thread(target=begin, args=(library,)) for library in libraries]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    return begun


def test_of_two_windows_in_the_same_instant_one_begins_the_try_that_counts(tmp_path: Path, deal: Deal) -> None:
    for number in range(12):
        libraries = [SaveLibrary(tmp_path / str(number)) for _ in range(2)]
        begun = begin_both(libraries, deal)
        (first,) = [one for one in begun if isinstance(one, Match)]
        (second,) = [one for one in begun if isinstance(one, DealTry)]
        assert is_counted(first.header)
        assert second.is_under_way
        for library in libraries:
            library.close()


def test_where_nothing_can_be_locked_the_try_is_begun_all_the_same(tmp_path: Path, deal: Deal) -> None:
    (tmp_path / "file").write_text("in the way")
    library = SaveLibrary(tmp_path / "file")
    assert isinstance(begin_try(library, deal, "2026-11-22T10:00:00"), Match)
    assert "This game isn't being saved" in library.problem


def test_other_games_are_no_tries(move_to: MoveTo, deal: Deal) -> None:
    move_to("home")
    play(deal, "10:00:00", 0, 3)
    library = SaveLibrary()
    library.start(msgspec.structs.replace(deal.header, occasion=msgspec.UNSET))
    library.close()
    assert counted(deal)[1] == 0
    assert records_folder().exists()
