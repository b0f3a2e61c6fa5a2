"""A turn of Towering: play one card, then draw one."""

from __future__ import annotations

import pytest

from tests.game.towering.positions import GAME, NAMES, Stage, cards, do, new, table, texts, tower
from topping_out.game.engine import IllegalAction
from topping_out.game.towering.actions import BUILDS, DISCARDS, DRAW_PILE, TAKES
from topping_out.game.towering.events import Built, Discarded, Drew, Took, TurnBegan
from topping_out.game.towering.state import State


def refusal(state: State, text: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        GAME.check(state, state.turn, GAME.parse(text))
    assert text not in texts(state)
    return str(caught.value)


# -- the deal


def test_each_seat_is_dealt_8_and_the_rest_is_the_draw_pile() -> None:
    state = new()
    assert [len(hand) for hand in state.hands] == [8, 8]
    assert len(state.deck) == 66 - 16
    assert not any(state.towers)
    assert not any(state.discards)


def test_the_same_seed_deals_the_same_cards() -> None:
    assert new(5) == new(5)
    assert new(5) != new(6)


def test_t4_the_first_seat_is_chosen_or_random() -> None:
    assert [new(first=seat).turn for seat in (0, 1)] == [0, 1]
    assert {new(seed).turn for seed in range(20)} == {0, 1}


# -- building


def test_any_card_begins_a_tower() -> None:
    state = table(hands=("b2 r10 gm", ""))
    assert texts(state)[:3] == ["build b2", "build r10", "build gm"]


def test_a_floor_must_be_higher_than_every_floor_below() -> None:
    state = table(hands=("r4 r5 r6 r10", ""), towers=("r2 r5", ""))
    assert [text for text in texts(state) if text.startswith("build")] == ["build r6", "build r10"]
    assert refusal(state, "build r4") == "the red tower is at 5 already: only higher cards fit"


def test_materials_lie_on_each_other_before_the_first_floor() -> None:
    state = table(hands=("rm rm r2", ""), towers=("rm rm", ""))
    do(state, "build rm")
    assert tower(state, 0, "r") == cards("rm rm rm")


def test_materials_are_refused_once_a_floor_is_built() -> None:
    state = table(hands=("rm", ""), towers=("rm r2", ""))
    assert refusal(state, "build rm") == "materials can be laid only before the first building card"


def test_floors_may_be_left_out() -> None:
    state = table(hands=("y10", ""), towers=("ym", ""))
    do(state, "build y10")
    assert tower(state, 0, "y") == cards("ym y10")


def test_a_seat_builds_only_in_its_own_row() -> None:
    state = table(hands=("r3", ""), towers=("", "r9"))
    do(state, "build r3")
    assert tower(state, 0, "r") == cards("r3")
    assert tower(state, 1, "r") == cards("r9")


def test_only_a_card_in_the_hand_can_be_played() -> None:
    state = table(hands=("r3", "r4"))
    assert refusal(state, "build r4") == "red 4 is not in the hand"
    assert refusal(state, "discard ym") == "yellow material is not in the hand"


def test_t8_of_materials_that_are_alike_one_stands_for_all_and_one_is_moved() -> None:
    state = table(hands=("rm rm rm", ""))
    assert texts(state) == ["build rm", "discard rm"]
    assert do(state, "build rm") == [Built(0, cards("rm")[0])]
    assert state.hands[0] == cards("rm rm")


# -- discarding


def test_any_card_may_be_discarded_on_its_colours_pile() -> None:
    state = table(hands=("r3 ym", ""), discards="r5 y2")
    assert do(state, "discard r3") == [Discarded(0, cards("r3")[0])]
    assert state.discards[1] == cards("r5 r3")
    assert state.discards[2] == cards("y2")


def test_both_seats_share_the_discard_piles() -> None:
    state = table(hands=("r3", "g4"))
    do(state, "discard r3", "draw pile", "discard g4")
    assert texts(state) == ["draw pile", "draw r"]


# -- drawing


def test_a_turn_is_a_play_and_then_a_draw() -> None:
    state = table(hands=("r3 r4", "b2"), discards="g4")
    assert refusal(state, "draw pile") == "play a card first, then draw one"
    do(state, "build r3")
    assert (state.turn, state.stage) == (0, Stage.DRAW)
    assert refusal(state, "build r4") == "a card is played already: now draw one"
    assert texts(state) == ["draw pile", "draw g"]
    do(state, "draw g")
    assert (state.turn, state.stage) == (1, Stage.PLAY)


def test_the_pile_gives_its_top_card() -> None:
    state = table(hands=("r3", ""), deck="b2 b3 b9")
    events = do(state, "build r3", "draw pile")
    assert state.hands[0] == cards("b9")
    assert state.deck == cards("b2 b3")
    assert events[1:] == [Drew(0, cards("b9")[0]), TurnBegan(1)]


def test_a_discard_pile_gives_its_top_card() -> None:
    state = table(hands=("r3", ""), discards="b2 b9 b4")
    events = do(state, "build r3", "draw b")
    assert state.hands[0] == cards("b4")
    assert state.discards[0] == cards("b2 b9")
    assert events[1:] == [Took(0, cards("b4")[0]), TurnBegan(1)]


def test_an_empty_discard_pile_gives_nothing() -> None:
    state = table(hands=("r3", ""))
    do(state, "build r3")
    assert refusal(state, "draw y") == "there is no yellow card among the discards"


def test_t3_the_card_just_discarded_may_not_be_taken_back() -> None:
    state = table(hands=("r3", "b2"), discards="r9 y2")
    do(state, "discard r3")
    assert texts(state) == ["draw pile", "draw y"]
    assert refusal(state, "draw r") == "the card just discarded may not be taken back in the same turn"


def test_t3_holds_for_that_turn_only() -> None:
    state = table(hands=("r3", "b2"))
    do(state, "discard r3", "draw pile", "build b2")
    assert texts(state) == ["draw pile", "draw r"]


def test_t3_building_bars_no_pile() -> None:
    state = table(hands=("r3", "b2"), discards="r9")
    do(state, "build r3")
    assert texts(state) == ["draw pile", "draw r"]


def test_t3_the_option_allows_taking_back() -> None:
    state = table(hands=("r3", "b2"), take_back=True)
    do(state, "discard r3")
    assert texts(state) == ["draw pile", "draw r"]
    do(state, "draw r")
    assert state.hands[0] == cards("r3")


# -- text forms and words


def test_only_the_seat_whose_turn_it_is_has_actions() -> None:
    state = new(first=0)
    assert GAME.actors(state) == {0}
    assert not GAME.actions(state, 1)


def test_every_action_has_a_text_that_parses_back() -> None:
    every = {*BUILDS, *DISCARDS, DRAW_PILE, *TAKES}
    assert len({str(action) for action in every}) == len(every) == 60 + 60 + 7
    assert {GAME.parse(str(action)) for action in every} == every


@pytest.mark.parametrize(
    "text", ["", "build", "build z3", "draw", "draw deck", "draw rr", "draw ", "discard  r3", "Build r3", "build r3 r4"]
)
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a"):
        GAME.parse(text)


def test_the_move_log_speaks_of_cards_by_colour() -> None:
    state = table(hands=("rm r3 b2", "b4 b5"), discards="g4", deck="p2 p3 p4 p5")
    events = do(state, "build rm", "draw g", "discard b4", "draw pile")
    assert [GAME.describe(event, NAMES) for event in events] == [
        "Ana builds a red material.",
        "Ana takes the green 4 from the discards.",
        "",
        "Bo discards the blue 4.",
        "Bo draws from the pile.",
        "",
    ]
