"""The workshop's pages at every size: nothing is cut off, nothing overlaps."""

import pytest

from tests.scenes.eye import Eye
from tests.scenes.pages.every.looks import about_texts, about_widgets
from tests.scenes.robot import Robot
from tests.scenes.towers.workshop.shop import open_workshop, shoot
from topping_out.game.towers.decks import find_decks
from topping_out.game.towers.workshop.bench import copy_of, new_bench
from topping_out.scenes.app import App
from topping_out.scenes.towers.workshop.deck import DeckPage
from topping_out.scenes.towers.workshop.floor import FloorPage

SIZES = [((1280, 720), 1.0), ((1920, 1080), 1.0), ((1024, 768), 1.5), ((640, 360), 1.0)]


def pages(robot: Robot):  # type: ignore[no-untyped-def]
    """Open each page in turn; yield its name."""
    app = robot.app
    robot.open(robot.page)
    yield "decks"
    bench = new_bench(copy_of(find_decks().built_in["wild"]))
    robot.open(DeckPage(app.context, bench, 2, lambda value: None))
    yield "deck"
    robot.open(FloorPage(app.context, bench, 4))
    yield "floor"
    open_workshop(app).press("draft")
    yield "draft"


@pytest.mark.parametrize(("size", "text"), SIZES)
def test_nothing_is_cut_off_and_nothing_overlaps(app: App, eye: Eye, size: tuple[int, int], text: float) -> None:
    robot = open_workshop(app)
    robot.resize(size, text)
    for name in pages(robot):
        eye.forget()
        robot.see()
        shoot(app, f"{name}-{size[0]}-{text}")
        found = [
            one for one in (*about_widgets(robot.page), *about_texts(app, eye, robot.page)) if "preview" not in one
        ]
        assert found == [], name
