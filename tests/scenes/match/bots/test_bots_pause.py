"""Bots wait for screen readers or for a key, and plays can be confirmed first."""

import pytest

from tests.scenes.robot import PromptWorker, Robot
from tests.scenes.tables import TURN_GAMES, table
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.match.bots import UNDO_PAUSE
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.ui.column import Notice

LONG = 60_000.0


@pytest.fixture
def reading_app(app: App, monkeypatch: pytest.MonkeyPatch) -> App:
    """Return a program with a screen reader on that speaks at the usual pace."""
    monkeypatch.setattr(app.reader, "speaks", True)
    app.context.announcer.is_heard = True
    return app


def sit_down(app: App, game: str, seats: str = "hb") -> tuple[Robot, TurnScene]:
    robot, scene = Robot(app), table(app, game, seats)
    app.context.worker = PromptWorker()
    robot.open(scene)
    robot.wait(200)
    return robot, scene


def end_turn(robot: Robot, scene: TurnScene) -> None:
    """Play until the turn ends, finishing every motion."""
    seat = scene.actor
    while scene.actor == seat and scene.board.turn:
        scene.act(scene.board.turn.actions[0])
        scene.motion.finish()
        robot.app.manager.update(16)


def pass_time(app: App, ms: float) -> None:
    """Let time pass for the table and for announcements."""
    for _ in range(int(ms // 40)):
        app.context.announcer.pass_time(40)
        app.manager.update(40)


def count_plays(scene: TurnScene) -> int:
    return len(scene.match.record.effective())


@pytest.mark.parametrize("game", TURN_GAMES)
def test_with_a_screen_reader_a_bot_plays_when_its_key_is_pressed(reading_app: App, game: str) -> None:
    """This is the default with a screen reader; the key is announced and shown on the main button."""
    robot, scene = sit_down(reading_app, game)
    end_turn(robot, scene)
    before = count_plays(scene)
    pass_time(reading_app, LONG)
    assert count_plays(scene) == before
    assert reading_app.manager.at_rest
    assert reading_app.context.announcer.history[-1].startswith(
        "P lets Cornice play." if game != "wyoming" else "P lets Mesa"
    )
    assert robot.widget("play").semantics().label.startswith("Let ")
    robot.do(Verb.PLAY)
    pass_time(reading_app, 2000)
    assert count_plays(scene) > before


@pytest.mark.parametrize("used", ["mouse", "pad"])
def test_the_main_button_lets_a_bot_play(app: App, used: str) -> None:
    """Without a screen reader, a setting makes bots wait."""
    app.context.settings.bots_wait = "key"
    robot, scene = sit_down(app, "wyoming")
    app.context.devices.active = used
    end_turn(robot, scene)
    pass_time(app, 2000)
    before = count_plays(scene)
    robot.click("play") if used == "mouse" else robot.do(Verb.PLAY)
    pass_time(app, 2000)
    assert count_plays(scene) > before


def test_a_bot_waits_until_announcements_have_been_heard(reading_app: App) -> None:
    """The time for taking back a play begins after the announcement of its end."""
    reading_app.context.settings.bots_wait = "moment"
    robot, scene = sit_down(reading_app, "towers")
    end_turn(robot, scene)
    before, announcer = count_plays(scene), reading_app.context.announcer
    announcer.say("x" * 300)
    pass_time(reading_app, announcer.left - 100)
    assert count_plays(scene) == before
    pass_time(reading_app, 100 + UNDO_PAUSE + 200)
    assert count_plays(scene) > before


@pytest.mark.parametrize("is_asked", [False, True])
def test_the_deadline_for_taking_back_a_play_is_announced(reading_app: App, is_asked: bool) -> None:
    """There is no deadline if plays are confirmed first."""
    settings = reading_app.context.settings
    settings.bots_wait, settings.ask_first = "moment", is_asked
    robot, scene = sit_down(reading_app, "wyoming")
    reading_app.manager.go(scene.act(scene.board.turn.actions[0]))  # type: ignore[union-attr]
    if is_asked:
        robot.do(Verb.CONFIRM)
    assert scene.match.can_undo()
    assert ("Z takes it back until Mesa plays." in reading_app.context.announcer.history) is not is_asked
    if not is_asked:
        pass_time(reading_app, reading_app.context.announcer.left + UNDO_PAUSE - 200)
        assert scene.match.can_undo()


# -- confirming plays


@pytest.mark.parametrize("game", TURN_GAMES)
@pytest.mark.parametrize("seats", ["hb", "hh"])
def test_a_play_counts_after_it_was_confirmed(app: App, game: str, seats: str) -> None:
    """The question names the play; Esc changes nothing."""
    app.context.settings.ask_first, app.context.settings.curtain = True, False
    robot, scene = sit_down(app, game, seats)
    before, action = count_plays(scene), scene.board.turn.actions[0]  # type: ignore[union-attr]
    for verb in (Verb.CANCEL, Verb.CONFIRM):
        app.manager.go(scene.act(action))
        assert isinstance(robot.page, Notice)
        assert len(robot.page.text) > 8
        assert count_plays(scene) == before
        robot.do(verb)
    assert count_plays(scene) == before + 1
