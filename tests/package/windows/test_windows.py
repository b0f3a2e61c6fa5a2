"""The program for Windows: its two executables, its installer, and whole games by mouse, by keys and after a kill."""

import json
import random
import shutil
import struct
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from distribution.windows.toolchain import Wine, windows_path
from tests.package.windows.conftest import (
    DOUBLE_CLICK,
    NAME,
    PATIENCE,
    Desktop,
    Run,
    Start,
    home_of,
    record_in,
    records,
    write_settings,
)
from tests.package.windows.shadow import Shadow
from tests.window.games.players import KeyPlayer, place_for
from topping_out.game import __version__, registry
from topping_out.game.bots.weights import bot_named
from topping_out.game.cli import main
from topping_out.game.record import Record, fold
from topping_out.game.registry import load
from topping_out.game.wyoming.actions import Play, suit_of

# -- the two executables


pytestmark = [pytest.mark.package, pytest.mark.xdist_group("wine"), pytest.mark.timeout(3600)]
WITHOUT_CONSOLE, WITH_CONSOLE = 2, 3
PROGRAMS = {"topping-out.exe": WITHOUT_CONSOLE, "topping-out-cli.exe": WITH_CONSOLE}
NOT_OF_WINDOWS = ("concrt", "lib", "mfc", "msvcp", "python", "sdl", "vcomp", "vcruntime")
"""Beginnings of the names of libraries that Windows does not contain, such as compilers' runtime libraries."""
SHOWN_AFTER = 3.0
"""Seconds until the effect of a key, or a page of the installer or the program, is visible."""
Keep = Callable[[str], None]
SIMULATION = ("simulate", "towers", "--seats", "easy,easy", "--games", "2", "--seed", "5", "--json")


def subsystem(data: bytes) -> int:
    """Return the subsystem of an executable: WITH_CONSOLE or WITHOUT_CONSOLE."""
    (header,) = struct.unpack_from("<I", data, 0x3C)
    (found,) = struct.unpack_from("<H", data, header + 24 + 68)
    return int(found)


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_executables_have_their_metadata_and_are_dpi_aware(program: Path, name: str) -> None:
    data = (program / name).read_bytes()
    assert subsystem(data) == PROGRAMS[name]
    assert b"permonitorv2" in data
    assert b"activeCodePage" in data
    assert len(data) < 1_000_000, "the modules should be in the file that both programs share"
    for words in ("Topping Out", __version__, name):
        assert words.encode("utf-16-le") in data
    assert b"\x89PNG" in data, "its icon"


def test_no_library_is_packed_twice_for_windows(program: Path) -> None:
    names = [path.name.lower() for path in program.rglob("*.dll")]
    assert len(names) == len(set(names))


def test_libraries_missing_in_windows_are_packed(program: Path, work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wine contains some of them, so no other test would notice a missing one."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(work / "python" / "Lib" / "site-packages")])
    pefile = import_module("pefile")
    files = [path for path in program.rglob("*") if path.suffix in (".dll", ".exe", ".pyd")]
    needed: dict[str, str] = {}
    for file in files:
        with pefile.PE(file, fast_load=True) as library:
            library.parse_data_directories([pefile.DIRECTORY_ENTRY["IMAGE_DIRECTORY_ENTRY_IMPORT"]])
            found = getattr(library, "DIRECTORY_ENTRY_IMPORT", ())
            needed |= {entry.dll.decode().lower(): file.name for entry in found}
    assert "python3.dll" in needed, "AccessKit, the voice"
    lacking = needed.keys() - {file.name.lower() for file in files}
    assert {name: needed[name] for name in lacking if name.startswith(NOT_OF_WINDOWS)} == {}


def test_libraries_missing_only_in_wine_are_not_packed(program: Path) -> None:
    assert list(program.rglob("bcryptprimitives*")) == []


def test_simulations_give_the_same_results_as_in_the_checkout(
    wine: Wine, program: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(SIMULATION) == 0
    expected = without_times(capsys.readouterr().out)
    done = wine.run([program / "topping-out-cli.exe", *SIMULATION, "--jobs", "2"], home_of(home))
    assert (without_times(done.stdout), done.returncode) == (expected, 0)


def without_times(lines: str) -> list[dict[str, object]]:
    games = [json.loads(line) for line in lines.splitlines()]
    return [{key: value for key, value in game.items() if "second" not in key} for game in games]


def test_output_to_a_pipe_is_utf_8(wine: Wine, program: Path, home: Path) -> None:
    done = wine.run([program / "topping-out-cli.exe", "doctor"], home_of(home))
    assert "Türme und Häuser 🏙 塔" in done.stdout
    assert "Zuhause in Łódź" in done.stdout
    assert "ok  mice: " in done.stdout
    assert "ok  screen readers: AccessKit" in done.stdout
    assert ".." not in done.stdout


def test_doctor_reports_a_read_only_home(wine: Wine, program: Path, home: Path) -> None:
    (home / "file").write_text("")
    done = wine.run([program / "topping-out-cli.exe", "doctor"], home_of(home / "file"))
    assert done.returncode == 1
    assert "!!  records: " in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_the_program_without_a_console_shows_errors_in_a_window(
    wine: Wine, program: Path, home: Path, screen: Desktop
) -> None:
    process = wine.start([*DOUBLE_CLICK, program / "topping-out.exe", "play", "chess"], home_of(home))
    until = time.monotonic() + 120
    while not screen.windows("Topping Out"):
        assert time.monotonic() < until, "there is no window with the message"
        time.sleep(0.2)
    screen.do("key", "Return")
    assert process.wait(60) == 2


ASK = """
import ctypes
find, send = ctypes.windll.user32.FindWindowW, ctypes.windll.user32.SendMessageW
find.restype = send.restype = ctypes.c_void_p
send.argtypes = (ctypes.c_void_p, ctypes.c_uint, ctypes.c_void_p, ctypes.c_void_p)
send(find("pygame", "Topping Out"), WM_GETOBJECT := 0x3D, 0, UIA_ROOT := 2**64 - 25)
"""
"""Script that requests the accessibility tree of the window. (Wine 8 does not return the reply.)"""


def test_a_request_for_the_accessibility_tree_does_not_stop_the_game(
    wine: Wine, work: Path, start: Start, home: Path, keep: Keep
) -> None:
    run = start("play", "wyoming", "--seats", "easy,easy", "--seed", "7")
    assert wine.run([work / "python" / "python.exe", "-c", ASK]).returncode == 0
    time.sleep(SHOWN_AFTER)
    keep("asked-for-the-tree")
    done = len(record_in(home).entries) if record_in(home) else 0
    run.wait_for(lambda: (record := record_in(home)) and len(record.entries) > done + 2, "some plays")
    assert run.close() == 0


def test_full_screen_keeps_the_same_window(start: Start, keep: Keep) -> None:
    run = start()
    run.take_focus()
    for picture in ("full-screen", "not-full-screen"):
        time.sleep(SHOWN_AFTER)
        run.key("F11")
        time.sleep(SHOWN_AFTER)
        keep(picture)
        assert run.screen.windows(NAME) == [run.window]
    assert run.close() == 0


def test_portable_mode_keeps_everything_beside_the_program(
    wine: Wine, dist: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TOPPING_OUT_HOME", raising=False)
    own = shutil.copytree(dist / "topping-out", tmp_path / "stick")
    done = wine.run([own / "topping-out-cli.exe", "--portable", "doctor"])
    assert str(windows_path(own / "data")) in done.stdout
    assert (own / "data" / "records" / "games").is_dir()


def test_the_game_works_without_sound(wine: Wine, program: Path, home: Path, start: Start) -> None:
    silent = {"ALSA_CONFIG_PATH": "/dev/null"}
    done = wine.run([program / "topping-out-cli.exe", "doctor"], home_of(home) | silent)
    assert "!!  sound: " in done.stdout
    assert ".." not in done.stdout
    run = start("play", "wyoming", "--seats", "easy,easy", **silent)
    run.wait_for(lambda: records(home), "the game")
    assert run.close() == 0
    assert list((home / "log").glob("report-*")) == []


def test_two_copies_can_run_at_once_one_without_a_home(start: Start, home: Path) -> None:
    (home / "file").write_text("")
    first, second = start(), start(**home_of(home / "file"))
    assert first.window != second.window
    assert (first.close(), second.close()) == (0, 0)


# -- the installer


KEY = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\topping-out"
CANNOT_BE_CLOSED = 2
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


# -- whole games


WYOMING = load("wyoming")
KEYS = [list(keys.values()) for keys in KeyPlayer.KEYS]
RESULTS_SHOWN_AFTER = 6.0
"""Seconds until the results are completely visible."""
FOOT = (640, 680)
"""Position of the button on the page that counts the pips."""


def is_over(record: Record) -> bool:
    return load(record.header.game).outcome(fold(record)) is not None


def is_my_turn(record: Record) -> bool:
    humans = {seat for seat, player in enumerate(record.header.seats) if player.is_human}
    return bool(humans & load(record.header.game).actors(fold(record)))


def wait_for_turn(run: Run, home: Path) -> Record:
    """Wait until it is the player's turn, or the game is over."""

    def found() -> Record | None:
        record = record_in(home)
        return record if record and (is_over(record) or is_my_turn(record)) else None

    record: Record = run.wait_for(found, "my turn")
    return record


def play_by_mouse(run: Run, shadow: Shadow, home: Path, turns: int = 1000) -> Record:
    """Play by clicks what a bot would play, for `turns` turns or to the end."""
    for _ in range(turns):
        record = wait_for_turn(run, home)
        if is_over(record):
            return record
        points = points_of(shadow, record)
        done = len(record.entries)
        run.wait_for(lambda points=points, done=done: click_play(run, home, points, done), "the play to be done")
    return wait_for_turn(run, home)


def click_play(run: Run, home: Path, points: list[tuple[int, int]], done: int) -> bool:
    """Click, and tell whether that made a play. If not, because the table was not ready, clear the selection."""
    run.click(*points)
    try:
        return bool(run.wait_for(lambda: len(record_in(home).entries) > done, "a play", patience=4))
    except AssertionError:
        run.key("Escape", "Escape")
        return False


def points_of(shadow: Shadow, record: Record) -> list[tuple[int, int]]:
    """Return the positions of the cards that a bot would play, and of their destination."""
    scene = shadow.table(record)
    state, seat = fold(record), 0
    actions = WYOMING.actions(state, seat)
    play: Play = bot_named(WYOMING, "medium").choose(WYOMING.view(state, seat), actions, random.Random(0))
    cards = [w for w in scene.widgets if getattr(w, "card", None) is not None and suit_of(w.card) == play.suit]
    return [*map(shadow.middle, cards[: play.count]), shadow.where(place_for(play))]


def test_a_card_game_can_be_played_by_mouse(start: Start, shadow: Shadow, home: Path, keep: Keep) -> None:
    write_settings(home, speed="instant", idle_life=False, coach=False)
    run = start()
    shadow.title()
    new = shadow.click("new")
    run.wait_for(lambda: run.click(new) or start_clicked(run, shadow, home), "the table")
    play_by_mouse(run, shadow, home, turns=2)
    keep("wyoming")
    record = play_by_mouse(run, shadow, home)
    assert is_over(record)
    time.sleep(RESULTS_SHOWN_AFTER)
    keep("results")
    ask_for_rematch(run, home)
    assert run.close() == 0


def ask_for_rematch(run: Run, home: Path) -> None:
    """Press the key that only the results page has. A second record shows that the page was there."""
    run.wait_for(lambda: run.key("n") or len(records(home)) == 2, "the rematch")


def start_clicked(run: Run, shadow: Shadow, home: Path) -> bool:
    """Click the start button of the set-up page. Tell whether a game has start_clicked."""
    run.click(shadow.where("start"))
    try:
        return bool(run.wait_for(lambda: record_in(home), "the game", patience=8))
    except AssertionError:
        return False


def test_a_killed_game_can_be_continued(start: Start, shadow: Shadow, home: Path) -> None:
    write_settings(home, speed="instant", idle_life=False)
    run = start("play", "wyoming", "--seats", "human,easy", "--options", "tidal", "--seed", "7")
    kept = play_by_mouse(run, shadow, home, turns=3).entries
    run.kill()
    (saved,) = records(home)
    folder = shadow.app.context.library.folder
    folder.mkdir(parents=True)
    shutil.copy(saved, folder)
    shadow.title()
    run = start()
    go_on = shadow.where("continue")
    run.wait_for(lambda: run.click(go_on) or has_grown(run, shadow, home, len(kept)), "the game to go on")
    record = record_in(home)
    assert record.entries[: len(kept)] == kept


def has_grown(run: Run, shadow: Shadow, home: Path, done: int) -> bool:
    record = wait_for_turn(run, home)
    return click_play(run, home, points_of(shadow, record), len(record.entries)) or len(record_in(home).entries) > done


def test_icetowers_can_be_played_on_both_halves_of_the_keyboard(start: Start, home: Path, keep: Keep) -> None:
    hands = {"icetowers": {"seats": [], "options": {}, "hands": ("keys 1", "keys 2")}}
    write_settings(home, speed="instant", setups=hands)
    run = start("play", "icetowers", "--seats", "human,human", "--seed", "5", "--options", "timer=1")
    rng = random.Random(1)

    def done() -> bool:
        for half in rng.sample(KEYS, 2):
            run.key(*(rng.choice(half[:5]) for _ in range(8)))
        record = record_in(home)
        verbs = {(entry.seat, entry.text.split()[0]) for entry in record.entries} if record else set()
        return {(seat, verb) for seat in (0, 1) for verb in ("lift", "place")} <= verbs

    run.take_focus()
    run.wait_for(done, "pieces lifted and placed by both", patience=600)
    keep("icetowers")
    run.wait_for(lambda: is_over(record_in(home)), "the end of the game", patience=600)
    time.sleep(RESULTS_SHOWN_AFTER)
    keep("icetowers-count")
    run.click(FOOT)
    time.sleep(RESULTS_SHOWN_AFTER)
    keep("icetowers-results")
    run.wait_for(lambda: run.click(FOOT) or run.key("n") or len(records(home)) == 2, "the rematch")


@pytest.mark.parametrize("game", registry.names())
def test_the_table_of_every_game_opens(start: Start, home: Path, game: str, keep: Keep) -> None:
    write_settings(home, speed="instant")
    run = start("play", game, "--seats", "easy,medium", "--seed", "3")
    run.wait_for(lambda: (record := record_in(home)) and len(record.entries) > 5, "some plays")
    keep(f"table-{game}")
    assert list((home / "log").glob("report-*")) == []
    assert run.close() == 0
