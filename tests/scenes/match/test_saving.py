"""A game whose file another program removes."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.scenes.match.test_bots import FRAME, open_table
from tests.scenes.robot import Robot, SilentWorker
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.game.storage.library import read_record
from topping_out.scenes.app import App
from topping_out.scenes.icetowers.live import LiveScene

SAVED_AGAIN = "Another program changed or removed this game's file. It's been saved again, as "
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="open files cannot be deleted or moved there")


def file_of(app: App) -> Path:
    assert app.context.library.path
    return app.context.library.path


@pytest.fixture
def announced(app: App, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    announcements: list[str] = []
    say: Callable[..., None] = app.context.announcer.say
    monkeypatch.setattr(
        app.context.announcer, "say", lambda text, **more: (announcements.append(text), say(text, **more))
    )
    return announcements


@pytest.mark.parametrize("game", ["wyoming", "towering", "towers"])
def test_a_removed_file_is_saved_again_and_reported_at_a_table(app: App, game: str, announced: list[str]) -> None:
    app.context.worker = SilentWorker()
    robot, scene = open_table(app, game)
    file_of(app).unlink()
    scene.do(0, scene.board.turn.actions[0])
    robot.wait(FRAME)
    assert scene.last_words.text == f"{SAVED_AGAIN}{file_of(app).name}."
    assert scene.last_words.text in announced
    assert app.context.reports == [scene.last_words.text]
    assert read_record(file_of(app)) == scene.match.record


def test_a_removed_file_is_saved_again_and_reported_at_a_live_table(
    app: App, bots_here: None, announced: list[str]
) -> None:
    seats = [Player("Ana"), Player("Frost", "bot", "medium", 1)]
    match = app.context.library.start(new_header(load("icetowers"), seats, {}, 7))
    scene = LiveScene(app.context, match, {0: "mouse"})
    robot = Robot(app)
    robot.open(scene)
    file_of(app).unlink()
    match.mark_time(10)
    robot.wait(FRAME)
    assert f"{SAVED_AGAIN}{file_of(app).name}." in announced
    assert read_record(file_of(app)) == match.record
