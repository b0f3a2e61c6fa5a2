"""Whole games of Towering in a real window, each with one device alone."""

from pathlib import Path

import pytest

from tests.unfinished import leave_unfinished
from tests.window.games.turn_player import (
    by_arrows,
    by_digits,
    by_dragging,
    by_mouse,
    by_pad,
    finish,
    hurry,
    pad_to,
    play_on,
    plug_in_pad,
    tab_to,
    wait_for_turn,
)
from tests.window.program import Program, Start

pytestmark = pytest.mark.window

GAME = ("play", "towering", "--seats", "human,easy", "--seed", "7", "--options")
SHORT = "colours=3,materials=2,first=0"


@pytest.mark.long
def test_three_rounds_by_mouse_alone(start: Start) -> None:
    program = start(*GAME, SHORT, speed="instant")
    play_on(program, by_dragging, 6)
    finish(program, by_mouse, "mouse", on=lambda program: program.click("on"))
    program.click("account", to="ScoreSheet")
    program.click("close", to="ResultsPage")


@pytest.mark.long
def test_two_rounds_by_keyboard_alone(start: Start) -> None:
    program = start(*GAME, f"{SHORT},rounds=2")
    take_back_by_key(program)
    look_through_by_key(program)
    hurry(program)
    play_on(program, by_arrows, 6)
    finish(program, by_digits, "keys", on=lambda program: program.key("Return"))


def take_back_by_key(program: Program) -> None:
    """Play a card and take it back before anything is drawn."""
    before = wait_for_turn(program)
    program.key("Return", "Up", "Return")
    program.wait_until(lambda look: look.table["standing"], "the play")
    program.key("z")
    after = program.wait_until(lambda look: look.table["entries"][-1:] == ["undo"], "the play to be taken back")
    assert after.table["standing"] == []
    assert wait_for_turn(program).table["hand"] == before.table["hand"]


def look_through_by_key(program: Program) -> None:
    """Discards, and the score sheet, and back."""
    program.key("f", to="PilesPage")
    program.key("Escape", to="TurnScene")
    tab_to(program, "scores", "Return", to="ScoreSheet")
    program.key("Escape", to="TurnScene")
    tab_to(program, "card 0")


def test_the_end_of_a_round_by_gamepad_alone(start: Start, home: Path) -> None:
    leave_unfinished(home, "towering", 3, {"colours": 3, "materials": "2", "first": 0, "rounds": 1})
    program = start(speed="instant", idle_life=False, to="TitlePage")
    plug_in_pad(program)
    pad_to(program, "continue", "a", to="TurnScene")
    finish(program, by_pad, "pad", on=lambda program: program.press("a"))
