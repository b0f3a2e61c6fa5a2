"""Games that nobody has read yet are read in the background, and whoever looks at them sees them come."""

import os
import time
from pathlib import Path

import pytest

from topping_out.game.record import Entry, Player, Record, new_header
from topping_out.game.registry import load
from topping_out.game.storage.index import Known, RecordFile, Unreadable, examine
from topping_out.game.storage.library import AT_ONCE, SaveLibrary
from topping_out.scenes.system import library_reader
from topping_out.scenes.system.library_reader import FolderBatch, LibraryReader

LONG = 60


@pytest.fixture
def library(tmp_path: Path) -> SaveLibrary:
    """A library of two more games than are read at once."""
    header = new_header(load("wyoming"), [Player("Ana"), Player("Ben")], {"first": 0}, 1)
    for number in range(AT_ONCE + 2):
        path = tmp_path / f"game-{number:02}.jsonl"
        path.write_bytes(Record(header, [Entry(number, 0, "undo")]).to_bytes())
        os.utime(path, (1000 - number, 1000 - number))
    library = SaveLibrary(tmp_path)
    library.unfinished()
    return library


def read(reader: LibraryReader) -> int:
    """Update until nothing waits; return how often there was news."""
    news = 0
    until = time.monotonic() + LONG
    while (reader.library.waiting or reader._has_news) and time.monotonic() < until:
        news += reader.update(16)
        time.sleep(0.01)
    reader.close()
    return news


def test_what_waits_is_read_in_the_background(library: SaveLibrary) -> None:
    assert len(library.waiting) == 2
    assert read(LibraryReader(library)) == 1
    assert len(library.unfinished()) == AT_ONCE + 2


def test_nothing_is_started_where_nothing_waits(library: SaveLibrary) -> None:
    library.read_all()
    reader = LibraryReader(library)
    assert not reader.update(16)
    assert reader._process is None


def test_without_a_process_the_games_are_read_all_the_same(
    library: SaveLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> None:
        raise OSError("no process")

    monkeypatch.setattr(library_reader, "WorkerProcess", refuse)
    read(LibraryReader(library))
    assert len(library.unfinished()) == AT_ONCE + 2


def die_of_the_last(batch: FolderBatch) -> list[Known | Unreadable]:
    folder, files = batch
    if any(file.name == f"game-{AT_ONCE + 1:02}.jsonl" for file in files):
        os._exit(1)
    return [examine(folder, file) for file in files]


def test_a_file_that_ends_the_process_is_left_out_and_named(
    library: SaveLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_reader, "examine_batch", die_of_the_last)
    read(LibraryReader(library))
    assert len(library.unfinished()) == AT_ONCE + 1
    assert len(library.problems) == 1
    assert isinstance(library._index.get(RecordFile(*stamp(library))), Unreadable)


def stamp(library: SaveLibrary) -> tuple[str, int, int]:
    path = library.folder / f"game-{AT_ONCE + 1:02}.jsonl"
    return path.name, path.stat().st_size, path.stat().st_mtime_ns
