"""What things on the screen are for a screen reader, and the tree that is made of them."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Any

from topping_out.game.language import mark, tr
from topping_out.game.text import commas, paragraph, well_formed

# -- semantics


class Role(StrEnum):
    """What kind of thing it is, as screen readers know them."""

    BUTTON = "button"
    SWITCH = "switch"
    SLIDER = "slider"
    SPIN_BUTTON = "spin button"
    """One of several values, that left and right step through."""
    TEXT_FIELD = "text field"
    OPTION = "option"
    """Something of a list that can be chosen, such as a card of the hand."""
    ITEM = "item"
    """Something of a list that can be read."""
    HEADING = "heading"
    TEXT = "text"
    FIGURE = "figure"
    """A picture; its label describes it."""


@dataclass(frozen=True)
class Group:
    """Things that belong together, such as the cards of a hand. They follow each other in the reading order."""

    name: str
    """Identifies the group on its page."""
    label: str
    """Such as "Your hand, 7 cards"."""
    is_list: bool = False
    """Whether a reader counts what is in it: "3 of 7"."""


ALIKE = 0.8
"""Screen readers drop a new name that is more like the old one than about that (Orca 50: 85 %)."""
UNAVAILABLE = mark("unavailable")
"""Is said of what does nothing now."""


@dataclass(frozen=True)
class Semantics:
    """What a thing says of itself."""

    role: Role
    label: str
    """What it is called, such as "5 of clubs"."""
    value: str = ""
    """What it is set to, such as "50%"."""
    description: str = ""
    """What it does, or why it does nothing: the same sentence as its tip."""
    key: str = ""
    """The key that does the same."""
    is_enabled: bool = True
    is_selected: bool | None = None
    """Whether it is chosen; None: it cannot be."""
    is_on: bool | None = None
    """Whether a switch is on; None: it is no switch."""
    level: int = 0
    """Of a heading: 1 is the page's."""
    share: float | None = None
    """Of a slider: its value from 0 to 1."""
    selection: tuple[int, int] | None = None
    """Of a text field: the places in its value where the selection began, and of the caret."""

    def is_much_like(self, before: Semantics) -> bool:
        """Tell whether a screen reader drops the new name for being so much like the one before it."""
        old, new = (commas((one.label, one.value)) for one in (before, self))
        return old != new and SequenceMatcher(None, old, new).ratio() >= ALIKE

    def spoken(self, place: tuple[int, int] | None = None) -> str:
        """Return all of it as one line to be spoken, with its place in its list: number, and how many there are."""
        return commas(self._phrases(place))

    def spoken_state(self) -> str:
        """Return what can change of it while it stays what it is."""
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
        yield self._state(tr("selected") if self.is_selected else "")  # who comes here hears only of the exception
        if place:
            # Translators: the place of a thing in its list.
            yield tr("{number} of {total}", number=place[0], total=place[1])
        yield self.description
        if self.key and self.is_enabled:
            yield tr("key {key}", key=self.key)


SILENT_ROLES = frozenset((Role.OPTION, Role.ITEM, Role.TEXT))
"""Roles that say nothing that their label does not."""
SPOKEN_ROLES = {
    Role.BUTTON: mark("button"), Role.SWITCH: mark("switch"), Role.SLIDER: mark("slider"),
    Role.SPIN_BUTTON: mark("spin button"), Role.TEXT_FIELD: mark("text field"), Role.HEADING: mark("heading"),
    Role.FIGURE: mark("figure"),
}  # fmt: skip


@dataclass(frozen=True)
class Element:
    """A thing as it is on the screen now."""

    name: str
    """Identifies it on its page."""
    semantics: Semantics
    rect: tuple[float, float, float, float]
    """Left, top, width and height in logical units."""
    group: Group | None = None


ALONE = "\0"
"""Begins the names of what stands between two groups, so that no group is called the same."""


@dataclass(frozen=True)
class Reading:
    """A whole page in reading order."""

    title: str
    elements: Sequence[Element] = field(default_factory=tuple)
    focus: str = ""
    """The name of the element that has the focus."""
    is_dialog: bool = False
    """Whether it lies over another page."""

    def grouped(self) -> list[tuple[Group | None, list[Element]]]:
        """Return the elements of each group in reading order; what has no group stays between the groups."""
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
        """Return where an element stands in its list, from 1, and how many there are; None where nothing counts."""
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
    """A node as it was sent, to tell what has changed."""

    role: str
    content: Any
    children: tuple[int, ...] = ()
    box: Bounds | None = None
    place: int | None = None
    """Its place in a list that is counted, from 0."""
    size: int = 0
    """Of a list: how many are in it."""


ANNOUNCED = "ALERT" if IS_UNIX else "LABEL"
"""Of what else is announced within a tenth of a second Orca from 46 on takes only the first."""
ROLES = {
    Role.BUTTON: "BUTTON", Role.SWITCH: "SWITCH", Role.SLIDER: "SLIDER",
    Role.SPIN_BUTTON: "SLIDER" if IS_UNIX else "SPIN_BUTTON",  # of a spin button Orca's braille shows no name
    Role.TEXT_FIELD: "TEXT_INPUT", Role.OPTION: "LIST_BOX_OPTION", Role.ITEM: "LIST_ITEM",
    Role.HEADING: "LIST_ITEM" if IS_UNIX else "HEADING",  # of a heading Orca from 46 on says nothing but that it is one
    Role.TEXT: "LIST_ITEM" if IS_UNIX else "LABEL",  # all labels of a page Orca reads before what has the focus
    Role.FIGURE: "IMAGE", "window": "WINDOW", "group": "GROUP",
    "list": "LIST" if IS_UNIX else "LIST_BOX",  # Orca says "not selected" of all that is in a list box
    "log": "GROUP", "run": "TEXT_RUN",
    "page": "PANE", "dialog": "DIALOG", "said": "LABEL",
    "status": ANNOUNCED, "alert": ANNOUNCED,
}  # fmt: skip
"""AccessKit's names of the roles."""


def make_node(ak: Any, branch: Branch) -> Any:
    """Return a node as AccessKit has them."""
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
    """Put into a node what an element says of itself."""
    what: Semantics = branch.content
    name, value = name_and_value(what)
    for text, put in (
        (name, node.set_value if what.role is Role.TEXT and not IS_UNIX else node.set_label),
        (described(what), node.set_description),
        (what.key, node.set_keyboard_shortcut),
        (value, node.set_value),
    ):
        if text:
            put(well_formed(text))
    _fill_state(ak, node, what)
    for run in branch.children:
        _select(ak, node, what, run)
    if branch.place is not None and not IS_UNIX:  # there readers count themselves
        node.set_position_in_set(branch.place)
    if branch.box:
        left, top, width, height = branch.box
        node.set_bounds(ak.Rect(left, top, left + width, top + height))
    for action in ACTIONS.get(what.role, ("FOCUS",)):  # the same ones always: readers remember what a node can do
        node.add_action(getattr(ak.Action, action))


def described(what: Semantics) -> str:
    """Return what is said of a node beside its name; on Unix with its key, of which the library tells AT-SPI nothing.

    The number of a card is its place in the list, which readers say.
    """
    if not (IS_UNIX and what.role is Role.BUTTON and what.key and what.is_enabled):
        return what.description
    return paragraph([what.description, tr("Key {key}.", key=what.key)])


def read_out(what: Semantics) -> str:
    """Return about what a reader says of a node that has the focus."""
    return paragraph([name_and_value(what)[0], described(what)])


def _fill_run(ak: Any, node: Any, branch: Branch) -> None:
    """Put into a node the letters of a text field, so that they are read one by one and by words."""
    text: str = branch.content
    node.set_value(text)
    node.set_text_direction(ak.TextDirection.LEFT_TO_RIGHT)
    node.set_character_lengths([len(letter.encode()) for letter in text])
    node.set_word_lengths([len(word) for word in WORDS.findall(text)])


WORDS = re.compile(r"\S+\s*|\s+")
"""A word with the room after it, as readers count them."""


def _select(ak: Any, node: Any, what: Semantics, run: int) -> None:
    """Put the caret, and what is selected, into the node of a text field whose letters have the number `run`."""
    if what.selection:
        anchor, caret = (ak.TextPosition(run, place) for place in what.selection)
        node.set_text_selection(ak.TextSelection(anchor, caret))


def name_and_value(what: Semantics) -> tuple[str, str]:
    """Return what a node is called, and its value in words.

    On Unix the name says both: the library tells AT-SPI only of values that are numbers, and of nothing that it is
    unavailable; of what is selected Orca says nothing, nor what a heading is called.
    """
    if what.role is Role.TEXT_FIELD:
        return what.label, ""  # its letters are a node of their own
    if what.role is Role.TEXT or not IS_UNIX:
        return what.label, what.value
    is_told_otherwise = what.share is not None
    value, state = (what.value, "") if is_told_otherwise else ("", what.value)
    states = tr("selected") if what.is_selected else "", "" if what.is_enabled else tr(UNAVAILABLE)
    kind = tr(SPOKEN_ROLES[what.role]) if what.role is Role.HEADING else ""
    return commas((what.label, kind, state, *states)), value


def _fill_state(ak: Any, node: Any, what: Semantics) -> None:
    if not what.is_enabled:
        node.set_disabled()
    if what.is_selected or (what.is_selected is not None and not IS_UNIX):  # Orca says "not selected" of each card
        node.set_selected(what.is_selected)
    if what.is_on is not None:
        node.set_toggled(ak.Toggled.TRUE if what.is_on else ak.Toggled.FALSE)
    if what.level:
        node.set_level(what.level)
    if what.share is not None:
        node.set_numeric_value(round(what.share * 100))
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
"""What a screen reader can ask of an element; of the others, that the focus comes to them."""
