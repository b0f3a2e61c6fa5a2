"""Export and import: nothing is lost or duplicated, and foreign files change nothing."""

import errno
import json
import os
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import pytest

from tests.game.city.careers import standings
from tests.game.cli.refusals import refusal
from tests.game.matches import play_on
from tests.untrusted.hostile import real_record
from topping_out.game.city.city import header_for
from topping_out.game.cli import main
from topping_out.game.cli.frontend import Frontend
from topping_out.game.storage import files, transfer
from topping_out.game.storage.files import HOME_VARIABLE, config_folder, records_folder, user_folder
from topping_out.game.storage.library import SaveLibrary
from topping_out.game.storage.transfer import MANIFEST, Export, Import, TransferError
from topping_out.scenes.__main__ import check_settings

MoveTo = Callable[[str], Path]


@pytest.fixture
def move_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MoveTo:
    """Return a function that switches to the home folder of another machine."""

    def move(name: str) -> Path:
        monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / name))
        return tmp_path / name

    return move


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
def test_an_export_with_a_hostile_file_name_is_refused(
    tmp_path: Path, move_to: MoveTo, members: dict[str, bytes]
) -> None:
    home = move_to("home")
    file = make(tmp_path / "x.zip", {"decks/good.toml": b"a = 1\n", **members})
    with pytest.raises(TransferError, match="wasn't exported by this program"):
        take(file)
    assert not home.exists()


def test_links_and_wrong_sizes_are_refused(tmp_path: Path, move_to: MoveTo) -> None:
    home = move_to("home")
    file = make(tmp_path / "x.zip", {})
    link = ZipInfo("decks/link.toml")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with ZipFile(file, "a") as archive:
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(TransferError, match="does not belong"):
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


def test_unreadable_files_are_left_out_and_reported(tmp_path: Path, move_to: MoveTo) -> None:
    move_to("home")
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
def test_another_zip_file_is_refused(tmp_path: Path, move_to: MoveTo, about: bytes) -> None:
    home = move_to("home")
    file = tmp_path / "x.zip"
    with ZipFile(file, "w") as archive:
        archive.writestr(MANIFEST, about)
    with pytest.raises(TransferError, match="wasn't exported by this program"):
        take(file)
    assert not home.exists()


def full(*arguments: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_leaves_no_export_behind(tmp_path: Path, move_to: MoveTo, monkeypatch: pytest.MonkeyPatch) -> None:
    move_to("home")
    fill()
    monkeypatch.setattr(files.os, "fsync", full)
    out = tmp_path / "out"
    out.mkdir()
    with pytest.raises(TransferError, match="No space left"):
        export(out / "all.zip")
    assert [*out.iterdir()] == []


def test_a_cancelled_export_leaves_nothing_behind(tmp_path: Path, move_to: MoveTo) -> None:
    move_to("home")
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
        with pytest.raises(TransferError, match="No space left on device; what has been imported so far stays"):
            take(file)
    assert take(file).taken.total() == 5


def test_the_export_and_import_commands_report_what_they_did(
    tmp_path: Path, move_to: MoveTo, capsys: pytest.CaptureFixture[str]
) -> None:
    move_to("old")
    fill()
    file = tmp_path / "all.zip"
    assert main.main(["export", str(file)]) == 0
    assert capsys.readouterr().out == f"Created {file} (5 files).\n"
    assert main.main(["export", str(file)]) == 2
    message = f"topping-out: FILE: {file} already exists: name another, or replace it with --force\n"
    assert refusal(capsys) == message
    move_to("new")
    assert main.main(["import", str(file)], Frontend(check_settings=check_settings)) == 0
    assert capsys.readouterr().out == "2 new games added. Added to 3 other files.\n"
    assert main.main(["import", str(put(tmp_path / "x", "x"))]) == 2
    assert "it is incomplete, or not a zip file" in refusal(capsys)
    assert main.main(["import", str(tmp_path / "nowhere")]) == 2
    assert "cannot be opened" in refusal(capsys)
    assert main.main(["export", str(tmp_path / "no" / "where")]) == 2
    assert "there is no folder" in refusal(capsys)
