"""The settings, the pause page and notices."""

from types import SimpleNamespace

import pygame
import pytest

from tests.scenes.pages.every.every_page import PAGES, play
from tests.scenes.pages.stories import page_stories
from tests.scenes.robot import Blank, FakeTable, Robot
from topping_out.game.engine import Outcome
from topping_out.game.match import Match
from topping_out.game.storage.files import user_folder
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.manager import Pop, Push, Quit
from topping_out.scenes.match import definition
from topping_out.scenes.pages.pause import PausePage
from topping_out.scenes.pages.settings import MOST_FOUND, SECTIONS, SettingsPage, SettingsSectionPage
from topping_out.scenes.pages.title import TitlePage
from topping_out.scenes.system.settings import Settings, SettingsStore, Volume
from topping_out.scenes.system.window import dress_pointer
from topping_out.scenes.ui.column import Notice
from topping_out.scenes.ui.widgets import ARROWS, ListRow, Stepper, Switch

pytestmark = pytest.mark.usefixtures("fake_tables")


test_the_settings = page_stories(
    """
text size takes effect at once and is remembered
    settings screen > go to text_size; right x3 = text scale 1.5; focus text_size; stored text_size 1.5

switches can be set with the mouse
    settings, mouse > click screen; click reduced_motion; click idle_life
    = reduced_motion.value yes; stored reduced_motion yes; idle_life.value no; stored idle_life no
    > click back; click table; click curtain = curtain.value no; stored curtain no
volumes change in tenths and take effect at once
    settings sound > go to effects; left x2 = effects volume 0.7; sounds …card_place…
    > go to ambience; right x12 = ambience volume 1.0; stored ambience 1.0

accessibility is two presses from the title
    title > press settings; press accessibility = page AccessibilityPage
    > press screen; press high_contrast = stored high_contrast yes > cancel; press keys = page KeysPage
a setting is found by its name and changed where it was found
    settings > press search; write high; confirm = text_size is here no; captions is here no; high_contrast is here yes
    > press high_contrast = stored high_contrast yes; high_contrast is here yes
a setting is found by the title of its page
    settings > press search; write listening; confirm = voice_rate is here yes; captions is here no
one letter searches for nothing
    settings > press search; write h; confirm = screen is here yes; high_contrast is here no
a search without a result says so
    settings > press search; write xyzzy = heard …No setting is called that…
full screen can be set
    settings screen > press fullscreen = setting fullscreen yes > press fullscreen = setting fullscreen no
muting by the key shows in the settings
    settings sound > mute; the page is made anew = muted.value yes

the pause page says that the game is saved, and continues
    pause over the table = page PausePage; text …saved… > confirm = page FakeTable
a game that was left can be continued
    pause over the table > press leave = page TitlePage > confirm = table Player 1, Mesa; entries 4
the pause page shows the number of the deal and copies it
    pause over the table = deal.label Deal 7 > press deal = page PausePage; reply Copied: 7
the rules lead back to the pause page
    pause over the table > press rules = page RulesPage > cancel = page PausePage
the settings lead back to the pause page
    pause over the table > press settings = page SettingsPage > cancel = page PausePage
"""
)


# -- settings


@pytest.mark.parametrize("section", SECTIONS)
def test_every_switch_and_stepper_is_stored_at_once(robot: Robot, app: App, section: str) -> None:
    page = robot.open(SettingsSectionPage(app.context, section))
    for row in [w for w in page.widgets if isinstance(w, Switch | Stepper) and w.is_focusable]:
        before = getattr(SettingsStore().load(), row.name)
        robot.go_to(row.name)
        robot.do(Verb.CONFIRM if isinstance(row, Switch) else Verb.RIGHT)
        stored = getattr(SettingsStore().load(), row.name)
        assert stored == getattr(app.context.settings, row.name) != before, row.name


def test_a_translation_that_cannot_be_read_is_named(robot: Robot, app: App) -> None:
    folder = user_folder("languages")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "qel.po").write_text('msgid "a"\nmsgstr "b', encoding="utf-8")
    app.context.settings.language = "qel"
    robot.open(SettingsPage(app.context))
    row = robot.widget("language")
    assert row.help == "qel.po can't be used; `topping-out doctor` tells you why."
    assert "qel" not in row.labels


@pytest.mark.parametrize("window", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("size", [1.5, 2.0, 3.0])
def test_a_large_pointer_points_with_its_tip(
    robot: Robot, app: App, monkeypatch: pytest.MonkeyPatch, size: float, window: tuple[int, int]
) -> None:
    """It points to the upper left end of its ink."""
    cursors: list[pygame.Cursor] = []
    monkeypatch.setattr(pygame.mouse, "set_cursor", cursors.append)
    robot.resize(window)
    app.context.kit.pointer_size = size
    dress_pointer(app.context.kit)
    ((x, y), picture) = cursors[-1].data
    ink = pygame.mask.from_threshold(picture, app.context.kit.theme.night, (60, 60, 60, 120))
    left, top = min(at[0] for at in ink.outline()), min(at[1] for at in ink.outline())
    assert (x, y) == (pytest.approx(left, abs=2), pytest.approx(top, abs=2))


def test_colours_contrast_and_pointer_change_at_once(robot: Robot, app: App) -> None:
    robot.open(SettingsSectionPage(app.context, "screen"))
    for row, verb in (("colours", Verb.RIGHT), ("high_contrast", Verb.CONFIRM), ("pointer", Verb.RIGHT)):
        before = app.context.kit
        robot.go_to(row)
        robot.do(verb)
        assert app.context.kit.looks != before.looks, row


@pytest.mark.parametrize(("end", "scales"), [(0.75, [1.15, 1.3, 1.5, 1.0]), (0.25, [1.5, 1.3, 1.15, 1.0])])
def test_the_arrows_of_the_text_size_stay_under_the_pointer(app: App, end: float, scales: list[float]) -> None:
    robot = Robot(app, "mouse")
    robot.open(SettingsSectionPage(app.context, "screen"))
    row = robot.widget("text_size").rect
    place = row.right - ARROWS * (1 - end), row.centery
    for scale in scales:
        robot.click_at(place)
        app._follow_settings()
        robot.see()
        assert app.context.kit.text_scale == scale
        row = robot.widget("text_size").rect
        assert (row.right - ARROWS * (1 - end), row.centery) == pytest.approx(place, abs=1)


def test_the_ambience_is_quieter_during_announcements(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    ducked: list[bool] = []
    monkeypatch.setattr(app.context.audio, "duck", ducked.append)
    app.context.announcer.is_heard = True
    app.context.announcer.say("It is your turn.")
    app.frame([], 16)
    app.frame([], 60_000)
    assert ducked == [True, False]


def test_a_slider_follows_the_mouse(app: App) -> None:
    robot = Robot(app, "mouse")
    robot.open(SettingsSectionPage(app.context, "sound"))
    slider = robot.widget("effects")
    robot.page.reveal(slider, at_once=True)
    x, y = slider.rect.right - 200, slider.rect.centery
    app.on_intent(Intent(Verb.PRESS, (x, y)))
    assert app.context.settings.effects == 0.0
    app.on_intent(Intent(Verb.POINT, (x + 85, y)))
    assert app.context.settings.effects == 0.5
    app.on_intent(Intent(Verb.RELEASE, (x + 500, y)))
    assert app.context.settings.effects == 0.5


@pytest.mark.parametrize("field", ["effects", "ambience", "music", "voice_volume"])
def test_each_volume_can_be_switched_off_and_keeps_its_value(app: App, robot: Robot, field: Volume) -> None:
    robot.open(SettingsSectionPage(app.context, "listening" if field == "voice_volume" else "sound"))
    settings = app.context.settings
    before = getattr(settings, field)
    robot.press(field)
    assert (settings.volume(field), getattr(settings, field)) == (0.0, before)
    assert [settings.volume(name) > 0 for name in ("effects", "ambience", "music", "voice_volume")].count(False) == 1
    assert robot.widget(field).semantics().value == "off"
    robot.press(field)
    assert settings.volume(field) == before
    slider = robot.widget(field)
    robot.wait()  # until the page has scrolled
    robot.click_at((slider.rect.right - 228, slider.rect.centery))  # the loudspeaker
    assert settings.volume(field) == 0.0
    robot.click_at((slider.rect.right - 200 + 170 * before, slider.rect.centery))  # where the slider is
    assert settings.volume(field) == before
    robot.press(field)
    slider.adjust(-1)
    assert settings.volume(field) == pytest.approx(before - 0.1)


def test_the_row_of_the_music_says_why_there_is_none(app: App) -> None:
    app.context.audio.music.problem = "title_calm.ogg is missing"
    robot = Robot(app)
    robot.open(SettingsSectionPage(app.context, "sound"))
    assert "No music here: title_calm.ogg is missing" in robot.page_text()


def test_every_setting_has_a_row_or_is_kept_elsewhere(robot: Robot, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(definition, "playable", lambda: ("wyoming", "icetowers"))
    elsewhere = {"window", "player_names", "setups", "guided", "bindings", "program_keys"}
    elsewhere |= {"gentler_offered", "welcomed", "silenced", "window_place", "window_screen", "maximised"}
    rows: list[str] = []
    for page in (SettingsPage(app.context), *(SettingsSectionPage(app.context, name) for name in SECTIONS)):
        robot.open(page)
        here = [w.name for w in page.widgets if isinstance(w, ListRow)]
        assert len(here) <= MOST_FOUND
        rows += here
    assert {*Settings.__struct_fields__} - elsewhere <= {*rows}
    assert len(rows) == len({*rows})


# -- pause


def _paused(robot: Robot) -> Match:
    match = play(robot.app, ("Ana", "Mesa"), 4)
    below = robot.open(FakeTable(robot.app, match))
    robot.app.manager.go(Push(PausePage(robot.app.context, match, below.coach)))
    return match


def test_the_pause_page_says_why_the_game_cannot_be_saved(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    _paused(robot)
    monkeypatch.setattr(type(robot.app.context.library), "problem", "The disk is full.")
    robot.page.rebuild()
    assert robot.page.text == "The disk is full."
    assert robot.widget("leave").label == "Leave"


def test_starting_afresh_asks_first_and_deals_anew(robot: Robot) -> None:
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
    assert not path.exists()


def test_the_pause_page_of_a_finished_game_says_that_it_is_over(app: App) -> None:
    over = SimpleNamespace(outcome=Outcome((0,), (11, 3), "tower"))
    page = PausePage(app.context, over, SimpleNamespace(is_on=False))
    assert "over" in page.text


# -- notices


def test_a_notice_closes_and_then_does_what_was_chosen(robot: Robot, app: App) -> None:
    done: list[str] = []
    robot.open(TitlePage(app.context))
    choices = (("No", None), ("Yes", lambda: done.append("yes")))
    app.manager.go(Push(Notice(app.context, "Well?", "Shall we?", choices)))
    robot.do(Verb.RIGHT, Verb.CONFIRM)
    assert done == ["yes"]
    assert isinstance(robot.page, TitlePage)


def test_esc_closes_a_notice_without_an_answer(robot: Robot, app: App) -> None:
    robot.open(TitlePage(app.context))
    app.manager.go(Push(Notice(app.context, "Well?", "Shall we?", (("Yes", lambda: pytest.fail("not asked for")),))))
    robot.do(Verb.CANCEL)
    assert isinstance(robot.page, TitlePage)


def test_a_button_of_a_notice_can_open_a_page(robot: Robot, app: App) -> None:
    robot.open(TitlePage(app.context))
    app.manager.go(Push(Notice(app.context, "More", "Settings?", (("Go", lambda: Push(SettingsPage(app.context))),))))
    robot.do(Verb.CONFIRM)
    assert isinstance(robot.page, SettingsPage)


@pytest.mark.parametrize("name", PAGES)
def test_the_right_mouse_button_leaves_a_page_like_esc(app: App, name: str) -> None:
    robot = Robot(app, "mouse")
    bottom = robot.open(Blank())
    page = PAGES[name](app)
    app.manager.go(Push(page))
    app.on_intent(Intent(Verb.CANCEL, text="pointer"))
    stays = name.startswith("title") or name == "note"  # there, Esc first ends the writing
    assert app.manager.top is (page if stays else bottom)


def test_closing_the_last_page_leads_to_the_title(app: App) -> None:
    app.manager.go(Push(Blank()))
    app.manager.go(Pop())
    assert isinstance(app.manager.top, TitlePage)
    app.manager.go(Quit())
    assert app.manager.top is None
