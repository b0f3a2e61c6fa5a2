"""When a penny falls, the table waits while it shows the coin, the Sky, and how many cards win now."""

import random
from typing import Any

import pytest

from tests.scenes.pages.every.pages_over_a_table import table
from tests.scenes.robot import Robot
from topping_out.game.wyoming.actions import SkyMoved
from topping_out.scenes.app import App
from topping_out.scenes.match.bots import HASTE
from topping_out.scenes.wyoming.words import pile_words


@pytest.fixture
def scene(app: App, robot: Robot) -> Any:
    """Return a table of three just after a play that makes a penny fall."""
    scene = table(app, "wyoming", 14, "hbb")
    rng = random.Random(3)
    while True:
        seat, state, log = scene.actor, scene.match.state.copy(), []
        action = rng.choice(scene.game.actions(state, seat))
        scene.game.apply(state, seat, action, log)
        falls = any(isinstance(event, SkyMoved) for event in log)
        if falls and not scene.match.is_human(seat) and not state.outcome:
            scene.motion.reduced = app.context.settings.reduced_motion
            scene.motion.speed = 1.0
            scene.do(seat, action)
            return scene
        scene.do(seat, action)
        robot.wait(120)


def watch(robot: Robot, scene: Any) -> list[tuple[float, bool, float, int]]:
    """Return (darkness, whether the coin shows, banner, number of counts ticked) of each frame until nothing moves."""
    seen = []
    for _ in range(600):
        robot.app.manager.update(40)
        settling = scene.board.game.sky.settling
        ticked = sum(count.has_ticked for count in settling.counts.values())
        seen.append((settling.dark, settling.coin is not None, settling.banner, ticked))
        if not scene.motion.busy:
            return seen
    raise AssertionError("the motion does not end")


def test_the_table_waits_while_the_coin_rolls_by(app: App, robot: Robot, scene: Any) -> None:
    before = scene.board.view.needed
    seen = watch(robot, scene)
    assert any(dark == 1 and rolls for dark, rolls, _, _ in seen)
    assert any(banner == 1 for _, _, banner, _ in seen)
    assert scene.board.game.sky.settling.words == f"The Sky settles: {before - 1} cards win"
    assert seen[-1][:3] == (0, False, 0), "it should go on then"
    assert app.context.reports == []


def test_the_counts_of_towers_tick_one_after_another(robot: Robot, scene: Any) -> None:
    seen = [ticked for _, _, _, ticked in watch(robot, scene)]
    towers = sum(bool(tower) for of_seat in scene.view.towers for tower in of_seat)
    assert towers >= 2
    assert set(range(towers + 1)) <= set(seen)


def test_the_fall_of_a_penny_is_not_hurried_for_bots(robot: Robot, scene: Any) -> None:
    assert scene.motion.haste == HASTE[2]
    watch(robot, scene)
    assert scene.motion.haste == 1.0


def test_finishing_the_motion_completes_the_fall_at_once(app: App, scene: Any) -> None:
    scene.motion.finish()
    settling = scene.board.game.sky.settling
    assert (settling.dark, settling.coin, settling.banner) == (0, None, 0)
    assert scene.board.is_synced(scene.view)


def test_the_text_of_the_draw_pile_says_that_a_penny_drops_next(scene: Any) -> None:
    view = scene.view
    assert pile_words(view) == "then a penny drops"


class TestReduced:
    @pytest.fixture(autouse=True)
    def reduced(self, app: App) -> None:
        app.context.settings.reduced_motion = True

    def test_nothing_rolls_with_reduced_motion_and_the_banner_stays_readable(self, robot: Robot, scene: Any) -> None:
        seen = watch(robot, scene)
        assert not any(dark or rolls for dark, rolls, _, _ in seen)
        assert sum(banner == 1 for _, _, banner, _ in seen) * 40 > 1000
