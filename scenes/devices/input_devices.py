"""What a player of a live game can play with, and who gets which device."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from topping_out.scenes.devices.intents import Verb

Kind = Literal["mouse", "keys", "pad"]
MOUSE = "mouse"
"""The id of all mice together, as one device."""
KEYBOARD_HALVES = ("keys 1", "keys 2")
"""The ids of the two halves of the keyboard."""
PLAYER_VERBS = (Verb.UP, Verb.LEFT, Verb.DOWN, Verb.RIGHT, Verb.CONFIRM, Verb.SPLIT, Verb.CANCEL, Verb.DONE)
"""What keys and gamepads can do for a player, each with a single press."""


@dataclass(frozen=True)
class InputDevice:
    """A mouse, half a keyboard or a gamepad that a player can use."""

    id: str
    """`mouse`; `keys 1`, `keys 2`; `pad 1` and so on; `mouse 1` and so on where mice are told apart."""
    label: str
    """What players are shown."""
    kind: Kind


def is_single_mouse(id: str) -> bool:
    """Tell whether a device's id is of one mouse among several, told apart from the others."""
    return id.startswith(f"{MOUSE} ")


def is_free_beside(id: str, taken: set[str]) -> bool:
    """Tell whether a device is free. "All mice together" and a single mouse exclude each other."""
    if id in taken:
        return False
    if id == MOUSE:
        return not any(map(is_single_mouse, taken))
    return not (is_single_mouse(id) and MOUSE in taken)


def assign_devices(count: int, devices: Sequence[InputDevice], wished: Sequence[str] = ()) -> list[str]:
    """Return a device's id for each of `count` players: the wished one if it is there and free, else the next free.

    "" stands where none is left. Single mice are assigned without a wish only if there are too few other devices.
    """
    there = [device.id for device in devices]
    single_mice = [id for id in there if is_single_mouse(id)]
    others = [id for id in there if id not in single_mice]
    assigned = _assign(count, others, there, wished)
    if "" in assigned and MOUSE in assigned and MOUSE not in wished and single_mice:
        usual = single_mice + [id for id in others if id != MOUSE]
        return _assign(count, usual, usual, wished)
    return assigned


def _assign(count: int, usual: list[str], there: list[str], wished: Sequence[str]) -> list[str]:
    assigned = [""] * count
    for place, wish in enumerate(wished[:count]):
        if wish in there and is_free_beside(wish, {*assigned}):
            assigned[place] = wish
    for place in range(count):
        if not assigned[place]:
            assigned[place] = next((id for id in usual if is_free_beside(id, {*assigned})), "")
    return assigned


def free_for(assigned: Sequence[str], place: int, devices: Sequence[InputDevice]) -> list[str]:
    """Return the ids of what the player at `place` has or can have without taking it from anybody."""
    others = {id for other, id in enumerate(assigned) if other != place and id}
    return [device.id for device in devices if is_free_beside(device.id, others)]


def reassign(
    assigned: Sequence[str], place: int, id: str, devices: Sequence[InputDevice], recent: Sequence[str] = ()
) -> list[str]:
    """Give the player at `place` another device. Whoever had it gets the old one.

    If that is a single mouse, whoever had all mice together gets the only other one or, of several, the one of `recent`
    that was used last: there may be mice that nobody has in hand.
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
