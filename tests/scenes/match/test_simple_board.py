"""The board for games without one of their own, tested with the rules of Towers of Wyoming."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import pygame
import pytest

from tests.scenes.robot import PromptWorker, Robot
from tests.scenes.tables import check_replay, open_against_bots
from topping_out.game import registry
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.match import definition
from topping_out.scenes.match.definition import TableDefinition, table_of
from topping_out.scenes.match.simple_board import ClickableSpot, SimpleBoard
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.results import ResultsPage
from topping_out.scenes.ui.layout import Rect
from topping_out.scenes.ui.widgets import Button

GAME = "wyoming"


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Remove the table of a game that has many actions."""
    monkeypatch.setattr("topping_out.scenes.wyoming.TABLE", TableDefinition())
    definition._table.cache_clear()
    yield
    definition._table.cache_clear()


@pytest.fixture
def robot(app: App) -> Robot:
    app.context.worker = PromptWorker()
    app.context.settings.speed = "instant"
    return Robot(app)


def open_game(robot: Robot, seats: int = 2) -> TurnScene:
    """Open a table in the human's turn."""
    table = open_against_bots(robot, GAME, seats)
    assert isinstance(table.board, SimpleBoard)
    return table


def actions(table: TurnScene) -> list[str]:
    return [widget.name for widget in table.widgets if widget.name.startswith("action ")]


def test_every_action_has_a_button_that_plays_it(robot: Robot) -> None:
    table = open_game(robot)
    board, turn = table.board, table.board.turn
    assert isinstance(board, SimpleBoard)
    assert [robot.widget(name).label for name in actions(table)] == [  # type: ignore[attr-defined]
        board.label(action) for action in turn.actions
    ]
    done = str(turn.actions[3])
    robot.press("action 3")
    assert table.match.record.entries[0].text == done


def test_a_digit_marks_an_action_and_the_main_button_plays_it(robot: Robot) -> None:
    table = open_game(robot)
    second = table.board.turn.actions[1]
    robot.do("play")
    assert not table.match.record.entries
    robot.app.on_intent(Intent(Verb.PICK, text="2"))
    robot.do("play")
    assert table.match.record.entries[0].text == str(second)


def test_a_hint_marks_an_action(robot: Robot) -> None:
    table = open_game(robot)
    robot.do("hint")
    robot.wait(200)
    board = table.board
    assert isinstance(board, SimpleBoard)
    assert board.marked is not None
    assert [w.name for w in table.widgets if w.name.startswith("action ") and getattr(w, "primary", False)] == [
        f"action {list(board.turn.actions).index(board.marked)}"  # type: ignore[union-attr]
    ]


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1920, 1080)])
@pytest.mark.parametrize("text", [1.0, 1.5])
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("is_mirrored", [False, True])
def test_nothing_on_the_board_overlaps(
    robot: Robot, size: tuple[int, int], text: float, seats: int, is_mirrored: bool
) -> None:
    table = open_game(robot, seats)
    robot.resize(size, text, is_mirrored)
    board = table.board
    assert isinstance(board, SimpleBoard)
    window = board.kit.width, board.kit.height
    rects = [*(widget.rect for widget in table.widgets), *map(board.plate, range(seats))]
    assert all(r.x >= 0 and r.y >= 0 and r.right <= window[0] and r.bottom <= window[1] for r in rects)
    assert [(a, b) for a, b in combinations(rects, 2) if a.colliderect(b)] == []
    assert robot.see()


def test_a_game_can_be_played_to_its_results_and_replayed(robot: Robot) -> None:
    table = open_game(robot)
    for _ in range(300):
        if table.board.turn:
            table.board.turn.act(table.board.turn.actions[0])
        robot.wait(400)
        if isinstance(robot.page, ResultsPage):
            break
    check_replay(robot, table)


def test_a_game_without_a_table_uses_the_simple_board(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = registry.GameEntry(registry.entry(GAME).rules, registry.entry(GAME).data)
    monkeypatch.setattr(registry, "entry", lambda name: entry)
    assert table_of(GAME) == TableDefinition()


def test_facts_of_the_view_are_shown_if_there_is_no_picture(robot: Robot) -> None:
    table = open_game(robot)
    facts = dict(table.board.facts())  # type: ignore[attr-defined]
    assert facts["Pennies"] == "10"
    assert not facts.keys() & {"Turn", "Seat", "Outcome"}
    assert "Pennies: 10." in table.board.describe_table(table.view)
    assert isinstance(table.board, SimpleBoard)
    room = table.board.room
    with_facts = pygame.image.tobytes(robot.see().subsurface(room), "RGB")
    table.board.facts = list  # type: ignore[method-assign]
    robot.resize((1280, 720))
    assert pygame.image.tobytes(robot.see().subsurface(room), "RGB") != with_facts


class Clickable(SimpleBoard):
    """A board in whose picture the first two actions are places to click."""

    def place(self, action: Any, room: Rect) -> Rect | None:
        number = list(self.turn.actions).index(action) if self.turn else 9
        return Rect(room.x + number * 60, room.y, 50, 50) if number < 2 else None


def test_an_action_with_a_place_in_the_picture_has_no_button(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topping_out.scenes.wyoming.TABLE", TableDefinition(board=f"{__name__}:Clickable"))
    definition._table.cache_clear()
    table = open_game(robot)
    second = table.board.turn.actions[1]
    assert [type(robot.widget(name)) for name in actions(table)[:3]] == [ClickableSpot, ClickableSpot, Button]
    assert robot.widget("action 1").semantics().label == table.board.label(second)  # type: ignore[union-attr, attr-defined]
    robot.click("action 1")
    assert table.match.record.entries[0].text == str(second)


def test_a_digit_does_not_unmark_the_only_action(robot: Robot) -> None:
    table = open_game(robot)
    only = table.board.turn.actions[0]
    table.board.begin_turn(replace(table.board.turn, actions=[only]))
    robot.app.on_intent(Intent(Verb.PICK, text="1"))
    assert table.board.marked == only  # type: ignore[attr-defined]
