"""The running program as tests use it: start it, look at it, click, type, close it, kill it."""

import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import pygame
import pytest

from tests.window.screen import ALONE, PATIENCE, Screen, Size, processes_of
from topping_out.game.assets import ROOT
from topping_out.game.record import fold
from topping_out.game.registry import load
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.game.storage.library import read_record

DRIVER = Path(__file__).with_name("driver.py")
STICK = 32000


def environment(screen: Screen, home: Path) -> dict[str, str]:
    """Return an environment with this display and home folder, isolated from the desktop."""
    kept = {
        name: os.environ[name]
        for name in ("PATH", "LANG", "LD_LIBRARY_PATH", "TOPPING_OUT_LANGUAGE")
        if name in os.environ
    }
    ours = {"DISPLAY": screen.display, HOME_VARIABLE: str(home), "HOME": str(home)}
    return kept | ours | ALONE | {"PYTHONPATH": os.environ["PYTHONPATH"]}


def write_settings(home: Path, settings: dict[str, Any]) -> None:
    path = home / "config" / "settings.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(settings))


def hands(*ids: str) -> dict[str, object]:
    """Return the settings in which the players of IceTowers use these hands."""
    return {"setups": {"icetowers": {"seats": [], "options": {}, "hands": ids}}}


def records(home: Path) -> list[Path]:
    """Return the record files in a home folder."""
    return sorted((home / "records").rglob("*.jsonl"))


def has_ended(path: Path) -> bool:
    """Tell whether a record's game has been played to its end. An empty file counts as just begun."""
    if not path.stat().st_size:
        return False
    record = read_record(path)
    return load(record.header.game).outcome(fold(record)) is not None


def tap(button: int) -> tuple[object, ...]:
    """Return xdotool's arguments for a click. (Its own `click` takes a tenth of a second.)"""
    return "mousedown", button, "mouseup", button


class NotThere(LookupError):
    """A widget or table is not on the screen."""


class Widgets(dict[str, dict[str, Any]]):
    """The widgets on the screen, by name."""

    def __missing__(self, name: str) -> dict[str, Any]:
        raise NotThere(f"there is no {name!r} among {', '.join(self)}")


class Look(dict[str, Any]):
    """What the program shows at one moment; see `driver.look`."""

    @property
    def top(self) -> str:
        return self["scenes"][-1] if self["scenes"] else ""

    @property
    def table(self) -> dict[str, Any]:
        if not self["table"]:
            raise NotThere(f"there is no table among {self['scenes']}")
        table: dict[str, Any] = self["table"]
        return table

    @property
    def widgets(self) -> Widgets:
        return Widgets({widget["name"]: widget for widget in self["widgets"]})

    @property
    def focusable(self) -> list[str]:
        """The names of the widgets that Tab visits, in order."""
        return [widget["name"] for widget in self["widgets"] if widget["is_focusable"]]

    @property
    def is_my_turn(self) -> bool:
        return self.top == "TurnScene" and bool(self.table["is_my_turn"])

    @property
    def is_over(self) -> bool:
        return bool(self["table"]) and self.table["outcome"] is not None


Condition = Callable[[Look], object]


class Program:
    """One run of the program on a screen, with a home folder."""

    def __init__(
        self, screen: Screen, home: Path, shots: Path, arguments: Sequence[str] = (), python: str = sys.executable
    ) -> None:
        self.screen, self.home, self.shots = screen, home, shots
        self._log = shots / "stderr.txt"
        self._buffer = b""
        self._shots = 0
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                [python, str(DRIVER), *arguments],
                cwd=ROOT, env=environment(screen, home), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
                start_new_session=True,
            )  # fmt: skip
        os.set_blocking(self._process.stdout.fileno(), False)
        self._answers = selectors.DefaultSelector()
        self._answers.register(self._process.stdout, selectors.EVENT_READ)
        self.window = 0

    def wait_for_window(self) -> None:
        """Move the window and the pointer to the screen's corner, and wait until the window has the keyboard."""
        self.screen.do("mousemove", 0, 0)
        self.window = self.wait_until(lambda look: look["scenes"], "its first scene")["window"]
        self.screen.do("windowmove", self.window, 0, 0, "windowfocus", "--sync", self.window)
        self.wait_until(lambda look: look["has_keyboard"], "the keyboard")

    # -- the process

    @property
    def process(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def error_output(self) -> str:
        """What it wrote to standard error."""
        return self._log.read_text()

    def wait_for_end(self) -> int:
        """Wait until the program ends. Return its exit status."""
        try:
            return self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.fail("the program does not end")
            raise

    def kill(self) -> None:
        """Kill only the main process (-9), and wait until its helpers have noticed by themselves."""
        self._process.kill()
        self._process.wait(PATIENCE)
        self.wait_for_helpers_to_end()

    def processes(self) -> list[int]:
        """Return the running processes of the program: the main one and its helpers."""
        return processes_of(self._process.pid)

    def wait_for_helpers_to_end(self) -> None:
        """Wait until the main process and all its helpers have ended."""
        until = time.monotonic() + PATIENCE
        while self.processes():
            if time.monotonic() > until:
                self.fail(f"processes are left behind: {self.processes()}")
            time.sleep(0.02)

    def end(self) -> None:
        """Kill the program and all its helpers."""
        for process in self.processes():
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self._process.wait(PATIENCE)
        self._answers.close()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(BrokenPipeError):  # the last request was never read
                pipe.close()

    def fail(self, what: str) -> None:
        """Fail the test, with a picture of the screen and the program's standard error."""
        self._shots += 1
        path = self.screen.save(self.shots / f"failure-{self._shots}.png")
        pytest.fail(f"{what}\npicture: {path}\nstandard error: {self.error_output or 'nothing'}", pytrace=True)

    # -- requests

    def ask(self, verb: str, *arguments: object) -> Any:
        """Send a request to the driver and return its answer."""
        line = json.dumps([verb, *arguments]).encode() + b"\n"
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except BrokenPipeError:
            self.fail(f"the program has ended (request {verb})")
        answer = json.loads(self._read_line(verb))
        if "error" in answer:
            self.fail(f"the driver cannot {verb}: {answer['error']}")
        return answer["ok"]

    def _read_line(self, verb: str) -> bytes:
        until = time.monotonic() + PATIENCE
        while b"\n" not in self._buffer:
            if not self._answers.select(until - time.monotonic()):
                self.fail(f"no answer to {verb} in {PATIENCE:.0f} s")
            data = self._process.stdout.read()
            if not data:
                self.fail(f"the program has ended (request {verb})")
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def look(self) -> Look:
        return Look(self.ask("look"))

    def wait_until(self, condition: Condition, what: str, seconds: float = PATIENCE) -> Look:
        """Look repeatedly until the condition holds, and return that look. `what` describes it on a failure.

        A condition about something that is not on the screen counts as false.
        """
        until = time.monotonic() + seconds
        while not _holds(condition, look := self.look()):
            if look.top == "ErrorPage":
                self.fail(f"the program had a mishap instead of {what}: {look['page']['text']}")
            if time.monotonic() > until:
                self.fail(f"timed out waiting for {what}; last look: {_in_short(look)}")
        return look

    def wait_for_scene(self, name: str) -> Look:
        """Wait for a scene to be on top.

        For the title page, also wait until it has read the saved games; for the results, until they accept input.
        """
        is_settled: dict[str, Condition] = {
            "TitlePage": lambda look: not look["unread"],
            "ResultsPage": lambda look: look["at_rest"],
        }
        settled = is_settled.get(name, lambda _: True)
        return self.wait_until(lambda look: look.top == name and settled(look), name)

    # -- input

    def click(self, *names: str, button: int = 1, to: str = "") -> None:
        """Wait for all these widgets, then click the centre of each in turn. With `to`, wait for that scene."""
        widgets = self.wait_until(lambda look: all(look.widgets[name] for name in names), " and ".join(names)).widgets
        words: list[object] = []
        for name in names:
            words += ["mousemove", "--window", self.window, *self._middle(widgets, name), *tap(button)]
        self.screen.do(*words)
        self.come(to)

    def come(self, to: str) -> None:
        """Wait for the scene `to`, if it is not empty."""
        if to:
            self.wait_for_scene(to)

    def click_at(self, name: str, share: float) -> None:
        """Click a widget at `share` of its width, from the left."""
        x, y, width, height = self._reachable(self.look().widgets, name)["rect"]
        self.screen.do("mousemove", "--window", self.window, x + round(width * share), y + height // 2, *tap(1))

    def scroll_to(self, name: str) -> None:
        """Scroll the page by mouse wheel until a widget can be clicked."""
        look = self.look()
        x, _, width, _ = look.widgets[name]["rect"]
        self.screen.do("mousemove", "--window", self.window, x + width // 2, look["size"][1] // 2)
        while not look.widgets[name]["in_reach"]:
            is_above = look.widgets[name]["rect"][1] < look["size"][1] // 2
            before = look["page"]["offset"]
            self.screen.do(*tap(4 if is_above else 5))
            look = self.wait_until(
                lambda look, before=before: look["at_rest"] and look["page"]["offset"] != before,
                f"the page to scroll towards {name}",
            )

    def drag(self, start: str, end: str) -> None:
        """Drag from one widget to another."""
        widgets = self.look().widgets
        self._drag(self._middle(widgets, start), self._middle(widgets, end))

    def drag_across(self, name: str, start: float, end: float) -> None:
        """Drag within a widget, between two shares of its width."""
        x, y, width, height = self._reachable(self.look().widgets, name)["rect"]
        self._drag((x + round(width * start), y + height // 2), (x + round(width * end), y + height // 2))

    def _drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        words: list[object] = ["mousemove", "--window", self.window, *start, "mousedown", 1]
        for share in (0.3, 0.7, 1.0):
            words += ["mousemove", "--window", self.window]
            words += [round(here + (there - here) * share) for here, there in zip(start, end)]
        self.screen.do(*words, "mouseup", 1)

    def _middle(self, widgets: Widgets, name: str) -> tuple[int, int]:
        x, y, width, height = self._reachable(widgets, name)["rect"]
        return x + width // 2, y + height // 2

    def _reachable(self, widgets: Widgets, name: str) -> dict[str, Any]:
        if not widgets[name]["in_reach"]:
            self.fail(f"the middle of {name!r} is covered or out of sight: {widgets[name]}")
        return widgets[name]

    def key(self, *keys: str, to: str = "") -> None:
        """Tap keys, given by their X names, one after the other. With `to`, wait for that scene."""
        if keys:
            self.screen.do("key", "--delay", 4, *keys)
        self.come(to)

    def write(self, text: str) -> None:
        self.screen.do("type", "--delay", 4, text)

    def press(self, *buttons: str, to: str = "") -> None:
        """Tap buttons of the gamepad. With `to`, wait for that scene."""
        for button in buttons:
            self.ask("press", button)
        self.come(to)

    def push_stick(self, axis: int, way: int) -> None:
        """Push the left stick all the way along axis 0 (x) or 1 (y), and release it."""
        self.ask("push", axis, way * STICK)

    def resize(self, width: int, height: int) -> None:
        """Resize the window, as a window manager does."""
        self.screen.do("windowsize", self.window, width, height)

    def close(self) -> int:
        """Close the window by its close button. Return the exit status."""
        self.screen.ask_to_close(self.window)
        return self.wait_for_end()

    # -- pictures

    def picture(self) -> pygame.Surface:
        """Return what the display really shows."""
        return self.screen.picture()

    def wait_until_shown(self, picture: pygame.Surface) -> None:
        """Wait until the display shows exactly this picture."""
        wanted = pygame.image.tobytes(picture, "RGB")
        self.wait_until(lambda _: pygame.image.tobytes(self.picture(), "RGB") == wanted, "the same picture again")

    def shoot(self, name: str) -> Path:
        """Save a picture of the display."""
        return self.screen.save(self.shots / f"{name}.png")


class Start(Protocol):
    """The fixture that starts the program; see `conftest.start`."""

    def __call__(self, *arguments: str, screen: Size = (1280, 720), **settings: Any) -> Program: ...


def _holds(condition: Condition, look: Look) -> bool:
    try:
        return bool(condition(look))
    except NotThere:
        return False


def _in_short(look: Look) -> str:
    kept = {key: value for key, value in look.items() if key not in ("widgets", "settings")}
    return json.dumps(kept | {"widgets": [w["name"] for w in look["widgets"]]}, ensure_ascii=False)
