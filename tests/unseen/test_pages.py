"""Pages, to one who sees nothing of them."""

from __future__ import annotations

import pytest

from tests.unseen.conftest import Listen
from tests.unseen.listener import nameless

pytestmark = pytest.mark.window


def test_title(listen: Listen) -> None:
    """The title is read with its buttons, and one of them has the focus."""
    one = listen()
    page = one.page()
    assert [node.name for node in page.find_all("push button")] == [
        "New game", "Rules", "Statistics", "Settings", "Quit",
    ]  # fmt: skip
    assert not nameless(page)
    focused = one.focused
    assert focused
    assert focused.name == "New game"
    one.type("Tab")
    one.wait_for(lambda tree: "focused" in tree.find("push button", "Rules").states, "the focus on Rules")


def test_settings(listen: Listen) -> None:
    """A setting is changed from outside, and its new value is heard."""
    one = listen()
    one.press("push button", "Settings")
    page = one.wait_for_page("Settings")
    assert not nameless(page)
    assert one.find("spin button", "Bots' pace, Brisk").description.startswith("How long bots wait")
    one.press("spin button", "Bots' pace")
    one.find("spin button", "Bots' pace, Normal")
    assert "Bots' pace, Normal" in one.names_changed(), "nobody hears that it has changed"
    one.press("toggle button", "Silence")
    one.wait_for(lambda tree: "pressed" in tree.find("toggle button", "Silence").states, "silence")
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
