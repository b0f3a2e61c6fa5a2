"""IceTowers in a real window that is left alone: it waits, and goes on by counting down (I16)."""

import time
from collections.abc import Callable

import pytest

from tests.sampling import sampled
from tests.window.games.icetowers_player import Ice
from tests.window.program import Look, Program, Start
from topping_out.scenes.icetowers.live.clock import RESUME

pytestmark = pytest.mark.window

BEGUN = ("play", "icetowers", "--seats", "human,easy", "--seed", "5")
WATCHED = ("play", "icetowers", "--seats", "easy,easy", "--seed", "5")


def hands(*ids: str) -> dict[str, object]:
    return {"setups": {"icetowers": {"seats": [], "options": {}, "hands": ids}}}


def begin(program: Program) -> None:
    """Touch a piece of one's own, and wait until all may play."""
    ice = Ice(program, 2)
    ice.wait_for_hand(0)
    program.key("f")
    ice.wait_for_play()


def look_elsewhere(program: Program) -> None:
    program.screen.take_keyboard_away()


def hide(program: Program) -> None:
    program.screen.do("windowunmap", "--sync", program.window)


def come_back(program: Program) -> Look:
    """Show the window, give it the keyboard, and return what it shows then."""
    program.screen.do("windowmap", "--sync", program.window)
    program.screen.do("windowfocus", "--sync", program.window)
    return program.wait_until(lambda look: look.top == "LiveScene" and look["live"]["resuming"], "the countdown")


@sampled("leave", [look_elsewhere, hide], [look_elsewhere])
def test_a_game_whose_window_is_left_waits_and_counts_down_on_coming_back(
    start: Start, leave: Callable[[Program], None]
) -> None:
    program = start(*BEGUN, **hands("keys 1"))
    begin(program)
    leave(program)
    paused = program.wait_for_scene("Notice")
    time.sleep(0.5)
    assert program.look()["live"]["ms"] == paused["live"]["ms"], "the clock has to stand"
    back = come_back(program)
    assert back["live"]["resuming"] <= RESUME
    assert back["live"]["ms"] == paused["live"]["ms"]
    on = program.wait_until(lambda look: look["live"]["ms"] > paused["live"]["ms"], "the game to go on")
    assert on["live"]["resuming"] == 0


def test_a_game_that_may_plays_on_in_the_background(start: Start) -> None:
    program = start(*BEGUN, **hands("keys 1"), background_play=True)
    begin(program)
    look_elsewhere(program)
    left = program.wait_until(lambda look: not look["has_keyboard"], "another window to have the keyboard")
    on = program.wait_until(lambda look: look["live"]["ms"] > left["live"]["ms"] + 300, "the game to play on")
    assert on.top == "LiveScene"


def test_bots_who_are_watched_play_on(start: Start) -> None:
    program = start(*WATCHED, to="LiveScene")
    look_elsewhere(program)
    left = program.wait_until(lambda look: not look["has_keyboard"], "another window to have the keyboard")
    program.wait_until(lambda look: look["live"]["ms"] > left["live"]["ms"] + 300, "the bots to play on")
