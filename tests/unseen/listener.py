"""One who listens: what can be heard of the program, found by role and name, and what can be asked of it."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.unseen.audible import Heard, Sound, listen
from tests.unseen.desktop import SYSTEM_PYTHON, Desktop
from tests.window.screen import PATIENCE

CLIENT = Path(__file__).with_name("client.py")
TITLE = "Topping Out"
"""The window's name, as long as it says nothing else."""
LOOK_AGAIN = 0.3
"""Seconds after which something is looked for again where nothing was heard."""
NAMED_ROLES = frozenset(
    ("push button", "toggle button", "check box", "slider", "slider", "entry", "list item", "heading", "image")
)
"""What has to say what it is."""


@dataclass
class Node:
    """A node as AT-SPI gives it."""

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
    """Where it stands in a list, as "3 of 7": clients count that themselves."""

    def __iter__(self) -> Iterator[Node]:
        """Go through it and all that is below it, in reading order."""
        yield self
        for child in self.children:
            yield from child

    @property
    def is_enabled(self) -> bool:
        """Whether something can be done with it; AccessKit gives AT-SPI no state of it, so that its name says it."""
        return bool(self.actions) and not self.name.endswith(", unavailable")

    @property
    def is_selected(self) -> bool:
        return "selected" in self.states

    def find_all(self, role: str = "", name: str = "") -> list[Node]:
        """Return the nodes below it of that role, whose names begin so."""
        return [node for node in self if (not role or node.role == role) and node.name.startswith(name)]

    def find(self, role: str = "", name: str = "") -> Node | None:
        """Return the first node of that role that is called so, else the first whose name begins so."""
        found = self.find_all(role, name)
        return next((node for node in found if node.name == name), next(iter(found), None))

    def heard(self) -> str:
        """Return it as one hears it."""
        states = [state for state in ("pressed", "checked", "selected") if state in self.states]
        text = self.text if self.text != self.name else ""
        said = (self.name, text, self.role, *states, self.place, self.description)
        return ", ".join(filter(None, said))

    def outline(self, depth: int = 0) -> str:
        """Return it and all that is below it, a line each."""
        lines = [f"{'  ' * depth}{self.heard()}", *(child.outline(depth + 1) for child in self.children)]
        return "\n".join(lines)


def make_node(found: dict[str, Any]) -> Node:
    below = [make_node(child) for child in found["children"]]
    if found["role"] == "list":
        for number, node in enumerate(below, 1):
            node.place = f"{number} of {len(below)}"
    return Node(**{**found, "children": below})


class Listener:
    """Starts the program on a desktop and listens to it from another process."""

    def __init__(self, desktop: Desktop, *arguments: str) -> None:
        self.desktop = desktop
        self.heard: list[dict[str, Any]] = []
        """All events so far, oldest first."""
        self._typed: list[float] = []
        """When keys were pressed, as the client counts time."""
        self.before_acting: Callable[[], None] = lambda: None
        """Is called before each act of whoever plays."""
        self.acted = 0.0
        """When that was last, as the client counts time."""
        self._client = desktop.run(SYSTEM_PYTHON, str(CLIENT), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._answer()
        self.program = desktop.start_program(arguments)
        self.wait_for(focused_in, "the focus in the window")

    # -- the client

    def ask(self, verb: str, *arguments: object) -> Any:
        self._client.stdin.write(json.dumps([verb, *arguments]).encode() + b"\n")
        self._client.stdin.flush()
        return self._answer()

    def _answer(self) -> Any:
        line = self._client.stdout.readline()
        if not line:
            pytest.fail(f"the client has ended: {self.desktop.said}")
        return json.loads(line)

    def _listen(self, seconds: float) -> None:
        self.heard += self.ask("wait", len(self.heard), seconds)

    # -- hearing

    @property
    def announced(self) -> list[str]:
        """What was announced so far."""
        return self.announced_since(0)

    def audible(self, pace: float, since: float = 0.0) -> list[Heard]:
        """Return what one really hears at a pace of so many characters a second, of what came since that time.

        As with an Orca from 46 on: speech ends where something else has the focus or what has it another name, and at
        each key.
        """
        self._listen(0)
        sounds = [Sound(at, "", stops=True) for at in self._typed]
        for event in self.heard:
            is_new_focus = event["type"].endswith("focused") and event["on"]
            if event["type"].startswith("object:announcement"):
                sounds.append(Sound(event["at"], event["text"]))
            elif is_new_focus or (event["type"].endswith("accessible-name") and event["is_focused"]):
                sounds.append(Sound(event["at"], event["text"], stops=True))
        return listen([sound for sound in sounds if sound.at >= since], pace)

    @property
    def last_key(self) -> float:
        """When the last key was pressed, as the client counts time."""
        return self._typed[-1]

    def announced_since(self, at: float) -> list[str]:
        """Return what was announced since that time; to an Orca before 46 by the window's new name."""
        return self.announced_between(at, float("inf"))

    def announced_between(self, begin: float, end: float) -> list[str]:
        self._listen(0)
        return [event["text"] for event in self.heard if is_announcement(event) and begin <= event["at"] < end]

    def names_changed(self) -> list[str]:
        """Return the new names of what had the focus when its name changed: a reader says them."""
        self._listen(0)
        return [
            event["text"] for event in self.heard if event["type"].startswith("object:property-change:accessible-name")
        ]

    def tree(self) -> Node:
        """Return all that there is to read now; it is read again while it changes under the reading."""
        until = time.monotonic() + PATIENCE
        while True:
            found = self.ask("tree")
            if found and "error" not in found:
                return make_node(found)
            if self.program.poll() is not None:
                pytest.fail(f"the program has ended: {self.desktop.said}")
            if time.monotonic() > until:
                pytest.fail(f"there is nothing to read: {found}")
            self._listen(LOOK_AGAIN)

    def log(self, tree: Node | None = None) -> list[str]:
        """Return what happened last, as the page keeps it, now or in a tree; a question keeps nothing."""
        happened = (tree or self.tree()).find("panel", "What happened")
        return [node.name for node in happened.children] if happened else []

    def page(self) -> Node:
        """Return what is to be read now of the page on top."""
        top = self.tree().find("frame")
        return top.children[0] if top and top.children else Node(-1, "", "", "", [], [], None, None)

    def wait_for(self, condition: Callable[[Node], Any], what: str, seconds: float = PATIENCE) -> Any:
        """Read again and again until the condition gives something; return that. `what` is what was waited for."""
        until = time.monotonic() + seconds
        while not (found := condition(tree := self.tree())):
            if (mishap := tree.find(name="Something went wrong")) is not None:
                pytest.fail(f"the program had a mishap instead of {what}: {mishap.outline()}")
            if time.monotonic() > until:
                pytest.fail(f"waited in vain for {what}; there is\n{tree.outline()}\nannounced last: {self.last()}")
            self._listen(LOOK_AGAIN)
        return found

    def last(self, count: int = 5) -> list[str]:
        return self.announced[-count:]

    def wait_to_hear(self, text: str, after: int = 0) -> str:
        """Wait until something with these words has been announced after so many announcements; return it whole."""
        return self.wait_for(
            lambda _: next((said for said in self.announced[after:] if text in said), ""), f"somebody to say {text!r}"
        )

    def wait_for_answer(self) -> None:
        """Wait until something was announced since the last act; what was read stays as it was."""
        until = time.monotonic() + PATIENCE
        while not self.announced_since(self.acted):
            assert time.monotonic() < until, f"nothing answers; announced last: {self.last()}"
            self._listen(LOOK_AGAIN)

    def wait_for_page(self, title: str) -> Node:
        """Wait for a page whose title begins so."""
        return self.wait_for(lambda tree: (page := top_page(tree)) and page.name.startswith(title) and page, title)

    def find(self, role: str, name: str) -> Node:
        """Return a node by its role and the beginning of its name, once it is there."""
        found: Node = self.wait_for(lambda tree: tree.find(role, name), f"a {role} {name!r}")
        return found

    @property
    def focused(self) -> Node | None:
        return focused_in(self.tree())

    # -- asking

    def press(self, role: str, name: str) -> None:
        """Do the action of a node, once it can be done."""
        self.do(self.wait_for(lambda tree: (node := tree.find(role, name)) and node.is_enabled and node, name))

    def do(self, node: Node) -> None:
        """Do the action of a node that was just read."""
        self.before_acting()
        assert node.actions, f"nothing can be done with {node.heard()}"
        self.acted = time.monotonic()
        assert self.ask("act", node.id, node.actions[0]) is True, node.heard()

    def do_focus(self, role: str, name: str) -> None:
        """Let the focus come to a node, as a reader's own cursor does."""
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
    """Return what has the focus, once the window has it."""
    return next((node for node in tree if "focused" in node.states and node.role != "frame"), None)


def nameless(tree: Node) -> list[Node]:
    """Return what does not say what it is."""
    return [node for node in tree if node.role in NAMED_ROLES and not node.name]
