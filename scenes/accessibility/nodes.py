"""The nodes of the tree that screen readers read: what was sent of each, and how AccessKit has it."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from topping_out.game.language import tr
from topping_out.game.letters import well_formed
from topping_out.game.text import commas, paragraph
from topping_out.scenes.accessibility.semantics import SPOKEN_ROLES, UNAVAILABLE, Role, Semantics

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
