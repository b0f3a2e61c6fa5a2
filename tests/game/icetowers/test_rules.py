"""The rules of IceTowers: the sheet, the rulings, stacks, pauses and places."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.icetowers.positions import (
    BEGAN,
    GAME,
    TELLER,
    do,
    name_of,
    new,
    of,
    piece,
    refusal,
    started,
    table,
    texts,
    tower,
    wait,
)
from tests.game.matches import kinds, new_match, stories
from topping_out.game.engine import IllegalAction, Outcome
from topping_out.game.icetowers import core, course, legality
from topping_out.game.icetowers.actions import (
    CountdownBegan,
    Done,
    Lift,
    Mine,
    Place,
    PlayBegan,
    Ready,
    SetDown,
    Split,
    WasSetDown,
    WasSplit,
)
from topping_out.game.icetowers.bots.evaluation import board_of
from topping_out.game.icetowers.state import (
    COLOUR_OF,
    DEPTH,
    FOOTPRINT,
    IN_SIGHT,
    PER_SIZE,
    PIPS_OF,
    SIZES,
    WIDTH,
    Held,
    Phase,
    Tower,
    distance,
    free_place,
    overlap,
    pieces_of,
    scatter,
    stack_of,
)
from topping_out.game.match import replay
from topping_out.game.record import TICK, Player, Record, fold
from topping_out.game.storage.library import read_record

# -- players, equipment, set-up


def test_two_to_five_seats_can_play() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5]


def test_a_stash_is_five_pyramids_of_each_of_three_sizes() -> None:
    assert Counter(PIPS_OF[number] for number in pieces_of(3)) == {1: 5, 2: 5, 3: 5}
    assert {COLOUR_OF[number] for number in pieces_of(3)} == {3}


@pytest.mark.parametrize("seats", GAME.seats)
def test_all_pieces_are_scattered_across_the_table(seats: int) -> None:
    towers = new(seats).towers
    assert sorted(tower.top for tower in towers) == list(range(15 * seats))
    assert all(tower.is_free_stander for tower in towers)
    assert len({tower.x for tower in towers}) > 10
    assert max(t.x for t in towers) - min(t.x for t in towers) > WIDTH // 2
    assert max(t.y for t in towers) - min(t.y for t in towers) > DEPTH // 2


def test_players_get_ready_by_touching_a_piece_of_their_colour() -> None:
    state = new(3)
    assert refusal(state, 0, f"ready {piece('b1')}") == "touch a piece of your own colour"
    do(state, 0, f"ready {piece('a1')}")
    assert refusal(state, 0, f"ready {piece('a2')}") == "you're already ready"
    assert texts(state, 0) == []
    assert len(state.towers) == 45, "touched, not picked up"


def test_play_starts_after_a_countdown_once_all_are_ready() -> None:
    state = new(2)
    do(state, 1, "ready 15")
    assert refusal(state, 1, "lift 15") == "play hasn't begun"
    GAME.tick(state, 5_000)
    assert of(do(state, 0, "ready 0"), CountdownBegan) == [CountdownBegan(8_000)]
    assert refusal(state, 0, "lift 0") == "play hasn't begun"
    assert refusal(state, 0, "ready 0") == "everybody is ready"
    assert wait(state, 2_999) == []
    assert wait(state, 1) == [PlayBegan(188_000)]
    assert state.phase is Phase.PLAY


test_the_sheet = stories(
    TELLER,
    """
nobody waits for anybody between plays
    a3 | b3 | a2 | b2 | b1 > 0 lift a3; 0 place @1; 0 lift a2; 0 place @3 = towers b3 a3 | b2 a2 | b1
a piece caps a tower with a top as large as itself or larger
    * b1 | a1 | a2 | a3 | b1 > 0 lift a1 = places 0 0 4
    * b1 | a1 | a2 | a3 | b1 > 0 lift a2 = verbs 0 set > 0 place @0 ! a medium piece can't cap a small one
    * b1 | a1 | a2 | a3 | b1 > 0 lift a3 = verbs 0 set > 0 place @0 ! a large piece can't cap a small one
    * b2 | a1 | a2 | a3 | b1 > 0 lift a1 = places 0 0 4
    * b2 | a1 | a2 | a3 | b1 > 0 lift a2 = places 0 0
    * b2 | a1 | a2 | a3 | b1 > 0 lift a3 = verbs 0 set > 0 place @0 ! a large piece can't cap a medium one
    * b3 | a1 | a2 | a3 | b1 > 0 lift a1 = places 0 0 4
    * b3 | a1 | a2 | a3 | b1 > 0 lift a2 = places 0 0
    * b3 | a1 | a2 | a3 | b1 > 0 lift a3 = places 0 0
a cap is of another colour than the top piece
    b3 a3 | a2 | b3 > 0 lift a2 = places 0 2 > 0 place @0 ! your colour is on top already
a cap takes control, and the tower grows
    b3 c2 | a2 | c3 | b3 = scores 2 3 8
    > 0 lift a2 > 0 place @0 = towers b3 c2 a2 | c3 | b3; scores 7 3 3;
      told Ana caps Cy's tower with a medium: now worth 7.
only pieces of one's own are picked up
    a3 b2 | b3 | a1 > 0 lift b3 ! this piece isn't yours to lift
only free-standing pieces are picked up
    a3 b2 | b3 | a1 > 0 lift a3 ! …part of a tower… > 1 lift b2 ! …part of a tower…
only pieces that are there are picked up
    a3 b2 | b3 | a1 > 0 lift 74 ! there's no such piece
there is no limit on how high a tower may grow
    b3 a3 b3 a3 b2 a2 b2 a2 b1 a1 b1 | a1 | b2 > 0 lift a1.1; 0 place @0
    = towers b3 a3 b3 a3 b2 a2 b2 a2 b1 a1 b1 a1 | b2

mining takes any one of two or more own pieces out of a tower one does not control, and the rest is reassembled in order
    a3 b3 a2 b2 | b3 = mines 0 a3 a2 > 0 mine a3 = hand 0 a3; towers b3 a2 b2 | b3
one piece alone cannot be mined
    a3 b3 b2 | b3 | a1 > 0 mine a3 ! to mine, you need two of your pieces in the tower
a tower that one controls cannot be mined
    a3 b3 a2 b2 a1 | b3 > 0 mine a2 ! you can't mine a tower that has your own piece on top
nobody mines another one's pieces
    a3 b3 a2 c2 | b3 > 2 mine a3 ! you can only mine your own pieces
a free-stander is lifted and not mined
    a3 | b3 | b1 > 0 mine a3 ! this is your free-standing piece: lift it instead
it is not necessary to finish all capping before starting to mine
    a3 b3 a2 b2 | b3 | a1 | a3 = mines 0 a3 a2; lifts 0 a1 a3
pieces are played in any order
    a1 | a2 | a3 | b3 | b1 = lifts 0 a1 a2 a3

no minebacks: a mined piece must cap a different tower at once
    a3 b3 a2 b2 | b3 | c3 > 0 mine a2 = places 0 1 2; verbs 0 place
    > 0 place @0 ! a mined piece must cap a different tower > 0 place @2 = towers a3 b3 b2 | b3 | c3 a2
fleeing: without a legal play the mined piece is set down and stands free
    a3 b3 a2 b2 | b1 | b2 a1 b1 a1 > 0 mine a3; 0 set 600,300
    = events Mined WasSetDown; towers b3 a2 b2 | b1 | b2 a1 b1 a1 | a3; lifts 0 a3;
      told Ana mines a large from Bo's tower. Ana flees: a large is now free-standing.

two neighbours of another colour are parted, and the lower part stays where it is
    c3 b3 b2 a1 | a3 > 0 split b3 = towers c3 b3 | a3 | b2 a1
nobody splits their own colour
    b3 b2 a1 | a3 | b2 = splits 0 b3; splits 1 - > 1 split b3 ! you can't split your own colour
a tower is split only between two of one colour
    b3 c2 c1 | a3 > 0 split b3 ! a tower can only be split between two pieces of the same colour
a tower is not split at its top
    b3 c2 c1 | a3 > 0 split c1 ! there's no piece above this one
one need not control a tower to split it, nor have a piece in it
    b3 b2 b1 | c3 | a1 > 2 split b2 = towers b3 b2 | c3 | a1 | b1
nobody splits with a piece in the hand
    b3 b2 b1 | a3 | b3 > 0 lift a3 > 0 split b3 ! one hand, one piece: first play the one you're holding
one hand holds one piece
    a3 b3 a2 b2 | b3 | a1 | a3 > 0 lift a1 > 0 lift a3.1 ! one hand, one piece: first play the one you're holding
    > 0 mine a2 ! one hand, one piece: first play the one you're holding
the Triple Cap Split parts three stacked pieces into a big and a small tower
    c3 a3 b3 b2 b1 | a2 | c1 > 0 split b3; 0 lift a2; 0 place @0 = towers c3 a3 b3 a2 | c1 | b2 b1

the game ends when no more moves are possible
    a3 | b3 > 0 lift a3; 0 place @1 = events Lifted Capped Ended; winners 0; scores 6 0; over no moves
the game ends when all agree, though a split would be possible
    b3 b2 b1 | a3 a2 = over no > 0 done; 1 done; wait 3000 = over agreed
points are for every piece in every tower with one's piece on top
    b3 a2 c1 | a3 b3 | a1 | c3 b2 a2 | b1 = scores 8 7 6
free-standers at the end are short towers and not worthless
    a3 | a2 | b1 | b1 a1 > 0 done; 1 done; wait 3000 = over agreed; scores 7 1
the highest score wins
    a3 | b3 | c2 > 2 lift c2; 2 place @1 = over no moves; scores 3 0 5; winners 2
when the timer rings held pieces are set down, and towers count as they are
    a3 b3 a2 b2 | b3 | a1, timer 1 > wait 59000; 0 mine a2 > wait 1000
    = events TimerRang WasSetDown Ended; by timer; scores 3 11; over timer

either player may move for the ghost at any time
    c3 | c2 | a3 b3 | b3 a3 | a1, ghost > 0 lift c3; 0 place @2; 1 lift c2; 1 place @3
    = towers a3 b3 c3 | b3 a3 c2 | a1
the ghost never caps a free-standing piece
    c2 | a3 | b3 a3 | a1 | b3, ghost > 0 lift c2 = places 0 2
    > 0 place @1 ! the ghost never caps a free-standing piece
the ghost is mined for, but its colour is not mined where it is on top
    c3 b3 c2 a2 | c3 a3 c1 | b3 a3, ghost = mines 1 c3 c2
    > 1 mine c1 ! you can't mine a tower that has the ghost's piece on top
the players split the ghost, and it splits nobody
    c3 c2 | a3 a2 | b1, ghost = splits 0 c3; splits 1 c3 a3
if the ghost scores the most, the ghost wins
    a3 b3 | c3, ghost > 0 lift c3; 0 place @0 = scores 0 0 9; winners -;
      told …The ghost wins with 9…
the empty sandwich is capped by the ghost and split at once
    a3 b2 a2 b1 | c1 | b3 | a1, ghost > 0 mine a2; 0 place @2; 0 lift c1; 0 place @0; 0 split b2
    = towers a3 b2 | b3 a2 | a1 | b1 c1
the sandwich counter caps for the ghost first and mines the bread
    a3 b2 a2 b1 | c1 | b3 | a1, ghost > 0 mine a2; 1 lift c1; 1 place @0; 1 mine b1
    = hand 1 b1; towers a3 b2 c1 | b3 | a1
""",
)


def test_all_seats_may_act_at_the_same_time() -> None:
    state = started(5)
    assert GAME.actions(state, 0)
    assert GAME.actors(state) == {0, 1, 2, 3, 4}
    for seat in range(5):
        do(state, seat, f"lift {15 * seat + 14}")
    assert all(state.hands)


def test_the_parts_of_a_split_do_not_overlap() -> None:
    state = table("c3 b3 b2 a1 | a3", seats=3)
    event = do(state, 0, f"split {piece('b3')}")[-1]
    assert (event.lower, event.upper) == (0, 2)
    assert not overlap(tower(state, 0), tower(state, 2))
    assert tower(state, 0).place == (60, 60)


def test_the_ghost_is_an_option_for_two_seats_only() -> None:
    assert "ghost" in {option.key for option in GAME.options(2)}
    assert all(option.key != "ghost" for seats in (3, 4, 5) for option in GAME.options(seats))
    assert sorted(tower.top for tower in new(2, ghost=True).towers) == list(range(45))


# -- rulings


VERSION_1 = Path(__file__).parent / "version_1.jsonl"
VERSION_2 = Path(__file__).parent / "version_2.jsonl"
"""A whole game by the rules before I6 distinguished one holding seat from several."""

test_our_rulings = stories(
    TELLER,
    """
i2: a place that somebody else capped first is refused, and the piece stays in the hand
    a3 | b1 | c3 | c2 c2 > 0 lift a3; 1 lift b1; 1 place @2 > 0 place @2 ! a large piece can't cap a small one
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
    a3 b3 a2 b2 | b2 | b1 > 0 mine a2 = verbs 0 place > 0 set 700,400 ! …must cap a tower…
    > 1 lift b2.1 > 0 set 700,400 = towers a3 b3 b2 | b1 | a2
i3: nothing is set down off the table
    a3 | b3 | b2 a1 > 0 lift a3 > 0 set 1201,0 ! that spot is off the table

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
i5: the limit may be 3 or 10 seconds
    * a3 b3 a2 b2 | b3 | b2 | a1, stall 3 > 0 mine a2 > wait 2999 = events - > wait 1 = capped 1; by stall; hand 0 -
    * a3 b3 a2 b2 | b3 | b2 | a1, stall 10 > 0 mine a2 > wait 9999 = events - > wait 1 = capped 1; by stall; hand 0 -
i5: a stalled piece that can cap nothing is set down
    a3 b3 a2 b2 | b1 | a1 | b1 a1 b1 > 0 mine a3 > wait 5000 = events WasSetDown; by stall
i5: a lifted free-stander has no time limit while another seat may act
    a3 b3 a2 b2 | b3 a3 b2 a1 | a3 | b3 > 0 lift a3.2 > wait 60000 = events -; hand 0 a3
i5: a lifted free-stander falls back where it stood once every other seat is done
    a3 b3 a2 b2 | b3 a3 b2 a1 | a3 | b3 > 0 lift a3.2; wait 8000; 1 done > wait 4999 = events -
    > wait 1 = events WasSetDown; by stall; set at 220,60
i5: a lifted free-stander falls back once every other seat is without a move
    a3 | b3 | a2 | a1 b1 > 1 lift b3; 1 place @0; 0 lift a2 > wait 5000 = events WasSetDown
i5: a seat that holds a piece which can cap is not without a move
    a3 | b3 | b3 a3 > 1 lift b3; 0 lift a3; wait 5000 = hand 0 a3; hand 1 -
i5: the limit starts again when another seat comes back
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
i6: a lifted piece that only others could cap does not end the game
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
i7: a return, a lift or mining stops the last call and switches that seat's done off
    * a3 b3 a2 b2 | b3 a3 b2 a1 | a3 | b3 > 0 done; 1 done; wait 2000 > 0 not done
      = events LastCallStopped DoneSwitched; done 1 > wait 2000 = events -
    * a3 b3 a2 b2 | b3 a3 b2 a1 | a3 | b3 > 0 done; 1 done; wait 2000 > 0 lift a3.2
      = events LastCallStopped DoneSwitched Lifted; done 1 > wait 2000 = events -
    * a3 b3 a2 b2 | b3 a3 b2 a1 | a3 | b3 > 0 done; 1 done; wait 2000 > 0 mine a2
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
    c2 | b3 a3 | a2 | b3, ghost > 0 lift c2 > 0 lift a2 ! one hand, one piece: first play the one you're holding
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
i12: a single piece left of a tower is a free-stander too
    b3 b2 a1 | a3 | b3 > 0 split b3 = lifts 1 b3 b3

i13: a mined piece set down on a free spot stays exactly there, beside the tower at 60,60
    a1 a3 b1 > 0 mine a1; 0 set 110,61 = set at 110,61
i13: a piece set down on another takes the nearest free place, a large footprint beside the one at 140,60
    a3 | b3 | b2 a1 > 0 lift a3; 0 set 140,60 = set at 84,60

i15: held pieces count for their owners
    started 2, ghost = scores 30 30 30 > 0 lift c3.4; 1 lift c3.3 = scores 30 30 30

turn by turn: a seat without a move is done and passed over
    a3 | c3 | c3, paused_time > 0 lift a3; 0 place @1 = done 1; turn of 2; events …DoneSwitched TurnPassed
turn by turn: only the seat whose turn it is may act
    started 3, paused_time = actors 0 > 1 lift b3 ! it isn't your turn
turn by turn: no limit expires while time stands still
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
turn by turn: the last call still ends the game
    a3 | b3 | a1 | b2, paused_time > 0 done; 1 done > wait 3000 = events Ended
turn by turn: the rules are the same
    a3 | b3, paused_time > 0 lift a3; 0 place @1 = towers b3 a3; over no moves; verbs 0 -
""",
)


@pytest.mark.parametrize(("text", "action"), [
    ("ready 12", Ready(12)),
    ("lift 12", Lift(12)),
    ("mine 12", Mine(12)),
    ("place @40", Place(40)),
    ("set 300,210", SetDown(300, 210)),
    ("split 12", Split(12)),
    ("done", Done(True)),
    ("not done", Done(False)),
])  # fmt: skip
def test_i1_there_are_seven_kinds_of_action_with_texts(text: str, action: object) -> None:
    assert GAME.parse(text) == action
    assert str(action) == text


@pytest.mark.parametrize("text", ["", "lift", "lift 012", "lift -1", "lift 1.0", "place 4", "set 1", "Done", "lift ١"])
def test_i1_other_texts_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match="write `ready 12`"):
        GAME.parse(text)


def test_i1_actions_are_done_in_the_order_of_arrival() -> None:
    match = new_match("icetowers", *map(Player, ("Ana", "Bo", "Cy")), seed=1)
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


def test_i6_a_record_of_version_1_is_replayed_by_its_own_rules() -> None:
    record = read_record(VERSION_1)
    assert record.header.rules == 1
    _, _, events, state = replay(record)[-2]
    assert kinds(events) == "Mined Showdown WasSetDown Ended"
    assert state.outcome == Outcome((2,), (25, 32, 33), "showdown")


def test_i6_by_later_rules_a_single_holding_seat_does_not_end_the_game() -> None:
    record = read_record(VERSION_1)
    today = msgspec.structs.replace(record.header, rules=2)
    state = fold(Record(today, [entry for entry in record.entries if entry.text != TICK]))
    do(state, 2, "set 89,426", "lift 40", "place @14")
    assert state.outcome is None


@pytest.mark.parametrize(("timer", "ms"), [(1, 60_000), (2, 120_000), (3, 180_000), (5, 300_000)])
def test_i10_the_timer_rings_at_its_time_after_the_start(timer: int, ms: int) -> None:
    state = started(3, timer=timer)
    assert wait(state, ms - 1) == []
    assert kinds(wait(state, 1)) == "TimerRang Ended"
    assert state.ms == BEGAN + ms


def test_i10_the_timer_defaults_to_three_minutes_and_can_be_off() -> None:
    assert started(2).variant.timer == 180_000
    assert started(2, timer="off").variant.timer is None
    assert wait(started(2, timer="off"), 10_000_000) == []


def test_i10_the_countdown_does_not_use_up_the_timer() -> None:
    state = new(2, timer=1)
    GAME.tick(state, 500_000)
    do(state, 0, "ready 0")
    do(state, 1, "ready 15")
    assert wait(state, 3_000) == [PlayBegan(563_000)]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_i13_a_piece_set_down_on_a_free_spot_stays_exactly_there(seats: int) -> None:
    state, free = started(seats, seed=7), 0
    do(state, 0, "lift 3")
    for x, y in product(range(0, WIDTH + 1, 25), range(0, DEPTH + 1, 20)):
        twin = state.copy()
        event = do(twin, 0, f"set {x},{y}")[-1]
        assert (event.x, event.y) == free_place(state.towers, 1, (x, y))
        free += (event.x, event.y) == (x, y)
    assert free > 300


def test_i13_a_mined_piece_set_down_on_its_tower_leaves_tops_visible() -> None:
    event = do(table("a1 a3 b1"), 0, f"mine {piece('a1')}", "set 60,60")[-1]
    assert abs(event.y - 60) >= IN_SIGHT[0][1] or abs(event.x - 60) >= FOOTPRINT[1][0] + IN_SIGHT[0][0]


def test_i13_version_3_took_the_nearest_place_with_visible_tops() -> None:
    state = table("a3 | b3 | b2 a1")
    state.variant = replace(state.variant, version=3)
    event = do(state, 0, f"lift {piece('a3')}", "set 140,60")[-1]
    assert (event.x, event.y) == (140 - FOOTPRINT[3][0] - IN_SIGHT[0][0], 60)


def test_i13_before_version_3_the_nearest_free_place_was_taken() -> None:
    state = table("a3 | b3 | b2 a1")
    state.variant = replace(state.variant, version=2)
    event = do(state, 0, f"lift {piece('a3')}", "set 140,60")[-1]
    width, depth = FOOTPRINT[3]
    beside = {(140 - width, 60), (140 + width, 60), (140, 60 - depth), (140, 60 + depth)}
    assert (event.x, event.y) in beside
    assert distance((event.x, event.y), (140, 60)) == min(distance(place, (140, 60)) for place in beside)


def test_i13_a_lifted_piece_can_return_to_its_exact_place() -> None:
    state = started(5)
    before = {t.top: t.place for t in state.towers}
    for number in range(5):
        do(state, 0, f"lift {number}", f"set {before[number][0]},{before[number][1]}")
    assert {t.top: t.place for t in state.towers} == before


def test_i13_a_record_of_version_2_is_replayed_with_its_places() -> None:
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


def test_i13_nothing_overlaps_after_a_split_in_a_crowd() -> None:
    state = started(5)
    crowd = sorted(state.towers, key=lambda t: distance(t.place, (600, 280)))
    middle = crowd[0]
    state.towers = tuple(t for t in state.towers if t.id != middle.id)
    stack = middle.with_pieces((10, 11, 12))
    state.towers = (*(t for t in state.towers if t.top not in stack.pieces), stack)
    do(state, 1, f"split {10}")
    do(state, 1, f"split {11}")
    towers = state.towers
    assert not any(overlap(a, b) for i, a in enumerate(towers) for b in towers[:i])


@pytest.mark.parametrize("kinds_of_seats", ["hh", "hb", "bb", "hbb", "bhbhb"])
def test_i14_any_mix_of_humans_and_bots_is_possible(kinds_of_seats: str) -> None:
    players = [Player(k, "human" if k == "h" else "bot", "" if k == "h" else "easy") for k in kinds_of_seats]
    assert new_match("icetowers", *players).actors == frozenset(range(len(players)))


# -- stacks


@pytest.mark.parametrize("name", [f"{colour}{size}" for colour, size in product("ac", (1, 2, 3))])
def test_rules_and_search_agree_on_every_cap(name: str) -> None:
    """Tried for pieces of a seat and of the ghost, on every top, of single pieces and of towers."""
    tops = [f"{colour}{size}" for colour, size in product("abc", (1, 2, 3))]
    state = table(" | ".join([*tops, *(f"b3 {top}" for top in tops)]), ghost=True)
    held = Held(piece(name, 4), False, frozenset(), 0, 0, 0, None)
    free = {tower.stack for tower in state.towers if not legality.why_not_cap(state.variant, held, tower)}
    assert free == {tower.stack for tower in legality.targets(state, held)}
    assert free == set(board_of(state).targets(stack_of([held.piece])[0]))
    assert 0 < len(free) < len(state.towers)


@pytest.mark.parametrize(("text", "mined", "split"), [
    ("a3", [], []),
    ("a3 a2", [], []),
    ("a3 a2 b1", [0, 1], []),
    ("a3 b2 a1 b1", [0, 2], []),
    ("a3 b2 b1", [], [1]),
    ("a3 b2 b2 a1 b1", [0, 3], [1]),
    ("b3 b3 c2 c2", [], [0, 2]),
])  # fmt: skip
def test_rules_and_search_agree_on_mines_and_splits(text: str, mined: list[int], split: list[int]) -> None:
    state = table(text, seats=3)
    tower = state.towers[0]
    assert core.mines(tower.stack, 0) == mined
    assert core.splits(tower.stack, 0) == split
    assert core.spare(tower.stack, 0) == max(0, len(mined) - 1)
    assert legality.mineable(state, 0) == [tower.pieces[index] for index in mined]
    assert legality.gaps(state, 0) == [tower.pieces[index] for index in split]
    assert board_of(state).splits(tower.stack, 0) == split


@pytest.mark.parametrize(
    ("totals", "leaders"), [([3, 1], [0]), ([3, 3, 1], [0, 1]), ([1, 2, 3], [2]), ([0, 0], [0, 1])]
)
def test_the_highest_total_leads_and_ties_share(totals: list[int], leaders: list[int]) -> None:
    assert core.leaders(totals) == leaders


# -- paused


def test_turns_go_in_the_order_in_which_seats_got_ready() -> None:
    state = new(3, paused_time=True)
    for seat in (2, 0, 1):
        do(state, seat, f"ready {15 * seat}")
    assert kinds(wait(state, 3_000)) == "PlayBegan TurnPassed"
    seen = []
    for _ in range(4):
        (seat,) = GAME.actors(state)
        seen.append(seat)
        target = next(t for t in state.towers if t.size == 3 and t.controller != seat)
        mine = next(t for t in state.towers if t.size == 3 and t.controller == seat and t.is_free_stander)
        do(state, seat, f"lift {mine.top}", f"place @{target.id}")
    assert seen == [2, 0, 1, 2]


def test_no_timer_runs_while_time_stands_still() -> None:
    state = started(2, paused_time=True, timer=1, stall=3)
    assert GAME.chooser(state) == 0
    do(state, 0, f"lift {piece('a3')}")
    assert GAME.next_due(state) is None
    assert set(GAME.notes(2, {"paused_time": True, "timer": 1, "stall": 3})) == {"timer", "stall"}


# -- places


ONE_OF = {size: (size - 1) * PER_SIZE for size in SIZES}
"""A piece of each size, used as the base of a tower."""


def standing(size: int, x: int, y: int) -> Tower:
    return Tower(0, (ONE_OF[size],), x, y)


def is_on_the_table(tower: Tower) -> bool:
    width, depth = FOOTPRINT[tower.base]
    return width // 2 <= tower.x <= WIDTH - width // 2 and depth // 2 <= tower.y <= DEPTH - depth // 2


@pytest.mark.parametrize("size", SIZES)
def test_there_is_always_room_for_the_last_of_75_pieces(size: int) -> None:
    """Each tower blocks a limited number of centres, and all towers together leave some free."""
    width, depth = FOOTPRINT[size]
    centres = (WIDTH - width + 1) * (DEPTH - depth + 1)
    bases = [base for base in SIZES for _ in range(5 * PER_SIZE)]
    bases.remove(size)
    denied = sum(((FOOTPRINT[o][0] + width) // 2 * 2 - 1) * ((FOOTPRINT[o][1] + depth) // 2 * 2 - 1) for o in bases)
    assert denied < centres


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("darts", [1, 40])
def test_scattered_pieces_are_on_the_table_and_do_not_touch(
    seats: int, seed: int, darts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With only one random try for each piece, many would touch and must be moved."""
    monkeypatch.setattr("topping_out.game.icetowers.state.DARTS", darts)
    towers = scatter(seats, seed)
    assert [tower.id for tower in towers] == [p for seat in range(seats) for p in pieces_of(seat)]
    assert all(map(is_on_the_table, towers))
    for first, second in combinations(towers, 2):
        (width, depth), (other_width, other_depth) = FOOTPRINT[first.base], FOOTPRINT[second.base]
        apart_sideways = 2 * abs(first.x - second.x) > width + other_width
        apart_in_depth = 2 * abs(first.y - second.y) > depth + other_depth
        assert apart_sideways or apart_in_depth


def test_the_footprint_of_a_tower_is_that_of_its_bottom_piece() -> None:
    tall = Tower(0, (ONE_OF[3], ONE_OF[1]), 100, 100)
    assert overlap(tall, standing(1, 100 + 45, 100))
    assert not overlap(tall, standing(1, 100 + 46, 100))
    assert overlap(tall, standing(1, 100, 100 + 33))
    assert not overlap(tall, standing(1, 100, 100 + 34))


def test_a_free_spot_is_returned_unchanged() -> None:
    assert free_place([standing(3, 300, 300)], 3, (500, 200)) == (500, 200)


def test_a_place_at_the_edge_is_moved_onto_the_table() -> None:
    assert free_place([], 3, (0, DEPTH)) == (28, DEPTH - 21)


def by_trial(towers: list[Tower], size: int, near: tuple[int, int], reach: int) -> tuple[int, int]:
    """Return the nearest free place, found by trying all places."""
    xs, ys = range(near[0] - reach, near[0] + reach + 1), range(near[1] - reach, near[1] + reach + 1)
    free = (
        (x, y)
        for x, y in product(xs, ys)
        if is_on_the_table(standing(size, x, y)) and not any(overlap(standing(size, x, y), t) for t in towers)
    )
    return min(free, key=lambda place: (distance(place, near), place))


@given(data=st.data())
def test_the_nearest_free_place_is_found(data: st.DataObject) -> None:
    near = (600, 280)
    size = data.draw(st.sampled_from(SIZES))
    towers: list[Tower] = []
    for _ in range(data.draw(st.integers(1, 7))):
        tower = standing(
            data.draw(st.sampled_from(SIZES)), data.draw(st.integers(530, 670)), data.draw(st.integers(230, 330))
        )
        if not any(overlap(tower, obstacle) for obstacle in towers):
            towers.append(tower)
    found = free_place(towers, size, near)
    reach = max(abs(found[0] - near[0]), abs(found[1] - near[1]), 1)
    assert found == by_trial(towers, size, near, min(2 * reach, 150))


def test_distances_in_depth_count_double() -> None:
    x, y = free_place([standing(3, 600, 280)], 3, (600, 280))
    assert (abs(x - 600), y) == (56, 280), "beside it, not in front of it"


ROOM = (8, 160)


def test_a_place_with_room_has_free_ice_around_it() -> None:
    (x, y) = free_place([standing(3, 600, 280)], 3, (600, 300), ROOM)
    assert (abs(x - 600), y) == (56 + 8, 300)
    assert free_place([standing(3, 600, 30)], 3, (600, 250), ROOM) == (600, 250), "that far behind it is seen anyhow"


def test_without_enough_room_less_room_is_accepted() -> None:
    towers = [standing(3, x, y) for x in range(28, 1173, 88) for y in (40, 140, 240, 340, 440, 540)]
    roomy, tight = free_place(towers, 1, (28, 140), ROOM), free_place(towers, 1, (28, 140))
    assert roomy == tight, "no place has that room"
    assert free_place(towers, 1, (28, 140), ROOM, (0, 12)) != tight


def test_a_scatter_avoids_pieces_that_hide_each_other() -> None:
    """Fewer pieces than before version 3 are so close behind each other that one could hide the other."""

    def hidden(towers: tuple[Tower, ...]) -> int:
        return sum(abs(a.x - b.x) < 24 and abs(a.y - b.y) < 160 for a, b in combinations(towers, 2))

    now, before = (sum(hidden(scattered(5, seed)) for seed in range(10)) for scattered in (scatter, course.scatter))
    assert now < 0.6 * before
