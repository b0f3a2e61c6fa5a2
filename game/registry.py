"""The games there are, by the word that names them."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from game.engine import AnyGame

NAMES: tuple[str, ...] = ("wyoming", "towering", "towers", "icetowers")
"""In the order of the title screen. A game is a package here of the same name, with its rules as `GAME`."""


class UnknownGame(ValueError):
    """No game of that name; the message lists those there are."""


@cache
def load(name: str) -> AnyGame:
    """Return the game of that name. Raises UnknownGame."""
    if name not in NAMES:
        raise UnknownGame(f"there is no game {name!r}: choose from {', '.join(NAMES)}")
    game: AnyGame = import_module(f"game.{name}").GAME
    return game
