"""Shared by the tests of input devices: fixtures of devices, key events, and stories."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame
import pytest

from tests.game.matches import Teller, cases, row, tell
from tests.virtual_pads import VirtualPad
from topping_out.scenes.devices import keyboard
from topping_out.scenes.devices.devices import Devices
from topping_out.scenes.devices.intents import LEFT, Intent, MouseEvent, Verb
from topping_out.scenes.devices.keyboard import SCANCODES, Control, load_bindings
from topping_out.scenes.devices.mice_and_pads import Mice

# -- scripted mice


class ScriptedMice:
    """A source of mouse events in which a test moves, presses, plugs in and unplugs mice."""

    def __init__(self, *names: str) -> None:
        self.names = dict(enumerate(names, 1))
        self._waiting: list[MouseEvent] = []

    def poll(self) -> list[MouseEvent]:
        waiting, self._waiting = self._waiting, []
        return waiting

    def close(self) -> None:
        self._waiting.clear()

    def move(self, device: int, dx: float, dy: float) -> None:
        self._waiting.append(MouseEvent(device, "motion", dx, dy))

    def press(self, device: int, button: int = LEFT) -> None:
        self._waiting.append(MouseEvent(device, "press", button=button))

    def release(self, device: int, button: int = LEFT) -> None:
        self._waiting.append(MouseEvent(device, "release", button=button))

    def plug(self, device: int, name: str) -> None:
        self.names[device] = name
        self._waiting.append(MouseEvent(device, "plugged"))

    def unplug(self, device: int) -> None:
        del self.names[device]
        self._waiting.append(MouseEvent(device, "unplugged"))


# -- devices


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
    """The devices of a window with two separate mice; the pointer is released afterwards."""
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
    """Return the event of pressing (or releasing) the key at a place of the American layout."""
    key = getattr(pygame, f"K_{place if len(place) == 1 else place.upper()}")
    kind, text = pygame.KEYUP if up else pygame.KEYDOWN, place if len(place) == 1 else ""
    return pygame.Event(kind, key=key, mod=mod, unicode=text, scancode=SCANCODES[place])


def place(control: Control) -> str:
    return load_bindings().half_keys[control.half][control.verb]


def done(intents: list[Intent]) -> list[tuple[Verb, int | None]]:
    """Return the verbs and seats of all intents except pointing."""
    return [(intent.verb, intent.seat) for intent in intents if intent.verb is not Verb.POINT]


# -- stories


def device_stories(text: str) -> Callable[..., None]:
    """Return a test of the stories in a text, whose form is explained in `tests.game.matches`.

    A story begins with the devices of the seats, such as `0 keys 1, 1 pad 2`, or with `nobody`.
    """

    @pytest.mark.parametrize("story", cases(text))
    def test(devices: Devices, story: str, request: pytest.FixtureRequest) -> None:
        pads = request.getfixturevalue("pads") if "pad " in story else []

        def begin(position: str) -> Devices:
            if position != "nobody":
                devices.assign({int(seat[0]): seat[2:] for seat in position.split(", ")})
            return devices

        tell(Teller(begin, lambda devices, words: send_events(devices, pads, words), FACTS), story)

    return test


def send_events(devices: Devices, pads: list[VirtualPad], words: str) -> list[Intent]:
    """Send the events that the words mean: `shift+tab`, `left up`, `hold 300`, `pad 1 a`, `pad 1 a up` and so on."""
    if words in SUDDEN_CHANGES:
        SUDDEN_CHANGES[words](devices)
        return []
    match words.split():
        case ["hold", ms]:
            return [intent for _ in range(int(ms) // 10) for intent in devices.repeat(10)]
        case ["pad", number, "stick", across, down]:
            pads[int(number) - 1].stick(int(across), int(down))
        case ["pad", number, button, *up]:
            pads[int(number) - 1].button(button, not up)
        case ["type", letter]:
            return devices.read([pygame.Event(pygame.TEXTINPUT, text=letter)], 1)
        case ["mouse", kind, *numbers]:
            return devices.read([mouse_event(kind, *map(int, numbers))], 1.5)
        case ["they", "sit", "down:", seat, *device]:
            devices.assign({int(seat): " ".join(device)})
        case [chord, *up]:
            *modifiers, place = chord.split("+")
            mod = sum(getattr(pygame, f"KMOD_{name.upper()}") for name in modifiers)
            return devices.read([tap(place, bool(up), mod)], 1)
    return devices.read(pygame.event.get(), 1)


SUDDEN_CHANGES: dict[str, Callable[[Devices], None]] = {
    "all leave": lambda devices: devices.unassign(),
    "the window loses the keyboard": lambda devices: devices.release_all(),
    "writing begins": lambda devices: setattr(devices, "typing", True),
    "writing ends": lambda devices: setattr(devices, "typing", False),
    "raw keys are wanted": lambda devices: setattr(devices, "wants_raw_keys", True),
}


def mouse_event(kind: str, *numbers: int) -> pygame.Event:
    """Return a mouse event: `moves X Y DX`, `presses X Y BUTTON`, `releases X Y BUTTON` or `scrolls DY`."""
    if kind == "scrolls":
        return pygame.Event(pygame.MOUSEWHEEL, x=0, y=numbers[0], precise_x=0.0, precise_y=float(numbers[0]))
    if kind == "moves":
        return pygame.Event(pygame.MOUSEMOTION, pos=numbers[:2], rel=(numbers[2], 0), buttons=(0, 0, 0))
    event = pygame.MOUSEBUTTONDOWN if kind == "presses" else pygame.MOUSEBUTTONUP
    return pygame.Event(event, pos=numbers[:2], button=numbers[2])


def written(intent: Intent) -> str:
    """Return an intent as stories write it: `confirm 0`, `pick "3"`, `press at 20,40`."""
    where = f"at {intent.position[0]:g},{intent.position[1]:g}" if any(intent.position) else ""
    text = f'"{intent.text}"' if intent.text else ""
    seat = "" if intent.seat is None else str(intent.seat)
    amount = str(intent.amount) if intent.verb is Verb.KEY else ""
    return " ".join(filter(None, (intent.verb.value, seat, text, amount, where)))


FACTS: dict[str, Callable[..., object]] = {
    "does": lambda _, found: (
        ", ".join(written(intent) for intent in found if intent.verb is not Verb.POINT) or "nothing"
    ),
    "intents": lambda _, found: ", ".join(map(written, found)) or "none",
    "scrolled": lambda _, found: found[0].amount,
    "active": lambda devices, _: devices.active,
    "pointer is": lambda *_: "seen" if pygame.mouse.get_visible() else "not seen",
    "pointer": lambda devices, _: "{:g},{:g}".format(*devices.pointer),
    "changes": lambda devices, _: " ".join(devices.changes()) or "-",
    "cursors": lambda devices, _: row(f"{seat}:{x:g},{y:g}" for seat, (x, y) in devices.cursors.items()),
}


# -- keyboard layouts


Table = dict[str, tuple[int, str, str, str]]
FILE = Path(__file__).with_name("layouts.json")
LAYOUTS: dict[str, Table] = json.loads(FILE.read_text(encoding="utf-8"))


@contextmanager
def with_layout(devices: Devices, table: Table) -> Iterator[None]:
    """Switch the keyboard to a layout, and tell the devices."""
    codes = {SCANCODES[place]: key[0] for place, key in table.items()}
    american = keyboard._library()
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
