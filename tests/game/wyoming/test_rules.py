"""The rules of Towers of Wyoming."""

import re
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given

from tests.conftest import examples
from tests.game.by_luck.random_games import Deal, deals, play
from tests.game.matches import stories
from tests.game.wyoming.positions import TELLER, do, may, new, of, table
from topping_out.game.engine import IllegalAction, Passed
from topping_out.game.options import Preset, resolve
from topping_out.game.storage.translations import load_rules
from topping_out.game.wyoming.actions import (
    DECK,
    PAIRS,
    SUIT_LETTERS,
    WHEEL,
    Constructed,
    Deconstructed,
    Drew,
    LostContract,
    PlayKind,
    Recycled,
    SkyMoved,
    Tossed,
    card_name,
    suit_of,
)
from topping_out.game.wyoming.core import State
from topping_out.game.wyoming.numbers import HAND
from topping_out.game.wyoming.rules import GAME

# -- you need, and set-up


def test_the_deck_is_two_poker_decks_less_one_card_a_suit() -> None:
    assert Counter(map(suit_of, DECK)) == {0: 25, 1: 25, 2: 25, 3: 25}
    names = Counter(map(card_name, DECK))
    assert len(names) == 52
    assert [name for name, count in names.items() if count == 1] == ["KS", "KH", "KC", "KD"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_seat_is_dealt_seven_cards_and_the_rest_is_the_draw_pile(seats: int) -> None:
    state = new(seats)
    assert [len(hand) for hand in state.hands] == [7] * seats
    assert state.discards == b""
    assert sorted(b"".join([*state.hands, state.deck])) == list(DECK)


def test_the_first_seat_is_random_by_default() -> None:
    firsts = Counter(new(4, seed).turn for seed in range(200))
    assert all(30 <= firsts[seat] <= 70 for seat in range(4))


def test_the_number_of_foundations_is_an_option_for_three_seats_only() -> None:
    assert [seats for seats in GAME.seats if "foundations" in {o.key for o in GAME.options(seats)}] == [3]


test_the_sheet = stories(
    TELLER,
    """
two seats have two foundations each and three or four one, and there are 10 pennies
    * new 2 = sky 10; towers - - - -
    * new 3 = sky 10; towers - - -
    * new 4 = sky 10; towers - - - -
three seats may choose two foundations each, with 8 pennies
    new 3, foundations 2 = sky 8; towers - - - - - -
any seat may be chosen to be the first
    * new 3, first 0 = turn 0
    * new 3, first 1 = turn 1
    * new 3, first 2 = turn 2

a turn begins with drawing up to seven
    4C / 2H, deck 5S 9C > construct 1C @0.0 = hand 1 HHSSSSS; drawn 5
a full hand does not draw
    4C / 7H > construct 1C @0.0 = hands 3 7; drawn -
turns pass in the order of the seats
    2C / 7C / 7C = turn 0 > construct 1C @0.0 = turn 1 > construct 1C @0.0 = turn 2 > construct 1C @0.0 = turn 0
        > construct 1C @0.0 = turn 1
one, some or all cards of a suit may be played, but at least one
    3C / 7H = may at 0.0 construct 1C, construct 2C, construct 3C
no more cards can be played than are held
    3C 4S / 7H > construct 4C @0.0 ! there are only 3 clubs in hand

any suit may begin on an own foundation
    1S 1H 1C 1D / 7H = may at 0.1 construct 1S, construct 1H, construct 1C, construct 1D
a foundation of another seat is not to be begun
    3C / 7H = may at 1.0 -; may at 1.1 - > construct 1C @1.0 ! only its owner may begin a tower here
cards construct on an own tower of their suit
    3C / 7H, towers 4C . 4C . > construct 2C @0.0 = towers 6C - 4C -; events Constructed TurnBegan; discards -
cards construct on a rival's tower worth their suit
    3C / 7H, towers 4C . 4C . > construct 2C @1.0 = towers 4C - 6C -; events Constructed TurnBegan; discards -
cards of an indifferent suit neither construct on a tower nor deconstruct it
    3C / 7H, towers . . 4S
    > construct 1C @1.0 ! clubs do nothing here: spades build this tower up, hearts knock it down
    > deconstruct 1C @1.0 ! clubs do nothing here: spades build this tower up, hearts knock it down

each card takes one of the tower
    * 7S / 7H, towers . . 4H . > deconstruct 1S @1.0 = towers - - 3H -; discards HS
    * 7S / 7H, towers . . 4H . > deconstruct 3S @1.0 = towers - - 1H -; discards HHHSSS
    * 7S / 7H, towers . . 4H . > deconstruct 4S @1.0 = towers - - - -; discards HHHHSSSS
all cards that are over stand as the new tower
    * 7S / 7H, towers . . 4H . > deconstruct 5S @1.0 = towers - - 1S -; discards HHHHSSSS
    * 7S / 7H, towers . . 4H . > deconstruct 7S @1.0 = towers - - 3S -; discards HHHHSSSS
the new tower is still its owner's
    7S / 7H, towers . . 4H ., sky 2 > deconstruct 7S @1.0 = winners 1
an own tower may be deconstructed
    3S / 7H, towers 2H > deconstruct 3S @0.0 = towers 1S - - -
a play must be called by its name: like suits do not deconstruct, nor do opposed suits construct
    3C 3D / 7H, towers 2C > deconstruct 1C @0.0 ! cards of this suit can't do that there
    > construct 1D @0.0 ! cards of this suit can't do that there
a foundation that a seat does not have is refused, and one of a seat that is not there
    * 3C / 7H / 7H > construct 1C @0.1 ! There's no such foundation.
    * 3C / 7H > construct 1C @2.0 ! There's no such foundation.

when the pile runs out a penny leaves, and the discards become the pile
    4C / 4H, deck 3S, discards 6D 2H > construct 1C @0.0
    = sky 9; deck DDDDDDHH; discards -; events Constructed TurnBegan Drew SkyMoved Recycled

a tower of more cards than pennies wins at the end of the turn
    7C / 7H, towers . 4C > construct 7C @0.1
    = winners 0; scores 11 0; reason tower; events Constructed Ended
a tower as tall as the Sky does not win yet
    6C / 7H, towers . 4C > construct 6C @0.1 = winners not yet
any seat may win at the end of any turn
    1C 6S / 7H / 7H, towers . 10C . > construct 1C @1.0 = winners 1
a falling penny lets a standing tower win at the turn's end
    1C / 4H, deck 3S, discards 9D, towers 10C
    > construct 1C @0.1 = sky 9; winners not yet > construct 1S @1.0 = winners 0
a tower knocked down before the turn ends does not win
    1C / 4D, deck 3S, discards 9D, towers 10C > construct 1C @0.1; deconstruct 1D @0.0 = sky 9; winners not yet

the move log tells the story
    5C 2S / 7H, towers . 8C 3H > deconstruct 2S @1.0; construct 3H @1.0; construct 3C @0.1
    = told Ana plays 2 spades and knocks 2 hearts off Bo's tower. Bo constructs 3 hearts on their own tower.
      Ana draws 2 cards. Ana constructs 3 clubs on their own tower. Ana wins with a tower of 11.
""",
)


def test_the_top_of_the_tower_falls_first() -> None:
    state = table("2S", "7H", towers=["", "", "4H", ""])
    tower, hand = state.towers[2], state.hands[0]
    (event,) = of(do(state, "deconstruct 2S @1.0"), Deconstructed)
    assert state.towers[2] == tower[:2]
    assert (event.spent, event.fallen, event.rising) == (tuple(hand), (tower[2], tower[3]), ())


@pytest.mark.parametrize(("played", "tower"), ["SH", "HS", "CD", "DC"])
def test_each_suit_opposes_one_other_suit_both_ways(played: str, tower: str) -> None:
    for suit in SUIT_LETTERS:
        expected = {tower: f"deconstruct 1{played}", played: f"construct 1{played}"}.get(suit, "-")
        assert may(table(f"1{played}", "7H", towers=["1S", "1S", f"1{suit}", "1S"]), "@1.0") == expected


def test_the_recycled_cards_are_shuffled() -> None:
    decks = set()
    for seed in range(20):
        state = table("4C", "4H", deck="3S", discards="9D 9H")
        state.rng = seed
        do(state, "construct 1C @0.0")
        decks.add(state.deck)
    assert len(decks) == 20


# -- text forms


@pytest.mark.parametrize("text", ["construct 3C @1.0", "deconstruct 2H @0.1 #26,40", "discard 2S", "discard 1D #99"])
def test_the_text_of_a_play_parses_back(text: str) -> None:
    assert str(GAME.parse(text)) == text


@pytest.mark.parametrize("text", [
    *("", "construct", "construct 3C", "construct 3C @0", "construct 0C @0.0", "construct 8C @0.0"),
    *("construct 3X @0.0", "construct 3C @4.0", "construct 3C @0.2", "construct 3C @0.0 ", "Construct 3C @0.0"),
    *("discard 3C @0.0", "construct 3C @0.0 #", "construct 3C @0.0 #100", "pass"),
])  # fmt: skip
def test_text_that_is_not_a_play_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a play: write `construct 3C @1\.0`"):
        GAME.parse(text)


def test_a_play_may_name_its_exact_cards() -> None:
    state = table("4C", "7H")
    hand = state.hands[0]
    do(state, f"construct 2C @0.0 #{hand[3]},{hand[1]}")
    assert state.towers[0] == bytes((hand[3], hand[1]))
    assert state.hands[0] == bytes((hand[0], hand[2]))


def test_named_cards_must_match_the_hand_the_suit_and_the_count() -> None:
    state = table("4C 1S", "7H")
    clubs, spade = state.hands[0][:4], state.hands[0][4]
    for named in (f"{clubs[0]}", f"{clubs[0]},{clubs[0]}", f"{clubs[0]},{spade}", f"{clubs[0]},74"):
        with pytest.raises(IllegalAction, match="these cards aren't in hand"):
            do(state, f"construct 2C @0.0 #{named}")


# -- rulings


test_our_rulings = stories(
    TELLER,
    """
w1: the pile runs out when its last card is drawn, even if nobody needs another
    4C / 4H, deck 3S, discards 9D > construct 1C @0.0 = sky 9; pile 9
w1: a draw continues from the new pile
    4C / 1H, deck 2S, discards 9D > construct 1C @0.0
    = hand 1 DDDDHSS; pile 5; events Constructed TurnBegan Drew SkyMoved Recycled Drew
w1: a short new pile may run out again in the same draw
    2C / -, deck 2S, discards 3D > construct 1C @0.0
    = sky 8; hand 1 DDDSS; events Constructed TurnBegan Drew SkyMoved Recycled Drew SkyMoved

w2: without discards a penny is removed all the same, and the drawer plays with its cards
    4C / 1H, deck 2S > construct 1C @0.0
    = sky 9; owed yes; hand 1 HSS; events Constructed TurnBegan Drew SkyMoved
w2: recycling is retried at the next draw, and costs another penny if its cards run out too
    4C / 1D, deck 2S > construct 1C @0.0 > deconstruct 1D @0.0 = hand 0 CCCCD; recycled 2; sky 8
w2: a retry that leaves cards costs nothing
    7S / 4D, deck 3H, towers 7C . 5S . > construct 3S @1.0 = sky 9; owed yes
    > deconstruct 4D @0.0 = sky 9; owed no; pile 5
w2: while nothing can be recycled no more pennies are removed
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
w6: if every seat lacks a tower none is removed
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
w8: after the end nothing is recycled and nobody is removed, in older records too
    4C / 4H, deck 1S, discards 9D, towers . . 5D ., sky 1, finicky, deadlines > deconstruct 2C @1.0
    = winners 1; scores 0 3; reason sky; in play 0 1; events Deconstructed TurnBegan Drew SkyMoved Ended
w8: ties under Finicky Clients share the win as W4 says
    4C / 4H, deck 3S, discards 9D, towers . . 2D ., sky 1, finicky > construct 2C @0.0 = winners 0 1

w9: at Sudden Death equal towers share the win
    2C / 3H, deck -, towers 3C . 2H ., sudden_death > construct 2C @0.0; construct 3H @1.0 = winners 0 1
w9: no tower at all is a draw without a winner
    2C / -, deck -, towers . . 2D, sudden_death > deconstruct 2C @1.0
    = winners -; told Ana plays 2 clubs and knocks 2 diamonds off Bo's tower. Nobody has a tower: a draw.

w10: without any card in hand or to draw the tallest tower wins
    2C / -, deck -, towers 3C . 4H . > construct 2C @0.0 = winners 0; reason stuck
w10: discards that can be recycled keep the game going
    2C / -, deck -, discards 9D, towers 3C . 4H ., owed > construct 2C @0.0
    = winners not yet; hand 1 DDDDDDD; towers 5C - 4H -

w11: a short game has 7 pennies where the sheet has 10
    * new 2, short = sky 7
    * new 3, short = sky 7
    * new 4, short = sky 7
w11: a short game of three with two foundations has 6 where the sheet has 8, and so has one with tides
    * new 3, foundations 2, short = sky 6
    * new 2, tidal, short = sky 6
    * new 4, tidal, short = sky 6
w11: a tower of eight wins a short game
    1C / 1H, deck 9D, towers 7C, short > construct 1C @0.0 = winners 0
w11: a tower of eight does not win another game
    1C / 1H, deck 9D, towers 7C > construct 1C @0.0 = winners not yet

w12: with scaffolding a tower that grew can't be knocked down before its owner's next turn
    2C 1S / 3D 1H, deck 9S, scaffolding
    > construct 2C @0.0 > deconstruct 1D @0.0 ! the scaffolding protects this tower until its owner's next turn
w12: any seat may build on a protected tower
    2C 1S / 3D 1C, deck 9S, scaffolding > construct 2C @0.0 = may at 0.0 construct 1C > construct 1C @0.0
    = towers 3C - - -
w12: from its owner's next turn on it can be knocked down, if it does not grow again
    2C 1S / 3D 1H, deck 9S, scaffolding > construct 2C @0.0; construct 1H @1.0; construct 1S @0.1; deconstruct 2D @0.0
    = towers - 1S 1H -
w12: a tower that another seat built on is protected too
    1C / 1D 1H / 7H, deck 9S, towers . . 3C, scaffolding > construct 1C @2.0 > deconstruct 1D @2.0 ! the scaffolding…
w12: a new tower that stands where one was knocked down is protected
    4D / 3C 1H / 7H, deck 9S, towers . . 2C, scaffolding > deconstruct 4D @2.0 > deconstruct 1C @2.0 ! the scaffolding…
w12: a tower that was knocked down, and the rest of it, is not protected
    1D / 2D 1H, deck 9S, towers . . 3C ., scaffolding > deconstruct 1D @1.0 = may at 1.0 deconstruct 1D, deconstruct 2D
w12: without the option there is no scaffolding
    2C / 3D, deck 9S > construct 2C @0.0 = may at 0.0 deconstruct 1D, deconstruct 2D, deconstruct 3D
""",
)


def test_w2_a_copy_keeps_that_a_penny_is_owed() -> None:
    state = table("4C", "1H", deck="2S")
    do(state, "construct 1C @0.0")
    assert state.owed
    assert GAME.dump(state.copy()) == GAME.dump(state)


def test_w2_under_tidal_influences_pennies_are_tossed_once_instead() -> None:
    found = set()
    for seed in range(40):
        state = table("4C", "1H", deck="2S", tidal=True)
        state.rng = seed
        (moved,) = of(do(state, "construct 1C @0.0"), SkyMoved)
        found.add(moved.by)
        assert not of(do(state, "construct 1H @1.0"), SkyMoved), "it is tossed once"
    assert found == {1, -1}


def test_w5_opposition_is_mutual_except_on_the_wheel() -> None:
    assert all(PAIRS[PAIRS[suit]] == suit for suit in PAIRS)
    assert all(WHEEL[WHEEL[suit]] != suit for suit in WHEEL)


def test_w7_notes_say_what_sudden_death_disables() -> None:
    chosen = resolve(GAME.options(2), {"sudden_death": True, "deadlines": True, "tidal": True, "wheel": True})
    assert GAME.notes(2, chosen) == {
        "deadlines": "No effect with Sudden Death: there's no reshuffle.",
        "tidal": "With Sudden Death it only sets the Sky at 8 pennies: there's no toss.",
    }


# -- options


test_the_optional_rules = stories(
    TELLER,
    """
sudden death: an empty pile is not renewed and costs no penny
    4C / 4H, deck 3S, discards 9D, sudden_death > construct 1C @0.0; construct 1H @1.0
    = pile 0; sky 10; hand 0 CCC; events Constructed TurnBegan Drew Constructed TurnBegan
sudden death: seats without cards are passed over
    2C / 1H / 3S, deck -, sudden_death > construct 1C @0.0; construct 1H @1.0; construct 1S @2.0 > construct 1C @0.0
    = turn 2; passed 1; events Constructed TurnBegan Passed TurnBegan
sudden death: the tallest tower wins when no seat has cards
    2C / 3H, deck -, towers 4S 3C, sudden_death > construct 2C @0.1 = winners not yet
    > construct 3H @1.0 = winners 0; scores 5 3; reason sudden death
sudden death: most cards in one tower count, not all towers together
    1C / -, deck -, towers 3S 3C 5D, sudden_death > construct 1C @0.1 = winners 1
sudden death: the ordinary win still counts
    2C / 3H, deck -, towers 9C, sudden_death > construct 2C @0.0 = winners 0; reason tower

deadlines: a seat without a tower at the recycling is out
    2C 5S / 6H / 7D, deck 1S, discards 9D, towers 4C 2H, deadlines > construct 1C @0.0 = in play 0 1; lost 2:7
    > construct 1H @1.0 = turn 0
deadlines: foundations of a removed seat leave play
    2C 5S / 6H / 7D, deck 1S, discards 9D, towers 4C 2H, deadlines > construct 1C @0.0 = may at 2.0 -
    > construct 1H @2.0 ! That seat is out of the game.
deadlines: the only seat left wins at once
    2C 5S / 6H, deck 1S, discards 9D, towers 4C, deadlines > construct 1C @0.0 = winners 0; reason last seat
deadlines: one tower on any foundation is enough
    2C 5S / 6H, deck 1S, discards 9D, towers 4C . . 1D, deadlines > construct 1C @0.0 = in play 0 1
without deadlines nobody is removed
    2C 5S / 6H, deck 1S, discards 9D, towers 4C > construct 1C @0.0 = in play 0 1

tidal: the Sky starts at eight
    * new 2, tidal = sky 8
    * new 3, tidal = sky 8
    * new 4, tidal = sky 8
without tides no penny is tossed
    4C / 4H, deck 3S, discards 9D > construct 1C @0.0 = events Constructed TurnBegan Drew SkyMoved Recycled

wheel: the reason names the suit that would do
    3D / 7H, towers . . 4C, wheel
    > deconstruct 1D @1.0 ! diamonds do nothing here: clubs build this tower up, hearts knock it down
wheel: the remaining cards of a play form a tower of the played suit
    5D / 7H, towers . . 3S, wheel > deconstruct 5D @1.0 = towers - - 2D -

finicky: a tower wins with exactly as many cards as there are pennies, and not with one more or less
    * 7C / 7H, towers 4C, finicky > construct 6C @0.0 = winners 0
    * 7C / 7H, towers 4C, finicky > construct 5C @0.0 = winners not yet
    * 7C / 7H, towers 4C, finicky > construct 7C @0.0 = winners not yet
finicky: a rival may build a tower past the Sky
    1S / 2C 5H, deck 1S, discards 9D, towers 9C, finicky > construct 1S @0.1; construct 2C @0.0
    = towers 11C 1S - -; winners not yet
finicky: a tower above the Sky wins once it has shrunk to it
    2D / 7H, towers . . 12C, finicky > deconstruct 2D @1.0 = winners 1
""",
)


@pytest.mark.parametrize(("played", "tower"), ["CD", "DS", "SH", "HC"])
def test_wheel_each_suit_opposes_only_the_next_one(played: str, tower: str) -> None:
    for suit in SUIT_LETTERS:
        expected = {tower: f"deconstruct 1{played}", played: f"construct 1{played}"}.get(suit, "-")
        assert may(table(f"1{played}", "7H", towers=["1S", "1S", f"1{suit}", "1S"], wheel=True), "@1.0") == expected


# -- Tidal Influences


def tides(pennies: int, games: int = 200) -> list[tuple[list[Tossed], int]]:
    """Return the tosses and the change of the Sky at one recycling, for many seeds."""
    found = []
    for seed in range(games):
        state = table("4C", "4H", deck="3S", discards="9D", pennies=pennies, tidal=True)
        state.rng = seed
        events = do(state, "construct 1C @0.0")
        (moved,) = of(events, SkyMoved)
        assert moved.pennies == pennies + moved.by == state.pennies
        found.append((of(events, Tossed), moved.by))
    return found


def test_tidal_more_heads_add_a_penny_and_fewer_remove_one() -> None:
    for tosses, by in tides(7):
        (toss,) = tosses
        assert len(toss.heads) == 7
        assert by == (1 if sum(toss.heads) > 3 else -1)
    assert {by for _, by in tides(7)} == {1, -1}


def test_tidal_pennies_are_tossed_again_at_half_heads() -> None:
    for tosses, by in tides(8):
        *halves, last = (sum(toss.heads) for toss in tosses)
        assert all(heads == 4 for heads in halves)
        assert by == (1 if last > 4 else -1)
    again = Counter(len(tosses) for tosses, _ in tides(8))
    assert again[2] > 20


def test_tidal_every_toss_is_fair() -> None:
    heads = [sum(coins) for coins in zip(*(tosses[0].heads for tosses, _ in tides(7, games=400)))]
    assert all(150 <= count <= 250 for count in heads)


# -- together


def test_all_five_rules_can_be_on_at_once() -> None:
    switches = dict.fromkeys(("sudden_death", "deadlines", "tidal", "wheel", "finicky"), True)
    for seats in GAME.seats:
        variant = new(seats, **switches).variant
        assert all(getattr(variant, key) for key in switches)
        assert variant.pennies == 8


def test_every_option_is_a_switch_with_a_line_of_help() -> None:
    for option in GAME.options(2):
        assert option.is_switch or option.key == "first"
        assert 0 < len(option.help) <= 100


def test_there_are_no_notes_if_every_rule_has_an_effect() -> None:
    assert GAME.notes(2, resolve(GAME.options(2), {"deadlines": True, "tidal": True, "wheel": True})) == {}


# -- presets


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("preset", GAME.presets, ids=lambda preset: preset.key)
def test_a_preset_sets_every_optional_rule_for_any_number_of_seats(preset: Preset, seats: int) -> None:
    offered = {option.key for option in GAME.options(seats)} - {"first", "foundations"}
    assert dict(preset.options).keys() == offered
    assert new(seats, **dict(preset.options)).pennies == (7 if dict(preset.options)["short"] else 10)


# -- properties


games = given(deal=deals("wyoming"))
many = examples(100)


def heights(state: State, seat: int) -> list[int]:
    return [len(tower) for tower in state.towers_of(seat)]


@many
@games
def test_a_turn_begins_with_seven_cards_unless_there_are_none_to_draw(deal: Deal) -> None:
    for step in play(deal):
        state = step.state
        if GAME.outcome(state) is None and len(state.hands[state.turn]) < HAND:
            assert not state.deck
            assert deal.options["sudden_death"] or not state.discards  # W2


@many
@games
def test_w1_the_draw_pile_is_empty_only_if_it_cannot_be_renewed(deal: Deal) -> None:
    for step in play(deal):
        state = step.state
        if not state.deck and GAME.outcome(state) is None:
            assert deal.options["sudden_death"] or state.owed


@many
@games
def test_w1_every_recycling_costs_one_penny_or_a_toss(deal: Deal) -> None:
    paid, recycled = 0, 0
    for step in play(deal):
        paid += len(of(step.events, SkyMoved))
        recycled += len(of(step.events, Recycled))
        floor = step.state.pennies == 0  # nothing left to pay with
        assert floor or paid == recycled + step.state.owed


@many
@games
def test_the_sky_changes_by_single_pennies_and_rises_only_by_tides(deal: Deal) -> None:
    pennies = deal.start().pennies
    for step in play(deal):
        for moved in of(step.events, SkyMoved):
            assert abs(moved.by) == 1
            assert moved.by == -1 or deal.options["tidal"]
            pennies += moved.by
            assert moved.pennies == pennies
        assert step.state.pennies == pennies >= 0


@many
@games
def test_w7_under_sudden_death_nothing_is_recycled_tossed_or_lost(deal: Deal) -> None:
    for step in play(deal):
        if deal.options["sudden_death"]:
            assert not any(isinstance(event, (Recycled, Tossed, LostContract, SkyMoved)) for event in step.events)


@many
@games
def test_w3_a_seat_discards_only_if_no_play_is_legal(deal: Deal) -> None:
    opposes = WHEEL if deal.options["wheel"] else PAIRS
    for step in play(deal):
        state = step.state
        if GAME.outcome(state) is not None:
            continue
        kinds = {action.kind for action in GAME.actions(state, state.turn)}
        assert kinds == {PlayKind.DISCARD} or PlayKind.DISCARD not in kinds
        if PlayKind.DISCARD in kinds:
            held = set(map(suit_of, state.hands[state.turn]))
            attacked = {opposes[suit] for suit in held}
            assert all(state.towers_of(state.turn))
            for place, tower in enumerate(state.towers):
                is_safe = state.safe >> place & 1
                assert not tower or suit_of(tower[0]) not in (held if is_safe else held | attacked)


@many
@games
def test_w6_a_removed_seat_holds_nothing_and_never_plays_again(deal: Deal) -> None:
    out: set[int] = set()
    for step in play(deal):
        assert step.seat not in out
        out |= {event.seat for event in of(step.events, LostContract)}
        assert set(step.state.in_play) == set(range(deal.seats)) - out
        assert step.state.in_play
        assert all(not step.state.hands[seat] and not any(step.state.towers_of(seat)) for seat in out)


@many
@games
def test_the_winners_are_those_of_the_rules(deal: Deal) -> None:
    steps = [(step.state.copy(), step.events) for step in play(deal)]
    for (before, _), (state, _) in pairwise(steps):
        assert GAME.outcome(before) is None
        outcome, pennies = GAME.outcome(state), state.pennies
        tallest = max(max(heights(state, seat)) for seat in range(deal.seats))
        if outcome is None:
            continue
        assert outcome.scores == tuple(max(heights(state, seat)) for seat in range(deal.seats))
        best = {
            "tower": pennies if deal.options["finicky"] else tallest,
            "sky": tallest,
            "sudden death": tallest,
            "stuck": tallest,
        }.get(outcome.reason)
        if best is None:
            assert outcome.reason == "last seat"
            assert outcome.winners == state.in_play
            assert len(state.in_play) == 1
            continue
        expected = tuple(seat for seat in state.in_play if best in heights(state, seat)) if best else ()
        assert outcome.winners == expected  # W4, W8, W9
        assert outcome.reason != "tower" or (best == pennies if deal.options["finicky"] else best > pennies)
        assert outcome.reason != "sky" or (pennies == 0 and deal.options["finicky"])
        assert outcome.reason not in ("stuck", "sudden death") or not (state.deck or any(state.hands))
        assert outcome.reason != "sudden death" or deal.options["sudden_death"]


@many
@games
def test_events_account_for_every_card_that_moves(deal: Deal) -> None:
    state = deal.start()
    hands, towers = [set(hand) for hand in state.hands], [list(tower) for tower in state.towers]
    for step in play(deal):
        for event in step.events:
            follow(event, hands, towers, step.state.variant.foundations)
        assert hands == [set(hand) for hand in step.state.hands]
        assert towers == [list(tower) for tower in step.state.towers]


def test_w12_the_help_and_the_rules_page_name_both_kinds_of_tower_that_are_safe() -> None:
    help = next(option.help for option in GAME.options(3) if option.key == "scaffolding")
    rulings = [block for section in load_rules("wyoming").sections for block in section.blocks if block.name == "W12"]
    for text in (help, *(block.text for block in rulings)):
        assert re.search(r"\b(grew|built on)\b.*\breplaced another\b", text), text
    assert len(rulings) == 1


def follow(event: Any, hands: list[set[int]], towers: list[list[int]], foundations: int) -> None:
    """Apply an event to the tracked hands and towers."""
    match event:
        case Constructed(seat, owner, foundation, cards):
            hands[seat] -= set(cards)
            towers[owner * foundations + foundation] += cards
        case Deconstructed(seat, owner, foundation, spent, fallen, rising):
            hands[seat] -= {*spent, *rising}
            tower = towers[owner * foundations + foundation]
            assert [tower.pop() for _ in fallen][::-1] == list(fallen)
            assert len(spent) == len(fallen)
            assert not (tower and rising)
            tower += rising
        case Drew(seat, cards):
            assert not hands[seat] & set(cards)
            hands[seat] |= set(cards)
        case LostContract(seat, hand):
            assert len(hands[seat]) == hand
            hands[seat].clear()
        case Passed(seat):
            assert not hands[seat]
        case _ if hasattr(event, "cards") and not isinstance(event, Recycled):
            hands[event.seat] -= set(event.cards)
