"""Random input to the real window: clicks, drags, keys, the wheel, window sizes and window changes on all pages.

It starts a display (Xvfb) and the program as the tests drive it. It waits for nothing; each burst of input goes to
whatever is shown. Failures are an error page, an error report, or a program that ends by itself.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from measure.soak.window import PRINT_EVERY, memory_of
from tests.window.program import Look, Program, tap, write_settings
from tests.window.screen import Screen, what_is_missing

SCREEN, WINDOW = (1366, 768), (1280, 720)
SIZES = (WINDOW, WINDOW, (1024, 768), (1366, 768), (640, 360), (300, 500), (1, 1))
KEYS = (
    *"abcdefghijklmnopqrstuvwxyz0123456789", *("Tab", "Return", "space", "Up", "Down", "Left", "Right") * 4,
    "shift+Tab", "BackSpace", "Delete", "Home", "End", "Prior", "Next", "F1", "F11", "comma", "period", "slash",
    "semicolon", "plus", "minus", "ctrl+v",
)  # fmt: skip
LONGEST_BURST = 12
START_BUTTONS = ("start", "answer1", "continue")
"""Buttons that lead to a table. They are clicked more often than others."""

Words = list[object]


class RandomInput:
    """Chooses random operations for the current page."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.done = 0
        """The number of operations so far."""

    def burst(self, program: Program, look: Look) -> Words:
        """Return xdotool's arguments for some successive operations."""
        words: Words = []
        for _ in range(self.rng.randint(1, LONGEST_BURST)):
            operation = self.rng.choices(
                (self._click, self._point, self._drag, self._key, self._wheel), (8, 3, 3, 8, 1)
            )[0]
            words += operation(program, look)
            self.done += 1
        if self.rng.random() < 0.15:
            words += ["key", "Escape"]
        if self.rng.random() < 0.03:
            words += ["windowsize", program.window, *self.rng.choice(SIZES)]
        if self.rng.random() < 0.01:
            words += ["windowunmap", program.window, "windowmap", program.window]
        return [*words, "windowfocus", program.window]

    def _to(self, program: Program, look: Look) -> Words:
        """Point at a widget or anywhere."""
        within = [w for w in look["widgets"] if w["in_reach"]]
        if not within or self.rng.random() < 0.2:
            place = self.rng.randrange(look["size"][0]), self.rng.randrange(look["size"][1])
        else:
            begins = [w for w in within if w["name"] in START_BUTTONS]
            x, y, width, height = self.rng.choice(begins if begins and self.rng.random() < 0.2 else within)["rect"]
            place = x + self.rng.randint(0, width), y + self.rng.randint(0, height)
        return ["mousemove", "--window", program.window, *place]

    def _point(self, program: Program, look: Look) -> Words:
        return self._to(program, look)

    def _click(self, program: Program, look: Look) -> Words:
        return [*self._to(program, look), *tap(self.rng.choice((1, 1, 1, 1, 1, 1, 2, 3)))]

    def _drag(self, program: Program, look: Look) -> Words:
        return [*self._to(program, look), "mousedown", 1, *self._to(program, look), "mouseup", 1]

    def _key(self, program: Program, look: Look) -> Words:
        return ["key", "--delay", 1, self.rng.choice(KEYS)]

    def _wheel(self, program: Program, look: Look) -> Words:
        return [*self._to(program, look), *tap(self.rng.choice((4, 5))) * self.rng.randint(1, 6)]


class WindowFigures:
    """Memory and handles of the program over time."""

    def __init__(self) -> None:
        self.memory: list[float] = []
        self.handles: list[int] = []
        self.pages: Counter[str] = Counter()
        """How often each page was on top."""

    def note(self, process: int, look: Look) -> None:
        self.memory.append(memory_of(process))
        self.handles.append(len(os.listdir(f"/proc/{process}/fd")))
        self.pages[look.top] += 1

    def lines(self) -> Iterator[str]:
        """Report both for each sixth of the time. Similar values mean that nothing leaks."""
        parts = [range(len(self.memory) * n // 6, len(self.memory) * (n + 1) // 6) for n in range(6)]
        most = "  ".join(f"{max((self.memory[n] for n in part), default=0):.0f}" for part in parts)
        handles = "  ".join(f"{max((self.handles[n] for n in part), default=0)}" for part in parts)
        yield f"memory, the most in each sixth of the time: {most} MB"
        yield f"handles, the most in each sixth of the time: {handles}"
        yield "pages met: " + ", ".join(f"{name} {count}" for name, count in self.pages.most_common())


def soak(minutes: float, seed: int) -> int:
    """Start a display and the program, and send random input; return 1 if something failed."""
    if missing := what_is_missing():
        print(missing, file=sys.stderr)
        return 1
    screen = Screen(SCREEN)
    try:
        with tempfile.TemporaryDirectory() as folder:
            return _soak(screen, Path(folder), minutes, seed)
    finally:
        screen.close()


def _soak(screen: Screen, folder: Path, minutes: float, seed: int) -> int:
    home, hands, figures, complaints = folder / "home", RandomInput(seed), WindowFigures(), list[str]()
    write_settings(home, {"window": WINDOW, "speed": "fast"})
    program = Program(screen, home, folder)
    program.wait_for_window()
    program.ask("stay")
    began = printed = time.monotonic()
    try:
        while not complaints and (now := time.monotonic()) - began < 60 * minutes:
            look = program.look()
            if look.top == "ErrorPage":
                complaints.append(f"an error page: {look['page'].get('text')}")
            figures.note(program.process, look)
            screen.do(*hands.burst(program, look))
            if now - printed > PRINT_EVERY:
                printed = now
                print(
                    f"minute {(now - began) / 60:5.1f}: {hands.done} operations, {figures.memory[-1]:.1f} MB, "
                    f"{figures.handles[-1]} handles, on {look.top}",
                    flush=True,
                )
        complaints += [report.read_text() for report in (home / "log").glob("report-*")]
        complaints += [program.error_output] if program.error_output else []
    finally:
        program.end()
    print(f"{(time.monotonic() - began) / 60:.1f} minutes, {hands.done} operations")
    print(*figures.lines(), *complaints, sep="\n", flush=True)
    return 1 if complaints else 0
