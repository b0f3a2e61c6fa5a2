"""Reading mice separately on Windows, by Raw Input to an invisible window.

SDL's message loop, on the same thread, dispatches most of the window's messages; `poll` dispatches the rest. All
structures are declared with fixed sizes, so that reading them can be tested on any system.
"""

from __future__ import annotations

import ctypes
from ctypes import c_int32, c_size_t, c_uint16, c_uint32, c_void_p
from typing import Any, NamedTuple

from topping_out.game.storage.faults import surviving

from .input_devices import LEFT, MIDDLE, RIGHT, MouseEvent, What

WM_INPUT, WM_INPUT_DEVICE_CHANGE = 0x00FF, 0x00FE
REMOVAL = 2
"""The parameter of WM_INPUT_DEVICE_CHANGE for a removed device; it is 1 for an added one."""
PM_REMOVE = 1
MESSAGE_ONLY = -3
"""The parent of windows that only receive messages."""
GENERIC_DESKTOP, MOUSE_USAGE = 1, 2
INPUT_SINK, DEVICE_NOTIFY = 0x0100, 0x2000
"""Flags to receive input without the focus, which our window never has, and messages about changes of devices."""
BUTTONS_ARE_SWAPPED = 23
"""The index for GetSystemMetrics of whether left and right buttons are swapped, which raw input ignores."""
READ_INPUT, READ_NAME = 0x10000003, 0x20000007
MOUSE_TYPE = 0
MOVE_ABSOLUTE = 1
ABSOLUTE_RANGE = 65535
"""The range of coordinates, across the screen, of devices that report absolute positions."""
BUTTONS: tuple[tuple[int, What, int], ...] = (
    (0x01, "press", LEFT), (0x02, "release", LEFT), (0x04, "press", RIGHT), (0x08, "release", RIGHT),
    (0x10, "press", MIDDLE), (0x20, "release", MIDDLE),
)  # fmt: skip
REMOTE = "RDP_MOU"
"""Part of the name of a remote session's mouse, which merges all mice."""
FAILED = 0xFFFFFFFF
SHARED, OPEN_EXISTING = 3, 3
"""Flags to open a device that the system itself uses."""
LONGEST_NAME = 127
"""Most letters of a device's name, by the USB standard."""


class RawDevice(ctypes.Structure):
    """RAWINPUTDEVICE: the kind of device to register, and the window that receives its input."""

    _fields_ = (("page", c_uint16), ("usage", c_uint16), ("flags", c_uint32), ("window", c_void_p))


class ListedDevice(ctypes.Structure):
    """RAWINPUTDEVICELIST."""

    _fields_ = (("device", c_void_p), ("kind", c_uint32))


class RawHeader(ctypes.Structure):
    """RAWINPUTHEADER."""

    _fields_ = (("kind", c_uint32), ("size", c_uint32), ("device", c_void_p), ("wparam", c_size_t))


class RawMouse(ctypes.Structure):
    """RAWMOUSE. `room` is padding, as the buttons are in a union with a four-byte number."""

    _fields_ = (
        ("flags", c_uint16), ("room", c_uint16), ("button_flags", c_uint16), ("button_data", c_uint16),
        ("raw_buttons", c_uint32), ("x", c_int32), ("y", c_int32), ("extra", c_uint32),
    )  # fmt: skip


class RawInputData(ctypes.Structure):
    """RAWINPUT for a mouse."""

    _fields_ = (("header", RawHeader), ("mouse", RawMouse))


class RawReading(NamedTuple):
    """The content of one message, with absolute positions not yet turned into motion."""

    device: int
    x: int
    y: int
    is_absolute: bool
    buttons: list[tuple[What, int]]


def read_input(data: bytes) -> RawReading | None:
    """Return the content of a RAWINPUT structure, or None if it is not a mouse's."""
    if len(data) < ctypes.sizeof(RawInputData):
        return None
    raw = RawInputData.from_buffer_copy(data)
    if raw.header.kind != MOUSE_TYPE:
        return None
    mouse = raw.mouse
    buttons = [(kind, button) for flag, kind, button in BUTTONS if mouse.button_flags & flag]
    return RawReading(raw.header.device or 0, mouse.x, mouse.y, bool(mouse.flags & MOVE_ABSOLUTE), buttons)


def swapped(reading: RawReading) -> RawReading:
    """Return a reading with left and right exchanged."""
    other = {LEFT: RIGHT, RIGHT: LEFT}
    return reading._replace(buttons=[(kind, other.get(button, button)) for kind, button in reading.buttons])


class Mover:
    """Turns readings into events. For absolute positions, the motion is the difference to the last position."""

    def __init__(self, width: int, height: int) -> None:
        self._size = width, height
        self._last: dict[int, tuple[int, int]] = {}

    def events(self, reading: RawReading) -> list[MouseEvent]:
        dx, dy = self._way(reading) if reading.is_absolute else (float(reading.x), float(reading.y))
        moved = [MouseEvent(reading.device, "motion", dx, dy)] if dx or dy else []
        return moved + [MouseEvent(reading.device, kind, button=button) for kind, button in reading.buttons]

    def _way(self, reading: RawReading) -> tuple[float, float]:
        here = reading.x, reading.y
        last = self._last.get(reading.device, here)
        self._last[reading.device] = here
        across, down = (
            (now - before) * pixels / ABSOLUTE_RANGE for now, before, pixels in zip(here, last, self._size)
        )  # fmt: skip
        return across, down


def is_a_mouse(name: str) -> bool:
    """Return whether a player can use a device as a mouse, by the system's name of it."""
    return REMOTE not in name.upper()


class RawInput:
    """The mice of a Windows session."""

    def __init__(self) -> None:
        """Raise OSError if the window cannot be opened or the devices cannot be registered."""
        self._user32 = _user32()
        self._waiting: list[MouseEvent] = []
        self._mover = Mover(*(max(1, self._user32.GetSystemMetrics(side)) for side in (0, 1)))
        self._receive = _window_procedure(self._on_message)  # keeps a reference, as Windows doesn't
        self._window = self._open_window()
        if not self._register(INPUT_SINK | DEVICE_NOTIFY, self._window):
            self.close()
            raise OSError("raw input cannot be registered")
        self.names: dict[int, str] = self._devices()

    def _open_window(self) -> int:
        create = self._user32.CreateWindowExW
        window = create(0, "STATIC", "mice", 0, 0, 0, 0, 0, c_void_p(MESSAGE_ONLY), None, None, None)
        if not window:
            raise OSError("no window can be opened for raw input")
        self._user32.SetWindowLongPtrW(window, -4, ctypes.cast(self._receive, c_void_p))  # -4: its procedure
        return int(window)

    def _register(self, flags: int, window: int | None) -> bool:
        wanted = RawDevice(GENERIC_DESKTOP, MOUSE_USAGE, flags, window)
        return bool(self._user32.RegisterRawInputDevices(ctypes.byref(wanted), 1, ctypes.sizeof(RawDevice)))

    def close(self) -> None:
        if self._window:
            self._register(1, None)  # 1: stop receiving
            self._user32.DestroyWindow(self._window)
            self._window = 0

    # -- the devices

    def _devices(self) -> dict[int, str]:
        """Return the names of the connected mice by id."""
        count, size = c_uint32(), ctypes.sizeof(ListedDevice)
        self._user32.GetRawInputDeviceList(None, ctypes.byref(count), size)
        listed = (ListedDevice * count.value)()
        status = self._user32.GetRawInputDeviceList(listed, ctypes.byref(count), size)
        connected = listed[: 0 if status == FAILED else status]
        mice = [d.device for d in connected if d.kind == MOUSE_TYPE and d.device]
        paths = {device: self._path(device) for device in mice}
        return {device: product_name(path) for device, path in paths.items() if is_a_mouse(path)}

    def _path(self, device: int) -> str:
        length = c_uint32()
        self._user32.GetRawInputDeviceInfoW(device, READ_NAME, None, ctypes.byref(length))
        text = ctypes.create_unicode_buffer(length.value + 1)
        status = self._user32.GetRawInputDeviceInfoW(device, READ_NAME, text, ctypes.byref(length))
        return "" if status == FAILED else text.value

    def _update_devices(self, removed: int | None) -> None:
        """Add events for the mice that have come and gone. The list may still contain the device just removed."""
        names = {device: name for device, name in self._devices().items() if device != removed}
        self._waiting += [MouseEvent(device, "unplugged") for device in self.names if device not in names]
        self._waiting += [MouseEvent(device, "plugged") for device in names if device not in self.names]
        self.names = names

    # -- the events

    def poll(self) -> list[MouseEvent]:
        message = ctypes.create_string_buffer(64)  # MSG has 48 bytes at most
        while self._window and self._user32.PeekMessageW(message, self._window, 0, 0, PM_REMOVE):
            self._user32.DispatchMessageW(message)
        waiting, self._waiting = self._waiting, []
        return waiting

    def _on_message(self, window: int, message: int, wparam: int, lparam: int) -> int:
        with surviving("mice"):
            self._read(message, wparam, lparam)
        return int(self._user32.DefWindowProcW(window, message, wparam, lparam))

    def _read(self, message: int, wparam: int, lparam: int) -> None:
        if message == WM_INPUT:
            data, size = ctypes.create_string_buffer(256), c_uint32(256)
            length = self._user32.GetRawInputData(
                lparam, READ_INPUT, data, ctypes.byref(size), ctypes.sizeof(RawHeader)
            )
            reading = None if length == FAILED else read_input(data.raw[:length])
            if reading and self._user32.GetSystemMetrics(BUTTONS_ARE_SWAPPED):
                reading = swapped(reading)
            if reading and reading.device in self.names:
                self._waiting += self._mover.events(reading)
        elif message == WM_INPUT_DEVICE_CHANGE:
            self._update_devices(lparam if wparam == REMOVAL else None)


def product_name(path: str) -> str:
    """Return the maker's name of a device, or "" if it has none."""
    kernel32, hid = (ctypes.WinDLL(name) for name in ("kernel32", "hid"))  # type: ignore[attr-defined]
    kernel32.CreateFileW.restype, hid.HidD_GetProductString.restype = c_void_p, ctypes.c_uint8
    device = kernel32.CreateFileW(path, 0, SHARED, None, OPEN_EXISTING, 0, None)
    if device in (None, c_void_p(-1).value):
        return ""
    text = ctypes.create_unicode_buffer(LONGEST_NAME)
    has_name = hid.HidD_GetProductString(c_void_p(device), text, ctypes.sizeof(text))
    kernel32.CloseHandle(c_void_p(device))
    return text.value.strip() if has_name else ""


def _window_procedure(method: Any) -> Any:
    kind = ctypes.WINFUNCTYPE(c_size_t, c_void_p, c_uint32, c_size_t, c_size_t)  # type: ignore[attr-defined]
    return kind(method)


def _user32() -> Any:
    """Load the library, with its functions' types declared: handles are as wide as pointers."""
    user32 = ctypes.WinDLL("user32", use_last_error=True)  # type: ignore[attr-defined]
    signatures: dict[str, tuple[Any, tuple[Any, ...]]] = {
        "CreateWindowExW": (
            c_void_p,
            (c_uint32, ctypes.c_wchar_p, ctypes.c_wchar_p, c_uint32, c_int32, c_int32, c_int32, c_int32,
             c_void_p, c_void_p, c_void_p, c_void_p),
        ),
        "DestroyWindow": (c_int32, (c_void_p,)),
        "SetWindowLongPtrW": (c_void_p, (c_void_p, c_int32, c_void_p)),
        "DefWindowProcW": (c_size_t, (c_void_p, c_uint32, c_size_t, c_size_t)),
        "PeekMessageW": (c_int32, (c_void_p, c_void_p, c_uint32, c_uint32, c_uint32)),
        "DispatchMessageW": (c_size_t, (c_void_p,)),
        "GetSystemMetrics": (c_int32, (c_int32,)),
        "RegisterRawInputDevices": (c_int32, (c_void_p, c_uint32, c_uint32)),
        "GetRawInputDeviceList": (c_uint32, (c_void_p, c_void_p, c_uint32)),
        "GetRawInputDeviceInfoW": (c_uint32, (c_void_p, c_uint32, c_void_p, c_void_p)),
        "GetRawInputData": (c_uint32, (c_void_p, c_uint32, c_void_p, c_void_p, c_uint32)),
    }  # fmt: skip
    for name, (result, arguments) in signatures.items():
        function = getattr(user32, name)
        function.restype, function.argtypes = result, arguments
    return user32
