"""The page of results, and the review of a game."""

import re
from collections.abc import Callable
from dataclasses import replace as changed
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.game.matches import bot_players, play_on, played_by_chance
from tests.game.test_city import win
from tests.golden import check_golden, in_turn, sampled
from tests.scenes.pages.every.every_page import AGAINST_OTTO, table
from tests.scenes.robot import PromptWorker, Robot, SilentComparisons, SilentWorker
from topping_out.game import registry
from topping_out.game.bots import worker as bots_worker
from topping_out.game.bots.puzzle_progress import puzzle_of
from topping_out.game.bots.review import Judgement, Mistake, Review, ReviewResults, Timeline, praise, scale_of
from topping_out.game.bots.worker import BotAnswer, Question, ReviewQuestion, answer
from topping_out.game.city import plan, stage_of
from topping_out.game.engine import Advice, Outcome, RandomBot, Verdict
from topping_out.game.language import Own, fill, seat_name
from topping_out.game.match import Match
from topping_out.game.progress import daily, rating
from topping_out.game.progress.daily import deal_of
from topping_out.game.record import Occasion, Player, Record
from topping_out.game.storage.history import PuzzleTries, PuzzleTry, read_costs
from topping_out.game.storage.library import Saved
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers.live import LivePuzzleScene
from topping_out.scenes.manager import Push
from topping_out.scenes.match.bots import MasterOpinion
from topping_out.scenes.match.course import JUST_OVER, HandoverPage
from topping_out.scenes.match.puzzle_turns import PuzzleScene
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.start import begin_guided
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.results import DOUBLE_CLICK, ResultsPage, ScoreRow
from topping_out.scenes.pages.review import CurvePlot, MistakeRow, ProgressRow, ReviewPage
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.statistics import StatisticsPage
from topping_out.scenes.ui.column import foot_area
from topping_out.scenes.ui.widgets import Button

# -- results


SIZES_AND_TEXTS = [(size, text) for size in ((1280, 720), (1920, 1080), (1024, 768), (640, 480)) for text in (1.0, 1.5)]
JUST_PRESSED = (Verb.PLAY, Verb.CONFIRM, Verb.CANCEL, Verb.UNDO, Verb.HINT, Verb.REMATCH, Verb.PICK)


@pytest.fixture
def results(app: App, robot: Robot) -> ResultsPage:
    """Return the results of a game of Wyoming at the moment when they appear."""
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


def test_keys_and_clicks_do_nothing_just_after_the_page_appears(app: App, robot: Robot, results: ResultsPage) -> None:
    robot.wait(JUST_OVER - 80)
    for verb in JUST_PRESSED:
        robot.do(verb)
        assert app.manager.top is results
    for name in ("rematch", "title", "setup", "look"):
        robot.click(name)
        assert app.manager.top is results


@sampled("game", ["wyoming", "towering", "towers"], ["towers"])
def test_no_rematch_is_where_the_table_has_its_main_button(app: App, robot: Robot, game: str) -> None:
    """A player who presses twice, or just as the page appears, must not start another game."""
    scene = table(app, game, 5000)
    for room in SIZES_AND_TEXTS:
        robot.resize(*room)
        scene.board.resize(app.context.kit)
        page = ResultsPage(app.context, scene)
        live = foot_area(app.context.kit)  # the place of the button Results after a live game
        places = [scene.board.main_place, live]
        page.resize(app.context.kit)
        for place in places:
            below = {name for name, button in buttons(page).items() if button.rect.colliderect(place)}
            assert below <= {"feats", "look"}, room


def test_the_second_click_of_a_double_click_starts_no_rematch(app: App, robot: Robot, results: ResultsPage) -> None:
    robot.wait(JUST_OVER + 80)
    results.enter()  # back from the table, long after the end
    robot.click("rematch")
    assert app.manager.top is results
    robot.click("look")  # buttons that start nothing work at once
    assert app.manager.top is results.table


def test_a_rematch_can_be_clicked_after_a_moment(app: App, robot: Robot, results: ResultsPage) -> None:
    robot.wait(JUST_OVER + 80)
    results.enter()
    robot.wait(DOUBLE_CLICK + 80)
    robot.click("rematch")
    assert app.manager.top is not results


def test_the_page_rests_only_once_all_clicks_count(robot: Robot, results: ResultsPage) -> None:
    """A page at rest is updated too rarely to measure that time."""
    while not results.at_rest:
        robot.wait(100)
    results.enter()
    assert not results.at_rest
    robot.wait(DOUBLE_CLICK + 80)
    assert results.at_rest


def test_presses_of_a_screen_reader_count_at_once(app: App, results: ResultsPage) -> None:
    """A screen reader names what it presses; a name not on this page was meant for the game."""
    for name, stays in (("card 0", True), ("look", False)):
        for intent in (Intent(Verb.FOCUS, text=name), Intent(Verb.CONFIRM)):
            app.on_intent(intent)
        assert (app.manager.top is results) == stays


def test_a_rematch_has_a_key_of_its_own(app: App, robot: Robot, results: ResultsPage) -> None:
    robot.wait(JUST_OVER + 80)
    robot.do(Verb.PLAY)
    assert app.manager.top is results
    robot.do(Verb.REMATCH)
    assert isinstance(app.manager.top, TurnScene)
    assert app.manager.top is not results.table


def buttons(page: ResultsPage) -> dict[str, Button]:
    return {widget.name: widget for widget in page.widgets if isinstance(widget, Button)}


def test_the_buttons_are_in_the_same_places_after_every_game(app: App, robot: Robot) -> None:
    """Buttons that do not apply are disabled and say why."""
    played = [("wyoming", "hb"), ("towering", "hb"), ("towering", "bb"), ("towers", "hbb")]
    pages = [ResultsPage(app.context, table(app, game, 5000, seats)) for game, seats in played]
    for page in pages:
        page.resize(app.context.kit)
    places = [
        {name: tuple(map(round, button.rect)) for name, button in buttons(page).items() if name not in ("code", "deal")}
        for page in pages
    ]
    assert all(place == places[0] for place in places)
    assert not buttons(pages[0])["account"].enabled
    assert buttons(pages[1])["account"].enabled
    assert not buttons(pages[2])["review"].enabled
    assert pages[2].initial_focus() is buttons(pages[2])["replay"]
    semantics = buttons(pages[2])["review"].semantics()
    assert (semantics.is_enabled, semantics.description) == (False, "Only bots have played.")


@sampled("game", ["wyoming", "towering", "towers"], ["wyoming"])
def test_the_results_fit_beside_the_table(app: App, robot: Robot, game: str) -> None:
    page = ResultsPage(app.context, table(app, game, 5000, "hbbb" if game != "towering" else "hb"))
    for room in SIZES_AND_TEXTS:
        robot.resize(*room)
        page.resize(app.context.kit)
        kit = app.context.kit
        assert page.board.kit.width * page.board.kit.scale <= page.panel.x * kit.scale + 1, room
        for widget in page.widgets:
            assert page.panel.contains(widget.rect), f"{widget.name} leaves the panel: {room}"
        buttons = [widget for widget in page.widgets if not isinstance(widget, ScoreRow)]
        for row in (widget for widget in page.widgets if isinstance(widget, ScoreRow)):
            assert row.rect.collidelist([button.rect for button in buttons]) < 0, f"{row.name} is covered: {room}"


def test_the_table_fills_the_window_again_after_the_results(app: App, robot: Robot, results: ResultsPage) -> None:
    robot.wait(JUST_OVER + 80)
    assert results.board.kit is not app.context.kit
    robot.do(Verb.CANCEL)
    assert results.board.kit is app.context.kit
    assert results.board.is_synced(results.table.view)


def test_results_appear_at_once_with_reduced_motion(app: App, robot: Robot) -> None:
    app.context.settings.reduced_motion = True
    page = ResultsPage(app.context, table(app, "wyoming", 5000))
    page.resize(app.context.kit)
    assert page._before is None
    assert [page.counted("12"), page.counted("−7")] == ["12", "−7"]
    assert page.board.kit.width * page.board.kit.scale <= page.panel.x * app.context.kit.scale + 1


def _of_a_series(app: App, robot: Robot, *won: int) -> ResultsPage:
    """Return the results of a game in a series; `won` is the number of games won by each seat before."""
    scene = table(app, "wyoming", 5000)
    header = replace(scene.match.header, occasion=Occasion(best_of=3, won=won))
    scene.match.record.header = scene.board.header = header
    return robot.open(ResultsPage(app.context, scene))


def rematch(robot: Robot) -> TurnScene:
    robot.wait(JUST_OVER + 80)
    robot.do(Verb.REMATCH)
    return robot.top(TurnScene)


def test_a_series_is_shown_and_continued_by_the_next_game(app: App, robot: Robot) -> None:
    page = _of_a_series(app, robot)
    (winner,) = page.table.match.outcome.winners
    assert any(words.startswith("Best of three: ") for words in page.words)
    assert page.find("rematch").label == "Next game"
    game = rematch(robot)
    assert rating.wins(game.match.header)[winner] == 1
    assert any(entry.text.startswith("Best of three: ") for entry in app.context.announcer.said)


def test_a_second_win_ends_the_series_and_a_rematch_starts_a_new_one(app: App, robot: Robot) -> None:
    page = _of_a_series(app, robot, 1, 1)
    assert any("the best of three: " in words for words in page.words)
    assert page.find("rematch").label == "Rematch"
    game = rematch(robot)
    assert {*rating.wins(game.match.header)} == {0}


def test_a_new_set_up_keeps_the_series_and_players_can_change_seats(app: App, robot: Robot) -> None:
    page = _of_a_series(app, robot)
    (winner,) = page.table.match.outcome.winners
    name = page.table.match.names[winner]
    robot.wait(JUST_OVER + 80)
    robot.click("setup")
    setup = robot.top(SetupPage)
    before = [player.name for player in setup.header().seats]
    assert before == [*page.table.match.names]
    app.manager.go(setup.find("move round").press())
    header = setup.header()
    assert [player.name for player in header.seats] == [*before[-1:], *before[:-1]]
    assert {player.name: won for player, won in zip(header.seats, rating.wins(header))}[name] == 1


# -- what comes next


Kind = Callable[[App], Any]


def _with(scene: Any, is_won: bool, seats: tuple[Player, ...] = (), **occasion: Any) -> Any:
    """Give a finished match another occasion, other players and another winner."""
    header = scene.match.record.header
    header = replace(header, seats=seats or header.seats, occasion=Occasion(**occasion))
    scene.match.record.header = scene.board.header = header
    scene.match.state.outcome = changed(scene.match.outcome, winners=(0 if is_won else 1,))
    return scene


def _city(app: App, district: str, stage: str, won: bool, games: tuple[Saved, ...] = ()) -> Any:
    app.context.library.games = lambda: [*games]
    return _with(table(app, "towers", 5000), won, AGAINST_OTTO, district=district, stage=stage)


def _whole_city() -> tuple[Saved, ...]:
    return tuple(win([], *(district.name for district in plan().districts)))


def _last_of_a_district(app: App) -> Any:
    games = win([], "orchard")
    scene = _city(app, "orchard", "pia", True, tuple(games[:-1]))
    scene.match.record.header = replace(
        scene.match.header, occasion=Occasion(district="orchard", stage="pia", best_of=3, won=(1, 0))
    )
    return scene


def _deal(app: App, played: str, counts: bool = True, solved: bool = False) -> Any:
    """Return a deal of Towers of today, with a counted try at each of the other games `played`, letters divided."""
    app.context.comparisons = SilentComparisons()
    today = daily.today()
    tries = [deal_of(name, today).begin(True, "2026-11-22T10:00:00") for name in played.split()]
    outcome = Outcome((0,), (9, 5), "points")
    app.context.library.games = lambda: [Saved(Path(header.game), header, 3, outcome) for header in tries]
    if solved:
        puzzle = puzzle_of(today, [*registry.names()])
        PuzzleTries().add(PuzzleTry(puzzle.header.game, puzzle.name, True, f"{today}T12:00:00"))
    return _with(table(app, "towers", 5000), True, day=today.isoformat(), is_counted=counts)


def _guided(app: App) -> Any:
    app.context.worker = SilentWorker()
    app.manager.go(begin_guided(app.context, "towers"))
    scene = app.manager.top
    play_on(scene.match)
    app.manager.update(40)
    return scene


OTHERS = "wyoming towering icetowers"
KINDS: dict[str, tuple[Kind, str, str]] = {
    "a single game": (lambda app: table(app, "wyoming", 5000), "Rematch", "wyoming"),
    "a table of several": (lambda app: table(app, "towers", 5000, "hhh"), "Rematch", "towers"),
    "a series under way": (
        lambda app: _with(table(app, "wyoming", 5000), True, best_of=3, won=(0, 0)), "Next game", "wyoming 1:0",
    ),
    "a decided series": (
        lambda app: _with(table(app, "wyoming", 5000), True, best_of=3, won=(1, 1)), "Rematch", "wyoming 0:0",
    ),
    "a lesson": (_guided, "Now play Pia", "towers"),
    "a match of the city, won": (lambda app: _city(app, "brickyard", "last_brick", True), "Next floor", "cartwheel"),
    "a match of the city, lost": (lambda app: _city(app, "brickyard", "last_brick", False), "Rematch", "last_brick"),
    "a district, won": (_last_of_a_district, "Next floor", "last_brick"),
    "a match of a whole city": (
        lambda app: _city(app, "brickyard", "last_brick", True, _whole_city()), "Your city", "SkylinePage",
    ),
    "a deal": (lambda app: _deal(app, ""), "Next deal", "wyoming"),
    "the last deal": (lambda app: _deal(app, OTHERS), "Puzzle of the day", "puzzle"),
    "everything of a day": (lambda app: _deal(app, OTHERS, solved=True), "Deals", "DailyPage"),
    "a deal for practice": (lambda app: _deal(app, "", counts=False), "Play again", "towers"),
}  # fmt: skip


def _where(app: App) -> str:
    """Return the page that is open, or the kind of match: its stage, or its game and the score of its series."""
    scene = app.manager.top
    if isinstance(scene, HandoverPage):
        scene = app.manager.stack[-2]
    if isinstance(scene, PuzzleScene | LivePuzzleScene):
        return "puzzle"
    if not isinstance(scene, TurnScene):
        return type(scene).__name__
    header = scene.match.header
    score = ":".join(map(str, rating.wins(header)))
    return stage_of(header)[1] or " ".join(filter(None, [header.game, score]))


@pytest.mark.parametrize("kind", KINDS)
def test_the_golden_button_is_the_next_thing(app: App, robot: Robot, kind: str) -> None:
    make, label, expected = KINDS[kind]
    page = robot.open(ResultsPage(app.context, make(app)))
    golden = [button for button in buttons(page).values() if button.primary]
    assert [button.label for button in golden] == [label]
    assert len({button.label for button in buttons(page).values()}) == len(buttons(page))
    robot.wait(JUST_OVER + DOUBLE_CLICK + 80)
    robot.do(Verb.REMATCH)
    robot.wait()
    assert _where(app) == expected


def test_after_a_won_match_of_the_city_the_same_can_be_played_again(app: App, robot: Robot) -> None:
    robot.open(ResultsPage(app.context, _city(app, "brickyard", "last_brick", True)))
    robot.wait(JUST_OVER + DOUBLE_CLICK + 80)
    robot.press("again")
    robot.wait()
    assert _where(app) == "last_brick"


def test_the_results_of_a_won_match_light_the_floor_and_show_the_next_match(app: App, robot: Robot) -> None:
    page = robot.open(ResultsPage(app.context, _city(app, "brickyard", "last_brick", True)))
    card = page.find("next match")
    page._time = 0.0
    lit = [card._lit]
    while not page.at_rest:
        robot.wait(100)
        lit.append(card._lit)
    assert (lit[0], lit[-1]) == (0.0, 0.25)
    assert lit == sorted(lit)
    assert len({*lit}) > 5
    said = card.semantics()
    assert said.label == "Floor 2 · Towers of Wyoming"
    assert said.description.startswith("The suits go round like a wheel")
    assert "Against Otto Overreach" in said.description
    lost = robot.open(ResultsPage(app.context, _city(app, "brickyard", "last_brick", False)))
    assert lost.find("next match") is None


# -- review


YOU, ADA, BEN = Player("You"), Player("Ada Apex", "bot", "ada", 1), Player("Ben", colour=2)
COST = 30.0


def replayed(app: App, *players: Player) -> Match:
    """Return a finished game in the library."""
    record = played_by_chance("wyoming", *players)
    match = app.context.library.start(record.header)
    for entry in record.entries:
        match.act(entry.seat, match.game.parse(entry.text))
    return match


def picky(question: Question) -> BotAnswer:
    """Judge two decisions of three as mistakes, later ones as smaller; give the usual advice."""
    if not isinstance(question, ReviewQuestion) or question.number is None:
        return answer(question)
    if question.is_of_point:
        return swaying(question)
    review, number = bots_worker._review_of(question.record, question.language), question.number + 1
    decision = review.decisions[question.number]
    better = next(action for action in decision.actions if action != decision.played)
    verdict = Verdict(Advice(better, f"Reason {number}."), COST + 500 // number if number % 3 else 0.0)
    return BotAnswer(question.ticket, judgement=review.judgement(question.number, verdict))


def swaying(question: ReviewQuestion) -> BotAnswer:
    """Return chances of the two seats that sway a little."""
    share = 0.5 + 0.3 * ((question.number or 0) // 12 % 4 - 1.5) / 1.5
    return BotAnswer(question.ticket, shares=(share, 1 - share))


def satisfied(question: ReviewQuestion) -> BotAnswer:
    if question.number is None:
        return answer(question)
    return swaying(question) if question.is_of_point else BotAnswer(question.ticket, judgement=Judgement(0, 0.0))


def without_judgement(question: ReviewQuestion) -> BotAnswer:
    """Judge nothing, like a bot without `judge`."""
    if question.number is None:
        return answer(question)
    return swaying(question) if question.is_of_point else BotAnswer(question.ticket)


def judged(worker: PromptWorker) -> list[int | None]:
    """Return the numbers of the decisions that the worker was asked about."""
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


def test_a_player_without_mistakes_is_praised(app: App) -> None:
    robot, page = open_review(app, played_by_chance("wyoming", YOU, ADA), satisfied)
    robot.wait(8000)
    assert rows(page) == []
    assert robot.widget("praise 0").text == praise("You")
    assert str(page.review.total) in robot.widget("looked at").text
    robot.press("replay")
    assert type(app.manager.top).__name__ == "ReplayScene"


def test_a_player_who_could_not_be_judged_is_not_praised(app: App) -> None:
    robot, page = open_review(app, played_by_chance("wyoming", YOU, ADA), without_judgement)
    robot.wait(8000)
    assert robot.widget("praise 0").text.startswith("No bot could judge")
    assert not {"looked at", "accuracy 0"} & {widget.name for widget in page.widgets}
    assert "The master has looked" not in " ".join(robot.page_text())


def test_the_number_of_plays_after_a_hint_is_shown(app: App) -> None:
    record = played_by_chance("wyoming", YOU, ADA)
    own = [number for number, entry in enumerate(record.entries) if entry.seat == 0]
    for number in own[:2]:
        record.entries[number] = replace(record.entries[number], is_hinted=True)
    robot, _ = open_review(app, record, satisfied)
    robot.wait(8000)
    assert robot.widget("hints 0").text == f"Plays after a hint: 2 of {len(own)}."


@pytest.mark.parametrize("is_prepared", [False, True])
def test_the_page_shows_progress_while_the_record_is_prepared_and_the_master_thinks(
    app: App, robot: Robot, is_prepared: bool
) -> None:
    record = played_by_chance("wyoming", YOU, ADA)
    review = Review(record) if is_prepared else ReviewResults(record)
    review.points = ()
    app.context.worker = SilentWorker()
    robot.open(ReviewPage(app.context, review))
    robot.wait(400)
    progress = robot.widget("progress")
    assert (progress.done, progress.total) == (0, len(review.decisions) if is_prepared else None)
    assert not robot.page.at_rest
    assert robot.page.focus == "back"


def test_a_review_that_was_left_continues_where_it_was(app: App) -> None:
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
    assert len(numbers) <= len(review.decisions) + 1, "more than the decision under way was asked again"
    assert app.manager.top.at_rest


def test_the_record_is_prepared_in_the_background(app: App) -> None:
    record = played_by_chance("wyoming", YOU, ADA)
    app.context.worker = worker = PromptWorker(picky)
    robot, page = Robot(app), ReviewPage(app.context, ReviewResults(record))
    assert page.review.total is None
    robot.open(page)
    robot.wait(8000)
    assert page.review.total == len(Review(record).decisions) == page.review.judged
    assert judged(worker) == [None, *range(page.review.total)]
    assert rows(page)


def test_mistakes_are_listed_while_others_are_still_judged(app: App) -> None:
    robot, page = open_review(app, played_by_chance("towering", YOU, ADA))
    while not rows(page):
        robot.wait(40)
    assert isinstance(robot.widget("progress"), ProgressRow)
    assert not page.review.is_over


def test_a_record_that_breaks_the_rules_is_reported_on_the_page(app: App) -> None:
    record = played_by_chance("wyoming", YOU, ADA)
    del record.entries[3]
    app.context.worker = PromptWorker(picky)
    robot, page = Robot(app), ReviewPage(app.context, ReviewResults(record))
    robot.open(page)
    robot.wait(400)
    problem = robot.widget("problem").text
    assert problem.startswith("This game can't be reviewed: ")
    assert page.at_rest
    assert not page.review.is_over


def test_a_failing_bot_is_reported_and_the_review_continues(app: App) -> None:
    def fails(question: ReviewQuestion) -> BotAnswer:
        return BotAnswer(question.ticket, failed="The bot couldn't decide: so it is")

    robot, page = open_review(app, played_by_chance("wyoming", YOU, ADA), fails)
    robot.wait(8000)
    assert page.review.next is None
    assert app.context.reports[0] == "The bot couldn't decide: so it is"


# -- positions on the table


USED = ("keys", "mouse")


@sampled("name, used", product(registry.names(), USED), in_turn(registry.names(), USED))
def test_a_mistake_can_be_viewed_on_the_table(app: App, name: str, used: str) -> None:
    robot, page = open_review(app, played_by_chance(name, YOU, ADA))
    app.context.devices.active = used
    robot.wait(30_000)
    row = rows(page)[0]
    (robot.press if used == "keys" else robot.click)(row.name)
    scene = robot.top(ReplayScene)
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


def test_the_better_play_is_selected_on_the_table(app: App) -> None:
    robot, page = open_review(app, played_by_chance("wyoming", YOU, ADA))
    robot.wait(8000)
    mistake = page.review.worst(0)[0]
    robot.press(rows(page)[0].name)
    scene = robot.top(ReplayScene)
    primary = scene.board.main_button()
    assert str(primary.action).split(" #")[0] == str(mistake.verdict.better.action).split(" #")[0]


def test_a_review_continues_after_a_position_was_viewed(app: App) -> None:
    robot, page = open_review(app, played_by_chance("towering", YOU, ADA))
    while not rows(page):
        robot.wait(40)
    assert page.review.next
    robot.press(rows(page)[0].name)
    robot.wait(400)
    robot.do(Verb.CANCEL)
    robot.wait(40_000)
    assert page.review.next is None


# -- the master's opinion at any step


def open_replay(app: App, record: Record) -> tuple[Robot, ReplayScene]:
    app.context.settings.speed = "instant"
    robot = Robot(app)
    return robot, robot.open(ReplayScene(app.context, Timeline(record)))


@pytest.mark.parametrize("name", registry.names())
def test_the_master_can_be_asked_at_any_step(app: App, name: str) -> None:
    app.context.worker = worker = PromptWorker()
    robot, scene = open_replay(app, played_by_chance(name, YOU, ADA))
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


def test_a_question_that_was_left_is_dropped_and_none_is_repeated(app: App) -> None:
    app.context.worker = worker = PromptWorker()
    robot, scene = open_replay(app, played_by_chance("wyoming", YOU, ADA))
    robot.do(Verb.HINT, Verb.NEXT)
    robot.wait(2000)
    assert scene.master.words(0) == ""
    assert scene.master.words(1) == ""
    robot.do(Verb.UNDO, Verb.HINT)
    robot.wait(400)
    robot.do(Verb.HINT)
    assert len(worker.asked) == 2
    assert scene.master.words(0)


def test_the_master_cannot_be_asked_about_an_unfinished_game(app: App) -> None:
    """The reasons may reveal hands that are still hidden."""
    record = played_by_chance("wyoming", YOU, ADA)
    record.entries.pop()
    robot, scene = open_replay(app, record)
    assert not robot.widget("ask").enabled
    robot.do(Verb.HINT)
    assert not scene.master.is_thinking


def test_the_master_cannot_be_asked_at_the_end(app: App) -> None:
    robot, _ = open_replay(app, played_by_chance("wyoming", YOU, ADA))
    robot.click("end")
    robot.wait(4000)
    assert not robot.widget("ask").enabled


# -- ways to the review


def results_of(app: App, *players: Player) -> tuple[Robot, ResultsPage]:
    app.context.settings.speed = "instant"
    robot = Robot(app)
    robot.open(TurnScene(app.context, replayed(app, *players)))
    robot.wait(2500)
    return robot, robot.top(ResultsPage)


def test_the_results_open_the_review_and_remember_it(app: App) -> None:
    app.context.worker = PromptWorker(picky)
    robot, results = results_of(app, YOU, ADA)
    robot.press("review")
    robot.wait(8000)
    page = robot.top(ReviewPage)
    robot.do(Verb.CANCEL)
    assert app.manager.top is results
    robot.press("review")
    assert robot.top(ReviewPage).review is page.review


def test_the_review_is_made_and_saved_while_the_results_are_shown(app: App) -> None:
    app.context.worker = worker = PromptWorker(picky)
    robot, _ = results_of(app, YOU, ADA)
    path = app.context.library.path
    robot.wait(16_000)
    asked = len(worker.asked)
    assert list(read_costs(app.context.library.folder)) == [path.name]
    robot.press("review")
    robot.wait(400)
    page = robot.top(ReviewPage)
    assert page.review.is_over
    assert len(worker.asked) == asked, "something was asked again"


def test_the_review_continues_after_a_visit_to_the_replay(app: App) -> None:
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


def test_games_of_bots_alone_are_not_reviewed(app: App) -> None:
    app.context.worker = worker = PromptWorker(picky)
    robot, _ = results_of(app, *bot_players("easy", "easy"))
    robot.wait(2000)
    assert worker.asked == []


def test_recent_games_with_a_human_can_be_reviewed(app: App) -> None:
    for players in ((YOU, ADA), bot_players("easy", "easy")):
        replayed(app, *players)
    app.context.library.close()
    app.context.worker = SilentWorker()
    robot = Robot(app)
    robot.open(StatisticsPage(app.context))
    (name,) = (w.name for w in robot.page.widgets if w.name.startswith("review"))
    robot.press(name)
    page = robot.top(ReviewPage)
    assert page.review.names == ["You", "Ada Apex"]


# -- pictures


@pytest.mark.parametrize("text", [100, 150])
def test_the_review_looks_like_its_golden_picture(app: App, tmp_path: Path, text: int) -> None:
    Robot(app).resize((960, 540), text / 100)
    robot, page = open_review(app, played_by_chance("wyoming", YOU, BEN))
    while page.review.judged < len(page.review.decisions) - 1:
        robot.wait(40)
    check_golden(robot.see(), f"review-{text}", tmp_path)


@sampled("name", registry.names(), ["wyoming", "icetowers"])
def test_a_viewed_position_looks_like_its_golden_picture(app: App, tmp_path: Path, name: str) -> None:
    Robot(app).resize((960, 540))
    robot, page = open_review(app, played_by_chance(name, YOU, ADA))
    robot.wait(30_000)
    robot.press(rows(page)[-1].name)
    robot.wait(1000)
    check_golden(robot.see(), f"shown-{name}", tmp_path)


@pytest.mark.parametrize("name", ["towering", "towers", "wyoming"])
def test_the_master_names_another_player_instead_of_saying_you(app: App, name: str) -> None:
    """Only the player who reads is addressed as "you"."""
    app.context.worker = PromptWorker()
    timeline = Timeline(played_by_chance(name, YOU, BEN))
    master, opinions = MasterOpinion(app.context, timeline), dict[str, str]()
    decisions = [decision for decision in map(timeline.decision, range(len(timeline.steps))) if decision]
    for decision in (next(decision for decision in decisions if decision.seat == seat) for seat in (0, 1)):
        master.ask(decision.step)
        assert master.listen()
        opinions[timeline.names_at(decision.step)[decision.seat]] = master.words(decision.step)
    assert re.search(r"\byour?\b", opinions["You"])
    assert not re.search(r"\byour?\b", opinions["Ben"], re.IGNORECASE)
    assert "Ben" in opinions["Ben"]


def test_an_opinion_names_the_other_players(app: App) -> None:
    timeline = Timeline(played_by_chance("icetowers", YOU, BEN))
    decision = next(filter(None, map(timeline.decision, range(len(timeline.steps)))))
    master = MasterOpinion(app.context, timeline)
    master.note(decision, Advice(decision.played, f"it costs {seat_name(1)} a turn."))
    assert "It costs Ben a turn." in master.words(decision.step)


def test_reasons_for_a_better_play_address_the_player_who_decided() -> None:
    class Judge(RandomBot[Any, Any]):
        def why(self, *_: Any) -> str:
            return fill(Own("your tower", "{name}'s tower"))

    review = Review(played_by_chance("wyoming", YOU, BEN))
    first = {review.names[decision.seat]: decision for decision in reversed(review.decisions)}
    verdict: Verdict[Any] = Verdict(Advice(first["You"].played, ""), 1.0)
    reasons = {name: review.why(Mistake(decision, verdict, "", ""), Judge()) for name, decision in first.items()}
    assert reasons == {"You": "your tower", "Ben": "Ben's tower"}


def test_a_decision_without_real_difference_is_not_a_mistake() -> None:
    review = Review(played_by_chance("wyoming", YOU, BEN))
    first, second = (decision for decision in review.decisions[:4] if decision.seat == 0)
    for decision, cost in ((first, 9.0), (second, 5.0)):
        verdict: Verdict[Any] = Verdict(Advice(decision.played, ""), cost)
        review.take(Judgement(0, cost, Mistake(decision, verdict, str(decision.played), "")))
    assert [mistake.decision.step for mistake in review.worst(0)] == [first.step, second.step]
    review.explain(review.worst(0)[0], None)
    assert [mistake.decision.step for mistake in review.worst(0)] == [second.step]
    assert review.cost(0) == 2.5


# -- the curve


def curve_of(app: App) -> tuple[Robot, ReviewPage, CurvePlot]:
    robot, page = open_review(app, played_by_chance("wyoming", YOU, ADA), satisfied)
    while page.work.is_under_way:
        robot.wait(40)
    plot = page.find("curve")
    return robot, page, plot


def test_keys_move_along_the_curve_which_reads_turn_and_chances(app: App) -> None:
    robot, page, plot = curve_of(app)
    page.focus = "curve"
    assert plot.semantics().value.startswith("Turn 1 · You 20% · Ada Apex 80%")
    robot.do(Verb.RIGHT)
    assert plot.semantics().value.startswith("Turn 2 · You 20%")
    robot.do(Verb.LEFT, Verb.LEFT)
    assert plot.at == 0
    plot.set_value("100")
    assert plot.semantics().value.startswith("At the end")


def test_the_pointer_moves_along_the_curve_and_a_click_opens_a_position(app: App) -> None:
    robot, page, plot = curve_of(app)
    place = plot.rect.centerx, plot.rect.centery
    page.on_intent(Intent(Verb.POINT, place))
    number = plot.at
    assert abs(number - len(page.review.points) / 2) < 3
    robot.click("curve")
    shown = robot.top(ReplayScene)
    assert shown.at_step == page.review.points[number].step
    robot.do(Verb.CANCEL)
    again = page.find("curve")
    assert again.at == number, "the chosen point was forgotten"


def test_turning_points_are_read_out(app: App) -> None:
    _, _, plot = curve_of(app)
    assert len(plot.turned) == 3
    plot.at = plot.turned[1]
    assert plot.semantics().value.endswith("turning point 2")


def test_a_curve_that_cannot_be_computed_is_left_out(app: App) -> None:
    def fails(question: ReviewQuestion) -> BotAnswer:
        if question.is_of_point:
            return BotAnswer(question.ticket, failed="It cannot be.")
        return satisfied(question)

    robot, page = open_review(app, played_by_chance("wyoming", YOU, ADA), fails)
    robot.wait(8000)
    assert page.find("curve") is None
    assert page.review.is_over


def test_the_accuracy_is_shown_and_saved(app: App) -> None:
    app.context.worker = PromptWorker(without_judgement)
    review = ReviewResults(played_by_chance("wyoming", YOU, ADA), "game.jsonl")
    robot = Robot(app)
    robot.open(ReviewPage(app.context, review))
    robot.wait(8000)
    assert review.is_over
    assert read_costs(app.context.library.folder) == {}, "no decision was judged"
    review.judged = 0
    app.context.worker = PromptWorker(picky)
    robot.open(ReviewPage(app.context, review))
    robot.wait(8000)
    costs = read_costs(app.context.library.folder)
    assert costs == {"game.jsonl": {0: review.cost(0)}}
    if scale_of("wyoming"):
        row = robot.widget("accuracy 0")
        assert row.title == "Your accuracy: 0 of 100"
        assert "medium 70" in row.help
