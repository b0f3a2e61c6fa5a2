"""The page of feats, and the ways to it: from the statistics, and from the results of a game that brought new ones."""

import pytest

from tests.scenes.pages.every.every_page import PAGES
from tests.scenes.pages.every.pages_over_a_table import table
from tests.scenes.robot import Robot
from topping_out.game.storage.history.feats import new_feats
from topping_out.scenes.app import App
from topping_out.scenes.manager import Push
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.pages.feats.medal import MedalCard
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
    medals = [widget for widget in results.widgets if isinstance(widget, MedalCard)]  # type: ignore[attr-defined]
    assert [medal.title for medal in medals] == [feat.title for _, feat in found]
    for medal, (_, feat) in zip(medals, found):
        assert medal.semantics().label == f"For the first time: “{feat.title}”."
        assert medal.semantics().description == feat.about
    assert robot.heard().count("For the first time") == len(found), "and no sentence of it stands in the panel"
    robot.press("feats")
    assert isinstance(robot.page, FeatsPage)
    robot.do("cancel")
    assert robot.page is results
    robot.press("medal 0")
    assert isinstance(robot.page, FeatsPage)


@pytest.mark.parametrize("is_reduced", [False, True])
def test_a_medal_comes_up_after_the_scores_and_rings(app: App, is_reduced: bool) -> None:
    app.context.settings.reduced_motion = is_reduced
    page = ResultsPage(app.context, table(app, "towers", 5000))
    app.manager.go(Push(page))
    number = len(page.feats)
    assert number
    seen = []
    while not page.at_rest:
        seen.append([page._grown(medal) for medal in range(number)])
        app.manager.update(40)
    assert [app.context.audio.recent.count("medal")] == [number] or len(app.context.audio.recent) < number
    if is_reduced:
        assert {share for shares in seen for share in shares} == {1.0}
    else:
        assert seen[0] == [0.0] * number
        assert any(0 < shares[0] < 1 for shares in seen)
        assert all(shares == sorted(shares, reverse=True) for shares in seen), "one after the other"
    assert [page._grown(medal) for medal in range(number)] == [1.0] * number


def test_where_there_is_little_room_the_titles_are_left_and_then_a_sentence(app: App) -> None:
    robot = Robot(app)
    page = ResultsPage(app.context, table(app, "towers", 5000))
    boxes = [*page.feats.medals(lambda medal: 1.0)]
    kit = app.context.kit
    assert boxes[-1] is None
    full, brief = (box.height_for(kit, 390) for box in boxes[:-1] if box)
    assert brief < 0.8 * full
    robot.resize((1280, 720))
    page.resize(app.context.kit)
    for room, kind in ((full / 0.6 + 1, False), (brief / 0.6 + 1, True)):
        box = page._medals(room)
        assert box
        assert {medal.is_brief for medal in box.widgets() if isinstance(medal, MedalCard)} == {kind}
    assert page._medals(brief) is None
