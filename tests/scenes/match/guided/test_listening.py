"""The lesson in listening: each key that it asks for leads on, by what really happens at its table."""

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sampling import sampled
from tests.scenes.robot import PromptWorker, Robot
from topping_out.game.storage.translations import languages
from topping_out.scenes import routes
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.match.listening import STEPS, ListeningLesson
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.keys.keys import KeysPage
from topping_out.scenes.pages.title.page import TitlePage
from topping_out.scenes.ui.dialog import Notice


@pytest.fixture
def heard(app: App, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    monkeypatch.setattr(app.reader, "speaks", True)
    app.context.announcer.is_heard, app.context.announcer.pace = True, math.inf
    app.context.settings.speed = "instant"
    yield app
    languages.use("en")


def test_whoever_listens_is_offered_it_once(heard: App) -> None:
    robot = Robot(heard)
    robot.open(TitlePage(heard.context))
    assert isinstance(robot.page, Notice)
    assert "F2" in robot.page.text
    robot.do(Verb.CANCEL)
    robot.open(TitlePage(heard.context))
    assert isinstance(robot.page, TitlePage)
    robot.open(KeysPage(heard.context))
    robot.press("lesson")
    assert isinstance(robot.page, ListeningLesson)


def test_nobody_else_is(app: App) -> None:
    assert isinstance(Robot(app).open(TitlePage(app.context)), TitlePage)


@sampled("language", ["", "de", "es", "fr", "ja", "pl", "uk"], ["de"])
def test_each_step_ends_with_its_key_and_the_last_with_a_bots_turn(heard: App, home: Path, language: str) -> None:
    heard.context.worker = PromptWorker()
    heard.context.settings.language = language
    heard._follow_settings()
    robot = Robot(heard)
    robot.open(routes.LISTENING(heard.context))
    lesson = robot.page
    assert isinstance(lesson, ListeningLesson)
    for number, step in enumerate(STEPS):
        robot.wait()
        assert lesson.step == number
        assert heard.context.announcer.history.count(lesson.words) == 1, lesson.words
        assert "{" not in lesson.words
        robot.do(Verb.LOG, Verb.CANCEL)  # another key leads nowhere
        assert lesson.step == number
        if step.verbs:
            heard.on_intent(Intent(step.verbs[-1], text="1"))
        elif step.is_own:
            robot.do(Verb.HINT)
            robot.wait()
            robot.do(Verb.PLAY)
        else:
            robot.do(Verb.PLAY)
            robot.wait()
    robot.wait()
    assert isinstance(robot.page, Notice)
    robot.do(Verb.CONFIRM)
    assert type(robot.page) is TurnScene
    assert robot.page.coach.is_on
    assert len([*home.rglob("*.jsonl")]) == 1, "the lesson is no game that is kept"
