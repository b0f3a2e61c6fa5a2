"""Which key means what everywhere in the program: as the data file has it, and as the player has changed it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from topping_out.scenes.devices.bindings import Bindings
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.devices.key_table import KeyTable
from topping_out.scenes.devices.keyboard import KEY_NAMES, KEYPAD_NAMES, key_label, layout, names_at, word_on_key

PLACE_KEYS = "uiojky"
"""The keys of the places that chosen cards can go to, in their order."""
KEPT_KEYS = frozenset(
    ("escape", "left shift", "right shift", "left ctrl", "right ctrl", "left alt", "right alt", "alt gr",
     "left meta", "right meta", "caps lock", "numlock", "scroll lock", *"123456789", *PLACE_KEYS)
)  # fmt: skip
"""Keys that keep their meaning: the way out, those that change others, the numbers of cards, and the places."""
KEPT_VERBS = frozenset((Verb.CANCEL, Verb.PICK, Verb.PLACE, Verb.PREVIOUS))


class ProgramKeys(KeyTable[Verb]):
    """The keys of all verbs, by the sign that is printed on them, or by the name that `pygame.key.name` has."""

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
        is_sign = len(key) == 1 and key.isprintable() and not key.isspace()
        return key not in KEPT_KEYS and (is_sign or key in KEY_NAMES)

    def meant(self, names: Sequence[str], shift: bool = False) -> tuple[Verb, str] | None:
        """Return what a key with these names does, with Shift or without, and the name by which it does so."""
        wanted = [*(f"shift+{name}" for name in names if shift), *names]
        return next(((verb, name) for name in wanted if (verb := self.at(name))), None)

    def changed(self) -> dict[str, str]:
        """Return what differs from the usual, as the settings keep it."""
        return {verb.value: key for verb, key in self._own.items()}

    def label(self, verb: Verb) -> str:
        """Return what a button shows for a verb: what is printed on a key that does it."""
        labels = map(self.label_of, sorted(self.keys(verb), key=layout().lacks))
        return next(filter(None, labels), "")

    def label_of(self, key: str) -> str:
        """Return what is printed on the key of that name; empty where the layout has no key that does what it does."""
        if key in KEYPAD_NAMES:
            return key_label(KEYPAD_NAMES[key])
        if len(key) > 1:
            return word_on_key(self._bindings.written(key))
        does = self.at(key)
        places = (place for place in layout().places(key) if (self.meant(names_at(place)) or [None])[0] is does)
        return next(map(key_label, places), "")
