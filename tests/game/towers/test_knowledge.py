"""What is hidden in Towers and what is not (F5)."""

import random

import pytest

from tests.game.towers.positions import GAME, do, new, table
from topping_out.game.engine import EVERYONE, NOBODY
from topping_out.game.towers.events import Claimed, Demolished, Drew
from topping_out.game.towers.floors import HIDDEN
from topping_out.game.towers.state import State, Storey, floors_of, tucks_of

CLAIMED = "LOBBY:0:SPIRE, SUITE, OFFICE:1:INFERNO"


def position() -> State:
    return table(["SUITE, SUITE", "LANDLORD, LOBBY, LOBBY", "OFFICE"], CLAIMED, pile=30)


def test_f5_a_seat_sees_its_own_hand_and_the_sizes_of_all() -> None:
    state = position()
    assert GAME.view(state, 1).hand == tuple(state.hands[1])
    assert GAME.view(state, 1).hand_sizes == (2, 3, 1)
    assert GAME.view(state, None).hand == ()


def test_f5_floors_owners_and_discards_are_public_and_the_deck_only_by_its_size() -> None:
    state = position()
    for seat in (0, 1, 2, None):
        view = GAME.view(state, seat)
        assert [storey.owner for storey in view.towers[0]] == [0, None, 1]
        assert [storey.card for storey in view.towers[0]] == list(floors_of(state.towers[0]))
        assert view.discards == tuple(state.discards)
        assert view.draw_pile == 30


@pytest.mark.parametrize(("seat", "seen"), [(0, (True, False)), (1, (False, True)), (2, (False, False))])
def test_f5_each_seat_may_look_at_its_own_tucks_only(seat: int, seen: tuple[bool, bool]) -> None:
    state = position()
    ground, _, top = GAME.view(state, seat).towers[0]
    assert (ground.tuck != HIDDEN, top.tuck != HIDDEN) == seen
    assert GAME.view(state, None).towers[0][0].tuck == HIDDEN


def test_a_vacant_floor_has_neither_owner_nor_tuck() -> None:
    storey = GAME.view(position(), 0).towers[0][1]
    assert storey == Storey(storey.card, None, None)


def test_drawn_cards_are_shown_to_the_seat_that_draws_them() -> None:
    event = Drew(1, (4, 7))
    assert GAME.redact(event, 1) == event
    assert GAME.redact(event, 0) == GAME.redact(event, None) == Drew(1, (HIDDEN, HIDDEN))
    assert GAME.revealed_to(event) == {1}


def test_a_tucked_card_is_shown_to_its_owner_only_and_reveals_nothing() -> None:
    event = Claimed(1, 0, 2, 33, "OFFICE")
    assert GAME.redact(event, 1) == event
    assert GAME.redact(event, 0) == GAME.redact(event, None) == Claimed(1, 0, 2, HIDDEN, "OFFICE")
    assert GAME.revealed_to(event) == NOBODY


def test_tucked_cards_are_known_to_all_once_they_lie_on_the_discards() -> None:
    state = table(["SPIRE, LOBBY", "LOBBY"], CLAIMED)
    tucks = tuple(tucks_of(state.towers[0]))
    events = do(state, "build SPIRE @0", "build LOBBY @new", "end")
    (demolished,) = [event for event in events if isinstance(event, Demolished)]
    assert GAME.redact(demolished, None).tucks == tucks
    assert GAME.revealed_to(demolished) == EVERYONE
    assert set(tucks) <= set(GAME.view(state, 0).discards)


def test_scoring_tells_how_many_cards_are_drawn_and_not_which() -> None:
    state = table(["SPIRE, LOBBY", "LOBBY"], "SUITE:1")
    events = do(state, "build SPIRE @0", "build LOBBY @new", "end")
    drawn = {card for event in events if isinstance(event, Drew) and event.seat == 1 for card in event.cards}
    public = [GAME.redact(event, None) for event in events]
    assert len(drawn) == 2
    assert not any(str(card) in repr(event) for event in public if isinstance(event, Drew) for card in drawn)


def test_a_world_behind_a_view_does_not_lean_to_the_truth() -> None:
    state, rng = new(2, seed=4), random.Random(1)
    view, rival = GAME.view(state, 0), state.hands[1]
    hits = sum(len(set(GAME.determinize(view, rng).hands[1]) & set(rival)) for _ in range(600))
    assert 0.7 < hits / 600 / (4 * 4 / 60) < 1.3
