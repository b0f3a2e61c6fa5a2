"""The old bots of Towers decide as on the day they were put into the gauntlet: their games were written down then."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.game.towers.positions import GAME, new
from topping_out.game.bots.weights import bot_named

GAMES = [
    json.loads(line) for line in Path(__file__).with_name("decisions.jsonl").read_text(encoding="utf-8").splitlines()
]
ASKED = {"one-turn": 1, "tuned": 5, "master-1": 32}
"""Every so manieth decision is made anew; those that play on take their time."""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game['mind']}-{game['seats']}-{game['end']}")
def test_an_old_bot_decides_as_it_always_did(game: dict[str, Any]) -> None:
    """At step n its generator had the seed `SEED.n`."""
    bot, state = bot_named(GAME, game["mind"]), new(game["seats"], game["seed"], end=game["end"])
    for number, text in enumerate(game["actions"]):
        if number % ASKED[game["mind"]] == 0:
            view, actions = GAME.view(state, state.turn), GAME.actions(state, state.turn)
            assert str(bot.choose(view, actions, random.Random(f"{game['seed']}.{number}"))) == text
        GAME.apply(state, state.turn, GAME.parse(text))
    assert state.outcome is not None
