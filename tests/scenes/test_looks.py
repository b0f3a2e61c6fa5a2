"""The looks that players choose: a table in colours that every kind of eye tells apart, and in high contrast."""

from pathlib import Path

import pytest

from tests.golden import check_golden
from tests.scenes.robot import Robot
from tests.scenes.tables import open_table, play
from topping_out.scenes.app import App
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.theme import LEAST_CONTRAST, contrast, load_theme, mix
from topping_out.scenes.ui.card import result_paints


@pytest.mark.parametrize(("look", "value"), [("colours", "distinct"), ("high_contrast", True)])
def test_a_table_looks_as_it_did(app: App, tmp_path: Path, look: str, value: str | bool) -> None:
    setattr(app.context.settings, look, value)
    Robot(app).resize((640, 360))
    robot, scene = open_table(app, "towering")
    play(robot, scene, 30, hurry=True)
    check_golden(robot.see(), f"looks-{look.replace('_', '-')}", tmp_path)


@pytest.mark.parametrize("is_high", [False, True])
def test_a_winners_row_can_be_read(is_high: bool) -> None:
    kit = Kit(Metrics((64, 36)), theme=load_theme(is_high=is_high))
    fill, rim, _ = result_paints(kit, has_won=True)
    share = 1.0 if is_high or len(fill) < 4 else fill[3] / 255  # in high contrast plates are solid
    ground = mix(kit.theme.night, fill[:3], share)
    assert contrast(kit.theme.paper, ground) >= LEAST_CONTRAST
    assert rim == kit.theme.brass
