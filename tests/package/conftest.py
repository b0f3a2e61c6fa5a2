"""The package, built once for all tests, unpacked into a folder with an awkward name, and run as a player does.

It runs without Python in its environment, and without a view inside. Tests see what it does on the screen and in the
record on the disk, which says whose turn it is.
"""

import json
import os
import signal
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pygame
import pytest

from compile import what_compiling_lacks
from tests.window.screen import ALONE, Screen, processes_of, what_is_missing
from topping_out.game.assets import ROOT
from topping_out.game.engine import AnyGame
from topping_out.game.record import fold
from topping_out.game.registry import load
from topping_out.game.storage.library import read_record

PATIENCE = 60.0
"""Seconds after which waiting for anything fails, even on a busy machine."""
PROGRAMS = {
    "linux": "topping-out",
    "win32": "topping-out-cli.exe",
    "darwin": "Topping Out.app/Contents/MacOS/topping-out",
}
NEEDED_BY_WINDOWS = ("SYSTEMROOT", "TEMP", "TMP", "USERPROFILE", "LOCALAPPDATA", "APPDATA")


def missing(what: str) -> None:
    """Skip the test because something is missing. On CI, where everything must be installed, fail it."""
    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(what)


class Place:
    """Where a packed program is, and how it is started."""

    home: Path
    """The player's home folder, as seen from outside."""
    home_inside: str
    """The same, as the program sees it."""

    def command(self) -> list[str]:
        raise NotImplementedError

    def environment(self) -> dict[str, str]:
        """Return the complete environment of the program."""
        kept = {name: os.environ[name] for name in NEEDED_BY_WINDOWS if name in os.environ}
        return kept | ALONE | {"HOME": self.home_inside, "PATH": "/usr/games:/usr/bin:/bin", "LANG": "C.UTF-8"}

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a command that ends by itself."""
        return subprocess.run(
            [*self.command(), *arguments], env=self.environment() | environment, capture_output=True, text=True,
            encoding="utf-8", errors="replace", timeout=PATIENCE * 3, stdin=subprocess.DEVNULL, check=False,
        )  # fmt: skip

    def write_settings(self, **settings: Any) -> None:
        """Write the settings for the next start, with a window of 1280 × 720."""
        path = self.home / ".config" / "topping-out" / "settings.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"window": (1280, 720), **settings}))

    def records(self) -> list[Path]:
        return sorted((self.home / ".local" / "share" / "topping-out" / "games").glob("*.jsonl"))


@dataclass
class Folder(Place):
    """A program in a folder on this machine."""

    program: Path
    home: Path

    def __post_init__(self) -> None:
        self.home.mkdir(exist_ok=True)
        self.home_inside = str(self.home)

    def command(self) -> list[str]:
        return [str(self.program / PROGRAMS[sys.platform])]


class Packed:
    """One run of a packed program in a window, with real input events. Its picture and record can be read."""

    def __init__(self, place: Place, screen: Screen, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
        self.place, self.screen = place, screen
        self.wait_for(lambda: not self._is_lit(), "the screen to be dark")
        self.began = time.perf_counter()
        self._process = subprocess.Popen(
            [*place.command(), *arguments],
            env={**place.environment(), "DISPLAY": screen.display, **environment},
            stdout=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip

    # -- the process

    def processes(self) -> list[int]:
        """Return the running processes of the program: the main one and its helpers."""
        return processes_of(self._process.pid)

    def helpers(self) -> list[int]:
        """Return the processes that run bots."""
        return [pid for pid in self.processes() if b"--multiprocessing-fork" in _command_line(pid)]

    def kill(self) -> None:
        """Kill only the main process (-9), and wait until its helpers have ended."""
        self._process.kill()
        self._process.wait(PATIENCE)
        self.wait_for(lambda: not self.processes(), "its helpers to end")

    def end(self) -> None:
        """Kill the program and all its helpers."""
        for process in self.processes():
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self._process.wait(PATIENCE)

    def wait_for(self, condition: Callable[[], Any], what: str, pause: float = 0.02) -> Any:
        """Wait until the condition returns something true, and return that. On a timeout, fail with a picture."""
        until = time.monotonic() + PATIENCE
        while not (found := condition()):
            if time.monotonic() > until:
                path = self.screen.save(self.place.home / "failure.png")
                raise AssertionError(f"timed out waiting for {what}; picture: {path}")
            time.sleep(pause)
        return found

    # -- the screen

    def wait_for_frame(self) -> float:
        """Wait until it shows something. Return the seconds since its start."""
        self.wait_for(self._is_lit, "its first frame", pause=0.005)
        return time.perf_counter() - self.began

    def take_focus(self) -> None:
        """Give its window the keyboard focus, as a window manager would."""
        self.wait_for_frame()
        window = self.wait_for(self._window, "its window")
        self.screen.do("windowmove", window, 0, 0, "windowfocus", "--sync", window)

    def _window(self) -> str:
        with suppress(RuntimeError):  # xdotool found none
            return self.screen.do("search", "--onlyvisible", "--class", "^topping-out$").split()[-1]
        return ""

    def _is_lit(self) -> bool:
        """Tell whether the screen is not completely black."""
        return pygame.transform.average_color(self.screen.picture())[:3] != (0, 0, 0)

    def key(self, *keys: str) -> None:
        self.screen.do("key", "--delay", 20, *keys)

    def click(self, point: tuple[int, int]) -> None:
        self.screen.do("mousemove", *point, "mousedown", 1, "mouseup", 1)

    # -- play

    def play(self, turns: int = 1000) -> None:
        """Play `turns` turns, or to the end of the game, with the keys for the hint (H) and the main button (P)."""
        for _ in range(turns):
            self.wait_for(self.is_my_turn_or_over, "my turn")
            if self.is_over():
                return
            before = len(self.entries())
            self.wait_for(lambda before=before: self._press_until(before), "the play to be done")

    def _press_until(self, before: int) -> bool:
        self.key("h")
        time.sleep(0.1)  # the bots' process computes the hint
        self.key("p")
        time.sleep(0.1)
        return len(self.entries()) > before

    def record(self) -> Path:
        (path,) = self.place.records()
        return path

    def entries(self) -> list[str]:
        """Return the entries of its record, or nothing while the file is still empty."""
        path = self.record()
        return [entry.text for entry in read_record(path).entries] if path.stat().st_size else []

    def is_over(self) -> bool:
        record = read_record(self.record())
        return load(record.header.game).outcome(fold(record)) is not None

    def is_my_turn_or_over(self) -> bool:
        if not self.place.records() or not self.record().stat().st_size:
            return False
        record = read_record(self.record())
        game: AnyGame = load(record.header.game)
        state = fold(record)
        humans = {seat for seat, player in enumerate(record.header.seats) if player.is_human}
        return game.outcome(state) is not None or bool(humans & game.actors(state))


def _command_line(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@pytest.hookimpl(tryfirst=True)  # before tests are selected by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that need the package as long, unless it is already built. (Building takes minutes.)"""
    for item in items:
        if "dist" in getattr(item, "fixturenames", ()) and "TOPPING_OUT_DIST" not in os.environ:
            item.add_marker(pytest.mark.long)


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with everything that build/package.py makes. Tests that use it are one group, for one worker."""
    if given := os.environ.get("TOPPING_OUT_DIST"):
        return Path(given)
    if find_spec("PyInstaller") is None:
        missing("PyInstaller is not installed: pip install '.[dev]'")
    folder = tmp_path_factory.mktemp("package")
    plain = ["--plain"] if what_compiling_lacks() else []
    command = [sys.executable, str(ROOT / "build" / "package.py"), "--dist", str(folder), *plain]
    own = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "build" / "editable"),
    }  # without the tests' replacement for the speech library
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, env=own)
    return folder


@pytest.fixture(scope="session")
def archive(dist: Path) -> Path:
    """The archive with the program; build/dist.py puts the site beside it."""
    found = [path for path in dist.glob("topping-out-*") if path.name.endswith((".tar.gz", ".zip"))]
    return next(path for path in found if "documentation" not in path.name)


@pytest.fixture(scope="session")
def unpacked(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked archive, in a folder with blanks and umlauts."""
    target = tmp_path_factory.mktemp("place") / "Türme und Häuser 🏙"
    if sys.platform == "darwin":  # zipfile drops permissions and links
        subprocess.run(["unzip", "-q", str(archive), "-d", str(target)], check=True)
        return target / "topping-out"
    with zipfile.ZipFile(archive) if archive.suffix == ".zip" else tarfile.open(archive) as opened:
        opened.extractall(target)
    return target / "topping-out"


@pytest.fixture(scope="session")
def screen() -> Iterator[Screen]:
    if what := what_is_missing():
        missing(what)
    screen = Screen()
    yield screen
    screen.close()


@pytest.fixture
def folder(unpacked: Path, tmp_path: Path) -> Place:
    return Folder(unpacked, tmp_path / "home")


@pytest.fixture
def start(folder: Place, screen: Screen) -> Iterator[Callable[..., Packed]]:
    """Return a function that starts the program in its window."""
    programs: list[Packed] = []

    def begin(*arguments: str, **environment: str) -> Packed:
        programs.append(Packed(folder, screen, arguments, environment))
        return programs[-1]

    yield begin
    for program in programs:
        program.kill()
