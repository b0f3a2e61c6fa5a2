"""Wherever the window says that it has written a file, a button shows the file in the system's file manager."""

import ast
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from tests.scenes.robot import Robot
from tests.scenes.towers.shop import open_workshop
from topping_out import scenes
from topping_out.game import children
from topping_out.game.record import Player, Record, new_header
from topping_out.game.registry import load
from topping_out.scenes.manager import Push
from topping_out.scenes.pages import printing, review, transfer
from topping_out.scenes.pages.error import ErrorPage
from topping_out.scenes.ui import column
from topping_out.scenes.ui.column import Dialog, Notice, ProgressDialog


@pytest.fixture(autouse=True)
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "My documents, all"
    folder.mkdir()
    monkeypatch.setattr(transfer, "folders", lambda: [folder])
    for pages in (review, column):
        monkeypatch.setattr(pages, "pictures_folder", lambda: folder)
    return folder


def saved(robot: Robot) -> Dialog:
    """Wait for a notice, and return it."""
    robot.wait_for(lambda: not isinstance(robot.app.manager.top, ProgressDialog))
    top = robot.app.manager.top
    assert isinstance(top, Dialog)
    return top


# -- all places


class QuickFilm:
    """Writes an empty film at once."""

    def __init__(self, record: Record, path: Path, *more: object) -> None:
        self.path = path
        self.made = SimpleNamespace(seconds=1.0, manner=SimpleNamespace(pace=1), is_whole=True)

    def steps(self) -> Iterator[tuple[int, int]]:
        self.path.write_bytes(b"")
        yield 1, 1


def export(robot: Robot, folder: Path) -> None:
    robot.open(transfer.TransferPage(robot.app.context))
    robot.press("use target")


def report(robot: Robot, folder: Path) -> None:
    robot.open(transfer.TransferPage(robot.app.context))
    robot.press("pack")


def make_film(robot: Robot, folder: Path) -> None:
    players = [Player("Ana"), Player("Ben")]
    record = Record(new_header(load("wyoming"), players, {}, 1))
    robot.open(review.FilmPage(robot.app.context, record))
    robot.press("use target")


def print_cards(robot: Robot, folder: Path) -> None:
    robot.open(printing.PrintPage(robot.app.context, "wyoming"))
    robot.widget("target").set_value(str(folder / "it.pdf"))
    robot.press("use target")


def save_deck(robot: Robot, folder: Path) -> None:
    robot = open_workshop(robot.app)
    robot.press("deck heights")
    robot.widget("target").set_value(str(folder / "mine.toml"))
    robot.press("use target")


def write_csv(robot: Robot, folder: Path) -> None:
    put(robot, transfer.export_statistics(robot.app.context, []))


def keep_picture(robot: Robot, folder: Path) -> None:
    put(robot, column.keep_picture(robot.app.context, pygame.Surface((4, 4)), "picture"))


def crash(robot: Robot, folder: Path) -> None:
    robot.open(ErrorPage(robot.app.context, ValueError("it broke")))


def put(robot: Robot, change: Any) -> None:
    assert isinstance(change, Push)
    robot.app.manager.go(change)


PLACES: dict[str, Callable[[Robot, Path], None]] = {
    "transfer: _exported": export,
    "transfer: pack_report": report,
    "review: saved": make_film,
    "printing: _saved": print_cards,
    "workshop: _export": save_deck,
    "transfer: export_statistics": write_csv,
    "column: keep_picture": keep_picture,
    "error: __init__": crash,
}
"""What makes each of the functions, by module and name, say where a new file is."""


@pytest.mark.parametrize("place", PLACES)
def test_a_button_shows_the_file_that_was_written(
    robot: Robot, place: str, documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = list[Path]()
    monkeypatch.setattr(review, "FilmProcess", QuickFilm)
    monkeypatch.setattr(column, "ways", lambda path: shown.append(path) or [[sys.executable, "-c", ""]])
    PLACES[place](robot, documents)
    dialog = saved(robot)
    assert dialog.file is not None, dialog.text
    assert dialog.file.is_file()
    assert dialog.file.name in dialog.text
    robot.press("show file")
    wait_for(robot, dialog)
    assert shown == [dialog.file.absolute()]
    assert robot.app.manager.top is dialog, "one can still read where the file is"


DONE = {"Saved", "Exported", "Report packed", "A report is in {file}."}
"""Words with which a page says that it has written a file."""


def functions_that_say(words: set[str]) -> set[str]:
    """Return "module: function" for each innermost function in scenes/ that passes such words to `tr`."""
    found = set[str]()
    for path in Path(scenes.__path__[0]).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for function in ast.walk(ast.parse(text if any(each in text for each in words) else "")):
            if isinstance(function, ast.FunctionDef) and any(says(node, words) for node in own_nodes(function)):
                found.add(f"{path.stem}: {function.name}")
    return found


def own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Yield the nodes of a function without those of functions inside it."""
    waiting: list[ast.AST] = [*function.body]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, ast.FunctionDef):
            yield node
            waiting += ast.iter_child_nodes(node)


def says(node: ast.AST, words: set[str]) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="tr"), args=[ast.Constant(value=text), *_]):
            return text in words
    return False


def test_these_are_all_places_that_name_a_new_file() -> None:
    on_the_terminal = {"fault: stopped"}
    assert functions_that_say(DONE) - on_the_terminal == set(PLACES)


def test_a_notice_without_a_file_has_no_such_button(robot: Robot) -> None:
    put(robot, Push(Notice(robot.app.context, "News", "Something has come.")))
    assert robot.page.find("show file") is None


# -- the system's programs


def wait_for(robot: Robot, dialog: Dialog) -> None:
    """Let time pass until the file has been shown, or could not be."""
    robot.wait_for(lambda: not dialog._showing)


def program(folder: Path, name: str, code: int, also: str = "") -> None:
    """Write a program that writes its arguments to a file and returns a code."""
    path = folder / name
    path.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{folder}/{name}.txt"\n{also}\nexit {code}\n')
    path.chmod(0o755)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder in which alone programs are searched."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def show(robot: Robot, file: Path) -> Dialog:
    notice = Notice(robot.app.context, "Saved", str(file), file=file)
    put(robot, Push(notice))
    robot.press("show file")
    return notice


linux = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="other systems have other programs")


@linux
def test_the_file_manager_is_asked_to_select_the_file(robot: Robot, programs: Path, documents: Path) -> None:
    program(programs, "dbus-send", 0)
    program(programs, "xdg-open", 0)
    wait_for(robot, show(robot, documents / "it's new, 50%.zip"))
    words = (programs / "dbus-send.txt").read_text().splitlines()
    assert words[-3:-1] == [
        "org.freedesktop.FileManager1.ShowItems",
        f"array:string:file://{documents.parent}/My%20documents%2C%20all/it%27s%20new%2C%2050%25.zip",
    ]
    assert not (programs / "xdg-open.txt").exists()


@linux
@pytest.mark.parametrize("is_there", [True, False])
def test_without_such_a_file_manager_the_folder_is_opened(
    robot: Robot, programs: Path, documents: Path, is_there: bool
) -> None:
    if is_there:
        program(programs, "dbus-send", 1)
    program(programs, "xdg-open", 0)
    notice = show(robot, documents / "it.zip")
    wait_for(robot, notice)
    assert (programs / "xdg-open.txt").read_text() == f"{documents}\n"
    assert robot.app.manager.top is notice


@linux
def test_it_says_so_if_no_program_can_show_the_folder(robot: Robot, programs: Path, documents: Path) -> None:
    program(programs, "xdg-open", 3)
    notice = show(robot, documents / "it.zip")
    wait_for(robot, notice)
    top = robot.app.manager.top
    assert isinstance(top, Notice)
    assert top.text == f"No program on this computer could show the folder {documents}."
    robot.press("answer0")
    assert robot.app.manager.top is notice


@linux
def test_a_program_that_goes_on_running_counts_as_the_file_manager_and_holds_nothing_up(
    robot: Robot, programs: Path, documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(column, "REPLY", -0.7)
    program(programs, "xdg-open", 1, also="/bin/sleep 3")
    before = time.monotonic()
    notice = show(robot, documents / "it.zip")
    assert time.monotonic() - before < 2
    wait_for(robot, notice)
    assert robot.app.manager.top is notice
    assert time.monotonic() - before < 3


@pytest.mark.parametrize(
    ("platform", "command"),
    [
        ("win32", '''explorer /select,"{}"'''),
        ("darwin", ["open", "-R", "{}"]),
    ],
)
def test_windows_and_macos_select_the_file(platform: str, command: str | list[str], documents: Path) -> None:
    path = documents / "it.zip"
    (way,) = column.ways(path, platform)
    wanted = command.format(path) if isinstance(command, str) else [word.format(path) for word in command]
    assert way == wanted


@linux
def test_the_program_gets_the_environment_that_this_one_was_started_with(
    robot: Robot, programs: Path, documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SET_FOR_US", raising=False)
    children.set_for_us("SET_FOR_US", "1")
    program(programs, "xdg-open", 0, also=f'echo "it is ${{SET_FOR_US-not set}}" > "{programs}/variable.txt"')
    wait_for(robot, show(robot, documents / "it.zip"))
    monkeypatch.delenv("SET_FOR_US")
    assert (programs / "variable.txt").read_text() == "it is not set\n"
