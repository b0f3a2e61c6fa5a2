"""The keys of two players at one keyboard: the usual ones, and those that the players have changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from topping_out.game.language import tr
from topping_out.scenes.devices.input_devices import KEYBOARD_HALVES, PLAYER_VERBS
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.devices.keyboard import SCANCODES, key_label

Places = Mapping[str, Mapping[str, str]]
"""Half to verb to the place of its key, all by name, as in files."""
KEPT = frozenset(
    ("escape", "f1", "f11", "lshift", "rshift", "lctrl", "rctrl", "lalt", "ralt", "lgui", "rgui", "lsuper", "rsuper",
     "lmeta", "rmeta", "capslock", "numlock", "numlockclear", "scrolllock", "scrollock")
)  # fmt: skip
"""Keys that no player can have: those the program itself needs, and modifiers."""


@dataclass(frozen=True)
class Control:
    """What one key does: a verb of one half of the keyboard."""

    half: str
    verb: Verb


CONTROLS = tuple(Control(half, verb) for half in KEYBOARD_HALVES for verb in PLAYER_VERBS)


class KeyboardHalves:
    """The places of all controls. If two share a key, the first one counts, and the clash is shown."""

    def __init__(self, usual: Places, changed: Places | None = None) -> None:
        """Begin with the usual places and the player's changes to them. Invalid changes are ignored."""
        self._usual = {control: usual[control.half][control.verb] for control in CONTROLS}
        own = {c: (changed or {}).get(c.half, {}).get(c.verb, "") for c in CONTROLS}
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
        """Give a control another key. Raises ValueError for a key that no player can have."""
        if not self.may_have(place):
            raise ValueError(f"no player can have the key {place!r}")
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
        """Return the changed keys, as the settings keep them."""
        changes: dict[str, dict[str, str]] = {}
        for control, place in self._own.items():
            changes.setdefault(control.half, {})[control.verb.value] = place
        return changes

    def label(self, half: str) -> str:
        """Return the keys of a half in short, as the keyboard layout labels them: `WASD + F G`."""
        signs = {verb: key_label(self.place(Control(half, verb))) for verb in PLAYER_VERBS}
        ways = [signs[verb] for verb in (Verb.UP, Verb.LEFT, Verb.DOWN, Verb.RIGHT)]
        if ways == ["↑", "←", "↓", "→"]:
            moves = tr("arrows")
        else:
            moves = ("" if all(len(way) == 1 for way in ways) else " ").join(ways)
        return f"{moves} + {signs[Verb.CONFIRM]} {signs[Verb.SPLIT]}"
