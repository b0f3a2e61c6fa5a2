"""The pages of the daily and monthly deals."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from tests.game.matches import Teller, cases, play_on, tell
from tests.scenes.pages.every.every_page import play_deals
from tests.scenes.pages.stories import FACTS, act, as_word, opened
from tests.scenes.robot import Robot, SilentComparisons, SilentWorker
from topping_out.game import registry
from topping_out.game.bots.puzzle_progress import puzzle_of
from topping_out.game.bots.worker import in_place_of
from topping_out.game.engine import Outcome
from topping_out.game.language import tr
from topping_out.game.progress import daily
from topping_out.game.progress.daily import Deal, deal_of
from topping_out.game.record import Header, Occasion, check_start
from topping_out.game.registry import load
from topping_out.game.storage.files import pictures_folder
from topping_out.game.storage.history import PuzzleTries, PuzzleTry, counted_tries
from topping_out.game.storage.library import SaveLibrary
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.match.bots import NO_HINTS
from topping_out.scenes.match.start import open_table
from topping_out.scenes.pages.daily import CalendarPage, DailyPage
from topping_out.scenes.pages.daily_pictures import TablePicture
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.ui.column import Notice

TODAY = date(2026, 11, 22)
PAINT = TablePicture.paint_next


@pytest.fixture
def robot(app: App) -> Robot:
    """Return a robot in a program whose bots never move."""
    app.context.worker, app.context.comparisons = SilentWorker(), SilentComparisons()
    app.context.settings.speed = "instant"
    return Robot(app)


def header_of(robot: Robot) -> Header:
    return robot.page.match.header


def deals(robot: Robot, day: date | None = None) -> DailyPage:
    return robot.open(DailyPage(robot.app.context, day))


DATE_FACTS: dict[str, Callable[..., object]] = {
    "date": lambda robot, _: daily.date_of(header_of(robot)),
    "counts": lambda robot, _: as_word(daily.is_counted(header_of(robot))),
    "day": lambda robot, _: robot.page.day,
}


@pytest.mark.parametrize(
    "story",
    cases(
        """
only the first try of a deal counts
    deals of today > press towers; press again = date 2026-11-22; counts no
a first try that was put away counts no more
    deals of today > press towering = date 2026-11-22; counts no
leaving a deal leads back to the deals of today
    deals on 2026-11-22 > press towers; cancel; press leave = page DailyPage; day 2026-11-22 > cancel = page TitlePage
leaving a deal of a past day leads back to that day
    deals on 2026-11-20 > press towers; cancel; press leave = page DailyPage; day 2026-11-20
a deal of a past day can be played and counts
    deals of today > press calendar; press before; press 2026-10-03; press wyoming = date 2026-10-03; counts yes
pages of past days offer the deal of their month
    deals on 2026-09-03 > press month = date 2026-09
the calendar offers the deal of its month
    calendar none > press before; press month = date 2026-10
the week shows days played and leads to each day
    deals of today = heard …Played on 1 of the last 7 days…; 2026-11-22.is_focusable no
    > press 2026-11-20 = page DailyPage; day 2026-11-20
the title tells how many deals are still to play
    title = heard …4 still to play…
of the deals played by then, one is over and one given up
    deals of today > cancel = page TitlePage; heard …2 still to play…
a deal is started from the title and continued later
    title > press daily = focus wyoming > press towers = date 2026-11-22; counts yes
    > open deals on 2026-11-22 = heard …Towers, button, Go on…
    > press towers = date 2026-11-22; counts yes; unfinished 1
the deal of the month can be played and counts once
    deals on 2026-11-22
    = heard …Deal of the month: Towers of Wyoming, button, Play, 9 days left. Short game · Tidal Influences.…
    > press month = date 2026-11; counts yes > open deals on 2026-11-22 = heard …Deal of the month…Go on…
    > press month = date 2026-11; counts yes; unfinished 1
the results of a deal lead back to the deals
    results of a daily deal > press deals = page DailyPage
"""
    ),
)
def test_the_ways_to_a_deal_and_back(robot: Robot, story: str) -> None:
    tell(Teller(lambda position: opened(robot, position), act, DATE_FACTS | FACTS), story)


@pytest.mark.parametrize("used", ["mouse", "keys", "pad"])
def test_the_puzzle_of_the_day_is_on_the_page_of_todays_deals(app: App, used: str) -> None:
    robot, puzzle = Robot(app, used), puzzle_of(TODAY, [*registry.names()])
    page = deals(robot)
    assert f"Puzzle of the day, button, {load(puzzle.header.game).title}" in robot.page_text()
    robot.press("puzzle")
    assert robot.page.task.puzzle == puzzle
    PuzzleTries().add(PuzzleTry(puzzle.header.game, puzzle.name, True, f"{TODAY}T12:00:00+00:00"))
    robot.do(Verb.CANCEL)
    assert robot.page is page
    assert "Solved today" in robot.page_text()
    assert not deals(robot, date(2026, 11, 21)).find("puzzle"), "a past day has none"


def test_a_try_that_counts_has_no_hints(robot: Robot) -> None:
    deal = deal_of("towering", TODAY)  # the player begins
    for is_counted in (False, True):
        robot.open(open_table(robot.app.context, robot.app.context.library.start(deal.begin(is_counted, ""))))
        assert robot.widget("hint").enabled != is_counted
        robot.do(Verb.HINT)
        assert (robot.app.context.last_reply.text == tr(NO_HINTS)) == is_counted
        chip = tr("Counts · no hints") if is_counted else tr("Practice · not counted")
        assert robot.widget("origin").semantics().label == chip


def test_games_dated_in_the_future_are_reported_and_kept(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    play_deals(robot.app)
    monkeypatch.setattr(daily, "today", lambda: date(1970, 1, 1))
    deals(robot)
    assert "4 games are dated in the future" in robot.page_text()
    robot.open(CalendarPage(robot.app.context))
    robot.do(Verb.CANCEL)
    monkeypatch.setattr(daily, "today", lambda: date(2026, 11, 23))
    deals(robot)
    assert "in the future" not in robot.page_text()
    assert robot.widget("towers").semantics().value.startswith("Lost with")


def test_a_page_left_open_past_midnight_plays_the_day_it_shows(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    deals(robot)
    monkeypatch.setattr(daily, "today", lambda: date(2026, 11, 23))
    robot.press("towers")
    assert daily.date_of(header_of(robot)) == "2026-11-22"


def test_a_game_whose_deals_are_invalid_is_left_out_with_the_reason(
    robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deal(name: str, day: date) -> Deal:
        if name == "towers":
            raise ValueError("there's no option 'rain' here")
        return deal_of(name, day)

    monkeypatch.setattr("topping_out.scenes.pages.daily.deal_of", deal)
    deals(robot)
    assert robot.page.find("towers") is None
    assert robot.page.find("towering")
    assert "there's no option 'rain' here" in robot.page_text()


@pytest.mark.parametrize("has_clipboard", [True, False])
def test_a_result_is_copied_to_the_clipboard_or_shown(
    robot: Robot, monkeypatch: pytest.MonkeyPatch, has_clipboard: bool
) -> None:
    def put(text: str) -> None:
        if not has_clipboard:
            raise pygame.error("no clipboard")
        copied.append(text)

    copied: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", put)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: copied[-1])
    play_deals(robot.app)
    deals(robot)
    robot.press("towers")
    shown = robot.widget("told").semantics().label
    assert shown.startswith("Topping Out · 2026-11-22 · Towers\nLost: me ")
    robot.press("copy")
    assert isinstance(robot.page, Notice)
    assert [text.startswith(f"{shown}\n🟧") for text in copied] == [True] * has_clipboard
    assert (shown in robot.page.text) != has_clipboard


def test_results_of_bots_in_the_same_seat_appear_when_they_are_known(
    robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_deals(robot.app)
    context = robot.app.context
    saved = next(saved for saved in context.library.finished() if daily.date_of(saved.header) == "2026-11-22")
    scene = robot.open(open_table(context, context.library.resume(saved.path)))
    robot.open(ResultsPage(context, scene))
    assert "Master: still playing" in robot.page_text()
    context.comparisons._store(in_place_of(saved.header, "master"), Outcome((0,), (20, 3, 4), ""))
    context.comparisons._waiting.clear()
    assert not robot.page.at_rest
    robot.wait()
    first, second = (player.name for player in saved.header.seats[1:])
    assert f"Hard: won with 12; {first} 7, {second} 8" in robot.page_text()
    assert "still playing" not in robot.page_text()
    known = {"master": Outcome((0,), (20, 3, 4), "")}
    monkeypatch.setattr(context.comparisons, "found", lambda header: known)
    robot.press("share")
    assert "A master in my seat won with 20" in robot.page_text()
    robot.do(Verb.CANCEL)
    robot.press("rematch")  # the next deal of the day
    assert header_of(robot).seed != saved.header.seed
    assert daily.date_of(header_of(robot)) == "2026-11-22"


def test_a_deal_open_in_another_window_can_be_played_for_practice(robot: Robot) -> None:
    context = robot.app.context
    second_library = SaveLibrary()
    second_library.start(deal_of("towers", TODAY).begin(True, "2026-11-22T12:00:00"))
    deals(robot)
    robot.press("towers")
    notice = robot.top(Notice)
    assert notice.text.startswith("Your first try, the one that counts, is open in another window.")
    assert context.library.path is None
    robot.press("answer0")
    assert daily.date_of(header_of(robot)) == "2026-11-22"
    assert not daily.is_counted(header_of(robot))
    second_library.close()


def test_the_page_says_which_of_two_tries_counts(robot: Robot) -> None:
    for time in ("11:00:00", "12:00:00"):
        match = robot.app.context.library.start(deal_of("towers", TODAY).begin(True, f"2026-11-22T{time}"))
        play_on(match, 1)
    robot.app.context.library.close()
    deals(robot)
    assert "You tried this deal on more than one computer: the try that began first counts." in robot.page_text()


def test_the_page_shows_the_time_until_the_next_deals(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    deals(robot)
    assert "New deals in 2 h 25 min." in robot.page_text()
    monkeypatch.setattr(daily, "minutes_left", lambda: 59)
    robot.wait(80)
    assert "New deals in 59 min." in robot.page_text()


def test_posters_show_the_tables_of_the_deals_as_they_are(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TablePicture, "paint_next", PAINT)
    play_on(robot.app.context.library.start(deal_of("towers", TODAY).begin(True, "")), 9)
    robot.app.context.library.close()
    counted = counted_tries(robot.app.context.library)["towers", "2026-11-22"]
    header = deal_of("towers", TODAY).header
    pictures = [TablePicture(robot.app.context, header, saved) for saved in (None, counted.saved)]
    for picture in pictures:
        picture.lay(64, 40)
        while picture.paint_next():
            pass
    dealt, played = (picture.picture for picture in pictures)
    assert dealt.get_size() == played.get_size() == (64, 40)
    assert pygame.image.tobytes(dealt, "RGB") != pygame.image.tobytes(played, "RGB")


@pytest.mark.parametrize("written", ["20261122", "2026W47", "2026-W47-7"])
def test_days_written_in_other_iso_formats_are_accepted(robot: Robot, written: str) -> None:
    deal = deal_of("towers", TODAY)
    header = replace(deal.header, occasion=Occasion(day=written, is_counted=True))
    check_start(header)
    play_on(robot.app.context.library.start(header), 1)
    robot.app.context.library.close()
    robot.open(CalendarPage(robot.app.context))
    deals(robot)
    assert robot.page.find("towers")


def test_a_table_that_cannot_be_painted_leaves_its_poster_empty(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    def draw(*_: object) -> None:
        raise ZeroDivisionError("the roof came down")

    monkeypatch.setattr(TablePicture, "paint_next", PAINT)
    monkeypatch.setattr("topping_out.scenes.towers.table.TowersTable.draw_ground", draw)
    page = deals(robot)
    assert page.at_rest
    assert "the table of 'towers' cannot be painted: the roof came down" in robot.app.context.reports
    robot.press("towers")
    assert daily.is_counted(header_of(robot))


def test_a_picture_of_a_result_is_saved(robot: Robot, home: Path) -> None:
    play_deals(robot.app)
    deals(robot)
    robot.press("towers")
    for _ in range(2):
        robot.press("save")
        assert robot.page.find("answer0")
        robot.do(Verb.CANCEL)
    saved = sorted(path.name for path in pictures_folder().iterdir())
    assert saved == ["topping-out-towers-2026-11-22-2.png", "topping-out-towers-2026-11-22.png"]
    assert pygame.image.load(pictures_folder() / saved[0]).get_size() == (1600, 900)
