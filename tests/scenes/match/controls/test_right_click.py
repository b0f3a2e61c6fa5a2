"""A click with the right button forgets what the player has half chosen, and disturbs nothing else."""

import random

import pytest

from tests.scenes.robot import Robot
from tests.scenes.tables import table
from topping_out.game import registry
from topping_out.game.registry import load
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.manager import Manager
from topping_out.scenes.match.turns import TurnScene

TURN_GAMES = [name for name in registry.names() if not load(name).live]
RIGHT_CLICK = Intent(Verb.CANCEL, (640.0, 300.0), text="pointer")


@pytest.mark.parametrize("name", TURN_GAMES)
def test_it_disturbs_no_motion_while_others_play(app: App, name: str) -> None:
    """Bots play at the usual speed, and somebody who watches clicks all the time."""
    scene, rng = table(app, name, "bb"), random.Random(2)
    Robot(app).open(scene)
    for _ in range(12):
        (seat,) = scene.match.actors
        scene.do(seat, rng.choice(scene.game.actions(scene.match.state, seat)))
        show_to_the_end(app.manager, scene)
    assert app.context.reports == []


def show_to_the_end(manager: Manager, scene: TurnScene) -> None:
    for _ in range(500):
        manager.on_intent(RIGHT_CLICK)
        manager.update(30)
        if not scene.motion.busy and scene.course.is_over:
            return
    raise AssertionError("the motion does not end")


@pytest.mark.parametrize("name", TURN_GAMES)
def test_it_forgets_the_chosen_cards(app: App, name: str) -> None:
    scene = table(app, name)
    Robot(app).open(scene)
    for _ in range(400):
        app.manager.update(30)
        if scene.board.turn:
            break
    before = scene.board.main_button()
    app.manager.on_intent(Intent(Verb.PICK, text="1"))
    assert scene.board.main_button() != before
    app.manager.on_intent(RIGHT_CLICK)
    assert scene.board.main_button() == before
