"""Hands: what a player at a live table can play with, and the words for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scenes.devices.intents import Verb

Kind = Literal["mouse", "keys", "pad"]
MOUSE = "mouse"
"""All mice together, as one hand."""
KEYS = ("keys 1", "keys 2")
"""The two halves of the keyboard."""
VERBS = (Verb.UP, Verb.LEFT, Verb.DOWN, Verb.RIGHT, Verb.CONFIRM, Verb.SPLIT, Verb.CANCEL, Verb.DONE)
"""What keys and gamepads do for a seat, each with a single tap."""


@dataclass(frozen=True)
class InputDevice:
    """A mouse, half a keyboard or a gamepad that could sit down."""

    id: str
    """mouse; keys 1, keys 2; pad 1 and so on; mouse 1 and so on where mice are told apart."""
    label: str
    """In words for people."""
    kind: Kind


def is_own_mouse(hand: str) -> bool:
    """Tell whether a hand's id is of one mouse among several, told apart from the others."""
    return hand.startswith(f"{MOUSE} ")


def may_sit_beside(hand: str, others: set[str]) -> bool:
    """Tell whether a hand is still free: all mice together and one of them apart exclude each other."""
    if hand in others:
        return False
    if hand == MOUSE:
        return not any(map(is_own_mouse, others))
    return not (is_own_mouse(hand) and MOUSE in others)


def seat_all(count: int, hands: Sequence[InputDevice], wished: Sequence[str] = ()) -> list[str]:
    """Return a hand's id for each of `count` players: the wished one where it is there and free, else the next free.

    "" stands where none is left. Mice are told apart unasked only where there are too few other hands.
    """
    there = [hand.id for hand in hands]
    apart = [hand for hand in there if is_own_mouse(hand)]
    common = [hand for hand in there if hand not in apart]
    seated = _seat(count, common, there, wished)
    if "" in seated and MOUSE in seated and MOUSE not in wished and apart:
        usual = apart + [hand for hand in common if hand != MOUSE]
        return _seat(count, usual, usual, wished)
    return seated


def _seat(count: int, usual: list[str], there: list[str], wished: Sequence[str]) -> list[str]:
    seated = [""] * count
    for place, wish in enumerate(wished[:count]):
        if wish in there and may_sit_beside(wish, {*seated}):
            seated[place] = wish
    for place in range(count):
        if not seated[place]:
            seated[place] = next((hand for hand in usual if may_sit_beside(hand, {*seated})), "")
    return seated


def give(seated: Sequence[str], place: int, hand: str, hands: Sequence[InputDevice]) -> list[str]:
    """Give one player another hand; whoever had it gets the old one, and one with all mice together a mouse apart."""
    wished = [seated[place] if other == hand else other for other in seated]
    wished[place] = hand
    if is_own_mouse(hand) and MOUSE in wished:
        free = [other.id for other in hands if is_own_mouse(other.id) and other.id not in wished]
        wished[wished.index(MOUSE)] = free[0] if free else ""
    if hand == MOUSE:
        wished = ["" if is_own_mouse(other) else other for other in wished]
    return seat_all(len(seated), hands, wished)
