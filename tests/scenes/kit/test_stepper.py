"""A selector: its arrows stand still whatever its value, and even where its values change."""

import pytest

from topping_out.scenes.app import App
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Transition
from topping_out.scenes.ui.widgets import PAD, Rect, Stepper

LEFT, RIGHT = 700.0 - 54, 700.0 - 18
LABELS = (
    ["1", "2", "3"],
    ["short", "a much longer value", "of middling length"],
    ["a value as wide as half the row is"] * 3,
)
HELP = "A Sky of ten pennies, and none of the rules that the sheet calls optional. About seven minutes."


@pytest.mark.parametrize("labels", LABELS, ids=str)
@pytest.mark.parametrize("is_drawn", [False, True])
def test_the_same_point_goes_back_and_on(app: App, labels: list[str], is_drawn: bool) -> None:
    chosen: list[int] = []

    def choose(index: int) -> Transition:
        chosen.append(index)
        return None

    for x in (LEFT, RIGHT):
        row = Stepper("choice", "Choice", "", labels, 1, choose).placed(Rect(0, 0, 700, 60))
        if is_drawn:
            row.draw(Stage(), app.context.kit, False)
        row.drag_to(x, 30)
        row.press()
    assert chosen == [0, 2]


@pytest.mark.parametrize(("wide", "is_narrow"), [(430, True), (720, False)])
def test_a_long_value_leaves_the_help_the_whole_width_under_it(app: App, wide: float, is_narrow: bool) -> None:
    kit = app.context.kit
    stepper = Stepper("game", "Game", HELP, ["The game of the rules' sheet"], 0, lambda index: None)
    lines = round((stepper.height_for(kit, wide) - PAD - kit.line(16)) / kit.line(13.5))
    beside = wide - 40 - stepper.value_width(kit)
    assert lines == len(kit.wrap(HELP, wide - 32 if is_narrow else beside, 13.5))
    assert len(kit.wrap(HELP, beside, 13.5)) >= lines + 2 * is_narrow
