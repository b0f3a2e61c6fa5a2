"""The program installed: the wheel and the source archive by pip, and on real Windows by the installer."""

import os
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.package.conftest import Folder, Packed, missing
from tests.window.screen import Screen
from topping_out.game import __version__, registry

pytestmark = [pytest.mark.package, pytest.mark.xdist_group("package")]
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="made only on Linux")
on_windows = pytest.mark.skipif(sys.platform != "win32", reason="by wine: build/check_windows.py")


@dataclass
class Installed(Folder):
    """A program installed in a virtual environment."""

    def command(self) -> list[str]:
        return [str(self.program / "bin" / "topping-out")]


@pytest.fixture(scope="module", params=["-py3-none-any.whl", ".tar.gz"], ids=["wheel", "sources"])
def environment(request: pytest.FixtureRequest, dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with only the program and its dependencies."""
    file = dist / f"topping_out-{__version__}{request.param}"
    if not file.is_file():
        missing(f"{file.name} is not there: python build/package.py")
    folder = tmp_path_factory.mktemp("environment") / "somebody's own"
    venv.create(folder, with_pip=True)
    subprocess.run([folder / "bin" / "python", "-m", "pip", "install", "--quiet", str(file)], check=True)
    return folder


@pytest.fixture
def installed(environment: Path, tmp_path: Path) -> Installed:
    return Installed(environment, tmp_path / "home")


@pytest.fixture
def start(installed: Installed, screen: Screen) -> Iterator[Callable[..., Packed]]:
    programs: list[Packed] = []

    def begin(*arguments: str) -> Packed:
        programs.append(Packed(installed, screen, arguments, {}))
        return programs[-1]

    yield begin
    for program in programs:
        program.end()


@pytest.mark.long
@pytest.mark.timeout(1800)
@on_linux
def test_the_command_prints_its_version_and_plays_every_game(installed: Installed) -> None:
    assert installed.run("--version").stdout == f"topping-out {__version__}\n"
    for game in registry.games():
        done = installed.run("simulate", game.name, "--seats", "easy,easy", "--games", "1", "--seed", "5")
        assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.long
@pytest.mark.timeout(1800)
@on_linux
def test_doctor_finds_all_dependencies(installed: Installed, screen: Screen) -> None:
    done = installed.run("doctor", DISPLAY=screen.display, SDL_AUDIODRIVER="dummy")
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.long
@pytest.mark.timeout(1800)
@on_linux
def test_a_game_can_be_finished_in_the_window(start: Callable[..., Packed], installed: Installed) -> None:
    installed.write_settings(speed="instant")
    program = start("play", "wyoming", "--seats", "human,easy", "--options", "tidal", "--seed", "7")
    program.take_focus()
    program.play()
    assert program.is_over()


# -- on real Windows: the installer runs silently, the program works, and it can be removed


@on_windows
def test_the_program_can_be_installed_run_and_removed(dist: Path, tmp_path: Path) -> None:
    found = list(dist.glob("*-setup.exe"))
    if not found:
        missing("there is no installer: it needs NSIS")
    folder = Path(os.environ["LOCALAPPDATA"]) / "Programs" / "Topping Out"
    subprocess.run([found[0], "/S"], check=True)
    place = Folder(folder, tmp_path / "home")
    assert place.run("--version").stdout.strip() == f"topping-out {__version__}"
    done = place.run("simulate", "towers", "--seats", "easy,easy", "--games", "1", "--seed", "5")
    assert (done.stderr, done.returncode) == ("", 0)
    subprocess.run([folder / "uninstall.exe", "/S"], check=True)
    until = time.monotonic() + 60  # the uninstaller copies itself elsewhere and continues there
    while folder.exists() and time.monotonic() < until:
        time.sleep(0.5)
    assert not folder.exists()
