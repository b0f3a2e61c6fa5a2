"""Gamepads at a live table: one a seat, coming and going."""

import pygame
import pytest

from tests.scenes.devices.tools import devices, done, pads, source
from tests.scenes.devices.virtual_pads import VirtualPad
from topping_out.scenes.devices.devices import Devices
from topping_out.scenes.devices.intents import Verb

__all__ = ["devices", "pads", "source"]


# -- gamepads


def play(devices: Devices) -> list[tuple[Verb, int | None]]:
    return done(devices.read(pygame.event.get(), 1))


@pytest.mark.parametrize(
    ("button", "verb"),
    [("a", Verb.CONFIRM), ("x", Verb.SPLIT), ("b", Verb.CANCEL), ("y", Verb.DONE),
     ("dpup", Verb.UP), ("dpdown", Verb.DOWN), ("dpleft", Verb.LEFT), ("dpright", Verb.RIGHT)],
)  # fmt: skip
def test_each_gamepad_plays_for_its_own_seat(devices: Devices, pads: list[VirtualPad], button: str, verb: Verb) -> None:
    assert [hand.id for hand in devices.available() if hand.kind == "pad"] == ["pad 1", "pad 2"]
    devices.assign({4: "pad 1", 2: "pad 2"})
    pads[0].button(button, True)
    pads[1].button(button, True)
    assert sorted(play(devices)) == [(verb, 2), (verb, 4)]


def test_a_stick_pushed_is_one_tap_and_repeats_until_it_is_back(devices: Devices, pads: list[VirtualPad]) -> None:
    devices.assign({0: "pad 2"})
    pads[1].stick(0, -30000)
    assert play(devices) == [(Verb.UP, 0)]
    assert [intent.verb for _ in range(12) for intent in devices.repeat(20)] == [Verb.UP]
    pads[1].stick(0, -20000)
    assert play(devices) == []
    pads[1].stick(0, 30000)
    assert play(devices) == [(Verb.DOWN, 0)]
    pads[1].stick(0, 0)
    assert play(devices) == []
    assert [devices.repeat(40) for _ in range(20)] == [[]] * 20


def test_start_pauses_for_everybody_whoever_presses_it(devices: Devices, pads: list[VirtualPad]) -> None:
    devices.assign({0: "pad 1"})
    pads[0].button("start", True)
    assert play(devices) == [(Verb.CANCEL, None)]


def test_a_gamepad_that_is_nobodys_moves_the_focus_as_ever(devices: Devices, pads: list[VirtualPad]) -> None:
    devices.assign({0: "pad 1"})
    pads[1].button("dpdown", True)
    assert play(devices) == [(Verb.DOWN, None)]


def test_a_gamepad_that_is_nobodys_where_several_play_does_nothing(devices: Devices, pads: list[VirtualPad]) -> None:
    devices.assign({0: "pad 1", 1: "keys 1"})
    for button in ("start", "b", "a", "dpdown"):
        pads[1].button(button, True)
        assert play(devices) == []
        pads[1].button(button, False)
        assert play(devices) == []
    pads[0].button("start", True)
    assert play(devices) == [(Verb.CANCEL, None)]


def test_a_gamepad_pulled_out_in_mid_game_is_told_and_comes_back_to_its_seat(
    devices: Devices, pads: list[VirtualPad]
) -> None:
    devices.assign({0: "pad 1", 1: "pad 2"})
    pads[0].button("dpdown", True)
    play(devices)
    pads.pop(0).unplug()
    assert play(devices) == []
    (told,) = devices.changes()
    assert told.startswith("Gamepad 1 (")
    assert told.endswith("was unplugged.")
    assert devices.missing == [0]
    pads.append(VirtualPad())
    assert play(devices) == []
    assert devices.changes()[0].endswith("is back.")
    assert devices.missing == []
    pads[-1].button("a", True)
    assert play(devices) == [(Verb.CONFIRM, 0)]


def test_a_pad_pulled_out_with_a_button_down_lets_go_of_it(devices: Devices, pads: list[VirtualPad]) -> None:
    pads[1].button("dpdown", True)
    assert play(devices) == [(Verb.DOWN, None)]
    pads.pop().unplug()
    play(devices)
    assert [devices.repeat(40) for _ in range(100)] == [[]] * 100


def test_a_gamepad_that_nobody_plays_with_may_go_unsaid_but_a_new_one_is_told(
    devices: Devices, pads: list[VirtualPad]
) -> None:
    devices.assign({0: "pad 1"})
    pads.pop().unplug()
    play(devices)
    assert devices.changes() == []
    pads.append(VirtualPad())
    play(devices)
    assert devices.changes()[0].endswith("was plugged in.")


def test_what_came_and_went_before_hands_sit_down_is_no_news(devices: Devices, pads: list[VirtualPad]) -> None:
    devices.assign({0: "pad 1"})
    assert devices.changes() == []
