"""Several mice."""

import ctypes
import sys
from unittest.mock import Mock

import pygame
import pytest

from tests.scenes.devices.tools import ScriptedMice, devices, source
from topping_out.scenes.devices import mouse_sources
from topping_out.scenes.devices.devices import ONE_MOUSE, Devices
from topping_out.scenes.devices.intents import (
    KEYBOARD_HALVES,
    LEFT,
    MIDDLE,
    MOUSE,
    RIGHT,
    Intent,
    MouseEvent,
    MouseSource,
    Verb,
)
from topping_out.scenes.devices.mice_and_pads import Mice, NoMice, open_source
from topping_out.scenes.devices.mouse_sources import Mover, RawHeader, RawInputData, RawMouse, RawReading, read_input

__all__ = ["devices", "source"]

# -- Windows


def raw(device: int = 7, kind: int = mouse_sources.MOUSE_TYPE, **mouse: int) -> bytes:
    header = RawHeader(kind, ctypes.sizeof(RawInputData), device, 0)
    return bytes(RawInputData(header, RawMouse(**mouse)))


@pytest.mark.skipif(sys.maxsize < 2**32, reason="the sizes are those of 64-bit Windows")
def test_structures_have_their_sizes_on_windows() -> None:
    sizes = {RawHeader: 24, RawMouse: 24, RawInputData: 48, mouse_sources.RawDevice: 16, mouse_sources.ListedDevice: 16}
    assert {kind: ctypes.sizeof(kind) for kind in sizes} == sizes
    assert (RawMouse.button_flags.offset, RawMouse.x.offset, RawMouse.y.offset) == (4, 12, 16)


def test_a_motion_is_read_with_its_device_and_signs_and_all_buttons_except_the_wheel() -> None:
    assert read_input(raw(device=0x1_0000_0042, x=-3, y=5)) == RawReading(0x1_0000_0042, -3, 5, False, [])
    assert read_input(raw(button_flags=0x01 | 0x08)).buttons == [("press", LEFT), ("release", RIGHT)]
    assert read_input(raw(button_flags=0x0400, button_data=120)).buttons == []


def test_messages_of_other_devices_or_too_short_are_ignored() -> None:
    assert read_input(raw(kind=1)) is None
    assert read_input(raw()[:-1]) is None


def test_a_message_becomes_a_motion_followed_by_its_clicks() -> None:
    reading = read_input(raw(x=4, y=0, button_flags=0x01))
    assert Mover(1920, 1080).events(reading) == [MouseEvent(7, "motion", 4, 0), MouseEvent(7, "press", button=LEFT)]


def test_a_device_with_absolute_positions_moves_by_the_difference() -> None:
    mover = Mover(1920, 1080)
    first, second = (read_input(raw(flags=mouse_sources.MOVE_ABSOLUTE, x=x, y=y)) for x, y in ((0, 65535), (65535, 0)))
    assert mover.events(first) == []
    assert mover.events(second) == [MouseEvent(7, "motion", 1920, -1080)]
    assert mover.events(second) == []


def test_the_mouse_of_a_remote_session_does_not_count() -> None:
    assert not mouse_sources.is_windows_mouse(r"\\?\ROOT#RDP_MOU#0000#{378de44c-56ef-11d1-bc8c-00a0c91405dd}")
    assert mouse_sources.is_windows_mouse(
        r"\\?\HID#VID_046D&PID_C077#7&2f1e&0&0000#{378de44c-56ef-11d1-bc8c-00a0c91405dd}"
    )


class FakeUser32:
    """The functions of Windows that read mice; it has two mice, and one of a remote session."""

    CreateWindowExW = Mock(return_value=99)
    SetWindowLongPtrW = DestroyWindow = Mock(return_value=1)
    DefWindowProcW = PeekMessageW = Mock(return_value=0)

    def __init__(self) -> None:
        self.devices = {11: r"\\?\HID#A", 12: r"\\?\HID#B", 13: r"\\?\ROOT#RDP_MOU#0000"}
        self.registered: list[tuple[int, int, int, int | None]] = []
        self.is_swapped = False
        self.procedure = None
        self.data = b""

    def GetSystemMetrics(self, side: int) -> int:  # noqa: N802
        return {0: 1920, 1: 1080, mouse_sources.BUTTONS_ARE_SWAPPED: self.is_swapped}[side]

    def RegisterRawInputDevices(self, wanted: ctypes._Pointer, count: int, size: int) -> int:  # noqa: N802
        device = wanted._obj
        self.registered.append((device.page, device.usage, device.flags, device.window))
        return 1

    def GetRawInputDeviceList(self, listed: object, count: object, size: int) -> int:  # noqa: N802
        count._obj.value = len(self.devices)
        for entry, device in zip(listed or (), self.devices):
            entry.device, entry.kind = device, mouse_sources.MOUSE_TYPE
        return len(self.devices)

    def GetRawInputDeviceInfoW(self, device: int, what: int, text: object, length: object) -> int:  # noqa: N802
        if text is None:
            length._obj.value = len(self.devices[device])
        else:
            text.value = self.devices[device]
        return len(self.devices[device])

    def GetRawInputData(self, handle: int, what: int, data: object, size: object, header: int) -> int:  # noqa: N802
        ctypes.memmove(data, self.data, len(self.data))
        return len(self.data)


@pytest.fixture
def user32(monkeypatch: pytest.MonkeyPatch) -> FakeUser32:
    fake = FakeUser32()
    monkeypatch.setattr(mouse_sources, "_user32", lambda: fake)
    monkeypatch.setattr(mouse_sources, "product_name", lambda path: f"Mouse {path[-1]}")
    monkeypatch.setattr(mouse_sources, "_window_procedure", lambda method: ctypes.CFUNCTYPE(None)(lambda: None))
    return fake


def test_raw_input_separates_two_mice_and_unregisters_at_the_end(user32: FakeUser32) -> None:
    source = mouse_sources.RawInput()
    assert source.names == {11: "Mouse A", 12: "Mouse B"}
    for device in (11, 12, 13):
        user32.data = raw(device=device, x=device, button_flags=0x01)
        source._on_message(99, mouse_sources.WM_INPUT, 0, 1)
    assert [(event.device, event.kind) for event in source.poll()] == [
        (11, "motion"), (11, "press"), (12, "motion"), (12, "press")
    ]  # fmt: skip
    assert source.poll() == []
    source.close()
    assert user32.registered == [(1, 2, mouse_sources.INPUT_SINK | mouse_sources.DEVICE_NOTIFY, 99), (1, 2, 1, None)]


def test_raw_input_swaps_buttons_as_the_player_has_set_them(user32: FakeUser32) -> None:
    source = mouse_sources.RawInput()
    found = []
    for user32.is_swapped in (False, True):
        user32.data = raw(device=11, button_flags=0x01 | 0x08 | 0x10)
        source._on_message(99, mouse_sources.WM_INPUT, 0, 1)
        found.append([(event.kind, event.button) for event in source.poll()])
    assert found == [
        [("press", LEFT), ("release", RIGHT), ("press", MIDDLE)],
        [("press", RIGHT), ("release", LEFT), ("press", MIDDLE)],
    ]


RECORDED = {
    "press": "0000000030000000{device}0000000000000000000000000100000000000000000000000000000000000000",
    "release": "0000000030000000{device}0000000000000000000000000200000000000000000000000000000000000000",
    "motion": "0000000030000000{device}000000000000000000000000000000000000000005000000fdffffff00000000",
}
"""Messages of Raw Input: clicks recorded with wine's only mouse, and a motion as documented; `device` is its number."""


def test_recorded_messages_of_two_mice_are_separated(user32: FakeUser32) -> None:
    """Recorded with one mouse: only the device's number was changed."""
    source = mouse_sources.RawInput()
    for device in (11, 12):
        for message in RECORDED.values():
            user32.data = bytes.fromhex(message.format(device=device.to_bytes(8, "little").hex()))
            assert len(user32.data) == ctypes.sizeof(RawInputData)
            source._on_message(99, mouse_sources.WM_INPUT, 0, 1)
    assert source.poll() == [
        event
        for device in (11, 12)
        for event in (
            MouseEvent(device, "press", button=LEFT),
            MouseEvent(device, "release", button=LEFT),
            MouseEvent(device, "motion", 5, -3),
        )
    ]


def test_raw_input_reports_mice_plugged_in_and_unplugged(user32: FakeUser32) -> None:
    source = mouse_sources.RawInput()
    source._on_message(99, mouse_sources.WM_INPUT_DEVICE_CHANGE, mouse_sources.REMOVAL, 12)  # still in the list
    del user32.devices[12]
    user32.devices[14] = r"\\?\HID#C"
    source._on_message(99, mouse_sources.WM_INPUT_DEVICE_CHANGE, 1, 14)
    assert source.poll() == [MouseEvent(12, "unplugged"), MouseEvent(14, "plugged")]


# -- X11


def test_axis_values_are_unpacked_by_the_bits_of_the_mask() -> None:
    assert mouse_sources.axes(b"\x03", [4.0, 5.0]) == {0: 4.0, 1: 5.0}
    assert mouse_sources.axes(b"\x0a\x01", [1.0, 2.0, 3.0]) == {1: 1.0, 3: 2.0, 8: 3.0}


def test_an_axis_with_absolute_positions_moves_by_the_difference() -> None:
    axis = mouse_sources.Axis(0, 65535, 1280)
    assert axis.move(65535) == 0
    assert axis.move(0) == -1280
    assert mouse_sources.Axis(-1, -1, 1280).move(5) == 0


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("Logitech USB Optical Mouse", True),
        ("SynPS/2 Synaptics TouchPad", True),
        ("Virtual core XTEST pointer", False),
        ("xwayland-relative-pointer:16", False),
    ],
)
def test_only_physical_pointing_devices_count_as_mice(name: str, is_one: bool) -> None:
    assert mouse_sources.is_x11_mouse(name) == is_one


# -- anywhere


def test_a_system_that_cannot_separate_mice_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.display.init()
    source = open_source()
    assert isinstance(source, NoMice)
    assert source.poll() == []
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    monkeypatch.setattr(mouse_sources, "XInput", lambda: ctypes.CDLL("no such library"))
    assert isinstance(open_source(), NoMice)


def test_mice_are_looked_for_only_when_needed() -> None:
    asked = []

    def look() -> MouseSource:
        asked.append(1)
        return ScriptedMice("A", "B")

    all_mice = Mice(look)
    assert all_mice.poll() == []
    assert not asked
    assert all_mice.several
    assert all_mice.several
    assert len(asked) == 1


def test_a_mouse_plugged_in_again_keeps_its_number() -> None:
    source = ScriptedMice("Red", "Blue", "Green")
    all_mice = Mice(lambda: source)
    assert [device.label for device in all_mice.devices] == ["mouse 1 (Red)", "mouse 2 (Blue)", "mouse 3 (Green)"]
    source.unplug(1)
    source.unplug(2)
    source.plug(41, "Blue")
    source.plug(42, "Yellow")
    all_mice.poll()
    assert [device.label for device in all_mice.devices] == ["mouse 1 (Yellow)", "mouse 2 (Blue)", "mouse 3 (Green)"]


# -- several mice


@pytest.fixture
def two_mice(devices: Devices) -> Devices:
    """Devices with two mice just given to seats, their cursors at a third and two thirds of the window."""
    assert devices.mice.several
    devices.assign({0: "mouse 1", 1: "mouse 2"})
    assert len(devices.read([], 1)) == 2
    return devices


def test_mice_that_move_together_each_move_their_own_cursor(two_mice: Devices, source: ScriptedMice) -> None:
    (x1, y1), (x2, y2) = two_mice.cursors[0], two_mice.cursors[1]
    for _ in range(3):
        source.move(1, 10, 0)
        source.move(2, -4, 6)
    found = two_mice.read([], 0.5)
    assert two_mice.cursors == {0: (x1 + 60, y1), 1: (x2 - 24, y2 + 36)}
    assert found == [Intent(Verb.POINT, two_mice.cursors[0], seat=0), Intent(Verb.POINT, two_mice.cursors[1], seat=1)]


def test_simultaneous_clicks_each_land_at_their_own_cursor(two_mice: Devices, source: ScriptedMice) -> None:
    first, second = two_mice.cursors[0], two_mice.cursors[1]
    source.press(1)
    source.press(2)
    source.move(1, 50, 0)
    source.release(1)
    source.press(2, RIGHT)
    found = two_mice.read([], 1)
    moved = (first[0] + 50, first[1])
    assert [i for i in found if i.verb is not Verb.POINT] == [
        Intent(Verb.PRESS, first, seat=0),
        Intent(Verb.PRESS, second, seat=1),
        Intent(Verb.RELEASE, moved, seat=0),
        Intent(Verb.CANCEL, second, seat=1),
    ]
    assert [i.position for i in found if i.seat == 0] == [first, moved, moved]


def test_the_wheel_and_middle_button_of_a_players_mouse_do_nothing(two_mice: Devices, source: ScriptedMice) -> None:
    for button in (MIDDLE, 4, 5):
        source.press(1, button)
        source.release(1, button)
    assert two_mice.read([], 1) == []


def test_a_players_cursor_stays_in_the_window(two_mice: Devices, source: ScriptedMice) -> None:
    source.move(1, -9999, -9999)
    source.move(2, 9999, 9999)
    two_mice.read([], 0.5)
    assert two_mice.cursors == {0: (0.0, 0.0), 1: (1280.0, 720.0)}
    source.move(1, 5, 5)
    two_mice.read([], 0.5)
    assert two_mice.cursors[0] == (10.0, 10.0)


def test_sdls_merged_mouse_events_are_ignored(two_mice: Devices) -> None:
    events = [
        pygame.Event(pygame.MOUSEMOTION, pos=(30, 60), rel=(1, 1), buttons=(0, 0, 0)),
        pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(30, 60), button=1),
        pygame.Event(pygame.MOUSEWHEEL, x=0, y=1, precise_x=0.0, precise_y=1.0),
    ]
    assert two_mice.read(events, 1) == []


def test_the_pointer_is_hidden_and_grabbed_while_mice_have_seats(two_mice: Devices) -> None:
    assert pygame.event.get_grab()
    assert not pygame.mouse.get_visible()
    two_mice.unassign()
    assert not pygame.event.get_grab()
    assert pygame.mouse.get_visible()


def test_a_mouse_that_gets_a_seat_again_is_where_it_was(two_mice: Devices, source: ScriptedMice) -> None:
    source.move(1, 33, 44)
    two_mice.read([], 1)
    before = dict(two_mice.cursors)
    two_mice.unassign()
    assert two_mice.cursors == {}
    source.move(1, 100, 100)
    two_mice.read([], 1)
    two_mice.assign({0: "mouse 1", 1: "mouse 2"})
    two_mice.read([], 1)
    assert two_mice.cursors == before


def test_mice_do_nothing_while_another_window_has_the_focus(two_mice: Devices, source: ScriptedMice) -> None:
    before = dict(two_mice.cursors)
    source.press(1)
    assert two_mice.read([pygame.Event(pygame.WINDOWFOCUSLOST)], 1) == [Intent(Verb.LET_GO)]
    source.move(1, 5, 5)
    assert two_mice.read([], 1) == []
    assert two_mice.cursors == before
    source.move(1, 5, 5)
    assert two_mice.read([pygame.Event(pygame.WINDOWFOCUSGAINED)], 1) != []


def test_the_mouse_that_clicked_last_is_known_without_seats(devices: Devices, source: ScriptedMice) -> None:
    assert devices.clicked_by == ""
    assert devices.mice.several
    source.press(2)
    source.press(1, RIGHT)
    devices.read([], 1)
    assert devices.clicked_by == "mouse 2"


def test_an_unplugged_mouse_is_reported_and_missing_until_it_is_back(two_mice: Devices, source: ScriptedMice) -> None:
    source.unplug(2)
    two_mice.read([], 1)
    assert two_mice.changes() == ["Mouse 2 (TouchPad) was unplugged."]
    assert two_mice.changes() == []
    assert two_mice.missing == [1]
    source.plug(77, "TouchPad")
    source.move(77, 3, 0)
    found = two_mice.read([], 1)
    assert two_mice.changes() == ["Mouse 2 (TouchPad) is back."]
    assert two_mice.missing == []
    assert [intent.seat for intent in found] == [1]


def test_a_single_mouse_is_reported_and_not_offered_separately() -> None:
    pygame.display.init()
    devices = Devices(mice=Mice(lambda: ScriptedMice("Wheel Mouse")))
    assert not devices.mice.several
    assert devices.mice_note == ONE_MOUSE
    assert [device.id for device in devices.available() if device.kind == "mouse"] == [MOUSE]


def test_several_mice_are_offered_separately_after_other_devices(devices: Devices) -> None:
    assert devices.mice_note == ""
    assert [device.id for device in devices.available()] == [MOUSE, *KEYBOARD_HALVES, "mouse 1", "mouse 2"]
