"""Atomic writing and appending of files, users' own text files, and portable mode."""

import errno
import os
import sys
import threading
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path
from threading import Timer
from typing import Any, NoReturn

import pytest

from topping_out.game.cli import main
from topping_out.game.language import ENGLISH, speak
from topping_out.game.storage import files, translations
from topping_out.game.storage.files import (
    HOME_VARIABLE,
    FileLock,
    append_lines,
    is_there,
    set_aside,
    user_folder,
    write_atomic,
)

# -- files


def test_one_variable_moves_every_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    folders = [files.config_folder(), files.records_folder(), files.log_folder()]
    assert folders == [tmp_path / "config", tmp_path / "records" / "games", tmp_path / "log"]


def test_the_default_folders_are_those_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(HOME_VARIABLE, raising=False)
    assert all("topping-out" in str(folder) for folder in (files.config_folder(), files.records_folder()))


# -- replacing a file whole


def test_a_file_is_replaced_and_its_folder_created(tmp_path: Path) -> None:
    path = tmp_path / "new" / "settings.json"
    for content in (b"one", b"two"):
        write_atomic(path, content)
        assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


def test_an_atomically_written_file_has_normal_permissions(tmp_path: Path) -> None:
    write_atomic(tmp_path / "ladder.svg", b"for all to see")
    (tmp_path / "other.svg").touch()
    assert (tmp_path / "ladder.svg").stat().st_mode == (tmp_path / "other.svg").stat().st_mode


def test_a_failed_replacement_keeps_the_old_file_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings.json"
    write_atomic(path, b"old")
    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match="the disk is full"):
        write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def refuse(*_: Any) -> NoReturn:
    raise OSError("the disk is full")


# -- setting aside


def test_each_unreadable_file_is_kept_under_a_new_name(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    for content in ("first", "second"):
        path.write_text(content)
        set_aside(path)
    assert {file.name: file.read_text(encoding="utf-8") for file in tmp_path.iterdir()} == {
        "settings.json.unreadable-1": "first",
        "settings.json.unreadable-2": "second",
    }


# -- growing line by line


def test_lines_are_appended(tmp_path: Path) -> None:
    path = tmp_path / "progress" / "one.jsonl"
    append_lines(path, [b"one", b"two"])
    append_lines(path, [b"three"])
    assert path.read_bytes() == b"one\ntwo\nthree\n"


def test_appended_lines_are_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bytes] = []
    path = tmp_path / "one.jsonl"
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(path.read_bytes()))
    append_lines(path, [b"one"])
    assert synced == [b"one\n"]


def test_a_partly_written_line_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.jsonl"
    append_lines(path, [b"one"])
    write = os.write
    with monkeypatch.context() as disk:
        disk.setattr(os, "write", lambda handle, data: write(handle, data[:2]))
        with pytest.raises(OSError, match="No space left"):
            append_lines(path, [b"two"])
    append_lines(path, [b"three"])
    assert path.read_bytes() == b"one\nthree\n"


def test_a_line_that_cannot_be_synced_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.jsonl"
    append_lines(path, [b"one"])
    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="the disk is full"):
        append_lines(path, [b"two"])
    assert path.read_bytes() == b"one\n"


def test_simultaneous_appending_waits_for_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    append_lines(path, [b"one"])
    lock = FileLock(path)
    adding = threading.Thread(target=append_lines, args=(path, [b"two"]))
    adding.start()
    adding.join(0.05)
    assert path.read_bytes() == b"one\n"
    lock.release()
    adding.join()
    assert path.read_bytes() == b"one\ntwo\n"


@pytest.mark.parametrize("name", ["nowhere", "a\0b", "\ud800"])
def test_an_impossible_file_name_does_not_exist(tmp_path: Path, name: str) -> None:
    assert not is_there(tmp_path / name)


def test_replacing_is_retried_while_a_file_is_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulates Windows, where an open file cannot be replaced."""
    refusals, replace = iter(range(5)), os.replace

    def refuse_at_first(source: Path, target: Path) -> None:
        if next(refusals, None) is not None:
            raise PermissionError(13, "in use")
        replace(source, target)

    monkeypatch.setattr(files, "IN_THE_WAY", (FileNotFoundError, PermissionError))
    monkeypatch.setattr(files, "TRIES", 30)
    monkeypatch.setattr(os, "replace", refuse_at_first)
    files.write_atomic(tmp_path / "settings.json", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]
    assert (tmp_path / "settings.json").read_bytes() == b"new"


def test_reading_is_retried_while_a_file_is_being_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulates Windows, where a file can't be opened while it is being replaced."""
    refusals, really_open = iter(range(5)), os.open

    def refuse_at_first(path: Path, *flags: int) -> int:
        if next(refusals, None) is not None:
            raise PermissionError(13, "being replaced")
        return really_open(path, *flags)

    (tmp_path / "settings.json").write_bytes(b"new")
    monkeypatch.setattr(files, "BEING_REPLACED", (PermissionError,))
    monkeypatch.setattr(files, "TRIES", 30)
    monkeypatch.setattr(os, "open", refuse_at_first)
    assert files.read_file(tmp_path / "settings.json", 100) == b"new"


def test_an_open_file_is_replaced_once_it_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows does not replace an open file; elsewhere this is trivial."""
    monkeypatch.setattr(files, "TRIES", 3000)
    path = tmp_path / "settings.json"
    path.write_bytes(b"old")
    file = path.open("rb")
    Timer(0.1, file.close).start()
    write_atomic(path, b"new")
    assert path.read_bytes() == b"new"


def test_long_paths_work(tmp_path: Path) -> None:
    """Windows limits paths to 260 characters for programs that do not declare otherwise."""
    folder = tmp_path.joinpath(*["a long name" * 10] * 3)
    try:
        folder.mkdir(parents=True)
    except OSError:
        pytest.skip("this system is set to have no long paths")
    write_atomic(folder / "settings.json", b"whole")
    append_lines(folder / "one.jsonl", [b"line"])
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        "settings.json": b"whole", "one.jsonl": b"line\n"
    }  # fmt: skip


# -- disks that cannot do all that others can


@pytest.mark.skipif(os.name == "nt", reason="a new name is given in another way there")
@pytest.mark.parametrize("gives_links", [True, False])
def test_a_file_is_not_replaced_without_permission(
    gives_links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> NoReturn:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    if not gives_links:
        monkeypatch.setattr(os, "link", refuse)
    path = tmp_path / "a.csv"
    write_atomic(path, b"first", may_replace=False)
    with pytest.raises(FileExistsError):
        write_atomic(path, b"second", may_replace=False)
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("a.csv", b"first")]


def test_writing_works_on_a_disk_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: int) -> NoReturn:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(files, "_lock", refuse)
    path = tmp_path / "results"
    append_lines(path, [b"a"])
    append_lines(path, [b"b"])
    write_atomic(tmp_path / "whole", b"c")
    assert (path.read_bytes(), (tmp_path / "whole").read_bytes()) == (b"a\nb\n", b"c")
    assert not files.is_locked(path)


# -- texts


PAGE = """# Torri del Wyoming
Un gioco di Jonathan A. Leistiko.

## Il gioco in un minuto
Tutti costruiscono.
![Nove penny.](sky "Nove penny in fila.")
"""
LESSON = """[goal]
title = "Oltre il cielo"
text = "Dieci penny."
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    folder = user_folder("languages")
    folder.mkdir(parents=True, exist_ok=True)
    speak("it", NullTranslations())
    translations._load_rules.cache_clear()
    translations.load_lessons.cache_clear()
    yield folder
    speak(ENGLISH, NullTranslations())
    translations._load_rules.cache_clear()
    translations.load_lessons.cache_clear()


def test_users_own_pages_are_used(folder: Path) -> None:
    (folder / "wyoming.rules.it.md").write_text(PAGE, encoding="utf-8")
    (folder / "wyoming.lessons.it.toml").write_text(LESSON, encoding="utf-8")
    assert translations.load_rules("wyoming").title == "Torri del Wyoming"
    assert translations.load_lessons("wyoming", "it")["goal"].title == "Oltre il cielo"
    assert translations.load_rules("towers").title == "Towers"
    assert list(translations.broken_texts()) == []


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("wyoming.rules.it.md", "> no ruling", "a ruling is written"),
        ("wyoming.rules.it.md", PAGE.replace("(sky ", "(ocean "), "has no figure 'ocean'"),
        ("wyoming.rules.it.md", "\udcff", "line 1 isn't text in UTF-8: save the file as UTF-8"),
        ("wyoming.lessons.it.toml", "[goal", "Expected"),
        ("wyoming.lessons.it.toml", "[goal]\ntitle = 3", "Expected `str`"),
        ("chess.rules.it.md", PAGE, "is named for no game"),
        ("wyoming.novel.it.md", PAGE, "is named for no game"),
    ],
)
def test_a_broken_page_is_reported_and_left_out(folder: Path, name: str, text: str, reason: str) -> None:
    (folder / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    (problem,) = translations.broken_texts()
    assert name in problem
    assert reason in problem
    assert translations.load_rules("wyoming").title == "Towers of Wyoming"
    assert translations.load_lessons("wyoming", "it") == {}


# -- portable mode: a packed program, such as on a USB stick, keeps its data beside itself


FOLDERS = (files.config_folder, files.records_folder, files.log_folder, lambda: files.user_folder("decks"))


@pytest.fixture(autouse=True)
def no_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(HOME_VARIABLE, raising=False)


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a packed program."""
    return pack(tmp_path / "topping-out" / "topping-out", monkeypatch)


def pack(program: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    program.parent.mkdir(parents=True)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(program))
    return program.parent


def is_beside(folder: Path) -> bool:
    return all(folder_of().is_relative_to(folder / "data") for folder_of in FOLDERS)


def test_portable_mode_stays_on(packed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not is_beside(packed)
    assert main.main(["--portable", "doctor"]) == 0
    output = capsys.readouterr().out
    assert is_beside(packed)
    assert all(f": {folder_of()}" in output for folder_of in FOLDERS)


def test_without_the_data_folder_the_systems_folders_are_used(packed: Path) -> None:
    assert not any(folder_of().is_relative_to(packed) for folder_of in FOLDERS)


def test_the_environment_variable_overrides_the_data_folder(
    packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (packed / "data").mkdir()
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    assert files.config_folder() == tmp_path / "home" / "config"


def test_portable_mode_with_the_environment_variable_is_refused(
    packed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, "elsewhere")
    assert main.main(["--portable"]) == 2
    assert HOME_VARIABLE in capsys.readouterr().err
    assert not (packed / "data").exists()


def test_portable_mode_in_a_read_only_place_is_refused(packed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (packed / "data").write_text("a file in the way")
    assert main.main(["--portable", "doctor"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_portable_mode_needs_a_packed_program(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["--portable"]) == 2
    assert HOME_VARIABLE in capsys.readouterr().err


def test_portable_data_is_outside_a_macos_bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack(tmp_path / "Topping Out.app" / "Contents" / "MacOS" / "topping-out", monkeypatch)
    assert files.portable_folder() == tmp_path / "data"
