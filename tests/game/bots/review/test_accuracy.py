"""How well decisions were played, by what they cost."""

import random

import pytest

from game import registry
from game.bots.review.accuracy import LEAST, Scale, average_cost, scale_of
from game.bots.review.review import Review
from game.bots.weights import bot_named, make_bot, weights_named
from game.match import Match
from game.record import Player, new_header
from game.registry import load

HASTY = {**weights_named("wyoming", "master"), "playouts": 90}
SCALE = Scale({"gentle": 4.0, "medium": 2.0, "master": 0.0})


def test_no_cost_is_a_hundred_and_that_of_level_medium_is_70() -> None:
    assert SCALE.accuracy(0.0) == 100
    assert SCALE.accuracy(2.0) == pytest.approx(70)
    assert SCALE.accuracy(1e9) == 0
    assert SCALE.levels == pytest.approx({"gentle": 49, "medium": 70, "master": 100})


def test_small_costs_count_as_none() -> None:
    assert average_cost([LEAST / 2, 3.0, 0.0]) == 1.0
    assert average_cost([]) == 0.0


@pytest.mark.parametrize("name", [name for name in registry.names() if scale_of(name)])
def test_the_better_a_level_the_more_it_averages(name: str) -> None:
    scale = scale_of(name)
    assert scale
    assert list(scale.levels) == list(load(name).levels)
    assert scale.levels["gentle"] < scale.levels["medium"] < scale.levels["master"]
    assert scale.levels["master"] > 85


def test_a_game_of_a_strong_bot_has_a_higher_accuracy_than_one_of_the_gentle_bot() -> None:
    """Judged by a master that takes less time."""
    found = {level: sum(cost_of(level, seed) for seed in (1, 2)) for level in ("gentle", "hard")}
    assert found["hard"] < found["gentle"]


def cost_of(level: str, seed: int) -> float:
    game = load("wyoming")
    match = Match.new(new_header(game, (Player("Ana"), Player("Bo")), {}, seed))
    player, judge, rng = bot_named(game, level), make_bot(game, HASTY), random.Random(seed)
    while not match.outcome and len(match.record.entries) < 10:
        seat = min(match.actors)
        actions = game.actions(match.state, seat)
        match.act(seat, player.choose(game.view(match.state, seat), actions, rng))
    review = Review(match.record)
    for number in range(len(review.decisions)):
        review.take(review.judge(number, judge))
    return sum(filter(None, (review.cost(seat) for seat in range(2))))
