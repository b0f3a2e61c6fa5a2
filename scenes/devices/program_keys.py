"""Which key means what everywhere in the program: as the data file has it, and as the player has changed it."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from topping_out.game.language import mark, tr
from topping_out.scenes.devices.bindings import Bindings
from topping_out.scenes.devices.intents import Verb

KEPT_KEYS = frozenset(
    ("escape", "left shift", "right shift", "left ctrl", "right ctrl", "left alt", "right alt", "left meta",
     "right meta", "caps lock", "numlock", "scroll lock", *"123456789")
)  # fmt: skip
"""Keys that keep their meaning: the way out, those that change others, and the numbers of cards."""
# Translators: what is written on keys.
WORDS_ON_KEYS = (
    mark("Left"), mark("Right"), mark("Up"), mark("Down"), mark("Home"), mark("End"), mark("Page up"),
    mark("Page down"),
)  # fmt: skip
"""Labels of keys that are words, which keyboards have in their own language."""
KEPT_VERBS = frozenset((Verb.CANCEL, Verb.PICK, Verb.PREVIOUS))


class ProgramKeys:
    """A verb's first key can be another one; its further keys stay. A key that stands twice does the first thing."""

    def __init__(self, bindings: Bindings, changed: Mapping[str, str] | None = None) -> None:
        """Take the usual keys, and the player's over them; what does not make sense there is passed over."""
        self._bindings = bindings
        self._usual: dict[Verb, list[str]] = {}
        for key, verb in bindings.keys.items():
            self._usual.setdefault(verb, []).append(key)
        self._own: dict[Verb, str] = {}
        for verb in self.verbs:
            if self.may_have(key := (changed or {}).get(verb.value, "")):
                self.bind(verb, key)

    @property
    def verbs(self) -> list[Verb]:
        """The verbs whose key can be changed."""
        return [verb for verb in self._usual if verb not in KEPT_VERBS]

    @staticmethod
    def may_have(key: str) -> bool:
        """Tell whether a verb can have the key of that name, as `pygame.key.name` has it."""
        if not key or key in KEPT_KEYS:
            return False
        try:
            return bool(pygame.key.key_code(key))
        except (ValueError, pygame.error):
            return False

    def keys(self, verb: Verb) -> list[str]:
        """Return the names of a verb's keys, the one that buttons show first."""
        usual = self._usual.get(verb, [])
        return [self._own[verb], *usual[1:]] if verb in self._own else usual

    def verb(self, key: str) -> Verb | None:
        """Return what a key does."""
        return next((verb for verb in self._usual if key in self.keys(verb)), None)

    def bind(self, verb: Verb, key: str) -> None:
        """Give a verb another first key. Raises ValueError for a key that no verb can have."""
        if not self.may_have(key):
            raise ValueError(f"no verb can have the key {key!r}")
        self._own.pop(verb, None)
        if key not in self._usual[verb]:
            self._own[verb] = key

    def reset(self) -> None:
        """Go back to the usual keys."""
        self._own.clear()

    @property
    def is_usual(self) -> bool:
        return not self._own

    def clashes(self, verb: Verb) -> list[Verb]:
        """Return the other verbs that have one of a verb's keys too."""
        return [other for other in self._usual if other != verb and {*self.keys(other)} & {*self.keys(verb)}]

    def changed(self) -> dict[str, str]:
        """Return what differs from the usual, as the settings keep it."""
        return {verb.value: key for verb, key in self._own.items()}

    def label(self, verb: Verb) -> str:
        """Return what a button shows for a verb."""
        own = self._own.get(verb)
        label = self._bindings.written(own) if own else self._bindings.key_labels.get(verb, "")
        return tr(label) if label in WORDS_ON_KEYS else label
