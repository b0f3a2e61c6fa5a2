"""The option in which time stands while a human chooses: turn by turn; its stories are in `test_rulings`."""

from tests.game.icetowers.positions import GAME, do, kinds, new, of, piece, started, table, wait
from topping_out.game.icetowers.events import DoneSwitched, TurnPassed


def test_turns_go_in_the_order_in_which_the_seats_were_ready() -> None:
    state = new(3, paused_time=True)
    for seat in (2, 0, 1):
        do(state, seat, f"ready {15 * seat}")
    assert kinds(wait(state, 3_000)) == ["PlayBegan", "TurnPassed"]
    seen = []
    for _ in range(4):
        (seat,) = GAME.actors(state)
        seen.append(seat)
        target = next(t for t in state.towers if t.size == 3 and t.controller != seat)
        mine = next(t for t in state.towers if t.size == 3 and t.controller == seat and t.is_free_stander)
        do(state, seat, f"lift {mine.top}", f"place @{target.id}")
    assert seen == [2, 0, 1, 2]


def test_a_seat_without_a_move_is_done_and_passed_over() -> None:
    state = table("a3 | b3 | b1 | c3 | c3", seats=3, paused_time=True)
    state.towers = tuple(t for t in state.towers if t.controller != 1)
    events = do(state, 0, f"lift {piece('a3')}", "place @3")
    assert of(events, DoneSwitched) == [DoneSwitched(1, True)]
    assert events[-1] == TurnPassed(2)


def test_nothing_is_due_and_limits_are_idle_while_time_stands() -> None:
    state = started(2, paused_time=True, timer=1, stall=3)
    assert GAME.chooser(state) == 0
    do(state, 0, f"lift {piece('a3')}")
    assert GAME.next_due(state) is None
    assert set(GAME.notes(2, {"paused_time": True, "timer": 1, "stall": 3})) == {"timer", "stall"}
