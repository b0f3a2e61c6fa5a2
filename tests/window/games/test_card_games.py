"""The card games played in the real window."""

from pathlib import Path

import pytest

from tests.game.matches import leave_unfinished
from tests.window.games.turn_player import (
    by_arrows,
    by_digits,
    by_dragging,
    by_mouse,
    by_pad,
    choose,
    finish,
    pad_to,
    play_on,
    plug_in_pad,
    set_instant_speed,
    tab_to,
    wait_for_turn,
)
from tests.window.program import Program, Start
from topping_out.game.language import tr
from topping_out.game.record import fold
from topping_out.game.registry import load
from topping_out.game.storage.library import read_record

# -- towering


pytestmark = pytest.mark.window

GAME = ("play", "towering", "--seats", "human,easy", "--seed", "7", "--options")
SHORT = "colours=3,materials=2,first=0"


@pytest.mark.long
def test_towering_can_be_played_by_mouse_alone(start: Start) -> None:
    program = start(*GAME, SHORT, speed="instant")
    play_on(program, by_dragging, 6)
    finish(program, by_mouse, "mouse", on=lambda program: program.click("on"))
    program.click("account", to="ScoreSheet")
    program.click("close", to="ResultsPage")


@pytest.mark.long
def test_towering_can_be_played_by_keyboard_alone(start: Start) -> None:
    program = start(*GAME, f"{SHORT},rounds=2")
    undo_in_towering(program)
    open_pages_in_towering(program)
    set_instant_speed(program)
    play_on(program, by_arrows, 6)
    finish(program, by_digits, "keys", on=lambda program: program.key("Return"))


def undo_in_towering(program: Program) -> None:
    """Play a card, and undo it before drawing."""
    before = wait_for_turn(program)
    program.key("Return", "Up", "Return")
    program.wait_until(lambda look: look.table["standing"], "the play")
    program.key("z")
    after = program.wait_until(lambda look: look.table["entries"][-1:] == ["undo"], "the play to be taken back")
    assert after.table["standing"] == []
    assert wait_for_turn(program).table["hand"] == before.table["hand"]


def open_pages_in_towering(program: Program) -> None:
    """Open and close the discards and the score sheet."""
    program.key("f", to="PilesPage")
    program.key("Escape", to="TurnScene")
    tab_to(program, "scores", "Return", to="ScoreSheet")
    program.key("Escape", to="TurnScene")
    tab_to(program, "card 0")


def test_towering_can_be_finished_by_gamepad_alone(start: Start, home: Path) -> None:
    leave_unfinished(home, "towering", 3, {"colours": 3, "materials": "2", "first": 0, "rounds": 1})
    program = start(speed="instant", idle_life=False, to="TitlePage")
    plug_in_pad(program)
    pad_to(program, "continue", "a", to="TurnScene")
    finish(program, by_pad, "pad", on=lambda program: program.press("a"))


# -- towers


TOWERS = ("play", "towers", "--seats", "human,easy,easy", "--seed", "7", "--options", "first=0,end=deck")


def test_towers_can_be_finished_by_mouse_alone(start: Start, home: Path) -> None:
    leave_unfinished(home, "towers", 3, {"first": 0, "end": "deck"}, ("Mesa", "Gable"))
    program = start(speed="instant", to="TitlePage")
    program.click("continue", to="TurnScene")
    play_on(program, by_dragging, 3)
    finish(program, by_mouse, "mouse")
    program.click("account", to="AccountsPage")
    program.click("before")
    program.click("close", to="ResultsPage")


@pytest.mark.long
def test_towers_can_be_played_by_keyboard_alone(start: Start) -> None:
    program = start(*TOWERS)
    undo_in_towers(program)
    set_instant_speed(program)
    play_on(program, by_digits, 14)
    read_accounts(program)
    finish(program, by_digits, "keys")


def undo_in_towers(program: Program) -> None:
    """Build two floors, and undo both one by one."""
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
    """Open the accounts, page through them, and close them."""
    program.key("f", to="AccountsPage")
    program.key("Left", "Left", "Right")
    program.key("Escape", to="TurnScene")


@pytest.mark.long
def test_towers_can_be_played_by_gamepad_alone(start: Start) -> None:
    program = start(*TOWERS, speed="instant", idle_life=False)
    plug_in_pad(program)
    finish(program, by_pad, "pad")


@pytest.mark.long
def test_the_curtain_hides_the_other_players_hand(start: Start) -> None:
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


# -- wyoming


@pytest.mark.long
def test_wyoming_can_be_played_by_mouse_alone(start: Start) -> None:
    program = start(speed="instant", to="TitlePage")
    program.click("wyoming", to="SetupPage")
    program.click("kind2", to="ChooserPage")
    program.click("easy")
    easy = tr("Bot, {level}", level=tr("easy"))
    program.wait_until(lambda look: look.widgets["kind2"]["label"] == easy, "an easy bot")
    program.scroll_to("option tidal")
    program.click("option tidal")
    program.wait_until(lambda look: look.widgets["option tidal"]["value"] is True, "the tides")
    program.click("start", to="TurnScene")
    play_on(program, by_dragging, turns=2)
    over = finish(program, by_mouse, "mouse")
    program.click("rematch")
    again = program.wait_until(lambda look: look.top == "TurnScene" and not look.is_over, "the rematch")
    assert again.table["names"] == over.table["names"]
    assert again.table["file"] != over.table["file"]
    assert play_on(program, by_mouse, turns=2)["reports"] == []


def test_wyoming_can_be_played_by_keyboard_alone(start: Start) -> None:
    program = start(to="TitlePage")
    tab_to(program, "wyoming", "Return", to="SetupPage")
    tab_to(program, "name0", "Return", *["BackSpace"] * 14)
    program.write("Zoe Zimt")
    program.key("Return")
    tab_to(program, "kind2")
    before = program.look().widgets["kind2"]["label"]
    program.key("Return", to="ChooserPage")
    program.key("Left", "Return", to="SetupPage")
    tab_to(program, "option sudden_death", "space")
    ready = program.wait_until(lambda look: look.widgets["option sudden_death"]["value"] is True, "Sudden Death")
    assert ready.widgets["option short"]["value"] is True
    assert (ready.widgets["name0"]["value"], ready.widgets["kind2"]["label"] != before) == ("Zoe Zimt", True)
    program.key("p")
    look = wait_for_turn(program)
    assert look.table["names"][0] == "Zoe Zimt"
    open_pages_by_key(program)
    undo_in_wyoming(program)
    set_instant_speed(program)
    play_on(program, by_arrows, turns=2)
    finish(program, by_digits, "keys")
    program.key("n")
    program.wait_until(lambda look: look.top == "TurnScene" and not look.is_over, "the rematch")


def open_pages_by_key(program: Program) -> None:
    """Open hint, log, rules, pause and settings, and return to the table each time."""
    program.key("h")
    hinted = program.wait_until(lambda look: look.table["chosen"], "the hint's cards")
    assert hinted.table["message"]
    for key, scene in (("l", "LogPage"), ("F1", "RulesPage"), ("Escape", "PausePage")):
        program.key(key)
        program.wait_for_scene(scene)
        if scene == "PausePage":
            tab_to(program, "settings", "Return", to="SettingsPage")
            tab_to(program, "screen", "Return", to="SettingsSectionPage")
            tab_to(program, "idle_life", "space")
            program.wait_until(lambda look: not look["settings"]["idle_life"], "the stars to stand still")
            program.key("Escape", to="SettingsPage")
            program.key("Escape", to="PausePage")
        program.key("Escape", to="TurnScene")


def undo_in_wyoming(program: Program) -> None:
    """Play what the hint chose, and undo it at once, before the bot plays."""
    before = wait_for_turn(program)
    program.key("p", "z")
    after = program.wait_until(lambda look: look.table["entries"][-1:] == ["undo"], "the play to be taken back")
    assert after.table["standing"] == before.table["standing"]
    assert wait_for_turn(program).table["hand"] == before.table["hand"]


@pytest.mark.long
def test_wyoming_can_be_played_by_gamepad_alone(start: Start) -> None:
    program = start(idle_life=False, to="TitlePage")
    plug_in_pad(program)
    program.press("a", to="SetupPage")
    pad_to(program, "kind2", "a", to="ChooserPage")
    program.press("dpleft", "a", to="SetupPage")
    pad_to(program, "option tidal", "a")
    program.wait_until(lambda look: look.widgets["option tidal"]["value"] is True, "the tides")
    program.press("x")
    wait_for_turn(program)
    open_pages_by_pad(program)
    finish(program, by_pad, "pad")
    pad_to(program, "rematch", "a")
    program.wait_until(lambda look: look.top == "TurnScene" and not look.is_over, "the rematch")


def open_pages_by_pad(program: Program) -> None:
    """Use hint, undo, log and rules, and raise the speed in the settings, with buttons and stick."""
    program.press("back")
    program.wait_until(lambda look: look.table["chosen"], "the hint's cards")
    program.press("x", "y")
    program.wait_until(lambda look: look.table["entries"][-1:] == ["undo"], "the play to be taken back")
    for button, scene in (("rightstick", "LogPage"), ("leftstick", "RulesPage")):
        program.press(button)
        program.wait_for_scene(scene)
        program.press("b", to="TurnScene")
    program.press("start", to="PausePage")
    pad_to(program, "settings", "a", to="SettingsPage")
    pad_to(program, "table", "a", to="SettingsSectionPage")
    pad_to(program, "speed")
    program.push_stick(0, 1)
    program.wait_until(lambda look: look["settings"]["speed"] == "fast", "fast speed")
    program.push_stick(0, 1)
    program.wait_until(lambda look: look["settings"]["speed"] == "instant", "instant speed")
    program.press("b", to="SettingsPage")
    program.press("b", to="PausePage")
    program.press("b", to="TurnScene")


def test_stick_and_d_pad_both_move_the_focus(start: Start) -> None:
    program = start("play", "wyoming", "--options", "first=0", "--seats", "human,easy", speed="instant")
    wait_for_turn(program)
    plug_in_pad(program)
    pad_to(program, "card 3")
    for press, there in (
        (lambda: program.press("dpright"), "card 4"),
        (lambda: program.push_stick(0, -1), "card 3"),
        (lambda: program.push_stick(0, 1), "card 4"),
        (lambda: program.press("dpleft"), "card 3"),
    ):
        press()
        program.wait_until(lambda look, there=there: look["focus"] == there, f"the focus on {there}")
