"""Properties of every game of IceTowers, and the words for its events."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.game.by_luck.random_games import Deal, deals, play
from tests.game.icetowers.positions import GAME, TELLER, do, name_of, new, of, piece, shown, table
from tests.game.matches import stories
from topping_out.game.bots.worker import play_live
from topping_out.game.engine import Outcome
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import (
    Capped,
    Ended,
    Lift,
    Lifted,
    Mine,
    Mined,
    Place,
    PlayBegan,
    SetDown,
    Split,
    WasSetDown,
    WasSplit,
    Why,
)
from topping_out.game.icetowers.legality import gaps, liftable, mineable, targets
from topping_out.game.icetowers.results import TitleKind, _Figures, count_up, titles
from topping_out.game.icetowers.state import COLOUR_OF, DEPTH, PIPS_OF, WIDTH, Phase, State, scores
from topping_out.game.record import Entry, Player, Record, fold, new_header

# -- properties


games = given(deal=deals("icetowers"))
many = examples(40)


@many
@games
def test_towers_narrow_upwards_and_ids_are_never_reused(deal: Deal) -> None:
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


def in_play(deal: Deal) -> Iterator[State]:
    """Yield each third state of a random game while it is in play."""
    return (step.state for step in islice(play(deal), 0, None, 3) if step.state.phase is Phase.PLAY)


@many
@games
def test_the_lists_of_possible_pieces_agree_with_the_rules(deal: Deal) -> None:
    for state in in_play(deal):
        pieces = range(15 * state.variant.colours)
        for seat in range(deal.seats):
            view = GAME.view(state, seat)
            assert {p for p in pieces if not legality.why_not_lift(view, seat, p)} == set(liftable(view, seat))
            assert {p for p in pieces if not legality.why_not_mine(view, seat, p)} == set(mineable(view, seat))
            assert {p for p in pieces if not legality.why_not_split(view, seat, p)} == set(gaps(view, seat))
            held = view.hands[seat]
            free = {t.id for t in view.towers if not legality.why_not_place(view, seat, t.id)}
            assert free == ({t.id for t in targets(view, held)} if held is not None else set())


@many
@games
def test_a_seat_with_a_move_has_an_action_that_changes_the_towers(deal: Deal) -> None:
    """`has_move` agrees with the actions: a lift that can be followed by a cap, a mine, or a split (I8)."""
    for state in in_play(deal):
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
def test_every_cap_is_legal_including_those_of_the_referee(deal: Deal) -> None:
    tops: dict[int, int] = {}
    for step in play(deal):
        for event in step.events:
            if isinstance(event, Capped):
                assert PIPS_OF[event.piece] <= PIPS_OF[tops[event.tower]]
                assert COLOUR_OF[event.piece] != COLOUR_OF[tops[event.tower]] == event.taken_from
            if isinstance(event, Capped | WasSetDown):  # the referee may cap what it has just set down
                tops[event.tower] = event.piece
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
def test_time_never_runs_backwards_and_stops_at_the_end(deal: Deal) -> None:
    last = 0
    for step in play(deal):
        assert step.state.ms >= last
        last = step.state.ms
    GAME.tick(step.state, last + 999_999)
    assert step.state.ms == last


@many
@given(deal=deals("icetowers"), data=st.data())
def test_simultaneous_actions_are_done_in_their_order(deal: Deal, data: st.DataObject) -> None:
    """Many actions in the same moment, in any order, are done or refused. The invariants hold, and the game replays."""
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


def test_75_pieces_set_down_at_one_spot_all_find_a_place() -> None:
    """All pieces are set down at the same spot, and the table never runs out of places."""
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


# -- words


test_events_are_described = stories(
    TELLER,
    """
a split says what it makes of whose tower
    a3 | b1 | b3 b2 > 0 split b3 = told Ana splits Bo's tower into 3 and 2.
a move for the ghost says so
    c3 | b3 a3 | a2 | b3, ghost > 1 lift c3; 1 place @1
    = told Bo caps Ana's tower with a large of the ghost's: now worth 9.
capping an own tower says so
    c3 | b3 a3 | a2 | b3, ghost > 0 lift c3; 0 place @1
    = told Ana caps their own tower with a large of the ghost's: now worth 9.
the end says that everyone agreed
    a3 | b1 | b2 a1 > 0 done; 1 done; wait 3000
    = told …Ana wins with 6: everyone agreed there was nothing left to play.
the end says that the timer rang
    a3 | b3 | b2 a1 > wait 180000 = told …Ana wins with 6: the timer rang.
the end says who shares the win
    a3 | b3 | a1 | b1 > wait 180000 = told …Ana and Bo share the win with 4: the timer rang.
""",
)


def test_whoever_reads_is_addressed() -> None:
    (event,) = do(table("a3 | b1 | b3 b2"), 0, f"split {piece('b3')}")
    assert GAME.describe(event, ("Ana", "You")) == "Ana splits your tower into 3 and 2."
    assert GAME.describe(event, ("You", "Bo")) == "You split Bo's tower into 3 and 2."


@pytest.mark.parametrize(("winners", "scores", "sentence"), [
    ((0,), (36, 20), "Ana wins with 36."),
    ((0,), (35, 20), "Ana and the ghost share the win with 35."),
    ((), (25, 24), "The ghost wins with 41."),
    ((0, 1), (30, 30), "Ana and Bo share the win with 30."),
])  # fmt: skip
def test_i11_the_winners_may_include_the_ghost(
    winners: tuple[int, ...], scores: tuple[int, ...], sentence: str
) -> None:
    assert GAME.describe_outcome(Outcome(winners, scores, "timer"), ("Ana", "Bo")) == sentence


def test_the_summary_contains_the_ghosts_score() -> None:
    assert GAME.summary(new(2, ghost=True)) == {"totals": [30, 30, 30], "ms": 0}


# -- results


def test_the_count_lists_each_colours_towers_highest_first() -> None:
    state = table("b3 a2 | a3 | b2 a1 | b1 a1 | c3", ghost=True)
    ana, bo, ghost = count_up(state)
    assert [tower.worth for tower in ana.towers] == [5, 3, 3, 2]
    assert (ana.total, bo.total, ghost.total) == (13, 0, 3)
    assert [tower.id for tower in ana.towers] == [0, 1, 2, 3]


# -- titles


PLAYED = (
    Lifted(0, piece("a1"), piece("a1")),
    Capped(0, piece("a1"), piece("b2"), 1, 3),
    Capped(0, piece("a2"), piece("b3"), 1, 5),
    Mined(1, piece("b2"), piece("b2"), 0, 1),
    WasSetDown(1, piece("b2"), 90, 5, 5, True),
    Capped(1, piece("b1"), piece("b3"), 0, 6),
    Capped(1, piece("c1"), piece("b3"), 1, 7, Why.STALL),
    Capped(2, piece("c1", 1), 90, 1, 3),
)
"""Three seats: 0 caps twice, and loses both towers; 1 takes one back; the referee caps; 2 makes the last cap."""


def test_each_title_is_true_and_goes_to_one_seat() -> None:
    assert titles(PLAYED, 3) == {
        0: (TitleKind.CAPS, 2),
        1: (TitleKind.CAP, 6),
        2: (TitleKind.TOWERS, 2),
    }


def test_seats_that_are_equal_get_no_title() -> None:
    events = [Capped(0, piece("a1"), piece("b2"), 1, 3), Capped(1, piece("b1"), piece("a2"), 0, 3)]
    found = titles(events, 2)
    assert found == {0: (TitleKind.HOLD, 1), 1: (TitleKind.LAST, 1)}


def test_a_split_counts_the_pips_that_it_takes_from_a_rival() -> None:
    tower = piece("b3")
    events = [
        Capped(0, piece("a3"), tower, 1, 6),
        Capped(1, piece("b2"), tower, 0, 8),
        Capped(0, piece("a2"), tower, 1, 10),
        WasSplit(2, 0, tower, 95, piece("a2"), 9, 9, 0, 8, 2),
        WasSplit(2, 1, tower, 96, piece("b2"), 9, 9, 1, 6, 2),
    ]
    assert titles(events, 3)[2] == (TitleKind.SPLITS, 2), "the first split took nothing, and neither did the second"
    events[3] = WasSplit(2, 1, tower, 95, piece("a2"), 9, 9, 0, 8, 2)
    assert titles(events[:4], 3)[2] == (TitleKind.SPLIT, 8)


@pytest.mark.parametrize("seats", [2, 5])
def test_the_titles_follow_every_tower_of_a_whole_game(seats: int) -> None:
    match = play_live(new_header(GAME, [Player(f"P{seat}", "bot", "easy", seat) for seat in range(seats)], {}, 3))
    follower = _Figures(seats)
    follower.of(event for step in match.steps for event in step.events)
    for tower in match.state.towers:
        assert tuple(follower._stack(tower.id)) == tower.pieces


# -- views


def test_a_view_has_controllers_values_and_possible_pieces() -> None:
    state = table("a3 b3 a2 b2 | b3 | a1 | b2 b1")
    view = GAME.view(state, 0)
    assert [(tower.controller, tower.worth) for tower in view.towers] == [(1, 10), (1, 3), (0, 1), (1, 3)]
    assert [name_of(p) for p in liftable(view, 0)] == ["a1"]
    assert [name_of(p) for p in mineable(view, 0)] == ["a3", "a2"]
    assert [name_of(p) for p in gaps(view, 0)] == ["b2"]
    do(state, 0, f"lift {piece('a1')}")
    view = GAME.view(state, 0)
    assert view.hands[0] is not None
    assert [tower.id for tower in targets(view, view.hands[0])] == [0, 1, 3]
    assert liftable(view, 0) == mineable(view, 0) == gaps(view, 0) == []


def test_a_view_does_not_change_with_the_state() -> None:
    state = table("a3 | b3 | a1 | b1")
    view, before = GAME.view(state, None), shown(state)
    do(state, 0, f"lift {piece('a3')}", "place @1")
    assert shown(GAME.determinize(view, None)) == before
    assert hash(view.towers) == hash(GAME.view(GAME.determinize(view, None), None).towers)


def test_in_a_live_game_every_action_counts_as_a_turn() -> None:
    assert GAME.count_turns([0, 0, 1, None, 0]) == 5
