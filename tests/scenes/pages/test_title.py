"""The way in: the opening, the title, what is wrong, and the unfinished games; played by intents alone."""

from __future__ import annotations

import pytest

from tests.scenes.pages.every_page import TABLES, save_games
from tests.scenes.robot import FakeReplay, FakeTable, Robot
from topping_out.game import registry
from topping_out.game.cli.frontend import WindowRequest
from topping_out.game.record import Header, Player, Record, new_header
from topping_out.scenes.app import App, opening_scene
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.manager import Push
from topping_out.scenes.match import definition
from topping_out.scenes.pages.rules.page import RulesPage
from topping_out.scenes.pages.saved_games import SavedGamesPage
from topping_out.scenes.pages.settings import SettingsPage
from topping_out.scenes.pages.setup.page import SetupPage
from topping_out.scenes.pages.title.page import TitlePage, TowerButton
from topping_out.scenes.system.warnings import warnings_for
from topping_out.scenes.ui.dialog import Notice
from topping_out.scenes.ui.phrases import date_and_time

pytestmark = pytest.mark.usefixtures("fake_tables")


# -- the opening


def _header(*names: str) -> Header:
    return new_header(registry.load("wyoming"), [Player(name, colour=n) for n, name in enumerate(names)], {}, 7)


def test_the_command_line_can_ask_for_the_title_a_table_or_a_replay(app: App) -> None:
    assert isinstance(opening_scene(app.context, WindowRequest("title")), TitlePage)
    played = opening_scene(app.context, WindowRequest("play", header=_header("Ana", "Ben")))
    assert isinstance(played, FakeTable)
    assert app.context.library.path is not None
    replayed = opening_scene(app.context, WindowRequest("replay", record=Record(_header("Ana", "Ben"))))
    assert isinstance(replayed, FakeReplay)


def test_the_towers_grow_first_and_any_key_ends_that(app: App, robot: Robot) -> None:
    title = TitlePage(app.context, opening=True)
    app.manager.go(Push(title))
    assert title.motion.busy
    assert title.skyline.lit[0].grown == 0
    robot.do(Verb.DOWN)
    assert title.skyline.lit[0].grown == title.skyline.lit[0].light == title.shown == 1


def test_a_click_during_the_opening_ends_it_and_counts(app: App) -> None:
    robot = Robot(app, "mouse")
    app.manager.go(Push(TitlePage(app.context, opening=True)))
    robot.click("settings")
    assert isinstance(app.manager.top, SettingsPage)


def test_the_opening_ends_by_itself_and_is_shown_once(app: App, robot: Robot) -> None:
    title = TitlePage(app.context, opening=True)
    robot.open(title)
    assert title.at_rest
    title.enter()
    assert title.skyline.lit[0].grown == title.shown == 1


def test_reduced_motion_has_no_opening(app: App) -> None:
    app.context.settings.reduced_motion = True
    title = TitlePage(app.context, opening=True)
    app.manager.go(Push(title))
    assert title.skyline.lit[0].grown == title.shown == 1


# -- the title


def test_the_title_offers_the_games_as_towers_and_leads_to_their_set_up(robot: Robot, app: App) -> None:
    robot.open(TitlePage(app.context))
    assert [w.name for w in robot.page.widgets if isinstance(w, TowerButton)] == [*registry.names()]
    robot.press("wyoming")
    assert isinstance(robot.page, SetupPage)
    robot.do(Verb.CANCEL)
    assert isinstance(robot.page, TitlePage)


@pytest.mark.parametrize(("button", "page"), [("new", SetupPage), ("rules", RulesPage), ("settings", SettingsPage)])
@pytest.mark.parametrize("used", ["keys", "mouse"])
def test_each_button_leads_to_its_page_and_cancel_leads_back(app: App, button: str, page: type, used: str) -> None:
    robot = Robot(app, used)
    robot.open(TitlePage(app.context))
    robot.click(button) if used == "mouse" else robot.press(button)
    assert isinstance(robot.page, page)
    robot.do(Verb.CANCEL)
    assert isinstance(robot.page, TitlePage)


def test_pointing_at_a_tower_speaks_of_its_game_and_moves_nothing(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(definition, "playable", lambda: ("wyoming", "towering"))
    robot = Robot(app, "mouse")
    title = TitlePage(app.context)
    robot.open(title)
    ground = title.ground
    app.context.devices.pointer = robot.widget("towering").rect.center
    app.on_intent(Intent(Verb.POINT, app.context.devices.pointer))
    assert title.chosen == "towering"
    assert title.ground == ground
    robot.click("new")
    assert isinstance(robot.page, SetupPage)
    assert robot.page.game.name == "towering"


def test_f1_opens_the_rules_and_closes_them(robot: Robot, app: App) -> None:
    robot.open(TitlePage(app.context))
    robot.do(Verb.RULES)
    assert isinstance(robot.page, RulesPage)
    robot.do(Verb.RULES)
    assert isinstance(robot.page, TitlePage)


def test_cancel_does_not_end_the_program_but_its_button_does(robot: Robot, app: App) -> None:
    robot.open(TitlePage(app.context))
    robot.do(Verb.CANCEL)
    assert isinstance(robot.page, TitlePage)
    robot.press("quit")
    assert app.manager.top is None


def test_without_an_unfinished_game_there_is_nothing_to_continue(robot: Robot, app: App) -> None:
    robot.open(TitlePage(app.context))
    assert robot.page.find("continue") is None
    assert robot.page.focus == "new"


def test_the_last_unfinished_game_is_one_press_away(robot: Robot, app: App) -> None:
    save_games(app, 2)
    robot.open(TitlePage(app.context))
    assert robot.page.focus == "continue"
    button = robot.widget("continue")
    assert button.label == "Continue Towers of Wyoming"  # type: ignore[attr-defined]
    assert button.detail == "Ana, Ben, Cornice · turn 7"  # type: ignore[attr-defined]
    robot.do(Verb.CONFIRM)
    assert robot.table.match.names == TABLES[1]
    assert len(robot.table.match.record.entries) == 6


def test_one_unfinished_game_needs_no_list_and_several_have_one(robot: Robot, app: App) -> None:
    save_games(app, 1)
    robot.open(TitlePage(app.context))
    assert robot.page.find("saved") is None
    save_games(app, 3)
    robot.open(TitlePage(app.context))
    robot.press("saved")
    assert isinstance(robot.page, SavedGamesPage)


def test_a_game_that_cannot_be_taken_up_says_why(robot: Robot, app: App) -> None:
    save_games(app, 1)
    robot.open(TitlePage(app.context))
    path = app.context.library.unfinished()[0].path
    path.write_bytes(b"not a record\n")
    robot.do(Verb.CONFIRM)
    assert isinstance(robot.page, Notice)
    assert path.name in robot.page.text
    robot.do(Verb.CONFIRM)
    assert isinstance(robot.page, TitlePage)


def test_the_stars_stand_still_without_idle_life(robot: Robot, app: App) -> None:
    app.context.settings.idle_life = False
    robot.open(TitlePage(app.context))
    robot.see()
    frames = app.frames
    robot.wait(8000)
    robot.see()
    assert app.frames == frames


def test_windows_go_on_and_off_with_idle_life(robot: Robot, app: App) -> None:
    robot.open(TitlePage(app.context))
    robot.see()
    frames = app.frames
    robot.wait(8000)
    robot.see()
    assert app.frames > frames


# -- warnings


def test_a_sound_machine_has_no_warnings(app: App) -> None:
    app.context.library.unfinished()
    assert warnings_for(app.context) == []


def test_settings_that_cannot_be_read_are_told_on_the_title(robot: Robot, app: App) -> None:
    app.context.store.path.parent.mkdir(parents=True, exist_ok=True)
    app.context.store.path.write_bytes(b"{")
    app.context.store.load()
    robot.open(TitlePage(app.context))
    robot.press("warning")
    assert isinstance(robot.page, Notice)
    assert "settings.json" in robot.page.text


def test_a_records_folder_that_is_a_file_is_told(app: App) -> None:
    app.context.library.folder.parent.mkdir(parents=True)
    app.context.library.folder.write_bytes(b"")
    assert any("cannot be written" in sentence for sentence in warnings_for(app.context))


def test_a_record_that_cannot_be_read_is_told_and_stays(app: App) -> None:
    app.context.library.folder.mkdir(parents=True)
    (app.context.library.folder / "odd.jsonl").write_bytes(b"{}\n")
    app.context.library.unfinished()
    (sentence,) = warnings_for(app.context)
    assert "odd.jsonl" in sentence
    assert (app.context.library.folder / "odd.jsonl").exists()


def test_missing_sound_is_told(app: App) -> None:
    app.context.audio.problem = "There is no sound: no device."
    assert warnings_for(app.context) == ["There is no sound: no device."]


# -- the unfinished games


def test_the_list_shows_the_latest_first_and_takes_up_any(robot: Robot, app: App) -> None:
    save_games(app, 3)
    robot.open(SavedGamesPage(app.context))
    assert robot.page.focus == "go0"
    assert robot.widget("go0").label == "Gable, Ben, Cornice, Dan · turn 8"  # type: ignore[attr-defined]
    assert "started 21 November, 12:03" in robot.widget("go0").detail  # type: ignore[attr-defined]
    robot.press("go2")
    assert robot.table.match.names == ("Player 1", "Mesa"), "of several humans nobody is called You"


def test_a_game_put_away_is_not_offered_again_and_its_file_is_kept(robot: Robot, app: App) -> None:
    save_games(app, 2)
    robot.open(TitlePage(app.context))
    robot.press("saved")
    path = app.context.library.unfinished()[0].path
    robot.press("away0")
    assert isinstance(robot.page, Notice)
    robot.press("answer1")
    assert isinstance(robot.page, SavedGamesPage)
    assert len(robot.page.saved) == 1
    assert not path.exists()
    assert len([*app.context.library.folder.rglob(path.name)]) == 1


def test_keeping_a_game_after_all_changes_nothing(robot: Robot, app: App) -> None:
    save_games(app, 2)
    robot.open(TitlePage(app.context))
    robot.press("saved")
    robot.press("away0")
    robot.do(Verb.CONFIRM)
    assert isinstance(robot.page, SavedGamesPage)
    assert len(app.context.library.unfinished()) == 2


def test_the_list_closes_when_the_last_game_is_put_away(robot: Robot, app: App) -> None:
    save_games(app, 1)
    robot.open(TitlePage(app.context))
    app.manager.go(Push(SavedGamesPage(app.context)))
    robot.press("away0")
    robot.press("answer1")
    assert isinstance(robot.page, TitlePage)
    assert robot.page.find("continue") is None


def test_times_are_told_for_people_and_odd_ones_left_out() -> None:
    assert date_and_time("2024-02-03T04:05:06") == "3 February, 04:05"
    assert date_and_time("") == date_and_time("yesterday") == ""
