"""All devices together: pygame's events in, intents out."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from scenes.devices.bindings import load_bindings
from scenes.devices.pads import Pads
from scenes.intents import Intent, Verb

REPEATING = frozenset((Verb.LEFT, Verb.RIGHT, Verb.UP, Verb.DOWN, Verb.NEXT, Verb.PREVIOUS, Verb.ERASE))
FIRST_REPEAT, NEXT_REPEAT = 380, 90
"""Milliseconds that a direction is held before it repeats, and between repeats."""
LONGEST_FRAME = 50.0
"""Of a frame that took longer, so much counts as holding: nobody holds a key because the program is slow."""


class Devices:
    """Turns events into intents; remembers which device was used last, for the signs on the buttons."""

    def __init__(self) -> None:
        self.bindings = load_bindings()
        self.pads = Pads(self.bindings)
        self.used = "mouse"
        """mouse, keys or pad: whichever the player touched last."""
        self.pointer = (-1.0, -1.0)
        self.typing = False
        """While True, keys write text."""
        self._held: dict[object, tuple[Verb, float]] = {}
        """By key or, for pads, by verb: what it repeats, and in how many milliseconds."""

    def label(self, verb: Verb) -> str:
        return self.bindings.label(verb, self.used)

    def read(self, events: Iterable[pygame.Event], scale: float) -> list[Intent]:
        """Return the intents of these events; positions in logical units of `scale` pixels."""
        intents: list[Intent] = []
        for event in events:
            intents += self._read_one(event, scale)
        return intents

    def repeat(self, ms: float) -> list[Intent]:
        """Return the repeats of held directions after `ms` more milliseconds."""
        due = []
        for control, (verb, rest) in self._held.items():
            rest -= min(ms, LONGEST_FRAME)
            if rest <= 0:
                rest += NEXT_REPEAT
                due.append(Intent(verb))
            self._held[control] = verb, rest
        return due

    def release_all(self) -> None:
        """Forget held keys (the window lost the keyboard)."""
        self._held.clear()

    def _read_one(self, event: pygame.Event, scale: float) -> list[Intent]:
        match event.type:
            case pygame.MOUSEMOTION | pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP | pygame.MOUSEWHEEL:
                return self._mouse(event, scale)
            case pygame.KEYDOWN:
                return self._key_down(event)
            case pygame.KEYUP:
                self._held.pop(event.key, None)  # its verb may be another by now: Shift was let go before it
                return []
            case pygame.TEXTINPUT if self.typing:
                return [Intent(Verb.TYPE, text=event.text)]
        intents, released = self.pads.on_event(event)
        for verb in released:
            self._held.pop(verb, None)
        for intent in intents:
            self.used = "pad"
            self._hold(intent.verb, intent.verb)
        return intents

    def _mouse(self, event: pygame.Event, scale: float) -> list[Intent]:
        if event.type == pygame.MOUSEWHEEL:
            return [Intent(Verb.SCROLL, self.pointer, amount=event.precise_y)]
        if event.type != pygame.MOUSEMOTION or event.rel != (0, 0):
            self.used = "mouse"
        self.pointer = event.pos[0] / scale, event.pos[1] / scale
        if event.type == pygame.MOUSEMOTION:
            return [Intent(Verb.POINT, self.pointer)]
        if event.button == pygame.BUTTON_LEFT:
            verb = Verb.PRESS if event.type == pygame.MOUSEBUTTONDOWN else Verb.RELEASE
            return [Intent(verb, self.pointer)]
        if event.button == pygame.BUTTON_RIGHT and event.type == pygame.MOUSEBUTTONDOWN:
            return [Intent(Verb.CANCEL, self.pointer, text="pointer")]
        return []

    def _key_down(self, event: pygame.Event) -> list[Intent]:
        verb = self._verb_of(event)
        if self.typing:
            verb = self._writing_verb(event, verb)
        if verb is None:
            return []
        self.used = "keys"
        self._hold(event.key, verb)
        return [Intent(verb, text=pygame.key.name(event.key) if verb is Verb.PICK else "")]

    def _writing_verb(self, event: pygame.Event, verb: Verb | None) -> Verb | None:
        if event.key == pygame.K_BACKSPACE:
            return Verb.ERASE
        writes = event.unicode and event.unicode.isprintable()
        return None if writes else verb

    def _verb_of(self, event: pygame.Event) -> Verb | None:
        name = pygame.key.name(event.key)
        if event.mod & pygame.KMOD_ALT and name == "return" and event.type == pygame.KEYDOWN:
            return Verb.FULLSCREEN
        if event.mod & pygame.KMOD_SHIFT and (verb := self.bindings.keys.get(f"shift+{name}")):
            return verb
        if self.typing and event.key == pygame.K_BACKSPACE:
            return Verb.ERASE
        return self.bindings.keys.get(name)

    def _hold(self, control: object, verb: Verb) -> None:
        if verb in REPEATING:
            self._held[control] = verb, FIRST_REPEAT
