"""The devices that seats can play with, their assignment, the connected ones, and what reports single mice."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from .intents import Verb

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

    def disconnect(self, key: K) -> int | None:
        """Remove a disconnected device. Return the number that it had, or None."""
        number = self._numbers.pop(key, None)
        if number is not None:
            self.changes.append(ConnectionChange(number, False))
        return number

    def number(self, key: K) -> int | None:
        return self._numbers.get(key)

    @property
    def numbers(self) -> list[int]:
        """The numbers of the connected devices."""
        return sorted(self._numbers.values())

    @property
    def keys(self) -> list[K]:
        return list(self._numbers)

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
