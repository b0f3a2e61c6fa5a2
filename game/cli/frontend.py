"""What the command line asks of the side that can draw: a window, and a look at display, sound and devices."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from game.record import Header, Record
from game.storage.files import tidy_up


class NoDisplay(RuntimeError):
    """There is no window to be had; the message says why, and what works without one."""


@dataclass(frozen=True, slots=True)
class WindowRequest:
    """What the window shall show: the title, a table to play at, or a record to replay."""

    command: Literal["title", "play", "replay"]
    header: Header | None = None
    record: Record | None = None
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that `doctor` looked at: what was found and, where something is wrong, what to do about it."""

    topic: str
    found: str
    advice: str = ""

    @property
    def is_ok(self) -> bool:
        return not self.advice

    def __str__(self) -> str:
        mark = "ok" if self.is_ok else "!!"
        return f"{mark}  {self.topic}: {self.found}" + (f"  -> {self.advice}" if self.advice else "")


Window = Callable[[WindowRequest], int | None]
"""Opens the window and returns the exit status when it is closed. Raises NoDisplay."""
Diagnose = Callable[[], Iterable[Finding]]
"""Looks at what needs the screen's libraries: display, sound, devices."""
CheckSettings = Callable[[bytes], object]
"""Raises ValueError where a file's content is no settings."""


@dataclass(frozen=True, slots=True)
class Frontend:
    """The side that can draw, as far as there is one."""

    window: Window | None = None
    diagnose: Diagnose | None = None
    check_settings: CheckSettings | None = None

    def show(self, request: WindowRequest) -> int:
        """Open the window and return the exit status. Raises NoDisplay."""
        if self.window is None:
            raise NoDisplay("this is the part of the program without a window: start it with `topping-out`")
        tidy_up()
        return self.window(request) or 0
