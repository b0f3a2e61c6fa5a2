"""Which key is whose: two halves of one keyboard, as the data file has them and as the players have changed them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scenes.devices.intents import Verb
from scenes.devices.keyboard import SCANCODES, key_label
from scenes.devices.players import KEYS, VERBS

Places = Mapping[str, Mapping[str, str]]
"""Hand to verb to place, all by name, as in files."""
KEPT = frozenset(
    ("escape", "f1", "f11", "lshift", "rshift", "lctrl", "rctrl", "lalt", "ralt", "lgui", "rgui", "lsuper", "rsuper",
     "lmeta", "rmeta", "capslock", "numlock", "numlockclear", "scrolllock", "scrollock")
)  # fmt: skip
"""Places that no hand can have: what the program itself needs everywhere, and keys that change others."""


@dataclass(frozen=True)
class Control:
    """One thing that one half of the keyboard does."""

    hand: str
    verb: Verb


CONTROLS = tuple(Control(hand, verb) for hand in KEYS for verb in VERBS)


class KeyboardHalves:
    """The places of all controls. The same place twice is possible, and shown as a clash; the first one counts."""

    def __init__(self, usual: Places, changed: Places | None = None) -> None:
        """Take the usual places, and the player's over them; what does not make sense there is passed over."""
        self._usual = {control: usual[control.hand][control.verb] for control in CONTROLS}
        own = {c: (changed or {}).get(c.hand, {}).get(c.verb, "") for c in CONTROLS}
        self._own = {c: place for c, place in own.items() if self.may_have(place) and place != self._usual[c]}

    @staticmethod
    def may_have(place: str) -> bool:
        return place in SCANCODES and place not in KEPT

    def place(self, control: Control) -> str:
        return self._own.get(control, self._usual[control])

    def at(self, place: str) -> Control | None:
        """Return what the key at a place does."""
        return next((control for control in CONTROLS if self.place(control) == place), None)

    def bind(self, control: Control, place: str) -> None:
        """Give a control another key. Raises ValueError for a key that no hand can have."""
        if not self.may_have(place):
            raise ValueError(f"no hand can have the key {place!r}")
        self._own.pop(control, None)
        if place != self._usual[control]:
            self._own[control] = place

    def reset(self) -> None:
        """Go back to the usual keys."""
        self._own.clear()

    @property
    def is_usual(self) -> bool:
        return not self._own

    def clashes(self, control: Control) -> list[Control]:
        """Return the other controls that have the same key."""
        return [other for other in CONTROLS if other != control and self.place(other) == self.place(control)]

    def changed(self) -> dict[str, dict[str, str]]:
        """Return what differs from the usual, as the settings keep it."""
        found: dict[str, dict[str, str]] = {}
        for control, place in self._own.items():
            found.setdefault(control.hand, {})[control.verb.value] = place
        return found

    def label(self, hand: str) -> str:
        """Return a hand's keys in short, as its layout writes them: `WASD + F G`."""
        signs = {verb: key_label(self.place(Control(hand, verb))) for verb in VERBS}
        ways = [signs[verb] for verb in (Verb.UP, Verb.LEFT, Verb.DOWN, Verb.RIGHT)]
        if ways == ["↑", "←", "↓", "→"]:
            moves = "arrows"
        else:
            moves = ("" if all(len(way) == 1 for way in ways) else " ").join(ways)
        return f"{moves} + {signs[Verb.CONFIRM]} {signs[Verb.SPLIT]}"
