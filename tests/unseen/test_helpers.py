"""Helpers that are no screen readers, such as a keyboard on the screen: they read the tree too."""

import pytest

from tests.unseen.conftest import Listen
from tests.unseen.listener import Node

pytestmark = pytest.mark.window


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
