"""Our rulings on IceTowers, I1 to I15, by name."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import msgspec
import pytest

from tests.game.icetowers.positions import (
    BEGAN,
    GAME,
    TELLER,
    do,
    kinds,
    name_of,
    new,
    piece,
    started,
    table,
    total,
    tower,
    wait,
)
from tests.game.stories import stories
from topping_out.game.engine import IllegalAction, Outcome
from topping_out.game.icetowers.actions import Done, Lift, Mine, Place, Ready, SetDown, Split
from topping_out.game.icetowers.events import (
    PlayBegan,
    WasSetDown,
    WasSplit,
)
from topping_out.game.icetowers.state import scores
from topping_out.game.icetowers.table import DEPTH, FOOTPRINT, IN_SIGHT, WIDTH, distance, free_place, overlap
from topping_out.game.match import Match, replay
from topping_out.game.record import TICK, Player, Record, fold, new_header
from topping_out.game.storage.journal import read_record

VERSION_1 = Path(__file__).parent / "version_1.jsonl"
VERSION_2 = Path(__file__).parent / "version_2.jsonl"
"""A whole game by the rules before I6 told one hand from several."""

test_our_rulings = stories(
    TELLER,
    """
i2: a place that somebody else capped first is refused, and the piece stays in the hand
    a3 | b1 | c3 | c2 c2 > 0 lift a3; 1 lift b1; 1 place @2 > 0 place @2 ! a large piece cannot cap a small one
    = hand 0 a3
i2: a tower that was lifted away is gone
    a3 | b3 | b3 | c3 | c1 > 0 lift a3; 1 lift b3; 1 set 1200,560 > 0 place @1 ! this tower is gone
    > 1 place @2 ! you aren't holding a piece
i2: a tower whose bottom piece was mined meanwhile is still the same tower
    b3 a3 b2 a2 | c2 | a1 | c2 c2 > 2 lift c2; 1 mine b3; 1 set 600,300; 2 place @0
    = towers a3 b2 a2 c2 | a1 | c2 c2 | b3

i3: a lifted free-stander may be set down again anywhere free
    a3 | b3 | b2 a1 > 0 lift a3; 0 set 700,400 = set at 700,400
i3: a mined piece may not be set down while it can cap
    a3 b3 a2 b2 | b2 | b1 > 0 mine a2 = verbs 0 place > 1 lift b2.1 > 0 set 700,400 = towers a3 b3 b2 | b1 | a2
i3: nothing is set down off the table
    a3 | b3 | b2 a1 > 0 lift a3 > 0 set 1201,0 ! this has left the table

i4: the tower mined from is barred to that piece only
    a3 b3 a1 b2 | b3 | a2 > 0 mine a1 > 0 place @0 ! a mined piece must cap a different tower
    > 0 place @1; 0 lift a2; 0 place @0 = towers a3 b3 b2 a2 | b3 a1
i4: both parts are barred if it is split meanwhile
    a3 b3 a1 b2 | b3 c3 | a2 > 0 mine a1; 2 split b3 = towers a3 b3 | b3 c3 | a2 | b2
    > 0 place @0 ! a mined piece must cap a different tower > 0 place @3 ! a mined piece must cap a different tower
    > 0 place @1 = towers a3 b3 | b3 c3 a1 | a2 | b2
i4: a tower capped and mined again meanwhile is still that tower
    a3 b3 c3 a1 b2 c2 | b1 | b3 | c2 c2 > 0 mine a3; 1 lift b1; 1 place @0; 2 mine c3; 2 place @2
    > 0 place @0 ! a mined piece must cap a different tower > 0 place @2 = towers b3 a1 b2 c2 b1 | b3 c3 a3 | c2 c2

i5: the referee plays a mined piece after the stall limit of 5 seconds, on the nearest tower that it may cap
    a3 b3 a2 b2 | b3 | b2 | a1 > 0 mine a2 > wait 4999 = events - > wait 1 = capped 1; by stall; hand 0 -;
      told Ana held on too long: a medium goes on Bo's tower, now worth 5.
i5: the limit may be 3 seconds
    a3 b3 a2 b2 | b3 | b2 | a1, stall 3 > 0 mine a2 > wait 2999 = events - > wait 1 = capped 1; by stall; hand 0 -
i5: the limit may be 10 seconds
    a3 b3 a2 b2 | b3 | b2 | a1, stall 10 > 0 mine a2 > wait 9999 = events - > wait 1 = capped 1; by stall; hand 0 -
i5: a stalled piece that can cap nothing is set down
    a3 b3 a2 b2 | b1 | a1 | b1 a1 b1 > 0 mine a3 > wait 5000 = events WasSetDown; by stall
i5: a lifted free-stander is not pressed while another seat may act
    a3 b3 a2 b2 | b3 a3 b2 a1 | a3 | b3 > 0 lift a3.2 > wait 60000 = events -; hand 0 a3
i5: a lifted free-stander falls back where it stood once every other seat is done
    a3 b3 a2 b2 | b3 a3 b2 a1 | a3 | b3 > 0 lift a3.2; wait 8000; 1 done > wait 4999 = events -
    > wait 1 = events WasSetDown; by stall; set at 220,60
i5: a lifted free-stander falls back once every other seat is without a move
    a3 | b3 | a2 | a1 b1 > 1 lift b3; 1 place @0; 0 lift a2 > wait 5000 = events WasSetDown
i5: a seat that holds a piece which can cap is not without a move
    a3 | b3 | b3 a3 > 1 lift b3; 0 lift a3; wait 5000 = hand 0 a3; hand 1 -
i5: the limit begins anew when another seat comes back
    a3 b3 a2 b2 | b3 a3 b2 a1 | a3 | b3 > 0 lift a3.2; 1 done; wait 4000; 1 not done; wait 4000; 1 done
    > wait 4999 = events - > wait 1 = events WasSetDown

i6: when only pieces that can cap nothing are left, all hands open at once and the game ends
    a3 b1 a1 b1 | b3 a1 b1 a1 > 0 mine a3 = over no > 1 mine b3
    = events Mined Showdown WasSetDown WasSetDown Ended; by showdown; hand 0 -; hand 1 -; over showdown; scores 6 6
i6: a single seat with a piece that can cap nothing sets it down, and play goes on where that opens a move
    a1 a3 b1 > 0 mine a1 = events Mined > 0 set 600,300 = events WasSetDown
    > 0 lift a1; 0 place @0 = towers a3 b1 a1
i6: a single seat that does not set it down has it set down for it by I5
    a1 a3 b1 > 0 mine a1 > wait 5000 = events WasSetDown; lifts 0 a1; verbs 0 lift done
i6: a lifted piece that only others could cap ends nothing
    a3 | b2 | b1 a1 > 0 lift a3 = events Lifted > wait 5000 = events WasSetDown; lifts 1 b2
i6: only if setting it down opens no move does the game end by I8
    a3 b1 a1 b1 | a2 > 0 mine a3 = events Mined > 0 set 600,300 = events WasSetDown Ended; over no moves
i6: under paused time too a single seat sets its piece down and goes on
    a1 a3 b1, paused_time > 0 mine a1; 0 set 600,300; 0 lift a1; 0 place @0 = towers a3 b1 a1
i6: a move that the holder could make with a free hand keeps the game going
    a3 b1 a1 b1 | a2 b1 a1 b1 > 0 mine a3 = over no > 0 set 600,300; 0 mine a2 = hand 0 a2
i6: a held piece that can still cap keeps the game going
    a3 b2 a2 b1 | b3 > 0 mine a3 = over no

i7: done is a switch
    a3 b3 a2 b2 | b3 a3 b2 a1 | a3 | b3 > 0 done = events DoneSwitched; done 0 > 0 done ! you're already done
    > 0 not done = events DoneSwitched; done - > 0 not done ! you haven't said you're done
i7: nobody is done with a piece in the hand
    a3 b3 a2 b2 | b3 a3 b2 a1 | a3 | b3 > 0 lift a3.2 > 0 done ! play the piece in your hand first
i7: a last call of three seconds when every seat is done
    a3 b3 a2 b2 | b3 a3 b2 a1 | a3 | b3 > 0 done > 1 done = events DoneSwitched LastCall > wait 2999 = events -
    > wait 1 = events Ended; over agreed
i7: a return stops the last call and switches that seat's done off
    a3 b3 a2 b2 | b3 a3 b2 a1 | a3 | b3 > 0 done; 1 done; wait 2000 > 0 not done
    = events LastCallStopped DoneSwitched; done 1 > wait 2000 = events -
i7: a lift stops the last call and switches that seat's done off
    a3 b3 a2 b2 | b3 a3 b2 a1 | a3 | b3 > 0 done; 1 done; wait 2000 > 0 lift a3.2
    = events LastCallStopped DoneSwitched Lifted; done 1 > wait 2000 = events -
i7: mining stops the last call and switches that seat's done off
    a3 b3 a2 b2 | b3 a3 b2 a1 | a3 | b3 > 0 done; 1 done; wait 2000 > 0 mine a2
    = events LastCallStopped DoneSwitched Mined; done 1 > wait 2000 = events -
i7: an action switches its seat's done off at any time
    a3 b3 a2 b2 | b3 a3 b2 a1 | a3 | b3 > 0 done; 0 lift a3.2 = done -

i8: nothing left for anyone ends the game without a last call
    a3 | b3 | b1 a1 > 1 lift b3; 1 place @0 = events Lifted Capped Ended
i8: a split that nobody wants does not end it
    a3 | b3 | b3 b2 a1 > 1 lift b3; 1 place @0 = over no; verbs 0 split done; splits 0 b3
i8: a free-stander that can cap nothing is no move, though it may be lifted
    a3 | b1 | a2 b1 a1 = lifts 0 a3; verbs 0 lift done > 0 lift a3; 0 set 300,300 = over no
    > 1 lift b1; 1 place @3 = over no moves

i9: a hand that moves the ghost is in use
    c2 | b3 a3 | a2 | b3, ghost > 0 lift c2 > 0 lift a2 ! one hand, one piece: play the one you hold first
i9: the ghost's mined piece caps towers of two or more
    c3 b3 c2 b2 | a2 | a3 b2 | b1, ghost > 0 mine c2 = verbs 0 place; places 0 2
i9: if there is none it is set down
    c3 b3 c2 b2 | a2 | a3 b1, ghost > 0 mine c2 = verbs 0 set > 0 set 500,400 = towers c3 b3 b2 | a2 | a3 b1 | c2
i9: a stalled piece of the ghost is played by the same bars
    c3 b3 c2 b2 | a2 | a3 b2 | b1, ghost > 1 mine c2 > wait 5000 = capped 2

i11: equal scores share the win
    a3 | b3 | c2 > 0 done; 1 done; 2 done; wait 3000 = winners 0 1
i11: the ghost counts as a player in a tie
    a3 | b2 | c3, ghost > 0 done; 1 done; wait 3000 = scores 3 2 3; winners 0

i12: an upper part of one piece is a free-stander, and its owner's to lift
    b3 b2 | a3 | a1 > 0 split b3 = towers b3 | a3 | a1 | b2; lifts 1 b3 b2
i12: a single piece left of a tower is one too
    b3 b2 a1 | a3 | b3 > 0 split b3 = lifts 1 b3 b3

turn by turn: only the seat whose turn it is may act
    started 3, paused_time = actors 0 > 1 lift b3 ! it isn't your turn
turn by turn: nothing runs out while time stands
    started 2, paused_time, timer 1, stall 3 > 0 lift a3 > wait 1000000 = events -
turn by turn: a turn is a cap, a split or a mined piece played
    a3 | b3 | a1 | b2 | b3 b1 | a3 b3 a2 b3 | b1, paused_time > 0 lift a3 = events Lifted > 0 place @1 = turn of 1
    > 1 lift b2; 1 place @1 > 0 split b3.1 = turn of 1 > 1 lift b1; 1 place @2 > 0 mine a2; 0 place @4 = turn of 1
turn by turn: a lifted piece may be put back, and the turn goes on
    a3 | b3 | a1 | b2, paused_time > 0 lift a3; 0 set 60,60 = actors 0
turn by turn: done passes, and a play of another brings the seat back
    a3 | b3 | a1 | b2 | c3 | c2, paused_time > 0 done = turn of 1 > 1 lift b2; 1 place @4 = actors 2; done -
turn by turn: when all are done the last call lets anybody go on
    a3 | b3 | a1 | b2, paused_time > 0 done > 1 done = events DoneSwitched LastCall; actors 0 1
    > 1 lift b2 = actors 1 > 1 place @0 = actors 0
turn by turn: the last call ends the game all the same
    a3 | b3 | a1 | b2, paused_time > 0 done; 1 done > wait 3000 = events Ended
turn by turn: the rules are the same
    a3 | b3, paused_time > 0 lift a3; 0 place @1 = towers b3 a3; over no moves; verbs 0 -
""",
)


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


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_i13_what_a_player_sets_down_stays_exactly_there_if_it_is_free(seats: int) -> None:
    state, free = started(seats, seed=7), 0
    do(state, 0, "lift 3")
    for x, y in product(range(0, WIDTH + 1, 25), range(0, DEPTH + 1, 20)):
        twin = state.copy()
        event = do(twin, 0, f"set {x},{y}")[-1]
        assert (event.x, event.y) == free_place(state.towers, 1, (x, y))
        free += (event.x, event.y) == (x, y)
    assert free > 300


def test_i13_a_mined_piece_stays_exactly_there_too() -> None:
    event = do(table("a1 a3 b1"), 0, f"mine {piece('a1')}", "set 110,61")[-1]
    assert (event.x, event.y) == (110, 61)  # the tower stands at 60,60


def test_i13_a_mined_piece_that_goes_back_where_its_tower_stands_keeps_the_tops_in_sight() -> None:
    event = do(table("a1 a3 b1"), 0, f"mine {piece('a1')}", "set 60,60")[-1]
    assert abs(event.y - 60) >= IN_SIGHT[0][1] or abs(event.x - 60) >= FOOTPRINT[1][0] + IN_SIGHT[0][0]


def test_i13_what_is_set_down_where_something_stands_takes_the_nearest_free_place() -> None:
    event = do(table("a3 | b3 | b2 a1"), 0, f"lift {piece('a3')}", "set 140,60")[-1]
    assert (event.x, event.y) == (140 - FOOTPRINT[3][0], 60)


def test_i13_in_version_3_the_nearest_place_in_sight_was_taken() -> None:
    state = table("a3 | b3 | b2 a1")
    state.variant = replace(state.variant, version=3)
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


@pytest.mark.parametrize("kinds_of_seats", ["hh", "hb", "bb", "hbb", "bhbhb"])
def test_i14_any_mix_of_humans_and_bots(kinds_of_seats: str) -> None:
    players = [Player(k, "human" if k == "h" else "bot", "" if k == "h" else "easy") for k in kinds_of_seats]
    assert Match.new(new_header(GAME, players, {}, 1)).actors == frozenset(range(len(players)))


def test_i15_held_pieces_count_for_their_owners() -> None:
    state = started(2, ghost=True)
    assert scores(state) == (30, 30, 30)
    do(state, 0, "lift 44")
    do(state, 1, "lift 43")
    assert scores(state) == (30, 30, 30)
    assert total(state) == 90
