"""Portable mode: a packed program, such as on a USB stick, keeps its data beside itself."""

import sys
from pathlib import Path

import pytest

from topping_out.game.cli import main
from topping_out.game.storage import files
from topping_out.game.storage.files import HOME_VARIABLE

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
