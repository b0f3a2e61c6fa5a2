"""What the main button plays is what shows: a hint, a key or a choice aims, and a pointer only once it moves."""

import random
from typing import Any

import pytest

from tests.scenes.robot import PromptWorker, Robot
from tests.scenes.tables import CardTable, table
from topping_out.game import registry
from topping_out.game.bots.worker import BotAnswer
from topping_out.game.registry import load
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.match.cards.hit_area import HitArea
from topping_out.scenes.match.turns import TurnScene

CARD_GAMES = ("wyoming", "towering", "towers")
TURN_GAMES = [name for name in registry.names() if not load(name).live]


def open_table(app: App, name: str, plies: int = 12) -> tuple[Robot, TurnScene, CardTable]:
    """Sit down at a game that has been going on for a while; return once the player may act."""
    scene, rng, robot = table(app, name, seed=5), random.Random(4), Robot(app, "mouse")
    match = scene.match
    while len(match.record.entries) < plies or min(match.actors) != 0:
        seat = min(match.actors)
        match.act(seat, rng.choice(scene.game.actions(match.state, seat)), 0)
    robot.open(scene)
    assert isinstance(scene.board, CardTable)
    assert scene.board.turn
    return robot, scene, scene.board


def move(robot: Robot, position: tuple[float, float]) -> None:
    robot.app.context.devices.pointer = position
    robot.app.on_intent(Intent(Verb.POINT, position))
    robot.wait(40)
    robot.see()


def rest_on(robot: Robot, target: Any) -> tuple[float, float]:
    """Put the pointer on a place."""
    areas = [area for area in robot.page.widgets if getattr(area, "target", None) == target]
    position = areas[0].rect.center
    move(robot, position)
    return position


def two_plays(board: CardTable) -> tuple[Any, Any]:
    """Return plays of the same cards at two places, of which the first is not the one that is aimed at by itself."""
    for action in board.turn.actions:
        board.selection.choose(action)
        targets = [target for target in board.selection.targets() if target != board.selection.aim]
        if board.selection.cards and targets:
            return action, targets[0]
    raise AssertionError("nothing can be played at two places")


def hint(robot: Robot, action: Any) -> None:
    """Ask for a hint that advises an action."""
    robot.app.context.worker = PromptWorker(lambda asked: BotAnswer(asked.ticket, action, "It is best."))
    robot.do(Verb.HINT)
    robot.wait(1000)


@pytest.mark.parametrize("name", CARD_GAMES)
def test_a_hint_holds_while_the_pointer_rests_where_it_lay(app: App, name: str) -> None:
    robot, _, board = open_table(app, name)
    action, other = two_plays(board)
    board.clear_selection()
    board.begin_turn(board.turn)  # type: ignore[arg-type]
    x, y = rest_on(robot, other)
    hint(robot, action)
    for jitter in (0, 2, -2):
        move(robot, (x + jitter, y))
    main = board.main_button()
    assert str(main.action).split(" #")[0] == str(action).split(" #")[0]
    assert board.aimed == board.selection.aim


@pytest.mark.parametrize("name", CARD_GAMES)
def test_a_pointer_that_moves_aims_while_it_is_there_and_the_hint_holds_again_once_it_has_left(
    app: App, name: str
) -> None:
    robot, _, board = open_table(app, name)
    action, other = two_plays(board)
    hint(robot, action)
    hinted = board.selection.aim
    rest_on(robot, other)
    assert board.aimed == other
    main = board.main_button()
    assert main.action == board.selection.action_at(other)
    move(robot, (2.0, 300.0))
    assert board.aimed == hinted


@pytest.mark.parametrize("name", CARD_GAMES)
def test_the_place_that_has_the_focus_is_aimed_at_whatever_lies_under_the_pointer(app: App, name: str) -> None:
    robot, _, board = open_table(app, name)
    action, other = two_plays(board)
    hint(robot, action)
    hinted = board.selection.aim
    rest_on(robot, hinted)
    app.context.devices.active = "keys"
    robot.go_to(next(area.name for area in robot.page.widgets if getattr(area, "target", None) == other))
    robot.see()
    assert board.aimed == other
    x, y = app.context.devices.pointer
    move(robot, (x + 1, y))
    assert board.aimed == other


@pytest.mark.parametrize("name", CARD_GAMES)
def test_drawing_changes_nothing(app: App, name: str) -> None:
    robot, _, board = open_table(app, name)
    action, other = two_plays(board)
    rest_on(robot, other)
    hint(robot, action)
    before = board.selection.aim, board.selection.pointed, board.main_button(), board.at_rest
    robot.see()
    assert (board.selection.aim, board.selection.pointed, board.main_button(), board.at_rest) == before


# -- hurrying


def show_the_bots_play(scene: TurnScene, rng: random.Random) -> None:
    """Let the player play, and the bot after them; return while the bot's play moves, the turn the player's."""
    game = scene.game
    while scene.actor == 0:
        scene.do(0, rng.choice(game.actions(scene.match.state, 0)))
        scene.motion.finish()
    while scene.actor == 1:
        scene.do(1, rng.choice(game.actions(scene.match.state, 1)))
    assert scene.motion.busy
    assert scene.board.turn is None


@pytest.mark.parametrize("verb", [Verb.CONFIRM, Verb.PLAY, Verb.PICK])
@pytest.mark.parametrize("name", TURN_GAMES)
def test_a_key_while_a_bots_play_moves_only_hurries(app: App, name: str, verb: Verb) -> None:
    robot, scene, board = open_table(app, name)
    app.context.devices.active = "keys"
    show_the_bots_play(scene, random.Random(1))
    played = len(scene.match.record.entries)
    for _ in range(20):  # a round's end and the like are shown in between
        if scene.board.turn or robot.page is not scene:
            break
        app.on_intent(Intent(verb, text="1"))
    assert not scene.motion.busy
    assert len(scene.match.record.entries) == played
    if robot.page is scene:
        assert board.selection.cards == []


@pytest.mark.parametrize("is_named", [False, True])
def test_a_hint_may_be_asked_for_while_a_bots_play_moves(app: App, is_named: bool) -> None:
    """By its key, or by a screen reader that names its button."""
    _, scene, _ = open_table(app, "wyoming")
    show_the_bots_play(scene, random.Random(1))
    intents = [Intent(Verb.FOCUS, text="hint"), Intent(Verb.CONFIRM)] if is_named else [Intent(Verb.HINT)]
    for intent in intents:
        app.on_intent(intent)
    assert scene.questions.is_asked("advise")


def test_a_click_while_a_bots_play_moves_is_not_lost(app: App) -> None:
    robot, scene, board = open_table(app, "wyoming")
    show_the_bots_play(scene, random.Random(1))
    position = robot.widget("card 1").rect.center
    robot.click_at(position)
    under = robot.page.at(position)
    assert isinstance(under, HitArea)
    assert board.selection.cards == [under.card]
