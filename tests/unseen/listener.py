"""A desktop for tests with assistive technology, and a listener on it.

The desktop has its own session bus with AT-SPI, and a display for the window. The listener reads the program through
AT-SPI, finds things by role and name, and operates them. A model tells what is really heard: speech takes time, and
later events can cut it off. A screen reader (Orca from 46 on) speaks announcements one after the other. When the focus
moves or a key is pressed, it stops speaking and drops the announcements that are waiting.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

import pytest

from tests.window import screen as window_screen
from tests.window.screen import PATIENCE, Screen
from topping_out.game.assets import ROOT
from topping_out.game.bots.process import marked
from topping_out.game.storage.files import HOME_VARIABLE

# -- the desktop


SYSTEM_PYTHON = "/usr/bin/python3"
"""Only the system's Python has gi, which pip cannot install without a compiler."""
ATSPI_CHECK = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
BUS_SERVICE = Path("/usr/share/dbus-1/services/org.a11y.Bus.service")
MARK = "UNSEEN_DESKTOP"
"""Environment variable that marks every process of this desktop, including those that the bus starts itself."""


def what_is_missing() -> str:
    """Return what must be installed to listen here, or an empty string."""
    if missing := window_screen.what_is_missing():
        return missing
    packages = []
    if not shutil.which("dbus-daemon"):
        packages.append("dbus-daemon")
    if not BUS_SERVICE.exists():
        packages.append("at-spi2-core")
    if not has_atspi():
        packages.append("python3-gi and gir1.2-atspi-2.0")
    if packages:
        return f"install {', '.join(packages)} to listen to the program as a screen reader does"
    return "" if find_spec("accesskit") else "accesskit is not installed here: no screen reader hears the program"


def has_atspi() -> bool:
    """Tell whether the system's Python can use AT-SPI."""
    try:
        return subprocess.run([SYSTEM_PYTHON, "-c", ATSPI_CHECK], capture_output=True, timeout=PATIENCE).returncode == 0
    except FileNotFoundError:
        return False


class Desktop:
    """A bus, a display and a home folder, separate from the desktop that the tests run on."""

    def __init__(self, home: Path) -> None:
        """Start the bus. Raise RuntimeError if it does not start."""
        self.home = home
        self.folder = Path(tempfile.mkdtemp(prefix="unseen-"))
        """A folder for sockets, whose paths must be short."""
        self._log = (self.folder / "log").open("wb")
        self.screen = Screen((1280, 720))
        self.more: dict[str, str] = {}
        """Additional environment variables of all processes started from now on."""
        self._processes: list[subprocess.Popen[bytes]] = []
        self._bus = self._start_bus()

    def _start_bus(self) -> str:
        """Start a session bus and return its address. It starts AT-SPI's bus and registry on demand."""
        bus = self.run("dbus-daemon", "--session", "--nofork", "--print-address=1", stdout=subprocess.PIPE)
        address = bus.stdout.readline().decode().strip()
        if not address:
            self.close()
            raise RuntimeError("dbus-daemon did not start")
        return address

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("LANG", "LD_LIBRARY_PATH") if name in os.environ}
        return kept | {
            "PATH": f"{self.folder}/bin:{os.environ['PATH']}",
            "DISPLAY": self.screen.display,
            "DBUS_SESSION_BUS_ADDRESS": getattr(self, "_bus", "disabled:"),
            "XDG_RUNTIME_DIR": str(self.folder),
            "GSETTINGS_BACKEND": "memory",
            "SDL_AUDIODRIVER": "dummy",
            "PYTHONPATH": os.environ["PYTHONPATH"],
            "HOME": str(self.home),
            HOME_VARIABLE: str(self.home),
            MARK: self.folder.name,
            **self.more,
        }

    def run(
        self, *command: str, stdin: int | None = subprocess.DEVNULL, stdout: int | IO[bytes] | None = None
    ) -> subprocess.Popen[bytes]:
        """Start a process on this desktop. It is killed with the desktop or with the test process."""
        pipe = self._log if stdout is None else stdout
        process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", *command],
            cwd=ROOT, env=self.environment, stdin=stdin, stdout=pipe, stderr=self._log,
        )  # fmt: skip
        self._processes.append(process)
        return process

    def put_before(self, name: str, script: str) -> None:
        """Install a shell script that takes precedence over other commands of that name."""
        path = self.folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def start_program(self, arguments: Sequence[str] = (), python: str = sys.executable) -> subprocess.Popen[bytes]:
        """Start the program as a player does."""
        return self.run(python, "-m", "topping_out.scenes", *arguments)

    def type(self, *keys: str) -> None:
        """Tap keys, given by their X names."""
        self.screen.do("key", "--delay", 4, *keys)

    @property
    def error_output(self) -> str:
        """What the processes wrote to standard error."""
        return (self.folder / "log").read_text(errors="replace")

    def processes(self) -> list[int]:
        """Return the ids of all processes on this desktop, whoever started them."""
        return list(marked(MARK, self.folder.name))

    def close(self) -> None:
        """End all processes on the desktop and remove its folder."""
        until = time.monotonic() + PATIENCE
        while (alive := self.processes()) and time.monotonic() < until:
            for process in alive:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            for child in self._processes:
                child.poll()
        for child in self._processes:
            child.wait(PATIENCE)
            for pipe in (child.stdin, child.stdout):
                if pipe:
                    with suppress(BrokenPipeError):
                        pipe.close()
        self._log.close()
        self.screen.close()
        shutil.rmtree(self.folder, ignore_errors=True)


# -- what is audible


PACES = (15, 28)
"""Speech rates in characters a second: a usual one, and that of an experienced listener."""


@dataclass(frozen=True)
class Sound:
    """A text that a screen reader begins to speak, or an event that stops it."""

    at: float
    """Time in seconds, on any clock."""
    text: str
    """Empty if it only stops the speech."""
    stops: bool = False
    """Whether it ends all earlier speech."""


@dataclass(frozen=True)
class Heard:
    text: str
    share: float
    """The audible share of the text, from 0 to 1."""

    @property
    def is_whole(self) -> bool:
        return self.share > 0.99


def listen(sounds: Iterable[Sound], pace: float) -> list[Heard]:
    """Return what is heard of each text, in order, at `pace` characters a second.

    After the last sound there is enough time for everything that is waiting.
    """
    in_order: Sequence[Sound] = sorted(sounds, key=lambda sound: sound.at)
    audible, free = [], 0.0
    for place, sound in enumerate(in_order):
        if sound.stops:
            free = sound.at
        begin = max(free, sound.at)
        free = begin + len(sound.text) / pace
        stopped = next((later.at for later in in_order[place + 1 :] if later.stops), free)
        if sound.text:
            audible.append(Heard(sound.text, max(0.0, min(free, stopped) - begin) * pace / len(sound.text)))
    return audible


# -- the listener


CLIENT = Path(__file__).with_name("client.py")
TITLE = "Topping Out"
"""The window's name when it carries no announcement."""
LOOK_AGAIN = 0.3
"""Seconds between two looks at the tree if no event comes."""
NAMED_ROLES = frozenset(
    ("push button", "toggle button", "check box", "slider", "slider", "entry", "list item", "heading", "image")
)
"""Roles that must have a name."""


@dataclass
class Node:
    """A node as AT-SPI reports it."""

    id: int
    role: str
    name: str
    description: str
    states: list[str]
    actions: list[str]
    value: float | None
    text: str | None
    children: list[Node] = field(default_factory=list)
    place: str = ""
    """Its position in a list, such as "3 of 7". Clients compute this themselves."""

    def __iter__(self) -> Iterator[Node]:
        """Iterate over the node and all its descendants, in reading order."""
        yield self
        for child in self.children:
            yield from child

    @property
    def is_enabled(self) -> bool:
        """Whether it can be activated. AccessKit passes no such state to AT-SPI, so the name says it."""
        return bool(self.actions) and not self.name.endswith(", unavailable")

    @property
    def is_selected(self) -> bool:
        return "selected" in self.states

    def find_all(self, role: str = "", name: str = "") -> list[Node]:
        """Return the node and its descendants that have this role and whose names start with `name`."""
        return [node for node in self if (not role or node.role == role) and node.name.startswith(name)]

    def find(self, role: str = "", name: str = "") -> Node | None:
        """Return the first node with this role and exactly this name, or else the first whose name starts with it."""
        found = self.find_all(role, name)
        return next((node for node in found if node.name == name), next(iter(found), None))

    def spoken(self) -> str:
        """Return the node as a screen reader speaks it."""
        states = [state for state in ("pressed", "checked", "selected") if state in self.states]
        text = self.text if self.text != self.name else ""
        parts = (self.name, text, self.role, *states, self.place, self.description)
        return ", ".join(filter(None, parts))

    def outline(self, depth: int = 0) -> str:
        """Return the node and all its descendants, one per line."""
        lines = [f"{'  ' * depth}{self.spoken()}", *(child.outline(depth + 1) for child in self.children)]
        return "\n".join(lines)


def make_node(found: dict[str, Any]) -> Node:
    below = [make_node(child) for child in found["children"]]
    if found["role"] == "list":
        for number, node in enumerate(below, 1):
            node.place = f"{number} of {len(below)}"
    return Node(**{**found, "children": below})


class Listener:
    """Starts the program on a desktop and reads it from another process."""

    def __init__(self, desktop: Desktop, *arguments: str) -> None:
        self.desktop = desktop
        self.events: list[dict[str, Any]] = []
        """All events so far, the oldest first."""
        self._typed: list[float] = []
        """The times of key presses, on the client's clock."""
        self.before_acting: Callable[[], None] = lambda: None
        """Called before each action of the player."""
        self.acted = 0.0
        """The time of the last action, on the client's clock."""
        self._client = desktop.run(SYSTEM_PYTHON, str(CLIENT), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._read_reply()
        self.program = desktop.start_program(arguments)
        self.wait_for(focused_in, "the focus in the window")

    # -- the client

    def ask(self, verb: str, *arguments: object) -> Any:
        self._client.stdin.write(json.dumps([verb, *arguments]).encode() + b"\n")
        self._client.stdin.flush()
        return self._read_reply()

    def _read_reply(self) -> Any:
        line = self._client.stdout.readline()
        if not line:
            pytest.fail(f"the client has ended: {self.desktop.error_output}")
        return json.loads(line)

    def _listen(self, seconds: float) -> None:
        self.events += self.ask("wait", len(self.events), seconds)

    # -- listening

    @property
    def announced(self) -> list[str]:
        """All announcements so far."""
        return self.announced_since(0)

    def audible(self, pace: float, since: float = 0.0) -> list[Heard]:
        """Return what is really heard at `pace` characters a second since that time.

        As in Orca from 46 on, each key, focus change and new name of the focused node cuts off speech.
        """
        self._listen(0)
        sounds = [Sound(at, "", stops=True) for at in self._typed]
        for event in self.events:
            is_new_focus = event["type"].endswith("focused") and event["on"]
            if event["type"].startswith("object:announcement"):
                sounds.append(Sound(event["at"], event["text"]))
            elif is_new_focus or (event["type"].endswith("accessible-name") and event["is_focused"]):
                sounds.append(Sound(event["at"], event["text"], stops=True))
        return listen([sound for sound in sounds if sound.at >= since], pace)

    @property
    def last_key(self) -> float:
        """The time of the last key press, on the client's clock."""
        return self._typed[-1]

    def announced_since(self, at: float) -> list[str]:
        """Return the announcements since that time. (For an Orca before 46, they are new names of the window.)"""
        return self.announced_between(at, float("inf"))

    def announced_between(self, begin: float, end: float) -> list[str]:
        self._listen(0)
        return [event["text"] for event in self.events if is_announcement(event) and begin <= event["at"] < end]

    def names_changed(self) -> list[str]:
        """Return the new names of the nodes whose name changed, which a screen reader speaks."""
        self._listen(0)
        return [
            event["text"] for event in self.events if event["type"].startswith("object:property-change:accessible-name")
        ]

    def tree(self) -> Node:
        """Return the current tree. If it changes while it is being read, read it again."""
        until = time.monotonic() + PATIENCE
        while True:
            found = self.ask("tree")
            if found and "error" not in found:
                return make_node(found)
            if self.program.poll() is not None:
                pytest.fail(f"the program has ended: {self.desktop.error_output}")
            if time.monotonic() > until:
                pytest.fail(f"there is nothing to read: {found}")
            self._listen(LOOK_AGAIN)

    def log(self, tree: Node | None = None) -> list[str]:
        """Return the page's log, from `tree` or as it is now. A page with a question has none."""
        happened = (tree or self.tree()).find("panel", "What happened")
        return [node.name for node in happened.children] if happened else []

    def page(self) -> Node:
        """Return the page on top, or an empty node."""
        top = self.tree().find("frame")
        return top.children[0] if top and top.children else Node(-1, "", "", "", [], [], None, None)

    def wait_for(self, condition: Callable[[Node], Any], what: str, seconds: float = PATIENCE) -> Any:
        """Read the tree until `condition` returns something true, and return that. `what` is named on a failure."""
        until = time.monotonic() + seconds
        while not (found := condition(tree := self.tree())):
            if (mishap := tree.find(name="Something went wrong")) is not None:
                pytest.fail(f"the program had a mishap instead of {what}: {mishap.outline()}")
            if time.monotonic() > until:
                pytest.fail(f"timed out waiting for {what}; there is\n{tree.outline()}\nannounced last: {self.last()}")
            self._listen(LOOK_AGAIN)
        return found

    def last(self, count: int = 5) -> list[str]:
        return self.announced[-count:]

    def wait_to_hear(self, text: str, after: int = 0) -> str:
        """Wait for an announcement that contains `text`, ignoring the first `after` announcements. Return it."""
        return self.wait_for(
            lambda _: next((announcement for announcement in self.announced[after:] if text in announcement), ""),
            f"the announcement {text!r}",
        )

    def wait_for_answer(self) -> None:
        """Wait until something has been announced since the last action, without reading the tree again."""
        until = time.monotonic() + PATIENCE
        while not self.announced_since(self.acted):
            assert time.monotonic() < until, f"nothing answers; announced last: {self.last()}"
            self._listen(LOOK_AGAIN)

    def wait_for_page(self, title: str) -> Node:
        """Wait for a page whose title starts with `title`."""
        return self.wait_for(lambda tree: (page := top_page(tree)) and page.name.startswith(title) and page, title)

    def find(self, role: str, name: str) -> Node:
        """Wait for a node with this role and this beginning of its name, and return it."""
        found: Node = self.wait_for(lambda tree: tree.find(role, name), f"a {role} {name!r}")
        return found

    @property
    def focused(self) -> Node | None:
        return focused_in(self.tree())

    # -- acting

    def press(self, role: str, name: str) -> None:
        """Activate a node, once it is enabled."""
        self.do(self.wait_for(lambda tree: (node := tree.find(role, name)) and node.is_enabled and node, name))

    def do(self, node: Node) -> None:
        """Activate a node that was just read."""
        self.before_acting()
        assert node.actions, f"nothing can be done with {node.spoken()}"
        self.acted = time.monotonic()
        assert self.ask("act", node.id, node.actions[0]) is True, node.spoken()

    def do_focus(self, role: str, name: str) -> None:
        """Move the focus to a node, as a screen reader's own cursor does."""
        assert self.ask("focus", self.find(role, name).id) is True, name
        self.wait_for(lambda tree: "focused" in tree.find(role, name).states, f"the focus on {name}")

    def type(self, *keys: str) -> None:
        self._typed.append(time.monotonic())
        self.desktop.type(*keys)


def is_announcement(event: dict[str, Any]) -> bool:
    is_new_title = event["role"] == "frame" and event["type"].endswith("accessible-name")
    return event["type"].startswith("object:announcement") or (is_new_title and event["text"] not in ("", TITLE))


def top_page(tree: Node) -> Node | None:
    frame = tree.find("frame")
    return frame.children[0] if frame and frame.children else None


def focused_in(tree: Node) -> Node | None:
    """Return the focused node, or None if only the window has the focus."""
    return next((node for node in tree if "focused" in node.states and node.role != "frame"), None)


def nameless(tree: Node) -> list[Node]:
    """Return the nodes that should have a name but have none."""
    return [node for node in tree if node.role in NAMED_ROLES and not node.name]
