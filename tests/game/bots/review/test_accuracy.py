"""How well decisions were played, by what they cost."""

import random
from itertools import pairwise
from math import sqrt
from statistics import fmean, stdev

import pytest

from measure.accuracy import Judge
from topping_out.game import registry
from topping_out.game.bots.review.accuracy import LEAST, Scale, average_cost, scale_of
from topping_out.game.bots.review.review import Review
from topping_out.game.bots.weights import bot_named, make_bot, weights_named
from topping_out.game.match import Match
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load

HASTY = {**weights_named("wyoming", "master"), "playouts": 90}
ANEW, EVERY = 10, 5
"""Games whose positions are judged anew, one decision of so many."""
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
    assert [level for level in load(name).levels if level in scale.levels] == list(scale.levels)
    assert {"gentle", "medium", "master"} <= scale.levels.keys()
    shown = [round(accuracy) for accuracy in scale.levels.values()]
    assert all(weaker < stronger for weaker, stronger in pairwise(shown)), shown
    assert scale.levels["master"] > 85


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in registry.names() if scale_of(name)])
def test_in_other_positions_the_levels_come_in_the_same_order(name: str) -> None:
    """In few positions neighbours may change places, by chance; two levels apart they do not."""
    judge = Judge(load(name))
    rows = [row for seed in range(9001, 9001 + ANEW) for row in judge.rows(seed, EVERY)]
    for weaker, stronger in [("gentle", "medium"), ("easy", "hard"), ("hard", "master")]:
        gains = [row[weaker] - row[stronger] for row in rows]
        assert fmean(gains) > -2 * stdev(gains) / sqrt(len(gains)), (weaker, stronger)
    assert fmean(row["gentle"] - row["master"] for row in rows) > 0


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
