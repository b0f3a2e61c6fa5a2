"""The way to the system's screen reader, through AccessKit: the top page as a tree of nodes, and requests back."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import count
from threading import Timer
from time import monotonic
from typing import Any

import pygame

from topping_out.game.language import tr
from topping_out.game.storage.faults import surviving
from topping_out.game.text import paragraph
from topping_out.scenes.accessibility import orca, session
from topping_out.scenes.accessibility.announcer import Announcement, Announcer
from topping_out.scenes.accessibility.nodes import IS_UNIX, Branch, make_node, read_out
from topping_out.scenes.accessibility.semantics import Reading, Role, Semantics

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
        self._is_orca_here = IS_UNIX and orca.is_here()
        self._renames = self._is_orca_here and orca.is_old()
        self.speaks = not IS_UNIX or self._is_orca_here or session.says_screen_reader()

    def _ask_again(self) -> None:
        """Follow the desktop's switch from time to time: other helpers ask for the tree too, and speak nothing."""
        if self.is_active:
            before, self.speaks = self.speaks, self._is_orca_here or session.says_screen_reader()
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
