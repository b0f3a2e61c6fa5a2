"""The best tower of a finished game is the one that the game's own account says."""

from typing import Any

import pytest

from tests.game.by_luck.random_games import Deal, play
from topping_out.game.engine import BuiltTower, Part
from topping_out.game.icetowers.table import Tower as IceTower
from topping_out.game.registry import load
from topping_out.game.towering.scoring import score_tower

SEEDS = range(6)


def finished(name: str, seed: int) -> Any:
    """Return the last state of a random game of two."""
    game = load(name)
    options = {option.key: option.default for option in game.options(2)}
    *_, last = play(Deal(name, 2, options, seed, seed))
    return last.state


@pytest.mark.parametrize("seed", SEEDS)
def test_wyoming_keeps_the_highest_tower(seed: int) -> None:
    state = finished("wyoming", seed)
    tower = load("wyoming").best_tower(state)
    assert tower.worth == len(tower.parts) == max(map(len, state.towers))
    assert len({part.kind for part in tower.parts}) == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_towering_keeps_the_tower_of_most_points_of_all_rounds(seed: int) -> None:
    state = finished("towering", seed)
    tower = load("towering").best_tower(state)
    accounts = state.accounts
    built = [tower for account in accounts for towers in account.towers for tower in towers if tower]
    assert tower.worth == max(score_tower(each).total for each in built)
    assert sum(part.number for part in tower.parts) >= 0


@pytest.mark.parametrize("seed", SEEDS)
def test_towers_keeps_the_tower_that_brought_a_seat_most(seed: int) -> None:
    state = finished("towers", seed)
    tower = load("towers").best_tower(state)
    ledger = state.ledger
    assert tower.worth == max(points for scored in ledger for points in scored.points)
    assert any(scored.points[tower.seat or 0] == tower.worth for scored in ledger)


@pytest.mark.parametrize("seed", SEEDS)
def test_icetowers_keeps_the_tower_with_most_pips(seed: int) -> None:
    state = finished("icetowers", seed)
    tower = load("icetowers").best_tower(state)
    standing: tuple[IceTower, ...] = state.towers
    assert tower.worth == sum(part.number for part in tower.parts) == max(each.worth for each in standing)
    assert tower.parts[-1].owner == tower.seat


@pytest.mark.parametrize(
    ("name", "part", "worth", "words"),
    [
        ("wyoming", Part("spades", 3), 11, "11 spades"),
        ("towering", Part("blue", 7), -12, "blue, \u221212 points"),
        ("towers", Part("LOBBY", 2, 1), 1, "1 floor, 1 point"),
        ("icetowers", Part("large", 3, 0), 3, "3 pips"),
    ],
)
def test_a_tower_is_told_in_words(name: str, part: Part, worth: int, words: str) -> None:
    assert load(name).describe_tower(BuiltTower((part,), 0, worth)) == words


@pytest.mark.parametrize("name", ["wyoming", "towering", "towers", "icetowers"])
def test_of_a_tower_that_cannot_be_something_harmless_is_said(name: str) -> None:
    assert load(name).describe_tower(BuiltTower((Part("\n nonsense", 999, 8),), 8, -9999)).isprintable()
