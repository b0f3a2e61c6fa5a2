"""At rest the program sleeps: what is covered stands still, and does not keep it awake."""

from tests.scenes.robot import Robot
from tests.scenes.tables import table
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.match.course.handover import HandoverPage
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.pause import PausePage


def test_a_pause_over_a_bot_that_thinks_rests(app: App) -> None:
    robot = Robot(app)
    robot.open(table(app, "wyoming", "bb"))
    assert not app.manager.at_rest
    robot.do(Verb.CANCEL)
    assert isinstance(app.manager.top, PausePage)
    assert app.manager.at_rest
    robot.do(Verb.CANCEL)
    assert not app.manager.at_rest


def wait_for_curtain(robot: Robot, scene: TurnScene) -> None:
    """Wait until it hangs and can be lifted; whoever looks at what the turn has brought is done with that."""
    for _ in range(400):
        robot.app.manager.update(30)
        if scene.viewer.is_looking and scene.viewer.may_be_done and robot.page is scene:
            robot.do(Verb.CONFIRM)
        if isinstance(robot.page, HandoverPage) and robot.page.at_rest:
            return
    raise AssertionError("the curtain does not come")


def test_a_curtain_rests_while_a_bot_waits_for_it_to_be_lifted(app: App) -> None:
    scene = table(app, "wyoming", "hhb")
    robot = Robot(app)
    robot.open(scene)
    for seat in (0, 1):
        wait_for_curtain(robot, scene)
        robot.do(Verb.CONFIRM)
        while not scene.board.turn:
            app.manager.update(30)
        scene.act(scene.game.actions(scene.match.state, seat)[0])
    wait_for_curtain(robot, scene)
    assert scene.actor == 2
    assert app.manager.at_rest
