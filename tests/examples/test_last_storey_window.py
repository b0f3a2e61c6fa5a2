"""Whole games of the example in a real window, each with one device alone; saved, continued and replayed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.window.games.turn_player import pad_to, tab_to, wait_for_turn
from tests.window.program import Look, Program, Start, records

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("example")]
AGAINST_A_BOT = ("play", "last_storey", "--seats", "human,easy", "--options", "first=0", "--seed", "5")


def play_on(program: Program, do: Callable[[Program], None], turns: int = 30) -> Look:
    """Play so many turns, or to the end of the game; return how it stands then."""
    for _ in range(turns):
        look = wait_for_turn(program)
        if look.is_over:
            return look
        done = len(look.table["entries"])
        do(program)
        program.wait_until(lambda look, done=done: len(look.table["entries"]) > done, "the play to be done")
    return wait_for_turn(program)


def by_mouse(program: Program) -> None:
    program.click("action 0")


def by_digit(program: Program) -> None:
    """Mark an action by its number, and do what is marked."""
    program.key("1", "p")


def by_focus(program: Program) -> None:
    tab_to(program, "action 0", "Return")


def by_pad(program: Program) -> None:
    pad_to(program, "action 0", "a")


def test_a_whole_game_by_mouse_alone(start: Start) -> None:
    program = start(speed="instant")
    title = program.wait_for_scene("TitlePage")
    assert title["page"]["warnings"] == []
    program.click("last_storey", to="SetupPage")
    program.click("option mixed")
    program.wait_until(lambda look: look.widgets["option mixed"]["value"] is True, "mixed storeys")
    program.click("add1")
    program.wait_until(lambda look: "kind1" in look.widgets, "a third player")
    program.click("start")
    assert len(program.wait_for_scene("TurnScene").table["names"]) == 3
    play_on(program, by_mouse)
    over = program.wait_for_scene("ResultsPage")
    assert (over["used"], over["reports"]) == ("mouse", [])
    program.click("replay")
    steps = program.wait_for_scene("ReplayScene")["page"]["steps"]
    program.click("end")
    program.wait_until(lambda look: look["page"]["at_step"] == steps, "the end of the replay")
    program.click("leave", to="ResultsPage")
    program.click("review", to="ReviewPage")
    program.key("Escape", to="ResultsPage")
    program.click("rematch")
    program.wait_until(lambda look: look.top == "TurnScene" and not look.is_over, "the rematch")


def test_a_whole_game_by_keyboard_alone(start: Start) -> None:
    program = start(speed="instant", to="TitlePage")
    tab_to(program, "last_storey", "Return", to="SetupPage")
    program.key("p")
    wait_for_turn(program)
    for key, scene in (("l", "LogPage"), ("F1", "RulesPage"), ("Escape", "PausePage")):
        program.key(key)
        program.wait_for_scene(scene)
        program.key("Escape", to="TurnScene")
    has_choice = len(program.look().table["actions"]) > 1  # one yard in nine is three sections of one size
    hint = "It wins" if has_choice else "There's nothing else to do."
    program.key("h")
    program.wait_until(lambda look: look.table["message"].startswith(hint), "the hint")
    play_on(program, lambda program: program.key("p"), turns=1)  # what the hint has marked
    play_on(program, by_digit, turns=2)
    play_on(program, by_focus)
    over = program.wait_for_scene("ResultsPage")
    assert (over["used"], over["reports"]) == ("keys", [])


def test_a_whole_game_by_gamepad_alone(start: Start) -> None:
    program = start(speed="instant", to="TitlePage")
    program.ask("pad")
    program.wait_until(lambda look: look["pads"], "the gamepad")
    pad_to(program, "last_storey", "a", to="SetupPage")
    program.press("x")
    play_on(program, by_pad)
    over = program.wait_for_scene("ResultsPage")
    assert (over["used"], over["reports"]) == ("pad", [])


def test_a_game_that_was_killed_goes_on_where_it_stood(start: Start, home: Path) -> None:
    program = start(*AGAINST_A_BOT, speed="instant")
    before = play_on(program, by_mouse, turns=2).table
    program.kill()
    program.wait_for_helpers_to_end()
    program = start()
    program.wait_until(lambda look: "continue" in look.widgets, "the title to offer the unfinished game")
    program.click("continue")
    assert program.wait_for_scene("TurnScene").table["entries"][: len(before["entries"])] == before["entries"]
    play_on(program, by_mouse)
    assert program.wait_for_scene("ResultsPage")["reports"] == []
    (record,) = records(home)
    program.close()
    replayed = start("replay", str(record))
    assert replayed.wait_for_scene("ReplayScene")["page"]["steps"] > len(before["entries"])


def test_two_players_share_the_screen_behind_a_curtain(start: Start) -> None:
    program = start("play", "last_storey", "--seats", "human,human", "--options", "first=0", speed="instant")
    program.wait_until(lambda look: look.top == "HandoverPage", "the curtain before the first player")


def test_the_guided_game_tells_its_lesson(start: Start) -> None:
    program = start(speed="instant", to="TitlePage")
    program.click("last_storey", to="SetupPage")
    program.click("guided")
    program.wait_until(lambda look: "got it" in look.widgets, "the lesson")
    program.click("got it")
    play_on(program, by_mouse)
    assert program.wait_for_scene("ResultsPage")["reports"] == []
