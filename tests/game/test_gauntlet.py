"""A small gauntlet: on fixed deals, every game's bots stand to the old ones as they should."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game import cli
from game.catalogue import NAMES
from game.minds import DICE, gauntlet

every_game = pytest.mark.parametrize("name", NAMES)
OPTIONS = {"wyoming": "", "towering": "--options rounds=1", "towers": "", "icetowers": ""}


def run_gauntlet(
    capsys: pytest.CaptureFixture[str], name: str, mind: str, pairs: int, jobs: int = 1
) -> dict[str, dict[str, Any]]:
    """Return the results of a mind against each old bot, by that one's name."""
    line = f"arena {name} --gauntlet --seats {mind} --pairs {pairs} --seed 1 --jobs {jobs} --json {OPTIONS[name]}"
    assert cli.main(line.split()) == 0
    return {found["seats"][1]: found for found in json.loads(capsys.readouterr().out)}


@every_game
def test_the_old_bots_stand_in_their_order(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = run_gauntlet(capsys, name, "one-turn", 3)
    assert tuple(found) == gauntlet(name)
    assert next(iter(found)) == DICE
    assert found[DICE]["shares"][0] >= 0.75
    assert found[DICE]["margin"]["mean"] > 0
    assert found["one-turn"]["shares"] == [0.5, 0.5]
    assert found["one-turn"]["margin"]["mean"] == 0
    assert found["tuned"]["shares"][0] <= 0.5


@every_game
def test_the_level_hard_beats_who_thinks_of_one_turn_only(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    line = f"arena {name} --seats hard,one-turn --pairs 3 --seed 1 --json {OPTIONS[name]}"
    assert cli.main(line.split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["shares"][0] >= 0.5
    assert found["margin"]["mean"] > 0


@pytest.mark.long
@pytest.mark.timeout(3600)
@every_game
def test_the_master_is_not_clearly_weaker_than_any_old_bot(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for old, found in run_gauntlet(capsys, name, "master", 6, jobs=2).items():
        margin = found["margin"]
        assert margin["mean"] + 2 * margin["error"] >= 0, old
