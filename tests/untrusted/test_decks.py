"""Untrusted decks: each can be played, or is refused with a one-line error."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.untrusted.hostile import LITERALS, changed_bytes, changed_json, changed_lines
from topping_out.game.assets import GAMES
from topping_out.game.options import resolve
from topping_out.game.registry import load
from topping_out.game.text import LONGEST_MESSAGE
from topping_out.game.towers.decks import DeckError, deck_text, parse_deck, parse_deck_text
from topping_out.game.towers.floors import Deck

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
