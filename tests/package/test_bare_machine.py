"""The package on a machine with X libraries but without Python: installed, played, killed, and under odd conditions.

The machine is a root file system made by debootstrap.
"""

import json
import os
import platform
import re
import shutil
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pygame
import pytest

from tests.package.conftest import Packed, Place, missing
from tests.window.screen import ALONE, Screen
from topping_out.game import __version__
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.scenes.app import App
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.pages.title import TitlePage

# -- the machine


NEEDED = ("debootstrap", "unshare", "chroot", "apt-get")
LIBRARIES = ("libx11-6", "libxcursor1", "libxext6", "libxfixes3", "libxi6", "libxrandr2")
PLAYER = "player"
LIST = "mirror+file:"
"""Prefix of an address that leads to a list of addresses, as on the runners of public forges."""
ENTER = """
root=$1; shift
mount --rbind /proc "$root/proc"
mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
exec chroot --userspec="$USER" "$root" /usr/bin/env PATH=/usr/games:/usr/bin:/bin "$@"
"""
"""Shell script, run in a separate mount namespace so that its mounts end with the program."""
PYTHON = re.compile(r"(lib)?python[0-9.]*(\.so[0-9.]*)?")


def what_is_missing() -> str:
    """Return why no such machine can be made here, or an empty string."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return "only root can make a root file system"
    tools = [tool for tool in NEEDED if shutil.which(tool) is None]
    return f"{' and '.join(tools)} cannot be found: install them for a machine without Python" if tools else ""


def mirror() -> tuple[str, str]:
    """Return the address of this system's packages, and the code name of its release."""
    system = platform.freedesktop_os_release()
    targets = ["apt-get", "indextargets", "--format", "$(ORIGIN) $(CODENAME) $(REPO_URI)", "Created-By: Packages"]
    sources = subprocess.run(targets, check=True, capture_output=True, text=True).stdout.splitlines()
    ours = f"{system['ID']} {system['VERSION_CODENAME']} ".lower()
    address = next(line for line in sources if line.lower().startswith(ours)).split()[2]
    return first_of(address), system["VERSION_CODENAME"]


def first_of(address: str) -> str:
    """Return the address, or the first address in the list it leads to. (debootstrap does not support lists.)"""
    if not address.startswith(LIST):
        return address
    return Path(address.removeprefix(LIST).rstrip("/")).read_text(encoding="utf-8").split()[0]


def make_root(root: Path) -> None:
    """Fill the folder with a minimal system, the libraries and a user account."""
    address, codename = mirror()
    include = f"--include={','.join(LIBRARIES)}"
    command = ["debootstrap", "--variant=minbase", include, codename, str(root), address]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    inside(root, "useradd", "--create-home", PLAYER)
    (root / "tmp" / ".X11-unix").mkdir(exist_ok=True)


def inside(root: Path, *command: str) -> str:
    """Run a command inside it as root. Return its output."""
    done = subprocess.run(["chroot", str(root), *command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def pythons(root: Path) -> list[Path]:
    """Return every Python interpreter and library in it."""
    return [path for path in root.rglob("*") if PYTHON.fullmatch(path.name) and not path.is_dir()]


@dataclass
class Installed(Place):
    """A program installed in such a root, started by its user."""

    root: Path
    program: str = "topping-out"
    home_inside: str = f"/home/{PLAYER}"

    @property
    def home(self) -> Path:  # type: ignore[override]
        return self.root / self.home_inside[1:]

    def command(self) -> list[str]:
        return ["unshare", "--mount", "sh", "-e", "-c", ENTER, "sh", str(self.root), self.program]

    def environment(self) -> dict[str, str]:
        return ALONE | {"HOME": self.home_inside, "USER": PLAYER, "PATH": os.environ["PATH"]}

    def write_settings(self, **settings: Any) -> None:
        super().write_settings(**settings)
        inside(self.root, "chown", "-R", PLAYER, self.home_inside)


# -- the package on it


pytestmark = [
    pytest.mark.package,
    pytest.mark.xdist_group("package"),
    pytest.mark.long,
    pytest.mark.timeout(3600),
]
GAME = ("play", "wyoming", "--seats", "human,easy", "--options", "tidal", "--seed", "7")
SIMULATION = ("simulate", "icetowers", "--seats", "easy,easy", "--games", "4", "--jobs", "2", "--json")
Start = Callable[..., Packed]


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The root file system without our program."""
    if what := what_is_missing():
        missing(what)
    root = tmp_path_factory.mktemp("machine") / "root"
    make_root(root)
    assert pythons(root) == []
    yield root
    shutil.rmtree(root)  # a quarter of a gigabyte


@pytest.fixture(scope="module")
def machine(bare: Path, dist: Path) -> Installed:
    """The same with the .deb installed. (dpkg would refuse it if a required library were missing.)"""
    (deb,) = dist.glob("*.deb")
    shutil.copy(deb, bare / "tmp")
    inside(bare, "dpkg", "-i", f"/tmp/{deb.name}")
    return Installed(bare)


@pytest.fixture
def start(machine: Installed, screen: Screen) -> Iterator[Start]:
    """Return a function that starts the program, by default the one of the .deb."""
    shutil.rmtree(machine.home)
    inside(machine.root, "install", "-d", "-o", "player", machine.home_inside)
    programs: list[Packed] = []

    def begin(*arguments: str, place: Installed = machine, **environment: str) -> Packed:
        programs.append(Packed(place, screen, arguments, environment))
        return programs[-1]

    yield begin
    for program in programs:
        program.end()


def test_the_program_contains_the_only_python(machine: Installed) -> None:
    assert {path.parts[-3] for path in pythons(machine.root)} == {"topping-out"}


def test_commands_work_on_a_bare_machine(machine: Installed, screen: Screen) -> None:
    assert machine.run("--version").stdout == f"topping-out {__version__}\n"
    done = machine.run(*SIMULATION)
    assert (done.stderr, done.returncode) == ("", 0)
    assert [json.loads(line)["seed"] for line in done.stdout.splitlines()] == [1, 2, 3, 4]
    done = machine.run("doctor", DISPLAY=screen.display, SDL_AUDIODRIVER="dummy")
    assert done.returncode == 0
    assert "ok  display: x11, 1280x720" in done.stdout


def test_a_killed_game_can_be_continued_and_finished(
    start: Start, machine: Installed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.write_settings(speed="instant")
    program = start(*GAME)
    program.take_focus()
    program.play(turns=3)
    played = program.entries()
    program.kill()
    program = start()
    program.take_focus()
    program.key("Escape")  # skip the animation of the title
    program.click(continue_button(machine.home, tmp_path, monkeypatch))
    program.play()
    assert program.is_over()
    assert program.entries()[: len(played)] == played
    assert list((machine.home / ".local" / "state").rglob("report-*")) == []


def continue_button(home: Path, scratch: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Return the position of the title page's button, found by opening the same page here with a copy of the games."""
    shutil.copytree(home, scratch / "home")
    for name in [HOME_VARIABLE, *(name for name in os.environ if name.startswith("XDG_"))]:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(scratch / "home"))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.font.init()
    app = App(audio=Audio.silent())
    title = TitlePage(app.context)
    app.open(title)
    (button,) = (widget for widget in title.widgets if widget.name == "continue")
    x, y = (round(side * app.context.kit.scale) for side in button.rect.center)
    app.close()
    return x, y


# -- odd conditions


@pytest.mark.parametrize("arguments", [(), GAME])
def test_a_missing_display_is_reported_in_one_line(machine: Installed, arguments: tuple[str, ...]) -> None:
    done = machine.run(*arguments)
    assert (done.stderr.count("\n"), done.returncode) == (1, 1)
    assert "set DISPLAY" in done.stderr


@pytest.mark.parametrize("locale", ["C", "xx_YY.ISO-8859-77", "de_DE.ISO-8859-1"])
def test_the_game_works_in_any_locale(start: Start, machine: Installed, locale: str) -> None:
    machine.write_settings(speed="instant")
    program = start(*GAME, LC_ALL=locale, LANG=locale)
    program.take_focus()
    program.play(turns=1)


def test_the_game_works_without_sound_and_doctor_reports_it(start: Start, machine: Installed) -> None:
    machine.write_settings(speed="instant")
    program = start(*GAME, SDL_AUDIODRIVER="")
    program.take_focus()
    program.play(turns=1)
    done = machine.run("doctor", DISPLAY=program.screen.display, SDL_AUDIODRIVER="")
    assert done.returncode == 1
    assert "!!  sound: There's no sound" in done.stdout


def test_the_game_works_with_a_read_only_home_and_doctor_reports_it(start: Start, machine: Installed) -> None:
    inside(machine.root, "chown", "root", machine.home_inside)
    program = start(*GAME)
    program.take_focus()
    program.key("h", "p")
    program.wait_for(program.helpers, "the bots' process")
    assert machine.records() == []
    done = machine.run("doctor", DISPLAY=program.screen.display, SDL_AUDIODRIVER="dummy")
    assert done.returncode == 1
    assert len(re.findall(r"!!  .*: can't write to /home/.*: Permission denied", done.stdout)) >= 3


def test_the_archive_works_in_an_awkward_path_and_is_portable(start: Start, machine: Installed, archive: Path) -> None:
    folder = f"{machine.home_inside}/Spiele für große Türme"
    with tarfile.open(archive) as packed:
        packed.extractall(machine.root / folder[1:])
    inside(machine.root, "chown", "-R", "player", machine.home_inside)
    place = Installed(machine.root, f"{folder}/topping-out/topping-out")
    output = place.run("--portable", "doctor", LC_ALL="C").stdout
    assert "/topping-out/data/records/games" in output
    program = start("play", "wyoming", "--seats", "easy,easy", place=place, LC_ALL="C")
    program.take_focus()
    data = machine.root / folder[1:] / "topping-out" / "data"
    program.wait_for(lambda: list((data / "records" / "games").glob("*.jsonl")), "the record beside the program")
    assert machine.records() == []


def test_portable_mode_is_refused_for_a_system_wide_installation(machine: Installed) -> None:
    done = machine.run("--portable")
    assert (done.stderr.count("\n"), done.returncode) == (1, 2)
    assert "put the program in a folder you can write to" in done.stderr
