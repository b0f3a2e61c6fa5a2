"""Some hundreds of random games of every kind, every invariant checked at every step; `build/soak.py` plays more."""

from __future__ import annotations

from typing import Any

import pytest
from measure.soak_games import Plan, RandomGame, play_chunk, play_one
from measure.soak_invariants import INVARIANTS

from game import registry

GAMES = 320


@pytest.mark.parametrize("part", range(4))
def test_random_games_keep_every_invariant(part: int) -> None:
    report = play_chunk([Plan(5, number) for number in range(part * GAMES // 4, (part + 1) * GAMES // 4)])
    assert report.failures == []
    played = {name: figures.games for name, figures in report.figures.items()}
    assert played == dict.fromkeys(registry.names(), GAMES // 16)


def test_the_same_plan_is_the_same_game() -> None:
    for number in range(len(registry.names())):
        one, other = RandomGame(Plan(5, number)), RandomGame(Plan(5, number))
        one.play()
        other.play()
        assert one.entries == other.entries


def loses_a_card(name: str, state: Any) -> None:
    """Take something off the table that must not be lost."""
    match name:
        case "wyoming" | "towering":
            state.deck = state.deck[1:]
        case "towers":
            state.hands[0] = state.hands[0][1:]
        case "icetowers":
            state.towers = state.towers[1:]


@pytest.mark.parametrize("name", registry.names())
def test_a_loss_is_noticed_and_told_with_the_command_that_shows_it_again(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    invariant = INVARIANTS[name]

    def check(state: Any) -> None:
        loses_a_card(name, state)
        invariant(state)

    monkeypatch.setitem(INVARIANTS, name, check)
    (failure,) = play_one(Plan(5, registry.names().index(name))).failures
    assert "were lost or doubled" in failure
    assert f"--seed 5 --first {registry.names().index(name)} --count 1" in failure
