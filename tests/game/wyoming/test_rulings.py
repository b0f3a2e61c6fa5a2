"""Our rulings on Towers of Wyoming, W1 to W11, each by its name."""

from __future__ import annotations

import pytest

from tests.game.wyoming.positions import GAME, do, new, of, shown, suits, table, texts
from topping_out.game.engine import IllegalAction
from topping_out.game.options import resolve
from topping_out.game.wyoming.cards import PAIRS, WHEEL
from topping_out.game.wyoming.events import (
    Discarded,
    Drew,
    Ended,
    LostContract,
    Passed,
    Recycled,
    SkyMoved,
    Tossed,
    TurnBegan,
)

# -- W1: the pile runs out the moment its last card is drawn


def test_w1_the_penny_falls_with_the_last_card_though_nobody_wants_another() -> None:
    state = table("4C", "4H", deck="3S", discards="9D")
    do(state, "construct 1C @0.0")
    assert (state.pennies, len(state.deck)) == (9, 9)


def test_w1_in_the_middle_of_a_draw_the_new_pile_is_drawn_from_on() -> None:
    state = table("4C", "1H", deck="2S", discards="9D")
    events = do(state, "construct 1C @0.0")
    assert suits(state.hands[1]) == "DDDDHSS"
    assert [type(event) for event in events[2:]] == [Drew, SkyMoved, Recycled, Drew]
    assert len(state.deck) == 5


def test_w1_a_short_new_pile_may_run_out_again_in_the_same_draw() -> None:
    state = table("2C", "", deck="2S", discards="3D")
    events = do(state, "construct 1C @0.0")
    assert state.pennies == 8
    assert len(of(events, SkyMoved)) == 2
    assert suits(state.hands[1]) == "DDDSS"


# -- W2: nothing to recycle


def test_w2_with_no_discards_the_penny_still_goes_and_the_drawer_plays_with_what_it_has() -> None:
    state = table("4C", "1H", deck="2S")
    events = do(state, "construct 1C @0.0")
    assert (state.pennies, state.owed) == (9, True)
    assert suits(state.hands[1]) == "HSS"
    assert not of(events, Recycled)
    assert state.copy() == state


def test_w2_the_recycling_is_retried_at_the_next_draw_for_no_further_penny() -> None:
    state = table("4C", "1D", deck="2S")
    do(state, "construct 1C @0.0")
    events = do(state, "deconstruct 1D @0.0")
    assert suits(state.hands[0]) == "CCCCD"
    assert of(events, Recycled) == [Recycled(2)]
    assert state.pennies == 8, "the two recycled cards ran out in turn: that is a penny of its own"


def test_w2_a_retry_that_leaves_cards_costs_nothing() -> None:
    state = table("7S", "4D", deck="3H", towers=["7C", "", "5S", ""])
    do(state, "construct 3S @1.0")
    assert (state.pennies, state.owed) == (9, True)
    do(state, "deconstruct 4D @0.0")
    assert (state.pennies, state.owed) == (9, False)
    assert len(state.deck) == 5


def test_w2_while_nothing_can_be_recycled_no_more_pennies_go() -> None:
    state = table("4C", "1H", deck="2S")
    do(state, "construct 1C @0.0", "construct 1H @1.0", "construct 1C @0.0", "construct 1S @1.1")
    assert (state.pennies, state.owed) == (9, True)


def test_w2_under_tidal_influences_the_toss_takes_the_pennys_place_here_too_once_and_may_raise_the_sky() -> None:
    found = set()
    for seed in range(40):
        state = table("4C", "1H", deck="2S", tidal=True)
        state.rng = seed
        (moved,) = of(do(state, "construct 1C @0.0"), SkyMoved)
        found.add(moved.by)
        assert not of(do(state, "construct 1H @1.0"), SkyMoved), "it is tossed once"
    assert found == {1, -1}


# -- W3: cards but no legal play


def test_w3_a_seat_without_a_legal_play_discards_cards_of_one_suit() -> None:
    state = table("2H 1S", "7H", "7H", towers=["4D", "4C", ""])
    assert texts(state) == ["discard 1S", "discard 1H", "discard 2H"]
    events = do(state, "discard 2H")
    assert suits(state.discards) == "HH"
    assert len(of(events, Discarded)[0].cards) == 2
    assert state.turn == 1


def test_w3_a_seat_that_can_play_may_not_discard() -> None:
    with pytest.raises(IllegalAction, match="a seat that can play may not discard instead"):
        do(table("3C", "7H"), "discard 1C")


def test_w3_with_no_cards_at_all_a_seat_passes() -> None:
    state = table("3C", "", deck="-")
    events = do(state, "construct 1C @0.0")
    assert of(events, Passed) == [Passed(1)]
    assert state.turn == 0


# -- W4: several winners at the end of one turn


def test_w4_the_tallest_winning_tower_wins() -> None:
    state = table("7H", "3H 1S", deck="3S", discards="9D", towers=["10C", "", "9S", ""])
    do(state, "construct 1H @0.1", "construct 2S @1.0")
    outcome = GAME.outcome(state)
    assert (outcome.winners, outcome.scores) == ((1,), (10, 11))


def test_w4_equal_heights_share_the_win() -> None:
    state = table("7H", "3H 1S", deck="3S", discards="9D", towers=["10C", "", "9S", ""])
    do(state, "construct 1H @0.1", "construct 1S @1.0")
    assert GAME.outcome(state).winners == (0, 1)


def test_w4_under_finicky_clients_a_taller_tower_does_not_win() -> None:
    state = table("7H", "3H 1S", deck="3S", discards="9D", towers=["12C", "", "8S", ""], finicky=True)
    do(state, "construct 1H @0.1", "construct 1S @1.0")
    assert GAME.outcome(state).winners == (1,)


# -- W5: X opposes Y


def test_w5_what_opposes_deconstructs_both_ways_but_for_the_wheel() -> None:
    assert all(PAIRS[PAIRS[suit]] == suit for suit in PAIRS)
    assert all(WHEEL[WHEEL[suit]] != suit for suit in WHEEL)


def test_w5_clubs_deconstruct_diamonds_under_the_wheel_but_diamonds_not_clubs() -> None:
    assert "deconstruct 1C @1.0" in texts(table("1C", "7H", towers=["", "", "2D"], wheel=True))
    with pytest.raises(IllegalAction, match="diamonds do nothing here"):
        do(table("1D", "7H", towers=["", "", "2C"], wheel=True), "deconstruct 1D @1.0")


# -- W6: Contractual Deadlines


def test_w6_the_hand_of_a_removed_seat_joins_the_recycled_cards() -> None:
    state = table("2C 5S", "6H", "7D", deck="1S", discards="9C", towers=["4C", "2H"], deadlines=True)
    events = do(state, "construct 1C @0.0")
    assert state.hands[2] == b""
    assert suits(state.deck) == "C" * 9 + "D" * 7
    assert of(events, Recycled) == [Recycled(16)]
    assert [type(e) for e in events if isinstance(e, (LostContract, Recycled))] == [LostContract, Recycled]


def test_w6_where_every_seat_lacks_a_tower_none_is_removed() -> None:
    state = table("2D", "4H", deck="3S", discards="9H", towers=["2C"], deadlines=True)
    do(state, "deconstruct 2D @0.0")
    assert (state.in_play, GAME.outcome(state)) == ((0, 1), None)


def test_w6_the_turn_of_the_drawing_seat_ends_when_it_is_removed() -> None:
    state = table("2C 5S", "4D", "7H", deck="2S", discards="9D", towers=["4C", "", "2H"], deadlines=True)
    events = do(state, "construct 1C @0.0")
    assert state.in_play == (0, 2)
    assert state.turn == 2
    assert of(events, LostContract) == [LostContract(1, 6)]
    assert of(events, TurnBegan) == [TurnBegan(1), TurnBegan(2)]
    assert not of(events, Passed)


def test_w6_one_seat_left_wins_at_once_in_the_middle_of_a_draw() -> None:
    state = table("2C 5S", "4D", deck="2S", discards="9D", towers=["4C"], deadlines=True)
    events = do(state, "construct 1C @0.0")
    assert [type(e) for e in events[2:]] == [Drew, SkyMoved, LostContract, Recycled, Ended]
    assert GAME.outcome(state).winners == (0,)


# -- W7: Sudden Death switches the recycling off


def test_w7_deadlines_and_the_toss_never_happen_under_sudden_death() -> None:
    options = {"sudden_death": True, "deadlines": True, "tidal": True}
    state = table("4C", "4H", deck="3S", discards="9D", towers=["", "2C"], **options)
    events = do(state, "construct 1C @0.0", "construct 1H @1.0")
    assert state.pennies == 8
    assert state.in_play == (0, 1)
    assert not of(events, Tossed) + of(events, LostContract) + of(events, Recycled)


def test_w7_the_set_up_says_so() -> None:
    chosen = resolve(GAME.options(2), {"sudden_death": True, "deadlines": True, "tidal": True, "wheel": True})
    assert GAME.notes(2, chosen) == {
        "deadlines": "No effect with Sudden Death: there is no reshuffle.",
        "tidal": "With Sudden Death it only sets 8 pennies: there is no toss.",
    }


# -- W8: Sky at 0


def test_w8_under_a_sky_of_none_any_tower_wins() -> None:
    state = table("4C", "4H", deck="3S", discards="9D", pennies=1)
    do(state, "construct 1C @0.0")
    assert state.pennies == 0
    do(state, "construct 1H @1.0")
    assert GAME.outcome(state).winners == (0, 1)


def test_w8_under_finicky_clients_the_game_ends_at_once_and_the_tallest_tower_wins() -> None:
    state = table("4C", "4H", deck="3S", discards="9D", towers=["", "", "5D", ""], pennies=1, finicky=True)
    events = do(state, "construct 2C @0.0")
    outcome = GAME.outcome(state)
    assert (outcome.winners, outcome.scores, outcome.reason) == ((1,), (2, 5), "sky")
    assert isinstance(events[-1], Ended)


def test_w8_nothing_is_recycled_and_nobody_is_put_out_once_the_game_has_ended() -> None:
    """What records say stays: a second end came only where it gave the same seat the win."""
    towers, switches = ["", "", "5D", ""], {"pennies": 1, "finicky": True, "deadlines": True}
    state = table("4C", "4H", deck="1S", discards="9D", towers=towers, **switches)
    events = do(state, "deconstruct 2C @1.0")
    assert [type(event) for event in events[-2:]] == [SkyMoved, Ended]
    outcome = GAME.outcome(state)
    assert (outcome.winners, outcome.scores, outcome.reason) == ((1,), (0, 3), "sky")
    assert state.in_play == (0, 1)


def test_w8_ties_under_finicky_clients_share_the_win_as_w4_says() -> None:
    state = table("4C", "4H", deck="3S", discards="9D", towers=["", "", "2D", ""], pennies=1, finicky=True)
    do(state, "construct 2C @0.0")
    assert GAME.outcome(state).winners == (0, 1)


# -- W9: Sudden Death ties


def test_w9_equal_towers_share_the_win() -> None:
    state = table("2C", "3H", deck="-", towers=["3C", "", "2H", ""], sudden_death=True)
    do(state, "construct 2C @0.0", "construct 3H @1.0")
    assert GAME.outcome(state).winners == (0, 1)


def test_w9_no_tower_at_all_is_a_draw_without_a_winner() -> None:
    state = table("2C", "", deck="-", towers=["", "", "2D"], sudden_death=True)
    events = do(state, "deconstruct 2C @1.0")
    assert GAME.outcome(state).winners == ()
    assert GAME.describe(events[-1], ("Ana", "Bo")) == "Nobody has a tower: a draw."


# -- W10: nobody can move


def test_w10_without_any_card_to_hold_or_draw_the_tallest_tower_wins() -> None:
    state = table("2C", "", deck="-", towers=["3C", "", "4H", ""])
    do(state, "construct 2C @0.0")
    outcome = GAME.outcome(state)
    assert (outcome.winners, outcome.reason) == ((0,), "stuck")


def test_w10_discards_that_can_be_recycled_keep_the_game_going() -> None:
    state = table("2C", "", deck="-", discards="9D", towers=["3C", "", "4H", ""])
    state.owed = True
    do(state, "construct 2C @0.0")
    assert GAME.outcome(state) is None
    assert suits(state.hands[1]) == "D" * 7
    assert shown(state)[0] == "5C"


# -- W11: a short game


@pytest.mark.parametrize(
    ("seats", "options", "pennies"),
    [(2, {}, 7), (3, {}, 7), (4, {}, 7), (3, {"foundations": 2}, 6), (2, {"tidal": True}, 6), (4, {"tidal": True}, 6)],
)
def test_w11_a_short_game_begins_with_7_pennies_where_the_sheet_has_10_and_6_where_it_has_8(
    seats: int, options: dict[str, object], pennies: int
) -> None:
    assert new(seats, **options).pennies == {7: 10, 6: 8}[pennies]
    assert new(seats, short=True, **options).pennies == pennies


def test_w11_a_tower_of_eight_wins_a_short_game_and_no_other() -> None:
    for short, winners in ((True, (0,)), (False, None)):
        state = table("1C", "1H", deck="9D", towers=["7C"], short=short)
        do(state, "construct 1C @0.0")
        outcome = GAME.outcome(state)
        assert (outcome.winners if outcome else None) == winners
