"""The sheet of Towers of Wyoming, sentence by sentence; the optional rules in `test_options`."""

from collections import Counter

import pytest

from tests.game.stories import stories
from tests.game.wyoming.positions import GAME, TELLER, do, may, new, of, table
from topping_out.game.engine import IllegalAction
from topping_out.game.wyoming.cards import DECK, SUIT_LETTERS, card_name, suit_of
from topping_out.game.wyoming.events import Deconstructed

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


def test_only_three_seats_choose_their_foundations() -> None:
    assert [seats for seats in GAME.seats if "foundations" in {o.key for o in GAME.options(seats)}] == [3]


test_the_sheet = stories(
    TELLER,
    """
two seats have two foundations each, and 10 pennies
    new 2 = sky 10; towers - - - -
three seats have one foundation each, and 10 pennies
    new 3 = sky 10; towers - - -
three seats may choose two foundations each, with 8 pennies
    new 3, foundations 2 = sky 8; towers - - - - - -
four seats have one foundation each, and 10 pennies
    new 4 = sky 10; towers - - - -
the first seat may be chosen
    new 3, first 0 = turn 0
any seat may be the first
    new 3, first 1 = turn 1
the last seat may be the first
    new 3, first 2 = turn 2

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
    3C 4S / 7H > construct 4C @0.0 ! there are only 3 clubs in the hand

any suit may begin on an own foundation
    1S 1H 1C 1D / 7H = may at 0.1 construct 1S, construct 1H, construct 1C, construct 1D
a foundation of another seat is not to be begun
    3C / 7H = may at 1.0 -; may at 1.1 - > construct 1C @1.0 ! only its owner may begin a tower here
cards construct on an own tower of their suit
    3C / 7H, towers 4C . 4C . > construct 2C @0.0 = towers 6C - 4C -; events Constructed TurnBegan; discards -
cards construct on a rival's tower of their suit
    3C / 7H, towers 4C . 4C . > construct 2C @1.0 = towers 4C - 6C -; events Constructed TurnBegan; discards -
cards of an indifferent suit do not construct on a tower
    3C / 7H, towers . . 4S
    > construct 1C @1.0 ! clubs do nothing here: spades build this tower up, hearts knock it down
cards of an indifferent suit do not deconstruct a tower
    3C / 7H, towers . . 4S
    > deconstruct 1C @1.0 ! clubs do nothing here: spades build this tower up, hearts knock it down

one card takes one of the tower
    7S / 7H, towers . . 4H . > deconstruct 1S @1.0 = towers - - 3H -; discards HS
each card takes one of the tower
    7S / 7H, towers . . 4H . > deconstruct 3S @1.0 = towers - - 1H -; discards HHHSSS
as many cards as it has take the whole tower
    7S / 7H, towers . . 4H . > deconstruct 4S @1.0 = towers - - - -; discards HHHHSSSS
one card more stands as the new tower
    7S / 7H, towers . . 4H . > deconstruct 5S @1.0 = towers - - 1S -; discards HHHHSSSS
all cards that are over stand as the new tower
    7S / 7H, towers . . 4H . > deconstruct 7S @1.0 = towers - - 3S -; discards HHHHSSSS
the new tower is still its owner's
    7S / 7H, towers . . 4H ., sky 2 > deconstruct 7S @1.0 = winners 1
an own tower may be deconstructed
    3S / 7H, towers 2H > deconstruct 3S @0.0 = towers 1S - - -
a play must be called by its name: like suits do not deconstruct
    3C 3D / 7H, towers 2C > deconstruct 1C @0.0 ! cards of this suit can't do that there
a play must be called by its name: opposed suits do not construct
    3C 3D / 7H, towers 2C > construct 1D @0.0 ! cards of this suit can't do that there
a foundation that a seat does not have is refused
    3C / 7H / 7H > construct 1C @0.1 ! There is no such foundation.
a foundation of a seat that is not there is refused
    3C / 7H > construct 1C @2.0 ! There is no such foundation.

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
def test_each_suit_opposes_one_other_and_is_opposed_by_it(played: str, tower: str) -> None:
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
