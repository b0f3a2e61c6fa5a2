"""Fixtures for `python build/check_windows.py`: the program for Windows, its installer, and wine to run them."""

import os
import shutil
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from distribution.windows.toolchain import Toolchain
from distribution.windows.wine import Wine
from tests.package.windows.shadow import Shadow
from tests.package.windows.under_wine import DOUBLE_CLICK, NO_CARD, Desktop, Run, faults, home_of
from topping_out.game.storage.files import HOME_VARIABLE

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
