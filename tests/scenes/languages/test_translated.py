"""In another language, nothing that a table draws, reads out or replies is in English."""

import pytest

from tests.scenes.languages.test_untranslated import catalogue, known, spoken, untranslated  # noqa: F401 (fixtures)
from tests.scenes.pages.every.pages_over_a_table import table
from tests.scenes.robot import Eye, Robot
from tests.scenes.tables import TURN_GAMES
from topping_out.game.icetowers.actions import Lift, Place, Ready, SetDown, Split
from topping_out.game.match import Match
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.scenes.app import App
from topping_out.scenes.devices.input_devices import KEYBOARD_HALVES
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers.live import LiveScene
from topping_out.scenes.icetowers.live_seats import CountPage
from topping_out.scenes.manager import Push
from topping_out.scenes.match.start import open_table
from topping_out.scenes.ui.page import QUESTIONS


def look_everywhere(robot: Robot, eye: Eye) -> set[str]:
    """Point at every widget; return all texts that are drawn, read out, announced and replied."""
    for widget in robot.page.widgets:
        robot.app.context.devices.pointer = widget.rect.center
        robot.app.stage.invalidate()
        robot.see()
    reading, history = robot.page.reading(), robot.app.context.announcer.history
    read = [element.semantics.spoken(reading.place(element)) for element in reading.elements]
    groups = [element.group.label for element in reading.elements if element.group]
    return {*(words for words, _ in eye.sizes), *read, *groups, *map(robot.page.reply_to, QUESTIONS), *history}


def english(app: App, texts: set[str]) -> set[str]:
    keys = {app.context.devices.keyboard_halves.label(half) for half in KEYBOARD_HALVES}
    allowed = known(app.manager.top) | {word for label in keys for word in label.split()}  # type: ignore[arg-type]
    return {text for text in texts if untranslated(text, allowed)}


@pytest.mark.parametrize("plies", [3, 12, 40])
@pytest.mark.parametrize("name", TURN_GAMES)
def test_everything_on_a_card_table_is_translated(
    app: App,
    spoken: None,  # noqa: F811
    eye: Eye,
    name: str,
    plies: int,
) -> None:
    robot, scene = Robot(app, "mouse"), table(app, name, plies)
    found = look_everywhere(robot, eye)
    app.on_intent(Intent(Verb.PICK, text="1"))
    found |= look_everywhere(robot, eye)
    if scoring := scene.board.results(scene.view).scoring:
        app.manager.go(Push(scoring()))
        found |= look_everywhere(robot, eye)
    assert not english(app, found)


@pytest.mark.parametrize(("rival", "options"), [("bot", {"ghost": True}), ("human", {"paused_time": True})])
def test_everything_on_the_table_of_icetowers_is_translated(
    app: App,
    spoken: None,  # noqa: F811
    eye: Eye,
    rival: str,
    options: dict[str, object],
) -> None:
    robot, found = Robot(app, "mouse"), set[str]()
    seats = [Player("Ana"), Player("Ben", rival, "easy" if rival == "bot" else "", 1)]  # type: ignore[arg-type]
    scene = robot.open(open_table(app.context, Match.new(new_header(load("icetowers"), seats, options, 3))))
    assert isinstance(scene, LiveScene)
    for seat in scene.humans:
        scene.driver.submit(seat, Ready(15 * seat), 0)
    robot.wait(4000)
    app.context.announcer.is_heard = True  # if it were set earlier, the count would wait for the announcements
    large = next(tower for tower in scene.view.towers if tower.top == 15 + 12)
    for action in (Lift(12), SetDown(9999, 0), Place(14), Place(large.id), Split(12)):
        scene.driver.submit(0, action, round(scene.clock.now))
        robot.wait(200)
        scene.board.spoken.opened = large.id
        scene.rebuild()
        found |= look_everywhere(robot, eye)
    app.manager.go(Push(CountPage(scene.context, scene.board, lambda: None)))
    found |= look_everywhere(robot, eye)
    assert not english(app, found)
