"""What things on the tables are called has room on a line of braille; the rest is description."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from tests.scenes.icetowers.test_spoken import begin, play_on, wait
from tests.scenes.tables import open_table, play, rest
from topping_out.game.bots.live import choose_here
from topping_out.scenes.accessibility.nodes import name_and_value
from topping_out.scenes.accessibility.semantics import Reading
from topping_out.scenes.app import App
from topping_out.scenes.icetowers.live.scene import LiveScene

CELLS = 40
PLIES = 60


def at_cards(game: str) -> Callable[[App], Iterator[Reading]]:
    def readings(app: App) -> Iterator[Reading]:
        robot, scene = open_table(app, game, ("ada", "h"), used="keys")
        for ply in range(PLIES):
            play(robot, scene, 1, ply)
            rest(robot, scene)
            robot.wait(200)
            if scene.match.outcome:
                break
            yield robot.page.reading()

    return readings


def on_the_ice(app: App) -> Iterator[Reading]:
    robot, scene, ear = begin(app)
    for _ in range(PLIES):
        if scene.view.turn == 0:
            play_on(ear, False)
        wait(app, 400)
        yield robot.page.reading()


TABLES = {"wyoming": at_cards("wyoming"), "towering": at_cards("towering"), "towers": at_cards("towers")}


@pytest.mark.parametrize("readings", [*TABLES.values(), on_the_ice], ids=[*TABLES, "icetowers"])
def test_names_are_at_most_forty_letters(
    app: App, monkeypatch: pytest.MonkeyPatch, readings: Callable[[App], Iterator[Reading]]
) -> None:
    monkeypatch.setattr(LiveScene, "ask_bot", lambda scene, question: choose_here(question))
    app.context.announcer.is_heard = True
    said = (replace(element.semantics, is_enabled=True) for reading in readings(app) for element in reading.elements)
    names = {name_and_value(one)[0] for one in said}
    assert len(names) > 20
    assert [name for name in sorted(names) if len(name) > CELLS] == []
