"""The two executables for Windows: their properties and their output."""

import json
import shutil
import struct
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from distribution.windows.wine import Wine, windows_path
from tests.package.windows.conftest import Start
from tests.package.windows.under_wine import DOUBLE_CLICK, NAME, Desktop, home_of, record_in, records
from topping_out.game import __version__
from topping_out.game.cli import main

pytestmark = [pytest.mark.package, pytest.mark.xdist_group("wine"), pytest.mark.timeout(3600)]
WITHOUT_CONSOLE, WITH_CONSOLE = 2, 3
PROGRAMS = {"topping-out.exe": WITHOUT_CONSOLE, "topping-out-cli.exe": WITH_CONSOLE}
NOT_OF_WINDOWS = ("concrt", "lib", "mfc", "msvcp", "python", "sdl", "vcomp", "vcruntime")
"""Beginnings of the names of libraries that Windows does not contain, such as compilers' runtime libraries."""
SHOWN_AFTER = 3.0
"""Seconds until the effect of a key is visible."""
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
