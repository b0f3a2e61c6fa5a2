"""The page of results, and the review."""

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.game.matches import bot_players, played_by_chance
from tests.golden import check_golden, in_turn, sampled
from tests.scenes.pages.every.pages_over_a_table import table
from tests.scenes.robot import PromptWorker, Robot, SilentWorker
from tests.scenes.tables import CardTable
from topping_out.game import registry
from topping_out.game.bots import worker as bots_worker
from topping_out.game.bots.review import Judgement, Mistake, Review, ReviewResults, Timeline, praise, scale_of
from topping_out.game.bots.worker import BotAnswer, Question, ReviewQuestion, answer
from topping_out.game.engine import Advice, RandomBot, Verdict
from topping_out.game.language import Own, fill
from topping_out.game.match import Match
from topping_out.game.progress import rating
from topping_out.game.record import Occasion, Player, Record
from topping_out.game.storage.history import read_costs
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.manager import Push
from topping_out.scenes.match.bots import MasterOpinion
from topping_out.scenes.match.course import JUST_OVER
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.results import DOUBLE_CLICK, ResultsPage, ScoreRow
from topping_out.scenes.pages.review import CurvePlot, MistakeRow, ProgressRow, ReviewPage
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.statistics import StatisticsPage
from topping_out.scenes.ui.column import foot_area
from topping_out.scenes.ui.widgets import Button, ListRow

# -- results


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
    assert rating.wins(game.match.header)[winner] == 1
    assert any(said.text.startswith("Best of three: ") for said in app.context.announcer.said)


def test_the_second_game_won_wins_the_series_and_a_rematch_begins_another(app: App, robot: Robot) -> None:
    page = _of_a_series(app, robot, 1, 1)
    assert any("the best of three: " in words for words in page.words)
    assert page.find("rematch").label == "Rematch"  # type: ignore[union-attr]
    game = rematch(robot)
    assert {*rating.wins(game.match.header)} == {0}


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
    assert {player.name: won for player, won in zip(header.seats, rating.wins(header))}[name] == 1


# -- review


YOU, ADA, BEN = Player("You"), Player("Ada Apex", "bot", "ada", 1), Player("Ben", colour=2)
COST = 30.0


def replayed(app: App, *players: Player) -> Match:
    """Return a whole game of the library's."""
    record = played_by_chance("wyoming", *players)
    match = app.context.library.start(record.header)
    for entry in record.entries:
        match.act(entry.seat, match.game.parse(entry.text))
    return match


def picky(question: Question) -> BotAnswer:
    """Advise as ever; judge two decisions of three to have cost something, the later the less."""
    if not isinstance(question, ReviewQuestion) or question.number is None:
        return answer(question)
    if question.is_of_point:
        return even(question)
    review, number = bots_worker._review_of(question.record, question.language), question.number + 1
    decision = review.decisions[question.number]
    better = next(action for action in decision.actions if action != decision.played)
    verdict = Verdict(Advice(better, f"Reason {number}."), COST + 500 // number if number % 3 else 0.0)
    return BotAnswer(question.ticket, judgement=review.judgement(question.number, verdict))


def even(question: ReviewQuestion) -> BotAnswer:
    """Find the chances of the two seats to sway a little."""
    share = 0.5 + 0.3 * ((question.number or 0) // 12 % 4 - 1.5) / 1.5
    return BotAnswer(question.ticket, shares=(share, 1 - share))


def content(question: ReviewQuestion) -> BotAnswer:
    if question.number is None:
        return answer(question)
    return even(question) if question.is_of_point else BotAnswer(question.ticket, judgement=Judgement(0, 0.0))


def speechless(question: ReviewQuestion) -> BotAnswer:
    """Judge nothing, as a bot that has no `judge`."""
    if question.number is None:
        return answer(question)
    return even(question) if question.is_of_point else BotAnswer(question.ticket)


def judged(worker: PromptWorker) -> list[int | None]:
    """Return the numbers of the decisions that were asked about."""
    return [question.number for question in worker.asked if not question.is_of_point]


def open_review(app: App, record: Record, work: object = picky) -> tuple[Robot, ReviewPage]:
    app.context.worker = PromptWorker(work)
    app.context.settings.idle_life, app.context.settings.speed = False, "instant"
    robot, page = Robot(app), ReviewPage(app.context, Review(record))
    robot.open(page)
    return robot, page


def rows(page: ReviewPage) -> list[MistakeRow]:
    return [widget for widget in page.widgets if isinstance(widget, MistakeRow)]


# -- the page


def test_the_dearest_three_are_listed_with_what_they_cost_and_what_was_better(app: App) -> None:
    _, page = open_review(app, played_by_chance("wyoming", YOU, ADA))
    Robot(app).wait(8000)
    found = rows(page)
    assert len(found) == 3
    costs = [int(re.findall(r"\d+", row.title)[1]) for row in found]
    assert costs == sorted(costs, reverse=True)
    assert all(row.title.endswith(" in 100") for row in found)
    assert all(row.parts[0][1].startswith("You ") and "Reason" in row.parts[1][1] for row in found)


def test_several_humans_are_listed_each_under_their_name(app: App) -> None:
    robot, page = open_review(app, played_by_chance("wyoming", YOU, BEN))
    robot.wait(8000)
    assert robot.widget("label 0").text == "You"  # type: ignore[attr-defined]
    assert robot.widget("label 1").text == "Ben"  # type: ignore[attr-defined]
    assert {row.name.split()[1] for row in rows(page)} == {"0", "1"}


def test_where_nothing_cost_anything_there_is_a_kind_word(app: App) -> None:
    robot, page = open_review(app, played_by_chance("wyoming", YOU, ADA), content)
    robot.wait(8000)
    assert rows(page) == []
    assert robot.widget("praise 0").text == praise("You")  # type: ignore[attr-defined]
    assert str(page.review.total) in robot.widget("looked at").text  # type: ignore[attr-defined]
    robot.press("replay")
    assert type(app.manager.top).__name__ == "ReplayScene"


def test_who_could_not_be_judged_is_not_praised(app: App) -> None:
    robot, page = open_review(app, played_by_chance("wyoming", YOU, ADA), speechless)
    robot.wait(8000)
    assert robot.widget("praise 0").text.startswith("No bot could judge")  # type: ignore[attr-defined]
    assert not {"looked at", "accuracy 0"} & {widget.name for widget in page.widgets}
    assert "The master has looked" not in " ".join(robot.heard())


def test_plays_that_followed_a_hint_are_told_beside_the_accuracy(app: App) -> None:
    record = played_by_chance("wyoming", YOU, ADA)
    own = [number for number, entry in enumerate(record.entries) if entry.seat == 0]
    for number in own[:2]:
        record.entries[number] = replace(record.entries[number], is_hinted=True)
    robot, _ = open_review(app, record, content)
    robot.wait(8000)
    assert robot.widget("hints 0").text == f"Plays after a hint: 2 of {len(own)}."  # type: ignore[attr-defined]


def test_while_the_master_thinks_the_page_lives_and_says_how_far_it_is(app: App) -> None:
    review = Review(played_by_chance("wyoming", YOU, ADA))
    review.points = ()
    app.context.worker = SilentWorker()
    robot = Robot(app)
    robot.open(ReviewPage(app.context, review))
    robot.wait(400)
    progress = robot.widget("progress")
    assert isinstance(progress, ProgressRow)
    assert (progress.done, progress.total) == (0, len(review.decisions))
    assert not robot.page.at_rest
    assert robot.page.focus == "back"


def test_left_half_way_it_goes_on_there(app: App) -> None:
    review = Review(played_by_chance("wyoming", YOU, ADA))
    review.points = ()
    app.context.worker = worker = PromptWorker(picky)
    robot = Robot(app)
    robot.open(StatisticsPage(app.context))
    app.manager.go(Push(ReviewPage(app.context, review)))
    robot.wait(160)
    half = review.judged
    assert 0 < half < len(review.decisions)
    robot.do(Verb.CANCEL)
    app.manager.go(Push(ReviewPage(app.context, review)))
    robot.wait(8000)
    assert review.next is None
    numbers = judged(worker)
    assert numbers[:half] == list(range(half))
    assert numbers[-1] == len(review.decisions) - 1
    assert len(numbers) <= len(review.decisions) + 1, "only what was under way is asked again"
    assert app.manager.top.at_rest


def test_the_record_is_gone_through_beside_the_window(app: App) -> None:
    record = played_by_chance("wyoming", YOU, ADA)
    app.context.worker = worker = PromptWorker(picky)
    robot, page = Robot(app), ReviewPage(app.context, ReviewResults(record))
    assert page.review.total is None
    robot.open(page)
    robot.wait(8000)
    assert page.review.total == len(Review(record).decisions) == page.review.judged
    assert judged(worker) == [None, *range(page.review.total)]
    assert rows(page)


def test_while_the_record_is_gone_through_the_page_says_so(app: App) -> None:
    app.context.worker = SilentWorker()
    robot = Robot(app)
    robot.open(ReviewPage(app.context, ReviewResults(played_by_chance("wyoming", YOU, ADA))))
    robot.see()
    progress = robot.widget("progress")
    assert isinstance(progress, ProgressRow)
    assert (progress.done, progress.total) == (0, None)
    assert not robot.page.at_rest


def test_what_is_found_is_listed_while_the_rest_is_still_judged(app: App) -> None:
    robot, page = open_review(app, played_by_chance("towering", YOU, ADA))
    while not rows(page):
        robot.wait(40)
    assert isinstance(robot.widget("progress"), ProgressRow)
    assert not page.review.is_over


def test_a_record_that_does_not_fit_the_rules_is_told_on_the_page(app: App) -> None:
    record = played_by_chance("wyoming", YOU, ADA)
    del record.entries[3]
    app.context.worker = PromptWorker(picky)
    robot, page = Robot(app), ReviewPage(app.context, ReviewResults(record))
    robot.open(page)
    robot.wait(400)
    problem = robot.widget("problem").text  # type: ignore[attr-defined]
    assert problem.startswith("This game cannot be reviewed: ")
    assert page.at_rest
    assert not page.review.is_over


def test_a_bot_that_fails_is_reported_and_the_review_goes_on(app: App) -> None:
    def fails(question: ReviewQuestion) -> BotAnswer:
        return BotAnswer(question.ticket, failed="The bot could not decide: so it is")

    robot, page = open_review(app, played_by_chance("wyoming", YOU, ADA), fails)
    robot.wait(8000)
    assert page.review.next is None
    assert app.context.reports[0] == "The bot could not decide: so it is"


# -- shown on the table


USED = ("keys", "mouse")


@sampled("name, used", product(registry.names(), USED), in_turn(registry.names(), USED))
def test_a_moment_is_shown_on_the_table_before_the_move_and_leads_on_and_back(app: App, name: str, used: str) -> None:
    robot, page = open_review(app, played_by_chance(name, YOU, ADA))
    app.context.devices.active = used
    robot.wait(30_000)
    row = rows(page)[0]
    (robot.press if used == "keys" else robot.click)(row.name)
    scene = app.manager.top
    assert isinstance(scene, ReplayScene)
    step = int(row.name.split()[2])
    assert (scene.at_step, scene.playback.viewer) == (step, 0)
    assert "Reason" in scene.master.words(step)
    assert scene.board.turn
    robot.do(Verb.NEXT)
    robot.wait(2000)
    assert scene.at_step == step + 1
    assert scene.board.turn is None
    assert scene.board.is_synced(scene.view)
    robot.do(Verb.UNDO)
    assert scene.board.turn
    robot.do(Verb.CANCEL)
    assert app.manager.top is page
    assert page.focus == row.name
    assert app.context.reports == []


def test_what_was_better_is_selected_on_the_cards(app: App) -> None:
    robot, page = open_review(app, played_by_chance("wyoming", YOU, ADA))
    robot.wait(8000)
    mistake = page.review.worst(0)[0]
    robot.press(rows(page)[0].name)
    scene = app.manager.top
    assert isinstance(scene, ReplayScene)
    primary = scene.board.main_button()
    assert str(primary.action).split(" #")[0] == str(mistake.verdict.better.action).split(" #")[0]


def test_a_review_under_way_goes_on_after_a_moment_was_shown(app: App) -> None:
    robot, page = open_review(app, played_by_chance("towering", YOU, ADA))
    while not rows(page):
        robot.wait(40)
    assert page.review.next
    robot.press(rows(page)[0].name)
    robot.wait(400)
    robot.do(Verb.CANCEL)
    robot.wait(40_000)
    assert page.review.next is None


# -- the master at any step


@pytest.mark.parametrize("name", registry.names())
def test_the_master_says_at_any_step_what_it_would_have_done(app: App, name: str) -> None:
    app.context.worker = worker = PromptWorker()
    app.context.settings.speed = "instant"
    record = played_by_chance(name, YOU, ADA)
    scene = ReplayScene(app.context, Timeline(record))
    robot = Robot(app)
    robot.open(scene)
    step = next(n for n, s in enumerate(scene.playback.steps) if n > 5 and s[1] is not None and s[0].seat == 1)
    scene.go_to(step)
    robot.do(Verb.HINT)
    robot.wait(1000)
    (question,) = worker.asked
    assert (question.kind, question.level) == ("advise", "master")
    viewer = getattr(question.view, "viewer", getattr(question.view, "seat", None))
    assert viewer == 1
    assert scene.master.words(step)
    assert not robot.widget("ask").enabled
    robot.do(Verb.NEXT)
    robot.wait(2000)
    assert scene.board.is_synced(scene.view)


def test_no_question_is_answered_twice_and_one_that_was_left_is_dropped(app: App) -> None:
    app.context.worker = worker = PromptWorker()
    app.context.settings.speed = "instant"
    scene = ReplayScene(app.context, Timeline(played_by_chance("wyoming", YOU, ADA)))
    robot = Robot(app)
    robot.open(scene)
    robot.do(Verb.HINT, Verb.NEXT)
    robot.wait(2000)
    assert scene.master.words(0) == ""
    assert scene.master.words(1) == ""
    robot.do(Verb.UNDO, Verb.HINT)
    robot.wait(400)
    robot.do(Verb.HINT)
    assert len(worker.asked) == 2
    assert scene.master.words(0)


def test_nothing_is_said_of_a_game_that_is_not_over(app: App) -> None:
    """The reasons may speak of hands that are still hidden."""
    record = played_by_chance("wyoming", YOU, ADA)
    record.entries.pop()
    scene = ReplayScene(app.context, Timeline(record))
    robot = Robot(app)
    robot.open(scene)
    assert not robot.widget("ask").enabled
    robot.do(Verb.HINT)
    assert not scene.master.is_thinking


def test_at_the_end_there_is_nothing_to_ask(app: App) -> None:
    scene = ReplayScene(app.context, Timeline(played_by_chance("wyoming", YOU, ADA)))
    robot = Robot(app)
    robot.open(scene)
    robot.click("end")
    robot.wait(4000)
    assert not robot.widget("ask").enabled


# -- the ways to it


def test_the_results_lead_to_the_review_and_remember_it(app: App) -> None:
    app.context.worker = PromptWorker(picky)
    app.context.settings.speed = "instant"
    robot = Robot(app)
    robot.open(TurnScene(app.context, replayed(app, YOU, ADA)))
    robot.wait(4000)
    results = app.manager.top
    assert isinstance(results, ResultsPage)
    robot.press("review")
    robot.wait(8000)
    page = app.manager.top
    assert isinstance(page, ReviewPage)
    robot.do(Verb.CANCEL)
    assert app.manager.top is results
    robot.press("review")
    again = app.manager.top
    assert isinstance(again, ReviewPage)
    assert again.review is page.review


def results_of(app: App, *players: Player) -> tuple[Robot, ResultsPage]:
    app.context.settings.speed = "instant"
    robot = Robot(app)
    robot.open(TurnScene(app.context, replayed(app, *players)))
    robot.wait(2500)
    assert isinstance(app.manager.top, ResultsPage)
    return robot, app.manager.top


def test_the_review_is_made_while_the_results_are_read_and_kept(app: App) -> None:
    app.context.worker = worker = PromptWorker(picky)
    robot, _ = results_of(app, YOU, ADA)
    path = app.context.library.path
    assert path
    robot.wait(16_000)
    asked = len(worker.asked)
    assert list(read_costs(app.context.library.folder)) == [path.name]
    robot.press("review")
    robot.wait(400)
    page = app.manager.top
    assert isinstance(page, ReviewPage)
    assert page.review.is_over
    assert len(worker.asked) == asked, "nothing is asked again"


def test_left_for_the_replay_half_way_the_review_goes_on_when_one_is_back(app: App) -> None:
    app.context.worker = worker = PromptWorker(picky)
    robot, results = results_of(app, YOU, ADA)
    robot.press("replay")
    robot.wait(400)
    half = len(worker.asked)
    robot.do(Verb.CANCEL)
    assert app.manager.top is results
    robot.wait(16_000)
    assert len(worker.asked) > half
    assert read_costs(app.context.library.folder)


def test_of_a_game_that_was_only_watched_there_is_no_review(app: App) -> None:
    app.context.worker = worker = PromptWorker(picky)
    robot, _ = results_of(app, *bot_players("easy", "easy"))
    robot.wait(2000)
    assert worker.asked == []


def test_the_last_games_can_be_reviewed_where_a_human_played(app: App) -> None:
    for players in ((YOU, ADA), bot_players("easy", "easy")):
        replayed(app, *players)
    app.context.library.close()
    app.context.worker = SilentWorker()
    robot = Robot(app)
    robot.open(StatisticsPage(app.context))
    (name,) = (w.name for w in robot.page.widgets if w.name.startswith("review"))
    robot.press(name)
    page = app.manager.top
    assert isinstance(page, ReviewPage)
    assert page.review.names == ["You", "Ada Apex"]


# -- how it looks


@pytest.mark.parametrize("text", [100, 150])
def test_the_review_looks_as_it_did(app: App, tmp_path: Path, text: int) -> None:
    Robot(app).resize((960, 540), text / 100)
    robot, page = open_review(app, played_by_chance("wyoming", YOU, BEN))
    while page.review.judged < len(page.review.decisions) - 1:
        robot.wait(40)
    check_golden(robot.see(), f"review-{text}", tmp_path)


@sampled("name", registry.names(), ["wyoming", "icetowers"])
def test_a_shown_moment_looks_as_it_did(app: App, tmp_path: Path, name: str) -> None:
    Robot(app).resize((960, 540))
    robot, page = open_review(app, played_by_chance(name, YOU, ADA))
    robot.wait(30_000)
    robot.press(rows(page)[-1].name)
    robot.wait(1000)
    check_golden(robot.see(), f"shown-{name}", tmp_path)


@pytest.mark.parametrize("name", ["towering", "towers", "wyoming"])
def test_what_the_master_says_of_anothers_step_names_that_player(app: App, name: str) -> None:
    """The reader alone is spoken to."""
    app.context.worker = PromptWorker()
    timeline = Timeline(played_by_chance(name, YOU, BEN))
    master, said = MasterOpinion(app.context, timeline), dict[str, str]()
    decisions = [one for one in map(timeline.decision, range(len(timeline.steps))) if one]
    for decision in (next(one for one in decisions if one.seat == seat) for seat in (0, 1)):
        master.ask(decision.step)
        assert master.listen()
        said[timeline.names_at(decision.step)[decision.seat]] = master.words(decision.step)
    assert re.search(r"\byour?\b", said["You"])
    assert not re.search(r"\byour?\b", said["Ben"], re.IGNORECASE)
    assert "Ben" in said["Ben"]


def test_why_something_else_was_better_is_told_of_whoever_decided() -> None:
    class Judge(RandomBot[Any, Any]):
        def why(self, *_: Any) -> str:
            return fill(Own("your tower", "{name}'s tower"))

    review = Review(played_by_chance("wyoming", YOU, BEN))
    first = {review.names[one.seat]: one for one in reversed(review.decisions)}
    verdict: Verdict[Any] = Verdict(Advice(first["You"].played, ""), 1.0)
    told = {name: review.why(Mistake(one, verdict, "", ""), Judge()) for name, one in first.items()}
    assert told == {"You": "your tower", "Ben": "Ben's tower"}


def test_a_decision_that_made_no_real_difference_is_no_mistake() -> None:
    review = Review(played_by_chance("wyoming", YOU, BEN))
    one, two = (decision for decision in review.decisions[:4] if decision.seat == 0)
    for decision, cost in ((one, 9.0), (two, 5.0)):
        verdict: Verdict[Any] = Verdict(Advice(decision.played, ""), cost)
        review.take(Judgement(0, cost, Mistake(decision, verdict, str(decision.played), "")))
    assert [mistake.decision.step for mistake in review.worst(0)] == [one.step, two.step]
    review.explain(review.worst(0)[0], None)
    assert [mistake.decision.step for mistake in review.worst(0)] == [two.step]
    assert review.cost(0) == 2.5


# -- the curve


def curve_of(app: App, work: object = content) -> tuple[Robot, ReviewPage, CurvePlot]:
    robot, page = open_review(app, played_by_chance("wyoming", YOU, ADA), work)
    while page.work.is_under_way:
        robot.wait(40)
    plot = page.find("curve")
    assert isinstance(plot, CurvePlot)
    return robot, page, plot


def test_the_curve_is_walked_along_by_keys_and_says_turn_and_chances(app: App) -> None:
    robot, page, plot = curve_of(app)
    page.focus = "curve"
    assert plot.semantics().value.startswith("Turn 1 · You 20% · Ada Apex 80%")
    robot.do(Verb.RIGHT)
    assert plot.semantics().value.startswith("Turn 2 · You 20%")
    robot.do(Verb.LEFT, Verb.LEFT)
    assert plot.at == 0
    plot.set_value("100")
    assert plot.semantics().value.startswith("At the end")


def test_the_pointer_walks_along_the_curve_and_a_click_shows_the_position(app: App) -> None:
    robot, page, plot = curve_of(app)
    place = plot.rect.centerx, plot.rect.centery
    page.on_intent(Intent(Verb.POINT, place))
    number = plot.at
    assert abs(number - len(page.review.points) / 2) < 3
    robot.click("curve")
    shown = app.manager.top
    assert isinstance(shown, ReplayScene)
    assert shown.at_step == page.review.points[number].step
    robot.do(Verb.CANCEL)
    again = page.find("curve")
    assert isinstance(again, CurvePlot)
    assert again.at == number, "the point that was looked at is kept"


def test_the_turning_points_are_said(app: App) -> None:
    _, _, plot = curve_of(app)
    assert len(plot.turned) == 3
    plot.at = plot.turned[1]
    assert plot.semantics().value.endswith("turning point 2")


def test_a_curve_that_cannot_be_worked_out_is_left_out(app: App) -> None:
    def fails(question: ReviewQuestion) -> BotAnswer:
        if question.is_of_point:
            return BotAnswer(question.ticket, failed="It cannot be.")
        return content(question)

    robot, page = open_review(app, played_by_chance("wyoming", YOU, ADA), fails)
    robot.wait(8000)
    assert page.find("curve") is None
    assert page.review.is_over


def test_the_accuracy_is_told_and_kept_beside_the_record(app: App) -> None:
    app.context.worker = PromptWorker(speechless)
    review = ReviewResults(played_by_chance("wyoming", YOU, ADA), "game.jsonl")
    robot = Robot(app)
    robot.open(ReviewPage(app.context, review))
    robot.wait(8000)
    assert review.is_over
    assert read_costs(app.context.library.folder) == {}, "of no decision anything is known"
    review.judged = 0
    app.context.worker = PromptWorker(picky)
    robot.open(ReviewPage(app.context, review))
    robot.wait(8000)
    costs = read_costs(app.context.library.folder)
    assert costs == {"game.jsonl": {0: review.cost(0)}}
    if scale_of("wyoming"):
        row = robot.widget("accuracy 0")
        assert isinstance(row, ListRow)
        assert row.title == "Your accuracy: 0 of 100"
        assert "medium 70" in row.help
