"""Who a bot can be: five levels, characters that give a level a temper, and old bots kept to measure new ones by.

A mind is data: a table of weights in `assets/bots/GAME.toml`, which the game's own `make_bot` turns into a bot.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from game.files import ASSETS

LEVELS = ("gentle", "easy", "medium", "hard", "master")
"""The bots' levels, weakest first."""
DICE = "random"
"""The one mind without weights: any legal action, each as likely as the others."""

Table = dict[str, Any]
"""Weights by name: numbers, rows of numbers, or tables of these."""


class UnknownMind(ValueError):
    """No bot of that name; the message lists those there are."""


class Face(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a character looks: words that the drawing kit knows how to draw."""

    skin: Literal["light", "tan", "brown", "dark"]
    hair: Literal["ginger", "brown", "black", "grey", "white"]
    style: Literal["plaits", "short", "bob", "bald", "bun"]
    mouth: Literal["smile", "grin", "smirk", "straight"]
    coat: Literal["ice", "canyon", "desert", "forest", "city", "heath"]
    """A site of the theme, whose colour it has."""
    hat: Literal["none", "helmet"] = "none"
    extra: Literal["none", "freckles", "moustache", "brows", "beard", "earrings", "glasses"] = "none"


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody to play against: one of the levels, with a temper."""

    name: str
    level: str
    temper: str
    line: str
    """What they say of themselves, in one sentence."""
    face: Face


@cache
def characters() -> dict[str, Character]:
    """Return the characters by the word that seats them."""
    return msgspec.toml.decode((ASSETS / "characters.toml").read_bytes(), type=dict[str, Character])


def words() -> tuple[str, ...]:
    """Return what may stand for a bot at a table: the levels, then the characters."""
    return (*LEVELS, *characters())


def check(word: str) -> None:
    """Raise UnknownMind unless a bot of that name can sit at a table."""
    if word not in words():
        raise UnknownMind(f"there is no bot {word!r}: choose from {', '.join(words())}")


def title(word: str) -> str:
    """Return how a level or a character is called on the screen."""
    return characters()[word].name if word in characters() else word.capitalize()


def level_of(word: str) -> str:
    """Return the level of a level (itself) or a character."""
    return characters()[word].level if word in characters() else word


# -- weights


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
