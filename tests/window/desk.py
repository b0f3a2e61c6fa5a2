"""A desktop with two screens and a window manager: Xorg's dummy driver, RandR and openbox."""

import os
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pygame

from tests.window.screen import PATIENCE, Screen, Size

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
        self._log = (self._folder / "log").open("w")
        configuration = self._folder / "xorg.conf"
        configuration.write_text(CONFIGURATION)
        reader, writer = os.pipe()
        command = ["Xorg", "-displayfd", str(writer), "-config", str(configuration), "-nolisten", "tcp", "-noreset"]
        command += ["-logfile", str(self._folder / "xorg.log")]
        self._server = subprocess.Popen(command, pass_fds=[writer], stdout=self._log, stderr=self._log)
        os.close(writer)
        with os.fdopen(reader) as pipe:
            number = pipe.readline().strip()
        if not number:
            self.close()
            raise RuntimeError("Xorg did not start")
        self.display = f":{number}"
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
