"""What is sent to screen readers, with a reader that only keeps what it is sent."""

from collections.abc import Callable
from typing import Any

import pytest

from topping_out.scenes.accessibility import screen_reader
from topping_out.scenes.accessibility.screen_reader import APART, BEFORE, ROOT, Announcer, ScreenReader
from topping_out.scenes.accessibility.semantics import IS_UNIX, Element, Reading, Role, Semantics

pytest.importorskip("accesskit", exc_type=ModuleNotFoundError)
PAGE = object()


class Kept(ScreenReader):
    """Keeps the tree as a reader would have it."""

    def _make_adapter(self, accesskit: Any) -> Any:
        self.nodes: dict[int, Any] = {}
        self.updates: list[Any] = []
        return self

    def update_if_active(self, make: Callable[[], Any]) -> None:
        self.updates.append(make())
        self.nodes |= dict(self.updates[-1].nodes)

    @property
    def focused(self) -> str:
        """What the focus was last sent to: on Windows the words of a text are its value."""
        node = self.nodes[self.updates[-1].focus]
        return str(node.label or node.value)

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


def called(reader: Kept, name: str, focus: str = "thing 0", page: object = PAGE) -> str:
    """Show a page of two things, the first called so; return what has the focus."""
    labels = {"thing 0": name, "thing 1": "Another"}
    elements = [Element(thing, Semantics(Role.ITEM, label), (0, 0, 9, 9)) for thing, label in labels.items()]
    reader.show(page, Reading("Page", elements, focus), 1.0)
    return reader.focused


@pytest.fixture
def speaking(reader: Kept) -> Kept:
    """A reader that says "You play.", with the focus on a tower."""
    reader.announcer.is_heard = True
    called(reader, "Tower of 3")
    reader.announcer.say("You play.")
    called(reader, "Tower of 3")
    return reader


def test_news_of_the_focus_waits_until_all_is_said(speaking: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader stops speaking for a focus that moves or has another name; the program is woken once it may be told."""
    wakes, left = list[float](), speaking.announcer.left / 1000
    monkeypatch.setattr(speaking, "_later", lambda seconds, _: wakes.append(seconds))
    assert left > len("You play.") / speaking.announcer.pace - 0.001
    assert called(speaking, "Tower of 4") == "Tower of 3"
    assert called(speaking, "Tower of 4", "thing 1") == "Tower of 3"
    assert called(speaking, "Tower of 4", "thing 1", page=object()) == "Tower of 3"
    assert wakes == pytest.approx([left] * 3)
    speaking.announcer.pass_time(9000)
    assert called(speaking, "Tower of 4", "thing 1") == "Another"


@pytest.mark.parametrize("focus", ["thing 0", "thing 1"])
def test_what_a_key_brings_about_is_told_at_once(speaking: Kept, focus: str) -> None:
    speaking.announcer.interrupt()
    speaking.announcer.say("You play again.")
    assert called(speaking, "Tower of 4", focus) == ("Tower of 4" if focus == "thing 0" else "Another")


def test_what_is_read_of_the_focus_takes_its_time_too(reader: Kept) -> None:
    """All of it: what follows it is heard only then, and must not be cut off."""
    reader.announcer.is_heard = True
    tower = Semantics(Role.OPTION, "Your tower", "worth 6", "Look inside: your large, Mesa's large.")
    called(reader, "Tower of 3")
    reader.announcer.interrupt()
    reader.announcer.say("You play.")
    reader.show(PAGE, Reading("Page", [Element("tower", tower, (0, 0, 9, 9))], "tower"), 1.0)
    words = f"{tower.label}{tower.description}You play."
    assert reader.announcer.left > len(words) * 1000 / reader.announcer.pace


def test_news_of_the_focus_is_sent_before_what_is_announced_with_it(reader: Kept) -> None:
    called(reader, "Tower of 3")
    reader.announcer.say("You play.")
    called(reader, "Tower of 4")
    names = [[node.label or node.value for _, node in update.nodes] for update in reader.updates[-2:]]
    assert ["Tower of 4" in names[0], "You play." in names[1]] == [True, True]


def test_an_old_orca_is_told_all_before_a_dialog_opens(reader: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    """There it hears nothing of the window, whose name says it."""
    now, results = [100.0], Element("review", Semantics(Role.BUTTON, "Review"), (0, 0, 9, 9))
    monkeypatch.setattr(screen_reader, "monotonic", lambda: now[0])
    monkeypatch.setattr(reader, "_later", lambda seconds, do: None)
    reader._renames = reader._has_focus = True
    called(reader, "Tower of 3")
    reader.announcer.say("You: 24 points.")
    told = []
    for now[0] in (100, 100 + BEFORE / 2, 100.01 + BEFORE):
        reader.show("results", Reading("You win", [results], "review", is_dialog=True), 1.0)
        told.append(reader.focused)
    assert told == ["Tower of 3", "Tower of 3", "Review"]
    windows = [dict(update.nodes).get(ROOT) for update in reader.updates]
    assert [window.label for window in windows if window][1:3] == ["You: 24 points.", ""]


def test_what_is_said_can_stay_until_the_next_key(speaking: Kept) -> None:
    """A line of braille shows what has the focus for as long as it has it, but an announcement for five seconds."""
    speaking.is_staying_wanted = True
    speaking.announcer.go_on()
    for words in ("Mesa plays.", "Your turn."):
        speaking.announcer.say(words)
    assert called(speaking, "Tower of 4") == "Mesa plays. Your turn."
    speaking.announcer.pass_time(9000)
    assert called(speaking, "Tower of 4", "thing 1") == "Mesa plays. Your turn."
    speaking.announcer.go_on()
    assert called(speaking, "Tower of 4", "thing 1") == "Another"


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
    heading = Element("heading", Semantics(Role.HEADING, "The game in a minute"), (0, 18, 9, 9))
    reader.show(PAGE, Reading("Page", (card, text, heading), "card"), 1.0)
    (card_number,), (text_number,) = reader.numbers("5 of clubs"), reader.numbers("A paragraph.")
    assert reader.nodes[card_number].is_selected is None
    assert str(reader.nodes[text_number].role) != "Role.LABEL"
    (heading_number,) = reader.numbers("The game in a minute, heading")  # of the role it would say the role alone
    assert str(reader.nodes[heading_number].role) != "Role.HEADING"
