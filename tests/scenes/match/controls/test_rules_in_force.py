"""The table names the optional rules of the game, and explains them."""

import pytest

from tests.scenes.tables import open_table
from topping_out.scenes.app import App
from topping_out.scenes.ui.column import Notice
from topping_out.scenes.ui.widgets import Button


@pytest.mark.parametrize("used", ["mouse", "keys", "pad"])
def test_optional_rules_are_named_and_explained(app: App, used: str) -> None:
    robot, scene = open_table(app, "wyoming", used=used, tidal="on", wheel="on")
    button = scene.find("in force")
    assert isinstance(button, Button)
    assert button.label == "2 rules", "the names do not fit"
    assert button.semantics().label == "Tidal Influences · Wheel of Opposition"
    assert button.semantics().description.startswith("8 pennies, tossed at each reshuffle")
    robot.press("in force")
    notice = app.manager.top
    assert isinstance(notice, Notice)
    assert [line.partition(":")[0] for line in notice.text.splitlines()] == ["Tidal Influences", "Wheel of Opposition"]
    assert "Suits oppose one way round" in notice.text


def test_a_preset_is_named_instead_of_its_rules(app: App) -> None:
    _, scene = open_table(app, "wyoming", seats="hbb", short="on", scaffolding="on")
    button = scene.find("in force")
    assert isinstance(button, Button)
    assert button.label == "With scaffolding"


@pytest.mark.parametrize("game", ["wyoming", "towering", "towers"])
def test_a_game_with_the_usual_rules_names_none(app: App, game: str) -> None:
    _, scene = open_table(app, game)
    assert scene.find("in force") is None
