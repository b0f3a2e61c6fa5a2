"""The games that have a table: a package of the game's name beside this file, with its board class as `BOARD`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

NAMES: tuple[str, ...] = ("wyoming",)
"""In the order of the title screen."""


def board_class(name: str) -> Any:
    return import_module(f"scenes.{name}").BOARD
