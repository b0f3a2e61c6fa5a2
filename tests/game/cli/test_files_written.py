"""No command that writes a file replaces an existing one without --force."""

import argparse
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.game.cli.test_program import parsers
from tests.game.processes import Shell
from tests.untrusted.hostile import real_record
from topping_out.game.cli import main
from topping_out.game.cli.frontend import FilmRequest, Frontend, PrintOrder
from topping_out.game.storage.files import write_atomic
from topping_out.game.text import escaped
from topping_out.scenes.__main__ import check_settings

GAME = "wyoming --seats easy,random --seed 5"
WRITING = {
    "statistics": ("statistics --csv {file}", "mine.jsonl"),
    "export": ("export {file}", "mine.jsonl"),
    "report": ("report {file}", "mine.jsonl"),
    "ladder": ("ladder wyoming --pairs 1 --picture {file}", "mine.jsonl"),
    "tune": ("tune wyoming --bot gentle --generations 1 --pairs 1 --out {file}", "mine.jsonl"),
    "print": ("print wyoming {file}", "mine.jsonl"),
    "replay": ("replay {record} --film {file}", "mine.jsonl"),
    "simulate": ("simulate " + GAME + " --games 2 --records {folder}", "wyoming-easy-random-6.jsonl"),
    "arena": ("arena " + GAME + " --pairs 2 --records {folder}", "wyoming-random-easy-6-2.jsonl"),
}
"""By command: a command line that writes, and the name of a file that it would replace."""
WRITTEN = ("FILE", "OUT", "DIR")
SLOW = ("ladder", "tune")
every_command = pytest.mark.parametrize("command", WRITING)


def film(request: FilmRequest) -> Iterator[tuple[int, int]]:
    yield 1, 1
    write_atomic(request.path, b"a film", request.may_replace)
    return "filmed"


def printing(order: PrintOrder) -> Iterator[tuple[int, int]]:
    yield 1, 1
    write_atomic(order.path, b"a print", order.may_replace)
    return "printed"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, home: Path) -> Path:
    (tmp_path / "out").mkdir()
    (tmp_path / "record.jsonl").write_bytes(real_record("wyoming").to_bytes())
    return tmp_path / "out"


FRONTEND = Frontend(check_settings=check_settings, make_film=film, print_game=printing)


def words(command: str, folder: Path, *more: str) -> list[str]:
    line, name = WRITING[command]
    places = {"file": folder / name, "folder": folder, "record": folder.parent / "record.jsonl"}
    return [*(word.format(**places) for word in line.split()), *more]


@every_command
def test_an_existing_file_is_kept(command: str, folder: Path, shell: Shell) -> None:
    taken = folder / WRITING[command][1]
    taken.write_bytes(b"a saved game")
    message = shell.refuse("", *words(command, folder), frontend=FRONTEND)
    assert f"{escaped(str(taken))} already exists" in message
    assert "--force" in message
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {taken.name: b"a saved game"}


@every_command
def test_a_link_counts_as_an_existing_file(command: str, folder: Path, shell: Shell) -> None:
    taken = folder / WRITING[command][1]
    taken.symlink_to(folder / "nowhere")
    if not os.path.lexists(taken):
        pytest.skip("wine has no links that lead nowhere")
    assert "already exists" in shell.refuse("", *words(command, folder), frontend=FRONTEND)
    assert taken.is_symlink()


@pytest.mark.parametrize("command", [name for name in WRITING if name not in SLOW])
def test_force_replaces_a_file(command: str, folder: Path, shell: Shell) -> None:
    taken = folder / WRITING[command][1]
    taken.write_bytes(b"a saved game")
    shell.run("", *words(command, folder, "--force"), frontend=FRONTEND)
    assert taken.read_bytes() != b"a saved game"
    assert not [path for path in folder.iterdir() if path.suffix == ".part"]


@every_command
def test_force_does_not_replace_a_folder(command: str, folder: Path, shell: Shell) -> None:
    taken = folder / WRITING[command][1]
    taken.mkdir()
    (taken / "inside").write_text("kept")
    force = ["--force"] if command not in ("simulate", "arena") else []
    shell.refuse("", *words(command, folder, *force), frontend=FRONTEND)
    assert (taken / "inside").read_text() == "kept"


def test_every_command_that_writes_a_file_is_tested_here() -> None:
    """The commands with --force are those above, and every option for an output file belongs to one of them."""
    forced = {parser.prog.split()[-1] for parser in parsers(main.make_parser()) if "--force" in parser.format_usage()}
    assert forced == {*WRITING}
    places = {
        (parser.prog.split()[-1], action.dest)
        for parser in parsers(main.make_parser())
        for action in parser._actions
        if action.type is Path or (isinstance(action, argparse._StoreAction) and str(action.metavar) in WRITTEN)
    }
    reading = {("import", "file"), ("replay", "file"), ("deck", "deck"), ("measure", "decks"), ("balance", "deck")}
    assert {command for command, dest in places - reading if not dest.startswith("tls_")} <= forced


# -- standard input and output


READABLE = {
    "replay - --text": "record.jsonl",
    "replay - --json": "record.jsonl",
    "import -": "all.zip",
    "deck measure - --games 1": "deck.toml",
}


class Pipe:
    """A stream of bytes, as standard input and output are."""

    def __init__(self, data: bytes = b"", is_terminal: bool = False) -> None:
        self.buffer, self._is_terminal = io.BytesIO(data), is_terminal

    def write(self, text: str) -> int:
        return self.buffer.write(text.encode())

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return self._is_terminal


TO_OUTPUT = [name for name in WRITING if "{file}" in WRITING[name][0]]


@pytest.mark.parametrize("command", [name for name in TO_OUTPUT if name not in SLOW])
def test_a_dash_writes_to_standard_output(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.chdir(folder)
    (folder.parent / "first").mkdir()
    shell.run("", *words(command, folder.parent / "first"), frontend=FRONTEND)
    (written,) = (folder.parent / "first").iterdir()
    pipe = Pipe()
    monkeypatch.setattr(sys, "stdout", pipe)
    line = WRITING[command][0].format(file="-", record=folder.parent / "record.jsonl")
    shell.run(line, frontend=FRONTEND)
    found = pipe.buffer.getvalue()
    assert found[:2] == written.read_bytes()[:2]
    assert abs(len(found) - written.stat().st_size) < 100, "there is nothing else in it"
    assert shell.err, "what is said of it goes elsewhere"
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("command", ["export", "report", "print", "replay"])
def test_what_is_not_text_is_not_written_to_a_terminal(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.setattr(sys, "stdout", Pipe(is_terminal=True))
    line = WRITING[command][0].format(file="-", record=folder.parent / "record.jsonl")
    assert "not to the terminal" in shell.refuse(line, frontend=FRONTEND)


@pytest.mark.parametrize("line", READABLE)
def test_a_dash_reads_standard_input(line: str, folder: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell) -> None:
    monkeypatch.chdir(folder.parent)
    shell.run("export all.zip", frontend=FRONTEND)
    (folder.parent / "deck.toml").write_text(shell.run("deck draft"), encoding="utf-8")
    outputs = []
    for word in (READABLE[line], "-"):
        monkeypatch.setattr(sys, "stdin", Pipe((folder.parent / READABLE[line]).read_bytes()))
        outputs.append(shell.run(line.replace("-", word, 1), frontend=FRONTEND))
    assert outputs[0] == outputs[1] != ""


def test_weights_are_read_from_standard_input(folder: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "stdout", pipe := Pipe())
    shell.run("tune towering --bot gentle --generations 1 --pairs 1 --options classic --out -")
    (folder / "tuned.toml").write_bytes(pipe.buffer.getvalue())
    monkeypatch.undo()
    outputs = []
    for word in (str(folder / "tuned.toml"), "-"):
        monkeypatch.setattr(sys, "stdin", Pipe(pipe.buffer.getvalue()))
        out = shell.run("arena towering --pairs 1 --options classic --seats", f"@{word},random")
        outputs.append([line for line in out.splitlines() if "pairs" in line])
    assert outputs[0] == outputs[1] != []
    assert "the questions come from standard input" in shell.refuse("bot towering --level @-")


@pytest.mark.parametrize("line", ["replay - --text", "deck measure -", "arena wyoming --seats @-,easy"])
def test_what_is_wrong_on_standard_input_is_said_of_it(
    line: str, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.setattr(sys, "stdin", Pipe(b"nonsense"))
    assert "standard input" in shell.refuse(line)
