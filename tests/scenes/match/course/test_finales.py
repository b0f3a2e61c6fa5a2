"""The finale of a game is always shown: it can be hurried but not skipped, and replays show it again."""

import random
from typing import Any

import pytest

from tests.scenes.eye import Eye
from tests.scenes.pages.every.pages_over_a_table import table
from tests.scenes.robot import Robot
from tests.scenes.tables import open_table, rest, take_step
from tests.untrusted.hostile import real_record
from topping_out.game.bots.review import Timeline
from topping_out.game.engine import Outcome
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers.live_seats import CountPage
from topping_out.scenes.manager import Pop
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.wyoming.finale import LENGTH


def to_last_play(app: App, game: str, seats: str = "hb", seed: int = 5, **options: object) -> tuple[Robot, TurnScene]:
    """Play at random to the end; the last play is still being shown."""
    robot, scene = open_table(app, game, seats, seed, **options)
    rng = random.Random(0)
    while not scene.match.outcome:
        rest(robot, scene)
        take_step(scene, rng)
        if not scene.match.outcome:
            scene.motion.finish()
    return robot, scene


def test_pressing_results_during_the_last_play_hurries_the_finale(app: App) -> None:
    robot, scene = to_last_play(app, "towers")
    game: Any = scene.board.game  # type: ignore[attr-defined]
    robot.do(Verb.PLAY)
    grown, frames = [], 0
    while app.manager.top is scene and frames < 400:
        app.manager.update(40)
        frames += 1
        grown.append(game.rising.grown if game.rising else 0.0)
    assert isinstance(app.manager.top, ResultsPage)
    assert (game.rising.grown, game.rising.rise) == (1.0, 1.0)
    rising = sum(0 < share < 1 for share in grown)
    assert 3 < rising * 40 / 1000 * 10 < 13, "it should take about a third of its usual time"


def test_pressing_results_during_the_finale_completes_it_at_once(app: App) -> None:
    _, scene = to_last_play(app, "towers")
    game: Any = scene.board.game  # type: ignore[attr-defined]
    scene.motion.finish()
    while not (game.rising and game.rising.grown > 0.5):
        app.manager.update(40)
    scene.ending._just_over.finish()
    for intent in (Intent(Verb.FOCUS, text="results"), Intent(Verb.CONFIRM)):
        app.on_intent(intent)
    assert isinstance(app.manager.top, ResultsPage)
    assert (game.rising.grown, game.rising.rise) == (1.0, 1.0)


def test_the_finale_is_complete_at_once_at_instant_speed(app: App) -> None:
    app.context.settings.speed = "instant"
    robot, scene = to_last_play(app, "towers")
    robot.wait(1200)
    game: Any = scene.board.game  # type: ignore[attr-defined]
    assert isinstance(app.manager.top, ResultsPage)
    assert (game.rising.grown, game.rising.rise) == (1.0, 1.0)


@pytest.mark.parametrize("game", ["towers", "icetowers"])
def test_the_end_of_a_replay_shows_the_finale_and_leaving_removes_it(app: App, game: str) -> None:
    robot = Robot(app)
    replay = ReplayScene(app.context, Timeline(real_record(game)))
    robot.open(replay)
    board: Any = replay.board
    robot.click("end")
    finale = board.game.rising if game == "towers" else board.counted
    assert finale
    assert not replay.at_rest
    robot.wait(16_000)
    assert replay.at_rest
    assert finale.rise == 1 if game == "towers" else finale.shown == finale.length
    robot.click("back")
    assert not (board.game.rising if game == "towers" else board.counted)


def test_the_count_of_icetowers_always_comes_before_the_results(app: App) -> None:
    scene = table(app, "icetowers", 0)
    scene.match.state.outcome = Outcome((0,), (30, 20), "agreed")
    app.manager.go(scene.ending.hasten())
    assert isinstance(app.manager.top, CountPage)
    app.manager.go(Pop(scene.ending.hasten))
    assert isinstance(app.manager.top, ResultsPage)


@pytest.mark.parametrize("is_reduced", [False, True])
def test_the_sky_breaks_over_the_winning_tower(app: App, is_reduced: bool) -> None:
    app.context.settings.reduced_motion = is_reduced
    robot, scene = to_last_play(app, "wyoming")
    board: Any = scene.board
    shown: list[float] = []
    while app.manager.top is scene:
        app.manager.update(40)
        shown += [board.game.sky_break.ms] if board.game.sky_break else []
        robot.see()
    assert isinstance(app.manager.top, ResultsPage)
    assert max(shown) == LENGTH, "the finale ends with a still picture"
    assert any(0 < ms < LENGTH for ms in shown) is not is_reduced
    assert [target[0] for target in board.game.sky_break.winners] == list(scene.match.outcome.winners)  # type: ignore[union-attr]
    assert any("The Sky shatters" in text for text in app.context.announcer.history)


def test_the_sky_does_not_break_if_the_last_seat_wins_below_it(app: App) -> None:
    _, scene = to_last_play(app, "wyoming")
    board: Any = scene.board
    scene.match.state.pennies = 30
    board.tokens.set_view(scene.view)
    assert not board.celebrate()
    assert board.game.sky_break is None
    assert board.game.tree


def test_a_sign_is_shown_during_the_last_round_of_towers(app: App, eye: Eye) -> None:
    robot, scene = open_table(app, "towers", "hb", 5)
    signs = {False: 0, True: 0}
    rng = random.Random(0)
    while not scene.match.outcome:
        rest(robot, scene)
        if scene.view.last_round or scene.view.draw_pile <= 6:
            robot.see()
            signs[scene.view.last_round] += 1
            shown = {text for text, _ in eye.shown(app)}
            assert ({"Last round"} <= shown or {"Last", "round"} <= shown) is scene.view.last_round
        take_step(scene, rng)
        scene.motion.finish()
    assert all(signs.values())
