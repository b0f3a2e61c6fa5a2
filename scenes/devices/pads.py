"""Gamepads, and the signs of their buttons."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import pygame
from pygame._sdl2 import controller

from topping_out.game.language import tr, tr_context
from topping_out.game.storage.faults import surviving

from .input_devices import Connections, InputDevice
from .intents import Verb
from .keyboard import sdl

# -- pad signs


Make = Literal["xbox", "playstation", "nintendo", "deck"]
MAKES: dict[int, Make] = {3: "playstation", 4: "playstation", 7: "playstation", 5: "nintendo", 11: "nintendo",
                          12: "nintendo", 13: "nintendo"}  # fmt: skip
"""Makes by SDL's number for the kind of a gamepad; all others have the letters of an Xbox."""
VALVE, DECK = 0x28DE, 0x1205
SHOULDERS = {"xbox": ("LB", "RB"), "playstation": ("L1", "R1"), "nintendo": ("L", "R"), "deck": ("L1", "R1")}
STICKS = {"xbox": ("LS", "RS"), "playstation": ("L3", "R3"), "nintendo": ("L3", "R3"), "deck": ("L3", "R3")}


class PadSign(str):
    """A button's name, as used in sentences."""

    picture: str
    """Its picture: a shape, perhaps followed by letters, such as `round A`."""

    def __new__(cls, words: str, picture: str) -> PadSign:
        sign = super().__new__(cls, words)
        sign.picture = picture
        return sign


def is_on_deck() -> bool:
    """Return whether this is a Steam Deck, as Steam tells the programs that it starts there."""
    return os.environ.get("SteamDeck") == "1"  # noqa: SIM112 - the variable has this spelling


def make_of(index: int) -> Make:
    """Return the make of the gamepad at an index in SDL's list."""
    try:
        library = sdl()
        vendor, product = library.SDL_JoystickGetDeviceVendor(index), library.SDL_JoystickGetDeviceProduct(index)
        kind: ctypes.c_int = library.SDL_GameControllerTypeForIndex(index)
    except (OSError, AttributeError):
        return "xbox"
    # Steam replaces the system's gamepads by virtual ones of Valve, including that of the Deck
    if vendor == VALVE and (product == DECK or is_on_deck()):
        return "deck"
    return MAKES.get(int(kind), "xbox")


def signs_of(bound: Mapping[str, Verb], make: Make) -> dict[Verb, str]:
    """Return the sign of the first button that each verb is bound to."""
    first = {verb: control for control, verb in reversed([*bound.items()])}
    return {verb: sign_of(control, make) for verb, control in first.items()}


def sign_of(control: str, make: Make) -> PadSign:
    """Return the name and picture of a button on gamepads of a make."""
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
    """Return the names and pictures of those of a make's buttons that are named by words."""
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


# -- pads


BUTTONS = {
    pygame.CONTROLLER_BUTTON_A: "a",
    pygame.CONTROLLER_BUTTON_B: "b",
    pygame.CONTROLLER_BUTTON_X: "x",
    pygame.CONTROLLER_BUTTON_Y: "y",
    pygame.CONTROLLER_BUTTON_BACK: "back",
    pygame.CONTROLLER_BUTTON_START: "start",
    pygame.CONTROLLER_BUTTON_LEFTSTICK: "leftstick",
    pygame.CONTROLLER_BUTTON_RIGHTSTICK: "rightstick",
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "leftshoulder",
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "rightshoulder",
    pygame.CONTROLLER_BUTTON_DPAD_UP: "dpup",
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: "dpdown",
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: "dpleft",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "dpright",
}
STICK = {
    pygame.CONTROLLER_AXIS_LEFTX: ("stickleft", "stickright"),
    pygame.CONTROLLER_AXIS_LEFTY: ("stickup", "stickdown"),
}
PUSHED, RELEASED = 18000, 9000
"""Deflections of a stick (of 32767) above which it counts as pushed, and below which as released."""


@dataclass(frozen=True)
class ButtonEvent:
    """A press or release of a gamepad's button, or of its stick in one direction."""

    pad: int
    """The gamepad's number, from 1; 0: no longer connected."""
    control: str
    is_down: bool


class Pads:
    """The connected gamepads, each with its number."""

    def __init__(self) -> None:
        self.connections: Connections[int] = Connections()
        self._open: dict[int, controller.Controller] = {}
        self._makes: dict[int, Make] = {}
        """Makes by the gamepad's number."""
        self._down: set[tuple[int, str]] = set()
        with surviving("gamepads"):
            controller.init()
            for index in range(controller.get_count()):
                with surviving("gamepads"):
                    self._add(index)

    @property
    def names(self) -> list[str]:
        return [pad.name for pad in self._open.values()]

    @property
    def devices(self) -> list[InputDevice]:
        return [InputDevice(f"pad {number}", self.label(number), "pad") for number in self.connections.numbers]

    def label(self, number: int) -> str:
        name = self.connections.name(number)
        if not name:
            return tr("gamepad {number}", number=number)
        return tr("gamepad {number} ({name})", number=number, name=name)

    def make(self, number: int) -> Make:
        """Return the make of a gamepad; an unknown one counts as an Xbox's."""
        return self._makes.get(number, "xbox")

    @property
    def built_in(self) -> int:
        """The number of a gamepad that is part of the machine, as on a Steam Deck; 0 if there is none."""
        return next((number for number in self.connections.numbers if self.make(number) == "deck"), 0)

    def on_event(self, event: pygame.Event) -> list[ButtonEvent]:
        """Return the presses and releases that a pygame event means."""
        with surviving("gamepads"):
            return self._read(event)
        return []

    def _read(self, event: pygame.Event) -> list[ButtonEvent]:
        match event.type:
            case pygame.CONTROLLERDEVICEADDED:
                self._add(event.device_index)
            case pygame.CONTROLLERDEVICEREMOVED:
                return self._remove(event.instance_id)
            case pygame.CONTROLLERBUTTONDOWN | pygame.CONTROLLERBUTTONUP if event.button in BUTTONS:
                is_down = event.type == pygame.CONTROLLERBUTTONDOWN
                return self._tap(event.instance_id, BUTTONS[event.button], is_down)
            case pygame.CONTROLLERAXISMOTION if event.axis in STICK:
                taps = []
                for control, way in zip(STICK[event.axis], (-1, 1)):
                    push = event.value * way
                    if push > PUSHED:
                        taps += self._tap(event.instance_id, control, True)
                    elif push < RELEASED:
                        taps += self._tap(event.instance_id, control, False)
                return sorted(taps, key=lambda tap: tap.is_down)
        return []

    def _add(self, index: int) -> None:
        if controller.is_controller(index):
            pad = controller.Controller(index)
            instance = pad.as_joystick().get_instance_id()
            self._open[instance] = pad
            self._makes[self.connections.connect(instance, pad.name or "")] = make_of(index)

    def _remove(self, instance: int) -> list[ButtonEvent]:
        """Remove a gamepad and release its buttons."""
        held = [control for pad, control in self._down if pad == instance]
        taps = [tap for control in held for tap in self._tap(instance, control, False)]
        self._open.pop(instance, None)
        self.connections.disconnect(instance)
        return taps

    def _tap(self, instance: int, control: str, is_down: bool) -> list[ButtonEvent]:
        if ((instance, control) in self._down) == is_down:
            return []
        (self._down.add if is_down else self._down.discard)((instance, control))
        return [ButtonEvent(self.connections.number(instance) or 0, control, is_down)]
