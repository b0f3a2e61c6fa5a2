"""When a penny falls the table stops for it: coin, Sky, counts, and how many cards win now."""

import random
from typing import Any

import pytest

from tests.scenes.pages.every.pages_over_a_table import table
from tests.scenes.robot import Robot
from topping_out.game.wyoming.events import SkyMoved
from topping_out.scenes.app import App
from topping_out.scenes.match.bots import HASTE
from topping_out.scenes.wyoming.words import pile_words


@pytest.fixture
def scene(app: App, robot: Robot) -> Any:
    """A table of three at which the next play, just done, makes a penny fall."""
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
    """Return (dark, whether a coin shows, banner, how many counts have ticked) of each moment until all is still."""
    seen = []
    for _ in range(600):
        robot.app.manager.update(40)
        settling = scene.board.game.sky.settling
        ticked = sum(count.has_ticked for count in settling.counts.values())
        seen.append((settling.dark, settling.coin is not None, settling.banner, ticked))
        if not scene.motion.busy:
            return seen
    raise AssertionError("the table never came to rest")


def test_the_table_holds_its_breath_while_the_coin_rolls_by(app: App, robot: Robot, scene: Any) -> None:
    before = scene.board.view.needed
    seen = watch(robot, scene)
    assert any(dark == 1 and rolls for dark, rolls, _, _ in seen)
    assert any(banner == 1 for _, _, banner, _ in seen)
    assert scene.board.game.sky.settling.words == f"The Sky settles: {before - 1} cards win"
    assert seen[-1][:3] == (0, False, 0), "then it goes on"
    assert app.context.reports == []


def test_every_count_ticks_one_after_another(robot: Robot, scene: Any) -> None:
    seen = [ticked for _, _, _, ticked in watch(robot, scene)]
    towers = sum(bool(tower) for of_seat in scene.view.towers for tower in of_seat)
    assert towers >= 2
    assert set(range(towers + 1)) <= set(seen)


def test_the_fall_is_not_hurried_however_many_bots_there_are(robot: Robot, scene: Any) -> None:
    assert scene.motion.haste == HASTE[2]
    watch(robot, scene)
    assert scene.motion.haste == 1.0


def test_a_click_finishes_it_at_once(app: App, scene: Any) -> None:
    scene.motion.finish()
    settling = scene.board.game.sky.settling
    assert (settling.dark, settling.coin, settling.banner) == (0, None, 0)
    assert scene.board.is_synced(scene.view)


def test_the_draw_pile_says_what_comes_after_it(scene: Any) -> None:
    view = scene.view
    assert pile_words(view) == "then a penny drops"


class TestReduced:
    @pytest.fixture(autouse=True)
    def reduced(self, app: App) -> None:
        app.context.settings.reduced_motion = True

    def test_with_reduced_motion_nothing_rolls_and_the_banner_is_read(self, robot: Robot, scene: Any) -> None:
        seen = watch(robot, scene)
        assert not any(dark or rolls for dark, rolls, _, _ in seen)
        assert sum(banner == 1 for _, _, banner, _ in seen) * 40 > 1000
