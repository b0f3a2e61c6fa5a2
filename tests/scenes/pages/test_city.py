"""The city of districts and its matches, and the skyline of the player's finished games."""

import dataclasses
import os
import random
from datetime import datetime, timedelta
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from tests.game.matches import play_on
from tests.game.test_city import ended, next_of, win
from tests.golden import check_golden, compare
from tests.scenes.pages.every.every_page import AGAINST_OTTO, LAST_BRICK, table, text_faults
from tests.scenes.pages.stories import page_stories
from tests.scenes.robot import Eye, FakeReplay, Robot
from topping_out.game.city import CityPlan, StageStanding, header_for, plan, stage_of
from topping_out.game.engine import BuiltTower, Outcome, Part
from topping_out.game.icetowers.state import SIZE_NAMES
from topping_out.game.match import Match
from topping_out.game.options import Value
from topping_out.game.progress import rating
from topping_out.game.progress.summary import Summary
from topping_out.game.record import Header, Occasion, Player, Record, new_header
from topping_out.game.registry import load
from topping_out.game.roster import characters
from topping_out.game.storage.library import Saved, SaveLibrary
from topping_out.game.towering.actions import COLOUR_NAMES
from topping_out.game.towers.decks import deck_text
from topping_out.game.towers.floors import Effect, EffectVerb, Floor, deck_of
from topping_out.game.wyoming.actions import SUIT_NAMES
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit import built
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.theme import load_theme
from topping_out.scenes.match import definition, start
from topping_out.scenes.match.start import begin_stage, play_city_match_again
from topping_out.scenes.match.talk import Remarks
from topping_out.scenes.pages.district import DistrictPage
from topping_out.scenes.pages.pause import PausePage
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.skyline import SkylinePage
from topping_out.scenes.pages.skyline_street import SIZE, City, Street, built_of, finished_games, months, photograph
from topping_out.scenes.pages.title import TitlePage
from topping_out.scenes.ui.column import Notice


def first_match(app: App) -> StageStanding:
    """Return the first match of the Brickyard."""
    return next(each for each in start.city_of(app.context) if each.district.name == "brickyard").stages[0]


def fill_library(app: App, games: list[Saved]) -> list[Saved]:
    """Let the library hold these games, and return them."""
    library = app.context.library
    library.games, library.unfinished = lambda: games, list
    library.finished = lambda: [game for game in games if game.outcome]
    library.found = games
    return games


def up_to_the_last_match() -> list[Saved]:
    """Return won games up to the last match of the Orchard, which is a series."""
    games: list[Saved] = []
    while not next_of(games, "orchard").is_last:
        games.append(ended(next_of(games, "orchard")))
    return games


# -- the street


test_the_way_to_a_match = page_stories(
    """
keys lead from the title to the first match
    title > press skyline = page SkylinePage; focus district 0 > right = focus district 1
    > left x2; confirm = page DistrictPage > confirm = stage orchard low_sky
a gamepad does the same
    title, pad > press skyline; right; left x2; confirm; confirm = stage orchard low_sky
a mouse opens a district and starts its match
    skyline, mouse > click district 1 = page DistrictPage > click floor 1
    = stage brickyard last_brick; table You, Otto Overreach
a closed floor says why
    district > click floor 2 = page DistrictPage; floor 2.enabled no;
      floor 2.hint It opens once the floors below it are lit.
a closed district has no match to play
    closed district = play is here no; floor 1.enabled no; floor 2.enabled no; floor 3.enabled no; floor 4.enabled no
"""
)


def test_up_and_down_lead_from_a_tower_to_its_district_and_back(app: App) -> None:
    fill_library(app, made_up_games(60))
    robot = Robot(app)
    robot.open(SkylinePage(app.context))
    page = robot.top(SkylinePage)
    robot.do(Verb.DOWN)
    assert page.chosen_district is None
    assert page.focus == f"tower {page.chosen}"
    robot.do(Verb.UP)
    assert page.chosen_district is not None


def test_the_street_and_the_skyline_scroll_to_their_ends(app: App) -> None:
    for number in (0, 5, 60, 300):
        fill_library(app, made_up_games(number))
        page = SkylinePage(app.context)
        robot = Robot(app)
        robot.open(page)
        for wide, left in ((page.street.width, "back"), (page.walk.front_width, "front")):
            page.walk.offset = page.walk.target = 0.0
            assert getattr(page.walk, left) == pytest.approx(min(0.0, (wide - page.kit.width) / 2))
            page.walk.offset = page.walk.target = page.walk.max_offset
            assert getattr(page.walk, left) == pytest.approx(max(wide - page.kit.width, (wide - page.kit.width) / 2))


def test_the_players_towers_stand_in_the_street(app: App) -> None:
    """They scroll with it as long as they need no more room."""
    fill_library(app, made_up_games(5))
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


def test_the_city_at_night_is_seen_once_all_its_towers_are_won(app: App) -> None:
    by_day = [district.name for district in plan().districts if not district.night]
    games: list[Saved] = []
    for name in by_day:
        fill_library(app, games)
        page = Robot(app).open(SkylinePage(app.context))
        assert len(page.street.districts) == len(by_day)
        assert not page._is_night
        games = win(games, name)
    fill_library(app, games)
    robot = Robot(app)
    page = robot.open(SkylinePage(app.context))
    assert len(page.street.districts) == 2 * len(by_day)
    assert page._district
    assert page._district.district.name == "orchard_night"
    assert page._is_night
    assert "The Orchard by Night" in robot.page_text()
    robot.do(Verb.CONFIRM)
    robot.wait()
    assert isinstance(robot.page, DistrictPage)
    assert "Each suit knocks down only the next" in robot.page_text()


def test_newly_won_windows_light_up_one_after_another(app: App) -> None:
    fill_library(app, [ended(next_of([], "orchard"))])
    page = Robot(app).open(SkylinePage(app.context, ("orchard", 0)))
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
    assert robot.top(Notice).text == warning


# -- matches


def test_an_abandoned_match_of_the_city_continues_where_it_was(app: App, robot: Robot, fake_tables: None) -> None:
    robot.open(DistrictPage(app.context, "brickyard"))
    robot.press("play")
    robot.wait()
    match, path = robot.table.match, app.context.library.path
    play_on(match, 3)
    app.context.library.close()
    robot.open(DistrictPage(app.context, "brickyard"))
    play = robot.widget("play")
    assert play.label == "Go on"
    robot.press("play")
    robot.wait()
    assert app.context.library.path == path
    assert len(robot.table.match.record.entries) == 3


def test_a_match_of_the_city_survives_a_crash(app: App, home: Path, fake_tables: None) -> None:
    """The file was not closed and its last line is torn; another process finds all earlier actions."""
    begin_stage(app.context, first_match(app))
    match, path = app.context.library.resume(app.context.library.path), app.context.library.path
    play_on(match, 4)
    app.context.library.flush()
    app.context.library.close()
    path.write_bytes(path.read_bytes()[:-5])
    again = SaveLibrary(path.parent)
    monitor = app.context.library
    app.context.library = again
    standing = first_match(app)
    assert standing.under_way
    assert standing.under_way.path == path
    begin_stage(app.context, standing)
    assert len(again.resume(path).record.entries) >= 3
    again.close()
    app.context.library = monitor


def test_the_city_is_the_same_after_its_index_was_deleted(app: App) -> None:
    standing = first_match(app)
    for seed in range(3):
        play_on(app.context.library.start(header_for(standing, 800, seed, f"2026-11-22T12:0{seed}:00")))
    app.context.library.close()
    before = [standing.floors for standing in start.city_of(app.context)]
    for file in app.context.library.folder.glob("index*"):
        file.unlink()
    app.context.library = SaveLibrary(app.context.library.folder)
    assert [standing.floors for standing in start.city_of(app.context)] == before
    assert len(first_match(app).games) == 3


def test_a_rematch_takes_one_press_and_continues_a_series(app: App, fake_tables: None) -> None:
    games = up_to_the_last_match()
    games.append(ended(next_of(games, "orchard")))
    fill_library(app, games)
    robot = Robot(app)
    last = games[-1]
    assert last.outcome
    app.manager.go(play_city_match_again(app.context, rating.after(last.header, last.outcome)))
    assert stage_of(robot.table.match.header) == ("orchard", "pia")
    assert rating.wins(robot.table.match.header) == (1, 0)
    app.manager.go(play_city_match_again(app.context, games[0].header))
    assert stage_of(robot.table.match.header) == ("orchard", "low_sky")


def test_a_game_set_up_from_a_city_match_is_not_part_of_the_city(app: App, fake_tables: None) -> None:
    """Against a rival at a level of the city and one at their own, both in the middle of a series."""
    for elo in (300, 1300):
        last = ended(next_of(up_to_the_last_match(), "orchard"), elo=elo)
        assert last.outcome
        robot = Robot(app)
        robot.open(SetupPage(app.context, last.header.game, rating.after(last.header, last.outcome)))
        robot.press("start")
        robot.wait()
        assert stage_of(robot.table.match.header) == ("", "")


# -- results


def test_the_results_of_a_city_match_say_what_it_won_and_lead_back(app: App, robot: Robot) -> None:
    scene = table(app, "towers", 5000)
    outcome = scene.match.outcome
    scene.match.record.header = replace(scene.match.header, seats=AGAINST_OTTO, occasion=LAST_BRICK)
    robot.open(PausePage(app.context, scene.match, scene.coach))
    robot.press("leave")
    robot.wait()
    assert isinstance(robot.page, SkylinePage)
    page = robot.open(ResultsPage(app.context, scene))
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


# -- what is remembered


def test_a_character_remembers_the_last_match_in_their_greeting(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = ended(next_of([], "brickyard"), is_won=False)
    monkeypatch.setattr(SaveLibrary, "finished", lambda _: [lost])
    header = replace(header_for(first_match(app), 800, 1, "2026-11-22T12:00:00"), seats=lost.header.seats)
    remarks = Remarks(table(app, "towers", 1), Match(Record(header)))
    remarks.enter()
    assert remarks._now
    assert remarks._now.line == characters()["otto"].says["ahead"][0]


def test_dragging_the_city_opens_no_district(app: App) -> None:
    robot = Robot(app, "mouse")
    robot.open(SkylinePage(app.context))
    x, y = robot.widget("district 1").rect.center
    for verb, at in ((Verb.PRESS, x), (Verb.POINT, x - 90), (Verb.RELEASE, x - 90)):
        app.on_intent(Intent(verb, (at, y)))
    assert isinstance(app.manager.top, SkylinePage)


# -- the skyline


ANA_AND_BOT = (Player("Ana"), Player("Mesa", "bot", "easy", 1))


def finish(library: SaveLibrary, day: str, players: tuple[Player, ...] = ANA_AND_BOT, branch: int = 0) -> Match:
    """Play a game to its end, and close it."""
    header = new_header(load("wyoming"), players, {"first": 0}, 7, f"{day}T12:00:00")
    match = play_on(library.start(replace(header, occasion=Occasion(branch=branch)) if branch else header))
    library.close()
    return match


def days(library: SaveLibrary) -> list[str]:
    return [game.header.started[:10] for game in finished_games(library.finished())]


def open_page(app: App, size: tuple[int, int] = (1280, 720), text: float = 1.0) -> SkylinePage:
    app.context.settings.idle_life = False
    robot = Robot(app)
    robot.resize(size, text)
    page = robot.open(SkylinePage(app.context))
    if page.city.games:
        page.choose(len(page.city.games) - 1)
        robot.wait()
    assert page.at_rest
    return page


# -- which games


def test_towers_are_in_the_order_of_their_dates(app: App) -> None:
    library = app.context.library
    for day in ("2026-11-20", "2026-01-03", "2026-11-19"):
        finish(library, day)
    for second, path in enumerate(sorted(library.folder.glob("*.jsonl"), reverse=True)):
        os.utime(path, (second, second))
    assert days(library) == ["2026-01-03", "2026-11-19", "2026-11-20"]


def test_unfinished_games_branches_and_bots_games_have_no_tower(app: App) -> None:
    library = app.context.library
    finish(library, "2026-11-20")
    finish(library, "2026-11-21", branch=3)
    finish(library, "2026-11-22", (Player("Mesa", "bot", "easy"), Player("Gable", "bot", "easy", 1)))
    library.start(new_header(load("wyoming"), ANA_AND_BOT, {}, 1, "2026-11-23T12:00:00"))
    assert days(library) == ["2026-11-20"]


def test_a_deleted_record_has_no_tower(app: App) -> None:
    library = app.context.library
    finish(library, "2026-11-20")
    finish(library, "2026-11-21")
    page = open_page(app)
    assert page.city.games[-1].header.started.startswith("2026-11-21")
    page.city.games[-1].path.unlink()
    page.enter()
    assert [game.header.started[:10] for game in page.city.games] == ["2026-11-20"]
    assert page.chosen == 0


def test_an_invalid_date_does_no_harm(app: App) -> None:
    games = fill_library(app, made_up_games(3))
    odd = replace(games[0].header, started="some time ago")
    games[0] = Saved(games[0].path, odd, 3, games[0].outcome, games[0].summary)
    page = open_page(app)
    page.choose(0)
    Robot(app).see()
    assert [month for _, month in months(page.city.games)]


# -- walking


def test_keys_go_from_tower_to_tower_and_to_the_ends(app: App) -> None:
    fill_library(app, made_up_games(60))
    page, robot = open_page(app), Robot(app)
    assert page.chosen == 59
    robot.do(Verb.LEFT, Verb.LEFT)
    assert page.chosen == 57
    robot.do(Verb.FIRST)
    robot.wait()
    assert (page.chosen, page.focus, page.walk.offset) == (0, "tower 0", 0.0)
    robot.do(Verb.LEFT)
    assert page.chosen == 0
    robot.do(Verb.NEXT_GROUP)
    assert 10 < page.chosen < 40
    robot.do(Verb.LAST)
    assert page.chosen == 59


def test_the_chosen_tower_is_always_visible(app: App) -> None:
    fill_library(app, made_up_games(40))
    page, robot = open_page(app), Robot(app)
    for _ in range(39):
        robot.do(Verb.LEFT)
        robot.wait(1200)
        assert 0 < page.city.x_of(page.chosen) - page.walk.front < page.kit.width
    assert page.chosen == 0


def test_wheel_and_drag_scroll_without_choosing_a_tower(app: App) -> None:
    fill_library(app, made_up_games(60))
    page, robot = open_page(app), Robot(app, "mouse")
    far = page.walk.offset
    app.on_intent(Intent(Verb.SCROLL, amount=1.0))
    robot.wait(1500)
    assert page.walk.offset < far
    here = page.walk.offset
    foot = page.ground - 10
    for verb, x in ((Verb.PRESS, 600), (Verb.POINT, 700), (Verb.RELEASE, 700)):
        app.on_intent(Intent(verb, (x, foot)))
    assert page.walk.offset == pytest.approx(here - 100)
    assert page.chosen == 59
    assert app.manager.top is page


@pytest.mark.parametrize("used", ["mouse", "keys"])
def test_a_first_click_or_key_chooses_a_tower_and_a_second_opens_its_replay(
    app: App, fake_tables: None, used: str
) -> None:
    for day in ("2026-11-19", "2026-11-20", "2026-11-21"):
        finish(app.context.library, day)
    page, robot = open_page(app), Robot(app, used)
    robot.click("tower 0") if used == "mouse" else robot.do(Verb.FIRST)
    assert page.chosen == 0
    assert app.manager.top is page
    robot.click("tower 0") if used == "mouse" else robot.do(Verb.CONFIRM)
    robot.wait()
    assert robot.top(FakeReplay).record.header.started.startswith("2026-11-19")


def test_a_game_whose_record_has_gone_is_reported(app: App) -> None:
    finish(app.context.library, "2026-11-20")
    page = open_page(app)
    page.city.games[0].path.unlink()
    Robot(app).do(Verb.CONFIRM)
    assert isinstance(app.manager.top, Notice)


def test_scrolling_takes_no_time_with_reduced_motion(app: App) -> None:
    fill_library(app, made_up_games(60))
    page = open_page(app)
    app.context.settings.reduced_motion = True
    Robot(app).do(Verb.FIRST)
    assert page.walk.offset == page.walk.target == 0.0


# -- pictures


def test_only_visible_towers_are_painted(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    painted = []
    paint = built._paint
    monkeypatch.setattr(built, "_paint", lambda *args: (painted.append(1), paint(*args))[1])
    fill_library(app, made_up_games(3000))
    page = Robot(app).open(SkylinePage(app.context))
    assert page.at_rest
    assert 10 < len(painted) < 45


@pytest.mark.parametrize("number", [0, 7, 200])
def test_the_skyline_looks_like_its_golden_picture(app: App, tmp_path: Path, number: int) -> None:
    fill_library(app, made_up_games(number))
    open_page(app, (640, 360))
    check_golden(Robot(app).see(), f"skyline-{number}", tmp_path)


@pytest.mark.parametrize("number", [7, 200])
def test_the_title_with_a_skyline_looks_like_its_golden_picture(app: App, tmp_path: Path, number: int) -> None:
    fill_library(app, made_up_games(number))
    app.context.settings.idle_life = False
    robot = Robot(app)
    robot.resize((640, 360))
    robot.open(TitlePage(app.context))
    check_golden(robot.see(), f"title-with-skyline-{number}", tmp_path)


@pytest.mark.parametrize(("size", "text"), [((1280, 720), 1.0), ((1024, 768), 1.5), ((640, 360), 1.5)])
def test_no_text_of_the_skyline_is_cut_off(app: App, eye: Eye, size: tuple[int, int], text: float) -> None:
    fill_library(app, made_up_games(30))
    page = open_page(app, size, text)
    page.choose(3)
    Robot(app).wait()
    eye.forget()
    Robot(app).see()
    assert [*text_faults(app, eye, page)] == []


@pytest.mark.parametrize("name", ["wyoming", "towering", "towers", "icetowers"])
@pytest.mark.parametrize("parts", [1, 99])
def test_towers_of_any_index_can_be_painted(name: str, parts: int) -> None:
    """An index may have been edited: unknown words, impossible numbers and owners."""
    kit = Kit(Metrics((1280, 720)))
    decks: tuple[Value, ...] = ("a deck that was deleted", "{", True)
    for (kind, number, owner), deck in zip((("", 0, None), ("x" * 24, 999, 8), ("LOBBY", 7, 3)), decks):
        tower = built.BuiltTower((built.Part(kind, number, owner),) * parts, 0, 0)
        painter, options = definition.painter_of(name), (("deck", deck),)
        picture = built.picture(kit, built.BuiltPicture(painter, tower, (load_theme().seats[0],), True, options), 200)
        assert picture.get_height() <= 200


def test_a_tower_of_an_own_deck_shows_the_rooms_of_its_deck(app: App) -> None:
    floors = tuple(Floor(f"PIER {n}", 12, (Effect(EffectVerb.SCORE, 1),), True) for n in range(2))
    tower = BuiltTower((Part("PIER 0", 0, 0), Part("PIER 1", 0, None)), 0, 6)

    def shown(room: str, colour: str = "") -> bytes:
        first = dataclasses.replace(floors[0], picture=room, colour=colour)
        header = new_header(load("towers"), ANA_AND_BOT, {"deck": deck_text(deck_of("Piers", (first, floors[1])))}, 7)
        game = Saved(Path("a"), header, 40, Outcome((0,), (6, 1), ""), Summary(600_000, tower))
        return pygame.image.tobytes(built.picture(app.context.kit, built_of(app.context.kit, game), 200), "RGBA")

    pictures = [shown("bar"), shown("bar, two guests"), shown("ghost"), shown("bar", "ember")]
    assert len({*pictures}) == 4
    assert shown("bar") == pictures[0]


def test_the_title_draws_as_many_pictures_with_500_towers_as_with_one(app: App) -> None:
    app.context.settings.idle_life = False
    shown = []
    for number in (1, 500):
        fill_library(app, made_up_games(number))
        page = Robot(app).open(TitlePage(app.context))
        Robot(app).see()
        assert bool(page.skyline.city.picture) is bool(number)
        shown.append(len(app.stage._items))
    assert shown[0] == shown[1]


def test_the_title_keeps_its_skyline_while_older_games_are_read(app: App) -> None:
    """Games are read from the newest on, so the visible ones stay the same however many older ones follow."""
    games = fill_library(app, made_up_games(300))
    app.context.library.found = games[:100]
    page = Robot(app).open(TitlePage(app.context))
    before = page.skyline.city.picture
    assert before
    for known in (125, 150, 175, 300):
        app.context.library.found = games[:known]
        page.refresh()
        assert page.at_rest
        assert page.skyline.city.picture is before


def test_the_title_shows_the_old_skyline_until_the_new_one_is_painted(app: App) -> None:
    games = fill_library(app, made_up_games(12))
    app.context.library.found = games[1:]
    page = Robot(app).open(TitlePage(app.context))
    before = page.skyline.city.picture
    app.context.library.found = games
    page.refresh()
    assert page.skyline.city.picture is before
    Robot(app).wait()
    assert page.skyline.city.picture not in (before, None)


# -- hiding and saving


def test_a_hidden_skyline_is_not_on_the_title_page(app: App) -> None:
    fill_library(app, made_up_games(5))
    page = TitlePage(app.context)
    robot = Robot(app)
    robot.open(page)
    assert page.find("skyline")
    assert page.skyline.city.picture
    app.context.settings.skyline = False
    page.enter()
    assert page.find("skyline") is None
    assert page.skyline.city.picture is None


def test_a_picture_is_saved_and_its_place_shown(app: App, home: Path) -> None:
    fill_library(app, made_up_games(12))
    open_page(app)
    robot = Robot(app)
    robot.press("save")
    (path,) = (home / "pictures").iterdir()
    assert pygame.image.load(path).get_size() == SIZE
    assert str(path) in robot.top(Notice).text
    robot.do(Verb.CONFIRM)
    robot.press("save")
    assert len([*(home / "pictures").iterdir()]) == 2


def test_the_saved_picture_shows_the_districts_behind_the_towers(app: App) -> None:
    fill_library(app, made_up_games(12))
    page = open_page(app)
    whole = photograph(page.city, page.street, 0.0, app.context.kit.theme)
    end = photograph(page.city, page.street, 1.0, app.context.kit.theme)
    alone = photograph(page.city, Street(), 0.0, app.context.kit.theme)
    assert compare(whole, alone)[0] > 0.1
    assert compare(whole, end)[0] > 0.1


def test_a_folder_that_cannot_be_written_is_reported(app: App, home: Path) -> None:
    fill_library(app, made_up_games(2))
    home.mkdir(exist_ok=True)
    (home / "pictures").write_text("in the way")
    open_page(app)
    Robot(app).press("save")
    assert isinstance(app.manager.top, Notice)
    assert app.manager.top.heading == "Not saved"


def test_towers_can_be_found_by_their_position() -> None:
    city = City(made_up_games(500)[::-1], 400)
    for number in (0, 1, 250, 499):
        x = city.x_of(number)
        assert number in city.between(x - 10, x + 10)
        assert len(city.between(x - 640, x + 640)) < 30


# -- skylines


FIRST = datetime(2026, 3, 1, 20, 15)
FLOORS = ("SUITE", "OFFICE", "LOBBY", "SPIRE", "ELEVATOR", "LANDLORD", "NOISE COMPLAINT", "INFERNO")


def made_up_games(number: int) -> list[Saved]:
    """Return this many finished games, the latest first, as the library does."""
    rng = random.Random(number)
    return [_game(rng, index) for index in range(number)][::-1]


def _game(rng: random.Random, number: int) -> Saved:
    name, tower = rng.choice((_wyoming, _towering, _towers, _icetowers))(rng)
    winner = rng.choice((0, 0, 1))
    started = (FIRST + timedelta(hours=29 * number)).isoformat(timespec="seconds")
    seats = (Player("Ana"), Player("Mesa", "bot", "medium", 1))
    header = Header(game=name, rules=1, seats=seats, options={}, seed=number, started=started)
    outcome = Outcome((winner,), (30 - winner, 29 + winner), "tower" if name == "wyoming" else "points")
    return Saved(Path(f"{name}-{number:05}.jsonl"), header, 40, outcome, Summary(600_000, tower))


def _wyoming(rng: random.Random) -> tuple[str, BuiltTower]:
    suit, height = rng.choice(SUIT_NAMES), rng.randint(6, 11)
    return "wyoming", BuiltTower(tuple(Part(suit, rng.randrange(13)) for _ in range(height)), 0, height)


def _towering(rng: random.Random) -> tuple[str, BuiltTower]:
    colour, beams = rng.choice(COLOUR_NAMES), rng.randint(0, 4)
    numbers = [0] * beams + sorted(rng.sample(range(2, 11), rng.randint(3, 8)))
    return "towering", BuiltTower(tuple(Part(colour, number) for number in numbers), 1, 60)


def _towers(rng: random.Random) -> tuple[str, BuiltTower]:
    floors = [Part(rng.choice(FLOORS), 0, rng.choice((0, 1, None))) for _ in range(rng.randint(3, 6))]
    return "towers", BuiltTower(tuple(floors), 0, 12)


def _icetowers(rng: random.Random) -> tuple[str, BuiltTower]:
    sizes = sorted((rng.randint(1, 3) for _ in range(rng.randint(2, 6))), reverse=True)
    return "icetowers", BuiltTower(tuple(Part(SIZE_NAMES[n], n, rng.randrange(3)) for n in sizes), 0, sum(sizes))
