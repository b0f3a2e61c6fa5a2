"""The first start, to one who sees nothing: the keys, and a lesson in listening by keys alone."""

import pytest

from tests.unseen.conftest import Listen
from tests.unseen.games.players import main_button

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
