"""A selector: its arrows stand still whatever its value, and even where its values change."""

import pytest

from topping_out.scenes.app import App
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Transition
from topping_out.scenes.ui.widgets import Rect, Stepper

LEFT, RIGHT = 700.0 - 54, 700.0 - 18
LABELS = (
    ["1", "2", "3"],
    ["short", "a much longer value", "of middling length"],
    ["a value as wide as half the row is"] * 3,
)


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
