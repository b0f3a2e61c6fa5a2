"""Untrusted records, settings, weights and decks."""

import json
import os
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.untrusted.hostile import (
    LITERALS,
    assert_plain,
    changed_bytes,
    changed_json,
    changed_lines,
    hostile_records,
    real_record,
)
from topping_out.game import registry
from topping_out.game.arena.contest import LARGEST_TABLE, UnfitContender, read_contender
from topping_out.game.arena.tuning import toml_text
from topping_out.game.assets import GAMES
from topping_out.game.bots.weights import weights_named
from topping_out.game.cli.games import json_lines, text_lines
from topping_out.game.match import Match
from topping_out.game.options import resolve
from topping_out.game.record import MOST_ENTRIES, Entry, Player, Record, RecordError, parse_record
from topping_out.game.registry import load
from topping_out.game.roster import LEVELS
from topping_out.game.storage.library import INDEX, Known, SaveLibrary
from topping_out.game.towers.decks import DeckError, deck_text, parse_deck, parse_deck_text
from topping_out.scenes.system.settings import (
    LARGEST_FILE,
    LARGEST_WINDOW,
    PACES,
    SPEEDS,
    Settings,
    SettingsStore,
    Setup,
)

# -- records


def use(data: bytes) -> Record:
    """Do everything with a record that the program does. Raise RecordError if it is refused."""
    record = parse_record(data, "the record")
    Match(record)
    assert all(line.isprintable() for line in text_lines(record))
    assert list(json_lines(record))
    return record


def use_or_refuse(data: bytes) -> None:
    """Use a record, or check that it is refused with a proper message."""
    try:
        record = use(data)
    except RecordError as error:
        assert_plain(error)
    else:
        assert parse_record(record.to_bytes()) == record, "an accepted record must round-trip"


@given(hostile_records())
@examples(120)
def test_a_hostile_record_is_played_or_refused(data: bytes) -> None:
    use_or_refuse(data)


@pytest.mark.parametrize("game", registry.names())
def test_the_records_without_changes_are_valid(game: str) -> None:
    for number in range(4):
        use(real_record(game, number).to_bytes())


def first_line(**changes: Any) -> bytes:
    """Return a record that is only a header, with these values changed."""
    fields = msgspec.to_builtins(real_record("wyoming").header) | changes
    return msgspec.json.encode(fields) + b"\n"


def seats(**changes: Any) -> list[dict[str, Any]]:
    return [{**msgspec.to_builtins(player), **changes} for player in real_record("wyoming").header.seats]


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": seats(name="A" * 100_000)},
        {"seats": seats(name="\x1b]0;gone\x07")},
        {"seats": seats(name="a\x00b")},
        {"seats": seats(name="\u202eevil")},
        {"seats": seats(colour=10**9)},
        {"seats": seats(colour=-50)},
        {"seats": seats(kind="bot", level="../../gauntlet/x")},
        {"seats": seats() * 1000},
        {"started": "\x1b[2J"},
        {"started": "9" * 100_000},
        {"game": "../wyoming"},
        {"game": "os"},
        {"options": {"first": "__import__('os')"}},
    ],
    ids=lambda changes: str(changes)[:40],
)
def test_a_header_with_bad_values_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(RecordError) as refusal:
        use(first_line(**changes))
    assert str(refusal.value).isprintable()


DECKS = ["../../../etc/passwd", "C:\\CON", "/dev/zero", "{" * 100_000, '{"title":"x","floor":[]}', "{}"]


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: repr(deck[:16]))
def test_a_deck_in_a_record_must_be_a_known_name_or_a_valid_text(deck: str) -> None:
    fields = msgspec.to_builtins(real_record("towers").header)
    fields["options"]["deck"] = deck
    with pytest.raises(RecordError):
        use(msgspec.json.encode(fields) + b"\n")


@pytest.mark.parametrize("literal", LITERALS, ids=lambda literal: repr(literal[:16]))
def test_a_line_that_is_not_an_entry_is_refused(literal: bytes) -> None:
    lines = real_record("towers").to_bytes().splitlines()
    with pytest.raises(RecordError, match="line 2 can't be read"):
        use(b"\n".join([lines[0], literal, *lines[1:], b""]))


@pytest.mark.parametrize("ms", [-1, -(2**63), 2**63, 10**30])
def test_an_impossible_time_is_refused_or_ends_the_game(ms: int) -> None:
    record = real_record("icetowers")
    use_or_refuse(Record(record.header, [*record.entries[:6], Entry(ms, None, "tick")]).to_bytes())


@pytest.mark.parametrize("mark", [b"\x00", b"\xff\xfe", b"\xfe\xff"])
def test_a_wrong_byte_order_mark_is_refused(mark: bytes) -> None:
    with pytest.raises(RecordError, match=r"can't be read|no first line"):
        use(mark + real_record("wyoming").to_bytes())


def test_corrupt_records_are_reported_and_the_valid_one_is_listed(tmp_path: Path) -> None:
    good = real_record("wyoming")
    (tmp_path / "good.jsonl").write_bytes(good.to_bytes())
    for number, literal in enumerate(LITERALS):
        (tmp_path / f"bad-{number}.jsonl").write_bytes(literal + b"\n")
    library = SaveLibrary(tmp_path)
    library.read_all()
    assert [saved.header for saved in library.finished()] == [good.header]
    assert len(library.problems) == len(LITERALS)
    assert all(problem.isprintable() for problem in library.problems)


@pytest.mark.parametrize(
    "changes",
    [
        {"header": {"game": "os"}},
        {"header": {"seats": []}},
        {"header": {"seats": [{"name": "\x00"}, {"name": "b"}]}},
        {"outcome": {"winners": [77], "scores": [1, 2], "reason": ""}},
        {"outcome": {"winners": [0], "scores": [], "reason": ""}},
        {"turns": "many"},
        {"summary": {"ms": -1}},
        {"summary": {"tower": {"parts": []}}},
        {"summary": {"tower": {"parts": [["x" * 25]]}}},
        {"summary": {"tower": {"parts": [["x"]] * 100}}},
    ],
    ids=str,
)
def test_impossible_values_in_the_index_are_ignored(tmp_path: Path, changes: dict[str, Any]) -> None:
    record = real_record("wyoming")
    path = tmp_path / "good.jsonl"
    path.write_bytes(record.to_bytes())
    (saved,) = SaveLibrary(tmp_path).finished()
    stat = path.stat()
    stamp = path.name, stat.st_size, stat.st_mtime_ns
    known = msgspec.to_builtins(Known(*stamp, saved.header, saved.turns, saved.outcome, saved.summary))
    for key, value in changes.items():
        known[key] = {**known[key], **value} if isinstance(value, dict) else value
    heading, *_ = (tmp_path / INDEX).read_bytes().splitlines()
    (tmp_path / INDEX).write_bytes(heading + b"\n" + msgspec.json.encode(known) + b"\n")
    assert SaveLibrary(tmp_path).finished() == [saved]


def test_a_record_with_too_many_entries_is_refused() -> None:
    header = real_record("icetowers").to_bytes().splitlines(keepends=True)[0]
    for count, is_read in ((MOST_ENTRIES - 1, True), (MOST_ENTRIES, False)):
        data = header + b'[0,null,"tick"]\n' * count
        if is_read:
            assert len(parse_record(data).entries) == count
        else:
            with pytest.raises(RecordError, match=f"has more than {MOST_ENTRIES} lines"):
                parse_record(data)


# -- settings


REAL = Settings(
    speed="fast",
    window=(1600, 900),
    player_names=("Žofie", "Ben"),
    setups={"wyoming": Setup((Player("Ana"), Player("Ben", "bot", "hard", 1)), {"tidal": True, "first": "random"})},
    bindings={"keys 1": {"up": "e"}},
)
DATA = msgspec.json.encode(REAL)
hostile_settings = changed_json(json.loads(DATA)) | changed_bytes(DATA)


def settings_from(folder: Path, data: bytes) -> Settings:
    """Load settings, and check that they are usable and that a file which cannot be used is kept."""
    path = folder / "settings.json"
    path.write_bytes(data)
    store = SettingsStore(folder)
    found = store.load()
    assert_usable(found)
    assert store.problem.isprintable()
    asides = list(folder.glob("settings.json.unreadable-*"))
    assert [aside.read_bytes() for aside in asides] == ([data] if store.problem else [])
    store.save(found)
    assert SettingsStore(folder).load() == found
    for each in (path, *asides):
        each.unlink()
    return found


def assert_usable(found: Settings) -> None:
    assert found.speed in SPEEDS
    assert found.pace in PACES
    assert 1 <= found.text_size <= 1.5
    assert all(0 <= share <= 1 for share in (found.effects, found.ambience))
    assert all(1 <= side <= most for side, most in zip(found.window or LARGEST_WINDOW, LARGEST_WINDOW))
    shown = [*found.player_names, *(player.name for setup in found.setups.values() for player in setup.seats)]
    assert all(name.isprintable() and len(name) <= 40 for name in shown)


@given(hostile_settings)
@examples(150)
def test_hostile_settings_are_loaded_or_set_aside(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    settings_from(tmp_path_factory.mktemp("settings"), data)


def test_valid_settings_are_loaded_unchanged(tmp_path: Path) -> None:
    assert settings_from(tmp_path, DATA) == REAL


DAMAGED = [
    b"\xff\xfe\x00", b"[1, 2]", b"[" * 5000, b'{"text_size": 9}', b'{"effects": -0.1}', b'{"window": [1280]}',
    b'{"muted": "perhaps"}', b'{"setups": {"wyoming": {"seats": [{"name": 5}]}}}', b'{"text_size": 1.1',
]  # fmt: skip


@pytest.mark.parametrize("literal", [*LITERALS, *DAMAGED], ids=lambda literal: repr(literal[:40]))
def test_data_that_is_not_settings_is_set_aside(tmp_path: Path, literal: bytes) -> None:
    assert settings_from(tmp_path, literal) == Settings()


def test_an_oversized_settings_file_is_set_aside(tmp_path: Path) -> None:
    assert settings_from(tmp_path, b" " * LARGEST_FILE + DATA) == Settings()


@given(st.integers(-(2**70), 2**70), st.integers(-(2**70), 2**70))
@examples(30)
def test_the_window_size_is_limited(width: int, height: int) -> None:
    assert_usable(msgspec.json.decode(json.dumps({"window": [width, height]}), type=Settings))


def test_settings_that_cannot_be_opened_are_not_overwritten(tmp_path: Path) -> None:
    """A folder in place of the file simulates a temporary disk error. It is kept under another name."""
    path = tmp_path / "settings.json"
    path.mkdir()
    (path / "what is there").write_text("kept")
    store = SettingsStore(tmp_path)
    assert store.load() == Settings()
    assert "can't be opened" in store.problem
    store.save(Settings(muted=True))
    assert SettingsStore(tmp_path).load().muted
    assert (tmp_path / "settings.json.unreadable-1" / "what is there").read_text() == "kept"


def test_an_error_in_saving_settings_is_reported_until_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SettingsStore(tmp_path)
    found = store.load()

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(os, "replace", refuse)
        store.save(found)
    assert "No space left" in store.problem
    store.save(found)
    assert store.problem == ""


# -- weights, seated as `@FILE.toml`: a bot or a one-line refusal, and no other file is read


MASTER = {name: toml_text(weights_named(name, "master")) for name in registry.names()}
TABLES = [(name, toml_text(weights_named(name, level))) for name in registry.names() for level in LEVELS]


def seat(folder: Path, game: str, data: bytes) -> str:
    """Seat a bot with these weights. Return why it is refused, or an empty string."""
    path = folder / "weights.toml"
    path.write_bytes(data)
    try:
        read_contender(load(game), f"@{path}")
    except UnfitContender as error:
        return assert_plain(error)
    return ""


def as_toml(data: bytes) -> bytes:
    """Convert JSON to TOML if possible; otherwise return it unchanged, which is not valid TOML."""
    try:
        return toml_text(json.loads(data)).encode(errors="replace")
    except (ValueError, AttributeError, RecursionError):
        return data


def corrupted(text: str) -> st.SearchStrategy[bytes]:
    data = text.encode()
    return changed_bytes(data) | changed_lines(data)


def corrupted_tables() -> st.SearchStrategy[tuple[str, bytes]]:
    changed = [
        st.tuples(st.just(name), corrupted(text) | changed_json(weights_named(name, "master")).map(as_toml))
        for name, text in TABLES
    ]
    return st.one_of(changed)


@given(case=corrupted_tables())
@examples(150)
def test_hostile_weights_are_used_or_refused(tmp_path_factory: pytest.TempPathFactory, case: tuple[str, bytes]) -> None:
    seat(tmp_path_factory.getbasetemp(), *case)


@pytest.mark.parametrize("name", registry.names())
def test_the_weights_without_changes_are_valid(tmp_path: Path, name: str) -> None:
    assert seat(tmp_path, name, MASTER[name].encode()) == ""


@pytest.mark.parametrize("literal", LITERALS, ids=lambda literal: repr(literal[:16]))
def test_data_that_is_not_a_table_of_weights_is_refused(tmp_path: Path, literal: bytes) -> None:
    for data in (literal, b"wobble = " + literal + b"\n[deeper]\nx = " + literal):
        assert seat(tmp_path, "wyoming", data)


@pytest.mark.parametrize(
    "value", ["../values/wyoming", "/etc/passwd", "C:/CON", "~", "wyoming\\u0000", "a/b", "wyoming.toml"]
)
@pytest.mark.parametrize("name", ["wyoming", "towering", "towers"])
def test_the_name_of_a_values_file_cannot_be_a_path(tmp_path: Path, name: str, value: str) -> None:
    """The weights of a master name the built-in file with its learnt values."""
    own = next(line for line in MASTER[name].splitlines() if line.startswith("values = "))
    assert "can't be a name" in seat(tmp_path, name, MASTER[name].replace(own, f'values = "{value}"').encode())


@pytest.mark.parametrize("number", ["10" * 20, "-1e300", "inf", "-inf", "nan", "1_000_001"])
def test_absurd_weights_are_refused(tmp_path: Path, number: str) -> None:
    line = next(line for line in MASTER["wyoming"].splitlines() if line.startswith("playouts = "))
    assert "larger than" in seat(tmp_path, "wyoming", MASTER["wyoming"].replace(line, f"playouts = {number}").encode())


def test_an_oversized_weights_file_is_refused(tmp_path: Path) -> None:
    assert "is larger than" in seat(tmp_path, "wyoming", MASTER["wyoming"].encode() + b"#" * LARGEST_TABLE)


def test_weights_of_the_wrong_type_are_refused(tmp_path: Path) -> None:
    anything = ('"often"', "1979-05-27", "true", "{}", "[]", "[[]]")
    for value in anything:
        assert seat(tmp_path, "wyoming", re.sub("(?m)^reach = .*", f"reach = {value}", MASTER["wyoming"]).encode())


@pytest.mark.parametrize(("name", "weight", "value", "refusal"), [
    ("towers", "now", "[1.0, 1.0, 1.0, 1.0]", "Expected `array` of length >= 5 - at `$.now`"),
    ("towers", "keep", "[1.0]", "Expected `array` of length >= 4 - at `$.keep`"),
    ("towers", "worlds", "[8, 6]", "Expected `array` of length >= 3 - at `$.worlds`"),
    ("towers", "late", "-1.0", "Expected `float` >= 0.0 - at `$.late`"),
    ("towers", "heats", "1000000", "Expected `int` <= 20 - at `$.heats`"),
    ("towers", "candidates", "0", "Expected `int` >= 1 - at `$.candidates`"),
    ("towers", "values", '"nosuch"', "there are no values 'nosuch'"),
    ("towering", "near", "-1", "Expected `float` >= 0.0 - at `$.near`"),
    ("towering", "plans", "0", "Expected `int` >= 1 - at `$.plans`"),
    ("towering", "spread", "0.0", "Expected `float` > 0.0 - at `$.spread`"),
    ("towering", "give", "-1000000.0", "Expected `float` >= 0.0 - at `$.give`"),
    ("wyoming", "hoard", "-1000000", "Expected `int` >= 0 - at `$.hoard`"),
    ("wyoming", "values", '"nosuch"', "there are no values 'nosuch'"),
    ("icetowers", "beams", "[0, 6]", "Expected `int` >= 1 - at `$.beams[0]`"),
])  # fmt: skip
def test_weights_that_would_crash_a_game_are_refused_when_seated(
    tmp_path: Path, name: str, weight: str, value: str, refusal: str
) -> None:
    text, changed = re.subn(f"(?m)^{weight} = .*", lambda _: f"{weight} = {value}", MASTER[name], count=1)
    assert changed == 1
    assert refusal in seat(tmp_path, name, text.encode())


@pytest.mark.parametrize("weight", ["reach", "tops", "doubt", "risk", "bonus", "pace", "give"])
def test_towering_refuses_weights_that_would_crash_a_game(tmp_path: Path, weight: str) -> None:
    text = toml_text(weights_named("towering", "hard") | {weight: -1000000.0})
    assert f"at `$.{weight}`" in seat(tmp_path, "towering", text.encode())


# -- decks


STANDARD = (GAMES / "towers" / "decks" / "standard.toml").read_bytes()
TEXT = deck_text(parse_deck(STANDARD, "standard"))
GAME = load("towers")
hostile_files = changed_bytes(STANDARD) | changed_lines(STANDARD)
hostile_texts = changed_json(json.loads(TEXT)).map(lambda data: data.decode(errors="replace"))


def play_or_refuse(data: bytes | str) -> None:
    """Play with a deck, or check that it is refused with a proper message."""
    try:
        deck = parse_deck(data, "the deck") if isinstance(data, bytes) else parse_deck_text(data)
    except DeckError as error:
        assert_plain(error)
        return
    assert parse_deck_text(deck_text(deck)) == deck
    options = resolve(GAME.options(2), {"deck": deck_text(deck)})
    state, luck = GAME.setup(2, options, 1), random.Random(1)
    for _ in range(30):
        for seat in GAME.actors(state):
            GAME.apply(state, seat, luck.choice(GAME.actions(state, seat)))
        GAME.check_invariants(state)


@given(hostile_files | hostile_texts)
@examples(80)
def test_a_hostile_deck_is_played_or_refused(data: bytes | str) -> None:
    play_or_refuse(data)


def test_the_deck_without_changes_is_valid() -> None:
    play_or_refuse(STANDARD)
    play_or_refuse(TEXT)


@pytest.mark.parametrize("literal", LITERALS, ids=lambda literal: repr(literal[:16]))
def test_data_that_is_not_a_deck_is_refused(literal: bytes) -> None:
    for content in (literal, b"title = " + literal, b"x = " + literal + b"\n" + STANDARD):
        with pytest.raises(DeckError):
            parse_deck(content, "the deck")


NESTED = ["a.b" * 20_000, "[" + "a." * 20_000 + "b]", "x = " + "{a=" * 20_000, '"""' * 20_000]


@pytest.mark.parametrize("text", NESTED, ids=lambda text: repr(text[:16]))
def test_a_deeply_nested_deck_is_refused(text: str) -> None:
    with pytest.raises(DeckError):
        parse_deck(text.encode(), "the deck")


@given(st.text(max_size=200))
@examples(80)
def test_effects_with_any_text_are_refused_or_played(text: str) -> None:
    deck = json.loads(TEXT)
    deck["floor"][0]["effect"] = [text]
    play_or_refuse(json.dumps(deck))
