"""The page of feats, and the ways to it: from the statistics, and from the results of a game that brought new ones."""

from tests.scenes.pages.every.every_page import PAGES
from tests.scenes.pages.every.pages_over_a_table import table
from tests.scenes.robot import Robot
from topping_out.game.storage.history.feats import new_feats
from topping_out.scenes.app import App
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.pages.feats.page import FeatRow, FeatsPage
from topping_out.scenes.pages.results.page import ResultsPage
from topping_out.scenes.pages.statistics.page import StatisticsPage


def test_what_was_brought_off_stands_first_and_leads_to_its_game(app: App) -> None:
    robot = Robot(app)
    page = robot.open(PAGES["feats"](app))
    assert isinstance(page, FeatsPage)
    done = [widget for widget in page.widgets if isinstance(widget, FeatRow)]
    assert done
    assert all("First: 21 November" in row.note for row in done)
    robot.press(done[0].name)
    assert isinstance(robot.page, ReplayScene)


def test_with_nothing_played_they_are_all_to_be_read(app: App) -> None:
    robot = Robot(app)
    page = robot.open(FeatsPage(app.context))
    assert isinstance(page, FeatsPage)
    assert {element.group.label for element in page.reading().elements if element.group} >= {"0 of 10 feats"}
    assert "Through the settling Sky" in robot.heard()


def test_the_statistics_lead_to_them(app: App) -> None:
    robot = Robot(app)
    PAGES["feats"](app)
    robot.open(StatisticsPage(app.context))
    robot.press("feats")
    assert isinstance(robot.page, FeatsPage)


def test_the_results_tell_of_new_ones_and_lead_to_them(app: App) -> None:
    robot = Robot(app)
    scene = table(app, "towers", 5000)
    found = new_feats(scene.match.record, app.context.library.path, app.context.library.finished())
    assert found
    results = robot.open(ResultsPage(app.context, scene))
    robot.wait()
    assert "For the first time:" in robot.heard()
    assert found[0][1].title in robot.heard()
    robot.press("feats")
    assert isinstance(robot.page, FeatsPage)
    robot.do("cancel")
    assert robot.page is results
