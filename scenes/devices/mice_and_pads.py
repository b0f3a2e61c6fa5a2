"""Several mice, each with its own cursor, and gamepads, with the signs of their buttons."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import pygame
from pygame._sdl2 import controller

from topping_out.game.language import tr, tr_context
from topping_out.game.storage.faults import guarded, surviving

from .intents import LEFT, RIGHT, Connections, InputDevice, Intent, MouseEvent, MouseSource, Verb
from .keyboard import sdl

# -- mice


class NoMice:
    """A source without mice, for systems that merge all mice into one."""

    names: dict[int, str] = {}

    def poll(self) -> list[MouseEvent]:
        return []

    def close(self) -> None:
        pass


def open_source() -> MouseSource:
    """Return the window system's source of single mice; `NoMice` if it has none."""
    driver = pygame.display.get_driver() if pygame.display.get_init() else ""
    try:
        if driver == "x11":
            from .mouse_sources import XInput  # only where mice can be told apart

            return XInput()
        if driver == "windows":
            from .mouse_sources import RawInput

            return RawInput()
    except (OSError, AttributeError):
        pass  # the X server lacks the extension, or a library is missing: all mice count as one
    return NoMice()


class Mice:
    """All mice by their numbers. The source is opened when it is first needed."""

    def __init__(self, open: Callable[[], MouseSource] = open_source) -> None:
        self.connections: Connections[int] = Connections()
        self.clicked_by = ""
        """The id of the mouse whose left button was pressed last, or "" if that is not known."""
        self.clicked_at = 0
        """Time of that press, by `pygame.time.get_ticks`."""
        self._recent: list[str] = []
        self._open = open
        self._source: MouseSource | None = None

    def close(self) -> None:
        if self._source:
            self._source.close()

    @property
    def source(self) -> MouseSource:
        if self._source is None:
            self._source = NoMice()
            with surviving("mice"):
                self._source = guarded("mice", self._open())
            for device, name in self._source.names.items():
                self.connections.connect(device, name)
        return self._source

    @property
    def several(self) -> bool:
        """Whether there are two or more mice that can be distinguished."""
        return len(self.source.names) > 1

    @property
    def devices(self) -> list[InputDevice]:
        """Each mouse, if there are several."""
        if not self.several:
            return []
        return [InputDevice(f"mouse {number}", self.label(number), "mouse") for number in self.connections.numbers]

    @property
    def recent(self) -> list[str]:
        """The ids of the connected mice that have been used, the latest first."""
        connected = {f"mouse {number}" for number in self.connections.numbers}
        return [id for id in self._recent if id in connected]

    def label(self, number: int) -> str:
        name = self.connections.name(number)
        return tr("mouse {number} ({name})", number=number, name=name) if name else tr("mouse {number}", number=number)

    def poll(self) -> list[tuple[str, MouseEvent]]:
        """Return the new events with their mouse's id; none before the source has been opened."""
        events = []
        for event in self._source.poll() if self._source else ():
            if event.kind == "plugged":
                self.connections.connect(event.device, self.source.names.get(event.device, ""))
            elif event.kind == "unplugged":
                self.connections.disconnect(event.device)
            elif (number := self.connections.number(event.device)) is not None:
                events.append((f"mouse {number}", event))
                self._note(f"mouse {number}", event)
        return events

    def _note(self, mouse: str, event: MouseEvent) -> None:
        """Remember that a mouse was used, and its click if the event is one."""
        if self._recent[:1] != [mouse]:
            self._recent = [mouse, *(other for other in self._recent if other != mouse)]
        if event.kind == "press" and event.button == LEFT:
            self.clicked_by, self.clicked_at = mouse, pygame.time.get_ticks()


# -- player mice


Point = tuple[float, float]
VERBS = {("press", LEFT): Verb.PRESS, ("release", LEFT): Verb.RELEASE, ("press", RIGHT): Verb.CANCEL}


class PlayerMice:
    """Moves a cursor for each assigned mouse, which the board draws.

    While mice are assigned, pygame's own pointer is confined to the window.
    """

    def __init__(self, mice: Mice) -> None:
        self._mice = mice
        self._seats: dict[str, int] = {}
        self._places: dict[str, Point | None] = {}
        """Places of the cursors in logical units; None until the first call of `read`."""
        self._moved: set[str] = set()
        self.is_away = False
        """Whether another window has the focus, so that the mice are ignored."""

    @property
    def are_seated(self) -> bool:
        return bool(self._seats)

    @property
    def cursors(self) -> dict[int, Point]:
        """The place of each seat's cursor."""
        return {self._seats[mouse]: place for mouse, place in self._places.items() if place and mouse in self._seats}

    def seat(self, seats: Mapping[str, int]) -> None:
        """Assign these mice to seats, and no others. A mouse assigned again keeps its cursor's place."""
        if self._seats or seats:
            pygame.event.set_grab(bool(seats))
        self._seats = dict(seats)
        self._moved = set(seats)

    def read(self, scale: float) -> list[Intent]:
        """Return the intents since the last call, with all motion between two clicks in one intent."""
        events = self._mice.poll()
        if not self._seats:
            return []
        width, height = pygame.display.get_window_size()
        self._put_down(width / scale, height / scale)
        intents: list[Intent] = []
        for mouse, event in events:
            if mouse in self._seats and not self.is_away:
                intents += self._on_event(mouse, event, scale, (width / scale, height / scale))
        for mouse in sorted(self._moved):
            intents += self._point(mouse)
        return intents

    def _put_down(self, width: float, height: float) -> None:
        """Place new cursors side by side."""
        for number, mouse in enumerate(self._seats, 1):
            if not self._places.get(mouse):
                self._places[mouse] = width * number / (len(self._seats) + 1), height / 2

    def _on_event(self, mouse: str, event: MouseEvent, scale: float, room: Point) -> list[Intent]:
        place = self._places[mouse]
        assert place
        if event.kind == "motion":
            x, y = place[0] + event.dx / scale, place[1] + event.dy / scale
            self._places[mouse] = min(max(x, 0.0), room[0]), min(max(y, 0.0), room[1])
            self._moved.add(mouse)
            return []
        verb = VERBS.get((event.kind, event.button))
        if verb is None:
            return []
        return [*self._point(mouse), Intent(verb, place, seat=self._seats[mouse])]

    def _point(self, mouse: str) -> list[Intent]:
        place = self._places[mouse]
        if mouse not in self._moved or not place:
            return []
        self._moved.discard(mouse)
        return [Intent(Verb.POINT, place, seat=self._seats[mouse])]


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
