"""How a game of Towers ends: the sheet's end, F1, F6 and F7."""

import pytest

from tests.game.stories import stories
from tests.game.towers.positions import GAME, NAMES, STANDARD, TELLER, do, end_turn, table
from topping_out.game.towers.state import State

test_the_end = stories(
    TELLER,
    """
an empty deck alone does not end the game
    LOBBY LOBBY SUITE / OFFICE OFFICE, towers SUITE, pile 3 > pass the turn = pile 0; hands 4 2; last round no
three cards in hand are enough to play on
    LOBBY LOBBY SUITE / OFFICE OFFICE, towers SUITE, pile 2 > pass the turn = pile 0; hands 3 2; last round no
a short hand beside the empty deck makes the round the last
    LOBBY LOBBY SUITE / OFFICE OFFICE, towers SUITE, pile 1 > pass the turn = short 0; last round yes; over no
a short hand beside a deck with cards cannot be
    LOBBY LOBBY / OFFICE OFFICE, towers SUITE, pile 4 > pass the turn = hands 3 2; last round no
cards drawn by a SUITE count for the hand at the turn's end
    SPIRE LOBBY / OFFICE OFFICE, towers SUITE:0, pile 3 > build SPIRE @0; build LOBBY @new; end
    = hands 3 2; pile 0; last round no
cards that a rival's SUITE draws do not
    SPIRE LOBBY / OFFICE OFFICE, towers SUITE:1, pile 4 > build SPIRE @0; build LOBBY @new; end
    = hands 3 3; pile 0; last round no
play goes on until every seat has had as many turns, the first being 0
    OFFICE OFFICE OFFICE / OFFICE OFFICE OFFICE / LOBBY LOBBY LOBBY, towers SUITE, pile 0
    > pass the turn = turn 1 > pass the turn = turn 2 > pass the turn = over yes
play goes on until every seat has had as many turns, the first being 1
    OFFICE OFFICE OFFICE / OFFICE OFFICE OFFICE / LOBBY LOBBY LOBBY, towers SUITE, pile 0, first 1
    > pass the turn = turn 2 > pass the turn = turn 0 > pass the turn = over yes
play goes on until every seat has had as many turns, the first being 2
    OFFICE OFFICE OFFICE / OFFICE OFFICE OFFICE / LOBBY LOBBY LOBBY, towers SUITE, pile 0, first 2
    > pass the turn = turn 0 > pass the turn = turn 1 > pass the turn = over yes
a short hand in the middle of a round lets only the later seats play
    OFFICE OFFICE / LOBBY LOBBY LOBBY / SUITE SUITE SUITE, towers SUITE, pile 0, first 2, turn 0
    > pass the turn = short 0; turn 1; over no > pass the turn = over yes
the last seat of the round ends the game at once
    OFFICE OFFICE / LOBBY LOBBY LOBBY LOBBY LOBBY, towers SUITE, pile 0, first 1, turn 0 > pass the turn
    = short 0; over yes
a seat without cards takes its turn of the last round by passing
    OFFICE OFFICE / -, towers SUITE, pile 0 > pass the turn = passed 1; over yes
f1: the remaining towers are scored as they stand from left to right
    LOBBY LOBBY / -, towers OFFICE:1 | OFFICE:0 OFFICE, pile 0 > build LOBBY @0; build LOBBY @1; end
    = scored 0:game end 1:game end; worth 0: 0 2, 1: 4 0; scores 4 2; over yes

f7: with the empty deck as the end, the round in which it runs out is the last
    LOBBY LOBBY SUITE SUITE SUITE / OFFICE OFFICE OFFICE OFFICE OFFICE OFFICE, towers SUITE, pile 3, end deck
    > pass the turn = short 0; hands 6 6 > pass the turn = over yes
f7: by the sheet the same game goes on
    LOBBY LOBBY SUITE SUITE SUITE / OFFICE OFFICE OFFICE OFFICE OFFICE OFFICE, towers SUITE, pile 3, end sheet
    > pass the turn = short - > pass the turn = over no
f7: a deck emptied by a SUITE ends it as well
    SPIRE LOBBY SUITE / OFFICE OFFICE, towers SUITE:1, pile 5, end deck > build SPIRE @0; build LOBBY @new; end
    = short 0
""",
)


def test_nothing_is_lost_at_the_end_and_nobody_acts() -> None:
    state = table(["LOBBY, LOBBY", ""], "OFFICE:1", "OFFICE:0, OFFICE", pile=0)
    do(state, "build LOBBY @0", "build LOBBY @1", "end")
    assert GAME.actors(state) == frozenset()
    assert len(state.discards) + len(state.hands[0]) == len(STANDARD.cards)


# -- who wins


def ended(scores: tuple[int, ...], first: int) -> State:
    state = table(["OFFICE"] + [""] * (len(scores) - 1), pile=0)
    state.points, state.first, state.turn = list(scores), first, 0
    state.last_round = True
    end_turn(state)
    return state


def test_most_points_win() -> None:
    outcome = ended((3, 9, 7), first=1).outcome
    assert (outcome.winners, outcome.reason) == ((1,), "points")
    assert GAME.describe_outcome(outcome, NAMES) == "Bo wins with 9 points."


@pytest.mark.parametrize(("first", "winner"), [(0, 0), (1, 2), (2, 2), (3, 0)])
def test_f6_a_tie_goes_to_the_earlier_in_turn_order(first: int, winner: int) -> None:
    outcome = ended((9, 4, 9, 8), first).outcome
    assert (outcome.winners, outcome.reason) == ((winner,), "turn order")
    assert (
        GAME.describe_outcome(outcome, NAMES) == f"{NAMES[winner]} wins with 9 points: tied, but earlier in turn order."
    )
