"""Mice that the X server believes to be plugged in: each a device of its own, moved and clicked from outside."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
from ctypes import POINTER, c_char_p, c_int, c_uint, c_ulong, c_void_p

from tests.window.screen import Screen

NOW = 0
ALREADY_GRABBED = 1


class FakeMice:
    """A connection to a screen's server that plugs mice in and out and plays with them."""

    def __init__(self, screen: Screen) -> None:
        self._environment = {**os.environ, "DISPLAY": screen.display}
        self._x11, self._xi, self._test = (ctypes.CDLL(f"lib{name}") for name in ("X11.so.6", "Xi.so.6", "Xtst.so.6"))
        self._x11.XOpenDisplay.restype, self._x11.XOpenDisplay.argtypes = c_void_p, (c_char_p,)
        self._x11.XSync.argtypes = (c_void_p, c_int)
        self._x11.XCloseDisplay.argtypes = (c_void_p,)
        self._xi.XOpenDevice.restype, self._xi.XOpenDevice.argtypes = c_void_p, (c_void_p, c_ulong)
        move, press = self._test.XTestFakeDeviceMotionEvent, self._test.XTestFakeDeviceButtonEvent
        move.argtypes = (c_void_p, c_void_p, c_int, c_int, POINTER(c_int), c_int, c_ulong)
        press.argtypes = (c_void_p, c_void_p, c_uint, c_int, POINTER(c_int), c_int, c_ulong)
        self._x11.XDefaultRootWindow.restype, self._x11.XDefaultRootWindow.argtypes = c_ulong, (c_void_p,)
        self._x11.XGrabPointer.argtypes = (
            c_void_p, c_ulong, c_int, c_uint, c_int, c_int, c_ulong, c_ulong, c_ulong
        )  # fmt: skip
        self._x11.XUngrabPointer.argtypes = (c_void_p, c_ulong)
        self._display = self._x11.XOpenDisplay(screen.display.encode())

    def close(self) -> None:
        self._x11.XCloseDisplay(self._display)

    def _xinput(self, *words: str) -> str:
        done = subprocess.run(
            ["xinput", *words], env=self._environment, capture_output=True, text=True, check=True, timeout=30
        )
        return done.stdout

    def names(self) -> list[str]:
        """Return the names of all pointer devices that send something themselves, as `xinput` lists them."""
        return [name.strip() for name in re.findall(r"↳ (.*?)\s*\tid=\d+\t\[slave +pointer", self._xinput("list"))]

    def plug(self, name: str) -> FakeMouse:
        """Plug in a mouse; it has a pointer of its own on the screen."""
        self._xinput("create-master", name)
        return self.find(f"{name} XTEST pointer")

    def unplug(self, mouse: FakeMouse) -> None:
        self._xinput("remove-master", mouse.name.replace(" XTEST", ""))

    def share_pointer(self, mouse: FakeMouse, other: FakeMouse) -> None:
        """Let two mice move the same pointer, as they do on an ordinary desktop."""
        self._xinput("reattach", mouse.name, other.name.replace(" XTEST", ""))

    def map_buttons(self, mouse: FakeMouse, *buttons: int) -> None:
        """Give a mouse's buttons other meanings, as `xinput set-button-map` does for a left-handed player."""
        self._xinput("set-button-map", mouse.name, *map(str, buttons))

    def map_pointer(self, *buttons: int) -> None:
        """Give the buttons of the screen's own pointer other meanings, as old desktops and `xmodmap` do."""
        meanings = ctypes.create_string_buffer(256)
        count = self._x11.XGetPointerMapping(c_void_p(self._display), meanings, 256)
        wanted = bytes(buttons) + meanings.raw[len(buttons) : count]
        assert self._x11.XSetPointerMapping(c_void_p(self._display), wanted, count) == 0

    def find(self, name: str) -> FakeMouse:
        return FakeMouse(self, name, int(self._xinput("list", "--id-only", name)))

    def is_pointer_grabbed(self) -> bool:
        """Tell whether a program keeps the screen's own pointer for itself."""
        root = self._x11.XDefaultRootWindow(self._display)
        answer = self._x11.XGrabPointer(self._display, root, False, 0, 1, 1, 0, 0, NOW)
        self._x11.XUngrabPointer(self._display, NOW)
        self.send()
        return bool(answer == ALREADY_GRABBED)

    def send(self) -> None:
        """Have the server take in what was done since the last time, all of it at once."""
        self._x11.XSync(self._display, False)


class FakeMouse:
    """One mouse. What it does waits for `FakeMice.send`."""

    def __init__(self, mice: FakeMice, name: str, device: int) -> None:
        self.name, self.device = name, device
        self._mice, self._handle = mice, mice._xi.XOpenDevice(mice._display, device)

    def move(self, dx: int, dy: int) -> None:
        self._motion(dx, dy, is_relative=True)

    def go(self, x: int, y: int) -> None:
        """Bring its pointer to a place on the screen."""
        self._motion(x, y, is_relative=False)

    def _motion(self, x: int, y: int, is_relative: bool) -> None:
        axes = (c_int * 2)(x, y)
        mice = self._mice
        mice._test.XTestFakeDeviceMotionEvent(mice._display, self._handle, is_relative, 0, axes, 2, NOW)

    def press(self, button: int = 1, is_down: bool = True) -> None:
        mice = self._mice
        mice._test.XTestFakeDeviceButtonEvent(mice._display, self._handle, button, is_down, None, 0, NOW)

    def release(self, button: int = 1) -> None:
        self.press(button, False)
