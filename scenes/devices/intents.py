"""Intents, the only input of scenes: what players want to do, whatever the device. And the devices they can use."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import count
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

# -- intents


DOUBLE = 400.0
"""Most milliseconds between the presses of a double click."""


class Verb(StrEnum):
    """What an intent does."""

    # the pointer
    POINT = "point"
    PRESS = "press"
    RELEASE = "release"
    SCROLL = "scroll"
    LET_GO = "let go"
    """Let go of everything held, without any effect, as it is no longer known whether it still is held."""
    # navigating and choosing
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    NEXT = "next"
    PREVIOUS = "previous"
    CONFIRM = "confirm"
    CANCEL = "cancel"
    # shortcuts, shown on the buttons
    PLAY = "play"
    UNDO = "undo"
    HINT = "hint"
    LOG = "log"
    RULES = "rules"
    LOOK = "look"
    """Look through the face-up cards on the table."""
    FINISH = "finish"
    """Play what is chosen, and then what usually ends the turn."""
    PICK = "pick"
    """Choose a thing by its number; `text` is the digit."""
    ALIKE = "alike"
    """Choose all cards of the hand that can be chosen together with the current one."""
    PLACE = "place"
    """Play to a place; `text` is the place's key."""
    FIRST = "first"
    """Go to the first element of a group."""
    LAST = "last"
    NEXT_GROUP = "next group"
    PREVIOUS_GROUP = "previous group"
    FIND = "find"
    """Go to the next element of a group with a word that begins with the letter `text`."""
    RECAP = "recap"
    """Show what has happened since the player's last turn."""
    REMATCH = "rematch"
    FASTER = "faster"
    SLOWER = "slower"
    # questions, with replies in words
    ASK_TURN = "ask turn"
    ASK_SCORES = "ask scores"
    ASK_HAND = "ask hand"
    ASK_TABLE = "ask table"
    ASK_TOWERS = "ask towers"
    ASK_AGAIN = "ask again"
    ASK_EARLIER = "ask earlier"
    ASK_LATER = "ask later"
    # requests of a screen reader: `text` is the name of a widget, or a value
    FOCUS = "focus"
    SET = "set"
    SELECT = "select"
    """Select a part of a text; `text` contains its beginning and end, such as "0 4"."""
    # from a device that plays for one seat
    SPLIT = "split"
    DONE = "done"
    # the program
    MUTE = "mute"
    FULLSCREEN = "fullscreen"
    READ_ALOUD = "read aloud"
    """Switch the program's own voice on or off."""
    KEYS = "keys"
    """Open the page of all keys."""
    DROP = "drop"
    """A file was dropped onto the window; `text` is its path."""
    # typing
    TYPE = "type"
    COMPOSE = "compose"
    """`text` is what an input method is composing, such as kana before they become kanji; empty once it is done."""
    ERASE = "erase"
    """Delete the letter before the caret, or with an `amount` of 1 the letter after it."""
    CARET = "caret"
    """Move the caret in the way `text` (see `TypedLine.move`); an `amount` of 1 extends the selection."""
    COPY = "copy"
    CUT = "cut"
    PASTE = "paste"
    """Paste the clipboard; with the `text` "selected", paste the primary selection (X11's middle button)."""
    KEY = "key"
    """A raw key, for pages where players choose keys; `text` is its place, `amount` 1 for down and 0 for up."""


@dataclass(frozen=True, slots=True)
class Intent:
    """A verb with its position (in logical units) and text. `seat` is set if the device is assigned to a seat."""

    verb: Verb
    position: tuple[float, float] = (0.0, 0.0)
    text: str = ""
    amount: float = 0.0
    seat: int | None = None


# -- input devices


Kind = Literal["mouse", "keys", "pad"]
MOUSE = "mouse"
"""The id of all mice together, as one device."""
KEYBOARD_HALVES = ("keys 1", "keys 2")
"""The ids of the two halves of the keyboard."""
PLAYER_VERBS = (Verb.UP, Verb.LEFT, Verb.DOWN, Verb.RIGHT, Verb.CONFIRM, Verb.SPLIT, Verb.CANCEL, Verb.DONE)
"""The verbs of a player's own keys or gamepad, each with a single press."""


@dataclass(frozen=True)
class InputDevice:
    """A mouse, half a keyboard or a gamepad that a player can use."""

    id: str
    """`mouse`; `keys 1`, `keys 2`; `pad 1` and so on; `mouse 1` and so on if mice can be distinguished."""
    label: str
    """Its name for players."""
    kind: Kind


def is_single_mouse(id: str) -> bool:
    """Return whether an id is that of one mouse among several."""
    return id.startswith(f"{MOUSE} ")


def is_free_beside(id: str, taken: set[str]) -> bool:
    """Return whether a device is free. "All mice together" and a single mouse exclude each other."""
    if id in taken:
        return False
    if id == MOUSE:
        return not any(map(is_single_mouse, taken))
    return not (is_single_mouse(id) and MOUSE in taken)


def assign_devices(count: int, devices: Sequence[InputDevice], wished: Sequence[str] = ()) -> list[str]:
    """Return a device's id for each of `count` players: the wished one if it is connected and free, else the next free.

    If none is left, the id is "". Single mice that nobody wishes are assigned only if there are too few other devices.
    """
    connected = [device.id for device in devices]
    single_mice = [id for id in connected if is_single_mouse(id)]
    others = [id for id in connected if id not in single_mice]
    assigned = _assign(count, others, connected, wished)
    if "" in assigned and MOUSE in assigned and MOUSE not in wished and single_mice:
        usual = single_mice + [id for id in others if id != MOUSE]
        return _assign(count, usual, usual, wished)
    return assigned


def _assign(count: int, usual: list[str], connected: list[str], wished: Sequence[str]) -> list[str]:
    assigned = [""] * count
    for place, wish in enumerate(wished[:count]):
        if wish in connected and is_free_beside(wish, {*assigned}):
            assigned[place] = wish
    for place in range(count):
        if not assigned[place]:
            assigned[place] = next((id for id in usual if is_free_beside(id, {*assigned})), "")
    return assigned


def free_for(assigned: Sequence[str], place: int, devices: Sequence[InputDevice]) -> list[str]:
    """Return the ids of the devices that the player at `place` has, or can have without taking them from others."""
    others = {id for other, id in enumerate(assigned) if other != place and id}
    return [device.id for device in devices if is_free_beside(device.id, others)]


def reassign(
    assigned: Sequence[str], place: int, id: str, devices: Sequence[InputDevice], recent: Sequence[str] = ()
) -> list[str]:
    """Give the player at `place` another device. A player who had it gets the old one.

    If the new device is a single mouse, a player who had all mice together gets the only other mouse or, if there are
    several, the most recently used one of `recent`: some mice may be connected but unused.
    """
    wished = [assigned[place] if other == id else other for other in assigned]
    wished[place] = id
    if is_single_mouse(id) and MOUSE in wished:
        free = [device.id for device in devices if is_single_mouse(device.id) and device.id not in wished]
        free = [mouse for mouse in recent if mouse in free] if len(free) > 1 else free
        wished[wished.index(MOUSE)] = free[0] if free else ""
    if id == MOUSE:
        wished = ["" if is_single_mouse(other) else other for other in wished]
    return assign_devices(len(assigned), devices, wished)


# -- connections


K = TypeVar("K", bound=Hashable)
"""The system's id of a device, which is new each time it is plugged in."""


@dataclass(frozen=True)
class ConnectionChange:
    """The plugging in or unplugging of the device with that number."""

    number: int
    is_there: bool


class Connections(Generic[K]):
    """Numbers devices from 1. A device that is plugged in again gets the number of a former one with the same name."""

    def __init__(self) -> None:
        self._numbers: dict[K, int] = {}
        self._names: dict[int, str] = {}
        """Names by number, including those of unplugged devices."""
        self.changes: list[ConnectionChange] = []

    def connect(self, key: K, name: str) -> int:
        """Number a newly connected device."""
        if key not in self._numbers:
            number = self._free_number(name)
            self._numbers[key], self._names[number] = number, name
            self.changes.append(ConnectionChange(number, True))
        return self._numbers[key]

    def _free_number(self, name: str) -> int:
        used = {*self._numbers.values()}
        left = sorted(number for number, former in self._names.items() if former == name and number not in used)
        return left[0] if left else next(number for number in count(1) if number not in used)

    def disconnect(self, key: K) -> None:
        """Remove a disconnected device."""
        if key in self._numbers:
            self.changes.append(ConnectionChange(self._numbers.pop(key), False))

    def number(self, key: K) -> int | None:
        return self._numbers.get(key)

    @property
    def numbers(self) -> list[int]:
        """The numbers of the connected devices."""
        return sorted(self._numbers.values())

    def name(self, number: int) -> str:
        return self._names.get(number, "")


# -- single mice


What = Literal["motion", "press", "release", "plugged", "unplugged"]
LEFT, MIDDLE, RIGHT = 1, 2, 3


class MouseEvent(NamedTuple):
    """An event of one mouse."""

    device: int
    """The system's id of the mouse, a key of `MouseSource.names` while it is connected."""
    kind: What
    dx: float = 0.0
    dy: float = 0.0
    """`dx` and `dy` are its motion in device pixels."""
    button: int = 0


class MouseSource(Protocol):
    """A source that reports every mouse separately."""

    names: dict[int, str]
    """The names of the connected mice by id. Changes are also reported by events."""

    def poll(self) -> list[MouseEvent]:
        """Return the events since the last call, in order."""

    def close(self) -> None: ...
