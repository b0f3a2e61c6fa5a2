"""A card that is dragged and let go within one frame, before it has moved, comes back to its place."""

import pytest

from tests.scenes.robot import Robot
from tests.scenes.tables import table
from topping_out.game import registry
from topping_out.game.registry import load
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.match.turns import TurnScene

CARD_GAMES = [name for name in registry.names() if not load(name).live]
NOWHERE = 1270.0, 20.0


def open_table(app: App, name: str) -> TurnScene:
    scene = table(app, name)
    Robot(app).open(scene)
    come_to_rest(app, scene)
    assert scene.board.turn
    return scene


def come_to_rest(app: App, scene: TurnScene) -> None:
    for _ in range(400):
        app.manager.update(30)
        if not scene.motion.busy and scene.course.is_over:
            return
    raise AssertionError("the motion does not end")


def drag_in_one_frame(app: App, start: tuple[float, float], goal: tuple[float, float]) -> None:
    app.manager.on_intent(Intent(Verb.PRESS, start))
    app.manager.on_intent(Intent(Verb.POINT, goal))
    app.manager.on_intent(Intent(Verb.RELEASE, goal))


@pytest.mark.parametrize("name", CARD_GAMES)
def test_a_chosen_card_comes_back_to_where_it_lay(app: App, name: str) -> None:
    scene = open_table(app, name)
    app.manager.on_intent(Intent(Verb.PICK, text="1"))
    come_to_rest(app, scene)
    tokens, card = scene.board.tokens, scene.board.tokens.hand[0]
    home = tokens.sprites[card].place
    drag_in_one_frame(app, (home.x, home.y), NOWHERE)
    come_to_rest(app, scene)
    assert (tokens.sprites[card].place, app.context.reports) == (home, [])


@pytest.mark.parametrize("name", CARD_GAMES)
def test_escape_lays_down_what_is_dragged(app: App, name: str) -> None:
    scene = open_table(app, name)
    tokens, card = scene.board.tokens, scene.board.tokens.hand[0]
    home = tokens.sprites[card].place
    app.manager.on_intent(Intent(Verb.PRESS, (home.x, home.y)))
    app.manager.on_intent(Intent(Verb.POINT, NOWHERE))
    app.manager.on_intent(Intent(Verb.CANCEL))
    app.manager.on_intent(Intent(Verb.POINT, (640.0, 300.0)))
    assert (app.manager.top, tokens.is_dragging) == (scene, False)
