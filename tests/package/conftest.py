"""The package, built once for all tests, and unpacked into a folder with an awkward name."""

import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from compile import what_compiling_lacks
from tests.package.packed import Folder, Packed, Place, missing
from tests.window.screen import Screen, what_is_missing
from topping_out.game.assets import ROOT


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
