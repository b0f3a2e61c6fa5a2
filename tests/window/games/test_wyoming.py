"""Whole games of Towers of Wyoming in a real window, each with one device alone, from the title to the results.

The quick suite plays each game and each device to the end, but not each game with each device.
"""

import pytest

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
from topping_out.game.language import tr

pytestmark = pytest.mark.window


@pytest.mark.long
def test_a_whole_game_by_mouse_alone(start: Start) -> None:
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


def test_a_whole_game_by_keyboard_alone(start: Start) -> None:
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
    tab_to(program, "option short", "space")
    program.wait_until(lambda look: look.widgets["option short"]["value"] is True, "a short game")
    assert (ready.widgets["name0"]["value"], ready.widgets["kind2"]["label"] != before) == ("Zoe Zimt", True)
    program.key("p")
    look = wait_for_turn(program)
    assert look.table["names"][0] == "Zoe Zimt"
    look_things_up_by_key(program)
    take_back_by_key(program)
    hurry(program)
    play_on(program, by_arrows, turns=2)
    finish(program, by_digits, "keys")
    program.key("n")
    program.wait_until(lambda look: look.top == "TurnScene" and not look.is_over, "the rematch")


def look_things_up_by_key(program: Program) -> None:
    """Hint, log, rules, pause and settings, and back to the table each time."""
    program.key("h")
    hinted = program.wait_until(lambda look: look.table["chosen"], "the hint's cards")
    assert hinted.table["message"]
    for key, scene in (("l", "LogPage"), ("F1", "RulesPage"), ("Escape", "PausePage")):
        program.key(key)
        program.wait_for_scene(scene)
        if scene == "PausePage":
            tab_to(program, "settings", "Return", to="SettingsPage")
            tab_to(program, "idle_life", "space")
            program.wait_until(lambda look: not look["settings"]["idle_life"], "the stars to stand still")
            program.key("Escape", to="PausePage")
        program.key("Escape", to="TurnScene")


def take_back_by_key(program: Program) -> None:
    """Play what the hint chose, and take it back at once, before the bot answers."""
    before = wait_for_turn(program)
    program.key("p", "z")
    after = program.wait_until(lambda look: look.table["entries"][-1:] == ["undo"], "the play to be taken back")
    assert after.table["standing"] == before.table["standing"]
    assert wait_for_turn(program).table["hand"] == before.table["hand"]


@pytest.mark.long
def test_a_whole_game_by_gamepad_alone(start: Start) -> None:
    program = start(idle_life=False, to="TitlePage")
    plug_in_pad(program)
    program.press("a", to="SetupPage")
    pad_to(program, "kind2", "a", to="ChooserPage")
    program.press("dpleft", "a", to="SetupPage")
    pad_to(program, "option short", "a")
    program.wait_until(lambda look: look.widgets["option short"]["value"] is True, "a short game")
    program.press("x")
    wait_for_turn(program)
    look_things_up_by_pad(program)
    finish(program, by_pad, "pad")
    pad_to(program, "rematch", "a")
    program.wait_until(lambda look: look.top == "TurnScene" and not look.is_over, "the rematch")


def look_things_up_by_pad(program: Program) -> None:
    """Hint, take back, log, rules, and the settings for more speed, with buttons and stick."""
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
    pad_to(program, "speed")
    program.push_stick(0, 1)
    program.wait_until(lambda look: look["settings"]["speed"] == "fast", "fast speed")
    program.push_stick(0, 1)
    program.wait_until(lambda look: look["settings"]["speed"] == "instant", "instant speed")
    program.press("b", to="PausePage")
    program.press("b", to="TurnScene")


def test_the_stick_and_the_cross_move_the_focus_alike(start: Start) -> None:
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
