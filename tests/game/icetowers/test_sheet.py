"""The sheet of IceTowers, sentence by sentence; the rulings are in `test_rulings`."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.game.icetowers.positions import (
    GAME,
    do,
    held,
    kinds,
    new,
    of,
    piece,
    refusal,
    shown,
    started,
    table,
    texts,
    tower,
    wait,
)
from topping_out.game.icetowers.events import CountdownBegan, Ended, PlayBegan, TimerRang, WasSetDown, Why
from topping_out.game.icetowers.pieces import COLOUR_OF, PIPS_OF, pieces_of
from topping_out.game.icetowers.state import Phase, scores
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


def test_the_scatter_is_another_one_with_another_seed() -> None:
    assert new(seed=1).towers == new(seed=1).towers
    assert new(seed=1).towers != new(seed=2).towers


def test_players_show_that_they_are_ready_by_touching_a_pyramid_of_their_colour() -> None:
    state = new(3)
    assert refusal(state, 0, f"ready {piece('b1')}") == "touch a piece of your own colour"
    do(state, 0, f"ready {piece('a1')}")
    assert refusal(state, 0, f"ready {piece('a2')}") == "you are ready already"
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


# -- no turns


def test_everyone_plays_at_the_same_time() -> None:
    state = started(5)
    assert GAME.actors(state) == {0, 1, 2, 3, 4}
    for seat in range(5):
        do(state, seat, f"lift {15 * seat + 14}")
    assert all(state.hands)


def test_nobody_waits_for_anybody_between_plays() -> None:
    state = table("a3 | b3 | a2 | b2 | b1")
    do(state, 0, f"lift {piece('a3')}", "place @1", f"lift {piece('a2')}", "place @3")
    assert shown(state) == "b3 a3 | b2 a2 | b1"


# -- capping


@pytest.mark.parametrize(("top", "allowed"), [(1, "1"), (2, "12"), (3, "123")])
def test_a_cap_is_the_same_size_or_smaller_than_the_top_piece(top: int, allowed: str) -> None:
    state = table(f"b{top} | a1 | a2 | a3 | b1")
    for size in "123":
        game = state.copy()
        do(game, 0, f"lift {piece('a' + size)}")
        assert ("place @0" in texts(game, 0)) == (size in allowed)
        if size not in allowed:
            assert "cannot cap" in refusal(game, 0, "place @0")


def test_a_cap_is_of_another_colour_than_the_top_piece() -> None:
    state = table("b3 a3 | a2 | b3")
    do(state, 0, f"lift {piece('a2')}")
    assert refusal(state, 0, "place @0") == "your colour is on top already"
    assert texts(state, 0)[0] == "place @2"


def test_a_cap_takes_control_and_the_tower_grows() -> None:
    state = table("b3 c2 | a2 | c3 | b3", seats=3)
    assert scores(state) == (2, 3, 8)
    event = do(state, 0, f"lift {piece('a2')}", "place @0")[-1]
    assert (event.taken_from, event.worth) == (2, 7)
    assert shown(state) == "b3 c2 a2 | c3 | b3"
    assert scores(state) == (7, 3, 3)


def test_only_free_standing_pieces_of_ones_own_are_picked_up() -> None:
    state = table("a3 b2 | b3 | a1")
    assert refusal(state, 0, f"lift {piece('b3')}") == "this piece is not yours to lift"
    assert "part of a tower" in refusal(state, 0, f"lift {piece('a3')}")
    assert "part of a tower" in refusal(state, 1, f"lift {piece('b2')}")
    assert refusal(state, 0, "lift 74") == "there is no such piece"


def test_there_is_no_limit_on_how_high_a_tower_may_grow() -> None:
    state = table("b3 a3 b3 a3 b2 a2 b2 a2 b1 a1 b1 | a1 | b2")
    do(state, 0, f"lift {piece('a1', 1)}", "place @0")
    assert len(tower(state, 0).pieces) == 12


# -- mining


def test_mining_takes_any_one_of_two_or_more_own_pieces_out_of_a_tower_one_does_not_control() -> None:
    state = table("a3 b3 a2 b2 | b3")
    assert [text for text in texts(state, 0) if "mine" in text] == [f"mine {piece('a3')}", f"mine {piece('a2')}"]
    do(state, 0, f"mine {piece('a3')}")
    assert held(state, 0) == "a3"
    assert shown(state) == "b3 a2 b2 | b3", "the rest is reassembled in its order"


def test_one_piece_alone_cannot_be_mined() -> None:
    state = table("a3 b3 b2 | b3 | a1")
    assert refusal(state, 0, f"mine {piece('a3')}") == "to mine, two of your pieces must be in the tower"


def test_a_tower_that_one_controls_cannot_be_mined() -> None:
    state = table("a3 b3 a2 b2 a1 | b3")
    assert refusal(state, 0, f"mine {piece('a2')}") == "a tower with your piece on top cannot be mined"


def test_nobody_mines_another_ones_pieces() -> None:
    state = table("a3 b3 a2 c2 | b3", seats=3)
    assert refusal(state, 2, f"mine {piece('a3')}") == "you can mine only pieces of your own"


def test_a_free_stander_is_lifted_and_not_mined() -> None:
    state = table("a3 | b3 | b1")
    assert refusal(state, 0, f"mine {piece('a3')}") == "this is your free-standing piece: lift it instead"


def test_it_is_not_necessary_to_finish_all_capping_before_starting_to_mine() -> None:
    state = table("a3 b3 a2 b2 | b3 | a1 | a3")
    assert f"mine {piece('a2')}" in texts(state, 0)
    assert f"lift {piece('a1')}" in texts(state, 0)


def test_pieces_are_played_in_any_order() -> None:
    state = table("a1 | a2 | a3 | b3 | b1")
    assert {f"lift {piece(name)}" for name in ("a1", "a2", "a3")} <= set(texts(state, 0))


# -- no minebacks


def test_a_mined_piece_must_cap_a_different_tower_at_once() -> None:
    state = table("a3 b3 a2 b2 | b3 | c3", seats=3)
    do(state, 0, f"mine {piece('a2')}")
    assert refusal(state, 0, "place @0") == "a mined piece must cap a different tower"
    assert "must cap a tower" in refusal(state, 0, "set 600,300")
    assert texts(state, 0) == ["place @1", "place @2"]
    do(state, 0, "place @2")
    assert shown(state) == "a3 b3 b2 | b3 | c3 a2"


def test_fleeing_without_a_legal_play_the_mined_piece_is_set_down_and_stands_free() -> None:
    state = table("a3 b3 a2 b2 | b1 | b2 a1 b1 a1")
    event = do(state, 0, f"mine {piece('a3')}", "set 600,300")[-1]
    assert isinstance(event, WasSetDown)
    assert event.mined
    assert shown(state) == "b3 a2 b2 | b1 | b2 a1 b1 a1 | a3"
    assert f"lift {piece('a3')}" in texts(state, 0)


# -- splitting


def test_two_neighbours_of_another_colour_are_parted() -> None:
    state = table("c3 b3 b2 a1 | a3", seats=3)
    event = do(state, 0, f"split {piece('b3')}")[-1]
    assert (event.lower, event.upper) == (0, 2)
    assert shown(state) == "c3 b3 | a3 | b2 a1"
    assert not overlap(tower(state, 0), tower(state, 2))
    assert tower(state, 0).place == (60, 60), "the lower part stays where it is"


def test_nobody_splits_their_own_colour() -> None:
    state = table("b3 b2 a1 | a3 | b2")
    assert refusal(state, 1, f"split {piece('b3')}") == "you cannot split your own colour"
    assert f"split {piece('b3')}" in texts(state, 0)


def test_a_tower_is_split_only_between_two_of_one_colour() -> None:
    state = table("b3 c2 c1 | a3", seats=3)
    assert refusal(state, 0, f"split {piece('b3')}") == "a tower is split only between two pieces of one colour"
    assert refusal(state, 0, f"split {piece('c1')}") == "there is no piece above this one"


def test_one_need_not_control_a_tower_to_split_it_nor_have_a_piece_in_it() -> None:
    state = table("b3 b2 b1 | c3 | a1", seats=3)
    do(state, 2, f"split {piece('b2')}")
    assert shown(state) == "b3 b2 | c3 | a1 | b1"


def test_nobody_splits_with_a_piece_in_the_hand() -> None:
    state = table("b3 b2 b1 | a3 | b3")
    do(state, 0, f"lift {piece('a3')}")
    assert refusal(state, 0, f"split {piece('b3')}") == "one hand, one piece: play the one you hold first"


def test_one_hand_holds_one_piece() -> None:
    state = table("a3 b3 a2 b2 | b3 | a1 | a3")
    do(state, 0, f"lift {piece('a1')}")
    for text in (f"lift {piece('a3', 1)}", f"mine {piece('a2')}"):
        assert refusal(state, 0, text) == "one hand, one piece: play the one you hold first"


def test_the_triple_cap_split_parts_three_stacked_pieces_into_a_big_and_a_small_tower() -> None:
    state = table("c3 a3 b3 b2 b1 | a2 | c1", seats=3)
    do(state, 0, f"split {piece('b3')}", f"lift {piece('a2')}", "place @0")
    assert shown(state) == "c3 a3 b3 a2 | c1 | b2 b1"


# -- the end, and scoring


def test_the_game_ends_when_no_more_moves_are_possible() -> None:
    state = table("a3 | b3")
    events = do(state, 0, f"lift {piece('a3')}", "place @1")
    assert events[-1] == Ended(state.outcome, (6, 0))
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.scores, state.outcome.reason) == ((0,), (6, 0), "no moves")


def test_the_game_ends_when_all_agree_though_a_split_would_be_possible() -> None:
    state = table("b3 b2 b1 | a3 a2")
    assert state.outcome is None
    do(state, 0, "done")
    do(state, 1, "done")
    wait(state, 3_000)
    assert state.outcome is not None
    assert state.outcome.reason == "agreed"


def test_points_are_for_every_piece_in_every_tower_with_ones_piece_on_top() -> None:
    state = table("b3 a2 c1 | a3 b3 | a1 | c3 b2 a2 | b1", seats=3)
    assert scores(state) == (1 + 7, 6 + 1, 6)


def test_free_standers_at_the_end_are_short_towers_and_not_worthless() -> None:
    state = table("a3 | a2 | b1 | b1 a1")
    do(state, 0, "done")
    do(state, 1, "done")
    wait(state, 3_000)
    assert state.outcome is not None
    assert state.outcome.scores == (7, 1)


def test_highest_score_wins() -> None:
    state = table("a3 | b3 | c2", seats=3)
    do(state, 2, f"lift {piece('c2')}", "place @1")
    assert state.outcome is not None
    assert state.outcome.scores == (3, 0, 5)
    assert state.outcome.winners == (2,)


def test_when_the_timer_rings_held_pieces_are_set_down_and_towers_count_as_they_are() -> None:
    state = table("a3 b3 a2 b2 | b3 | a1", timer=1)
    wait(state, 59_000)
    do(state, 0, f"mine {piece('a2')}")
    events = wait(state, 1_000)
    assert kinds(events) == ["TimerRang", "WasSetDown", "Ended"]
    assert of(events, WasSetDown)[0].why is Why.TIMER
    assert of(events, TimerRang)
    assert state.outcome is not None
    assert state.outcome.scores == (3, 11)
    assert state.outcome.reason == "timer"


# -- the ghost


def test_the_ghost_is_offered_to_two() -> None:
    assert "ghost" in {option.key for option in GAME.options(2)}
    assert all(option.key != "ghost" for seats in (3, 4, 5) for option in GAME.options(seats))
    assert sorted(tower.top for tower in new(2, ghost=True).towers) == list(range(45))


def test_either_player_may_move_for_the_ghost_at_any_time() -> None:
    state = table("c3 | c2 | a3 b3 | b3 a3 | a1", ghost=True)
    do(state, 0, f"lift {piece('c3')}", "place @2")
    do(state, 1, f"lift {piece('c2')}", "place @3")
    assert shown(state) == "a3 b3 c3 | b3 a3 c2 | a1"


def test_the_ghost_never_caps_a_free_standing_piece() -> None:
    state = table("c2 | a3 | b3 a3 | a1 | b3", ghost=True)
    do(state, 0, f"lift {piece('c2')}")
    assert refusal(state, 0, "place @1") == "the ghost never caps a free-standing piece"
    assert [text for text in texts(state, 0) if "place" in text] == ["place @2"]


def test_the_ghost_is_mined_for_but_its_colour_is_not_mined_where_it_is_on_top() -> None:
    state = table("c3 b3 c2 a2 | c3 a3 c1 | b3 a3", ghost=True)
    assert f"mine {piece('c3')}" in texts(state, 1)
    assert refusal(state, 1, f"mine {piece('c1')}") == "a tower with the ghost's piece on top cannot be mined"


def test_the_players_split_the_ghost_and_it_splits_nobody() -> None:
    state = table("c3 c2 | a3 a2 | b1", ghost=True)
    assert [text for text in texts(state, 0) if "split" in text] == [f"split {piece('c3')}"]
    assert [text for text in texts(state, 1) if "split" in text] == [f"split {piece('c3')}", f"split {piece('a3')}"]


def test_if_the_ghost_scores_the_most_the_ghost_wins() -> None:
    state = table("a3 b3 | c3", ghost=True)
    event = do(state, 0, f"lift {piece('c3')}", "place @0")[-1]
    assert event.totals == (0, 0, 9)
    assert event.outcome.winners == ()
    assert GAME.describe(event, ("Ana", "Bo")).startswith("The ghost wins with ")


def test_the_empty_sandwich_is_capped_by_the_ghost_and_split_at_once() -> None:
    state = table("a3 b2 a2 b1 | c1 | b3 | a1", ghost=True)
    do(state, 0, f"mine {piece('a2')}", "place @2")
    do(state, 0, f"lift {piece('c1')}", "place @0", f"split {piece('b2')}")
    assert shown(state) == "a3 b2 | b3 a2 | a1 | b1 c1"


def test_the_sandwich_counter_caps_for_the_ghost_first_and_mines_the_bread() -> None:
    state = table("a3 b2 a2 b1 | c1 | b3 | a1", ghost=True)
    do(state, 0, f"mine {piece('a2')}")
    do(state, 1, f"lift {piece('c1')}", "place @0", f"mine {piece('b1')}")
    assert held(state, 1) == "b1"
    assert shown(state) == "a3 b2 c1 | b3 | a1"
