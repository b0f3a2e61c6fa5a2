"""The bindings of keys and gamepad buttons, as in `bindings.toml`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from topping_out.game.assets import ASSETS, read_toml

from .input_devices import KEYBOARD_HALVES
from .intents import Verb

# -- key table


KeyAction = TypeVar("KeyAction")


class KeyTable(ABC, Generic[KeyAction]):
    """Keys by action, with the player's changes. Only the first key of each action can be changed.

    If several actions have the same key, it does the first of them; pages show these clashes.
    """

    def __init__(self, usual: Mapping[KeyAction, Sequence[str]], changed: Mapping[KeyAction, str]) -> None:
        """Begin with the usual keys and the player's changes. Keys that are not allowed are ignored."""
        self._usual = usual
        self._own: dict[KeyAction, str] = {}
        for action, key in changed.items():
            if self.may_have(key):
                self.bind(action, key)

    @staticmethod
    @abstractmethod
    def may_have(key: str) -> bool:
        """Return whether the key with that name can be used."""

    def keys(self, action: KeyAction) -> Sequence[str]:
        """Return the names of an action's keys; buttons show the first one."""
        usual = self._usual.get(action, ())
        return [self._own[action], *usual[1:]] if action in self._own else usual

    def at(self, key: str) -> KeyAction | None:
        """Return the action of a key, or None."""
        return next((action for action in self._usual if key in self.keys(action)), None)

    def bind(self, action: KeyAction, key: str) -> None:
        """Change the first key of an action. Raises ValueError if the key is not allowed."""
        if not self.may_have(key):
            raise ValueError(f"the key {key!r} cannot be used")
        self._own.pop(action, None)
        if key not in self._usual[action]:
            self._own[action] = key

    def reset(self) -> None:
        """Go back to the usual keys."""
        self._own.clear()

    @property
    def is_usual(self) -> bool:
        return not self._own

    def clashes(self, action: KeyAction) -> list[KeyAction]:
        """Return the other actions that share a key with it."""
        return [other for other in self._usual if other != action and {*self.keys(other)} & {*self.keys(action)}]


# -- bindings


@dataclass(frozen=True)
class Bindings:
    """The usual bindings of all controls."""

    keys: dict[str, Verb]
    """Sign or `pygame.key.name` of a key, perhaps after `shift+`, to verb."""
    pad: dict[str, Verb]
    """Gamepad button name (SDL's) to verb."""
    shown: dict[str, str]
    """Short labels of controls whose names are too long for a button."""
    half_keys: dict[str, dict[str, str]]
    """Keyboard half to verb to the place of its usual key."""
    player_pad: dict[str, Verb]
    """Gamepad button name to verb, while the gamepad plays for a seat."""

    def written(self, key: str) -> str:
        """Return a key's label on a button."""
        return self.shown.get(key, _written(key))


def _written(key: str) -> str:
    """Return a key's name as printed on keyboards: A, F1, Home."""
    is_function = key[0] == "f" and key[1:].isdigit()
    return key.upper() if len(key) == 1 or is_function else key.capitalize()


@cache
def load_bindings() -> Bindings:
    data = read_toml(ASSETS / "bindings.toml", dict[str, Any])
    shown, hands = data["shown"], data["hands"]

    def verbs(table: dict[str, list[str]]) -> dict[str, Verb]:
        return {control: Verb(verb) for verb, controls in table.items() for control in controls}

    return Bindings(
        verbs(data["keys"]), verbs(data["pad"]), shown,
        {half: hands[half] for half in KEYBOARD_HALVES}, verbs(hands["pad"]),
    )  # fmt: skip
