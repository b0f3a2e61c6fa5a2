"""A stranger comes from the first start to a play of their own in four presses, whatever they have in hand."""

from itertools import product

import pytest

from tests.sampling import in_turn, sampled
from tests.scenes.robot import PromptWorker, Robot
from tests.scenes.tables import open_table
from topping_out.game import registry
from topping_out.game.storage.translations import languages
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.title.page import TitlePage

TURN_GAMES = [name for name in registry.names() if not registry.load(name).live]


def wait_for_turn(robot: Robot) -> TurnScene:
    for _ in range(200):
        robot.wait(200)
        scene = robot.page
        if isinstance(scene, TurnScene) and scene.board.turn and not scene.motion.busy:
            return scene
    raise AssertionError("it is never my turn")


HOW = [("mouse", "en"), ("keys", "en"), ("pad", "pl")]
"""By what device, and in which language."""


@sampled("game, how", product(TURN_GAMES, HOW), in_turn(TURN_GAMES, HOW))
def test_four_presses_lead_to_a_play_of_ones_own(game: str, how: tuple[str, str], app: App) -> None:
    """The game, the start, a hint, and the play that it says."""
    used, code = how
    app.context.worker = PromptWorker()
    robot = Robot(app, used)
    try:
        languages.use(code)
        robot.open(TitlePage(app.context))
        robot.press(game)
        if isinstance(robot.page, TitlePage):  # at first the mouse only chooses it
            robot.press("new")
        robot.do(Verb.PLAY)
        scene = wait_for_turn(robot)
        seat, before = scene.viewer.seat, len(scene.match.record.entries)
        robot.do(Verb.HINT)
        robot.wait(400)
        robot.do(Verb.PLAY)
        assert [entry.seat for entry in scene.match.record.entries[before:]][:1] == [seat]
    finally:
        languages.use("en")


@pytest.mark.parametrize(
    ("used", "card", "place"),
    [
        ("keys", "press its number, or Enter on it.", "press a tower's key, or Enter on it."),
        ("pad", "go to it, then A.", "go to a tower, then A."),
        ("mouse", "click on it.", "click on a tower."),
    ],
)
def test_who_presses_too_soon_reads_what_to_do_with_what_is_in_hand(used: str, card: str, place: str, app: App) -> None:
    robot, _ = open_table(app, "towers", used=used)
    press = robot.click if used == "mouse" else robot.press
    play = (lambda: robot.click("play")) if used == "mouse" else (lambda: robot.do(Verb.PLAY))
    play()
    assert app.context.last_reply.text == f"Choose a card first: {card}"
    press("card 0")
    play()
    assert app.context.last_reply.text == f"Choose where it goes: {place}"
