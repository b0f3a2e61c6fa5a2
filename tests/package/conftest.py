"""The package, built once for all; unpacked where a path can be as awkward as it likes."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import pytest
from packed import Folder, Packed, Place, missing

from game.files import ROOT

sys.path.insert(0, str(ROOT / "build"))

from screen import Screen, what_is_missing

PATIENCE = 900
"""Seconds that another worker may take to build the package."""


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder with all that build/package.py makes; of several workers the first one makes it."""
    if given := os.environ.get("TOPPING_OUT_DIST"):
        return Path(given)
    if find_spec("PyInstaller") is None:
        missing("PyInstaller is not installed: pip install '.[dev]'")
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "package"
    with suppress(FileExistsError):
        folder.mkdir()
        try:
            build(folder / "dist")
        finally:
            (folder / "done").touch()
    until = time.monotonic() + PATIENCE
    while not (folder / "done").exists():
        assert time.monotonic() < until, "the package was not built"
        time.sleep(0.2)
    return folder / "dist"


def build(dist: Path) -> None:
    command = [sys.executable, str(ROOT / "build" / "package.py"), "--dist", str(dist)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


@pytest.fixture(scope="session")
def worker_id(request: pytest.FixtureRequest) -> str:
    return getattr(request.config, "workerinput", {}).get("workerid", "master")


@pytest.fixture(scope="session")
def archive(dist: Path) -> Path:
    return next(path for path in dist.iterdir() if path.name.endswith((".tar.gz", ".zip")))


@pytest.fixture(scope="session")
def unpacked(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program as somebody has it who unpacked the archive, in a folder with blanks and umlauts."""
    target = tmp_path_factory.mktemp("place") / "Türme und Häuser 🏙"
    if sys.platform == "darwin":  # the standard library's unzipping forgets rights and links
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
    """Start the program in its window."""
    programs: list[Packed] = []

    def begin(*arguments: str, **environment: str) -> Packed:
        programs.append(Packed(folder, screen, arguments, environment))
        return programs[-1]

    yield begin
    for program in programs:
        program.kill()
