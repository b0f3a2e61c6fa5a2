"""Export and import: nothing is lost or duplicated, foreign files change nothing. The report for a bug report."""

import errno
import json
import os
import stat
import subprocess
import sys
import threading
import time
import zipfile
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import pytest

from tests.game.conftest import MoveTo
from tests.game.matches import play_on
from tests.game.processes import Shell
from tests.game.test_city import standings
from tests.untrusted.hostile import real_record
from topping_out.game.city import header_for
from topping_out.game.cli.frontend import Frontend
from topping_out.game.storage import files, transfer, translations
from topping_out.game.storage.faults import MOST_LOGS, pack, without_login
from topping_out.game.storage.files import (
    HOME_VARIABLE,
    config_folder,
    log_folder,
    records_folder,
    tidy_up,
    user_folder,
    whole_file,
)
from topping_out.game.storage.history import PUZZLES_FILE, PuzzleTries, PuzzleTry
from topping_out.game.storage.library import SaveLibrary
from topping_out.game.storage.transfer import MANIFEST, Export, Import, TransferError
from topping_out.scenes.__main__ import check_settings


def put(path: Path, data: bytes | str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def fill() -> None:
    """Write one file of every kind into the home folder."""
    record = real_record("wyoming").to_bytes()
    put(records_folder() / "one.jsonl", record)
    put(
        records_folder() / "abandoned" / "two.jsonl",
        record.replace(b'"seed":', b'"seed":1', 1)[: record.index(b"\n") + 2],
    )
    put(records_folder() / "index.json", "{}")
    put(config_folder() / "settings.json", json.dumps({"speed": "fast", "setups": {"towers": {}}}))
    put(user_folder("decks") / "mine.toml", 'title = "Mine"\n')
    put(user_folder("progress") / "puzzles.jsonl", '{"puzzle":1}\n{"puzzle":2}\n')


def content(home: Path) -> dict[str, bytes]:
    return {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file()}


def export(path: Path) -> Path:
    assert [*Export(path).steps()] != []
    return path


def take(path: Path) -> Import:
    work = Import(path, check_settings)
    for _ in work.steps():
        pass
    return work


def test_an_export_moves_everything_except_derived_files(tmp_path: Path, move_to: MoveTo) -> None:
    old = move_to("old")
    fill()
    os.utime(records_folder() / "one.jsonl", ns=(10**18, 10**18))
    file = export(tmp_path / "all.zip")
    new = move_to("new")
    work = take(file)
    assert sum(work.taken.values()) == 5
    assert work.there_already == 0
    assert sorted(content(new).values()) == sorted(data for name, data in content(old).items() if "index" not in name)
    assert [saved.path.stat().st_mtime_ns for saved in SaveLibrary().finished()] == [10**18]


def test_a_career_in_the_city_continues_on_another_machine(tmp_path: Path, move_to: MoveTo) -> None:
    """With matches won and lost, an unfinished series, and an unfinished match."""
    move_to("old")
    library, place = SaveLibrary(), ("orchard", 0)
    while len(library.games()) < 12:
        district, number = place
        standing = standings(library.games())[district].stages[number]
        seed = len(library.games())
        play_on(library.start(header_for(standing, 500, seed, f"2026-11-22T12:{seed:02}:00")))
        library.close()
        place = ("orchard", 3) if seed >= 9 else ("orchard", 0) if seed < 5 else ("brickyard", 0)
    play_on(
        library.start(header_for(standings(library.games())["brickyard"].stages[1], 500, 1, "2026-11-23T12:00:00")), 3
    )
    library.close()
    before = standings(library.games())
    file = export(tmp_path / "all.zip")
    move_to("new")
    take(file)
    after = standings(SaveLibrary().games())
    assert before["brickyard"].stages[1].under_way
    assert any(stage.wins for district in before.values() for stage in district.stages)
    assert 0 < sum(district.floors for district in before.values()) < 3
    for name, district in before.items():
        assert after[name].is_open == district.is_open
        for then, now in zip(district.stages, after[name].stages):
            assert [saved.header for saved in now.games] == [saved.header for saved in then.games]
            assert (now.won and now.won.header) == (then.won and then.won.header)
            assert (now.under_way and now.under_way.header) == (then.under_way and then.under_way.header)
            assert now.wins == then.wins


def test_a_second_import_adds_nothing_even_after_renaming(tmp_path: Path, move_to: MoveTo) -> None:
    home = move_to("old")
    fill()
    file = export(tmp_path / "all.zip")
    (records_folder() / "one.jsonl").rename(records_folder() / "renamed.jsonl")
    (user_folder("decks") / "mine.toml").rename(user_folder("decks") / "yours.toml")
    before = content(home)
    work = take(file)
    assert (work.taken.total(), work.there_already) == (0, 5)
    assert content(home) == before


def test_different_files_of_the_same_name_are_both_kept(tmp_path: Path, move_to: MoveTo) -> None:
    move_to("old")
    fill()
    file = export(tmp_path / "all.zip")
    home = move_to("new")
    put(user_folder("decks") / "mine.toml", 'title = "Another"\n')
    put(config_folder() / "settings.json", json.dumps({"speed": "relaxed", "setups": {"wyoming": {}}}))
    put(user_folder("progress") / "puzzles.jsonl", '{"puzzle":2}\n{"puzzle":3}\n')
    (first,) = [name for name in (Path(n).name for n in ZipFile(file).namelist()) if name == "one.jsonl"]
    take(file)
    assert first
    assert (user_folder("decks") / "mine.toml").read_text(encoding="utf-8") == 'title = "Another"\n'
    assert (user_folder("decks") / "mine-2.toml").read_text(encoding="utf-8") == 'title = "Mine"\n'
    assert json.loads((home / "config" / "settings.json").read_bytes()) == {
        "speed": "relaxed",
        "setups": {"wyoming": {}, "towers": {}},
    }
    lines = (user_folder("progress") / "puzzles.jsonl").read_text(encoding="utf-8").split()
    assert lines == ['{"puzzle":2}', '{"puzzle":3}', '{"puzzle":1}']


def test_imported_games_are_merged_with_their_continuations(tmp_path: Path, move_to: MoveTo) -> None:
    move_to("old")
    record = real_record("wyoming").to_bytes()
    lines = record.splitlines(keepends=True)
    put(records_folder() / "a.jsonl", record)
    file = export(tmp_path / "all.zip")
    move_to("new")
    put(records_folder() / "b.jsonl", b"".join(lines[:-1]))
    assert take(file).taken.total() == 1
    move_to("old")
    (records_folder() / "a.jsonl").write_bytes(b"".join(lines[:-1]))
    shorter = export(tmp_path / "shorter.zip")
    (records_folder() / "a.jsonl").write_bytes(record)
    assert take(shorter).taken.total() == 0
    assert [path.name for path in records_folder().iterdir()] == ["a.jsonl"]


def test_a_beginning_after_the_whole_game_in_one_export_counts_as_there(tmp_path: Path, move_to: MoveTo) -> None:
    move_to("new")
    record = real_record("wyoming").to_bytes()
    beginning = b"".join(record.splitlines(keepends=True)[:-1])
    work = take(make(tmp_path / "x.zip", {"games/a.jsonl": record, "games/b.jsonl": beginning}))
    assert (work.taken.total(), work.there_already) == (1, 1)


def make(path: Path, members: dict[str, bytes], changed: str = "{}") -> Path:
    about = f'{{"export":"topping-out","format":1,"changed":{changed}}}'
    with ZipFile(path, "w") as archive:
        for name, data in {MANIFEST: about.encode(), **members}.items():
            archive.writestr(name, data)
    return path


HOSTILE = {
    "a path that leads out": {"../games/one.jsonl": b""},
    "a path from the root": {"/etc/one.jsonl": b""},
    "a path of Windows": {"games/..\\one.jsonl": b""},
    "a drive": {"games/c:one.jsonl": b""},
    "a device": {"decks/NUL.toml": b""},
    "a device with a blank": {"decks/con .toml": b""},
    "a device of two endings": {"decks/aux.1.toml": b""},
    "a numbered device": {"decks/COM¹.toml": b""},
    "a hidden file": {"decks/.hidden.toml": b""},
    "another folder": {"secrets/one.jsonl": b""},
    "another ending": {"games/one.exe": b""},
    "other settings": {"settings/other.json": b"{}"},
    "something too large": {"settings/settings.json": b" " * (2 * 1024 * 1024)},
}


@pytest.mark.parametrize("members", HOSTILE.values(), ids=HOSTILE)
def test_an_export_with_a_hostile_file_name_is_refused(tmp_path: Path, home: Path, members: dict[str, bytes]) -> None:
    file = make(tmp_path / "x.zip", {"decks/good.toml": b"a = 1\n", **members})
    with pytest.raises(TransferError, match="wasn't exported by this program"):
        take(file)
    assert not home.exists()


def test_links_and_wrong_sizes_are_refused(tmp_path: Path, home: Path) -> None:
    file = make(tmp_path / "x.zip", {})
    link = ZipInfo("decks/link.toml")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with ZipFile(file, "a") as archive:
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(TransferError, match="doesn't belong"):
        take(file)
    bomb = make(tmp_path / "bomb.zip", {"decks/bomb.toml": b"#" * 70_000}).read_bytes()
    size = (70_000).to_bytes(4, "little")
    put(tmp_path / "bomb.zip", bomb.replace(size + size, (9).to_bytes(4, "little") * 2))
    with pytest.raises(TransferError):
        take(tmp_path / "bomb.zip")
    assert not home.exists()


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
@pytest.mark.parametrize("system", [0, 3])
def test_an_export_repacked_by_another_program_is_imported(
    tmp_path: Path, move_to: MoveTo, method: int, system: int
) -> None:
    """Other programs add entries for folders, set file modes, and use other compression."""
    move_to("old")
    fill()
    whole, file = export(tmp_path / "x.zip"), tmp_path / "again.zip"
    with ZipFile(whole) as archive, ZipFile(file, "w", method) as again:
        for folder in sorted({f"{name.rpartition('/')[0]}/" for name in archive.namelist()} - {"/"}):
            again.writestr(with_mode(folder, stat.S_IFDIR | 0o755, system), b"")
        for name in archive.namelist():
            again.writestr(with_mode(name, stat.S_IFREG | 0o644, system), archive.read(name), method)
    move_to("new")
    taken, left_out = dict(take(whole).taken), take(whole).left_out
    move_to("newer")
    work = take(file)
    assert (dict(work.taken), work.left_out) == (taken, left_out)
    assert sum(taken.values()) >= 3


def with_mode(name: str, mode: int, system: int) -> ZipInfo:
    """Return an entry as written on Unix (3) or on Windows (0), which has no modes."""
    info = ZipInfo(name)
    info.create_system, info.external_attr = system, (mode << 16 if system == 3 else 0)
    return info


def test_unreadable_files_are_left_out_and_reported(tmp_path: Path, home: Path) -> None:
    work = take(
        make(
            tmp_path / "x.zip",
            {
                "games/good.jsonl": real_record("wyoming").to_bytes(),
                "games/bad.jsonl": b"{}\n",
                "decks/bad.toml": b"\xff",
                "progress/bad.jsonl": b"1\n",
                "settings/settings.json": b'{"text_size":"huge"}',
            },
            '{"games/good.jsonl": "yesterday"}',
        )
    )
    assert dict(work.taken) == {"games": 1}
    assert len(work.left_out) == 4
    assert work.summary() == "1 new game added."


@pytest.mark.parametrize("about", [b"", b"[]", b"{}", b'{"export":"topping-out","changed":[]}', b'{"export":"x"}'])
def test_another_zip_file_is_refused(tmp_path: Path, home: Path, about: bytes) -> None:
    file = tmp_path / "x.zip"
    with ZipFile(file, "w") as archive:
        archive.writestr(MANIFEST, about)
    with pytest.raises(TransferError, match="wasn't exported by this program"):
        take(file)
    assert not home.exists()


def full(*arguments: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_leaves_no_export_behind(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill()
    monkeypatch.setattr(files.os, "fsync", full)
    out = tmp_path / "out"
    out.mkdir()
    with pytest.raises(TransferError, match="No space left"):
        export(out / "all.zip")
    assert [*out.iterdir()] == []


def test_a_cancelled_export_leaves_nothing_behind(tmp_path: Path, home: Path) -> None:
    fill()
    out = tmp_path / "out"
    out.mkdir()
    steps = Export(out / "all.zip").steps()
    next(steps)
    steps.close()
    assert [*out.iterdir()] == []


def test_an_import_stopped_by_a_full_disk_can_be_completed_later(
    tmp_path: Path, move_to: MoveTo, monkeypatch: pytest.MonkeyPatch
) -> None:
    move_to("old")
    fill()
    file = export(tmp_path / "all.zip")
    move_to("new")
    with monkeypatch.context() as disk:
        disk.setattr(transfer, "write_atomic", full)
        with pytest.raises(TransferError, match="No space left on device; what's been imported so far stays"):
            take(file)
    assert take(file).taken.total() == 5


def test_the_export_and_import_commands_report_what_they_did(tmp_path: Path, move_to: MoveTo, shell: Shell) -> None:
    move_to("old")
    fill()
    file = tmp_path / "all.zip"
    assert shell.run("export", file) == f"Created {file} (5 files).\n"
    message = f"topping-out: FILE: {file} already exists: name another, or replace it with --force\n"
    assert shell.refuse("export", file) == message
    move_to("new")
    added = shell.run("import", file, frontend=Frontend(check_settings=check_settings))
    assert added == "2 new games added. Added to 3 other files.\n"
    assert "it's incomplete, or not a zip file" in shell.refuse("import", put(tmp_path / "x", "x"))
    assert "can't be opened" in shell.refuse("import", tmp_path / "nowhere")
    assert "there's no folder" in shell.refuse("export", tmp_path / "no" / "where")


# -- faults


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
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    assert "can't be opened" in work.left_out[0]


BROKEN = {
    "cut off": b'{"speed": "fa',
    "no text": b"\xff\xfe\xfd",
    "strange": b'{"text_size": "huge"}',
    "deep": b"[" * 100_000,
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_unreadable_settings_are_not_overwritten(tmp_path: Path, home: Path, broken: bytes) -> None:
    settings = put(config_folder() / "settings.json", broken)
    work = take(make(tmp_path / "x.zip", {"settings/settings.json": b'{"speed":"fast"}'}))
    assert settings.read_bytes() == broken
    assert (work.taken.total(), work.there_already) == (0, 0)
    assert "can't be read" in work.left_out[0]


def test_many_attempts_are_exported_and_imported_completely(tmp_path: Path, move_to: MoveTo) -> None:
    move_to("old")
    put(results(), tries(0, OVER_A_MEGABYTE))
    file = export(tmp_path / "all.zip")
    move_to("new")
    put(results(), tries(0, 12_000))
    assert take(file).taken.total() == 1
    assert results().read_bytes() == tries(0, OVER_A_MEGABYTE)


def test_importing_few_attempts_keeps_many_existing_ones(tmp_path: Path, home: Path) -> None:
    put(results(), tries(0, OVER_A_MEGABYTE))
    take(make(tmp_path / "x.zip", {f"progress/{PUZZLES_FILE}": tries(90_000, 1)}))
    assert results().read_bytes() == tries(0, OVER_A_MEGABYTE) + tries(90_000, 1)


def test_a_last_line_without_a_newline_counts_on_both_sides(tmp_path: Path, home: Path) -> None:
    put(results(), tries(0, 2).rstrip(b"\n"))
    take(make(tmp_path / "x.zip", {f"progress/{PUZZLES_FILE}": tries(2, 2).rstrip(b"\n")}))
    assert results().read_bytes() == tries(0, 4)


def test_a_torn_line_does_not_affect_others(tmp_path: Path, home: Path) -> None:
    work = take(make(tmp_path / "x.zip", {f"progress/{PUZZLES_FILE}": tries(0, 2) + b'{"game":"tow\n\n' + tries(2, 2)}))
    assert results().read_bytes() == tries(0, 4)
    assert "Some lines" in work.left_out[0]


def test_attempts_made_during_an_import_are_kept(tmp_path: Path, home: Path) -> None:
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
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
def test_an_export_works_with_any_date(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch, year: int) -> None:
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
    assert "it isn't a file" in done.stderr


@needs_pipes
def test_a_pipe_among_the_records_does_not_block_an_import(tmp_path: Path, home: Path) -> None:
    file = make(tmp_path / "x.zip", {"games/a.jsonl": real_record("wyoming").to_bytes()})
    records_folder().mkdir(parents=True)
    os.mkfifo(records_folder() / "pipe.jsonl")
    assert take(file).taken.total() == 1
    assert home.exists()


@pytest.mark.parametrize("name", ["a\0b.zip", "a\ud800b.zip"])
def test_impossible_file_names_are_refused(tmp_path: Path, home: Path, name: str) -> None:
    with pytest.raises(TransferError, match="can't be written"):
        export(tmp_path / name)
    with pytest.raises(TransferError, match="can't be opened"):
        take(tmp_path / name)


# -- what would take forever or fill the disk


def test_a_seed_of_300_digits_does_not_block_an_import(tmp_path: Path, home: Path) -> None:
    record = real_record("wyoming").to_bytes()
    first = json.loads(record.partition(b"\n")[0])
    long = json.dumps({**first, "seed": int("7" * 300)}).encode() + b"\n"
    work = take(make(tmp_path / "x.zip", {"games/a.jsonl": long, "games/b.jsonl": record}))
    assert work.taken["games"] + len(work.left_out) == 2
    assert work.taken["games"] >= 1


def test_a_name_too_long_for_the_disk_does_not_block_an_import(tmp_path: Path, home: Path) -> None:
    long = "𝔸" * 90
    work = take(make(tmp_path / "x.zip", {f"decks/{long}.toml": b"a = 1\n", "decks/b.toml": b"b = 1\n"}))
    assert work.taken["decks"] + len(work.left_out) == 2
    assert (user_folder("decks") / "b.toml").exists()


def test_many_records_with_equal_headers_are_read_once_each(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_an_export_that_unpacks_to_too_much_is_refused(tmp_path: Path, home: Path) -> None:
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


def test_unfinished_files_of_killed_imports_are_removed(home: Path) -> None:
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


def test_the_next_export_removes_the_unfinished_file_of_a_killed_one(tmp_path: Path, home: Path) -> None:
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


# -- the report for a bug report: it contains what its sentences name, only the newest files, and nothing else


RECORD = real_record("wyoming").to_bytes()


@pytest.fixture
def kept(home: Path) -> Path:
    """Return a home folder with ten reports, two games, and private settings."""
    for number in range(10):
        put(log_folder() / f"report-2026010{number}-000000.txt", b"it failed")
    for game in ("old", "new"):
        put(records_folder() / f"{game}.jsonl", RECORD)
    put(config_folder() / "settings.json", b"{}")
    return home


def files_in(path: Path) -> dict[str, bytes]:
    with ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_a_report_contains_exactly_what_it_names(kept: Path, tmp_path: Path) -> None:
    lines = pack(tmp_path / "report.zip", "ok  all is well\n")
    inside = files_in(tmp_path / "report.zip")
    assert inside["doctor.txt"] == b"ok  all is well\n"
    assert inside["record/new.jsonl"] == RECORD
    assert sum(name.startswith("log/") for name in inside) == MOST_LOGS
    assert len(inside) == MOST_LOGS + 2
    assert "Nothing has been sent" in lines[0]
    assert lines[1:] == [
        "doctor.txt: details about the program and this computer",
        f"log: {MOST_LOGS} error reports",
        "In paths in these files, ~ stands for your home folder and your login name.",
        "new.jsonl: your last game, with the players' names",
    ]


def test_a_report_without_files_contains_the_findings_of_doctor(tmp_path: Path, home: Path) -> None:
    pack(tmp_path / "report.zip", "here")
    assert list(files_in(tmp_path / "report.zip")) == ["doctor.txt"]


def test_a_report_replaces_no_file_and_needs_an_existing_folder(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.zip").write_text("mine")
    for path in (tmp_path / "mine.zip", tmp_path / "no" / "report.zip"):
        with pytest.raises(TransferError, match=path.stem):
            pack(path, "here")
    assert (tmp_path / "mine.zip").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "mine.zip"]


def test_the_command_packs_the_findings_of_doctor(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "now.zip is ready. Nothing has been sent" in shell.run("report now.zip")
    assert b"ok  Topping Out: " in files_in(tmp_path / "now.zip")["doctor.txt"]
    assert "already exists" in shell.refuse("report now.zip")
    shell.run("report")
    assert len(list(tmp_path.glob("topping-out-report-*.zip"))) == 1


def test_the_command_speaks_the_language_of_the_system(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.setenv(translations.VARIABLE, "de")
    assert "Gesendet wurde nichts" in shell.run("report", tmp_path / "r.zip")


UNDER_POSIX = [
    ("ok  settings: /home/ana/.config/x", "ok  settings: ~/.config/x"),
    ("/home/ana", "~"),
    ("/home/ana:/home/ana/a /home/anabel/b", "~:~/a /home/anabel/b"),
    ("/home/ana/\udcff", "~/\udcff"),
]
"""(Windows does not use HOME for the user's folder.)"""


@pytest.mark.parametrize(("text", "shown"), [
    *(UNDER_POSIX if sys.platform != "win32" else ()),
    ('File "/media/ana/stick/a.py", line 3', 'File "/media/~/stick/a.py", line 3'),
    ("ana, bananas/and/mana/", "ana, bananas/and/mana/"),
    (r"C:\Users\ana\AppData and 'C:\\Users\\ana\\x' and C:/Users/ana/y", r"~\AppData and '~\\x' and ~/y"),
])  # fmt: skip
def test_paths_do_not_reveal_the_users_name(text: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ana")
    monkeypatch.setenv("USERPROFILE", r"C:\Users\ana")
    for name in ("USER", "LOGNAME", "USERNAME"):
        monkeypatch.setenv(name, "ana")
    assert without_login(text.encode("utf-8", "surrogateescape")) == shown.encode("utf-8", "surrogateescape")


def test_a_report_does_not_contain_the_login_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    """Findings of doctor and logs contain it in paths."""
    home = tmp_path / "ana-with-a-name"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv(HOME_VARIABLE, str(home / "topping"))
    log_folder().mkdir(parents=True)
    (log_folder() / "report-1.txt").write_text(f'File "{home}/program/x.py"\n', "utf-8")
    assert "~ stands for your home folder and your login name" in shell.run("report", tmp_path / "r.zip")
    inside = files_in(tmp_path / "r.zip")
    assert [name for name, data in inside.items() if b"ana-with-a-name" in data] == []
    assert b"~" in inside["doctor.txt"]
    assert b'File "~/program/x.py"' in inside["log/report-1.txt"]
