"""Settings, pause and notices, played by intents alone."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.scenes.pages.every_page import PAGES, play
from tests.scenes.robot import FakeTable, Robot
from topping_out.game.engine import Outcome
from topping_out.game.match import Match
from topping_out.game.storage.files import user_folder
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.manager import Pop, Push, Quit, Scene
from topping_out.scenes.match import definition
from topping_out.scenes.pages.pause import PausePage
from topping_out.scenes.pages.rules.page import RulesPage
from topping_out.scenes.pages.settings import SettingsPage
from topping_out.scenes.pages.title.page import TitlePage
from topping_out.scenes.system.settings import Settings, SettingsStore
from topping_out.scenes.ui.dialog import Notice
from topping_out.scenes.ui.widgets import Row, Slider, Stepper, Switch

pytestmark = pytest.mark.usefixtures("fake_tables")


# -- settings


def test_text_size_takes_effect_at_once_and_is_remembered(robot: Robot, app: App) -> None:
    robot.open(SettingsPage(app.context))
    robot.go_to("text_size")
    robot.do(Verb.RIGHT, Verb.RIGHT, Verb.RIGHT)
    assert app.context.kit.text_scale == 1.5
    assert robot.page.kit is app.context.kit
    assert robot.page.focus == "text_size"
    assert SettingsStore().load().text_size == 1.5


def test_a_catalogue_that_cannot_be_used_is_named(robot: Robot, app: App) -> None:
    folder = user_folder("languages")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "qel.po").write_text('msgid "a"\nmsgstr "b', encoding="utf-8")
    app.context.settings.language = "qel"
    robot.open(SettingsPage(app.context))
    row = robot.widget("language")
    assert isinstance(row, Stepper)
    assert row.help == "qel.po can't be used; `topping-out doctor` tells you why."
    assert "qel" not in row.labels


@pytest.mark.parametrize("key", ["reduced_motion", "idle_life", "muted", "curtain"])
@pytest.mark.parametrize("used", ["keys", "mouse"])
def test_each_switch_is_remembered(app: App, key: str, used: str) -> None:
    robot = Robot(app, used)
    robot.open(SettingsPage(app.context))
    before = getattr(app.context.settings, key)
    robot.click(key) if used == "mouse" else robot.press(key)
    switch = robot.widget(key)
    assert isinstance(switch, Switch)
    assert switch.value is (not before)
    assert getattr(SettingsStore().load(), key) is (not before)


def test_volumes_go_in_tenths_and_are_heard_at_once(robot: Robot, app: App) -> None:
    robot.open(SettingsPage(app.context))
    robot.go_to("effects")
    robot.do(Verb.LEFT, Verb.LEFT)
    assert app.context.audio.effects_volume == pytest.approx(0.6)
    assert "card_place" in app.context.audio.recent
    robot.go_to("ambience")
    robot.do(*[Verb.RIGHT] * 12)
    assert app.context.audio.ambience_volume == 1.0
    assert SettingsStore().load().ambience == 1.0


def test_a_slider_follows_the_mouse(app: App) -> None:
    robot = Robot(app, "mouse")
    robot.open(SettingsPage(app.context))
    slider = robot.widget("effects")
    assert isinstance(slider, Slider)
    robot.page.reveal(slider, at_once=True)  # type: ignore[attr-defined]
    x, y = slider.rect.right - 200, slider.rect.centery
    app.on_intent(Intent(Verb.PRESS, (x, y)))
    assert app.context.settings.effects == 0.0
    app.on_intent(Intent(Verb.POINT, (x + 85, y)))
    assert app.context.settings.effects == 0.5
    app.on_intent(Intent(Verb.RELEASE, (x + 500, y)))
    assert app.context.settings.effects == 0.5


def test_speed_and_full_screen_are_set(robot: Robot, app: App) -> None:
    robot.open(SettingsPage(app.context))
    robot.go_to("speed")
    robot.do(Verb.RIGHT)
    assert app.context.settings.speed == "fast"
    robot.press("fullscreen")
    assert app.context.settings.fullscreen
    robot.press("fullscreen")
    assert not app.context.settings.fullscreen


def test_muting_by_its_key_anywhere_shows_in_the_settings(robot: Robot, app: App) -> None:
    robot.open(SettingsPage(app.context))
    robot.do(Verb.MUTE)
    robot.page.rebuild()
    switch = robot.widget("muted")
    assert isinstance(switch, Switch)
    assert switch.value


def test_every_setting_of_taste_has_a_row(robot: Robot, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(definition, "playable", lambda: ("wyoming", "icetowers"))
    robot.open(SettingsPage(app.context))
    elsewhere = {"window", "player_names", "setups", "guided", "bindings", "program_keys", "bots_hands", "even_hands"}
    elsewhere |= {"gentler_offered"}
    rows = {w.name for w in robot.page.widgets if isinstance(w, Row)}
    assert {*Settings.__struct_fields__} - elsewhere <= rows


# -- pause


def _paused(robot: Robot) -> Match:
    match = play(robot.app, ("Ana", "Mesa"), 4)
    below = FakeTable(robot.app, match)
    robot.open(below)
    robot.app.manager.go(Push(PausePage(robot.app.context, below)))
    return match


def test_the_pause_says_that_the_game_is_saved_and_goes_on(robot: Robot) -> None:
    _paused(robot)
    page = robot.page
    assert isinstance(page, PausePage)
    assert page.see_through
    assert "saved" in page.text
    robot.do(Verb.CONFIRM)
    assert isinstance(robot.app.manager.top, FakeTable)


def test_the_pause_says_what_keeps_the_game_from_being_saved(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    _paused(robot)
    monkeypatch.setattr(type(robot.app.context.library), "problem", "The disk is full.")
    robot.page.rebuild()
    assert robot.page.text == "The disk is full."  # type: ignore[attr-defined]
    assert robot.widget("leave").label == "Leave"  # type: ignore[attr-defined]


def test_leaving_a_game_lets_it_be_continued(robot: Robot) -> None:
    match = _paused(robot)
    robot.press("leave")
    assert isinstance(robot.page, TitlePage)
    assert robot.app.context.library.path is None
    robot.do(Verb.CONFIRM)
    assert robot.table.match.record.entries == match.record.entries


def test_beginning_afresh_asks_first_and_then_deals_anew(robot: Robot) -> None:
    match = _paused(robot)
    path = robot.app.context.library.path
    robot.press("afresh")
    assert isinstance(robot.page, Notice)
    robot.do(Verb.CANCEL)
    assert isinstance(robot.page, PausePage)
    robot.press("afresh")
    robot.press("answer1")
    fresh = robot.table.match
    assert fresh.header.seats == match.header.seats
    assert fresh.header.options == match.header.options
    assert fresh.header.seed != match.header.seed
    assert path
    assert not path.exists()


def test_rules_and_settings_come_back_to_the_pause(robot: Robot) -> None:
    _paused(robot)
    for name, page in (("rules", RulesPage), ("settings", SettingsPage)):
        robot.press(name)
        assert isinstance(robot.page, page)
        robot.do(Verb.CANCEL)
        assert isinstance(robot.page, PausePage)


def test_a_finished_game_is_left_and_not_saved(app: App) -> None:
    over = SimpleNamespace(match=SimpleNamespace(outcome=Outcome((0,), (11, 3), "tower")), shows_hands=False)
    page = PausePage(app.context, over)  # type: ignore[arg-type]
    assert "over" in page.text


# -- notice


def test_a_notice_does_what_is_pressed_after_it_has_gone(robot: Robot, app: App) -> None:
    done: list[str] = []
    robot.open(TitlePage(app.context))
    answers = (("No", None), ("Yes", lambda: done.append("yes")))
    app.manager.go(Push(Notice(app.context, "Well?", "Shall we?", answers)))
    robot.do(Verb.RIGHT, Verb.CONFIRM)
    assert done == ["yes"]
    assert isinstance(robot.page, TitlePage)


def test_esc_closes_a_notice_without_an_answer(robot: Robot, app: App) -> None:
    robot.open(TitlePage(app.context))
    app.manager.go(Push(Notice(app.context, "Well?", "Shall we?", (("Yes", lambda: pytest.fail("not asked for")),))))
    robot.do(Verb.CANCEL)
    assert isinstance(robot.page, TitlePage)


def test_an_answer_can_lead_on(robot: Robot, app: App) -> None:
    robot.open(TitlePage(app.context))
    app.manager.go(Push(Notice(app.context, "More", "Settings?", (("Go", lambda: Push(SettingsPage(app.context))),))))
    robot.do(Verb.CONFIRM)
    assert isinstance(robot.page, SettingsPage)


@pytest.mark.parametrize("name", PAGES)
def test_the_right_mouse_button_leaves_a_page_like_esc(app: App, name: str) -> None:
    robot = Robot(app, "mouse")
    bottom = Scene()
    robot.open(bottom)
    app.manager.go(Push(PAGES[name](app)))
    app.on_intent(Intent(Verb.CANCEL, text="pointer"))
    assert app.manager.top is (app.manager.stack[-1] if name.startswith("title") else bottom)


def test_the_last_scene_leads_to_the_title_and_only_quit_ends_the_program(app: App) -> None:
    app.manager.go(Push(Scene()))
    app.manager.go(Pop())
    assert isinstance(app.manager.top, TitlePage)
    app.manager.go(Quit())
    assert app.manager.top is None
