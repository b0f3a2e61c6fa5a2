"""Our rulings on Towers of Wyoming, W1 to W12, each by its name."""

from tests.game.stories import stories
from tests.game.wyoming.positions import GAME, TELLER, do, of, table
from topping_out.game.options import resolve
from topping_out.game.wyoming.cards import PAIRS, WHEEL
from topping_out.game.wyoming.events import SkyMoved

test_our_rulings = stories(
    TELLER,
    """
w1: the pile runs out the moment its last card is drawn, though nobody wants another
    4C / 4H, deck 3S, discards 9D > construct 1C @0.0 = sky 9; pile 9
w1: in the middle of a draw the new pile is drawn from on
    4C / 1H, deck 2S, discards 9D > construct 1C @0.0
    = hand 1 DDDDHSS; pile 5; events Constructed TurnBegan Drew SkyMoved Recycled Drew
w1: a short new pile may run out again in the same draw
    2C / -, deck 2S, discards 3D > construct 1C @0.0
    = sky 8; hand 1 DDDSS; events Constructed TurnBegan Drew SkyMoved Recycled Drew SkyMoved

w2: with no discards the penny still goes, and the drawer plays with what it has
    4C / 1H, deck 2S > construct 1C @0.0
    = sky 9; owed yes; hand 1 HSS; events Constructed TurnBegan Drew SkyMoved
w2: the recycling is retried at the next draw, and costs a penny of its own where its cards run out in turn
    4C / 1D, deck 2S > construct 1C @0.0 > deconstruct 1D @0.0 = hand 0 CCCCD; recycled 2; sky 8
w2: a retry that leaves cards costs nothing
    7S / 4D, deck 3H, towers 7C . 5S . > construct 3S @1.0 = sky 9; owed yes
    > deconstruct 4D @0.0 = sky 9; owed no; pile 5
w2: while nothing can be recycled no more pennies go
    4C / 1H, deck 2S > construct 1C @0.0; construct 1H @1.0; construct 1C @0.0; construct 1S @1.1 = sky 9; owed yes

w3: a seat without a legal play discards cards of one suit
    2H 1S / 7H / 7H, towers 4D 4C . = may discard 1S, discard 1H, discard 2H
    > discard 2H = discards HH; turn 1; events Discarded TurnBegan
w3: a seat that can play may not discard
    3C / 7H > discard 1C ! You can play, so you can't discard instead.
w3: with no cards at all a seat passes
    3C / -, deck - > construct 1C @0.0 = passed 1; turn 0

w4: the tallest winning tower wins
    7H / 3H 1S, deck 3S, discards 9D, towers 10C . 9S . > construct 1H @0.1; construct 2S @1.0
    = winners 1; scores 10 11
w4: equal heights share the win
    7H / 3H 1S, deck 3S, discards 9D, towers 10C . 9S . > construct 1H @0.1; construct 1S @1.0 = winners 0 1
w4: under Finicky Clients a taller tower does not win
    7H / 3H 1S, deck 3S, discards 9D, towers 12C . 8S ., finicky > construct 1H @0.1; construct 1S @1.0 = winners 1

w5: clubs deconstruct diamonds under the wheel
    1C / 7H, towers . . 2D, wheel = may at 1.0 deconstruct 1C
w5: diamonds do not deconstruct clubs under the wheel
    1D / 7H, towers . . 2C, wheel
    > deconstruct 1D @1.0 ! diamonds do nothing here: clubs build this tower up, hearts knock it down

w6: the hand of a removed seat joins the recycled cards
    2C 5S / 6H / 7D, deck 1S, discards 9C, towers 4C 2H, deadlines > construct 1C @0.0
    = deck CCCCCCCCCDDDDDDD; recycled 16; hands 6 7 0; events Constructed TurnBegan Drew SkyMoved LostContract Recycled
w6: where every seat lacks a tower none is removed
    2D / 4H, deck 3S, discards 9H, towers 2C, deadlines > deconstruct 2D @0.0 = in play 0 1; winners not yet
w6: the turn of the drawing seat ends when it is removed
    2C 5S / 4D / 7H, deck 2S, discards 9D, towers 4C . 2H, deadlines > construct 1C @0.0
    = in play 0 2; turn 2; lost 1:6; events Constructed TurnBegan Drew SkyMoved LostContract Recycled TurnBegan
w6: one seat left wins at once in the middle of a draw
    2C 5S / 4D, deck 2S, discards 9D, towers 4C, deadlines > construct 1C @0.0
    = winners 0; events Constructed TurnBegan Drew SkyMoved LostContract Recycled Ended

w7: Deadlines and the toss never happen under Sudden Death
    4C / 4H, deck 3S, discards 9D, towers . 2C, sudden_death, deadlines, tidal > construct 1C @0.0; construct 1H @1.0
    = sky 8; in play 0 1; events Constructed TurnBegan Drew Constructed TurnBegan

w8: under a Sky of none any tower wins
    4C / 4H, deck 3S, discards 9D, sky 1 > construct 1C @0.0 = sky 0 > construct 1H @1.0 = winners 0 1
w8: under Finicky Clients the game ends at once, and the tallest tower wins
    4C / 4H, deck 3S, discards 9D, towers . . 5D ., sky 1, finicky > construct 2C @0.0
    = winners 1; scores 2 5; reason sky; events Constructed TurnBegan Drew SkyMoved Ended
w8: nothing is recycled and nobody is put out once the game has ended, as records of before tell it too
    4C / 4H, deck 1S, discards 9D, towers . . 5D ., sky 1, finicky, deadlines > deconstruct 2C @1.0
    = winners 1; scores 0 3; reason sky; in play 0 1; events Deconstructed TurnBegan Drew SkyMoved Ended
w8: ties under Finicky Clients share the win as W4 says
    4C / 4H, deck 3S, discards 9D, towers . . 2D ., sky 1, finicky > construct 2C @0.0 = winners 0 1

w9: at Sudden Death equal towers share the win
    2C / 3H, deck -, towers 3C . 2H ., sudden_death > construct 2C @0.0; construct 3H @1.0 = winners 0 1
w9: no tower at all is a draw without a winner
    2C / -, deck -, towers . . 2D, sudden_death > deconstruct 2C @1.0
    = winners -; told Ana plays 2 clubs and knocks 2 diamonds off Bo's tower. Nobody has a tower: a draw.

w10: without any card to hold or draw the tallest tower wins
    2C / -, deck -, towers 3C . 4H . > construct 2C @0.0 = winners 0; reason stuck
w10: discards that can be recycled keep the game going
    2C / -, deck -, discards 9D, towers 3C . 4H ., owed > construct 2C @0.0
    = winners not yet; hand 1 DDDDDDD; towers 5C - 4H -

w11: a short game has 7 pennies where the sheet has 10
    new 2, short = sky 7
w11: a short game of three has 7 pennies
    new 3, short = sky 7
w11: a short game of four has 7 pennies
    new 4, short = sky 7
w11: a short game of three with two foundations has 6 where the sheet has 8
    new 3, foundations 2, short = sky 6
w11: a short game with tides has 6 where the sheet has 8
    new 2, tidal, short = sky 6
w11: a short game of four with tides has 6
    new 4, tidal, short = sky 6
w11: a tower of eight wins a short game
    1C / 1H, deck 9D, towers 7C, short > construct 1C @0.0 = winners 0
w11: and no other
    1C / 1H, deck 9D, towers 7C > construct 1C @0.0 = winners not yet

w12: with scaffolding a tower that grew cannot be knocked down before its owner's next turn
    2C 1S / 3D 1H, deck 9S, scaffolding
    > construct 2C @0.0 > deconstruct 1D @0.0 ! the scaffolding protects this tower until its owner's next turn
w12: anybody may build it up meanwhile
    2C 1S / 3D 1C, deck 9S, scaffolding > construct 2C @0.0 = may at 0.0 construct 1C > construct 1C @0.0
    = towers 3C - - -
w12: from its owner's next turn on it can be knocked down, if it does not grow again
    2C 1S / 3D 1H, deck 9S, scaffolding > construct 2C @0.0; construct 1H @1.0; construct 1S @0.1; deconstruct 2D @0.0
    = towers - 1S 1H -
w12: what another builds up is protected too
    1C / 1D 1H / 7H, deck 9S, towers . . 3C, scaffolding > construct 1C @2.0 > deconstruct 1D @2.0 ! the scaffolding…
w12: a new tower that stands where one was knocked down is protected
    4D / 3C 1H / 7H, deck 9S, towers . . 2C, scaffolding > deconstruct 4D @2.0 > deconstruct 1C @2.0 ! the scaffolding…
w12: what was knocked down, and what is left of it, is not
    1D / 2D 1H, deck 9S, towers . . 3C ., scaffolding > deconstruct 1D @1.0 = may at 1.0 deconstruct 1D, deconstruct 2D
w12: the sheet's game knows no scaffolding
    2C / 3D, deck 9S > construct 2C @0.0 = may at 0.0 deconstruct 1D, deconstruct 2D, deconstruct 3D
""",
)


def test_w2_that_a_penny_is_owed_is_copied_too() -> None:
    state = table("4C", "1H", deck="2S")
    do(state, "construct 1C @0.0")
    assert state.owed
    assert GAME.dump(state.copy()) == GAME.dump(state)


def test_w2_under_tidal_influences_the_toss_takes_the_pennys_place_here_too_once_and_may_raise_the_sky() -> None:
    found = set()
    for seed in range(40):
        state = table("4C", "1H", deck="2S", tidal=True)
        state.rng = seed
        (moved,) = of(do(state, "construct 1C @0.0"), SkyMoved)
        found.add(moved.by)
        assert not of(do(state, "construct 1H @1.0"), SkyMoved), "it is tossed once"
    assert found == {1, -1}


def test_w5_what_opposes_deconstructs_both_ways_but_for_the_wheel() -> None:
    assert all(PAIRS[PAIRS[suit]] == suit for suit in PAIRS)
    assert all(WHEEL[WHEEL[suit]] != suit for suit in WHEEL)


def test_w7_the_set_up_says_so() -> None:
    chosen = resolve(GAME.options(2), {"sudden_death": True, "deadlines": True, "tidal": True, "wheel": True})
    assert GAME.notes(2, chosen) == {
        "deadlines": "No effect with Sudden Death: there is no reshuffle.",
        "tidal": "With Sudden Death it only sets 8 pennies: there is no toss.",
    }
