"""What the program sends to screen readers, tested with a reader that records it."""

from collections.abc import Callable
from typing import Any

import pytest

from topping_out.scenes.accessibility import screen_reader
from topping_out.scenes.accessibility.screen_reader import APART, BEFORE, ROOT, Announcer, ScreenReader
from topping_out.scenes.accessibility.semantics import IS_UNIX, Element, Reading, Role, Semantics

pytest.importorskip("accesskit", exc_type=ModuleNotFoundError)
PAGE = object()


class RecordingReader(ScreenReader):
    """Records the accessibility tree as a reader would see it."""

    def _make_adapter(self, accesskit: Any) -> Any:
        self.nodes: dict[int, Any] = {}
        self.updates: list[Any] = []
        return self

    def update_if_active(self, make: Callable[[], Any]) -> None:
        self.updates.append(make())
        self.nodes |= dict(self.updates[-1].nodes)

    @property
    def focused(self) -> str:
        """The label of the node that was last focused; on Windows, a text's label is its value."""
        node = self.nodes[self.updates[-1].focus]
        return str(node.label or node.value)

    def node_ids(self, name: str) -> list[int]:
        """Return the ids of the nodes that were sent with this name."""
        return [node_id for node_id, node in self.nodes.items() if name in (node.label, node.value)]


@pytest.fixture
def reader() -> RecordingReader:
    reader = RecordingReader(Announcer())
    reader.is_active = True
    return reader


def show(reader: RecordingReader, *roles: Role) -> None:
    """Show a page with an element for each role."""
    elements = [Element(f"thing {n}", Semantics(role, f"Thing {n}"), (0, 0, 9, 9)) for n, role in enumerate(roles)]
    reader.show(PAGE, Reading("Page", elements, "thing 0"), 1.0)


def test_an_element_that_stays_keeps_its_id(reader: RecordingReader) -> None:
    show(reader, Role.ITEM, Role.BUTTON)
    show(reader, Role.ITEM, Role.BUTTON, Role.BUTTON)
    assert [len(reader.node_ids(f"Thing {n}")) for n in range(3)] == [1, 1, 1]


def test_an_element_with_another_role_has_another_id(reader: RecordingReader) -> None:
    """Readers remember what they know of an id, such as its role and its actions."""
    show(reader, Role.ITEM, Role.BUTTON)
    show(reader, Role.OPTION, Role.BUTTON)
    (item, option), (button,) = reader.node_ids("Thing 0"), reader.node_ids("Thing 1")
    assert reader.nodes[item].role != reader.nodes[option].role
    assert button not in (item, option)
    page = max(reader.node_ids("Page"))
    assert reader.nodes[page].children == [option, button]


def test_an_element_that_reappears_has_another_id(reader: RecordingReader) -> None:
    show(reader, Role.ITEM, Role.BUTTON)
    show(reader, Role.ITEM)
    show(reader, Role.ITEM, Role.BUTTON)
    assert [len(reader.node_ids(f"Thing {n}")) for n in range(2)] == [1, 2]


def test_announcements_are_sent_some_time_apart(reader: RecordingReader, monkeypatch: pytest.MonkeyPatch) -> None:
    """Orca skips an announcement that follows another too soon; the program is woken to send it later."""
    now, wakes = [100.0], []
    monkeypatch.setattr(screen_reader, "monotonic", lambda: now[0])
    monkeypatch.setattr(reader, "_later", lambda seconds, _: wakes.append(seconds))
    for words in ("One.", "Two."):
        reader.announcer.say(words)
    sent = []
    for later in (0.0, APART / 2, 1.01 * APART):
        now[0] = 100 + later
        show(reader, Role.ITEM)
        sent.append([bool(reader.node_ids(words)) for words in ("One.", "Two.")])
    assert sent == [[True, False], [True, False], [True, True]]
    assert wakes == pytest.approx([APART, APART / 2])


def called(reader: RecordingReader, name: str, focus: str = "thing 0", page: object = PAGE) -> str:
    """Show a page of two elements, the first with this name; return the name that has the focus."""
    labels = {"thing 0": name, "thing 1": "Another"}
    elements = [Element(thing, Semantics(Role.ITEM, label), (0, 0, 9, 9)) for thing, label in labels.items()]
    reader.show(page, Reading("Page", elements, focus), 1.0)
    return reader.focused


@pytest.fixture
def speaking(reader: RecordingReader) -> RecordingReader:
    """Return a reader that is saying "You play.", with the focus on a tower."""
    reader.announcer.is_heard = True
    called(reader, "Tower of 3")
    reader.announcer.say("You play.")
    called(reader, "Tower of 3")
    return reader


def test_changes_of_the_focus_wait_until_all_is_said(
    speaking: RecordingReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader stops speaking when the focus moves or changes its name; the program is woken when it may send that."""
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
def test_effects_of_a_key_press_are_sent_at_once(speaking: RecordingReader, focus: str) -> None:
    speaking.announcer.interrupt()
    speaking.announcer.say("You play again.")
    assert called(speaking, "Tower of 4", focus) == ("Tower of 4" if focus == "thing 0" else "Another")


def test_reading_the_focused_element_takes_its_time_too(reader: RecordingReader) -> None:
    """Later announcements are heard only after all of it, and must not be cut off."""
    reader.announcer.is_heard = True
    tower = Semantics(Role.OPTION, "Your tower", "worth 6", "Look inside: your large, Mesa's large.")
    called(reader, "Tower of 3")
    reader.announcer.interrupt()
    reader.announcer.say("You play.")
    reader.show(PAGE, Reading("Page", [Element("tower", tower, (0, 0, 9, 9))], "tower"), 1.0)
    words = f"{tower.label}{tower.description}You play."
    assert reader.announcer.left > len(words) * 1000 / reader.announcer.pace


def test_a_change_of_the_focus_is_sent_before_its_announcement(reader: RecordingReader) -> None:
    called(reader, "Tower of 3")
    reader.announcer.say("You play.")
    called(reader, "Tower of 4")
    names = [[node.label or node.value for _, node in update.nodes] for update in reader.updates[-2:]]
    assert ["Tower of 4" in names[0], "You play." in names[1]] == [True, True]


def test_an_old_orca_gets_all_announcements_before_a_dialog_opens(
    reader: RecordingReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a dialog, old versions of Orca ignore the window, whose name carries the announcements."""
    now, results = [100.0], Element("review", Semantics(Role.BUTTON, "Review"), (0, 0, 9, 9))
    monkeypatch.setattr(screen_reader, "monotonic", lambda: now[0])
    monkeypatch.setattr(reader, "_later", lambda seconds, do: None)
    reader._renames = reader._has_focus = True
    called(reader, "Tower of 3")
    reader.announcer.say("You: 24 points.")
    focused = []
    for now[0] in (100, 100 + BEFORE / 2, 100.01 + BEFORE):
        reader.show("results", Reading("You win", [results], "review", is_dialog=True), 1.0)
        focused.append(reader.focused)
    assert focused == ["Tower of 3", "Tower of 3", "Review"]
    windows = [dict(update.nodes).get(ROOT) for update in reader.updates]
    assert [window.label for window in windows if window][1:3] == ["You: 24 points.", ""]


def test_announcements_can_stay_until_the_next_key_press(speaking: RecordingReader) -> None:
    """A braille display shows the focused element as long as it has the focus, but an announcement for five seconds."""
    speaking.is_staying_wanted = True
    speaking.announcer.go_on()
    for words in ("Mesa plays.", "Your turn."):
        speaking.announcer.say(words)
    assert called(speaking, "Tower of 4") == "Mesa plays. Your turn."
    speaking.announcer.pass_time(9000)
    assert called(speaking, "Tower of 4", "thing 1") == "Mesa plays. Your turn."
    speaking.announcer.go_on()
    assert called(speaking, "Tower of 4", "thing 1") == "Another"


def test_a_buttons_key_is_also_sent_in_its_description_on_unix(reader: RecordingReader) -> None:
    semantics = Semantics(Role.BUTTON, "Hint", description="What would the master do?", key="H")
    reader.show(PAGE, Reading("Page", [Element("hint", semantics, (0, 0, 9, 9))], "hint"), 1.0)
    node = reader.nodes[reader.node_ids("Hint")[0]]
    assert node.keyboard_shortcut == "H"
    assert node.description == ("What would the master do? Key H." if IS_UNIX else "What would the master do?")


@pytest.mark.skipif(not IS_UNIX, reason="Orca is Unix's")
def test_orca_reads_neither_the_whole_page_nor_not_selected(reader: RecordingReader) -> None:
    """It would read all labels of a page before the focused element, and "not selected" for everything selectable."""
    card = Element("card", Semantics(Role.OPTION, "5 of clubs", is_selected=False), (0, 0, 9, 9))
    text = Element("text", Semantics(Role.TEXT, "A paragraph."), (0, 9, 9, 9))
    heading = Element("heading", Semantics(Role.HEADING, "The game in a minute"), (0, 18, 9, 9))
    reader.show(PAGE, Reading("Page", (card, text, heading), "card"), 1.0)
    (card_number,), (text_number,) = reader.node_ids("5 of clubs"), reader.node_ids("A paragraph.")
    assert reader.nodes[card_number].is_selected is None
    assert str(reader.nodes[text_number].role) != "Role.LABEL"
    (heading_number,) = reader.node_ids("The game in a minute, heading")  # of a heading it would say the role only
    assert str(reader.nodes[heading_number].role) != "Role.HEADING"
