"""The decks that come with the program beside the standard one, and that of the week."""

import re
from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from statistics import fmean

import pytest

from tests.game.arena.lengths import turns_of
from tests.game.towers.positions import GAME, STANDARD
from topping_out.game.options import resolve
from topping_out.game.progress import daily
from topping_out.game.record import Player, Record, fold, new_header
from topping_out.game.towers.core.numbers import BUILDS, HAND, HEIGHT
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


def share(deck: Deck, *verbs: str) -> float:
    """Return the share of a deck's cards that do one of these things, as patterns of their verbs."""
    doing = [floor for floor in deck.floors
             if any(re.fullmatch(verb, effect.verb) for effect in floor.effects for verb in verbs)]  # fmt: skip
    return sum(floor.count for floor in doing) / len(deck.cards)


def turns(deck: str, seats: int) -> float:
    """Return how many turns each seat has of a few games with a deck."""
    return fmean(turns_of("towers", {"deck": deck}, seats, "easy", 4))


def largest(deck: Deck, verb: str) -> int:
    return max(effect.amount for floor in deck.floors for effect in floor.effects if re.fullmatch(verb, effect.verb))


CLAIMS: dict[str, list[tuple[str, Callable[[Deck], bool]]]] = {
    "children": [
        ("For children and first games: short", lambda deck: turns("children", 2) < 0.6 * turns("standard", 2)),
        ("nobody takes anything away", lambda deck: share(deck, "take .*", "vacate .*") == 0),
        ("and every floor pays whoever claims it", lambda deck: all(map(scores, deck.floors))),
    ],
    "disasters": [
        ("Fire, flood and demolition.", lambda deck: (
            share(deck, "vacate .*") > share(STANDARD, "vacate .*")
            and {"FIRE DRILL", "FLOOD", "DEMOLITION"} < {floor.name for floor in deck.floors}
        )),
        ("Claim late, claim high", lambda deck: largest(deck, "vacate .*") > largest(STANDARD, "vacate .*")),
        ("or own the floors that like an empty house", lambda deck: share(deck, ".* per vacant floor") > 0),
    ],
    "draws": [
        ("Cards flow.", lambda deck: share(deck, "draw .*") > 0.5),
        ("A full hand claims half a tower at once", lambda deck: 2 * (HAND - BUILDS) >= HEIGHT),
        ("and so does everybody else's.", lambda deck: True),
    ],
    "four": [
        ("For four: towers that pay everybody", lambda deck: share(deck, "all .*") > share(STANDARD, "all .*")),
        ("and a deck long enough for all to have their turns", lambda deck: turns("four", 4) > turns("standard", 4)),
    ],
    "heights": [
        ("Some floors want to be near the ground, others near the sky", lambda deck: (
            min(share(deck, ".* per floor above"), share(deck, ".* per floor below")) > 0.2
        )),
        ("and whoever ends a tower decides what it was worth", lambda deck: bool(deck.triggers)),
    ],
    "neighbours": [
        ("Your floor is worth what its neighbours make of it", lambda deck: share(deck, "score # per .*") > 0.5),
        ("count names", lambda deck: share(deck, ".* per match") > 0),
        ("count kinds", lambda deck: share(deck, ".* per kind") > 0),
        ("count your own", lambda deck: share(deck, ".* per own floor") > 0),
    ],
    "two": [
        ("For two: a third of the floors take or empty what the other has just claimed", lambda deck: (
            0.3 < share(deck, "take .*", "vacate .*") < 0.36
        )),
    ],
    "wild": [
        ("Large numbers", lambda deck: largest(deck, "score .*") > max(
            largest(other, "score .*") for other in FOUND.built_in.values() if other is not deck
        )),
        ("large disasters", lambda deck: largest(deck, "vacate .*") > largest(STANDARD, "vacate .*")),
        ("no lead is safe until the last tower has fallen", lambda deck: share(deck, "take .*", "vacate .*") > 0.3),
    ],
}  # fmt: skip
"""By deck, what its words claim, and whether it is so; together they are all that it says."""


@pytest.mark.parametrize("name", OURS)
def test_a_deck_is_as_its_words_say(name: str) -> None:
    words = OURS[name].about
    for claim, is_so in CLAIMS[name]:
        assert claim in words
        assert is_so(OURS[name]), claim
        words = words.replace(claim, "")
    assert set(words) <= set(",.: "), words


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
