"""Whoever has a gamepad writes by letters on the screen."""

from pathlib import Path

import pytest

from tests.scenes.kit.test_letters import CODES, letters_of
from tests.scenes.pages.every.every_page import PAGES
from tests.scenes.robot import Robot
from topping_out.game.storage.translations import languages
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.typefaces import LATIN, file_for
from topping_out.scenes.pages.letters import LettersPage, alphabets
from topping_out.scenes.pages.setup.page import SetupPage
from topping_out.scenes.pages.transfer.page import TransferPage


def write(robot: Robot, text: str) -> None:
    """Press the letters one by one, going to each with the cross or the shoulder buttons."""
    for letter in text:
        robot.press("space" if letter == " " else f"key {letter.lower()}")


def naming(app: App) -> Robot:
    robot = Robot(app, "pad")
    robot.open(SetupPage(app.context, "wyoming"))
    robot.press("name0")
    assert isinstance(robot.page, LettersPage)
    return robot


def test_a_name_is_written_with_a_capital_at_its_beginning_and_goes_into_the_field(app: App) -> None:
    robot = naming(app)
    write(robot, "Zoe Kay")
    robot.do(Verb.PLAY)
    page = robot.page
    assert isinstance(page, SetupPage)
    assert page.seating.taken[0].name == "Zoe Kay"
    assert page.focus == "name0"


def test_letters_are_erased_capitals_switched_and_digits_found(app: App) -> None:
    robot = naming(app)
    write(robot, "abc")
    robot.do(Verb.UNDO, Verb.HINT)
    write(robot, "d")
    robot.do(Verb.RULES)
    write(robot, "7")
    robot.press("done")
    assert robot.page.seating.taken[0].name == "AbD7"  # type: ignore[attr-defined]


def test_a_suggested_name_is_one_press_and_b_leaves_all_as_it_was(app: App) -> None:
    robot = naming(app)
    robot.do(Verb.CANCEL)
    before = robot.page.seating.taken[0].name  # type: ignore[attr-defined]
    robot.press("name0")
    robot.do(Verb.CONFIRM)
    after = robot.page.seating.taken[0].name  # type: ignore[attr-defined]
    assert (before, after) == ("You", "Ana")


def test_who_sits_down_with_a_gamepad_is_asked_for_a_name_at_once(app: App) -> None:
    robot = Robot(app, "pad")
    robot.open(SetupPage(app.context, "wyoming"))
    taken = next(n for n, chair in enumerate(robot.page.seating.chairs) if n and chair.is_taken)  # type: ignore[attr-defined]
    robot.press(f"kind{taken}")
    robot.press(next(w.name for w in robot.page.widgets if "human" in w.name))
    assert isinstance(robot.page, LettersPage)


def test_no_name_is_longer_than_its_field_takes(app: App) -> None:
    robot = naming(app)
    write(robot, "a" * 20)
    robot.do(Verb.PLAY)
    assert robot.page.seating.taken[0].name == "A" + "a" * 13  # type: ignore[attr-defined]


def test_a_path_is_written_in_small_letters_with_its_signs(app: App) -> None:
    robot = Robot(app, "pad")
    robot.open(PAGES["export and import"](app))
    assert isinstance(robot.page, TransferPage)
    field = next(w.name for w in robot.page.widgets if type(w).__name__ == "PathField")
    robot.press(field)
    write(robot, "a")
    robot.do(Verb.RULES)
    write(robot, "/")
    robot.do(Verb.PLAY)
    assert robot.widget(field).text == "a/"  # type: ignore[attr-defined]


@pytest.mark.parametrize("code", ["en", *CODES])
def test_each_language_has_its_letters_and_all_have_pictures(code: str, app: App, home: Path) -> None:
    try:
        languages.use(code)
        robot = naming(app)
        for _ in alphabets():
            robot.see()
            robot.do(Verb.RULES)
        letters = "".join(row for alphabet in alphabets() for row in alphabet)
        assert {*"abcxyz0123456789-_./~"} <= {*letters}
        for face in LATIN:
            assert {*letters} <= {letter for letter in letters if letter in letters_of(file_for(letter, face))}
    finally:
        languages.use("en")
