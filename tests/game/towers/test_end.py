"""How a game of Towers ends: the sheet's end, F1, F6 and F7."""

from __future__ import annotations

import pytest

from tests.game.towers.positions import GAME, NAMES, STANDARD, do, end_turn, points, table
from topping_out.game.towers.events import Ended, LastRound, Passed, ScoringBegan
from topping_out.game.towers.state import State


def last_rounds(events: list[object]) -> list[int]:
    return [event.seat for event in events if isinstance(event, LastRound)]


def test_an_empty_deck_alone_does_not_end_the_game() -> None:
    state = table(["LOBBY, LOBBY, SUITE", "OFFICE, OFFICE"], "SUITE", pile=3)
    end_turn(state)
    assert state.draw_pile == b""
    assert len(state.hands[0]) == 4
    assert not state.last_round


def test_three_cards_in_hand_are_enough_to_play_on() -> None:
    state = table(["LOBBY, LOBBY, SUITE", "OFFICE, OFFICE"], "SUITE", pile=2)
    end_turn(state)
    assert not state.last_round


def test_a_short_hand_beside_the_empty_deck_makes_the_round_the_last() -> None:
    state = table(["LOBBY, LOBBY, SUITE", "OFFICE, OFFICE"], "SUITE", pile=1)
    assert last_rounds(end_turn(state)) == [0]
    assert state.last_round
    assert state.outcome is None


def test_a_short_hand_beside_a_deck_with_cards_cannot_be() -> None:
    state = table(["LOBBY, LOBBY", "OFFICE, OFFICE"], "SUITE", pile=4)
    end_turn(state)
    assert (len(state.hands[0]), state.last_round) == (3, False)


def test_cards_drawn_by_a_suite_count_for_the_hand_at_the_turns_end() -> None:
    state = table(["SPIRE, LOBBY", "OFFICE, OFFICE"], "SUITE:0", pile=3)
    do(state, "build SPIRE @0", "build LOBBY @new", "end")
    assert (len(state.hands[0]), state.draw_pile, state.last_round) == (3, b"", False)
    state = table(["SPIRE, LOBBY", "OFFICE, OFFICE"], "SUITE:1", pile=4)
    do(state, "build SPIRE @0", "build LOBBY @new", "end")
    assert (len(state.hands[0]), state.draw_pile, state.last_round) == (3, b"", False)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_play_goes_on_until_every_seat_has_had_as_many_turns(first: int) -> None:
    state = table(["OFFICE, OFFICE, OFFICE"] * 2 + ["LOBBY, LOBBY, LOBBY"], "SUITE", pile=0)
    state.first = state.turn = first
    turns = []
    while state.outcome is None:
        turns.append(state.turn)
        end_turn(state)
    assert turns == [first, (first + 1) % 3, (first + 2) % 3]


def test_a_short_hand_in_the_middle_of_a_round_lets_only_the_later_seats_play() -> None:
    state = table(["OFFICE, OFFICE", "LOBBY, LOBBY, LOBBY", "SUITE, SUITE, SUITE"], "SUITE", pile=0)
    state.first, state.turn = 2, 0
    assert last_rounds(end_turn(state)) == [0]
    assert state.turn == 1
    events = end_turn(state)
    assert isinstance(events[-1], Ended)


def test_the_last_seat_of_the_round_ends_the_game_at_once() -> None:
    state = table(["OFFICE, OFFICE", "LOBBY, LOBBY, LOBBY, LOBBY, LOBBY"], "SUITE", pile=0)
    state.first, state.turn = 1, 0
    events = end_turn(state)
    assert last_rounds(events) == [0]
    assert state.outcome is not None
    assert GAME.actors(state) == frozenset()


def test_a_seat_without_cards_takes_its_turn_of_the_last_round_by_passing() -> None:
    state = table(["OFFICE, OFFICE", ""], "SUITE", pile=0)
    events = end_turn(state)
    assert [event.seat for event in events if isinstance(event, Passed)] == [1]
    assert state.outcome is not None


def test_f1_the_remaining_towers_are_scored_as_they_stand_from_left_to_right() -> None:
    state = table(["LOBBY, LOBBY", ""], "OFFICE:1", "OFFICE:0, OFFICE", pile=0)
    events = do(state, "build LOBBY @0", "build LOBBY @1", "end")
    assert [(event.plot, event.cause) for event in events if isinstance(event, ScoringBegan)] == [
        (0, "game end"),
        (1, "game end"),
    ]
    assert points(events) == [(0, (0, 2)), (1, (4, 0))]
    assert state.outcome is not None
    assert state.outcome.scores == (4, 2)
    assert len(state.discards) + len(state.hands[0]) == len(STANDARD.cards)


# -- F7


def test_f7_with_the_empty_deck_as_the_end_the_round_in_which_it_runs_out_is_the_last() -> None:
    hands = ["LOBBY, LOBBY, SUITE, SUITE, SUITE", "OFFICE, OFFICE, OFFICE, OFFICE, OFFICE, OFFICE"]
    state = table(hands, "SUITE", pile=3, end="deck")
    assert last_rounds(end_turn(state)) == [0]
    assert len(state.hands[0]) == 6
    end_turn(state)
    assert state.outcome is not None


def test_f7_by_the_sheet_the_same_game_goes_on() -> None:
    hands = ["LOBBY, LOBBY, SUITE, SUITE, SUITE", "OFFICE, OFFICE, OFFICE, OFFICE, OFFICE, OFFICE"]
    state = table(hands, "SUITE", pile=3, end="sheet")
    assert last_rounds(end_turn(state)) == []
    end_turn(state)
    assert state.outcome is None


def test_f7_a_deck_emptied_by_a_suite_ends_it_as_well() -> None:
    state = table(["SPIRE, LOBBY, SUITE", "OFFICE, OFFICE"], "SUITE:1", pile=5, end="deck")
    events = do(state, "build SPIRE @0", "build LOBBY @new", "end")
    assert last_rounds(events) == [0]


# -- who wins


def ended(scores: tuple[int, ...], first: int) -> State:
    state = table(["OFFICE"] + [""] * (len(scores) - 1), pile=0)
    state.scores, state.first, state.turn = scores, first, 0
    state.last_round = True
    end_turn(state)
    return state


def test_most_points_win() -> None:
    outcome = ended((3, 9, 7), first=1).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1,), "points")
    assert GAME.describe_outcome(outcome, NAMES) == "Bo wins with 9 points."


@pytest.mark.parametrize(("first", "winner"), [(0, 0), (1, 2), (2, 2), (3, 0)])
def test_f6_a_tie_goes_to_the_earlier_in_turn_order(first: int, winner: int) -> None:
    outcome = ended((9, 4, 9, 8), first).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((winner,), "turn order")
    assert GAME.describe_outcome(outcome, NAMES) == f"{NAMES[winner]} wins with 9 points, being first in turn order."
