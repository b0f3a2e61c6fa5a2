"""What bots weigh by: tables of weights in `assets/bots/GAME.toml`, which the game's own `make_bot` turns into bots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from game.assets import ASSETS
from game.roster import DICE, LEVELS, UnknownMind, characters, words

Table = dict[str, Any]
"""Weights by name: numbers, rows of numbers, or tables of these."""


def table_of(game: str, word: str) -> Table:
    """Return the weights of a level, a character or an old bot of the gauntlet. Raises UnknownMind."""
    person = characters().get(word)
    tables = _tables(ASSETS / "bots" / f"{game}.toml")
    if person:
        return scaled(tables[person.level], tables["temper"][person.temper])
    if word in LEVELS:
        return dict(tables[word])
    old = _tables(ASSETS / "gauntlet" / f"{game}.toml")
    if word not in old:
        raise UnknownMind(f"there is no bot {word!r} in {game}: choose from {', '.join((*words(), DICE, *old))}")
    return dict(old[word])


def learnt(name: str) -> bytes:
    """Return the file of that name of what self-play has taught. Raises ValueError where there is none such."""
    path = ASSETS / "values" / f"{name}.toml"
    if not path.is_file():
        raise ValueError(f"there are no values {name!r}")
    return path.read_bytes()


def gauntlet(game: str) -> tuple[str, ...]:
    """Return the opponents that never change, weakest first, so that every later bot is measured by the same ones."""
    return (DICE, *_tables(ASSETS / "gauntlet" / f"{game}.toml"))


@cache
def _tables(path: Path) -> dict[str, Table]:
    return msgspec.toml.decode(path.read_bytes(), type=dict[str, Table])


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
