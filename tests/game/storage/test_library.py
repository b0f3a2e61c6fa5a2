"""Saved games, their index, stored review costs, and puzzle attempts."""

import errno
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import date
from pathlib import Path

import msgspec
import pytest

from tests.game.conftest import MoveTo
from tests.game.matches import play_on
from topping_out.game.assets import ROOT
from topping_out.game.match import Match
from topping_out.game.progress.daily import Deal, deal_of, is_counted
from topping_out.game.record import Header, Player, Record, RecordError, new_header
from topping_out.game.registry import load
from topping_out.game.storage import files
from topping_out.game.storage.files import records_folder
from topping_out.game.storage.history import (
    COSTS_FILE,
    PUZZLES_FILE,
    DealTry,
    PuzzleTries,
    PuzzleTry,
    begin_try,
    careers,
    counted_tries,
    csv_text,
    keep_costs,
    read_costs,
)
from topping_out.game.storage.library import AT_ONCE, INDEX, SaveLibrary, examine, read_record
from topping_out.game.storage.transfer import Export, Import

# -- library


ANA_AND_BEN = (Player("Ana"), Player("Ben", "bot", "easy", 1))


def header(seed: int = 7, started: str = "2026-11-21T12:03:01") -> Header:
    return new_header(load("wyoming"), ANA_AND_BEN, {"first": 0}, seed, started)


@pytest.fixture
def library(tmp_path: Path) -> SaveLibrary:
    return SaveLibrary(tmp_path / "games")


class Disk:
    """A disk with a limited number of free bytes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room = sys.maxsize
        self._write = os.write
        monkeypatch.setattr(files.os, "write", self.write)

    def write(self, handle: int, data: bytes) -> int:
        taken = self._write(handle, data[: self.room])
        self.room -= taken
        if taken < len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return taken


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


def left_after(library: SaveLibrary, plies: int) -> Path:
    """Play `plies` plies of a game and close it. Return its file."""
    play_on(library.start(header()), plies)
    path = library.path
    library.close()
    return path


# -- starting and resuming


def test_every_action_is_written_at_once(library: SaveLibrary) -> None:
    match = library.start(header())
    for number in range(1, 6):
        play_on(match, 1)
        assert len(read_record(library.path).entries) == number
    assert library.problem == ""


def test_a_record_is_named_after_game_time_and_seed(library: SaveLibrary) -> None:
    library.start(header())
    assert library.path == library.folder / "wyoming-20261121-120301-7.jsonl"


def test_games_of_the_same_second_and_seed_get_different_files(library: SaveLibrary) -> None:
    names = set()
    for _ in range(3):
        library.start(header())
        names.add(library.path)
    assert len(names) == 3


def test_a_resumed_game_continues_where_it_stopped(library: SaveLibrary) -> None:
    before = play_on(library.start(header()), 5)
    (saved,) = library.unfinished()
    after = library.resume(saved.path)
    assert after.state == before.state
    play_on(after, 3)
    assert len(read_record(saved.path).entries) == 8


def test_a_last_line_without_a_newline_is_kept(library: SaveLibrary) -> None:
    path = left_after(library, 5)
    whole = path.read_bytes()
    path.write_bytes(whole.removesuffix(b"\n"))
    library.resume(path)
    assert path.read_bytes() == whole


# -- listing


def test_unfinished_games_are_listed_newest_first(library: SaveLibrary) -> None:
    for seed, second in ((1, 100), (2, 300), (3, 200)):
        play_on(library.start(header(seed)), seed)
        library.close()
        os.utime(library.folder / f"wyoming-20261121-120301-{seed}.jsonl", (second, second))
    assert [(saved.header.seed, saved.turns, saved.outcome) for saved in library.unfinished()] == [
        (2, 2, None),
        (3, 3, None),
        (1, 1, None),
    ]


def test_a_finished_game_is_listed_as_finished(library: SaveLibrary) -> None:
    match = play_on(library.start(header()))
    assert library.unfinished() == []
    (saved,) = library.finished()
    assert saved.outcome == match.outcome
    assert saved.turns == len(match.record.entries)


def test_an_undone_action_does_not_count_as_a_turn(library: SaveLibrary) -> None:
    match = play_on(library.start(header()), 2)
    ana = match.game.actions(match.state, 0)[0]
    match.act(0, ana)
    match.undo()
    assert [saved.turns for saved in library.unfinished()] == [2]


def test_an_abandoned_game_is_moved_but_kept(library: SaveLibrary) -> None:
    match = play_on(library.start(header()), 4)
    (saved,) = library.unfinished()
    away = library.abandon(saved.path)
    assert library.unfinished() == []
    assert read_record(away).entries == match.record.entries


def test_a_game_that_cannot_be_moved_stays_in_place(library: SaveLibrary) -> None:
    library.start(header())
    path = library.path
    (library.folder / "abandoned").write_bytes(b"a file where the folder should be")
    before = path.read_bytes()
    with pytest.raises(RecordError, match="can't be put away"):
        library.abandon(path)
    assert path.read_bytes() == before
    assert [saved.path for saved in library.unfinished()] == [path]


def test_abandoned_games_do_not_replace_each_other(library: SaveLibrary) -> None:
    for _ in range(3):
        library.start(header())
        library.abandon(library.path)
    assert len(list((library.folder / "abandoned").iterdir())) == 3


def test_invalid_records_are_reported(library: SaveLibrary) -> None:
    play_on(library.start(header()), 3)
    data = library.path.read_bytes()
    (library.folder / "rules.jsonl").write_bytes(data.replace(b'"rules":1', b'"rules":99'))
    (library.folder / "action.jsonl").write_bytes(data + b'[0,0,"construct 7S @1.1"]\n')
    (library.folder / "option.jsonl").write_bytes(data.replace(b'"tidal":false,', b""))
    assert len(library.unfinished()) == 1
    assert len(library.problems) == 3
    with pytest.raises(RecordError, match="version 99 of the rules"):
        library.resume(library.folder / "rules.jsonl")


def test_a_file_without_a_whole_header_is_ignored(library: SaveLibrary) -> None:
    library.folder.mkdir()
    (library.folder / "wyoming-1.jsonl").touch()
    (library.folder / "wyoming-2.jsonl").write_bytes(Record(header()).to_bytes()[:40])
    (library.folder / "wyoming-3.jsonl").write_bytes(b'{"rec')
    assert library.unfinished() == []
    assert library.problems == []


def test_the_index_always_agrees_with_the_records(library: SaveLibrary) -> None:
    match = play_on(library.start(header()), 3)
    first = library.unfinished()
    assert library.unfinished() == first
    play_on(match, 2)
    assert [saved.turns for saved in library.unfinished()] == [5]
    (library.folder / INDEX).write_bytes(b"{rubbish")
    assert [saved.turns for saved in library.unfinished()] == [5]


def test_an_indexed_game_is_not_replayed_again(library: SaveLibrary, monkeypatch: pytest.MonkeyPatch) -> None:
    play_on(library.start(header()))
    before = library.finished()
    monkeypatch.setattr("topping_out.game.storage.library.summarise", None)
    assert SaveLibrary(library.folder).finished() == before


# -- many games


@pytest.fixture
def many(library: SaveLibrary) -> SaveLibrary:
    """A library with three more games than are read at once."""
    play_on(library.start(header()))
    record = library.path
    library.close()
    for number in range(AT_ONCE + 3):
        path = library.folder / f"game-{number:02}.jsonl"
        path.write_bytes(record.read_bytes())
        os.utime(path, (1000 - number, 1000 - number))
    record.unlink()
    return SaveLibrary(library.folder)


def test_only_the_newest_games_are_read_at_once(many: SaveLibrary) -> None:
    assert [saved.path.name for saved in many.finished()] == [f"game-{n:02}.jsonl" for n in range(AT_ONCE)]
    assert [file.name for file in many.waiting] == [f"game-{n:02}.jsonl" for n in range(AT_ONCE, AT_ONCE + 3)]


def test_older_games_are_listed_once_they_are_read(many: SaveLibrary) -> None:
    many.finished()
    many.add([examine(many.folder, many.waiting[1])])
    assert len(many.waiting) == 2
    assert [saved.path.name for saved in many.finished()][-1] == f"game-{AT_ONCE + 1:02}.jsonl"
    many.read_all()
    assert len(many.finished()) == AT_ONCE + 3
    assert many.waiting == []


def test_a_file_changed_during_reading_is_read_again(many: SaveLibrary) -> None:
    many.finished()
    found = examine(many.folder, many.waiting[0])
    record = many.folder / found.name
    record.write_bytes(b"\n".join(record.read_bytes().split(b"\n")[:4]) + b"\n")
    many.add([found])
    many.finished()
    assert [saved.path for saved in many.unfinished()] == [record]


def test_a_deleted_record_is_no_longer_listed(many: SaveLibrary) -> None:
    many.read_all()
    (many.folder / "game-05.jsonl").unlink()
    assert len(many.finished()) == AT_ONCE + 2
    assert len(SaveLibrary(many.folder).finished()) == AT_ONCE + 2


def test_a_torn_line_of_the_index_affects_only_its_game(many: SaveLibrary) -> None:
    many.read_all()
    index = many.folder / INDEX
    index.write_bytes(index.read_bytes()[:-100])
    again = SaveLibrary(many.folder)
    unread = [file.name for file in again._files() if again._index.get(file) is None]
    assert len(unread) == 1
    assert len(again.finished()) == AT_ONCE + 3


def test_an_index_of_another_version_is_rebuilt(many: SaveLibrary) -> None:
    many.read_all()
    index = many.folder / INDEX
    index.write_bytes(index.read_bytes().replace(b'"program":"', b'"program":"9', 1))
    again = SaveLibrary(many.folder)
    assert len(again.finished()) == AT_ONCE
    assert len(again.waiting) == 3


def test_finishing_a_game_appends_to_the_index(many: SaveLibrary) -> None:
    many.read_all()
    before = (many.folder / INDEX).read_bytes()
    play_on(many.start(header(9)))
    many.close()
    assert len(many.finished()) == AT_ONCE + 4
    after = (many.folder / INDEX).read_bytes()
    assert after.startswith(before)
    assert after.count(b"\n") == before.count(b"\n") + 1


def test_outdated_lines_of_the_index_are_removed_eventually(
    library: SaveLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("topping_out.game.storage.library.SPARE", 5)
    match = library.start(header())
    for _ in range(20):
        play_on(match, 1)
        library.unfinished()
        assert (library.folder / INDEX).read_bytes().count(b"\n") <= 1 + 2 + 5
    (saved,) = SaveLibrary(library.folder).games()
    assert saved.turns == 20


def test_an_unreadable_file_is_read_once_and_always_reported(
    library: SaveLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.folder.mkdir()
    (library.folder / "odd.jsonl").write_bytes(b"rubbish\n")
    library.finished()
    monkeypatch.setattr("topping_out.game.storage.library.read_record", None)
    library.finished()
    assert len(library.problems) == 1


def test_a_finished_game_has_a_summary_with_its_best_tower(library: SaveLibrary) -> None:
    play_on(library.start(header()))
    (saved,) = library.finished()
    assert saved.summary.tower.worth == max(saved.outcome.scores)
    assert SaveLibrary(library.folder).finished() == [saved]


# -- a disk that refuses


def test_a_game_can_be_played_in_a_read_only_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    reports: list[str] = []
    library = SaveLibrary(tmp_path / "file" / "games", reports.append)
    match = play_on(library.start(header()), 5)
    assert len(match.record.entries) == 5
    assert reports == [library.problem]
    assert str(tmp_path / "file") in library.problem
    assert library.path is None


def test_the_whole_game_is_saved_once_the_folder_is_writable(tmp_path: Path) -> None:
    (tmp_path / "place").touch()
    library = SaveLibrary(tmp_path / "place" / "games")
    match = play_on(library.start(header()), 5)
    (tmp_path / "place").unlink()
    play_on(match, 1)
    assert library.problem == ""
    assert read_record(library.path) == match.record


@pytest.mark.parametrize("room", [0, 1, 10, 25, 60])
def test_a_full_disk_stops_neither_the_game_nor_later_saving(library: SaveLibrary, disk: Disk, room: int) -> None:
    reports: list[str] = []
    library = SaveLibrary(library.folder, reports.append)
    match = play_on(library.start(header()), 3)
    disk.room = room
    play_on(match, 6)
    assert len(match.record.entries) == 9
    assert len(reports) == 1
    assert "No space left" in reports[0]
    saved = read_record(library.path).entries
    assert saved == match.record.entries[: len(saved)]
    disk.room = sys.maxsize
    play_on(match, 1)
    assert library.problem == ""
    assert read_record(library.path) == match.record


def test_each_new_disk_problem_is_reported(library: SaveLibrary, disk: Disk) -> None:
    reports: list[str] = []
    match = SaveLibrary(library.folder, reports.append).start(header())
    for room in (0, sys.maxsize, 0, sys.maxsize):
        disk.room = room
        play_on(match, 2)
    assert len(reports) == 2


# -- another copy of the program


PLAYER = """
import sys
from pathlib import Path
from topping_out.game.storage.library import SaveLibrary
library = SaveLibrary(Path(sys.argv[1]))
library.resume(Path(sys.argv[2]))
print("playing", flush=True)
sys.stdin.read()
"""


def test_a_game_open_in_another_copy_is_not_listed(library: SaveLibrary) -> None:
    path = left_after(library, 3)
    command = [sys.executable, "-c", PLAYER, str(library.folder), str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout.readline().strip() == b"playing"
        assert library.unfinished() == []
        for attempt in (library.resume, library.abandon):
            with pytest.raises(RecordError, match="another running copy"):
                attempt(path)
        process.kill()
    assert [saved.path for saved in library.unfinished()] == [path]
    assert library.resume(path).record.header == header()


def test_a_closed_game_can_be_resumed_by_another_copy(library: SaveLibrary) -> None:
    play_on(library.start(header()), 3)
    second_library = SaveLibrary(library.folder)
    assert second_library.unfinished() == []
    library.close()
    assert len(second_library.unfinished()) == 1


def test_starting_another_game_closes_the_previous_one(library: SaveLibrary) -> None:
    before = library.start(header(1))
    library.start(header(2))
    assert [saved.header.seed for saved in SaveLibrary(library.folder).unfinished()] == [1]
    with pytest.raises(ValueError, match="closed"):
        play_on(before, 1)


WAYS: dict[str, Callable[[SaveLibrary, Path], Match]] = {
    "start": lambda library, _: library.start(header(2)),
    "begin": lambda library, _: library.begin(Record(header(2))),
    "resume": lambda library, old: library.resume(old),
}
"""Ways to open another match."""


@pytest.mark.parametrize("way", WAYS)
def test_closing_an_earlier_match_leaves_the_current_one_open(library: SaveLibrary, way: str) -> None:
    library.start(header(3))
    old = library.path
    before = library.start(header(1))
    after = WAYS[way](library, old)
    library.close(before)
    play_on(after, 3)
    assert len(read_record(library.path).entries) == 3
    library.close(after)
    assert library.path is None
    with pytest.raises(ValueError, match="closed"):
        play_on(after, 1)


# -- accuracies


def test_stored_costs_are_read_by_file_and_seat(tmp_path: Path) -> None:
    keep_costs(tmp_path, "one.jsonl", {0: 1.5})
    keep_costs(tmp_path, "two.jsonl", {0: 0.0, 2: 3.25})
    assert read_costs(tmp_path) == {"one.jsonl": {0: 1.5}, "two.jsonl": {0: 0.0, 2: 3.25}}


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"a.jsonl": {"0": "much"}}', b'{"a.jsonl": {"0": -1}}', b"\xff"]
)
def test_an_invalid_file_of_costs_is_replaced(tmp_path: Path, content: bytes) -> None:
    (tmp_path / COSTS_FILE).write_bytes(content)
    assert read_costs(tmp_path) == {}
    keep_costs(tmp_path, "one.jsonl", {1: 2.0})
    assert read_costs(tmp_path) == {"one.jsonl": {1: 2.0}}


def test_costs_that_cannot_be_written_are_ignored(tmp_path: Path) -> None:
    (tmp_path / COSTS_FILE).mkdir()
    keep_costs(tmp_path, "one.jsonl", {1: 2.0})
    assert read_costs(tmp_path) == {}


# -- puzzle tries


ONE, TWO, THREE = (
    PuzzleTry("wyoming", "1.7", True, "2026-11-22T15:00:00"),
    PuzzleTry("towers", "3.2", False, "2026-11-22T15:01:00"),
    PuzzleTry("towers", "3.3", True, "2026-11-22T15:02:00"),
)


def test_puzzle_attempts_are_saved(tmp_path: Path) -> None:
    tries = PuzzleTries(tmp_path)
    assert tries.tries == []
    tries.add(ONE)
    tries.add(TWO)
    again = PuzzleTries(tmp_path)
    assert again.tries == [ONE, TWO]
    assert again.problem == ""
    assert again.solved("wyoming") == {"1.7"}
    assert again.first("towers") == {"3.2": False}


def test_a_torn_last_line_is_ignored_and_the_next_line_is_whole(tmp_path: Path) -> None:
    PuzzleTries(tmp_path).add(ONE)
    with (tmp_path / PUZZLES_FILE).open("ab") as file:
        file.write(b'{"game":"towers","puz')
    torn = PuzzleTries(tmp_path)
    assert (torn.tries, torn.problem) == ([ONE], "")
    torn.add(TWO)
    assert PuzzleTries(tmp_path).tries == [ONE, TWO]


@pytest.mark.parametrize(
    "line", [b"no JSON", b"[]", b'{"game":1}', b"\xff\xfe", pytest.param(b"[" * 100_000, id="nested")]
)
def test_an_invalid_line_is_skipped_and_reported(tmp_path: Path, line: bytes) -> None:
    PuzzleTries(tmp_path).add(ONE)
    with (tmp_path / PUZZLES_FILE).open("ab") as file:
        file.write(line + b"\n")
    PuzzleTries(tmp_path).add(TWO)
    found = PuzzleTries(tmp_path)
    assert found.tries == [ONE, TWO]
    assert PUZZLES_FILE in found.problem


def test_attempts_that_cannot_be_saved_count_until_the_program_ends(tmp_path: Path) -> None:
    (tmp_path / PUZZLES_FILE).mkdir()
    tries = PuzzleTries(tmp_path)
    assert "can't be read" in tries.problem
    tries.add(ONE)
    assert "Your puzzle results aren't being saved" in tries.problem
    assert tries.solved("wyoming") == {"1.7"}


def test_a_full_disk_is_reported_and_the_file_stays_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = PuzzleTries(tmp_path)
    tries.add(ONE)

    def refuse(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", refuse)
        tries.add(TWO)
    assert "No space left" in tries.problem
    assert PuzzleTries(tmp_path).tries == [ONE]
    tries.add(THREE)
    assert PuzzleTries(tmp_path).tries == [ONE, TWO, THREE]


# -- attempts at deals


SUNDAY = date(2026, 11, 22)


@pytest.fixture
def deal() -> Deal:
    return deal_of("towers", SUNDAY)


def play(deal: Deal, at: str, choice: int, plies: int = 10_000) -> None:
    """Play a counted attempt for `plies` plies, always choosing the action at index `choice`."""
    library = SaveLibrary()
    play_on(library.start(deal.begin(True, f"2026-11-22T{at}")), plies, choice)
    library.close()


def merge(tmp_path: Path, move_to: MoveTo) -> None:
    """Export on both machines, then import each export on the other machine."""
    for name in ("one", "other"):
        move_to(name)
        for _ in Export(tmp_path / f"{name}.zip").steps():
            pass
    for name, theirs in (("one", "other"), ("other", "one")):
        move_to(name)
        for _ in Import(tmp_path / f"{theirs}.zip").steps():
            pass


def counted(deal: Deal) -> tuple[bytes, int]:
    """Return the record of the attempt that counts here, and the number of other candidates."""
    attempt = counted_tries(SaveLibrary(), [deal])["towers", deal.date]
    return attempt.saved.path.read_bytes(), attempt.others


BEGUN = {"one earlier": ("09:00:00", "10:00:00"), "in one second": ("10:00:00", "10:00:00")}


@pytest.mark.parametrize("begun", BEGUN.values(), ids=BEGUN)
def test_after_a_merge_the_same_attempt_counts_on_both_machines(
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


def test_an_earlier_copy_of_the_same_attempt_is_not_another_attempt(
    tmp_path: Path, move_to: MoveTo, deal: Deal
) -> None:
    """One machine has an unfinished copy of the attempt that was finished on the other."""
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
    """Start an attempt in both windows at the same moment."""
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


def test_of_two_simultaneous_attempts_only_one_counts(tmp_path: Path, deal: Deal) -> None:
    for number in range(12):
        libraries = [SaveLibrary(tmp_path / str(number)) for _ in range(2)]
        begun = begin_both(libraries, deal)
        (first,) = [attempt for attempt in begun if isinstance(attempt, Match)]
        (second,) = [attempt for attempt in begun if isinstance(attempt, DealTry)]
        assert is_counted(first.header)
        assert second.is_under_way
        for library in libraries:
            library.close()


def test_an_attempt_can_be_started_without_a_lock(tmp_path: Path, deal: Deal) -> None:
    (tmp_path / "file").write_text("in the way")
    library = SaveLibrary(tmp_path / "file")
    assert isinstance(begin_try(library, deal, "2026-11-22T10:00:00"), Match)
    assert "This game isn't being saved" in library.problem


def test_other_games_are_not_attempts(home: Path, deal: Deal) -> None:
    play(deal, "10:00:00", 0, 3)
    library = SaveLibrary()
    library.start(msgspec.structs.replace(deal.header, occasion=msgspec.UNSET))
    library.close()
    assert counted(deal)[1] == 0
    assert records_folder().exists()
