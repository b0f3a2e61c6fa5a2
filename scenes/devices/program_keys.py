"""Which key means what everywhere in the program: as the data file has it, and as the player has changed it."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from topping_out.scenes.devices.bindings import Bindings
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.devices.key_table import KeyTable
from topping_out.scenes.devices.keyboard import word_on_key

PLACE_KEYS = "uiojky"
"""The keys of the places that chosen cards can go to, in their order."""
KEPT_KEYS = frozenset(
    ("escape", "left shift", "right shift", "left ctrl", "right ctrl", "left alt", "right alt", "left meta",
     "right meta", "caps lock", "numlock", "scroll lock", *"123456789", *PLACE_KEYS)
)  # fmt: skip
"""Keys that keep their meaning: the way out, those that change others, the numbers of cards, and the places."""
KEPT_VERBS = frozenset((Verb.CANCEL, Verb.PICK, Verb.PLACE, Verb.PREVIOUS))


class ProgramKeys(KeyTable[Verb]):
    """The keys of all verbs, by the names that `pygame.key.name` has."""

    def __init__(self, bindings: Bindings, changed: Mapping[str, str] | None = None) -> None:
        self._bindings = bindings
        usual: dict[Verb, list[str]] = {}
        for key, verb in bindings.keys.items():
            usual.setdefault(verb, []).append(key)
        super().__init__(usual, {verb: (changed or {}).get(verb.value, "") for verb in usual if verb not in KEPT_VERBS})

    @property
    def verbs(self) -> list[Verb]:
        """The verbs whose key can be changed."""
        return [verb for verb in self._usual if verb not in KEPT_VERBS]

    @staticmethod
    def may_have(key: str) -> bool:
        if not key or key in KEPT_KEYS:
            return False
        try:
            return bool(pygame.key.key_code(key))
        except (ValueError, pygame.error):
            return False

    def changed(self) -> dict[str, str]:
        """Return what differs from the usual, as the settings keep it."""
        return {verb.value: key for verb, key in self._own.items()}

    def label(self, verb: Verb) -> str:
        """Return what a button shows for a verb."""
        own = self._own.get(verb)
        return word_on_key(self._bindings.written(own) if own else self._bindings.key_labels.get(verb, ""))
