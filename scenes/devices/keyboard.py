"""The keyboard: modifiers, layouts, labels of keys, and the halves that two share; bindings, also of gamepads."""

from __future__ import annotations

import ctypes
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from ctypes import byref, c_int, c_long, c_uint, c_ulong, c_void_p
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

import pygame

from topping_out.game.assets import ASSETS, read_toml
from topping_out.game.language import mark, tr, tr_context

from .intents import KEYBOARD_HALVES, PLAYER_VERBS, Verb

# -- modifiers


@dataclass(frozen=True)
class Modifiers:
    """The modifiers that are held, by their meaning."""

    shift: bool = False
    ctrl: bool = False
    """Ctrl itself, without AltGr, for which Windows sends Ctrl and Alt."""
    edits: bool = False
    """The modifier for copying and pasting: Ctrl, or Cmd on macOS."""
    alt: bool = False
    """The left Alt key; on macOS never, as both Alt keys type letters there."""
    alt_gr: bool = False
    """The modifier that types the additional signs on a key."""
    system: bool = False
    """The Windows key, or Cmd: its shortcuts belong to the system."""
    num: bool = False
    """Whether the number pad types digits."""

    @staticmethod
    def of(mod: int, platform: str = sys.platform) -> Modifiers:
        """Return the meaning of a pygame event's modifiers on a platform."""
        shift, ctrl, system = bool(mod & pygame.KMOD_SHIFT), bool(mod & pygame.KMOD_CTRL), bool(mod & pygame.KMOD_GUI)
        is_mac, both = platform == "darwin", platform == "win32" and ctrl and bool(mod & pygame.KMOD_ALT)
        alt_gr = both or bool(mod & (pygame.KMOD_ALT if is_mac else pygame.KMOD_RALT | pygame.KMOD_MODE))
        alt = bool(mod & pygame.KMOD_LALT) and not alt_gr
        return Modifiers(
            shift=shift,
            ctrl=ctrl and not alt_gr,
            edits=(system if is_mac else ctrl) and not (alt or alt_gr),
            alt=alt,
            alt_gr=alt_gr,
            system=system,
            num=is_mac or bool(mod & pygame.KMOD_NUM) != shift,  # Shift reverses NumLock
        )

    @property
    def is_plain(self) -> bool:
        """Whether a key can be a shortcut: no modifier except Shift is held."""
        return not (self.ctrl or self.alt or self.alt_gr or self.system)

    @property
    def types(self) -> bool:
        """Whether a key types the sign printed on it."""
        return not (self.ctrl or self.alt or self.system)


# -- layout group


CORE_KEYBOARD = 0x100
MAPPING_NOTIFY, MAPPING_KEYBOARD = 34, 1


class MappingEvent(ctypes.Structure):
    """Xlib's XMappingEvent, padded to the size of an XEvent."""

    _fields_ = (
        ("kind", c_int), ("serial", c_ulong), ("send_event", c_int), ("display", c_void_p), ("window", c_ulong),
        ("request", c_int), ("first", c_int), ("count", c_int), ("room", c_long * 24),
    )  # fmt: skip


class LayoutGroup:
    """Watches the layout group chosen in X11, such as one of two languages. Elsewhere it does nothing."""

    def __init__(self) -> None:
        self._x11: ctypes.CDLL | None = None
        self._display: int | None = None
        if pygame.display.get_driver() != "x11":
            return
        try:
            self._x11 = ctypes.CDLL("libX11.so.6")
        except OSError:
            return
        self._x11.XOpenDisplay.restype = c_void_p
        self._x11.XkbGetState.argtypes = (c_void_p, c_uint, c_void_p)
        self._x11.XSendEvent.argtypes = (c_void_p, c_ulong, c_int, c_long, c_void_p)
        self._x11.XFlush.argtypes = (c_void_p,)
        self._display = self._x11.XOpenDisplay(None)
        self._group = self._chosen()

    def follow(self) -> None:
        """Make SDL read the layout again if another group was chosen since the last call. `KEYMAPCHANGED` follows."""
        if self._x11 is None or not self._display or (group := self._chosen()) == self._group:
            return
        self._group = group
        window = int(pygame.display.get_wm_info().get("window", 0))
        event = MappingEvent(MAPPING_NOTIFY, 0, True, None, window, MAPPING_KEYBOARD, 8, 248)
        if window:
            self._x11.XSendEvent(self._display, window, False, 0, byref(event))
            self._x11.XFlush(self._display)

    def _chosen(self) -> int:
        state = (ctypes.c_ubyte * 64)()  # an XkbStateRec, which begins with the group
        if self._x11 is None or not self._display or self._x11.XkbGetState(self._display, CORE_KEYBOARD, state):
            return 0
        return state[0]


# -- keyboard


PREFIX = "KSCAN_"
SCANCODES = {
    name.removeprefix(PREFIX).lower(): int(getattr(pygame, name)) for name in dir(pygame) if name.startswith(PREFIX)
}
PLACES = {code: name for name, code in SCANCODES.items()}
DIGITS = "1234567890"
USUAL_SIGNS = {
    **{sign: sign for sign in (*DIGITS, *"qwertyuiopasdfghjklzxcvbnm")},
    "grave": "`", "minus": "-", "equals": "=", "leftbracket": "[", "rightbracket": "]", "backslash": "\\",
    "semicolon": ";", "apostrophe": "'", "comma": ",", "period": ".", "slash": "/",
    "nonusbackslash": "", "nonushash": "", "international1": "", "international3": "",
}  # fmt: skip
"""The signs of the American layout, at the places where layouts differ; "" for keys that American keyboards lack."""
KEYPAD = {
    "kp_1": ("1", "end"), "kp_2": ("2", "down"), "kp_3": ("3", "page down"), "kp_4": ("4", "left"), "kp_5": ("5", ""),
    "kp_6": ("6", "right"), "kp_7": ("7", "home"), "kp_8": ("8", "up"), "kp_9": ("9", "page up"),
    "kp_0": ("0", "insert"), "kp_period": ("", "delete"), "kp_plus": ("+", "+"), "kp_minus": ("-", "-"),
    "kp_multiply": ("*", "*"), "kp_divide": ("/", "/"),
}  # fmt: skip
"""Further names of the keys of the number pad: with NumLock, and without."""
KEYPAD_NAMES = {
    pygame.key.name(getattr(pygame, f"K_{place.upper()}")): place for place in SCANCODES if place.startswith("kp_")
}
"""Places of the number pad's keys by pygame's names."""
KEYPAD_SIGNS = {"kp_period": ".", "kp_enter": "Enter", "kp_equals": "="}
"""Labels of those of the number pad's keys that have no sign in KEYPAD."""
SIGNS = {
    "left": "←", "right": "→", "up": "↑", "down": "↓", "space": "Space", "return": "Enter", "escape": "Esc",
    "tab": "Tab", "backspace": "Backspace", "lshift": "Shift", "rshift": "Shift", "lctrl": "Ctrl", "rctrl": "Ctrl",
    "lalt": "Alt", "ralt": "Alt", "capslock": "Caps",
}  # fmt: skip
"""Labels of keys without a letter."""
LAST_LETTER = 0x52F
"""The last letter for labels: the fonts have Latin, Greek and Cyrillic. Other keyboards have Latin letters too."""
KEY_NAMES = frozenset(pygame.key.name(getattr(pygame, name)) for name in dir(pygame) if name.startswith("K_")) - {""}
"""Pygame's names of all keys."""


def place_of(scancode: int) -> str:
    """Return the name of a key's place, or "" if SDL does not know it."""
    return PLACES.get(scancode, "") if scancode else ""


def sdl() -> ctypes.CDLL:
    """Return the SDL library that pygame is linked to. Raises OSError if it cannot be found."""
    # any of pygame's modules gives access to it; Windows finds a loaded library by its name
    return ctypes.CDLL("SDL2.dll" if sys.platform == "win32" else pygame.base.__file__)


@cache
def _library() -> Callable[[int], int] | None:
    """Return SDL's function from a scancode to a key, which pygame does not offer; None if it cannot be found."""
    try:
        translate = sdl().SDL_GetKeyFromScancode
    except (OSError, AttributeError):
        return None
    translate.argtypes, translate.restype = (ctypes.c_int,), ctypes.c_int32
    return translate


# -- the layout


def _small(sign: str) -> str:
    """Return a letter in lower case; other signs are unchanged."""
    return sign.lower() if len(sign.lower()) == 1 else sign


class KeyboardLayout:
    """The signs printed on the keys of a keyboard layout, and the keys' names for shortcuts.

    A shortcut's key is the one with its sign. If no key types that sign without Shift, it is the key at the sign's
    place in the American layout. Digits are always on their row, even if they need Shift.
    """

    def __init__(self, printed: Mapping[str, str]) -> None:
        """`printed` contains the sign that each place types without Shift; missing places type nothing."""
        self.printed = {place: _small(printed.get(place, "")) for place in USUAL_SIGNS}
        for digit in DIGITS:
            if digit not in self.printed.values():
                self.printed[digit] = digit
        self._names = {place: self._names_of(place) for place in USUAL_SIGNS}

    def _names_of(self, place: str) -> tuple[str, ...]:
        sign, usual = self.printed[place], USUAL_SIGNS[place]
        names = [sign] if sign.isascii() else []
        if usual not in self.printed.values():
            names.append(usual)
        return tuple(filter(None, names)) or (sign,) * bool(sign)

    def names(self, place: str, code: int, has_digits: bool = True) -> tuple[str, ...]:
        """Return the names of the key at a place, the most important first.

        `code` is SDL's code of the key, and `has_digits` whether the number pad types digits.
        """
        if place in self._names:
            return self._names[place]
        digit, way = KEYPAD.get(place, ("", ""))
        return tuple(filter(None, (pygame.key.name(code), digit if has_digits else way)))

    def places(self, name: str) -> list[str]:
        """Return the places of the keys with a name; those of the number pad come last."""
        found = [place for place, names in self._names.items() if name in names]
        return found + [place for place, (sign, way) in KEYPAD.items() if name == sign == way]

    def lacks(self, name: str) -> bool:
        """Return whether a name is a sign that no key types without Shift."""
        return len(name) == 1 and name not in self.printed.values()


def read_layout() -> KeyboardLayout:
    """Return the system's current layout, or the American one if SDL's function is missing."""
    translate = _library()
    if translate is None:
        return KeyboardLayout(USUAL_SIGNS)
    codes = {place: translate(SCANCODES[place]) for place in USUAL_SIGNS}
    return KeyboardLayout({place: chr(code) for place, code in codes.items() if 0x20 < code <= sys.maxunicode})


_current: list[KeyboardLayout] = []
"""The layout read last, if any."""


def layout() -> KeyboardLayout:
    """Return the layout as read last."""
    return _current[0] if _current else follow_layout()


def follow_layout() -> KeyboardLayout:
    """Read the layout again, and return it."""
    _current[:] = [read_layout()]
    return _current[0]


def names_at(place: str) -> tuple[str, ...]:
    """Return the names of the key at a place for shortcuts, the most important first."""
    translate = _library()
    return layout().names(place, translate(SCANCODES[place]) if translate and place in SCANCODES else 0)


# -- labels


SPOKEN_NAMES = {
    ",": mark("comma"), ".": mark("full stop"), ";": mark("semicolon"), "/": mark("slash"), "-": mark("minus"),
    "=": mark("equals"), "+": mark("plus"), "'": mark("apostrophe"), "←": mark("left arrow"),
    "→": mark("right arrow"), "↑": mark("up arrow"), "↓": mark("down arrow"),
}  # fmt: skip
"""Names of keys that have no letter on them, by label."""


def in_brackets(sign: str) -> str:
    """Return a key's label for a short line: signs such as a comma are put into brackets."""
    return sign if sign.isalnum() else f"[{sign}]"


def key_words(label: str) -> str:
    """Return the spoken name of a key with that label."""
    return tr(SPOKEN_NAMES[label]) if label in SPOKEN_NAMES else label


def key_label(place: str) -> str:
    """Return the label of the key at a place; if the fonts lack its letter, the label on American keyboards."""
    if place in SIGNS:
        return word_on_key(SIGNS[place])
    if place in USUAL_SIGNS:
        sign, printed = layout().printed[place], layout().printed.values()
        shown = sign if sign and ord(sign) <= LAST_LETTER else USUAL_SIGNS[place] or place
        if shown == "i" and "ı" in printed:
            return "İ"
        return shown.upper() if shown.upper().lower() == shown else shown  # ß and ς have no capital letter
    if place.startswith("kp_"):
        sign = word_on_key(KEYPAD_SIGNS.get(place) or KEYPAD.get(place, (place, ""))[0])
        # Translators: a key of the number pad, such as "Num 4".
        return tr_context("on a key", "Num {sign}", sign=sign)
    name = next(iter(names_at(place)), place)
    return word_on_key(name.capitalize())


def word_on_key(label: str) -> str:
    """Return a label as printed on keyboards for the player's language; letters and signs are unchanged."""
    words = {
        "Left": tr_context("on a key", "Left"), "Right": tr_context("on a key", "Right"),
        "Up": tr_context("on a key", "Up"), "Down": tr_context("on a key", "Down"),
        "Home": tr_context("on a key", "Home"), "End": tr_context("on a key", "End"),
        "Page up": tr_context("on a key", "Page up"), "Page down": tr_context("on a key", "Page down"),
        "Enter": tr_context("on a key", "Enter"), "Space": tr_context("on a key", "Space"),
        "Esc": tr_context("on a key", "Esc"), "Tab": tr_context("on a key", "Tab"),
        # Translators: the key that erases backwards.
        "Backspace": tr_context("on a key", "Backspace"),
        "Insert": tr_context("on a key", "Insert"), "Delete": tr_context("on a key", "Delete"),
        "Shift": tr_context("on a key", "Shift"), "Ctrl": tr_context("on a key", "Ctrl"),
    }  # fmt: skip
    return words.get(label, label)


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


# -- keyboard halves


Places = Mapping[str, Mapping[str, str]]
"""Half to verb to the place of its key, all as names, as in files."""
KEPT = frozenset(
    ("escape", "f1", "f11", "lshift", "rshift", "lctrl", "rctrl", "lalt", "ralt", "lgui", "rgui", "lsuper", "rsuper",
     "lmeta", "rmeta", "capslock", "numlock", "numlockclear", "scrolllock", "scrollock")
)  # fmt: skip
"""Places of keys that cannot be used: those that the program itself needs, and modifiers."""


@dataclass(frozen=True)
class Control:
    """The function of a key: a verb of one half of the keyboard."""

    half: str
    verb: Verb


CONTROLS = tuple(Control(half, verb) for half in KEYBOARD_HALVES for verb in PLAYER_VERBS)


class KeyboardHalves(KeyTable[Control]):
    """The places of the keys of both halves."""

    def __init__(self, usual: Places, changed: Places | None = None) -> None:
        own = {control: (changed or {}).get(control.half, {}).get(control.verb, "") for control in CONTROLS}
        super().__init__({control: [usual[control.half][control.verb]] for control in CONTROLS}, own)

    @staticmethod
    def may_have(key: str) -> bool:
        return key in SCANCODES and key not in KEPT

    def place(self, control: Control) -> str:
        return self.keys(control)[0]

    def changed(self) -> dict[str, dict[str, str]]:
        """Return the changed keys, for the settings."""
        changes: dict[str, dict[str, str]] = {}
        for control, place in self._own.items():
            changes.setdefault(control.half, {})[control.verb.value] = place
        return changes

    def label(self, half: str) -> str:
        """Return a short list of a half's keys by their labels, such as `WASD + F G`."""
        signs = {verb: key_label(self.place(Control(half, verb))) for verb in PLAYER_VERBS}
        ways = [signs[verb] for verb in (Verb.UP, Verb.LEFT, Verb.DOWN, Verb.RIGHT)]
        if ways == ["↑", "←", "↓", "→"]:
            moves = tr("arrows")
        else:
            moves = ("" if all(len(way) == 1 for way in ways) else " ").join(ways)
        return f"{moves} + {signs[Verb.CONFIRM]} {signs[Verb.SPLIT]}"
