"""Games of the example in a real window: by mouse, by keys, and guided."""

from collections.abc import Callable

import pytest

from tests.window.games.players import tab_to, wait_for_turn
from tests.window.program import Look, Program, Start

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("example")]


def play_on(program: Program, do: Callable[[Program], None], turns: int = 30) -> Look:
    """Play `turns` turns, or to the end of the game. Return the last look."""
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
    """Mark an action by its number, and do the marked action."""
    program.key("1", "p")


def by_focus(program: Program) -> None:
    tab_to(program, "action 0", "Return")


def test_the_example_can_be_played_by_mouse_alone(start: Start) -> None:
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


@pytest.mark.long
def test_the_example_can_be_played_by_keyboard_alone(start: Start) -> None:
    program = start(speed="instant", to="TitlePage")
    tab_to(program, "last_storey", "Return", to="SetupPage")
    program.key("p")
    wait_for_turn(program)
    for key, scene in (("l", "LogPage"), ("F1", "RulesPage"), ("Escape", "PausePage")):
        program.key(key)
        program.wait_for_scene(scene)
        program.key("Escape", to="TurnScene")
    has_choice = len(program.look().table["actions"]) > 1  # one yard in nine has three equal sections
    hint = "It wins" if has_choice else "There's nothing else to do."
    program.key("h")
    program.wait_until(lambda look: look.table["message"].startswith(hint), "the hint")
    play_on(program, lambda program: program.key("p"), turns=1)  # the action marked by the hint
    play_on(program, by_digit, turns=2)
    play_on(program, by_focus)
    over = program.wait_for_scene("ResultsPage")
    assert (over["used"], over["reports"]) == ("keys", [])


def test_the_guided_game_shows_its_lesson(start: Start) -> None:
    program = start(speed="instant", to="TitlePage")
    program.click("last_storey", to="SetupPage")
    program.click("guided")
    program.wait_until(lambda look: "got it" in look.widgets, "the lesson")
    program.click("got it")
    play_on(program, by_mouse)
    assert program.wait_for_scene("ResultsPage")["reports"] == []
