"""Fuzz one of the program's readers: `python -m tests.untrusted.fuzzing READER FOLDER [options of libFuzzer]`.

Atheris keeps the inputs that reach new code of the program, and mutates those further. The run ends with an error at
the first input that a reader neither reads nor refuses with a proper message, and writes it into the current folder.
"""

import json
import os
import random
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

import atheris
import msgspec

with atheris.instrument_imports(include=["topping_out"]):
    import_module("tests.untrusted.hostile")
    test_files = import_module("tests.untrusted.test_files")
    import_module("topping_out.game.arena.external")
    import_module("topping_out.game.arena.server")

from tests.untrusted.hostile import (
    ANYTHING,
    assert_plain,
    changed,
    corrupt_bytes,
    corrupt_zip,
    fill,
    machine,
    places,
    real_record,
    run_through,
)
from topping_out.game import registry
from topping_out.game.arena import protocol
from topping_out.game.arena.external import ExternalBot, Misbehaved
from topping_out.game.assets import ASSETS
from topping_out.game.storage.transfer import Export, Import, TransferError
from topping_out.game.storage.translations import BrokenCatalogue, load_catalogue
from topping_out.scenes.__main__ import check_settings

FOLDER = Path(tempfile.mkdtemp())


# -- readers


def read_catalogue(data: bytes) -> None:
    path = FOLDER / "xx.po"
    path.write_bytes(data)
    try:
        found = load_catalogue.__wrapped__(path, 1 << 20)
    except BrokenCatalogue as error:
        assert_plain(error)
        return
    for key in found.translated:
        context, _, message = key.rpartition("\x04")
        assert isinstance(found.pgettext(context, message) if context else found.gettext(message), str)
        assert all(isinstance(found.ngettext(message, message, number), str) for number in (0, 1, 2, 5, 10**30))
    for line in found.unfit:
        assert_plain(ValueError(line))


def read_import(data: bytes) -> None:
    path = FOLDER / "x.zip"
    path.write_bytes(data)
    with tempfile.TemporaryDirectory() as home, machine(Path(home)):
        try:
            for is_again in (False, True):
                work = Import(path, check_settings)
                run_through(work.steps())
                assert not (is_again and work.taken), "the second import took something again"
                assert all(line.isprintable() for line in work.left_out)
        except TransferError as error:
            assert_plain(error)


GAME = registry.load("wyoming")
STATE = GAME.setup(2, {option.key: option.default for option in GAME.options(2)}, 1)
SEAT = min(GAME.actors(STATE))
VIEW, ACTIONS = GAME.view(STATE, SEAT), GAME.actions(STATE, SEAT)
HELLO = protocol.Hello("wyoming", GAME.version, SEAT, ("a", "b"), {}, 1.0)


def read_bot(data: bytes) -> None:
    """Play with a bot that sends these lines."""
    for line in data.splitlines():
        bot = ExternalBot(["x"], HELLO, 1)
        bot._program = SimpleNamespace(send=bytes, send_last=bytes, receive=lambda patience, line=line: line)  # type: ignore[assignment]
        for ask in (bot.await_greeting, lambda bot=bot: bot.choose(VIEW, ACTIONS, 1)):
            try:
                ask()
            except Misbehaved as error:
                assert_plain(ValueError(error.what))
        try:
            protocol.read_program_message(line)
        except protocol.BadLine as error:
            assert_plain(error)


# -- initial inputs


def records() -> list[bytes]:
    return [real_record(game, number).to_bytes() for game in registry.names() for number in range(2)]


def decks() -> list[bytes]:
    return [path.read_bytes() for path in (ASSETS / "games" / "towers" / "decks").glob("*.toml")]


def catalogues() -> list[bytes]:
    return [b"\n\n".join(path.read_bytes().split(b"\n\n")[:40]) for path in (ASSETS / "languages").glob("*.po")]


def exports() -> list[bytes]:
    found = []
    for number in range(4):
        with tempfile.TemporaryDirectory() as home, machine(Path(home)):
            fill(random.Random(number))
            run_through(Export(Path(home) / "x.zip").steps())
            found.append((Path(home) / "x.zip").read_bytes())
    return found


def bot_messages() -> list[bytes]:
    messages = [protocol.Greeting(2, "a bot", True), protocol.Refusal("no"), protocol.ChosenAction(None)]
    messages += [protocol.ChosenAction(msgspec.to_builtins(action)) for action in ACTIONS[:3]]
    lines = [protocol.to_line(message) for message in messages]
    return [b"".join(lines), *lines, protocol.to_line(HELLO)]


READERS: dict[str, tuple[Callable[[bytes], None], Callable[[], list[bytes]]]] = {
    "record": (test_files.use_or_refuse, records),
    "deck": (test_files.play_or_refuse, decks),
    "catalogue": (read_catalogue, catalogues),
    "import": (read_import, exports),
    "bot": (read_bot, bot_messages),
}


# -- mutations


def corrupt_line(luck: random.Random, data: bytes) -> bytes:
    """Return the data with one value changed in a random line. If that line is not JSON, corrupt bytes instead."""
    lines = data.split(b"\n")
    number = luck.randrange(len(lines))
    try:
        value = json.loads(lines[number])
        lines[number] = json.dumps(changed(value, luck.choice(places(value)), luck.choice(ANYTHING))).encode()
    except (ValueError, RecursionError):
        return corrupt_bytes(luck, data)
    return b"\n".join(lines)


def corrupt_zip_again(luck: random.Random, data: bytes) -> bytes:
    try:
        with ZipFile(BytesIO(data)) as archive:
            return corrupt_zip(luck, {name: archive.read(name) for name in archive.namelist()})
    except Exception:  # whatever zipfile raises
        return corrupt_bytes(luck, data)


def mutate(data: bytes, most: int, seed: int) -> bytes:
    """Mutate an input in one of three ways: by libFuzzer, by corrupting bytes, or by changing a value in it."""
    luck = random.Random(seed)
    way: Any = luck.choice((corrupt_bytes, corrupt_zip_again if data[:2] == b"PK" else corrupt_line, None))
    return (way(luck, data) if way else bytes(atheris.Mutate(data, most)))[:most]


def main(name: str, corpus: str, *options: str) -> None:
    read, initial_inputs = READERS[name]
    os.fsync = os.fstat  # faster; no power cuts are tested here
    for number, data in enumerate(initial_inputs()):
        read(data)
        (Path(corpus) / f"{number}").write_bytes(data)
    atheris.Setup([sys.argv[0], corpus, *options], read, custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
