"""A separate display: Xvfb shows the window, xdotool sends input, and the picture on it can be read."""

import ctypes
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

Size = tuple[int, int]
DEPTH = 24
PATIENCE = 240.0
"""Seconds after which waiting for anything fails, even on a busy machine."""
NEEDED = ("Xvfb", "xdotool", "setxkbmap", "xclip")


def what_is_missing() -> str:
    """Return why no window can be opened here, or an empty string."""
    if sys.platform != "linux":
        return "these tests drive a window under X11"
    missing = [tool for tool in NEEDED if shutil.which(tool) is None]
    return f"{' and '.join(missing)} cannot be found: install them to drive the program in a window" if missing else ""


ALONE = {"SDL_AUDIODRIVER": "dummy", "DBUS_SESSION_BUS_ADDRESS": "disabled:"}
"""Environment variables that isolate a program from the desktop. Otherwise the sound server would write into the home
folder of the test, and SDL would start a session bus that outlives the program."""
CLIENT_MESSAGE = 33


class ClientMessage(ctypes.Structure):
    """Xlib's XClientMessageEvent, padded to the size of an XEvent."""

    _fields_ = (
        ("kind", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong), ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5), ("room", ctypes.c_long * 24),
    )  # fmt: skip


class Screen:
    """A virtual X display without a window manager, so windows stay where the program puts them."""

    def __init__(self, size: Size = (1280, 720)) -> None:
        """Start the server on a free display. Raise RuntimeError if it does not start."""
        self.size = size
        self._folder = Path(tempfile.mkdtemp(prefix="screen-"))
        self._start("Xvfb", "-screen", "0", f"{size[0]}x{size[1]}x{DEPTH}", "-fbdir", str(self._folder))

    def _start(self, name: str, *arguments: str) -> None:
        self._log = (self._folder / "log").open("w")
        reader, writer = os.pipe()
        command = [name, "-displayfd", str(writer), *arguments, "-nolisten", "tcp", "-noreset"]
        self._server = subprocess.Popen(command, pass_fds=[writer], stdout=self._log, stderr=self._log)
        os.close(writer)
        with os.fdopen(reader) as pipe:
            number = pipe.readline().strip()
        if not number:
            self.close()
            raise RuntimeError(f"{name} did not start")
        self.display = f":{number}"

    def close(self) -> None:
        self._server.terminate()
        self._server.wait(10)
        self._log.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def do(self, *arguments: object) -> str:
        """Run xdotool with these arguments. Return its output."""
        command = ["xdotool", *map(str, arguments)]
        environment = {**os.environ, "DISPLAY": self.display}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE)
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
        return done.stdout

    def use_layout(self, layout: str) -> None:
        """Set the keyboard layout, such as `de` or `us(dvorak)`, or several to switch between, such as `us,ua`."""
        name, _, variant = layout.rstrip(")").partition("(")
        command = ["setxkbmap", "-display", self.display, "-model", "pc105", "-layout", name, "-variant", variant]
        subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)

    def choose_layout(self, number: int) -> None:
        """Switch to one of the layouts, numbered from 0, as desktops do."""
        with x_display(self.display) as (x11, display):
            x11.XkbLockGroup(display, 0x100, number)

    def tap(self, keycode: int) -> None:
        """Tap a key in the current layout. (xdotool would use the first layout.)"""
        with x_display(self.display) as (_, display):
            for is_down in (True, False):
                ctypes.CDLL("libXtst.so.6").XTestFakeKeyEvent(display, keycode, is_down, ctypes.c_ulong(0))

    def copy(self, text: str, selection: str = "clipboard") -> None:
        """Put a text on the clipboard as another program does, or into its selection (`primary`)."""
        command = ["xclip", "-display", self.display, "-selection", selection]
        subprocess.run(command, input=text.encode(), check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)

    def copied(self) -> str:
        """Return the text on the clipboard."""
        command = ["xclip", "-display", self.display, "-selection", "clipboard", "-o"]
        return subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE).stdout.decode()

    # -- messages

    def ask_to_close(self, window: int) -> None:
        """Send a window the message of a close button, which no window manager provides here."""
        ask_to_close(self.display, window)

    def take_keyboard_away(self) -> None:
        """Take the keyboard focus away, as if another program's window were chosen."""
        with x_display(self.display) as (x11, display):
            x11.XSetInputFocus(display, ctypes.c_ulong(0), 0, ctypes.c_ulong(0))

    # -- pictures

    def picture(self) -> pygame.Surface:
        """Return what the display shows now."""
        data = (self._folder / "Xvfb_screen0").read_bytes()
        header = struct.unpack_from(">25I", data)
        size, width, height, pitch, colours = header[0], header[4], header[5], header[12], header[19]
        start = size + 12 * colours
        whole = pygame.image.frombuffer(data[start : start + pitch * height], (pitch // 4, height), "BGRA")
        whole.set_alpha(None)  # the fourth byte is not used
        picture = pygame.Surface((width, height), depth=24)
        picture.blit(whole, (0, 0))
        return picture

    def save(self, path: Path) -> Path:
        """Write a picture of the display to `path`."""
        pygame.image.save(self.picture(), str(path))
        return path


def ask_to_close(screen: str, window: int) -> None:
    """Send the message of a close button to a window on an X display."""
    with x_display(screen) as (x11, display):
        x11.XInternAtom.restype = ctypes.c_ulong
        kinds = [x11.XInternAtom(display, name, False) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW")]
        message = ClientMessage(CLIENT_MESSAGE, 0, True, display, window, kinds[0], 32, (kinds[1], 0, 0, 0, 0))
        x11.XSendEvent(display, ctypes.c_ulong(window), False, ctypes.c_long(0), ctypes.byref(message))


@contextmanager
def x_display(name: str) -> Iterator[tuple[ctypes.CDLL, ctypes.c_void_p]]:
    """Open an X display meanwhile; return Xlib and its connection."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x11.XOpenDisplay(name.encode()))
    yield x11, display
    x11.XCloseDisplay(display)


def processes_of(session: int) -> list[int]:
    """Return the running processes of a session: its leader and what that started."""
    alive = []
    for process in Path("/proc").glob("[0-9]*"):  # not */stat: glob fails if a process ends meanwhile
        with suppress(OSError):  # it has just ended
            state, _, _, found = (process / "stat").read_text().rpartition(")")[2].split()[:4]
            if int(found) == session and state != "Z":
                alive.append(int(process.name))
    return alive
