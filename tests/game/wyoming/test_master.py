"""The master of Towers of Wyoming: its search, its reasons, its verdicts on what was played."""

import random

import pytest
from msgspec import structs

from tests.game.wyoming.positions import GAME, new, table
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import Advice, Verdict
from topping_out.game.wyoming.actions import Play
from topping_out.game.wyoming.bots import search as searching
from topping_out.game.wyoming.bots.players import SearchBot
from topping_out.game.wyoming.bots.search import PlaySearch
from topping_out.game.wyoming.bots.weights import weights_of
from topping_out.game.wyoming.state import State
from topping_out.game.wyoming.words import named

MASTER = bot_named(GAME, "master")
QUICK = SearchBot(structs.replace(weights_of("master"), playouts=200))
"""The same with a quarter of the work."""


def advice(state: State, seed: int = 1) -> Advice[Play]:
    seat = state.turn
    found = QUICK.advise(GAME.view(state, seat), GAME.actions(state, seat), random.Random(seed))
    assert found is not None
    return found


def verdict(state: State, text: str, seed: int = 1) -> Verdict[Play]:
    seat = state.turn
    play, actions = GAME.parse(text), GAME.actions(state, seat)
    found = QUICK.judge(GAME.view(state, seat), actions, play, random.Random(seed))
    assert found is not None
    return found


# -- the search


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_work_is_bounded_by_the_weights(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """No more playouts than the weights say (at two seats; fewer with more), each of a few turns."""
    counted = []

    def count(world: State, seat: int, turns: int, values: list[int]) -> float:
        counted.append(turns)
        return 0.5

    monkeypatch.setattr(searching, "play_out", count)
    state, weights = new(seats, seed=2), weights_of("master")
    MASTER.choose(GAME.view(state, state.turn), GAME.actions(state, state.turn), random.Random(1))
    assert 0 < len(counted) <= 2 * weights.playouts // seats
    assert set(counted) == {weights.rounds}


def test_a_win_is_taken_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlaySearch, "play_out", None)
    assert "@0.1" in str(advice(table("5C 2H", "7S", towers=["", "7C", "3D"])).action)


def test_three_rivals_are_all_watched() -> None:
    """The last rival needs a single card, and nobody between can be trusted to stop it."""
    state = table("4D 3S", "7S", "7H", "7C", towers=["3S", "2H", "2H", "10C"])
    assert str(advice(state).action).startswith("deconstruct")
    assert str(advice(state).action).endswith("@3.0")


# -- reasons


def test_a_reason_never_compares_a_play_with_one_that_reads_the_same() -> None:
    for seed in range(1, 9):
        state = new(seed=seed)
        view, found = GAME.view(state, state.turn), advice(state)
        reason = found.reason.casefold()
        assert named(view, found.action).casefold() not in reason
        assert all(reason.count(named(view, play)) <= 1 for play in GAME.actions(state, state.turn))


def test_a_reason_tells_what_a_play_prevents() -> None:
    state = table("3D 4S", "7C", towers=["4S", "", "9C"])
    reason = advice(state).reason
    assert "With 2 clubs it would have won." in reason


# -- verdicts


def test_a_missed_win_costs_what_was_left_of_the_win() -> None:
    state = table("4C 3H", "7S", towers=["", "7C", "9D"])
    found = verdict(state, "construct 1C @0.1")
    assert found.cost > 30


def test_either_way_to_win_costs_nothing() -> None:
    state = table("5C 2H", "7S", towers=["", "7C", "3D"])
    assert verdict(state, "construct 4C @0.1").cost == verdict(state, "construct 5C @0.1").cost == 0


def test_a_threat_left_standing_costs_dearly() -> None:
    state = table("3D 4S", "7C", towers=["4S", "", "10C"])
    found = verdict(state, "construct 1S @0.0")
    assert found.cost > 25
    assert str(found.better.action).startswith("deconstruct")


def test_a_play_of_named_cards_is_judged_as_any_of_its_suit() -> None:
    state = table("3D 4S", "7C", towers=["4S", "", "10C"])
    named = state.hands[0][-1]
    assert verdict(state, f"construct 1S @0.0 #{named}") == verdict(state, "construct 1S @0.0")


def test_the_master_itself_answers_as_it_did_and_names_the_tower_to_stop() -> None:
    state = table("3D 4S", "7C", towers=["4S", "", "10C"])
    view, actions = GAME.view(state, 0), GAME.actions(state, 0)
    chosen = [str(MASTER.choose(view, actions, random.Random(1))) for _ in range(2)]
    assert chosen == ["deconstruct 3D @1.0"] * 2
