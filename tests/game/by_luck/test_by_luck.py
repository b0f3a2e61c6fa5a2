"""Checks on random games."""

from functools import reduce
from typing import Any, NoReturn

import pytest

from measure.soak.games import SoakGame, check_game, play_chunk, play_one
from tests.conformance import suite
from tests.golden import sampled
from topping_out.game import registry
from topping_out.game.options import resolve
from topping_out.game.registry import load

# -- conformance


test_conformance = suite(*registry.names())


# -- invariants


@pytest.mark.parametrize(
    ("name", "place"),
    [("wyoming", "deck"), ("towering", "deck"), ("towers", "draw_pile"), ("icetowers", "towers")],
)
def test_the_invariants_notice_a_lost_card_or_piece(name: str, place: str) -> None:
    game = load(name)
    state = game.setup(2, resolve(game.options(2), {}), 1)
    game.check_invariants(state)
    *within, last = place.split(".")
    holder = reduce(getattr, within, state)
    setattr(holder, last, getattr(holder, last)[1:])
    with pytest.raises(AssertionError, match=r"(cards|pieces) were lost or doubled"):
        game.check_invariants(state)


# -- soak


GAMES = 80
"""Random games of each kind."""
PARTS = 4


@sampled("part", range(PARTS), [0])
def test_random_games_keep_every_invariant(part: int) -> None:
    count = GAMES * len(registry.names())
    report = play_chunk([SoakGame(5, number) for number in range(part * count // PARTS, (part + 1) * count // PARTS)])
    assert report.failures == []
    played = {name: figures.games for name, figures in report.figures.items()}
    assert played == dict.fromkeys(registry.names(), GAMES // PARTS)


def test_a_soak_game_is_reproducible() -> None:
    for number in range(len(registry.names())):
        first, again = (check_game(SoakGame(5, number).deal()) for _ in range(2))
        assert first[0] == again[0]


@pytest.mark.parametrize("name", registry.names())
def test_a_broken_invariant_is_reported_with_the_command_to_reproduce_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(state: Any) -> NoReturn:
        raise AssertionError("cards were lost")

    monkeypatch.setattr(registry.load(name), "check_invariants", check)
    (failure,) = play_one(SoakGame(5, registry.names().index(name))).failures
    assert "cards were lost" in failure
    assert f"--seed 5 --first {registry.names().index(name)} --count 1" in failure
