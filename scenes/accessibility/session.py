"""What the desktop says of screen readers, on Unix: asked over D-Bus, through the library that SDL uses too."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_uint32, c_void_p, create_string_buffer

SESSION_BUS = 0
VARIANT, BOOLEAN, STRING = ord("v"), ord("b"), ord("s")
LONGEST = 1000
"""Milliseconds that the answer may take."""
PLACE = (b"org.a11y.Bus", b"/org/a11y/bus", b"org.freedesktop.DBus.Properties", b"Get")
ASKED = (b"org.a11y.Status", b"ScreenReaderEnabled")
SIGNATURES = {
    "dbus_bus_get_private": (c_void_p, c_int, c_void_p),
    "dbus_connection_set_exit_on_disconnect": (None, c_void_p, c_uint32),
    "dbus_message_new_method_call": (c_void_p, c_char_p, c_char_p, c_char_p, c_char_p),
    "dbus_message_iter_init_append": (None, c_void_p, c_void_p),
    "dbus_message_iter_append_basic": (c_uint32, c_void_p, c_int, c_void_p),
    "dbus_connection_send_with_reply_and_block": (c_void_p, c_void_p, c_void_p, c_int, c_void_p),
    "dbus_message_iter_init": (c_uint32, c_void_p, c_void_p),
    "dbus_message_iter_get_arg_type": (c_int, c_void_p),
    "dbus_message_iter_recurse": (None, c_void_p, c_void_p),
    "dbus_message_iter_get_basic": (None, c_void_p, POINTER(c_uint32)),
    "dbus_message_unref": (None, c_void_p),
    "dbus_connection_close": (None, c_void_p),
    "dbus_connection_unref": (None, c_void_p),
}  # fmt: skip
"""Of each function what it returns, and what it takes."""


def says_screen_reader() -> bool:
    """Tell whether the desktop says that a screen reader is switched on; not where nobody can be asked."""
    try:
        bus = _library()
    except OSError:
        return False
    connection = bus.dbus_bus_get_private(SESSION_BUS, None)
    if not connection:
        return False
    bus.dbus_connection_set_exit_on_disconnect(connection, 0)
    try:
        return _ask(bus, connection)
    finally:
        bus.dbus_connection_close(connection)
        bus.dbus_connection_unref(connection)


def _library() -> ctypes.CDLL:
    bus = ctypes.CDLL("libdbus-1.so.3")
    for name, (result, *arguments) in SIGNATURES.items():
        function = getattr(bus, name)
        function.restype, function.argtypes = result, arguments
    return bus


def _ask(bus: ctypes.CDLL, connection: int) -> bool:
    question = bus.dbus_message_new_method_call(*PLACE)
    place, inner = create_string_buffer(128), create_string_buffer(128)  # DBusMessageIter: 72 bytes
    bus.dbus_message_iter_init_append(question, place)
    for text in ASKED:
        bus.dbus_message_iter_append_basic(place, STRING, byref(c_char_p(text)))
    answer = bus.dbus_connection_send_with_reply_and_block(connection, question, LONGEST, None)
    bus.dbus_message_unref(question)
    if not answer:
        return False
    is_on = c_uint32(0)
    if bus.dbus_message_iter_init(answer, place) and bus.dbus_message_iter_get_arg_type(place) == VARIANT:
        bus.dbus_message_iter_recurse(place, inner)
        if bus.dbus_message_iter_get_arg_type(inner) == BOOLEAN:
            bus.dbus_message_iter_get_basic(inner, byref(is_on))
    bus.dbus_message_unref(answer)
    return bool(is_on.value)
