"""Running Windows programs with Wine. Each prefix folder is a separate Windows."""

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
MISSING_LIBRARY = Path(__file__).with_name("bcryptprimitives.c")
"""Source of a Windows library that AccessKit needs and Wine lacks."""
VERSION = "win10"
FIXED = {
    "WINEARCH": "win64",
    "WINEDEBUG": "-all",
    # otherwise Wine offers to download .NET and a browser, and adds entries to this machine's menu
    "WINEDLLOVERRIDES": "mscoree=;mshtml=;winemenubuilder.exe=",
    "LC_ALL": "C.UTF-8",  # paths may contain any letters
}


def what_is_missing(*more: str) -> str:
    """Return which of the tools for Wine, and of these additional ones, are missing; empty if none."""
    missing = [tool for tool in (*NEEDED, *more) if shutil.which(tool) is None]
    return f"{' and '.join(missing)} cannot be found: install them to make the program for Windows" if missing else ""


@dataclass
class Wine:
    """A Windows in a prefix folder."""

    prefix: Path
    extra: dict[str, str] = field(default_factory=dict)
    """Additional environment variables, such as a display."""

    def make(self) -> None:
        """Set up Windows unless it exists already."""
        if not (self.prefix / "system.reg").is_file():
            self.prefix.mkdir(parents=True, exist_ok=True)
            self.run(["wineboot", "-i"])
            self.run(["reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", VERSION, "/f"])
        self._add_what_wine_lacks()

    def _add_what_wine_lacks(self) -> None:
        library = self.prefix / "drive_c" / "windows" / "system32" / f"{MISSING_LIBRARY.stem}.dll"
        if not library.exists():
            subprocess.run([COMPILER, "-shared", "-s", "-o", library, MISSING_LIBRARY, "-ladvapi32"], check=True)

    def environment(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        own = {"WINEPREFIX": str(self.prefix), "HOME": str(self.prefix)}  # its desktop folder is in HOME
        around = {
            name: value for name, value in os.environ.items() if not name.startswith("SDL_")
        }  # without those for this machine
        return {**around, **FIXED, **own, **self.extra, **(more or {})}

    def run(
        self, command: Sequence[str | Path], environment: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a program to its end. All its streams are pipes, the only kind that Python can use under Wine."""
        return subprocess.run(
            ["wine", *map(str, command)], env=self.environment(environment), input="", capture_output=True,
            text=True, encoding="utf-8", errors="replace", check=False,
        )  # fmt: skip

    def show(self, command: Sequence[str | Path], folder: Path, environment: Mapping[str, str] | None = None) -> int:
        """Run a program in a folder, and print its output as it comes; return its exit status."""
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        started = ["wine", *map(str, command)]
        with subprocess.Popen(started, env=self.environment(environment), cwd=folder, **pipes) as program:
            assert program.stdout
            while output := program.stdout.read1():  # type: ignore[attr-defined]
                sys.stdout.buffer.write(output)
                sys.stdout.flush()
        return program.returncode

    def start(
        self, command: Sequence[str | Path], environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        """Start a program in its own session. Its output is discarded, and its input stays open."""
        return subprocess.Popen(
            ["wine", *map(str, command)],
            env=self.environment(environment), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip

    def close(self) -> None:
        """End everything that runs in it."""
        subprocess.run(["wineserver", "-k"], env=self.environment(), check=False)


def windows_path(path: Path) -> PureWindowsPath:
    """Return a path of this machine in the form for programs under Wine."""
    return PureWindowsPath(f"Z:{path.resolve()}")
