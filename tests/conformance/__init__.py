"""The conformance suite: the same checks for every game, through the interface that all games share.

To run it on a game, put one line into any test module: `test_conformance = suite("my_game")`.
"""

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from tests.conformance import bots, rules
from topping_out.game.engine import AnyGame
from topping_out.game.registry import load


def suite(*games: str) -> Callable[..., None]:
    """Return a test that runs every check on each of these games, which must be installed."""
    cases = [pytest.param(load(name), check, id=f"{name}-{what}") for name in games for what, check in checks(name)]

    @pytest.mark.parametrize(("game", "check"), cases)
    def test(game: AnyGame, check: Callable[[AnyGame], None]) -> None:
        check(game)

    return test


def checks(name: str) -> Iterator[tuple[str, Callable[[AnyGame], None]]]:
    """Yield all checks on a game, each with the name of its case."""
    for check in (*rules.CHECKS, *bots.CHECKS):
        yield check.__name__, check
    for check in bots.CHECKS_OF_EACH:
        for bot in bots.bot_names(name):
            yield f"{check.__name__}-{bot}", partial(check, bot=bot)
