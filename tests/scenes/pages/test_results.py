"""The results stand beside the table as it ended, and take nothing for an answer that was meant for the game."""

from __future__ import annotations

import pytest

from scenes.app import App
from scenes.devices.intents import Intent, Verb
from scenes.match.just_over import JUST_OVER
from scenes.match.turns import TurnScene
from scenes.pages.results.page import ResultsPage
from scenes.pages.results.scores import ScoreRow
from tests.scenes.pages.pages_over_a_table import table
from tests.scenes.robot import Robot

JUST_PRESSED = (Verb.PLAY, Verb.CONFIRM, Verb.CANCEL, Verb.UNDO, Verb.HINT, Verb.REMATCH, Verb.PICK)


@pytest.fixture
def results(app: App, robot: Robot) -> ResultsPage:
    """The results of a game of Wyoming, at the moment at which they come."""
    scene = table(app, "wyoming", 5000)
    if isinstance(app.manager.top, ResultsPage):
        robot.wait(JUST_OVER)
        robot.do(Verb.CANCEL)
    assert app.manager.top is scene
    page = ResultsPage(app.context, scene)
    app.manager.stack.append(page)
    scene.is_top, page.is_top = False, True
    page.resize(app.context.kit)
    page.enter()
    return page


def test_nothing_that_was_just_pressed_does_anything_there(app: App, robot: Robot, results: ResultsPage) -> None:
    robot.wait(JUST_OVER - 80)
    for verb in JUST_PRESSED:
        robot.do(verb)
        assert app.manager.top is results
    for name in ("rematch", "title", "setup", "look"):
        robot.click(name)
        assert app.manager.top is results


def test_what_a_screen_reader_presses_there_counts_at_once(app: App, results: ResultsPage) -> None:
    """It names what it means; and what is not here it meant for the game."""
    for name, stays in (("card 0", True), ("look", False)):
        for intent in (Intent(Verb.FOCUS, text=name), Intent(Verb.CONFIRM)):
            app.on_intent(intent)
        assert (app.manager.top is results) == stays


def test_the_rematch_has_a_key_of_its_own(app: App, robot: Robot, results: ResultsPage) -> None:
    robot.wait(JUST_OVER + 80)
    robot.do(Verb.PLAY)
    assert app.manager.top is results
    robot.do(Verb.REMATCH)
    assert isinstance(app.manager.top, TurnScene)
    assert app.manager.top is not results.table


def test_the_key_of_every_play_and_enter_do_not_begin_another_game(robot: Robot, results: ResultsPage) -> None:
    robot.wait(JUST_OVER + 80)
    assert results.focus in ("review", "replay")


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1024, 768), (640, 480)])
@pytest.mark.parametrize("text", [1.0, 1.5])
@pytest.mark.parametrize("game", ["wyoming", "towering", "towers"])
def test_the_results_stand_beside_the_table_and_within_the_window(
    app: App, robot: Robot, game: str, size: tuple[int, int], text: float
) -> None:
    page = ResultsPage(app.context, table(app, game, 5000, "hbbb" if game != "towering" else "hb"))
    robot.resize(size, text)
    page.resize(app.context.kit)
    kit = app.context.kit
    assert page.board.kit.width * page.board.kit.scale <= page.panel.x * kit.scale + 1
    for widget in page.widgets:
        assert page.panel.contains(widget.rect), f"{widget.name} leaves the panel"
    buttons = [widget for widget in page.widgets if not isinstance(widget, ScoreRow)]
    for row in (widget for widget in page.widgets if isinstance(widget, ScoreRow)):
        assert row.rect.collidelist([button.rect for button in buttons]) < 0, f"{row.name} is covered"


def test_the_table_has_the_whole_window_again_once_they_are_left(app: App, robot: Robot, results: ResultsPage) -> None:
    robot.wait(JUST_OVER + 80)
    assert results.board.kit is not app.context.kit
    robot.do(Verb.CANCEL)
    assert results.board.kit is app.context.kit
    assert results.board.is_synced(results.table.view)


def test_with_reduced_motion_they_are_there_at_once_and_beside_it_all_the_same(app: App, robot: Robot) -> None:
    app.context.settings.reduced_motion = True
    page = ResultsPage(app.context, table(app, "wyoming", 5000))
    page.resize(app.context.kit)
    assert page._before is None
    assert [page.counted("12"), page.counted("−7")] == ["12", "−7"]
    assert page.board.kit.width * page.board.kit.scale <= page.panel.x * app.context.kit.scale + 1
