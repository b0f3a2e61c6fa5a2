"""The end of a game is shown whatever is pressed: it can be hurried, never lost, and a replay's end shows it again."""

import random
from typing import Any

import pytest

from tests.scenes.pages.every.pages_over_a_table import table
from tests.scenes.robot import Robot
from tests.scenes.tables import open_table, rest, take_step
from tests.untrusted.hostile import real_record
from topping_out.game.bots.review.timeline import Timeline
from topping_out.game.engine import Outcome
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers.live.count import CountPage
from topping_out.scenes.manager import Pop
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.results.page import ResultsPage


def to_last_play(app: App, game: str, seats: str = "hb", seed: int = 5, **options: object) -> tuple[Robot, TurnScene]:
    """Play by chance to the end; the last play is still being shown."""
    robot, scene = open_table(app, game, seats, seed, **options)
    rng = random.Random(0)
    while not scene.match.outcome:
        rest(robot, scene)
        take_step(scene, rng)
        if not scene.match.outcome:
            scene.motion.finish()
    return robot, scene


def test_results_pressed_in_the_last_play_come_after_the_end_has_been_shown_in_haste(app: App) -> None:
    robot, scene = to_last_play(app, "towers")
    board: Any = scene.board
    robot.do(Verb.PLAY)
    grown, frames = [], 0
    while app.manager.top is scene and frames < 400:
        app.manager.update(40)
        frames += 1
        grown.append(board.finale.grown if board.finale else 0.0)
    assert isinstance(app.manager.top, ResultsPage)
    assert (board.finale.grown, board.finale.rise) == (1.0, 1.0)
    rising = sum(0 < share < 1 for share in grown)
    assert 3 < rising * 40 / 1000 * 10 < 13, "in about a third of its usual time, and for all to see"


def test_results_pressed_while_the_end_is_shown_come_at_once_with_all_of_it(app: App) -> None:
    _, scene = to_last_play(app, "towers")
    board: Any = scene.board
    scene.motion.finish()
    while not (board.finale and board.finale.grown > 0.5):
        app.manager.update(40)
    scene.ending._just_over.finish()
    for intent in (Intent(Verb.FOCUS, text="results"), Intent(Verb.CONFIRM)):
        app.on_intent(intent)
    assert isinstance(app.manager.top, ResultsPage)
    assert (board.finale.grown, board.finale.rise) == (1.0, 1.0)


def test_at_once_means_that_the_end_is_there_at_once_as_well(app: App) -> None:
    app.context.settings.speed = "instant"
    robot, scene = to_last_play(app, "towers")
    robot.wait(1200)
    board: Any = scene.board
    assert isinstance(app.manager.top, ResultsPage)
    assert (board.finale.grown, board.finale.rise) == (1.0, 1.0)


@pytest.mark.parametrize("game", ["towers", "icetowers"])
def test_a_replays_end_shows_the_finale_and_leaving_it_leaves_nothing_of_it(app: App, game: str) -> None:
    robot = Robot(app)
    replay = ReplayScene(app.context, Timeline(real_record(game)))
    robot.open(replay)
    board: Any = replay.board
    robot.click("end")
    finale = board.finale if game == "towers" else board.counted
    assert finale
    assert not replay.at_rest
    robot.wait(16_000)
    assert replay.at_rest
    assert finale.rise == 1 if game == "towers" else finale.shown == finale.length
    robot.click("back")
    assert not (board.finale if game == "towers" else board.counted)


def test_the_count_on_the_ice_comes_before_the_results_whatever_is_pressed(app: App) -> None:
    scene = table(app, "icetowers", 0)
    scene.match.state.outcome = Outcome((0,), (30, 20), "agreed")
    app.manager.go(scene.show_results())
    assert isinstance(app.manager.top, CountPage)
    app.manager.go(Pop(scene.show_results))
    assert isinstance(app.manager.top, ResultsPage)
