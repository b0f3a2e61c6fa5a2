"""The sheet of IceTowers, sentence by sentence; the rulings are in `test_rulings`."""

from collections import Counter

import pytest

from tests.game.icetowers.positions import (
    GAME,
    TELLER,
    do,
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
from tests.game.stories import stories
from topping_out.game.icetowers.events import CountdownBegan, Ended, PlayBegan
from topping_out.game.icetowers.pieces import COLOUR_OF, PIPS_OF, pieces_of
from topping_out.game.icetowers.state import Phase
from topping_out.game.icetowers.table import DEPTH, WIDTH, overlap

# -- players, equipment, set-up


def test_two_to_five_may_play() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5]


def test_a_stash_is_five_pyramids_of_each_of_three_sizes() -> None:
    assert Counter(PIPS_OF[number] for number in pieces_of(3)) == {1: 5, 2: 5, 3: 5}
    assert {COLOUR_OF[number] for number in pieces_of(3)} == {3}


@pytest.mark.parametrize("seats", GAME.seats)
def test_all_pieces_stand_scattered_across_the_table(seats: int) -> None:
    towers = new(seats).towers
    assert sorted(tower.top for tower in towers) == list(range(15 * seats))
    assert all(tower.is_free_stander for tower in towers)
    assert len({tower.x for tower in towers}) > 10
    assert max(t.x for t in towers) - min(t.x for t in towers) > WIDTH // 2
    assert max(t.y for t in towers) - min(t.y for t in towers) > DEPTH // 2


def test_players_show_that_they_are_ready_by_touching_a_pyramid_of_their_colour() -> None:
    state = new(3)
    assert refusal(state, 0, f"ready {piece('b1')}") == "touch a piece of your own colour"
    do(state, 0, f"ready {piece('a1')}")
    assert refusal(state, 0, f"ready {piece('a2')}") == "you're already ready"
    assert texts(state, 0) == []
    assert len(state.towers) == 45, "touched, not picked up"


def test_play_starts_as_soon_as_all_are_ready_after_a_countdown() -> None:
    state = new(2)
    do(state, 1, "ready 15")
    assert refusal(state, 1, "lift 15") == "play has not begun"
    GAME.tick(state, 5_000)
    assert of(do(state, 0, "ready 0"), CountdownBegan) == [CountdownBegan(8_000)]
    assert refusal(state, 0, "lift 0") == "play has not begun"
    assert refusal(state, 0, "ready 0") == "everybody is ready"
    assert wait(state, 2_999) == []
    assert wait(state, 1) == [PlayBegan(188_000)]
    assert state.phase is Phase.PLAY


test_the_sheet = stories(
    TELLER,
    """
nobody waits for anybody between plays
    a3 | b3 | a2 | b2 | b1 > 0 lift a3; 0 place @1; 0 lift a2; 0 place @3 = towers b3 a3 | b2 a2 | b1
a small piece caps a tower with a small one on top
    b1 | a1 | a2 | a3 | b1 > 0 lift a1 = places 0 0 4
a medium piece does not
    b1 | a1 | a2 | a3 | b1 > 0 lift a2 = verbs 0 set > 0 place @0 ! a medium piece cannot cap a small one
a large piece does not
    b1 | a1 | a2 | a3 | b1 > 0 lift a3 = verbs 0 set > 0 place @0 ! a large piece cannot cap a small one
a small piece caps a tower with a medium one on top
    b2 | a1 | a2 | a3 | b1 > 0 lift a1 = places 0 0 4
a medium piece caps a tower with a medium one on top
    b2 | a1 | a2 | a3 | b1 > 0 lift a2 = places 0 0
a large piece does not cap a medium one
    b2 | a1 | a2 | a3 | b1 > 0 lift a3 = verbs 0 set > 0 place @0 ! a large piece cannot cap a medium one
a small piece caps a tower with a large one on top
    b3 | a1 | a2 | a3 | b1 > 0 lift a1 = places 0 0 4
a medium piece caps a tower with a large one on top
    b3 | a1 | a2 | a3 | b1 > 0 lift a2 = places 0 0
a large piece caps a tower with a large one on top
    b3 | a1 | a2 | a3 | b1 > 0 lift a3 = places 0 0
a cap is of another colour than the top piece
    b3 a3 | a2 | b3 > 0 lift a2 = places 0 2 > 0 place @0 ! your colour is on top already
a cap takes control, and the tower grows
    b3 c2 | a2 | c3 | b3 = scores 2 3 8
    > 0 lift a2 > 0 place @0 = towers b3 c2 a2 | c3 | b3; scores 7 3 3;
      told Ana caps Cy's tower with a medium: now worth 7.
only pieces of one's own are picked up
    a3 b2 | b3 | a1 > 0 lift b3 ! this piece is not yours to lift
only pieces that are there are picked up
    a3 b2 | b3 | a1 > 0 lift 74 ! there is no such piece
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
      told Ana mines a large from Bo's tower. Ana flees: a large stands alone.

two neighbours of another colour are parted, and the lower part stays where it is
    c3 b3 b2 a1 | a3 > 0 split b3 = towers c3 b3 | a3 | b2 a1
nobody splits their own colour
    b3 b2 a1 | a3 | b2 = splits 0 b3; splits 1 - > 1 split b3 ! you cannot split your own colour
a tower is split only between two of one colour
    b3 c2 c1 | a3 > 0 split b3 ! a tower can only be split between two pieces of the same colour
a tower is not split at its top
    b3 c2 c1 | a3 > 0 split c1 ! there's no piece above this one
one need not control a tower to split it, nor have a piece in it
    b3 b2 b1 | c3 | a1 > 2 split b2 = towers b3 b2 | c3 | a1 | b1
nobody splits with a piece in the hand
    b3 b2 b1 | a3 | b3 > 0 lift a3 > 0 split b3 ! one hand, one piece: play the one you hold first
one hand holds one piece
    a3 b3 a2 b2 | b3 | a1 | a3 > 0 lift a1 > 0 lift a3.1 ! one hand, one piece: play the one you hold first
    > 0 mine a2 ! one hand, one piece: play the one you hold first
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
    a3 b3 | c3, ghost > 0 lift c3; 0 place @0 = scores 0 0 9; winners -
the empty sandwich is capped by the ghost and split at once
    a3 b2 a2 b1 | c1 | b3 | a1, ghost > 0 mine a2; 0 place @2; 0 lift c1; 0 place @0; 0 split b2
    = towers a3 b2 | b3 a2 | a1 | b1 c1
the sandwich counter caps for the ghost first and mines the bread
    a3 b2 a2 b1 | c1 | b3 | a1, ghost > 0 mine a2; 1 lift c1; 1 place @0; 1 mine b1
    = hand 1 b1; towers a3 b2 c1 | b3 | a1
""",
)


def test_everyone_plays_at_the_same_time() -> None:
    state = started(5)
    assert GAME.actions(state, 0)
    assert GAME.actors(state) == {0, 1, 2, 3, 4}
    for seat in range(5):
        do(state, seat, f"lift {15 * seat + 14}")
    assert all(state.hands)


@pytest.mark.parametrize(("seat", "name"), [(0, "a3"), (1, "b2")])
def test_only_free_standing_pieces_are_picked_up(seat: int, name: str) -> None:
    assert "part of a tower" in refusal(table("a3 b2 | b3 | a1"), seat, f"lift {piece(name)}")


def test_the_parts_of_a_split_do_not_overlap() -> None:
    state = table("c3 b3 b2 a1 | a3", seats=3)
    event = do(state, 0, f"split {piece('b3')}")[-1]
    assert (event.lower, event.upper) == (0, 2)
    assert not overlap(tower(state, 0), tower(state, 2))
    assert tower(state, 0).place == (60, 60)


def test_a_mined_piece_is_not_set_down_while_it_can_cap() -> None:
    state = table("a3 b3 a2 b2 | b3 | c3", seats=3)
    do(state, 0, f"mine {piece('a2')}")
    assert "must cap a tower" in refusal(state, 0, "set 600,300")


def test_the_ghost_is_offered_to_two() -> None:
    assert "ghost" in {option.key for option in GAME.options(2)}
    assert all(option.key != "ghost" for seats in (3, 4, 5) for option in GAME.options(seats))
    assert sorted(tower.top for tower in new(2, ghost=True).towers) == list(range(45))


def test_that_the_ghost_wins_is_said() -> None:
    state = table("a3 b3 | c3", ghost=True)
    event = do(state, 0, f"lift {piece('c3')}", "place @0")[-1]
    assert event == Ended(state.outcome, (0, 0, 9))
    assert GAME.describe(event, ("Ana", "Bo")).startswith("The ghost wins with ")
