"""A screen reader's request acts on the element that it names, even while something moves."""

from collections.abc import Callable

import pytest

from tests.scenes.icetowers.test_spoken import Ear, sit_down, wait
from tests.scenes.robot import Robot
from tests.scenes.tables import table
from topping_out.scenes import routes
from topping_out.scenes.accessibility.screen_reader import Request
from topping_out.scenes.accessibility.semantics import Role
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.match.course import HandoverPage
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.pause import PausePage
from topping_out.scenes.ui.layout import Rect, Widget
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.widgets import Stepper

Ask = Callable[..., None]


@pytest.fixture
def ask(app: App, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Return a function that makes a request as a screen reader does, and lets one frame pass."""

    def ask(action: str, name: str, value: str = "") -> None:
        app.context.announcer.is_heard = True
        monkeypatch.setattr(app.reader, "requests", lambda: [Request(action, name, value)])
        monkeypatch.setattr(app, "_read_out", lambda: None)  # no reader listens, and the page stays as it is
        app.frame([], 16)
        monkeypatch.setattr(app.reader, "requests", list)

    return ask


def value(robot: Robot, name: str) -> str:
    return robot.widget(name).semantics().value


def test_sliders_steppers_and_text_fields_can_be_set(app: App, robot: Robot, ask: Ask) -> None:
    app.context.devices.active = "mouse"
    robot.open(routes.SETTINGS(app.context))
    slider, row = robot.find(Role.SLIDER, "Effects").name, robot.find(Role.SPIN_BUTTON, "Text size").name
    for action, sent, expected in (("set_value", "30.0", "30%"), ("increment", "", "40%"), ("decrement", "", "30%")):
        ask(action, slider, sent)
        assert value(robot, slider) == expected
    assert app.context.devices.active == "keys"
    for action, expected in (("increment", "115%"), ("decrement", "100%"), ("click", "115%")):
        ask(action, row)
        assert value(robot, row) == expected
    robot.open(routes.SETUP(app.context, "wyoming"))
    field = next(element.name for element in robot.page.reading().elements if element.semantics.role is Role.TEXT_FIELD)
    ask("set_value", field, "Ada")
    assert value(robot, field) == "Ada"


def test_a_stepper_can_be_set_while_others_play(app: App, ask: Ask, bots_here: None) -> None:
    robot, scene, _ = sit_down(app)
    ear = Ear(robot)
    ear.choose(ear.offering("Touch", "Towers")[0])
    while not (scene.view.turn == 1 and scene.motion.busy):
        wait(app)
        if scene.view.turn == 0:
            ear.choose((ear.offering("Cap") or ear.offering("Lift"))[0])
    assert value(robot, "sorting") == "Worth"
    ask("increment", "sorting")
    assert value(robot, "sorting") == "Height"
    ask("decrement", "sorting")
    assert value(robot, "sorting") == "Worth"
    assert robot.page.focus == "sorting"


def test_a_button_can_be_pressed_while_cards_are_moving(app: App, robot: Robot, ask: Ask) -> None:
    scene = table(app, "wyoming")
    robot.open(scene)
    scene.act(scene.board.turn.actions[0])  # type: ignore[union-attr]
    app.manager.update(40)
    assert scene.motion.busy
    ask("click", "menu")
    assert isinstance(robot.page, PausePage)


def test_a_request_for_an_element_that_is_gone_does_nothing(app: App, robot: Robot, ask: Ask) -> None:
    """Otherwise it would press the focused button, and show a hand to the wrong player."""
    robot.open(table(app, "wyoming", "hh"))
    assert isinstance(robot.page, HandoverPage)
    ask("click", "card 0")
    assert isinstance(robot.page, HandoverPage)
    ask("click", "lift")
    assert isinstance(robot.page, TurnScene)


def test_a_value_is_announced_if_the_new_name_resembles_the_old(robot: Robot, app: App) -> None:
    app.context.announcer.is_heard = True
    values = ["3", "2", "1"]

    class Rounds(Page):
        now = 0

        def build(self) -> list[Widget]:
            return [
                Stepper("rounds", "Rounds of the game", "", values, self.now, self.change).placed(Rect(9, 9, 300, 50))
            ]

        def change(self, index: int) -> None:
            self.now = index
            self.rebuild()

    robot.open(Rounds(app.context))
    robot.do(Verb.RIGHT)
    assert app.context.announcer.said[-1].text == "2"
