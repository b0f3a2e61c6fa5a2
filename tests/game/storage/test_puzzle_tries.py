"""The file of the tries at puzzles: what a crash, a full disk or a stranger leaves there."""

import os
from pathlib import Path

import pytest

from topping_out.game.storage.history.puzzle_tries import FILE, PuzzleTries, PuzzleTry

ONE, TWO, THREE = (
    PuzzleTry("wyoming", "1.7", True, "2026-11-22T15:00:00"),
    PuzzleTry("towers", "3.2", False, "2026-11-22T15:01:00"),
    PuzzleTry("towers", "3.3", True, "2026-11-22T15:02:00"),
)


def test_tries_are_there_again(tmp_path: Path) -> None:
    tries = PuzzleTries(tmp_path)
    assert tries.tries == []
    tries.add(ONE)
    tries.add(TWO)
    again = PuzzleTries(tmp_path)
    assert again.tries == [ONE, TWO]
    assert again.problem == ""
    assert again.solved("wyoming") == {"1.7"}
    assert again.first("towers") == {"3.2": False}


def test_a_torn_last_line_is_left_out_and_the_next_line_is_whole(tmp_path: Path) -> None:
    PuzzleTries(tmp_path).add(ONE)
    with (tmp_path / FILE).open("ab") as file:
        file.write(b'{"game":"towers","puz')
    torn = PuzzleTries(tmp_path)
    assert (torn.tries, torn.problem) == ([ONE], "")
    torn.add(TWO)
    assert PuzzleTries(tmp_path).tries == [ONE, TWO]


@pytest.mark.parametrize(
    "line", [b"no JSON", b"[]", b'{"game":1}', b"\xff\xfe", pytest.param(b"[" * 100_000, id="nested")]
)
def test_a_line_that_cannot_be_read_is_skipped_with_a_word(tmp_path: Path, line: bytes) -> None:
    PuzzleTries(tmp_path).add(ONE)
    with (tmp_path / FILE).open("ab") as file:
        file.write(line + b"\n")
    PuzzleTries(tmp_path).add(TWO)
    found = PuzzleTries(tmp_path)
    assert found.tries == [ONE, TWO]
    assert FILE in found.problem


def test_a_folder_in_its_place_is_told_and_tries_count_as_long_as_the_program_runs(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    tries = PuzzleTries(tmp_path)
    assert "can't be read" in tries.problem
    tries.add(ONE)
    assert "Your puzzle results aren't being saved" in tries.problem
    assert tries.solved("wyoming") == {"1.7"}


def test_a_full_disk_is_told_and_the_file_stays_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
