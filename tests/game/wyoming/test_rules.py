"""The sheet of Towers of Wyoming, sentence by sentence; the optional rules in `test_options`."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.game.wyoming.positions import GAME, do, new, of, shown, suits, table, texts
from topping_out.game.engine import IllegalAction
from topping_out.game.wyoming.cards import DECK, SUIT_LETTERS, card_name, suit_of
from topping_out.game.wyoming.events import Constructed, Deconstructed, Drew, Ended, Recycled, SkyMoved, TurnBegan

# -- you need


def test_the_deck_has_25_cards_in_each_of_four_suits() -> None:
    assert Counter(map(suit_of, DECK)) == {0: 25, 1: 25, 2: 25, 3: 25}


def test_the_deck_is_two_poker_decks_less_one_card_a_suit() -> None:
    names = Counter(map(card_name, DECK))
    assert len(names) == 52
    assert [name for name, count in names.items() if count == 1] == ["KS", "KH", "KC", "KD"]


# -- set-up


@pytest.mark.parametrize(
    ("seats", "options", "foundations", "pennies"),
    [(2, {}, 2, 10), (3, {}, 1, 10), (3, {"foundations": 2}, 2, 8), (4, {}, 1, 10)],
)
def test_foundations_and_pennies_go_by_the_number_of_seats(
    seats: int, options: dict[str, object], foundations: int, pennies: int
) -> None:
    state = new(seats, **options)
    assert state.pennies == pennies
    assert all(state.towers_of(seat) == [b""] * foundations for seat in range(seats))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_seat_is_dealt_seven_cards_and_the_rest_is_the_draw_pile(seats: int) -> None:
    state = new(seats)
    assert [len(hand) for hand in state.hands] == [7] * seats
    assert len(state.deck) == 100 - 7 * seats
    assert state.discards == b""
    assert sorted(b"".join([*state.hands, state.deck])) == list(DECK)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_first_seat_may_be_chosen(seat: int) -> None:
    assert GAME.actors(new(3, first=seat)) == {seat}


def test_the_first_seat_is_random_by_default() -> None:
    firsts = Counter(new(4, seed).turn for seed in range(200))
    assert all(30 <= firsts[seat] <= 70 for seat in range(4))


def test_another_seed_deals_other_hands() -> None:
    assert len({tuple(new(2, seed).hands) for seed in range(50)}) == 50


def test_only_three_seats_choose_their_foundations() -> None:
    assert [seats for seats in GAME.seats if "foundations" in {o.key for o in GAME.options(seats)}] == [3]


# -- play


def test_a_turn_begins_with_drawing_up_to_seven() -> None:
    state = table("4C", "2H", deck="5S 9C")
    events = do(state, "construct 1C @0.0")
    assert suits(state.hands[1]) == "HHSSSSS"
    assert [len(event.cards) for event in of(events, Drew)] == [5]


def test_a_full_hand_does_not_draw() -> None:
    state = table("4C", "7H")
    events = do(state, "construct 1C @0.0")
    assert len(state.hands[1]) == 7
    assert not of(events, Drew)


def test_turns_pass_in_order_of_seats() -> None:
    state = table("2C", "7C", "7C", first=0)
    order = [state.turn]
    for _ in range(4):
        do(state, texts(state)[0])
        order.append(state.turn)
    assert order == [0, 1, 2, 0, 1]


def test_one_some_or_all_cards_of_a_suit_may_be_played_but_at_least_one() -> None:
    state = table("3C", "7H")
    assert [text for text in texts(state) if text.endswith("@0.0")] == [f"construct {n}C @0.0" for n in (1, 2, 3)]


def test_no_more_cards_can_be_played_than_are_held() -> None:
    with pytest.raises(IllegalAction, match="there are only 3 clubs in the hand"):
        do(table("3C 4S", "7H"), "construct 4C @0.0")


# -- constructing


def test_any_suit_may_begin_on_an_own_foundation() -> None:
    state = table("1S 1H 1C 1D", "7H")
    assert {text for text in texts(state) if text.endswith("@0.1")} == {f"construct 1{x} @0.1" for x in SUIT_LETTERS}


def test_a_foundation_of_another_seat_is_not_to_be_begun() -> None:
    state = table("3C", "7H")
    assert not any("@1" in text for text in texts(state))
    with pytest.raises(IllegalAction, match="only its owner may begin a tower here"):
        do(state, "construct 1C @1.0")


@pytest.mark.parametrize("place", ["0.0", "1.0"])
def test_cards_construct_on_any_tower_of_their_suit(place: str) -> None:
    state = table("3C", "7H", towers=["4C", "", "4C", ""])
    events = do(state, f"construct 2C @{place}")
    assert shown(state)[2 * int(place[0])] == "6C"
    assert len(of(events, Constructed)[0].cards) == 2


def test_cards_of_an_indifferent_suit_do_nothing_to_a_tower() -> None:
    reason = "clubs do nothing here: spades build this tower up, hearts knock it down"
    for play in ("construct 1C @1.0", "deconstruct 1C @1.0"):
        with pytest.raises(IllegalAction, match=reason):
            do(table("3C", "7H", towers=["", "", "4S"]), play)


# -- deconstructing


@pytest.mark.parametrize(
    ("count", "left", "discards"),
    [(1, "3H", "HS"), (3, "1H", "HHHSSS"), (4, "-", "HHHHSSSS"), (5, "1S", "HHHHSSSS"), (7, "3S", "HHHHSSSS")],
)
def test_each_card_takes_one_of_the_tower_and_what_is_over_stands_as_the_new_one(
    count: int, left: str, discards: str
) -> None:
    state = table("7S", "7H", towers=["", "", "4H", ""])
    do(state, f"deconstruct {count}S @1.0")
    assert shown(state) == ["-", "-", left, "-"]
    assert suits(state.discards) == discards


def test_the_top_of_the_tower_falls_first() -> None:
    state = table("2S", "7H", towers=["", "", "4H", ""])
    tower, hand = state.towers[2], state.hands[0]
    (event,) = of(do(state, "deconstruct 2S @1.0"), Deconstructed)
    assert state.towers[2] == tower[:2]
    assert (event.spent, event.fallen, event.rising) == (tuple(hand), (tower[2], tower[3]), ())


def test_the_new_tower_is_still_its_owners() -> None:
    state = table("7S", "7H", towers=["", "", "4H", ""], pennies=2)
    do(state, "deconstruct 7S @1.0")
    assert GAME.outcome(state).winners == (1,)


def test_an_own_tower_may_be_deconstructed() -> None:
    state = table("3S", "7H", towers=["2H"])
    do(state, "deconstruct 3S @0.0")
    assert shown(state)[0] == "1S"


@pytest.mark.parametrize(("played", "tower"), [("S", "H"), ("H", "S"), ("C", "D"), ("D", "C")])
def test_each_suit_opposes_one_other_and_is_opposed_by_it(played: str, tower: str) -> None:
    for suit in SUIT_LETTERS:
        state = table(f"1{played}", "7H", towers=["1S", "1S", f"1{suit}", "1S"])
        kind = {tower: "deconstruct", played: "construct"}.get(suit)
        assert [text for text in texts(state) if "@1.0" in text] == ([f"{kind} 1{played} @1.0"] if kind else [])


def test_a_play_must_be_called_by_its_name() -> None:
    state = table("3C 3D", "7H", towers=["2C"])
    with pytest.raises(IllegalAction, match="clubs cannot deconstruct there"):
        do(state, "deconstruct 1C @0.0")
    with pytest.raises(IllegalAction, match="diamonds cannot construct there"):
        do(state, "construct 1D @0.0")


def test_a_foundation_that_is_not_there_is_refused() -> None:
    with pytest.raises(IllegalAction, match="there is no such foundation in the game"):
        do(table("3C", "7H", "7H"), "construct 1C @0.1")
    with pytest.raises(IllegalAction, match="there is no such foundation in the game"):
        do(table("3C", "7H"), "construct 1C @2.0")


# -- the end of the deck


def test_when_the_pile_runs_out_a_penny_leaves_and_the_discards_become_the_pile() -> None:
    state = table("4C", "4H", deck="3S", discards="6D 2H")
    events = do(state, "construct 1C @0.0")
    assert state.pennies == 9
    assert suits(state.deck) == "DDDDDDHH"
    assert state.discards == b""
    assert [type(event) for event in events] == [Constructed, TurnBegan, Drew, SkyMoved, Recycled]


def test_the_recycled_cards_are_shuffled() -> None:
    decks = set()
    for seed in range(20):
        state = table("4C", "4H", deck="3S", discards="9D 9H")
        state.rng = seed
        do(state, "construct 1C @0.0")
        decks.add(state.deck)
    assert len(decks) == 20


# -- winning


def test_a_tower_of_more_cards_than_pennies_wins_at_the_end_of_the_turn() -> None:
    state = table("7C", "7H", towers=["", "4C"])
    events = do(state, "construct 7C @0.1")
    outcome = GAME.outcome(state)
    assert (outcome.winners, outcome.scores, outcome.reason) == ((0,), (11, 0), "tower")
    assert events[-1] == Ended(outcome)
    assert GAME.actors(state) == frozenset()


def test_a_tower_as_tall_as_the_sky_does_not_win_yet() -> None:
    state = table("6C", "7H", towers=["", "4C"])
    do(state, "construct 6C @0.1")
    assert GAME.outcome(state) is None


def test_any_seat_may_win_at_the_end_of_any_turn() -> None:
    state = table("1C 6S", "7H", "7H", towers=["", "10C", ""])
    do(state, "construct 1C @1.0")
    assert GAME.outcome(state).winners == (1,)


def test_a_falling_penny_lets_a_standing_tower_win_at_the_turns_end() -> None:
    state = table("1C", "4H", deck="3S", discards="9D", towers=["10C"])
    do(state, "construct 1C @0.1")
    assert state.pennies == 9
    assert GAME.outcome(state) is None
    do(state, "construct 1S @1.0")
    assert GAME.outcome(state).winners == (0,)


def test_a_tower_knocked_down_before_the_turn_ends_does_not_win() -> None:
    state = table("1C", "4D", deck="3S", discards="9D", towers=["10C"])
    do(state, "construct 1C @0.1", "deconstruct 1D @0.0")
    assert GAME.outcome(state) is None


# -- text forms


@pytest.mark.parametrize("text", ["construct 3C @1.0", "deconstruct 2H @0.1 #26,40", "discard 2S", "discard 1D #99"])
def test_the_text_of_a_play_parses_back(text: str) -> None:
    assert str(GAME.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "construct", "construct 3C", "construct 3C @0", "construct 0C @0.0", "construct 8C @0.0"),
        *("construct 3X @0.0", "construct 3C @4.0", "construct 3C @0.2", "construct 3C @0.0 ", "Construct 3C @0.0"),
        *("discard 3C @0.0", "construct 3C @0.0 #", "construct 3C @0.0 #100", "pass"),
    ],
)
def test_text_that_is_no_play_is_refused_with_examples(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a play: write `construct 3C @1\.0`"):
        GAME.parse(text)


def test_the_very_cards_may_be_named() -> None:
    state = table("4C", "7H")
    hand = state.hands[0]
    do(state, f"construct 2C @0.0 #{hand[3]},{hand[1]}")
    assert state.towers[0] == bytes((hand[3], hand[1]))
    assert state.hands[0] == bytes((hand[0], hand[2]))


def test_named_cards_must_be_held_be_of_the_suit_and_be_as_many_as_said() -> None:
    state = table("4C 1S", "7H")
    clubs, spade = state.hands[0][:4], state.hands[0][4]
    for named in (f"{clubs[0]}", f"{clubs[0]},{clubs[0]}", f"{clubs[0]},{spade}", f"{clubs[0]},74"):
        with pytest.raises(IllegalAction, match="these cards are not in the hand"):
            do(state, f"construct 2C @0.0 #{named}")


# -- the move log


def test_the_move_log_tells_the_story() -> None:
    state = table("5C 2S", "7H", towers=["", "8C", "3H"])
    events = do(state, "deconstruct 2S @1.0", "construct 3H @1.0", "construct 3C @0.1")
    told = [GAME.describe(GAME.redact(event, None), ("Ana", "Bo")) for event in events]
    assert [sentence for sentence in told if sentence] == [
        "Ana plays 2 spades and knocks 2 hearts off Bo's tower.",
        "Bo constructs 3 hearts on their own tower.",
        "Ana draws 2.",
        "Ana constructs 3 clubs on their own tower.",
        "Ana wins with a tower of 11.",
    ]
