"""Towers beside the table: the deck in the set-up, the worked examples of the rules, decks of one's own in play."""

from pathlib import Path

import pytest

from tests.scenes.robot import Robot
from tests.scenes.tables import table
from topping_out.game.assets import GAMES
from topping_out.game.towers.decks import find_decks, own_decks_folder
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.pages.setup.page import SetupPage
from topping_out.scenes.towers.pictures.illustrations import EXAMPLES, summarize_example
from topping_out.scenes.ui.widgets import ListRow, Stepper

STANDARD = (GAMES / "towers" / "decks" / "standard.toml").read_text(encoding="utf-8")


def write_deck(name: str, **changes: str) -> Path:
    """Put a copy of the standard deck into the user's folder, with words in it changed."""
    text = STANDARD
    for old, new in changes.items():
        text = text.replace(old, new)
    folder = own_decks_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.toml"
    path.write_text(text)
    return path


def set_up(app: App) -> tuple[Robot, SetupPage]:
    robot = Robot(app)
    scene = SetupPage(app.context, "towers")
    robot.open(scene)
    return robot, scene


# -- the set-up


def test_a_deck_of_ones_own_can_be_chosen_and_is_what_is_played_f2(app: App) -> None:
    write_deck("mine", Standard="My box", SUITE="GARDEN")
    robot, scene = set_up(app)
    robot.go_to("option deck")
    robot.do(Verb.LEFT)
    row = robot.widget("option deck")
    assert isinstance(row, Stepper)
    assert row.labels[row.index] == "My box"
    deck = find_decks().find(str(scene.header().options["deck"]))
    assert deck.floors[0].name == "GARDEN"


def test_a_deck_file_that_cannot_be_read_says_where_and_why_and_the_others_can_be_chosen(app: App) -> None:
    write_deck("mine", Standard="My box")
    broken = write_deck("broken", Standard="Broken", **{"draw 2": "drow 2"})
    robot, scene = set_up(app)
    told = [w for w in scene.widgets if isinstance(w, ListRow) and w.name.startswith("problem")]
    assert len(told) == 1
    assert told[0].help.startswith(f"{broken}, line 27, floor 1: effect: there is no effect 'drow 2'")
    row = robot.widget("option deck")
    assert isinstance(row, Stepper)
    assert row.labels[0] == "Standard"
    assert row.labels[-1] == "My box"
    assert "Broken" not in row.labels
    assert robot.widget("start").enabled


def test_without_a_bad_file_nothing_is_said(app: App) -> None:
    _, scene = set_up(app)
    assert not [w for w in scene.widgets if w.name.startswith("problem")]


@pytest.mark.parametrize("text", [1.0, 1.5])
def test_a_game_with_a_deck_of_ones_own_is_shown_like_any_other(app: App, text: float) -> None:
    write_deck(
        "mine", Standard="My box", SUITE="GARDEN", OFFICE="Old Cinema Hall", **{"draw 2": "all score 3 per tuck"}
    )
    robot = Robot(app)
    robot.resize((1280, 720), text)
    scene = table(app, "towers", seed=4, deck="mine")
    robot.open(scene)
    for _ in range(60):
        seat = scene.actor
        assert seat is not None
        scene.do(seat, scene.game.actions(scene.match.state, seat)[-1])
        scene.motion.finish()
        robot.see()
    assert app.context.reports == []


# -- the rules page


def test_the_three_worked_examples_stand_on_the_rules_page_as_the_engine_scores_them() -> None:
    ends = [[parts for told in summarize_example(example) for parts in told.parts] for example in EXAMPLES]
    assert (3, "2 OFFICEs × 2 = 4") in ends[0]
    assert (0, "5 floors above × 1 = 5") in ends[0]
    assert (1, "draws 2") in ends[1]
    assert (1, "2 tucks × 2 = 4") in ends[1]
    assert (0, "scores 3") in ends[1]
    assert (1, "vacates floor 2") in ends[2]
    assert not any("draws" in words for _, words in ends[2])
