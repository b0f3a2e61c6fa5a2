"""The results stand beside the table as it ended, and take nothing for an answer that was meant for the game."""

import pytest
from msgspec.structs import replace

from tests.sampling import sampled
from tests.scenes.pages.every.pages_over_a_table import table
from tests.scenes.robot import Robot
from tests.scenes.tables import CardTable
from topping_out.game.progress import series
from topping_out.game.record import Occasion
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.match.course.ending import JUST_OVER
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.results.page import DOUBLE_CLICK, ResultsPage
from topping_out.scenes.pages.results.scores import ScoreRow
from topping_out.scenes.pages.setup.page import SetupPage
from topping_out.scenes.ui.frame import foot_area
from topping_out.scenes.ui.widgets import Button

ROOMS = [(size, text) for size in ((1280, 720), (1920, 1080), (1024, 768), (640, 480)) for text in (1.0, 1.5)]
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


@sampled("game", ["wyoming", "towering", "towers"], ["towers"])
def test_where_the_table_has_its_main_button_the_results_have_no_rematch(app: App, robot: Robot, game: str) -> None:
    """Whoever presses twice, or as the page comes by itself, looks at the table and begins nothing."""
    scene = table(app, game, 5000)
    for room in ROOMS:
        robot.resize(*room)
        scene.board.resize(app.context.kit)
        page = ResultsPage(app.context, scene)
        live = foot_area(app.context.kit)  # of *Results* below a live game's count
        places = [scene.board.main_place, live]
        page.resize(app.context.kit)
        for place in places:
            below = {name for name, button in buttons(page).items() if button.rect.colliderect(place)}
            assert below <= {"feats", "look"}, room


def test_the_second_click_of_a_double_click_begins_no_rematch(app: App, robot: Robot, results: ResultsPage) -> None:
    robot.wait(JUST_OVER + 80)
    results.enter()  # from the table once more, long after the end
    robot.click("rematch")
    assert app.manager.top is results
    robot.click("look")  # what begins nothing is pressed at once
    assert app.manager.top is results.table


def test_a_rematch_begins_once_the_page_has_been_there_for_a_moment(
    app: App, robot: Robot, results: ResultsPage
) -> None:
    robot.wait(JUST_OVER + 80)
    results.enter()
    robot.wait(DOUBLE_CLICK + 80)
    robot.click("rematch")
    assert app.manager.top is not results


def test_the_page_rests_only_once_every_click_counts(robot: Robot, results: ResultsPage) -> None:
    """A page at rest is updated seldom, so it would count the time wrong until then."""
    while not results.at_rest:
        robot.wait(100)
    results.enter()
    assert not results.at_rest
    robot.wait(DOUBLE_CLICK + 80)
    assert results.at_rest


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


def buttons(page: ResultsPage) -> dict[str, Button]:
    return {widget.name: widget for widget in page.widgets if isinstance(widget, Button)}


def test_each_button_has_its_place_whoever_played_and_whatever_there_is_to_read(app: App, robot: Robot) -> None:
    """What is absent stands there all the same, and says why it cannot be pressed."""
    played = [("wyoming", "hb"), ("towering", "hb"), ("towering", "bb"), ("towers", "hbb")]
    pages = [ResultsPage(app.context, table(app, game, 5000, seats)) for game, seats in played]
    for page in pages:
        page.resize(app.context.kit)
    places = [{name: tuple(button.rect) for name, button in buttons(page).items()} for page in pages]
    assert all(other == places[0] for other in places)
    assert not buttons(pages[0])["account"].enabled
    assert buttons(pages[1])["account"].enabled
    assert not buttons(pages[2])["review"].enabled
    assert pages[2].initial_focus() is buttons(pages[2])["replay"]
    said = buttons(pages[2])["review"].semantics()
    assert (said.is_enabled, said.description) == (False, "Only bots have played.")


@pytest.mark.parametrize("game", ["wyoming", "towering", "towers"])
def test_a_plate_and_what_stands_under_its_name_agree(app: App, game: str) -> None:
    page = ResultsPage(app.context, table(app, game, 5000))
    board = page.board
    assert isinstance(board, CardTable)
    won = page.table.match.outcome.winners  # type: ignore[union-attr]
    assert [board._seat_lines(seat) == ("winner",) for seat in range(2)] == [seat in won for seat in range(2)]


@sampled("game", ["wyoming", "towering", "towers"], ["wyoming"])
def test_the_results_stand_beside_the_table_and_within_the_window(app: App, robot: Robot, game: str) -> None:
    page = ResultsPage(app.context, table(app, game, 5000, "hbbb" if game != "towering" else "hb"))
    for room in ROOMS:
        robot.resize(*room)
        page.resize(app.context.kit)
        kit = app.context.kit
        assert page.board.kit.width * page.board.kit.scale <= page.panel.x * kit.scale + 1, room
        for widget in page.widgets:
            assert page.panel.contains(widget.rect), f"{widget.name} leaves the panel: {room}"
        buttons = [widget for widget in page.widgets if not isinstance(widget, ScoreRow)]
        for row in (widget for widget in page.widgets if isinstance(widget, ScoreRow)):
            assert row.rect.collidelist([button.rect for button in buttons]) < 0, f"{row.name} is covered: {room}"


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


def _of_a_series(app: App, robot: Robot, *won: int) -> ResultsPage:
    """The results of a game in a series in which each seat has won so many before."""
    scene = table(app, "wyoming", 5000)
    header = replace(scene.match.header, occasion=Occasion(best_of=3, won=won))
    scene.match.record.header = scene.board.header = header
    page = ResultsPage(app.context, scene)
    robot.open(page)
    return page


def rematch(robot: Robot) -> TurnScene:
    robot.wait(JUST_OVER + 80)
    robot.do(Verb.REMATCH)
    game = robot.app.manager.top
    assert isinstance(game, TurnScene)
    return game


def test_a_series_is_told_and_the_next_game_goes_on_with_it(app: App, robot: Robot) -> None:
    page = _of_a_series(app, robot)
    (winner,) = page.table.match.outcome.winners  # type: ignore[union-attr]
    assert any(words.startswith("Best of three: ") for words in page.words)
    assert page.find("rematch").label == "Next game"  # type: ignore[union-attr]
    game = rematch(robot)
    assert series.wins(game.match.header)[winner] == 1
    assert any(said.text.startswith("Best of three: ") for said in app.context.announcer.said)


def test_the_second_game_won_wins_the_series_and_a_rematch_begins_another(app: App, robot: Robot) -> None:
    page = _of_a_series(app, robot, 1, 1)
    assert any("the best of three: " in words for words in page.words)
    assert page.find("rematch").label == "Rematch"  # type: ignore[union-attr]
    game = rematch(robot)
    assert {*series.wins(game.match.header)} == {0}


def test_a_new_set_up_keeps_seats_and_series_and_all_can_move_round(app: App, robot: Robot) -> None:
    page = _of_a_series(app, robot)
    (winner,) = page.table.match.outcome.winners  # type: ignore[union-attr]
    name = page.table.match.names[winner]
    robot.wait(JUST_OVER + 80)
    robot.click("setup")
    setup = app.manager.top
    assert isinstance(setup, SetupPage)
    before = [player.name for player in setup.header().seats]
    assert before == [*page.table.match.names]
    app.manager.go(setup.find("move round").press())  # type: ignore[union-attr]
    header = setup.header()
    assert [player.name for player in header.seats] == [*before[-1:], *before[:-1]]
    assert {player.name: won for player, won in zip(header.seats, series.wins(header))}[name] == 1
