"""A scene that fails does not take the program with it."""

from pathlib import Path

import pytest

from game.record import Player, new_header
from game.registry import load
from scenes.app import App
from scenes.manager import Scene
from scenes.match.turns import TurnScene
from scenes.pages.error import ErrorPage
from scenes.pages.title.page import TitlePage
from tests.scenes.robot import Robot


class Failing(Scene):
    def update(self, ms: float) -> None:
        raise ZeroDivisionError("a floor too many")


def start_game(app: App) -> TurnScene:
    game = load("wyoming")
    players = [Player("Ana"), Player("Ben", colour=1)]
    match = app.context.library.start(new_header(game, players, {"first": "0"}, 3))
    match.act(0, game.actions(match.state, 0)[0])
    return TurnScene(app.context, match)


def test_a_failing_scene_leads_to_a_page_that_says_where_the_report_lies(app: App, home: Path) -> None:
    Robot(app).open(start_game(app))
    app.manager.stack.append(Failing())
    app.frame([], 16)
    page = app.manager.top
    assert isinstance(page, ErrorPage)
    reports = list((home / "log").glob("report-*.txt"))
    assert len(reports) == 1
    assert str(reports[0]) in page.text
    words = reports[0].read_text(encoding="utf-8")
    assert "a floor too many" in words
    assert '"seed":3' in words


def test_the_game_goes_on_from_there(app: App) -> None:
    robot = Robot(app)
    robot.open(start_game(app))
    app.manager.stack.append(Failing())
    app.frame([], 16)
    robot.do("confirm")
    table = app.manager.top
    assert isinstance(table, TurnScene)
    assert len(table.match.record.entries) == 1


def test_without_a_game_the_title_is_offered(app: App) -> None:
    app.open(Failing())
    app.frame([], 16)
    Robot(app).do("confirm")
    assert isinstance(app.manager.top, TitlePage)


def test_where_the_page_itself_fails_the_error_comes_out(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.open(Failing())
    app.frame([], 16)
    monkeypatch.setattr(ErrorPage, "paint", lambda page, stage: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        app.frame([], 16)
