"""The coach of a guided game, to one who sees nothing of its notes."""

import pytest

from tests.unseen.conftest import Listen
from tests.unseen.games.players import choose_suit_and_place, turn_or_results
from tests.unseen.listener import Listener, Node, top_page

pytestmark = pytest.mark.window


def lesson_in(tree: Node) -> Node | None:
    page = top_page(tree)
    return page and page.find("panel", "Lesson ")


def hear_lesson(one: Listener, number: int) -> str:
    """Wait for a lesson; it is announced in the words that its note has, and the focus comes to its button."""
    note: Node = one.wait_for(lambda tree: tree.find("panel", f"Lesson {number} of"), f"lesson {number}")
    words, got_it, skip = note.children
    assert [got_it.name, skip.name] == ["Got it", "Skip the lessons"]
    said = one.wait_to_hear(words.name)
    assert said.startswith(words.name), said
    assert number == 1 or said.startswith(f"{words.name} This is about: "), said
    one.wait_for(lambda tree: "focused" in tree.find("push button", "Got it").states, "the focus on Got it")
    return said


@pytest.mark.long  # the first lesson is heard in test_first_contact.py
def test_the_first_lessons_of_a_guided_game(listen: Listen) -> None:
    """Two lessons before the first play and one after it are heard, found and put away."""
    one = listen()
    one.press("list item", "Towers of Wyoming")
    one.press("push button", "New here? Guided first game")
    lessons = []
    for number in (1, 2):
        lessons.append(hear_lesson(one, number))
        one.press("push button", "Got it")
    page = one.wait_for(lambda tree: not lesson_in(tree) and turn_or_results(tree), "the first play")
    one.do(choose_suit_and_place(one, page))
    lessons.append(hear_lesson(one, 3))
    one.press("push button", "Got it")
    assert ["tells you whose turn" in lessons[0], "Sky" in lessons[1], "Your hand" in lessons[2]] == [True, True, True]
    assert all(one.announced.count(lesson) == 1 for lesson in lessons)
