"""The packed program."""

import gzip
import hashlib
import io
import json
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import pygame
import pypdf
import pytest

from compile import what_compiling_lacks
from distribution import deb, icons, licences
from distribution.linux.store import STORE
from tests.game.by_luck.random_games import Deal, play
from tests.package.conftest import PROGRAMS, Folder, Packed, Place, missing
from topping_out.game import __version__, registry, roster
from topping_out.game.arena.contest import read_contender
from topping_out.game.arena.protocol import Act, Hello, action_data, raw, to_line
from topping_out.game.arena.server import BotServer
from topping_out.game.assets import ROOT
from topping_out.game.cli import main
from topping_out.game.options import resolve
from topping_out.game.storage.files import HOME_VARIABLE

# -- package


pytestmark = [pytest.mark.package, pytest.mark.xdist_group("package"), pytest.mark.timeout(3600)]
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs X11")
MB = 1_000_000
GAME = ("play", "wyoming", "--seats", "human,easy", "--options", "tidal", "--seed", "7")
SIMULATION = ("simulate", "towers", "--seats", "easy,easy", "--games", "2", "--seed", "5", "--json")


def size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


# -- contents


def test_the_package_stays_small(unpacked: Path, dist: Path) -> None:
    """The largest file is the archive for Linux, 31.9 MB, which includes the libraries of the voice."""
    assert size(unpacked) <= 62 * MB
    sizes = {path.name: path.stat().st_size for path in dist.iterdir() if path.is_file()}
    assert {name: bytes_ for name, bytes_ in sizes.items() if bytes_ > 33 * MB} == {}


@on_linux
def test_the_package_without_assets_has_at_most_45_mb(unpacked: Path) -> None:
    """Of these, the voice takes 11 MB, and fpdf and fontTools (for printing) take 4 MB."""
    assert size(unpacked) - size(unpacked / "_internal" / "topping_out" / "assets") <= 45 * MB


def test_the_package_contains_only_known_modules(unpacked: Path) -> None:
    """Add a new module here with its purpose, or exclude it by `UNUSED` in package.spec."""
    from PyInstaller.archive.readers import CArchiveReader

    archive = CArchiveReader(str(unpacked / PROGRAMS[sys.platform]))
    (name,) = (name for name in archive.toc if name.startswith("PYZ"))
    found = {module.partition(".")[0] for module in archive.open_embedded_archive(name).toc}
    printing = {"defusedxml", "fontTools"}  # used by fpdf for drawings and fonts
    known = {"accesskit", "budoux", "msgspec", "platformdirs", "prism", "pygame", "shtab", "topping_out"} | printing
    new = found - sys.stdlib_module_names - known
    assert {name for name in new if not name.startswith(("cores__", "_sysconfigdata"))} == set()


@on_linux
def test_the_package_contains_only_known_libraries(unpacked: Path) -> None:
    """Add a new library here with its purpose, or exclude it by decoders.py or `NOT_OURS`."""
    python = {"libpython3", "libffi", "libz", "libmpdec", "libexpat", "cores__mypyc"}
    drawing = {"libSDL2", "libSDL2_image", "libSDL2_ttf", "libfreetype", "libharfbuzz", "libpng16"}
    sound, films = {"libSDL2_mixer", "libogg", "libvorbis", "libvorbisfile"}, {"libwebp", "libsharpyuv", "libwebpdemux"}
    voice = {"libgio", "libgiomm", "libglib", "libglibmm", "libgmodule", "libgobject", "libsigc"}
    voice |= {"libblkid", "libmount", "libpcre2", "libselinux"}  # needed by GLib
    found = {re.split(r"[-.]", name)[0] for name in licences.libraries_in(unpacked)}
    assert found - python - drawing - sound - films - voice == set()
    assert [path for path in unpacked.rglob("*") if not path.exists()] == [], "links to nothing"


GLIBC = re.compile(r"GLIBC_([0-9]+(?:\.[0-9]+)+)")


@on_linux
def test_the_package_needs_the_documented_glibc(unpacked: Path) -> None:
    if not shutil.which("objdump"):
        pytest.skip("needs objdump")
    needed = {}
    for path in filter(deb.is_elf, unpacked.rglob("*")):
        output = subprocess.run(["objdump", "-T", str(path)], capture_output=True, text=True).stdout
        versions = [tuple(map(int, version.split("."))) for version in GLIBC.findall(output)]
        needed[path.name] = max(versions, default=(0,))
    documented = tuple(map(int, deb.GLIBC.split(".")))
    assert {name: version for name, version in needed.items() if version > documented} == {}
    assert ".".join(map(str, max(needed.values()))) == deb.oldest_libc(unpacked)


def test_all_documents_name_the_same_glibc() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "build" / "docs").glob("*.md")]
    named = [version for text in texts for version in re.findall(r"glibc ([0-9.]+[0-9])", text)]
    assert {*named} == {deb.GLIBC}
    assert not [text for text in texts if re.search(r"glibc(?! [0-9])", text)], "glibc without a version"


CHECK_ASSETS = """
import os, sys, pygame
from pathlib import Path
pygame.display.init(); pygame.font.init(); pygame.mixer.init(44100)
assets, libraries = map(Path, sys.argv[1:])
for path in assets.rglob("*.ogg"):
    assert pygame.mixer.Sound(path).get_length() > 0.01, path
for path in assets.rglob("*.png"):
    assert pygame.image.load(path).get_width() > 8, path
for path in assets.rglob("*.[ot]tf"):
    assert pygame.font.Font(path, 20).render("Łódź 3", True, "black").get_width() > 20, path
for name in ("house_lo.opus", "house_lo.flac", "house_lo.mp3", "surfonasinewave.xm"):
    try:
        pygame.mixer.music.load(Path(pygame.__file__).parent / "examples" / "data" / name)
    except pygame.error:
        print("unheard", end=" ")
print(str(libraries) in Path("/proc/self/maps").read_text())
"""


@on_linux
def test_assets_load_with_the_packed_libraries_alone(unpacked: Path, tmp_path: Path) -> None:
    """Uses pygame as installed here, but with the libraries of the package."""
    inside = unpacked / "_internal"
    shutil.copytree(Path(pygame.__file__).parent, tmp_path / "pygame")
    shutil.copytree(inside / "pygame_ce.libs", tmp_path / "pygame_ce.libs", symlinks=True)
    command = [sys.executable, "-c", CHECK_ASSETS, str(inside / "topping_out" / "assets"), str(tmp_path)]
    fixed = {"PYTHONPATH": str(tmp_path), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run(command, env=os.environ | fixed, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("unheard unheard unheard unheard True\n")


def test_the_checksums_match_the_files(dist: Path) -> None:
    lines = [line.split("  ") for line in (dist / "SHA256SUMS").read_text().splitlines()]
    files = {path.name for path in dist.iterdir() if path.is_file()} - {"SHA256SUMS", "news.md"}
    assert {name for _, name in lines} == files
    assert all(hashlib.sha256((dist / name).read_bytes()).hexdigest() == digest for digest, name in lines)


def test_the_name_of_the_archive_starts_with_name_and_version(archive: Path) -> None:
    assert archive.name.startswith(f"topping-out-{__version__}-")


@on_linux
def test_the_archive_does_not_reveal_who_packed_it_and_when(archive: Path) -> None:
    with tarfile.open(archive) as packed:
        members = packed.getmembers()
    assert len({member.mtime for member in members}) == 1
    assert {(member.uid, member.uname) for member in members} == {(0, "root")}
    names = [member.name.split("/") for member in members]
    assert names == sorted(names)


def test_the_package_contains_nothing_about_the_installation_of_libraries(unpacked: Path) -> None:
    """pip's notes contain hashes and paths of the machine that made the package, so no two packages were the same."""
    notes = {"RECORD", "INSTALLER", "REQUESTED", "direct_url.json"}
    assert [file for folder in unpacked.rglob("*.dist-info") for file in folder.rglob("*") if file.name in notes] == []


def test_every_part_of_the_package_has_its_licence(unpacked: Path) -> None:
    texts = unpacked / "licences"
    notice = (texts / "README.txt").read_text(encoding="utf-8")
    inside = licences.libraries_in(unpacked)
    assert inside
    for library in licences.known_libraries():
        if licences.has(inside, library.files):
            assert f"\n{library.name}\n" in notice
            assert not library.licence or (texts / f"{library.licence}.txt").stat().st_size > 500
    assert "https://github.com/tqdm/shtab" in notice, "the Mozilla Public License asks for an address of the sources"
    for name in ("Topping-Out", "Python", "msgspec", "platformdirs", "pyinstaller", "AtkinsonNext-OFL"):
        assert (texts / f"{name}.txt").stat().st_size > 500


def test_packing_an_unknown_library_fails(tmp_path: Path) -> None:
    (tmp_path / "libmystery.so.1").touch()
    with pytest.raises(licences.Unlisted, match=r"libmystery\.so\.1"):
        licences.gather(tmp_path, tmp_path / "licences")


def test_a_readme_says_how_to_start_the_program(unpacked: Path) -> None:
    words = (unpacked / "README.txt").read_text(encoding="utf-8")
    assert words.startswith(f"Topping Out {__version__}\n")
    assert "F3" in words
    assert "topping-out" in words or sys.platform == "darwin"


@on_linux
@pytest.mark.parametrize("way", ["doctor", "--read-aloud"])
def test_a_missing_speech_service_is_reported(
    folder: Place, start: Callable[..., Packed], capfd: pytest.CaptureFixture[str], way: str
) -> None:
    nowhere = {"SPEECHD_ADDRESS": "unix_socket:/nowhere", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}
    if way == "doctor":
        assert "the speech service Speech Dispatcher doesn't answer" in folder.run("doctor", **nowhere).stdout
        return
    program, errors = start(way, **nowhere), []
    program.wait_for(
        lambda: errors.append(capfd.readouterr().err) or "Speech Dispatcher" in "".join(errors), "its words"
    )
    assert "topping-out: Read aloud is on, but nothing can be heard: the speech service" in "".join(errors)


def test_no_development_tool_is_packed(unpacked: Path) -> None:
    names = {path.name.lower() for path in unpacked.rglob("*")}
    assert not names & {"numpy", "pil", "pytest", "hypothesis", "tests", "tcl", "tk", "freesansbold.ttf", "libx11.so.6"}


def test_the_icon_files_of_windows_and_macos_are_consistent() -> None:
    ico, icns = icons.ico(), icons.icns()
    for number in range(struct.unpack_from("<3H", ico)[2]):
        length, offset = struct.unpack_from("<2I", ico, 6 + 16 * number + 8)
        assert ico[offset : offset + 4] == b"\x89PNG"
        assert offset + length <= len(ico)
    assert struct.unpack_from(">4sI", icns) == (b"icns", len(icns))
    assert icns.count(b"\x89PNG") == len(icons.ICNS_TYPES)


# -- the Debian package


@pytest.fixture
def installed(dist: Path, tmp_path: Path) -> Path:
    """The unpacked files of the .deb."""
    if sys.platform != "linux":
        pytest.skip("a .deb is made only on Linux")
    (deb,) = dist.glob("*.deb")
    subprocess.run(["dpkg-deb", "-x", str(deb), str(tmp_path / "root")], check=True)
    return tmp_path / "root"


def test_the_deb_has_menu_entry_icons_man_page_and_command(installed: Path) -> None:
    assert (installed / "usr/share/applications/topping-out.desktop").is_file()
    assert (installed / f"usr/share/metainfo/{STORE['id']}.metainfo.xml").is_file()
    for pixels in (16, 32, 48, 64, 128, 256, 512):
        assert (installed / f"usr/share/icons/hicolor/{pixels}x{pixels}/apps/topping-out.png").is_file()
    assert (installed / "usr/share/man/man6/topping-out.6.gz").is_file()
    for place in ("bash-completion/completions/topping-out", "zsh/vendor-completions/_topping-out"):
        assert "simulate" in (installed / "usr/share" / place).read_text(encoding="utf-8")
    assert (installed / "usr/games/topping-out").resolve() == installed / "usr/lib/topping-out/topping-out"
    papers = installed / "usr/share/doc/topping-out"
    assert "/usr/share/common-licenses/LGPL-2.1" in (papers / "copyright").read_text(encoding="utf-8")
    assert gzip.decompress((papers / "changelog.gz").read_bytes()).startswith(b"topping-out (")
    libraries = [path for path in installed.rglob("*.so*") if path.is_file() and not path.is_symlink()]
    assert len(libraries) > 20
    assert [path.name for path in libraries if path.stat().st_mode & 0o111] == []
    assert (installed / "usr/share/doc/topping-out/licences/LGPL-2.1.txt").is_file()


def test_the_man_page_has_no_errors(installed: Path) -> None:
    if not shutil.which("groff"):
        pytest.skip("needs groff")
    page = subprocess.run(
        ["gzip", "-dc", str(installed / "usr/share/man/man6/topping-out.6.gz")], check=True, capture_output=True
    ).stdout
    done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=page, capture_output=True, check=True)
    assert done.stderr == b""


# -- commands


def test_the_program_prints_its_version(folder: Place) -> None:
    done = folder.run("--version")
    assert (done.stdout, done.stderr, done.returncode) == (f"topping-out {__version__}\n", "", 0)


def test_simulations_give_the_same_results_as_in_the_checkout(
    folder: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(SIMULATION) == 0
    expected = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    done = folder.run(*SIMULATION, "--jobs", "2")
    assert done.stderr == ""
    assert without_times([json.loads(line) for line in done.stdout.splitlines()]) == without_times(expected)


def without_times(games: list[dict[str, object]]) -> list[dict[str, object]]:
    return [{key: value for key, value in game.items() if "second" not in key} for game in games]


@pytest.mark.parametrize("command", ["play", "simulate", "replay", "arena", "ladder", "tune", "bot", "print", "doctor"])
def test_every_command_is_packed(folder: Place, command: str) -> None:
    done = folder.run(command, "--help")
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.startswith(f"usage: topping-out {command} ")


def test_a_saved_record_can_be_replayed(folder: Place, tmp_path: Path) -> None:
    records = tmp_path / "Aufzeichnungen für später"
    assert folder.run(*SIMULATION, "--records", str(records)).returncode == 0
    done = folder.run("replay", str(next(records.iterdir())), "--text")
    assert (done.stderr, done.returncode) == ("", 0)
    assert "wins" in done.stdout


def test_films_exports_and_imports_work(folder: Place, tmp_path: Path) -> None:
    records = folder.home / ".local" / "share" / "topping-out" / "games"
    assert folder.run(*SIMULATION, "--records", str(records)).returncode == 0
    film, export = tmp_path / "film.webp", tmp_path / "all.zip"
    done = folder.run("replay", str(folder.records()[0]), "--film", str(film), "--last", "2")
    assert (done.stderr, done.returncode, film.read_bytes()[:4]) == ("", 0, b"RIFF")
    assert folder.run("export", str(export)).returncode == 0
    for path in folder.records():
        path.unlink()
    assert "2 new games added" in folder.run("import", str(export)).stdout


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.long if index else []) for index, game in enumerate(registry.names())]
)
def test_every_game_can_be_printed(folder: Place, tmp_path: Path, game: str) -> None:
    paper = tmp_path / "to cut out.pdf"
    done = folder.run("print", game, str(paper))
    assert (done.stderr, done.returncode) == ("", 0)
    assert len(pypdf.PdfReader(paper).pages) >= 3


def test_an_unknown_game_is_refused_in_one_line(folder: Place) -> None:
    done = folder.run("play", "chess")
    assert (done.stderr.count("\n"), done.returncode) == (1, 2)


# -- odd machines


@on_linux
@pytest.mark.parametrize("arguments", [(), GAME])
def test_a_missing_display_is_reported_in_one_line(folder: Place, arguments: tuple[str, ...]) -> None:
    done = folder.run(*arguments)
    message = "topping-out: there's no display here: start the program on a desktop, or set DISPLAY\n"
    assert (done.stderr, done.returncode) == (message, 1)


@pytest.mark.parametrize(
    "locale", ["C", "xx_YY.ISO-8859-77", *(pytest.param(x, marks=pytest.mark.long) for x in ("C.UTF-8", "ja_JP.eucJP"))]
)
def test_commands_work_in_any_locale(folder: Place, locale: str, tmp_path: Path) -> None:
    records = tmp_path / "Türme"
    done = folder.run(*SIMULATION, "--records", str(records), LC_ALL=locale, LANG=locale)
    assert (done.stderr, done.returncode) == ("", 0)
    assert len(list(records.iterdir())) == 2
    assert "Traceback" not in folder.run("doctor", LC_ALL=locale).stderr


@on_linux
def test_doctor_lists_versions_and_folders(folder: Place, screen: object) -> None:
    done = folder.run("doctor", DISPLAY=screen.display, SDL_AUDIODRIVER="dummy")  # type: ignore[attr-defined]
    lines = dict(line[4:].split(": ", 1) for line in done.stdout.splitlines())
    assert (done.returncode, lines["Topping Out"]) == (0, __version__)
    assert all(lines[name][0].isdigit() for name in ("Python", "pygame-ce", "msgspec", "platformdirs", "SDL"))
    assert lines["settings"] == str(folder.home / ".config" / "topping-out")


# -- the window


@on_linux
def test_bots_can_play_a_whole_game_in_the_window(start: Callable[..., Packed], folder: Place) -> None:
    folder.write_settings(speed="instant")
    program = start("play", "wyoming", "--seats", "easy,medium", "--options", "tidal")
    program.wait_for_frame()
    program.wait_for(lambda: folder.records() and program.is_my_turn_or_over(), "the end of the game")


@on_linux
@pytest.mark.parametrize("game", registry.names())
def test_the_table_of_every_game_opens(start: Callable[..., Packed], folder: Place, game: str) -> None:
    folder.write_settings(speed="instant")
    program = start("play", game, "--seats", "easy,easy")
    program.wait_for_frame()
    program.wait_for(lambda: folder.records() and program.entries(), "the first play")
    assert list((folder.home / ".local" / "state").rglob("report-*")) == []


@on_linux
def test_the_process_of_the_bots_does_not_load_pygame(start: Callable[..., Packed], folder: Place) -> None:
    program = start("play", "wyoming", "--seats", "hard,hard")
    program.wait_for(lambda: folder.records() and program.entries(), "the first play")
    (helper,) = program.helpers()
    assert "SDL" not in maps(helper)
    assert "pygame" not in maps(helper)


def maps(pid: int) -> str:
    return Path(f"/proc/{pid}/maps").read_text()


@on_linux
@pytest.mark.parametrize("environment", [{}, {"SDL_AUDIODRIVER": "", "HOME": "/proc"}, {"LC_ALL": "xx_YY"}])
def test_the_title_page_opens_without_sound_or_home_and_in_any_locale(
    start: Callable[..., Packed], environment: dict[str, str]
) -> None:
    program = start(**environment)
    seconds = program.wait_for_frame()
    print(f"from start to first frame: {seconds:.2f} s")
    assert program.processes()


@on_linux
def test_a_killed_game_can_be_continued(start: Callable[..., Packed], folder: Place) -> None:
    folder.write_settings(speed="instant")
    program = start(*GAME)
    program.take_focus()
    program.play(turns=3)
    played = program.entries()
    program.kill()
    program = start()
    program.take_focus()
    program.key("Return")
    program.play(turns=2)
    assert program.entries()[: len(played)] == played


# -- portable

OF_SERVICES = {".cache/speech-dispatcher", ".config/pulse"}
"""Files that the system's speech and sound services write into a home folder; `doctor` tries both."""


def test_portable_mode_keeps_everything_beside_the_program(unpacked: Path, tmp_path: Path) -> None:
    program = tmp_path / "Stick" / "topping-out"
    shutil.copytree(unpacked, program, symlinks=True)
    place = Folder(program, tmp_path / "home")
    output = place.run("--portable", "doctor").stdout
    assert f"records: {program / 'data' / 'records' / 'games'}" in output
    assert f"settings: {program / 'data' / 'config'}" in place.run("doctor").stdout
    kept = {str(path.relative_to(place.home)) for path in place.home.glob("*/*")}
    assert kept <= OF_SERVICES, "the program wrote into the home folder"
    assert {path.name for path in place.home.iterdir()} <= {Path(name).parts[0] for name in OF_SERVICES}
    refused = place.run("--portable", **{HOME_VARIABLE: "elsewhere"})
    assert (refused.stderr.count("\n"), refused.returncode) == (1, 2)


def test_the_executable_has_its_documented_name(unpacked: Path) -> None:
    assert (unpacked / PROGRAMS[sys.platform]).is_file()


# -- searches


MASTER = roster.LEVELS[-1]
QUESTIONS = 6


def questions(name: str) -> list[Act]:
    """Return some of the questions for the first seat's bot in a random game."""
    found = []
    for step in play(deal := deal_of(name)):
        if 0 in deal.game.actors(step.state) and len(actions := deal.game.actions(step.state, 0)) > 1:
            view = raw(deal.game.view(step.state, 0))
            found.append(Act(view, tuple(map(action_data, actions)), seed=len(found)))
    return random.Random(name).sample(found, QUESTIONS)


def deal_of(name: str) -> Deal:
    game = registry.load(name)
    return Deal(name, game.seats[0], resolve(game.options(game.seats[0]), {}), seed=7, luck=7)


@pytest.mark.parametrize("name", registry.names())
def test_the_packed_master_chooses_the_same_as_in_the_checkout(folder: Folder, name: str) -> None:
    deal = deal_of(name)
    names = tuple(f"Player {seat}" for seat in range(deal.seats))
    hello = Hello(name, deal.game.version, 0, names, deal.options, patience=600)
    lines = b"".join(map(to_line, [hello, *questions(name)]))
    expected = io.BytesIO()
    assert BotServer(deal.game, read_contender(deal.game, MASTER), expected).play(io.BytesIO(lines)) == ""
    command = [*folder.command(), "bot", name, "--level", MASTER]
    done = subprocess.run(command, input=lines, env=folder.environment(), capture_output=True, check=True)
    assert done.stdout == expected.getvalue()
    assert done.stdout.count(b"\n") == 1 + QUESTIONS


@pytest.mark.skipif(sys.platform != "linux", reason="compiled only on Linux")
def test_doctor_reports_compiled_searches_in_the_package(folder: Folder) -> None:
    if what := what_compiling_lacks():
        missing(f"compiling needs {what}")
    assert f"ok  bots' searches: compiled: {', '.join(registry.names())}\n" in folder.run("doctor").stdout


def test_doctor_reports_plain_python_in_the_checkout(capsys: pytest.CaptureFixture[str]) -> None:
    main.main(["doctor"])
    assert "ok  bots' searches: in plain Python\n" in capsys.readouterr().out
