"""Random positions in which hints are asked for, and what every check of their clauses shares."""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

from tests.game.by_luck.random_games import play, random_deal
from topping_out.game.bots.clauses import Clause
from topping_out.game.bots.weights import bot_named
from topping_out.game.registry import load

MOST_ACTIONS = 10
"""Actions of a position that are explained."""


def positions(name: str, luck: random.Random, number: int, every: int = 3) -> Iterator[tuple[Any, int]]:
    """Yield so many states with a seat that has to act, from games with random options played at random."""
    while number > 0:
        deal = random_deal(name, luck)
        start = luck.randrange(every)
        for step, at in enumerate(play(deal, longest=400)):
            if step % every == start and deal.game.outcome(at.state) is None:
                seat = min(deal.game.actors(at.state))
                yield at.state, seat
                number -= 1
                if not number:
                    return


def played_well(name: str, luck: random.Random, games: int) -> Iterator[tuple[Any, int]]:
    """Yield the states of so many games of turns between easy bots: what random play does not come to."""
    for _ in range(games):
        deal = random_deal(name, luck)
        state, bot = deal.start(), bot_named(deal.game, "easy")
        while deal.game.outcome(state) is None:
            seat = min(deal.game.actors(state))
            yield state, seat
            actions = deal.game.actions(state, seat)
            deal.game.apply(state, seat, bot.choose(deal.game.view(state, seat), actions, luck))


def edited(
    name: str, luck: random.Random, number: int, edit: Callable[[Any, random.Random], None]
) -> Iterator[tuple[Any, int]]:
    """Yield so many random states, each changed by hand into one that play hardly comes to, with its seat to act."""
    game = load(name)
    for state, seat in positions(name, luck, number):
        changed = state.copy()
        edit(changed, luck)
        game.check_invariants(changed)
        yield changed, seat


def check_some(
    name: str, kind: type[Any], check: Callable[[Any, Any, Any], object], seed: int, number: int, every: int = 3
) -> int:
    """Check what is said of some actions of a kind in so many positions; return how many there were."""
    luck, told = random.Random(seed), 0
    for state, seat in positions(name, luck, number, every):
        found = [action for action in load(name).actions(state, seat) if isinstance(action, kind)]
        for action in some(found, luck):
            check(state, seat, action)
            told += 1
    return told


def some(actions: list[Any], luck: random.Random) -> list[Any]:
    return luck.sample(actions, min(MOST_ACTIONS, len(actions)))


def numbers_of(clause: Clause) -> set[int]:
    """Return the numbers that a clause's sentence shows."""
    return set(map(int, re.findall(r"(?<![\w{])\d+", clause.text)))
