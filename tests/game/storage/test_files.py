"""Files: atomic writing and appending, users' own text files however they were saved, and portable mode."""

import errno
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from gettext import NullTranslations
from pathlib import Path
from threading import Timer
from typing import Any, NoReturn

import pytest

from tests.game.matches import play_on, played_by_chance
from tests.game.processes import Shell
from topping_out.game.arena.contest import _read_table
from topping_out.game.arena.protocol import BadLine, read_bot_message
from topping_out.game.assets import ASSETS, read_text, read_toml
from topping_out.game.city import read_districts
from topping_out.game.language import ENGLISH, speak
from topping_out.game.record import Player
from topping_out.game.rules_text import parse_rules
from topping_out.game.storage import files, history, transfer, translations
from topping_out.game.storage.files import (
    HOME_VARIABLE,
    FileLock,
    append_lines,
    is_there,
    set_aside,
    user_folder,
    write_atomic,
)
from topping_out.game.storage.library import SaveLibrary, read_record
from topping_out.game.storage.translations import load_catalogue
from topping_out.game.towers.decks import read_deck
from topping_out.game.towers.workshop import open_bench
from topping_out.scenes.system.settings import SettingsStore

# -- files


def test_one_variable_moves_every_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    folders = [files.config_folder(), files.records_folder(), files.log_folder()]
    assert folders == [tmp_path / "config", tmp_path / "records" / "games", tmp_path / "log"]


def test_the_default_folders_are_those_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(HOME_VARIABLE, raising=False)
    assert all("topping-out" in str(folder) for folder in (files.config_folder(), files.records_folder()))


# -- replacing a file whole


def test_a_file_is_replaced_and_its_folder_created(tmp_path: Path) -> None:
    path = tmp_path / "new" / "settings.json"
    for content in (b"one", b"two"):
        write_atomic(path, content)
        assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


def test_an_atomically_written_file_has_normal_permissions(tmp_path: Path) -> None:
    write_atomic(tmp_path / "ladder.svg", b"for all to see")
    (tmp_path / "other.svg").touch()
    assert (tmp_path / "ladder.svg").stat().st_mode == (tmp_path / "other.svg").stat().st_mode


def test_a_failed_replacement_keeps_the_old_file_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings.json"
    write_atomic(path, b"old")
    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match="the disk is full"):
        write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def refuse(*_: Any) -> NoReturn:
    raise OSError("the disk is full")


# -- setting aside


def test_each_unreadable_file_is_kept_under_a_new_name(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    for content in ("first", "second"):
        path.write_text(content)
        set_aside(path)
    assert {file.name: file.read_text(encoding="utf-8") for file in tmp_path.iterdir()} == {
        "settings.json.unreadable-1": "first",
        "settings.json.unreadable-2": "second",
    }


# -- growing line by line


def test_lines_are_appended(tmp_path: Path) -> None:
    path = tmp_path / "progress" / "one.jsonl"
    append_lines(path, [b"one", b"two"])
    append_lines(path, [b"three"])
    assert path.read_bytes() == b"one\ntwo\nthree\n"


def test_appended_lines_are_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bytes] = []
    path = tmp_path / "one.jsonl"
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(path.read_bytes()))
    append_lines(path, [b"one"])
    assert synced == [b"one\n"]


def test_a_partly_written_line_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.jsonl"
    append_lines(path, [b"one"])
    write = os.write
    with monkeypatch.context() as disk:
        disk.setattr(os, "write", lambda handle, data: write(handle, data[:2]))
        with pytest.raises(OSError, match="No space left"):
            append_lines(path, [b"two"])
    append_lines(path, [b"three"])
    assert path.read_bytes() == b"one\nthree\n"


def test_a_line_that_cannot_be_synced_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.jsonl"
    append_lines(path, [b"one"])
    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="the disk is full"):
        append_lines(path, [b"two"])
    assert path.read_bytes() == b"one\n"


def test_simultaneous_appending_waits_for_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    append_lines(path, [b"one"])
    lock = FileLock(path)
    adding = threading.Thread(target=append_lines, args=(path, [b"two"]))
    adding.start()
    adding.join(0.05)
    assert path.read_bytes() == b"one\n"
    lock.release()
    adding.join()
    assert path.read_bytes() == b"one\ntwo\n"


@pytest.mark.parametrize("name", ["nowhere", "a\0b", "\ud800"])
def test_an_impossible_file_name_does_not_exist(tmp_path: Path, name: str) -> None:
    assert not is_there(tmp_path / name)


def test_replacing_is_retried_while_a_file_is_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulates Windows, where an open file cannot be replaced."""
    refusals, replace = iter(range(5)), os.replace

    def refuse_at_first(source: Path, target: Path) -> None:
        if next(refusals, None) is not None:
            raise PermissionError(13, "in use")
        replace(source, target)

    monkeypatch.setattr(files, "IN_THE_WAY", (FileNotFoundError, PermissionError))
    monkeypatch.setattr(files, "TRIES", 30)
    monkeypatch.setattr(os, "replace", refuse_at_first)
    files.write_atomic(tmp_path / "settings.json", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]
    assert (tmp_path / "settings.json").read_bytes() == b"new"


def test_reading_is_retried_while_a_file_is_being_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulates Windows, where a file can't be opened while it is being replaced."""
    refusals, really_open = iter(range(5)), os.open

    def refuse_at_first(path: Path, *flags: int) -> int:
        if next(refusals, None) is not None:
            raise PermissionError(13, "being replaced")
        return really_open(path, *flags)

    (tmp_path / "settings.json").write_bytes(b"new")
    monkeypatch.setattr(files, "BEING_REPLACED", (PermissionError,))
    monkeypatch.setattr(files, "TRIES", 30)
    monkeypatch.setattr(os, "open", refuse_at_first)
    assert files.read_file(tmp_path / "settings.json", 100) == b"new"


def test_an_open_file_is_replaced_once_it_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows does not replace an open file; elsewhere this is trivial."""
    monkeypatch.setattr(files, "TRIES", 3000)
    path = tmp_path / "settings.json"
    path.write_bytes(b"old")
    file = path.open("rb")
    Timer(0.1, file.close).start()
    write_atomic(path, b"new")
    assert path.read_bytes() == b"new"


def test_long_paths_work(tmp_path: Path) -> None:
    """Windows limits paths to 260 characters for programs that do not declare otherwise."""
    folder = tmp_path.joinpath(*["a long name" * 10] * 3)
    try:
        folder.mkdir(parents=True)
    except OSError:
        pytest.skip("this system is set to have no long paths")
    write_atomic(folder / "settings.json", b"whole")
    append_lines(folder / "one.jsonl", [b"line"])
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        "settings.json": b"whole", "one.jsonl": b"line\n"
    }  # fmt: skip


# -- disks that cannot do all that others can


@pytest.mark.skipif(os.name == "nt", reason="a new name is given in another way there")
@pytest.mark.parametrize("gives_links", [True, False])
def test_a_file_is_not_replaced_without_permission(
    gives_links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> NoReturn:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    if not gives_links:
        monkeypatch.setattr(os, "link", refuse)
    path = tmp_path / "a.csv"
    write_atomic(path, b"first", may_replace=False)
    with pytest.raises(FileExistsError):
        write_atomic(path, b"second", may_replace=False)
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("a.csv", b"first")]


def test_writing_works_on_a_disk_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: int) -> NoReturn:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(files, "_lock", refuse)
    path = tmp_path / "results"
    append_lines(path, [b"a"])
    append_lines(path, [b"b"])
    write_atomic(tmp_path / "whole", b"c")
    assert (path.read_bytes(), (tmp_path / "whole").read_bytes()) == (b"a\nb\n", b"c")
    assert not files.is_locked(path)


# -- texts


PAGE = """# Torri del Wyoming
Un gioco di Jonathan A. Leistiko.

## Il gioco in un minuto
Tutti costruiscono.
![Nove penny.](sky "Nove penny in fila.")
"""
LESSON = """[goal]
title = "Oltre il cielo"
text = "Dieci penny."
"""


@pytest.fixture
def italian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    speak("it", NullTranslations())
    forget()
    yield
    speak(ENGLISH, NullTranslations())
    forget()


def forget() -> None:
    translations._load_rules.cache_clear()
    translations.load_lessons.cache_clear()


@pytest.fixture
def folder(italian: None) -> Path:
    folder = user_folder("languages")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def test_users_own_pages_are_used(folder: Path) -> None:
    (folder / "wyoming.rules.it.md").write_text(PAGE, encoding="utf-8")
    (folder / "wyoming.lessons.it.toml").write_text(LESSON, encoding="utf-8")
    assert translations.load_rules("wyoming").title == "Torri del Wyoming"
    assert translations.load_lessons("wyoming", "it")["goal"].title == "Oltre il cielo"
    assert translations.load_rules("towers").title == "Towers"
    assert list(translations.broken_texts()) == []


@pytest.mark.parametrize(("name", "text", "reason"), [
    ("wyoming.rules.it.md", "> no ruling", "a ruling is written"),
    ("wyoming.rules.it.md", PAGE.replace("(sky ", "(ocean "), "has no figure 'ocean'"),
    ("wyoming.rules.it.md", "\udcff", "line 1 isn't text in UTF-8: save the file as UTF-8"),
    ("wyoming.lessons.it.toml", "[goal", "Expected"),
    ("wyoming.lessons.it.toml", "[goal]\ntitle = 3", "Expected `str`"),
    ("chess.rules.it.md", PAGE, "is named for no game"),
    ("wyoming.novel.it.md", PAGE, "is named for no game"),
])  # fmt: skip
def test_a_broken_page_is_reported_and_left_out(folder: Path, name: str, text: str, reason: str) -> None:
    (folder / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    (problem,) = translations.broken_texts()
    assert name in problem
    assert reason in problem
    assert translations.load_rules("wyoming").title == "Towers of Wyoming"
    assert translations.load_lessons("wyoming", "it") == {}


# -- portable mode: a packed program, such as on a USB stick, keeps its data beside itself


FOLDERS = (files.config_folder, files.records_folder, files.log_folder, lambda: files.user_folder("decks"))


@pytest.fixture(autouse=True)
def no_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(HOME_VARIABLE, raising=False)


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a packed program."""
    return pack(tmp_path / "topping-out" / "topping-out", monkeypatch)


def pack(program: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    program.parent.mkdir(parents=True)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(program))
    return program.parent


def is_beside(folder: Path) -> bool:
    return all(folder_of().is_relative_to(folder / "data") for folder_of in FOLDERS)


def test_portable_mode_stays_on(packed: Path, shell: Shell) -> None:
    assert not is_beside(packed)
    output = shell.run("--portable doctor")
    assert is_beside(packed)
    assert all(f": {folder_of()}" in output for folder_of in FOLDERS)


def test_without_the_data_folder_the_systems_folders_are_used(packed: Path) -> None:
    assert not any(folder_of().is_relative_to(packed) for folder_of in FOLDERS)


def test_the_environment_variable_overrides_the_data_folder(
    packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (packed / "data").mkdir()
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    assert files.config_folder() == tmp_path / "home" / "config"


def test_portable_mode_with_the_environment_variable_is_refused(
    packed: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, "elsewhere")
    assert HOME_VARIABLE in shell.refuse("--portable")
    assert not (packed / "data").exists()


def test_portable_mode_in_a_read_only_place_is_refused(packed: Path, shell: Shell) -> None:
    (packed / "data").write_text("a file in the way")
    shell.refuse("--portable doctor")


def test_portable_mode_needs_a_packed_program(shell: Shell) -> None:
    assert HOME_VARIABLE in shell.refuse("--portable")


def test_portable_data_is_outside_a_macos_bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack(tmp_path / "Topping Out.app" / "Contents" / "MacOS" / "topping-out", monkeypatch)
    assert files.portable_folder() == tmp_path / "data"


# -- text files as various editors save them are read the same, or refused with line and advice


DECK = (ASSETS / "games/towers/decks/children.toml").read_text("utf-8").replace("PLAYROOM", "CAFÉ")
OWN_TEXT = ("wyoming.rules.it.md", "# Torri\nÈ un gioco.\n\n## Città\nAlté.\n")
ADVICE = r"line (\d+) isn't text in UTF-8: save the file as UTF-8"


def settings(path: Path) -> object:
    store = SettingsStore(path.parent)
    found = store.load()
    if store.problem:
        kept = path.with_name(f"{path.name}.unreadable-1")
        assert kept.exists(), "it is kept aside"
        raise ValueError(store.problem)
    return found.player_names


def own_text(path: Path) -> object:
    if problems := [*translations.broken_texts()]:
        raise ValueError(problems[0])
    return translations.load_rules("wyoming"), translations.load_lessons("wyoming", "it")


def tries(path: Path) -> object:
    found = history.PuzzleTries(path.parent)
    return found.tries or found.problem


def catalogue(path: Path) -> object:
    load_catalogue.cache_clear()
    return load_catalogue(path, 10_000)._catalog


def checked(kind: str) -> Callable[[Path], object]:
    """Return a function that checks a file of an export."""
    return lambda path: transfer.kinds()[kind].check(path.read_bytes())


def game() -> str:
    return played_by_chance("wyoming", Player("Žofie"), Player("Zoë")).to_bytes().decode()


PO = 'msgid ""\nmsgstr "X-Language-Name: Español\\n"\n\nmsgid "Undo"\nmsgstr "Atrás"\n'
ITALIAN_LESSON = '# è\n[goal]\ntitle = "Città"\ntext = "Dieci."\n'
TRIES = "".join(f'{{"game":"towers","puzzle":"Zoë {n}","is_right":true,"when":"2026"}}\n' for n in range(2))


def own(file: str) -> str:
    """Return one of the program's own files with a non-ASCII letter added."""
    return "# ü\n" + (ASSETS / file).read_text("utf-8")


TABLES = [
    *["bindings.toml", "characters.toml", "districts.toml", "monthly.toml", "names.toml", "theme.toml"],
    *["music/music.toml", "languages/glossary.toml"],
    *(f"games/wyoming/{name}.toml" for name in ("accuracy", "bots", "daily", "gauntlet", "lessons", "lessons.de")),
    *(f"games/wyoming/{name}.toml" for name in ("ratings", "values")),
]
FILES: dict[str, tuple[str, str, Callable[[Path], object]]] = {
    "a deck": ("a.toml", DECK, read_deck),
    "an unfinished deck": ("a.toml", DECK, lambda path: open_bench(path).deck),
    "the settings": ("settings.json", '{\n"player_names": [\n"Žofie"]}', settings),
    "districts": ("districts.toml", own("districts.toml"), read_districts),
    "a rules page of one's own": (*OWN_TEXT, own_text),
    "lessons of one's own": ("wyoming.lessons.it.toml", ITALIAN_LESSON, own_text),
    "a catalogue": ("it.po", PO, catalogue),
    "a record": ("a.jsonl", game(), read_record),
    "weights of a bot": ("a.toml", '# für\nlevel = "easy"\nnoise = 0.5\n', _read_table),
    "a rules page of the program": ("rules.md", "# Türme\nEin Spiel.\n", lambda path: parse_rules(read_text(path))),
    "tries at puzzles": ("puzzles.jsonl", TRIES, tries),
    "lines of an export": ("a.jsonl", TRIES, lambda path: transfer.lines_of(path.read_bytes())),
    "an exported deck": ("a.toml", DECK, checked("decks")),
    "an exported catalogue": ("it.po", PO, checked("languages")),
    "an exported rules page": (*OWN_TEXT, checked("languages/rules")),
    "exported lessons": ("a.toml", ITALIAN_LESSON, checked("languages/lessons")),
    "an exported record": ("a.jsonl", game(), checked("games")),
    **{f"the program's {file}": ("a.toml", own(file), lambda path: read_toml(path, dict[str, Any])) for file in TABLES},
}
"""By kind of file: its name, a valid content, and the function that reads it."""
READ: dict[str, Callable[[str], bytes]] = {
    "with a mark": lambda text: text.encode("utf-8-sig"),
    "in UTF-16": lambda text: b"\xff\xfe" + text.encode("utf-16-le"),
    "in UTF-16, turned round": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "with Windows' line ends": lambda text: text.replace("\n", "\r\n").encode(),
    "with all that Notepad adds": lambda text: text.replace("\n", "\r\n").encode("utf-8-sig"),
    "with an old Mac's line ends": lambda text: text.replace("\n", "\r").encode(),
}
REFUSED: dict[str, Callable[[str], bytes]] = {
    "in Windows' own encoding": lambda text: text.encode("cp1252"),
    "in UTF-16 without a mark": lambda text: text.encode("utf-16-le"),
    "cut in the midst of a letter": lambda text: b"\xff\xfe" + text.encode("utf-16-le")[:-1],
    "with a NUL": lambda text: text.replace("\n", "\n\0", 1).encode(),
}
LINEWISE = {"tries at puzzles", "lines of an export"}
"""Kinds of files in which unreadable lines are skipped and counted."""


def read(tmp_path: Path, file: str, data: bytes) -> object:
    name, _, reader = FILES[file]
    path = tmp_path / "data" / "languages" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    forget()
    return reader(path)


@pytest.mark.usefixtures("italian")
@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("saved", READ)
def test_a_file_is_read_the_same_however_an_editor_saved_it(tmp_path: Path, file: str, saved: str) -> None:
    text = FILES[file][1]
    assert not text.isascii()
    assert read(tmp_path, file, READ[saved](text)) == read(tmp_path, file, text.encode())


@pytest.mark.usefixtures("italian")
@pytest.mark.parametrize("file", [file for file in FILES if file not in LINEWISE])
@pytest.mark.parametrize("saved", REFUSED)
def test_a_file_in_another_encoding_is_refused_with_line_and_advice(tmp_path: Path, file: str, saved: str) -> None:
    text = FILES[file][1]
    data = REFUSED[saved](text.translate({ord("Ž"): "é", ord("ł"): "é"}).encode("cp1252", "ignore").decode("cp1252"))
    with pytest.raises(ValueError, match=ADVICE) as refused:
        read(tmp_path, file, data)
    assert str(refused.value).isprintable()
    if saved == "with a NUL":
        assert re.search(ADVICE, str(refused.value))[1] == "2"
    elif saved == "in Windows' own encoding":
        wrong = next(number for number, line in enumerate(text.split("\n"), 1) if not line.isascii())
        assert re.search(ADVICE, str(refused.value))[1] == str(wrong)


@pytest.mark.usefixtures("italian")
@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\n", b"\r", b" \n"])
def test_an_empty_file_is_read_or_refused_in_words(tmp_path: Path, file: str, data: bytes) -> None:
    with suppress(ValueError):  # the words are those for what a file lacks
        read(tmp_path, file, data)


@pytest.mark.usefixtures("italian")
@pytest.mark.parametrize("file", sorted(LINEWISE))
def test_lines_in_another_encoding_are_skipped(tmp_path: Path, file: str) -> None:
    first, second = FILES[file][1].splitlines(keepends=True)
    assert len(read(tmp_path, file, first.encode("cp1252") + second.encode())) == 1


@pytest.mark.usefixtures("italian")
@pytest.mark.parametrize("saved", READ)
def test_lines_can_be_appended_to_a_file_saved_by_an_editor(tmp_path: Path, saved: str) -> None:
    path = tmp_path / history.PUZZLES_FILE
    path.write_bytes(READ[saved](TRIES))
    append_lines(path, [TRIES.splitlines()[0].encode()])
    assert len(history.PuzzleTries(tmp_path).tries) == 3
    assert path.read_bytes().startswith(TRIES.encode())


@pytest.mark.usefixtures("italian")
@pytest.mark.parametrize("saved", READ)
def test_a_game_saved_by_an_editor_can_be_resumed(tmp_path: Path, saved: str) -> None:
    library = SaveLibrary()
    begun = "\n".join(game().splitlines()[:4]) + "\n"
    path = library.folder / "a.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(READ[saved](begun))
    match = library.resume(path)
    play_on(match, 2)
    library.close()
    assert [*library.folder.glob("*.jsonl")] == [path]
    assert path.read_bytes() == match.record.to_bytes()


@pytest.mark.usefixtures("italian")
def test_a_bots_first_line_may_have_a_byte_order_mark() -> None:
    """Programs on Windows may write one."""
    line = b'{"type":"action","action":null}\n'
    assert read_bot_message(b"\xef\xbb\xbf" + line) == read_bot_message(line)
    with pytest.raises(BadLine, match="not in UTF-8"):
        read_bot_message(line.decode().encode("utf-16-le"))


@pytest.mark.usefixtures("italian")
def test_every_text_is_read_by_the_same_functions() -> None:
    """Other ways of reading would not handle byte order marks. New readers use `text_files` and stand in `FILES`."""
    alone = re.compile(
        r"\.read_text\(|utf-8-sig|read_bytes\(\)\.decode|toml\.decode\((?!decoded|learnt|text,)|tomllib\.loads\((?!decoded|text)"
    )
    sources = [path for folder in ("game", "scenes") for path in (ASSETS.parent / folder).rglob("*.py")]
    found = {path.name for path in sources if alone.search(path.read_text("utf-8"))}
    assert found == {"process.py", "screen_reader.py"}  # the last two ask the system of processes


@pytest.mark.usefixtures("italian")
def test_all_of_the_programs_own_tables_are_tested() -> None:
    own = {path.relative_to(ASSETS).as_posix() for path in ASSETS.rglob("*.toml")}
    missing = [name for name in own if name not in TABLES and not name.startswith("games/")]
    assert not missing
