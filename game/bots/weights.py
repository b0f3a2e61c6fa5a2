"""Bots by name: the tables of weights in a game's `bots.toml` and `gauntlet.toml`, and the bots made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Any

import msgspec

from topping_out.game import boundary, registry, roster
from topping_out.game.bots.playouts import default_bot
from topping_out.game.engine import AnyGame, Bot, RandomBot
from topping_out.game.roster import RANDOM, UnknownBot, level_of
from topping_out.game.text_files import read_text, read_toml

WeightTable = dict[str, Any]
"""What a bot weighs by, as in a file: by name numbers, rows of numbers, words, or tables of these."""
ZeroOrMore = Annotated[int, msgspec.Meta(ge=0)]
OneOrMore = Annotated[int, msgspec.Meta(ge=1)]


def bot_named(game: AnyGame, name: str) -> Bot[Any, Any]:
    """Return the bot of a level, a character or an old bot of the gauntlet. Raises UnknownBot.

    `random` does anything legal; a level that the game has no weights for is a `default_bot`.
    """
    if name == RANDOM:
        return RandomBot()
    weights = weights_named(game.name, name)
    if not weights or registry.part(game.name, "bots") is None:
        return default_bot(game, level_of(name))
    return make_bot(game, weights)


def make_bot(game: AnyGame, weights: WeightTable) -> Bot[Any, Any]:
    """Return a bot that thinks by these weights. Raises ValueError or KeyError where they do not fit."""
    maker = registry.part(game.name, "bots")
    if not maker:
        raise ValueError(f"the bots of {game.title} have no weights")
    bot: Bot[Any, Any] = registry.run(game.name, "bots", maker, weights)
    if not registry.is_own(game.name):
        boundary.fence(bot, Bot, registry.blamer(game.name))
    return bot


def weights_named(game: str, name: str) -> WeightTable:
    """Return the weights of a level, a character or an old bot; none where the game brings none. Raises UnknownBot.

    A character's are those of its level, changed by its temper.
    """
    if roster.is_known(name):
        tables, character = _tables(game, "bots.toml"), roster.character(name)
        weights = dict(tables.get(character.level if character else name, {}))
        if not weights or not character:
            return weights
        return scaled(weights, tables.get("temper", {}).get(character.temper, {}))
    old = _tables(game, "gauntlet.toml")
    if name not in old:
        raise UnknownBot(
            f"there is no bot {name!r} in {game}: choose from {', '.join((*roster.names(), RANDOM, *old))}"
        )
    return dict(old[name])


def learnt(game: str, name: str) -> str:
    """Return what self-play has taught: `values.toml` by the game's name, `values-1.toml` by that and -1, and so on.

    Raises ValueError where there is none of that name.
    """
    files = {game + file.stem.removeprefix("values"): file for file in registry.entry(game).data.glob("values*.toml")}
    if name not in files:
        raise ValueError(f"there are no values {name!r}")
    return read_text(files[name])


def gauntlet(game: str) -> tuple[str, ...]:
    """Return the opponents that never change, weakest first, so that every later bot is measured by the same ones."""
    return (RANDOM, *_tables(game, "gauntlet.toml"))


@cache
def _tables(game: str, file: str) -> dict[str, WeightTable]:
    """Return the tables of a game's file; none where it does not bring it."""
    path = registry.data_file(game, file)
    return registry.read(game, file, lambda: read_toml(path, dict[str, WeightTable]), {}) if path else {}


def scaled(weights: Mapping[str, Any], factors: Mapping[str, Any]) -> WeightTable:
    """Return the weights, each multiplied by the factor of the same name, if there is one. Raises KeyError."""
    table = dict(weights)
    for name, factor in factors.items():
        table[name] = _times(table[name], factor)
    return table


def _times(value: Any, factor: Any) -> Any:
    if isinstance(value, Mapping):
        return scaled(value, factor)
    if isinstance(value, Iterable):
        return [number * factor for number in value]
    return value * factor
