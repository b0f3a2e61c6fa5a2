"""The option in which time stands while a human chooses: turn by turn, in the order of readiness."""

from __future__ import annotations

from tests.game.icetowers.positions import (
    GAME,
    do,
    is_over,
    kinds,
    new,
    of,
    piece,
    refusal,
    shown,
    started,
    table,
    texts,
    wait,
)
from topping_out.game.icetowers.events import DoneSwitched, LastCall, TurnPassed


def test_turns_go_in_the_order_in_which_the_seats_were_ready() -> None:
    state = new(3, paused_time=True)
    for seat in (2, 0, 1):
        do(state, seat, f"ready {15 * seat}")
    assert kinds(wait(state, 3_000)) == ["PlayBegan", "TurnPassed"]
    seen = []
    for _ in range(4):
        (seat,) = GAME.actors(state)
        seen.append(seat)
        target = next(t for t in state.towers if t.size == 3 and t.controller != seat)
        mine = next(t for t in state.towers if t.size == 3 and t.controller == seat and t.is_free_stander)
        do(state, seat, f"lift {mine.top}", f"place @{target.id}")
    assert seen == [2, 0, 1, 2]


def test_only_the_seat_whose_turn_it_is_may_act() -> None:
    state = started(3, paused_time=True)
    assert GAME.actors(state) == {0}
    assert refusal(state, 1, f"lift {piece('b3')}") == "it is not your turn"
    assert GAME.chooser(state) == 0


def test_nothing_runs_out_while_time_stands() -> None:
    state = started(2, paused_time=True, timer=1, stall=3)
    do(state, 0, f"lift {piece('a3')}")
    assert wait(state, 1_000_000) == []
    assert GAME.next_due(state) is None
    assert set(GAME.notes(2, {"paused_time": True, "timer": 1, "stall": 3})) == {"timer", "stall"}


def test_a_turn_is_a_cap_a_split_or_a_mined_piece_played() -> None:
    state = table("a3 | b3 | a1 | b2 | b3 b1 | a3 b3 a2 b3 | b1", paused_time=True)
    assert kinds(do(state, 0, f"lift {piece('a3')}")) == ["Lifted"]
    assert do(state, 0, "place @1")[-1] == TurnPassed(1)
    do(state, 1, f"lift {piece('b2')}", "place @1")
    assert do(state, 0, f"split {piece('b3', 1)}")[-1] == TurnPassed(1)
    do(state, 1, f"lift {piece('b1')}", "place @2")
    assert do(state, 0, f"mine {piece('a2')}", "place @4")[-1] == TurnPassed(1)


def test_a_lifted_piece_may_be_put_back_and_the_turn_goes_on() -> None:
    state = table("a3 | b3 | a1 | b2", paused_time=True)
    do(state, 0, f"lift {piece('a3')}", "set 60,60")
    assert GAME.actors(state) == {0}


def test_done_passes_and_a_play_of_another_brings_the_seat_back() -> None:
    state = table("a3 | b3 | a1 | b2 | c3 | c2", seats=3, paused_time=True)
    assert do(state, 0, "done")[-1] == TurnPassed(1)
    do(state, 1, f"lift {piece('b2')}", "place @4")
    assert GAME.actors(state) == {2}
    assert state.done == frozenset()


def test_a_seat_without_a_move_is_done_and_passed_over() -> None:
    state = table("a3 | b3 | b1 | c3 | c3", seats=3, paused_time=True)
    state.towers = tuple(t for t in state.towers if t.controller != 1)
    events = do(state, 0, f"lift {piece('a3')}", "place @3")
    assert of(events, DoneSwitched) == [DoneSwitched(1, True)]
    assert events[-1] == TurnPassed(2)


def test_when_all_are_done_the_last_call_lets_anybody_go_on() -> None:
    state = table("a3 | b3 | a1 | b2", paused_time=True)
    do(state, 0, "done")
    assert of(do(state, 1, "done"), LastCall)
    assert GAME.actors(state) == {0, 1}
    do(state, 1, f"lift {piece('b2')}")
    assert GAME.actors(state) == {1}
    do(state, 1, "place @0")
    assert GAME.actors(state) == {0}


def test_the_last_call_ends_the_game_all_the_same() -> None:
    state = table("a3 | b3 | a1 | b2", paused_time=True)
    do(state, 0, "done")
    do(state, 1, "done")
    assert kinds(wait(state, 3_000)) == ["Ended"]


def test_the_rules_are_the_same() -> None:
    state = table("a3 | b3", paused_time=True)
    do(state, 0, f"lift {piece('a3')}", "place @1")
    assert is_over(state)
    assert shown(state) == "b3 a3"
    assert texts(state, 0) == []
