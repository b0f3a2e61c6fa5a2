"""Changing the language in the settings changes the open page at once, and back."""

from collections.abc import Iterator

import pytest

from tests.scenes.robot import Eye, Robot
from topping_out.game.language import ENGLISH, current, tr
from topping_out.game.storage import translations
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.pages.settings import SettingsPage

CODES = sorted(path.stem for path in translations.FOLDER.glob("*.po"))
TEXTS = ("Language", "Keys", "Accessibility", "Volume levels, and captions for sounds.")


@pytest.fixture(autouse=True)
def _english(app: App) -> Iterator[None]:
    translations.use(ENGLISH)
    yield
    translations.use(ENGLISH)


def check(app: App, robot: Robot, eye: Eye) -> None:
    robot.see()
    shown = " ".join(words for words, _ in eye.shown(app)).casefold()
    assert [text for text in TEXTS if tr(text).casefold() not in shown] == []
    assert robot.page.reading().title == tr("Settings")
    assert robot.page.focus == "language"


def test_the_settings_page_changes_to_each_language_at_once(app: App, eye: Eye, robot: Robot) -> None:
    robot.open(SettingsPage(app.context))
    robot.go_to("language")
    chosen = []
    while current() not in chosen:
        chosen.append(current())
        robot.do(Verb.RIGHT)
        app._follow_settings()
        assert (tr("Language") == "Language") == (current() == ENGLISH)
        check(app, robot, eye)
    assert sorted(chosen) == sorted([ENGLISH, *CODES])
    assert current() == ENGLISH
