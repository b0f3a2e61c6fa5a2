"""Check that the packed program starts as players start it: `python build/check_window.py dist/topping-out`.

It runs from a folder with umlauts in its path. It must print its version, load everything that it ships, open its
window, show the hand of cards in the accessibility tree, accept a move by keyboard, and exit properly when its window
is closed. `--picture FILE` saves a picture of the screen.

On Windows and macOS nothing else is needed. On Linux, run it within `dbus-run-session` on an X display; it needs
xdotool, python3-gi and gir1.2-atspi-2.0.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

ROOT = Path(__file__).resolve().parent.parent
TITLE = "Topping Out"
GAME = ("play", "wyoming", "--seats", "human,easy", "--seed", "1")
"""The human has the first turn."""
KEYS = "1u"
"""The first key chooses or deselects a card; the second plays the chosen one."""
IN_HAND = re.compile(r"of (clubs|diamonds|hearts|spades)")
"""Occurs in the names of cards."""
PATIENCE = 300.0
"""The most seconds to wait for anything."""
FAULT = "!!  "
SHIPPED = ("screen readers", "voice")
"""Topics of `doctor` for the parts that every package contains and that need no device."""


class PlayerAndReader(Protocol):
    """Keyboard input and a screen reader on one operating system."""

    def window(self) -> Any:
        """Return the program's window, or something false if there is none."""

    def names(self) -> list[str]:
        """Return everything that a screen reader finds in the window."""

    def press(self, keys: str) -> None: ...
    def close_window(self) -> None: ...


# -- Windows: UI Automation, with methods called by their index in the vtable


class OfWindows:
    CLIENT, KIND = "{ff48dba4-60ef-4201-aa87-54103eef594e}", "{30cbe57d-d9d0-452a-ab13-7ac5ac4825ee}"
    ELEMENT_FROM_HANDLE, CONTROL_VIEW_WALKER, FIRST_CHILD, NEXT, NAME = 6, 14, 4, 6, 23
    SCANCODES, IS_UP, WM_CLOSE = {"1": 0x02, "u": 0x16}, 2, 0x10

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        import ctypes

        self.c = ctypes
        self.user = ctypes.windll.user32  # type: ignore[attr-defined]
        ctypes.windll.user32.FindWindowW.restype = ctypes.c_void_p  # type: ignore[attr-defined]
        ole, found = ctypes.oledll.ole32, ctypes.c_void_p()  # type: ignore[attr-defined]
        client, kind = (ctypes.c_byte * 16)(), (ctypes.c_byte * 16)()
        ole.CoInitialize(None)
        ole.CLSIDFromString(self.CLIENT, client)
        ole.CLSIDFromString(self.KIND, kind)
        ole.CoCreateInstance(client, None, 1, kind, ctypes.byref(found))
        self.automation = found

    def window(self) -> Any:
        return self.user.FindWindowW("pygame", TITLE)

    def call(self, thing: Any, place: int, *arguments: Any) -> Any:
        """Call a method of a COM object, and return the pointer that it outputs."""
        table = self.c.cast(thing, self.c.POINTER(self.c.POINTER(self.c.c_void_p))).contents
        given = self.c.c_void_p()
        kinds = [self.c.c_void_p] * (len(arguments) + 2)
        method = self.c.WINFUNCTYPE(self.c.HRESULT, *kinds)(table[place])  # type: ignore[attr-defined]
        method(thing, *arguments, self.c.byref(given))
        return given

    def names(self) -> list[str]:
        walker = self.call(self.automation, self.CONTROL_VIEW_WALKER)
        return [*self.below(walker, self.call(self.automation, self.ELEMENT_FROM_HANDLE, self.window()))]

    def below(self, walker: Any, element: Any) -> Iterator[str]:
        if name := self.call(element, self.NAME):
            yield self.c.wstring_at(name.value)
        child = self.call(walker, self.FIRST_CHILD, element)
        while child:
            yield from self.below(walker, child)
            child = self.call(walker, self.NEXT, child)

    def press(self, keys: str) -> None:
        self.user.SetForegroundWindow(self.c.c_void_p(self.window()))
        for key in keys:
            for flag in (0, self.IS_UP):
                self.user.keybd_event(ord(key.upper()), self.SCANCODES[key], flag, 0)

    def close_window(self) -> None:
        self.user.PostMessageW(self.c.c_void_p(self.window()), self.WM_CLOSE, 0, 0)


# -- macOS: the accessibility tree through System Events


class OfMac:
    READ = """
    const found = [];
    for (const element of process.windows[0].entireContents())
        for (const what of ["name", "description", "title", "value"])
            try { found.push(String(element[what]())); } catch (error) {}
    JSON.stringify(found)"""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def ask(self, script: str) -> str:
        start = f"""
        const events = Application("System Events");
        const process = events.processes.whose({{unixId: {self.process.pid}}})[0];
        process.frontmost = true;"""
        command = ["osascript", "-l", "JavaScript", "-e", start + script]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    def window(self) -> Any:
        try:
            return self.ask("process.windows[0].name()") == TITLE
        except subprocess.CalledProcessError as error:
            print(error.stderr, end="")
            return False

    def names(self) -> list[str]:
        found: list[str] = json.loads(self.ask(self.READ))
        return found

    def press(self, keys: str) -> None:
        for key in keys:
            self.ask(f"events.keystroke({key!r})")

    def close_window(self) -> None:
        self.ask('process.windows[0].buttons.whose({subrole: "AXCloseButton"})[0].click()')


# -- Linux: AT-SPI


class OfLinux:
    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        pipe = subprocess.PIPE
        client = ["/usr/bin/python3", str(ROOT / "tests" / "unseen" / "client.py")]
        self.reader = subprocess.Popen(client, stdin=pipe, stdout=pipe, text=True)
        self.answer()

    def answer(self) -> Any:
        assert self.reader.stdout
        return json.loads(self.reader.stdout.readline())

    @staticmethod
    def do(*words: str) -> str:
        return subprocess.run(["xdotool", *words], capture_output=True, text=True, check=False).stdout.strip()

    def window(self) -> Any:
        seen = self.do("search", "--onlyvisible", "--class", "").split()  # searching by name fails in some locales
        return next((window for window in seen if self.do("getwindowname", window) == TITLE), "")

    def names(self) -> list[str]:
        assert self.reader.stdin
        print('["tree"]', file=self.reader.stdin, flush=True)
        found = self.answer()
        return [*names_in(found)] if found else []

    def press(self, keys: str) -> None:
        self.do("windowfocus", self.window(), "key", "--delay", "200", *keys)

    def close_window(self) -> None:
        sys.path.insert(0, str(ROOT))
        from tests.window.screen import ask_to_close

        ask_to_close(os.environ["DISPLAY"], int(self.window()))
        self.reader.kill()


def names_in(node: dict[str, Any]) -> Iterator[str]:
    yield node.get("name", "")
    for child in node.get("children", ()):
        yield from names_in(child)


# -- common to all systems


def wait_for(condition: Callable[[], Any], what: str) -> Any:
    until = time.monotonic() + PATIENCE
    while not (found := condition()):
        if time.monotonic() > until:
            raise SystemExit(f"check_window: timed out waiting for {what}")
        time.sleep(0.5)
    print(f"there is {what}", flush=True)
    return found


@contextmanager
def running(command: list[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Start a program, and kill it at the end of the block."""
    with subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.kill()


def output_of(program: Path, environment: dict[str, str], *words: str) -> str:
    """Return the output of a command of the program."""
    done = subprocess.run([program, *words], env=environment, input=b"", capture_output=True, check=False)
    print(done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"), flush=True)
    return done.stdout.decode("utf-8", "replace")


def check_words(program: Path, environment: dict[str, str]) -> None:
    """Check --version and `doctor`: everything that is shipped must work."""
    if not output_of(program, environment, "--version").startswith("topping-out "):
        raise SystemExit("check_window: --version does not tell the version")
    found = output_of(program, environment, "doctor").splitlines()
    for topic in SHIPPED:
        (line,) = (line for line in found if line[len(FAULT) :].startswith(f"{topic}: "))
        if line.startswith(FAULT) or ("none: " in line and topic == SHIPPED[0]):
            raise SystemExit(f"check_window: {line}")


def check_play(program: Path, home: Path, environment: dict[str, str], picture: Path | None) -> None:
    """Play a move in the window."""
    with running([str(program), *GAME], environment) as process:
        hands: PlayerAndReader = {"win32": OfWindows, "darwin": OfMac}.get(sys.platform, OfLinux)(process)
        wait_for(hands.window, "the window")
        try:
            wait_for(lambda: shows_a_card(hands), "a card for who reads the screen")
        finally:
            if picture:
                from PIL import ImageGrab

                picture.parent.mkdir(parents=True, exist_ok=True)
                ImageGrab.grab().save(picture)
        wait_for(lambda: hands.press(KEYS) or has_moved(home), "a move")
        hands.close_window()
        if status := process.wait(PATIENCE):
            raise SystemExit(f"check_window: it ended with {status}")
    for file in (home / "log").glob("*"):
        print(file.name, file.read_text(encoding="utf-8", errors="replace"), sep="\n")
    if (home / "log" / "faults.txt").exists():
        raise SystemExit("check_window: something failed while it ran")


def shows_a_card(hands: PlayerAndReader) -> bool:
    """Tell whether a card can be read. Something may disappear while it is read."""
    try:
        return any(map(IN_HAND.search, hands.names()))
    except (OSError, subprocess.CalledProcessError) as error:
        print(error, flush=True)
        return False


def has_moved(home: Path) -> bool:
    """Tell whether the human has moved. A line of the record has the time, the seat and the move."""
    records = (path.read_text(encoding="utf-8") for path in (home / "records" / "games").glob("*.jsonl"))
    return any(re.search(r"^\[\d+,0,", record, re.MULTILINE) for record in records)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the folder that build/package.py has made")
    parser.add_argument("--picture", type=Path, help="where to keep a picture of the screen")
    arguments = parser.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]  # pipes on Windows have another encoding
    on_windows, on_mac = ("topping-out.exe", "topping-out-cli.exe"), ("Topping Out.app/Contents/MacOS/topping-out",)
    names = {"win32": on_windows, "darwin": on_mac}.get(sys.platform, ("topping-out",))
    with tempfile.TemporaryDirectory(prefix="Türme-und-Häuser-", ignore_cleanup_errors=True) as place:
        home = Path(place) / "home"
        shutil.copytree(arguments.folder, Path(place) / "program", symlinks=True)
        programs = [Path(place) / "program" / name for name in names]
        environment = {**os.environ, "TOPPING_OUT_HOME": str(home), "TOPPING_OUT_LANGUAGE": "en"}
        check_words(programs[-1], environment)
        check_play(programs[0], home, environment, arguments.picture)
    print("it starts, is read, is played, and ends well")


if __name__ == "__main__":
    main()
