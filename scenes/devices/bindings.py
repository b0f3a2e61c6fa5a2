"""The key bindings: which key or button means which verb, read from a data file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from topping_out.game.assets import ASSETS
from topping_out.game.text_files import read_toml
from topping_out.scenes.devices.input_devices import KEYBOARD_HALVES
from topping_out.scenes.devices.intents import Verb


@dataclass(frozen=True)
class Bindings:
    keys: dict[str, Verb]
    """A key's sign, or its name as `pygame.key.name` has it, perhaps after `shift+`, to verb."""
    pad: dict[str, Verb]
    """Pad button name (SDL's) to verb."""
    shown: dict[str, str]
    """How a control is written on a button, where its name is not short enough."""
    half_keys: dict[str, dict[str, str]]
    """Keyboard half to verb to the place of its usual key."""
    player_pad: dict[str, Verb]
    """Pad button name to verb, while the pad plays for a seat."""

    def written(self, key: str) -> str:
        """Return how a key is written on a button."""
        return self.shown.get(key, _written(key))


def _written(key: str) -> str:
    """Return a key's name as keyboards have it: A, F1, Home."""
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
