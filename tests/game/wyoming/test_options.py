"""The optional rules of the sheet, each by itself and beside others."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.game.wyoming.positions import GAME, do, new, of, shown, suits, table, texts
from topping_out.game.engine import IllegalAction
from topping_out.game.options import Preset, resolve
from topping_out.game.wyoming.cards import SUIT_LETTERS
from topping_out.game.wyoming.events import Drew, LostContract, Passed, Recycled, SkyMoved, Tossed

# -- Sudden Death


def test_sudden_death_an_empty_pile_is_not_renewed_and_takes_no_penny() -> None:
    state = table("4C", "4H", deck="3S", discards="9D", sudden_death=True)
    events = do(state, "construct 1C @0.0", "construct 1H @1.0")
    assert state.deck == b""
    assert state.pennies == 10
    assert suits(state.hands[0]) == "CCC"
    assert not of(events, SkyMoved) + of(events, Recycled)


def test_sudden_death_seats_without_cards_are_passed_over() -> None:
    state = table("2C", "1H", "3S", deck="-", sudden_death=True)
    do(state, "construct 1C @0.0", "construct 1H @1.0", "construct 1S @2.0")
    events = do(state, "construct 1C @0.0")
    assert state.turn == 2
    assert of(events, Passed) == [Passed(1)]
    assert not of(events, Drew)


def test_sudden_death_the_tallest_tower_wins_when_no_seat_has_cards() -> None:
    state = table("2C", "3H", deck="-", towers=["4S", "3C"], sudden_death=True)
    do(state, "construct 2C @0.1")
    assert GAME.outcome(state) is None
    do(state, "construct 3H @1.0")
    outcome = GAME.outcome(state)
    assert (outcome.winners, outcome.scores, outcome.reason) == ((0,), (5, 3), "sudden death")


def test_sudden_death_most_cards_in_one_tower_count_not_all_towers_together() -> None:
    state = table("1C", "", deck="-", towers=["3S", "3C", "5D"], sudden_death=True)
    do(state, "construct 1C @0.1")
    assert GAME.outcome(state).winners == (1,)


def test_sudden_death_the_ordinary_win_still_counts() -> None:
    state = table("2C", "3H", deck="-", towers=["9C"], sudden_death=True)
    do(state, "construct 2C @0.0")
    assert GAME.outcome(state).reason == "tower"


# -- Contractual Deadlines


def test_deadlines_a_seat_without_a_tower_at_the_recycling_is_out() -> None:
    state = table("2C 5S", "6H", "7D", deck="1S", discards="9D", towers=["4C", "2H"], deadlines=True)
    events = do(state, "construct 1C @0.0")
    assert state.in_play == (0, 1)
    assert of(events, LostContract) == [LostContract(2, 7)]
    do(state, "construct 1H @1.0")
    assert state.turn == 0


def test_deadlines_foundations_of_a_removed_seat_leave_play() -> None:
    state = table("2C 5S", "6H", "7D", deck="1S", discards="9D", towers=["4C", "2H"], deadlines=True)
    do(state, "construct 1C @0.0")
    assert not any("@2" in text for text in texts(state))
    with pytest.raises(IllegalAction, match="there is no such foundation in the game"):
        do(state, "construct 1H @2.0")


def test_deadlines_the_only_seat_left_wins_at_once() -> None:
    state = table("2C 5S", "6H", deck="1S", discards="9D", towers=["4C"], deadlines=True)
    do(state, "construct 1C @0.0")
    outcome = GAME.outcome(state)
    assert (outcome.winners, outcome.reason) == ((0,), "last seat")


def test_deadlines_one_tower_on_any_foundation_is_enough() -> None:
    state = table("2C 5S", "6H", deck="1S", discards="9D", towers=["4C", "", "", "1D"], deadlines=True)
    do(state, "construct 1C @0.0")
    assert state.in_play == (0, 1)


def test_without_deadlines_nobody_is_removed() -> None:
    state = table("2C 5S", "6H", deck="1S", discards="9D", towers=["4C"])
    do(state, "construct 1C @0.0")
    assert state.in_play == (0, 1)


# -- Tidal Influences


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tidal_the_sky_starts_at_eight(seats: int) -> None:
    assert new(seats, tidal=True).pennies == 8


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


def test_without_tides_no_penny_is_tossed() -> None:
    assert not of(do(table("4C", "4H", deck="3S", discards="9D"), "construct 1C @0.0"), Tossed)


# -- Wheel of Opposition


@pytest.mark.parametrize(("played", "tower"), [("C", "D"), ("D", "S"), ("S", "H"), ("H", "C")])
def test_wheel_each_suit_opposes_the_next_one_only(played: str, tower: str) -> None:
    for suit in SUIT_LETTERS:
        state = table(f"1{played}", "7H", towers=["1S", "1S", f"1{suit}", "1S"], wheel=True)
        kind = {tower: "deconstruct", played: "construct"}.get(suit)
        assert [text for text in texts(state) if "@1.0" in text] == ([f"{kind} 1{played} @1.0"] if kind else [])


def test_wheel_the_reason_names_the_suit_that_would_do() -> None:
    reason = "diamonds do nothing here: clubs build this tower up, hearts knock it down"
    with pytest.raises(IllegalAction, match=reason):
        do(table("3D", "7H", towers=["", "", "4C"], wheel=True), "deconstruct 1D @1.0")


def test_wheel_the_rest_of_a_play_stands_in_the_played_suit() -> None:
    state = table("5D", "7H", towers=["", "", "3S"], wheel=True)
    do(state, "deconstruct 5D @1.0")
    assert shown(state)[2] == "2D"


# -- Finicky Clients


def test_finicky_a_tower_wins_with_exactly_as_many_cards_as_there_are_pennies() -> None:
    state = table("7C", "7H", towers=["4C"], finicky=True)
    do(state, "construct 6C @0.0")
    assert GAME.outcome(state).winners == (0,)


@pytest.mark.parametrize("count", [5, 7])
def test_finicky_one_card_less_or_more_does_not_win(count: int) -> None:
    state = table("7C", "7H", towers=["4C"], finicky=True)
    do(state, f"construct {count}C @0.0")
    assert GAME.outcome(state) is None


def test_finicky_a_rival_may_build_a_tower_past_the_sky() -> None:
    state = table("1S", "2C 5H", deck="1S", discards="9D", towers=["9C"], finicky=True, first=0)
    do(state, "construct 1S @0.1", "construct 2C @0.0")
    assert shown(state)[0] == "11C"
    assert GAME.outcome(state) is None


def test_finicky_a_tower_past_the_sky_wins_when_it_comes_down_to_it() -> None:
    state = table("2D", "7H", towers=["", "", "12C"], finicky=True)
    do(state, "deconstruct 2D @1.0")
    assert GAME.outcome(state).winners == (1,)


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
