"""The opening, the title page, warnings, and the list of unfinished games."""

import pygame
import pytest

from tests.scenes.pages.every.every_page import save_games
from tests.scenes.pages.stories import page_stories
from tests.scenes.robot import FakeReplay, FakeTable, Robot
from topping_out.game import registry
from topping_out.game.cli.frontend import WindowRequest
from topping_out.game.record import Header, Player, Record, new_header
from topping_out.scenes.app import App, opening_scene
from topping_out.scenes.devices.intents import DOUBLE, Intent, Verb
from topping_out.scenes.manager import Push, Replace
from topping_out.scenes.match import definition
from topping_out.scenes.match.phrases import date_and_time
from topping_out.scenes.pages.daily_pictures import TablePicture
from topping_out.scenes.pages.settings import SettingsPage
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.title import TitlePage
from topping_out.scenes.pages.transfer import SavedGamesPage, TableCard
from topping_out.scenes.system.fault import warnings_for
from topping_out.scenes.ui.column import Notice

pytestmark = pytest.mark.usefixtures("fake_tables")

PAINT = TablePicture.paint_next


# -- the opening


def _header(*names: str) -> Header:
    return new_header(registry.load("wyoming"), [Player(name, colour=n) for n, name in enumerate(names)], {}, 7)


def test_the_command_line_opens_the_title_a_table_or_a_replay(app: App) -> None:
    assert isinstance(opening_scene(app.context, WindowRequest("title")), TitlePage)
    played = opening_scene(app.context, WindowRequest("play", header=_header("Ana", "Ben")))
    assert isinstance(played, FakeTable)
    assert app.context.library.path is not None
    replayed = opening_scene(app.context, WindowRequest("replay", record=Record(_header("Ana", "Ben"))))
    assert isinstance(replayed, FakeReplay)


def test_any_key_ends_the_opening_in_which_the_towers_grow(app: App, robot: Robot) -> None:
    title = TitlePage(app.context, opening=True)
    app.manager.go(Push(title))
    assert title.motion.busy
    assert title.skyline.lit[0].grown == 0
    robot.do(Verb.DOWN)
    assert title.skyline.lit[0].grown == title.skyline.lit[0].light == title.shown == 1


def test_a_click_during_the_opening_ends_it_and_takes_effect(app: App) -> None:
    robot = Robot(app, "mouse")
    app.manager.go(Push(TitlePage(app.context, opening=True)))
    robot.click("settings")
    assert isinstance(app.manager.top, SettingsPage)


def test_the_opening_ends_by_itself_and_is_shown_once(app: App, robot: Robot) -> None:
    title = robot.open(TitlePage(app.context, opening=True))
    assert title.at_rest
    title.enter()
    assert title.skyline.lit[0].grown == title.shown == 1


def test_reduced_motion_has_no_opening(app: App) -> None:
    app.context.settings.reduced_motion = True
    title = TitlePage(app.context, opening=True)
    app.manager.go(Push(title))
    assert title.skyline.lit[0].grown == title.shown == 1


# -- unfinished games


def test_unfinished_games_are_shown_by_their_tables_and_only_those_in_sight_are_painted(
    app: App, robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_games(app, 12)
    painted: list[str] = []
    keep = TablePicture._keep

    def note(self: TablePicture, picture: pygame.Surface) -> None:
        assert picture.get_width() > 100
        assert self.saved
        painted.append(self.saved.path.name)
        keep(self, picture)

    monkeypatch.setattr(TablePicture, "_keep", note)
    monkeypatch.setattr(TablePicture, "paint_next", PAINT)
    page = robot.open(SavedGamesPage(app.context))
    cards = [card for card in page.widgets if isinstance(card, TableCard)]
    in_sight = [card.picture.saved.path.name for card in cards if page.viewport.colliderect(card.rect)]
    assert painted == in_sight
    assert 0 < len(in_sight) < len(cards)
    page.scroll_to(page.max_offset, at_once=True)
    robot.wait()
    assert len(painted) > len(in_sight)
    robot.open(SavedGamesPage(app.context))
    robot.wait()
    assert len(painted) == len({*painted}), "a picture that is known was painted again"


# -- the title


def test_the_lower_rows_keep_their_places_when_there_are_unfinished_games(app: App, robot: Robot) -> None:
    def places() -> dict[str, tuple[float, ...]]:
        robot.open(TitlePage(app.context))
        names = ("daily", "puzzles", "skyline", "rules", "statistics", "settings", "quit")
        return {name: tuple(map(round, robot.widget(name).rect)) for name in names}

    before = places()
    save_games(app, 3)
    assert places() == before
    assert robot.page.find("saved")


test_the_title = page_stories(
    """
the tower of a game leads to its set-up
    title > press wyoming = page SetupPage > cancel = page TitlePage
a button opens the set-up
    title > press new = page SetupPage > cancel = page TitlePage
a button opens the rules
    title > press rules = page RulesPage > cancel = page TitlePage
a button opens the settings
    title > press settings = page SettingsPage > cancel = page TitlePage
the mouse uses the same buttons
    title, mouse > click new = page SetupPage > cancel; click rules = page RulesPage
    > cancel; click settings = page SettingsPage > cancel = page TitlePage
the focus is kept when a player comes back
    title > press settings; cancel = page TitlePage; focus settings
F1 opens the rules and closes them
    title > rules = page RulesPage > rules = page TitlePage
only the button Quit ends the program
    title > cancel = page TitlePage > press quit = page NoneType
one press continues the last unfinished game
    title, 2 saved games
    = focus continue; continue.label Continue Towers of Wyoming; continue.detail Ana, Ben, Cornice · turn 7
    > confirm = table Ana, Ben, Cornice; entries 6
a single unfinished game can be put away
    title, 1 saved game > press saved; press away0; press answer1 = page TitlePage; continue is here no

the list continues any game, and with several humans nobody is called You
    saved, 3 saved games > press go2 = table Player 1, Mesa
a game put away is not offered again
    title, 2 saved games > press saved; press away0 = page Notice > press answer1 = page SavedGamesPage; unfinished 1
cancelling keeps the game
    title, 2 saved games > press saved; press away0; confirm = page SavedGamesPage; unfinished 2
"""
)


def test_pointing_at_a_tower_chooses_its_game_and_moves_nothing(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(definition, "playable", lambda: ("wyoming", "towering"))
    robot = Robot(app, "mouse")
    title = robot.open(TitlePage(app.context))
    ground = title.ground
    app.context.devices.pointer = robot.widget("towering").rect.center
    app.on_intent(Intent(Verb.POINT, app.context.devices.pointer))
    assert title.chosen == "towering"
    assert title.ground == ground
    robot.click("new")
    assert robot.top(SetupPage).game.name == "towering"


def test_a_double_click_on_a_tower_leaves_the_set_up_as_it_was(app: App) -> None:
    robot = Robot(app, "mouse")
    robot.open(TitlePage(app.context))
    tower = robot.widget("towering").rect
    robot.click("towering")
    assert isinstance(robot.page, SetupPage)
    place = next(w.rect.center for w in robot.page.focusable if tower.collidepoint(w.rect.center))
    robot.do(Verb.CANCEL)
    robot.wait(DOUBLE)
    robot.click_at(place)
    assert isinstance(robot.page, SetupPage)
    shown = robot.page_text()
    robot.click_at(place)
    assert robot.page_text() == shown
    robot.wait(DOUBLE + 40)
    robot.click_at(place)
    assert robot.page_text() != shown, "later it is another click"


def test_a_game_that_cannot_be_continued_says_why(robot: Robot, app: App) -> None:
    save_games(app, 1)
    robot.open(TitlePage(app.context))
    path = app.context.library.unfinished()[0].path
    path.write_bytes(b"not a record\n")
    robot.do(Verb.CONFIRM)
    assert path.name in robot.top(Notice).text
    robot.do(Verb.CONFIRM)
    assert isinstance(robot.page, TitlePage)


@pytest.mark.parametrize("idle_life", [True, False])
def test_stars_and_windows_change_only_with_idle_animation(robot: Robot, app: App, idle_life: bool) -> None:
    app.context.settings.idle_life = idle_life
    robot.open(TitlePage(app.context))
    robot.see()
    frames = app.frames
    robot.wait(8000)
    robot.see()
    assert (app.frames > frames) is idle_life


# -- warnings


def test_a_healthy_program_has_no_warnings(app: App) -> None:
    app.context.library.unfinished()
    assert warnings_for(app.context) == []


def test_unreadable_settings_are_reported_on_the_title(robot: Robot, app: App) -> None:
    app.context.store.path.parent.mkdir(parents=True, exist_ok=True)
    app.context.store.path.write_bytes(b"{")
    app.context.store.load()
    robot.open(TitlePage(app.context))
    robot.press("warning")
    assert "settings.json" in robot.top(Notice).text


def test_a_records_folder_that_is_a_file_is_reported(app: App) -> None:
    app.context.library.folder.parent.mkdir(parents=True)
    app.context.library.folder.write_bytes(b"")
    assert any("can't be written" in sentence for sentence in warnings_for(app.context))


def test_an_unreadable_record_is_reported_and_kept(app: App) -> None:
    app.context.library.folder.mkdir(parents=True)
    (app.context.library.folder / "odd.jsonl").write_bytes(b"{}\n")
    app.context.library.unfinished()
    (sentence,) = warnings_for(app.context)
    assert "odd.jsonl" in sentence
    assert (app.context.library.folder / "odd.jsonl").exists()


# -- the unfinished games


def test_the_file_of_a_game_put_away_is_kept(robot: Robot, app: App) -> None:
    save_games(app, 1)
    robot.open(SavedGamesPage(app.context))
    path = app.context.library.unfinished()[0].path
    robot.press("away0")
    robot.press("answer1")
    assert not path.exists()
    assert len([*app.context.library.folder.rglob(path.name)]) == 1


def test_times_are_formatted_and_invalid_ones_are_empty() -> None:
    assert date_and_time("2024-02-03T04:05:06") == "3 February, 04:05"
    assert date_and_time("") == date_and_time("yesterday") == ""


def test_the_first_start_offers_colours_that_are_easy_to_tell_apart(app: App, robot: Robot) -> None:
    assert app.context.store.is_first
    robot.open(TitlePage(app.context))
    for colours, other in (("distinct", "Usual"), ("usual", "Easy to tell apart")):
        robot.press("colours")
        assert app.context.settings.colours == colours
        assert robot.widget("colours").semantics().label == f"Colours: {other}"
    app.context.store.is_first = False
    robot.open(TitlePage(app.context))
    assert robot.page.find("colours") is None


def test_the_program_opens_with_the_growing_towers(app: App) -> None:
    """The title has no opening when a player comes back to it."""
    for scene, grows in ((opening_scene(app.context, WindowRequest("title")), True), (TitlePage(app.context), False)):
        app.manager.go(Replace(scene))
        assert scene.shown == (0.0 if grows else 1.0)
