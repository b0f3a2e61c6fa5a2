"""The window's place and state are restored on two screens, or on the other one if its screen is gone.

The desktop with two screens and a window manager is made of Xorg's dummy driver, RandR and openbox.
"""

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pygame
import pytest

from tests.golden import sampled
from tests.window.program import Program, write_settings
from tests.window.screen import PATIENCE, Screen, Size
from topping_out.scenes.system.window import APP, HINTS

Rect = pygame.Rect
DRIVER = Path("/usr/lib/xorg/modules/drivers/dummy_drv.so")
NEEDED = ("Xorg", "openbox", "xrandr", "xprop", "xwininfo", "wmctrl")
SMALL, LARGE = (1280, 720), (1920, 1080)
CONFIGURATION = """
Section "ServerFlags"
  Option "AutoAddDevices" "false"
EndSection
Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 256000
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5-1000
  VertRefresh 5-200
  Modeline "1920x1080" 148.5 1920 2008 2052 2200 1080 1084 1089 1125
  Modeline "1280x720" 74.25 1280 1390 1430 1650 720 725 730 750
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Modes "1920x1080" "1280x720"
    Virtual 4096 2160
  EndSubSection
EndSection
"""


def what_is_missing() -> str:
    """Return why there can be no such desktop here, or an empty string."""
    missing = [tool for tool in NEEDED if shutil.which(tool) is None]
    missing += [] if DRIVER.exists() else ["Xorg's dummy driver"]
    if missing:
        return f"{' and '.join(missing)} cannot be found: install them to try windows on two screens"
    return "" if os.geteuid() == 0 else "only root may start Xorg with its own configuration"


class Desk(Screen):
    """The small screen, which is the primary one, and the large one to its right."""

    def __init__(self) -> None:
        """Start the server. Raise RuntimeError if it does not start."""
        self.size: Size = SMALL
        self._folder = Path(tempfile.mkdtemp(prefix="desk-"))
        configuration = self._folder / "xorg.conf"
        configuration.write_text(CONFIGURATION)
        self._start("Xorg", "-config", str(configuration), "-logfile", str(self._folder / "xorg.log"))
        self.run("xrandr", "--addmode", "DUMMY1", "1920x1080")
        self.plug_in()
        environment = {**os.environ, "DISPLAY": self.display, "HOME": str(self._folder)}
        self._manager = subprocess.Popen(["openbox"], env=environment, stdout=self._log, stderr=self._log)
        self._wait_for_manager()

    def _wait_for_manager(self) -> None:
        until = time.monotonic() + PATIENCE
        while "window id" not in self.run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK"):
            assert time.monotonic() < until, "openbox does not come"
            time.sleep(0.05)

    def close(self) -> None:
        if manager := getattr(self, "_manager", None):
            manager.terminate()
            manager.wait(10)
        super().close()

    def save(self, path: Path) -> Path:
        """Write the positions of all windows; this server gives no picture."""
        path = path.with_suffix(".txt")
        path.write_text(self.run("wmctrl", "-lG"))
        return path

    def run(self, *command: str) -> str:
        """Run a program on this desktop. Return its output."""
        environment = {**os.environ, "DISPLAY": self.display}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE)
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
        return done.stdout

    # -- the screens

    def plug_in(self) -> None:
        """Connect both screens, side by side."""
        small = ("--output", "DUMMY0", "--mode", "1280x720", "--pos", "0x0", "--primary")
        self.run("xrandr", *small, "--output", "DUMMY1", "--mode", "1920x1080", "--pos", "1280x0")
        self.run("xrandr")  # the server notices the second screen only when the outputs are queried

    def unplug(self) -> None:
        """Disconnect the large screen."""
        self.run("xrandr", "--output", "DUMMY1", "--off")
        self.run("xrandr")

    # -- a window

    def place(self, window: int) -> Rect:
        """Return the position and size of a window without its frame."""
        output = self.run("xwininfo", "-id", str(window))
        names = ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")
        return Rect([int(re.search(rf"{name}: +(-?\d+)", output)[1]) for name in names])  # type: ignore[index]

    def frame(self, window: int) -> Rect:
        """Return the position and size of a window with its frame."""
        left, right, top, bottom = self.numbers(window, "_NET_FRAME_EXTENTS")
        inner = self.place(window)
        return Rect(inner.x - left, inner.y - top, inner.w + left + right, inner.h + top + bottom)

    def numbers(self, window: int, name: str) -> list[int]:
        """Return the numbers of a window property, or an empty list."""
        found = self.run("xprop", "-id", str(window), name).partition(" = ")[2].strip()
        return [int(number) for number in found.split(",")] if found else []

    def state(self, window: int) -> str:
        """Return `full screen`, `maximised` or `plain`."""
        output = self.run("xprop", "-id", str(window), "_NET_WM_STATE")
        return "full screen" if "FULLSCREEN" in output else "maximised" if "MAXIMIZED" in output else "plain"

    def maximise(self, window: int, is_on: bool = True) -> None:
        way = "add" if is_on else "remove"
        self.run("wmctrl", "-i", "-r", str(window), "-b", f"{way},maximized_vert,maximized_horz")


pytestmark = pytest.mark.window

SCREENS = {"the small screen": Rect((0, 0), SMALL), "the large screen": Rect((SMALL[0], 0), LARGE)}
STATES = ("plain", "maximised", "full screen")
SIZE = (900, 500)
BAR = 19
"""Height of openbox's title bar above a maximised window, in pixels."""
Begin = Callable[..., Program]


@pytest.fixture(scope="module")
def desk() -> Iterator[Desk]:
    if missing := what_is_missing():
        (pytest.fail if os.environ.get("CI") == "true" and os.geteuid() == 0 else pytest.skip)(missing)
    desk = Desk()
    yield desk
    desk.close()


@pytest.fixture
def begin(desk: Desk, home: Path, tmp_path: Path) -> Iterator[Begin]:
    """Return a function that starts the program on both screens, with these settings or those it saved."""
    programs: list[Program] = []
    desk.plug_in()

    def start(**settings: Any) -> Program:
        if settings:
            write_settings(home, settings)
        programs.append(Program(desk, home, tmp_path))
        program = programs[-1]
        program.window = program.wait_until(lambda look: look["scenes"], "its first scene")["window"]
        program.wait_for_scene("TitlePage")
        return program

    yield start
    for program in programs:
        program.end()


def wait(condition: Callable[[], object], what: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until, what()
        time.sleep(0.1)


def wait_for(desk: Desk, program: Program, place: Rect, state: str) -> None:
    """Wait until the window has this place and state, and the program has laid itself out for its size."""
    window = program.window

    def now() -> tuple[Rect, str, list[int]]:
        return desk.place(window), desk.state(window), program.look()["size"]

    wait(lambda: now() == (place, state, [*place.size]), lambda: (now(), (place, state)))


def set_down(desk: Desk, program: Program, screen: Rect) -> Rect:
    """Move the plain window onto a screen. Return its place."""
    desk.run("wmctrl", "-i", "-r", str(program.window), "-e", f"0,{screen.x + 130},{screen.y + 60},{SIZE[0]},{SIZE[1]}")
    wait(lambda: desk.place(program.window).size == SIZE, lambda: desk.place(program.window))
    place = desk.place(program.window)
    wait_for(desk, program, place, "plain")
    settled = [program.look()["settings"]["window_place"]]
    wait(lambda: program.look()["settings"]["window_place"] == [*place.topleft], lambda: (settled, place))
    return place


def quit_program(desk: Desk, program: Program) -> None:
    desk.run("wmctrl", "-i", "-c", str(program.window))
    assert program.wait_for_end() == 0
    assert program.error_output == ""


def place_in(state: str, screen: Rect, plain: Rect) -> Rect:
    """Return the place of a window in this state."""
    if state == "full screen":
        return screen
    return plain if state == "plain" else Rect(screen.x, screen.y + BAR, screen.w, screen.h - BAR)


def change_to(desk: Desk, program: Program, state: str) -> None:
    if state == "maximised":
        desk.maximise(program.window)
    elif state == "full screen":
        desk.run("wmctrl", "-i", "-a", str(program.window))
        program.wait_until(lambda look: look["has_keyboard"], "the keyboard")
        program.key("F11")


@sampled(
    "state, screen", product(STATES, SCREENS), [("plain", "the small screen"), ("full screen", "the large screen")]
)
def test_a_window_and_its_plain_size_are_restored(desk: Desk, begin: Begin, screen: str, state: str) -> None:
    program, here = begin(), SCREENS[screen]
    plain = set_down(desk, program, here)
    change_to(desk, program, state)
    for _ in range(2):  # twice, so that a slow drift would show
        wait_for(desk, program, place_in(state, here, plain), state)
        quit_program(desk, program)
        program = begin()
    wait_for(desk, program, place_in(state, here, plain), state)
    if state == "maximised":
        desk.maximise(program.window, False)
    elif state == "full screen":
        change_to(desk, program, state)
    wait_for(desk, program, plain, "plain")


def test_leaving_full_screen_after_a_restart_maximises_again(desk: Desk, begin: Begin) -> None:
    program, here = begin(), SCREENS["the large screen"]
    plain = set_down(desk, program, here)
    for state in ("maximised", "full screen"):
        change_to(desk, program, state)
        wait_for(desk, program, place_in(state, here, plain), state)
    quit_program(desk, program)
    program = begin()
    wait_for(desk, program, here, "full screen")
    change_to(desk, program, "full screen")
    wait_for(desk, program, place_in("maximised", here, plain), "maximised")
    desk.maximise(program.window, False)
    wait_for(desk, program, plain, "plain")


@sampled("state", STATES, ["maximised"])
def test_a_window_moves_to_the_other_screen_if_its_own_is_gone(desk: Desk, begin: Begin, state: str) -> None:
    program, here = begin(), SCREENS["the large screen"]
    plain = set_down(desk, program, here)
    change_to(desk, program, state)
    wait_for(desk, program, place_in(state, here, plain), state)
    quit_program(desk, program)
    desk.unplug()
    program, left = begin(), SCREENS["the small screen"]
    wait(lambda: desk.state(program.window) == state, lambda: desk.state(program.window))
    if state == "plain":
        assert left.contains(desk.frame(program.window))
        assert desk.place(program.window).size == SIZE
    else:
        wait_for(desk, program, place_in(state, left, plain), state)


OUT_OF_REACH = [
    {"window": (1920, 1061), "window_place": (-319, -150), "window_screen": (0, 0, 1280, 720)},
    {"window": (900, 500), "window_place": (-5000, 4000), "window_screen": (1280, 0, 1920, 1080)},
    {"window": (1920, 1061)},
    {"window": (900, 500), "window_place": (1280, 0), "window_screen": (1280, 0, 1920, 1080)},
    {"window": (900, 500), "window_place": (100, 100), "window_screen": (0, 0, 0, 0)},
    {"window": (900, 500), "window_place": (100, 100)},
]


@sampled("settings", OUT_OF_REACH, OUT_OF_REACH[:2])
def test_a_window_is_always_within_reach(desk: Desk, begin: Begin, settings: dict[str, Any]) -> None:
    program = begin(**settings)
    frame = desk.frame(program.window)
    assert any(screen.contains(frame) for screen in SCREENS.values()), frame
    quit_program(desk, program)


def test_a_window_across_two_screens_stays_there(desk: Desk, begin: Begin) -> None:
    place = (1000, 300)  # on both screens
    program = begin(window=SIZE, window_place=place, window_screen=(0, 0, *SMALL))
    wait_for(desk, program, Rect(place, SIZE), "plain")


def test_the_window_does_not_bypass_the_compositor(desk: Desk, begin: Begin) -> None:
    program = begin()
    assert desk.numbers(program.window, "_NET_WM_BYPASS_COMPOSITOR") in ([], [0])
    assert f'"{APP}", "{APP}"' in desk.run("xprop", "-id", str(program.window), "WM_CLASS")
    assert {name for name in HINTS if "BYPASS" in name or "WMCLASS" in name}
