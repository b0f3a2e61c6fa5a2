"""The optional rules of the sheet, each by itself and beside others."""

from collections import Counter

import pytest

from tests.game.stories import stories
from tests.game.wyoming.positions import GAME, TELLER, do, may, new, of, table
from topping_out.game.options import Preset, resolve
from topping_out.game.wyoming.cards import SUIT_LETTERS
from topping_out.game.wyoming.events import SkyMoved, Tossed

test_the_optional_rules = stories(
    TELLER,
    """
sudden death: an empty pile is not renewed and takes no penny
    4C / 4H, deck 3S, discards 9D, sudden_death > construct 1C @0.0; construct 1H @1.0
    = pile 0; sky 10; hand 0 CCC; events Constructed TurnBegan Drew Constructed TurnBegan
sudden death: seats without cards are passed over
    2C / 1H / 3S, deck -, sudden_death > construct 1C @0.0; construct 1H @1.0; construct 1S @2.0 > construct 1C @0.0
    = turn 2; passed 1; events Constructed TurnBegan Passed TurnBegan
sudden death: the tallest tower wins when no seat has cards
    2C / 3H, deck -, towers 4S 3C, sudden_death > construct 2C @0.1 = winners not yet
    > construct 3H @1.0 = winners 0; scores 5 3; reason sudden death
sudden death: most cards in one tower count, not all towers together
    1C / -, deck -, towers 3S 3C 5D, sudden_death > construct 1C @0.1 = winners 1
sudden death: the ordinary win still counts
    2C / 3H, deck -, towers 9C, sudden_death > construct 2C @0.0 = winners 0; reason tower

deadlines: a seat without a tower at the recycling is out
    2C 5S / 6H / 7D, deck 1S, discards 9D, towers 4C 2H, deadlines > construct 1C @0.0 = in play 0 1; lost 2:7
    > construct 1H @1.0 = turn 0
deadlines: foundations of a removed seat leave play
    2C 5S / 6H / 7D, deck 1S, discards 9D, towers 4C 2H, deadlines > construct 1C @0.0 = may at 2.0 -
    > construct 1H @2.0 ! That seat is out of the game.
deadlines: the only seat left wins at once
    2C 5S / 6H, deck 1S, discards 9D, towers 4C, deadlines > construct 1C @0.0 = winners 0; reason last seat
deadlines: one tower on any foundation is enough
    2C 5S / 6H, deck 1S, discards 9D, towers 4C . . 1D, deadlines > construct 1C @0.0 = in play 0 1
without deadlines nobody is removed
    2C 5S / 6H, deck 1S, discards 9D, towers 4C > construct 1C @0.0 = in play 0 1

tidal: the Sky of two seats starts at eight
    new 2, tidal = sky 8
tidal: the Sky of three seats starts at eight
    new 3, tidal = sky 8
tidal: the Sky of four seats starts at eight
    new 4, tidal = sky 8
without tides no penny is tossed
    4C / 4H, deck 3S, discards 9D > construct 1C @0.0 = events Constructed TurnBegan Drew SkyMoved Recycled

wheel: the reason names the suit that would do
    3D / 7H, towers . . 4C, wheel
    > deconstruct 1D @1.0 ! diamonds do nothing here: clubs build this tower up, hearts knock it down
wheel: the rest of a play stands in the played suit
    5D / 7H, towers . . 3S, wheel > deconstruct 5D @1.0 = towers - - 2D -

finicky: a tower wins with exactly as many cards as there are pennies
    7C / 7H, towers 4C, finicky > construct 6C @0.0 = winners 0
finicky: one card less does not win
    7C / 7H, towers 4C, finicky > construct 5C @0.0 = winners not yet
finicky: one card more does not win
    7C / 7H, towers 4C, finicky > construct 7C @0.0 = winners not yet
finicky: a rival may build a tower past the Sky
    1S / 2C 5H, deck 1S, discards 9D, towers 9C, finicky > construct 1S @0.1; construct 2C @0.0
    = towers 11C 1S - -; winners not yet
finicky: a tower past the Sky wins when it comes down to it
    2D / 7H, towers . . 12C, finicky > deconstruct 2D @1.0 = winners 1
""",
)


@pytest.mark.parametrize(("played", "tower"), ["CD", "DS", "SH", "HC"])
def test_wheel_each_suit_opposes_the_next_one_only(played: str, tower: str) -> None:
    for suit in SUIT_LETTERS:
        expected = {tower: f"deconstruct 1{played}", played: f"construct 1{played}"}.get(suit, "-")
        assert may(table(f"1{played}", "7H", towers=["1S", "1S", f"1{suit}", "1S"], wheel=True), "@1.0") == expected


# -- Tidal Influences


def tides(pennies: int, games: int = 200) -> list[tuple[list[Tossed], int]]:
    """Return the tosses and the move of the Sky at one recycling, over many seeds."""
    found = []
    for seed in range(games):
        state = table("4C", "4H", deck="3S", discards="9D", pennies=pennies, tidal=True)
        state.rng = seed
        events = do(state, "construct 1C @0.0")
        (moved,) = of(events, SkyMoved)
        assert moved.pennies == pennies + moved.by == state.pennies
        found.append((of(events, Tossed), moved.by))
    return found


def test_tidal_more_heads_add_a_penny_and_fewer_take_one() -> None:
    for tosses, by in tides(7):
        (toss,) = tosses
        assert len(toss.heads) == 7
        assert by == (1 if sum(toss.heads) > 3 else -1)
    assert {by for _, by in tides(7)} == {1, -1}


def test_tidal_half_and_half_is_tossed_again() -> None:
    for tosses, by in tides(8):
        *halves, last = (sum(toss.heads) for toss in tosses)
        assert all(heads == 4 for heads in halves)
        assert by == (1 if last > 4 else -1)
    again = Counter(len(tosses) for tosses, _ in tides(8))
    assert again[2] > 20


def test_tidal_every_penny_is_tossed_fairly() -> None:
    heads = [sum(coins) for coins in zip(*(tosses[0].heads for tosses, _ in tides(7, games=400)))]
    assert all(150 <= count <= 250 for count in heads)


# -- together


def test_all_five_rules_can_be_on_at_once() -> None:
    switches = dict.fromkeys(("sudden_death", "deadlines", "tidal", "wheel", "finicky"), True)
    for seats in GAME.seats:
        variant = new(seats, **switches).variant
        assert all(getattr(variant, key) for key in switches)
        assert variant.pennies == 8


def test_every_option_is_a_switch_with_a_line_of_help() -> None:
    for option in GAME.options(2):
        assert option.is_switch or option.key == "first"
        assert 0 < len(option.help) <= 80


def test_remarks_only_where_a_rule_has_no_effect() -> None:
    assert GAME.notes(2, resolve(GAME.options(2), {"deadlines": True, "tidal": True, "wheel": True})) == {}


# -- presets


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("preset", GAME.presets, ids=lambda preset: preset.key)
def test_a_preset_settles_every_optional_rule_whoever_plays(preset: Preset, seats: int) -> None:
    offered = {option.key for option in GAME.options(seats)} - {"first", "foundations"}
    assert dict(preset.options).keys() == offered
    assert new(seats, **dict(preset.options)).pennies == (7 if dict(preset.options)["short"] else 10)


def test_the_first_preset_is_the_rule_sheet_and_what_is_played_unless_chosen() -> None:
    assert dict(GAME.presets[0].options).items() <= resolve(GAME.options(3), {}).items()
