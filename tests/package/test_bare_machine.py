"""The package on a machine with X libraries but without Python: installed, played, killed, and under odd conditions."""

import json
import os
import re
import shutil
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from tests.package.bare_machine import Installed, inside, make_root, pythons, what_is_missing
from tests.package.packed import Packed, missing
from tests.window.screen import Screen
from topping_out.game import __version__
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.scenes.app import App
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.pages.title import TitlePage

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
