"""Pages operated by screen reader, from the first start on."""

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
"""Keys to press, and a part of the announcement that follows."""


def test_the_first_start_teaches_the_keys_and_leads_to_a_guided_game(listen: Listen) -> None:
    listener = listen(welcomed=False, bots_wait="")
    listener.wait_to_hear("F2 lists all keys")
    listener.type("Return")
    listener.wait_to_hear("Press Right.")
    for keys, announcement in KEYS:
        before = len(listener.announced)
        listener.type(*keys)
        listener.wait_to_hear(announcement, after=before)
    listener.type("h")
    listener.wait_for(lambda tree: (button := main_button(tree)) and button.is_enabled and button, "advice")
    listener.type("p")
    listener.wait_to_hear("Bots wait until")
    listener.wait_for(lambda tree: tree.find("push button", "Let "), "the bot to wait")
    listener.type("p")
    listener.press("push button", "Guided game")
    listener.wait_to_hear("tells you whose turn it is")


# -- helpers


@pytest.mark.parametrize("has_reader", [True, False])
def test_arrow_keys_reach_the_towers_with_and_without_a_screen_reader(listen: Listen, has_reader: bool) -> None:
    """With a screen reader they move within a group and on to the next; otherwise they move on the screen."""
    listener = listen()
    if not has_reader:
        listener.ask("status", "ScreenReaderEnabled", False)

    def comes_to_a_tower(tree: Node) -> bool:
        listener.type("Up")
        return any("focused" in game.states for game in tree.find_all("list item"))

    listener.wait_for(comes_to_a_tower, "the towers above")


# -- pages


GAMES = ["Towers of Wyoming", "Towering", "Towers", "IceTowers"]


def test_the_title_page_can_be_read(listen: Listen) -> None:
    """The games are a list with positions. The main button has the focus, and Tab moves on from there."""
    listener = listen()
    page = listener.wait_for_page("Topping Out")
    games = page.find("list", "Games")
    assert [game.name.partition(",")[0] for game in games.children] == GAMES
    assert ["1 of 4" in games.children[0].spoken(), "4 of 4" in games.children[3].spoken()] == [True, True]
    assert all(game.description for game in games.children)
    assert not nameless(page)
    focused = listener.focused
    assert focused.name == "New game"
    listener.type("Tab")
    listener.wait_for(
        lambda tree: "focused" in tree.find("push button", "Today's deals").states, "the focus on the next"
    )


def test_the_rules_page_can_be_read(listen: Listen) -> None:
    """Headings, paragraphs and lists can be read, and each figure is described."""
    listener = listen()
    listener.press("push button", "Rules")
    listener.find("list item", "The game in a minute, heading")
    page = listener.page()
    assert sum(node.name.endswith(", heading") for node in page.find_all("list item")) >= 8
    assert all(len(figure.name) > 20 for figure in page.find_all("image"))
    assert len(page.find_all("image")) >= 4
    assert sum(len(node.name) for node in page.find_all("list item")) > 3000
    assert not nameless(page)
    listener.type("Escape")
    listener.wait_for_page("Topping Out")


def test_the_set_up_page_can_be_read(listen: Listen) -> None:
    """The page has names for everything, and a description for every option whose name doesn't say it all."""
    listener = listen()
    listener.press("list item", "Towers of Wyoming")
    listener.find("push button", "Start")
    page = listener.wait_for_page("Towers of Wyoming")
    assert not nameless(page)
    options = page.find_all("toggle button") + page.find_all("slider")
    assert all(option.description or option.name.startswith(("First seat", "Best of three")) for option in options)
    assert page.find("push button", "Who sits here")


def test_settings_can_be_changed_and_read(listen: Listen) -> None:
    """Settings can be changed through AT-SPI, and the new value is spoken."""
    listener = listen()
    listener.press("push button", "Settings")
    page = listener.wait_for_page("Settings")
    assert not nameless(page)
    listener.press("push button", "Table")
    listener.wait_for_page("Table")
    assert listener.find("slider", "Bots' pace, Brisk").description.startswith("How long bots wait")
    listener.press("slider", "Bots' pace")
    listener.find("slider", "Bots' pace, Normal")
    listener.wait_for(lambda _: "Bots' pace, Normal" in listener.names_changed(), "its new name to be told")
    listener.type("Escape")
    listener.press("push button", "Sound")
    listener.wait_for_page("Sound")
    listener.press("toggle button", "Mute")
    listener.wait_for(lambda tree: "pressed" in tree.find("toggle button", "Mute").states, "silence")
    effects = listener.find("slider", "Effects")
    assert effects.value == 90
    listener.ask("set", effects.id, 30)
    listener.wait_for(lambda tree: tree.find("slider", "Effects").value == 30, "effects at 30%")
    listener.type("Escape", "Escape")
    listener.press("push button", "Settings")
    listener.press("push button", "Sound")
    assert listener.wait_for_page("Sound").find("slider", "Effects").value == 30
    listener.type("Escape")
    listener.press("push button", "Table")
    assert listener.wait_for_page("Table").find("slider", "Bots' pace, Normal")


def test_a_name_can_be_typed_and_read_letter_by_letter(listen: Listen) -> None:
    """Caret, selection and letters can be read; the beginning and the end of typing are announced."""
    listener = listen()
    listener.press("list item", "Towers of Wyoming")
    listener.press("entry", "Name")
    listener.wait_to_hear("You're typing. Enter finishes.")

    def wait_for(text: str, caret: int, *selected: list[int]) -> dict[str, Any]:
        def now(tree: Node) -> Any:
            field = tree.find("entry", "Name")
            letters = listener.ask("letters", field.id)
            is_there = (field.text, letters["caret"], letters["selected"]) == (text, caret, [*selected])
            return letters if is_there else None

        found: dict[str, Any] = listener.wait_for(now, f"{text!r} with the caret at {caret} and {selected} selected")
        return found

    wait_for("You", 3, [0, 3])
    listener.type("A", "d", "a", "space", "L")
    wait_for("Ada L", 5)
    listener.type("Home", "Right")
    assert wait_for("Ada L", 1)["letter"] == "d"
    listener.type("shift+Right")
    wait_for("Ada L", 2, [1, 2])
    listener.type("Delete", "ctrl+Right")
    assert wait_for("Aa L", 3)["word"] == "L"
    assert listener.ask("caret", listener.find("entry", "Name").id, 1) is True
    wait_for("Aa L", 1)
    listener.type("BackSpace", "Return")
    listener.wait_to_hear("Typed: a L")


def test_a_search_announces_each_match(listen: Listen) -> None:
    """The search field comes first. Each match is announced, and when the search is closed the match has the focus."""
    listener = listen()
    listener.press("push button", "Rules")
    page = listener.wait_for_page("Towers of Wyoming")
    assert [node.role for node in page][1] == "entry"
    listener.press("entry", "Search")
    listener.type("k", "n", "o", "c", "k")
    first = listener.wait_for(
        lambda _: next((announcement for announcement in listener.announced if "1 of " in announcement), ""),
        "the first match",
    )
    listener.type("Return")
    second = listener.wait_to_hear("2 of ")
    assert first.partition("1 of ")[2] != second.partition("2 of ")[2]
    listener.type("Escape")
    listener.wait_for(lambda tree: (node := focused_in(tree)) and node.name in second, "the focus on the second match")


def test_an_announcement_is_made_once(listen: Listen) -> None:
    """A reply is announced once, whatever pages follow. When it is requested again, it is announced again."""
    listener = listen()
    reply = "There's no game on this page."
    listener.type("s")
    listener.wait_to_hear(reply)
    listener.press("push button", "Settings")
    listener.wait_for_page("Settings")
    listener.type("t")
    listener.wait_to_hear(reply, after=1)
    assert listener.announced == [reply, reply]
