"""Directions repeat for as long as they are held, and no longer."""

import pygame

from topping_out.scenes.devices.devices import FIRST_REPEAT, NEXT_REPEAT, Devices
from topping_out.scenes.devices.intents import Verb


def key(kind: int, key: int, mod: int = 0) -> pygame.Event:
    return pygame.Event(kind, key=key, mod=mod, unicode="")


def read(devices: Devices, *events: pygame.Event) -> list[Verb]:
    return [intent.verb for intent in devices.read(events, 1.0)]


def hold(devices: Devices, ms: float) -> list[Verb]:
    """Return what repeats in that time, in frames of 10 ms."""
    return [intent.verb for _ in range(round(ms / 10)) for intent in devices.repeat(10)]


def test_a_direction_that_is_held_repeats_until_it_is_let_go() -> None:
    devices = Devices()
    assert read(devices, key(pygame.KEYDOWN, pygame.K_LEFT)) == [Verb.LEFT]
    assert hold(devices, FIRST_REPEAT - 10) == []
    assert hold(devices, 10 + 2 * NEXT_REPEAT) == [Verb.LEFT] * 3
    read(devices, key(pygame.KEYUP, pygame.K_LEFT))
    assert hold(devices, 2000) == []


def test_shift_and_tab_stop_together_whichever_is_let_go_first() -> None:
    devices = Devices()
    assert read(devices, key(pygame.KEYDOWN, pygame.K_TAB, pygame.KMOD_SHIFT)) == [Verb.PREVIOUS]
    read(devices, key(pygame.KEYUP, pygame.K_LSHIFT), key(pygame.KEYUP, pygame.K_TAB))
    assert hold(devices, 2000) == []


def test_erasing_stops_when_writing_ends_in_between() -> None:
    devices = Devices()
    devices.typing = True
    assert read(devices, key(pygame.KEYDOWN, pygame.K_BACKSPACE)) == [Verb.ERASE]
    devices.typing = False
    read(devices, key(pygame.KEYUP, pygame.K_BACKSPACE))
    assert hold(devices, 2000) == []


def test_a_frame_that_took_long_is_no_long_press() -> None:
    devices = Devices()
    read(devices, key(pygame.KEYDOWN, pygame.K_RIGHT))
    assert devices.repeat(3000) == []
