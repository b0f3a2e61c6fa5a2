"""What the others did since one's last turn stays to be seen, and can be read again."""

from __future__ import annotations

import random
from typing import Any

import pytest

from scenes.app import App
from scenes.devices.intents import Verb
from scenes.match.recap import RecapDialog
from tests.scenes.pages.pages_over_a_table import table
from tests.scenes.robot import Robot


def play(robot: Robot, scene: Any, until: int) -> None:
    """Let actions be done at random until it is a seat's turn; at least one."""
    rng = random.Random(7)
    while True:
        seat = scene.actor
        scene._do(seat, rng.choice(scene.game.actions(scene.match.state, seat)))
        robot.wait(120)
        if scene.actor == until and seat != until:
            return


@pytest.mark.parametrize("game", ["wyoming", "towers"])
def test_every_rival_has_done_something_since(app: App, robot: Robot, game: str) -> None:
    scene = table(app, game, 12, "hbb")
    play(robot, scene, 0)
    play(robot, scene, 0)
    robot.do(Verb.RECAP)
    dialog = robot.page
    assert isinstance(dialog, RecapDialog)
    assert [any(name in line for line in dialog.sentences) for name in ("Ana 1", "Ana 2")] == [True, True]
    assert dialog.text.splitlines() == dialog.sentences[-len(dialog.text.splitlines()) :]
    robot.do(Verb.CANCEL)
    assert robot.page is scene


def test_what_one_has_done_in_ones_own_turn_is_left_out(app: App, robot: Robot) -> None:
    scene = table(app, "towers", 12, "hb")
    play(robot, scene, 0)
    before = scene.recap(0)
    scene._do(0, scene.game.actions(scene.match.state, 0)[0])
    assert scene.actor == 0
    assert scene.recap(0) == before


def test_each_rivals_last_play_has_its_tag_until_ones_own_next_play(app: App, robot: Robot) -> None:
    scene = table(app, "wyoming", 12, "hbb")
    play(robot, scene, 0)
    play(robot, scene, 0)
    told = dict(scene.board.animator.last_plays)
    assert {1, 2} <= told.keys()
    scene.board.sync(scene.view)
    assert scene.board.animator.last_plays == told, "a view alone places the same tags"
    scene._do(0, scene.game.actions(scene.match.state, 0)[0])
    robot.wait(120)
    scene.motion.finish()
    assert scene.board.animator.last_plays.keys() == {0}
