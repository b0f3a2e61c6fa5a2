"""The installer for Windows: installing, upgrading while the program runs, and removing."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from distribution.windows.wine import Wine
from tests.package.windows.conftest import Start
from tests.package.windows.under_wine import NAME, PATIENCE, Desktop, Run

pytestmark = [pytest.mark.package, pytest.mark.xdist_group("wine"), pytest.mark.timeout(3600)]
KEY = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\topping-out"
CANNOT_BE_CLOSED = 2
SHOWN_AFTER = 3.0
"""Seconds until a page of the installer or the program is visible."""
TITLE_BAR = (400, -8)
"""A point in the title bar, relative to the window's corner. A double click there maximises the window."""


class Machine:
    """A Windows system in which the program is installed."""

    def __init__(self, wine: Wine, setup: Path) -> None:
        self.wine, self.setup = wine, setup
        (users,) = (path for path in (wine.prefix / "drive_c" / "users").iterdir() if path.name != "Public")
        self.local = users / "AppData" / "Local"
        self.folder = self.local / "Programs" / "Topping Out"
        self.games = self.local / "topping-out"
        menu = users / "AppData" / "Roaming" / "Microsoft" / "Windows" / "Start Menu" / "Programs"
        self.link, self.desktop_link = menu / "Topping Out.lnk", users / "Desktop" / "Topping Out.lnk"

    def install(self, *arguments: str) -> int:
        return self.wine.run([self.setup, "/S", *arguments]).returncode

    def remove(self, *arguments: str) -> None:
        """Run the uninstaller, which continues from a copy elsewhere, and wait until it is done."""
        self.wine.run([self.folder / "uninstall.exe", "/S", *arguments])
        self.wait_for(lambda: "DisplayVersion" not in self.version(), "the end of the removal")
        if "/GAMES" in arguments:
            self.wait_for(lambda: not self.games.exists(), "the saved games to go")

    @staticmethod
    def wait_for(condition: Callable[[], object], what: str) -> None:
        until = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < until, f"timed out waiting for {what}"
            time.sleep(0.5)

    def wine_path(self, path: Path) -> str:
        return "C:\\" + str(path.relative_to(self.wine.prefix / "drive_c")).replace("/", "\\")

    def version(self) -> str:
        return self.wine.run(["reg", "query", KEY, "/v", "DisplayVersion"]).stdout


@pytest.fixture
def machine(wine: Wine, setup: Path) -> Iterator[Machine]:
    machine = Machine(wine, setup)
    yield machine
    if (machine.folder / "uninstall.exe").exists():
        machine.remove("/GAMES")


def test_the_installer_serves_one_user_and_removing_leaves_nothing(machine: Machine) -> None:
    assert machine.install() == 0
    assert (machine.folder / "topping-out.exe").is_file()
    assert machine.link.is_file()
    assert not machine.desktop_link.exists()
    assert "DisplayVersion" in machine.version()
    done = machine.wine.run([machine.folder / "topping-out-cli.exe", "simulate", "wyoming", "--seats", "easy,easy"])
    assert done.returncode == 0
    machine.remove()
    assert not machine.folder.exists()
    assert not machine.link.exists()
    assert "DisplayVersion" not in machine.version()


def test_the_desktop_icon_is_optional_and_survives_an_upgrade(machine: Machine) -> None:
    machine.install("/DESKTOP")
    assert machine.desktop_link.is_file()
    machine.install()
    assert machine.desktop_link.is_file()
    machine.remove()
    assert not machine.desktop_link.exists()


def test_an_upgrade_closes_the_program_and_keeps_the_users_files(machine: Machine, start: Start) -> None:
    machine.install()
    mine = machine.folder / "mine.txt"
    mine.write_text("mine")
    saved = machine.games / "games" / "saved.jsonl"
    saved.parent.mkdir(parents=True, exist_ok=True)
    saved.write_text("{}")
    run: Run = start(folder=machine.folder)
    assert machine.install() == 0
    assert run.process.wait(60) == 0, "it was not closed normally"
    assert mine.read_text() == "mine"
    machine.remove()
    assert mine.is_file()
    assert saved.is_file()
    mine.unlink()


def test_a_maximised_program_closes_cleanly_and_can_be_replaced(
    machine: Machine, start: Start, screen: Desktop
) -> None:
    machine.install()
    for _ in range(2):  # the second time it opens maximised
        run = start(folder=machine.folder, is_double_clicked=True)
        run.take_focus()
        time.sleep(SHOWN_AFTER)
        if run.width() < screen.size[0]:
            screen.do("mousemove", "--window", run.window, *TITLE_BAR, "click", "--repeat", 2, "--delay", 60, 1)
        run.wait_for(lambda run=run: run.width() == screen.size[0], "the maximised window")
        assert run.close() == 0
    assert screen.windows("Topping Out") == [], "no message"
    assert machine.install() == 0


def test_the_installer_changes_nothing_while_a_command_runs(machine: Machine, start: Start) -> None:
    """A command has no window that could be closed."""
    machine.install()
    start(folder=machine.folder)  # starts wine's services, which would otherwise keep the installer's pipes open
    contest = ["arena", "towering", "--seats", "master,master", "--pairs", "1000"]
    command = machine.wine.start([machine.folder / "topping-out-cli.exe", *contest])
    try:
        assert machine.install() == CANNOT_BE_CLOSED
        assert command.poll() is None
    finally:
        command.kill()
        command.wait()
    machine.wait_for(lambda: machine.install() == 0, "the program to be free")


def test_the_installer_shows_its_pages_and_starts_the_program(
    machine: Machine, screen: Desktop, keep: Callable[[str], None]
) -> None:
    setup = machine.wine.start([machine.setup])
    machine.wait_for(lambda: screen.windows("Topping Out Setup"), "the installer's window")
    for page in ("welcome", "folder", "parts"):
        time.sleep(SHOWN_AFTER)
        keep(f"installer-{page}")
        screen.do("key", "Return")
    machine.wait_for(lambda: "DisplayVersion" in machine.version(), "the installation")
    time.sleep(SHOWN_AFTER)
    keep("installer-end")
    screen.do("key", "Return")
    assert setup.wait(PATIENCE) == 0
    machine.wait_for(lambda: screen.windows(NAME), "the program")
    screen.ask_to_close(int(*screen.windows(NAME)))
    machine.wait_for(lambda: machine.install() == 0, "the program's end")


def test_saved_games_are_removed_only_on_request(machine: Machine) -> None:
    machine.install()
    saved = machine.games / "games" / "saved.jsonl"
    saved.parent.mkdir(parents=True, exist_ok=True)
    saved.write_text("{}")
    machine.remove("/GAMES")
    assert not saved.exists()


def test_the_folder_of_the_installation_can_be_chosen(machine: Machine, tmp_path: Path) -> None:
    place = machine.local / "Türme"
    machine.install(f"/D={machine.wine_path(place)}")
    assert (place / "topping-out.exe").is_file()
    machine.folder = place
