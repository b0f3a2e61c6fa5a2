"""What bots weigh by: tables of weights in a game's `bots.toml`, which its own `make_bot` turns into bots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from game import registry
from game.roster import DICE, LEVELS, UnknownMind, characters, words

Table = dict[str, Any]
"""Weights by name: numbers, rows of numbers, or tables of these."""


def table_of(game: str, word: str) -> Table:
    """Return the weights of a level, a character or an old bot of the gauntlet. Raises UnknownMind."""
    person = characters().get(word)
    tables = _tables(game, "bots.toml")
    if person:
        return scaled(tables[person.level], tables["temper"][person.temper])
    if word in LEVELS:
        return dict(tables[word])
    old = _tables(game, "gauntlet.toml")
    if word not in old:
        raise UnknownMind(f"there is no bot {word!r} in {game}: choose from {', '.join((*words(), DICE, *old))}")
    return dict(old[word])


def learnt(game: str, name: str) -> bytes:
    """Return what self-play has taught: `values.toml` by the game's name, `values-1.toml` by that and -1, and so on.

    Raises ValueError where there is none of that name.
    """
    files = {game + file.stem.removeprefix("values"): file for file in registry.entry(game).data.glob("values*.toml")}
    if name not in files:
        raise ValueError(f"there are no values {name!r}")
    return files[name].read_bytes()


def gauntlet(game: str) -> tuple[str, ...]:
    """Return the opponents that never change, weakest first, so that every later bot is measured by the same ones."""
    return (DICE, *_tables(game, "gauntlet.toml"))


@cache
def _tables(game: str, file: str) -> dict[str, Table]:
    """Return the tables of a game's file; none where it does not bring it."""
    path = registry.data_file(game, file)
    return msgspec.toml.decode(path.read_bytes(), type=dict[str, Table]) if path else {}


def scaled(weights: Mapping[str, Any], factors: Mapping[str, Any]) -> Table:
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
