"""Reading mice separately: under X11 by XInput 2, and on Windows by Raw Input.

XInput 2 is used on a separate connection, as SDL merges all mice into one. Raw events arrive on the root window, from
every master pointer, even while one is grabbed. Their `device` is the master and their `source` the mouse itself. Their
buttons are the physical ones: the player's button mapping is queried at each press.

Raw Input goes to an invisible window. SDL's message loop, on the same thread, dispatches most of the window's messages;
`poll` dispatches the rest. All structures are declared with fixed sizes, so that reading them can be tested on any
system.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import (
    POINTER,
    byref,
    c_char_p,
    c_double,
    c_int,
    c_int32,
    c_size_t,
    c_uint,
    c_uint16,
    c_uint32,
    c_ulong,
    c_void_p,
)
from typing import Any, NamedTuple

from topping_out.game.storage.faults import surviving

from .intents import LEFT, MIDDLE, RIGHT, MouseEvent, What

# -- X11


XI_HIERARCHY_CHANGED, XI_RAW_PRESS, XI_RAW_RELEASE, XI_RAW_MOTION = 11, 15, 16, 17
GENERIC_EVENT = 35
ALL_DEVICES, ALL_MASTERS = 0, 1
SLAVE_POINTER, VALUATOR_CLASS, ABSOLUTE = 3, 2, 1
VERSION = (2, 2)
"""The required version. Before 2.1, a grab by any program, such as ours, suppresses raw events."""
PROGRAMS_OWN = ("Virtual core XTEST pointer",)
"""The pointer that every server has for programs such as xdotool, which is not a mouse."""
MAX_BUTTONS = 256
MERGED = "xwayland-"
"""Beginning of the names of XWayland's pointers, which merge all mice."""


class EventMask(ctypes.Structure):
    _fields_ = (("device", c_int), ("length", c_int), ("mask", c_char_p))


class DeviceInfo(ctypes.Structure):
    _fields_ = (
        ("device", c_int), ("name", c_char_p), ("use", c_int), ("attachment", c_int), ("enabled", c_int),
        ("class_count", c_int), ("classes", POINTER(POINTER(c_int))),
    )  # fmt: skip


class ValuatorInfo(ctypes.Structure):
    _fields_ = (
        ("kind", c_int), ("source", c_int), ("number", c_int), ("label", c_ulong), ("low", c_double),
        ("high", c_double), ("value", c_double), ("resolution", c_int), ("mode", c_int),
    )  # fmt: skip


class Cookie(ctypes.Structure):
    """XGenericEventCookie, padded to the size of an XEvent."""

    _fields_ = (
        ("kind", c_int), ("serial", c_ulong), ("send_event", c_int), ("display", c_void_p), ("extension", c_int),
        ("evtype", c_int), ("cookie", c_uint), ("data", c_void_p), ("room", ctypes.c_long * 24),
    )  # fmt: skip


class RawEvent(ctypes.Structure):
    _fields_ = (
        ("kind", c_int), ("serial", c_ulong), ("send_event", c_int), ("display", c_void_p), ("extension", c_int),
        ("evtype", c_int), ("time", c_ulong), ("device", c_int), ("source", c_int), ("detail", c_int),
        ("flags", c_int), ("mask_length", c_int), ("mask", POINTER(ctypes.c_ubyte)), ("values", POINTER(c_double)),
        ("raw_values", POINTER(c_double)),
    )  # fmt: skip


def is_x11_mouse(name: str) -> bool:
    """Return whether a slave pointer is a mouse that a player can use, by its name."""
    return name not in PROGRAMS_OWN and not name.startswith(MERGED)


def axes(mask: bytes, values: list[float]) -> dict[int, float]:
    """Return values by axis. `values` contains one value for each bit that is set in the mask."""
    set_bits = [bit for bit in range(len(mask) * 8) if mask[bit >> 3] >> (bit & 7) & 1]
    return dict(zip(set_bits, values))


def mapped(button: int, *maps: bytes) -> int:
    """Return the number of a button after applying maps in turn, each with new numbers for the buttons from 1 on.

    0 means that the button is disabled. Buttons that a map does not contain are unchanged.
    """
    for meanings in maps:
        button = meanings[button - 1] if 0 < button <= len(meanings) else button
    return button


class Axis:
    """Turns one axis of absolute positions, as of tablets and virtual machines' pointers, into motion."""

    def __init__(self, low: float, high: float, pixels: int) -> None:
        self._scale = pixels / (high - low) if high > low else 1.0
        self._last: float | None = None

    def move(self, value: float) -> float:
        last, self._last = self._last, value
        return 0.0 if last is None else (value - last) * self._scale


_IGNORE = ctypes.cast(ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)(lambda display, error: 0), c_void_p)


def _x11_libraries() -> tuple[ctypes.CDLL, ctypes.CDLL]:
    """Load Xlib and the input extension. Raises OSError if one is missing."""
    x11 = ctypes.CDLL("libX11.so.6")
    xi = ctypes.CDLL("libXi.so.6")
    x11.XOpenDisplay.restype = c_void_p
    x11.XOpenDisplay.argtypes = (c_char_p,)
    x11.XDefaultRootWindow.restype = c_ulong
    for function in (x11.XDefaultRootWindow, x11.XCloseDisplay, x11.XPending, x11.XDefaultScreen):
        function.argtypes = (c_void_p,)
    for function in (x11.XDisplayWidth, x11.XDisplayHeight):
        function.argtypes = (c_void_p, c_int)
    for function in (x11.XNextEvent, x11.XGetEventData, x11.XFreeEventData):
        function.argtypes = (c_void_p, c_void_p)
    x11.XSync.argtypes = (c_void_p, c_int)
    x11.XQueryExtension.argtypes = (c_void_p, c_char_p, POINTER(c_int), POINTER(c_int), POINTER(c_int))
    xi.XIQueryVersion.argtypes = (c_void_p, POINTER(c_int), POINTER(c_int))
    xi.XISelectEvents.argtypes = (c_void_p, c_ulong, POINTER(EventMask), c_int)
    xi.XIQueryDevice.restype = POINTER(DeviceInfo)
    xi.XIQueryDevice.argtypes = (c_void_p, c_int, POINTER(c_int))
    xi.XIFreeDeviceInfo.argtypes = (c_void_p,)
    xi.XOpenDevice.restype, xi.XOpenDevice.argtypes = c_void_p, (c_void_p, c_ulong)
    xi.XCloseDevice.argtypes = (c_void_p, c_void_p)
    xi.XGetDeviceButtonMapping.argtypes = (c_void_p, c_void_p, c_char_p, c_uint)
    xi.XIGetClientPointer.argtypes = (c_void_p, c_ulong, POINTER(c_int))
    x11.XGetPointerMapping.argtypes = (c_void_p, c_char_p, c_int)
    x11.XSetErrorHandler.restype, x11.XSetErrorHandler.argtypes = c_void_p, (c_void_p,)
    return x11, xi


class XInput:
    """The mice of the X server that DISPLAY names."""

    def __init__(self) -> None:
        """Raise OSError if there is no server, or it lacks XInput 2.2."""
        self._x11, self._xi = _x11_libraries()
        self._display = self._x11.XOpenDisplay(None)
        if not self._display:
            raise OSError("no X display can be opened")
        self._opcode = self._query_extension()
        screen = self._x11.XDefaultScreen(self._display)
        size = self._x11.XDisplayWidth, self._x11.XDisplayHeight
        self._pixels = [measure(self._display, screen) for measure in size]
        self._absolute: dict[int, dict[int, Axis]] = {}
        self.names: dict[int, str] = {}
        self._down: dict[tuple[int, int], int] = {}
        """By mouse and held button: the mapped button of the press, which the release must have too."""
        self._update_devices()
        self._select_events()

    def _query_extension(self) -> int:
        opcode, event, error = c_int(), c_int(), c_int()
        major, minor = map(c_int, VERSION)
        is_there = self._x11.XQueryExtension(
            self._display, b"XInputExtension", byref(opcode), byref(event), byref(error)
        )  # fmt: skip
        refused = not is_there or self._xi.XIQueryVersion(self._display, byref(major), byref(minor))
        if refused or (major.value, minor.value) < VERSION:
            self.close()
            raise OSError("the X server has no XInput 2.2")
        return opcode.value

    def _select_events(self) -> None:
        root = self._x11.XDefaultRootWindow(self._display)
        wanted = ((ALL_MASTERS, (XI_RAW_PRESS, XI_RAW_RELEASE, XI_RAW_MOTION)), (ALL_DEVICES, (XI_HIERARCHY_CHANGED,)))
        for device, kinds in wanted:
            mask = bytearray(4)
            for kind in kinds:
                mask[kind >> 3] |= 1 << (kind & 7)
            chosen = EventMask(device, len(mask), bytes(mask))
            self._xi.XISelectEvents(self._display, root, byref(chosen), 1)
        self._x11.XSync(self._display, False)

    def close(self) -> None:
        if self._display:
            self._x11.XCloseDisplay(self._display)
            self._display = None

    # -- the devices

    def _update_devices(self) -> list[MouseEvent]:
        """Query the connected mice. Return events for those that have come and gone since the last call."""
        count = c_int()
        devices = self._xi.XIQueryDevice(self._display, ALL_DEVICES, byref(count))
        names, absolute = {}, {}
        for number in range(count.value if devices else 0):
            info = devices[number]
            name = (info.name or b"").decode(errors="replace")
            if info.use == SLAVE_POINTER and info.enabled and is_x11_mouse(name):
                names[info.device], absolute[info.device] = name, self._absolute_axes(info)
        if devices:
            self._xi.XIFreeDeviceInfo(devices)
        gone = [MouseEvent(device, "unplugged") for device in self.names if device not in names]
        come = [MouseEvent(device, "plugged") for device in names if device not in self.names]
        self.names = names
        self._absolute = {device: self._absolute.get(device, own) for device, own in absolute.items()}
        return gone + come

    def _absolute_axes(self, info: DeviceInfo) -> dict[int, Axis]:
        """Return those of the first two axes that report absolute positions."""
        axes = {}
        for number in range(info.class_count):
            if info.classes[number][0] == VALUATOR_CLASS:
                valuator = ctypes.cast(info.classes[number], POINTER(ValuatorInfo)).contents
                if valuator.mode == ABSOLUTE and valuator.number < 2:
                    axes[valuator.number] = Axis(valuator.low, valuator.high, self._pixels[valuator.number])
        return axes

    def _meaning(self, mouse: int, pointer: int, button: int) -> int:
        """Return the mapped button: first by the mouse's map, then by that of the pointer that it moves."""
        maps, opened, core, names = [], None, c_int(), ctypes.create_string_buffer(MAX_BUTTONS)
        with self._surviving_errors():  # the mouse may just have been unplugged
            opened = self._xi.XOpenDevice(self._display, mouse)
            if opened:
                count = self._xi.XGetDeviceButtonMapping(self._display, opened, names, MAX_BUTTONS)
                maps.append(names.raw[: max(0, count)])
                self._xi.XCloseDevice(self._display, opened)
            self._xi.XIGetClientPointer(self._display, 0, byref(core))
            if core.value == pointer:
                count = self._x11.XGetPointerMapping(self._display, names, MAX_BUTTONS)
                maps.append(names.raw[: max(0, count)])
        return mapped(button, *maps)

    @contextmanager
    def _surviving_errors(self) -> Iterator[None]:
        """Ignore errors of the server, on which Xlib would otherwise end the program."""
        before = self._x11.XSetErrorHandler(_IGNORE)
        try:
            yield
            self._x11.XSync(self._display, False)
        finally:
            self._x11.XSetErrorHandler(before)

    # -- the events

    def poll(self) -> list[MouseEvent]:
        events: list[MouseEvent] = []
        while self._display and self._x11.XPending(self._display):
            cookie = Cookie()
            self._x11.XNextEvent(self._display, byref(cookie))
            if cookie.kind == GENERIC_EVENT and cookie.extension == self._opcode:
                events += self._read(cookie)
        return events

    def _read(self, cookie: Cookie) -> list[MouseEvent]:
        if cookie.evtype == XI_HIERARCHY_CHANGED:
            return self._update_devices()
        if not self._x11.XGetEventData(self._display, byref(cookie)):
            return []
        try:
            return self._translate(ctypes.cast(cookie.data, POINTER(RawEvent)).contents)
        finally:
            self._x11.XFreeEventData(self._display, byref(cookie))

    def _translate(self, event: RawEvent) -> list[MouseEvent]:
        if event.source not in self.names:
            return []
        if event.evtype != XI_RAW_MOTION:
            return self._button(event)
        return self._motion(event)

    def _button(self, event: RawEvent) -> list[MouseEvent]:
        kind: What = "press" if event.evtype == XI_RAW_PRESS else "release"
        pressed = event.source, event.detail
        if kind == "press" or pressed not in self._down:
            self._down[pressed] = self._meaning(event.source, event.device, event.detail)
        button = self._down[pressed] if kind == "press" else self._down.pop(pressed)
        return [MouseEvent(event.source, kind, button=button)] if button else []

    def _motion(self, event: RawEvent) -> list[MouseEvent]:
        mask = bytes(event.mask[: event.mask_length])
        moved = axes(mask, event.values[: sum(byte.bit_count() for byte in mask)])
        absolute = self._absolute.get(event.source, {})
        dx, dy = (absolute[n].move(moved[n]) if n in absolute and n in moved else moved.get(n, 0.0) for n in (0, 1))
        return [MouseEvent(event.source, "motion", dx, dy)] if dx or dy else []


# -- Windows


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


def is_windows_mouse(name: str) -> bool:
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
        return {device: product_name(path) for device, path in paths.items() if is_windows_mouse(path)}

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
