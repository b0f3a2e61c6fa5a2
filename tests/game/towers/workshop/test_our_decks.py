"""The decks that come with the program beside the standard one, and that of the week."""

from collections import Counter
from datetime import date, timedelta

import pytest

from tests.game.towers.positions import GAME, STANDARD
from topping_out.game.options import resolve
from topping_out.game.progress import daily
from topping_out.game.record import Player, Record, fold, new_header
from topping_out.game.towers.decks import deck_file, deck_option, deck_text, find_decks, parse_deck, scores
from topping_out.game.towers.floors import Deck, EffectVerb

FOUND = find_decks()
OURS = {name: deck for name, deck in FOUND.built_in.items() if deck is not STANDARD}
BEYOND = [verb for verb in EffectVerb if verb not in {effect.verb for f in STANDARD.floors for effect in f.effects}]


def test_eight_decks_come_with_the_program_beside_the_standard_one() -> None:
    assert [*OURS] == ["children", "disasters", "draws", "four", "heights", "neighbours", "two", "wild"]
    assert not FOUND.problems


@pytest.mark.parametrize("deck", OURS.values(), ids=OURS)
def test_a_deck_of_ours_has_eight_to_twelve_floors_says_how_it_plays_and_can_end_towers_early(deck: Deck) -> None:
    assert 8 <= len(deck.floors) <= 12
    assert deck.about
    assert deck.triggers
    assert sum(map(scores, deck.floors)) >= 3


def test_a_floor_does_the_same_in_every_deck() -> None:
    for name in {floor.name for deck in FOUND.built_in.values() for floor in deck.floors}:
        same = {(f.effects, f.triggers_scoring, f.picture, f.colour) for d in FOUND.built_in.values()
                for f in d.floors if f.name == name}  # fmt: skip
        assert len(same) == 1, name


def test_each_effect_beyond_the_box_is_needed_by_two_decks() -> None:
    users = Counter(verb for d in OURS.values() for verb in {e.verb for f in d.floors for e in f.effects})
    assert BEYOND
    assert all(users[verb] >= 2 for verb in BEYOND)


def test_the_deck_for_children_takes_nothing_away() -> None:
    verbs = {effect.verb for floor in OURS["children"].floors for effect in floor.effects}
    assert not verbs & {EffectVerb.TAKE_BELOW, EffectVerb.VACATE_BELOW}


@pytest.mark.parametrize("deck", FOUND.built_in.values(), ids=FOUND.built_in)
def test_a_deck_written_as_a_file_reads_back(deck: Deck) -> None:
    assert parse_deck(deck_file(deck), "it.toml") is deck


# -- the deck of the week


def test_the_deck_of_the_week_depends_on_the_week_alone() -> None:
    monday = date(2026, 11, 23)
    assert {FOUND.week(monday + timedelta(days=n)) for n in range(7)} == {FOUND.week(monday)}
    assert FOUND.week(monday + timedelta(days=7)) != FOUND.week(monday)
    assert FOUND.week(monday).title == "2026-W48"
    assert ", ".join(floor.name for floor in FOUND.week(monday).floors) == WEEK_48


WEEK_48 = "LANDLORD, LAUNDRY, NOISE COMPLAINT, SPIRE, ROOF GARDEN, INFERNO, VAULT, ELEVATOR, LOBBY"
"""What everybody plays in that week."""


def test_every_deck_of_a_week_scores_and_can_end_a_tower() -> None:
    for number in range(60):
        deck = FOUND.week(date(2026, 1, 5) + timedelta(weeks=number))
        assert len(deck.cards) == 54
        assert deck.triggers
        assert any(map(scores, deck.floors))


def test_a_record_keeps_the_deck_of_its_week(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "today", lambda: date(2026, 11, 25))
    assert ("Deck of the week") in [label for _, label in deck_option().choices]
    header = new_header(GAME, (Player("Ana"), Player("Bo")), resolve(GAME.options(2), {"deck": "week"}), seed=2)
    assert header.options["deck"] == deck_text(FOUND.week(date(2026, 11, 25)))
    monkeypatch.setattr(daily, "today", lambda: date(2027, 3, 1))
    assert fold(Record(header)).variant.deck is FOUND.week(date(2026, 11, 25))
