"""At rest the program sleeps: what is covered stands still, and does not keep it awake."""

from __future__ import annotations

from game.record import Player, new_header
from game.registry import load
from scenes.app import App
from scenes.devices.intents import Verb
from scenes.match.handover import HandoverPage
from scenes.match.turns import TurnScene
from scenes.pages.pause import PausePage
from tests.scenes.robot import Robot


def table(app: App, *kinds: str) -> TurnScene:
    players = [
        Player(f"Player {seat + 1}", "human" if kind == "human" else "bot", kind.replace("human", ""), seat)
        for seat, kind in enumerate(kinds)
    ]
    return TurnScene(app.context, app.context.library.start(new_header(load("wyoming"), players, {"first": "0"}, 5)))


def test_a_pause_over_a_bot_that_thinks_rests(app: App) -> None:
    robot = Robot(app)
    robot.open(table(app, "easy", "easy"))
    assert not app.manager.at_rest
    robot.do(Verb.CANCEL)
    assert isinstance(app.manager.top, PausePage)
    assert app.manager.at_rest
    robot.do(Verb.CANCEL)
    assert not app.manager.at_rest


def test_a_curtain_rests_while_a_bot_waits_for_it_to_be_lifted(app: App) -> None:
    scene = table(app, "human", "human", "easy")
    robot = Robot(app)
    robot.open(scene)
    for seat in (0, 1):
        while not isinstance(app.manager.top, HandoverPage):
            app.manager.update(30)
        robot.do(Verb.CONFIRM)
        while not scene.board.turn:
            app.manager.update(30)
        scene.act(scene.game.actions(scene.match.state, seat)[0])
    while not isinstance(app.manager.top, HandoverPage):
        app.manager.update(30)
    assert scene.actor == 2
    assert app.manager.at_rest
