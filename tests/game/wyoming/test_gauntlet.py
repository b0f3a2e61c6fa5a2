"""The old bots of Towers of Wyoming decide for ever as on the day they were put into the gauntlet."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.game.wyoming.positions import GAME, new
from topping_out.game.bots.weights import bot_named
from topping_out.game.wyoming.state import State

DECISIONS = Path(__file__).with_name("gauntlet_decisions.txt")
SWITCHES = ("sudden_death", "deadlines", "tidal", "wheel", "finicky")


def positions(number: int) -> Iterator[State]:
    """Yield so many positions, each from a random game of its own, over all seats and options."""
    for i in range(number):
        luck = random.Random(i)
        state = new(2 + i % 3, seed=i, **{key: luck.random() < 0.3 for key in SWITCHES})
        for _ in range(luck.randrange(40)):
            before = state.copy()
            GAME.apply(state, state.turn, luck.choice(GAME.actions(state, state.turn)))
            if state.outcome is not None:
                state = before
                break
        yield state


def decisions(mind: str, number: int) -> list[str]:
    bot = bot_named(GAME, mind)
    return [
        str(bot.choose(GAME.view(state, state.turn), GAME.actions(state, state.turn), random.Random(i)))
        for i, state in enumerate(positions(number))
    ]


@pytest.mark.parametrize(("mind", "least"), [("one-turn", 48), ("tuned", 24), ("master-1", 12)])
def test_an_old_bot_decides_as_it_always_did(mind: str, least: int) -> None:
    recorded = [
        line.split(": ")[1]
        for line in DECISIONS.read_text(encoding="utf-8").splitlines()
        if line.startswith(f"{mind}: ")
    ]
    assert len(recorded) >= least
    assert decisions(mind, len(recorded)) == recorded
