"""Whole games of Towers in a real window, each with one device alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.window.games.wyoming_player import choose, pad_to, tab_to
from tests.window.program import Look, Program, Start
from topping_out.game.record import fold
from topping_out.game.registry import load
from topping_out.game.storage.journal import read_record
from topping_out.game.towers.actions import NEW, Action, Build, Claim, End

pytestmark = pytest.mark.window

Do = Callable[[Program, Look, Action], None]
GAME = ("play", "towers", "--seats", "human,easy,easy", "--seed", "7", "--options", "first=0,end=deck")


def card_for(look: Look, action: Build | Claim) -> str:
    """Return the name of a card in the hand that is such a floor."""
    record = read_record(Path(look.table["file"]))
    deck = fold(record).variant.deck
    return next(
        w["name"] for w in look["widgets"] if w["card"] is not None and deck.floor_of(w["card"]).name == action.floor
    )


def place_for(look: Look, action: Build | Claim) -> str:
    """Return the name of the place on the table where an action is done."""
    if isinstance(action, Claim):
        return f"floor {action.plot}.{action.level}"
    if action.plot != NEW:
        return f"tower {action.plot}"
    towers = fold(read_record(Path(look.table["file"]))).towers
    return f"tower {towers.index(b'')}"


def play_on(program: Program, do: Do, actions: int = 1000) -> Look:
    """Do so many steps, or all up to the end."""
    for _ in range(actions):
        look = wait(program)
        if look.is_over:
            return look
        done = len(look.table["entries"])
        do(program, look, choose(look))  # type: ignore[arg-type]
        program.wait_until(lambda look, done=done: len(look.table["entries"]) > done, "the step to be done")
    return wait(program)


def wait(program: Program) -> Look:
    return program.wait_until(
        lambda look: look.is_my_turn or (look.is_over and look.top != "TurnScene"), "a turn of mine"
    )


def wait_for_choice(program: Program) -> Look:
    return program.wait_until(lambda look: look.table["chosen"], "the card to be chosen")


def by_mouse(program: Program, look: Look, action: Action) -> None:
    """Click a card, then its place; or End turn."""
    if isinstance(action, End):
        program.click("play")
        return
    program.click(card_for(look, action))
    wait_for_choice(program)
    program.click(place_for(look, action))


def by_dragging(program: Program, look: Look, action: Action) -> None:
    """Choose a card, so that its places alone are there to be aimed at, and drag it to one."""
    if isinstance(action, End):
        program.click("play")
        return
    card, place = card_for(look, action), place_for(look, action)
    program.click(card)
    wait_for_choice(program)
    program.drag(card, place)


def by_keys(program: Program, look: Look, action: Action) -> None:
    """Choose by a digit, go to the place, Enter; P ends the turn."""
    if isinstance(action, End):
        program.key("p")
        return
    program.key(str(int(card_for(look, action).split()[1]) + 1))
    wait_for_choice(program)
    tab_to(program, place_for(look, action))
    program.key("Return")


def by_pad(program: Program, look: Look, action: Action) -> None:
    """Go to a card and press A, go to its place and press A; X ends the turn."""
    if isinstance(action, End):
        program.press("x")
        return
    pad_to(program, card_for(look, action))
    program.press("a")
    wait_for_choice(program)
    pad_to(program, place_for(look, action))
    program.press("a")


def read_accounts(program: Program) -> None:
    """Open the accounts, go back through them, and close them."""
    program.key("f")
    program.wait_for_scene("AccountsPage")
    program.key("Left", "Left", "Right")
    program.key("Escape")
    program.wait_for_scene("TurnScene")


def test_a_whole_game_by_mouse_alone(start: Start) -> None:
    program = start(*GAME, speed="instant")
    play_on(program, by_dragging, actions=8)
    play_on(program, by_mouse)
    over = program.wait_for_scene("ResultsPage")
    assert (over["used"], over["reports"]) == ("mouse", [])
    program.click("account")
    program.wait_for_scene("AccountsPage")
    program.click("before")
    program.click("close")
    program.wait_for_scene("ResultsPage")


def test_a_whole_game_by_keyboard_alone(start: Start) -> None:
    program = start(*GAME)
    take_back_by_key(program)
    program.key("equal", "equal")
    program.wait_until(lambda look: look["settings"]["speed"] == "instant", "instant speed")
    play_on(program, by_keys, actions=14)
    read_accounts(program)
    play_on(program, by_keys)
    over = program.wait_for_scene("ResultsPage")
    assert (over["used"], over["reports"]) == ("keys", [])


def take_back_by_key(program: Program) -> None:
    """Build, build, and take both back, one by one."""
    before = wait(program)
    for _ in range(2):
        look = wait(program)
        by_keys(program, look, choose(look))  # type: ignore[arg-type]
        done = len(look.table["standing"])
        program.wait_until(lambda look, done=done: len(look.table["standing"]) > done, "the floor")
    for left in (1, 0):
        wait(program)
        program.key("z")
        program.wait_until(lambda look, left=left: len(look.table["standing"]) == left, "the floor to be taken back")
    assert wait(program).table["hand"] == before.table["hand"]


def test_a_whole_game_by_gamepad_alone(start: Start) -> None:
    program = start(*GAME, speed="instant", idle_life=False)
    program.ask("pad")
    program.wait_until(lambda look: look["pads"], "the gamepad")
    play_on(program, by_pad)
    over = program.wait_for_scene("ResultsPage")
    assert (over["used"], over["reports"]) == ("pad", [])


def test_a_game_in_hot_seat_hides_the_other_hand_behind_the_curtain(start: Start) -> None:
    program = start("play", "towers", "--seats", "human,human", "--seed", "3", "--options", "first=0", speed="instant")
    for _ in range(6):
        look = program.wait_until(lambda look: look.is_my_turn or look.top == "HandoverPage", "a player")
        if look.top == "HandoverPage":
            assert not [w for w in look["widgets"] if w["card"] is not None]
            program.wait_until(lambda look: look["at_rest"], "the curtain to hang for a while")
            program.click("lift")
            look = wait(program)
        state = fold(read_record(Path(look.table["file"])))
        assert look.table["viewer"] == look.table["actor"] == state.turn
        assert look.table["hand"] == list(load("towers").view(state, state.turn).hand)
        play_on(program, by_mouse, actions=2)
        wait(program)
        program.click("play")
        program.wait_until(lambda look: look["at_rest"] and look.widgets["done"], "the end of the turn")
        program.click("done")
        program.wait_until(lambda look: look.top == "HandoverPage", "the curtain")
