"""IceTowers in words, and the counting at the end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.icetowers.positions import GAME, NAMES, do, name_of, new, piece, shown, table, wait
from topping_out.game.engine import Outcome
from topping_out.game.icetowers.legality import gaps, liftable, mineable, targets
from topping_out.game.icetowers.pieces import PIPS_OF, worth_of
from topping_out.game.icetowers.results import count_up, stack_by_tens


def told(events: list[object]) -> list[str]:
    return [text for event in events if (text := GAME.describe(event, NAMES))]


def test_splitting_is_told() -> None:
    state = table("a3 | b1 | b3 b2", seats=2)
    events = do(state, 0, f"split {piece('b3')}")
    assert told(events) == ["Ana splits Bo's tower into 3 and 2."]
    assert [GAME.describe(event, ("Ana", "You")) for event in events] == ["Ana splits your tower into 3 and 2."]
    assert [GAME.describe(event, ("You", "Bo")) for event in events] == ["You split Bo's tower into 3 and 2."]


def test_a_move_for_the_ghost_says_so() -> None:
    state = table("c3 | b3 a3 | a2 | b3", ghost=True)
    events = do(state, 1, f"lift {piece('c3')}", "place @1")
    assert [GAME.describe(event, ("Ana", "Bo")) for event in events] == [
        "",
        "Bo caps Ana's tower with a large of the ghost's: now worth 9.",
    ]


def test_ones_own_tower_is_told_as_such() -> None:
    state = table("c3 | b3 a3 | a2 | b3", ghost=True)
    events = do(state, 0, f"lift {piece('c3')}", "place @1")
    sentences = [GAME.describe(event, ("Ana", "Bo")) for event in events]
    assert sentences[-1] == "Ana caps their own tower with a large of the ghost's: now worth 9."


@pytest.mark.parametrize(
    ("text", "end", "sentence"),
    [
        ("a3 | b1 | b2 a1", "agree", "Ana wins with 6: everyone agreed there was nothing left to play."),
        ("a3 | b3 | b2 a1", "timer", "Ana wins with 6: the timer rang."),
        ("a3 | b3 | a1 | b1", "timer", "Ana and Bo share the win with 4: the timer rang."),
    ],
)
def test_the_end_is_told(text: str, end: str, sentence: str) -> None:
    state = table(text)
    if end == "agree":
        do(state, 0, "done")
        do(state, 1, "done")
    assert told(wait(state, 3_000 if end == "agree" else 180_000))[-1] == sentence


@pytest.mark.parametrize(
    ("winners", "scores", "sentence"),
    [
        ((0,), (36, 20), "Ana wins with 36."),
        ((0,), (35, 20), "Ana and the ghost share the win with 35."),
        ((), (25, 24), "The ghost wins with 41."),
        ((0, 1), (30, 30), "Ana and Bo share the win with 30."),
    ],
)
def test_i11_who_won_is_told_with_the_ghost(winners: tuple[int, ...], scores: tuple[int, ...], sentence: str) -> None:
    assert GAME.describe_outcome(Outcome(winners, scores, "timer"), ("Ana", "Bo")) == sentence


def test_the_summary_holds_the_ghosts_score() -> None:
    assert GAME.summary(new(2, ghost=True)) == {"totals": [30, 30, 30], "ms": 0}


# -- results


def test_the_count_lists_each_colours_towers_highest_first() -> None:
    state = table("b3 a2 | a3 | b2 a1 | b1 a1 | c3", ghost=True)
    ana, bo, ghost = count_up(state)
    assert [tower.worth for tower in ana.towers] == [5, 3, 3, 2]
    assert (ana.total, bo.total, ghost.total) == (13, 0, 3)
    assert [tower.id for tower in ana.towers] == [0, 1, 2, 3]


def test_captured_pieces_are_restacked_by_tens() -> None:
    pieces = (
        [piece("a3", n) for n in range(4)] + [piece("b2", n) for n in range(5)] + [piece("a1", n) for n in range(3)]
    )
    tens, rest = stack_by_tens(pieces)
    assert [worth_of(ten) for ten in tens] == [10, 10]
    assert worth_of(rest) == 5
    assert sorted([*(p for ten in tens for p in ten), *rest]) == sorted(pieces)
    assert all(list(ten) == sorted(ten, key=lambda p: -PIPS_OF[p]) for ten in tens)


def test_every_piece_is_used_where_that_makes_ten() -> None:
    assert stack_by_tens([piece("a3", 0), piece("a3", 1), piece("a3", 2), piece("a1")])[1] == ()
    assert stack_by_tens([piece("a2", n) for n in range(5)])[1] == ()
    assert stack_by_tens([piece("a3"), piece("a3", 1), piece("a1"), piece("a1", 1)])[0] == ()


@given(st.sets(st.integers(0, 74)))
def test_no_piece_is_lost_in_the_counting(numbers: set[int]) -> None:
    tens, rest = stack_by_tens(sorted(numbers))
    assert sorted([*(p for ten in tens for p in ten), *rest]) == sorted(numbers)
    assert all(worth_of(ten) == 10 for ten in tens)
    left = [PIPS_OF[p] for p in rest]
    makes_ten = any(
        3 * large + 2 * medium + small == 10
        for large in range(left.count(3) + 1)
        for medium in range(left.count(2) + 1)
        for small in range(left.count(1) + 1)
    )
    assert not makes_ten


# -- what the screen asks


def test_a_view_tells_controllers_worths_and_what_may_be_done() -> None:
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


def test_a_view_is_a_picture_that_stays_as_it_is() -> None:
    state = table("a3 | b3 | a1 | b1")
    view, before = GAME.view(state, None), shown(state)
    do(state, 0, f"lift {piece('a3')}", "place @1")
    assert shown(GAME.determinize(view, None)) == before  # type: ignore[arg-type]
    assert hash(view.towers) == hash(GAME.view(GAME.determinize(view, None), None).towers)  # type: ignore[arg-type]


def test_without_turns_every_action_counts() -> None:
    assert GAME.count_turns([0, 0, 1, None, 0]) == 5
