"""The two programs for Windows: what they are, and what they say."""

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
"""How the names of libraries begin that come with programs: the runtime libraries of compilers, and others' own."""
SHOWN_AFTER = 3.0
"""Seconds until what a key does is to be seen."""
Keep = Callable[[str], None]
SIMULATION = ("simulate", "towers", "--seats", "easy,easy", "--games", "2", "--seed", "5", "--json")


def subsystem(data: bytes) -> int:
    """Return what a program of Windows asks for: a console, or none."""
    (header,) = struct.unpack_from("<I", data, 0x3C)
    (found,) = struct.unpack_from("<H", data, header + 24 + 68)
    return int(found)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_says_what_it_is_and_takes_the_screens_own_pixels(program: Path, name: str) -> None:
    data = (program / name).read_bytes()
    assert subsystem(data) == PROGRAMS[name]
    assert b"permonitorv2" in data
    assert b"activeCodePage" in data
    assert len(data) < 1_000_000, "the modules are in a file that both programs read"
    for words in ("Topping Out", __version__, name):
        assert words.encode("utf-16-le") in data
    assert b"\x89PNG" in data, "its icon"


def test_no_library_is_packed_twice(program: Path) -> None:
    names = [path.name.lower() for path in program.rglob("*.dll")]
    assert len(names) == len(set(names))


def test_the_libraries_that_a_fresh_windows_lacks_are_packed(
    program: Path, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wine has some of them, so that nothing else shows that they are missing."""
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


def test_what_only_wine_lacks_is_not_packed(program: Path) -> None:
    assert list(program.rglob("bcryptprimitives*")) == []


def test_the_program_of_the_commands_simulates_as_the_checkout_does(
    wine: Wine, program: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(SIMULATION) == 0
    expected = without_times(capsys.readouterr().out)
    done = wine.run([program / "topping-out-cli.exe", *SIMULATION, "--jobs", "2"], home_of(home))
    assert (without_times(done.stdout), done.returncode) == (expected, 0)


def without_times(lines: str) -> list[dict[str, object]]:
    games = [json.loads(line) for line in lines.splitlines()]
    return [{key: value for key, value in game.items() if "second" not in key} for game in games]


def test_what_goes_into_a_pipe_is_utf_8(wine: Wine, program: Path, home: Path) -> None:
    done = wine.run([program / "topping-out-cli.exe", "doctor"], home_of(home))
    assert "Türme und Häuser 🏙 塔" in done.stdout
    assert "Zuhause in Łódź" in done.stdout
    assert "ok  mice: " in done.stdout
    assert "ok  screen readers: AccessKit" in done.stdout
    assert ".." not in done.stdout


def test_a_home_that_cannot_be_written_is_told(wine: Wine, program: Path, home: Path) -> None:
    (home / "file").write_text("")
    done = wine.run([program / "topping-out-cli.exe", "doctor"], home_of(home / "file"))
    assert done.returncode == 1
    assert "!!  records: " in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_the_program_without_a_console_says_in_a_window_what_is_wrong(
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
"""Asks the window for its accessible tree. Wine 8 does not pass the answer on to who asked."""


def test_who_asks_for_the_tree_is_taken_for_a_screen_reader_and_play_goes_on(
    wine: Wine, work: Path, start: Start, home: Path, keep: Keep
) -> None:
    run = start("play", "wyoming", "--seats", "easy,easy", "--seed", "7")
    assert wine.run([work / "python" / "python.exe", "-c", ASK]).returncode == 0
    time.sleep(SHOWN_AFTER)
    keep("asked-for-the-tree")
    done = len(record_in(home).entries) if record_in(home) else 0
    run.wait_for(lambda: (record := record_in(home)) and len(record.entries) > done + 2, "some plays")
    assert run.close() == 0


def test_from_full_screen_and_back_it_stays_the_same_window(start: Start, keep: Keep) -> None:
    run = start()
    run.take_focus()
    for picture in ("full-screen", "not-full-screen"):
        time.sleep(SHOWN_AFTER)
        run.key("F11")
        time.sleep(SHOWN_AFTER)
        keep(picture)
        assert run.screen.windows(NAME) == [run.window]
    assert run.close() == 0


def test_portable_keeps_all_beside_the_program(wine: Wine, dist: Path, tmp_path: Path) -> None:
    own = shutil.copytree(dist / "topping-out", tmp_path / "stick")
    done = wine.run([own / "topping-out-cli.exe", "--portable", "doctor"])
    assert str(windows_path(own / "data")) in done.stdout
    assert (own / "data" / "records" / "games").is_dir()


def test_without_sound_the_game_is_whole(wine: Wine, program: Path, home: Path, start: Start) -> None:
    silent = {"ALSA_CONFIG_PATH": "/dev/null"}
    done = wine.run([program / "topping-out-cli.exe", "doctor"], home_of(home) | silent)
    assert "!!  sound: " in done.stdout
    assert ".." not in done.stdout
    run = start("play", "wyoming", "--seats", "easy,easy", **silent)
    run.wait_for(lambda: records(home), "the game")
    assert run.close() == 0
    assert list((home / "log").glob("report-*")) == []


def test_two_copies_at_once_and_no_home_to_write(start: Start, home: Path) -> None:
    (home / "file").write_text("")
    first, second = start(), start(**home_of(home / "file"))
    assert first.window != second.window
    assert (first.close(), second.close()) == (0, 0)
