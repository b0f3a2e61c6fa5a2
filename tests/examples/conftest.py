"""The example game, installed once in a separate virtual environment for all tests that use it."""

import os
import subprocess
import sys
import sysconfig
import venv
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.window.conftest import home, screens, start
from topping_out.game.assets import ROOT
from topping_out.game.storage.files import HOME_VARIABLE

__all__ = ["home", "screens", "start"]
collect_ignore = ["last_storey"]
EXAMPLE = ROOT / "tests" / "examples" / "last_storey"
BUILDER = "hatchling"


class Environment:
    """A virtual environment in a folder."""

    def __init__(self, folder: Path) -> None:
        """Create the environment. Packages installed in the current environment are available in it too."""
        venv.create(folder, symlinks=sys.platform != "win32")
        bases = {"base": str(folder), "platbase": str(folder)}
        self.python = Path(sysconfig.get_path("scripts", "venv", bases)) / "python"
        self.packages = Path(sysconfig.get_path("purelib", "venv", bases))
        here = sysconfig.get_path("purelib")
        (self.packages / "tests.pth").write_text(f"import site; site.addsitedir({here!r})\n")

    def install(self, project: Path) -> None:
        """Install a project with pip, without dependencies. Needs no network if hatchling is installed here."""
        offline = ["--no-build-isolation"] if find_spec(BUILDER) else []
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "--disable-pip-version-check", "install"]
        subprocess.run([*pip, "--quiet", "--no-deps", *offline, str(project)], check=True)

    def add_game(self, name: str, module: str) -> None:
        """Write a package that registers a game, as if installed by pip. `module` is its only module's source."""
        package = f"its_{name}"
        (self.packages / f"{package}.py").write_text(module)
        about = self.packages / f"{package}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[topping_out.games]\n{name} = {package}:ENTRY\n")


class Shell:
    """Runs commands in an environment with a separate home folder."""

    def __init__(self, environment: Environment, home: Path) -> None:
        self.environment, self.home = environment, home

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a Python module with arguments."""
        variables = {**os.environ, HOME_VARIABLE: str(self.home), "SDL_VIDEODRIVER": "dummy"}
        command = [str(self.environment.python), "-m", *arguments]
        return subprocess.run(command, cwd=self.home, env=variables, capture_output=True, encoding="utf-8", check=False)

    def __call__(self, *arguments: str) -> str:
        """Run a command of the program, which must succeed. Return its output."""
        done = self.run("scenes", *arguments)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    environment = Environment(tmp_path_factory.mktemp("environment") / "installed")
    environment.install(EXAMPLE)
    return environment


@pytest.fixture(scope="session")
def python(installed: Environment) -> str:
    """The Python that runs the program in its window."""
    return str(installed.python)
