"""The old bots of the gauntlet go on deciding as they did on the day they were put there.

`gauntlet.txt` holds what they did then: seats, table, pieces lifted, whose decision, and by mind what it was with
three seeds of the generator; of the master there was then only what it did between two.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.game.icetowers.positions import GAME, do, table
from topping_out.game.bots.weights import bot_named

LINES = (Path(__file__).parent / "gauntlet.txt").read_text("ascii").splitlines()
MINDS = ("one-turn", "tuned", "master-1")


def decided(mind: str, seeds: int) -> Iterator[tuple[list[str], list[str]]]:
    """Yield what the bot decides with so many seeds, and what it decided then."""
    bot = bot_named(GAME, mind)
    for line in LINES:
        seats, text, lifted, seat, *decisions = line.split(" / ")
        if MINDS.index(mind) >= len(decisions):
            continue
        state = table(text, int(seats[0]), **({"ghost": True} if "ghost" in seats else {}))
        for lift in filter(None, lifted.split("; ")):
            do(state, int(lift[0]), lift[2:])
        view, actions = GAME.view(state, int(seat)), GAME.actions(state, int(seat))
        found = [str(bot.choose(view, actions, random.Random(luck))) for luck in range(seeds)]
        yield found, decisions[MINDS.index(mind)].split(", ")[:seeds]


@pytest.mark.parametrize("mind", MINDS)
def test_old_bots_decide_as_they_always_did(mind: str) -> None:
    assert all(found == then for found, then in decided(mind, 1))


@pytest.mark.long
@pytest.mark.parametrize("mind", MINDS)
def test_old_bots_err_as_they_always_did(mind: str) -> None:
    assert all(found == then for found, then in decided(mind, 3))


def test_a_hundred_decisions_are_kept() -> None:
    assert len(LINES) > 90
