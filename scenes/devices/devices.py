"""All input devices: turning their events into intents, and assigning them to seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import pygame

from topping_out.game.language import mark, tr
from topping_out.game.text import sentence

from .intents import KEYBOARD_HALVES, MOUSE, PLAYER_VERBS, InputDevice, Intent, Verb, is_single_mouse
from .keyboard import (
    KEY_NAMES,
    KEYPAD_NAMES,
    Bindings,
    Control,
    KeyboardHalves,
    KeyTable,
    LayoutGroup,
    Modifiers,
    Places,
    follow_layout,
    key_label,
    layout,
    load_bindings,
    names_at,
    place_of,
    word_on_key,
)
from .mice_and_pads import ButtonEvent, Mice, Pads, PlayerMice, signs_of

# -- program keys


PLACE_KEYS = "uiojky"
"""The keys of the places where chosen cards can go, in the order of the places."""
KEPT_KEYS = frozenset(
    ("escape", "left shift", "right shift", "left ctrl", "right ctrl", "left alt", "right alt", "alt gr",
     "left meta", "right meta", "caps lock", "numlock", "scroll lock", *"123456789", *PLACE_KEYS)
)  # fmt: skip
"""Keys whose meaning cannot be changed: Esc, modifiers, the numbers of cards, and the keys of places."""
KEPT_VERBS = frozenset((Verb.CANCEL, Verb.PICK, Verb.PLACE, Verb.PREVIOUS))


class ProgramKeys(KeyTable[Verb]):
    """The keys of all verbs, by the sign printed on them or by their `pygame.key.name`."""

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
        """Return the verb of a key with these names, with Shift or without, and the name that it is bound to."""
        wanted = [*(f"shift+{name}" for name in names if shift), *names]
        return next(((verb, name) for name in wanted if (verb := self.at(name))), None)

    def changed(self) -> dict[str, str]:
        """Return the changed keys, for the settings."""
        return {verb.value: key for verb, key in self._own.items()}

    def label(self, verb: Verb) -> str:
        """Return the label of a verb's key, as shown on a button."""
        labels = map(self.label_of, sorted(self.keys(verb), key=layout().lacks))
        return next(filter(None, labels), "")

    def label_of(self, key: str) -> str:
        """Return the label of the key with that name, or "" if no key of the layout does the same."""
        if key in KEYPAD_NAMES:
            return key_label(KEYPAD_NAMES[key])
        if len(key) > 1:
            return word_on_key(self._bindings.written(key))
        does = self.at(key)
        places = (place for place in layout().places(key) if (self.meant(names_at(place)) or [None])[0] is does)
        return next(map(key_label, places), "")


# -- devices


REPEATING = frozenset((Verb.LEFT, Verb.RIGHT, Verb.UP, Verb.DOWN, Verb.NEXT, Verb.PREVIOUS, Verb.ERASE, Verb.CARET))
MOVING = REPEATING | {
    Verb.CONFIRM,
    Verb.FIRST,
    Verb.LAST,
    Verb.NEXT_GROUP,
    Verb.PREVIOUS_GROUP,
    Verb.FIND,
    Verb.PICK,
    Verb.PLACE,
}
"""Verbs that only players without a mouse use: once one is used, the focus is shown."""
NAMED = frozenset((Verb.PICK, Verb.PLACE, Verb.FIND))
"""Verbs whose intent contains the name of the key."""
FIRST_REPEAT, NEXT_REPEAT = 380, 90
"""Milliseconds before a held key repeats for the first time, and between repeats."""
PLAYER_FIRST_REPEAT, PLAYER_NEXT_REPEAT = 240, 100
"""The same for directions of a player's own device in a live game, where speed matters."""
LONGEST_FRAME = 50.0
"""Most milliseconds of a frame that count for repeats, so that slow frames don't make keys repeat."""
ERASING = {"backspace": 0.0, "delete": 1.0}
"""Keys that delete letters while typing, with the `amount` of their intent."""
CARET_KEYS = {"left": "left", "right": "right", "home": "first", "end": "last"}
"""Keys that move the caret while typing, with the `text` of their intent."""
EDITS = {
    "edits+c": Verb.COPY, "edits+x": Verb.CUT, "edits+v": Verb.PASTE, "edits+insert": Verb.COPY,
    "shift+insert": Verb.PASTE, "shift+delete": Verb.CUT,
}  # fmt: skip
"""Verbs of the clipboard's keys; `edits` is Ctrl, or Cmd on macOS."""
MOUSE_EVENTS = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)
BY_KEYBOARD = (pygame.KEYDOWN, pygame.KEYUP, pygame.WINDOWFOCUSGAINED, pygame.WINDOWENTER)
"""Events before which the player may have chosen another layout."""
LOSING = (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN, pygame.WINDOWSIZECHANGED)
"""Events after which the release of a key or button may never arrive, or belong to something else."""
SAME_CLICK = 250
"""Most milliseconds between a single mouse's event and the window's event for the same click."""
ONE_MOUSE = mark("This system sees only one mouse: use keyboards or gamepads.")


def is_button_down() -> bool:
    """Return whether the left button is down, as known by the desktop: the window's own state may be out of date."""
    return bool(pygame.mouse.get_pressed(desktop=True)[0])


class Devices:
    """Turns events into intents, and remembers which kind of device was used last, for the labels on buttons.

    While devices are assigned to seats (`assign`), their intents contain the seat: a mouse points, presses, releases
    and cancels; keys and gamepads send an intent for each press, and directions repeat. All other keys and buttons work
    as usual, but if several seats have devices, a mouse or gamepad without a seat does nothing.
    """

    def __init__(
        self,
        own_keys: Places | None = None,
        mice: Mice | None = None,
        own_program_keys: Mapping[str, str] | None = None,
    ) -> None:
        """Begin without assigned devices.

        `own_keys` and `own_program_keys` are the changed keys (see `KeyboardHalves` and `ProgramKeys`).
        """
        self.bindings = load_bindings()
        follow_layout()
        self._layout_group = LayoutGroup()
        self.program_keys = ProgramKeys(self.bindings, own_program_keys)
        self.pads = Pads()
        self.mice = mice or Mice()
        self.keyboard_halves = KeyboardHalves(self.bindings.half_keys, own_keys)
        self._pad = self.pads.built_in
        """The number of the gamepad used last; 0: none yet."""
        self.active = "pad" if self._pad else "mouse"
        """`mouse`, `keys` or `pad`: the kind of device used last. Assigned keys and gamepads do not count."""
        self.pointer = (-1.0, -1.0)
        self.typing = False
        """Whether keys type text."""
        self._is_composing = False
        """Whether an input method is composing text with the keys."""
        self._writes = True
        """Whether the last key pressed types text. SDL sends text also for Alt and a letter, which must be ignored."""
        self._layouts = 0
        """How often the keyboard's layout has changed."""
        self.wants_raw_keys = False
        """Whether keys become `Verb.KEY`, whatever they are bound to."""
        self._held: dict[object, tuple[Intent, float]] = {}
        """By held key or button: the intent that it repeats, and the milliseconds until the next repeat."""
        self._seats: dict[str, int] = {}
        self._own_mice = PlayerMice(self.mice)
        self._down: set[int] = set()
        """Scancodes of assigned keys that are down, to ignore the system's key repeats."""
        self._pressed_at = 0
        """Time of the window's last event about a press of the left button, by `pygame.time.get_ticks`."""
        self._is_fresh = False
        """Whether seats were assigned since the last call of `read`."""
        self._is_pressed = False
        """Whether the left button is down, by the window's events."""

    def close(self) -> None:
        self.mice.close()

    def label(self, verb: Verb) -> str:
        """Return the label of a verb's key, or of its button on the gamepad in use."""
        return self._pad_signs.get(verb, "") if self.active == "pad" else self.program_keys.label(verb)

    @property
    def labelled_for(self) -> str:
        """An id of what labels are for, the keyboard's layout or a make of gamepads; if it changes, so do labels."""
        return self.pads.make(self._pad) if self.active == "pad" else f"keys {self._layouts}"

    @property
    def in_hand(self) -> str:
        """The id of the gamepad if one was used last, or ""."""
        return f"pad {self._pad}" if self.active == "pad" else ""

    @property
    def _pad_signs(self) -> dict[Verb, str]:
        return signs_of(self.bindings.pad, self.pads.make(self._pad))

    # -- devices and seats

    def available(self) -> list[InputDevice]:
        """Return the devices that can be assigned: the mouse, both halves of the keyboard, gamepads, single mice."""
        keys = [InputDevice(half, self.keyboard_halves.label(half), "keys") for half in KEYBOARD_HALVES]
        return [InputDevice(MOUSE, tr("mouse"), "mouse"), *keys, *self.pads.devices, *self.mice.devices]

    def signs(self, id: str) -> dict[Verb, str]:
        """Return the labels of the keys or buttons of a player's device, by verb; for a mouse, an empty dict."""
        if id in KEYBOARD_HALVES:
            return {verb: key_label(self.keyboard_halves.place(Control(id, verb))) for verb in PLAYER_VERBS}
        number = id.removeprefix("pad ")
        return signs_of(self.bindings.player_pad, self.pads.make(int(number))) if number.isdigit() else {}

    @property
    def mice_note(self) -> str:
        """A sentence for players if there are not several mice; else ""."""
        return "" if self.mice.several else tr(ONE_MOUSE)

    @property
    def clicked_by(self) -> str:
        """The id of the mouse that made the last click, or "" if that is not known, as for clicks by programs."""
        is_this_click = self.mice.clicked_at >= self._pressed_at - SAME_CLICK
        return self.mice.clicked_by if is_this_click else ""

    def assign(self, seats: Mapping[int, str]) -> None:
        """Assign devices to seats. `seats` maps seats to device ids."""
        self.unassign()
        self._seats = {id: seat for seat, id in seats.items() if id}
        self._own_mice.seat({id: seat for id, seat in self._seats.items() if is_single_mouse(id)})
        self.pads.connections.changes.clear()
        self.mice.connections.changes.clear()
        self._is_fresh = True
        pygame.mouse.set_visible(self._is_enabled(MOUSE) and not self._own_mice.are_seated)

    @property
    def are_assigned(self) -> bool:
        """Whether devices play for seats now."""
        return bool(self._seats)

    def _is_enabled(self, id: str) -> bool:
        """Return whether a mouse or gamepad has any effect: if several seats have devices, it must belong to one."""
        return len(self._seats) < 2 or id in self._seats

    def unassign(self) -> None:
        """Take all devices from the seats, so that they control the menus again."""
        if self._seats:
            pygame.mouse.set_visible(True)
        self._seats = {}
        self._own_mice.seat({})
        self.release_all()

    @property
    def cursors(self) -> dict[int, tuple[float, float]]:
        """The position of each seat's mouse, in logical units."""
        if MOUSE in self._seats:
            return {self._seats[MOUSE]: self.pointer}
        return self._own_mice.cursors

    @property
    def missing(self) -> list[int]:
        """The seats whose device is not connected now."""
        connected = self.connected_ids
        return sorted(seat for id, seat in self._seats.items() if id not in connected)

    @property
    def connected_ids(self) -> set[str]:
        """The ids of all connected devices, including a single mouse even if it is the only one."""
        single_mice = {f"mouse {number}" for number in self.mice.connections.numbers}
        return {device.id for device in self.available()} | single_mice

    def changes(self) -> list[str]:
        """Return a sentence for each device plugged in, and each assigned one unplugged, since the last call."""
        sentences = []
        for kind, source in (("pad", self.pads), ("mouse", self.mice)):
            for change in source.connections.changes:
                is_seated = f"{kind} {change.number}" in self._seats
                label = sentence(source.label(change.number))
                if change.is_there and is_seated:
                    sentences.append(tr("{device} is back.", device=label))
                elif change.is_there:
                    sentences.append(tr("{device} was plugged in.", device=label))
                elif is_seated:
                    sentences.append(tr("{device} was unplugged.", device=label))
            source.connections.changes.clear()
        return sentences

    # -- reading

    def read(self, events: Iterable[pygame.Event], scale: float) -> list[Intent]:
        """Return the intents of these events, with positions in logical units of `scale` pixels."""
        intents: list[Intent] = []
        if self._is_fresh and MOUSE in self._seats:
            intents.append(Intent(Verb.POINT, self.pointer, seat=self._seats[MOUSE]))
        self._is_fresh = False
        for event in events:
            intents += self._read_one(event, scale)
        return intents + self._own_mice.read(scale)

    def repeat(self, ms: float) -> list[Intent]:
        """Return the repeats of held keys that are due after `ms` more milliseconds."""
        due = []
        for control, (intent, rest) in self._held.items():
            rest -= min(ms, LONGEST_FRAME)
            if rest <= 0:
                rest += NEXT_REPEAT if intent.seat is None else PLAYER_NEXT_REPEAT
                due.append(intent)
            self._held[control] = intent, rest
        return due

    def release_all(self) -> None:
        """Forget all held keys and buttons, and the text that an input method was composing."""
        self._held.clear()
        self._down.clear()
        self._is_pressed = self._is_composing = False

    def _let_go(self) -> list[Intent]:
        self.release_all()
        return [Intent(Verb.LET_GO)]

    def _follow_layout(self) -> None:
        """Read the keyboard's layout again, and count its changes."""
        before = layout().printed
        self._layouts += follow_layout().printed != before

    def _read_one(self, event: pygame.Event, scale: float) -> list[Intent]:
        if event.type in MOUSE_EVENTS:
            return self._mouse(event, scale)
        if event.type in BY_KEYBOARD:
            self._layout_group.follow()
        match event.type:
            case pygame.KEYDOWN | pygame.KEYUP:
                return self._key(event)
            case pygame.TEXTEDITING:
                self._is_composing = self.typing and bool(event.text)
                return [Intent(Verb.COMPOSE, text=event.text)] if self.typing else []
            case pygame.TEXTINPUT:
                self._is_composing = False
                return [Intent(Verb.TYPE, text=event.text)] if self.typing and self._writes else []
            case pygame.KEYMAPCHANGED:
                self._follow_layout()
            case pygame.WINDOWFOCUSLOST | pygame.WINDOWFOCUSGAINED:
                self._own_mice.is_away = event.type == pygame.WINDOWFOCUSLOST
                self._follow_layout()
        if event.type in LOSING or (event.type == pygame.WINDOWENTER and not is_button_down()):
            return self._let_go()
        return [intent for tap in self.pads.on_event(event) for intent in self._tap(tap)]

    # -- the mouse

    def _mouse(self, event: pygame.Event, scale: float) -> list[Intent]:
        if self._own_mice.are_seated or not self._is_enabled(MOUSE):
            return []  # SDL merges all mice into one; `PlayerMice` reads them separately
        if event.type == pygame.MOUSEWHEEL:
            return [Intent(Verb.SCROLL, self.pointer, amount=event.precise_y)]
        if event.type != pygame.MOUSEMOTION or event.rel != (0, 0):
            self.active = "mouse"
        self.pointer = event.pos[0] / scale, event.pos[1] / scale
        is_lost = event.type == pygame.MOUSEMOTION and self._is_pressed and not event.buttons[0]
        lost = self._let_go() if is_lost else []
        return lost + [replace(intent, seat=self._seats.get(MOUSE)) for intent in self._pointing(event)]

    def _pointing(self, event: pygame.Event) -> list[Intent]:
        if event.type == pygame.MOUSEMOTION:
            return [Intent(Verb.POINT, self.pointer)]
        if event.button == pygame.BUTTON_LEFT:
            self._is_pressed = event.type == pygame.MOUSEBUTTONDOWN
            if self._is_pressed:
                self._pressed_at = pygame.time.get_ticks()
            verb = Verb.PRESS if self._is_pressed else Verb.RELEASE
            return [Intent(verb, self.pointer)]
        if event.button == pygame.BUTTON_RIGHT and event.type == pygame.MOUSEBUTTONDOWN:
            return [Intent(Verb.CANCEL, self.pointer, text="pointer")]
        if event.button == pygame.BUTTON_MIDDLE and event.type == pygame.MOUSEBUTTONDOWN:
            return [Intent(Verb.PASTE, self.pointer, text="selected")]
        return []

    # -- gamepads

    def _tap(self, tap: ButtonEvent) -> list[Intent]:
        if not self._is_enabled(f"pad {tap.pad}") and tap.is_down:
            return []
        seat = self._seats.get(f"pad {tap.pad}")
        if seat is not None and (own := self.bindings.player_pad.get(tap.control)):
            return self._act((tap.pad, tap.control), Intent(own, seat=seat), tap.is_down)
        verb = self.bindings.pad.get(tap.control)
        if verb is None:
            return []
        if tap.is_down:
            self.active, self._pad = "pad", tap.pad
        return self._act((tap.pad, tap.control), Intent(verb), tap.is_down)

    # -- the keyboard

    def _key(self, event: pygame.Event) -> list[Intent]:
        is_down, held, key = event.type == pygame.KEYDOWN, Modifiers.of(event.mod), event.scancode or event.key
        self._writes = held.types or not is_down
        if self.wants_raw_keys:
            self.active = "keys"
            self._held.clear()  # the release of a held key would not stop its repeats
            place = place_of(event.scancode)
            return [Intent(Verb.KEY, text=place, amount=float(is_down))] if place else []
        control = self.keyboard_halves.at(place_of(event.scancode)) if self._seats else None
        if control and (seat := self._seats.get(control.half)) is not None:
            is_new = is_down and event.scancode not in self._down
            (self._down.add if is_down else self._down.discard)(event.scancode)
            if is_down and (held.system or not is_new):  # another player may hold Shift, Ctrl or Alt
                return []
            return self._act(("own", event.scancode), Intent(control.verb, seat=seat), is_down)
        if is_down:
            return self._key_down(event, held, key)
        self._held.pop(key, None)  # by key, not verb: Shift may have been released first
        return []

    def _key_down(self, event: pygame.Event, held: Modifiers, key: int) -> list[Intent]:
        names = layout().names(place_of(event.scancode), event.key, held.num)
        intent = self._writing(names, held) if self.typing else self._shortcut(names, held, place_of(event.scancode))
        if intent is None:
            return []
        if self.active == "pad" or self.typing or intent.verb in MOVING:
            self.active = "keys"  # a shortcut used together with the mouse does not show the focus
        return self._act(key, intent, True)

    def _shortcut(self, names: Sequence[str], held: Modifiers, place: str = "") -> Intent | None:
        """Return the intent of a key with these names while the player is not typing."""
        if (held.alt or held.alt_gr) and {"return", "enter"} & {*names}:
            return Intent(Verb.FULLSCREEN)
        if edit := self._edit(names, held):
            return edit
        letter = layout().printed.get(place, names[0] if names else "")
        verb, name = self.program_keys.meant(names, held.shift) or (None, "")
        if held.shift and not name.startswith("shift+") and len(letter) == 1 and letter.isalpha():
            verb, name = Verb.FIND, letter
        if verb is None or not (held.is_plain or (verb is Verb.PLACE and replace(held, ctrl=False).is_plain)):
            return None
        return Intent(verb, text=name if verb in NAMED else "", amount=float(held.ctrl))

    def _edit(self, names: Sequence[str], held: Modifiers) -> Intent | None:
        """Return the intent of a key that uses the clipboard, or None."""
        chord = "edits+" if held.edits else "shift+" if held.shift and held.is_plain else ""
        return next((Intent(EDITS[chord + name]) for name in names if chord + name in EDITS), None)

    def _writing(self, names: Sequence[str], held: Modifiers) -> Intent | None:
        """Return the intent of a key while the player is typing; None if it types a letter."""
        if self._is_composing:
            return None
        if edit := self._edit(names, held):
            return edit
        if held.edits and "a" in names:
            return Intent(Verb.CARET, text="all")
        for name in names:
            if name in ERASING:
                return Intent(Verb.ERASE, amount=ERASING[name])
            if name in CARET_KEYS:
                way = CARET_KEYS[name]
                by_word = held.ctrl and way in ("left", "right")
                return Intent(Verb.CARET, text=f"word {way}" if by_word else way, amount=float(held.shift))
        writes = any(len(name) == 1 or name == "space" for name in names)
        return None if writes else self._shortcut(names, held)

    def _act(self, control: object, intent: Intent, is_down: bool) -> list[Intent]:
        """Return the intents of a key or button, and remember it while it is held."""
        if not is_down:
            self._held.pop(control, None)
            return []
        if intent.verb in REPEATING:
            self._held[control] = intent, FIRST_REPEAT if intent.seat is None else PLAYER_FIRST_REPEAT
        return [intent]
