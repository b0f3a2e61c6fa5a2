"""Keys by their place on the keyboard, and what the player's layout has there.

A place has the name that SDL gives it, which is the letter of the American layout: `w`, `comma`, `left`.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Mapping
from functools import cache

import pygame

from topping_out.game.language import tr_context

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
"""What the American layout has at the places where layouts differ; empty: a key that American keyboards lack."""
KEYPAD = {
    "kp_1": ("1", "end"), "kp_2": ("2", "down"), "kp_3": ("3", "page down"), "kp_4": ("4", "left"), "kp_5": ("5", ""),
    "kp_6": ("6", "right"), "kp_7": ("7", "home"), "kp_8": ("8", "up"), "kp_9": ("9", "page up"),
    "kp_0": ("0", "insert"), "kp_period": ("", "delete"), "kp_plus": ("+", "+"), "kp_minus": ("-", "-"),
    "kp_multiply": ("*", "*"), "kp_divide": ("/", "/"),
}  # fmt: skip
"""What a key of the number pad is beside itself: with NumLock, and without."""
KEYPAD_NAMES = {
    pygame.key.name(getattr(pygame, f"K_{place.upper()}")): place for place in SCANCODES if place.startswith("kp_")
}
"""The places of its keys by the names that pygame has for them."""
KEYPAD_SIGNS = {"kp_period": ".", "kp_enter": "Enter", "kp_equals": "="}
"""What is printed on those of its keys that are no sign for shortcuts."""
SIGNS = {
    "left": "←", "right": "→", "up": "↑", "down": "↓", "space": "Space", "return": "Enter", "escape": "Esc",
    "tab": "Tab", "backspace": "Back", "lshift": "Shift", "rshift": "Shift", "lctrl": "Ctrl", "rctrl": "Ctrl",
    "lalt": "Alt", "ralt": "Alt", "capslock": "Caps",
}  # fmt: skip
"""What is written on a key, where that is not a letter."""
LAST_LETTER = 0x52F
"""The fonts have Latin, Greek and Cyrillic letters, which end here. Keyboards of other scripts have Latin ones too."""
KEY_NAMES = frozenset(pygame.key.name(getattr(pygame, name)) for name in dir(pygame) if name.startswith("K_")) - {""}
"""The names that pygame has for keys."""


def place_of(scancode: int) -> str:
    """Return the name of a key's place; empty for a key that SDL does not know."""
    return PLACES.get(scancode, "") if scancode else ""


def sdl() -> ctypes.CDLL:
    """Return the SDL that pygame is linked to. Raises OSError where it cannot be found."""
    # any of pygame's modules leads to it; Windows finds what is loaded by its name
    return ctypes.CDLL("SDL2.dll" if sys.platform == "win32" else pygame.base.__file__)


@cache
def _library() -> Callable[[int], int] | None:
    """Return SDL's own translation of a place to a key: pygame does not offer it."""
    try:
        translate = sdl().SDL_GetKeyFromScancode
    except (OSError, AttributeError):
        return None
    translate.argtypes, translate.restype = (ctypes.c_int,), ctypes.c_int32
    return translate


# -- the layout


def _small(sign: str) -> str:
    """Return a small letter; what has none, as it is."""
    return sign.lower() if len(sign.lower()) == 1 else sign


class KeyboardLayout:
    """What is printed on the keys of a keyboard layout, and by which names shortcuts know the keys.

    A shortcut is the key on which its sign is printed. Where the layout has that sign on no key by itself, it is the
    key at the place where the American layout has it. The digits are on their row whether Shift types them or not.
    """

    def __init__(self, printed: Mapping[str, str]) -> None:
        """`printed`: the sign that each place types without Shift; places that are missing type nothing."""
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
        """Return the names of the key at a place, the one that counts most first.

        `code`: what SDL makes of the key. `has_digits`: whether the number pad types digits.
        """
        if place in self._names:
            return self._names[place]
        digit, way = KEYPAD.get(place, ("", ""))
        return tuple(filter(None, (pygame.key.name(code), digit if has_digits else way)))

    def places(self, name: str) -> list[str]:
        """Return the places of the keys that have a sign for a name; those of the number pad come last."""
        found = [place for place, names in self._names.items() if name in names]
        return found + [place for place, (sign, way) in KEYPAD.items() if name == sign == way]

    def lacks(self, name: str) -> bool:
        """Tell whether a name is a sign that is printed on no key by itself."""
        return len(name) == 1 and name not in self.printed.values()


def read_layout() -> KeyboardLayout:
    """Return the layout that the system has now; the American one where SDL cannot be asked."""
    translate = _library()
    if translate is None:
        return KeyboardLayout(USUAL_SIGNS)
    codes = {place: translate(SCANCODES[place]) for place in USUAL_SIGNS}
    return KeyboardLayout({place: chr(code) for place, code in codes.items() if 0x20 < code <= sys.maxunicode})


_now: list[KeyboardLayout] = []
"""The layout that was read last, if one was."""


def layout() -> KeyboardLayout:
    """Return the layout as it was when the system last said that it has changed."""
    return _now[0] if _now else follow_layout()


def follow_layout() -> KeyboardLayout:
    """Read the layout anew."""
    _now[:] = [read_layout()]
    return _now[0]


def names_at(place: str) -> tuple[str, ...]:
    """Return the names of the key at a place, as shortcuts know it, the one that counts most first."""
    translate = _library()
    return layout().names(place, translate(SCANCODES[place]) if translate and place in SCANCODES else 0)


# -- labels


def in_brackets(sign: str) -> str:
    """Return a key's label as it is seen among words: a comma in brackets, a letter as it is."""
    return sign if sign.isalnum() else f"[{sign}]"


def key_label(place: str) -> str:
    """Return what is printed on the key at a place; what the fonts cannot show, as American keyboards have it."""
    if place in SIGNS:
        return word_on_key(SIGNS[place])
    if place in USUAL_SIGNS:
        sign, printed = layout().printed[place], layout().printed.values()
        shown = sign if sign and ord(sign) <= LAST_LETTER else USUAL_SIGNS[place] or place
        if shown == "i" and "ı" in printed:
            return "İ"
        return shown.upper() if shown.upper().lower() == shown else shown  # ß and ς have no capital of their own
    if place.startswith("kp_"):
        sign = word_on_key(KEYPAD_SIGNS.get(place) or KEYPAD.get(place, (place, ""))[0])
        # Translators: a key of the number pad, such as "Num 4".
        return tr_context("on a key", "Num {sign}", sign=sign)
    name = next(iter(names_at(place)), place)
    return word_on_key(name.capitalize())


def word_on_key(label: str) -> str:
    """Return what keyboards of the reader's language have on a key with that label; letters and signs stay."""
    words = {
        "Left": tr_context("on a key", "Left"), "Right": tr_context("on a key", "Right"),
        "Up": tr_context("on a key", "Up"), "Down": tr_context("on a key", "Down"),
        "Home": tr_context("on a key", "Home"), "End": tr_context("on a key", "End"),
        "Page up": tr_context("on a key", "Page up"), "Page down": tr_context("on a key", "Page down"),
        "Enter": tr_context("on a key", "Enter"), "Space": tr_context("on a key", "Space"),
        "Esc": tr_context("on a key", "Esc"), "Tab": tr_context("on a key", "Tab"),
        # Translators: the key that erases backwards.
        "Back": tr_context("on a key", "Back"),
        "Insert": tr_context("on a key", "Insert"), "Delete": tr_context("on a key", "Delete"),
        "Shift": tr_context("on a key", "Shift"), "Ctrl": tr_context("on a key", "Ctrl"),
    }  # fmt: skip
    return words.get(label, label)
