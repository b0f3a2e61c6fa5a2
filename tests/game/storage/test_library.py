"""The folder of records: nothing played is lost, whatever the disk, the user and other copies of the program do."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.game.matches import play_on
from topping_out.game.assets import ROOT
from topping_out.game.match import Match
from topping_out.game.record import Header, Player, Record, RecordError, new_header
from topping_out.game.registry import load
from topping_out.game.storage import files
from topping_out.game.storage.index import INDEX, examine
from topping_out.game.storage.journal import read_record
from topping_out.game.storage.library import AT_ONCE, SaveLibrary

ANA_AND_BEN = (Player("Ana"), Player("Ben", "bot", "easy", 1))


def header(seed: int = 7, started: str = "2026-11-21T12:03:01") -> Header:
    return new_header(load("wyoming"), ANA_AND_BEN, {"first": 0}, seed, started)


@pytest.fixture
def library(tmp_path: Path) -> SaveLibrary:
    return SaveLibrary(tmp_path / "games")


class Disk:
    """A disk that takes only so many more bytes."""

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
    """Play so much of a game and leave it; return its file."""
    play_on(library.start(header()), plies)
    path = library.path
    assert path is not None
    library.close()
    return path


# -- beginning and taking up


def test_every_action_is_on_the_disk_when_it_has_been_done(library: SaveLibrary) -> None:
    match = library.start(header())
    for number in range(1, 6):
        play_on(match, 1)
        assert library.path is not None
        assert len(read_record(library.path).entries) == number
    assert library.problem == ""


def test_a_record_is_named_after_game_time_and_seed(library: SaveLibrary) -> None:
    library.start(header())
    assert library.path == library.folder / "wyoming-20261121-120301-7.jsonl"


def test_two_games_of_the_same_second_and_seed_get_a_file_each(library: SaveLibrary) -> None:
    names = set()
    for _ in range(3):
        library.start(header())
        names.add(library.path)
    assert len(names) == 3


def test_a_game_goes_on_where_it_stood(library: SaveLibrary) -> None:
    before = play_on(library.start(header()), 5)
    (saved,) = library.unfinished()
    after = library.resume(saved.path)
    assert after.state == before.state
    play_on(after, 3)
    assert len(read_record(saved.path).entries) == 8


def test_a_last_line_that_lacks_only_its_end_is_kept(library: SaveLibrary) -> None:
    path = left_after(library, 5)
    whole = path.read_bytes()
    path.write_bytes(whole.removesuffix(b"\n"))
    library.resume(path)
    assert path.read_bytes() == whole


# -- what lies there


def test_unfinished_games_are_offered_the_last_played_first(library: SaveLibrary) -> None:
    for seed, second in ((1, 100), (2, 300), (3, 200)):
        play_on(library.start(header(seed)), seed)
        assert library.path is not None
        library.close()
        os.utime(library.folder / f"wyoming-20261121-120301-{seed}.jsonl", (second, second))
    assert [(saved.header.seed, saved.turns, saved.outcome) for saved in library.unfinished()] == [
        (2, 2, None),
        (3, 3, None),
        (1, 1, None),
    ]


def test_a_finished_game_is_not_offered_but_counted(library: SaveLibrary) -> None:
    match = play_on(library.start(header()))
    assert library.unfinished() == []
    (saved,) = library.finished()
    assert saved.outcome == match.outcome
    assert saved.turns == len(match.record.entries)


def test_an_undone_action_is_no_turn(library: SaveLibrary) -> None:
    match = play_on(library.start(header()), 2)
    ana = match.game.actions(match.state, 0)[0]
    match.act(0, ana)
    match.undo()
    assert [saved.turns for saved in library.unfinished()] == [2]


def test_an_abandoned_game_is_out_of_the_way_but_still_there(library: SaveLibrary) -> None:
    match = play_on(library.start(header()), 4)
    (saved,) = library.unfinished()
    away = library.abandon(saved.path)
    assert library.unfinished() == []
    assert read_record(away).entries == match.record.entries


def test_a_game_that_cannot_be_put_away_stays_where_it_is(library: SaveLibrary) -> None:
    library.start(header())
    path = library.path
    assert path is not None
    (library.folder / "abandoned").write_bytes(b"a file where the folder should be")
    before = path.read_bytes()
    with pytest.raises(RecordError, match="cannot be put away"):
        library.abandon(path)
    assert path.read_bytes() == before
    assert [saved.path for saved in library.unfinished()] == [path]


def test_abandoned_games_do_not_replace_each_other(library: SaveLibrary) -> None:
    for _ in range(3):
        library.start(header())
        assert library.path is not None
        library.abandon(library.path)
    assert len(list((library.folder / "abandoned").iterdir())) == 3


def test_a_record_of_other_rules_or_with_an_action_that_does_not_fit_is_reported(library: SaveLibrary) -> None:
    play_on(library.start(header()), 3)
    data = library.path.read_bytes()
    (library.folder / "rules.jsonl").write_bytes(data.replace(b'"rules":1', b'"rules":99'))
    (library.folder / "action.jsonl").write_bytes(data + b'[0,0,"construct 7S @1.1"]\n')
    (library.folder / "option.jsonl").write_bytes(data.replace(b'"tidal":false,', b""))
    assert len(library.unfinished()) == 1
    assert len(library.problems) == 3
    with pytest.raises(RecordError, match="version 99 of the rules"):
        library.resume(library.folder / "rules.jsonl")


def test_a_file_killed_at_its_birth_is_no_problem(library: SaveLibrary) -> None:
    library.folder.mkdir()
    (library.folder / "wyoming-1.jsonl").touch()
    (library.folder / "wyoming-2.jsonl").write_bytes(Record(header()).to_bytes()[:40])
    (library.folder / "wyoming-3.jsonl").write_bytes(b'{"rec')
    assert library.unfinished() == []
    assert library.problems == []


def test_the_index_never_says_anything_but_the_records(library: SaveLibrary) -> None:
    match = play_on(library.start(header()), 3)
    first = library.unfinished()
    assert library.unfinished() == first
    play_on(match, 2)
    assert [saved.turns for saved in library.unfinished()] == [5]
    (library.folder / INDEX).write_bytes(b"{rubbish")
    assert [saved.turns for saved in library.unfinished()] == [5]


def test_a_known_game_is_not_played_through_again(library: SaveLibrary, monkeypatch: pytest.MonkeyPatch) -> None:
    play_on(library.start(header()))
    before = library.finished()
    monkeypatch.setattr("topping_out.game.storage.index.summarise", None)
    assert SaveLibrary(library.folder).finished() == before


# -- many games


@pytest.fixture
def many(library: SaveLibrary) -> SaveLibrary:
    """A library of three more games than are read at once."""
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


def test_the_others_are_among_them_as_soon_as_they_are_read(many: SaveLibrary) -> None:
    many.finished()
    many.add([examine(many.folder, many.waiting[1])])
    assert len(many.waiting) == 2
    assert [saved.path.name for saved in many.finished()][-1] == f"game-{AT_ONCE + 1:02}.jsonl"
    many.read_all()
    assert len(many.finished()) == AT_ONCE + 3
    assert many.waiting == []


def test_a_file_that_was_changed_while_it_was_read_is_read_again(many: SaveLibrary) -> None:
    many.finished()
    found = examine(many.folder, many.waiting[0])
    record = many.folder / found.name
    record.write_bytes(b"\n".join(record.read_bytes().split(b"\n")[:4]) + b"\n")
    many.add([found])
    many.finished()
    assert [saved.path for saved in many.unfinished()] == [record]


def test_a_deleted_record_is_gone(many: SaveLibrary) -> None:
    many.read_all()
    (many.folder / "game-05.jsonl").unlink()
    assert len(many.finished()) == AT_ONCE + 2
    assert len(SaveLibrary(many.folder).finished()) == AT_ONCE + 2


def test_a_torn_line_of_the_index_costs_only_that_line(many: SaveLibrary) -> None:
    many.read_all()
    index = many.folder / INDEX
    index.write_bytes(index.read_bytes()[:-100])
    again = SaveLibrary(many.folder)
    unread = [file.name for file in again._files() if again._index.get(file) is None]
    assert len(unread) == 1
    assert len(again.finished()) == AT_ONCE + 3


def test_an_index_of_another_program_is_begun_anew(many: SaveLibrary) -> None:
    many.read_all()
    index = many.folder / INDEX
    index.write_bytes(index.read_bytes().replace(b'"program":"', b'"program":"9', 1))
    again = SaveLibrary(many.folder)
    assert len(again.finished()) == AT_ONCE
    assert len(again.waiting) == 3


def test_a_finish_adds_a_line_to_the_index(many: SaveLibrary) -> None:
    many.read_all()
    before = (many.folder / INDEX).read_bytes()
    play_on(many.start(header(9)))
    many.close()
    assert len(many.finished()) == AT_ONCE + 4
    after = (many.folder / INDEX).read_bytes()
    assert after.startswith(before)
    assert after.count(b"\n") == before.count(b"\n") + 1


def test_lines_that_are_out_of_date_are_left_out_in_the_end(
    library: SaveLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("topping_out.game.storage.index.SPARE", 5)
    match = library.start(header())
    for _ in range(20):
        play_on(match, 1)
        library.unfinished()
        assert (library.folder / INDEX).read_bytes().count(b"\n") <= 1 + 2 + 5
    (saved,) = SaveLibrary(library.folder)._scan()
    assert saved.turns == 20


def test_an_unreadable_file_is_tried_once_and_named_each_time(
    library: SaveLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.folder.mkdir()
    (library.folder / "odd.jsonl").write_bytes(b"rubbish\n")
    library.finished()
    monkeypatch.setattr("topping_out.game.storage.index.read_record", None)
    library.finished()
    assert len(library.problems) == 1


def test_a_finished_game_tells_how_long_it_was_and_its_best_tower(library: SaveLibrary) -> None:
    play_on(library.start(header()))
    (saved,) = library.finished()
    assert saved.summary.tower.worth == max(saved.outcome.scores)
    assert SaveLibrary(library.folder).finished() == [saved]


# -- a disk that refuses


def test_a_folder_that_cannot_be_written_still_gives_a_game(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told: list[str] = []
    library = SaveLibrary(tmp_path / "file" / "games", told.append)
    match = play_on(library.start(header()), 5)
    assert len(match.record.entries) == 5
    assert told == [library.problem]
    assert str(tmp_path / "file") in library.problem
    assert library.path is None


def test_a_folder_that_can_be_written_later_gets_the_whole_game(tmp_path: Path) -> None:
    (tmp_path / "place").touch()
    library = SaveLibrary(tmp_path / "place" / "games")
    match = play_on(library.start(header()), 5)
    (tmp_path / "place").unlink()
    play_on(match, 1)
    assert library.problem == ""
    assert library.path is not None
    assert read_record(library.path) == match.record


@pytest.mark.parametrize("room", [0, 1, 10, 25, 60])
def test_a_full_disk_stops_neither_the_game_nor_its_record(library: SaveLibrary, disk: Disk, room: int) -> None:
    told: list[str] = []
    library = SaveLibrary(library.folder, told.append)
    match = play_on(library.start(header()), 3)
    disk.room = room
    play_on(match, 6)
    assert len(match.record.entries) == 9
    assert len(told) == 1
    assert "No space left" in told[0]
    assert library.path is not None
    saved = read_record(library.path).entries
    assert saved == match.record.entries[: len(saved)]
    disk.room = sys.maxsize
    play_on(match, 1)
    assert library.problem == ""
    assert read_record(library.path) == match.record


def test_a_second_spell_of_trouble_is_told_again(library: SaveLibrary, disk: Disk) -> None:
    told: list[str] = []
    match = SaveLibrary(library.folder, told.append).start(header())
    for room in (0, sys.maxsize, 0, sys.maxsize):
        disk.room = room
        play_on(match, 2)
    assert len(told) == 2


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


def test_a_game_that_another_copy_plays_is_not_offered_until_that_copy_is_gone(library: SaveLibrary) -> None:
    path = left_after(library, 3)
    command = [sys.executable, "-c", PLAYER, str(library.folder), str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as other:
        assert other.stdout.readline().strip() == b"playing"
        assert library.unfinished() == []
        for attempt in (library.resume, library.abandon):
            with pytest.raises(RecordError, match="another running copy"):
                attempt(path)
        other.kill()
    assert [saved.path for saved in library.unfinished()] == [path]
    assert library.resume(path).record.header == header()


def test_a_game_let_go_of_can_be_taken_up_by_another_copy(library: SaveLibrary) -> None:
    play_on(library.start(header()), 3)
    other = SaveLibrary(library.folder)
    assert other.unfinished() == []
    library.close()
    assert len(other.unfinished()) == 1


def test_beginning_another_game_lets_go_of_the_one_before(library: SaveLibrary) -> None:
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
"""Ways to have another match in play."""


@pytest.mark.parametrize("way", WAYS)
def test_closing_a_match_that_is_over_leaves_the_next_one_open(library: SaveLibrary, way: str) -> None:
    library.start(header(3))
    old = library.path
    assert old is not None
    before = library.start(header(1))
    after = WAYS[way](library, old)
    library.close(before)
    play_on(after, 3)
    assert library.path is not None
    assert len(read_record(library.path).entries) == 3
    library.close(after)
    assert library.path is None
    with pytest.raises(ValueError, match="closed"):
        play_on(after, 1)
