"""What the program sends to screen readers, tested with a reader that records it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from tests.golden import check_text
from tests.scenes.icetowers.test_spoken import Ear, begin, play_on, sit_down, wait
from tests.scenes.robot import Robot
from tests.scenes.tables import TURN_GAMES, open_table, play, rest, table
from topping_out.game.text import commas
from topping_out.scenes import routes
from topping_out.scenes.accessibility import screen_reader
from topping_out.scenes.accessibility.screen_reader import APART, QUIET, ROOT, Request, ScreenReader
from topping_out.scenes.accessibility.semantics import (
    IS_UNIX,
    ROLES,
    Announcer,
    Branch,
    Element,
    Group,
    Reading,
    Role,
    Semantics,
    make_node,
    name_and_value,
)
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.match.course import HandoverPage
from topping_out.scenes.match.turns import TurnScene
from topping_out.scenes.pages.pause import PausePage
from topping_out.scenes.ui.layout import Rect, Widget
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.widgets import Stepper

pytest.importorskip("accesskit", exc_type=ModuleNotFoundError)
PAGE = object()
HAND = Group("hand", "Your hand", is_list=True)


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


def test_reading_where_the_focus_is_takes_its_time_too_if_the_last_element_is_gone(reader: RecordingReader) -> None:
    """As when a card that was just played had the focus: Orca then says the page and the group before the element."""
    reader.announcer.is_heard = True
    hand = Group("hand", "Your hand, 2 cards", is_list=True)
    cards = [Element(f"card {n}", Semantics(Role.OPTION, f"{n} of hearts"), (0, 0, 9, 9), hand) for n in (5, 6)]
    called(reader, "Tower of 3")
    reader.announcer.interrupt()
    reader.announcer.say("You play.")
    reader.show(PAGE, Reading("Towers of Wyoming", cards, "card 5"), 1.0)
    said = "Towers of WyomingYour hand, 2 cardsList with 2 items5 of heartsYou play."
    assert reader.announcer.left > len(said) * 1000 / reader.announcer.pace


def test_a_change_of_the_focus_is_sent_before_its_announcement(reader: RecordingReader) -> None:
    called(reader, "Tower of 3")
    reader.announcer.say("You play.")
    called(reader, "Tower of 4")
    names = [[node.label or node.value for _, node in update.nodes] for update in reader.updates[-2:]]
    assert ["Tower of 4" in names[0], "You play." in names[1]] == [True, True]


def test_a_list_is_shorter_before_the_focus_moves_in_it(reader: RecordingReader) -> None:
    """In one update the library tells of the focus first, and readers would count the entries that are gone."""
    hand = [Element(f"card {n}", Semantics(Role.OPTION, f"Card {n}"), (0, 0, 9, 9), HAND) for n in range(3)]
    reader.show(PAGE, Reading("Page", hand, "card 0"), 1.0)
    before = len(reader.updates)
    reader.show(PAGE, Reading("Page", hand[1:], "card 1"), 1.0)
    first, second = reader.updates[before : before + 2]
    lists = [len(node.children) for _, node in first.nodes if node.label == HAND.label]
    assert lists == [2]
    assert first.focus != second.focus


@pytest.fixture
def now(reader: RecordingReader, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Let an old Orca read; return a list with the time, which a test sets."""
    now = [100.0]
    monkeypatch.setattr(screen_reader, "monotonic", lambda: now[0])
    monkeypatch.setattr(reader, "_later", lambda seconds, do: None)
    reader._renames = reader._has_focus = True
    return now


def test_an_old_orca_gets_announcements_also_while_a_dialog_has_the_focus(
    reader: RecordingReader, now: list[float]
) -> None:
    """In a real dialog, old versions of Orca ignore the window, whose name carries the announcements."""
    results = Element("review", Semantics(Role.BUTTON, "Review"), (0, 0, 9, 9))
    called(reader, "Tower of 3")
    reader.announcer.say("You: 24 points.")
    page = Reading("You win", [results], "review", is_dialog=True)
    reader.show("results", page, 1.0)
    assert reader.focused == "Review", "the page and its focus come first"
    assert str(reader.nodes[reader.node_ids("You win")[0]].role).endswith("FORM")
    for now[0], words in ((100.01 + QUIET, "You: 24 points."), (110.0, "Nobody is to move.")):
        reader.announcer.reply(words) if now[0] == 110 else None
        reader.show("results", page, 1.0)
        windows = [dict(update.nodes).get(ROOT) for update in reader.updates]
        assert [window.label for window in windows if window][-2:] == [words, ""]


@pytest.mark.parametrize("changes", ["all the time", "once"])
def test_an_old_orca_gets_an_announcement_when_little_changes_or_two_seconds_have_passed(
    reader: RecordingReader, now: list[float], changes: str
) -> None:
    """Meanwhile a second announcement joins it; a window without the keyboard gets none."""
    called(reader, "Tower of 3")
    title, heard = str(reader.nodes[ROOT].label), dict[float, str]()
    reader.announcer.say("You: 24 points.")
    for passed in (0.0, 0.4, 0.6, 1.9, 2.0, 2.1):
        now[0] = 100.0 + passed
        if passed in (0.0, 0.4) or changes == "all the time":
            reader._changed = now[0]
        if passed == 0.4:
            reader.announcer.say("Your turn.")
        reader._has_focus = passed != 2.0
        called(reader, f"Tower of {passed}")
        windows = [dict(update.nodes).get(ROOT) for update in reader.updates]
        if name := " ".join(window.label for window in windows if window and window.label not in (None, "", title)):
            heard[passed] = name
            break
    assert heard == {2.1 if changes == "all the time" else 1.9: "You: 24 points. Your turn."}


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


EACH = ("Name", "Value", "What it does", "F2"), ("5 of clubs", "", "", "")
"""Label, value, description and key of elements, all and as few as possible."""


@pytest.mark.skipif(not IS_UNIX, reason="on Windows nodes have other properties")
def test_an_element_becomes_the_recorded_node() -> None:
    """Each role with all that an element can have, and with as little as possible; then what is not an element."""
    branches = [
        Branch(role, replace(Semantics(role, *words), **more), (9,) * (role is Role.TEXT_FIELD), (1, 2, 30, 40), 2, 7)
        for role in Role
        for words, more in product(EACH, (
            {}, {"is_enabled": False}, {"is_selected": False, "is_on": False}, {"is_selected": True, "is_on": True},
            {"level": 2, "share": 0.25, "selection": (1, 3)},
        ))
    ]  # fmt: skip
    others = [Branch(role, "Two words, żó", (4, 5), size=2) for role in ROLES if role not in [*Role]]
    check_text("\n".join(map(in_words, branches + others)) + "\n", "nodes")


def in_words(branch: Branch) -> str:
    """Return the properties of a branch's node in a line."""
    accesskit = pytest.importorskip("accesskit")
    node, plain = make_node(accesskit, branch), accesskit.Node(accesskit.Role.UNKNOWN)
    found = {name: getattr(node, name) for name in dir(plain) if not callable(getattr(plain, name))}
    found = {name: value for name, value in found.items() if value != getattr(plain, name) and name[0] != "_"}
    for name, parts in {"bounds": ("x0", "y0", "x1", "y1"), "text_selection": ("anchor", "focus")}.items():
        if name in found:
            found[name] = [getattr(found[name], part) for part in parts]
    if "text_selection" in found:
        found["text_selection"] = [(place.node, place.character_index) for place in found["text_selection"]]
    actions = {name: action for name, action in vars(accesskit.Action).items() if name.isupper()}
    supported = [name for name, action in actions.items() if node.supports_action(action)]
    return commas([f"{name} {value}" for name, value in found.items()] + supported)


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


# -- announcements


LONGEST_NAME = 40
PLIES = 60


def at_a_card_table(game: str) -> Callable[[App], Iterator[Reading]]:
    def readings(app: App) -> Iterator[Reading]:
        robot, scene = open_table(app, game, ("ada", "h"), used="keys")
        for ply in range(PLIES):
            play(robot, scene, 1, ply)
            rest(robot, scene)
            robot.wait(200)
            if scene.match.outcome:
                break
            yield robot.page.reading()

    return readings


def at_icetowers(app: App) -> Iterator[Reading]:
    robot, scene, ear = begin(app)
    for _ in range(PLIES):
        if scene.view.turn == 0:
            play_on(ear, False)
        wait(app, 400)
        yield robot.page.reading()


TABLES = {**{game: at_a_card_table(game) for game in TURN_GAMES}, "icetowers": at_icetowers}


@pytest.mark.parametrize("readings", TABLES.values(), ids=TABLES)
def test_names_of_elements_are_at_most_forty_letters_long(
    app: App, bots_here: None, readings: Callable[[App], Iterator[Reading]]
) -> None:
    app.context.announcer.is_heard = True
    enabled = (replace(element.semantics, is_enabled=True) for reading in readings(app) for element in reading.elements)
    names = {name_and_value(semantics)[0] for semantics in enabled}
    assert len(names) > 20
    assert [name for name in sorted(names) if len(name) > LONGEST_NAME] == []


# -- announcer


def texts(announcer: Announcer, after: int = 0) -> list[str]:
    return [announcement.text for announcement in announcer.after(after)]


def test_each_listener_gets_the_announcements_new_to_it() -> None:
    announcer = Announcer()
    announcer.say("Ana constructs 3 clubs.")
    announcer.say("")
    announcer.say("Choose cards first.", urgent=True)
    assert [(announcement.text, announcement.is_urgent) for announcement in announcer.after(0)] == [
        ("Ana constructs 3 clubs.", False),
        ("Choose cards first.", True),
    ]
    assert texts(announcer, after=1) == ["Choose cards first."]


def test_earlier_announcements_can_be_repeated_one_by_one() -> None:
    announcer = Announcer()
    for text in ("one", "two", "three"):
        announcer.say(text)
    walk = [announcer.earlier(by) for by in (0, -1, -1, -1, 1)]
    assert walk == ["three", "two", "one", "one", "two"]


def test_a_reply_is_not_among_the_earlier_announcements() -> None:
    announcer = Announcer()
    announcer.say("Ben discards 2 hearts.")
    announcer.reply("Your turn.")
    assert texts(announcer) == ["Ben discards 2 hearts.", "Your turn."]
    assert announcer.earlier() == "Ben discards 2 hearts."


# -- requests


Ask = Callable[..., None]


@pytest.fixture
def ask(app: App, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Return a function that makes a request as a screen reader does, and lets one frame pass."""

    def ask(action: str, name: str, value: str = "") -> None:
        app.context.announcer.is_heard = True
        monkeypatch.setattr(app.reader, "requests", lambda: [Request(action, name, value)])
        monkeypatch.setattr(app, "_read_out", lambda: None)  # no reader listens, and the page stays as it is
        app.frame([], 16)
        monkeypatch.setattr(app.reader, "requests", list)

    return ask


def value(robot: Robot, name: str) -> str:
    return robot.widget(name).semantics().value


def test_sliders_steppers_and_text_fields_can_be_set(app: App, robot: Robot, ask: Ask) -> None:
    app.context.devices.active = "mouse"
    robot.open(routes.SETTINGS_SECTION(app.context, "sound"))
    slider = robot.find(Role.SLIDER, "Effects").name
    for action, sent, expected in (("set_value", "30.0", "30%"), ("increment", "", "40%"), ("decrement", "", "30%")):
        ask(action, slider, sent)
        assert value(robot, slider) == expected
    assert app.context.devices.active == "keys"
    robot.open(routes.SETTINGS_SECTION(app.context, "screen"))
    row = robot.find(Role.SPIN_BUTTON, "Text size").name
    for action, expected in (("increment", "115%"), ("decrement", "100%"), ("click", "115%")):
        ask(action, row)
        assert value(robot, row) == expected
    robot.open(routes.SETUP(app.context, "wyoming"))
    field = next(element.name for element in robot.page.reading().elements if element.semantics.role is Role.TEXT_FIELD)
    ask("set_value", field, "Ada")
    assert value(robot, field) == "Ada"


def test_a_stepper_can_be_set_while_others_play(app: App, ask: Ask, bots_here: None) -> None:
    robot, scene, _ = sit_down(app)
    ear = Ear(robot)
    ear.choose(ear.offering("Touch", "Towers")[0])
    while not (scene.view.turn == 1 and scene.motion.busy):
        wait(app)
        if scene.view.turn == 0:
            ear.choose((ear.offering("Cap") or ear.offering("Lift"))[0])
    assert value(robot, "sorting") == "Worth"
    ask("increment", "sorting")
    assert value(robot, "sorting") == "Height"
    ask("decrement", "sorting")
    assert value(robot, "sorting") == "Worth"
    assert robot.page.focus == "sorting"


def test_a_button_can_be_pressed_while_cards_are_moving(app: App, robot: Robot, ask: Ask) -> None:
    scene = robot.open(table(app, "wyoming"))
    scene.act(scene.board.turn.actions[0])  # type: ignore[union-attr]
    app.manager.update(40)
    assert scene.motion.busy
    ask("click", "menu")
    assert isinstance(robot.page, PausePage)


def test_a_request_for_an_element_that_is_gone_does_nothing(app: App, robot: Robot, ask: Ask) -> None:
    """Otherwise it would press the focused button, and show a hand to the wrong player."""
    robot.open(table(app, "wyoming", "hh"))
    assert isinstance(robot.page, HandoverPage)
    ask("click", "card 0")
    assert isinstance(robot.page, HandoverPage)
    ask("click", "lift")
    assert isinstance(robot.page, TurnScene)


def test_a_page_is_built_anew_when_somebody_begins_or_ends_to_listen(app: App) -> None:
    _, scene, _ = sit_down(app)
    widgets = []
    for app.reader.speaks in (True, False, True):
        app.frame([], 16)
        widgets.append({widget.name for widget in scene.widgets})
    assert widgets[0] == widgets[2] > widgets[1]


def test_a_value_is_announced_if_the_new_name_resembles_the_old(robot: Robot, app: App) -> None:
    app.context.announcer.is_heard = True
    values = ["3", "2", "1"]

    class Rounds(Page):
        now = 0

        def build(self) -> list[Widget]:
            return [
                Stepper("rounds", "Rounds of the game", "", values, self.now, self.change).placed(Rect(9, 9, 300, 50))
            ]

        def change(self, index: int) -> None:
            self.now = index
            self.rebuild()

    robot.open(Rounds(app.context))
    robot.do(Verb.RIGHT)
    assert app.context.announcer.said[-1].text == "2"
