"""The page of export and import: everything can be exported to a file and imported elsewhere."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.scenes.pages.every.every_page import play
from tests.scenes.robot import Robot
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.scenes.app import App
from topping_out.scenes.pages import transfer
from topping_out.scenes.pages.statistics import StatisticsPage
from topping_out.scenes.pages.transfer import TransferPage
from topping_out.scenes.ui.column import Notice, ProgressDialog


@pytest.fixture(autouse=True)
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "Documents"
    folder.mkdir()
    monkeypatch.setattr(transfer, "folders", lambda: [folder])
    return folder


def notice_text(robot: Robot) -> str:
    for _ in range(200):
        if isinstance(robot.app.manager.top, Notice):
            break
        robot.wait(40)
    top = robot.app.manager.top
    assert isinstance(top, Notice)
    return f"{top.heading}: {top.text}"


def test_an_export_is_saved_in_documents_and_found_for_import(
    robot: Robot, documents: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = robot.app
    play(app, ("Ana", "Ben"), 4)
    app.context.library.close()
    app.context.settings.speed = "fast"
    app.context.save_settings()
    robot.open(TransferPage(app.context))
    robot.press("use target")
    assert notice_text(robot).endswith(" (2 files).")
    (file,) = documents.iterdir()
    robot.press("answer0")
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "new"))
    second_robot = Robot(App(audio=app.context.audio))
    second_robot.open(TransferPage(second_robot.app.context))
    assert file.name in second_robot.page_text()
    second_robot.press("found0")
    assert notice_text(second_robot) == "Imported: 1 new game added. Added to 1 other file."
    assert second_robot.app.context.settings.speed == "fast"
    assert len(second_robot.app.context.library.unfinished()) == 1


def test_a_packed_report_lists_its_contents(robot: Robot, documents: Path) -> None:
    robot.open(TransferPage(robot.app.context))
    assert "Nothing is sent." in robot.page_text()
    robot.press("pack")
    text = notice_text(robot)
    (packed,) = documents.iterdir()
    with ZipFile(packed) as archive:
        assert all(Path(name).name in text for name in archive.namelist())
        assert b"ok  Topping Out: " in archive.read("doctor.txt")


def test_a_file_that_is_not_an_export_is_refused(robot: Robot, documents: Path) -> None:
    (documents / "topping-out-2026-01-01.zip").write_text("torn")
    robot.open(TransferPage(robot.app.context))
    robot.press("found0")
    assert "That didn't work" in notice_text(robot)
    assert "wasn't exported by this program" in notice_text(robot)


def test_a_typed_path_is_used_but_overwrites_no_file(robot: Robot, documents: Path) -> None:
    page = robot.open(TransferPage(robot.app.context))
    assert isinstance(page, TransferPage)
    assert not robot.widget("use source").enabled
    (documents / "mine.zip").write_text("mine")
    robot.widget("source").set_value(str(documents / "mine.zip"))
    assert robot.widget("use source").enabled
    robot.widget("target").set_value(str(documents / "mine.zip"))
    robot.press("use target")
    assert "already exists" in notice_text(robot)
    assert (documents / "mine.zip").read_text(encoding="utf-8") == "mine"


def test_long_work_can_be_cancelled(robot: Robot) -> None:
    closed = []

    def steps():  # type: ignore[no-untyped-def]
        try:
            while True:
                yield 1, 3
        finally:
            closed.append(True)

    robot.open(StatisticsPage(robot.app.context))
    robot.app.manager._put(ProgressDialog(robot.app.context, "Film", steps(), lambda error: None))
    robot.wait(80)
    assert "33% done" in robot.page_text()
    robot.press("cancel")
    assert closed == [True]
    assert isinstance(robot.page, StatisticsPage)


@pytest.mark.parametrize(
    "name", ["~nosuchuser/x.zip", "~no\0user/x.zip", "a\0b.zip", "a\ud800b.zip", "x" * 300 + ".zip"]
)
@pytest.mark.parametrize("field", ["target", "source"])
def test_an_impossible_path_is_refused_with_a_reason(robot: Robot, documents: Path, name: str, field: str) -> None:
    page = robot.open(TransferPage(robot.app.context))
    page._type(field, name if name.startswith("~") else str(documents / name))
    robot.press(f"use {field}")
    assert notice_text(robot).startswith("That didn't work: ")
    assert [*documents.iterdir()] == []
