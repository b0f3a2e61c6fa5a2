"""A desktop for tests with assistive technology: its own session bus with AT-SPI, and a display for the window."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import IO

from tests.window import screen as window_screen
from tests.window.screen import PATIENCE, Screen
from topping_out.game.assets import ROOT
from topping_out.game.bots.process import marked
from topping_out.game.storage.files import HOME_VARIABLE

SYSTEM_PYTHON = "/usr/bin/python3"
"""Only the system's Python has gi, which pip cannot install without a compiler."""
ATSPI_CHECK = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
BUS_SERVICE = Path("/usr/share/dbus-1/services/org.a11y.Bus.service")
MARK = "UNSEEN_DESKTOP"
"""Environment variable that marks every process of this desktop, including those that the bus starts itself."""


def what_is_missing() -> str:
    """Return what must be installed to listen here, or an empty string."""
    if missing := window_screen.what_is_missing():
        return missing
    packages = []
    if not shutil.which("dbus-daemon"):
        packages.append("dbus-daemon")
    if not BUS_SERVICE.exists():
        packages.append("at-spi2-core")
    if not has_atspi():
        packages.append("python3-gi and gir1.2-atspi-2.0")
    if packages:
        return f"install {', '.join(packages)} to listen to the program as a screen reader does"
    return "" if find_spec("accesskit") else "accesskit is not installed here: no screen reader hears the program"


def has_atspi() -> bool:
    """Tell whether the system's Python can use AT-SPI."""
    try:
        return subprocess.run([SYSTEM_PYTHON, "-c", ATSPI_CHECK], capture_output=True, timeout=PATIENCE).returncode == 0
    except FileNotFoundError:
        return False


class Desktop:
    """A bus, a display and a home folder, separate from the desktop that the tests run on."""

    def __init__(self, home: Path) -> None:
        """Start the bus. Raise RuntimeError if it does not start."""
        self.home = home
        self.folder = Path(tempfile.mkdtemp(prefix="unseen-"))
        """A folder for sockets, whose paths must be short."""
        self._log = (self.folder / "log").open("wb")
        self.screen = Screen((1280, 720))
        self.more: dict[str, str] = {}
        """Additional environment variables of all processes started from now on."""
        self._processes: list[subprocess.Popen[bytes]] = []
        self._bus = self._start_bus()

    def _start_bus(self) -> str:
        """Start a session bus and return its address. It starts AT-SPI's bus and registry on demand."""
        bus = self.run("dbus-daemon", "--session", "--nofork", "--print-address=1", stdout=subprocess.PIPE)
        address = bus.stdout.readline().decode().strip()
        if not address:
            self.close()
            raise RuntimeError("dbus-daemon did not start")
        return address

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("LANG", "LD_LIBRARY_PATH") if name in os.environ}
        return kept | {
            "PATH": f"{self.folder}/bin:{os.environ['PATH']}",
            "DISPLAY": self.screen.display,
            "DBUS_SESSION_BUS_ADDRESS": getattr(self, "_bus", "disabled:"),
            "XDG_RUNTIME_DIR": str(self.folder),
            "GSETTINGS_BACKEND": "memory",
            "SDL_AUDIODRIVER": "dummy",
            "PYTHONPATH": os.environ["PYTHONPATH"],
            "HOME": str(self.home),
            HOME_VARIABLE: str(self.home),
            MARK: self.folder.name,
            **self.more,
        }

    def run(
        self, *command: str, stdin: int | None = subprocess.DEVNULL, stdout: int | IO[bytes] | None = None
    ) -> subprocess.Popen[bytes]:
        """Start a process on this desktop. It is killed with the desktop or with the test process."""
        pipe = self._log if stdout is None else stdout
        process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", *command],
            cwd=ROOT, env=self.environment, stdin=stdin, stdout=pipe, stderr=self._log,
        )  # fmt: skip
        self._processes.append(process)
        return process

    def put_before(self, name: str, script: str) -> None:
        """Install a shell script that takes precedence over other commands of that name."""
        path = self.folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def start_program(self, arguments: Sequence[str] = (), python: str = sys.executable) -> subprocess.Popen[bytes]:
        """Start the program as a player does."""
        return self.run(python, "-m", "topping_out.scenes", *arguments)

    def type(self, *keys: str) -> None:
        """Tap keys, given by their X names."""
        self.screen.do("key", "--delay", 4, *keys)

    @property
    def error_output(self) -> str:
        """What the processes wrote to standard error."""
        return (self.folder / "log").read_text(errors="replace")

    def processes(self) -> list[int]:
        """Return the ids of all processes on this desktop, whoever started them."""
        return list(marked(MARK, self.folder.name))

    def close(self) -> None:
        """End all processes on the desktop and remove its folder."""
        until = time.monotonic() + PATIENCE
        while (alive := self.processes()) and time.monotonic() < until:
            for process in alive:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            for child in self._processes:
                child.poll()
        for child in self._processes:
            child.wait(PATIENCE)
            for pipe in (child.stdin, child.stdout):
                if pipe:
                    with suppress(BrokenPipeError):
                        pipe.close()
        self._log.close()
        self.screen.close()
        shutil.rmtree(self.folder, ignore_errors=True)
