"""The keys of two players at one keyboard: the usual ones, and those that the players have changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from topping_out.game.language import tr
from topping_out.scenes.devices.input_devices import KEYBOARD_HALVES, PLAYER_VERBS
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.devices.key_table import KeyTable
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


class KeyboardHalves(KeyTable[Control]):
    """The places of all controls."""

    def __init__(self, usual: Places, changed: Places | None = None) -> None:
        own = {control: (changed or {}).get(control.half, {}).get(control.verb, "") for control in CONTROLS}
        super().__init__({control: [usual[control.half][control.verb]] for control in CONTROLS}, own)

    @staticmethod
    def may_have(key: str) -> bool:
        return key in SCANCODES and key not in KEPT

    def place(self, control: Control) -> str:
        return self.keys(control)[0]

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
