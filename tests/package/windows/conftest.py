"""For `python build/check_windows.py`: the program for Windows, its installer, and wine to run them.

The program is seen only on the screen and controlled by mouse and keys.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

from distribution.windows.toolchain import Toolchain, Wine, windows_path
from tests.package.windows.shadow import Shadow
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


WORK, DIST = "TOPPING_OUT_WINDOWS", "TOPPING_OUT_DIST"


@pytest.fixture(scope="session")
def work() -> Path:
    """The folder with Python for Windows and the wine prefix."""
    if not os.environ.get(WORK):
        pytest.skip("run by build/check_windows.py")
    return Path(os.environ[WORK])


@pytest.fixture(scope="session")
def dist(work: Path) -> Path:
    return Path(os.environ[DIST])


@pytest.fixture(scope="session")
def wine(work: Path, screen: Desktop) -> Iterator[Wine]:
    """A wine that shows its windows on our screen. (Its first process determines the display.)"""
    (work / "asound.conf").write_text(NO_CARD)
    wine = Toolchain(work).wine
    wine.extra["ALSA_CONFIG_PATH"] = str(work / "asound.conf")
    wine.extra["DISPLAY"] = screen.display
    wine.close()
    yield wine
    wine.close()


@pytest.fixture(scope="session")
def screen(work: Path) -> Iterator[Desktop]:
    screen = Desktop()
    yield screen
    screen.close()


@pytest.fixture(scope="session")
def setup(dist: Path) -> Path:
    """The installer."""
    (path,) = dist.glob("*-setup.exe")
    return path


@pytest.fixture(scope="session")
def program(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked program, in a folder with blanks and letters from several scripts."""
    target = tmp_path_factory.mktemp("place") / "Türme und Häuser 🏙 塔"
    with zipfile.ZipFile(next(dist.glob("*-windows-*.zip"))) as archive:
        archive.extractall(target)
    return target / "topping-out"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "Zuhause in Łódź"
    folder.mkdir()
    return folder


Start = Callable[..., Run]


@pytest.fixture
def start(wine: Wine, screen: Desktop, program: Path, home: Path) -> Iterator[Start]:
    """Return a function that starts the program in its window."""
    runs: list[Run] = []

    def begin(*words: str, folder: Path = program, is_double_clicked: bool = False, **environment: str) -> Run:
        """Start the program with pipes for its output, or without any, as by a double click."""
        command = [*(DOUBLE_CLICK if is_double_clicked else ()), folder / "topping-out.exe", *words]
        runs.append(Run(wine, screen, command, home_of(home) | environment))
        return runs[-1]

    yield begin
    for run in runs:
        run.end()
    assert faults(home) == ""


@pytest.fixture
def shadow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shadow]:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "shadow"))
    shadow = Shadow()
    yield shadow
    shadow.close()


@pytest.fixture
def keep(work: Path, screen: Desktop) -> Callable[[str], None]:
    """Return a function that saves a picture of the screen in the folder of pictures."""
    folder = work / "pictures"
    folder.mkdir(exist_ok=True)
    return lambda name: shutil.move(screen.save(folder / f"{name}.png"), folder / f"{name}.png")
