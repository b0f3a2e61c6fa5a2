"""What the keys of keyboard layouts send under X11, for tests without a window.

`layouts.json` has, for each layout and each key's place, SDL's key code and what the key types alone, with AltGr and
with Shift. `tests/window/record_layouts.py` records it.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame
import pytest

from topping_out.scenes.devices import keyboard
from topping_out.scenes.devices.devices import Devices
from topping_out.scenes.devices.intents import Intent
from topping_out.scenes.devices.keyboard import SCANCODES

Table = dict[str, tuple[int, str, str, str]]
FILE = Path(__file__).with_name("layouts.json")
LAYOUTS: dict[str, Table] = json.loads(FILE.read_text(encoding="utf-8"))


@contextmanager
def with_layout(devices: Devices, table: Table) -> Iterator[None]:
    """Switch the keyboard to a layout, and tell the devices."""
    codes = {SCANCODES[place]: key[0] for place, key in table.items()}
    american = keyboard._library()
    assert american
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keyboard, "_library", lambda: lambda code: codes.get(code) or american(code))
        devices.read([pygame.Event(pygame.KEYMAPCHANGED)], 1)
        yield
    keyboard._current.clear()


def strike(devices: Devices, table: Table, place: str, mod: int = 0) -> Intent | None:
    """Press and release the key at a place; return its intent, if any, but not the text that it types."""
    code, *typed = table[place]
    text = typed[2 if mod & pygame.KMOD_SHIFT else 1 if mod & (pygame.KMOD_RALT | pygame.KMOD_MODE) else 0]
    key = {"key": code, "scancode": SCANCODES[place], "mod": mod}
    down = pygame.Event(pygame.KEYDOWN, unicode=text, **key)
    found = devices.read([down, pygame.Event(pygame.KEYUP, **key)], 1)
    assert len(found) < 2
    return found[0] if found else None
