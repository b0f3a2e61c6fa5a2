"""Runs the program for Windows under wine, seen only on the screen and controlled by mouse and keys."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

from distribution.windows.wine import Wine, windows_path
from tests.window.screen import Screen
from topping_out.game.bots.process import marked
from topping_out.game.record import Record
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.game.storage.library import read_record

PATIENCE = 180.0
"""Seconds after which waiting for anything fails, even on a busy machine."""
MARK = "TOPPING_OUT_RUN"
"""Environment variable that marks the processes of a run."""
NAME = "^Topping Out$"
"""The title of the program's window, as a regular expression."""
DOUBLE_CLICK = ("start", "/wait", "/unix")
"""Wine command that starts a program as by a double click, without standard streams."""
NO_CARD = "pcm.!default { type null }\nctl.!default { type null }\n"
"""ALSA configuration that discards all sound without an error."""


def home_of(folder: Path) -> dict[str, str]:
    return {HOME_VARIABLE: str(windows_path(folder))}


def write_settings(home: Path, **settings: Any) -> None:
    path = home / "config" / "settings.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"window": (1280, 720), **settings}), encoding="utf-8")


def faults(home: Path) -> str:
    """Return the recorded faults that did not end the game."""
    file = home / "log" / "faults.txt"
    return file.read_text(encoding="utf-8") if file.exists() else ""


def records(home: Path) -> list[Path]:
    return sorted((home / "records" / "games").glob("*.jsonl"))


class Run:
    """One run of a program in a window."""

    def __init__(
        self, wine: Wine, screen: Desktop, command: Sequence[str | Path], environment: Mapping[str, str]
    ) -> None:
        self.screen, self._mark = screen, token_hex(8)
        before = set(self.screen.windows(NAME))
        self.process = wine.start(command, {**environment, MARK: self._mark, "DISPLAY": screen.display})
        self.window = self.wait_for(lambda: next(iter(set(self.screen.windows(NAME)) - before), ""), "its window")

    def wait_for(self, condition: Callable[[], Any], what: str, patience: float = PATIENCE) -> Any:
        """Wait until the condition returns something true, and return that. On a timeout, fail with a picture."""
        until = time.monotonic() + patience
        while not (found := condition()):
            if time.monotonic() > until:
                path = self.screen.save(Path(f"/tmp/under-wine-{self._mark}.png"))
                raise AssertionError(f"timed out waiting for {what}; picture: {path}")
            time.sleep(0.05)
        return found

    def processes(self) -> list[int]:
        """Return the processes of this run: the program and its helpers."""
        return [pid for pid in marked(MARK, self._mark) if b"opping-out" in _command(pid)]

    def kill(self) -> None:
        """Kill only the main process, and wait until its helpers have ended."""
        self.process.kill()
        self.process.wait(PATIENCE)
        self.wait_for(lambda: not self.processes(), "its helpers to end")

    def end(self) -> None:
        """Kill all processes of this run."""
        for pid in marked(MARK, self._mark):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait(PATIENCE)

    def close(self) -> int:
        """Close the window by its close button. Return the exit status."""
        self.screen.ask_to_close(int(self.window))
        return self.process.wait(PATIENCE)

    # -- input

    def take_focus(self) -> None:
        self.screen.do("windowactivate", "--sync", self.window)

    def width(self) -> int:
        """Return the width of the window without its frame, in pixels."""
        found = dict(line.split("=") for line in self.screen.do("getwindowgeometry", "--shell", self.window).split())
        return int(found["WIDTH"])

    def click(self, *points: tuple[int, int]) -> None:
        for point in points:
            self.screen.do("mousemove", "--window", self.window, *point, "sleep", 0.1, "mousedown", 1, "mouseup", 1)

    def key(self, *keys: str) -> None:
        self.screen.do("key", "--delay", 20, *keys)


def record_in(home: Path) -> Record | None:
    """Return the only record in a home folder, or None until its first line is whole."""
    paths = records(home)
    if not paths or b"\n" not in paths[0].read_bytes():
        return None
    (path,) = paths
    return read_record(path)


def _command(pid: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


class Desktop(Screen):
    """A screen with a window manager, which wine's windows need for keyboard focus."""

    def __init__(self) -> None:
        super().__init__((1600, 1000))
        environment = {**os.environ, "DISPLAY": self.display}
        quiet = subprocess.DEVNULL
        self._manager = subprocess.Popen(["openbox"], env=environment, stdout=quiet, stderr=quiet)

    def windows(self, name: str) -> list[str]:
        """Return the visible windows whose titles match a regular expression."""
        with suppress(RuntimeError):  # xdotool found none
            return self.do("search", "--onlyvisible", "--name", name).split()
        return []

    def close(self) -> None:
        self._manager.terminate()
        self._manager.wait(10)
        super().close()
