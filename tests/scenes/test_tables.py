"""What holds at the table of every turn game; and pictures of them."""

from pathlib import Path

import pytest

from tests.golden import check_golden
from tests.scenes.robot import Robot
from tests.scenes.tables import open_table, play, table
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb

GAMES = ("wyoming", "towering", "towers")


@pytest.mark.parametrize(
    ("name", "seats", "plies", "options"),
    [
        ("wyoming_early", "hb", 3, {}),
        ("wyoming_late", "hb", 30, {}),
        ("wyoming_four_seats", "hbbb", 22, {"wheel": True}),
        ("wyoming_three_seats", "hbb", 16, {"foundations": 2, "tidal": True}),
        ("towering_early", "hb", 8, {}),
        ("towering_late", "hb", 92, {}),
        ("towering_four_sites", "bb", 40, {"colours": 4}),
        ("towers_early", "hbb", 11, {}),
        ("towers_late", "hb", 60, {}),
        ("towers_four_seats", "hbbb", 40, {}),
    ],
)
def test_the_table_looks_as_it_did(
    app: App, tmp_path: Path, name: str, seats: str, plies: int, options: dict[str, object]
) -> None:
    game = name.partition("_")[0]
    robot, scene = open_table(app, game, seats, 5, "keys" if game == "towers" else "mouse", **options)
    if game != "wyoming":
        robot.resize((960, 540))  # so that the pictures are small files
    play(robot, scene, plies, hurry=game == "towers")
    while game == "wyoming" and not scene.match.outcome and not scene.match.is_human(scene.actor or 0):
        play(robot, scene, 1)
    robot.wait(400)
    check_golden(robot.see(), name, tmp_path)


@pytest.mark.parametrize(("game", "hand"), [("wyoming", 7), ("towering", 8)])
def test_a_click_while_something_moves_finishes_it_and_counts(app: App, game: str, hand: int) -> None:
    robot, scene = Robot(app, "mouse"), table(app, game)
    app.manager.stack.clear()
    app.manager._put(scene)
    robot.wait(120)
    assert scene.motion.busy
    card = scene.board.layout.hand_place(0, hand)
    for verb in (Verb.PRESS, Verb.RELEASE):
        app.on_intent(Intent(verb, (card.x - 20, card.y)))
    selection = scene.board.selection
    assert [*getattr(selection, "cards", ()), getattr(selection, "card", None)][0] == scene.view.hand[0]
