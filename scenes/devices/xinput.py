"""Reading mice separately under X11, by XInput 2 on a separate connection, as SDL merges all mice into one.

Raw events arrive on the root window, from every master pointer, even while one is grabbed. Their `device` is the master
and their `source` the mouse itself. Their buttons are the physical ones: the player's button mapping is queried at each
press.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_uint, c_ulong, c_void_p

from .input_devices import MouseEvent, What

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


def is_a_mouse(name: str) -> bool:
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


def _libraries() -> tuple[ctypes.CDLL, ctypes.CDLL]:
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
        self._x11, self._xi = _libraries()
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
            if info.use == SLAVE_POINTER and info.enabled and is_a_mouse(name):
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
