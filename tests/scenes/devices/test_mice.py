"""Several mice."""

import ctypes
import sys

import pygame
import pytest

from tests.scenes.devices.scripted_mice import ScriptedMice
from tests.scenes.devices.tools import devices, source
from topping_out.scenes.devices.devices import ONE_MOUSE, Devices
from topping_out.scenes.devices.input_devices import KEYBOARD_HALVES, MOUSE
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.devices.mice import mice, rawinput, xinput
from topping_out.scenes.devices.mice.mice import Mice, NoMice, open_source
from topping_out.scenes.devices.mice.rawinput import Mover, RawHeader, RawInputData, RawMouse, RawReading, read_input
from topping_out.scenes.devices.mice.source import LEFT, MIDDLE, RIGHT, MouseEvent

# -- mice


# -- Windows


def raw(device: int = 7, kind: int = rawinput.MOUSE_TYPE, **mouse: int) -> bytes:
    header = RawHeader(kind, ctypes.sizeof(RawInputData), device, 0)
    return bytes(RawInputData(header, RawMouse(**mouse)))


@pytest.mark.skipif(sys.maxsize < 2**32, reason="the sizes are those of 64-bit Windows")
def test_the_structures_have_the_sizes_that_windows_gives_them() -> None:
    sizes = {RawHeader: 24, RawMouse: 24, RawInputData: 48, rawinput.RawDevice: 16, rawinput.ListedDevice: 16}
    assert {kind: ctypes.sizeof(kind) for kind in sizes} == sizes
    assert (RawMouse.button_flags.offset, RawMouse.x.offset, RawMouse.y.offset) == (4, 12, 16)


def test_a_move_is_read_with_its_device_and_its_sign() -> None:
    assert read_input(raw(device=0x1_0000_0042, x=-3, y=5)) == RawReading(0x1_0000_0042, -3, 5, False, [])


def test_all_buttons_of_one_message_are_read() -> None:
    reading = read_input(raw(button_flags=0x01 | 0x08))
    assert reading.buttons == [("press", LEFT), ("release", RIGHT)]


def test_the_wheel_is_no_button() -> None:
    reading = read_input(raw(button_flags=0x0400, button_data=120))
    assert reading.buttons == []


def test_what_is_no_mouse_or_too_short_is_nothing() -> None:
    assert read_input(raw(kind=1)) is None
    assert read_input(raw()[:-1]) is None


def test_a_message_becomes_a_move_and_its_clicks_in_that_order() -> None:
    reading = read_input(raw(x=4, y=0, button_flags=0x01))
    assert reading
    assert Mover(1920, 1080).events(reading) == [MouseEvent(7, "motion", 4, 0), MouseEvent(7, "press", button=LEFT)]


def test_a_device_that_tells_where_it_is_moves_by_the_difference() -> None:
    mover = Mover(1920, 1080)
    first, second = (read_input(raw(flags=rawinput.MOVE_ABSOLUTE, x=x, y=y)) for x, y in ((0, 65535), (65535, 0)))
    assert first
    assert second
    assert mover.events(first) == []
    assert mover.events(second) == [MouseEvent(7, "motion", 1920, -1080)]
    assert mover.events(second) == []


def test_the_mouse_of_a_remote_session_is_all_mice_in_one() -> None:
    assert not rawinput.is_a_mouse(r"\\?\ROOT#RDP_MOU#0000#{378de44c-56ef-11d1-bc8c-00a0c91405dd}")
    assert rawinput.is_a_mouse(r"\\?\HID#VID_046D&PID_C077#7&2f1e&0&0000#{378de44c-56ef-11d1-bc8c-00a0c91405dd}")


class FakeUser32:
    """As much of Windows as hears a mouse: it has two of them, and hands messages to our window's procedure."""

    def __init__(self) -> None:
        self.devices = {11: r"\\?\HID#A", 12: r"\\?\HID#B", 13: r"\\?\ROOT#RDP_MOU#0000"}
        self.registered: list[tuple[int, int, int, int | None]] = []
        self.is_swapped = False
        self.procedure = None
        self.data = b""

    def GetSystemMetrics(self, side: int) -> int:  # noqa: N802
        return {0: 1920, 1: 1080, rawinput.BUTTONS_ARE_SWAPPED: self.is_swapped}[side]

    def CreateWindowExW(self, *arguments: object) -> int:  # noqa: N802
        return 99

    def SetWindowLongPtrW(self, window: int, index: int, procedure: object) -> int:  # noqa: N802
        return 1

    def DestroyWindow(self, window: int) -> int:  # noqa: N802
        return 1

    def DefWindowProcW(self, *arguments: int) -> int:  # noqa: N802
        return 0

    def PeekMessageW(self, *arguments: object) -> int:  # noqa: N802
        return 0

    def RegisterRawInputDevices(self, wanted: ctypes._Pointer, count: int, size: int) -> int:  # noqa: N802
        device = wanted._obj  # type: ignore[attr-defined]
        self.registered.append((device.page, device.usage, device.flags, device.window))
        return 1

    def GetRawInputDeviceList(self, listed: object, count: object, size: int) -> int:  # noqa: N802
        count._obj.value = len(self.devices)  # type: ignore[attr-defined]
        for entry, device in zip(listed or (), self.devices):  # type: ignore[call-overload]
            entry.device, entry.kind = device, rawinput.MOUSE_TYPE
        return len(self.devices)

    def GetRawInputDeviceInfoW(self, device: int, what: int, text: object, length: object) -> int:  # noqa: N802
        if text is None:
            length._obj.value = len(self.devices[device])  # type: ignore[attr-defined]
        else:
            text.value = self.devices[device]  # type: ignore[attr-defined]
        return len(self.devices[device])

    def GetRawInputData(self, handle: int, what: int, data: object, size: object, header: int) -> int:  # noqa: N802
        ctypes.memmove(data, self.data, len(self.data))  # type: ignore[arg-type]
        return len(self.data)


@pytest.fixture
def user32(monkeypatch: pytest.MonkeyPatch) -> FakeUser32:
    fake = FakeUser32()
    monkeypatch.setattr(rawinput, "_user32", lambda: fake)
    monkeypatch.setattr(rawinput, "product_name", lambda path: f"Mouse {path[-1]}")
    monkeypatch.setattr(rawinput, "_window_procedure", lambda method: ctypes.CFUNCTYPE(None)(lambda: None))
    return fake


def test_raw_input_tells_two_mice_apart_and_lets_go_in_the_end(user32: FakeUser32) -> None:
    source = rawinput.RawInput()
    assert source.names == {11: "Mouse A", 12: "Mouse B"}
    for device in (11, 12, 13):
        user32.data = raw(device=device, x=device, button_flags=0x01)
        source._on_message(99, rawinput.WM_INPUT, 0, 1)
    assert [(event.device, event.kind) for event in source.poll()] == [
        (11, "motion"), (11, "press"), (12, "motion"), (12, "press")
    ]  # fmt: skip
    assert source.poll() == []
    source.close()
    assert user32.registered == [(1, 2, rawinput.INPUT_SINK | rawinput.DEVICE_NOTIFY, 99), (1, 2, 1, None)]


def test_raw_input_has_left_and_right_as_the_player_has_them(user32: FakeUser32) -> None:
    source = rawinput.RawInput()
    found = []
    for user32.is_swapped in (False, True):
        user32.data = raw(device=11, button_flags=0x01 | 0x08 | 0x10)
        source._on_message(99, rawinput.WM_INPUT, 0, 1)
        found.append([(event.kind, event.button) for event in source.poll()])
    assert found == [
        [("press", LEFT), ("release", RIGHT), ("press", MIDDLE)],
        [("press", RIGHT), ("release", LEFT), ("press", MIDDLE)],
    ]


WRITTEN_DOWN = {
    "press": "0000000030000000{device}0000000000000000000000000100000000000000000000000000000000000000",
    "release": "0000000030000000{device}0000000000000000000000000200000000000000000000000000000000000000",
    "motion": "0000000030000000{device}000000000000000000000000000000000000000005000000fdffffff00000000",
}
"""Messages as Raw Input hands them over: the clicks as wine's one mouse gave them, the move as documented. The mouse's
number stands at `device`."""


def test_messages_written_down_from_two_mice_are_told_apart(user32: FakeUser32) -> None:
    """No system with two mice was at hand: only the number in the message is another."""
    source = rawinput.RawInput()
    for device in (11, 12):
        for message in WRITTEN_DOWN.values():
            user32.data = bytes.fromhex(message.format(device=device.to_bytes(8, "little").hex()))
            assert len(user32.data) == ctypes.sizeof(RawInputData)
            source._on_message(99, rawinput.WM_INPUT, 0, 1)
    assert source.poll() == [
        event
        for device in (11, 12)
        for event in (
            MouseEvent(device, "press", button=LEFT),
            MouseEvent(device, "release", button=LEFT),
            MouseEvent(device, "motion", 5, -3),
        )
    ]


def test_raw_input_tells_of_mice_that_come_and_go(user32: FakeUser32) -> None:
    source = rawinput.RawInput()
    source._on_message(99, rawinput.WM_INPUT_DEVICE_CHANGE, rawinput.REMOVAL, 12)  # still in the list just now
    del user32.devices[12]
    user32.devices[14] = r"\\?\HID#C"
    source._on_message(99, rawinput.WM_INPUT_DEVICE_CHANGE, 1, 14)
    assert source.poll() == [MouseEvent(12, "unplugged"), MouseEvent(14, "plugged")]


# -- X11


def test_values_come_packed_by_the_bits_of_the_mask() -> None:
    assert xinput.axes(b"\x03", [4.0, 5.0]) == {0: 4.0, 1: 5.0}
    assert xinput.axes(b"\x0a\x01", [1.0, 2.0, 3.0]) == {1: 1.0, 3: 2.0, 8: 3.0}


def test_an_axis_that_tells_where_it_is_moves_by_the_difference() -> None:
    axis = xinput.Axis(0, 65535, 1280)
    assert axis.move(65535) == 0
    assert axis.move(0) == -1280
    assert xinput.Axis(-1, -1, 1280).move(5) == 0


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("Logitech USB Optical Mouse", True),
        ("SynPS/2 Synaptics TouchPad", True),
        ("Virtual core XTEST pointer", False),
        ("xwayland-relative-pointer:16", False),
    ],
)
def test_only_what_a_hand_can_hold_counts_as_a_mouse(name: str, is_one: bool) -> None:
    assert xinput.is_a_mouse(name) == is_one


# -- anywhere


def test_where_mice_cannot_be_told_apart_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.display.init()
    source = open_source()
    assert isinstance(source, NoMice)
    assert source.poll() == []
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    monkeypatch.setattr(xinput, "XInput", lambda: ctypes.CDLL("no such library"))
    assert isinstance(open_source(), NoMice)


def test_mice_are_not_looked_for_before_somebody_asks() -> None:
    asked = []

    def look() -> mice.MouseSource:
        asked.append(1)
        return ScriptedMice("A", "B")

    all_mice = Mice(look)
    assert all_mice.poll() == []
    assert not asked
    assert all_mice.several
    assert all_mice.several
    assert len(asked) == 1


def test_a_mouse_that_comes_back_has_its_number_by_its_name() -> None:
    source = ScriptedMice("Red", "Blue", "Green")
    all_mice = Mice(lambda: source)
    assert [hand.label for hand in all_mice.devices] == ["mouse 1 (Red)", "mouse 2 (Blue)", "mouse 3 (Green)"]
    source.unplug(1)
    source.unplug(2)
    source.plug(41, "Blue")
    source.plug(42, "Yellow")
    all_mice.poll()
    assert [hand.label for hand in all_mice.devices] == ["mouse 1 (Yellow)", "mouse 2 (Blue)", "mouse 3 (Green)"]


# -- player mice


__all__ = ["devices", "source"]


# -- several mice


@pytest.fixture
def two(devices: Devices) -> Devices:
    """Two mice that have just sat down, at a third and at two thirds of the window."""
    assert devices.several_mice
    devices.assign({0: "mouse 1", 1: "mouse 2"})
    assert len(devices.read([], 1)) == 2
    return devices


def test_mice_that_move_at_the_same_time_move_each_its_own_cursor(two: Devices, source: ScriptedMice) -> None:
    (x1, y1), (x2, y2) = two.cursors[0], two.cursors[1]
    for _ in range(3):
        source.move(1, 10, 0)
        source.move(2, -4, 6)
    found = two.read([], 0.5)
    assert two.cursors == {0: (x1 + 60, y1), 1: (x2 - 24, y2 + 36)}
    assert found == [Intent(Verb.POINT, two.cursors[0], seat=0), Intent(Verb.POINT, two.cursors[1], seat=1)]


def test_clicks_at_the_same_time_land_each_where_its_cursor_was(two: Devices, source: ScriptedMice) -> None:
    first, second = two.cursors[0], two.cursors[1]
    source.press(1)
    source.press(2)
    source.move(1, 50, 0)
    source.release(1)
    source.press(2, RIGHT)
    found = two.read([], 1)
    moved = (first[0] + 50, first[1])
    assert [i for i in found if i.verb is not Verb.POINT] == [
        Intent(Verb.PRESS, first, seat=0),
        Intent(Verb.PRESS, second, seat=1),
        Intent(Verb.RELEASE, moved, seat=0),
        Intent(Verb.CANCEL, second, seat=1),
    ]
    assert [i.position for i in found if i.seat == 0] == [first, moved, moved]


def test_the_wheel_and_the_middle_button_of_an_own_mouse_do_nothing(two: Devices, source: ScriptedMice) -> None:
    for button in (MIDDLE, 4, 5):
        source.press(1, button)
        source.release(1, button)
    assert two.read([], 1) == []


def test_an_own_cursor_stays_in_the_window(two: Devices, source: ScriptedMice) -> None:
    source.move(1, -9999, -9999)
    source.move(2, 9999, 9999)
    two.read([], 0.5)
    assert two.cursors == {0: (0.0, 0.0), 1: (1280.0, 720.0)}
    source.move(1, 5, 5)
    two.read([], 0.5)
    assert two.cursors[0] == (10.0, 10.0)


def test_what_sdl_makes_of_all_mice_together_is_not_heard(two: Devices) -> None:
    events = [
        pygame.Event(pygame.MOUSEMOTION, pos=(30, 60), rel=(1, 1), buttons=(0, 0, 0)),
        pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(30, 60), button=1),
        pygame.Event(pygame.MOUSEWHEEL, x=0, y=1, precise_x=0.0, precise_y=1.0),
    ]
    assert two.read(events, 1) == []


def test_the_pointer_is_kept_in_the_window_unseen_for_as_long_as_mice_sit(two: Devices) -> None:
    assert pygame.event.get_grab()
    assert not pygame.mouse.get_visible()
    two.unassign()
    assert not pygame.event.get_grab()
    assert pygame.mouse.get_visible()


def test_a_mouse_that_sits_down_again_is_where_it_was(two: Devices, source: ScriptedMice) -> None:
    source.move(1, 33, 44)
    two.read([], 1)
    before = dict(two.cursors)
    two.unassign()
    assert two.cursors == {}
    source.move(1, 100, 100)
    two.read([], 1)
    two.assign({0: "mouse 1", 1: "mouse 2"})
    two.read([], 1)
    assert two.cursors == before


def test_mice_over_another_window_do_nothing_here(two: Devices, source: ScriptedMice) -> None:
    before = dict(two.cursors)
    source.press(1)
    assert two.read([pygame.Event(pygame.WINDOWFOCUSLOST)], 1) == [Intent(Verb.LET_GO)]
    source.move(1, 5, 5)
    assert two.read([], 1) == []
    assert two.cursors == before
    source.move(1, 5, 5)
    assert two.read([pygame.Event(pygame.WINDOWFOCUSGAINED)], 1) != []


def test_the_mouse_that_clicked_last_is_known_before_anybody_sits(devices: Devices, source: ScriptedMice) -> None:
    assert devices.clicked_by == ""
    assert devices.several_mice
    source.press(2)
    source.press(1, RIGHT)
    devices.read([], 1)
    assert devices.clicked_by == "mouse 2"


def test_a_mouse_pulled_out_in_mid_game_is_told_and_missing_until_it_is_back(
    two: Devices, source: ScriptedMice
) -> None:
    source.unplug(2)
    two.read([], 1)
    assert two.changes() == ["Mouse 2 (TouchPad) was unplugged."]
    assert two.changes() == []
    assert two.missing == [1]
    source.plug(77, "TouchPad")
    source.move(77, 3, 0)
    found = two.read([], 1)
    assert two.changes() == ["Mouse 2 (TouchPad) is back."]
    assert two.missing == []
    assert [intent.seat for intent in found] == [1]


def test_one_mouse_is_said_plainly_and_is_not_offered_apart() -> None:
    pygame.display.init()
    devices = Devices(mice=Mice(lambda: ScriptedMice("Wheel Mouse")))
    assert not devices.several_mice
    assert devices.mice_note == ONE_MOUSE
    assert [hand.id for hand in devices.available() if hand.kind == "mouse"] == [MOUSE]


def test_several_mice_are_offered_apart_after_everything_else(devices: Devices) -> None:
    assert devices.mice_note == ""
    assert [hand.id for hand in devices.available()] == [MOUSE, *KEYBOARD_HALVES, "mouse 1", "mouse 2"]
