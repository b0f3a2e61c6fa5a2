"""Everything can be exported and imported, as a file or a code, and each written file is shown in its folder."""

import ast
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from zipfile import ZipFile

import pygame
import pytest

from tests.scenes.pages.every.every_page import play
from tests.scenes.pages.test_results import table
from tests.scenes.robot import Robot
from tests.scenes.towers.test_workshop import open_workshop
from topping_out import scenes
from topping_out.game import children
from topping_out.game.bots.puzzles import puzzles_of
from topping_out.game.record import Header, Player, Record, new_header
from topping_out.game.registry import load
from topping_out.game.storage.codes import CodeKind, deal_code, deck_code, from_code, game_code, puzzle_code, to_code
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.game.towers.decks import deck_text, find_decks
from topping_out.scenes.app import App
from topping_out.scenes.manager import Push, Transition
from topping_out.scenes.match.puzzle_turns import PuzzleScene, VerdictPage, Ways, open_puzzle
from topping_out.scenes.match.replay import ReplayScene
from topping_out.scenes.pages import printing, review, transfer
from topping_out.scenes.pages.error import ErrorPage
from topping_out.scenes.pages.pause import PausePage
from topping_out.scenes.pages.setup import SetupPage
from topping_out.scenes.pages.statistics import StatisticsPage
from topping_out.scenes.pages.transfer import TransferPage, paste_code
from topping_out.scenes.towers.decks import DecksPage
from topping_out.scenes.ui import column
from topping_out.scenes.ui.column import Dialog, Notice, ProgressDialog


@pytest.fixture
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which all new files are suggested."""
    folder = tmp_path / "My documents, all"
    folder.mkdir()
    monkeypatch.setattr(transfer, "folders", lambda: [folder])
    for pages in (review, column):
        monkeypatch.setattr(pages, "pictures_folder", lambda: folder)
    return folder


def notice_text(robot: Robot) -> str:
    robot.wait_for(lambda: isinstance(robot.app.manager.top, Notice))
    return f"{robot.top(Notice).heading}: {robot.top(Notice).text}"


def test_an_export_is_saved_in_documents_and_found_for_import(
    robot: Robot, documents: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = robot.app
    play(app, ("Ana", "Ben"), 4)
    app.context.library.close()
    app.context.settings.speed = "fast"
    app.context.save_settings()
    robot.open(TransferPage(app.context))
    robot.press("use target")
    assert notice_text(robot).endswith(" (2 files).")
    (file,) = documents.iterdir()
    robot.press("answer0")
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "new"))
    second_robot = Robot(App(audio=app.context.audio))
    second_robot.open(TransferPage(second_robot.app.context))
    assert file.name in second_robot.page_text()
    second_robot.press("found0")
    assert notice_text(second_robot) == "Imported: 1 new game added. Added to 1 other file."
    assert second_robot.app.context.settings.speed == "fast"
    assert len(second_robot.app.context.library.unfinished()) == 1


def test_a_packed_report_lists_its_contents(robot: Robot, documents: Path) -> None:
    robot.open(TransferPage(robot.app.context))
    assert "Nothing is sent." in robot.page_text()
    robot.press("pack")
    text = notice_text(robot)
    (packed,) = documents.iterdir()
    with ZipFile(packed) as archive:
        assert all(Path(name).name in text for name in archive.namelist())
        assert b"ok  Topping Out: " in archive.read("doctor.txt")


def test_a_file_that_is_not_an_export_is_refused(robot: Robot, documents: Path) -> None:
    (documents / "topping-out-2026-01-01.zip").write_text("torn")
    robot.open(TransferPage(robot.app.context))
    robot.press("found0")
    assert "That didn't work" in notice_text(robot)
    assert "wasn't exported by this program" in notice_text(robot)


def test_a_typed_path_is_used_but_overwrites_no_file(robot: Robot, documents: Path) -> None:
    robot.open(TransferPage(robot.app.context))
    assert not robot.widget("use source").enabled
    (documents / "mine.zip").write_text("mine")
    robot.widget("source").set_value(str(documents / "mine.zip"))
    assert robot.widget("use source").enabled
    robot.widget("target").set_value(str(documents / "mine.zip"))
    robot.press("use target")
    assert "already exists" in notice_text(robot)
    assert (documents / "mine.zip").read_text(encoding="utf-8") == "mine"


def test_long_work_can_be_cancelled(robot: Robot, documents: Path) -> None:
    closed = []

    def steps():
        try:
            while True:
                yield 1, 3
        finally:
            closed.append(True)

    robot.open(StatisticsPage(robot.app.context))
    robot.app.manager._put(ProgressDialog(robot.app.context, "Film", steps(), lambda error: None))
    robot.wait(80)
    assert "33% done" in robot.page_text()
    robot.press("cancel")
    assert closed == [True]
    assert isinstance(robot.page, StatisticsPage)


@pytest.mark.parametrize(
    "name", ["~nosuchuser/x.zip", "~no\0user/x.zip", "a\0b.zip", "a\ud800b.zip", "x" * 300 + ".zip"]
)
@pytest.mark.parametrize("field", ["target", "source"])
def test_an_impossible_path_is_refused_with_a_reason(robot: Robot, documents: Path, name: str, field: str) -> None:
    page = robot.open(TransferPage(robot.app.context))
    page._type(field, name if name.startswith("~") else str(documents / name))
    robot.press(f"use {field}")
    assert notice_text(robot).startswith("That didn't work: ")
    assert [*documents.iterdir()] == []


# -- codes


PUZZLE = puzzles_of("towers")[0]


def header(game: str, seats: int, **options: bool) -> Header:
    players = [Player(f"Master {number}", "bot", "master", number) for number in range(seats)]
    return new_header(load(game), players, options, 4711)


def paste(robot: Robot, clipboard: list[str], code: str) -> object:
    """Paste a code on the page of export and import, and return what that opens."""
    clipboard.append(code)
    robot.open(TransferPage(robot.app.context))
    robot.press("paste code")
    return robot.app.manager.top


def test_a_pasted_deal_sets_up_the_same_game(robot: Robot, clipboard: list[str]) -> None:
    for seats in (3, 2, 4):
        page = paste(robot, clipboard, deal_code(header("wyoming", seats, tidal=True)))
        assert isinstance(page, SetupPage)
        shown = page.header()
        assert (shown.seed, len(shown.seats), shown.options["tidal"]) == (4711, seats, True)


def test_a_pasted_puzzle_opens_at_its_table(robot: Robot, clipboard: list[str]) -> None:
    scene = paste(robot, clipboard, puzzle_code("towers", PUZZLE.name))
    assert isinstance(scene, PuzzleScene)
    assert scene.task.puzzle == PUZZLE


def test_a_pasted_game_opens_as_a_replay_and_is_not_saved(robot: Robot, clipboard: list[str]) -> None:
    record = table(robot.app, "towering", 5000, "hb").match.record
    before = [*robot.app.context.library.files]
    scene = paste(robot, clipboard, game_code(record))
    assert isinstance(scene, ReplayScene)
    assert scene.record == record
    assert [*robot.app.context.library.files] == before


def test_a_pasted_deck_is_among_the_users_own(robot: Robot, clipboard: list[str]) -> None:
    deck = next(iter(find_decks().built_in.values()))
    page = paste(robot, clipboard, deck_code("towers", deck_text(deck)))
    assert isinstance(page, DecksPage)
    assert [own.floors for own in find_decks().own.values()] == [deck.floors]


@pytest.mark.parametrize(("code", "why"), [
    ("", "a code begins with"),
    (puzzle_code("towers", "0.0"), "doesn't have that puzzle"),
    (puzzle_code("chess", "0.0"), "doesn't have that game"),
    (deck_code("chess", "{}"), "doesn't have that game"),
    (deck_code("wyoming", "{}"), "no decks for that game"),
    (deck_code("towers", "{}"), "title"),
    (to_code(CodeKind.GAME, b"nonsense\n"), "The code"),
    (deal_code(header("wyoming", 2))[:-3], "copy the whole code again"),
])  # fmt: skip
def test_a_code_that_cannot_be_used_is_refused_with_a_reason(
    robot: Robot, clipboard: list[str], code: str, why: str
) -> None:
    notice = paste(robot, clipboard, code)
    assert isinstance(notice, Notice)
    assert why in notice.text
    assert not find_decks().own


def test_a_finished_game_is_copied_from_the_menu_of_its_table(robot: Robot, clipboard: list[str]) -> None:
    scene = robot.open(table(robot.app, "wyoming", 5000))
    robot.open(PausePage(robot.app.context, scene.match, scene.coach))
    robot.press("code")
    assert clipboard[-1] == game_code(scene.match.record)


def test_a_puzzle_is_copied_from_its_verdict(robot: Robot, clipboard: list[str]) -> None:
    scene = open_puzzle(robot.app.context, "towers", PUZZLE.name, shows_answer=True)
    assert isinstance(scene, PuzzleScene)
    robot.open(scene)
    robot.open(VerdictPage(robot.app.context, scene.task, Ways(robot.app.context, scene.task)))
    robot.press("code")
    assert from_code(clipboard[-1]) == from_code(puzzle_code("towers", PUZZLE.name))


def test_a_deck_is_copied_from_its_page(robot: Robot, clipboard: list[str]) -> None:
    robot.open(DecksPage(robot.app.context, header("towers", 2), lambda value: None))
    name, deck = next(iter(find_decks().built_in.items()))
    robot.press(f"deck {name}")
    robot.press("code")
    assert clipboard[-1] == deck_code("towers", deck_text(deck))


def test_a_record_without_plays_can_be_pasted_too(robot: Robot, clipboard: list[str]) -> None:
    clipboard.append(game_code(Record(header("wyoming", 2))))
    assert paste_code(robot.app.context)


# -- files shown in their folder


class QuickFilm:
    """Writes an empty film at once."""

    def __init__(self, record: Record, path: Path, *more: object) -> None:
        self.path = path
        self.made = SimpleNamespace(seconds=1.0, manner=SimpleNamespace(pace=1), is_whole=True)

    def steps(self) -> Iterator[tuple[int, int]]:
        self.path.write_bytes(b"")
        yield 1, 1


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


def go(robot: Robot, transition: Transition) -> None:
    robot.app.manager.go(transition)


DOT = pygame.Surface((4, 4))
PLACES: dict[str, Callable[[Robot, Path], object]] = {
    "transfer: _exported": lambda robot, _: (robot.open(TransferPage(robot.app.context)), robot.press("use target")),
    "transfer: pack_report": lambda robot, _: (robot.open(TransferPage(robot.app.context)), robot.press("pack")),
    "review: saved": make_film,
    "printing: _saved": print_cards,
    "workshop: _export": save_deck,
    "transfer: export_statistics": lambda robot, _: go(robot, transfer.export_statistics(robot.app.context, [])),
    "column: keep_picture": lambda robot, _: go(robot, column.keep_picture(robot.app.context, DOT, "picture")),
    "error: __init__": lambda robot, _: robot.open(ErrorPage(robot.app.context, ValueError("it broke"))),
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
    robot.wait_for(lambda: not isinstance(robot.app.manager.top, ProgressDialog))
    dialog = robot.top(Dialog)
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


def test_a_notice_without_a_file_has_no_such_button(robot: Robot, documents: Path) -> None:
    robot.app.manager.go(Push(Notice(robot.app.context, "News", "Something has come.")))
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
    robot.app.manager.go(Push(notice))
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
    top = robot.top(Notice)
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
