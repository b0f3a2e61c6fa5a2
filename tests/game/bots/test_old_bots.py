"""Opponents that never change: the old bots of each game decide as on the day they were put into its gauntlet.

`tests/game/NAME/old_bots.json` holds what each did then in random positions. `TOPPING_OUT_RERECORD=1` writes down those
of a game that has no such file yet, and touches no other.
"""

import json
import os
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.game.by_luck.random_games import play, random_deal
from tests.sampling import sampled
from topping_out.game import registry
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import AnyGame
from topping_out.game.options import Value

GAMES = [name for name in registry.names() if registry.data_file(name, "gauntlet.toml")]
NUMBERS = {"one-turn": 48, "tuned": 24, "master-1": 12}
"""Decisions of each: those that look ahead take their time."""


LATER: dict[str, dict[str, tuple[str, ...]]] = {"wyoming": {"scaffolding": ()}, "towers": {"deck": ("standard",)}}
"""By game, the options that came after the bots, or grew: with the choices that there were on the day."""
VERSIONS = {"icetowers": 3}
"""By game, the version of the rules on the day, where they have changed since."""


def options_of_the_day(game: AnyGame, seats: int, luck: random.Random) -> dict[str, Value]:
    later, options = LATER.get(game.name, {}), dict[str, Value]()
    for option in game.options(seats):
        choices = [value for value in option.lasting if value in later.get(option.key, (value,))]
        options[option.key] = luck.choice(choices) if choices else option.default
    return options


def positions(game: AnyGame) -> Iterator[tuple[Any, int]]:
    """Yield states with a seat that has a choice, each from a random game of its own."""
    for number in range(1000):
        luck, found = random.Random(number), None
        deal = replace(random_deal(game.name, luck, options_of_the_day), version=VERSIONS.get(game.name))
        for step in islice(play(deal), luck.randrange(8, 48)):
            choosing = [seat for seat in game.actors(step.state) if len(game.actions(step.state, seat)) > 1]
            if choosing:
                found = step.state.copy(), luck.choice(sorted(choosing))
        if found:
            yield found


def decisions(game: AnyGame, mind: str, count: int) -> list[str]:
    bot, found = bot_named(game, mind), []
    for number, (state, seat) in enumerate(islice(positions(game), count)):
        action = bot.choose(game.view(state, seat), game.actions(state, seat), random.Random(number))
        found.append(str(action))
    return found


@sampled("share", [1, 6], [6])
@pytest.mark.parametrize("mind", NUMBERS)
@pytest.mark.parametrize("name", GAMES)
def test_an_old_bot_decides_as_it_always_did(name: str, mind: str, share: int) -> None:
    """All its decisions, or one share in six."""
    file = Path(__file__).parents[1] / name / "old_bots.json"
    if os.environ.get("TOPPING_OUT_RERECORD") and not file.exists():
        found = {mind: decisions(registry.load(name), mind, count) for mind, count in NUMBERS.items()}
        file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    count = NUMBERS[mind] // share
    assert decisions(registry.load(name), mind, count) == json.loads(file.read_text(encoding="utf-8"))[mind][:count]
