"""What a thing on the screen is, in words. Screen readers, the voice, tips and tests all take it from here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from enum import StrEnum

from topping_out.game.language import mark, tr
from topping_out.game.text import commas


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
