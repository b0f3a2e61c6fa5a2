"""The turn of Towers, step by step: the sheet's sentences, F1, F3 and F6."""

from __future__ import annotations

import pytest

from tests.game.towers.positions import GAME, STANDARD, do, end_turn, floors, new, points, steps, table, texts
from topping_out.game.engine import IllegalAction
from topping_out.game.match import Match
from topping_out.game.record import Player, new_header
from topping_out.game.towers.events import Built, Claimed, Demolished, Drew, ScoringBegan, TurnBegan
from topping_out.game.towers.state import NO_TOWER, owners_of, tucks_of


def refusal(state: object, text: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        do(state, text)  # type: ignore[arg-type]
    return str(refused.value)


# -- set-up


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_four_cards_are_dealt_to_each_seat_and_the_rest_is_the_deck(seats: int) -> None:
    state = new(seats)
    assert [len(hand) for hand in state.hands] == [4] * seats
    assert len(state.draw_pile) == 64 - 4 * seats
    assert state.discards == b""
    assert state.scores == (0,) * seats


@pytest.mark.parametrize(("seats", "limit"), [(2, 3), (3, 3), (4, 4)])
def test_four_seats_have_room_for_four_towers_and_fewer_for_three(seats: int, limit: int) -> None:
    assert new(seats).towers == [NO_TOWER] * limit


def test_f6_the_first_seat_is_an_option_and_random_by_default() -> None:
    assert [new(3, first=seat).turn for seat in range(3)] == [0, 1, 2]
    assert {new(3, seed=seed).turn for seed in range(20)} == {0, 1, 2}


# -- 1) building


def test_the_first_floors_start_two_towers() -> None:
    state = table(["SUITE, SUITE, OFFICE", "LOBBY"])
    assert texts(state) == ["build SUITE @new", "build OFFICE @new"]
    events = do(state, "build SUITE @new", "build OFFICE @new")
    assert [floors(state, plot) for plot in range(3)] == [["SUITE"], ["OFFICE"], []]
    assert [(event.plot, event.level, event.floor) for event in events] == [(0, 0, "SUITE"), (1, 0, "OFFICE")]


def test_a_floor_becomes_the_top_of_its_tower() -> None:
    state = table(["SUITE, LOBBY", ""], "OFFICE, SPIRE")
    do(state, "build SUITE @0")
    assert floors(state, 0) == ["OFFICE", "SPIRE", "SUITE"]
    assert owners_of(state.towers[0])[-1:] == b"\xff"


def test_the_two_floors_go_onto_two_different_towers() -> None:
    state = table(["SUITE, LOBBY", ""], "OFFICE", "OFFICE")
    do(state, "build SUITE @0")
    assert texts(state) == ["build LOBBY @1", "build LOBBY @new"]
    assert refusal(state, "build LOBBY @0") == "this tower has its floor already: the second goes onto another"


def test_both_floors_may_start_new_towers_and_each_takes_the_leftmost_free_plot() -> None:
    state = table(["SUITE, LOBBY", ""], "", "OFFICE", "")
    do(state, "build SUITE @new", "build LOBBY @new")
    assert [floors(state, plot) for plot in range(3)] == [["SUITE"], ["OFFICE"], ["LOBBY"]]


def test_a_tower_started_this_turn_may_not_be_built_on_again() -> None:
    state = table(["SUITE, LOBBY", ""])
    do(state, "build SUITE @new")
    assert texts(state) == ["build LOBBY @new"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_tower_is_started_beyond_the_limit(seats: int) -> None:
    limit = 4 if seats == 4 else 3
    state = table(["SUITE, LOBBY"] + [""] * (seats - 1), *["OFFICE"] * limit)
    assert not any(text.endswith("@new") for text in texts(state))
    assert refusal(state, "build SUITE @new") == f"{limit} towers stand already: there is no room for a new one"


def test_nothing_is_built_on_a_free_plot_by_its_number() -> None:
    state = table(["SUITE, LOBBY", ""], "OFFICE")
    assert refusal(state, "build SUITE @2") == "there is no tower on that plot: start a new one"
    assert refusal(state, "build SUITE @3") == "there is no tower on that plot: start a new one"


def test_no_third_floor_is_built() -> None:
    state = table(["SUITE, LOBBY, OFFICE", ""], "OFFICE", "OFFICE", "OFFICE")
    do(state, "build SUITE @0", "build LOBBY @1")
    assert refusal(state, "build OFFICE @2") == "both floors are built: claim floors, or end the turn"


@pytest.mark.parametrize("text", ["end", "claim SUITE @0.0"])
def test_building_comes_before_everything_else(text: str) -> None:
    state = table(["SUITE, LOBBY", ""], "OFFICE")
    assert refusal(state, text) == "build first: two floors, on two different towers"
    do(state, "build SUITE @new")
    assert refusal(state, text.replace("SUITE", "LOBBY")) == "build first: two floors, on two different towers"


def test_only_floors_of_the_hand_are_built() -> None:
    state = table(["SUITE, LOBBY", "OFFICE"])
    assert refusal(state, "build OFFICE @new") == "there is no OFFICE in the hand"
    assert refusal(state, "build PENTHOUSE @new") == "there is no floor PENTHOUSE in this deck"


def test_no_effect_happens_when_a_floor_is_built_or_claimed() -> None:
    state = table(["SUITE, INFERNO, LANDLORD", ""], "SPIRE:1, OFFICE:1")
    events = do(state, "build INFERNO @0", "build SUITE @new", "claim LANDLORD @1.0")
    assert [type(event) for event in events] == [Built, Built, Claimed]
    assert owners_of(state.towers[0]) == b"\1\1\xff"
    assert state.scores == (0, 0)


def test_a_player_may_choose_the_very_card_and_else_the_lowest_goes() -> None:
    state = table(["SUITE, SUITE, SUITE", ""], "OFFICE")
    do(state, "build SUITE @0 #2", "build SUITE @new")
    assert (state.towers[0][3], state.towers[1][0], state.hands[0]) == (2, 0, b"\1")


@pytest.mark.parametrize("card", [2, 8, 63, 200, 999])
def test_a_chosen_card_must_be_that_floor_and_in_the_hand(card: int) -> None:
    state = table(["SUITE, SUITE, OFFICE", ""], "OFFICE")
    assert refusal(state, f"build SUITE @0 #{card}") == f"card {card} is no SUITE in the hand"


# -- F3: fewer than two cards


def test_f3_a_single_card_is_built_and_then_the_turn_may_end() -> None:
    state = table(["SUITE", "LOBBY, LOBBY"], "OFFICE", pile=0)
    assert texts(state) == ["build SUITE @0", "build SUITE @new"]
    do(state, "build SUITE @0")
    assert texts(state) == ["end"]
    assert refusal(state, "build LOBBY @new") == "there is no LOBBY in the hand"


def test_f3_two_cards_are_both_built_and_leave_nothing_to_claim_with() -> None:
    state = table(["SUITE, LOBBY", "LOBBY"], "OFFICE")
    do(state, "build SUITE @0", "build LOBBY @new")
    assert texts(state) == ["end"]


def test_f3_a_seat_without_cards_is_passed_over() -> None:
    state = table(["SUITE", "", "LOBBY"], "OFFICE", pile=0)
    events = do(state, "build SUITE @0", "end")
    assert [GAME.describe(event, ("Ana", "Bo", "Cy")) for event in events[-3:]] == [
        "",
        "Bo has no cards and passes.",
        "",
    ]
    assert state.turn == 2


# -- 2) claiming


def test_a_card_is_tucked_under_any_vacant_floor_of_any_tower() -> None:
    state = table(["SUITE, LOBBY, OFFICE, OFFICE", ""], "SPIRE, SPIRE:1")
    do(state, "build SUITE @0", "build LOBBY @new")
    assert texts(state) == ["claim OFFICE @0.0", "claim OFFICE @0.2", "claim OFFICE @1.0", "end"]
    card = state.hands[0][0]
    (event,) = do(state, "claim OFFICE @0.0")
    assert event == Claimed(0, 0, 0, card, "SPIRE")
    assert owners_of(state.towers[0]) == b"\0\1\xff"
    assert card in tucks_of(state.towers[0])
    assert card not in state.hands[0]


def test_any_number_of_floors_may_be_claimed_in_a_turn() -> None:
    state = table(["SUITE, LOBBY, OFFICE, OFFICE, OFFICE, OFFICE", ""], "SPIRE, SPIRE")
    do(state, "build SUITE @0", "build LOBBY @new", *(f"claim OFFICE @0.{level}" for level in range(3)))
    do(state, "claim OFFICE @1.0")
    assert owners_of(state.towers[0]) + owners_of(state.towers[1]) == b"\0\0\0\0"
    assert texts(state) == ["end"]


def test_claiming_is_optional() -> None:
    state = table(["SUITE, LOBBY, OFFICE", "LOBBY"], "SPIRE")
    do(state, "build SUITE @0", "build LOBBY @new", "end")
    assert state.turn == 1


def test_a_floor_with_a_tucked_card_is_not_claimed_again() -> None:
    state = table(["SUITE, LOBBY, OFFICE", ""], "SPIRE:1")
    do(state, "build SUITE @0", "build LOBBY @new")
    assert refusal(state, "claim OFFICE @0.0") == "this floor has a tucked card already"


@pytest.mark.parametrize("place", ["0.2", "2.0", "3.0", "1.1"])
def test_there_must_be_a_floor_to_claim(place: str) -> None:
    state = table(["SUITE, LOBBY, OFFICE", ""], "SPIRE")
    do(state, "build SUITE @0", "build LOBBY @new")
    assert refusal(state, f"claim OFFICE @{place}") == "there is no such floor"


def test_claims_need_a_card_of_the_hand() -> None:
    state = table(["SUITE, LOBBY, OFFICE", ""], "SPIRE")
    do(state, "build SUITE @0", "build LOBBY @new")
    assert refusal(state, "claim SUITE @0.0") == "there is no SUITE in the hand"


# -- 3) drawing


@pytest.mark.parametrize(("kept", "drawn"), [(0, 3), (1, 3), (3, 3), (4, 2)])
def test_three_cards_are_drawn_but_never_to_more_than_six(kept: int, drawn: int) -> None:
    state = table(["SUITE, LOBBY" + ", OFFICE" * kept, "LOBBY"])
    events = do(state, "build SUITE @new", "build LOBBY @new", "end")
    assert len(state.hands[0]) == kept + drawn
    assert [len(event.cards) for event in events if isinstance(event, Drew)] == [drawn]


def test_the_top_of_the_deck_is_drawn() -> None:
    state = table(["SUITE, LOBBY", "LOBBY"])
    top = state.draw_pile[-3:]
    do(state, "build SUITE @new", "build LOBBY @new", "end")
    assert state.hands[0] == bytes(sorted(top))


@pytest.mark.parametrize("left", [0, 1, 2])
def test_a_deck_of_fewer_than_three_gives_what_it_has(left: int) -> None:
    state = table(["SUITE, LOBBY, OFFICE", "LOBBY"], pile=left)
    do(state, "build SUITE @new", "build LOBBY @new", "end")
    assert (len(state.hands[0]), len(state.draw_pile)) == (1 + left, 0)


def test_cards_are_drawn_before_towers_are_scored() -> None:
    state = table(["SPIRE, LOBBY, OFFICE, OFFICE", "LOBBY"], "SUITE:0")
    events = do(state, "build SPIRE @0", "build LOBBY @new", "end")
    assert [type(event) for event in events if isinstance(event, (Drew, ScoringBegan))] == [Drew, ScoringBegan, Drew]
    assert [len(event.cards) for event in events if isinstance(event, Drew)] == [3, 1]
    assert len(state.hands[0]) == 6


# -- 4) scoring


def test_a_tower_is_scored_at_six_floors() -> None:
    state = table(
        ["LOBBY, LOBBY, OFFICE", "LOBBY"], "OFFICE:1, LOBBY, SUITE, SUITE, SUITE", "OFFICE:0, LOBBY, SUITE, SUITE"
    )
    events = do(state, "build LOBBY @0", "build LOBBY @1", "end")
    assert points(events) == [(0, (0, 2))]
    assert [event.cause for event in events if isinstance(event, ScoringBegan)] == ["height"]
    assert (floors(state, 0), len(floors(state, 1))) == ([], 5)
    assert state.scores == (0, 2)


@pytest.mark.parametrize(("owner", "score"), [("", (0, 2)), ("claim LOBBY @0.1", (3, 2))])
def test_a_spire_has_its_tower_scored_owned_or_vacant(owner: str, score: tuple[int, int]) -> None:
    state = table(["SPIRE, LOBBY, LOBBY", "LOBBY"], "OFFICE:1")
    events = do(state, "build SPIRE @0", "build LOBBY @new", *([owner] if owner else []), "end")
    assert [event.cause for event in events if isinstance(event, ScoringBegan)] == ["trigger"]
    assert state.scores == score


def test_a_spire_that_starts_a_tower_is_scored_alone() -> None:
    state = table(["SPIRE, LOBBY, LOBBY", "LOBBY"])
    do(state, "build SPIRE @new", "build LOBBY @new", "claim LOBBY @0.0", "end")
    assert state.scores == (3, 0)
    assert floors(state, 0) == []


def test_lower_towers_are_left_standing() -> None:
    state = table(["LOBBY, LOBBY", "LOBBY"], "OFFICE:1, SUITE:1", "OFFICE:0, LOBBY:0, SUITE")
    events = do(state, "build LOBBY @0", "build LOBBY @1", "end")
    assert points(events) == []


def test_the_towers_cards_go_to_the_discards_tucked_ones_too() -> None:
    state = table(["SPIRE, LOBBY", "LOBBY"], "OFFICE:1:LANDLORD, SUITE:0:INFERNO", pile=20)
    before = len(state.discards)
    events = do(state, "build SPIRE @0", "build LOBBY @new", "end")
    gone = [STANDARD.floor_of(card).name for card in state.discards[before:]]
    assert gone == ["OFFICE", "SUITE", "SPIRE", "LANDLORD", "INFERNO"]
    (demolished,) = [event for event in events if isinstance(event, Demolished)]
    assert bytes(demolished.floors + demolished.tucks) == state.discards[before:]


def test_a_discarded_tower_makes_room_for_a_new_one_in_its_place() -> None:
    state = table(["SPIRE, LOBBY", "LOBBY, SUITE"], "OFFICE", "OFFICE", "OFFICE")
    do(state, "build SPIRE @1", "build LOBBY @0", "end", "build SUITE @new")
    assert [floors(state, plot) for plot in range(3)] == [["OFFICE", "LOBBY"], ["SUITE"], ["OFFICE"]]


def test_f1_towers_are_scored_from_left_to_right() -> None:
    state = table(
        ["SPIRE, LOBBY, SUITE", "LOBBY, OFFICE, OFFICE, OFFICE"], "SUITE:1", "OFFICE, LOBBY, LOBBY, LOBBY, SUITE:1"
    )
    events = do(state, "build SPIRE @0", "build LOBBY @1", "end")
    assert [event.plot for event in events if isinstance(event, ScoringBegan)] == [0, 1]
    assert [step.drawn for step in steps(events) if step.floor == "SUITE"] == [2, 0]


def test_effects_may_draw_for_a_seat_that_is_not_on_turn() -> None:
    state = table(["SPIRE, LOBBY, SUITE", "LOBBY"], "SUITE:1")
    events = do(state, "build SPIRE @0", "build LOBBY @new", "end")
    assert [(event.seat, len(event.cards)) for event in events if isinstance(event, Drew)] == [(0, 3), (1, 2)]
    assert len(state.hands[1]) == 3


def test_the_turn_goes_round() -> None:
    state = new(3, first=2)
    turns = []
    for _ in range(4):
        turns.append(state.turn)
        end_turn(state)
    assert turns == [2, 0, 1, 2]


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
