"""The games that have a table: a package of the game's name beside this file, with its board class as `BOARD`.

A game whose match is not run turn by turn brings its own scene as `SCENE`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from game.match import Match
    from scenes.app import App
    from scenes.manager import Scene


def board_class(name: str) -> Any:
    return import_module(f"scenes.{name}").BOARD


def open_table(app: App, match: Match) -> Scene:
    """Return the scene that runs a match."""
    from scenes.match.turns import TableScene

    package = import_module(f"scenes.{match.header.game}")
    scene: Scene = getattr(package, "SCENE", TableScene)(app, match)
    return scene
