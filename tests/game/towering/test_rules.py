"""A turn of Towering: play one card, then draw one."""

import pytest

from tests.game.stories import stories
from tests.game.towering.positions import GAME, TELLER, cards, do, hands, new, table
from topping_out.game.towering.events import Built, Discarded, Drew, Took, TurnBegan


def test_each_seat_is_dealt_8_and_the_rest_is_the_draw_pile() -> None:
    state = new()
    assert [*map(len, hands(state))] == [8, 8]
    assert len(state.deck) == 66 - 16
    assert not any(state.towers)
    assert not any(state.discards)


def test_t4_the_first_seat_is_chosen_or_random() -> None:
    assert [new(first=seat).turn for seat in (0, 1)] == [0, 1]
    assert {new(seed).turn for seed in range(20)} == {0, 1}


test_the_sheet_and_our_rulings = stories(
    TELLER,
    """
any card begins a tower
    b2 r10 gm / - = builds b2 r10 gm
a floor must be higher than every floor below
    r4 r5 r6 r10 / -, towers r2 r5 = builds r6 r10
    > build r4 ! the red tower is already at 5: only higher cards fit
materials lie on each other before the first floor
    rm rm r2 / -, towers rm rm > build rm = tower 0r rm rm rm
materials are refused once a floor is built
    rm / -, towers rm r2 = builds - > build rm ! materials must be laid before the first building card
floors may be left out
    y10 / -, towers ym > build y10 = tower 0y ym y10
a seat builds only in its own row
    r3 / -, towers - / r9 > build r3 = tower 0r r3; tower 1r r9
only a card in the hand can be built
    r3 / r4 > build r4 ! red 4 is not in the hand
only a card in the hand can be discarded
    r3 / r4 > discard ym ! yellow material is not in the hand
t8: of materials that are alike one stands for all, and one is moved
    rm rm rm / - = may build rm, discard rm > build rm = hand 0 rm rm; tower 0r rm

any card may be discarded on its colour's pile
    r3 ym / -, discards r5 y2 > discard r3 = pile r r5 r3; pile y y2
both seats share the discard piles
    r3 / g4 > discard r3; draw pile; discard g4 = may draw pile, draw r

a turn is a play and then a draw
    r3 r4 / b2, discards g4 > draw pile ! Play a card first, then draw one.
    > build r3 = turn 0; stage draw; may draw pile, draw g
    > build r4 ! You've played your card: now draw one, from the pile or from the discards.
    > draw g = turn 1; stage play
the pile gives its top card
    r3 / -, deck b2 b3 b9 > build r3; draw pile = hand 0 b9; deck b2 b3
a discard pile gives its top card
    r3 / -, discards b2 b9 b4 > build r3; draw b = hand 0 b4; pile b b2 b9
an empty discard pile gives nothing
    r3 / - > build r3 = may draw pile > draw y ! There is no yellow card among the discards.
t3: the card just discarded may not be taken back
    r3 / b2, discards r9 y2 > discard r3 = may draw pile, draw y
    > draw r ! You've just discarded this card: you can't take it back in the same turn.
t3 holds for that turn only
    r3 / b2 > discard r3; draw pile; build b2 = may draw pile, draw r
t3: building bars no pile
    r3 / b2, discards r9 > build r3 = may draw pile, draw r
t3: the option allows taking back
    r3 / b2, take_back > discard r3 = may draw pile, draw r > draw r = hand 0 r3

the move log speaks of cards by colour
    rm r3 b2 / b4 b5, discards g4, deck p2 p3 p4 p5 > build rm; draw g; discard b4; draw pile
    = told Ana builds a red material. Ana takes the green 4 from the discards. Bo discards the blue 4.
      Bo draws from the pile.

a card taken from the discards is known to both until it is played
    r2 r3 / b2, discards g9 > build r2; draw g = known 0 g9; known 1 -
    > build b2; draw pile; build g9 = known 0 -; known 1 -
a card from the pile is not known
    r2 / b2 > build r2; draw pile = known 0 -; known 1 -
t8: materials of a colour cannot be told apart once in a hand
    rm r2 / b2, discards rm > build r2; draw r; build b2; draw pile; discard rm = hand 0 rm; known 0 -
playing another colour's material tells nothing about a known one
    bm rm / -, known rm > discard bm = known 0 rm

the round ends at once when the last card of the pile is taken
    b2 / b3, deck p2, rounds 1 > build b2; draw pile = winners 1; events Built Drew RoundEnded Ended
taking a discard does not end the round, even with one card left
    b2 / b3, discards r4, deck p2, rounds 1 > build b2; draw r = winners not yet; turn 1
t6: a draw from the pile starts the count anew
    b2 / r2, discards y2 g2, deck p2 p3 p4, rounds 1, streak 59 > discard b2; draw pile; discard r2; draw b
    = winners not yet; streak 1
""",
)


def test_events_name_the_seat_and_the_card() -> None:
    state = table(hands=("r3 rm", "b2"), discards="b9 b4", deck="b3 b10")
    assert do(state, "build rm", "draw b") == [Built(0, cards("rm")[0]), Took(0, cards("b4")[0]), TurnBegan(1)]
    assert do(state, "discard b2", "draw pile") == [
        Discarded(1, cards("b2")[0]),
        Drew(1, cards("b10")[0]),
        TurnBegan(0),
    ]


# -- text forms and words


@pytest.mark.parametrize(
    "text", ["", "build", "build z3", "draw", "draw deck", "draw rr", "draw ", "discard  r3", "Build r3", "build r3 r4"]
)
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a"):
        GAME.parse(text)
