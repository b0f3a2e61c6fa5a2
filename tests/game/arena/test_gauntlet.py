"""A small gauntlet: on fixed deals, every game's bots stand to the old ones as they should."""

import json
from typing import Any

import pytest

from tests.game.by_luck.random_games import short_options
from tests.sampling import sampled
from topping_out.game import registry
from topping_out.game.bots.weights import gauntlet
from topping_out.game.cli import main
from topping_out.game.registry import load
from topping_out.game.roster import RANDOM

GAMES = [name for name in registry.names() if registry.data_file(name, "gauntlet.toml")]
every_game = pytest.mark.parametrize("name", GAMES)


def meet(
    capsys: pytest.CaptureFixture[str], name: str, mind: str, old: str, pairs: int, jobs: int = 1
) -> dict[str, Any]:
    """Return how a bot and an old one stand after so many pairs from seed 1 on."""
    options = ",".join(f"{key}={value}" for key, value in short_options(load(name), 2).items())
    line = f"arena {name} --seats {mind},{old} --pairs {pairs} --seed 1 --jobs {jobs} --json"
    assert main.main([*line.split(), "--options", options]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@every_game
def test_the_gauntlet_begins_with_the_weakest_and_ends_with_a_master(name: str) -> None:
    opponents = gauntlet(name)
    assert opponents[0] == RANDOM
    assert [old for old in opponents if old in ("one-turn", "tuned")] == ["one-turn", "tuned"]
    assert opponents[-1].startswith("master")


@pytest.mark.long
@every_game
def test_the_old_bots_stand_in_their_order(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    dice, itself, tuned = (meet(capsys, name, "one-turn", old, 2) for old in (RANDOM, "one-turn", "tuned"))
    assert dice["shares"][0] >= 0.75
    assert dice["margin"]["mean"] > 0
    assert itself["shares"] == [0.5, 0.5]
    assert itself["margin"]["mean"] == 0
    assert tuned["shares"][0] <= 0.5


@sampled("name", GAMES, [name for name in GAMES if name != "wyoming"])  # whose hard bots think for long
def test_the_level_hard_beats_who_thinks_of_one_turn_only(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = meet(capsys, name, "hard", "one-turn", 2)
    assert found["shares"][0] >= 0.5
    assert found["margin"]["mean"] > 0


@pytest.mark.long
@pytest.mark.timeout(3600)
@every_game
def test_the_master_is_not_clearly_weaker_than_any_old_bot(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for old in gauntlet(name):
        margin = meet(capsys, name, "master", old, 4, jobs=2)["margin"]
        assert margin["mean"] + 2 * margin["error"] >= 0, old
