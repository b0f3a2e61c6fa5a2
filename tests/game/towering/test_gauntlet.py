"""Opponents that never change: the old bots decide as they did when they were put away."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.game.towering.positions import GAME, new
from topping_out.game.bots.weights import bot_named

RECORDED: dict[str, list[dict[str, Any]]] = json.loads(Path(__file__).with_name("gauntlet.json").read_text("utf-8"))


@pytest.mark.parametrize("mind", RECORDED)
def test_an_old_bot_plays_whole_stretches_as_it_always_did(mind: str) -> None:
    bot = bot_named(GAME, mind)
    for game in RECORDED[mind]:
        state, rng = new(game["seed"], first=0, **game["options"]), random.Random(game["seed"])
        for text in game["decisions"]:
            action = bot.choose(GAME.view(state, state.turn), GAME.actions(state, state.turn), rng)
            assert action == GAME.parse(text)
            GAME.apply(state, state.turn, action)
