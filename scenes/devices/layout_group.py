"""Which of several keyboard layouts is chosen under X11.

Many desktops keep the layouts as groups of one mapping and switch between the groups. SDL reads the layout anew only
when the mapping changes, so it is told that it has.
"""

from __future__ import annotations

import ctypes
from ctypes import byref, c_int, c_long, c_uint, c_ulong, c_void_p

import pygame

CORE_KEYBOARD = 0x100
MAPPING_NOTIFY, MAPPING_KEYBOARD = 34, 1


class MappingEvent(ctypes.Structure):
    """Xlib's XMappingEvent, with the room that any XEvent takes."""

    _fields_ = (
        ("kind", c_int), ("serial", c_ulong), ("send_event", c_int), ("display", c_void_p), ("window", c_ulong),
        ("request", c_int), ("first", c_int), ("count", c_int), ("room", c_long * 24),
    )  # fmt: skip


class LayoutGroup:
    """Watches the chosen group; without X11 it does nothing."""

    def __init__(self) -> None:
        self._x11: ctypes.CDLL | None = None
        self._display: int | None = None
        self._group = 0

    def start(self) -> None:
        """Watch from now on, if the window is one of X11."""
        if pygame.display.get_driver() != "x11":
            return
        try:
            self._x11 = ctypes.CDLL("libX11.so.6")
        except OSError:
            return
        self._x11.XOpenDisplay.restype = c_void_p
        self._x11.XkbGetState.argtypes = (c_void_p, c_uint, c_void_p)
        self._x11.XSendEvent.argtypes = (c_void_p, c_ulong, c_int, c_long, c_void_p)
        self._x11.XFlush.argtypes = (c_void_p,)
        self._display = self._x11.XOpenDisplay(None)
        self._group = self._chosen()

    def follow(self) -> None:
        """Have SDL read the layout anew if another group was chosen since the last call: `KEYMAPCHANGED` follows."""
        if self._x11 is None or not self._display or (group := self._chosen()) == self._group:
            return
        self._group = group
        window = int(pygame.display.get_wm_info().get("window", 0))
        event = MappingEvent(MAPPING_NOTIFY, 0, True, None, window, MAPPING_KEYBOARD, 8, 248)
        if window:
            self._x11.XSendEvent(self._display, window, False, 0, byref(event))
            self._x11.XFlush(self._display)

    def _chosen(self) -> int:
        state = (ctypes.c_ubyte * 64)()  # an XkbStateRec, which begins with the group
        if self._x11 is None or not self._display or self._x11.XkbGetState(self._display, CORE_KEYBOARD, state):
            return 0
        return state[0]
