"""Whole games of Towers in a real window, each with one device alone."""

from pathlib import Path

import pytest

from tests.unfinished import leave_unfinished
from tests.window.games.turn_player import (
    by_digits,
    by_dragging,
    by_mouse,
    by_pad,
    choose,
    finish,
    hurry,
    play_on,
    plug_in_pad,
    wait_for_turn,
)
from tests.window.program import Program, Start
from topping_out.game.record import fold
from topping_out.game.registry import load
from topping_out.game.storage.journal import read_record

pytestmark = pytest.mark.window

GAME = ("play", "towers", "--seats", "human,easy,easy", "--seed", "7", "--options", "first=0,end=deck")


def test_the_end_of_a_game_by_mouse_alone(start: Start, home: Path) -> None:
    leave_unfinished(home, "towers", 3, {"first": 0, "end": "deck"}, ("Mesa", "Gable"))
    program = start(speed="instant", to="TitlePage")
    program.click("continue", to="TurnScene")
    play_on(program, by_dragging, 3)
    finish(program, by_mouse, "mouse")
    program.click("account", to="AccountsPage")
    program.click("before")
    program.click("close", to="ResultsPage")


@pytest.mark.long
def test_a_whole_game_by_keyboard_alone(start: Start) -> None:
    program = start(*GAME)
    take_back_by_key(program)
    hurry(program)
    play_on(program, by_digits, 14)
    read_accounts(program)
    finish(program, by_digits, "keys")


def take_back_by_key(program: Program) -> None:
    """Build, build, and take both back, one by one."""
    before = wait_for_turn(program)
    for _ in range(2):
        look = wait_for_turn(program)
        by_digits(program, look, choose(look))
        done = len(look.table["standing"])
        program.wait_until(lambda look, done=done: len(look.table["standing"]) > done, "the floor")
    for left in (1, 0):
        wait_for_turn(program)
        program.key("z")
        program.wait_until(lambda look, left=left: len(look.table["standing"]) == left, "the floor to be taken back")
    assert wait_for_turn(program).table["hand"] == before.table["hand"]


def read_accounts(program: Program) -> None:
    """Open the accounts, go back through them, and close them."""
    program.key("f", to="AccountsPage")
    program.key("Left", "Left", "Right")
    program.key("Escape", to="TurnScene")


@pytest.mark.long
def test_a_whole_game_by_gamepad_alone(start: Start) -> None:
    program = start(*GAME, speed="instant", idle_life=False)
    plug_in_pad(program)
    finish(program, by_pad, "pad")


@pytest.mark.long
def test_a_game_in_hot_seat_hides_the_other_hand_behind_the_curtain(start: Start) -> None:
    program = start("play", "towers", "--seats", "human,human", "--seed", "3", "--options", "first=0", speed="instant")
    for _ in range(2):
        look = program.wait_until(lambda look: look.is_my_turn or look.top == "HandoverPage", "a player")
        if look.top == "HandoverPage":
            assert not [w for w in look["widgets"] if w["card"] is not None]
            program.wait_until(lambda look: look["at_rest"], "the curtain to hang for a while")
            program.click("lift")
            look = wait_for_turn(program)
        state = fold(read_record(Path(look.table["file"])))
        assert look.table["viewer"] == look.table["actor"] == state.turn
        assert look.table["hand"] == list(load("towers").view(state, state.turn).hand)
        play_on(program, by_mouse, 2)
        wait_for_turn(program)
        program.click("play")
        program.wait_until(lambda look: look["at_rest"] and look.widgets["done"], "the end of the turn")
        program.click("done")
        program.wait_until(lambda look: look.top == "HandoverPage", "the curtain")
