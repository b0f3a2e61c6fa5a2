"""Untrusted weights, seated as `@FILE.toml`: a bot or a one-line refusal, and no other file is read."""

import json
import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.untrusted.hostile import LITERALS, changed_bytes, changed_json, changed_lines
from topping_out.game import registry
from topping_out.game.arena.contest import LARGEST_TABLE, UnfitContender, read_contender
from topping_out.game.arena.tuning import toml_text
from topping_out.game.assets import GAMES
from topping_out.game.bots.weights import weights_named
from topping_out.game.options import resolve
from topping_out.game.registry import load
from topping_out.game.roster import LEVELS
from topping_out.game.text import LONGEST_MESSAGE
from topping_out.game.towers.decks import DeckError, deck_text, parse_deck, parse_deck_text
from topping_out.game.towers.floors import Deck

MASTER = {name: toml_text(weights_named(name, "master")) for name in registry.names()}
TABLES = [(name, toml_text(weights_named(name, level))) for name in registry.names() for level in LEVELS]


def seat(folder: Path, game: str, data: bytes) -> str:
    """Seat a bot with these weights. Return why it is refused, or an empty string."""
    path = folder / "weights.toml"
    path.write_bytes(data)
    refusal = ""
    try:
        read_contender(load(game), f"@{path}")
    except UnfitContender as error:
        refusal = str(error) or "without a word"
    assert refusal.isprintable()
    assert len(refusal) < 2 * LONGEST_MESSAGE
    return refusal


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
@pytest.mark.parametrize("name", ["wyoming", "towering"])
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


@pytest.mark.parametrize(
    ("name", "weight", "value", "refusal"),
    [
        ("towers", "now", "[1.0, 1.0, 1.0, 1.0]", "Expected `array` of length >= 5 - at `$.now`"),
        ("towers", "keep", "[1.0]", "Expected `array` of length >= 4 - at `$.keep`"),
        ("towers", "worlds", "[8, 6]", "Expected `array` of length >= 3 - at `$.worlds`"),
        ("towers", "late", "-1.0", "Expected `float` >= 0.0 - at `$.late`"),
        ("towers", "heats", "1000000", "Expected `int` <= 20 - at `$.heats`"),
        ("towers", "candidates", "0", "Expected `int` >= 1 - at `$.candidates`"),
        ("towering", "near", "-1", "Expected `float` >= 0.0 - at `$.near`"),
        ("towering", "plans", "0", "Expected `int` >= 1 - at `$.plans`"),
        ("towering", "spread", "0.0", "Expected `float` > 0.0 - at `$.spread`"),
        ("towering", "give", "-1000000.0", "Expected `float` >= 0.0 - at `$.give`"),
        ("wyoming", "hoard", "-1000000", "Expected `int` >= 0 - at `$.hoard`"),
        ("wyoming", "values", '"nosuch"', "there are no values 'nosuch'"),
        ("icetowers", "beams", "[0, 6]", "Expected `int` >= 1 - at `$.beams[0]`"),
    ],
)
def test_weights_that_would_crash_a_game_are_refused_when_seated(
    tmp_path: Path, name: str, weight: str, value: str, refusal: str
) -> None:
    text, changed = re.subn(f"(?m)^{weight} = .*", lambda _: f"{weight} = {value}", MASTER[name])
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
    deck, refusal = read(data)
    if deck is None:
        assert refusal.isprintable()
        assert 0 < len(refusal) < 2 * LONGEST_MESSAGE
        return
    assert parse_deck_text(deck_text(deck)) == deck
    options = resolve(GAME.options(2), {"deck": deck_text(deck)})
    state, luck = GAME.setup(2, options, 1), random.Random(1)
    for _ in range(30):
        for seat in GAME.actors(state):
            GAME.apply(state, seat, luck.choice(GAME.actions(state, seat)))
        GAME.check_invariants(state)


def read(data: bytes | str) -> tuple[Deck | None, str]:
    """Return the deck, or None and why it is refused."""
    try:
        return (parse_deck(data, "the deck") if isinstance(data, bytes) else parse_deck_text(data)), ""
    except DeckError as error:
        return None, str(error)


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
