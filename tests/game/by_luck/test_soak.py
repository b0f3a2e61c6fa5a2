"""Some hundreds of random games of every kind, everything checked at every step; `build/soak.py` plays more."""

from typing import Any, NoReturn

import pytest

from measure.soak.games import SoakGame, check_game, play_chunk, play_one
from tests.sampling import sampled
from topping_out.game import registry

GAMES = 80
"""Of each kind."""
PARTS = 4


@sampled("part", range(PARTS), [0])
def test_random_games_keep_every_invariant(part: int) -> None:
    count = GAMES * len(registry.names())
    report = play_chunk([SoakGame(5, number) for number in range(part * count // PARTS, (part + 1) * count // PARTS)])
    assert report.failures == []
    played = {name: figures.games for name, figures in report.figures.items()}
    assert played == dict.fromkeys(registry.names(), GAMES // PARTS)


def test_the_same_plan_is_the_same_game() -> None:
    for number in range(len(registry.names())):
        one, other = (check_game(SoakGame(5, number).deal()) for _ in range(2))
        assert one[0] == other[0]


@pytest.mark.parametrize("name", registry.names())
def test_a_broken_invariant_is_told_with_the_command_that_shows_it_again(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(state: Any) -> NoReturn:
        raise AssertionError("cards were lost")

    monkeypatch.setattr(registry.load(name), "check_invariants", check)
    (failure,) = play_one(SoakGame(5, registry.names().index(name))).failures
    assert "cards were lost" in failure
    assert f"--seed 5 --first {registry.names().index(name)} --count 1" in failure
