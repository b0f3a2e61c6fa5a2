"""Gamepads at a live table: one for each seat, plugged in and unplugged."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pygame
import pytest

from tests.golden import check_golden
from tests.scenes.devices.tools import device_stories, devices, done, pads, source
from tests.scenes.robot import Robot
from tests.virtual_pads import VirtualPad
from topping_out.scenes.app import App
from topping_out.scenes.devices.devices import Devices
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.devices.keyboard import load_bindings
from topping_out.scenes.devices.pads import BUTTONS, STICK, sign_of
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.kit.plates import keycap
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.ui.widgets import Button

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


# -- signs of buttons


MADE = {
    "xbox": (0x045E, 0x0B12), "playstation": (0x054C, 0x0CE6), "nintendo": (0x057E, 0x2009), "deck": (0x28DE, 0x1205),
}  # fmt: skip
"""The USB ids of a gamepad of each make."""
CONTROLS = [*BUTTONS.values(), *(control for both in STICK.values() for control in both)]


@pytest.fixture
def plugged() -> Iterator[list[VirtualPad]]:
    pads: list[VirtualPad] = []
    yield pads
    for pad in pads:
        pad.unplug()
    pygame.event.clear()


@pytest.mark.parametrize("make", MADE)
def test_a_gamepads_make_is_recognised(make: str, devices: Devices, plugged: list[VirtualPad]) -> None:
    plugged.append(VirtualPad(*MADE[make]))
    devices.read(pygame.event.get(), 1)
    assert devices.pads.make(1) == make
    plugged[0].button("a", True)
    devices.read(pygame.event.get(), 1)
    assert (devices.active, devices.labelled_for) == ("pad", make)


def test_steams_virtual_gamepad_is_a_decks_only_on_a_deck(
    devices: Devices, plugged: list[VirtualPad], monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, make in (("", "xbox"), ("1", "deck")):
        monkeypatch.setenv("SteamDeck", variable)
        plugged.append(VirtualPad(0x28DE, 0x11FF))
        devices.read(pygame.event.get(), 1)
        assert devices.pads.make(len(plugged)) == make


def test_a_deck_shows_its_own_signs_from_the_start(devices: Devices, plugged: list[VirtualPad]) -> None:
    assert Devices(mice=devices.mice).active == "mouse"
    plugged.append(VirtualPad(*MADE["deck"]))
    assert Devices(mice=devices.mice).labelled_for == "deck"


@pytest.mark.parametrize("make", MADE)
def test_every_button_of_a_gamepad_has_its_own_picture(make: str) -> None:
    signs = {control: sign_of(control, make) for control in CONTROLS}  # type: ignore[arg-type]
    assert all(signs.values())
    for first, second in combinations(CONTROLS, 2):
        same_way = first.replace("stick", "dp") == second.replace("stick", "dp")
        assert (signs[first].picture == signs[second].picture) == same_way


def test_each_of_several_gamepads_has_its_own_signs(devices: Devices, plugged: list[VirtualPad]) -> None:
    for make in ("playstation", "nintendo"):
        plugged.append(VirtualPad(*MADE[make]))
        devices.read(pygame.event.get(), 1)
    assert [devices.signs(f"pad {number}")[Verb.SPLIT] for number in (1, 2)] == ["Square", "X"]


def test_signs_on_the_screen_change_with_the_device_in_use(app: App, plugged: list[VirtualPad]) -> None:
    robot = Robot(app, "mouse")
    robot.open(SetupPage(app.context, "wyoming"))
    shown = []
    for make in (*MADE, "keys"):
        if make == "keys":
            app.frame([pygame.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="", scancode=43)], 16)
        else:
            plugged.append(VirtualPad(*MADE[make]))
            app.frame(pygame.event.get(), 16)
            plugged[-1].button("rightshoulder", True)
            app.frame(pygame.event.get(), 16)
        shown.append([getattr(robot.widget(name), "key", "") for name in ("back", "rules", "start")])
    assert shown == [["B", "LS", "X"], ["Circle", "L3", "Square"], ["B", "L3", "X"], ["B", "L3", "X"],
                     ["Esc", "F1", "P"]]  # fmt: skip


def test_every_button_with_a_gamepad_shortcut_shows_its_sign(app: App) -> None:
    robot = Robot(app, "pad")
    robot.open(SetupPage(app.context, "towers"))
    bound = {*load_bindings().pad.values()}
    buttons = [widget for widget in robot.page.widgets if isinstance(widget, Button) and widget.verb in bound]
    assert buttons
    assert all(getattr(button.key, "picture", "") for button in buttons)


def test_the_signs_look_like_their_golden_picture(tmp_path: Path) -> None:
    pygame.font.init()
    kit = Kit(Metrics((1920, 1080)), 1.0)
    sheet = pygame.Surface((800, 200))
    for row, make in enumerate(MADE):
        for column, control in enumerate(CONTROLS[:14]):
            sheet.blit(keycap(kit, sign_of(control, make)), (10 + 56 * column, 8 + 48 * row))  # type: ignore[arg-type]
    check_golden(sheet, "pad_signs", tmp_path)
