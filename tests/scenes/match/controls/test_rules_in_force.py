"""The rules in force stand on the table, and each explains itself."""

import pytest

from tests.scenes.tables import open_table
from topping_out.scenes.app import App
from topping_out.scenes.ui.column import Notice
from topping_out.scenes.ui.widgets import Button


@pytest.mark.parametrize("used", ["mouse", "keys", "pad"])
def test_what_differs_from_the_usual_rules_is_named_and_told(app: App, used: str) -> None:
    robot, scene = open_table(app, "wyoming", used=used, tidal="on", wheel="on")
    button = scene.find("in force")
    assert isinstance(button, Button)
    assert button.label == "2 rules", "where the names have no room"
    assert button.semantics().label == "Tidal Influences · Wheel of Opposition"
    assert button.semantics().description.startswith("8 pennies, tossed at each reshuffle")
    robot.press("in force")
    told = app.manager.top
    assert isinstance(told, Notice)
    assert [line.partition(":")[0] for line in told.text.splitlines()] == ["Tidal Influences", "Wheel of Opposition"]
    assert "Suits oppose one way round" in told.text


def test_a_preset_is_named_by_its_title(app: App) -> None:
    _, scene = open_table(app, "wyoming", seats="hbb", short="on", scaffolding="on")
    button = scene.find("in force")
    assert isinstance(button, Button)
    assert button.label == "With scaffolding"


@pytest.mark.parametrize("game", ["wyoming", "towering", "towers"])
def test_the_usual_rules_are_not_named(app: App, game: str) -> None:
    _, scene = open_table(app, game)
    assert scene.find("in force") is None
