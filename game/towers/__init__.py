"""Towers, by Patrick Bene (sold as Take That Towers)."""

from game.towers.rules import GAME

__all__ = ["GAME"]
