"""The effects that decks of ours have beyond the box (F8): what each counts, in points and in words."""

import pytest

from tests.game.towers.positions import NAMES
from topping_out.game.towers.decks import parse_deck
from topping_out.game.towers.scoring import account
from topping_out.game.towers.words import floor_words, step_words
from topping_out.scenes.towers.tips import effects_in_full

DECK = parse_deck(
    b"""
title = "Counting"
[[floor]]
name = "GARDEN"
count = 10
effect = ["score 2 per floor below"]
[[floor]]
name = "CLUB"
count = 10
effect = ["score 2 per own floor"]
[[floor]]
name = "GHOST"
count = 10
effect = ["score 3 per vacant floor"]
[[floor]]
name = "BAZAAR"
count = 10
effect = ["score 1 per kind"]
[[floor]]
name = "LANDLORD"
count = 10
effect = ["take 1 below"]
[[floor]]
name = "FLOOD"
count = 10
effect = ["vacate 4 below"]
""",
    "counting.toml",
)


def scored(*tower: str) -> list[str]:
    """Return the account in words of a tower, ground floor first: `CLUB:0` is owned by the first seat."""
    names, owners = zip(*(text.split(":") if ":" in text else (text, "255") for text in tower))
    kinds = bytes(DECK.kind_named[name] for name in names)
    found = account(DECK, kinds, bytes(map(int, owners)), [4, 4], 20)
    return [step_words(step, NAMES) for step in found.steps if step.owner is not None]


@pytest.mark.parametrize(
    ("tower", "said"),
    [
        (["GARDEN:0"], ["Ana's GARDEN: scores nothing."]),
        (["BAZAAR", "GHOST", "GARDEN:1"], ["GARDEN: Bo 2 floors below × 2 = 4."]),
        (["CLUB:0", "GHOST", "BAZAAR:1", "GARDEN"], ["BAZAAR: Bo 4 kinds of floors × 1 = 4.",
                                                    "CLUB: Ana 1 own floor × 2 = 2."]),
        (["BAZAAR", "BAZAAR", "BAZAAR:0"], ["BAZAAR: Ana 1 kind of floor × 1 = 1."]),
        (["GHOST:0", "GARDEN", "GARDEN"], ["GHOST: Ana 2 vacant floors × 3 = 6."]),
        (["GHOST:1"], ["Bo's GHOST: scores nothing."]),
    ],
)  # fmt: skip
def test_an_effect_counts_the_floors_of_its_tower(tower: list[str], said: list[str]) -> None:
    assert scored(*tower) == said


def test_what_is_owned_and_what_is_vacant_counts_at_that_moment() -> None:
    assert scored("CLUB:0", "GARDEN:1", "LANDLORD:0") == [
        "Ana's LANDLORD: floor 2 now belongs to Ana.",
        "GARDEN: Ana 1 floor below × 2 = 2.",
        "CLUB: Ana 3 own floors × 2 = 6.",
    ]
    assert scored("GHOST:0", "GARDEN:1", "CLUB:1", "GHOST:0", "FLOOD:1")[1:] == []
    assert scored("FLOOD:1", "GARDEN:1", "GHOST:0", "CLUB:0")[1] == "Ana's GHOST: scores nothing."


def test_a_flood_leaves_nobody_below_it() -> None:
    assert scored("CLUB:0", "CLUB:1", "GHOST:0", "FLOOD:1") == ["Bo's FLOOD: floors 3, 2 and 1 are now vacant."]


def test_cards_and_tips_say_what_is_counted() -> None:
    said = [(floor_words(floor), effects_in_full(floor)) for floor in DECK.floors[:4]]
    assert said == [
        ("2 per floor below", "Its owner scores 2 for each floor below it."),
        ("2 per own floor", "Its owner scores 2 for each floor they own in the tower."),
        ("3 per vacant floor", "Its owner scores 3 for each vacant floor in the tower."),
        ("1 per kind of floor", "Its owner scores 1 for each different floor in the tower, vacant ones too."),
    ]
