"""What the tests of hands share: a window's devices, and events by the place of the key."""

from collections.abc import Iterator

import pygame
import pytest

from tests.scenes.devices.scripted_mice import ScriptedMice
from tests.scenes.devices.virtual_pads import VirtualPad
from topping_out.scenes.devices.bindings import load_bindings
from topping_out.scenes.devices.devices import Devices
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.devices.keyboard import SCANCODES, key_label
from topping_out.scenes.devices.keyboard_halves import Control
from topping_out.scenes.devices.mice.mice import Mice


def new_devices(source: ScriptedMice) -> Devices:
    """Return the devices of a window of 640 × 360, with these mice."""
    pygame.display.init()
    pygame.display.set_mode((640, 360))
    pygame.event.clear()
    return Devices(mice=Mice(lambda: source))


@pytest.fixture
def source() -> ScriptedMice:
    return ScriptedMice("Wheel Mouse", "TouchPad")


@pytest.fixture
def devices(source: ScriptedMice) -> Iterator[Devices]:
    """Devices with two mice that can be told apart; the pointer is let go of afterwards."""
    devices = new_devices(source)
    yield devices
    devices.unassign()
    pygame.event.set_grab(False)
    pygame.mouse.set_visible(True)


@pytest.fixture
def pads(devices: Devices) -> Iterator[list[VirtualPad]]:
    """Two gamepads, plugged in one after the other."""
    pads = []
    for _ in range(2):
        pads.append(VirtualPad())
        devices.read(pygame.event.get(), 1)
    yield pads
    for pad in pads:
        pad.unplug()
    devices.read(pygame.event.get(), 1)


def tap(place: str, up: bool = False, mod: int = 0) -> pygame.Event:
    """Return the event of a key at a place, on the American layout."""
    code = {"left": pygame.K_LEFT, "right": pygame.K_RIGHT, "up": pygame.K_UP, "down": pygame.K_DOWN}.get(place)
    key, kind = code or pygame.key.key_code(key_label(place)), pygame.KEYUP if up else pygame.KEYDOWN
    return pygame.Event(kind, key=key, mod=mod, unicode="", scancode=SCANCODES[place])


def place(control: Control) -> str:
    return load_bindings().half_keys[control.half][control.verb]


def done(intents: list[Intent]) -> list[tuple[Verb, int | None]]:
    """Return what was done for which seat, apart from pointing."""
    return [(intent.verb, intent.seat) for intent in intents if intent.verb is not Verb.POINT]
