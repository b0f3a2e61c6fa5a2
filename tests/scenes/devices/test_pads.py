"""Gamepads at a live table: one for each seat, plugged in and unplugged."""

import pygame
import pytest

from tests.scenes.devices.tools import device_stories, devices, done, pads, source
from tests.virtual_pads import VirtualPad
from topping_out.scenes.devices.devices import Devices
from topping_out.scenes.devices.intents import Verb

__all__ = ["devices", "pads", "source"]


def play(devices: Devices) -> list[tuple[Verb, int | None]]:
    return done(devices.read(pygame.event.get(), 1))


test_gamepads = device_stories(
    """
a pushed stick acts once and then repeats until it returns
    0 pad 2 > pad 2 stick 0 -30000 = does up 0 > hold 240 = does up 0 > pad 2 stick 0 -20000 = does nothing
    > pad 2 stick 0 30000 = does down 0 > pad 2 stick 0 0 = does nothing > hold 800 = does nothing
Start pauses for everybody
    0 pad 1 > pad 1 start = does cancel
a gamepad without a seat moves the focus
    0 pad 1 > pad 2 dpdown = does down
a gamepad without a seat does nothing if several play
    0 pad 1, 1 keys 1 > pad 2 start = does nothing > pad 2 start up; pad 2 b = does nothing
    > pad 2 b up; pad 2 a = does nothing > pad 2 a up; pad 2 dpdown = does nothing > pad 1 start = does cancel
devices plugged in before seats have devices are not reported
    0 pad 1 = changes -
""",
)


@pytest.mark.parametrize(
    ("button", "verb"),
    [("a", Verb.CONFIRM), ("x", Verb.SPLIT), ("b", Verb.CANCEL), ("y", Verb.DONE),
     ("dpup", Verb.UP), ("dpdown", Verb.DOWN), ("dpleft", Verb.LEFT), ("dpright", Verb.RIGHT)],
)  # fmt: skip
def test_each_gamepad_acts_for_its_seat(devices: Devices, pads: list[VirtualPad], button: str, verb: Verb) -> None:
    assert [device.id for device in devices.available() if device.kind == "pad"] == ["pad 1", "pad 2"]
    devices.assign({4: "pad 1", 2: "pad 2"})
    pads[0].button(button, True)
    pads[1].button(button, True)
    assert sorted(play(devices)) == [(verb, 2), (verb, 4)]


def test_an_unplugged_gamepad_is_reported_and_gets_its_seat_back(devices: Devices, pads: list[VirtualPad]) -> None:
    devices.assign({0: "pad 1", 1: "pad 2"})
    pads[0].button("dpdown", True)
    play(devices)
    pads.pop(0).unplug()
    assert play(devices) == []
    (change,) = devices.changes()
    assert change.startswith("Gamepad 1 (")
    assert change.endswith("was unplugged.")
    assert devices.missing == [0]
    pads.append(VirtualPad())
    assert play(devices) == []
    assert devices.changes()[0].endswith("is back.")
    assert devices.missing == []
    pads[-1].button("a", True)
    assert play(devices) == [(Verb.CONFIRM, 0)]


def test_an_unplugged_gamepad_releases_its_buttons(devices: Devices, pads: list[VirtualPad]) -> None:
    pads[1].button("dpdown", True)
    assert play(devices) == [(Verb.DOWN, None)]
    pads.pop().unplug()
    play(devices)
    assert [devices.repeat(40) for _ in range(100)] == [[]] * 100


def test_unplugging_a_gamepad_without_a_seat_is_not_reported(devices: Devices, pads: list[VirtualPad]) -> None:
    devices.assign({0: "pad 1"})
    pads.pop().unplug()
    play(devices)
    assert devices.changes() == []
    pads.append(VirtualPad())
    play(devices)
    assert devices.changes()[0].endswith("was plugged in.")
