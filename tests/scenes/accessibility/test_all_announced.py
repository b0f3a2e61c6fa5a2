"""All that is announced in one game each of Towering, Towers and IceTowers, as text that somebody read as a listener.

That of Wyoming lies in `tests/unseen`, where it is heard from outside.
"""

import math
import os
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.golden import RECORD
from tests.scenes.icetowers.test_spoken import Ear, play_on, sit_down, wait
from tests.scenes.robot import PromptWorker, Robot
from topping_out.game.bots.live import choose_here
from topping_out.game.bots.weights import bot_named
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.scenes.app import App
from topping_out.scenes.audio.player import SOUNDS, Audio
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.icetowers.live.count import CountPage
from topping_out.scenes.icetowers.live.scene import LiveScene
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.results.page import ResultsPage
from topping_out.scenes.system.settings import SELF

HERE = Path(__file__).parent
MOST_STEPS = 9000


def check_announced(app: App, name: str) -> None:
    heard = "\n".join([*(one.text for one in app.context.announcer.said), ""])
    path = HERE / f"{name}.txt"
    if os.environ.get(RECORD):
        path.write_text(heard)
    assert heard == path.read_text(encoding="utf-8"), (
        f"something else is heard; record it with {RECORD}=1, and read it from top to bottom"
    )


OFTEN, VARIED = 10, 3


@pytest.fixture(autouse=True)
def heard_often_is_varied(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What sounds more than ten times in a game does so in three variants at least."""
    asked, play = Counter[str](), Audio.play

    def count(audio: Audio, name: str, *words: float, **more: float) -> None:
        asked[name] += 1
        play(audio, name, *words, **more)

    monkeypatch.setattr(Audio, "play", count)
    yield
    assert asked.total() > OFTEN
    assert not [name for name, times in asked.items() if times > OFTEN and SOUNDS[name] < VARIED]


SHORT = {"colours": 3, "hand": 5, "materials": 2, "rounds": 1}


@pytest.mark.parametrize(("name", "options"), [("towering", SHORT), ("towers", {})])
def test_a_game_of_cards(app: App, name: str, options: dict[str, object]) -> None:
    """A bot chooses for the player, who plays it with the main button."""
    app.context.worker, app.context.announcer.is_heard = PromptWorker(), True
    app.context.settings.bots_wait, app.context.announcer.pace = "moment", math.inf
    game, robot = load(name), Robot(app)
    players = [Player(SELF), Player("Mesa", "bot", "easy", 1)]
    scene = TurnScene(app.context, app.context.library.start(new_header(game, players, options, 3)))
    robot.open(scene)
    chooser, rng = bot_named(game, "easy"), random.Random(3)
    for _ in range(MOST_STEPS):
        if isinstance(robot.page, ResultsPage):
            break
        if turn := scene.board.turn:
            scene.board.suggest(chooser.choose(turn.view, turn.actions, rng))
        if turn or robot.page is not scene:  # a round has ended
            robot.do(Verb.PLAY)
        app.manager.update(40)
    robot.wait()
    assert isinstance(robot.page, ResultsPage)
    check_announced(app, name)


def test_a_game_of_icetowers_while_time_stands_still(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LiveScene, "ask_bot", lambda scene, question: choose_here(question))
    robot, scene, match = sit_down(app)
    ear = Ear(robot)
    ear.choose(ear.offering("Touch", "Towers")[0])
    for _ in range(MOST_STEPS):
        if match.outcome:
            break
        play_on(ear, len(match.record.entries) > 60) if scene.view.turn == 0 else wait(app, 400)
    for _ in range(MOST_STEPS):  # the results are painted ahead, as fast as the machine can
        if isinstance(robot.page, CountPage):
            break
        wait(app, 40)
    wait(app, 3200)
    robot.do(Verb.CONFIRM)
    robot.wait()  # the winner's last ten falls
    robot.do(Verb.CONFIRM)
    assert isinstance(robot.page, ResultsPage)
    check_announced(app, "icetowers")
