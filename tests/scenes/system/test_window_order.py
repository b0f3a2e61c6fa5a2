"""The window: when it appears, its edge, the memory for pictures, and reading saved games in the background."""

import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from tests.scenes.robot import Robot
from topping_out.game.assets import ROOT
from topping_out.game.record import Entry, Player, Record, new_header
from topping_out.game.registry import load
from topping_out.game.storage.library import AT_ONCE, Known, RecordFile, SaveLibrary, Unreadable, examine
from topping_out.scenes import routes
from topping_out.scenes.accessibility.screen_reader import ScreenReader
from topping_out.scenes.app import WAKE, App, wake
from topping_out.scenes.audio.player import Audio
from topping_out.scenes.manager import Replace
from topping_out.scenes.pages.title import TitlePage
from topping_out.scenes.system import library_reader
from topping_out.scenes.system.library_reader import FolderBatch, LibraryReader
from topping_out.scenes.system.settings import SettingsStore
from topping_out.scenes.system.window import CALM, Frame, Rect, Screen

# -- memory


FREED = """
import pygame
from pathlib import Path
from topping_out.scenes.app import App
from topping_out.scenes.audio.player import Audio

def megabytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 2**20

pygame.display.init()
pygame.font.init()
app = App(audio=Audio.silent())
del pygame
from pygame import Surface
Surface((4000, 2000)), Surface((4000, 2000))  # freed blocks teach glibc which blocks are large
before, between = megabytes(), []
for _ in range(3):
    large = []
    for _ in range(60):
        large.append(Surface((1000, 1000)))
        large[-1].fill((1, 2, 3))
        between.append(Surface((8, 8)))
    most = megabytes()
    large.clear()
    print(round(most - before), round(megabytes() - before))
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries return memory by themselves, or never")
def test_memory_of_freed_pictures_returns_to_the_system() -> None:
    done = subprocess.run([sys.executable, "-c", FREED], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    figures = [
        tuple(map(int, line.split())) for line in done.stdout.splitlines() if line[0].isdigit() or line[0] == "-"
    ]
    assert len(figures) == 3
    for most, left in figures:
        assert most > 200
        assert left < 40


def test_pictures_of_the_old_size_are_dropped_after_resizing(app: App, robot: Robot) -> None:
    robot.open(TitlePage(app.context))
    app.frame([], 16)
    before = app.context.kit
    before.cached("a picture", object)
    robot.resize((1024, 768))
    assert app.context.kit is not before
    assert not before.has("a picture")


# -- resizing


SIZES = [(1300, 730), (1400, 800), (1500, 840)]


@pytest.fixture
def shown(app: App, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[int, int]]]:
    """Open the settings page; return a list that collects the sizes for which pages are laid out from now on."""
    app.manager.go(Replace(routes.SETTINGS(app.context)))
    app.frame([], 16)
    sizes: list[tuple[int, int]] = []
    resize = app.manager.resize
    monkeypatch.setattr(app.manager, "resize", lambda kit: (sizes.append(kit.metrics.pixels), resize(kit)))
    yield sizes
    pygame.display.set_mode((1280, 720))


def drag(app: App, size: tuple[int, int]) -> None:
    pygame.display.set_mode(size, pygame.RESIZABLE)
    app.frame([pygame.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])], 16)


def test_pages_are_laid_out_only_after_the_window_edge_was_dragged(app: App, shown: list[tuple[int, int]]) -> None:
    for size in SIZES:
        drag(app, size)
    assert shown == []
    app.frame([], CALM)
    assert shown == [SIZES[-1]]
    assert app.context.settings.window == SIZES[-1]


def test_the_last_picture_is_stretched_until_the_edge_rests(app: App, shown: list[tuple[int, int]]) -> None:
    before = pygame.display.get_surface().copy()
    drag(app, SIZES[0])
    stretched = pygame.display.get_surface().copy()
    assert pygame.image.tobytes(stretched, "RGB") == pygame.image.tobytes(
        pygame.transform.scale(before, SIZES[0]), "RGB"
    )
    frames = app.frames
    app.frame([], CALM)
    assert app.frames == frames + 1
    assert pygame.image.tobytes(pygame.display.get_surface(), "RGB") != pygame.image.tobytes(stretched, "RGB")


# -- window order


@pytest.mark.parametrize("fullscreen", [False, True])
def test_the_window_appears_after_the_screen_reader_adapter_is_made(
    home: object, plain_posters: None, monkeypatch: pytest.MonkeyPatch, fullscreen: bool
) -> None:
    pytest.importorskip("accesskit")
    shown: list[bool] = []

    def note(reader: ScreenReader, accesskit: Any) -> None:
        shown.append(pygame.display.get_active())

    monkeypatch.setattr(ScreenReader, "_make_adapter", note)
    pygame.display.quit()
    pygame.display.init()
    pygame.font.init()
    store = SettingsStore()
    settings = store.load()
    settings.fullscreen = fullscreen
    store.save(settings)
    app = App(audio=Audio.silent())
    assert (shown, pygame.display.get_active()) == ([False], True)
    assert app.screen is pygame.display.get_surface()
    app.close()


def test_no_code_makes_sdl_create_the_window_again() -> None:
    """SDL does so on Windows in `toggle_fullscreen` and when a window starts or stops using OpenGL."""
    words = ("pygame.display.toggle_fullscreen", "pygame.OPENGL", "pygame.SCALED", "vsync=")
    files = sorted((ROOT / "scenes").rglob("*.py"))
    assert len(files) > 100
    assert [(file.name, word) for file in files for word in words if word in file.read_text(encoding="utf-8")] == []


# -- library reader


LONG = 60


@pytest.fixture
def library(tmp_path: Path) -> SaveLibrary:
    """Return a library with two games more than are read at once."""
    header = new_header(load("wyoming"), [Player("Ana"), Player("Ben")], {"first": 0}, 1)
    for number in range(AT_ONCE + 2):
        path = tmp_path / f"game-{number:02}.jsonl"
        path.write_bytes(Record(header, [Entry(number, 0, "undo")]).to_bytes())
        os.utime(path, (1000 - number, 1000 - number))
    library = SaveLibrary(tmp_path)
    library.unfinished()
    return library


def read(reader: LibraryReader) -> int:
    """Update until no file waits; return the number of updates with news."""
    count = 0
    until = time.monotonic() + LONG
    while (reader.library.waiting or reader._has_news) and time.monotonic() < until:
        count += reader.update(16)
        time.sleep(0.01)
    reader.close()
    return count


def test_waiting_games_are_read_in_the_background(library: SaveLibrary) -> None:
    assert len(library.waiting) == 2
    assert read(LibraryReader(library)) == 1
    assert len(library.unfinished()) == AT_ONCE + 2


def test_no_batch_is_sent_while_another_is_being_read(library: SaveLibrary, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = []

    class BusyProcess:
        is_idle = True

        def __init__(self, work: object) -> None:
            """Begin idle."""

        def send(self, batch: FolderBatch) -> None:
            sent.append(batch)
            self.is_idle = False

        def poll(self) -> None:
            return None

        def kill(self) -> None:
            """End nothing."""

    monkeypatch.setattr(library_reader, "WorkerProcess", BusyProcess)
    reader = LibraryReader(library)
    for _ in range(3):
        reader.update(16)
    assert len(sent) == 1


def test_no_process_is_started_if_no_games_wait(library: SaveLibrary) -> None:
    library.read_all()
    reader = LibraryReader(library)
    assert not reader.update(16)
    assert reader._process is None


def test_games_are_read_even_if_no_process_can_be_started(
    library: SaveLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> None:
        raise OSError("no process")

    monkeypatch.setattr(library_reader, "WorkerProcess", refuse)
    read(LibraryReader(library))
    assert len(library.unfinished()) == AT_ONCE + 2


def exit_at_the_last_file(batch: FolderBatch) -> list[Known | Unreadable]:
    folder, files = batch
    if any(file.name == f"game-{AT_ONCE + 1:02}.jsonl" for file in files):
        os._exit(1)
    return [examine(folder, file) for file in files]


def test_a_file_that_crashes_the_process_is_left_out_and_named(
    library: SaveLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_reader, "examine_batch", exit_at_the_last_file)
    read(LibraryReader(library))
    assert len(library.unfinished()) == AT_ONCE + 1
    assert len(library.problems) == 1
    assert isinstance(library._index.get(RecordFile(*stamp(library))), Unreadable)


def stamp(library: SaveLibrary) -> tuple[str, int, int]:
    path = library.folder / f"game-{AT_ONCE + 1:02}.jsonl"
    return path.name, path.stat().st_size, path.stat().st_mtime_ns


def test_another_thread_can_wake_the_main_loop_while_there_is_a_window(app: App) -> None:
    pygame.event.clear()
    wake()
    assert [event.type for event in pygame.event.get(WAKE)] == [WAKE]
    pygame.display.quit()
    wake()  # raises nothing, though there is no queue of events any more


SCREENS = [
    Screen(Rect(0, 0, 1920, 1080), Rect(0, 0, 1920, 1040)),
    Screen(Rect(1920, 0, 1280, 720), Rect(1920, 30, 1280, 690)),
]
"""A screen with a bar at the bottom, and a smaller one with a bar at the top to its right."""


@pytest.mark.parametrize(
    ("place", "is_in_reach"),
    [
        ((100, 100), True), ((0, 30), True), ((0, 29), False), ((600, 1040), True), ((600, 1041), False),
        ((1100, 500), True), ((-400, 500), True), ((-401, 500), True), ((-1200, 500), True), ((-1201, 500), False),
        ((2000, 60), True), ((2000, 59), False), ((2000, 721), False), ((3120, 300), True), ((3121, 300), False),
    ],
)  # fmt: skip
def test_a_window_is_within_reach_if_80_pixels_of_its_title_bar_are_on_a_screen(
    place: tuple[int, int], is_in_reach: bool
) -> None:
    frame = Frame(top=30, left=4, bottom=4, right=4)
    assert frame.is_in_reach(Rect(*place, 1280, 720), SCREENS) is is_in_reach
