"""Extreme and malformed numbers in every place of every file that holds one are read, refused or left out."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
import pytest

from tests.game.processes import refusal
from tests.golden import in_turn, sampled
from tests.untrusted.hostile import put, real_record, run_through
from topping_out.game import registry
from topping_out.game.arena import protocol
from topping_out.game.arena.protocol import BadLine
from topping_out.game.cli import main
from topping_out.game.cli.frontend import Frontend
from topping_out.game.storage import translations
from topping_out.game.storage.files import config_folder, records_folder, user_folder
from topping_out.game.storage.history import PuzzleTries, keep_costs, read_costs
from topping_out.game.storage.library import SaveLibrary
from topping_out.game.storage.transfer import MANIFEST, Export, Import
from topping_out.game.storage.translations import BrokenCatalogue, load_catalogue
from topping_out.game.towers.decks import DeckError, deck_file, find_decks, parse_deck
from topping_out.scenes.__main__ import check_settings
from topping_out.scenes.system.settings import Settings, SettingsStore

NUMBERS = {
    "4,301 digits": "9" * 4301, "4,300 digits": "9" * 4300, "minus 4,301 digits": "-" + "9" * 4301, "1e400": "1e400",
    "-1e400": "-1e400", "1e308": "1e308", "NaN": "NaN", "Infinity": "Infinity", "-0": "-0", "-0.0": "-0.0",
    "1.0": "1.0", "2^53": str(2**53), "2^63": str(2**63), "2^64": str(2**64), "-2^63": str(-(2**63)), "-1": "-1",
    "true": "true", "10^30": "1" + "0" * 30,
}  # fmt: skip
every_number = pytest.mark.parametrize("number", NUMBERS.values(), ids=NUMBERS)
NUMBER = re.compile(rb"(?<=[:,\[= ])-?\d+(?:\.\d+)?(?=[,\]}\s])|(?<=[:,\[= ])(?:true|false)(?=[,\]}\s])")
"""A number or a boolean in JSON or TOML."""


def with_each_number_replaced(data: bytes, number: str, most: int = 40) -> Iterator[bytes]:
    """Yield copies of the data, each with one of its numbers replaced. At most about `most` places are tried."""
    found = [*NUMBER.finditer(data)]
    assert found
    for place in found[:: len(found) // most + 1]:
        yield data[: place.start()] + number.encode() + data[place.end() :]


@contextmanager
def refused_at_most(kind: type[Exception], words: str) -> Iterator[None]:
    """Accept success or an error of this kind whose message contains `words`."""
    try:
        yield
    except kind as error:
        if words not in str(error) or not str(error).isprintable():
            raise AssertionError(str(error)) from error


def import_of(path: Path, name: str, data: bytes, about: bytes = b"") -> Import:
    """Import an archive that contains a file of that name and, by default, a valid manifest."""
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr(MANIFEST, about or b'{"export":"topping-out","format":1,"changed":{}}')
        archive.writestr(name, data)
    work = Import(path, check_settings)
    run_through(work.steps())
    return work


@sampled("number, game", product(NUMBERS.values(), registry.names()), in_turn(NUMBERS.values(), registry.names()))
def test_bad_numbers_in_a_record(game: str, number: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = b"".join(real_record(game).to_bytes().splitlines(keepends=True)[:9])
    first = record.partition(b"\n")[0] + b"\n"
    files = [bad + record[len(first) :] for bad in with_each_number_replaced(first, number)]
    files += [first + bad for bad in with_each_number_replaced(record[len(first) :], number, 3)]
    for count, data in enumerate(files):
        put(records_folder() / f"{count}.jsonl", data)
    library = SaveLibrary()
    library.read_all()
    assert len(library.games()) + len(library.problems) == len(files)
    for path in [*records_folder().glob("*.jsonl")][:: len(files) // 2 + 1]:
        status = main.main(["replay", "--text", str(path)])
        if status:
            assert status == 2
            refusal(capsys)
        capsys.readouterr()
    assert main.main(["statistics", "--csv", str(tmp_path / "x.csv")]) == 0
    run_through(Export(tmp_path / "all.zip").steps())
    run_through(Import(tmp_path / "all.zip", check_settings).steps())


@every_number
def test_bad_numbers_in_the_index_and_the_costs(number: str) -> None:
    put(records_folder() / "a.jsonl", real_record("wyoming").to_bytes())
    library = SaveLibrary()
    library.read_all()
    keep_costs(records_folder(), "a.jsonl", {0: 0.25, 1: 0.5})
    (index,) = records_folder().glob("index.*")
    before, costs = index.read_bytes(), (records_folder() / "costs.json").read_bytes()
    for data in with_each_number_replaced(before, number):
        index.write_bytes(data)
        (saved,) = SaveLibrary().games()
        assert saved.outcome
    for data in with_each_number_replaced(costs, number):
        put(records_folder() / "costs.json", data)
        read_costs()
        keep_costs(records_folder(), "a.jsonl", {0: 0.125})
        assert read_costs()["a.jsonl"] == {0: 0.125}


SETTINGS = msgspec.json.encode(
    Settings(text_size=1.15, effects=0.25, muted=True, window=(1600, 900), setups={}, reader_pace=20.0)
).replace(b"{", b'{"of_a_newer_version":7,"and":{"deeper":[1,2]},', 1)


@pytest.mark.parametrize("here", [b"", b'{"speed":"fast","and":{"other":1}}'])
@every_number
def test_bad_numbers_in_the_settings(number: str, here: bytes, tmp_path: Path) -> None:
    for data in with_each_number_replaced(SETTINGS, number):
        path = put(config_folder() / "settings.json", data)
        store = SettingsStore()
        found = store.load()
        found.speed = "relaxed"
        store.save(found)
        assert SettingsStore().load() == found
        translations.chosen()
        for file in config_folder().glob("*"):
            file.unlink()
        if here:
            put(path, here)
        work = import_of(tmp_path / "x.zip", "settings/settings.json", data)
        assert work.taken.total() + len(work.left_out) == 1
        if here:
            assert b'"fast"' in path.read_bytes()
        if work.taken.total():
            again = import_of(tmp_path / "y.zip", "settings/settings.json", data)
            assert again.taken.total() == 0
            store = SettingsStore()
            store.load()
            assert store.problem == ""


@every_number
def test_bad_numbers_in_existing_settings_during_an_import(number: str, tmp_path: Path) -> None:
    for here in with_each_number_replaced(SETTINGS, number):
        path = put(config_folder() / "settings.json", here)
        work = import_of(tmp_path / "x.zip", "settings/settings.json", b'{"pace":"brisk"}')
        if work.left_out:
            assert path.read_bytes() == here
        else:
            assert number.encode() in path.read_bytes()


@every_number
def test_bad_numbers_in_puzzle_attempts_and_the_manifest(number: str, tmp_path: Path) -> None:
    line = b'{"game":"wyoming","puzzle":"a","is_right":true,"when":"2026","other":[1,{"b":2}]}\n'
    for data in with_each_number_replaced(line, number):
        put(user_folder("progress") / "puzzles.jsonl", data)
        PuzzleTries()
        import_of(tmp_path / "x.zip", "progress/puzzles.jsonl", data + line)
    record = real_record("wyoming").to_bytes()
    about = b'{"export":"topping-out","format":1,"changed":{"games/a.jsonl": 5,"x": 6}}'
    for data in with_each_number_replaced(about, number):
        with refused_at_most(ValueError, "x.zip"):
            import_of(tmp_path / "x.zip", "games/a.jsonl", record, data)


@every_number
def test_bad_numbers_in_a_deck(number: str) -> None:
    deck = deck_file(next(iter(find_decks().built_in.values())))
    for data in with_each_number_replaced(deck, number):
        with refused_at_most(DeckError, "a deck"):
            parse_deck(data, "a deck")


@every_number
def test_bad_numbers_in_weights(number: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = (registry.data_file("wyoming", "bots.toml") or Path()).read_bytes().partition(b"[easy]")[2]
    table = table.partition(b"\n[")[0]
    for data in with_each_number_replaced(table, number, 6):
        path = put(tmp_path / "w.toml", data)
        status = main.main(["simulate", "wyoming", "--seats", f"@{path},random", "--games", "1"])
        if status:
            assert status == 2
            refusal(capsys)
        capsys.readouterr()


@every_number
def test_bad_numbers_in_catalogues_and_lessons(number: str) -> None:
    for rule in (f"nplurals=2; plural=n != {number};", f"nplurals={number}; plural=n != 1;"):
        text = (
            f'msgid ""\nmsgstr "Plural-Forms: {rule}\\n"\n\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] "d"\n'
        )
        path = put(user_folder("languages") / "xx.po", text.encode())
        load_catalogue.cache_clear()
        with refused_at_most(BrokenCatalogue, ""):
            assert load_catalogue(path, len(text)).ngettext("a", "b", 3) in "bcd"
    put(user_folder("languages") / "wyoming.lessons.xx.toml", f'[a]\ntitle = {number}\ntext = "x"\n'.encode())
    assert translations.broken_texts()


HELLO = (
    b'{"type":"hello","game":"wyoming","rules":1,"seat":0,"names":["a","b"],"options":{"tidal": true},"patience": 1.5,'
    b'"protocol": 2,"program":"x"}'
)
ANSWERS = (
    b'{"type":"hello","protocol": 2,"name":"x","again": true}',
    b'{"type":"action","action":{"type":"Play","count": 1,"cards":[1, 2]}}',
)


@every_number
def test_bad_numbers_in_the_protocol(number: str) -> None:
    tries: list[tuple[Callable[[bytes], object], bytes]] = [(protocol.read_program_message, HELLO)]
    tries += [(protocol.read_bot_message, line) for line in ANSWERS]
    for read, whole in tries:
        read(whole)
        for line in with_each_number_replaced(whole, number):
            with refused_at_most(BadLine, "not a line of this protocol"):
                read(line)


def test_the_number_pattern_finds_the_numbers() -> None:
    """Check that NUMBER finds the numbers; otherwise the tests above would prove nothing."""
    assert len(NUMBER.findall(SETTINGS)) == 9
    assert len(NUMBER.findall(HELLO)) == 5
    header = real_record("towers").to_bytes().partition(b"\n")[0]
    values = [value for value in json.loads(header).values() if isinstance(value, int)]
    assert len(NUMBER.findall(header)) > len(values)
    assert Frontend().check_settings is None
