"""Bots wait for whoever listens, or for the player's key; a play can be asked for before it counts."""

import pytest

from tests.scenes.robot import PromptWorker, Robot
from tests.scenes.tables import table
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.match.bots import UNDO_PAUSE
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.ui.column import Notice

CARD_GAMES = ("wyoming", "towering", "towers")
LONG = 60_000.0


@pytest.fixture
def heard(app: App, monkeypatch: pytest.MonkeyPatch) -> App:
    """A program that somebody listens to, at the pace that is usual."""
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
    """Play up to the end of the turn, and hurry what moves."""
    seat = scene.actor
    while scene.actor == seat and scene.board.turn:
        scene.act(scene.board.turn.actions[0])
        scene.motion.finish()
        robot.app.manager.update(16)


def pass_time(app: App, ms: float) -> None:
    """Let time pass, on the table and in what is being said."""
    for _ in range(int(ms // 40)):
        app.context.announcer.pass_time(40)
        app.manager.update(40)


def plays(scene: TurnScene) -> int:
    return len(scene.match.record.effective())


@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_bot_plays_only_when_its_key_is_pressed(heard: App, game: str) -> None:
    """That is so at first where somebody listens; what the key does is said, and stands on the main button."""
    robot, scene = sit_down(heard, game)
    end_turn(robot, scene)
    before = plays(scene)
    pass_time(heard, LONG)
    assert plays(scene) == before
    assert heard.manager.at_rest
    assert heard.context.announcer.history[-1].startswith(
        "P lets Cornice play." if game != "wyoming" else "P lets Mesa"
    )
    assert robot.widget("play").semantics().label.startswith("Let ")
    robot.do(Verb.PLAY)
    pass_time(heard, 2000)
    assert plays(scene) > before


@pytest.mark.parametrize("used", ["mouse", "pad"])
def test_the_main_button_lets_it_play_too(app: App, used: str) -> None:
    """A player who sees can have it so by the settings."""
    app.context.settings.bots_wait = "key"
    robot, scene = sit_down(app, "wyoming")
    app.context.devices.active = used
    end_turn(robot, scene)
    pass_time(app, 2000)
    before = plays(scene)
    robot.click("play") if used == "mouse" else robot.do(Verb.PLAY)
    pass_time(app, 2000)
    assert plays(scene) > before


def test_what_was_said_is_heard_before_a_bot_plays(heard: App) -> None:
    """The time in which a play can be taken back begins once it is said until when."""
    heard.context.settings.bots_wait = "moment"
    robot, scene = sit_down(heard, "towers")
    end_turn(robot, scene)
    before, said = plays(scene), heard.context.announcer
    said.say("x" * 300)
    pass_time(heard, said.left - 100)
    assert plays(scene) == before
    pass_time(heard, 100 + UNDO_PAUSE + 200)
    assert plays(scene) > before


@pytest.mark.parametrize("is_asked", [False, True])
def test_until_when_a_play_can_be_taken_back_is_said(heard: App, is_asked: bool) -> None:
    """Whoever is asked before a play counts has no deadline."""
    settings = heard.context.settings
    settings.bots_wait, settings.ask_first = "moment", is_asked
    robot, scene = sit_down(heard, "wyoming")
    heard.manager.go(scene.act(scene.board.turn.actions[0]))  # type: ignore[union-attr]
    if is_asked:
        robot.do(Verb.CONFIRM)
    assert scene.match.can_undo()
    assert ("Z takes it back until Mesa plays." in heard.context.announcer.history) is not is_asked
    if not is_asked:
        pass_time(heard, heard.context.announcer.left + UNDO_PAUSE - 200)
        assert scene.match.can_undo()


# -- asked before a play counts


@pytest.mark.parametrize("game", CARD_GAMES)
@pytest.mark.parametrize("seats", ["hb", "hh"])
def test_a_play_counts_once_it_is_meant(app: App, game: str, seats: str) -> None:
    """The question names the play; Esc leaves it where it was."""
    app.context.settings.ask_first, app.context.settings.curtain = True, False
    robot, scene = sit_down(app, game, seats)
    before, action = plays(scene), scene.board.turn.actions[0]  # type: ignore[union-attr]
    for answer in (Verb.CANCEL, Verb.CONFIRM):
        app.manager.go(scene.act(action))
        assert isinstance(robot.page, Notice)
        assert len(robot.page.text) > 8
        assert plays(scene) == before
        robot.do(answer)
    assert plays(scene) == before + 1
