"""The city of districts and its matches."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.game.city.careers import ended, next_of, win
from tests.game.matches import play_on
from tests.scenes.pages.every.every_page import table
from tests.scenes.pages.test_skyline import made_up_games
from tests.scenes.robot import FakeTable, Robot
from topping_out.game.city.city import CityPlan, StageStanding, header_for, plan, stage_of
from topping_out.game.match import Match
from topping_out.game.progress import rating
from topping_out.game.record import Header, Occasion, Player, Record
from topping_out.game.roster import characters
from topping_out.game.storage.library import Saved, SaveLibrary
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.match import start
from topping_out.scenes.match.start import begin_stage, city_of, play_city_match_again
from topping_out.scenes.match.talk import Remarks
from topping_out.scenes.pages.district import DistrictPage
from topping_out.scenes.pages.pause import PausePage
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.skyline import SkylinePage
from topping_out.scenes.pages.title import TitlePage
from topping_out.scenes.ui.column import Notice
from topping_out.scenes.ui.widgets import Button


def stage_at(app: App, district: str, number: int = 0) -> StageStanding:
    return next(standing for standing in city_of(app.context) if standing.district.name == district).stages[number]


def fill_library(monkeypatch: pytest.MonkeyPatch, games: list[Saved]) -> None:
    """Make the library return these games."""
    monkeypatch.setattr(SaveLibrary, "games", lambda _: games)
    monkeypatch.setattr(SaveLibrary, "finished", lambda _: [game for game in games if game.outcome])
    monkeypatch.setattr(SaveLibrary, "unfinished", lambda _: [])


def place(header: Header) -> tuple[str, str]:
    return stage_of(header)


# -- the street


@pytest.mark.parametrize("used", ["keys", "pad"])
def test_keys_and_pads_lead_from_the_title_to_the_first_match(app: App, fake_tables: None, used: str) -> None:
    robot = Robot(app, used)
    robot.open(TitlePage(app.context))
    robot.go_to("skyline")
    robot.do(Verb.CONFIRM)
    robot.wait()
    assert isinstance(robot.page, SkylinePage)
    assert robot.page.focus == "district 0"
    robot.do(Verb.RIGHT)
    assert robot.page.chosen_district == 1
    robot.do(Verb.LEFT, Verb.LEFT, Verb.CONFIRM)
    robot.wait()
    assert isinstance(robot.page, DistrictPage)
    robot.do(Verb.CONFIRM)
    robot.wait()
    assert place(robot.table.match.header) == ("orchard", "low_sky")


def test_a_mouse_opens_a_district_and_starts_its_match(app: App, fake_tables: None) -> None:
    robot = Robot(app, "mouse")
    robot.open(SkylinePage(app.context))
    robot.click("district 1")
    robot.wait()
    assert isinstance(robot.page, DistrictPage)
    robot.click("floor 1")
    robot.wait()
    assert place(robot.table.match.header) == ("brickyard", "last_brick")
    assert [player.name for player in robot.table.match.header.seats] == ["You", "Otto Overreach"]


def test_up_and_down_lead_from_a_tower_to_its_district_and_back(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    fill_library(monkeypatch, made_up_games(60))
    robot = Robot(app)
    robot.open(SkylinePage(app.context))
    page = robot.page
    assert isinstance(page, SkylinePage)
    robot.do(Verb.DOWN)
    assert page.chosen_district is None
    assert page.focus == f"tower {page.chosen}"
    robot.do(Verb.UP)
    assert page.chosen_district is not None


def test_the_street_and_the_skyline_scroll_to_their_ends(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in (0, 5, 60, 300):
        fill_library(monkeypatch, made_up_games(number))
        page = SkylinePage(app.context)
        robot = Robot(app)
        robot.open(page)
        for wide, left in ((page.street.width, "back"), (page.walk.front_width, "front")):
            page.walk.offset = page.walk.target = 0.0
            assert getattr(page.walk, left) == pytest.approx(min(0.0, (wide - page.kit.width) / 2))
            page.walk.offset = page.walk.target = page.walk.max_offset
            assert getattr(page.walk, left) == pytest.approx(max(wide - page.kit.width, (wide - page.kit.width) / 2))


def test_the_players_towers_stand_in_the_street(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """They scroll with it as long as they need no more room."""
    fill_library(monkeypatch, made_up_games(5))
    page = SkylinePage(app.context)
    robot = Robot(app)
    robot.open(page)
    assert page.walk.max_offset > 0
    places = set()
    for share in (0, 0.3, 1):
        page.walk.offset = page.walk.target = share * page.walk.max_offset
        tower, district = page.city.x_of(2) - page.walk.front, page.street.x_of(1) - page.walk.back
        places.add(round(tower - district, 3))
    assert len(places) == 1


def test_the_city_at_night_is_seen_once_all_its_towers_are_won(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    by_day = [district.name for district in plan().districts if not district.night]
    games: list[Saved] = []
    for name in by_day:
        fill_library(monkeypatch, games)
        page = SkylinePage(app.context)
        Robot(app).open(page)
        assert len(page.street.districts) == len(by_day)
        assert not page._is_night
        games = win(games, name)
    fill_library(monkeypatch, games)
    robot = Robot(app)
    page = SkylinePage(app.context)
    robot.open(page)
    assert len(page.street.districts) == 2 * len(by_day)
    assert page._district
    assert page._district.district.name == "orchard_night"
    assert page._is_night
    assert "The Orchard by Night" in robot.page_text()
    robot.do(Verb.CONFIRM)
    robot.wait()
    assert isinstance(robot.page, DistrictPage)
    assert "Each suit knocks down only the next" in robot.page_text()


def test_newly_won_windows_light_up_one_after_another(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    fill_library(monkeypatch, [ended(next_of([], "orchard"))])
    page = SkylinePage(app.context, ("orchard", 0))
    Robot(app).open(page)
    page.street.light("orchard", 0)
    shares = []
    for _ in range(40):
        shares.append(page.street._lit(page.street.districts[0]))
        app.manager.update(80)
    assert shares[0] == 0
    assert shares == sorted(shares)
    assert len({*shares}) > 20
    assert page.street._lit(page.street.districts[0]) == 0.25
    assert page.street.newly_lit is None


def test_an_error_in_a_packages_districts_is_shown_in_the_city(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = start.plan()
    wrong = CityPlan(whole.districts, ("heap/districts.toml: deep: there is no district 'moon'",))
    monkeypatch.setattr(start, "plan", lambda: wrong)
    robot = Robot(app)
    robot.open(SkylinePage(app.context))
    robot.see()
    warning = "Some matches are missing from your city: heap/districts.toml: deep: there is no district 'moon'."
    assert warning in robot.page_text()
    robot.press("warning")
    assert isinstance(robot.page, Notice)
    assert robot.page.text == warning


# -- matches


def test_an_abandoned_match_of_the_city_continues_where_it_was(app: App, fake_tables: None) -> None:
    robot = Robot(app)
    robot.open(DistrictPage(app.context, "brickyard"))
    robot.press("play")
    robot.wait()
    match, path = robot.table.match, app.context.library.path
    play_on(match, 3)
    app.context.library.close()
    robot.open(DistrictPage(app.context, "brickyard"))
    play = robot.widget("play")
    assert isinstance(play, Button)
    assert play.label == "Go on"
    robot.press("play")
    robot.wait()
    assert app.context.library.path == path
    assert len(robot.table.match.record.entries) == 3


def test_a_match_of_the_city_survives_a_crash(app: App, home: Path, fake_tables: None) -> None:
    """The file was not closed and its last line is torn; another process finds all earlier actions."""
    begin_stage(app.context, stage_at(app, "brickyard"))
    match, path = app.context.library.resume(app.context.library.path), app.context.library.path  # type: ignore[arg-type]
    play_on(match, 4)
    app.context.library.flush()
    app.context.library.close()
    assert path
    path.write_bytes(path.read_bytes()[:-5])
    again = SaveLibrary(path.parent)
    monitor = app.context.library
    app.context.library = again
    standing = stage_at(app, "brickyard")
    assert standing.under_way
    assert standing.under_way.path == path
    begin_stage(app.context, standing)
    assert len(again.resume(path).record.entries) >= 3
    again.close()
    app.context.library = monitor


def test_the_city_is_the_same_after_its_index_was_deleted(app: App) -> None:
    standing = stage_at(app, "brickyard")
    for seed in range(3):
        play_on(app.context.library.start(header_for(standing, 800, seed, f"2026-11-22T12:0{seed}:00")))
    app.context.library.close()
    before = [standing.floors for standing in city_of(app.context)]
    for file in app.context.library.folder.glob("index*"):
        file.unlink()
    app.context.library = SaveLibrary(app.context.library.folder)
    assert [standing.floors for standing in city_of(app.context)] == before
    assert len(stage_at(app, "brickyard").games) == 3


def test_a_rematch_takes_one_press_and_continues_a_series(
    app: App, monkeypatch: pytest.MonkeyPatch, fake_tables: None
) -> None:
    games: list[Saved] = []
    while not next_of(games, "orchard").is_last:
        games.append(ended(next_of(games, "orchard")))
    games.append(ended(next_of(games, "orchard")))
    fill_library(monkeypatch, games)
    robot = Robot(app)
    last = games[-1]
    assert last.outcome
    app.manager.go(play_city_match_again(app.context, rating.after(last.header, last.outcome)))
    assert place(robot.table.match.header) == ("orchard", "pia")
    assert rating.wins(robot.table.match.header) == (1, 0)
    app.manager.go(play_city_match_again(app.context, games[0].header))
    assert place(robot.table.match.header) == ("orchard", "low_sky")


def test_a_game_set_up_from_a_city_match_is_not_part_of_the_city(
    app: App, monkeypatch: pytest.MonkeyPatch, fake_tables: None
) -> None:
    """Against a rival at a level of the city and one at their own, both in the middle of a series."""
    for elo in (300, 1300):
        games: list[Saved] = []
        while not next_of(games, "orchard").is_last:
            games.append(ended(next_of(games, "orchard")))
        last = ended(next_of(games, "orchard"), elo=elo)
        assert last.outcome
        robot = Robot(app)
        robot.open(SetupPage(app.context, last.header.game, rating.after(last.header, last.outcome)))
        robot.press("start")
        robot.wait()
        assert place(robot.table.match.header) == ("", "")


# -- results


def test_the_results_of_a_city_match_say_what_it_won_and_lead_back(app: App, robot: Robot) -> None:
    scene = table(app, "towers", 5000)
    outcome = scene.match.outcome
    assert outcome
    seats = (Player("You"), Player("Otto Overreach", "bot", "otto", 1))
    occasion = Occasion(district="brickyard", stage="last_brick")
    scene.match.record.header = replace(scene.match.header, seats=seats, occasion=occasion)
    page = ResultsPage(app.context, scene)
    robot.open(page)
    robot.wait()
    assert page.city
    expected = (
        "1 of 4 floors lit." if outcome.winners == (0,) else "The floor stays dark for now. Losing costs nothing."
    )
    assert page.city.words == [expected]
    assert expected in robot.page_text()
    robot.click("city")
    robot.wait()
    assert isinstance(robot.page, SkylinePage)
    assert robot.page.street.districts[robot.page.chosen_district or 0].district.name in ("brickyard", "orchard")
    robot.do(Verb.CANCEL)
    assert isinstance(robot.page, TitlePage)


def test_leaving_a_match_of_the_city_leads_to_the_city(app: App, robot: Robot) -> None:
    scene = table(app, "towers", 3)
    occasion = Occasion(district="brickyard", stage="last_brick")
    scene.match.record.header = replace(scene.match.header, occasion=occasion)
    robot.open(PausePage(app.context, scene.match, scene.coach))
    robot.press("leave")
    robot.wait()
    assert isinstance(robot.page, SkylinePage)


# -- what is remembered


def test_a_character_remembers_the_last_match_in_their_greeting(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = ended(next_of([], "brickyard"), is_won=False)
    monkeypatch.setattr(SaveLibrary, "finished", lambda _: [lost])
    header = replace(next_header(app), seats=lost.header.seats)
    remarks = Remarks(table(app, "towers", 1), Match(Record(header)))
    remarks.enter()
    assert remarks._now
    assert remarks._now.line == characters()["otto"].says["ahead"][0]


def next_header(app: App) -> Header:
    return header_for(stage_at(app, "brickyard"), 800, 1, "2026-11-22T12:00:00")


def test_dragging_the_city_opens_no_district(app: App) -> None:
    robot = Robot(app, "mouse")
    robot.open(SkylinePage(app.context))
    x, y = robot.widget("district 1").rect.center
    for verb, at in ((Verb.PRESS, x), (Verb.POINT, x - 90), (Verb.RELEASE, x - 90)):
        app.on_intent(Intent(verb, (at, y)))
    assert isinstance(robot.page, SkylinePage)
    assert isinstance(app.manager.top, SkylinePage)
    assert not isinstance(app.manager.top, FakeTable)


def test_a_closed_floor_says_why(app: App, fake_tables: None) -> None:
    robot = Robot(app)
    robot.open(DistrictPage(app.context, "brickyard"))
    floor = robot.widget("floor 2")
    assert not floor.enabled
    assert floor.hint == "It opens once the floors below it are lit."
    robot.click("floor 2")
    assert isinstance(robot.page, DistrictPage)
    robot.open(DistrictPage(app.context, "apex"))
    assert robot.page.find("play") is None
    assert not any(robot.widget(f"floor {number}").enabled for number in range(1, 5))
