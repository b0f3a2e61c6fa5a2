"""Text files as various editors save them are read the same, or refused with line and advice."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest

from tests.game.matches import play_on, played_by_chance
from topping_out.game.arena.contest import _read_table
from topping_out.game.arena.external.protocol import BadLine, read_bot_message
from topping_out.game.assets import ASSETS, read_text, read_toml
from topping_out.game.city.city import read_districts
from topping_out.game.language import ENGLISH, speak
from topping_out.game.record import Player
from topping_out.game.rules_text import parse_rules
from topping_out.game.storage import history, transfer, translations
from topping_out.game.storage.files import HOME_VARIABLE, append_lines
from topping_out.game.storage.library import SaveLibrary, read_record
from topping_out.game.storage.translations import load_catalogue
from topping_out.game.towers.decks import read_deck
from topping_out.game.towers.workshop import open_bench
from topping_out.scenes.system.settings import SettingsStore

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


def lines(path: Path) -> object:
    return transfer.lines_of(path.read_bytes())


def tries(path: Path) -> object:
    found = history.PuzzleTries(path.parent)
    return found.tries or found.problem


def bench(path: Path) -> object:
    return open_bench(path).deck


def catalogue(path: Path) -> object:
    load_catalogue.cache_clear()
    return load_catalogue(path, 10_000)._catalog


def record(path: Path) -> object:
    return read_record(path)


def checked(kind: str) -> Callable[[Path], object]:
    """Return a function that checks a file of an export."""
    return lambda path: transfer.kinds()[kind].check(path.read_bytes())


def game(name: str = "wyoming") -> str:
    return played_by_chance(name, Player("Žofie"), Player("Zoë")).to_bytes().decode()


PO = 'msgid ""\nmsgstr "X-Language-Name: Español\\n"\n\nmsgid "Undo"\nmsgstr "Atrás"\n'
LESSON = '# è\n[goal]\ntitle = "Città"\ntext = "Dieci."\n'
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
    "an unfinished deck": ("a.toml", DECK, bench),
    "the settings": ("settings.json", '{\n"player_names": [\n"Žofie"]}', settings),
    "districts": ("districts.toml", own("districts.toml"), read_districts),
    "a rules page of one's own": (*OWN_TEXT, own_text),
    "lessons of one's own": ("wyoming.lessons.it.toml", LESSON, own_text),
    "a catalogue": ("it.po", PO, catalogue),
    "a record": ("a.jsonl", game(), record),
    "weights of a bot": ("a.toml", '# für\nlevel = "easy"\nnoise = 0.5\n', _read_table),
    "a rules page of the program": ("rules.md", "# Türme\nEin Spiel.\n", lambda path: parse_rules(read_text(path))),
    "tries at puzzles": ("puzzles.jsonl", TRIES, tries),
    "lines of an export": ("a.jsonl", TRIES, lines),
    "an exported deck": ("a.toml", DECK, checked("decks")),
    "an exported catalogue": ("it.po", PO, checked("languages")),
    "an exported rules page": (*OWN_TEXT, checked("languages/rules")),
    "exported lessons": ("a.toml", LESSON, checked("languages/lessons")),
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


@pytest.fixture(autouse=True)
def _italian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    speak("it", NullTranslations())
    yield
    speak(ENGLISH, NullTranslations())
    forget()


def forget() -> None:
    translations._load_rules.cache_clear()
    translations.load_lessons.cache_clear()


def read(tmp_path: Path, file: str, data: bytes) -> object:
    name, _, reader = FILES[file]
    path = tmp_path / "data" / "languages" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    forget()
    return reader(path)


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("saved", READ)
def test_a_file_is_read_the_same_however_an_editor_saved_it(tmp_path: Path, file: str, saved: str) -> None:
    text = FILES[file][1]
    assert not text.isascii()
    assert read(tmp_path, file, READ[saved](text)) == read(tmp_path, file, text.encode())


@pytest.mark.parametrize("file", [file for file in FILES if file not in LINEWISE])
@pytest.mark.parametrize("saved", REFUSED)
def test_a_file_in_another_encoding_is_refused_with_line_and_advice(tmp_path: Path, file: str, saved: str) -> None:
    text = FILES[file][1]
    data = REFUSED[saved](text.translate({ord("Ž"): "é", ord("ł"): "é"}).encode("cp1252", "ignore").decode("cp1252"))
    with pytest.raises(ValueError, match=ADVICE) as refused:
        read(tmp_path, file, data)
    assert str(refused.value).isprintable()
    if saved == "with a NUL":
        assert re.search(ADVICE, str(refused.value))[1] == "2"  # type: ignore[index]
    elif saved == "in Windows' own encoding":
        wrong = next(number for number, line in enumerate(text.split("\n"), 1) if not line.isascii())
        assert re.search(ADVICE, str(refused.value))[1] == str(wrong)  # type: ignore[index]


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\n", b"\r", b" \n"])
def test_an_empty_file_is_read_or_refused_in_words(tmp_path: Path, file: str, data: bytes) -> None:
    with suppress(ValueError):  # the words are those for what a file lacks
        read(tmp_path, file, data)


@pytest.mark.parametrize("file", sorted(LINEWISE))
def test_lines_in_another_encoding_are_skipped(tmp_path: Path, file: str) -> None:
    first, second = FILES[file][1].splitlines(keepends=True)
    assert len(read(tmp_path, file, first.encode("cp1252") + second.encode())) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize("saved", READ)
def test_lines_can_be_appended_to_a_file_saved_by_an_editor(tmp_path: Path, saved: str) -> None:
    path = tmp_path / history.PUZZLES_FILE
    path.write_bytes(READ[saved](TRIES))
    append_lines(path, [TRIES.splitlines()[0].encode()])
    assert len(history.PuzzleTries(tmp_path).tries) == 3
    assert path.read_bytes().startswith(TRIES.encode())


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


def test_a_bots_first_line_may_have_a_byte_order_mark() -> None:
    """Programs on Windows may write one."""
    line = b'{"type":"action","action":null}\n'
    assert read_bot_message(b"\xef\xbb\xbf" + line) == read_bot_message(line)
    with pytest.raises(BadLine, match="not in UTF-8"):
        read_bot_message(line.decode().encode("utf-16-le"))


def test_every_text_is_read_by_the_same_functions() -> None:
    """Other ways of reading would not handle byte order marks. New readers use `text_files` and stand in `FILES`."""
    alone = re.compile(
        r"\.read_text\(|utf-8-sig|read_bytes\(\)\.decode|toml\.decode\((?!decoded|learnt|text,)|tomllib\.loads\((?!decoded|text)"
    )
    sources = [path for folder in ("game", "scenes") for path in (ASSETS.parent / folder).rglob("*.py")]
    found = {path.name for path in sources if alone.search(path.read_text("utf-8"))}
    assert found == {"process.py", "screen_reader.py"}  # the last two ask the system of processes


def test_all_of_the_programs_own_tables_are_tested() -> None:
    own = {path.relative_to(ASSETS).as_posix() for path in ASSETS.rglob("*.toml")}
    missing = [name for name in own if name not in TABLES and not name.startswith("games/")]
    assert not missing
