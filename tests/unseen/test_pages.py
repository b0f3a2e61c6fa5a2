"""Pages unseen, from the first start on."""

from typing import Any

import pytest

from tests.unseen.conftest import Listen
from tests.unseen.games.players import main_button
from tests.unseen.listener import Node, focused_in, nameless

# -- first contact


pytestmark = pytest.mark.window
KEYS = (
    (("Right",), "Press Page down"), (("Next",), "Press Tab"), (("Tab",), "Press C"), (("c",), "Press any of them"),
    (("s",), "Press R"), (("r",), "Press 1"), (("1",), "then press P"),
)  # fmt: skip
"""What is pressed, and how the next step ends then."""


def test_the_lesson_from_the_first_start_to_a_guided_game(listen: Listen) -> None:
    one = listen(welcomed=False, bots_wait="")
    one.wait_to_hear("F2 lists all keys")
    one.type("Return")
    one.wait_to_hear("Press Right.")
    for keys, told in KEYS:
        before = len(one.announced)
        one.type(*keys)
        one.wait_to_hear(told, after=before)
    one.type("h")
    one.wait_for(lambda tree: (button := main_button(tree)) and button.is_enabled and button, "advice")
    one.type("p")
    one.wait_to_hear("Bots wait until")
    one.wait_for(lambda tree: tree.find("push button", "Let "), "the bot to wait")
    one.type("p")
    one.press("push button", "Guided game")
    one.wait_to_hear("tells you whose turn it is")


# -- helpers


def test_only_a_screen_reader_changes_what_arrows_do(listen: Listen) -> None:
    """They go through a group for whoever listens, and else where one sees things lie, also to another group."""
    one = listen()
    one.type("Up", "Tab")
    one.wait_for(
        lambda tree: "focused" in tree.find("push button", "Today's deals").states, "the button after the first"
    )
    one.ask("status", "ScreenReaderEnabled", False)

    def comes_to_a_tower(tree: Node) -> bool:
        one.type("Up")
        return any("focused" in game.states for game in tree.find_all("list item"))

    one.wait_for(comes_to_a_tower, "the towers above")


# -- pages


GAMES = ["Towers of Wyoming", "Towering", "Towers", "IceTowers"]


def test_title(listen: Listen) -> None:
    """The games are a list that is counted; the main button has the focus; Tab goes on from there."""
    one = listen()
    page = one.wait_for_page("Topping Out")
    games = page.find("list", "Games")
    assert [game.name.partition(",")[0] for game in games.children] == GAMES
    assert ["1 of 4" in games.children[0].heard(), "4 of 4" in games.children[3].heard()] == [True, True]
    assert all(game.description for game in games.children)
    assert not nameless(page)
    focused = one.focused
    assert focused.name == "New game"
    one.type("Tab")
    one.wait_for(lambda tree: "focused" in tree.find("push button", "Today's deals").states, "the focus on the next")


def test_rules(listen: Listen) -> None:
    """The rules of a game are read: headings, paragraphs, lists, and what each figure shows."""
    one = listen()
    one.press("push button", "Rules")
    one.find("list item", "The game in a minute, heading")
    page = one.page()
    assert sum(node.name.endswith(", heading") for node in page.find_all("list item")) >= 8
    assert all(len(figure.name) > 20 for figure in page.find_all("image"))
    assert len(page.find_all("image")) >= 4
    assert sum(len(node.name) for node in page.find_all("list item")) > 3000
    assert not nameless(page)
    one.type("Escape")
    one.wait_for_page("Topping Out")


def test_set_up(listen: Listen) -> None:
    """A game is chosen on the title and set up: players, options with what they do, who plays; then it begins."""
    one = listen()
    one.press("list item", "Towers of Wyoming")
    one.find("push button", "Start")
    page = one.wait_for_page("Towers of Wyoming")
    assert not nameless(page)
    options = page.find_all("toggle button") + page.find_all("slider")
    assert all(option.description for option in options)
    assert page.find("push button", "Who sits here")


def test_settings(listen: Listen) -> None:
    """A setting is changed from outside, and its new value is heard."""
    one = listen()
    one.press("push button", "Settings")
    page = one.wait_for_page("Settings")
    assert not nameless(page)
    assert one.find("slider", "Bots' pace, Brisk").description.startswith("How long bots wait")
    one.press("slider", "Bots' pace")
    one.find("slider", "Bots' pace, Normal")
    one.wait_for(lambda _: "Bots' pace, Normal" in one.names_changed(), "its new name to be told")
    one.press("toggle button", "Mute")
    one.wait_for(lambda tree: "pressed" in tree.find("toggle button", "Mute").states, "silence")
    effects = one.find("slider", "Effects")
    assert effects.value == 80
    one.ask("set", effects.id, 30)
    one.wait_for(lambda tree: tree.find("slider", "Effects").value == 30, "effects at 30%")
    one.type("Escape")
    one.press("push button", "Settings")
    page = one.wait_for_page("Settings")
    assert page.find("slider", "Effects").value == 30
    assert page.find("slider", "Bots' pace, Normal")


def test_a_name_is_written_and_read_letter_by_letter(listen: Listen) -> None:
    """The caret, what is selected and each letter are known; the beginning and the end of the writing are said."""
    one = listen()
    one.press("list item", "Towers of Wyoming")
    one.press("entry", "Name")
    one.wait_to_hear("You're typing. Enter finishes.")

    def wait_for(text: str, caret: int, *selected: list[int]) -> dict[str, Any]:
        def now(tree: Node) -> Any:
            field = tree.find("entry", "Name")
            letters = one.ask("letters", field.id)
            is_there = (field.text, letters["caret"], letters["selected"]) == (text, caret, [*selected])
            return letters if is_there else None

        found: dict[str, Any] = one.wait_for(now, f"{text!r} with the caret at {caret} and {selected} selected")
        return found

    wait_for("You", 3, [0, 3])
    one.type("A", "d", "a", "space", "L")
    wait_for("Ada L", 5)
    one.type("Home", "Right")
    assert wait_for("Ada L", 1)["letter"] == "d"
    one.type("shift+Right")
    wait_for("Ada L", 2, [1, 2])
    one.type("Delete", "ctrl+Right")
    assert wait_for("Aa L", 3)["word"] == "L"
    assert one.ask("caret", one.find("entry", "Name").id, 1) is True
    wait_for("Aa L", 1)
    one.type("BackSpace", "Return")
    one.wait_to_hear("Typed: a L")


def test_a_search_reads_its_first_match(listen: Listen) -> None:
    """The search stands before the text; each match is read, and at the end of the writing one stands at it."""
    one = listen()
    one.press("push button", "Rules")
    page = one.wait_for_page("Towers of Wyoming")
    assert [node.role for node in page][1] == "entry"
    one.press("entry", "Search")
    one.type("k", "n", "o", "c", "k")
    first = one.wait_for(lambda _: next((said for said in one.announced if "1 of " in said), ""), "the first match")
    one.type("Return")
    second = one.wait_to_hear("2 of ")
    assert first.partition("1 of ")[2] != second.partition("2 of ")[2]
    one.type("Escape")
    one.wait_for(lambda tree: (node := focused_in(tree)) and node.name in second, "the focus on the second match")


def test_what_was_said_is_said_once(listen: Listen) -> None:
    """An answer is announced once, whatever pages come after it; asked for again, it is announced again."""
    one = listen()
    answer = "There's no game on this page."
    one.type("s")
    one.wait_to_hear(answer)
    one.press("push button", "Settings")
    one.wait_for_page("Settings")
    one.type("t")
    one.wait_to_hear(answer, after=1)
    assert one.announced == [answer, answer]
