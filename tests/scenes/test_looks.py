"""The looks that players choose: a table in colours that every kind of eye tells apart, and in high contrast."""

from pathlib import Path

import pytest

from tests.golden import check_golden
from tests.scenes.robot import Robot
from tests.scenes.tables import open_table, play
from topping_out.scenes.app import App


@pytest.mark.parametrize(("look", "value"), [("colours", "distinct"), ("high_contrast", True)])
def test_a_table_looks_as_it_did(app: App, tmp_path: Path, look: str, value: str | bool) -> None:
    setattr(app.context.settings, look, value)
    Robot(app).resize((640, 360))
    robot, scene = open_table(app, "towering")
    play(robot, scene, 30, hurry=True)
    check_golden(robot.see(), f"looks-{look.replace('_', '-')}", tmp_path)
