"""The turn of Towers, step by step: the sheet's sentences, F1, F3 and F6."""

import pytest

from tests.game.stories import stories
from tests.game.towers.positions import FACTS, GAME, STANDARD, TELLER, do, new, steps, table
from topping_out.game.engine import IllegalAction
from topping_out.game.match import Match
from topping_out.game.record import Player, new_header
from topping_out.game.towers.events import Claimed, Demolished, TurnBegan
from topping_out.game.towers.state import NO_TOWER, tucks_of

# -- set-up


@pytest.mark.parametrize(("seats", "limit"), [(2, 3), (3, 3), (4, 4)])
def test_four_cards_are_dealt_to_each_seat_and_four_seats_have_room_for_four_towers(seats: int, limit: int) -> None:
    state = new(seats)
    assert [len(hand) for hand in state.hands] == [4] * seats
    assert len(state.draw_pile) == 64 - 4 * seats
    assert state.discards == b""
    assert state.scores == (0,) * seats
    assert state.towers == [NO_TOWER] * limit


def test_f6_the_first_seat_is_an_option_and_random_by_default() -> None:
    assert [new(3, first=seat).turn for seat in range(3)] == [0, 1, 2]
    assert {new(3, seed=seed).turn for seed in range(20)} == {0, 1, 2}


test_the_turn = stories(
    TELLER,
    """
building: the first floors start two towers
    SUITE SUITE OFFICE / LOBBY = may build SUITE @new, build OFFICE @new
    > build SUITE @new; build OFFICE @new = plot 0 SUITE; plot 1 OFFICE; plot 2 -; built SUITE@0.0 OFFICE@1.0
building: a floor becomes the top of its tower, and vacant
    SUITE LOBBY / -, towers OFFICE SPIRE > build SUITE @0 = plot 0 OFFICE SPIRE SUITE; owners 0 - - -
building: the two floors go onto two different towers
    SUITE LOBBY / -, towers OFFICE | OFFICE > build SUITE @0 = may build LOBBY @1, build LOBBY @new
    > build LOBBY @0 ! You've built on this tower: the next floor goes on another one.
building: both floors may start new towers, and each takes the leftmost free plot
    SUITE LOBBY / -, towers | OFFICE | > build SUITE @new; build LOBBY @new
    = plot 0 SUITE; plot 1 OFFICE; plot 2 LOBBY
building: a tower started this turn may not be built on again
    SUITE LOBBY / - > build SUITE @new = may build LOBBY @new
building: two seats start no fourth tower
    SUITE LOBBY / -, towers OFFICE | OFFICE | OFFICE
    = may build SUITE @0, build LOBBY @0, build SUITE @1, build LOBBY @1, build SUITE @2, build LOBBY @2
    > build SUITE @new ! There is no free plot for a new tower.
building: three seats start no fourth tower
    SUITE / - / -, towers OFFICE | OFFICE | OFFICE = may build SUITE @0, build SUITE @1, build SUITE @2
    > build SUITE @new ! There is no free plot for a new tower.
building: four seats start no fifth tower
    SUITE / - / - / -, towers OFFICE | OFFICE | OFFICE | OFFICE
    = may build SUITE @0, build SUITE @1, build SUITE @2, build SUITE @3
    > build SUITE @new ! There is no free plot for a new tower.
building: nothing is built on a free plot by its number
    SUITE LOBBY / -, towers OFFICE > build SUITE @2 ! A new tower takes the leftmost free plot.
building: nothing is built on a plot that is not there
    SUITE LOBBY / -, towers OFFICE > build SUITE @3 ! A new tower takes the leftmost free plot.
building: no third floor is built
    SUITE LOBBY OFFICE / -, towers OFFICE | OFFICE | OFFICE > build SUITE @0; build LOBBY @1
    > build OFFICE @2 ! Your floors are built. To claim a floor, tuck a card under it.
building comes before the end of the turn
    SUITE LOBBY / -, towers OFFICE > end ! Build first: 2 floors, each on a different tower. Then you may claim.
    > build SUITE @new > end ! Build first: 2 floors, each on a different tower. Then you may claim.
building comes before a claim
    SUITE LOBBY / -, towers OFFICE
    > claim SUITE @0.0 ! Build first: 2 floors, each on a different tower. Then you may claim.
    > build SUITE @new > claim LOBBY @0.0 ! Build first: 2 floors, each on a different tower. Then you may claim.
building: only floors of the hand are built
    SUITE LOBBY / OFFICE > build OFFICE @new ! There is no OFFICE in the hand.
building: only floors of the deck are built
    SUITE LOBBY / OFFICE > build PENTHOUSE @new ! There is no floor PENTHOUSE in this deck.
no effect happens when a floor is built or claimed
    SUITE INFERNO LANDLORD / -, towers SPIRE:1 OFFICE:1 > build INFERNO @0; build SUITE @new; claim LANDLORD @1.0
    = events Built Built Claimed; owners 0 1 1 -; scores 0 0

f3: a single card is built, and then the turn may end
    SUITE / LOBBY LOBBY, towers OFFICE, pile 0 = may build SUITE @0, build SUITE @new
    > build SUITE @0 = may end > build LOBBY @new ! There is no LOBBY in the hand.
f3: two cards are both built and leave nothing to claim with
    SUITE LOBBY / LOBBY, towers OFFICE > build SUITE @0; build LOBBY @new = may end
f3: a seat without cards is passed over
    SUITE / - / LOBBY, towers OFFICE, pile 0 > build SUITE @0; end = passed 1; turn 2; told Ana builds SUITE on
      tower 1. The deck is empty after Ana's turn: this round is the last. Bo has no cards and passes.

claiming: a card is tucked under any vacant floor of any tower
    SUITE LOBBY OFFICE OFFICE / -, towers SPIRE SPIRE:1 > build SUITE @0; build LOBBY @new
    = may claim OFFICE @0.0, claim OFFICE @0.2, claim OFFICE @1.0, end
    > claim OFFICE @0.0 = owners 0 0 1 -; hand 0 OFFICE
claiming: any number of floors may be claimed in a turn
    SUITE LOBBY OFFICE OFFICE OFFICE OFFICE / -, towers SPIRE SPIRE > build SUITE @0; build LOBBY @new
    > claim OFFICE @0.0; claim OFFICE @0.1; claim OFFICE @0.2; claim OFFICE @1.0
    = owners 0 0 0 0; owners 1 0; may end
claiming is optional
    SUITE LOBBY OFFICE / LOBBY, towers SPIRE > build SUITE @0; build LOBBY @new; end = turn 1
claiming: a floor with a tucked card is not claimed again
    SUITE LOBBY OFFICE / -, towers SPIRE:1 > build SUITE @0; build LOBBY @new
    > claim OFFICE @0.0 ! This floor already has a tucked card.
claiming: there must be a floor to claim
    SUITE LOBBY OFFICE / -, towers SPIRE > build SUITE @0; build LOBBY @new
    > claim OFFICE @0.2 ! There is no such floor.
    > claim OFFICE @2.0 ! There is no such floor. > claim OFFICE @3.0 ! There is no such floor.
    > claim OFFICE @1.1 ! There is no such floor.
claims need a card of the hand
    SUITE LOBBY OFFICE / -, towers SPIRE > build SUITE @0; build LOBBY @new
    > claim SUITE @0.0 ! There is no SUITE in the hand.

drawing: three cards are drawn
    SUITE LOBBY / LOBBY > build SUITE @new; build LOBBY @new; end = hands 3 1; drawn 0:3
drawing: three cards are drawn to one that was kept
    SUITE LOBBY OFFICE / LOBBY > build SUITE @new; build LOBBY @new; end = hands 4 1; drawn 0:3
drawing: three cards are drawn to three, for six
    SUITE LOBBY OFFICE OFFICE OFFICE / LOBBY > build SUITE @new; build LOBBY @new; end = hands 6 1; drawn 0:3
drawing: never to more than six
    SUITE LOBBY OFFICE OFFICE OFFICE OFFICE / LOBBY > build SUITE @new; build LOBBY @new; end = hands 6 1; drawn 0:2
drawing: an empty deck gives nothing
    SUITE LOBBY OFFICE / LOBBY, pile 0 > build SUITE @new; build LOBBY @new; end = hands 1 1; pile 0
drawing: a deck of one gives one
    SUITE LOBBY OFFICE / LOBBY, pile 1 > build SUITE @new; build LOBBY @new; end = hands 2 1; pile 0
drawing: a deck of two gives two
    SUITE LOBBY OFFICE / LOBBY, pile 2 > build SUITE @new; build LOBBY @new; end = hands 3 1; pile 0
drawing: cards are drawn before towers are scored
    SPIRE LOBBY OFFICE OFFICE / LOBBY, towers SUITE:0 > build SPIRE @0; build LOBBY @new > end
    = events Drew ScoringBegan FloorScored FloorScored Drew Demolished TurnBegan; drawn 0:3 0:1; hands 6 1

scoring: a tower is scored at six floors
    LOBBY LOBBY OFFICE / LOBBY, towers OFFICE:1 LOBBY SUITE SUITE SUITE | OFFICE:0 LOBBY SUITE SUITE
    > build LOBBY @0; build LOBBY @1; end
    = worth 0: 0 2; scored 0:height; plot 0 -; plot 1 OFFICE LOBBY SUITE SUITE LOBBY; scores 0 2
scoring: a vacant SPIRE has its tower scored
    SPIRE LOBBY LOBBY / LOBBY, towers OFFICE:1 > build SPIRE @0; build LOBBY @new; end = scored 0:trigger; scores 0 2
scoring: an owned SPIRE has its tower scored
    SPIRE LOBBY LOBBY / LOBBY, towers OFFICE:1 > build SPIRE @0; build LOBBY @new; claim LOBBY @0.1; end
    = scored 0:trigger; scores 3 2
scoring: a SPIRE that starts a tower is scored alone
    SPIRE LOBBY LOBBY / LOBBY > build SPIRE @new; build LOBBY @new; claim LOBBY @0.0; end = scores 3 0; plot 0 -
scoring: lower towers are left standing
    LOBBY LOBBY / LOBBY, towers OFFICE:1 SUITE:1 | OFFICE:0 LOBBY:0 SUITE > build LOBBY @0; build LOBBY @1; end
    = worth -
a discarded tower makes room for a new one in its place
    SPIRE LOBBY / LOBBY SUITE, towers OFFICE | OFFICE | OFFICE > build SPIRE @1; build LOBBY @0; end; build SUITE @new
    = plot 0 OFFICE LOBBY; plot 1 SUITE; plot 2 OFFICE
effects may draw for a seat that is not on turn
    SPIRE LOBBY SUITE / LOBBY, towers SUITE:1 > build SPIRE @0; build LOBBY @new; end = drawn 0:3 1:2; hands 4 3
the turn goes round
    SUITE SUITE / SUITE SUITE / SUITE SUITE, first 2 = turn 2 > pass the turn = turn 0 > pass the turn = turn 1
    > pass the turn = turn 2
""",
)


def test_a_player_may_choose_the_very_card_and_else_the_lowest_goes() -> None:
    state = table(["SUITE, SUITE, SUITE", ""], "OFFICE")
    do(state, "build SUITE @0 #2", "build SUITE @new")
    assert (state.towers[0][3], state.towers[1][0], state.hands[0]) == (2, 0, b"\1")


@pytest.mark.parametrize("card", [2, 8, 63, 200, 999])
def test_a_chosen_card_must_be_that_floor_and_in_the_hand(card: int) -> None:
    with pytest.raises(IllegalAction, match=f"Card {card} is no SUITE in the hand"):
        do(table(["SUITE, SUITE, OFFICE", ""], "OFFICE"), f"build SUITE @0 #{card}")


def test_a_claim_names_the_card_that_is_tucked() -> None:
    state = table(["SUITE, LOBBY, OFFICE, OFFICE", ""], "SPIRE, SPIRE:1")
    do(state, "build SUITE @0", "build LOBBY @new")
    card = state.hands[0][0]
    assert do(state, "claim OFFICE @0.0") == [Claimed(0, 0, 0, card, "SPIRE")]
    assert card in tucks_of(state.towers[0])


def test_the_top_of_the_deck_is_drawn() -> None:
    state = table(["SUITE, LOBBY", "LOBBY"])
    top = state.draw_pile[-3:]
    do(state, "build SUITE @new", "build LOBBY @new", "end")
    assert state.hands[0] == bytes(sorted(top))


def test_the_towers_cards_go_to_the_discards_tucked_ones_too() -> None:
    state = table(["SPIRE, LOBBY", "LOBBY"], "OFFICE:1:LANDLORD, SUITE:0:INFERNO", pile=20)
    before = len(state.discards)
    events = do(state, "build SPIRE @0", "build LOBBY @new", "end")
    gone = [STANDARD.floor_of(card).name for card in state.discards[before:]]
    assert gone == ["OFFICE", "SUITE", "SPIRE", "LANDLORD", "INFERNO"]
    (demolished,) = [event for event in events if isinstance(event, Demolished)]
    assert bytes(demolished.floors + demolished.tucks) == state.discards[before:]


def test_f1_towers_are_scored_from_left_to_right() -> None:
    state = table(
        ["SPIRE, LOBBY, SUITE", "LOBBY, OFFICE, OFFICE, OFFICE"], "SUITE:1", "OFFICE, LOBBY, LOBBY, LOBBY, SUITE:1"
    )
    events = do(state, "build SPIRE @0", "build LOBBY @1", "end")
    assert FACTS["scored"](state, events) == "0:trigger 1:height"
    assert [step.drawn for step in steps(events) if step.floor == "SUITE"] == [2, 0]


# -- taking back


def test_a_turn_can_be_taken_back_step_by_step_until_cards_are_drawn() -> None:
    players = (Player("Ana"), Player("Bo"))
    match = Match.new(new_header(GAME, players, {"first": 0}, seed=3))
    match.look(frozenset((0,)))
    start = GAME.dump(match.state)
    for _ in range(2):
        match.act(0, GAME.actions(match.state, 0)[0])
    match.act(0, GAME.actions(match.state, 0)[0])
    for _ in range(3):
        match.undo()
    assert GAME.dump(match.state) == start
    for _ in range(2):
        match.act(0, GAME.actions(match.state, 0)[0])
    events = match.act(0, GAME.parse("end"))
    assert any(isinstance(event, TurnBegan) for event in events)
    assert not match.can_undo()
