"""Windows programs run by wine, each folder of wine's own being a Windows by itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PureWindowsPath
from typing import Any

COMPILER = "x86_64-w64-mingw32-gcc"
NEEDED = ("wine", "makensis", COMPILER)
LACKING = Path(__file__).with_name("bcryptprimitives.c")
"""The source of a library of Windows that AccessKit needs."""
VERSION = "win10"
FIXED = {
    "WINEARCH": "win64",
    "WINEDEBUG": "-all",
    # else it asks whether to fetch .NET and a browser, and puts entries into this machine's menu
    "WINEDLLOVERRIDES": "mscoree=;mshtml=;winemenubuilder.exe=",
    "LC_ALL": "C.UTF-8",  # paths of any letters
}


def what_is_missing(*more: str) -> str:
    """Return why nothing can be run by wine here, and by more programs; empty if something can."""
    missing = [tool for tool in (*NEEDED, *more) if shutil.which(tool) is None]
    return f"{' and '.join(missing)} cannot be found: install them to make the program for Windows" if missing else ""


@dataclass
class Wine:
    """A Windows in a folder."""

    prefix: Path
    extra: dict[str, str] = field(default_factory=dict)
    """More of the environment, such as a display."""

    def make(self) -> None:
        """Set Windows up, if it is not there yet."""
        if not (self.prefix / "system.reg").is_file():
            self.prefix.mkdir(parents=True, exist_ok=True)
            self.run(["wineboot", "-i"])
            self.run(["reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", VERSION, "/f"])
        self._add_what_wine_lacks()

    def _add_what_wine_lacks(self) -> None:
        library = self.prefix / "drive_c" / "windows" / "system32" / f"{LACKING.stem}.dll"
        if not library.exists():
            subprocess.run([COMPILER, "-shared", "-s", "-o", library, LACKING, "-ladvapi32"], check=True)

    def environment(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        own = {"WINEPREFIX": str(self.prefix), "HOME": str(self.prefix)}  # its desktop lies in HOME
        around = {name: value for name, value in os.environ.items() if not name.startswith("SDL_")}  # this machine's
        return {**around, **FIXED, **own, **self.extra, **(more or {})}

    def run(
        self, command: Sequence[str | Path], environment: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a program to its end. All its streams are pipes: Python finds no others under wine."""
        return subprocess.run(
            ["wine", *map(str, command)], env=self.environment(environment), input="", capture_output=True,
            text=True, encoding="utf-8", errors="replace", check=False,
        )  # fmt: skip

    def show(self, command: Sequence[str | Path], folder: Path, environment: Mapping[str, str] | None = None) -> int:
        """Run a program in a folder, its words shown as they come; return its exit status."""
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        started = ["wine", *map(str, command)]
        with subprocess.Popen(started, env=self.environment(environment), cwd=folder, **pipes) as program:
            assert program.stdout
            while words := program.stdout.read1():  # type: ignore[attr-defined]
                sys.stdout.buffer.write(words)
                sys.stdout.flush()
        return program.returncode

    def start(
        self, command: Sequence[str | Path], environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        """Start a program in a session of its own; what it says is not read, its input stays open."""
        return subprocess.Popen(
            ["wine", *map(str, command)],
            env=self.environment(environment), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip

    def close(self) -> None:
        """End all that runs in it."""
        subprocess.run(["wineserver", "-k"], env=self.environment(), check=False)


def windows_path(path: Path) -> PureWindowsPath:
    """Return a path of this machine as programs under wine name it."""
    return PureWindowsPath(f"Z:{path.resolve()}")
