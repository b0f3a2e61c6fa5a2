"""The page of all keys: every verb has its row, another key takes effect at once and is remembered."""

import pygame
import pytest

from tests.scenes.pages.stories import page_stories
from tests.scenes.robot import Robot
from topping_out.scenes.accessibility.semantics import Role
from topping_out.scenes.app import App
from topping_out.scenes.devices.bindings import load_bindings
from topping_out.scenes.devices.devices import Devices
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.devices.program_keys import ProgramKeys
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.pages.keys.key_binding import KeyRow
from topping_out.scenes.pages.keys.keyboard import KeyboardPage
from topping_out.scenes.pages.keys.keys import GROUPS, KeysPage
from topping_out.scenes.ui.column import ColumnPage, Rows


def strike(devices: Devices, key: int) -> list[Intent]:
    return devices.read([pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)], 1)


def press_key(robot: Robot, place: str) -> None:
    robot.app.on_intent(Intent(Verb.KEY, text=place, amount=1))


def test_every_verb_of_the_keyboard_has_its_row(robot: Robot, app: App) -> None:
    page = KeysPage(app.context)
    robot.open(page)
    told = {verb for _, entries in GROUPS for verb, _, _ in entries}
    assert {*load_bindings().keys.values()} - {Verb.PICK, Verb.PREVIOUS} == told, "the page's words tell of those two"
    assert all(page.find(f"key {verb}") for verb in told)


def test_another_key_takes_effect_at_once_and_is_remembered(robot: Robot, app: App) -> None:
    robot.open(KeysPage(app.context))
    robot.press("key hint")
    assert app.manager.top.wants_raw_keys  # type: ignore[union-attr]
    press_key(robot, "b")
    assert app.context.devices.label(Verb.HINT) == "B"
    assert [intent.verb for intent in strike(app.context.devices, pygame.K_b)] == [Verb.HINT]
    assert strike(app.context.devices, pygame.K_h) == []
    assert app.context.store.load().program_keys == {"hint": "b"}
    robot.press("usual")
    assert app.context.devices.label(Verb.HINT) == "H"
    assert app.context.settings.program_keys == {}


test_the_page_of_keys = page_stories(
    """
Esc, numbers and modifiers keep what they mean
    keys > press key hint; key escape = key hint.label H > press key hint; key 3 = key hint.label H
    > press key hint; key lshift = key hint.label H
a key that stands twice is shown
    keys > press key hint; key l = key hint.note …Move log…
a key of its own leads there from everywhere and back
    settings > keys = page KeysPage > keys = page SettingsPage > press keys = page KeysPage
"""
)


def test_what_a_settings_file_says_without_sense_is_passed_over(app: App) -> None:
    keys = ProgramKeys(load_bindings(), {"hint": "no such key", "fly": "x", "log": "escape", "cancel": "q"})
    assert keys.is_usual


def test_a_key_that_cannot_be_another_says_so(robot: Robot, app: App) -> None:
    page = KeysPage(app.context)
    robot.open(page)
    robot.press("key hint")
    press_key(robot, "3")
    assert page.find("key hint").note == page.binder.message != ""
    assert page.find("key cancel").press() is None
    assert page.binder.waiting is None


@pytest.mark.parametrize("where", [KeysPage, KeyboardPage])
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)])
def test_why_a_key_is_refused_is_in_sight_at_every_row(
    app: App, robot: Robot, where: type[KeysPage | KeyboardPage], size: tuple[int, int]
) -> None:
    app.context.kit = Kit(Metrics(size), 1.5, app.context.kit.theme)
    page = where(app.context)
    robot.open(page)
    rows = [widget for widget in page.widgets if isinstance(widget, KeyRow)]
    names = [row.name for row in rows if row.semantics().role is Role.BUTTON]
    assert len(names) > 12
    for name in names:
        robot.press(name)
        press_key(robot, "lshift")
        row = page.find(name)
        assert row.note, name
        assert page.viewport.contains(row.rect), name


class Wrong(ColumnPage):
    """A page with more rows than it can show, and at their head what is wrong."""

    wrong = ""

    def put_rows(self, rows: Rows) -> None:
        rows.words("wrong", self.wrong, is_bad=True)
        for number in range(40):
            rows.words(f"line {number}", "A line.")


@pytest.mark.parametrize(("offset", "shown"), [(0, ""), (1e9, "Something is wrong.")])
def test_what_a_page_says_is_wrong_shows_below_where_its_place_is_out_of_sight(
    app: App, robot: Robot, offset: float, shown: str
) -> None:
    page = Wrong(app.context)
    robot.open(page)
    page.scroll_to(offset, at_once=True)
    page.wrong = "Something is wrong."
    page.rebuild()
    assert app.context.last_reply.text == shown
