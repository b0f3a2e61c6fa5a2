"""Which control means which verb: a table, read from data."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from game.files import ASSETS
from scenes.intents import Verb


@dataclass(frozen=True)
class Bindings:
    keys: dict[str, Verb]
    """Key name (SDL's, lower case, perhaps after `shift+`) to verb."""
    pad: dict[str, Verb]
    """Pad button name (SDL's) to verb."""
    key_labels: dict[Verb, str]
    pad_labels: dict[Verb, str]

    def label(self, verb: Verb, device: str) -> str:
        """Return what a button shows for a verb: the key, or the pad's button while a pad is in use."""
        return (self.pad_labels if device == "pad" else self.key_labels).get(verb, "")


@cache
def load_bindings() -> Bindings:
    data = tomllib.loads((ASSETS / "bindings.toml").read_text(encoding="utf-8"))
    shown = data["shown"]

    def verbs(table: dict[str, list[str]]) -> dict[str, Verb]:
        return {control: Verb(verb) for verb, controls in table.items() for control in controls}

    def labels(table: dict[str, list[str]]) -> dict[Verb, str]:
        return {Verb(verb): shown.get(controls[0], controls[0].upper()) for verb, controls in table.items()}

    return Bindings(verbs(data["keys"]), verbs(data["pad"]), labels(data["keys"]), labels(data["pad"]))
