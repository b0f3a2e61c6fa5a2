"""The guided first game of Towers of Wyoming in a real window: found, played, left, continued, with each device."""

import os

import pytest

from tests.window.games.turn_player import by_mouse, play_on, wait_for_turn
from tests.window.program import Program, Start
from topping_out.game.storage.translations import languages
from topping_out.scenes.match.guided.lessons import tutorial_of

pytestmark = pytest.mark.window

languages.use(os.environ["TOPPING_OUT_LANGUAGE"])
TUTORIAL = tutorial_of("wyoming")
TITLES = [lesson.title for lesson in TUTORIAL.lessons]


def wait_for_lesson(program: Program) -> str:
    """Return the title of the note on the table once there is one."""
    look = program.wait_until(lambda look: look.widgets["got it"], "a lesson")
    return str(look.widgets["lesson"]["label"])


def hear(program: Program) -> list[str]:
    """Click away the notes before the next play; return their titles."""
    titles = []
    while "lesson" in (look := wait_for_turn(program)).widgets:
        titles.append(str(look.widgets["lesson"]["label"]))
        program.click("got it")
        program.wait_until(
            lambda look: look.widgets.get("lesson", {}).get("label") != titles[-1], "the note to be put away"
        )
    return titles


def test_by_mouse_from_the_set_up_through_a_break_to_the_end_of_the_lessons(start: Start) -> None:
    program = start(speed="instant", to="TitlePage")
    program.click("wyoming", to="SetupPage")
    program.click("guided")
    assert wait_for_lesson(program) == TITLES[0]
    told: list[str] = []
    while len(told) < 4:
        told += hear(program)
        play_on(program, by_mouse, turns=1)
    assert program.close() == 0
    program = start(to="TitlePage")
    program.click("continue")
    title = wait_for_lesson(program)
    assert title in TITLES
    assert title not in told
    program.key("Escape")
    program.wait_until(lambda look: look.widgets.get("lesson", {}).get("label") != title, "Esc to put the note away")
    hear(program)
    program.key("Escape", to="PausePage")
    program.click("skip lessons")
    program.wait_until(lambda look: look.top == "TurnScene" and not look["settings"]["guided"], "the lessons to end")
    assert play_on(program, by_mouse, turns=1)["reports"] == []
