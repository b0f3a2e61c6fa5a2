"""A game that cannot be saved."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.scenes.match.test_bots import FRAME, open_table
from tests.scenes.robot import Robot, SilentWorker
from topping_out.game.bots.live import choose_here
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.game.storage.journal import read_record
from topping_out.scenes.app import App
from topping_out.scenes.icetowers.live import LiveScene

ANEW = "Another program changed or removed this game's file. It has been saved again, as "
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nobody deletes or moves an open file there")


def file_of(app: App) -> Path:
    assert app.context.library.path
    return app.context.library.path


@pytest.fixture
def heard(app: App, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    said: list[str] = []
    say: Callable[..., None] = app.context.announcer.say
    monkeypatch.setattr(app.context.announcer, "say", lambda text, **more: (said.append(text), say(text, **more)))
    return said


@pytest.mark.parametrize("game", ["wyoming", "towering", "towers"])
def test_at_a_table_of_turns_a_file_that_was_removed_is_seen_and_heard(app: App, game: str, heard: list[str]) -> None:
    app.context.worker = SilentWorker()
    robot, scene = open_table(app, game)
    file_of(app).unlink()
    scene.do(0, scene.board.turn.actions[0])
    robot.wait(FRAME)
    assert scene.last_words.text == f"{ANEW}{file_of(app).name}."
    assert scene.last_words.text in heard
    assert app.context.reports == [scene.last_words.text]
    assert read_record(file_of(app)) == scene.match.record


def test_at_a_live_table_too(app: App, monkeypatch: pytest.MonkeyPatch, heard: list[str]) -> None:
    monkeypatch.setattr(LiveScene, "ask_bot", lambda scene, question: choose_here(question))
    seats = [Player("Ana"), Player("Frost", "bot", "medium", 1)]
    match = app.context.library.start(new_header(load("icetowers"), seats, {}, 7))
    scene = LiveScene(app.context, match, {0: "mouse"})
    robot = Robot(app)
    robot.open(scene)
    file_of(app).unlink()
    match.mark_time(10)
    robot.wait(FRAME)
    assert f"{ANEW}{file_of(app).name}." in heard
    assert read_record(file_of(app)) == match.record
