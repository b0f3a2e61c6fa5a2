"""Pages, to one who sees nothing of them."""

import pytest

from tests.unseen.conftest import Listen
from tests.unseen.listener import nameless

pytestmark = pytest.mark.window


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
    one.find("heading", "The game in a minute")
    page = one.page()
    assert len(page.find_all("heading")) >= 8
    assert all(len(figure.name) > 20 for figure in page.find_all("image"))
    assert len(page.find_all("image")) >= 4
    assert sum(len(node.name) for node in page.find_all("label")) > 3000
    assert not nameless(page)
    one.type("Escape")
    one.wait_for_page("Topping Out")


@pytest.mark.parametrize("game", GAMES)
def test_set_up(listen: Listen, game: str) -> None:
    """A game is chosen on the title and set up: players, options with what they do, who plays; then it begins."""
    one = listen()
    one.press("list item", game)
    one.find("push button", "Start")
    page = one.wait_for_page(game)
    assert not nameless(page)
    options = page.find_all("toggle button") + page.find_all("spin button")
    assert all(option.description for option in options)
    assert page.find("push button", "Who sits here")


def test_settings(listen: Listen) -> None:
    """A setting is changed from outside, and its new value is heard."""
    one = listen()
    one.press("push button", "Settings")
    page = one.wait_for_page("Settings")
    assert not nameless(page)
    assert one.find("spin button", "Bots' pace, Brisk").description.startswith("How long bots wait")
    one.press("spin button", "Bots' pace")
    one.find("spin button", "Bots' pace, Normal")
    one.wait_for(lambda _: "Bots' pace, Normal" in one.names_changed(), "its new name to be told")
    one.press("toggle button", "Mute")
    one.wait_for(lambda tree: "pressed" in tree.find("toggle button", "Mute").states, "silence")
    effects = one.find("slider", "Effects")
    assert effects.value == 80
    one.ask("set", effects.id, 30)
    one.wait_for(lambda tree: tree.find("slider", "Effects").value == 30, "effects at 30 %")
    one.type("Escape")
    one.press("push button", "Settings")
    page = one.wait_for_page("Settings")
    assert page.find("slider", "Effects").value == 30
    assert page.find("spin button", "Bots' pace, Normal")


def test_what_was_said_is_said_once(listen: Listen) -> None:
    """An answer is announced once, whatever pages come after it; asked for again, it is announced again."""
    one = listen()
    answer = "There is no game on this page."
    one.type("s")
    one.wait_to_hear(answer)
    one.press("push button", "Settings")
    one.wait_for_page("Settings")
    one.type("t")
    one.wait_to_hear(answer, after=1)
    assert one.announced == [answer, answer]
