"""Screen readers: the tree of nodes that they read, and when announcements are sent to them."""

from __future__ import annotations

import ctypes
import os
import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from ctypes import POINTER, byref, c_char_p, c_int, c_uint32, c_void_p, create_string_buffer
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from threading import Timer
from time import monotonic
from typing import Any

import pygame

from topping_out.game.children import run
from topping_out.game.language import tr
from topping_out.game.storage.faults import surviving
from topping_out.game.text import paragraph

from .semantics import IS_UNIX, Announcement, Announcer, Branch, Reading, Role, Semantics, make_node, read_out

# -- orca


SPEAKS_ANNOUNCEMENTS = 46
"""The first version of Orca that speaks announcements."""
LONGEST_ORCA_REPLY = 10
"""Seconds that `orca --version` may take."""
BUS = "DBUS_SESSION_BUS_ADDRESS"


def is_here() -> bool:
    """Return whether an Orca runs in this session."""
    return any(_is_orca_here(process) for process in Path("/proc").glob("[0-9]*"))


def is_old() -> bool:
    """Return whether the installed Orca is too old to speak announcements. Takes up to a second."""
    return _version() < SPEAKS_ANNOUNCEMENTS


def _is_orca_here(process: Path) -> bool:
    """Return whether a process is an Orca on the bus of this session."""
    with suppress(OSError):  # it has ended, or belongs to another user
        if (process / "comm").read_text().strip() == "orca":
            address = f"{BUS}={os.environ.get(BUS, '')}".encode()
            return address in (process / "environ").read_bytes().split(b"\0")
    return False


def _version() -> int:
    """Return the first number of Orca's version; if it is unknown, Orca counts as new."""
    with suppress(ValueError):
        return int(run(["orca", "--version"], LONGEST_ORCA_REPLY).split(".")[0])
    return SPEAKS_ANNOUNCEMENTS


# -- session


SESSION_BUS = 0
VARIANT, BOOLEAN, STRING = ord("v"), ord("b"), ord("s")
LONGEST_BUS_REPLY = 1000
"""Milliseconds that the reply may take."""
PLACE = (b"org.a11y.Bus", b"/org/a11y/bus", b"org.freedesktop.DBus.Properties", b"Get")
"""The destination, object, interface and method of the call."""
PROPERTY = (b"org.a11y.Status", b"ScreenReaderEnabled")
"""The interface and name of the property that is read."""
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
"""The return type and the argument types of each function."""


def says_screen_reader() -> bool:
    """Return whether a screen reader is switched on, by the desktop's setting; False if that cannot be read."""
    try:
        bus = _library()
    except OSError:
        return False
    connection = bus.dbus_bus_get_private(SESSION_BUS, None)
    if not connection:
        return False
    bus.dbus_connection_set_exit_on_disconnect(connection, 0)
    try:
        return _read_property(bus, connection)
    finally:
        bus.dbus_connection_close(connection)
        bus.dbus_connection_unref(connection)


def _library() -> ctypes.CDLL:
    bus = ctypes.CDLL("libdbus-1.so.3")
    for name, (result, *arguments) in SIGNATURES.items():
        function = getattr(bus, name)
        function.restype, function.argtypes = result, arguments
    return bus


def _read_property(bus: ctypes.CDLL, connection: int) -> bool:
    call = bus.dbus_message_new_method_call(*PLACE)
    place, inner = create_string_buffer(128), create_string_buffer(128)  # DBusMessageIter: 72 bytes
    bus.dbus_message_iter_init_append(call, place)
    for text in PROPERTY:
        bus.dbus_message_iter_append_basic(place, STRING, byref(c_char_p(text)))
    reply = bus.dbus_connection_send_with_reply_and_block(connection, call, LONGEST_BUS_REPLY, None)
    bus.dbus_message_unref(call)
    if not reply:
        return False
    is_on = c_uint32(0)
    if bus.dbus_message_iter_init(reply, place) and bus.dbus_message_iter_get_arg_type(place) == VARIANT:
        bus.dbus_message_iter_recurse(place, inner)
        if bus.dbus_message_iter_get_arg_type(inner) == BOOLEAN:
            bus.dbus_message_iter_get_basic(inner, byref(is_on))
    bus.dbus_message_unref(reply)
    return bool(is_on.value)


# -- screen reader


ROOT, LOG, STAYING = 1, 2, 3
"""The numbers of the nodes for the window, for recent announcements, and for an announcement that has the focus."""
TITLE = "Topping Out"
FIRST_FREE = 4
"""The first node number for pages and their elements."""
RECENT = 5
"""Number of announcements that stay in the tree, the latest ones."""
ANNOUNCEMENTS = 1 << 32
"""Offset of the node numbers of announcements, which are the same on all pages."""
SETTLING = 0.25
"""Seconds from the first request on Unix until the library is called. When the request comes, the library's thread has
a lock and waits for Python's; calling the library then would be a deadlock."""
POLL_SECONDS = 2.0
"""Seconds between checks of the desktop's setting for the screen reader."""
APART = 0.2
"""Least seconds between announcements."""
LINGERING = 1.0
"""Seconds that an element stays in the tree for an old Orca after it has lost the focus."""
QUIET, LATEST, MANY = 0.5, 2.0, 6
"""An old Orca gets an announcement as the window's name QUIET seconds after the focus has moved or more than MANY nodes
have changed, but no later than LATEST seconds."""
LIST_SIZE = "List with 12 items"
"""About as many letters as a reader says of the size of a list."""
SERVICE = "screen reader"


def load_library() -> Any:
    """Import and return AccessKit. It is large, so it is imported late, but by name, so that packagers find it."""
    import accesskit

    return accesskit


@dataclass(frozen=True)
class Request:
    """A request of a screen reader. `action` is click, focus, increment, decrement, set_value or set_text_selection."""

    action: str
    name: str
    """The name of the element."""
    value: str = ""


class ScreenReader:
    """Sends changes of the top page while a screen reader is in use, and otherwise nothing."""

    def __init__(self, announcer: Announcer, wake: Callable[[], None] = lambda: None) -> None:
        """`wake` is called when a request has come, from a thread of the library."""
        self.announcer, self._wake = announcer, wake
        self.is_active = False
        """Whether the tree was requested, by a screen reader or another assistive program."""
        self.speaks = False
        """Whether a screen reader is in use."""
        self.is_staying_wanted = False
        """Whether announcements keep the focus until the next key, so that braille displays show them so long."""
        self._requests: deque[Any] = deque()
        self._numbers = count(FIRST_FREE)
        self._ids: dict[str, int] = {}
        self._names: dict[int, str] = {}
        self._sent: dict[int, Branch] = {}
        self._focus = ROOT
        self._page: object = None
        self._is_fresh = False
        self._has_focus = False
        """Whether the window has the keyboard."""
        self._last_sent = 0
        """The number of the last announcement that was sent."""
        self._next_at = 0.0
        """The earliest time at which the next announcement can be sent."""
        self._window_name = TITLE
        self._left: dict[int, tuple[Branch, float]] = {}
        """Nodes that have lost the focus, and the time until which they stay in the tree."""
        self._unsaid: list[str] = []
        """Texts to be said by the window's name."""
        self._rename_by = self._changed = 0.0
        """The latest time for the window's new name, and the time of the last change of the focus or of many nodes."""
        self._renames = self._is_orca_here = False
        """Whether announcements are made by the window's name, for an old Orca; and whether an Orca runs here."""
        self._is_polling = False
        self._adapter: Any = None
        self._library: Any = None
        self._open()

    def _open(self) -> None:
        if find_spec("accesskit") is None:  # it does not exist for every system
            return
        with surviving(SERVICE):
            self._library = load_library()
            self._adapter = self._make_adapter(self._library)

    def _make_adapter(self, accesskit: Any) -> Any:
        """Return the adapter to screen readers. On Windows and macOS, call this before the window is shown."""
        called = [surviving(SERVICE)(call) for call in (self._activate, self._keep_request, self._deactivate)]
        if IS_UNIX:
            return accesskit.unix.Adapter(*called)
        window = pygame.display.get_wm_info().get("window")
        if window is None:  # SDL's driver `dummy` has no real window
            return None
        if sys.platform == "win32":
            return accesskit.windows.SubclassingAdapter(window, *called[:2])
        accesskit.macos.add_focus_forwarder_to_window_class("SDLWindow")
        return accesskit.macos.SubclassingAdapter.for_window(window, *called[:2])

    # -- called by the library, in its threads

    def _activate(self) -> Any:
        if IS_UNIX:
            self._later(SETTLING, self._begin)
            return None
        self._begin()
        return self._first_update()

    def _begin(self) -> None:
        self._look_for_reader()
        self.is_active = self._is_fresh = True
        self._wake()
        if IS_UNIX and not self._is_polling:
            self._is_polling = True
            self._poll_setting()

    def _later(self, seconds: float, do: Callable[[], None]) -> None:
        timer = Timer(seconds, do)
        timer.daemon = True
        timer.start()

    def _look_for_reader(self) -> None:
        self._is_orca_here = IS_UNIX and is_here()
        self._renames = self._is_orca_here and is_old()
        self.speaks = not IS_UNIX or self._is_orca_here or says_screen_reader()

    def _poll_setting(self) -> None:
        """Check the desktop's setting from time to time, as programs that don't speak may request the tree too."""
        if self.is_active:
            before, self.speaks = self.speaks, self._is_orca_here or says_screen_reader()
            if before != self.speaks:
                self._look_for_reader()
                self._wake()
        self._later(POLL_SECONDS, self._poll_setting)

    def _first_update(self) -> Any:
        """Return an empty window. Its content follows with the next frame."""
        ak = self._library
        assert ak
        root = ak.Node(ak.Role.WINDOW)
        root.set_label(TITLE)
        update = ak.TreeUpdate(ROOT)
        update.nodes.append((ROOT, root))
        update.tree = ak.Tree(ROOT)
        return update

    def _deactivate(self) -> None:
        self.is_active = self.speaks = False

    def _keep_request(self, request: Any) -> None:
        self._requests.append(request)
        self._wake()

    # -- requests

    def requests(self) -> list[Request]:
        """Return the requests since the last call."""
        requests = []
        while self._requests:
            request = self._requests.popleft()
            name = self._names.get(request.target, "")
            if name:
                data = request.data[1] if isinstance(request.data, tuple) else request.data
                if hasattr(data, "anchor"):  # a part of a text
                    data = f"{data.anchor.character_index} {data.focus.character_index}"
                requests.append(Request(str(request.action).rpartition(".")[2].lower(), name, str(data or "")))
        return requests

    # -- drawing

    def focus_window(self, is_focused: bool) -> None:
        self._has_focus = is_focused
        if not self.is_active:
            return
        self._send_window_focus()
        if is_focused:
            self._later(0, self._look_for_reader)
        else:
            self._window_name = TITLE

    def _send_window_focus(self) -> None:
        """Send whether the window has the keyboard. On Windows the library detects that itself."""
        name = "update_view_focus_state" if sys.platform == "darwin" else "update_window_focus_state"
        if update := getattr(self._adapter, name, None):
            self._raise(update(self._has_focus))

    def _update_tree(self, update: Any) -> None:
        self._raise(self._adapter.update_if_active(lambda: update))

    @staticmethod
    def _raise(queued: Any) -> None:
        """Raise the events for an update, which on Windows and macOS is not automatic."""
        if queued is not None:
            queued.raise_events()

    def show(self, page: object, reading: Reading | None, scale: float) -> None:
        """Send what has changed. `page` is the scene that `reading` describes."""
        if self._adapter is None or not self.is_active or reading is None:
            return
        if self._is_fresh:
            self._sent, self._is_fresh, self._changed = {}, False, monotonic()
            self._update_tree(self._first_update())  # announcements in the first tree would not be spoken
            self._send_window_focus()
        new = self.announcer.after(self._last_sent)
        if page is not self._page:
            self._page, self._changed = page, monotonic()
            self._ids, self._names = {"": next(self._numbers)}, {}
        self._rename(new)
        branches = self._branches(reading, scale)
        self._forget_gone(branches)
        focus = self._ids.get(reading.focus, self._ids[""])
        if self._stays and (unread := self.announcer.unread):
            focus = self._put(branches, STAYING, Branch(Role.TEXT, Semantics(Role.TEXT, unread)))
        elif self._must_wait(branches, focus, new):
            focus = self._hold(branches)
        self._keep_left(branches, focus)
        if self._is_news(branches, focus):  # sent first, as it interrupts speech, also of announcements sent with it
            self.announcer.interrupt(self._focus_words(reading, branches), *new)
            self._send_lists(branches)
            self._send(branches | self._recent(self._last_sent), focus)
        for announcement in self._due(new):  # one by one: several in one update are spoken in any order
            self._send(branches | self._recent(announcement.number), focus)
            self._last_sent = announcement.number
        self._send(branches | self._recent(self._last_sent), focus)
        if self._renames and self._window_name not in ("", TITLE):
            # An old Orca does not speak a name that is already set when the focus moves, and never an empty one.
            self._window_name = ""
            self._send(self._sent | {ROOT: replace(self._sent[ROOT], content="")}, focus)

    def _is_news(self, branches: dict[int, Branch], focus: int) -> bool:
        """Return whether a reader will interrupt itself to say the focus, as it has moved or its content changed."""
        before = self._sent.get(focus)
        return focus != self._focus or (before is not None and before.content != branches[focus].content)

    def _focus_words(self, reading: Reading, branches: dict[int, Branch]) -> str:
        """Return approximately what a reader says when the focus is sent.

        If the element that had the focus is gone, this begins with the page and the group, with its size.
        """
        here = reading.find(reading.focus)
        if here is None:
            return reading.title
        words = read_out(here.semantics)
        if self._focus in branches:
            return words
        size = LIST_SIZE if reading.place(here) else ""
        return paragraph([reading.title, here.group.label if here.group else "", size, words])

    def _send_lists(self, branches: dict[int, Branch]) -> None:
        """On Unix, send lists with fewer entries than before, while the focus stays.

        In one update the library tells of the focus before the entries that are gone, so that readers, who say how
        long the list is, would count these too.
        """
        before, now = self._sent, {id: branch for id, branch in branches.items() if branch.size}
        if IS_UNIX and self._focus in before and any(before[id].size > now[id].size for id in now.keys() & before):
            kept = {**branches}
            if self._focus not in kept:
                self._put(kept, self._focus, replace(before[self._focus], children=()))
            self._send(kept | self._recent(self._last_sent), self._focus)

    def _must_wait(self, branches: dict[int, Branch], focus: int, new: Sequence[Announcement]) -> bool:
        """Return whether a change of the focus must wait, as it would interrupt an announcement.

        After a key or a request, which has interrupted speech already, it does not wait.
        """
        left = self.announcer.left - self.announcer.time_for(*new)
        if self._renames or left <= 0 or self._focus not in self._sent or not self._is_news(branches, focus):
            return False
        self._later(left / 1000, self._wake)
        return True

    def _hold(self, branches: dict[int, Branch]) -> int:
        """Keep the focused node as it was sent before. Return its number."""
        before, here = self._sent[self._focus], branches.get(self._focus)
        return self._put(branches, self._focus, replace(before, children=here.children if here else ()))

    def _put(self, branches: dict[int, Branch], id: int, branch: Branch) -> int:
        """Set a node, and append it to the root's children if it is new. Return its number."""
        if id not in branches:
            branches[ROOT] = replace(branches[ROOT], children=(*branches[ROOT].children, id))
        branches[id] = branch
        return id

    def _due(self, new: Sequence[Announcement]) -> Sequence[Announcement]:
        """Return the announcements to send now: at most the first one, and none too soon after another.

        Orca skips announcements that follow another one within 0.1 s. An old Orca gets all of them at once.
        """
        if self._renames or not new:
            return new
        wait = self._next_at - monotonic()
        if wait <= 0:
            self._next_at = monotonic() + APART
        if wait > 0 or len(new) > 1:
            self._later(max(wait, 0) or APART, self._wake)
        return new[: wait <= 0]

    def _send(self, branches: dict[int, Branch], focus: int) -> None:
        """Send the nodes that differ from those sent before, and the focus."""
        changed = {id: branch for id, branch in branches.items() if self._sent.get(id) != branch}
        if changed or focus != self._focus:
            if focus != self._focus or len(changed) > MANY:
                self._changed = monotonic()
            self._sent, self._focus = branches, focus
            self._update_tree(self._update(changed, focus))

    def _id(self, name: str, role: str) -> int:
        """Return the node number for a name. It is a new one if the role has changed, or the name was gone meanwhile.

        Readers remember what they have read by the node's number.
        """
        before = self._sent.get(self._ids.get(name, 0))
        if name not in self._ids or (before and before.role != role):
            number = next(self._numbers)
            self._ids[name], self._names[number] = number, name
        return self._ids[name]

    def _forget_gone(self, branches: dict[int, Branch]) -> None:
        self._ids = {name: number for name, number in self._ids.items() if number in branches}
        self._names = {number: name for number, name in self._names.items() if number in branches}

    def _branches(self, reading: Reading, scale: float) -> dict[int, Branch]:
        """Return the whole tree, by node number."""
        branches: dict[int, Branch] = {}
        top: list[int] = []
        for group, elements in reading.grouped():
            is_list = group is not None and group.is_list
            below = []
            for number, element in enumerate(elements):
                what, box = element.semantics, tuple(round(side * scale) for side in element.rect)
                below.append(self._id(element.name, what.role))
                run = self._id(f"letters of {element.name}", "run") if what.role is Role.TEXT_FIELD else None
                if run:
                    branches[run] = Branch("run", what.value, (), box)  # type: ignore[arg-type]
                place = number if is_list else None
                branches[below[-1]] = Branch(what.role, what, (run,) if run else (), box, place)  # type: ignore[arg-type]
            if group is None:
                top += below
                continue
            role, size = ("list", len(below)) if is_list else ("group", 0)
            top.append(self._id(f"group {group.name}", role))
            branches[top[-1]] = Branch(role, group.label, tuple(below), size=size)
        # By new names of the window an Orca before 46 gets announcements; it ignores them while a dialog has the focus.
        over = "form" if self._renames else "dialog"
        kind = over if reading.is_dialog else "page"
        branches[self._ids[""]] = Branch(kind, reading.title, tuple(top))
        branches[ROOT] = Branch("window", self._window_name, (self._ids[""], LOG))
        return branches

    def _rename(self, new: Sequence[Announcement]) -> None:
        """For an old Orca, make announcements by the window's name, as soon as nothing else changes.

        An Orca before 46 ignores new names while much changes.
        """
        if not self._renames:
            return
        if new and not self._unsaid:
            self._rename_by = monotonic() + LATEST
        self._unsaid += (each.text for each in new)
        if not self._unsaid:
            return
        is_early = monotonic() < min(self._changed + QUIET, self._rename_by)
        if is_early or not self._has_focus:  # it ignores windows without the keyboard
            self._later(QUIET, self._wake)
            return
        self._window_name, self._unsaid = paragraph(self._unsaid), []

    def _keep_left(self, branches: dict[int, Branch], focus: int) -> None:
        """Keep the node that had the focus in the tree for a while after it is gone.

        An Orca before 46 reads it again when the focus has moved, and is silent if it is gone.
        """
        before, now = self._sent.get(self._focus), monotonic()
        if self._renames and before and focus != self._focus:
            self._left[self._focus] = replace(before, children=()), now + LINGERING
            self._later(LINGERING, self._wake)
        self._left = {id: left for id, left in self._left.items() if now < left[1]}
        gone = {id: branch for id, (branch, _) in self._left.items() if id not in branches}
        if gone:
            root = branches[ROOT]
            branches |= gone | {ROOT: replace(root, children=(*root.children, *gone))}

    def _recent(self, last: int) -> dict[int, Branch]:
        """Return the announcements up to the one with the number `last`, as nodes that are spoken when they appear."""
        kept = [each for each in self.announcer.said if each.number <= last][-RECENT:]
        branches = {ANNOUNCEMENTS + each.number: Branch(self._role_of(each), each.text) for each in kept}
        return branches | {LOG: Branch("log", tr("What happened"), tuple(branches))}

    @property
    def _stays(self) -> bool:
        # An Orca before 46 says nothing of a new node with the focus.
        return self.is_staying_wanted and not self._renames

    def _role_of(self, announcement: Announcement) -> str:
        if self._renames or self._stays:
            return "said"
        return "alert" if announcement.is_urgent else "status"

    # -- AccessKit's nodes

    def _update(self, changed: dict[int, Branch], focus: int) -> Any:
        ak = self._library
        assert ak
        update = ak.TreeUpdate(focus)
        for id, branch in changed.items():
            update.nodes.append((id, make_node(ak, branch)))
        update.tree = ak.Tree(ROOT)
        return update
