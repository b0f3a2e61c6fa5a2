"""Descriptions of the elements on the screen, their nodes for screen readers, and announcements."""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Any

from topping_out.game.language import mark, tr
from topping_out.game.text import commas, paragraph, well_formed

# -- semantics


class Role(StrEnum):
    """The kind of an element, as known to screen readers."""

    BUTTON = "button"
    SWITCH = "switch"
    SLIDER = "slider"
    SPIN_BUTTON = "spin button"
    """A choice of one of several values, with left and right."""
    TEXT_FIELD = "text field"
    OPTION = "option"
    """An entry of a list that can be chosen, such as a card of the hand."""
    ITEM = "item"
    """An entry of a list that is only read."""
    HEADING = "heading"
    TEXT = "text"
    FIGURE = "figure"
    """A picture; its label describes it."""


@dataclass(frozen=True)
class Group:
    """Elements that belong together, such as the cards of a hand. They are adjacent in the reading order."""

    name: str
    """Identifies the group on its page."""
    label: str
    """Its name for players, such as "Your hand, 7 cards"."""
    is_list: bool = False
    """Whether its elements are counted: "3 of 7"."""


ALIKE = 0.8
"""Similarity from which on screen readers may not say a changed name (Orca 50: 0.85)."""
UNAVAILABLE = mark("unavailable")
"""Said of disabled elements."""


@dataclass(frozen=True)
class Semantics:
    """The description of an element."""

    role: Role
    label: str
    """Its name, such as "5 of clubs"."""
    value: str = ""
    """Its current value, such as "50%"."""
    description: str = ""
    """What it does, or why it does nothing; the same as its tooltip."""
    key: str = ""
    """The label of the key that does the same."""
    is_enabled: bool = True
    is_selected: bool | None = None
    """Whether it is selected; None: it cannot be."""
    is_on: bool | None = None
    """Whether a switch is on; None: it is not a switch."""
    level: int = 0
    """The level of a heading; the page's is 1."""
    share: float | None = None
    """The value of a slider, from 0 to 1."""
    selection: tuple[int, int] | None = None
    """In a text field, the places in its value of the selection's beginning and of the caret."""

    def is_much_like(self, before: Semantics) -> bool:
        """Return whether screen readers may not say the changed name, as it is so similar to the one before."""
        old, new = (commas((each.label, each.value)) for each in (before, self))
        return old != new and SequenceMatcher(None, old, new).ratio() >= ALIKE

    def spoken(self, place: tuple[int, int] | None = None) -> str:
        """Return everything as one line to speak. `place` is its number in its list, and the list's length."""
        return commas(self._phrases(place))

    def spoken_state(self) -> str:
        """Return its value and state as one line to speak."""
        return self._state(
            "" if self.is_selected is None else tr("selected") if self.is_selected else tr("not selected")
        )

    def _state(self, chosen: str) -> str:
        switch = "" if self.is_on is None else tr("on") if self.is_on else tr("off")
        return commas((self.value, switch, chosen, "" if self.is_enabled else tr(UNAVAILABLE)))

    def _phrases(self, place: tuple[int, int] | None) -> Iterator[str]:
        yield self.label
        if self.role not in SILENT_ROLES:
            yield tr(SPOKEN_ROLES[self.role])
        yield self._state(tr("selected") if self.is_selected else "")  # only the exception is said
        if place:
            # Translators: the place of a thing in its list.
            yield tr("{number} of {total}", number=place[0], total=place[1])
        yield self.description
        if self.key and self.is_enabled:
            yield tr("key {key}", key=self.key)


SILENT_ROLES = frozenset((Role.OPTION, Role.ITEM, Role.TEXT))
"""Roles that are not said, as the label suffices."""
SPOKEN_ROLES = {
    Role.BUTTON: mark("button"), Role.SWITCH: mark("switch"), Role.SLIDER: mark("slider"),
    Role.SPIN_BUTTON: mark("spin button"), Role.TEXT_FIELD: mark("text field"), Role.HEADING: mark("heading"),
    Role.FIGURE: mark("figure"),
}  # fmt: skip


@dataclass(frozen=True)
class Element:
    """An element of a page, with its place on the screen."""

    name: str
    """Identifies it on its page."""
    semantics: Semantics
    rect: tuple[float, float, float, float]
    """Left, top, width and height in logical units."""
    group: Group | None = None


ALONE = "\0"
"""Beginning of the internal names for elements between two groups; names of groups never begin with it."""


@dataclass(frozen=True)
class Reading:
    """A whole page in reading order."""

    title: str
    elements: Sequence[Element] = field(default_factory=tuple)
    focus: str = ""
    """The name of the element that has the focus."""
    is_dialog: bool = False
    """Whether the page is over another one."""

    def grouped(self) -> list[tuple[Group | None, list[Element]]]:
        """Return groups with their elements, in reading order; adjacent elements without a group are together."""
        groups: dict[str, tuple[Group | None, list[Element]]] = {}
        name = ""
        for number, element in enumerate(self.elements):
            if element.group:
                name = element.group.name
            elif not name.startswith(ALONE):
                name = f"{ALONE}{number}"
            groups.setdefault(name, (element.group, []))[1].append(element)
        return [*groups.values()]

    def place(self, element: Element) -> tuple[int, int] | None:
        """Return an element's number in its list, from 1, and the list's length; None if it is not in a list."""
        if element.group is None or not element.group.is_list:
            return None
        names = [other.name for other in self.elements if other.group and other.group.name == element.group.name]
        return names.index(element.name) + 1, len(names)

    def find(self, name: str) -> Element | None:
        return next((element for element in self.elements if element.name == name), None)


# -- nodes


IS_UNIX = sys.platform not in ("win32", "darwin")

Bounds = tuple[float, float, float, float]


@dataclass(frozen=True)
class Branch:
    """The content of a node, by which changes are detected."""

    role: str
    content: Any
    children: tuple[int, ...] = ()
    box: Bounds | None = None
    place: int | None = None
    """Its place in a counted list, from 0."""
    size: int = 0
    """The length of a counted list."""


ANNOUNCED = "ALERT" if IS_UNIX else "LABEL"
"""The role of announcements. With other roles, Orca from 46 on says only the first of several within 0.1 s."""
ROLES = {
    Role.BUTTON: "BUTTON", Role.SWITCH: "SWITCH", Role.SLIDER: "SLIDER",
    Role.SPIN_BUTTON: "SLIDER" if IS_UNIX else "SPIN_BUTTON",  # Orca's braille shows no names of spin buttons
    Role.TEXT_FIELD: "TEXT_INPUT", Role.OPTION: "LIST_BOX_OPTION", Role.ITEM: "LIST_ITEM",
    Role.HEADING: "LIST_ITEM" if IS_UNIX else "HEADING",  # of headings, Orca from 46 on says only the role
    Role.TEXT: "LIST_ITEM" if IS_UNIX else "LABEL",  # Orca reads all labels of a page before the focus
    Role.FIGURE: "IMAGE", "window": "WINDOW", "group": "GROUP",
    "list": "LIST" if IS_UNIX else "LIST_BOX",  # Orca says "not selected" of all entries of list boxes
    "log": "GROUP", "run": "TEXT_RUN",
    "page": "PANE", "dialog": "DIALOG", "form": "FORM", "said": "LABEL",
    "status": ANNOUNCED, "alert": ANNOUNCED,
}  # fmt: skip
"""AccessKit's names of the roles."""


def make_node(ak: Any, branch: Branch) -> Any:
    """Return an AccessKit node for a branch."""
    node = ak.Node(getattr(ak.Role, ROLES[branch.role]))
    node.set_children(list(branch.children))
    if isinstance(branch.content, str):
        branch = replace(branch, content=well_formed(branch.content))
    if branch.role == "run":
        _fill_run(ak, node, branch)
    elif branch.role == "said":
        node.set_value(branch.content)
    elif branch.role in ("status", "alert"):
        (node.set_label if ANNOUNCED == "ALERT" else node.set_value)(branch.content)
        node.set_live(ak.Live.ASSERTIVE if branch.role == "alert" else ak.Live.POLITE)
    elif isinstance(branch.content, str):
        node.set_label(branch.content)
        if branch.size and not IS_UNIX:
            node.set_size_of_set(branch.size)
    else:
        _fill(ak, node, branch)
    return node


def _fill(ak: Any, node: Any, branch: Branch) -> None:
    """Put an element's description into a node."""
    semantics: Semantics = branch.content
    name, value = name_and_value(semantics)
    for text, put in (
        (name, node.set_value if semantics.role is Role.TEXT and not IS_UNIX else node.set_label),
        (described(semantics), node.set_description),
        (semantics.key, node.set_keyboard_shortcut),
        (value, node.set_value),
    ):
        if text:
            put(well_formed(text))
    _fill_state(ak, node, semantics)
    for run in branch.children:
        _select(ak, node, semantics, run)
    if branch.place is not None and not IS_UNIX:  # on Unix readers count themselves
        node.set_position_in_set(branch.place)
    if branch.box:
        left, top, width, height = branch.box
        node.set_bounds(ak.Rect(left, top, left + width, top + height))
    for action in ACTIONS.get(semantics.role, ("FOCUS",)):  # always the same, as readers remember a node's actions
        node.add_action(getattr(ak.Action, action))


def described(semantics: Semantics) -> str:
    """Return a node's description; on Unix with its key, which the library does not pass on to AT-SPI.

    The keys of cards are left out: they are the cards' numbers in the list, which readers say anyway.
    """
    if not (IS_UNIX and semantics.role is Role.BUTTON and semantics.key and semantics.is_enabled):
        return semantics.description
    return paragraph([semantics.description, tr("Key {key}.", key=semantics.key)])


def read_out(semantics: Semantics) -> str:
    """Return approximately what a reader says of a node with the focus."""
    return paragraph([name_and_value(semantics)[0], described(semantics)])


def _fill_run(ak: Any, node: Any, branch: Branch) -> None:
    """Put the letters of a text field into a node, so that they can be read one by one and by words."""
    text: str = branch.content
    node.set_value(text)
    node.set_text_direction(ak.TextDirection.LEFT_TO_RIGHT)
    node.set_character_lengths([len(letter.encode()) for letter in text])
    node.set_word_lengths([len(word) for word in WORDS.findall(text)])


WORDS = re.compile(r"\S+\s*|\s+")
"""A word with the space after it, as readers count words."""


def _select(ak: Any, node: Any, semantics: Semantics, run: int) -> None:
    """Put caret and selection into the node of a text field whose letters are in the node `run`."""
    if semantics.selection:
        anchor, caret = (ak.TextPosition(run, place) for place in semantics.selection)
        node.set_text_selection(ak.TextSelection(anchor, caret))


def name_and_value(semantics: Semantics) -> tuple[str, str]:
    """Return a node's name, and its value in words.

    On Unix the name contains value and state: the library passes only numeric values on to AT-SPI, and not whether an
    element is unavailable, and Orca does not say what is selected, nor the names of headings.
    """
    if semantics.role is Role.TEXT_FIELD:
        return semantics.label, ""  # its letters are in a separate node
    if semantics.role is Role.TEXT or not IS_UNIX:
        return semantics.label, semantics.value
    is_numeric = semantics.share is not None
    value, state = (semantics.value, "") if is_numeric else ("", semantics.value)
    states = tr("selected") if semantics.is_selected else "", "" if semantics.is_enabled else tr(UNAVAILABLE)
    kind = tr(SPOKEN_ROLES[semantics.role]) if semantics.role is Role.HEADING else ""
    return commas((semantics.label, kind, state, *states)), value


def _fill_state(ak: Any, node: Any, semantics: Semantics) -> None:
    if not semantics.is_enabled:
        node.set_disabled()
    if semantics.is_selected or (
        semantics.is_selected is not None and not IS_UNIX
    ):  # Orca says "not selected" of each card
        node.set_selected(semantics.is_selected)
    if semantics.is_on is not None:
        node.set_toggled(ak.Toggled.TRUE if semantics.is_on else ak.Toggled.FALSE)
    if semantics.level:
        node.set_level(semantics.level)
    if semantics.share is not None:
        node.set_numeric_value(round(semantics.share * 100))
        node.set_min_numeric_value(0)
        node.set_max_numeric_value(100)


ACTIONS: dict[str, Sequence[str]] = {
    Role.BUTTON: ("FOCUS", "CLICK"),
    Role.SWITCH: ("FOCUS", "CLICK"),
    Role.OPTION: ("FOCUS", "CLICK"),
    Role.TEXT_FIELD: ("FOCUS", "CLICK", "SET_VALUE", "SET_TEXT_SELECTION"),
    Role.SLIDER: ("FOCUS", "INCREMENT", "DECREMENT", "SET_VALUE"),
    Role.SPIN_BUTTON: ("FOCUS", "CLICK", "INCREMENT", "DECREMENT"),
}
"""The actions that screen readers can request, by role; for all other roles, only FOCUS."""


# -- announcer


REMEMBERED = 200
"""Most announcements that are kept."""
USUAL_PACE = 15.0
"""Usual speed of speech in characters a second."""
BREATH = 6
"""The delay before each announcement begins, as a number of characters."""


@dataclass(frozen=True)
class Announcement:
    """A text that is read aloud."""

    number: int
    """Its number among all announcements, from 1."""
    text: str
    is_urgent: bool = False
    """Whether it is said at once, before others that wait."""


class Announcer:
    """Keeps announcements, which the screen reader and the voice fetch by number."""

    def __init__(self) -> None:
        self.is_heard = False
        """Whether a screen reader or the voice is in use, so that pages build what only listeners need; set by App."""
        self.pace = USUAL_PACE
        """Speed of speech in characters a second; set by App."""
        self.left = 0.0
        """Estimated milliseconds until all announcements have been spoken; 0 if none is heard."""
        self.said: deque[Announcement] = deque(maxlen=REMEMBERED)
        self.history: deque[str] = deque(maxlen=REMEMBERED)
        """The texts that players can hear again, without replies to questions."""
        self._back = 0
        self.count = 0
        """The number of the last announcement."""
        self._read = 0
        """The number of the last announcement before the player's last key."""

    def say(self, text: str, urgent: bool = False) -> None:
        """Announce one or more sentences. Empty texts are ignored."""
        if text.strip():
            self.history.append(text.strip())
            self._back = 0
            self.reply(text, urgent)

    def reply(self, text: str, urgent: bool = True) -> None:
        """Announce a reply to the player, which is not added to the history."""
        if text.strip():
            self.count += 1
            self.said.append(Announcement(self.count, text.strip(), urgent))
            if self.is_heard:
                self.left = (0.0 if urgent else self.left) + self.time_for(self.said[-1])

    # -- the time that speech takes

    def time_for(self, *announcements: Announcement) -> float:
        """Return how many milliseconds it takes to speak the announcements."""
        return sum(len(each.text) + BREATH for each in announcements) * 1000 / self.pace

    def pass_time(self, ms: float) -> None:
        self.left = max(0.0, self.left - ms)

    def interrupt(self, words: str = "", *kept: Announcement) -> None:
        """Note that speech is interrupted, by a key or by other `words`, after which `kept` will be spoken."""
        if self.is_heard:
            self.left = len(words) * 1000 / self.pace + self.time_for(*kept)

    def go_on(self) -> None:
        """Note that the player has pressed a key: speech is interrupted, and all announcements so far count as read."""
        self.interrupt()
        self._read = self.count

    # -- earlier announcements

    def forget(self) -> None:
        """Remove all announcements, as another player is going to listen."""
        self.said.clear()
        self.history.clear()

    def earlier(self, by: int = 0) -> str:
        """Return the last text (0), or the one before (-1) or after (+1) the text that this returned last."""
        if not self.history:
            return tr("Nothing has been said yet.")
        self._back = max(0, min(len(self.history) - 1, self._back - by))
        return self.history[-1 - self._back]

    @property
    def unread(self) -> str:
        """The text of the announcements since the player's last key."""
        return " ".join(each.text for each in self.after(self._read))

    def after(self, number: int) -> list[Announcement]:
        """Return the announcements after the one with that number."""
        return [each for each in self.said if each.number > number]
