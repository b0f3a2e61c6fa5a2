"""Virtual mice of the X server: each is a separate device, moved and clicked from outside the program."""

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
    """A connection to an X server that plugs in, unplugs and operates mice."""

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
        """Return the names of all slave pointer devices, as `xinput` lists them."""
        return [name.strip() for name in re.findall(r"↳ (.*?)\s*\tid=\d+\t\[slave +pointer", self._xinput("list"))]

    def plug(self, name: str) -> FakeMouse:
        """Plug in a mouse with its own pointer on the screen."""
        self._xinput("create-master", name)
        return self.find(f"{name} XTEST pointer")

    def unplug(self, mouse: FakeMouse) -> None:
        self._xinput("remove-master", mouse.name.replace(" XTEST", ""))

    def share_pointer(self, mouse: FakeMouse, shared: FakeMouse) -> None:
        """Make `mouse` move the same pointer as `other`, as on an ordinary desktop."""
        self._xinput("reattach", mouse.name, shared.name.replace(" XTEST", ""))

    def map_buttons(self, mouse: FakeMouse, *buttons: int) -> None:
        """Remap a mouse's buttons, as `xinput set-button-map` does for a left-handed player."""
        self._xinput("set-button-map", mouse.name, *map(str, buttons))

    def map_pointer(self, *buttons: int) -> None:
        """Remap the buttons of the screen's main pointer, as old desktops and `xmodmap` do."""
        meanings = ctypes.create_string_buffer(256)
        count = self._x11.XGetPointerMapping(c_void_p(self._display), meanings, 256)
        wanted = bytes(buttons) + meanings.raw[len(buttons) : count]
        assert self._x11.XSetPointerMapping(c_void_p(self._display), wanted, count) == 0

    def find(self, name: str) -> FakeMouse:
        return FakeMouse(self, name, int(self._xinput("list", "--id-only", name)))

    def is_pointer_grabbed(self) -> bool:
        """Tell whether a program has grabbed the screen's main pointer."""
        root = self._x11.XDefaultRootWindow(self._display)
        status = self._x11.XGrabPointer(self._display, root, False, 0, 1, 1, 0, 0, NOW)
        self._x11.XUngrabPointer(self._display, NOW)
        self.send()
        return bool(status == ALREADY_GRABBED)

    def send(self) -> None:
        """Send everything done since the last call to the server at once."""
        self._x11.XSync(self._display, False)


class FakeMouse:
    """A virtual mouse. Its actions take effect at `FakeMice.send`."""

    def __init__(self, mice: FakeMice, name: str, device: int) -> None:
        self.name, self.device = name, device
        self._mice, self._handle = mice, mice._xi.XOpenDevice(mice._display, device)

    def move(self, dx: int, dy: int) -> None:
        self._motion(dx, dy, is_relative=True)

    def go(self, x: int, y: int) -> None:
        """Move its pointer to a position on the screen."""
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
