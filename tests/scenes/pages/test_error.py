"""An error in a scene does not end the program."""

import os
import platform
import traceback
from errno import ENOSPC
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.scenes.robot import Robot
from topping_out.game.bots.worker import BotWorker
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.game.storage.library import SaveLibrary
from topping_out.scenes.accessibility.semantics import Branch, make_node
from topping_out.scenes.app import App
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Scene
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages import transfer
from topping_out.scenes.pages.error import ErrorPage
from topping_out.scenes.pages.title import TitlePage
from topping_out.scenes.system import fault
from topping_out.scenes.ui.column import Notice


class Mute(Exception):
    """An exception whose text cannot be read."""

    def __str__(self) -> str:
        raise ValueError


class Failing(Scene):
    def update(self, ms: float) -> None:
        raise ZeroDivisionError("a floor too many")


def start_game(app: App) -> TurnScene:
    game = load("wyoming")
    players = [Player("Ana"), Player("Ben", colour=1)]
    match = app.context.library.start(new_header(game, players, {"first": "0"}, 3))
    match.act(0, game.actions(match.state, 0)[0])
    return TurnScene(app.context, match)


def fail(app: App) -> Robot:
    """Let a scene above the table of a game fail."""
    robot = Robot(app)
    robot.open(start_game(app))
    app.manager.stack.append(Failing())
    app.frame([], 16)
    return robot


def test_an_error_page_says_where_the_report_is(app: App, home: Path) -> None:
    fail(app)
    page = app.manager.top
    assert isinstance(page, ErrorPage)
    reports = list((home / "log").glob("report-*.txt"))
    assert len(reports) == 1
    assert str(reports[0]) in page.text
    words = reports[0].read_text(encoding="utf-8")
    assert "a floor too many" in words
    assert '"seed":3' in words


@pytest.mark.parametrize(
    "text", ["\ufe0f", "\ud800", "\x00", "שלום 한국 \u2764\ufe0f", "\u202e", "%s {error}", "a\nb" * 400]
)
def test_the_text_of_an_error_may_be_anything(app: App, home: Path, text: str) -> None:
    """The page is drawn, read out and written to the report, and stays open."""

    class Saying(Scene):
        def update(self, ms: float) -> None:
            raise ValueError(text)

    Robot(app).open(start_game(app))
    app.manager.stack.append(Saying())
    for _ in range(3):
        app.frame([], 16)
    page = app.manager.top
    assert isinstance(page, ErrorPage)
    assert len(list((home / "log").glob("report-*.txt"))) == 1
    accesskit = pytest.importorskip("accesskit")
    for element in page.reading().elements:
        assert make_node(accesskit, Branch(element.semantics.role, element.semantics))


def test_the_game_can_be_continued_from_the_error_page(app: App) -> None:
    robot = fail(app)
    robot.do("confirm")
    table = app.manager.top
    assert isinstance(table, TurnScene)
    assert len(table.match.record.entries) == 1


def test_the_error_page_packs_a_report_and_names_the_file(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfer, "folders", lambda: [tmp_path])
    robot = fail(app)
    robot.press("pack")
    page = app.manager.top
    assert isinstance(page, Notice)
    (packed,) = tmp_path.glob("topping-out-report-*.zip")
    assert packed.name in page.text
    assert "Nothing has been sent" in page.text
    with ZipFile(packed) as archive:
        names = archive.namelist()
        assert "doctor.txt" in names
        assert {Path(name).parts[0] for name in names} == {"doctor.txt", "log", "record"}
    robot.do("confirm")
    assert isinstance(app.manager.top, ErrorPage)


def test_the_error_page_says_why_no_report_can_be_packed(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfer, "folders", lambda: [tmp_path / "gone"])
    app.open(Failing())
    app.frame([], 16)
    Robot(app).press("pack")
    page = app.manager.top
    assert isinstance(page, Notice)
    assert "can't be written" in page.text


def test_the_error_page_leads_to_the_title_if_no_game_was_open(app: App) -> None:
    app.open(Failing())
    app.frame([], 16)
    Robot(app).do("confirm")
    assert isinstance(app.manager.top, TitlePage)


def test_an_error_of_the_error_page_itself_is_raised(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.open(Failing())
    app.frame([], 16)
    monkeypatch.setattr(ErrorPage, "paint", lambda page, stage: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        app.frame([], 16)


CALLS_OF_THE_HANDLER = {
    "no folder for reports": (fault, "log_folder"),
    "no report can be written": (fault, "write_atomic"),
    "old reports stay": (fault, "keep_newest"),
    "no versions": (platform, "platform"),
    "no way to the error": (traceback, "format_exception"),
    "the game can't be closed": (SaveLibrary, "close"),
    "the games can't be listed": (SaveLibrary, "unfinished"),
    "the bots go on": (BotWorker, "cancel"),
    "no page": (ErrorPage, "__init__"),
    "the picture stays": (Stage, "invalidate"),
}
"""Functions that are called while an error is handled."""


@pytest.mark.parametrize("fails", [OSError(ENOSPC, "No space left on device"), MemoryError(), Mute()], ids=type)
@pytest.mark.parametrize("what", CALLS_OF_THE_HANDLER)
def test_a_second_error_during_handling_hides_neither(
    app: App, monkeypatch: pytest.MonkeyPatch, what: str, fails: Exception
) -> None:
    """Either the page appears, or the first error is raised and the report names it."""

    def failing(*values: object, **named: object) -> None:
        raise fails

    Robot(app).open(start_game(app))
    app.manager.stack.append(Failing())
    with monkeypatch.context() as patch:
        patch.setattr(*CALLS_OF_THE_HANDLER[what], failing)
        try:
            app.frame([], 16)
        except ZeroDivisionError as error:
            came_out = error
        else:
            came_out = None
        if came_out:
            assert came_out.__cause__ is fails
            assert "ZeroDivisionError: a floor too many" in str(fault.stopped(came_out, app.context))
        else:
            page = app.manager.top
            assert isinstance(page, ErrorPage)
            assert "a floor too many" in page.text
            app.frame([], 16)
            assert app.manager.top is page


def test_the_last_message_without_a_report_has_the_traceback(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fault, "write_atomic", lambda *_: os.stat("/nowhere/at all"))
    words = str(fault.stopped(ZeroDivisionError("a floor too many"), app.context))
    assert "No report could be saved." in words
    assert words.count("ZeroDivisionError: a floor too many") == 2


def test_only_the_newest_reports_are_kept(app: App, home: Path) -> None:
    folder = home / "log"
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(60):
        (folder / f"report-20260101-0000{number:02}.txt").write_text("old")
    fail(app)
    left = sorted(path.name for path in folder.glob("report-*.txt"))
    assert len(left) == 20
    assert left[0] == "report-20260101-000041.txt"
    assert left[-1] > "report-20260101-000059.txt"
