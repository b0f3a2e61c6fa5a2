"""Keys by their place on the keyboard, whatever letters the layout puts there.

A place has the name that SDL gives it, which is the letter of the American layout: `w`, `comma`, `left`.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache

import pygame

from topping_out.game.language import tr_context

PREFIX = "KSCAN_"
SCANCODES = {
    name.removeprefix(PREFIX).lower(): int(getattr(pygame, name)) for name in dir(pygame) if name.startswith(PREFIX)
}
PLACES = {code: name for name, code in SCANCODES.items()}
SIGNS = {
    "left": "←", "right": "→", "up": "↑", "down": "↓", "space": "Space", "return": "Enter", "escape": "Esc",
    "tab": "Tab", "backspace": "Back", "lshift": "Shift", "rshift": "Shift", "lctrl": "Ctrl", "rctrl": "Ctrl",
    "lalt": "Alt", "ralt": "Alt", "capslock": "Caps",
}  # fmt: skip
"""What is written on a key, where that is not a letter."""
LAST_LATIN = 0x24F
"""The fonts have no letters beyond this one."""


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


def key_name(place: str) -> str:
    """Return the name of the key that the present layout has at a place, as `pygame.key.name` has it."""
    translate = _library()
    return pygame.key.name(translate(SCANCODES[place])) if translate and place in SCANCODES else ""


def in_brackets(sign: str) -> str:
    """Return a key's label as it is seen among words: a comma in brackets, a letter as it is."""
    return sign if sign.isalnum() else f"[{sign}]"


def key_label(place: str) -> str:
    """Return what is written on the key at a place; without a layout to ask, or a letter to show, the place's name."""
    if place in SIGNS:
        return word_on_key(SIGNS[place])
    name = key_name(place)
    if not name or any(ord(letter) > LAST_LATIN for letter in name):
        name = place
    if len(name) > 1:
        return word_on_key(name.capitalize())
    return name.upper() if len(name.upper()) == 1 else name


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
