"""Weights from anywhere, as `@FILE.toml` seats them: a bot, or a refusal in one line, and no other file is read."""

import json
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
from topping_out.game.bots.weights import weights_named
from topping_out.game.registry import load
from topping_out.game.roster import LEVELS
from topping_out.game.text import LONGEST_MESSAGE

MASTER = {name: toml_text(weights_named(name, "master")) for name in registry.names()}
TABLES = [(name, toml_text(weights_named(name, level))) for name in registry.names() for level in LEVELS]


def seat(folder: Path, game: str, data: bytes) -> str:
    """Seat a bot with such weights; return why it is refused, and nothing where it is not."""
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
    """Return changed JSON as TOML, as far as it can be written so; else as it is, which is no TOML."""
    try:
        return toml_text(json.loads(data)).encode(errors="replace")
    except (ValueError, AttributeError, RecursionError):
        return data


def spoilt(text: str) -> st.SearchStrategy[bytes]:
    data = text.encode()
    return changed_bytes(data) | changed_lines(data)


def spoilt_tables() -> st.SearchStrategy[tuple[str, bytes]]:
    changed = [
        st.tuples(st.just(name), spoilt(text) | changed_json(weights_named(name, "master")).map(as_toml))
        for name, text in TABLES
    ]
    return st.one_of(changed)


@given(case=spoilt_tables())
@examples(150)
def test_weights_with_something_wrong_in_them(
    tmp_path_factory: pytest.TempPathFactory, case: tuple[str, bytes]
) -> None:
    seat(tmp_path_factory.getbasetemp(), *case)


@pytest.mark.parametrize("name", registry.names())
def test_the_weights_that_are_spoilt_are_good_ones(tmp_path: Path, name: str) -> None:
    assert seat(tmp_path, name, MASTER[name].encode()) == ""


@pytest.mark.parametrize("literal", LITERALS, ids=lambda literal: repr(literal[:16]))
def test_what_is_no_table_is_refused(tmp_path: Path, literal: bytes) -> None:
    for data in (literal, b"wobble = " + literal + b"\n[deeper]\nx = " + literal):
        assert seat(tmp_path, "wyoming", data)


@pytest.mark.parametrize(
    "value", ["../values/wyoming", "/etc/passwd", "C:/CON", "~", "wyoming\\u0000", "a/b", "wyoming.toml"]
)
@pytest.mark.parametrize("name", ["wyoming", "towering"])
def test_a_name_in_them_leads_to_no_file_elsewhere(tmp_path: Path, name: str, value: str) -> None:
    """The masters name the file of the program's own that holds what they have learnt."""
    own = next(line for line in MASTER[name].splitlines() if line.startswith("values = "))
    assert "is no name" in seat(tmp_path, name, MASTER[name].replace(own, f'values = "{value}"').encode())


@pytest.mark.parametrize("number", ["10" * 20, "-1e300", "inf", "-inf", "nan", "1_000_001"])
def test_numbers_that_nobody_weighs_by_are_refused(tmp_path: Path, number: str) -> None:
    line = next(line for line in MASTER["wyoming"].splitlines() if line.startswith("playouts = "))
    assert "larger than" in seat(tmp_path, "wyoming", MASTER["wyoming"].replace(line, f"playouts = {number}").encode())


def test_a_file_too_large_is_refused_unread(tmp_path: Path) -> None:
    assert "larger than" in seat(tmp_path, "wyoming", MASTER["wyoming"].encode() + b"#" * LARGEST_TABLE)


def test_words_and_dates_are_no_weights(tmp_path: Path) -> None:
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
def test_what_would_end_a_game_in_the_middle_is_refused_at_the_seat(
    tmp_path: Path, name: str, weight: str, value: str, refusal: str
) -> None:
    text, changed = re.subn(f"(?m)^{weight} = .*", lambda _: f"{weight} = {value}", MASTER[name])
    assert changed == 1
    assert refusal in seat(tmp_path, name, text.encode())


@pytest.mark.parametrize("weight", ["reach", "tops", "doubt", "risk", "bonus", "pace", "give"])
def test_a_level_of_towering_refuses_what_would_end_a_game_in_the_middle(tmp_path: Path, weight: str) -> None:
    text = toml_text(weights_named("towering", "hard") | {weight: -1000000.0})
    assert f"at `$.{weight}`" in seat(tmp_path, "towering", text.encode())
