"""What is on the buttons of gamepads of each make: a name in words, and the picture that is drawn of it."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping
from typing import Literal

from topping_out.game.language import tr_context
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.devices.keyboard import sdl

Make = Literal["xbox", "playstation", "nintendo", "deck"]
MAKES: dict[int, Make] = {3: "playstation", 4: "playstation", 7: "playstation", 5: "nintendo", 11: "nintendo",
                          12: "nintendo", 13: "nintendo"}  # fmt: skip
"""By SDL's number for the kind of a gamepad; whatever else there is has the letters of an Xbox."""
VALVE, DECK = 0x28DE, 0x1205
SHOULDERS = {"xbox": ("LB", "RB"), "playstation": ("L1", "R1"), "nintendo": ("L", "R"), "deck": ("L1", "R1")}
STICKS = {"xbox": ("LS", "RS"), "playstation": ("L3", "R3"), "nintendo": ("L3", "R3"), "deck": ("L3", "R3")}


class PadSign(str):
    """A button's name, as sentences have it."""

    picture: str
    """How it is drawn: a shape, perhaps with letters after it, such as `round A`."""

    def __new__(cls, words: str, picture: str) -> PadSign:
        sign = super().__new__(cls, words)
        sign.picture = picture
        return sign


def is_on_deck() -> bool:
    """Tell whether this is a Steam Deck, as Steam says to what it starts there."""
    return os.environ.get("SteamDeck") == "1"  # noqa: SIM112 - that is its name


def make_of(index: int) -> Make:
    """Return the make of the gamepad that SDL has at an index."""
    try:
        library = sdl()
        vendor, product = library.SDL_JoystickGetDeviceVendor(index), library.SDL_JoystickGetDeviceProduct(index)
        kind: ctypes.c_int = library.SDL_GameControllerTypeForIndex(index)
    except (OSError, AttributeError):
        return "xbox"
    # Steam hands out gamepads of its own for those of the system, on a Deck for the Deck's
    if vendor == VALVE and (product == DECK or is_on_deck()):
        return "deck"
    return MAKES.get(int(kind), "xbox")


def signs_of(bound: Mapping[str, Verb], make: Make) -> dict[Verb, str]:
    """Return the sign of the first button that each verb is bound to."""
    first = {verb: control for control, verb in reversed([*bound.items()])}
    return {verb: sign_of(control, make) for verb, control in first.items()}


def sign_of(control: str, make: Make) -> PadSign:
    """Return what a button is called on gamepads of a make."""
    named = _named(make).get(control)
    if named:
        return PadSign(*named)
    if control in ("a", "b", "x", "y"):
        return PadSign(control.upper(), f"round {control.upper()}")
    is_right = control.startswith("right")
    if control.endswith("shoulder"):
        letters = SHOULDERS[make][is_right]
        return PadSign(letters, f"shoulder {letters}")
    letters = STICKS[make][is_right]
    return PadSign(letters, f"stick {letters[0]}")


def _named(make: Make) -> dict[str, tuple[str, str]]:
    """Return those of a make's buttons whose names are words, and their pictures."""
    ways = {
        "left": tr_context("of a gamepad", "Left"), "right": tr_context("of a gamepad", "Right"),
        "up": tr_context("of a gamepad", "Up"), "down": tr_context("of a gamepad", "Down"),
    }  # fmt: skip
    cross = {f"{kind}{way}": (words, f"cross {way}") for way, words in ways.items() for kind in ("dp", "stick")}
    match make:
        case "playstation":
            return cross | {
                "a": (tr_context("of a gamepad", "Cross"), "times"),
                "b": (tr_context("of a gamepad", "Circle"), "circle"),
                "x": (tr_context("of a gamepad", "Square"), "square"),
                "y": (tr_context("of a gamepad", "Triangle"), "triangle"),
                "back": ("Create", "rays"),
                "start": ("Options", "lines"),
            }
        case "nintendo":
            return cross | {
                "back": (tr_context("of a gamepad", "Minus"), "minus"),
                "start": (tr_context("of a gamepad", "Plus"), "plus"),
            }
    return cross | {
        "back": (tr_context("of a gamepad", "View"), "windows"),
        "start": (tr_context("of a gamepad", "Menu"), "lines"),
    }
