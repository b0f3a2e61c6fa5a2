"""What a game does not bring to the screen has a calm default; a table that cannot be shown is named, and left out."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from tests.scenes.robot import Robot
from topping_out.game import registry
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.game.storage.translations import texts
from topping_out.scenes import routes
from topping_out.scenes.app import App
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.pictures.facade import facade
from topping_out.scenes.match import definition
from topping_out.scenes.match.definition import TableDefinition, design_of, problems, table_of
from topping_out.scenes.match.guided import lessons
from topping_out.scenes.match.start import has_guided, told_apart
from topping_out.scenes.pages.rules.page import RulesPage
from topping_out.scenes.pages.setup.page import SetupPage
from topping_out.scenes.pages.title.page import TitlePage

BARE = TableDefinition(board="topping_out.scenes.wyoming.board:WyomingBoard")

Change = Callable[..., None]


@pytest.fixture
def change(monkeypatch: pytest.MonkeyPatch) -> Iterator[Change]:
    """Change what the entry of Towers of Wyoming says."""
    real, caches = registry.entry, (definition._table, texts._load_rules, lessons._load_tutorial)

    def _change(**what: object) -> None:
        entry = replace(real("wyoming"), **what)  # type: ignore[arg-type]
        monkeypatch.setattr(registry, "entry", lambda name: entry if name == "wyoming" else real(name))
        for cache in caches:
            cache.cache_clear()

    yield _change
    for cache in caches:
        cache.cache_clear()


@pytest.mark.parametrize("name", registry.names())
def test_all_that_a_table_names_is_there(name: str) -> None:
    table = table_of(name)
    for place in (table.board, table.scene, table.facade, table.illustrations, table.lessons):
        assert not place or registry.load_object(place)


@pytest.mark.parametrize("name", [name for name in vars(routes) if name.isupper()])
def test_every_route_leads_somewhere(name: str) -> None:
    assert getattr(routes, name).load()


@pytest.mark.parametrize(
    "place", ["topping_out.scenes.no_such_package:TABLE", "topping_out.scenes.wyoming:NO_TABLE", "math:pi"]
)
def test_a_game_whose_table_cannot_be_shown_is_named_and_left_out(app: App, change: Change, place: str) -> None:
    change(table=place)
    robot = Robot(app)
    robot.open(TitlePage(app.context))
    assert robot.page.find("wyoming") is None
    assert robot.page.find("towering")
    (problem,) = problems()
    assert "'wyoming'" in problem
    robot.press("warning")
    assert "'wyoming'" in robot.page.text  # type: ignore[attr-defined]
    assert registry.load("wyoming")


def test_a_table_whose_facade_is_broken_is_left_out(change: Change, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "topping_out.scenes.wyoming.TABLE", replace(BARE, facade="topping_out.scenes.wyoming.board:nothing")
    )
    change()
    assert "wyoming" not in definition.playable()


def test_a_game_that_brings_nothing_but_rules_and_a_board_is_offered_like_any_other(
    app: App, change: Change, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("topping_out.scenes.wyoming.TABLE", BARE)
    change(data=tmp_path)
    robot, rules = Robot(app), registry.load("wyoming")
    robot.open(TitlePage(app.context))
    assert robot.widget("wyoming")
    assert not has_guided("wyoming")
    robot.press("rules")
    assert isinstance(robot.page, RulesPage)
    assert [block.text for block in robot.page.rules.opening] == [rules.blurb, rules.designer]
    assert robot.page.find("guided") is None
    robot.press("back")
    robot.click("new")  # by keys the way there leads over the towers of other games
    assert isinstance(robot.page, SetupPage)
    assert robot.page.find("guided") is None


def test_a_plain_tower_bears_the_first_letter_of_its_game(
    app: App, change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("topping_out.scenes.wyoming.TABLE", BARE)
    change()
    design = design_of("wyoming")
    assert design.letter == "T"
    shown = [facade(Kit(Metrics((1280, 720))), each, 300).lit for each in (design, replace(design, letter=""))]
    assert pygame.image.tobytes(shown[0], "RGBA") != pygame.image.tobytes(shown[1], "RGBA")


def test_nobody_is_called_you_where_several_share_the_screen() -> None:
    alone = new_header(load("wyoming"), [Player("You"), Player("Mesa", "bot", "easy", 1)], {}, 1)
    assert told_apart(alone) == alone
    together = new_header(load("wyoming"), [Player("You"), Player("Ana", colour=1)], {}, 1)
    assert [player.name for player in told_apart(together).seats] == ["Player 1", "Ana"]
