"""What is sent to screen readers, with a reader that only keeps what it is sent."""

import ctypes
import sys
from collections.abc import Callable
from typing import Any

import pytest

from topping_out.scenes.accessibility import screen_reader
from topping_out.scenes.accessibility.announcer import Announcer
from topping_out.scenes.accessibility.nodes import IS_UNIX
from topping_out.scenes.accessibility.screen_reader import APART, ScreenReader
from topping_out.scenes.accessibility.semantics import Element, Reading, Role, Semantics

IS_WINE = sys.platform == "win32" and hasattr(ctypes.windll.ntdll, "wine_get_version")
"""Wine 8 has no bcryptprimitives.dll, which AccessKit asks for; Windows has one."""
pytest.importorskip("accesskit", exc_type=ImportError if IS_WINE else ModuleNotFoundError)
PAGE = object()


class Kept(ScreenReader):
    """Keeps the tree as a reader would have it."""

    def _make_adapter(self, accesskit: Any) -> Any:
        self.nodes: dict[int, Any] = {}
        return self

    def update_if_active(self, make: Callable[[], Any]) -> None:
        update = make()
        self.nodes |= dict(update.nodes)

    def numbers(self, name: str) -> list[int]:
        """Return the numbers under which something of that name was sent."""
        return [number for number, node in self.nodes.items() if name in (node.label, node.value)]


@pytest.fixture
def reader() -> Kept:
    reader = Kept(Announcer())
    reader.is_active = True
    return reader


def show(reader: Kept, *roles: Role) -> None:
    """Show a page of things, each called as its role."""
    elements = [Element(f"thing {n}", Semantics(role, f"Thing {n}"), (0, 0, 9, 9)) for n, role in enumerate(roles)]
    reader.show(PAGE, Reading("Page", elements, "thing 0"), 1.0)


def test_what_stays_keeps_its_number(reader: Kept) -> None:
    show(reader, Role.ITEM, Role.BUTTON)
    show(reader, Role.ITEM, Role.BUTTON, Role.BUTTON)
    assert [len(reader.numbers(f"Thing {n}")) for n in range(3)] == [1, 1, 1]


def test_another_role_is_another_number(reader: Kept) -> None:
    """Readers keep what they know of a number, such as its role and what can be done with it."""
    show(reader, Role.ITEM, Role.BUTTON)
    show(reader, Role.OPTION, Role.BUTTON)
    (item, option), (button,) = reader.numbers("Thing 0"), reader.numbers("Thing 1")
    assert reader.nodes[item].role != reader.nodes[option].role
    assert button not in (item, option)
    page = max(reader.numbers("Page"))
    assert reader.nodes[page].children == [option, button]


def test_what_was_gone_comes_back_with_another_number(reader: Kept) -> None:
    show(reader, Role.ITEM, Role.BUTTON)
    show(reader, Role.ITEM)
    show(reader, Role.ITEM, Role.BUTTON)
    assert [len(reader.numbers(f"Thing {n}")) for n in range(2)] == [1, 2]


def test_announcements_are_sent_apart(reader: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    """Orca passes over one that comes too soon after another; the program is woken for it."""
    now, wakes = [100.0], []
    monkeypatch.setattr(screen_reader, "monotonic", lambda: now[0])
    monkeypatch.setattr(reader, "_later", lambda seconds, _: wakes.append(seconds))
    for words in ("One.", "Two."):
        reader.announcer.say(words)
    sent = []
    for later in (0.0, APART / 2, 1.01 * APART):
        now[0] = 100 + later
        show(reader, Role.ITEM)
        sent.append([bool(reader.numbers(words)) for words in ("One.", "Two.")])
    assert sent == [[True, False], [True, False], [True, True]]
    assert wakes == pytest.approx([APART, APART / 2])


def test_a_button_says_its_key_also_where_the_library_does_not_pass_it_on(reader: Kept) -> None:
    said = Semantics(Role.BUTTON, "Hint", description="What would the master do?", key="H")
    reader.show(PAGE, Reading("Page", [Element("hint", said, (0, 0, 9, 9))], "hint"), 1.0)
    node = reader.nodes[reader.numbers("Hint")[0]]
    assert node.keyboard_shortcut == "H"
    assert node.description == ("What would the master do? Key H." if IS_UNIX else "What would the master do?")


@pytest.mark.skipif(not IS_UNIX, reason="Orca is Unix's")
def test_orca_reads_no_whole_pages_and_says_not_selected_of_nothing(reader: Kept) -> None:
    """It reads all labels of a page before what has the focus, and "not selected" of all that could be."""
    card = Element("card", Semantics(Role.OPTION, "5 of clubs", is_selected=False), (0, 0, 9, 9))
    text = Element("text", Semantics(Role.TEXT, "A paragraph."), (0, 9, 9, 9))
    reader.show(PAGE, Reading("Page", (card, text), "card"), 1.0)
    (card_number,), (text_number,) = reader.numbers("5 of clubs"), reader.numbers("A paragraph.")
    assert reader.nodes[card_number].is_selected is None
    assert str(reader.nodes[text_number].role) != "Role.LABEL"
