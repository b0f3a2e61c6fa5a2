"""Untrusted records and settings."""

import json
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.untrusted.hostile import LITERALS, changed_bytes, changed_json, hostile_records, real_record
from topping_out.game import registry
from topping_out.game.cli.games import json_lines, text_lines
from topping_out.game.match import Match
from topping_out.game.record import MOST_ENTRIES, Entry, Player, Record, RecordError, parse_record
from topping_out.game.storage.library import INDEX, Known, SaveLibrary
from topping_out.game.text import LONGEST_MESSAGE
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
    record, refusal = attempt(data)
    if record is None:
        assert refusal.isprintable()
        assert 0 < len(refusal) < 2 * LONGEST_MESSAGE
    else:
        assert parse_record(record.to_bytes()) == record, "an accepted record must round-trip"


def attempt(data: bytes) -> tuple[Record | None, str]:
    """Return the record that was used, or None and why it is refused."""
    try:
        return use(data), ""
    except RecordError as error:
        return None, str(error)


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
