"""What holds in every random live game of IceTowers, with any number of seats and any options."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.by_luck.random_games import Deal, play
from tests.game.by_luck.strategies import deals
from tests.game.icetowers.positions import GAME, new, of
from tests.properties import examples
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import Lift, Mine, Place, SetDown, Split
from topping_out.game.icetowers.events import Capped, Ended, PlayBegan, WasSetDown
from topping_out.game.icetowers.pieces import COLOUR_OF, PIPS_OF
from topping_out.game.icetowers.state import Phase, State, scores
from topping_out.game.icetowers.table import DEPTH, WIDTH
from topping_out.game.record import Entry, Record, fold

games = given(deal=deals("icetowers"))
many = examples(40)


@many
@games
def test_towers_grow_narrower_and_no_id_is_used_twice(deal: Deal) -> None:
    gone: set[int] = set()
    for before, after in pairwise([step.state.copy() for step in play(deal)]):
        for tower in after.towers:
            assert all(PIPS_OF[low] >= PIPS_OF[high] for low, high in pairwise(tower.pieces))
        now, then = {t.id for t in after.towers}, {t.id for t in before.towers}
        gone |= then - now
        assert len(now) == len(after.towers)
        assert not now & gone


@many
@games
def test_every_game_ends_for_a_reason_and_the_best_scores_win(deal: Deal) -> None:
    *_, last = play(deal)
    outcome = last.state.outcome
    assert outcome.reason in ("agreed", "no moves", "showdown", "timer")
    totals = scores(last.state)
    assert outcome.scores == totals[: deal.seats]
    assert outcome.winners == tuple(s for s in range(deal.seats) if totals[s] == max(totals))
    assert not any(last.state.hands)
    assert isinstance(last.events[-1], Ended)
    if outcome.reason == "no moves":
        assert not any(legality.has_move(last.state, seat) for seat in range(deal.seats))
    if outcome.reason == "showdown":
        assert len(of(last.events, WasSetDown)) >= 2, "a single seat that holds a piece goes on (I6)"


@many
@games
def test_the_lists_for_the_screen_hold_exactly_what_the_rules_let_through(deal: Deal) -> None:
    for number, step in enumerate(play(deal)):
        state = step.state
        if state.phase is not Phase.PLAY or number % 3:
            continue
        pieces = range(15 * state.variant.colours)
        for seat in range(deal.seats):
            view = GAME.view(state, seat)
            assert {p for p in pieces if not legality.why_not_lift(view, seat, p)} == set(legality.liftable(view, seat))
            assert {p for p in pieces if not legality.why_not_mine(view, seat, p)} == set(legality.mineable(view, seat))
            assert {p for p in pieces if not legality.why_not_split(view, seat, p)} == set(legality.gaps(view, seat))
            held = view.hands[seat]
            free = {t.id for t in view.towers if not legality.why_not_place(view, seat, t.id)}
            assert free == ({t.id for t in legality.targets(view, held)} if held is not None else set())


@many
@games
def test_who_has_a_move_has_an_action_that_changes_the_towers(deal: Deal) -> None:
    """`has_move` against the actions themselves: a cap that can follow a lift, a mine, a split (I8)."""
    for number, step in enumerate(play(deal)):
        state = step.state
        if state.phase is not Phase.PLAY or number % 3:
            continue
        for seat in range(deal.seats):
            if state.hands[seat] is None and state.turn in (None, seat):
                assert legality.has_move(state, seat) == any_move(state, seat)


def any_move(state: State, seat: int) -> bool:
    for action in GAME.actions(state, seat):
        if isinstance(action, Mine | Split):
            return True
        if isinstance(action, Lift):
            after = state.copy()
            GAME.apply(after, seat, action)
            if after.outcome is not None or any(isinstance(a, Place) for a in GAME.actions(after, seat)):
                return True
    return False


@many
@games
def test_caps_are_legal_by_the_sheet_whoever_puts_the_piece_there(deal: Deal) -> None:
    tops: dict[int, int] = {}
    for step in play(deal):
        for event in of(step.events, Capped):
            assert PIPS_OF[event.piece] <= PIPS_OF[tops[event.tower]]
            assert COLOUR_OF[event.piece] != COLOUR_OF[tops[event.tower]] == event.taken_from
        tops = {tower.id: tower.top for tower in step.state.towers}


@many
@games
def test_a_mined_piece_leaves_the_hand_within_the_stall_limit_i5(deal: Deal) -> None:
    for step in play(deal):
        for held in filter(None, step.state.hands):
            if held.mined and step.state.variant.stall is not None:
                assert step.state.ms < held.since + step.state.variant.stall


@many
@games
def test_time_does_not_go_back_and_stands_after_the_end(deal: Deal) -> None:
    last = 0
    for step in play(deal):
        assert step.state.ms >= last
        last = step.state.ms
    GAME.tick(step.state, last + 999_999)
    assert step.state.ms == last


@many
@given(deal=deals("icetowers"), data=st.data())
def test_actions_of_one_millisecond_give_what_their_order_says(deal: Deal, data: st.DataObject) -> None:
    """Bunched into few moments, in any order of arrival: refused or done, the invariants hold, and it replays."""
    state, entries, ms = deal.start(), [], 0
    for _ in range(25):
        ms += data.draw(st.sampled_from((0, 0, 0, 700, 3000)))
        GAME.tick(state, ms)
        if state.outcome is not None:
            break
        seats = sorted(GAME.actors(state))
        chosen = {seat: pick(state, seat, data) for seat in seats}
        for seat in data.draw(st.permutations(seats)):
            action = chosen[seat]
            if action is None or seat not in GAME.actors(state) or is_refused(state, seat, action):
                continue
            GAME.apply(state, seat, action)
            entries.append(Entry(ms, seat, str(action)))
            GAME.check_invariants(state)
    record = Record(deal.header(), [*entries, Entry(ms, None, "tick")])
    assert fold(record) == state


def pick(state: State, seat: int, data: st.DataObject) -> Any:
    actions = GAME.actions(state, seat)
    return data.draw(st.sampled_from(actions)) if actions else None


def is_refused(state: State, seat: int, action: Any) -> bool:
    try:
        GAME.check(state, seat, action)
    except ValueError:
        return True
    return False


def test_with_75_pieces_down_and_up_again_everything_finds_a_place() -> None:
    """Whatever is lifted and set down at one spot again and again, the table never runs out of places."""
    state = new(5)
    GAME.tick(state, 1)
    state.phase, state.began = Phase.PLAY, 0
    state.variant = replace(state.variant, timer=None)
    for number in range(75):
        seat = number // 15
        GAME.apply(state, seat, Lift(number))
        log: list[Any] = []
        GAME.apply(state, seat, SetDown(WIDTH // 2, DEPTH // 2), log)
        assert of(log, WasSetDown)
    GAME.check_invariants(state)


@pytest.mark.parametrize("seats", GAME.seats)
def test_play_begins_once(seats: int) -> None:
    deal = Deal("icetowers", seats, {"timer": 1, "stall": 3, "paused_time": False, "ghost": False}, 5, 5)
    if seats > 2:
        del deal.options["ghost"]
    assert sum(len(of(step.events, PlayBegan)) for step in play(deal)) == 1
