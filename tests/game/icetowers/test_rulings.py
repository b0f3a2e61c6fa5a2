"""Our rulings on IceTowers, I1 to I15, by name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from tests.game.icetowers.positions import (
    BEGAN,
    GAME,
    do,
    held,
    is_over,
    kinds,
    name_of,
    new,
    of,
    piece,
    refusal,
    shown,
    started,
    table,
    texts,
    total,
    tower,
    wait,
)
from topping_out.game.engine import IllegalAction, Outcome
from topping_out.game.icetowers.actions import Done, Lift, Mine, Place, Ready, SetDown, Split
from topping_out.game.icetowers.events import (
    Capped,
    DoneSwitched,
    Ended,
    LastCall,
    LastCallStopped,
    PlayBegan,
    WasSetDown,
    WasSplit,
    Why,
)
from topping_out.game.icetowers.state import scores
from topping_out.game.icetowers.table import DEPTH, FOOTPRINT, IN_SIGHT, WIDTH, distance, overlap
from topping_out.game.match import Match, replay
from topping_out.game.record import TICK, Player, Record, fold, new_header
from topping_out.game.storage.journal import read_record

WAR = "a3 b3 a2 b2 | b3 a3 b2 a1 | a3 | b3"
"""Both seats have much to do here."""
VERSION_1 = Path(__file__).parent / "version_1.jsonl"
VERSION_2 = Path(__file__).parent / "version_2.jsonl"
"""A whole game by the rules before I6 told one hand from several."""


# -- I1: the actions, in the order in which they arrive


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("ready 12", Ready(12)),
        ("lift 12", Lift(12)),
        ("mine 12", Mine(12)),
        ("place @40", Place(40)),
        ("set 300,210", SetDown(300, 210)),
        ("split 12", Split(12)),
        ("done", Done(True)),
        ("not done", Done(False)),
    ],
)
def test_i1_there_are_seven_kinds_of_action_with_texts(text: str, action: object) -> None:
    assert GAME.parse(text) == action
    assert str(action) == text


@pytest.mark.parametrize("text", ["", "lift", "lift 012", "lift -1", "lift 1.0", "place 4", "set 1", "Done", "lift ١"])
def test_i1_other_texts_are_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(ValueError, match="write `ready 12`"):
        GAME.parse(text)


def test_i1_who_reaches_the_engine_first_has_the_tower_and_each_action_has_its_milliseconds() -> None:
    match = Match.new(new_header(GAME, [Player("Ana"), Player("Bo"), Player("Cy")], {}, 1))
    for seat in range(3):
        match.act(seat, Ready(seat * 15), 20)
    match.tick(BEGAN + 20)
    match.act(0, Lift(10), 4_000)
    match.act(1, Lift(25), 4_001)
    match.act(1, Place(40), 4_800)
    with pytest.raises(IllegalAction):
        match.act(2, Lift(40), 4_800)
    match.act(0, Place(40), 4_800)
    assert [(e.ms, e.seat, e.text) for e in match.record.entries[-2:]] == [
        (4_800, 1, "place @40"),
        (4_800, 0, "place @40"),
    ]
    assert [name_of(p) for p in tower(match.state, 40).pieces] == ["c3", "b3", "a3"]


# -- I2: a place that has become illegal


def test_i2_a_place_that_somebody_else_capped_first_is_refused_and_the_piece_stays_in_the_hand() -> None:
    state = table("a3 | b1 | c3 | c2 c2", seats=3)
    do(state, 0, f"lift {piece('a3')}")
    do(state, 1, f"lift {piece('b1')}", "place @2")
    assert refusal(state, 0, "place @2") == "a large piece cannot cap a small one"
    assert held(state, 0) == "a3"


def test_i2_a_tower_that_was_lifted_away_is_gone() -> None:
    state = table("a3 | b3 | b3 | c3 | c1", seats=3)
    do(state, 0, f"lift {piece('a3')}")
    do(state, 1, f"lift {piece('b3')}", f"set {WIDTH},{DEPTH}")
    assert refusal(state, 0, "place @1") == "this tower is gone"
    assert refusal(state, 1, "place @2") == "there is no piece in your hand"


def test_i2_a_tower_whose_bottom_piece_was_mined_meanwhile_is_still_the_same_tower() -> None:
    state = table("b3 a3 b2 a2 | c2 | a1 | c2 c2", seats=3)
    do(state, 2, f"lift {piece('c2')}")
    do(state, 1, f"mine {piece('b3')}", "set 600,300")
    do(state, 2, "place @0")
    assert shown(state) == "a3 b2 a2 c2 | a1 | c2 c2 | b3"


# -- I3: setting down


def test_i3_a_lifted_free_stander_may_be_set_down_again_anywhere_free() -> None:
    state = table("a3 | b3 | b2 a1")
    event = do(state, 0, f"lift {piece('a3')}", "set 700,400")[-1]
    assert (event.x, event.y) == (700, 400)
    assert (tower(state, event.tower).x, tower(state, event.tower).y) == (700, 400)


def test_i3_a_mined_piece_may_not_be_set_down_while_it_can_cap() -> None:
    state = table("a3 b3 a2 b2 | b2 | b1")
    do(state, 0, f"mine {piece('a2')}")
    assert "must cap a tower" in refusal(state, 0, "set 700,400")
    do(state, 1, f"lift {piece('b2', 1)}")
    do(state, 0, "set 700,400")


def test_i3_nothing_is_set_down_off_the_table() -> None:
    state = table("a3 | b3 | b2 a1")
    do(state, 0, f"lift {piece('a3')}")
    assert refusal(state, 0, f"set {WIDTH + 1},0") == "this is off the table"


# -- I4: a different tower


def test_i4_the_tower_mined_from_is_barred_to_that_piece_only() -> None:
    state = table("a3 b3 a1 b2 | b3 | a2")
    do(state, 0, f"mine {piece('a1')}")
    assert refusal(state, 0, "place @0") == "a mined piece must cap a different tower"
    do(state, 0, "place @1", f"lift {piece('a2')}", "place @0")
    assert shown(state) == "a3 b3 b2 a2 | b3 a1"


def test_i4_both_parts_are_barred_if_it_is_split_meanwhile() -> None:
    state = table("a3 b3 a1 b2 | b3 c3 | a2", seats=3)
    do(state, 0, f"mine {piece('a1')}")
    do(state, 2, f"split {piece('b3')}")
    assert shown(state) == "a3 b3 | b3 c3 | a2 | b2"
    assert [refusal(state, 0, f"place @{number}") for number in (0, 3)] == [
        "a mined piece must cap a different tower"
    ] * 2
    do(state, 0, "place @1")


def test_i4_a_tower_capped_and_mined_again_meanwhile_is_still_that_tower() -> None:
    state = table("a3 b3 c3 a1 b2 c2 | b1 | b3 | c2 c2", seats=3)
    do(state, 0, f"mine {piece('a3')}")
    do(state, 1, f"lift {piece('b1')}", "place @0")
    do(state, 2, f"mine {piece('c3')}", "place @2")
    assert refusal(state, 0, "place @0") == "a mined piece must cap a different tower"
    do(state, 0, "place @2")
    assert shown(state) == "b3 a1 b2 c2 b1 | b3 c3 a3 | c2 c2"


# -- I5: stalling


@pytest.mark.parametrize("seconds", [3, 5, 10])
def test_i5_the_referee_plays_a_mined_piece_after_the_stall_limit(seconds: int) -> None:
    state = table("a3 b3 a2 b2 | b3 | b2 | a1", stall=seconds)
    do(state, 0, f"mine {piece('a2')}")
    assert wait(state, seconds * 1_000 - 1) == []
    (event,) = of(wait(state, 1), Capped)
    assert (event.tower, event.why) == (1, Why.STALL), "the nearest tower that it may cap"
    assert held(state, 0) == ""


def test_i5_five_seconds_is_the_default() -> None:
    assert started(2).variant.stall == 5_000


def test_i5_a_stalled_piece_that_can_cap_nothing_is_set_down() -> None:
    state = table("a3 b3 a2 b2 | b1 | a1 | b1 a1 b1")
    do(state, 0, f"mine {piece('a3')}")
    (event,) = of(wait(state, 5_000), WasSetDown)
    assert (event.why, event.mined) == (Why.STALL, True)


def test_i5_a_lifted_free_stander_is_not_pressed_while_another_seat_may_act() -> None:
    state = table(WAR)
    do(state, 0, f"lift {piece('a3', 2)}")
    assert wait(state, 60_000) == []
    assert held(state, 0) == "a3"


def test_i5_a_lifted_free_stander_falls_back_once_every_other_seat_is_done() -> None:
    state = table(WAR)
    do(state, 0, f"lift {piece('a3', 2)}")
    wait(state, 8_000)
    do(state, 1, "done")
    assert wait(state, 4_999) == []
    (event,) = of(wait(state, 1), WasSetDown)
    assert (event.why, event.mined) == (Why.STALL, False)
    assert (event.x, event.y) == (60 + 2 * 80, 60), "back where it stood"


def test_i5_a_lifted_free_stander_falls_back_once_every_other_seat_is_without_a_move() -> None:
    state = table("a3 | b3 | a2 | a1 b1")
    do(state, 1, f"lift {piece('b3')}", "place @0")
    do(state, 0, f"lift {piece('a2')}")
    assert kinds(wait(state, 5_000)) == ["WasSetDown"]


def test_i5_a_seat_that_holds_a_piece_which_can_cap_is_not_without_a_move() -> None:
    state = table("a3 | b3 | b3 a3")
    do(state, 1, f"lift {piece('b3')}")
    do(state, 0, f"lift {piece('a3')}")
    wait(state, 5_000)
    assert (held(state, 0), held(state, 1)) == ("a3", ""), "seat 0 had nothing else to do, seat 1 had"


def test_i5_the_limit_begins_anew_when_another_seat_comes_back() -> None:
    state = table(WAR)
    do(state, 0, f"lift {piece('a3', 2)}")
    do(state, 1, "done")
    wait(state, 4_000)
    do(state, 1, "not done")
    wait(state, 4_000)
    do(state, 1, "done")
    assert wait(state, 4_999) == []
    assert kinds(wait(state, 1)) == ["WasSetDown"]


# -- I6: the final showdown


def test_i6_when_only_pieces_that_can_cap_nothing_are_left_all_hands_open_at_once_and_the_game_ends() -> None:
    state = table("a3 b1 a1 b1 | b3 a1 b1 a1")
    do(state, 0, f"mine {piece('a3')}")
    assert not is_over(state)
    events = do(state, 1, f"mine {piece('b3')}")
    assert kinds(events) == ["Mined", "Showdown", "WasSetDown", "WasSetDown", "Ended"]
    assert {event.why for event in of(events, WasSetDown)} == {Why.SHOWDOWN}
    assert held(state, 0) == held(state, 1) == ""
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.scores) == ("showdown", (6, 6))


def test_i6_a_single_seat_with_a_piece_that_can_cap_nothing_sets_it_down_and_play_goes_on_where_that_opens_a_move() -> (
    None
):
    state = table("a1 a3 b1")
    assert kinds(do(state, 0, f"mine {piece('a1')}")) == ["Mined"]
    assert kinds(do(state, 0, "set 600,300")) == ["WasSetDown"]
    do(state, 0, f"lift {piece('a1')}", "place @0")
    assert shown(state) == "a3 b1 a1"


def test_i6_a_single_seat_that_does_not_set_it_down_has_it_set_down_for_it_by_i5() -> None:
    state = table("a1 a3 b1")
    do(state, 0, f"mine {piece('a1')}")
    assert kinds(wait(state, 5_000)) == ["WasSetDown"]
    assert texts(state, 0) == [f"lift {piece('a1')}", "done"]


def test_i6_a_lifted_piece_that_only_others_could_cap_ends_nothing() -> None:
    state = table("a3 | b2 | b1 a1")
    assert kinds(do(state, 0, f"lift {piece('a3')}")) == ["Lifted"]
    assert kinds(wait(state, 5_000)) == ["WasSetDown"]
    assert f"lift {piece('b2')}" in texts(state, 1)


def test_i6_only_if_setting_it_down_opens_no_move_does_the_game_end_by_i8() -> None:
    state = table("a3 b1 a1 b1 | a2")
    assert kinds(do(state, 0, f"mine {piece('a3')}")) == ["Mined"]
    assert kinds(do(state, 0, "set 600,300")) == ["WasSetDown", "Ended"]
    assert state.outcome is not None
    assert state.outcome.reason == "no moves"


def test_i6_under_paused_time_too_a_single_seat_sets_its_piece_down_and_goes_on() -> None:
    state = table("a1 a3 b1", paused_time=True)
    do(state, 0, f"mine {piece('a1')}", "set 600,300", f"lift {piece('a1')}", "place @0")
    assert shown(state) == "a3 b1 a1"


def test_i6_a_record_of_version_1_is_replayed_by_its_rules_where_a_single_hand_was_enough() -> None:
    record = read_record(VERSION_1)
    assert record.header.rules == 1
    _, _, events, state = replay(record)[-2]
    assert kinds(events) == ["Mined", "Showdown", "WasSetDown", "Ended"]
    assert state.outcome == Outcome((2,), (25, 32, 33), "showdown")


def test_i6_the_game_that_a_single_hand_ended_goes_on_by_later_rules() -> None:
    record = read_record(VERSION_1)
    today = msgspec.structs.replace(record.header, rules=2)
    state = fold(Record(today, [entry for entry in record.entries if entry.text != TICK]))
    do(state, 2, "set 89,426", "lift 40", "place @14")
    assert state.outcome is None


def test_i6_a_move_that_the_holder_could_make_with_a_free_hand_keeps_the_game_going() -> None:
    state = table("a3 b1 a1 b1 | a2 b1 a1 b1")
    do(state, 0, f"mine {piece('a3')}")
    assert not is_over(state)
    do(state, 0, "set 600,300", f"mine {piece('a2')}")


def test_i6_a_held_piece_that_can_still_cap_keeps_the_game_going() -> None:
    state = table("a3 b2 a2 b1 | b3")
    do(state, 0, f"mine {piece('a3')}")
    assert not is_over(state)


# -- I7: done, and the last call


def test_i7_done_is_a_switch() -> None:
    state = table(WAR)
    assert do(state, 0, "done") == [DoneSwitched(0, True)]
    assert refusal(state, 0, "done") == "you are done already"
    assert do(state, 0, "not done") == [DoneSwitched(0, False)]
    assert refusal(state, 0, "not done") == "you have not said that you are done"


def test_i7_nobody_is_done_with_a_piece_in_the_hand() -> None:
    state = table(WAR)
    do(state, 0, f"lift {piece('a3', 2)}")
    assert refusal(state, 0, "done") == "play the piece in your hand first"


def test_i7_a_last_call_of_three_seconds_when_every_seat_is_done() -> None:
    state = table(WAR)
    do(state, 0, "done")
    now = state.ms
    assert of(do(state, 1, "done"), LastCall) == [LastCall(now + 3_000)]
    assert wait(state, 2_999) == []
    assert kinds(wait(state, 1)) == ["Ended"]
    assert state.outcome is not None
    assert state.outcome.reason == "agreed"


@pytest.mark.parametrize("text", ["not done", f"lift {piece('a3', 2)}", f"mine {piece('a2')}"])
def test_i7_any_action_stops_it_and_switches_that_seats_off(text: str) -> None:
    state = table(WAR)
    do(state, 0, "done")
    do(state, 1, "done")
    wait(state, 2_000)
    events = do(state, 0, text)
    assert events[0] == LastCallStopped(0)
    assert of(events, DoneSwitched) == [DoneSwitched(0, False)]
    assert state.done == {1}
    assert wait(state, 2_000) == []


def test_i7_an_action_switches_its_seats_done_off_at_any_time() -> None:
    state = table(WAR)
    do(state, 0, "done", f"lift {piece('a3', 2)}")
    assert state.done == frozenset()


# -- I8: nothing left to do


def test_i8_nothing_left_for_anyone_ends_the_game_without_a_last_call() -> None:
    state = table("a3 | b3 | b1 a1")
    assert kinds(do(state, 1, f"lift {piece('b3')}", "place @0"))[-1] == "Ended"


def test_i8_a_split_that_nobody_wants_does_not_end_it() -> None:
    state = table("a3 | b3 | b3 b2 a1")
    do(state, 1, f"lift {piece('b3')}", "place @0")
    assert not is_over(state)
    assert [text for text in texts(state, 0) if text != "done"] == [f"split {piece('b3', 1)}"]


def test_i8_a_free_stander_that_can_cap_nothing_is_no_move_though_it_may_be_lifted() -> None:
    state = table("a3 | b1 | a2 b1 a1")
    assert texts(state, 0) == [f"lift {piece('a3')}", "done"]
    do(state, 0, f"lift {piece('a3')}", "set 300,300")
    assert not is_over(state)
    do(state, 1, f"lift {piece('b1')}", f"place @{state.new_tower - 1}")
    assert is_over(state)


# -- I9: moving for the ghost


def test_i9_a_hand_that_moves_the_ghost_is_in_use() -> None:
    state = table("c2 | b3 a3 | a2 | b3", ghost=True)
    do(state, 0, f"lift {piece('c2')}")
    assert refusal(state, 0, f"lift {piece('a2')}") == "one hand, one piece: play the one you hold first"


def test_i9_the_ghosts_mined_piece_caps_towers_of_two_or_more() -> None:
    state = table("c3 b3 c2 b2 | a2 | a3 b2 | b1", ghost=True)
    do(state, 0, f"mine {piece('c2')}")
    assert texts(state, 0) == ["place @2"]


def test_i9_if_there_is_none_it_is_set_down() -> None:
    state = table("c3 b3 c2 b2 | a2 | a3 b1", ghost=True)
    do(state, 0, f"mine {piece('c2')}")
    assert all(text.startswith("set") for text in texts(state, 0))
    do(state, 0, "set 500,400")
    assert shown(state) == "c3 b3 b2 | a2 | a3 b1 | c2"


def test_i9_a_stalled_piece_of_the_ghost_is_played_by_the_same_bars() -> None:
    state = table("c3 b3 c2 b2 | a2 | a3 b2 | b1", ghost=True)
    do(state, 1, f"mine {piece('c2')}")
    (event,) = of(wait(state, 5_000), Capped)
    assert event.tower == 2


# -- I10: the timer


@pytest.mark.parametrize(("timer", "ms"), [(1, 60_000), (2, 120_000), (3, 180_000), (5, 300_000)])
def test_i10_the_timer_rings_so_long_after_play_began(timer: int, ms: int) -> None:
    state = started(3, timer=timer)
    assert wait(state, ms - 1) == []
    assert kinds(wait(state, 1)) == ["TimerRang", "Ended"]
    assert state.ms == BEGAN + ms


def test_i10_three_minutes_is_the_default_and_off_is_possible() -> None:
    assert started(2).variant.timer == 180_000
    assert started(2, timer="off").variant.timer is None
    assert wait(started(2, timer="off"), 10_000_000) == []


def test_i10_the_countdown_does_not_eat_into_it() -> None:
    state = new(2, timer=1)
    GAME.tick(state, 500_000)
    do(state, 0, "ready 0")
    do(state, 1, "ready 15")
    assert wait(state, 3_000) == [PlayBegan(563_000)]


# -- I11: ties


def test_i11_equal_scores_share_the_win() -> None:
    state = table("a3 | b3 | c2", seats=3)
    for seat in range(3):
        do(state, seat, "done")
    wait(state, 3_000)
    assert state.outcome is not None
    assert state.outcome.winners == (0, 1)


def test_i11_the_ghost_counts_as_a_player_in_a_tie() -> None:
    state = table("a3 | b2 | c3", ghost=True)
    do(state, 0, "done")
    do(state, 1, "done")
    (ended,) = of(wait(state, 3_000), Ended)
    assert ended.totals == (3, 2, 3)
    assert ended.outcome.winners == (0,)


# -- I12: an upper part of one piece


def test_i12_an_upper_part_of_one_piece_is_a_free_stander_and_its_owners_to_lift() -> None:
    state = table("b3 b2 | a3 | a1")
    do(state, 0, f"split {piece('b3')}")
    assert tower(state, 3).is_free_stander
    assert f"lift {piece('b2')}" in texts(state, 1)


def test_i12_a_single_piece_left_of_a_tower_is_one_too() -> None:
    state = table("b3 b2 a1 | a3 | b3")
    do(state, 0, f"split {piece('b3')}")
    assert f"lift {piece('b3')}" in texts(state, 1)


# -- I13: places


def test_i13_what_is_set_down_where_something_stands_takes_the_nearest_place_in_sight() -> None:
    state = table("a3 | b3 | b2 a1")
    event = do(state, 0, f"lift {piece('a3')}", "set 140,60")[-1]
    assert (event.x, event.y) == (140 - FOOTPRINT[3][0] - IN_SIGHT[0][0], 60)


def test_i13_before_version_3_it_took_the_nearest_free_place() -> None:
    state = table("a3 | b3 | b2 a1")
    state.variant = replace(state.variant, version=2)
    event = do(state, 0, f"lift {piece('a3')}", "set 140,60")[-1]
    width, depth = FOOTPRINT[3]
    beside = {(140 - width, 60), (140 + width, 60), (140, 60 - depth), (140, 60 + depth)}
    assert (event.x, event.y) in beside
    assert distance((event.x, event.y), (140, 60)) == min(distance(place, (140, 60)) for place in beside)


def test_i13_a_lifted_piece_goes_back_where_it_stood_however_close_that_is() -> None:
    state = started(5)
    before = {t.top: t.place for t in state.towers}
    for number in range(5):
        do(state, 0, f"lift {number}", f"set {before[number][0]},{before[number][1]}")
    assert {t.top: t.place for t in state.towers} == before


def test_i13_a_record_of_version_2_is_replayed_with_all_its_places() -> None:
    record = read_record(VERSION_2)
    assert record.header.rules == 2
    steps = replay(record)
    placed = [(e.x, e.y) for step in steps for e in step.events if isinstance(e, WasSplit | WasSetDown)]
    assert placed == [
        (89, 317), (350, 324), (314, 324), (273, 176), (350, 324), (385, 176), (667, 507), (667, 507)
    ]  # fmt: skip
    assert [tower.place for tower in steps[-1].state.towers] == [
        (844, 153), (1120, 170), (766, 30), (718, 507), (528, 232), (891, 322), (396, 324), (632, 262),
        (650, 421), (499, 450), (1155, 89), (48, 317), (329, 176), (273, 176), (385, 176), (667, 507),
    ]  # fmt: skip
    assert steps[-1].state.outcome == Outcome((1,), (28, 31), "timer")


def test_i13_a_tower_keeps_its_place_while_pieces_come_and_go() -> None:
    state = table("b3 a3 b2 a2 | c3 | b1", seats=3)
    place = tower(state, 0).place
    do(state, 1, f"mine {piece('b3')}", "place @1")
    do(state, 1, f"lift {piece('b1')}", "place @0")
    assert tower(state, 0).place == place


def test_i13_two_things_never_overlap_after_a_split_in_a_crowd() -> None:
    state = started(5)
    crowd = sorted(state.towers, key=lambda t: distance(t.place, (600, 280)))
    middle = crowd[0]
    state.towers = tuple(t for t in state.towers if t.id != middle.id)
    stack = middle.with_pieces((10, 11, 12))
    state.towers = (*(t for t in state.towers if t.top not in stack.pieces), stack)
    do(state, 1, f"split {10}")
    do(state, 1, f"split {11}")
    towers = state.towers
    assert not any(overlap(one, other) for i, one in enumerate(towers) for other in towers[:i])


# -- I14: seats


@pytest.mark.parametrize("kinds_of_seats", ["hh", "hb", "bb", "hbb", "bhbhb"])
def test_i14_any_mix_of_humans_and_bots(kinds_of_seats: str) -> None:
    players = [Player(k, "human" if k == "h" else "bot", "" if k == "h" else "easy") for k in kinds_of_seats]
    assert Match.new(new_header(GAME, players, {}, 1)).actors == frozenset(range(len(players)))


# -- I15: the sum of scores (in every random game: `test_icetowers_properties`)


def test_i15_held_pieces_count_for_their_owners() -> None:
    state = started(2, ghost=True)
    assert scores(state) == (30, 30, 30)
    do(state, 0, "lift 44")
    do(state, 1, "lift 43")
    assert scores(state) == (30, 30, 30)
    assert total(state) == 90
