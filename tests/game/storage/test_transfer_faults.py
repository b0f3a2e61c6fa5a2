"""An import never loses existing data, and corrupt or hostile files never block it."""

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.game.storage.test_transfer import MoveTo, export, fill, make, move_to, put, take
from tests.untrusted.hostile import real_record
from topping_out.game.storage import transfer
from topping_out.game.storage.files import config_folder, records_folder, tidy_up, user_folder, whole_file
from topping_out.game.storage.history import PUZZLES_FILE, PuzzleTries, PuzzleTry
from topping_out.game.storage.transfer import Export, TransferError

assert move_to  # a fixture
needs_pipes = pytest.mark.skipif(sys.platform == "win32", reason="pipes have no names in folders there")
OVER_A_MEGABYTE = 16_000


def tries(first: int, count: int) -> bytes:
    lines = (
        {"game": "wyoming", "puzzle": f"p{number}", "is_right": True, "when": f"2026-11-22T{number:09}"}
        for number in range(first, first + count)
    )
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def results() -> Path:
    return user_folder("progress") / PUZZLES_FILE


# -- nothing unread is overwritten


def test_attempts_that_cannot_be_opened_are_not_overwritten(
    tmp_path: Path, move_to: MoveTo, monkeypatch: pytest.MonkeyPatch
) -> None:
    move_to("home")
    put(results(), tries(0, 50))
    real = os.open

    def refuse(path: Path, flags: int, *more: int) -> int:
        if str(path) == str(results()) and not flags & (os.O_WRONLY | os.O_RDWR):
            raise PermissionError(13, "Permission denied")
        return real(path, flags, *more)

    file = make(tmp_path / "x.zip", {f"progress/{PUZZLES_FILE}": tries(100, 1)})
    with monkeypatch.context() as disk:
        disk.setattr(os, "open", refuse)
        work = take(file)
    assert results().read_bytes() == tries(0, 50)
    assert work.taken.total() == 0
    assert "cannot be opened" in work.left_out[0]


BROKEN = {
    "cut off": b'{"speed": "fa',
    "no text": b"\xff\xfe\xfd",
    "strange": b'{"text_size": "huge"}',
    "deep": b"[" * 100_000,
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_unreadable_settings_are_not_overwritten(tmp_path: Path, move_to: MoveTo, broken: bytes) -> None:
    move_to("home")
    settings = put(config_folder() / "settings.json", broken)
    work = take(make(tmp_path / "x.zip", {"settings/settings.json": b'{"speed":"fast"}'}))
    assert settings.read_bytes() == broken
    assert (work.taken.total(), work.there_already) == (0, 0)
    assert "cannot be read" in work.left_out[0]


def test_many_attempts_are_exported_and_imported_completely(tmp_path: Path, move_to: MoveTo) -> None:
    move_to("old")
    put(results(), tries(0, OVER_A_MEGABYTE))
    file = export(tmp_path / "all.zip")
    move_to("new")
    put(results(), tries(0, 12_000))
    assert take(file).taken.total() == 1
    assert results().read_bytes() == tries(0, OVER_A_MEGABYTE)


def test_importing_few_attempts_keeps_many_existing_ones(tmp_path: Path, move_to: MoveTo) -> None:
    move_to("home")
    put(results(), tries(0, OVER_A_MEGABYTE))
    take(make(tmp_path / "x.zip", {f"progress/{PUZZLES_FILE}": tries(90_000, 1)}))
    assert results().read_bytes() == tries(0, OVER_A_MEGABYTE) + tries(90_000, 1)


def test_a_last_line_without_a_newline_counts_on_both_sides(tmp_path: Path, move_to: MoveTo) -> None:
    move_to("home")
    put(results(), tries(0, 2).rstrip(b"\n"))
    take(make(tmp_path / "x.zip", {f"progress/{PUZZLES_FILE}": tries(2, 2).rstrip(b"\n")}))
    assert results().read_bytes() == tries(0, 4)


def test_a_torn_line_does_not_affect_others(tmp_path: Path, move_to: MoveTo) -> None:
    move_to("home")
    work = take(make(tmp_path / "x.zip", {f"progress/{PUZZLES_FILE}": tries(0, 2) + b'{"game":"tow\n\n' + tries(2, 2)}))
    assert results().read_bytes() == tries(0, 4)
    assert "Some lines" in work.left_out[0]


def test_attempts_made_during_an_import_are_kept(tmp_path: Path, move_to: MoveTo) -> None:
    move_to("home")
    files = [make(tmp_path / f"{n}.zip", {f"progress/{PUZZLES_FILE}": tries(1000 * n, 40)}) for n in range(1, 16)]
    stop, added = threading.Event(), 0

    def solve() -> None:
        nonlocal added
        mine = PuzzleTries()
        while not stop.is_set():
            mine.add(PuzzleTry("towers", str(added), True))
            assert mine.problem == ""
            added += 1
            stop.wait(0.005)  # without a pause the import might never get the lock

    thread = threading.Thread(target=solve)
    thread.start()
    try:
        for file in files:
            take(file)
    finally:
        stop.set()
        thread.join()
    found = PuzzleTries()
    assert found.problem == ""
    assert len(found.tries) == added + 40 * len(files)


def test_after_a_merge_the_first_attempt_is_the_same_on_both_machines(tmp_path: Path, move_to: MoveTo) -> None:
    for name, when, is_right in (("one", "2026-11-22T10:00:00", False), ("other", "2026-11-22T09:00:00", True)):
        move_to(name)
        PuzzleTries().add(PuzzleTry("wyoming", "1.7", is_right, when))
        export(tmp_path / f"{name}.zip")
    for name, theirs in (("one", "other"), ("other", "one")):
        move_to(name)
        take(tmp_path / f"{theirs}.zip")
        assert PuzzleTries().first("wyoming") == {"1.7": True}


def test_files_that_cannot_be_exported_are_reported(
    tmp_path: Path, move_to: MoveTo, monkeypatch: pytest.MonkeyPatch
) -> None:
    move_to("home")
    fill()
    put(user_folder("decks") / "my~deck.toml", "a = 1\n")
    put(user_folder("decks") / "long.toml", b"#" * (1024 * 1024 + 1))
    work = Export(tmp_path / "all.zip")
    assert [*work.steps()] != []
    assert work.files == 5
    assert sorted("my~deck" in problem for problem in work.problems) == [False, True]
    assert "1048576" in "".join(work.problems)


# -- clocks, pipes, names


@pytest.mark.parametrize("year", [1970, 1979, 2108, 9999])
def test_an_export_works_with_any_date(
    tmp_path: Path, move_to: MoveTo, monkeypatch: pytest.MonkeyPatch, year: int
) -> None:
    move_to("home")
    fill()
    now = time.struct_time((year, 1, 2, 3, 4, 5, 0, 2, 0))
    monkeypatch.setattr(transfer.time, "localtime", lambda *_: now)
    export(tmp_path / "all.zip")


@needs_pipes
def test_importing_a_pipe_is_refused(tmp_path: Path) -> None:
    """Run in a separate process, because waiting for a pipe could not be stopped otherwise."""
    os.mkfifo(tmp_path / "pipe")
    done = subprocess.run(
        [sys.executable, "-m", "topping_out.scenes", "import", str(tmp_path / "pipe")],
        capture_output=True, encoding="utf-8", timeout=120,
        env={**os.environ, "TOPPING_OUT_HOME": str(tmp_path / "home")},
    )  # fmt: skip
    assert done.returncode == 2
    assert "it is not a file" in done.stderr


@needs_pipes
def test_a_pipe_among_the_records_does_not_block_an_import(tmp_path: Path, move_to: MoveTo) -> None:
    home = move_to("home")
    file = make(tmp_path / "x.zip", {"games/a.jsonl": real_record("wyoming").to_bytes()})
    records_folder().mkdir(parents=True)
    os.mkfifo(records_folder() / "pipe.jsonl")
    assert take(file).taken.total() == 1
    assert home.exists()


@pytest.mark.parametrize("name", ["a\0b.zip", "a\ud800b.zip"])
def test_impossible_file_names_are_refused(tmp_path: Path, move_to: MoveTo, name: str) -> None:
    move_to("home")
    with pytest.raises(TransferError, match="cannot be written"):
        export(tmp_path / name)
    with pytest.raises(TransferError, match="cannot be opened"):
        take(tmp_path / name)


# -- what would take forever or fill the disk


def test_a_seed_of_300_digits_does_not_block_an_import(tmp_path: Path, move_to: MoveTo) -> None:
    move_to("home")
    record = real_record("wyoming").to_bytes()
    first = json.loads(record.partition(b"\n")[0])
    long = json.dumps({**first, "seed": int("7" * 300)}).encode() + b"\n"
    work = take(make(tmp_path / "x.zip", {"games/a.jsonl": long, "games/b.jsonl": record}))
    assert work.taken["games"] + len(work.left_out) == 2
    assert work.taken["games"] >= 1


def test_a_name_too_long_for_the_disk_does_not_block_an_import(tmp_path: Path, move_to: MoveTo) -> None:
    move_to("home")
    long = "𝔸" * 90
    work = take(make(tmp_path / "x.zip", {f"decks/{long}.toml": b"a = 1\n", "decks/b.toml": b"b = 1\n"}))
    assert work.taken["decks"] + len(work.left_out) == 2
    assert (user_folder("decks") / "b.toml").exists()


def test_many_records_with_equal_headers_are_read_once_each(
    tmp_path: Path, move_to: MoveTo, monkeypatch: pytest.MonkeyPatch
) -> None:
    move_to("home")
    first = real_record("wyoming").to_bytes().partition(b"\n")[0]
    members = {f"games/{n}.jsonl": first + f'\n[{n},null,"tick"]\n'.encode() for n in range(150)}
    file = make(tmp_path / "x.zip", members)
    assert take(file).taken["games"] == 150
    opened, real = [], os.open

    def count(path: Path, *more: int) -> int:
        opened.append(path)
        return real(path, *more)

    monkeypatch.setattr(os, "open", count)
    work = take(file)
    assert (work.taken.total(), work.there_already) == (0, 150)
    assert len(opened) < 3 * 150


def test_an_export_that_unpacks_to_too_much_is_refused(tmp_path: Path, move_to: MoveTo) -> None:
    home = move_to("home")
    first = real_record("wyoming").to_bytes().partition(b"\n")[0]
    record = first + b"\n" + b'[1,0,"7s"]\n' * 49_000
    file = tmp_path / "bomb.zip"
    with transfer.ZipFile(file, "w", transfer.ZIP_DEFLATED) as archive:
        archive.writestr("topping-out.json", '{"export":"topping-out","format":1,"changed":{}}')
        for number in range(40):
            archive.writestr(f"games/{number}.jsonl", record)
    with pytest.raises(TransferError, match="it would unpack to 2"):
        take(file)
    assert not home.exists()


# -- remains


def test_unfinished_files_of_killed_imports_are_removed(move_to: MoveTo) -> None:
    move_to("home")
    part = f"two.jsonl.{'0a' * 8}.part"
    left = [put(folder / part, "x") for folder in (records_folder() / "abandoned", user_folder("decks"))]
    empty = put(records_folder() / "empty.jsonl", "")
    os.utime(empty, (10**9, 10**9))
    new = put(records_folder() / "new.jsonl", "")
    kept = put(records_folder() / "abandoned" / "film.part", "x")
    tidy_up()
    assert [path for path in (*left, empty) if path.exists()] == []
    assert new.exists()
    assert kept.exists()


def test_the_next_export_removes_the_unfinished_file_of_a_killed_one(tmp_path: Path, move_to: MoveTo) -> None:
    move_to("home")
    fill()
    with pytest.MonkeyPatch.context() as patch:
        for kind, word in ((os, "replace"), (os, "rename"), (Path, "unlink")):
            patch.setattr(kind, word, lambda *_, **__: sys.exit("killed"))
        with pytest.raises(SystemExit):
            export(tmp_path / "first.zip")
    (left,) = tmp_path.glob("first.zip.*.part")
    kept = [put(tmp_path / name, "x") for name in ("notes.zip.part", f"film.webp.{'0a' * 8}.part")]
    with whole_file(tmp_path / "another.zip"):
        (in_use,) = tmp_path.glob("another.zip.*.part")
        export(tmp_path / "second.zip")
        assert not left.exists()
        assert all(path.exists() for path in (*kept, in_use))
