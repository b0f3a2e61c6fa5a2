"""A deck of one's own by one who only listens: made from nothing, drafted, and played to its end."""

import pytest

from tests.unseen.conftest import Listen
from tests.unseen.games.players import play_towers, set_option
from tests.unseen.listener import Listener, Node, nameless

pytestmark = [pytest.mark.window, pytest.mark.long]


def give_twelve_cards(one: Listener, floor: str) -> None:
    one.press("push button", f"{floor}, 8 in the deck")
    set_option(one, "Cards", "12")
    page = one.wait_for_page("A floor")
    assert not nameless(page)
    one.press("push button", "Done")


def my_choice_or_the_end(tree: Node) -> Node | None:
    return tree if tree.find("push button", "Play with it") or "Your choice" in tree.outline() else None


def test_a_deck_is_made_from_nothing_and_played_to_its_end(listen: Listen) -> None:
    one = listen()
    one.press("push button", "Deck workshop")
    assert not nameless(one.wait_for_page("Deck workshop"))
    one.press("push button", "A new deck")
    page = one.wait_for_page("My deck")
    assert any("a deck has 20 to 240 cards, but this one has 16" in node.heard() for node in page)
    for floor in ("FLOOR 1", "FLOOR 2"):
        give_twelve_cards(one, floor)
    one.press("push button", "Play with it")
    one.find("slider", "Deck, My deck")
    one.press("push button", "Start")
    results = play_towers(one)
    assert len(results.find("list", "Scores").children) == 2


def test_a_deck_is_drafted_by_taking_what_each_floor_is_heard_to_do(listen: Listen) -> None:
    one = listen()
    one.press("push button", "Deck workshop")
    one.press("push button", "Draft a deck")
    for _ in range(12):
        page = one.wait_for(my_choice_or_the_end, "my choice")
        if page.find("push button", "Play with it"):
            break
        floors = [node for node in page.find_all("list item") if node.is_enabled]
        assert all(node.description for node in floors)
        before = len(one.announced)
        one.do(floors[0])
        one.press("push button", "Take it")
        one.wait_to_hear("You take ", before)
    one.press("push button", "Play with it")
    one.find("slider", "Deck, Drafted deck")
