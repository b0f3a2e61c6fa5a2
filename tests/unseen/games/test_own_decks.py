"""A deck made, drafted and played by screen reader."""

import pytest

from tests.unseen.conftest import Listen
from tests.unseen.games.players import play_towers, set_option
from tests.unseen.listener import Listener, Node, nameless

pytestmark = [pytest.mark.window, pytest.mark.long]


def give_twelve_cards(listener: Listener, floor: str) -> None:
    listener.press("push button", f"{floor}, 4 in the deck")
    set_option(listener, "Cards", "12")
    page = listener.wait_for_page("A floor")
    assert not nameless(page)
    listener.press("push button", "Done")


def choose_an_effect(listener: Listener) -> None:
    listener.press("push button", "PLAYROOM, 12 in the deck")
    listener.press("push button", "Effect 2")
    page = listener.wait_for_page("Effect 2 of PLAYROOM")
    assert not nameless(page)
    effects = page.find("list", "What it does").children
    assert all(effect.description for effect in effects[:-1])
    listener.do(page.find("list item", "Draws 1"))
    page = listener.wait_for_page("A floor")
    assert page.find("push button", "Effect 2").description == "Draws 1"
    listener.press("push button", "Done")


def my_choice_or_the_end(tree: Node) -> Node | None:
    return tree if tree.find("push button", "Play with it") or "Your choice" in tree.outline() else None


def test_a_deck_can_be_made_and_played(listen: Listen) -> None:
    listener = listen()
    listener.press("push button", "Deck workshop")
    assert not nameless(listener.wait_for_page("Deck workshop"))
    listener.press("push button", "A new deck")
    page = listener.wait_for_page("My deck")
    assert not any("a deck has" in node.spoken() for node in page)
    for floor in ("PLAYROOM", "TREEHOUSE"):
        give_twelve_cards(listener, floor)
    choose_an_effect(listener)
    listener.press("push button", "Play with it")
    listener.find("slider", "Deck, My deck")
    listener.press("push button", "Start")
    results = play_towers(listener)
    assert len(results.find("list", "Scores").children) == 2


def test_a_deck_can_be_drafted_by_the_descriptions_of_the_floors(listen: Listen) -> None:
    listener = listen()
    listener.press("push button", "Deck workshop")
    listener.press("push button", "Draft a deck")
    for _ in range(12):
        page = listener.wait_for(my_choice_or_the_end, "my choice")
        if page.find("push button", "Play with it"):
            break
        floors = [node for node in page.find_all("list item") if node.is_enabled]
        assert all(node.description for node in floors)
        before = len(listener.announced)
        listener.do(floors[0])
        listener.press("push button", "Take it")
        listener.wait_to_hear("You take ", before)
    listener.press("push button", "Play with it")
    listener.find("slider", "Deck, Drafted deck")
