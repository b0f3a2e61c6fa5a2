"""The program's own bots as opponents in an environment."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Any

from ..bots.weights import bot_named, bot_seed
from ..engine import Bot
from ..registry import load

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from .environment import Environment

_bot_of = cache(lambda game, name: bot_named(load(game), name))


def ask_bot(env: AECEnv, name: str) -> int:
    """Return the number of the action that a bot chooses for the agent whose turn it is.

    The name is a level, a character, an old bot of the gauntlet, or `random`. The bot sees only what that agent sees,
    and makes the same choice in the same game. Raises UnknownBot.
    """
    environment: Environment = env.unwrapped
    table, legal = environment.table, environment.legal
    bot: Bot[Any, Any] = _bot_of(table.game.name, name)
    view = table.view(table.turn)
    action = bot.choose(view, list(legal.values()), random.Random(bot_seed(view, table.acted)))
    return next(number for number, candidate in legal.items() if candidate == action)
