"""The screen reader: the tree that it is given, what is announced and when."""

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

from .semantics import IS_UNIX, Branch, Reading, Role, Semantics, make_node, read_out

# -- orca


SPEAKS_ANNOUNCEMENTS = 46
LONGEST_ORCA_REPLY = 10
"""Seconds that Orca may take to tell its version."""
BUS = "DBUS_SESSION_BUS_ADDRESS"


def is_here() -> bool:
    """Tell whether an Orca runs in this session."""
    return any(_listens_here(process) for process in Path("/proc").glob("[0-9]*"))


def is_old() -> bool:
    """Tell whether the Orca that runs here speaks no announcements. Takes up to a second."""
    return _version() < SPEAKS_ANNOUNCEMENTS


def _listens_here(process: Path) -> bool:
    """Tell whether a process is an Orca on the same session's bus."""
    with suppress(OSError):  # it has ended, or is somebody else's
        if (process / "comm").read_text().strip() == "orca":
            address = f"{BUS}={os.environ.get(BUS, '')}".encode()
            return address in (process / "environ").read_bytes().split(b"\0")
    return False


def _version() -> int:
    """Return the first number of Orca's version; one that does not tell it counts as new."""
    with suppress(ValueError):
        return int(run(["orca", "--version"], LONGEST_ORCA_REPLY).split(".")[0])
    return SPEAKS_ANNOUNCEMENTS


# -- session


SESSION_BUS = 0
VARIANT, BOOLEAN, STRING = ord("v"), ord("b"), ord("s")
LONGEST_BUS_REPLY = 1000
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
    answer = bus.dbus_connection_send_with_reply_and_block(connection, question, LONGEST_BUS_REPLY, None)
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


# -- announcer


REMEMBERED = 200
USUAL_PACE = 15.0
"""Characters a second that speech usually says."""
BREATH = 6
"""For so many characters more each announcement takes its time: until it is heard by the reader, and begun."""


@dataclass(frozen=True)
class Announcement:
    number: int
    """Counts all announcements, from 1."""
    text: str
    is_urgent: bool = False
    """Whether it is said at once, before what waits."""


class Announcer:
    """Keeps what was said; its listeners take what is new to them."""

    def __init__(self) -> None:
        self.is_heard = False
        """Whether anybody listens, so that pages build what only listeners need; set by the program."""
        self.pace = USUAL_PACE
        """Characters a second that whoever listens is told; set by the program."""
        self.left = 0.0
        """Milliseconds until all that was said is heard, as far as one can know; 0 where nobody listens."""
        self.said: deque[Announcement] = deque(maxlen=REMEMBERED)
        self.history: deque[str] = deque(maxlen=REMEMBERED)
        """What can be heard again; answers to questions are not in it."""
        self._back = 0
        self.count = 0
        """The number of the last announcement."""
        self._read = 0
        """The number of the last one before the player's last key."""

    def say(self, text: str, urgent: bool = False) -> None:
        """Say a sentence, or a few; an empty text says nothing."""
        if text.strip():
            self.history.append(text.strip())
            self._back = 0
            self.reply(text, urgent)

    def reply(self, text: str, urgent: bool = True) -> None:
        """Say what a player asked for; it is not part of what can be heard again."""
        if text.strip():
            self.count += 1
            self.said.append(Announcement(self.count, text.strip(), urgent))
            if self.is_heard:
                self.left = (0.0 if urgent else self.left) + self.time_for(self.said[-1])

    # -- the time that speech takes

    def time_for(self, *said: Announcement) -> float:
        """Return how many milliseconds it takes to say that."""
        return sum(len(one.text) + BREATH for one in said) * 1000 / self.pace

    def pass_time(self, ms: float) -> None:
        self.left = max(0.0, self.left - ms)

    def interrupt(self, words: str = "", *kept: Announcement) -> None:
        """Note that what was said is cut off, by a key or by other `words`; `kept` is said after them."""
        if self.is_heard:
            self.left = len(words) * 1000 / self.pace + self.time_for(*kept)

    def go_on(self) -> None:
        """Note that the player has pressed a key: whatever is being said is cut off, and what was said is read."""
        self.interrupt()
        self._read = self.count

    # -- what was said

    def forget(self) -> None:
        """Let nothing that was said so far be heard again: somebody else is going to listen."""
        self.said.clear()
        self.history.clear()

    def earlier(self, by: int = 0) -> str:
        """Return what was said last, or what was said before (-1) or after (+1) what this returned last."""
        if not self.history:
            return tr("Nothing has been said yet.")
        self._back = max(0, min(len(self.history) - 1, self._back - by))
        return self.history[-1 - self._back]

    @property
    def unread(self) -> str:
        """What was said since the player's last key."""
        return " ".join(one.text for one in self.after(self._read))

    def after(self, number: int) -> list[Announcement]:
        """Return what was said after the announcement with that number."""
        return [one for one in self.said if one.number > number]


# -- screen reader


ROOT, LOG, STAYING = 1, 2, 3
TITLE = "Topping Out"
FIRST_FREE = 4
RECENT = 5
"""Announcements that stay in the tree, newest last."""
ANNOUNCEMENTS = 1 << 32
"""From here on the announcements have their numbers: they are the same ones on whatever page."""
SETTLING = 0.25
"""Seconds from the first request on Unix until the library is called: its thread still holds a lock, and waits for
Python's own, when the request comes; a call meanwhile would wait for both for ever."""
ASKING = 2.0
"""Seconds from one look at the desktop's switch of the screen reader to the next."""
APART = 0.2
"""Seconds from one announcement to the next."""
LINGERING = 1.0
"""Seconds that what had the focus stays in the tree for an old Orca."""
QUIET, LATEST, MANY = 0.5, 2.0, 6
"""Seconds after the focus has moved, or more than so many nodes have changed, until the window gets a name that says
what happens, and how many that takes at most."""
BEFORE = 0.5
"""Seconds from what is said to an old Orca before a dialog until the dialog opens to it."""
SERVICE = "screen reader"


def load_library() -> Any:
    """Return AccessKit. It is large; and imported by its name, so that it is packed with the program."""
    import accesskit

    return accesskit


@dataclass(frozen=True)
class Request:
    """What a screen reader asks for: `action` is click, focus, increment, decrement or set_value."""

    action: str
    name: str
    """Of the element."""
    value: str = ""


class ScreenReader:
    """Sends what changed of the top page while a screen reader is there, and nothing while there is none."""

    def __init__(self, announcer: Announcer, wake: Callable[[], None] = lambda: None) -> None:
        """`wake` is called, from a thread of the library's, when a request has come."""
        self.announcer, self._wake = announcer, wake
        self.is_active = False
        """Whether somebody has asked for the tree: a screen reader, or something else that helps."""
        self.speaks = False
        """Whether that is a screen reader."""
        self.is_staying_wanted = False
        """Whether what was said has the focus until the next key: a line of braille shows it for as long then."""
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
        self._passed_on = 0
        """The number of the last announcement that was sent."""
        self._next_at = 0.0
        """When the next one can be sent at the earliest."""
        self._window_name = TITLE
        self._left: dict[int, tuple[Branch, float]] = {}
        """What had the focus lately, and until when it stays in the tree whatever becomes of the page."""
        self._unsaid: list[str] = []
        """What the window's name is still to say."""
        self._rename_by = self._changed = 0.0
        """When it says that at the latest, and when the focus, or much, has changed last."""
        self._opens_at = 0.0
        """When a dialog opens to an old Orca at the earliest."""
        self._renames = self._is_orca_here = False
        """Whether what happens is said by the window's name: see `orca`; and whether one runs here at all."""
        self._is_asking = False
        self._adapter: Any = None
        self._library: Any = None
        self._open()

    def _open(self) -> None:
        if find_spec("accesskit") is None:  # not on every system
            return
        with surviving(SERVICE):
            self._library = load_library()
            self._adapter = self._make_adapter(self._library)

    def _make_adapter(self, accesskit: Any) -> Any:
        """Return the way to screen readers; on Windows and macOS the window has not been shown yet."""
        called = [surviving(SERVICE)(call) for call in (self._activate, self._keep_request, self._deactivate)]
        if IS_UNIX:
            return accesskit.unix.Adapter(*called)
        window = pygame.display.get_wm_info().get("window")
        if window is None:  # SDL's driver `dummy` has no window that could be read
            return None
        if sys.platform == "win32":
            return accesskit.windows.SubclassingAdapter(window, *called[:2])
        accesskit.macos.add_focus_forwarder_to_window_class("SDLWindow")
        return accesskit.macos.SubclassingAdapter.for_window(window, *called[:2])

    # -- called by the library, in threads of its own

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
        if IS_UNIX and not self._is_asking:
            self._is_asking = True
            self._ask_again()

    def _later(self, seconds: float, do: Callable[[], None]) -> None:
        timer = Timer(seconds, do)
        timer.daemon = True
        timer.start()

    def _look_for_reader(self) -> None:
        self._is_orca_here = IS_UNIX and is_here()
        self._renames = self._is_orca_here and is_old()
        self.speaks = not IS_UNIX or self._is_orca_here or says_screen_reader()

    def _ask_again(self) -> None:
        """Follow the desktop's switch from time to time: other helpers ask for the tree too, and speak nothing."""
        if self.is_active:
            before, self.speaks = self.speaks, self._is_orca_here or says_screen_reader()
            if before != self.speaks:
                self._look_for_reader()
                self._wake()
        self._later(ASKING, self._ask_again)

    def _first_update(self) -> Any:
        """Return an empty window; what is in it follows with the next frame."""
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
        """Return what was asked for since the last time."""
        asked = []
        while self._requests:
            request = self._requests.popleft()
            name = self._names.get(request.target, "")
            if name:
                data = request.data[1] if isinstance(request.data, tuple) else request.data
                if hasattr(data, "anchor"):  # a part of a text
                    data = f"{data.anchor.character_index} {data.focus.character_index}"
                asked.append(Request(str(request.action).rpartition(".")[2].lower(), name, str(data or "")))
        return asked

    # -- drawing

    def focus_window(self, is_focused: bool) -> None:
        self._has_focus = is_focused
        if not self.is_active:
            return
        self._tell_focus()
        if is_focused:
            self._later(0, self._look_for_reader)
        else:
            self._window_name = TITLE

    def _tell_focus(self) -> None:
        """Tell whether the window has the keyboard; on Windows the library sees that for itself."""
        name = "update_view_focus_state" if sys.platform == "darwin" else "update_window_focus_state"
        if tell := getattr(self._adapter, name, None):
            self._raise(tell(self._has_focus))

    def _update_tree(self, update: Any) -> None:
        self._raise(self._adapter.update_if_active(lambda: update))

    @staticmethod
    def _raise(queued: Any) -> None:
        """Let others know of what was sent, which on Windows and macOS is not done by itself."""
        if queued is not None:
            queued.raise_events()

    def show(self, page: object, reading: Reading | None, scale: float) -> None:
        """Send what has changed; `page` is the scene that the reading is of."""
        if self._adapter is None or not self.is_active or reading is None:
            return
        if self._is_fresh:
            self._sent, self._is_fresh, self._changed = {}, False, monotonic()
            self._update_tree(self._first_update())  # what is in the very first tree is not announced
            self._tell_focus()
        new = self.announcer.after(self._passed_on)
        if page is not self._page:
            if reading.is_dialog and self._tells_before(new):
                return
            self._page = page
            self._ids, self._names = {"": next(self._numbers)}, {}
        self._rename(new, reading.is_dialog)
        branches = self._branches(reading, scale)
        self._forget_gone(branches)
        focus = self._ids.get(reading.focus, self._ids[""])
        if self._stays and (unread := self.announcer.unread):
            focus = self._put(branches, STAYING, Branch(Role.TEXT, Semantics(Role.TEXT, unread)))
        elif self._must_wait(branches, focus, new):
            focus = self._hold(branches)
        self._keep_left(branches, focus)
        if self._is_told(branches, focus):  # that ends what is being said, and must not end what comes with it
            here = reading.find(reading.focus)
            self.announcer.interrupt(read_out(here.semantics) if here else reading.title, *new)
            self._send(branches | self._what_happened(self._passed_on), focus)
        for one in self._due(new):  # of several in one update, any could be spoken first
            self._send(branches | self._what_happened(one.number), focus)
            self._passed_on = one.number
        self._send(branches | self._what_happened(self._passed_on), focus)
        if self._renames and self._window_name not in ("", TITLE):
            # The old Orca takes a name for said that it finds when the focus moves; an empty one is never spoken.
            self._window_name = ""
            self._send(self._sent | {ROOT: replace(self._sent[ROOT], content="")}, focus)

    def _is_told(self, branches: dict[int, Branch], focus: int) -> bool:
        """Tell whether a reader stops what it is saying, and tells of the focus: it has moved, or has a new name."""
        before = self._sent.get(focus)
        return focus != self._focus or (before is not None and before.content != branches[focus].content)

    def _must_wait(self, branches: dict[int, Branch], focus: int, new: Sequence[Announcement]) -> bool:
        """Tell whether news of the focus has to wait, as it would cut off what was announced before.

        A key, or what a reader asks for, has ended that already: what comes of it is told at once.
        """
        left = self.announcer.left - self.announcer.time_for(*new)
        if self._renames or left <= 0 or self._focus not in self._sent or not self._is_told(branches, focus):
            return False
        self._later(left / 1000, self._wake)
        return True

    def _hold(self, branches: dict[int, Branch]) -> int:
        """Let the focus stay where it was sent to, and be called as it was; return its number."""
        before, here = self._sent[self._focus], branches.get(self._focus)
        return self._put(branches, self._focus, replace(before, children=here.children if here else ()))

    def _put(self, branches: dict[int, Branch], id: int, branch: Branch) -> int:
        """Put a node in, at the end where it is new; return its number."""
        if id not in branches:
            branches[ROOT] = replace(branches[ROOT], children=(*branches[ROOT].children, id))
        branches[id] = branch
        return id

    def _due(self, new: Sequence[Announcement]) -> Sequence[Announcement]:
        """Return what is announced now: the first, unless another was just before; the rest has its turn later.

        Orca passes over an announcement that follows the one before within a tenth of a second.
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
        """Let the library know what is not as it was sent before."""
        changed = {id: branch for id, branch in branches.items() if self._sent.get(id) != branch}
        if changed or focus != self._focus:
            if focus != self._focus or len(changed) > MANY:
                self._changed = monotonic()
            self._sent, self._focus = branches, focus
            self._update_tree(self._update(changed, focus))

    def _id(self, name: str, role: str) -> int:
        """Return the number of what has that name: another one once its role is another, or after it was gone.

        Readers remember what they have read of a number.
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
        """Return the whole tree, by the numbers of its nodes."""
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
        branches[self._ids[""]] = Branch("dialog" if reading.is_dialog else "page", reading.title, tuple(top))
        branches[ROOT] = Branch("window", self._window_name, (self._ids[""], LOG))
        return branches

    def _rename(self, new: Sequence[Announcement], is_dialog: bool) -> None:
        """Give the window the name that says what is new, where that is how it is heard: once all else is quiet.

        An Orca before 46 drops new names where much changes.
        """
        if not self._renames:
            return
        if new and not self._unsaid:
            self._rename_by = monotonic() + LATEST
        self._unsaid += (one.text for one in new)
        if not self._unsaid:
            return
        is_early = not is_dialog and monotonic() < min(self._changed + QUIET, self._rename_by)
        if is_early or not self._has_focus:  # it looks only at the window that has the keyboard
            self._later(QUIET, self._wake)
            return
        self._window_name, self._unsaid = paragraph(self._unsaid), []

    def _tells_before(self, new: Sequence[Announcement]) -> bool:
        """Say what is new before a dialog opens, where the window's name says it; tell whether the dialog has to wait.

        An Orca before 46 drops all new names once the focus is in a dialog; under load the focus overtakes a name.
        """
        if not (self._renames and self._has_focus and self._sent):
            return False
        if words := [*self._unsaid, *(one.text for one in new)]:
            self._unsaid, self._window_name, self._opens_at = [], "", monotonic() + BEFORE
            self._passed_on = new[-1].number if new else self._passed_on
            for name in (paragraph(words), ""):
                root = {ROOT: replace(self._sent[ROOT], content=name)}
                self._send(self._sent | root | self._what_happened(self._passed_on), self._focus)
            self._later(BEFORE, self._wake)
        return monotonic() < self._opens_at

    def _keep_left(self, branches: dict[int, Branch], focus: int) -> None:
        """Keep what had the focus for a while after it is gone.

        An Orca before 46 looks back at it when the focus has moved, and is silent if it finds nothing.
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

    def _what_happened(self, last: int) -> dict[int, Branch]:
        """Return what was said up to the announcement with that number, as nodes that are spoken when they come."""
        kept = [one for one in self.announcer.said if one.number <= last][-RECENT:]
        branches = {ANNOUNCEMENTS + one.number: Branch(self._manner(one), one.text) for one in kept}
        return branches | {LOG: Branch("log", tr("What happened"), tuple(branches))}

    @property
    def _stays(self) -> bool:
        return self.is_staying_wanted and not self._renames  # an Orca before 46 says nothing of a focus that is new

    def _manner(self, one: Announcement) -> str:
        if self._renames or self._stays:
            return "said"
        return "alert" if one.is_urgent else "status"

    # -- AccessKit's nodes

    def _update(self, changed: dict[int, Branch], focus: int) -> Any:
        ak = self._library
        assert ak
        update = ak.TreeUpdate(focus)
        for id, branch in changed.items():
            update.nodes.append((id, make_node(ak, branch)))
        update.tree = ak.Tree(ROOT)
        return update
