"""The games that have a table: a package of the game's name beside this file, with its board class as `BOARD`.

A game whose match is not run turn by turn brings its own scene as `SCENE`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def board_class(name: str) -> Any:
    return import_module(f"scenes.{name}").BOARD
