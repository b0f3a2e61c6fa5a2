"""The search core of IceTowers agrees with the rules, undoes plays exactly, and finds the best play."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.game.icetowers.positions import GAME, piece, started, table
from topping_out.game.icetowers.bots.core import PASSING, PLACE, DuelSearch, OutOfWork, Play, SearchBoard, StackValues
from topping_out.game.icetowers.bots.evaluation import PLAIN, board_of, plays_of_held
from topping_out.game.icetowers.core import worth
from topping_out.game.icetowers.state import State, scores
from topping_out.game.icetowers.table import stack_of

Content = frozenset[tuple[bytes, int]]


def content(board: SearchBoard) -> Content:
    return frozenset(board.stacks.items())


def stack(names: str) -> bytes:
    return stack_of(map(piece, names.split()))


def random_tables(seats: int, seed: int, **options: object) -> Iterator[State]:
    """Yield positions of a random game, with all hands empty."""
    rng, state = random.Random(seed), started(seats, timer="off", **options)
    for number in range(120):
        if state.outcome is not None:
            return
        if not any(state.hands) and number % 7 == 0:
            yield state
        holders = [seat for seat in range(seats) if state.hands[seat]]
        seat = holders[0] if holders else rng.randrange(seats)
        choice = [a for a in GAME.actions(state, seat) if str(a) not in ("done", "not done") and "set" not in str(a)]
        if choice or holders:
            GAME.apply(state, seat, rng.choice(choice or list(GAME.actions(state, seat))))


def after_whole_plays(state: State, seat: int) -> set[Content]:
    """Return all tables that a seat can reach by one whole play according to the rules."""
    found = set()
    for action in GAME.actions(state, seat):
        verb = str(action).split()[0]
        if verb not in ("lift", "mine", "split"):
            continue
        half = state.copy()
        GAME.apply(half, seat, action)
        if verb == "split":
            found.add(content(board_of(half)))
            continue
        for second in GAME.actions(half, seat):
            if verb == "mine" or str(second).startswith("place"):
                whole = half.copy()
                GAME.apply(whole, seat, second)
                found.add(content(board_of(whole)))
    return found


@pytest.mark.parametrize(("seats", "ghost"), [(2, False), (2, True), (3, False), (4, False)])
def test_whole_plays_agree_with_the_rules(seats: int, ghost: bool) -> None:
    options = {"ghost": True} if ghost else {}
    compared = 0
    for state in random_tables(seats, 1, **options):
        board = board_of(state)
        for seat in range(seats):
            reached = set()
            for play in board.plays(seat):
                board.make(seat, play)
                reached.add(content(board))
                board.undo(seat, play)
            assert reached == after_whole_plays(state, seat)
            compared += len(reached)
    assert compared > 50


def test_places_for_a_held_piece_agree_with_the_rules() -> None:
    for state in random_tables(3, 7):
        for action in GAME.actions(state, 0):
            if not str(action).startswith("mine"):
                continue
            half = state.copy()
            GAME.apply(half, 0, action)
            view, held = GAME.view(half, 0), half.hands[0]
            assert held is not None
            targets = {play[3] for play in plays_of_held(view, held) if play[0] == PLACE}
            towers = {tower.id: tower.stack for tower in half.towers}
            places = [str(a) for a in GAME.actions(half, 0) if str(a).startswith("place")]
            assert targets == {towers[int(text.split("@")[1])] for text in places}


@pytest.mark.parametrize(("seats", "ghost"), [(2, True), (4, False)])
def test_undoing_plays_restores_the_board(seats: int, ghost: bool) -> None:
    state = started(seats, **({"ghost": True} if ghost else {}))
    board, rng = board_of(state), random.Random(3)
    steps: list[tuple[int, Play]] = []
    keys, contents = [board.key], [content(board)]
    for number in range(60):
        choice = board.plays(number % seats)
        if choice:
            steps.append((number % seats, rng.choice(choice)))
            board.make(*steps[-1])
            keys.append(board.key)
            contents.append(content(board))
    assert len(set(keys)) == len(set(contents)), "a key for each table"
    for seat, play in reversed(steps):
        assert (board.key, content(board)) == (keys.pop(), contents.pop())
        board.undo(seat, play)
    assert (board.key, content(board)) == (keys[0], contents[0])


def test_scores_and_values_agree_with_the_rules() -> None:
    state = table("a3 b2 | b3 | a1 | c2 a2", seats=3)
    board = board_of(state)
    assert tuple(board.scores()) == scores(state)
    plain = StackValues([[*PLAIN, 0.0]] * 3, [[1.0, -1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    assert plain.of_table(board) == plain.of_end(board) == [5 - 8, 8, 0], "a: 1 + 4, b: 5 + 3"
    assert worth(stack("a3 b2")) == 5


# -- search


def plain_search(text: str, width: int = 99, work: int = 10**6) -> DuelSearch:
    worths = StackValues([[*PLAIN, 0.0]] * 2, [[1.0, -1.0], [-1.0, 1.0]])
    return DuelSearch(board_of(table(text)), worths, [0, 1], [width], work)


def brute(board: SearchBoard, seat: int, depth: int, passes: int) -> int:
    """Return the lead in pips of the seat to play after `depth` plays of two perfect players."""
    totals = board.scores()
    ahead = totals[seat] - totals[1 - seat]
    if depth == 0 or passes == 2:
        return ahead
    best = -brute(board, 1 - seat, depth - 1, passes + 1)
    for play in board.plays(seat):
        board.make(seat, play)
        best = max(best, -brute(board, 1 - seat, depth - 1, 0))
        board.undo(seat, play)
    return best


@pytest.mark.parametrize(
    "text", ["a2 | b2 | a3 b3 | b1 a1", "a1 | a2 | b2 | b1 | b3 a2", "a3 b3 a3 b1 | a2 b2 | b3 b2"]
)
def test_the_pruned_search_agrees_with_brute_force(text: str) -> None:
    search = plain_search(text)
    for depth in (1, 2, 3, 4):
        plays = [PASSING, *search.board.plays(0)]
        assert max(search.look(plays, depth, 0)) == brute(search.board, 0, depth, 0)
        assert not search.is_exact


def test_a_small_ending_is_searched_completely() -> None:
    search = plain_search("a3 b2 | a2 | b3 | b1")
    values = search.look([PASSING, *search.board.plays(0)], 12, 0)
    assert search.is_exact
    assert max(values) == brute(search.board, 0, 12, 0)


def test_the_search_of_repeating_positions_ends() -> None:
    search = plain_search("a2 a2 b2 | b2 b2 a2 | b2 | a2 b2")
    plays = [PASSING, *search.board.plays(0)]
    found = [(search.look(plays, depth, 0), search.is_exact) for depth in range(1, 30)]
    exact = [values for values, is_exact in found if is_exact]
    assert exact, "lines that come back to a table that was there before are at their end"
    assert all(values == exact[0] for values in exact)


def test_the_work_of_a_search_is_limited() -> None:
    search = plain_search("a1 | a2 | a3 | b1 | b2 | b3 | b3 a2 b1", work=500)
    with pytest.raises(OutOfWork):
        search.look(search.board.plays(0), 9, 0)
    assert Counter(search.board.stacks) == Counter(board_of(table("a1 | a2 | a3 | b1 | b2 | b3 | b3 a2 b1")).stacks)
