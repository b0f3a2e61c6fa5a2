"""Pipes, devices, links and folders in place of files: nothing blocks, is read endlessly, or is touched elsewhere."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from tests.game.processes import refusal
from tests.untrusted.hostile import every_trick, nowhere, real_record, shut
from topping_out.game.cli import main
from topping_out.game.record import RecordError
from topping_out.game.storage.files import HOME_VARIABLE, read_file
from topping_out.game.storage.library import INDEX, SaveLibrary, read_record
from topping_out.game.towers.decks import find_decks
from topping_out.scenes.app import App
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.manager import Replace
from topping_out.scenes.pages.title import TitlePage
from topping_out.scenes.system.settings import Settings, SettingsStore

if sys.platform == "win32":
    pytest.skip("needs pipes, devices and links of Unix", allow_module_level=True)


@every_trick
def test_reading_something_that_is_not_a_file_raises_oserror(tmp_path: Path, trick: Callable[[Path], None]) -> None:
    trick(tmp_path / "here")
    with pytest.raises(OSError, match=r"\S"):
        read_file(tmp_path / "here", 100)


@every_trick
def test_a_non_file_among_the_records_is_reported(tmp_path: Path, trick: Callable[[Path], None]) -> None:
    (tmp_path / "good.jsonl").write_bytes(real_record("wyoming").to_bytes())
    trick(tmp_path / "trick.jsonl")
    library = SaveLibrary(tmp_path)
    assert [saved.path.name for saved in library.finished()] == ["good.jsonl"]
    assert library.unfinished() == []
    for attempt in (read_record, library.resume):
        with pytest.raises(RecordError, match=r"trick\.jsonl can't be opened"):
            attempt(tmp_path / "trick.jsonl")


def test_doctor_prints_file_names_without_control_characters(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = "\x1b]0;gone\x07\n\u202e"
    for folder in (home / "records" / "games", home / "data" / "decks"):
        folder.mkdir(parents=True)
        for ending in (".jsonl", ".toml"):
            (folder / f"spoilt {name}{ending}").write_text("x")
            nowhere(folder / f"away {name}{ending}")
    assert main.main(["doctor"]) == 1
    output = capsys.readouterr().out
    assert all(line.isprintable() for line in output.splitlines())
    assert output.count("gone") == 4


@every_trick
def test_a_non_file_in_place_of_the_index_does_no_harm(tmp_path: Path, trick: Callable[[Path], None]) -> None:
    (tmp_path / "good.jsonl").write_bytes(real_record("wyoming").to_bytes())
    trick(tmp_path / INDEX)
    for _ in range(2):
        assert len(SaveLibrary(tmp_path).finished()) == 1


@every_trick
def test_a_non_file_in_place_of_the_settings_is_replaced(tmp_path: Path, trick: Callable[[Path], None]) -> None:
    trick(tmp_path / "settings.json")
    store = SettingsStore(tmp_path)
    assert store.load() == Settings()
    store.save(Settings(muted=True))
    again = SettingsStore(tmp_path)
    assert again.load().muted
    assert again.problem == ""


@every_trick
def test_a_non_file_among_the_decks_is_reported(home: Path, trick: Callable[[Path], None]) -> None:
    folder = home / "data" / "decks"
    folder.mkdir(parents=True)
    trick(folder / "trick.toml")
    found = find_decks()
    assert "standard" in found.built_in
    assert "can't be opened" in found.problems["trick"]


@every_trick
def test_a_non_file_on_the_command_line_is_refused_in_one_line(
    tmp_path: Path, trick: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    trick(tmp_path / "trick.jsonl")
    assert main.main(["replay", "--text", str(tmp_path / "trick.jsonl")]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "trick.jsonl" in line


def test_an_index_entry_never_leads_outside_its_folder(tmp_path: Path) -> None:
    """Only files in this folder are looked up in the index, whatever names the index contains."""
    games = tmp_path / "games"
    games.mkdir()
    outside = tmp_path / "outside.jsonl"
    outside.write_bytes(real_record("wyoming").to_bytes())
    (games / "in.jsonl").write_bytes(outside.read_bytes())
    SaveLibrary(games).finished()
    index = (games / INDEX).read_bytes().replace(b'"in.jsonl"', b'"../outside.jsonl"')
    (games / INDEX).write_bytes(index)
    assert [saved.path for saved in SaveLibrary(games).finished()] == [games / "in.jsonl"]


# -- inaccessible home folders


def title_warnings(home: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the warnings on the title page for a home folder."""
    monkeypatch.setenv(HOME_VARIABLE, str(home))
    pygame.display.init()
    pygame.font.init()
    app = App(audio=Audio.silent())
    try:
        app.manager.go(Replace(TitlePage(app.context)))
        app.frame([], 50)
        assert isinstance(app.manager.top, TitlePage)
        return app.manager.top.warnings
    finally:
        app.close()


def test_the_title_page_opens_if_the_records_folder_is_inaccessible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "shut"
    folder.mkdir()
    with shut(folder):
        warnings = title_warnings(folder / "home", monkeypatch)
    assert any("Games can't be saved" in sentence and "Permission denied" in sentence for sentence in warnings)


def test_the_title_page_opens_if_the_home_folders_name_is_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warnings = title_warnings(tmp_path / ("h" * 300), monkeypatch)
    assert any("Games can't be saved" in sentence and "name too long" in sentence for sentence in warnings)


def test_the_program_starts_without_a_home_folder(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """This happens in a container whose user is unknown to the system."""
    for name in (HOME_VARIABLE, *(name for name in os.environ if name.startswith("XDG_"))):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "")  # so that monkeypatch restores HOME afterwards
    monkeypatch.delenv("HOME")
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    assert main.main(["--version"]) == 0
    assert capsys.readouterr().err == ""
    assert Path.home() == Path("/")


# -- files in a folder without access


SHUT_AWAY = {
    "replay {shut}/game.jsonl": "game.jsonl can't be opened: Permission denied",
    "arena wyoming --seats easy,@{shut}/mine.toml": "mine.toml can't be opened: Permission denied",
    "arena wyoming --seats easy,exec:'{shut}/bot'": "bot can't be opened: Permission denied",
    "ladder wyoming --picture {shut}/inner/ladder.svg": "ladder.svg: Permission denied",
}


@pytest.mark.parametrize(("command", "message"), SHUT_AWAY.items(), ids=SHUT_AWAY)
def test_an_inaccessible_file_is_not_reported_as_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, message: str
) -> None:
    folder = tmp_path / "shut"
    folder.mkdir()
    with shut(folder):
        assert main.main([word.format(shut=folder) for word in command.split()]) == 2
    assert message in refusal(capsys)
