"""The next start removes the unfinished files of a killed copy, and nothing else."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.untrusted.hostile import every_trick
from topping_out.game.cli import main
from topping_out.game.cli.frontend import Frontend
from topping_out.game.storage import files
from topping_out.game.storage.files import HOME_VARIABLE, PART, write_atomic

FOLDERS = ("config", "records/games", "log")
KEPT = ("settings.json", "settings.json.unreadable-1", "one.jsonl", "part", "notes.part.txt")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path


def start() -> None:
    """Start the program and close its window at once."""
    assert main.main([], Frontend(lambda request: 0)) == 0


def parts(folder: Path) -> list[Path]:
    return list(folder.rglob(f"*{PART}"))


def be_killed(*_: Any, **__: Any) -> None:
    raise SystemExit("killed")


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_next_start_removes_the_file_of_a_killed_write(home: Path, folder: str) -> None:
    with pytest.MonkeyPatch.context() as patch:  # killed between writing the new content and renaming the file
        patch.setattr(os, "replace", be_killed)
        patch.setattr(Path, "unlink", be_killed)
        with pytest.raises(SystemExit):
            write_atomic(home / folder / "settings.json", b"half a thou")
    assert len(parts(home)) == 1
    start()
    assert parts(home) == []


def test_a_start_removes_nothing_else(home: Path) -> None:
    for folder in FOLDERS:
        (home / folder).mkdir(parents=True)
        for name in KEPT:
            (home / folder / name).write_text(name)
    start()
    assert sorted(path.name for path in home.rglob("*") if path.is_file()) == sorted(KEPT * len(FOLDERS))


def test_a_file_that_another_copy_is_writing_is_left_alone(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fsync(handle: int) -> None:
        before = parts(home)
        start()
        assert parts(home) == before

    monkeypatch.setattr(os, "fsync", fsync)
    write_atomic(home / "config" / "settings.json", b"whole")
    assert (home / "config" / "settings.json").read_bytes() == b"whole"


def test_a_file_removed_just_before_its_renaming_is_written_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename, names = os.replace, []

    def replace(part: str, path: Path) -> None:
        names.append(part)
        if len(names) == 1:
            start()
        rename(part, path)

    monkeypatch.setattr(os, "replace", replace)
    write_atomic(home / "config" / "settings.json", b"whole")
    assert len(names) == 2
    assert (home / "config" / "settings.json").read_bytes() == b"whole"
    assert parts(home) == []


def test_writing_to_a_missing_folder_gives_up_after_a_few_tries(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[object] = []

    def replace(*paths: object) -> None:
        tries.append(paths)
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(FileNotFoundError):
        write_atomic(home / "settings.json", b"whole")
    assert len(tries) == files.TRIES


@every_trick
def test_the_program_starts_whatever_has_the_name_of_an_unfinished_file(home: Path, trick: Any) -> None:
    (home / "config").mkdir()
    (home / "outside").write_text("kept")
    trick(home / "config" / f"trick{PART}")
    start()
    assert (home / "outside").read_text() == "kept"


@every_trick
def test_the_program_starts_whatever_is_in_place_of_the_settings_folder(home: Path, trick: Any) -> None:
    trick(home / "config")
    start()
